(** Lemma A of docs/intractability.md, for the deal of every formula: the hypotheses of Tree.v and Chain.v hold. *)

Require Import Arith Bool List Lia.
Require Import Game Tree Chain Deal.
Import ListNotations.

Section Bridges.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Let p := deal f.

  (** The core, and the cards from each link of the chain on, by their suits. *)
  Definition in_core (c : card) : bool := suit c <? core_suits f.
  Definition beyond (k : nat) (c : card) : bool := core_suits f + k <=? suit c.

  (** A card is low in the core, one of the five at the gate, or a filler. *)
  Lemma kinds c : is_top p c ->
    (rank c <= ranks f + 1 /\ suit c < core_suits f) \/ In c (map (card_of f) [Head; Chain1; Chain2; Chain3; Key]) \/
    (ranks f + 9 <= rank c /\ suit c = core_suits f + 3).
  Proof.
    intros [x H]. destruct (deal_cards f x c H) as [[a [D [-> ->]]] | [n [_ [_ [_ ->]]]]].
    - destruct (in_dec (fun a b : name => ltac:(repeat decide equality)) a [Head; Chain1; Chain2; Chain3; Key]) as [I | N].
      + right. left. apply in_map, I.
      + left. exact (low_cards f proper a D N).
    - right. right. unfold filler_suit, core_suits. simpl. lia.
  Qed.

  Ltac gate :=
    intros;
    repeat match goal with H : is_top p ?c |- _ => apply kinds in H end;
    unfold in_core, beyond, core_suits, suit_of, matches, filler_suit, ranks in *;
    repeat match goal with
    | H : (_ <? _) = true |- _ => apply Nat.ltb_lt in H
    | H : (_ <? _) = false |- _ => apply Nat.ltb_ge in H
    | H : (_ <=? _) = true |- _ => apply Nat.leb_le in H
    | H : (_ <=? _) = false |- _ => apply Nat.leb_gt in H
    end;
    simpl in *;
    repeat match goal with
    | H : _ \/ _ |- _ => destruct H
    | H : _ /\ _ |- _ => destruct H
    | H : False |- _ => destruct H
    | H : _ = ?c |- _ => is_var c; subst c
    end;
    unfold filler_suit, suit_of, ranks in *; simpl in *;
    try (exfalso; lia); auto.

  Lemma border_of k a b :
    In (k, a, b) [(0, Chain1, Head); (1, Chain2, Chain1); (2, Chain3, Chain2); (3, Key, Chain3)] ->
    border p (beyond k) (card_of f a) (card_of f b).
  Proof.
    simpl. intros [E | [E | [E | [E | []]]]]; inversion E; subst; clear E;
      (split; [| split]; [apply Nat.leb_le | apply Nat.leb_gt |]; [unfold core_suits, suit_of; simpl; unfold filler_suit, suit_of; lia .. |]).
    all: intros c d Tc Td Bc Bd M; gate.
  Qed.

  Lemma chain_matches a b c :
    In (a, b, c) [(Chain1, Head, Chain2); (Chain2, Chain1, Chain3); (Chain3, Chain2, Key)] ->
    forall d, is_top p d -> matches (card_of f a) d -> d = card_of f a \/ d = card_of f b \/ d = card_of f c.
  Proof.
    simpl. intros [E | [E | [E | []]]]; inversion E; subst; clear E; intros d T M; gate.
  Qed.

  Lemma dealt_at a : is_dealt f a -> p (cell_of f a) = Some (card_of f a).
  Proof. apply deal_at, proper. Qed.

  Variables (q : position) (covers : list (card * card)) (root : card).
  Hypothesis played : play p covers q.
  Hypothesis solved : is_solved_by q root.

  (** The last card of a solution is not in the core. *)
  Theorem root_outside : in_core root = false.
  Proof.
    destruct (in_core root) eqn:R; [exfalso | reflexivity]. apply Nat.ltb_lt in R.
    assert (B : forall k, beyond k root = false) by (intros k; apply Nat.leb_gt; lia).
    refine (last_is_not_in_the_core p q covers root (card_of f Head) (card_of f Chain1) (card_of f Chain2)
      (card_of f Chain3) (card_of f Key) (cell_of f Chain1) (cell_of f Chain2) (cell_of f Chain3)
      (beyond 0) (beyond 1) (beyond 2) (beyond 3) (deal_distinct f proper) played solved
      (conj (B 0) (conj (B 1) (conj (B 2) (B 3))))
      (dealt_at Chain1 I) (dealt_at Chain2 I) (dealt_at Chain3 I) (ex_intro _ _ (dealt_at Key I))
      (border_of 0 Chain1 Head _) (border_of 1 Chain2 Chain1 _) (border_of 2 Chain3 Chain2 _) (border_of 3 Key Chain3 _)
      (chain_matches Chain1 Head Chain2 _) (chain_matches Chain2 Chain1 Chain3 _) (chain_matches Chain3 Chain2 Key _)
      (meeting f) (exit f) (card_of f Seat) eq_refl eq_refl eq_refl (dealt_at Seat I) _);
      try (simpl; tauto).
    apply Nat.leb_gt. unfold core_suits, suit_of. simpl. lia.
  Qed.

  Lemma bridge a b : is_top p a -> is_top p b -> in_core a = true -> in_core b = false -> matches a b ->
    a = card_of f Head /\ b = card_of f Chain1.
  Proof. gate. Qed.

  Lemma head_in_core : in_core (card_of f Head) = true.
  Proof. apply Nat.ltb_lt. unfold core_suits, suit_of. simpl. lia. Qed.

  (** Lemma A: Z_1 covers H, a core card covers any other, and no core card covers one outside the core. *)
  Theorem lemma_A :
    In (card_of f Chain1, card_of f Head) covers /\
    (forall a, is_top p a -> in_core a = true -> a <> card_of f Head ->
       exists b, In (b, a) covers /\ in_core b = true) /\
    (forall a b, In (a, b) covers -> in_core a = true -> in_core b = true).
  Proof.
    pose proof (deal_distinct f proper) as D. pose proof root_outside as R.
    assert (T : is_top p (card_of f Head)) by (exists (cell_of f Head); apply (dealt_at Head I)).
    split; [| split].
    - exact (chain_covers_head p q covers root in_core _ _ D played solved bridge T head_in_core R).
    - exact (core_covers_core p q covers root in_core _ _ played solved bridge head_in_core R).
    - exact (core_covers_nothing_else p q covers root in_core _ _ D played solved bridge T head_in_core R).
  Qed.
End Bridges.

(** There are such deals: clauses of one, two and three literals. *)
Definition some_formula : formula := Formula 3 3 S (fun _ i => i) (fun _ _ => true).
Lemma some_formula_is_proper : is_proper some_formula.
Proof. constructor; simpl; intros; lia. Qed.

Print Assumptions deal_is_full.
Print Assumptions deal_distinct.
Print Assumptions deal_is_small.
Print Assumptions numbers_are_small.
Print Assumptions root_outside.
Print Assumptions lemma_A.
Print Assumptions some_formula_is_proper.
