(** The rules of Birds of a Feather, and the facts F1 and F3 of docs/intractability.md for every play.

    A position says which card is on top in each cell; what lies below never matters to a move. *)

Require Import Arith List Lia.
Import ListNotations.

Record card := Card { rank : nat; suit : nat }.
Definition cell := (nat * nat)%type.
Definition position := cell -> option card.

Definition matches (a b : card) : Prop :=
  suit a = suit b \/ (rank a <= rank b + 1 /\ rank b <= rank a + 1).

Definition in_line (x y : cell) : Prop := x <> y /\ (fst x = fst y \/ snd x = snd y).

Definition cell_eq (x y : cell) : {x = y} + {x <> y}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** The stack of cell [x] goes onto that of cell [y]. *)
Definition after (p : position) (x y : cell) : position :=
  fun z => if cell_eq z x then None else if cell_eq z y then p x else p z.

Inductive move (p : position) : cell -> cell -> card -> card -> Prop :=
| Move x y a b : p x = Some a -> p y = Some b -> in_line x y -> matches a b -> move p x y a b.

(** The covers of a play, first to last: (the card that moved, the card that it covered). *)
Inductive play : position -> list (card * card) -> position -> Prop :=
| Nil p : play p [] p
| Cons p x y a b covers q : move p x y a b -> play (after p x y) covers q -> play p ((a, b) :: covers) q.

(** A solution leaves one stack. *)
Definition one_stack (p : position) : Prop := exists x, p x <> None /\ forall y, p y <> None -> y = x.
Definition solvable (p : position) : Prop := exists covers q, play p covers q /\ one_stack q.

Definition is_top (p : position) (a : card) : Prop := exists x, p x = Some a.
Definition distinct (p : position) : Prop := forall x y a, p x = Some a -> p y = Some a -> x = y.

Lemma tops_of_move p x y a b : move p x y a b -> p x = Some a /\ p y = Some b /\ x <> y.
Proof. intros [x' y' a' b' Hx Hy [N _] _]. auto. Qed.

Lemma move_keeps_empty p x y a b z : move p x y a b -> p z = None -> after p x y z = None.
Proof.
  intros [x' y' a' b' Hx Hy _ _] Hz. unfold after.
  destruct (cell_eq z x'); [reflexivity |]. destruct (cell_eq z y'); [congruence | exact Hz].
Qed.

Lemma left_is_empty p x y : after p x y x = None.
Proof. unfold after. destruct (cell_eq x x); congruence. Qed.

(** F1: a cell that is empty, in particular one that was left, stays empty. *)
Theorem empty_stays_empty p covers q z : play p covers q -> p z = None -> q z = None.
Proof.
  induction 1 as [| p x y a b covers q M P IH]; intros Hz; [exact Hz |].
  apply IH. exact (move_keeps_empty _ _ _ _ _ _ M Hz).
Qed.

(** A move turns up no card: whatever is on top after it was on top before it, in the same cell or in the one left. *)
Lemma top_before p x y a b z c :
  move p x y a b -> after p x y z = Some c -> (z <> x /\ z <> y /\ p z = Some c) \/ (z = y /\ c = a).
Proof.
  intros [x' y' a' b' Hx Hy _ _] Hc. unfold after in Hc.
  destruct (cell_eq z x'); [discriminate |]. destruct (cell_eq z y'); [right; split; congruence | left; auto].
Qed.

Lemma move_keeps_distinct p x y a b : distinct p -> move p x y a b -> distinct (after p x y).
Proof.
  intros D M z w c Hz Hw.
  destruct (tops_of_move _ _ _ _ _ M) as [Hx _].
  destruct (top_before _ _ _ _ _ _ _ M Hz) as [[Nz [_ Pz]] | [-> ->]];
    destruct (top_before _ _ _ _ _ _ _ M Hw) as [[Nw [_ Pw]] | [-> E]]; subst; auto.
  - exact (D _ _ _ Pz Pw).
  - elim Nz. exact (D _ _ _ Pz Hx).
  - elim Nw. exact (D _ _ _ Pw Hx).
Qed.

Lemma covered_is_not_top p x y a b : distinct p -> move p x y a b -> ~ is_top (after p x y) b.
Proof.
  intros D M [z Hz]. destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy N]].
  destruct (top_before _ _ _ _ _ _ _ M Hz) as [[_ [Nz Pz]] | [_ E]]; [apply Nz | apply N].
  - exact (D _ _ _ Pz Hy).
  - subst. exact (D _ _ _ Hx Hy).
Qed.

(** Who moves or is covered was on top at the start. *)
Lemma all_were_tops p covers q a b : play p covers q -> In (a, b) covers -> is_top p a /\ is_top p b.
Proof.
  induction 1 as [| p x y a' b' covers q M P IH]; intros I; [contradiction |].
  destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy _]].
  assert (T : is_top p a' /\ is_top p b') by (split; [exists x | exists y]; assumption).
  destruct I as [E | I]; [inversion E; subst; exact T |].
  destruct (IH I) as [[z Hz] [w Hw]].
  split.
  - destruct (top_before _ _ _ _ _ _ _ M Hz) as [[_ [_ Pz]] | [_ ->]]; [exists z; exact Pz | tauto].
  - destruct (top_before _ _ _ _ _ _ _ M Hw) as [[_ [_ Pw]] | [_ ->]]; [exists w; exact Pw | tauto].
Qed.

(** F3: a covered card never moves and is never covered again. *)
Theorem covered_once p covers q :
  distinct p -> play p covers q ->
  forall before a b rest, covers = before ++ (a, b) :: rest -> forall c d, In (c, d) rest -> c <> b /\ d <> b.
Proof.
  intros D P. induction P as [| p x y a' b' covers q M P IH]; intros before a b rest E c d I.
  - destruct before; discriminate.
  - destruct before as [| first before]; inversion E; subst.
    + destruct (all_were_tops _ _ _ _ _ P I) as [Tc Td].
      pose proof (covered_is_not_top _ _ _ _ _ D M) as N. split; intros ->; contradiction.
    + exact (IH (move_keeps_distinct _ _ _ _ _ D M) before a b rest eq_refl c d I).
Qed.

(** So no card is covered twice, and the covers have no cycle: a coverer is covered later, if at all (Lemma 0). *)
Theorem covered_cards_differ p covers q : distinct p -> play p covers q -> NoDup (map snd covers).
Proof.
  intros D P. induction P as [| p x y a b covers q M P IH]; simpl; constructor.
  - intros I. apply in_map_iff in I. destruct I as [[c d] [E I]]. simpl in E. subst.
    destruct (all_were_tops _ _ _ _ _ P I) as [_ T]. exact (covered_is_not_top _ _ _ _ _ D M T).
  - exact (IH (move_keeps_distinct _ _ _ _ _ D M)).
Qed.

Print Assumptions empty_stays_empty.
Print Assumptions covered_once.
Print Assumptions covered_cards_differ.
