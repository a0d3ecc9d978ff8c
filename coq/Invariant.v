(** Lemma B of docs/intractability.md: where the core cards may stand.

    What is said of a card speaks only of its own cell, of cards that are covered, of cells that are empty, and of what has
    happened. So it stays true while other cards move, and only the mover needs a proof. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Clear Grid Walk.
Import ListNotations.

Section Invariant.
  Variable f : formula.

  Definition is_exit (x : name) : Prop :=
    match x with Last _ | Usher _ | Door _ | Valet _ | Seat | Head => True | _ => False end.

  (** The regions Γ_j and Δ_k, and the cells of entries and leaves. *)
  Definition gamma (j : nat) (x : name) : Prop :=
    match x with
    | Rung j' _ | Corner j' | Next j' | Activator j' _ => j' = j
    | Last _ | Usher _ | Door _ | Valet _ | Seat | Head => True
    | _ => False
    end.
  Definition delta (k : nat) (x : name) : Prop :=
    match x with
    | Collector k' | Entry k' _ | Leaf k' _ => k' = k
    | Activator j i | Opposite j i => var f j i = k
    | _ => False
    end.
  Definition near (k : nat) (x : name) : Prop := match x with Entry k' _ | Leaf k' _ => k' = k | _ => False end.

  Definition is_rung (j : nat) (c : name) : Prop :=
    match c with Rung j' _ | Corner j' | Next j' | Last j' => j' = j | _ => False end.
  Definition is_runner_card (k : nat) (c : name) : Prop :=
    match c with Runner j i => var f j i = k | Collector k' => k' = k | _ => False end.

  (** A runner card comes to the row of another runner, or to the rows of the collector, only when this is covered. *)
  Definition own_row (s : scene) (c x : name) : Prop :=
    match x with
    | Activator j i | Opposite j i => c = Runner j i \/ gone s (Runner j i)
    | Entry k _ | Leaf k _ | Door k => c = Collector k \/ gone s (Collector k)
    | _ => True
    end.

  (** How the collector comes to a second column: over both leaves. *)
  Definition stage (s : scene) (k : nat) (x : name) : Prop :=
    ((x = Collector k \/ exists b, x = Entry k b) /\ forall b, ~ took s k b) \/
    (gone s (Leaf k true) /\ gone s (Leaf k false)) \/
    (exists b, col_of f x = VariableCol k b /\ empty s (Entry k b) /\ ~ took s k (negb b)) \/
    (exists b, x = Door k /\ gone s (Leaf k b) /\ empty s (Leaf k b) /\ ~ took s k (negb b)).

  Definition allowed (s : scene) (c x : name) : Prop :=
    match c with
    | Activator j i =>
        (x = Activator j i /\ ~ fired s j i) \/
        (x = Opposite j i /\ gone s (Opposite j i) /\ empty s (Activator j i) /\ ~ fired s j i) \/
        (x = Runner j i /\ gone s (Runner j i) /\ empty s (Activator j i) /\ ~ fired s j i) \/
        (fired s j i /\ gamma j x /\ empty s (Activator j i) /\ (is_exit x -> empty s (Next j))) \/
        (x = Leaf (var f j i) (negb (positive f j i)) /\ gone s (Opposite j i) /\ gone s (Runner j i) /\
         empty s (Door (var f j i)) /\ empty s (Activator j i) /\ fired s j i)
    | Opposite j i =>
        x = Opposite j i \/ (x = Activator j i /\ gone s (Activator j i) /\ ~ fired s j i) \/
        (x = Runner j i /\ gone s (Runner j i))
    | Runner j i =>
        own_row s c x /\
        (x = Runner j i \/
         (x = Activator j i /\ gone s (Activator j i) /\ ~ fired s j i) \/
         (x = Opposite j i /\ gone s (Opposite j i)) \/
         (delta (var f j i) x /\ col_of f x = VariableCol (var f j i) (positive f j i) /\
          gone s (Activator j i) /\ ~ fired s j i /\ empty s (Activator j i)) \/
         (delta (var f j i) x /\ col_of f x = VariableCol (var f j i) (negb (positive f j i)) /\
          gone s (Opposite j i) /\ empty s (Opposite j i)) \/
         (x = Door (var f j i) /\ gone s (Activator j i) /\ gone s (Opposite j i)))
    | Rung j _ | Corner j | Next j | Last j => gamma j x
    | Usher _ | Seat | Head => is_exit x
    | Valet k => is_exit x \/ ((near k x \/ (delta k x /\ gone s (Collector k))) /\ empty s (Door k))
    | Collector k => (delta k x \/ x = Door k) /\ own_row s c x /\ stage s k x
    | Entry k _ | Leaf k _ | Door k =>
        (is_exit x /\ (x = Door k \/ empty s (Door k))) \/ near k x \/ (delta k x /\ gone s (Collector k))
    | _ => False
    end.

  Record invariant (s : scene) : Prop := {
    is_placed : placed f s;
    is_allowed : forall c x, where_is s c = Some x -> allowed s c x;
    one_in_row : forall k c d x y, is_runner_card k c -> is_runner_card k d ->
      where_is s c = Some x -> where_is s d = Some y -> row_of x = row_of y -> c = d;
    last_cell : forall c j, where_is s c = Some (Last j) -> is_rung j c \/ empty s (Next j) }.

  Lemma invariant_first s : first_scene f s -> invariant s.
  Proof.
    intros F. pose proof (walk_placed f s (Begin f s F)) as P. destruct F as [A [B [C D]]].
    assert (Z : forall c x, where_is s c = Some x -> is_core f c /\ c = x).
    { intros c x H. assert (X : is_core f c \/ ~ is_core f c) by (destruct c; simpl; lia || tauto).
      destruct X as [X | X]; [rewrite (A c X) in H | rewrite (B c X) in H]; split; congruence. }
    split; [exact P | | |].
    - intros c x H. destruct (Z c x H) as [X <-]. destruct c; simpl in X; try contradiction; simpl; auto.
      + split; [auto |]. split; [auto |]. left. split; [auto | apply D].
    - intros k c d x y R R' H H' E. destruct (Z c x H) as [_ <-]. destruct (Z d y H') as [_ <-].
      destruct c, d; simpl in *; try contradiction; congruence.
    - intros c j H. destruct (Z c _ H) as [_ ->]. left. reflexivity.
  Qed.

  (** What is said of a card stays true while others move. *)
  Lemma allowed_next s c d x y a z : step f s c d x y -> a <> c -> allowed s a z -> allowed (next f s c d x y) a z.
  Proof.
    intros S N A.
    assert (G : forall b, gone s b -> gone (next f s c d x y) b) by (intros b; apply (gone_next f _ _ _ _ _ _ S)).
    assert (E : forall b, empty s b -> empty (next f s c d x y) b) by (intros b; apply (empty_next f _ _ _ _ _ _ S)).
    assert (F : forall j i, fired s j i -> fired (next f s c d x y) j i) by (intros j i H; left; exact H).
    assert (F' : forall j i, (a = Activator j i \/ gone s (Activator j i)) -> ~ fired s j i ->
      ~ fired (next f s c d x y) j i).
    { intros j i H H' [K | [K _]]; [contradiction |]. destruct H as [-> | H]; [congruence |].
      pose proof (mover_at _ _ _ _ _ _ S) as W. unfold gone in H. congruence. }
    assert (T : forall k b, a = Collector k -> ~ took s k b -> ~ took (next f s c d x y) k b).
    { intros k b -> H [K | [K _]]; [contradiction | congruence]. }
    assert (O : own_row s a z -> own_row (next f s c d x y) a z).
    { destruct z; cbn [own_row]; auto; intros [H | H]; auto. }
    destruct a; cbn [allowed] in A |- *; auto.
    - destruct A as [[-> A] | [[-> [A [B C]]] | [[-> [A [B C]]] | [[A [B [C D]]] | [-> [A [B [C [D H]]]]]]]]].
      + left. auto.
      + right. left. auto 6.
      + right. right. left. auto 6.
      + right. right. right. left. auto 6.
      + right. right. right. right. auto 8.
    - destruct A as [A | [[A [B C]] | [A B]]]; [left | right; left | right; right]; auto 6.
    - destruct A as [R A]. split; [auto |].
      destruct A as [A | [[A [B C]] | [[A B] | [[A [B [C [D H]]]] | [[A [B [C D]]] | [A [B C]]]]]]].
      + left. auto.
      + right. left. auto 6.
      + right. right. left. auto.
      + right. right. right. left. auto 8.
      + right. right. right. right. left. auto 8.
      + right. right. right. right. right. auto 8.
    - destruct A as [A [B C]]. split; [exact A |]. split; [auto |].
      destruct C as [[C D] | [[C D] | [[b [C [D H]]] | [b [C [D [H K]]]]]]].
      + left. auto.
      + right. left. auto.
      + right. right. left. exists b. auto.
      + right. right. right. exists b. auto 6.
    - destruct A as [[A [B | B]] | [A | [A B]]]; auto 8.
    - destruct A as [[A [B | B]] | [A | [A B]]]; auto 8.
    - destruct A as [[A [B | B]] | [A | [A B]]]; auto 8.
    - destruct A as [A | [[A | [A B]] C]]; auto 8.
  Qed.
End Invariant.

(** What follows from equal names, rows and columns. *)
Ltac clean := repeat match goal with
  | H : _ /\ _ |- _ => destruct H
  | H : exists _, _ |- _ => destruct H
  | H : False |- _ => destruct H
  | H : True |- _ => clear H
  | H : ?x = ?x |- _ => clear H
  | H : ?x = ?y |- _ => is_var x; subst x
  | H : ?x = ?y |- _ => is_var y; subst y
  | H : ?x = ?y |- _ => discriminate H
  | H : Activator _ _ = Activator _ _ |- _ => injection H; clear H; intros
  | H : Opposite _ _ = Opposite _ _ |- _ => injection H; clear H; intros
  | H : Runner _ _ = Runner _ _ |- _ => injection H; clear H; intros
  | H : Rung _ _ = Rung _ _ |- _ => injection H; clear H; intros
  | H : Leaf _ _ = Leaf _ _ |- _ => injection H; clear H; intros
  | H : Entry _ _ = Entry _ _ |- _ => injection H; clear H; intros
  | H : Door _ = Door _ |- _ => injection H; clear H; intros
  | H : Last _ = Last _ |- _ => injection H; clear H; intros
  | H : Collector _ = Collector _ |- _ => injection H; clear H; intros
  | H : VariableCol _ _ = VariableCol _ _ |- _ => injection H; clear H; intros
  | H : RunnerCol _ _ = RunnerCol _ _ |- _ => injection H; clear H; intros
  | H : CornerCol _ = CornerCol _ |- _ => injection H; clear H; intros
  | H : CollectorCol _ = CollectorCol _ |- _ => injection H; clear H; intros
  | H : LiteralRow _ _ = LiteralRow _ _ |- _ => injection H; clear H; intros
  | H : RungRow _ = RungRow _ |- _ => injection H; clear H; intros
  | H : LastRow _ = LastRow _ |- _ => injection H; clear H; intros
  | H : UsherRow _ = UsherRow _ |- _ => injection H; clear H; intros
  | H : EntryRow _ = EntryRow _ |- _ => injection H; clear H; intros
  | H : LeafRow _ = LeafRow _ |- _ => injection H; clear H; intros
  | H : ValetRow _ = ValetRow _ |- _ => injection H; clear H; intros
  end.
