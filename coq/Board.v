(** Boards with finitely many stacks, and their play as a play of numbered stacks (Stacks.v). *)

Require Import Arith Bool List NArith Permutation Lia.
Require Import Game Stacks Parts.
Import ListNotations.

(** The stacks of a board: their cells and top cards. What lies below a top card never matters. *)
Definition board := list (cell * card).

Definition same_cell (x y : cell) : bool := (fst x =? fst y) && (snd x =? snd y).
Definition position_of (b : board) : position :=
  fun x => option_map snd (find (fun stack => same_cell (fst stack) x) b).

Lemma same_cell_eq x y : same_cell x y = true <-> x = y.
Proof.
  destruct x as [a b], y as [c d]. unfold same_cell. simpl. rewrite andb_true_iff, !Nat.eqb_eq.
  split; [intros [-> ->]; reflexivity | intros E; inversion E; auto].
Qed.

(** A graph on 0 … n − 1 as a table. *)
Fixpoint mask (f : nat -> bool) (js : list nat) : N :=
  match js with [] => 0 | j :: js => if f j then N.lor (one j) (mask f js) else mask f js end.
Definition graph (n : nat) (f : nat -> nat -> bool) : list N := map (fun i => mask (f i) (seq 0 n)) (seq 0 n).

Lemma has_mask f js i : has (mask f js) i = true <-> In i js /\ f i = true.
Proof.
  induction js as [| j js IH]; simpl; [intuition discriminate |].
  destruct (f j) eqn:F; [rewrite has_or, has_one, orb_true_iff, Nat.eqb_eq, IH | rewrite IH];
    intuition (subst; auto); congruence.
Qed.

Lemma graph_length n f : length (graph n f) = n.
Proof. unfold graph. rewrite map_length, seq_length. reflexivity. Qed.

Lemma linked_graph n f i j : linked (graph n f) i j = true <-> i < n /\ j < n /\ f i j = true.
Proof.
  unfold linked, row, graph. destruct (Nat.lt_ge_cases i n) as [L | G].
  - rewrite nth_indep with (d' := mask (f 0) (seq 0 n)) by (rewrite map_length, seq_length; exact L).
    rewrite (map_nth (fun i => mask (f i) (seq 0 n))). rewrite seq_nth by exact L. simpl.
    rewrite has_mask, in_seq. intuition lia.
  - rewrite nth_overflow by (rewrite map_length, seq_length; exact G). rewrite has_zero. intuition (discriminate || lia).
Qed.

Lemma graph_sym n f : (forall i j, f i j = f j i) -> forall i j, linked (graph n f) i j = linked (graph n f) j i.
Proof.
  intros S i j. apply eq_true_iff_eq. rewrite !linked_graph, (S i j). tauto.
Qed.

Section Board.
  Variable b : board.
  Let n := length b.
  Hypothesis cells_differ : NoDup (map fst b).

  Definition nowhere : cell * card := ((0, 0), Card 0 0).
  Definition cell_at (i : nat) : cell := fst (nth i b nowhere).
  Definition card_at (i : nat) : card := snd (nth i b nowhere).

  Definition do_match (a c : card) : bool :=
    (suit a =? suit c) || ((rank a <=? rank c + 1) && (rank c <=? rank a + 1)).
  Definition are_in_line (x y : cell) : bool :=
    negb (same_cell x y) && ((fst x =? fst y) || (snd x =? snd y)).

  Definition by_match : list N := graph n (fun i j => negb (i =? j) && do_match (card_at i) (card_at j)).
  Definition by_line : list N := graph n (fun i j => are_in_line (cell_at i) (cell_at j)).

  Lemma same_cell_sym x y : same_cell x y = same_cell y x.
  Proof. unfold same_cell. rewrite (Nat.eqb_sym (fst x)), (Nat.eqb_sym (snd x)). reflexivity. Qed.

  Lemma match_sym i j : linked by_match i j = linked by_match j i.
  Proof.
    apply graph_sym. intros x y. rewrite (Nat.eqb_sym x y). f_equal. unfold do_match.
    rewrite (Nat.eqb_sym (suit (card_at x))), (andb_comm (rank (card_at x) <=? _)). reflexivity.
  Qed.

  Lemma line_sym i j : linked by_line i j = linked by_line j i.
  Proof.
    apply graph_sym. intros x y. unfold are_in_line. rewrite same_cell_sym.
    rewrite (Nat.eqb_sym (fst (cell_at x))), (Nat.eqb_sym (snd (cell_at x))). reflexivity.
  Qed.

  Lemma cell_at_inj i j : i < n -> j < n -> cell_at i = cell_at j -> i = j.
  Proof.
    intros Li Lj E. unfold cell_at in E. rewrite <- !(map_nth fst) in E.
    apply (proj1 (NoDup_nth (map fst b) (fst nowhere)) cells_differ); try (rewrite map_length; assumption). exact E.
  Qed.

  Lemma position_at i : i < n -> position_of b (cell_at i) = Some (card_at i).
  Proof.
    intros L. unfold position_of. destruct (find _ b) as [e |] eqn:F.
    - apply find_some in F as [I E]. apply same_cell_eq in E.
      destruct (In_nth b e nowhere I) as [j [Lj Ej]]. simpl. f_equal. unfold card_at. rewrite <- Ej. f_equal. f_equal.
      apply cell_at_inj; auto. unfold cell_at at 1. rewrite Ej. exact E.
    - exfalso. assert (I : In (nth i b nowhere) b) by (apply nth_In; exact L).
      pose proof (find_none _ _ F _ I) as X. simpl in X.
      assert (Y : same_cell (fst (nth i b nowhere)) (cell_at i) = true) by (apply same_cell_eq; reflexivity). congruence.
  Qed.

  Lemma position_from x a : position_of b x = Some a -> exists i, i < n /\ cell_at i = x /\ card_at i = a.
  Proof.
    unfold position_of. destruct (find _ b) as [e |] eqn:F; [| discriminate]. intros E. inversion E; subst.
    apply find_some in F as [I S]. apply same_cell_eq in S. destruct (In_nth b e nowhere I) as [i [L N]].
    exists i. unfold cell_at, card_at. rewrite N. auto.
  Qed.

  (** A position and the same as a list of stacks. *)
  Record agrees (p : position) (ss : list stack) : Prop := {
    to_stack : forall x a, p x = Some a -> exists s, In s ss /\ cell_at (place s) = x /\ card_at (top s) = a;
    to_cell : forall s, In s ss -> p (cell_at (place s)) = Some (card_at (top s)) }.

  Let m := linked by_match.
  Let l := linked by_line.

  Lemma agrees_start : agrees (position_of b) (start n).
  Proof.
    split.
    - intros x a E. destruct (position_from _ _ E) as [i [L [Ec Ea]]]. exists (Stack (one i) i i). split; [| auto].
      apply in_map_iff. exists i. split; [reflexivity | apply in_seq; split; [apply Nat.le_0_l | exact L]].
    - intros s I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. simpl. apply position_at, I.
  Qed.

  Lemma place_bound ss s : fair n m l ss -> In s ss -> place s < n /\ top s < n.
  Proof. intros F I. destruct (inside _ _ _ _ F s I). split; eapply bounded; eauto. Qed.

  Lemma places_differ s ss t : fair n m l (s :: ss) -> In t ss -> cell_at (place s) <> cell_at (place t) /\ top s <> top t.
  Proof.
    intros F I. pose proof (inside _ _ _ _ F s (or_introl eq_refl)) as [Ts Ps].
    pose proof (inside _ _ _ _ F t (or_intror I)) as [Tt Pt]. split; intros E.
    - apply cell_at_inj in E;
        [| exact (proj1 (place_bound _ s F (or_introl eq_refl))) | exact (proj1 (place_bound _ t F (or_intror I)))].
      rewrite <- E in Pt. exact (same_stack _ _ _ _ _ _ _ F I Ps Pt).
    - rewrite <- E in Tt. exact (same_stack _ _ _ _ _ _ _ F I Ts Tt).
  Qed.

  Lemma matches_do a c : matches a c -> do_match a c = true.
  Proof.
    unfold matches, do_match. intros [E | [E F]].
    - apply Nat.eqb_eq in E. rewrite E. reflexivity.
    - apply Nat.leb_le in E, F. rewrite E, F. apply orb_true_r.
  Qed.

  Lemma in_line_are x y : in_line x y -> are_in_line x y = true.
  Proof.
    unfold in_line, are_in_line. intros [N E].
    destruct (same_cell x y) eqn:S; [apply same_cell_eq in S; contradiction |].
    destruct E as [E | E]; apply Nat.eqb_eq in E; rewrite E; [reflexivity | apply orb_true_r].
  Qed.

  Lemma agrees_move p ss x y a c :
    agrees p ss -> fair n m l ss -> move p x y a c -> exists tt, step m l ss tt /\ agrees (after p x y) tt.
  Proof.
    intros [TS TC] F M. inversion M as [x' y' a' c' Hx Hy Li Ma]; subst.
    destruct (TS _ _ Hx) as [s [Is [Es Et]]]. destruct (TS _ _ Hy) as [t [It [Fs Ft]]].
    assert (N : s <> t) by (intros ->; destruct Li as [Li _]; congruence).
    destruct (in_split _ _ Is) as [l1 [l2 E]]. subst ss.
    assert (P1 : Permutation (l1 ++ s :: l2) (s :: l1 ++ l2)) by (symmetry; apply Permutation_middle).
    assert (It' : In t (l1 ++ l2)) by (apply (Permutation_in _ P1) in It; destruct It; [contradiction | assumption]).
    destruct (in_split _ _ It') as [r1 [r2 E]]. rewrite E in P1.
    assert (P2 : Permutation (l1 ++ s :: l2) (s :: t :: r1 ++ r2))
      by (rewrite P1; constructor; symmetry; apply Permutation_middle).
    set (rest := r1 ++ r2) in *. clearbody rest. clear P1 E It' r1 r2.
    pose proof (fair_perm _ _ _ _ _ P2 F) as F'.
    assert (F'' : fair n m l (t :: s :: rest)) by (exact (fair_perm _ _ _ _ _ (perm_swap _ _ _) F')).
    exists (Stack (N.lor (cards s) (cards t)) (top s) (place t) :: rest). split.
    - apply (Step m l _ (cards s) (top s) (place s) (cards t) (top t) (place t)).
      + destruct s, t; exact P2.
      + apply linked_graph. repeat split.
        * exact (proj2 (place_bound _ s F' (or_introl eq_refl))).
        * exact (proj2 (place_bound _ t F'' (or_introl eq_refl))).
        * destruct (places_differ _ _ t F' (or_introl eq_refl)) as [_ D].
          apply Nat.eqb_neq in D. rewrite D. simpl. rewrite Et, Ft. apply matches_do, Ma.
      + apply linked_graph. repeat split.
        * exact (proj1 (place_bound _ s F' (or_introl eq_refl))).
        * exact (proj1 (place_bound _ t F'' (or_introl eq_refl))).
        * rewrite Es, Fs. apply in_line_are, Li.
    - split.
      + intros z d Hz. unfold after in Hz. destruct (cell_eq z x) as [-> | Nx]; [discriminate |].
        destruct (cell_eq z y) as [-> | Ny].
        * eexists. split; [left; reflexivity |]. simpl. split; [exact Fs | congruence].
        * destruct (TS _ _ Hz) as [u [Iu [Eu Tu]]]. exists u. split; [right | auto].
          apply (Permutation_in _ P2) in Iu. destruct Iu as [<- | [<- | Iu]]; [congruence | congruence | exact Iu].
      + intros u [<- | Iu]; simpl; unfold after.
        * rewrite Fs. destruct (cell_eq y x) as [E |]; [destruct Li as [Li _]; congruence |].
          destruct (cell_eq y y); congruence.
        * destruct (places_differ _ _ u F' (or_intror Iu)) as [D1 _].
          destruct (places_differ _ _ u F'' (or_intror Iu)) as [D2 _].
          destruct (cell_eq (cell_at (place u)) x); [congruence |].
          destruct (cell_eq (cell_at (place u)) y); [congruence |].
          apply TC. apply (Permutation_in _ (Permutation_sym P2)). simpl. auto.
  Qed.

  Theorem solvable_wins : solvable (position_of b) -> wins m l (start n).
  Proof.
    intros [covers [q [H O]]].
    assert (K : forall p cs q, play p cs q -> one_stack q -> forall ss, agrees p ss -> fair n m l ss -> wins m l ss).
    { clear H O covers q. intros p cs q H. induction H as [p | p x y a c cs q M H IH]; intros [z [Z U]] ss A F.
      - destruct (p z) as [a |] eqn:E; [| congruence]. destruct (to_stack _ _ A _ _ E) as [s [Is _]].
        destruct ss as [| t [| u rest]]; [contradiction | exists t; constructor |]. exfalso.
        destruct (places_differ _ _ u F (or_introl eq_refl)) as [D _]. apply D. transitivity z; [| symmetry].
        + apply U. rewrite (to_cell _ _ A t (or_introl eq_refl)). discriminate.
        + apply U. rewrite (to_cell _ _ A u (or_intror (or_introl eq_refl))). discriminate.
      - destruct (agrees_move _ _ _ _ _ _ A F M) as [tt [S At]].
        destruct (IH (ex_intro _ z (conj Z U)) tt At (fair_step _ _ _ match_sym line_sym _ _ F S)) as [s W].
        exists s. exact (More _ _ _ _ _ S W). }
    exact (K _ _ _ H O _ agrees_start (fair_start _ _ _)).
  Qed.
End Board.
