(** Lemmas D and C of docs/intractability.md: a clause has a literal that fires, and then the collector covers a runner. *)

Require Import Arith Bool List Lia.
Require Import Game Tree Deal Clear Grid Walk Invariant ClauseMoves RunnerMoves LemmaB Lost.
Import ListNotations.

Lemma name_cases (a b : name) : a = b \/ a <> b.
Proof.
  destruct (same_name a b) eqn:Q; [left; apply same_name_eq, Q |]. right. intros X. apply same_name_eq in X. congruence.
Qed.

Section LemmaC.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  Lemma stands_after s c d x y a : where_is s a <> None -> a <> d -> where_is (next f s c d x y) a <> None.
  Proof.
    intros H N. destruct (name_cases a c) as [-> | N']; [rewrite next_mover; discriminate | rewrite next_other
      by assumption; exact H].
  Qed.

  (** Lemma D: until a literal of a clause fires, a rung of the clause is not covered. *)
  Definition fires (s : scene) (j : nat) : Prop :=
    (exists i, i < literals f j /\ fired s j i) \/ exists g, is_rung j g /\ where_is s g <> None.

  Lemma fires_next s c d x y j : invariant f s -> step f s c d x y -> fires s j -> fires (next f s c d x y) j.
  Proof.
    intros inv S [[i [I F]] | [g [R W]]]; [left; exists i; split; [exact I | left; exact F] |].
    destruct (name_cases g d) as [-> | N]; [| right; exists g; split; [exact R | apply stands_after; assumption]].
    assert (C : is_rung j c \/ exists i, c = Activator j i).
    { pose proof (cards_mate _ _ _ _ _ _ S) as M. destruct d; simpl in R; try contradiction; subst;
        destruct c; simpl in M; try contradiction; subst; simpl; eauto. }
    destruct C as [C | [i C]]; [right; exists c; rewrite next_mover; split; [exact C | discriminate] |]. left. exists i.
    pose proof (mover_allowed f proper s inv _ _ _ _ S) as A. pose proof S as [Hc Hd _ _ _ Nxy].
    pose proof (stands_in_core _ _ (is_placed _ _ inv) _ _ Hc) as [K _]. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof (is_allowed _ _ inv _ _ Hc) as A0. subst c. split; [apply K |].
    assert (Gy : gamma j y) by (destruct d; simpl in R; try contradiction; subst; exact B).
    cbn [allowed] in A, A0. destruct A as [[A _] | [[A _] | [[A _] | [[A _] | [_ [_ [_ [_ [_ A]]]]]]]]]; try exact A;
      rewrite A in Gy; try contradiction.
    exfalso. subst y. destruct A0 as [[A0 _] | [[_ [_ [A0 _]]] | [[_ [_ [A0 _]]] | [[_ [_ [A0 _]]] | [_ [_ [_ [_ [A0 _]]]]]]]]];
      [congruence | exact (A0 _ Hd) ..].
  Qed.

  (** Lemma C: a literal that fires makes the collector cover a runner in the column of its negation. *)
  Definition answered (s : scene) (j i : nat) : Prop :=
    (~ fired s j i /\ where_is s (Activator j i) <> Some (Activator j i)) \/
    where_is s (Runner j i) = Some (Runner j i) \/
    (exists j' i' z, var f j' i' = var f j i /\ where_is s (Runner j' i') = Some z /\
       col_of f z = VariableCol (var f j i) (negb (positive f j i)) /\
       (Runner j' i' = Runner j i \/ row_of z <> LiteralRow j' i')) \/
    took s (var f j i) (negb (positive f j i)) \/ lost f s.

  Lemma own_runner_moves s d x y j i : invariant f s -> step f s (Runner j i) d x y ->
    answered (next f s (Runner j i) d x y) j i.
  Proof.
    intros inv S. pose proof (mover_allowed f proper s inv _ _ _ _ S) as A. cbn [allowed] in A. destruct A as [_ A].
    pose proof (next_mover f s (Runner j i) d x y) as W.
    assert (Out : gone (next f s (Runner j i) d x y) (Activator j i) ->
      where_is (next f s (Runner j i) d x y) (Activator j i) <> Some (Activator j i)) by (unfold gone; congruence).
    destruct A as [-> | [[-> [A B]] | [[-> A] | [[_ [_ [A [B _]]]] | [[_ [A _]] | [-> _]]]]]].
    - right. left. exact W.
    - left. auto.
    - right. right. left. exists j, i, (Opposite j i). auto.
    - left. auto.
    - right. right. left. exists j, i, y. auto.
    - right. right. right. right. left. exists j, i. right. exact W.
  Qed.

  Lemma other_runner_moves s d x y j i b : invariant f s -> step f s (Runner j i) d x y ->
    col_of f x = VariableCol (var f j i) b -> row_of x <> LiteralRow j i ->
    (col_of f y = VariableCol (var f j i) b /\ row_of y <> LiteralRow j i) \/ lost f (next f s (Runner j i) d x y).
  Proof.
    intros inv S Cx Rx. pose proof S as [Hc Hd M Li N Nxy].
    pose proof (stands_in_core _ _ (is_placed _ _ inv) _ _ Hc) as [[J I] Kx].
    pose proof (stands_in_core _ _ (is_placed _ _ inv) _ _ Hd) as [_ Ky].
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B. cbn [allowed] in A.
    destruct A as [_ A].
    assert (Pair : is_runner_card f (var f j i) d -> col_of f y = VariableCol (var f j i) b /\ row_of y <> LiteralRow j i).
    { intros R. split; [rewrite <- (along_column f s inv _ _ _ _ S (var f j i) eq_refl R); exact Cx |].
      intros Q. apply N. symmetry. exact (literal_row_taken f s inv _ j i d y x Hc R Hd Q). }
    destruct d as [j' i' | j' i' | j' i' | | | | | | k | | | | | | | | | |]; simpl in M; try contradiction;
      [destruct M as [-> ->] | destruct M as [-> ->] | left; apply Pair; exact M | left; apply Pair; exact M];
        cbn [allowed] in B.
    - right. destruct A as [-> | [[-> _] | [[-> _] | [[_ [_ [A _]]] | [[A1 [A2 [A3 A4]]] | [-> _]]]]]];
        try (elim Rx; reflexivity); try discriminate Cx; try (unfold gone in A; congruence).
      destruct B as [[-> _] | [[-> _] | [[_ [B _]] | [[_ [B1 [B2 _]]] | [_ [_ [B _]]]]]]]; try (unfold gone in B;
        congruence).
      + exfalso. destruct Li as [Li | Li]; [exact (Rx Li) |]. rewrite A2 in Li. simpl in Li. injection Li as Li.
        exact (negb_differs _ (eq_sym Li)).
      + elim (A4 _ Hd).
      + assert (Y : y = Door (var f j i)).
        { clear - proper A1 A2 B1 B2 Li Hd Nxy J I Kx Ky.
          destruct x; simpl in A1, A2; try contradiction; destruct y; simpl in B1, Ky; try contradiction;
            destruct Li as [Li | Li]; simpl in Li; kill_by_way f proper j i; congruence. }
        left. exists j, i. right. rewrite next_mover. congruence.
    - exfalso. destruct A as [-> | [[-> _] | [[-> _] | [[_ [A [_ [_ A']]]] | [[_ [_ [A _]]] | [-> _]]]]]];
        try (elim Rx; reflexivity); try discriminate Cx; try (unfold gone in A; congruence).
      destruct B as [-> | [[-> _] | [_ B]]]; [| exact (A' _ Hd) | unfold gone in B; congruence].
      destruct Li as [Li | Li]; [exact (Rx Li) |]. rewrite A in Li. simpl in Li. injection Li as Li.
      exact (negb_differs _ Li).
  Qed.

  Lemma answered_next s c d x y j i : invariant f s -> step f s c d x y -> answered s j i ->
    answered (next f s c d x y) j i.
  Proof.
    intros inv S H. pose proof S as [Hc Hd M Li N Nxy].
    destruct (name_cases c (Runner j i)) as [-> | Nr]; [apply own_runner_moves; assumption |].
    assert (Lost : lost f (next f s c d x y) -> answered (next f s c d x y) j i) by (intros X; right; right; right;
      right; exact X).
    assert (Keep : forall a z, where_is s a = Some z -> a <> c -> a <> d -> where_is (next f s c d x y) a = Some z)
      by (intros; rewrite next_other; assumption).
    (* a runner of the variable is covered *)
    assert (Covered : forall j' i', var f j' i' = var f j i -> d = Runner j' i' ->
      (c = Collector (var f j i)) \/ (exists j'' i'', c = Runner j'' i'' /\ var f j'' i'' = var f j i) \/
        lost f (next f s c d x y)).
    { intros j' i' V D. subst d. destruct c; simpl in M; try contradiction.
      - right. right. destruct M as [-> ->]. apply (own_covers f proper); auto.
      - right. right. destruct M as [-> ->]. apply (own_covers f proper); auto.
      - right. left. exists j0, i0. split; [reflexivity | congruence].
      - left. congruence. }
    destruct H as [[F W] | [W | [[j' [i' [z [V [W [Cz Rz]]]]]] | [T | Lo]]]].
    - left. split.
      + intros [X | [-> [-> _]]]; [contradiction | congruence].
      + intros X. destruct (next_where f _ _ _ _ _ _ _ S X) as [[<- <-] | [_ [_ X']]]; [| contradiction].
        pose proof (is_allowed _ _ inv _ _ Hc) as A. cbn [allowed] in A.
        destruct A as [[A _] | [[_ [_ [A _]]] | [[_ [_ [A _]]] | [[_ [_ [A _]]] | [_ [_ [_ [_ [A _]]]]]]]]];
          [congruence | exact (A _ Hd) ..].
    - destruct (name_cases (Runner j i) d) as [Q | Nd]; [| right; left; apply Keep; auto].
      subst d. assert (y = Runner j i) by congruence. subst y.
      assert (R : is_runner_card f (var f j i) c -> False).
      { intros R. pose proof (along_column f s inv _ _ _ _ S (var f j i) R eq_refl) as Col.
        destruct x; simpl in Col; try discriminate. apply Nxy. congruence. }
      destruct (Covered j i eq_refl eq_refl) as [C | [[j'' [i'' [C V]]] | C]]; [| | exact (Lost C)]; exfalso; apply R;
        rewrite C; simpl; auto.
    - destruct (name_cases (Runner j' i') c) as [Q | Nc].
      + subst c. assert (z = x) by congruence. subst z. destruct Rz as [Rz | Rz]; [congruence |]. rewrite <- V in Cz.
        destruct (other_runner_moves s d x y j' i' _ inv S Cz Rz) as [[Cy Ry] | Lo]; [| exact (Lost Lo)].
        right. right. left. exists j', i', y. rewrite next_mover, <- V. auto.
      + destruct (name_cases (Runner j' i') d) as [Q | Nd].
        2: { right. right. left. exists j', i', z. split; [exact V |]. split; [apply Keep; auto | auto]. }
        subst d. assert (z = y) by congruence. subst z.
        destruct (Covered j' i' V eq_refl) as [C | [[j'' [i'' [C V']]] | C]]; [| | exact (Lost C)].
        * right. right. right. left. right. rewrite C. split; [reflexivity |]. split; [exact I | exact Cz].
        * right. right. left. exists j'', i'', y. split; [exact V' |]. subst c. rewrite next_mover. split; [reflexivity |].
          split; [exact Cz |]. right. intros Q. apply N. symmetry.
          apply (literal_row_taken f s inv (var f j i) j'' i'' (Runner j' i') y x Hc V W Q).
    - right. right. right. left. left. exact T.
    - apply Lost. exact (lost_next f proper s c d x y inv S Lo).
  Qed.
End LemmaC.
