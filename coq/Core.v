(** A solution of the deal is a walk of its core that leaves H alone. *)

Require Import Arith Bool List Lia.
Require Import Game Tree Chain Deal Bridges Clear Grid Walk.
Import ListNotations.

Section Core.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Let p := deal f.

  Lemma core_suit a : is_dealt f a -> (in_core f (card_of f a) = true <-> is_core f a).
  Proof.
    intros D. unfold in_core, core_suits. rewrite Nat.ltb_lt.
    destruct a; simpl in D |- *; bounds f proper; unfold filler_suit; lia.
  Qed.

  (** What a scene says of a position. *)
  Record agrees (s : scene) (q : position) : Prop := {
    scene_of_cell : forall x a, q x = Some a -> in_core f a = true ->
      exists c z, is_core f c /\ is_core f z /\ a = card_of f c /\ x = cell_of f z /\ where_is s c = Some z;
    cell_of_scene : forall c z, where_is s c = Some z -> is_core f c /\ is_core f z /\
      q (cell_of f z) = Some (card_of f c) }.

  Lemma core_cards_differ a b : is_core f a -> is_core f b -> card_of f a = card_of f b -> a = b.
  Proof. intros A B. apply (cards_differ f proper); apply core_is_dealt; assumption. Qed.
  Lemma core_cells_differ a b : is_core f a -> is_core f b -> cell_of f a = cell_of f b -> a = b.
  Proof. intros A B. apply (cells_differ f proper); apply core_is_dealt; assumption. Qed.

  Definition opening : scene :=
    Scene (fun a => if existsb (same_name a) (names f) then
                      match a with Chain1 | Chain2 | Chain3 | Key => None | _ => Some a end else None)
          (fun _ _ => False) (fun _ _ => False).

  Lemma opening_at a : is_core f a -> where_is opening a = Some a.
  Proof.
    intros C. simpl. replace (existsb (same_name a) (names f)) with true.
    - destruct a; simpl in C; (contradiction || reflexivity).
    - symmetry. apply existsb_exists. exists a. split; [apply in_names, core_is_dealt, C | apply same_name_eq; reflexivity].
  Qed.

  Lemma opening_not a : ~ is_core f a -> where_is opening a = None.
  Proof.
    intros C. simpl. destruct (existsb (same_name a) (names f)) eqn:Q; [| reflexivity].
    apply existsb_exists in Q as [b [I Q]]. apply same_name_eq in Q. subst b. apply in_names in I.
    destruct a; simpl in *; (contradiction || reflexivity || tauto).
  Qed.

  Lemma opening_first : first_scene f opening.
  Proof. split; [exact opening_at |]. split; [exact opening_not |]. split; intros ? ? []. Qed.

  Lemma core_dec a : is_core f a \/ ~ is_core f a.
  Proof. destruct a; simpl; lia || tauto. Qed.

  Lemma opening_agrees : agrees opening p.
  Proof.
    split.
    - intros x a H C. destruct (deal_cards f x a H) as [[b [D [-> ->]]] | [n [_ [_ [_ ->]]]]].
      + apply (core_suit b D) in C. exists b, b. repeat split; auto. apply opening_at, C.
      + exfalso. unfold in_core, core_suits, filler_suit in C. apply Nat.ltb_lt in C. simpl in C. lia.
    - intros c z H. destruct (core_dec c) as [C | C]; [| rewrite opening_not in H by exact C; discriminate].
      rewrite opening_at in H by exact C. injection H as <-. repeat split; auto. apply (deal_at f proper), core_is_dealt, C.
  Qed.

  (** A move of a core card onto a core card is a step; one of another onto another does not matter. *)
  Lemma agrees_core s q x y a b : agrees s q -> move q x y a b -> in_core f a = true -> in_core f b = true ->
    exists c d z w, step f s c d z w /\ agrees (next f s c d z w) (after q x y).
  Proof.
    intros [A B] M Ca Cb. destruct M as [x y a b Hx Hy [N L] Ma].
    destruct (A x a Hx Ca) as [c [z [Cc [Cz [-> [-> Wc]]]]]]. destruct (A y b Hy Cb) as [d [w [Cd [Cw [-> [-> Wd]]]]]].
    assert (S : step f s c d z w).
    { assert (Nc : c <> d) by (intros ->; apply N; f_equal; congruence).
      split; auto.
      - apply (matches_are_mates f proper); assumption.
      - destruct L as [L | L]; [left; apply (same_row f proper) | right; apply (same_col f proper)]; assumption.
      - intros ->. apply N. reflexivity. }
    exists c, d, z, w. split; [exact S |]. split.
    - intros u e Hu Ce. unfold after in Hu. destruct (cell_eq u (cell_of f z)) as [-> | Nz]; [discriminate |].
      destruct (cell_eq u (cell_of f w)) as [-> | Nw].
      + exists c, w. repeat split; auto; [congruence | apply next_mover].
      + destruct (A u e Hu Ce) as [c' [z' [C1 [C2 [-> [-> W]]]]]]. exists c', z'. repeat split; auto.
        rewrite next_other; [exact W | intros -> | intros ->].
        * apply Nz. f_equal. congruence.
        * apply Nw. f_equal. congruence.
    - intros c' z' H. destruct (next_where f _ _ _ _ _ _ _ S H) as [[-> ->] | [N1 [N2 W]]].
      + repeat split; auto. unfold after. destruct (cell_eq (cell_of f w) (cell_of f z)) as [Q | _]; [congruence |].
        destruct (cell_eq (cell_of f w) (cell_of f w)); congruence.
      + destruct (B c' z' W) as [C1 [C2 Q]]. repeat split; auto. unfold after.
        destruct (cell_eq (cell_of f z') (cell_of f z)) as [X | _].
        { apply core_cells_differ in X; auto. subst z'. elim N1. apply core_cards_differ; auto. congruence. }
        destruct (cell_eq (cell_of f z') (cell_of f w)) as [X | _]; [| exact Q].
        apply core_cells_differ in X; auto. subst z'. elim N2. apply core_cards_differ; auto. congruence.
  Qed.

  Lemma agrees_other s q x y a b : agrees s q -> move q x y a b -> in_core f a = false -> in_core f b = false ->
    agrees s (after q x y).
  Proof.
    intros [A B] M Ca Cb. destruct M as [x y a b Hx Hy [N L] Ma]. split.
    - intros u e Hu Ce. unfold after in Hu. destruct (cell_eq u x) as [-> | Nz]; [discriminate |].
      destruct (cell_eq u y) as [-> | Nw]; [congruence | auto].
    - intros c z W. destruct (B c z W) as [C1 [C2 Q]]. repeat split; auto. unfold after.
      assert (Cc : in_core f (card_of f c) = true) by (apply core_suit; [apply core_is_dealt |]; assumption).
      destruct (cell_eq (cell_of f z) x) as [<- | _]; [congruence |].
      destruct (cell_eq (cell_of f z) y) as [<- | _]; [congruence | exact Q].
  Qed.

  Lemma play_walks q covers r : play q covers r -> (forall a b, In (a, b) covers -> in_core f a = in_core f b) ->
    forall s, walk f s -> agrees s q -> exists t, walk f t /\ agrees t r.
  Proof.
    induction 1 as [q | q x y a b covers r M P IH]; intros K s W A; [eauto |].
    assert (K' : forall a b, In (a, b) covers -> in_core f a = in_core f b) by (intros; apply K; right; assumption).
    pose proof (K a b (or_introl eq_refl)) as Q. destruct (in_core f a) eqn:Ca.
    - destruct (agrees_core s q x y a b A M Ca (eq_sym Q)) as [c [d [z [w [S A']]]]].
      apply (IH K' (next f s c d z w)); [apply Continue; assumption | exact A'].
    - apply (IH K' s W). exact (agrees_other s q x y a b A M Ca (eq_sym Q)).
  Qed.

  Lemma covered_is_gone q covers r a b : distinct q -> play q covers r -> In (a, b) covers -> ~ is_top r b.
  Proof.
    intros D P. revert D. induction P as [| q x y a' b' covers r M P IH]; intros D I; [contradiction |].
    pose proof (move_keeps_distinct _ _ _ _ _ D M) as D'. destruct I as [Q | I]; [| exact (IH D' I)].
    injection Q as -> ->. intros T. exact (covered_is_not_top _ _ _ _ _ D M (top_at_first _ _ _ _ P T)).
  Qed.

  (** The last core card to be covered is H, by Z_1; before that, the core plays by itself. *)
  Theorem solution_walks q covers root : play p covers q -> is_solved_by q root ->
    exists t, walk f t /\ forall c, c <> Head -> where_is t c = None.
  Proof.
    intros P S. pose proof (deal_distinct f proper) as D.
    destruct (lemma_A f proper q covers root P S) as [A1 [A2 A3]].
    assert (Ex : existsb (fun cover => in_core f (snd cover)) covers = true).
    { apply existsb_exists. exists (card_of f Chain1, card_of f Head). split; [exact A1 | apply head_in_core]. }
    destruct (last_with _ _ Ex) as [before [[b a] [rest [L [C R]]]]]. simpl in C.
    assert (I : In (b, a) covers) by (rewrite L; apply in_elt).
    assert (NoRest : forall c d, In (c, d) rest -> in_core f d = false).
    { intros c d J. destruct (in_core f d) eqn:Q; [| reflexivity].
      assert (X : existsb (fun cover => in_core f (snd cover)) rest = true) by (apply existsb_exists; exists (c, d);
        auto). congruence. }
    destruct (all_were_tops _ _ _ _ _ P I) as [Tb Ta].
    assert (Cb : in_core f b = false).
    { destruct (in_core f b) eqn:Q; [exfalso | reflexivity].
      assert (Nb : exists c, In (c, b) covers).
      { destruct (in_dec (fun x y : card => ltac:(repeat decide equality)) b [card_of f Head]) as [[X | []] | X].
        - subst b. eauto.
        - destruct (A2 b Tb Q) as [c [J _]]; [intros ->; apply X; left; reflexivity | eauto]. }
      destruct Nb as [c J]. rewrite L in J. apply in_app_or in J. destruct J as [J | [J | J]].
      - destruct (in_split _ _ J) as [l1 [l2 K]]. subst before. rewrite <- app_assoc in L. simpl in L.
        destruct (covered_once _ _ _ D P _ _ _ _ L b a (in_elt _ _ _)) as [X _]. contradiction.
      - injection J as -> ->. exact (no_two_cycle _ _ _ _ _ D P I I).
      - pose proof (NoRest c b J). congruence. }
    destruct (bridge f proper a b Ta Tb C Cb (matches_sym _ _ (cover_matches _ _ _ _ _ P I))) as [-> ->].
    rewrite L in P. destruct (play_split _ _ _ _ P) as [r [P1 P2]].
    assert (Inside : forall c d, In (c, d) before -> In (c, d) covers) by (intros; rewrite L; apply in_or_app; auto).
    destruct (play_walks p before r P1) with (s := opening) as [t [W A]].
    - intros c d J. destruct (in_core f c) eqn:Cc; [symmetry; exact (A3 c d (Inside c d J) Cc) |].
      destruct (in_core f d) eqn:Cd; [exfalso | reflexivity].
      rewrite <- L in P. destruct (all_were_tops _ _ _ _ _ P (Inside c d J)) as [Tc Td].
      destruct (bridge f proper d c Td Tc Cd Cc (matches_sym _ _ (cover_matches _ _ _ _ _ P (Inside c d J)))) as [-> ->].
      pose proof (covered_cards_differ _ _ _ D P) as ND. rewrite L, map_app in ND. simpl in ND.
      apply NoDup_remove_2 in ND. apply ND. apply in_or_app. left. exact (in_map snd _ _ J).
    - apply Begin. exact opening_first.
    - exact opening_agrees.
    - exists t. split; [exact W |]. intros c N. destruct (where_is t c) as [z |] eqn:H; [exfalso | reflexivity].
      destruct (cell_of_scene t r A c z H) as [Cc [_ Q]].
      assert (Kc : in_core f (card_of f c) = true) by (apply core_suit; [apply core_is_dealt |]; exact Cc).
      assert (Tc : is_top p (card_of f c)) by (exists (cell_of f c); apply (deal_at f proper), core_is_dealt, Cc).
      rewrite <- L in P. destruct (A2 (card_of f c) Tc Kc) as [e [J _]].
      { intros X. apply N. apply core_cards_differ; auto. exact Logic.I. }
      rewrite L in J. apply in_app_or in J. destruct J as [J | [J | J]].
      + apply (covered_is_gone _ _ _ _ _ D P1 J). exists (cell_of f z). exact Q.
      + injection J as _ J. apply N. symmetry. apply core_cards_differ; [exact Logic.I | exact Cc | exact J].
      + pose proof (NoRest _ _ J). congruence.
  Qed.
End Core.

Print Assumptions solution_walks.
