(** Lemma 0 of docs/intractability.md, and Lemma A where the last card is not in the core.

    The covers of a play that leaves one card on top are the edges of the covering tree. *)

Require Import Arith Bool List Lia.
Require Import Game.
Import ListNotations.

(** A card that is on top at first is on top at the end, or was covered. *)
Lemma top_or_covered p covers q a : play p covers q -> is_top p a -> is_top q a \/ In a (map snd covers).
Proof.
  induction 1 as [| p x y b c covers q M P IH]; intros T; [left; exact T |].
  simpl. destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy N]]. destruct T as [z Hz].
  destruct (cell_eq z y) as [-> | Ny]; [right; left; congruence |].
  assert (T' : is_top (after p x y) a).
  { destruct (cell_eq z x) as [-> | Nx].
    - exists y. unfold after. destruct (cell_eq y x); [congruence |]. destruct (cell_eq y y); congruence.
    - exists z. unfold after. destruct (cell_eq z x); [contradiction |]. destruct (cell_eq z y); congruence. }
  destruct (IH T') as [Q | I]; [left; exact Q | right; right; exact I].
Qed.

Lemma cover_matches p covers q a b : play p covers q -> In (a, b) covers -> matches a b.
Proof.
  induction 1 as [| p x y c d covers q M P IH]; intros I; [contradiction |].
  destruct I as [E | I]; [| exact (IH I)]. inversion E; subst. destruct M; assumption.
Qed.

Definition is_solved_by (q : position) (root : card) : Prop := forall a, is_top q a -> a = root.

(** Lemma 0: every card but the last is covered, by a card that it matches; [covered_cards_differ] says that this happens
    once, and [covered_once] that a card covers nothing once it is covered. *)
Theorem covering_tree p covers q root a :
  play p covers q -> is_solved_by q root -> is_top p a -> a <> root ->
  exists b, In (b, a) covers /\ is_top p b /\ matches b a.
Proof.
  intros P S T N. destruct (top_or_covered _ _ _ _ P T) as [Q | I]; [elim N; exact (S _ Q) |].
  apply in_map_iff in I. destruct I as [[b c] [E I]]. simpl in E. subst c.
  exists b. split; [exact I |]. split; [exact (proj1 (all_were_tops _ _ _ _ _ P I)) |].
  exact (cover_matches _ _ _ _ _ P I).
Qed.

(** The last element of a list with a property. *)
Lemma last_with {A} (f : A -> bool) (l : list A) :
  existsb f l = true -> exists before a rest, l = before ++ a :: rest /\ f a = true /\ existsb f rest = false.
Proof.
  induction l as [| a l IH]; simpl; intros E; [discriminate |].
  destruct (existsb f l) eqn:R.
  - destruct (IH eq_refl) as [before [b [rest [-> H]]]]. exists (a :: before), b, rest. split; [reflexivity | exact H].
  - rewrite orb_false_r in E. exists [], a, l. auto.
Qed.

(** Of two covers, one is earlier: a card that is covered in it takes no part in the other. *)
Lemma no_two_cycle p covers q a b : distinct p -> play p covers q -> In (a, b) covers -> ~ In (b, a) covers.
Proof.
  intros D P I J. destruct (in_split _ _ I) as [l1 [l2 E]].
  assert (N : a <> b).
  { intros ->. clear - I D P. revert D I. induction P as [| p x y a' b' covers q M P IH]; intros D I; [contradiction |].
    destruct I as [E | I]; [| exact (IH (move_keeps_distinct _ _ _ _ _ D M) I)].
    inversion E; subst. destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy N]]. exact (N (D _ _ _ Hx Hy)). }
  rewrite E in J. apply in_app_or in J. destruct J as [J | [J | J]].
  - destruct (in_split _ _ J) as [k1 [k2 K]]. subst l1. rewrite <- app_assoc in E. simpl in E.
    destruct (covered_once _ _ _ D P _ _ _ _ E a b (in_elt _ _ _)) as [H _]. contradiction.
  - congruence.
  - destruct (covered_once _ _ _ D P _ _ _ _ E b a J) as [H _]. contradiction.
Qed.

Section Bridge.
  Variables (p q : position) (covers : list (card * card)) (root : card).
  Variable core : card -> bool.
  Variables (head chain : card).
  Hypothesis cards_differ : distinct p.
  Hypothesis played : play p covers q.
  Hypothesis solved : is_solved_by q root.
  (** Of all cards dealt, only [head] and [chain] match across the border of the core. *)
  Hypothesis bridge :
    forall a b, is_top p a -> is_top p b -> core a = true -> core b = false -> matches a b ->
                a = head /\ b = chain.
  Hypothesis head_dealt : is_top p head.
  Hypothesis head_in_core : core head = true.
  Hypothesis root_outside : core root = false.

  Lemma core_is_covered a : is_top p a -> core a = true -> exists b, In (b, a) covers.
  Proof.
    intros T C. assert (N : a <> root) by congruence.
    destruct (covering_tree _ _ _ _ _ played solved T N) as [b [I _]]. exists b. exact I.
  Qed.

  Lemma matches_sym a b : matches a b -> matches b a.
  Proof. intros [E | [H K]]; [left; congruence | right; split; assumption]. Qed.

  (** Lemma A, first claim: the chain covers the head, for the core card that is covered last can be no other. *)
  Theorem chain_covers_head : In (chain, head) covers.
  Proof.
    destruct (core_is_covered head head_dealt head_in_core) as [b0 I0].
    assert (E : existsb (fun cover => core (snd cover)) covers = true)
      by (apply existsb_exists; exists (b0, head); auto).
    destruct (last_with _ _ E) as [before [[b a] [rest [L [C R]]]]]. simpl in C.
    assert (I : In (b, a) covers) by (rewrite L; apply in_elt).
    destruct (all_were_tops _ _ _ _ _ played I) as [Tb Ta].
    destruct (core b) eqn:Cb.
    - exfalso. destruct (core_is_covered b Tb Cb) as [c J].
      rewrite L in J. apply in_app_or in J. destruct J as [J | [J | J]].
      + destruct (in_split _ _ J) as [l1 [l2 K]]. subst before. rewrite <- app_assoc in L. simpl in L.
        destruct (covered_once _ _ _ cards_differ played _ _ _ _ L b a (in_elt _ _ _)) as [N _]. contradiction.
      + inversion J; subst. exact (no_two_cycle _ _ _ _ _ cards_differ played I I).
      + assert (X : existsb (fun cover => core (snd cover)) rest = true)
          by (apply existsb_exists; exists (c, b); auto).
        congruence.
    - destruct (bridge a b Ta Tb C Cb (matches_sym _ _ (cover_matches _ _ _ _ _ played I))) as [-> ->]. exact I.
  Qed.

  (** Second claim: a core card covers any other. *)
  Theorem core_covers_core a :
    is_top p a -> core a = true -> a <> head -> exists b, In (b, a) covers /\ core b = true.
  Proof.
    intros T C N. destruct (core_is_covered a T C) as [b I].
    destruct (all_were_tops _ _ _ _ _ played I) as [Tb _].
    exists b. split; [exact I |]. destruct (core b) eqn:Cb; [reflexivity |]. elim N.
    exact (proj1 (bridge a b T Tb C Cb (matches_sym _ _ (cover_matches _ _ _ _ _ played I)))).
  Qed.

  (** Third claim: no core card covers one outside the core. *)
  Theorem core_covers_nothing_else a b : In (a, b) covers -> core a = true -> core b = true.
  Proof.
    intros I C. destruct (all_were_tops _ _ _ _ _ played I) as [Ta Tb].
    destruct (core b) eqn:Cb; [reflexivity |].
    destruct (bridge a b Ta Tb C Cb (cover_matches _ _ _ _ _ played I)) as [-> ->].
    elim (no_two_cycle _ _ _ _ _ cards_differ played I chain_covers_head).
  Qed.
End Bridge.

Print Assumptions covering_tree.
Print Assumptions chain_covers_head.
Print Assumptions core_covers_core.
Print Assumptions core_covers_nothing_else.
