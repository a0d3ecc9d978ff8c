(** Satisfiable, so solvable, second part: the collectors take the runners, the ushers go to the seat, and the chain follows. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Spots Clear.
Import ListNotations.

Definition name_dec (a b : name) : {a = b} + {a <> b}.
Proof. repeat decide equality. Defined.

Lemma not_negb x y : x <> negb y -> x = y.
Proof. destruct x, y; simpl; congruence. Qed.

Section Sweep.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Variable truth : nat -> bool.
  Let runs := runs f.
  Let cleared := cleared f truth.

  (** All clauses are cleared, and so are the variables before number [n]. *)
  Definition variables_done (n : nat) : names_state :=
    fun a => match a with
             | Activator j i | Opposite j i => if var f j i <? n then None else cleared a
             | Runner _ _ | Rung _ _ | Corner _ | Next _ | Usher _ => None
             | Last j => Some (Usher j)
             | Collector k | Entry k _ | Leaf k _ | Valet k => if k <? n then None else Some a
             | Door k => Some (if k <? n then Valet k else Door k)
             | _ => Some a
             end.

  Lemma clauses_are_done : forall a, is_dealt f a -> clauses_done f truth (clauses f) a = variables_done 0 a.
  Proof.
    intros a D. destruct a; simpl in *; try reflexivity;
      match goal with |- context [?j <? clauses f] => assert (L : (j <? clauses f) = true) by (apply Nat.ltb_lt; lia);
        rewrite L end;
      reflexivity.
  Qed.

  (** The spots where the runners of a variable stand. *)
  Definition has_runner (k : nat) (a : name) : bool :=
    match a with
    | Activator j i => (var f j i =? k) && negb (is_true f truth j i)
    | Opposite j i => (var f j i =? k) && is_true f truth j i
    | _ => false
    end.
  Definition runner_spots (k : nat) : list name := nodup name_dec (filter (has_runner k) (names f)).

  Lemma in_runner_spots k a : In a (runner_spots k) <-> is_dealt f a /\ has_runner k a = true.
  Proof. unfold runner_spots. rewrite nodup_In, filter_In, in_names. reflexivity. Qed.

  (** They stand in the column of the false literal. *)
  Lemma runner_column k a : has_runner k a = true -> snd (cell_of f a) = column k (negb (truth k)).
  Proof.
    destruct a; simpl; try discriminate; intros H; apply andb_prop in H as [E T]; apply Nat.eqb_eq in E;
      unfold is_true in T;
      rewrite E in *; destruct (truth k), (positive f j i); simpl in *; (discriminate || reflexivity).
  Qed.

  Lemma runner_there k n a : has_runner k a = true -> n <= k ->
    exists j i, variables_done n a = Some (Runner j i) /\ var f j i = k.
  Proof.
    intros H L. destruct a as [j i | j i | | | | | | | | | | | | | | | | |]; try discriminate; exists j, i; simpl in *;
      apply andb_prop in H as [E T]; apply Nat.eqb_eq in E; split; auto; rewrite E;
      (destruct (Nat.ltb_spec k n); [lia |]).
    - apply negb_true_iff in T. rewrite T. reflexivity.
    - rewrite T. reflexivity.
  Qed.

  Let own (a b : name) : b <> a -> same_name b a = false.
  Proof. apply not_same. exact same_name_eq. Qed.

  Lemma clear_variable k : k < variables f -> runs (variables_done k) (variables_done (S k)).
  Proof.
    intros K. set (b := truth k). set (nb := negb b).
    assert (Nb : b <> nb) by (unfold nb; destruct b; discriminate).
    assert (Kk : (k <? k) = false) by (apply Nat.ltb_ge; lia).
    assert (Bb : eqb b nb = false /\ eqb nb b = false) by (unfold nb; destruct b; auto). destruct Bb as [B1 B2].
    apply (runs_go f proper _ (Entry k b) (Entry k nb) (Entry k b) (Entry k nb)); simpl; auto; try (rewrite Kk;
      reflexivity);
      [congruence | left; reflexivity |].
    apply (runs_go f proper _ (Collector k) (Entry k nb) (Collector k) (Entry k b)); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite Kk. reflexivity. }
    { unfold moved. simpl. rewrite Nat.eqb_refl, B2, eqb_reflx. simpl. rewrite Kk. reflexivity. }
    { left. reflexivity. }
    set (s := moved name name same_name (moved _ _ same_name (variables_done k) (Entry k b) (Entry k nb)) (Collector k) (Entry k nb)).
    assert (Same : forall a, a <> Entry k b -> a <> Entry k nb -> a <> Collector k -> s a = variables_done k a).
    { intros a N1 N2 N3. unfold s, moved. rewrite !own by assumption. reflexivity. }
    set (ys := runner_spots k ++ [Leaf k nb]).
    assert (Iy : forall y, In y ys -> (is_dealt f y /\ has_runner k y = true) \/ y = Leaf k nb).
    { intros y I. apply in_app_or in I as [I | [<- | []]]; [left; apply in_runner_spots, I | right; reflexivity]. }
    assert (Col : forall y, In y (Entry k nb :: ys) -> is_dealt f y /\ snd (cell_of f y) = column k nb).
    { intros y [<- | I]; [split; [exact K | reflexivity] |]. destruct (Iy y I) as [[D H] | ->]; [| split;
        [exact K | reflexivity]].
      split; [exact D |]. apply runner_column, H. }
    assert (Ny : ~ In (Entry k nb) ys) by (intros I; destruct (Iy _ I) as [[_ H] | H]; discriminate).
    assert (Dy : NoDup ys).
    { apply (NoDup_Add (Add_app (Leaf k nb) (runner_spots k) [])). rewrite app_nil_r. split; [apply NoDup_nodup |].
      intros I. apply in_runner_spots in I as [_ I]. discriminate. }
    destruct (walk name name same_name same_name_eq (cell_of f) (card_of f) (is_dealt f) (Collector k) ys s (Entry k nb))
      as [t [R [T [Z F]]]]; [exact K | | constructor; assumption | | |].
    { unfold s. rewrite moved_to by (exact same_name_eq || discriminate). unfold moved. rewrite !own by discriminate.
      simpl. rewrite Kk. reflexivity. }
    { intros y I. split; [apply Col; right; exact I |]. destruct (Iy y I) as [[D H] | ->].
      - destruct (runner_there k k y H (le_n k)) as [j [i [E V]]]. exists (Runner j i). split.
        + rewrite Same; [exact E | intros -> ..]; discriminate.
        + right. simpl. lia.
      - exists (Leaf k nb). split; [| left; reflexivity]. rewrite Same by discriminate. simpl. rewrite Kk. reflexivity. }
    { intros y z Y' Z' N. destruct (Col y Y') as [D1 C1]. destruct (Col z Z') as [D2 C2].
      apply (line f proper); auto. right. congruence. }
    unfold ys in T, Z. rewrite last_last in T, Z. fold ys in Z.
    apply run_trans with t; [exact R |].
    assert (Out : forall a, has_runner k a = false -> a <> Entry k b -> a <> Entry k nb -> a <> Leaf k nb ->
      a <> Collector k ->
      t a = variables_done k a).
    { intros a H N1 N2 N3 N4. rewrite F, Same; auto. intros [E | I]; [congruence |]. destruct (Iy a I) as [[_ X] | X];
        congruence. }
    apply (runs_go f proper _ (Leaf k b) (Leaf k nb) (Leaf k b) (Collector k)); simpl; auto; [| congruence | left;
      reflexivity |].
    { rewrite Out; try discriminate; [simpl; rewrite Kk; reflexivity | reflexivity | congruence]. }
    apply (runs_go f proper _ (Leaf k nb) (Door k) (Leaf k b) (Door k)); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite Nat.eqb_refl, B2, eqb_reflx. simpl. rewrite Out; try discriminate;
        [| reflexivity | congruence].
      simpl. rewrite Kk. reflexivity. }
    { unfold moved. simpl. rewrite Out by (discriminate || reflexivity). simpl. rewrite Kk. reflexivity. }
    { right. simpl. destruct b; simpl; lia. }
    apply (runs_go f proper _ (Valet k) (Door k) (Valet k) (Leaf k b)); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite Out by (discriminate || reflexivity). simpl. rewrite Kk. reflexivity. }
    { unfold moved. simpl. rewrite Nat.eqb_refl, eqb_reflx, B2. simpl. rewrite Out; try discriminate;
        [| reflexivity | congruence].
      simpl. rewrite Kk. reflexivity. }
    { right. simpl. destruct b; simpl; lia. }
    apply Stop. intros a D.
    assert (Sk : forall x, x <> k -> (x <? S k) = (x <? k)).
    { intros x N. destruct (Nat.ltb_spec x (S k)), (Nat.ltb_spec x k); auto; lia. }
    assert (Ss : (k <? S k) = true) by (apply Nat.ltb_lt; lia).
    assert (In' : has_runner k a = true -> t a = None).
    { intros H. apply Z; [right; apply in_or_app; left; apply in_runner_spots; auto | intros ->; discriminate]. }
    assert (Rest : a <> Leaf k b -> a <> Leaf k nb -> a <> Door k -> a <> Valet k ->
      moved name name same_name (moved name name same_name (moved name name same_name t (Leaf k b) (Leaf k nb)) (Leaf k nb) (Door k))
        (Valet k) (Door k) a = t a).
    { intros N1 N2 N3 N4. unfold moved. rewrite !own by assumption. reflexivity. }
    clear R.
    destruct a as [j i | j i | j i | j i | j | j | j | j | x | x c | x c | x | x | | | | | |];
      try (rewrite Rest, Out by (discriminate || reflexivity); reflexivity).
    - rewrite Rest by discriminate. destruct (has_runner k (Activator j i)) eqn:H.
      + rewrite In' by reflexivity. simpl in H. apply andb_prop in H as [E _]. apply Nat.eqb_eq in E. simpl.
        rewrite E, Ss. reflexivity.
      + rewrite Out by (discriminate || exact H). simpl in *. destruct (Nat.eqb_spec (var f j i) k) as [-> | N].
        * rewrite Ss, Kk. simpl in H. apply negb_false_iff in H. rewrite H. reflexivity.
        * rewrite Sk by exact N. reflexivity.
    - rewrite Rest by discriminate. destruct (has_runner k (Opposite j i)) eqn:H.
      + rewrite In' by reflexivity. simpl in H. apply andb_prop in H as [E _]. apply Nat.eqb_eq in E. simpl.
        rewrite E, Ss. reflexivity.
      + rewrite Out by (discriminate || exact H). simpl in *. destruct (Nat.eqb_spec (var f j i) k) as [-> | N].
        * rewrite Ss, Kk. simpl in H. rewrite H. reflexivity.
        * rewrite Sk by exact N. reflexivity.
    - rewrite Rest by discriminate. simpl. destruct (Nat.eq_dec x k) as [-> | N].
      + rewrite F; [rewrite Ss | intros [E | I]; [discriminate | destruct (Iy _ I) as [[_ X] | X]; discriminate]].
        unfold s. apply moved_from. exact same_name_eq.
      + rewrite Out by (discriminate || reflexivity || congruence). simpl. rewrite Sk by exact N. reflexivity.
    - rewrite Rest by discriminate. simpl. destruct (Nat.eq_dec x k) as [-> | N].
      + rewrite Ss. destruct (bool_dec c nb) as [-> | Nc]; [apply Z; [left; reflexivity | discriminate] |].
        assert (c = b) by (exact (not_negb c b Nc)). subst c.
        rewrite F; [| intros [E | I]; [congruence | destruct (Iy _ I) as [[_ X] | X]; discriminate]].
        unfold s. rewrite moved_other by (exact same_name_eq || discriminate || congruence). apply moved_from.
        exact same_name_eq.
      + rewrite Out by (discriminate || reflexivity || congruence). simpl. rewrite Sk by exact N. reflexivity.
    - simpl. destruct (Nat.eq_dec x k) as [-> | N].
      + rewrite Ss. unfold moved. simpl. rewrite Nat.eqb_refl. simpl.
        assert (E : eqb c b = true \/ eqb c nb = true) by (unfold nb; generalize b; intros []; destruct c; auto).
        destruct (eqb c nb) eqn:E1; [reflexivity |]. destruct E as [-> |]; [reflexivity | discriminate].
      + rewrite Rest, Out by (discriminate || reflexivity || congruence). simpl. rewrite Sk by exact N. reflexivity.
    - simpl. destruct (Nat.eq_dec x k) as [-> | N].
      + rewrite Ss. unfold moved. simpl. rewrite Nat.eqb_refl. simpl. rewrite Out by (discriminate || reflexivity).
        simpl. rewrite Kk. reflexivity.
      + rewrite Rest, Out by (discriminate || reflexivity || congruence). simpl. rewrite Sk by exact N. reflexivity.
    - simpl. destruct (Nat.eq_dec x k) as [-> | N].
      + rewrite Ss. apply moved_from. exact same_name_eq.
      + rewrite Rest, Out by (discriminate || reflexivity || congruence). simpl. rewrite Sk by exact N. reflexivity.
  Qed.

  Lemma clear_variables n : n <= variables f -> runs (variables_done 0) (variables_done n).
  Proof.
    induction n as [| n IH]; intros L; [apply Stop; reflexivity |].
    apply run_trans with (variables_done n); [apply IH; lia | apply clear_variable; lia].
  Qed.

  (** At last the core is covered: of the named cells, only that of the seat and that of the key hold a stack. *)
  Definition core_done : names_state := fun a => match a with Seat => Some Chain3 | Key => Some Key | _ => None end.

  Definition is_usher (a : name) : bool := match a with Last _ | Door _ => true | _ => false end.

  Lemma clear_exit : runs (variables_done (variables f)) core_done.
  Proof.
    set (xs := nodup name_dec (filter is_usher (names f))).
    assert (Ix : forall x, In x xs <-> is_dealt f x /\ is_usher x = true)
      by (intros x; unfold xs; rewrite nodup_In, filter_In, in_names; reflexivity).
    destruct (gather name name same_name same_name_eq (cell_of f) (card_of f) (is_dealt f)
      (fun c => suit (card_of f c) = 1) (fun c d E E' => or_introl (eq_trans E (eq_sym E'))) xs Seat (variables_done (variables f)))
      as [t [R [[d [T C]] [Z F]]]].
    { apply NoDup_nodup. }
    { rewrite Ix. intros [_ X]. discriminate. }
    { exact I. }
    { exists Seat. auto. }
    { intros x J. apply Ix in J as [D U]. split; [exact D |]. destruct x; try discriminate; simpl in D.
      - split; [apply (line f proper); simpl; auto; discriminate | exists (Usher j); auto].
      - split; [apply (line f proper); simpl; auto; discriminate |]. exists (Valet k). simpl.
        apply Nat.ltb_lt in D. rewrite D. auto. }
    apply run_trans with t; [exact R |].
    apply (runs_go f proper _ Head Seat Head d); simpl; auto; try discriminate.
    { rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { left. simpl. congruence. }
    apply (runs_go f proper _ Chain1 Seat Chain1 Head); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { right. simpl. lia. }
    apply (runs_go f proper _ Chain2 Seat Chain2 Chain1); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { right. simpl. lia. }
    apply (runs_go f proper _ Chain3 Seat Chain3 Chain2); simpl; auto; try discriminate.
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { unfold moved. simpl. rewrite F; [reflexivity | rewrite Ix; intros [_ X]; discriminate | discriminate]. }
    { right. simpl. lia. }
    apply Stop. intros a D. unfold moved.
    assert (V : forall j i, j < clauses f -> i < literals f j -> (var f j i <? variables f) = true)
      by (intros; apply Nat.ltb_lt; apply (known_variables f proper); assumption).
    destruct (is_usher a) eqn:U.
    - assert (X : t a = None) by (apply Z, Ix; auto). destruct a; try discriminate; simpl; exact X.
    - assert (X : a <> Seat -> t a = variables_done (variables f) a) by (intros N; apply F; [rewrite Ix, U;
        intros [_ X]; discriminate | exact N]).
      destruct a; try discriminate; simpl in *; try reflexivity;
        try (rewrite X by discriminate; simpl; try reflexivity);
        try (rewrite V by tauto; reflexivity);
        try (rewrite (proj2 (Nat.ltb_lt _ _) D); reflexivity).
      rewrite F; [reflexivity | rewrite Ix; intros [_ Y]; discriminate | discriminate].
  Qed.

  Theorem clear_core : satisfies f truth -> runs (fun a => Some a) core_done.
  Proof.
    intros S. apply run_trans with (clauses_done f truth (clauses f)).
    - apply run_same with (clauses_done f truth 0); [exact (clear_clauses f proper truth _ S (le_n _)) |].
      intros a _. destruct a; reflexivity.
    - apply run_same with (variables_done 0); [| exact clauses_are_done].
      apply run_trans with (variables_done (variables f)); [apply clear_variables; lia | apply clear_exit].
  Qed.
End Sweep.
