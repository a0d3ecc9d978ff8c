(** The rest of Lemma A of docs/intractability.md: the last card of a solution is not in the core.

    Otherwise the chain would be walked inwards, and the key be covered in a cell in line with all three chain cards; the
    only such cell was dealt to the core. *)

Require Import Arith Bool List Lia.
Require Import Game Tree.
Import ListNotations.

Lemma play_split p l1 l2 q : play p (l1 ++ l2) q -> exists m, play p l1 m /\ play m l2 q.
Proof.
  revert p. induction l1 as [| cover l1 IH]; intros p P; simpl in P; [exists p; split; [constructor | exact P] |].
  inversion P as [| p' x y a b covers' q' M R]; subst.
  destruct (IH _ R) as [m [P1 P2]]. exists m. split; [econstructor; eassumption | exact P2].
Qed.

Lemma play_keeps_distinct p covers q : distinct p -> play p covers q -> distinct q.
Proof.
  intros D P. induction P as [| p x y a b covers q M P IH]; [exact D |].
  exact (IH (move_keeps_distinct _ _ _ _ _ D M)).
Qed.

Lemma top_at_first p covers q a : play p covers q -> is_top q a -> is_top p a.
Proof.
  induction 1 as [| p x y b c covers q M P IH]; intros T; [exact T |].
  destruct (IH T) as [z Hz]. destruct (tops_of_move _ _ _ _ _ M) as [Hx _].
  destruct (top_before _ _ _ _ _ _ _ M Hz) as [[_ [_ H]] | [_ ->]]; [exists z; exact H | exists x; exact Hx].
Qed.

(** The covers determine where everything stands. *)
Lemma play_determined p covers m n : distinct p -> play p covers m -> play p covers n -> m = n.
Proof.
  intros D P. revert n. induction P as [| p x y a b covers q M P IH]; intros n R; inversion R; subst; [reflexivity |].
  match goal with M' : move p ?x' ?y' a b, R' : play _ covers n |- _ =>
    destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy _]]; destruct (tops_of_move _ _ _ _ _ M') as [Hx' [Hy' _]];
    assert (E : x = x') by exact (D _ _ _ Hx Hx'); assert (F : y = y') by exact (D _ _ _ Hy Hy'); subst;
    exact (IH (move_keeps_distinct _ _ _ _ _ D M) n R')
  end.
Qed.

(** A card that covers nothing stays where it is, as long as it is not covered. *)
Lemma stays p covers q x a :
  distinct p -> play p covers q -> p x = Some a -> (forall b, ~ In (a, b) covers) -> is_top q a -> q x = Some a.
Proof.
  intros D P. revert D. induction P as [| p x' y' a' b' covers q M P IH]; intros D H N T; [exact H |].
  pose proof (covered_is_not_top _ _ _ _ _ D M) as C. destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy _]].
  apply IH; [exact (move_keeps_distinct _ _ _ _ _ D M) | | intros b I; exact (N b (or_intror I)) | exact T].
  unfold after. destruct (cell_eq x x') as [-> | _].
  - elim (N b'). left. congruence.
  - destruct (cell_eq x y') as [-> | _]; [| exact H].
    elim C. rewrite H in Hy. inversion Hy; subst. exact (top_at_first _ _ _ _ P T).
Qed.

(** F2, for a set of cards that cover only one another: they stand in cells that were dealt to the set. *)
Lemma dealt_inside (inside : card -> bool) p covers q y a :
  (forall b c, In (b, c) covers -> inside b = true -> inside c = true) ->
  play p covers q -> q y = Some a -> inside a = true -> exists c, p y = Some c /\ inside c = true.
Proof.
  intros K P. revert K. induction P as [| p x' y' a' b' covers q M P IH]; intros K H S; [exists a; auto |].
  destruct IH as [c [Hc Sc]]; [intros b c I; exact (K b c (or_intror I)) | exact H | exact S |].
  destruct (tops_of_move _ _ _ _ _ M) as [Hx [Hy _]].
  destruct (top_before _ _ _ _ _ _ _ M Hc) as [[_ [_ E]] | [-> ->]]; [exists c; auto |].
  exists b'. split; [exact Hy |]. exact (K a' b' (or_introl eq_refl) Sc).
Qed.

Section Places.
  Variables (p q : position) (covers : list (card * card)).
  Hypothesis cards_differ : distinct p.
  Hypothesis played : play p covers q.

  Definition covered_at (b : card) (y : cell) : Prop :=
    exists l1 a l2 m, covers = l1 ++ (a, b) :: l2 /\ play p l1 m /\ m y = Some b.

  Lemma same_split (l : list (card * card)) : NoDup (map snd l) ->
    forall l1 a l2 k1 c k2 b, l = l1 ++ (a, b) :: l2 -> l = k1 ++ (c, b) :: k2 -> l1 = k1.
  Proof.
    induction l as [| [d e] l IH]; intros N l1 a l2 k1 c k2 b E F; [destruct l1; discriminate |].
    inversion N as [| x y N1 N2]; subst x y.
    destruct l1 as [| o l1], k1 as [| o' k1]; simpl in E, F; injection E as E1 E2; injection F as F1 F2.
    - reflexivity.
    - subst. elim N1. rewrite map_app. apply in_elt.
    - subst. elim N1. rewrite map_app. apply in_elt.
    - f_equal; [congruence |]. exact (IH N2 _ _ _ _ _ _ _ E2 F2).
  Qed.

  Lemma covered_at_one_place b y z : covered_at b y -> covered_at b z -> y = z.
  Proof.
    intros [l1 [a [l2 [m [E [P H]]]]]] [k1 [c [k2 [n [F [R K]]]]]].
    assert (S : l1 = k1) by exact (same_split _ (covered_cards_differ _ _ _ cards_differ played) _ _ _ _ _ _ _ E F).
    subst k1. pose proof (play_determined _ _ _ _ cards_differ P R). subst n.
    exact (play_keeps_distinct _ _ _ cards_differ P _ _ _ H K).
  Qed.

  (** A card that covers one other goes to it from its own cell and is covered there. *)
  Lemma goes_there x a b c :
    p x = Some a -> (forall d, In (a, d) covers -> d = b) -> In (a, b) covers -> In (c, a) covers ->
    exists y, covered_at b y /\ covered_at a y /\ in_line x y.
  Proof.
    intros H Only I J. destruct (in_split _ _ I) as [l1 [l2 E]].
    assert (P : play p (l1 ++ (a, b) :: l2) q) by (rewrite <- E; exact played).
    destruct (play_split _ _ _ _ P) as [m [P1 P2]].
    pose proof (play_keeps_distinct _ _ _ cards_differ P1) as Dm.
    inversion P2 as [| p' x' y a' b' covers' q' M P3]; subst p' a' b' covers' q'.
    destruct (tops_of_move _ _ _ _ _ M) as [Mx [My _]].
    assert (Once1 : forall d, ~ In (a, d) l1).
    { intros d K. assert (F : d = b) by (apply Only; rewrite E; apply in_or_app; left; exact K). subst d.
      destruct (in_split _ _ K) as [k1 [k2 F]]. subst l1. rewrite <- app_assoc in E. simpl in E.
      destruct (covered_once _ _ _ cards_differ played _ _ _ _ E a b (in_elt _ _ _)) as [_ X]. contradiction. }
    assert (Once2 : forall d, ~ In (a, d) l2).
    { intros d K. assert (F : d = b) by (apply Only; rewrite E; apply in_or_app; right; right; exact K). subst d.
      destruct (covered_once _ _ _ cards_differ played _ _ _ _ E a b K) as [_ X]. contradiction. }
    assert (Hm : m x = Some a) by (apply (stays _ _ _ _ _ cards_differ P1 H Once1); exists x'; exact Mx).
    assert (X : x' = x) by exact (Dm _ _ _ Mx Hm). subst x'.
    assert (L : in_line x y) by (destruct M; assumption).
    exists y. split; [exists l1, a, l2, m; auto |]. split; [| exact L].
    assert (J2 : In (c, a) l2).
    { rewrite E in J. apply in_app_or in J. destruct J as [J | [J | J]]; [| | exact J].
      - exfalso. destruct (in_split _ _ J) as [k1 [k2 F]]. subst l1. rewrite <- app_assoc in E. simpl in E.
        destruct (covered_once _ _ _ cards_differ played _ _ _ _ E a b (in_elt _ _ _)) as [X _]. contradiction.
      - exfalso. inversion J; subst. exact (no_two_cycle _ _ _ _ _ cards_differ played I I). }
    destruct (in_split _ _ J2) as [k1 [k2 F]]. subst l2.
    destruct (play_split _ _ _ _ P3) as [n [P4 P5]].
    exists (l1 ++ (a, b) :: k1), c, k2, n. split; [rewrite E, <- app_assoc; reflexivity |].
    assert (Dn : distinct (after m x y)) by exact (move_keeps_distinct _ _ _ _ _ Dm M).
    split.
    - clear - P1 M P4. induction P1; simpl; econstructor; eauto.
    - apply (stays _ _ _ _ _ Dn P4).
      + unfold after. destruct (cell_eq y x) as [Y | _]; [destruct L as [L _]; congruence |].
        destruct (cell_eq y y); [exact Hm | congruence].
      + intros d K. apply (Once2 d). apply in_or_app. left. exact K.
      + inversion P5 as [| p' x'' y'' a'' b'' covers' q' M' P6]; subst.
        destruct (tops_of_move _ _ _ _ _ M') as [_ [T _]]. exists y''. exact T.
  Qed.
End Places.

(** Only [a], of all cards in the set, matches a card outside it, and that is [b]. *)
Definition border (p : position) (inside : card -> bool) (a b : card) : Prop :=
  inside a = true /\ inside b = false /\
  forall c d, is_top p c -> is_top p d -> inside c = true -> inside d = false -> matches c d -> c = a /\ d = b.

(** With the cells of the deal, only (M, e) is in line with all three. *)
Lemma meeting_cell M e y :
  in_line (M, e + 1) y -> in_line (M, e + 2) y -> in_line (M + 2, e) y -> y = (M, e).
Proof.
  destruct y as [r c]. unfold in_line. simpl. intros [N1 H1] [N2 H2] [N3 H3].
  assert (r = M /\ c = e); [| f_equal; tauto].
  assert (~ (M = r /\ e + 1 = c)) by (intros [A B]; congruence).
  assert (~ (M = r /\ e + 2 = c)) by (intros [A B]; congruence).
  assert (~ (M + 2 = r /\ e = c)) by (intros [A B]; congruence).
  lia.
Qed.

Section Walk.
  Variables (p q : position) (covers : list (card * card)) (root : card).
  Variables (head z1 z2 z3 key : card) (x1 x2 x3 : cell).
  Variables (from1 from2 from3 from_key : card -> bool).
  Hypothesis cards_differ : distinct p.
  Hypothesis played : play p covers q.
  Hypothesis solved : is_solved_by q root.
  Hypothesis root_inside : from1 root = false /\ from2 root = false /\ from3 root = false /\ from_key root = false.
  Hypothesis at1 : p x1 = Some z1.
  Hypothesis at2 : p x2 = Some z2.
  Hypothesis at3 : p x3 = Some z3.
  Hypothesis key_dealt : is_top p key.
  Hypothesis border1 : border p from1 z1 head.
  Hypothesis border2 : border p from2 z2 z1.
  Hypothesis border3 : border p from3 z3 z2.
  Hypothesis border4 : border p from_key key z3.
  Hypothesis matches1 : forall a, is_top p a -> matches z1 a -> a = z1 \/ a = head \/ a = z2.
  Hypothesis matches2 : forall a, is_top p a -> matches z2 a -> a = z2 \/ a = z1 \/ a = z3.
  Hypothesis matches3 : forall a, is_top p a -> matches z3 a -> a = z3 \/ a = z2 \/ a = key.

  Lemma outwards inside a b :
    border p inside a b -> is_top p a -> inside root = false ->
    In (b, a) covers /\ forall c d, In (c, d) covers -> inside c = true -> inside d = true.
  Proof.
    intros [Ia [_ B]] T R. split.
    - exact (chain_covers_head p q covers root inside a b cards_differ played solved B T Ia R).
    - intros c d. exact (core_covers_nothing_else p q covers root inside a b cards_differ played solved B T Ia R c d).
  Qed.

  Lemma only a b c :
    (forall d, is_top p d -> matches a d -> d = a \/ d = b \/ d = c) -> In (b, a) covers ->
    forall d, In (a, d) covers -> d = c.
  Proof.
    intros Ms I d J. destruct (all_were_tops _ _ _ _ _ played J) as [_ T].
    destruct (Ms d T (cover_matches _ _ _ _ _ played J)) as [-> | [-> | ->]]; [| | reflexivity].
    - elim (no_two_cycle _ _ _ _ _ cards_differ played J J).
    - elim (no_two_cycle _ _ _ _ _ cards_differ played I J).
  Qed.

  (** Then the key is covered in a cell in line with all three, dealt to the key's side. *)
  Theorem chain_meets : exists y c, in_line x1 y /\ in_line x2 y /\ in_line x3 y /\ p y = Some c /\ from_key c = true.
  Proof.
    destruct root_inside as [R1 [R2 [R3 R4]]].
    destruct (outwards _ _ _ border1 (ex_intro _ x1 at1) R1) as [I1 _].
    destruct (outwards _ _ _ border2 (ex_intro _ x2 at2) R2) as [I2 _].
    destruct (outwards _ _ _ border3 (ex_intro _ x3 at3) R3) as [I3 _].
    destruct (outwards _ _ _ border4 key_dealt R4) as [I4 K].
    destruct (goes_there _ _ _ cards_differ played x3 z3 key z2 at3 (only _ _ _ matches3 I3) I4 I3)
      as [y [[l1 [a [l2 [m [E [P H]]]]]] [C3 L3]]].
    destruct (goes_there _ _ _ cards_differ played x2 z2 z3 z1 at2 (only _ _ _ matches2 I2) I3 I2) as [y2 [C3' [C2 L2]]].
    destruct (goes_there _ _ _ cards_differ played x1 z1 z2 head at1 (only _ _ _ matches1 I1) I2 I1)
      as [y1 [C2' [_ L1]]].
    pose proof (covered_at_one_place _ _ _ cards_differ played _ _ _ C3 C3'). subst y2.
    pose proof (covered_at_one_place _ _ _ cards_differ played _ _ _ C2 C2'). subst y1.
    destruct (dealt_inside from_key p l1 m y key) as [c [Hc Sc]]; [| exact P | exact H | exact (proj1 border4) |].
    - intros b c I. apply K. rewrite E. apply in_or_app. left. exact I.
    - exists y, c. auto.
  Qed.

  Variables (M e : nat) (seat : card).
  Hypothesis cell1 : x1 = (M, e + 1).
  Hypothesis cell2 : x2 = (M, e + 2).
  Hypothesis cell3 : x3 = (M + 2, e).
  Hypothesis seat_dealt : p (M, e) = Some seat.
  Hypothesis seat_inside : from_key seat = false.

  (** So the last card cannot be on the near side of the chain: Lemma A needs the other case only. *)
  Theorem last_is_not_in_the_core : False.
  Proof.
    destruct chain_meets as [y [c [L1 [L2 [L3 [H S]]]]]]. subst x1 x2 x3.
    pose proof (meeting_cell _ _ _ L1 L2 L3). subst y. congruence.
  Qed.
End Walk.

Print Assumptions last_is_not_in_the_core.
