(** A solution as a walk of the core cards: where each of them stands, until Z_1 covers H.

    By Lemma A the core cards move only onto core cards until then, and then H alone is left of them. *)

Require Import Arith Bool List Lia.
Require Import Game Tree Chain Deal Bridges Clear Grid.
Import ListNotations.

(** Where the core cards stand ([None]: covered), and two facts of the past: which literals have fired, and in which
    columns of a variable its collector has covered a runner. *)
Record scene := Scene {
  where_is : name -> option name;
  fired : nat -> nat -> Prop;
  took : nat -> bool -> Prop;
}.

Definition is_runner (a : name) : Prop := match a with Runner _ _ => True | _ => False end.

Section Walk.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  Definition lined (x y : name) : Prop := row_of x = row_of y \/ col_of f x = col_of f y.

  (** Card [c] goes from the cell of [x] to that of [y] and covers [d]. *)
  Definition next (s : scene) (c d x y : name) : scene :=
    Scene (fun a => if same_name a c then Some y else if same_name a d then None else where_is s a)
          (fun j i => fired s j i \/ (c = Activator j i /\ x = Activator j i /\ y = Rung j i))
          (fun k b => took s k b \/ (c = Collector k /\ is_runner d /\ col_of f y = VariableCol k b)).

  Record step (s : scene) (c d x y : name) : Prop := {
    mover_at : where_is s c = Some x;
    covered_at : where_is s d = Some y;
    cards_mate : mates f c d;
    cells_lined : lined x y;
    cards_apart : c <> d;
    cells_apart : x <> y }.

  Definition first_scene (s : scene) : Prop :=
    (forall a, is_core f a -> where_is s a = Some a) /\ (forall a, ~ is_core f a -> where_is s a = None) /\
    (forall j i, ~ fired s j i) /\ (forall k b, ~ took s k b).

  Inductive walk : scene -> Prop :=
  | Begin s : first_scene s -> walk s
  | Continue s c d x y : walk s -> step s c d x y -> walk (next s c d x y).

  (** Who stands somewhere is a core card in a core cell, and no two stand in one cell. *)
  Record placed (s : scene) : Prop := {
    stands_in_core : forall c x, where_is s c = Some x -> is_core f c /\ is_core f x;
    stands_alone : forall c d x, where_is s c = Some x -> where_is s d = Some x -> c = d;
    stands_on : forall c x, where_is s c = Some x -> c <> x -> where_is s x = None }.

  Lemma next_mover s c d x y : where_is (next s c d x y) c = Some y.
  Proof. simpl. replace (same_name c c) with true by (symmetry; apply same_name_eq; reflexivity). reflexivity. Qed.

  Lemma next_covered s c d x y : c <> d -> where_is (next s c d x y) d = None.
  Proof.
    intros N. simpl. destruct (same_name d c) eqn:E; [apply same_name_eq in E; congruence |].
    destruct (same_name d d) eqn:F; [reflexivity |]. assert (same_name d d = true) by (apply same_name_eq;
      reflexivity). congruence.
  Qed.

  Lemma next_other s c d x y a : a <> c -> a <> d -> where_is (next s c d x y) a = where_is s a.
  Proof.
    intros N N'. simpl. destruct (same_name a c) eqn:E; [apply same_name_eq in E; contradiction |].
    destruct (same_name a d) eqn:F; [apply same_name_eq in F; contradiction | reflexivity].
  Qed.

  (** Who stands somewhere after a step is the mover, or has not moved. *)
  Lemma next_where s c d x y a z : step s c d x y -> where_is (next s c d x y) a = Some z ->
    (a = c /\ z = y) \/ (a <> c /\ a <> d /\ where_is s a = Some z).
  Proof.
    intros [_ _ _ _ N _] H. simpl in H. destruct (same_name a c) eqn:E.
    - apply same_name_eq in E. left. split; congruence.
    - destruct (same_name a d) eqn:F; [discriminate |]. right.
      repeat split; [intros -> | intros -> | exact H]; assert (T : forall z, same_name z z = true) by (intros;
        apply same_name_eq; reflexivity);
        rewrite T in *; discriminate.
  Qed.

  Lemma walk_placed s : walk s -> placed s.
  Proof.
    induction 1 as [s [A [B _]] | s c d x y W [I J K] S].
    - assert (Z : forall c x, where_is s c = Some x -> is_core f c /\ c = x).
      { intros c x H. assert (C : is_core f c \/ ~ is_core f c) by (destruct c; simpl; lia || tauto).
        destruct C as [C | C]; [rewrite (A c C) in H | rewrite (B c C) in H]; split; congruence. }
      split.
      + intros c x H. destruct (Z c x H) as [C <-]. auto.
      + intros c d x H H'. destruct (Z c x H) as [_ <-]. destruct (Z d c H') as [_ ->]. reflexivity.
      + intros c x H N. destruct (Z c x H) as [_ E]. contradiction.
    - pose proof S as [Sc Sd _ _ N N']. split.
      + intros a z H. destruct (next_where _ _ _ _ _ _ _ S H) as [[-> ->] | [_ [_ H']]]; [| exact (I _ _ H')].
        split; [apply (I _ _ Sc) | apply (I _ _ Sd)].
      + intros a b z H H'. destruct (next_where _ _ _ _ _ _ _ S H) as [[-> ->] | [N1 [N2 G]]];
          destruct (next_where _ _ _ _ _ _ _ S H') as [[-> E] | [N3 [N4 G']]]; auto.
        * elim N4. exact (J _ _ _ G' Sd).
        * subst z. elim N2. exact (J _ _ _ G Sd).
        * exact (J _ _ _ G G').
      + intros a z H E. destruct (next_where _ _ _ _ _ _ _ S H) as [[-> ->] | [N1 [N2 G]]].
        * destruct (same_name y d) eqn:F; [apply same_name_eq in F; subst; apply next_covered, N |].
          assert (y <> d) by (intros ->; assert (same_name d d = true) by (apply same_name_eq; reflexivity); congruence).
          rewrite next_other by congruence. apply (K d y Sd). congruence.
        * pose proof (K a z G E) as Kz. destruct (same_name z d) eqn:F; [apply same_name_eq in F; subst;
            apply next_covered, N |].
          rewrite next_other; [exact Kz | intros ->; congruence | intros ->].
          assert (same_name d d = true) by (apply same_name_eq; reflexivity). congruence.
  Qed.

  (** What was covered stays so, and what is empty stays empty. *)
  Definition gone (s : scene) (a : name) : Prop := where_is s a = None.
  Definition empty (s : scene) (x : name) : Prop := forall c, where_is s c <> Some x.

  Lemma gone_next s c d x y a : step s c d x y -> gone s a -> gone (next s c d x y) a.
  Proof.
    intros S G. unfold gone in *. destruct (where_is (next s c d x y) a) eqn:E; [| reflexivity].
    destruct (next_where _ _ _ _ _ _ _ S E) as [[-> ->] | [_ [_ H]]]; [rewrite (mover_at _ _ _ _ _ S) in G |]; congruence.
  Qed.

  Lemma empty_next s c d x y z : step s c d x y -> empty s z -> empty (next s c d x y) z.
  Proof.
    intros S E a H. destruct (next_where _ _ _ _ _ _ _ S H) as [[-> ->] | [_ [_ H']]]; [| exact (E _ H')].
    exact (E d (covered_at _ _ _ _ _ S)).
  Qed.

  Lemma left_empty s c d x y : placed s -> step s c d x y -> empty (next s c d x y) x.
  Proof.
    intros P S a H. destruct (next_where _ _ _ _ _ _ _ S H) as [[_ E] | [N [_ H']]]; [exact (cells_apart _ _ _ _ _ S E) |].
    exact (N (stands_alone _ P _ _ _ H' (mover_at _ _ _ _ _ S))).
  Qed.
End Walk.
