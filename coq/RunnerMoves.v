(** Lemma B for runners, for the cards of a variable, and for the ushers. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Clear Grid Walk Invariant ClauseMoves.
Import ListNotations.

Section RunnerMoves.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  (** What is in line with the region of a variable. *)
  Lemma delta_exit k x y : delta f k x -> is_exit y -> lined f x y -> y = Door k.
  Proof.
    intros D E L. destruct x; simpl in D; try contradiction; destruct y; simpl in E; try contradiction;
      destruct L as [L | L]; simpl in L; clean; reflexivity.
  Qed.

  Lemma delta_apart k k' x y : delta f k x -> delta f k' y -> lined f x y -> k = k'.
  Proof.
    intros D E L. destruct x; simpl in D; try contradiction; destruct y; simpl in E; try contradiction;
      destruct L as [L | L]; simpl in L; clean; congruence.
  Qed.

  Lemma near_delta k x : near k x -> delta f k x.
  Proof. destruct x; simpl; tauto. Qed.

  Lemma delta_not_exit k x : delta f k x -> is_exit x -> False.
  Proof. destruct x; simpl; tauto. Qed.

  Variable s : scene.
  Hypothesis inv : invariant f s.

  Lemma runner_card_place k a z : is_runner_card f k a -> where_is s a = Some z ->
    own_row s a z /\ (delta f k z \/ z = Door k \/ exists j i, z = Runner j i /\ a = Runner j i).
  Proof.
    intros R H. pose proof (is_allowed _ _ inv _ _ H) as A. destruct a; simpl in R; try contradiction; subst k;
      cbn [allowed] in A.
    - destruct A as [O A]. split; [exact O |].
      destruct A as [-> | [[-> _] | [[-> _] | [[A _] | [[A _] | [-> _]]]]]]; simpl; eauto 6.
    - destruct A as [[A | A] [O _]]; auto.
  Qed.

  (** The rows of a runner that is not covered, and of a collector that is not, hold no other runner card. *)
  Lemma literal_row_taken k j i a z z' : where_is s (Runner j i) = Some z' -> is_runner_card f k a ->
    where_is s a = Some z ->
    row_of z = LiteralRow j i -> a = Runner j i.
  Proof.
    intros R Ra H E. destruct (runner_card_place k a z Ra H) as [O P]. unfold gone in *.
    destruct P as [P | [-> | [j' [i' [-> ->]]]]]; [| discriminate E | simpl in E; congruence].
    destruct z; simpl in P, E, O; try contradiction; try discriminate E; injection E as -> ->; destruct O as [O | O]; auto;
      unfold gone in O; congruence.
  Qed.

  Lemma collector_row_taken k a z z' : where_is s (Collector k) = Some z' -> is_runner_card f k a ->
    where_is s a = Some z ->
    row_of z = EntryRow k \/ row_of z = LeafRow k -> a = Collector k.
  Proof.
    intros R Ra H E. pose proof (runner_card_place k a z Ra H) as [O P].
    destruct a; simpl in Ra; try contradiction; [| congruence].
    exfalso. pose proof (is_allowed _ _ inv _ _ H) as A. cbn [allowed] in A. destruct A as [_ A].
    destruct z; simpl in *; try (destruct E; discriminate).
    - destruct A as [A | [[A _] | [[A _] | [[_ [A _]] | [[_ [A _]] | [A _]]]]]]; discriminate.
    - destruct O as [O | O]; [discriminate |]. unfold gone in O. destruct E as [E | E]; [injection E as ->
        | discriminate]. congruence.
    - destruct O as [O | O]; [discriminate |]. unfold gone in O. destruct E as [E | E];
        [discriminate | injection E as ->]. congruence.
    - destruct O as [O | O]; [discriminate |]. unfold gone in O. destruct E as [E | E];
        [discriminate | injection E as ->]. congruence.
  Qed.

  Variables c d x y : name.
  Hypothesis stepped : step f s c d x y.
  Let s' := next f s c d x y.

  Let Hc : where_is s c = Some x := mover_at _ _ _ _ _ _ stepped.
  Let Hd : where_is s d = Some y := covered_at _ _ _ _ _ _ stepped.
  Let L : lined f x y := cells_lined _ _ _ _ _ _ stepped.
  Let N : c <> d := cards_apart _ _ _ _ _ _ stepped.
  Let N' : x <> y := cells_apart _ _ _ _ _ _ stepped.
  Let Kc := core_c f s inv c d x y stepped.
  Let Kd := core_d f s inv c d x y stepped.
  Let G : forall a, gone s a -> gone s' a := still_gone f s c d x y stepped.
  Let E : forall a, empty s a -> empty s' a := still_empty f s c d x y stepped.
  Let Ex : empty s' x := now_empty f s inv c d x y stepped.
  Let Gd : gone s' d := now_gone f s c d x y stepped.

  Lemma own_row_after : own_row s d y -> own_row s' c y.
  Proof.
    intros O. destruct y; cbn [own_row] in O |- *; auto; right; (destruct O as [O | O]; [rewrite <- O;
      exact Gd | apply G, O]).
  Qed.

  (** Runner cards cover one another along columns. *)
  Lemma along_column k : is_runner_card f k c -> is_runner_card f k d -> col_of f x = col_of f y.
  Proof. intros R R'. destruct L as [H | H]; [| exact H]. elim N. exact (one_in_row _ _ inv k c d x y R R' Hc Hd H). Qed.

  Lemma dealt_is_gone : gone s' y.
  Proof.
    destruct (same_name d y) eqn:S; [apply same_name_eq in S; rewrite <- S; exact Gd |].
    apply G. apply (stands_on _ _ (is_placed _ _ inv) d y Hd). intros X. apply same_name_eq in X. congruence.
  Qed.

  Lemma runner_moves j i : c = Runner j i -> allowed f s' c y.
  Proof.
    intros Q. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof Kc as [Kc1 Kx]. pose proof Kd as [Kd1 Ky].
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof Hc as Wc. pose proof Hd as Wd. pose proof L as Li. pose proof N' as Nxy.
    pose proof own_row_after as O. pose proof (along_column (var f j i)) as Col. pose proof G as G'. pose proof E as E'.
    pose proof Ex as Ex'. pose proof Gd as Gd'. pose proof (fun R => runner_card_place (var f j i) d y R Hd) as Pl.
    assert (U : ~ fired s j i -> ~ fired s' j i).
    { apply (still_unfired f s c d x y). left. intros X. rewrite Q in X. discriminate X. }
    rewrite Q in *. clear Q. cbn [allowed] in A |- *. simpl in M, Kc1. destruct Kc1 as [J I].
    assert (Pair : is_runner_card f (var f j i) d -> own_row s' (Runner j i) y /\
      (y = Runner j i \/ y = Activator j i /\ gone s' (Activator j i) /\ ~ fired s' j i \/ y = Opposite j i /\
        gone s' (Opposite j i) \/
       delta f (var f j i) y /\ col_of f y = VariableCol (var f j i) (positive f j i) /\
         gone s' (Activator j i) /\ ~ fired s' j i /\ empty s' (Activator j i) \/
       delta f (var f j i) y /\ col_of f y = VariableCol (var f j i) (negb (positive f j i)) /\
         gone s' (Opposite j i) /\ empty s' (Opposite j i) \/
       y = Door (var f j i) /\ gone s' (Activator j i) /\ gone s' (Opposite j i))).
    { intros R. specialize (Col eq_refl R). destruct (Pl R) as [Od P]. split; [exact (O Od) |].
      destruct A as [Oc A].
      assert (Dl : (exists k b, col_of f x = VariableCol k b) -> delta f (var f j i) y).
      { intros [k [b X]]. rewrite X in Col. destruct P as [P | [P | [j' [i' [P _]]]]]; [exact P | |]; rewrite P in Col;
          discriminate. }
      destruct A as [Ax | [[Ax [A1 A2]] | [[Ax A1] | [[A1 [A2 [A3 [A4 A5]]]] | [[A1 [A2 [A3 A4]]] | [Ax [A1 A2]]]]]]].
      - exfalso. rewrite Ax in Col. apply Nxy. rewrite Ax. destruct y; simpl in Col; try discriminate Col. congruence.
      - right. right. right. left. rewrite Ax in Col, Dl, Ex'. simpl in Col, Dl. repeat split; auto; try congruence;
          apply Dl; eauto.
      - right. right. right. right. left. rewrite Ax in Col, Dl, Ex'. simpl in Col, Dl. repeat split; auto;
          try congruence; apply Dl; eauto.
      - right. right. right. left. repeat split; auto; try congruence; apply Dl; eauto.
      - right. right. right. right. left. repeat split; auto; try congruence; apply Dl; eauto.
      - exfalso. rewrite Ax in Col, Oc, Nxy. simpl in Col, Oc. destruct P as [P | [P | [j' [i' [P _]]]]].
        + destruct y; simpl in P, Col; try contradiction; discriminate.
        + congruence.
        + rewrite P in Col. discriminate. }
    destruct d as [j' i' | j' i' | j' i' | | | | | | k | | | | | | | | | |]; simpl in M; try contradiction.
    - destruct M as [-> ->]. cbn [allowed] in B.
      destruct B as [[By B] | [[By [B _]] | [[By [B _]] | [[B1 [B2 [B3 B4]]] | [By [_ [B _]]]]]]].
      + rewrite By. split; [left; reflexivity | auto 6].
      + rewrite By. split; [left; reflexivity | auto 6].
      + unfold gone in B. congruence.
      + assert (Y : x = Leaf (var f j i) (negb (positive f j i)) /\ y = Door (var f j i) /\ gone s (Opposite j i)).
        { destruct A as [_ A].
          destruct A as [Ax | [[Ax [A1 A2]] | [[Ax A1] | [[A1 [A2 [A3 [A4 A5]]]] | [[A1 [A2 [A3 A4]]] | [Ax [A1 A2]]]]]]];
            try (unfold gone in *; congruence).
          - exfalso. rewrite Ax in Li. apply lined_sym in Li.
            rewrite (gamma_literal f proper j i y _ Ky (conj J I) B2 Li (or_intror eq_refl)) in Wd. exact (B3 _ Wd).
          - exfalso. rewrite Ax in Li. apply lined_sym in Li.
            rewrite (gamma_literal f proper j i y _ Ky (conj J I) B2 Li (or_introl eq_refl)) in Wd. exact (B3 _ Wd).
          - assert (Y : x = Leaf (var f j i) (negb (positive f j i)) /\ y = Door (var f j i)); [| tauto].
            clear - proper A1 A2 B2 B3 Li Wd Nxy J I Kx Ky.
            destruct x; simpl in A1, A2; try contradiction; destruct y; simpl in B2, Ky; try contradiction;
              destruct Li as [Li | Li]; simpl in Li; kill_by_way f proper j i; split; congruence. }
        destruct Y as [X [Y Go]]. rewrite Y. destruct A as [Oc _]. rewrite X in Oc. simpl in Oc.
        split; [right; destruct Oc as [Oc | Oc]; [discriminate | apply G', Oc] |]. right. right. right. right. right. auto.
      + unfold gone in B. congruence.
    - destruct M as [-> ->]. cbn [allowed] in B. destruct B as [By | [[By [B1 B2]] | [By B]]].
      + rewrite By. split; [left; reflexivity | auto 6].
      + rewrite By. split; [left; reflexivity | auto 8].
      + unfold gone in B. congruence.
    - apply Pair. exact M.
    - apply Pair. exact M.
  Qed.

  Lemma collector_moves k : c = Collector k -> allowed f s' c y.
  Proof.
    intros Q. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof Kc as [Kc1 Kx]. pose proof Kd as [Kd1 Ky].
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof Hc as Wc. pose proof Hd as Wd. pose proof L as Li. pose proof N' as Nxy.
    pose proof own_row_after as O. pose proof (along_column k) as Col. pose proof G as G'. pose proof E as E'.
    pose proof Ex as Ex'. pose proof dealt_is_gone as Dg. pose proof (fun R => runner_card_place k d y R Hd) as Pl.
    assert (On : forall b, x = Leaf k b -> gone s' (Leaf k b)).
    { intros b X. apply G. apply (stands_on _ _ (is_placed _ _ inv) c _ (eq_trans Hc (f_equal _ X))). rewrite Q.
      discriminate. }
    assert (T : forall b, (is_runner d -> col_of f y <> VariableCol k b) -> ~ took s k b -> ~ took s' k b).
    { intros b H H' [K | [_ [K K']]]; [contradiction | exact (H K K')]. }
    assert (Both : forall b b', b <> b' -> gone s' (Leaf k b) -> gone s' (Leaf k b') -> gone s' (Leaf k true) /\
      gone s' (Leaf k false))
      by (intros [] [] X; tauto).
    rewrite Q in *. clear Q. cbn [allowed] in A |- *. simpl in M. destruct A as [Ax [Oc S]].
    assert (Dd : is_runner d /\ is_runner_card f k d \/ ~ is_runner d /\ (near k y \/ y = Door k)).
    { destruct d; simpl in M; try contradiction; [left; simpl; auto | right | right]; (split; [simpl; tauto |]); subst k0;
        cbn [allowed] in B; (destruct B as [[B B'] | [B | [_ B]]]; [| auto | unfold gone in B; congruence]);
        right; (destruct Ax as [Ax | Ax]; [exact (delta_exit k x y Ax B Li) |]);
        (destruct B' as [B' | B']; [exact B' | rewrite Ax in Wc; elim (B' _ Wc)]). }
    destruct Dd as [[R Rk] | [R Y]].
    - specialize (Col eq_refl Rk). destruct (Pl Rk) as [Od P]. specialize (O Od).
      assert (Dl : delta f k y).
      { destruct P as [P | [P | [j' [i' [P _]]]]]; [exact P | |]; exfalso; rewrite P in Col, Nxy; simpl in Col;
          (destruct Ax as [Ax | Ax]; [destruct x; simpl in Ax, Col; try contradiction; discriminate | rewrite Ax in *;
            simpl in Col; congruence]). }
      split; [auto |]. split; [exact O |].
      assert (T' : forall b, col_of f x = VariableCol k b -> ~ took s k (negb b) -> ~ took s' k (negb b)).
      { intros b X. apply T. intros _ Z. rewrite <- Col, X in Z. injection Z as Z. exact (negb_differs b Z). }
      destruct S as [[[S | [b S]] S'] | [[S S'] | [[b [S [S1 S2]]] | [b [S _]]]]].
      + exfalso. rewrite S in Col, Nxy. simpl in Col. destruct y; simpl in Col; try discriminate Col. congruence.
      + right. right. left. exists b. rewrite S in Col, Ex', T'. simpl in Col.
        repeat split; [congruence | exact Ex' |]. apply T'; auto.
      + right. left. auto.
      + right. right. left. exists b. repeat split; [congruence | auto | auto].
      + exfalso. rewrite S in Col. simpl in Col. destruct y; simpl in Dl, Col; try contradiction; discriminate.
    - assert (T' : forall b, ~ took s k b -> ~ took s' k b) by (intros b; apply T; intros X; contradiction).
      split; [destruct Y as [Y | Y]; [left; apply near_delta, Y | right; exact Y] |].
      split; [destruct y; simpl in Y |- *; auto; destruct Y as [Y | Y]; try discriminate Y; try contradiction; left;
        congruence |].
      assert (S2 : gone s (Leaf k true) /\ gone s (Leaf k false) -> stage f s' k y) by (intros [X X']; right; left; auto).
      destruct Y as [Y | Y].
      + destruct y as [| | | | | | | | | k' b' | k' b' | | | | | | | |]; simpl in Y; try contradiction; subst k'.
        * destruct S as [[S S'] | [S | [[b [S [S1 S3]]] | [b [S _]]]]]; [left; eauto | auto | |].
          -- exfalso. destruct Li as [Li | Li].
             ++ destruct x; simpl in S, Li; try discriminate. injection S as -> ->. exact (S1 _ Wc).
             ++ rewrite S in Li. simpl in Li. injection Li as ->. exact (S1 _ Wd).
          -- exfalso. rewrite S in Li. destruct Li as [Li | Li]; discriminate Li.
        * destruct S as [[[S | [b S]] S'] | [S | [[b [S [S1 S3]]] | [b [S [S1 [S3 S4]]]]]]]; auto.
          -- exfalso. rewrite S in Li. destruct Li as [Li | Li]; discriminate Li.
          -- rewrite S in Li, Ex'. destruct Li as [Li | Li]; [discriminate Li |]. simpl in Li. injection Li as ->.
             right. right. left. exists b'. split; [reflexivity |]. split; [exact Ex' | apply T', S'].
          -- destruct Li as [Li | Li]; [| right; right; left; exists b; repeat split; [congruence | auto | auto]].
             destruct x; simpl in S, Li; try discriminate.
             right. left. injection S as -> ->. apply (Both b b'); [congruence | apply On; reflexivity | exact Dg].
          -- right. left. apply (Both b b'); [intros ->; exact (S3 _ Wd) | auto | exact Dg].
      + rewrite Y in *. destruct S as [[[S | [b S]] S'] | [S | [[b [S [S1 S3]]] | [b [S _]]]]]; auto.
        * exfalso. rewrite S in Li. destruct Li as [Li | Li]; discriminate Li.
        * exfalso. rewrite S in Li. destruct Li as [Li | Li]; discriminate Li.
        * destruct Li as [Li | Li]; [| rewrite S in Li; discriminate Li].
          destruct x; simpl in S, Li; try discriminate. injection S as -> ->. right. right. right. exists b. auto 6.
        * congruence.
  Qed.
End RunnerMoves.
