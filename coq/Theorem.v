(** Lemma E of docs/intractability.md, and the theorem: a formula can be satisfied if and only if its deal can be solved. *)

Require Import Arith Bool List Lia.
Require Import Game Certificate Tree Deal Clear Forward Grid Walk Invariant ClauseMoves RunnerMoves LemmaB Lost LemmaC Core.
Import ListNotations.

Section Solvable.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  (** Lemma E: a collector that has covered runners in both columns leaves something of its variable uncovered. *)
  Definition left_over (s : scene) (k : nat) : Prop :=
    where_is s (Collector k) <> None \/
    (gone s (Collector k) /\ exists j i, var f j i = k /\ where_is s (Runner j i) <> None) \/
    (gone s (Collector k) /\ gone s (Leaf k true) /\ gone s (Leaf k false) /\ exists b, where_is s (Entry k b) <> None) \/
    lost f s.
  Definition taken_twice (s : scene) (k : nat) : Prop := took s k true -> took s k false -> left_over s k.

  Lemma twice_next s c d x y k : invariant f s -> step f s c d x y -> taken_twice s k -> taken_twice (next f s c d x y) k.
  Proof.
    intros inv S H T1 T2. pose proof S as [Hc Hd M _ N _]. pose proof (gone_next f _ _ _ _ _ (Collector k) S) as Gk.
    destruct (name_cases c (Collector k)) as [-> | Nc]; [left; rewrite next_mover; discriminate |].
    assert (T : forall b, took (next f s c d x y) k b -> took s k b) by (intros b [X | [X _]]; [exact X | contradiction]).
    apply T in T1, T2. clear T.
    destruct (name_cases (Collector k) d) as [Q | Nd].
    - subst d. pose proof (now_gone f _ _ _ _ _ S) as G. right.
      destruct c as [ | | j i | | | | | | | k' b | k' b | | | | | | | |]; simpl in M; try contradiction.
      + left. split; [exact G |]. exists j, i. split; [congruence |]. rewrite next_mover. discriminate.
      + right. left. assert (L : gone s (Leaf k true) /\ gone s (Leaf k false)).
        { pose proof (is_allowed _ _ inv _ _ Hd) as A. cbn [allowed] in A. destruct A as [_ [_ A]].
          destruct A as [[_ A] | [A | [[b' [_ [_ A]]] | [b' [_ [_ [_ A]]]]]]]; [elim (A true T1) | exact A | |];
            destruct b'; simpl in A; contradiction. }
        destruct L as [L1 L2]. split; [exact G |]. split; [exact (gone_next f _ _ _ _ _ _ S L1) |].
        split; [exact (gone_next f _ _ _ _ _ _ S L2) |]. exists b. subst k'. rewrite next_mover. discriminate.
      + exfalso. pose proof (is_allowed _ _ inv _ _ Hd) as A. cbn [allowed] in A. destruct A as [_ [_ A]].
        assert (L : gone s (Leaf k b)).
        { destruct A as [[_ A] | [[A A'] | [[b' [_ [_ A]]] | [b' [_ [_ [_ A]]]]]]]; [elim (A true T1) | destruct b;
            assumption | |];
            destruct b'; simpl in A; contradiction. }
        subst k'. unfold gone in L. congruence.
    - destruct (H T1 T2) as [W | [[G [j [i [V W]]]] | [[G [G1 [G2 [b W]]]] | Lo]]].
      + left. apply stands_after; assumption.
      + right. destruct (name_cases (Runner j i) d) as [Q | Nr].
        * subst d. destruct c; simpl in M; try contradiction.
          -- right. right. destruct M as [-> ->]. apply (own_covers f proper); auto.
          -- right. right. destruct M as [-> ->]. apply (own_covers f proper); auto.
          -- left. split; [auto |]. exists j0, i0. split; [congruence |]. rewrite next_mover. discriminate.
          -- unfold gone in G. congruence.
        * left. split; [auto |]. exists j, i. split; [exact V |]. apply stands_after; assumption.
      + right. right. left. split; [auto |]. split; [exact (gone_next f _ _ _ _ _ _ S G1) |].
        split; [exact (gone_next f _ _ _ _ _ _ S G2) |].
        destruct (name_cases (Entry k b) d) as [Q | Ne]; [| exists b; apply stands_after; assumption].
        subst d. destruct c as [ | | | | | | | | k' | k' b' | k' b' | | | | | | | |]; simpl in M; try contradiction;
          subst k'.
        * unfold gone in G. congruence.
        * exists b'. rewrite next_mover. discriminate.
        * unfold gone in G1, G2. destruct b'; congruence.
      + right. right. right. exact (lost_next f proper s c d x y inv S Lo).
  Qed.

  (** All of it, after every walk. *)
  Lemma walk_facts s : walk f s -> invariant f s /\ (forall j, j < clauses f -> fires f s j) /\
    (forall j i, j < clauses f -> i < literals f j -> answered f s j i) /\ (forall k, taken_twice s k) /\
    (forall j i, fired s j i \/ ~ fired s j i).
  Proof.
    induction 1 as [s F | s c d x y W [inv [D [C [E Dec]]]] S].
    - split; [exact (invariant_first f s F) |]. destruct F as [A [_ [B T]]]. repeat split.
      + intros j J. right. exists (Corner j). split; [reflexivity |]. rewrite A by exact J. discriminate.
      + intros j i J I. right. left. apply A. split; assumption.
      + intros k X. elim (T k true X).
      + intros j i. right. apply B.
    - split; [apply invariant_next; assumption |]. repeat split.
      + intros j J. apply fires_next; auto.
      + intros j i J I. apply answered_next; auto.
      + intros k. apply twice_next; auto.
      + intros j i. destruct (Dec j i) as [X | X]; [left; left; exact X |].
        destruct (name_cases c (Activator j i)) as [Q | Q]; [| right; intros [Y | [Y _]]; contradiction].
        destruct (name_cases x (Activator j i)) as [R | R]; [| right; intros [Y | [_ [Y _]]]; contradiction].
        destruct (name_cases y (Rung j i)) as [Z | Z]; [| right; intros [Y | [_ [_ Y]]]; contradiction].
        left. right. auto.
  Qed.

  Lemma bounded_search (P : nat -> Prop) n : (forall j, P j \/ ~ P j) ->
    (exists j, j < n /\ P j) \/ ~ exists j, j < n /\ P j.
  Proof.
    intros Dec. induction n as [| n IH]; [right; intros [j [J _]]; lia |].
    destruct IH as [[j [J H]] | IH]; [left; exists j; split; [lia | exact H] |].
    destruct (Dec n) as [H | H]; [left; exists n; split; [lia | exact H] | right]. intros [j [J X]].
    destruct (Nat.eq_dec j n) as [-> | Nj]; [contradiction |]. apply IH. exists j. split; [lia | exact X].
  Qed.

  Lemma choose (P : nat -> bool -> Prop) n : (forall k, k < n -> exists b, P k b) ->
    exists g : nat -> bool, forall k, k < n -> P k (g k).
  Proof.
    induction n as [| n IH]; intros H; [exists (fun _ => true); intros k K; lia |].
    destruct IH as [g G]; [intros k K; apply H; lia |]. destruct (H n) as [b B]; [lia |].
    exists (fun k => if k =? n then b else g k). intros k K. destruct (Nat.eqb_spec k n) as [-> | Nk];
      [exact B | apply G; lia].
  Qed.

  Theorem solvable_so_satisfiable : solvable (deal f) -> satisfiable f.
  Proof.
    intros [covers [q [P [x [X U]]]]].
    destruct (q x) as [root |] eqn:Q; [| congruence].
    assert (Solved : is_solved_by q root).
    { intros a [z Z]. assert (z = x) by (apply U; congruence). congruence. }
    destruct (solution_walks f proper q covers root P Solved) as [s [W End]].
    destruct (walk_facts s W) as [inv [D [C [E Dec]]]].
    assert (Won : ~ lost f s).
    { intros [[j [i [H | H]]] | [j [i [_ [H | [H | H]]]]]]; rewrite End in H by discriminate; congruence. }
    assert (Took : forall j i, j < clauses f -> i < literals f j -> fired s j i -> took s (var f j i) (negb (positive f j i))).
    { intros j i J I F. destruct (C j i J I) as [[H _] | [H | [[j' [i' [z [_ [H _]]]]] | [H | H]]]];
        [contradiction | rewrite End in H by discriminate; discriminate | rewrite End in H by discriminate;
          discriminate | exact H | contradiction]. }
    assert (One : forall k, took s k true -> took s k false -> False).
    { intros k T1 T2. destruct (E k T1 T2) as [H | [[_ [j [i [_ H]]]] | [[_ [_ [_ [b H]]]] | H]]]; [| | | contradiction];
        rewrite End in H by discriminate; congruence. }
    destruct (choose (fun k b => forall j i, j < clauses f -> i < literals f j -> var f j i = k -> fired s j i -> positive f j i = b)
      (variables f)) as [truth T].
    { intros k _. assert (B : forall j, (exists i, i < literals f j /\ (var f j i = k /\ fired s j i /\ positive f j i = true)) \/
        ~ exists i, i < literals f j /\ (var f j i = k /\ fired s j i /\ positive f j i = true)).
      { intros j. apply bounded_search. intros i.
        destruct (Nat.eq_dec (var f j i) k), (Dec j i), (bool_dec (positive f j i) true); tauto. }
      destruct (bounded_search _ (clauses f) B) as [[j [J [i [I [V [F Po]]]]]] | No].
      - exists true. intros j' i' J' I' V' F'. destruct (positive f j' i') eqn:Po'; [reflexivity | exfalso].
        pose proof (Took j i J I F) as T1. pose proof (Took j' i' J' I' F') as T2. rewrite V, Po in T1.
        rewrite V', Po' in T2.
        exact (One k T2 T1).
      - exists false. intros j' i' J' I' V' F'. destruct (positive f j' i') eqn:Po'; [exfalso | reflexivity].
        apply No. exists j'. split; [exact J' |]. exists i'. auto. }
    exists truth. intros j J. destruct (D j J) as [[i [I F]] | [g [R H]]].
    - exists i. split; [exact I |]. unfold is_true. apply eqb_true_iff. symmetry.
      apply (T (var f j i) (known_variables f proper j i J I) j i J I eq_refl F).
    - exfalso. apply H. apply End. intros ->. exact R.
  Qed.
End Solvable.

(** The theorem. *)
Theorem satisfiable_iff_solvable f : is_proper f -> (satisfiable f <-> solvable (deal f)).
Proof. intros proper. split; [apply satisfiable_so_solvable, proper | apply solvable_so_satisfiable, proper]. Qed.

(** The deal is a board of N × N different cards, N = 6 m + 3 v + 3, whose ranks and suits are from 1 to 2 N². *)
Theorem deal_is_polynomial f : is_proper f ->
  size f = 6 * clauses f + 3 * variables f + 3 /\ is_board (size f) (deal f) /\ distinct (deal f) /\
  forall x c, deal f x = Some c -> 1 <= rank c <= 2 * (size f * size f) /\ 1 <= suit c <= 2 * (size f * size f).
Proof.
  intros proper. split; [reflexivity |]. split; [intros x; apply deal_is_full |]. split; [apply deal_distinct, proper |].
  intros x c H. destruct (numbers_are_small f proper x c H).
  assert (P : 1 <= rank c /\ 1 <= suit c); [| tauto].
  destruct (deal_cards f x c H) as [[a [_ [_ ->]]] | [n [_ [_ [_ ->]]]]]; [destruct a |]; simpl;
    unfold ranks, filler_suit; try destruct b; lia.
Qed.

(** So a formula is satisfiable if and only if some list of N² - 1 moves passes the checker. *)
Corollary satisfiable_iff_checked f : is_proper f ->
  (satisfiable f <-> exists moves, solves (size f) (deal f) moves = true).
Proof.
  intros proper. rewrite (satisfiable_iff_solvable f proper). apply solvable_iff_checked. intros x. apply deal_is_full.
Qed.

Print Assumptions satisfiable_iff_solvable.
Print Assumptions deal_is_polynomial.
Print Assumptions satisfiable_iff_checked.
