(** Satisfiable, so solvable, first part: how a clause with a true literal is cleared. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Spots.
Import ListNotations.

Definition same_name (a b : name) : bool :=
  match a, b with
  | Activator j i, Activator j' i' | Opposite j i, Opposite j' i' | Runner j i, Runner j' i' | Rung j i, Rung j' i' =>
      (j =? j') && (i =? i')
  | Corner j, Corner j' | Next j, Next j' | Last j, Last j' | Usher j, Usher j' => j =? j'
  | Collector k, Collector k' | Door k, Door k' | Valet k, Valet k' => k =? k'
  | Entry k b, Entry k' b' | Leaf k b, Leaf k' b' => (k =? k') && eqb b b'
  | Seat, Seat | Head, Head | Chain1, Chain1 | Chain2, Chain2 | Chain3, Chain3 | Key, Key => true
  | _, _ => false
  end.

Lemma same_name_eq a b : same_name a b = true <-> a = b.
Proof.
  split.
  - destruct a, b; simpl; try discriminate; intros H;
      rewrite ?andb_true_iff, ?Nat.eqb_eq, ?eqb_true_iff in H; try destruct H; congruence.
  - intros <-. destruct a; simpl; rewrite ?Nat.eqb_refl, ?eqb_reflx; reflexivity.
Qed.

(** An assignment satisfies the formula if every clause has a literal that it makes true. *)
Definition is_true (f : formula) (s : nat -> bool) (j i : nat) : bool := eqb (s (var f j i)) (positive f j i).
Definition satisfies (f : formula) (s : nat -> bool) : Prop :=
  forall j, j < clauses f -> exists i, i < literals f j /\ is_true f s j i = true.
Definition satisfiable (f : formula) : Prop := exists s, satisfies f s.

Section Clear.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Variable truth : nat -> bool.

  Definition names_state := state name name.
  Definition runs : names_state -> names_state -> Prop := run name name same_name (cell_of f) (card_of f) (is_dealt f).

  Lemma line a b : is_dealt f a -> is_dealt f b -> a <> b ->
    (fst (cell_of f a) = fst (cell_of f b) \/ snd (cell_of f a) = snd (cell_of f b)) -> in_line (cell_of f a) (cell_of f b).
  Proof. intros A B N E. split; [| exact E]. intros X. apply N. exact (cells_differ f proper a b A B X). Qed.

  (** One move, and the state after it. *)
  Lemma runs_go s a b c d t :
    is_dealt f a -> is_dealt f b -> s a = Some c -> s b = Some d -> a <> b ->
    (fst (cell_of f a) = fst (cell_of f b) \/ snd (cell_of f a) = snd (cell_of f b)) ->
    matches (card_of f c) (card_of f d) -> runs (moved _ _ same_name s a b) t -> runs s t.
  Proof. intros A B Sa Sb N L M R. apply (Go _ _ _ _ _ _ s a b c d t); auto. apply line; auto. Qed.

  (** A state with some spots changed. *)
  Fixpoint put (s : names_state) (changes : list (name * option name)) : names_state :=
    match changes with
    | [] => s
    | (a, c) :: changes => fun x => if same_name x a then c else put s changes x
    end.

  Ltac look := unfold moved; simpl; rewrite ?Nat.eqb_refl, ?eqb_reflx; simpl; try reflexivity; try eassumption.

  (** What is left of a clause: the runners, in the columns of the false literals, and the usher. *)
  Definition cleared (a : name) : option name :=
    match a with
    | Activator j i => if is_true f truth j i then None else Some (Runner j i)
    | Opposite j i => if is_true f truth j i then Some (Runner j i) else None
    | Last j => Some (Usher j)
    | _ => None
    end.

  Definition other_literal (j i : nat) : list (name * option name) :=
    [(Runner j i, None); (Rung j i, None); (Corner j, Some (Rung j i));
     (Activator j i, cleared (Activator j i)); (Opposite j i, cleared (Opposite j i))].

  (** A literal that is not chosen: its runner comes to the column of the false literal, its rung to the corner. *)
  Lemma clear_other s j i c : j < clauses f -> i < literals f j ->
    s (Activator j i) = Some (Activator j i) -> s (Opposite j i) = Some (Opposite j i) ->
    s (Runner j i) = Some (Runner j i) -> s (Rung j i) = Some (Rung j i) ->
    s (Corner j) = Some c -> rank (card_of f c) = rank (card_of f (Corner j)) ->
    runs s (put s (other_literal j i)).
  Proof.
    intros J I A O R G C E.
    apply (runs_go _ (Rung j i) (Corner j) (Rung j i) c); simpl; auto; try discriminate.
    { right. rewrite E. simpl. lia. }
    destruct (is_true f truth j i) eqn:T.
    - apply (runs_go _ (Runner j i) (Activator j i) (Runner j i) (Activator j i)); simpl; auto; try discriminate;
        [left; reflexivity |].
      apply (runs_go _ (Activator j i) (Opposite j i) (Runner j i) (Opposite j i)); simpl; auto; try discriminate;
        try (look; fail); [left; reflexivity |].
      apply Stop. unfold moved. intros [] _; simpl; try reflexivity;
        repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); subst; simpl end;
        rewrite ?Nat.eqb_refl, ?T; simpl; auto; try congruence.
    - apply (runs_go _ (Runner j i) (Opposite j i) (Runner j i) (Opposite j i)); simpl; auto; try discriminate;
        [left; reflexivity |].
      apply (runs_go _ (Opposite j i) (Activator j i) (Runner j i) (Activator j i)); simpl; auto; try discriminate;
        try (look; fail); [left; reflexivity |].
      apply Stop. unfold moved. intros [] _; simpl; try reflexivity;
        repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); subst; simpl end;
        rewrite ?Nat.eqb_refl, ?T; simpl; auto; try congruence.
  Qed.

  Definition chosen_literal (j i : nat) : list (name * option name) :=
    [(Runner j i, None); (Rung j i, None); (Corner j, None); (Next j, None); (Usher j, None);
     (Last j, Some (Usher j)); (Activator j i, None); (Opposite j i, Some (Runner j i))].

  (** The chosen literal: its activator comes down, goes over all rungs to the exit, and the usher covers it. *)
  Lemma clear_chosen s j i c : j < clauses f -> i < literals f j ->
    s (Activator j i) = Some (Activator j i) -> s (Opposite j i) = Some (Opposite j i) ->
    s (Runner j i) = Some (Runner j i) -> s (Rung j i) = Some (Rung j i) ->
    s (Corner j) = Some c -> rank (card_of f c) = rank (card_of f (Corner j)) ->
    s (Next j) = Some (Next j) -> s (Last j) = Some (Last j) -> s (Usher j) = Some (Usher j) ->
    runs s (put s (chosen_literal j i)).
  Proof.
    intros J I A O R G C E X L U.
    apply (runs_go _ (Runner j i) (Opposite j i) (Runner j i) (Opposite j i)); simpl; auto; try discriminate;
      [left; reflexivity |].
    apply (runs_go _ (Activator j i) (Rung j i) (Activator j i) (Rung j i)); simpl; auto; try discriminate;
      [right; simpl; lia |].
    apply (runs_go _ (Rung j i) (Corner j) (Activator j i) c); simpl; auto; try discriminate;
      [look | right; rewrite E; simpl; lia |].
    apply (runs_go _ (Corner j) (Next j) (Activator j i) (Next j)); simpl; auto; try discriminate;
      [look | right; simpl; lia |].
    apply (runs_go _ (Next j) (Last j) (Activator j i) (Last j)); simpl; auto; try discriminate;
      [look | right; simpl; lia |].
    apply (runs_go _ (Usher j) (Last j) (Usher j) (Activator j i)); simpl; auto; try discriminate;
      [look | right; simpl; lia |].
    apply Stop. unfold moved. intros [] _; simpl; try reflexivity;
      repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); subst; simpl end;
      rewrite ?Nat.eqb_refl; simpl; auto; try congruence.
  Qed.

  (** The clauses before number [n] are cleared, all else is as dealt. *)
  Definition clauses_done (n : nat) : names_state :=
    fun a => match a with
             | Activator j _ | Opposite j _ | Runner j _ | Rung j _ | Corner j | Next j | Last j | Usher j =>
                 if j <? n then cleared a else Some a
             | _ => Some a
             end.

  (** Of clause [j], the literals before number [n] are cleared, but for the chosen one, [i]; and what lies on the
      corner then. *)
  Fixpoint corner_top (j i n : nat) : name :=
    match n with 0 => Corner j | S n => if n =? i then corner_top j i n else Rung j n end.
  Definition others_done (j i n : nat) : names_state :=
    fun a => match a with
             | Activator j' x | Opposite j' x | Runner j' x | Rung j' x =>
                 if (j' =? j) && ((x <? n) && negb (x =? i)) then cleared a else clauses_done j a
             | Corner j' => if j' =? j then Some (corner_top j i n) else clauses_done j a
             | _ => clauses_done j a
             end.

  Lemma corner_rank j i n : rank (card_of f (corner_top j i n)) = rank (card_of f (Corner j)).
  Proof. induction n as [| n IH]; simpl; [reflexivity |]. destruct (n =? i); [exact IH | reflexivity]. Qed.

  Lemma clear_others j i n : j < clauses f -> n <= literals f j -> runs (clauses_done j) (others_done j i n).
  Proof.
    intros J. assert (Jj : (j <? j) = false) by (apply Nat.ltb_ge; lia).
    induction n as [| n IH]; intros L.
    - apply Stop. intros [] _; simpl; rewrite ?andb_false_r; try reflexivity.
      destruct (Nat.eqb_spec j0 j) as [-> |]; [rewrite Jj |]; reflexivity.
    - eapply run_trans; [apply IH; lia |]. clear IH.
      assert (Sn : forall x, x <> n -> (x <? S n) = (x <? n)).
      { intros x N. destruct (Nat.ltb_spec x (S n)), (Nat.ltb_spec x n); auto; lia. }
      assert (Nn : (n <? n) = false) by (apply Nat.ltb_ge; lia).
      assert (Ns : (n <? S n) = true) by (apply Nat.ltb_lt; lia).
      destruct (Nat.eqb_spec n i) as [-> | Ni].
      + apply Stop. intros a _. unfold others_done. simpl corner_top. rewrite Nat.eqb_refl.
        destruct a as [x y | x y | x y | x y | | | | | | | | | | | | | | |]; try reflexivity;
          (destruct (Nat.eqb_spec y i) as [-> | Ny]; [rewrite !andb_false_r; reflexivity | rewrite Sn by exact Ny;
            reflexivity]).
      + apply Nat.eqb_neq in Ni.
        eapply run_trans; [apply (clear_other _ j n (corner_top j i n) J ltac:(lia)); try apply corner_rank;
          unfold others_done; rewrite ?Nat.eqb_refl, ?Nn; simpl; rewrite ?Jj; reflexivity |].
        apply Stop. intros a _.
        destruct a as [x y | x y | x y | x y | x | | | | | | | | | | | | | |];
          simpl; rewrite ?Ni; try reflexivity; (destruct (Nat.eqb_spec x j) as [-> | Nx]; simpl; [| reflexivity]);
          try reflexivity;
          (destruct (Nat.eqb_spec y n) as [-> | Ny]; simpl; [rewrite Ns, Ni | rewrite Sn by exact Ny]); reflexivity.
  Qed.

  Lemma clear_clause j : j < clauses f -> (exists i, i < literals f j /\ is_true f truth j i = true) ->
    runs (clauses_done j) (clauses_done (S j)).
  Proof.
    intros J [i [I T]]. assert (Jj : (j <? j) = false) by (apply Nat.ltb_ge; lia).
    eapply run_trans; [apply (clear_others j i (literals f j) J (le_n _)) |].
    eapply run_trans; [apply (clear_chosen _ j i (corner_top j i (literals f j)) J I); try apply corner_rank;
      unfold others_done; rewrite ?Nat.eqb_refl, ?andb_false_r; simpl; rewrite ?Jj; reflexivity |].
    apply Stop. intros a Da.
    assert (Dj : (j <? S j) = true) by (apply Nat.ltb_lt; lia).
    assert (Dn : forall x, x <> j -> (x <? S j) = (x <? j)).
    { intros x Nx. destruct (Nat.ltb_spec x (S j)), (Nat.ltb_spec x j); auto; lia. }
    destruct a as [x y | x y | x y | x y | x | x | x | x | | | | | | | | | | |]; simpl; try reflexivity;
      (destruct (Nat.eqb_spec x j) as [-> | Nx]; simpl; [rewrite ?Dj | rewrite Dn by exact Nx; reflexivity]);
      try reflexivity.
    all: destruct Da as [_ Y]; apply Nat.ltb_lt in Y; destruct (Nat.eqb_spec y i) as [-> | Ny]; simpl; rewrite ?T, ?Y;
      reflexivity.
  Qed.

  Lemma clear_clauses n : satisfies f truth -> n <= clauses f -> runs (clauses_done 0) (clauses_done n).
  Proof.
    intros S. induction n as [| n IH]; intros L; [apply Stop; reflexivity |].
    apply run_trans with (clauses_done n); [apply IH; lia |]. apply clear_clause; [lia |]. apply S. lia.
  Qed.
End Clear.
