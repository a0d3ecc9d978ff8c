(** The core of the deal by name: which cards match, and which cells are in line.

    A name stands for a card and also for the cell that it was dealt in. *)

Require Import Arith Bool List Lia.
Require Import Game Deal.
Import ListNotations.

Inductive row := LiteralRow (j i : nat) | RungRow (j : nat) | LastRow (j : nat) | UsherRow (j : nat)
| EntryRow (k : nat) | LeafRow (k : nat) | ValetRow (k : nat) | SeatRow | HeadRow.
Inductive col := VariableCol (k : nat) (b : bool) | RunnerCol (j i : nat) | CornerCol (j : nat) | CollectorCol (k : nat) | ExitCol.

Section Grid.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Let m := clauses f.
  Let v := variables f.

  Definition is_core (a : name) : Prop :=
    match a with Chain1 | Chain2 | Chain3 | Key => False | _ => is_dealt f a end.

  Definition row_of (a : name) : row :=
    match a with
    | Activator j i | Opposite j i | Runner j i => LiteralRow j i
    | Rung j _ | Corner j => RungRow j
    | Next j | Last j => LastRow j
    | Usher j => UsherRow j
    | Collector k | Entry k _ => EntryRow k
    | Leaf k _ | Door k => LeafRow k
    | Valet k => ValetRow k
    | Head => HeadRow
    | _ => SeatRow
    end.

  Definition col_of (a : name) : col :=
    match a with
    | Activator j i | Rung j i => VariableCol (var f j i) (positive f j i)
    | Opposite j i => VariableCol (var f j i) (negb (positive f j i))
    | Runner j i => RunnerCol j i
    | Corner j | Next j => CornerCol j
    | Collector k => CollectorCol k
    | Entry k b | Leaf k b => VariableCol k b
    | _ => ExitCol
    end.

  (** The matches of the table in the core. *)
  Definition mates (c d : name) : Prop :=
    match c with
    | Rung j _ | Corner j | Next j | Last j =>
        match d with Rung j' _ | Corner j' | Next j' | Last j' | Activator j' _ => j' = j | _ => False end
    | Activator j i =>
        match d with
        | Rung j' _ | Corner j' | Next j' | Last j' | Activator j' _ | Usher j' => j' = j
        | Opposite j' i' | Runner j' i' => j' = j /\ i' = i
        | _ => False
        end
    | Opposite j i => match d with Activator j' i' | Runner j' i' => j' = j /\ i' = i | _ => False end
    | Runner j i =>
        match d with
        | Activator j' i' | Opposite j' i' => j' = j /\ i' = i
        | Runner j' i' => var f j' i' = var f j i
        | Collector k => k = var f j i
        | _ => False
        end
    | Collector k => match d with Runner j i => k = var f j i | Entry k' _ | Leaf k' _ => k' = k | _ => False end
    | Entry k _ => match d with Collector k' | Entry k' _ | Leaf k' _ => k' = k | _ => False end
    | Leaf k _ => match d with Collector k' | Entry k' _ | Leaf k' _ | Door k' | Valet k' => k' = k | _ => False end
    | Door k => match d with Leaf k' _ | Valet k' => k' = k | _ => False end
    | Valet k => match d with Leaf k' _ | Door k' => k' = k | Usher _ | Valet _ | Seat | Head => True | _ => False end
    | Usher j => match d with Activator j' _ => j' = j | Usher _ | Valet _ | Seat | Head => True | _ => False end
    | Seat | Head => match d with Usher _ | Valet _ | Seat | Head => True | _ => False end
    | _ => False
    end.

  Theorem matches_are_mates c d : is_core c -> is_core d -> c <> d -> matches (card_of f c) (card_of f d) -> mates c d.
  Proof.
    intros C D N M. unfold matches in M.
    destruct c, d; simpl in C, D; try contradiction; simpl; try exact I; try (elim N; reflexivity); simpl in M;
      bounds f proper; unfold ranks in *;
      repeat match goal with M : context [if ?b then _ else _] |- _ => destruct b end;
      try (exfalso; lia); try lia; try (exfalso; apply N; f_equal; lia); compare f j j0; try (exfalso; lia);
      try (destruct (Nat.eq_dec i i0); [subst i0; elim N; reflexivity |]); lia.
  Qed.

  Theorem same_row x y : is_core x -> is_core y -> fst (cell_of f x) = fst (cell_of f y) -> row_of x = row_of y.
  Proof.
    intros C D E. destruct x, y; simpl in C, D; try contradiction; simpl in E; simpl; bounds f proper;
      unfold meeting in *; try reflexivity; try (exfalso; lia); f_equal; lia.
  Qed.

  Theorem same_col x y : is_core x -> is_core y -> snd (cell_of f x) = snd (cell_of f y) -> col_of x = col_of y.
  Proof.
    intros C D E. destruct x, y; simpl in C, D; try contradiction; simpl in E; simpl; bounds f proper;
      unfold exit, column in *; try reflexivity;
      repeat match goal with E : context [positive f ?j ?i] |- _ => destruct (positive f j i) end;
      repeat match goal with b : bool |- _ => destruct b end; simpl in *;
      first [exfalso; lia | f_equal; lia | compare f j j0; [exfalso; lia | f_equal; lia | exfalso; lia]
            | compare f j j0; exfalso; lia].
  Qed.

  Lemma core_is_dealt a : is_core a -> is_dealt f a.
  Proof. destruct a; simpl; tauto. Qed.
End Grid.
