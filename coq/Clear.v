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
  forall j, j < clauses f -> exists i, i < 3 /\ is_true f s j i = true.
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
  Lemma clear_other s j i c : j < clauses f -> i < 3 ->
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
  Lemma clear_chosen s j i c : j < clauses f -> i < 3 ->
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

  Lemma others i : i < 3 -> exists i' i'', i' < 3 /\ i'' < 3 /\ i' <> i /\ i'' <> i /\ i' <> i'' /\
    forall x, x < 3 -> x = i \/ x = i' \/ x = i''.
  Proof.
    intros I. exists (match i with 0 => 1 | _ => 0 end), (match i with 2 => 1 | _ => 2 end).
    destruct i as [| [| [|]]]; repeat split; try lia.
  Qed.

  Lemma clear_clause j : j < clauses f -> (exists i, i < 3 /\ is_true f truth j i = true) ->
    runs (clauses_done j) (clauses_done (S j)).
  Proof.
    intros J [i [I T]]. destruct (others i I) as [i' [i'' [I' [I'' [N' [N'' [N All]]]]]]].
    assert (D : forall a, In a [Activator j i; Opposite j i; Runner j i; Rung j i; Activator j i'; Opposite j i';
      Runner j i'; Rung j i'; Activator j i''; Opposite j i''; Runner j i''; Rung j i''; Corner j; Next j; Last j;
      Usher j] -> clauses_done j a = Some a).
    { intros a Ia. simpl in Ia. assert (F : (j <? j) = false) by (apply Nat.ltb_ge; lia).
      repeat destruct Ia as [<- | Ia]; try contradiction; simpl; rewrite F; reflexivity. }
    eapply run_trans; [apply (clear_other _ j i' (Corner j) J I'); try reflexivity; apply D; simpl; tauto |].
    assert (F : (i'' =? i') = false) by (apply Nat.eqb_neq; lia).
    assert (F1 : (i =? i') = false) by (apply Nat.eqb_neq; lia).
    assert (F2 : (i =? i'') = false) by (apply Nat.eqb_neq; lia).
    eapply run_trans; [apply (clear_other _ j i'' (Rung j i') J I''); try reflexivity;
      unfold put, other_literal, same_name; rewrite ?Nat.eqb_refl, ?F; try reflexivity; apply D; simpl; tauto |].
    eapply run_trans; [apply (clear_chosen _ j i (Rung j i'') J I); try reflexivity;
      unfold put, other_literal, same_name; rewrite ?Nat.eqb_refl, ?F1, ?F2; try reflexivity; apply D; simpl; tauto |].
    apply Stop. intros a Da.
    assert (Dj : (j <? S j) = true) by (apply Nat.ltb_lt; lia).
    assert (Dn : forall x, x <> j -> (x <? S j) = (x <? j)).
    { intros x Nx. destruct (Nat.ltb_spec x (S j)), (Nat.ltb_spec x j); auto; lia. }
    destruct a as [x y | x y | x y | x y | x | x | x | x | | | | | | | | | | |]; simpl; try reflexivity;
      (destruct (Nat.eqb_spec x j) as [-> | Nx]; simpl; [rewrite ?Dj | rewrite Dn by exact Nx; reflexivity]);
      try reflexivity.
    all: destruct Da as [_ Y]; destruct (All y Y) as [-> | [-> | ->]]; rewrite ?Nat.eqb_refl, ?F1, ?F2, ?F, ?T;
      try reflexivity.
    all: repeat match goal with |- context [?x =? ?y] => destruct (Nat.eqb_spec x y); subst; try lia end; reflexivity.
  Qed.

  Lemma clear_clauses n : satisfies f truth -> n <= clauses f -> runs (clauses_done 0) (clauses_done n).
  Proof.
    intros S. induction n as [| n IH]; intros L; [apply Stop; reflexivity |].
    apply run_trans with (clauses_done n); [apply IH; lia |]. apply clear_clause; [lia |]. apply S. lia.
  Qed.
End Clear.
