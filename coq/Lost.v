(** What cannot be mended: a jam (B 3), and a runner that was covered by its own activator or opposite (Lemma C).
    Both last to the end, where every core card but H is covered. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Clear Grid Walk Invariant ClauseMoves RunnerMoves LemmaB.
Import ListNotations.

Section Lost.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  Lemma mates_sym c d : mates f c d -> mates f d c.
  Proof. destruct c, d; simpl; intuition congruence. Qed.

  Lemma step_sym s c d x y : step f s c d x y -> step f s d c y x.
  Proof. intros [A B C D E F]. split; auto using mates_sym, lined_sym. Qed.

  (** What cannot be mended: a jam, and a runner that was covered by its activator or its opposite. *)
  Definition jam (s : scene) : Prop := exists j i,
    where_is s (Activator j i) = Some (Leaf (var f j i) (negb (positive f j i))) \/
    where_is s (Runner j i) = Some (Door (var f j i)).
  Definition stuck (s : scene) : Prop := exists j i, gone s (Runner j i) /\
    (where_is s (Opposite j i) <> None \/ where_is s (Activator j i) = Some (Opposite j i) \/
     where_is s (Activator j i) = Some (Runner j i)).
  Definition lost (s : scene) : Prop := jam s \/ stuck s.

  Section Step.
    Variable s : scene.
    Hypothesis inv : invariant f s.
    Variables c d x y : name.
    Hypothesis stepped : step f s c d x y.
    Let s' := next f s c d x y.
    Let Hc : where_is s c = Some x := mover_at _ _ _ _ _ _ stepped.
    Let Hd : where_is s d = Some y := covered_at _ _ _ _ _ _ stepped.
    Let Gd : gone s' d := now_gone f s c d x y stepped.
    Let Wc : where_is s' c = Some y := next_mover f s c d x y.

    Lemma jammed_activator_rests j i : c = Activator j i -> x <> Leaf (var f j i) (negb (positive f j i)).
    Proof.
      intros Q X. pose proof (is_allowed _ _ inv _ _ Hc) as A. rewrite Q, X in A. cbn [allowed] in A.
      destruct A as [[A _] | [[A _] | [[A _] | [[_ [A _]] | [_ [A1 [A2 [A3 [A4 _]]]]]]]]]; try discriminate;
        try contradiction.
      pose proof Hd as W.
      destruct (activator_outside f proper s inv c d x y stepped j i Q (or_intror (or_intror X)) A4 (fun _ => A3))
         as [D | D];
        rewrite D in W; unfold gone in *; congruence.
    Qed.

    Lemma jammed_runner_rests j i : c = Runner j i -> x <> Door (var f j i).
    Proof.
      intros Q X. pose proof (is_allowed _ _ inv _ _ Hc) as A. rewrite Q, X in A. cbn [allowed] in A. destruct A as [_ A].
      destruct A as [A | [[A _] | [[A _] | [[A _] | [[A _] | [_ [A1 A2]]]]]]]; try discriminate; try contradiction.
      pose proof (cards_mate _ _ _ _ _ _ stepped) as M. rewrite Q in M. pose proof Hd as W.
      assert (R : is_runner_card f (var f j i) d).
      { destruct d; simpl in M; try contradiction; [destruct M as [-> ->] | destruct M as [-> ->] | exact M | exact M];
          unfold gone in *; congruence. }
      assert (Rc : is_runner_card f (var f j i) c) by (rewrite Q; reflexivity).
      pose proof (along_column f s inv c d x y stepped (var f j i) Rc R) as Col. rewrite X in Col.
      destruct (runner_card_place f s inv (var f j i) d y R W) as [_ [P | [P | [j' [i' [P _]]]]]].
      - destruct y; simpl in P, Col; try contradiction; discriminate.
      - apply (cells_apart _ _ _ _ _ _ stepped). congruence.
      - rewrite P in Col. discriminate.
    Qed.
  End Step.

  Lemma lost_next s c d x y : invariant f s -> step f s c d x y -> lost s -> lost (next f s c d x y).
  Proof.
    intros inv S. pose proof (step_sym _ _ _ _ _ S) as S'. pose proof S as [Hc Hd M Li N N'].
    assert (Keep : forall a z, where_is s a = Some z -> a <> c -> a <> d -> where_is (next f s c d x y) a = Some z).
    { intros a z H Nc Nd. rewrite next_other; assumption. }
    assert (Dec : forall a b : name, a = b \/ a <> b).
    { intros a b. destruct (same_name a b) eqn:Q; [left; apply same_name_eq, Q | right; intros X;
        apply same_name_eq in X; congruence]. }
    intros [[j [i [H | H]]] | [j [i [R H]]]].
    - left. exists j, i. left. apply Keep; [exact H | |]; intros Q.
      + apply (jammed_activator_rests s inv c d x y S j i); congruence.
      + apply (jammed_activator_rests s inv d c y x S' j i); congruence.
    - left. exists j, i. right. apply Keep; [exact H | |]; intros Q.
      + apply (jammed_runner_rests s inv c d x y S j i); congruence.
      + apply (jammed_runner_rests s inv d c y x S' j i); congruence.
    - right. exists j, i. split; [exact (gone_next f _ _ _ _ _ _ S R) |].
      assert (Opp : forall z, where_is s (Opposite j i) = Some z -> where_is s (Activator j i) <> None ->
                      z = Opposite j i \/ z = Runner j i).
      { intros z W Wa. pose proof (is_allowed _ _ inv _ _ W) as A. cbn [allowed] in A.
        destruct A as [A | [[_ [A _]] | [A _]]]; auto. contradiction. }
      destruct H as [H | H].
      + destruct (where_is s (Opposite j i)) as [z |] eqn:W; [clear H | congruence].
        destruct (Dec (Opposite j i) d) as [Q | Nd].
        * subst d. right. assert (C : c = Activator j i).
          { destruct c; simpl in M; try contradiction; destruct M as [-> ->]; [reflexivity |]. unfold gone in R.
            congruence. }
          subst c. rewrite next_mover. assert (z = y) by congruence. subst z.
          destruct (Opp y eq_refl) as [-> | ->]; [congruence | auto | auto].
        * left. destruct (Dec (Opposite j i) c) as [Q | Nc]; [subst c; rewrite next_mover; discriminate |].
          rewrite (Keep _ z) by auto. discriminate.
      + assert (A : exists z, where_is s (Activator j i) = Some z /\ (z = Opposite j i \/ z = Runner j i) /\
          empty s (Activator j i)).
        { destruct H as [H | H]; eexists; (split; [exact H |]); (split; [auto |]);
            pose proof (is_allowed _ _ inv _ _ H) as A;
            cbn [allowed] in A; destruct A as [[A _] | [[A [_ [A' _]]] | [[A [_ [A' _]]] | [[_ [A _]] | [A _]]]]];
            try discriminate; try contradiction; exact A'. }
        destruct A as [z [Wz [Z Em]]].
        assert (Out : forall a z', step f s (Activator j i) a z z' -> a = Opposite j i).
        { intros a z' T.
          destruct (activator_outside f proper s inv _ _ _ _ T j i eq_refl) as [D | D]; auto.
          - destruct Z as [-> | ->]; auto.
          - intros X. destruct Z as [-> | ->]; discriminate.
          - pose proof (covered_at _ _ _ _ _ _ T) as W. rewrite D in W. unfold gone in R. congruence. }
        destruct (Dec (Activator j i) c) as [Q | Nc].
        * subst c. right. assert (x = z) by congruence. subst x. pose proof (Out d y S) as D. subst d. rewrite next_mover.
          destruct (Opp y Hd) as [-> | ->]; [congruence | auto | auto].
        * destruct (Dec (Activator j i) d) as [Q | Nd].
          -- subst d. left. assert (y = z) by congruence. subst y. rewrite <- (Out c x S'). rewrite next_mover.
             discriminate.
          -- right. rewrite next_other by auto. exact H.
  Qed.

  (** If its own activator or opposite covers a runner, all is lost. *)
  Lemma own_covers s c x y j i : invariant f s -> step f s c (Runner j i) x y -> c = Activator j i \/ c = Opposite j i ->
    lost (next f s c (Runner j i) x y).
  Proof.
    intros inv S C. pose proof (now_gone f _ _ _ _ _ S) as G. pose proof S as [Hc Hd _ _ _ _].
    destruct C as [-> | ->].
    - pose proof (mover_allowed f proper s inv _ _ _ _ S) as A. cbn [allowed] in A.
      pose proof (stands_in_core _ _ (is_placed _ _ inv) _ _ Hc) as [[J I] _].
      pose proof (stands_in_core _ _ (is_placed _ _ inv) _ _ Hd) as [_ Ky].
      pose proof (is_allowed _ _ inv _ _ Hd) as B. cbn [allowed] in B. destruct B as [_ B].
      destruct A as [[-> _] | [[-> _] | [[-> _] | [[_ [A _]] | [-> _]]]]].
      + exfalso. destruct B as [B | [[_ [B _]] | [[B _] | [[_ [_ [B _]]] | [[_ [B _]] | [B _]]]]]]; try discriminate;
          try (unfold gone in B; congruence). simpl in B. injection B as B. exact (negb_differs _ B).
      + right. exists j, i. split; [exact G |]. right. left. apply next_mover.
      + right. exists j, i. split; [exact G |]. right. right. apply next_mover.
      + exfalso. destruct B as [-> | [[_ [B _]] | [[-> _] | [[_ [_ [B _]]] | [[B1 [B2 _]] | [_ [B _]]]]]]];
          try contradiction;
          try (unfold gone in B; congruence).
        clear - proper A B1 B2 J I Ky. destruct y; simpl in A, B1, B2, Ky; try contradiction; try discriminate.
        kill f proper.
      + left. exists j, i. left. apply next_mover.
    - right. exists j, i. split; [exact G |]. left. rewrite next_mover. discriminate.
  Qed.
End Lost.
