(** Satisfiable, so solvable, last part: the fillers are gathered, and the key joins them to the rest. *)

Require Import Arith Bool List Lia FinFun.
Require Import Game Deal Spots Clear Sweep.
Import ListNotations.

Definition same_place (x y : cell) : bool := if cell_eq x y then true else false.

Lemma same_place_eq x y : same_place x y = true <-> x = y.
Proof. unfold same_place. destruct (cell_eq x y); split; congruence. Qed.

Section Fillers.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Let n := size f.
  Let e := exit f.
  Let g := exit f + 3.

  Definition is_filler (c : card) : Prop := suit c = filler_suit f.
  Definition goes : position -> position -> Prop :=
    run cell card same_place (fun x => x) (fun c => c) (fun _ => True).

  Lemma alike c d : is_filler c -> is_filler d -> matches c d.
  Proof. unfold is_filler. intros C D. left. congruence. Qed.

  Lemma gather_column_is_inside : g < n.
  Proof. bounds f proper. unfold g, n, exit, size. lia. Qed.

  Lemma gather_column_is_free r : name_at f (r, g) = None.
  Proof.
    destruct (name_at f (r, g)) as [a |] eqn:E; [exfalso | reflexivity]. apply name_at_spec in E as [D E].
    apply (f_equal snd) in E. unfold g in E. destruct a; simpl in D, E; bounds f proper; unfold column, exit in *;
      repeat match goal with H : context [if ?b then _ else _] |- _ => destruct b end; lia.
  Qed.

  Lemma landing_is_free : name_at f (1, e) = None.
  Proof.
    destruct (name_at f (1, e)) as [a |] eqn:E; [exfalso | reflexivity]. apply name_at_spec in E as [D E].
    pose proof (f_equal fst E) as R. apply (f_equal snd) in E. unfold e in E.
    destruct a; simpl in D, E, R; bounds f proper; unfold column, exit, meeting in *;
      repeat match goal with H : context [if ?b then _ else _] |- _ => destruct b end; lia.
  Qed.

  Lemma fillers_there r c : r < n -> c < n -> name_at f (r, c) = None ->
    exists d, deal f (r, c) = Some d /\ is_filler d.
  Proof.
    intros R C E. unfold deal. cbn [fst snd]. apply Nat.ltb_lt in R, C. unfold n in R, C. rewrite R, C, E.
    eexists. split; reflexivity.
  Qed.

  (** What is left when the core is covered. *)
  Variable q : position.
  Hypothesis core_is_done : shows name name (cell_of f) (card_of f) (is_dealt f) q core_done.
  Hypothesis fillers_are_as_dealt : forall x, name_at f x = None -> q x = deal f x.

  Lemma outside_is_empty r c : n <= r \/ n <= c -> q (r, c) = None.
  Proof.
    intros O. assert (E : name_at f (r, c) = None).
    { destruct (name_at f (r, c)) as [a |] eqn:E; [exfalso | reflexivity]. apply name_at_spec in E as [D E].
      pose proof (row_bound f proper a D) as B. rewrite E in B. simpl in B. unfold n in O. lia. }
    rewrite fillers_are_as_dealt by exact E. unfold deal. cbn [fst snd].
    destruct (Nat.ltb_spec r (size f)), (Nat.ltb_spec c (size f)); simpl; try reflexivity. unfold n in O. lia.
  Qed.

  (** The rows before number [k] are gathered in column [g], but for the cell (1, e). *)
  Record gathered (k : nat) (s : position) : Prop := {
    behind : forall r c, r < k -> c <> g -> (r, c) <> (1, e) -> name_at f (r, c) = None -> s (r, c) = None;
    meeting_place : forall r, r < n -> exists d, s (r, g) = Some d /\ is_filler d;
    ahead : forall r c, c <> g -> k <= r \/ name_at f (r, c) <> None \/ (r, c) = (1, e) -> s (r, c) = q (r, c);
    outside : forall r c, n <= r \/ n <= c -> s (r, c) = None }.

  Definition loose (r c : nat) : bool :=
    negb (c =? g) && negb (same_place (r, c) (1, e)) && match name_at f (r, c) with None => true | Some _ => false end.

  Lemma is_loose r c : loose r c = true <-> c <> g /\ (r, c) <> (1, e) /\ name_at f (r, c) = None.
  Proof.
    unfold loose. rewrite !andb_true_iff, !negb_true_iff, Nat.eqb_neq.
    assert (P : same_place (r, c) (1, e) = false <-> (r, c) <> (1, e)).
    { rewrite <- same_place_eq. destruct (same_place (r, c) (1, e)); split; congruence. }
    rewrite P. destruct (name_at f (r, c)); split; intros H; repeat split; try tauto; try (destruct H as [_ H];
      discriminate).
    destruct H as [_ [_ H]]. discriminate.
  Qed.

  Lemma in_row xs r (x : cell) : In x (map (pair r) xs) <-> fst x = r /\ In (snd x) xs.
  Proof.
    rewrite in_map_iff. split.
    - intros [c [<- I]]. auto.
    - intros [<- I]. exists (snd x). destruct x. auto.
  Qed.

  Lemma gather_row k s : k < n -> gathered k s -> exists t, goes s t /\ gathered (S k) t.
  Proof.
    intros K [B P A O]. set (cs := filter (loose k) (seq 0 n)).
    assert (Ic : forall c, In c cs <-> c < n /\ loose k c = true)
      by (intros c; unfold cs; rewrite filter_In, in_seq; intuition lia).
    destruct (gather cell card same_place same_place_eq (fun x => x) (fun c => c) (fun _ => True) is_filler alike
      (map (pair k) cs) (k, g) s) as [t [R [T [Z F]]]].
    { apply Injective_map_NoDup; [intros a b E; congruence |]. apply NoDup_filter, seq_NoDup. }
    { rewrite in_row. simpl. rewrite Ic, is_loose. tauto. }
    { exact I. }
    { exact (P k K). }
    { intros [r c] J. apply in_row in J as [Er J]. simpl in Er, J. subst r. apply Ic in J as [C L].
      apply is_loose in L as [N [N' E]].
      split; [exact I |]. split; [split; [congruence | left; reflexivity] |].
      rewrite A by auto. rewrite fillers_are_as_dealt by exact E. apply fillers_there; assumption. }
    exists t. split; [exact R |]. split.
    - intros r c L N N' E. destruct (Nat.eq_dec r k) as [-> | Nk].
      + destruct (Nat.lt_ge_cases c n) as [C | C].
        * apply Z, in_row. split; [reflexivity |]. apply Ic. split; [exact C |]. apply is_loose. auto.
        * rewrite F; [apply O; auto | rewrite in_row; simpl; rewrite Ic; intros [_ [X _]]; lia | congruence].
      + rewrite F; [apply B; auto; lia | rewrite in_row; simpl; tauto | congruence].
    - intros r L. destruct (Nat.eq_dec r k) as [-> | Nk]; [exact T |].
      rewrite F; [apply P, L | rewrite in_row; simpl; tauto | congruence].
    - intros r c N H. rewrite F; [apply A; intuition lia | | congruence].
      rewrite in_row. simpl. rewrite Ic, is_loose. intros [-> [_ [_ [X Y]]]]. destruct H as [H | [H | H]];
        [lia | tauto | tauto].
    - intros r c H. rewrite F; [apply O, H | |].
      + rewrite in_row. simpl. rewrite Ic. intros [-> [X _]]. lia.
      + intros X. injection X as -> ->. pose proof gather_column_is_inside. lia.
  Qed.

  Lemma gather_rows k : k <= n -> exists t, goes q t /\ gathered k t.
  Proof.
    induction k as [| k IH]; intros L.
    - exists q. split; [apply Stop; reflexivity |]. split; auto.
      + intros r c X. lia.
      + intros r R. rewrite fillers_are_as_dealt by apply gather_column_is_free.
        apply fillers_there; [exact R | apply gather_column_is_inside | apply gather_column_is_free].
      + apply outside_is_empty.
    - destruct IH as [s [R G]]; [lia |]. destruct (gather_row k s) as [t [R' G']]; [lia | exact G |].
      exists t. split; [exact (run_trans _ _ _ _ _ _ _ _ _ R R') | exact G'].
  Qed.

  Ltac apart := let X := fresh in intros X; (discriminate X || (injection X; lia)).

  (** At last one stack is left. *)
  Lemma finish : exists t, goes q t /\ one_stack t.
  Proof.
    destruct (gather_rows n (le_n n)) as [s [R [B P A O]]]. pose proof gather_column_is_inside as Gn.
    pose proof (some_clause f proper) as M.
    assert (N1 : 1 < n) by (unfold n, size; lia).
    assert (Eg : e <> g) by (unfold e, g; lia).
    assert (Em : meeting f <> 1 /\ meeting f <> 0) by (unfold meeting; lia).
    set (rs := filter (fun r => negb (r =? 1)) (seq 0 n)).
    assert (Ir : forall r, In r rs <-> r < n /\ r <> 1).
    { intros r. unfold rs. rewrite filter_In, in_seq, negb_true_iff, Nat.eqb_neq. intuition lia. }
    assert (Ix : forall x, In x (map (fun r => (r, g)) rs) <-> snd x = g /\ In (fst x) rs).
    { intros [r c]. rewrite in_map_iff. simpl. split; [intros [r' [E J]]; injection E as <- <-; auto |].
      intros [-> J]. exists r. auto. }
    destruct (gather cell card same_place same_place_eq (fun x => x) (fun c => c) (fun _ => True) is_filler alike
      (map (fun r => (r, g)) rs) (1, g) s) as [t [R' [[d [T Cd]] [Z F]]]].
    { apply Injective_map_NoDup; [intros a b E; congruence |]. apply NoDup_filter, seq_NoDup. }
    { rewrite Ix. simpl. rewrite Ir. tauto. }
    { exact I. }
    { exact (P 1 N1). }
    { intros [r c] J. apply Ix in J as [E J]. simpl in *. subst c. apply Ir in J as [L N]. split; [exact I |].
      split; [split; [congruence | right; reflexivity] | exact (P r L)]. }
    assert (S : forall r c, c <> g -> t (r, c) = s (r, c)).
    { intros r c N. apply F; [rewrite Ix; simpl; tauto | congruence]. }
    destruct (fillers_there 1 e N1 ltac:(pose proof gather_column_is_inside; unfold e, g in *; lia) landing_is_free) as [b [Hb Cb]].
    assert (T1 : t (1, e) = Some b).
    { rewrite S, A by auto. rewrite fillers_are_as_dealt by apply landing_is_free. exact Hb. }
    assert (Tk : t (0, e) = Some (card_of f Key)).
    { rewrite S, A; auto; [exact (core_is_done Key I) |]. right. left.
      pose proof (name_at_cell f proper Key I) as X. simpl in X. unfold e. congruence. }
    assert (Ts : t (meeting f, e) = Some (card_of f Chain3)).
    { rewrite S, A; auto; [exact (core_is_done Seat I) |]. right. left.
      pose proof (name_at_cell f proper Seat I) as X. simpl in X. unfold e. congruence. }
    set (same := same_place_eq).
    set (t1 := moved cell card same_place t (1, g) (1, e)).
    set (t2 := moved cell card same_place t1 (0, e) (1, e)).
    set (t3 := moved cell card same_place t2 (1, e) (meeting f, e)).
    exists t3. split.
    - apply run_trans with s; [exact R |]. apply run_trans with t; [exact R' |].
      apply (Go _ _ _ _ _ _ t (1, g) (1, e) d b); auto; [split; [apart | auto] | apply alike; assumption |]. fold t1.
      apply (Go _ _ _ _ _ _ t1 (0, e) (1, e) (card_of f Key) d); try exact I.
      { unfold t1. rewrite moved_other by (exact same || apart). exact Tk. }
      { unfold t1. rewrite moved_to by (exact same || apart). exact T. }
      { split; [apart | auto]. }
      { apply alike; [reflexivity | exact Cd]. }
      fold t2. apply (Go _ _ _ _ _ _ t2 (1, e) (meeting f, e) (card_of f Key) (card_of f Chain3)); try exact I.
      { unfold t2. rewrite moved_to by (exact same || apart). unfold t1.
        rewrite moved_other by (exact same || apart). exact Tk. }
      { unfold t2, t1. rewrite !moved_other; try exact same; try exact Ts; intros X; injection X; lia. }
      { split; [apart | auto]. }
      { right. simpl. lia. }
      apply Stop. reflexivity.
    - exists (meeting f, e). split.
      + unfold t3. rewrite moved_to by (exact same || apart).
        unfold t2. rewrite moved_to by (exact same || apart). unfold t1.
        rewrite moved_other by (exact same || apart). rewrite Tk. discriminate.
      + intros [r c] X. destruct (cell_eq (r, c) (meeting f, e)) as [Q | N]; [exact Q | exfalso]. apply X.
        unfold t3. destruct (cell_eq (r, c) (1, e)) as [-> | N']; [apply moved_from, same |].
        rewrite moved_other by (exact same || assumption).
        unfold t2. destruct (cell_eq (r, c) (0, e)) as [-> | N'']; [apply moved_from, same |].
        rewrite moved_other by (exact same || assumption).
        unfold t1. destruct (cell_eq (r, c) (1, g)) as [-> | N3]; [apply moved_from, same |].
        rewrite moved_other by (exact same || assumption).
        destruct (Nat.lt_ge_cases r n) as [Lr | Lr].
        * destruct (Nat.eq_dec c g) as [-> | Nc].
          { apply Z, Ix. split; [reflexivity |]. apply Ir. simpl. split; [exact Lr | congruence]. }
          rewrite S by exact Nc. destruct (name_at f (r, c)) as [a |] eqn:E; [| apply B; auto].
          rewrite A by (auto; right; left; congruence). apply name_at_spec in E as [D E]. rewrite <- E, (core_is_done a D).
          destruct a; try reflexivity; simpl in E; unfold e in *; congruence.
        * destruct (Nat.eq_dec c g) as [-> | Nc].
          { rewrite F; [apply O; auto | rewrite Ix; simpl; rewrite Ir; lia | congruence]. }
          rewrite S by exact Nc. apply O. auto.
  Qed.
End Fillers.

Lemma play_app p a q b r : play p a q -> play q b r -> play p (a ++ b) r.
Proof. induction 1; intros P; [exact P |]. simpl. econstructor; eauto. Qed.

(** A formula that can be satisfied has a deal that can be solved. *)
Theorem satisfiable_so_solvable f : is_proper f -> satisfiable f -> solvable (deal f).
Proof.
  intros proper [truth S].
  destruct (run_plays name name same_name same_name_eq (cell_of f) (card_of f) (is_dealt f) (cells_differ f proper)
    _ _ (clear_core f proper truth S) (deal f)) as [first [q [P [Q F]]]].
  { intros a D. exact (deal_at f proper a D). }
  assert (E : forall x, name_at f x = None -> q x = deal f x).
  { intros x N. apply F. intros a D C. pose proof (name_at_cell f proper a D) as X. rewrite C in X. congruence. }
  destruct (finish f proper q Q E) as [t [R O]].
  destruct (run_plays cell card same_place same_place_eq (fun x => x) (fun c => c) (fun _ => True)
    (fun a b _ _ H => H) _ _ R q) as [last [q' [P' [Q' _]]]].
  { intros x _. destruct (q x); reflexivity. }
  exists (first ++ last), q'. split; [exact (play_app _ _ _ _ _ P P') |].
  assert (Same : forall x, q' x = t x) by (intros x; rewrite (Q' x I); destruct (t x); reflexivity).
  destruct O as [x [X U]]. exists x. split; [rewrite Same; exact X |]. intros y Y. apply U. rewrite <- Same. exact Y.
Qed.

Print Assumptions satisfiable_so_solvable.
