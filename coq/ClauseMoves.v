(** Lemma B for the cards of a clause: rungs, opposites and activators. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Clear Grid Walk Invariant.
Import ListNotations.

Lemma negb_differs b : b <> negb b.
Proof. destruct b; discriminate. Qed.

(** Contradictions: an empty cell is entered, a covered card stands somewhere, a clause has a variable twice. *)
Ltac kill f proper :=
  clean;
  repeat match goal with
  | H : var f ?j ?i = var f ?j ?i' |- _ =>
      let E := fresh in
      assert (E : i = i') by (apply (different_variables f proper j); [assumption .. | exact H]); clear H; subst
  end; clean;
  try match goal with
  | H : empty _ ?z, W : where_is _ ?c = Some ?z |- _ => elim (H c W)
  | H : gone _ ?a, W : where_is _ ?a = Some _ |- _ => unfold gone in H; rewrite H in W; discriminate W
  | H : ?a <> ?a |- _ => elim H; reflexivity
  | H : negb ?b = _ |- _ => exfalso; pose proof (negb_differs b); congruence
  | H : _ = negb ?b |- _ => exfalso; pose proof (negb_differs b); congruence
  end.

(** The same, if the variables are equal by way of another literal. *)
Ltac kill_by_way f proper j i :=
  clean;
  try match goal with
  | H : ?i' < literals f j |- _ =>
      let E := fresh in
      assert (E : i' = i)
        by (apply (different_variables f proper j); [assumption .. |]; simpl in *; congruence);
      lazymatch type of E with i = i => fail | _ => subst i' end
  end; kill f proper.

Section ClauseMoves.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  Lemma lined_sym x y : lined f x y -> lined f y x.
  Proof. intros [H | H]; [left | right]; symmetry; exact H. Qed.

  (** What is in line with the region of a clause. *)
  Lemma gamma_literal j i x y : is_core f x -> is_core f (Opposite j i) -> gamma j x -> lined f x y ->
    y = Opposite j i \/ y = Runner j i -> x = Activator j i.
  Proof.
    intros X [J I] G L Y.
    destruct Y as [-> | ->]; destruct x; simpl in X, G; try contradiction; destruct L as [L | L]; simpl in L;
      kill f proper; reflexivity.
  Qed.

  Lemma gamma_leaf j i x : is_core f x -> j < clauses f -> i < literals f j -> gamma j x ->
    lined f x (Leaf (var f j i) (negb (positive f j i))) -> x = Door (var f j i).
  Proof.
    intros X J I G L.
    destruct x; simpl in X, G; try contradiction; destruct L as [L | L]; simpl in L; kill f proper; reflexivity.
  Qed.

  Lemma gamma_exit j x y : gamma j x -> is_exit y -> lined f x y -> is_exit x \/ x = Next j.
  Proof.
    intros G E L. destruct x; simpl in G; try contradiction; simpl; auto; destruct y; simpl in E; try contradiction;
      destruct L as [L | L]; simpl in L; kill f proper; auto.
  Qed.

  Lemma exit_line x y : is_exit x -> lined f x y -> is_core f y ->
    is_exit y \/ (exists j, x = Last j /\ y = Next j) \/ (exists k b, x = Door k /\ y = Leaf k b).
  Proof.
    intros E L Y. destruct x; simpl in E; try contradiction; destruct y; simpl in Y; try contradiction; simpl; auto;
      destruct L as [L | L]; simpl in L; kill f proper; eauto 6.
  Qed.

  Lemma gamma_home j i y : is_core f y -> i < literals f j -> gamma j y -> lined f (Activator j i) y -> y = Activator j i \/
    y = Rung j i.
  Proof.
    intros Y I G L. destruct y; simpl in Y, G; try contradiction; destruct L as [L | L]; simpl in L; kill f proper; auto.
  Qed.

  Lemma not_gamma_line j i x y : is_core f y -> j < clauses f -> i < literals f j ->
    x = Opposite j i \/ x = Runner j i \/ x = Leaf (var f j i) (negb (positive f j i)) -> gamma j y -> lined f x y ->
    y = Activator j i \/ (x = Leaf (var f j i) (negb (positive f j i)) /\ y = Door (var f j i)).
  Proof.
    intros Y J I X G L. apply lined_sym in L. destruct X as [X | [X | X]]; subst x.
    - left. apply (gamma_literal j i y _ Y (conj J I) G L). auto.
    - left. apply (gamma_literal j i y _ Y (conj J I) G L). auto.
    - right. split; [reflexivity | exact (gamma_leaf j i y Y J I G L)].
  Qed.

  Lemma literals_apart j i i' x y : j < clauses f -> i < literals f j -> i' < literals f j -> lined f x y ->
    x = Opposite j i \/ x = Runner j i \/ x = Leaf (var f j i) (negb (positive f j i)) ->
    y = Activator j i' \/ y = Opposite j i' \/ y = Runner j i' \/ y = Leaf (var f j i') (negb (positive f j i')) -> i = i'.
  Proof.
    intros J I I' L X Y. destruct X as [X | [X | X]]; destruct Y as [Y | [Y | [Y | Y]]]; subst x y;
      destruct L as [L | L]; simpl in L; kill f proper; reflexivity.
  Qed.

  Variable s : scene.
  Hypothesis inv : invariant f s.
  Variables c d x y : name.
  Hypothesis stepped : step f s c d x y.
  Let s' := next f s c d x y.

  Let Hc : where_is s c = Some x := mover_at _ _ _ _ _ _ stepped.
  Let Hd : where_is s d = Some y := covered_at _ _ _ _ _ _ stepped.
  Let L : lined f x y := cells_lined _ _ _ _ _ _ stepped.
  Let N : c <> d := cards_apart _ _ _ _ _ _ stepped.
  Let N' : x <> y := cells_apart _ _ _ _ _ _ stepped.

  Lemma core_c : is_core f c /\ is_core f x.
  Proof. exact (stands_in_core _ _ (is_placed _ _ inv) _ _ Hc). Qed.
  Lemma core_d : is_core f d /\ is_core f y.
  Proof. exact (stands_in_core _ _ (is_placed _ _ inv) _ _ Hd). Qed.
  Lemma still_gone a : gone s a -> gone s' a.
  Proof. apply (gone_next f _ _ _ _ _ _ stepped). Qed.
  Lemma still_empty a : empty s a -> empty s' a.
  Proof. apply (empty_next f _ _ _ _ _ _ stepped). Qed.
  Lemma now_empty : empty s' x.
  Proof. exact (left_empty f _ _ _ _ _ (is_placed _ _ inv) stepped). Qed.
  Lemma now_gone : gone s' d.
  Proof. exact (next_covered f _ _ _ _ _ N). Qed.
  Lemma still_unfired j i : c <> Activator j i \/ x <> Activator j i \/ y <> Rung j i -> ~ fired s j i -> ~ fired s' j i.
  Proof. intros H F [K | [K [K' K'']]]; [contradiction | intuition]. Qed.

  (** An activator that is in line with a cell of its clause's region is at home, or has fired. *)
  Lemma activator_met j i a z y' : where_is s (Activator j i) = Some y' -> where_is s a = Some z -> gamma j z ->
    lined f z y' ->
    (y' = Activator j i /\ ~ fired s j i) \/
    (fired s j i /\ gamma j y' /\ empty s (Activator j i) /\ (is_exit y' -> empty s (Next j))).
  Proof.
    intros H Ha G Li. destruct (stands_in_core _ _ (is_placed _ _ inv) _ _ H) as [K _].
    destruct (stands_in_core _ _ (is_placed _ _ inv) _ _ Ha) as [_ Kz].
    pose proof (is_allowed _ _ inv _ _ H) as A. cbn [allowed] in A.
    destruct A as [A | [[-> [A [B C]]] | [[-> [A [B C]]] | [A | [-> [A [B [C D]]]]]]]]; auto.
    - exfalso. rewrite (gamma_literal j i z _ Kz K G Li (or_introl eq_refl)) in Ha. exact (B a Ha).
    - exfalso. rewrite (gamma_literal j i z _ Kz K G Li (or_intror eq_refl)) in Ha. exact (B a Ha).
    - exfalso. rewrite (gamma_leaf j i z Kz (proj1 K) (proj2 K) G Li) in Ha. exact (C a Ha).
  Qed.

  Lemma met_gamma j i a z y' : where_is s (Activator j i) = Some y' -> where_is s a = Some z -> gamma j z -> lined f z y' ->
    gamma j y'.
  Proof. intros H Ha G Li. destruct (activator_met j i a z y' H Ha G Li) as [[-> _] | [_ [X _]]];
    [reflexivity | exact X]. Qed.

  Lemma rung_moves j : is_rung j c -> gamma j y.
  Proof.
    intros R. pose proof (cards_mate _ _ _ _ _ _ stepped) as M.
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    assert (G : gamma j x) by (destruct c; simpl in R; try contradiction; subst; exact A).
    assert (D : is_rung j d \/ exists i, d = Activator j i).
    { destruct c; simpl in R; try contradiction; subst; destruct d; simpl in M; try contradiction; subst; simpl; eauto. }
    destruct D as [D | [i E]].
    - destruct d; simpl in D; try contradiction; subst; exact B.
    - pose proof Hd as W. rewrite E in W. exact (met_gamma j i c x y W Hc G L).
  Qed.

  Lemma opposite_moves j i : c = Opposite j i -> allowed f s' c y.
  Proof.
    intros E. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof core_c as [Kc Kx]. pose proof core_d as [Kd Ky].
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof Hc as Wc. pose proof Hd as Wd. pose proof still_gone as G. pose proof now_gone as Gd. pose proof L as Li.
    assert (U : ~ fired s j i -> ~ fired s' j i) by (apply still_unfired; left; intros X; rewrite E in X; discriminate X).
    pose proof N' as Nxy. rewrite E in *. clear E. cbn [allowed] in *. simpl in M.
    destruct d; try contradiction; destruct M as [-> ->]; cbn [allowed] in B.
    - destruct B as [[-> B] | [B | [[-> [B _]] | [[_ [B [C _]]] | B]]]];
        [auto 8 | kill f proper | auto 8 | | kill f proper].
      exfalso. destruct A as [-> | [A | [-> A]]]; [| kill f proper |].
      + rewrite (gamma_literal j i y _ Ky Kc B (lined_sym _ _ Li) (or_introl eq_refl)) in Wd. exact (C _ Wd).
      + rewrite (gamma_literal j i y _ Ky Kc B (lined_sym _ _ Li) (or_intror eq_refl)) in Wd. exact (C _ Wd).
    - destruct B as [_ [-> | [[-> [B C]] | [B | [[B [C [D [_ F]]]] | [B | B]]]]]]; try (kill f proper; fail);
        [auto 8 | right; left; auto |].
      exfalso. destruct y; simpl in B, C; try contradiction; destruct A as [-> | [[-> A] | [-> A]]];
        destruct Li as [Li | Li]; simpl in Li; kill f proper.
  Qed.

  (** An activator outside the region of its clause meets no card of the clause. *)
  Lemma activator_outside j i : c = Activator j i ->
    x = Opposite j i \/ x = Runner j i \/ x = Leaf (var f j i) (negb (positive f j i)) ->
    empty s (Activator j i) -> (x = Leaf (var f j i) (negb (positive f j i)) -> empty s (Door (var f j i))) ->
    d = Opposite j i \/ d = Runner j i.
  Proof.
    intros E X Ea Ed. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof core_c as [Kc _].
    pose proof core_d as [Kd Ky].
    pose proof (is_allowed _ _ inv _ _ Hd) as B. pose proof Hd as Wd. pose proof L as Li. pose proof N as Ncd.
    rewrite E in Kc, M, Ncd. clear E. simpl in Kc. destruct Kc as [J I].
    assert (No : gamma j y -> False).
    { intros G. destruct (not_gamma_line j i x y Ky J I X G Li) as [Y | [X' Y]]; rewrite Y in Wd;
        [exact (Ea d Wd) | exact (Ed X' d Wd)]. }
    destruct d; simpl in M; try contradiction; clean; auto; cbn [allowed] in B.
    - exfalso. simpl in Kd. assert (Y : y = Activator j i0 \/ y = Opposite j i0 \/ y = Runner j i0 \/
        y = Leaf (var f j i0) (negb (positive f j i0))).
      { clear - B No. destruct B as [[-> _] | [[-> _] | [[-> _] | [[_ [B _]] | [-> _]]]]]; auto. contradiction. }
      apply Ncd. f_equal. exact (literals_apart j i i0 x y J I (proj2 Kd) Li X Y).
    - elim (No B).
    - elim (No B).
    - elim (No B).
    - elim (No B).
    - exfalso. apply No. destruct y; simpl in B; try contradiction; exact Logic.I.
  Qed.

  Lemma clause_card_in_gamma j i : c = Activator j i -> gamma j x -> d <> Opposite j i -> d <> Runner j i -> gamma j y.
  Proof.
    intros E G No Nr. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof Hd as Wd. pose proof (fun i0 W => met_gamma j i0 c x y W Hc G L) as Met. rewrite E in M. clear E. simpl in M.
    destruct d; simpl in M; try contradiction; clean; try contradiction; cbn [allowed] in B; try exact B.
    - exact (Met i0 Wd).
    - destruct y; simpl in B; try contradiction; exact Logic.I.
  Qed.

  Lemma activator_moves j i : c = Activator j i -> allowed f s' c y.
  Proof.
    intros E. pose proof core_c as [Kc Kx]. pose proof core_d as [Kd Ky].
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof Hc as Wc. pose proof Hd as Wd. pose proof still_gone as G. pose proof now_gone as Gd. pose proof L as Li.
    pose proof still_empty as Em. pose proof now_empty as Ne. pose proof N' as Nxy.
    pose proof (still_unfired j i) as U. pose proof (activator_outside j i E) as Out.
    pose proof (clause_card_in_gamma j i E) as In'.
    assert (F : fired s j i -> fired s' j i) by (intros X; left; exact X).
    assert (F' : x = Activator j i -> y = Rung j i -> fired s' j i) by (intros X X'; right; auto).
    rewrite E in *. cbn [allowed] in *. simpl in Kc. destruct Kc as [J I].
    assert (NeA : x = Activator j i -> empty s' (Activator j i)) by (intros X; rewrite <- X; exact Ne).
    assert (NeD : x = Door (var f j i) -> empty s' (Door (var f j i))) by (intros X; rewrite <- X; exact Ne).
    assert (Dec : d = Opposite j i \/ d = Runner j i \/ (d <> Opposite j i /\ d <> Runner j i)).
    { destruct (same_name d (Opposite j i)) eqn:S1; [left; apply same_name_eq, S1 |].
      destruct (same_name d (Runner j i)) eqn:S2; [right; left; apply same_name_eq, S2 |].
      right. right. split; intros X; apply same_name_eq in X; congruence. }
    destruct A as [[Ax A] | [[Ax [A1 [A2 A3]]] | [[Ax [A1 [A2 A3]]] | [[A1 [A2 [A3 A4]]] | [Ax [A1 [A2 [A3 [A4 A5]]]]]]]]].
    - destruct Dec as [D | [D | [D D']]].
      + rewrite D in B, Wd, Gd. cbn [allowed] in B. destruct B as [By | [[By B1] | [By B1]]].
        * right. left. repeat split; auto. apply U; [right; right; congruence | exact A].
        * rewrite By in Nxy. congruence.
        * right. right. left. repeat split; auto. apply U; [right; right; congruence | exact A].
      + rewrite D in B, Wd, Gd. cbn [allowed] in B.
        destruct B as [_ [By | [[By _] | [[By B1] | [[B1 [B2 [B3 _]]] | [[B1 [B2 [B3 B4]]] | [By [B1 _]]]]]]]].
        * right. right. left. repeat split; auto. apply U; [right; right; congruence | exact A].
        * congruence.
        * right. left. repeat split; auto. apply U; [right; right; congruence | exact A].
        * unfold gone in B3. congruence.
        * exfalso. rewrite Ax in Li. clear - proper B1 B2 B4 Li Wd J I Ky. destruct y; simpl in *; try contradiction;
            destruct Li as [Li | Li]; simpl in Li; kill f proper.
        * unfold gone in B1. congruence.
      + assert (Gx : gamma j x) by (rewrite Ax; reflexivity). pose proof (In' Gx D D') as Gy. rewrite Ax in Li.
        destruct (gamma_home j i y Ky I Gy Li) as [Y | Y]; [congruence |].
        right. right. right. left. split; [auto |]. split; [exact Gy |]. split; [auto |].
        rewrite Y. intros [].
    - destruct (Out (or_introl Ax) A2) as [D | D]; [rewrite Ax; discriminate | |].
      + rewrite D in Wd. unfold gone in A1. congruence.
      + rewrite D in B, Wd, Gd. cbn [allowed] in B.
        destruct B as [_ [By | [[By _] | [[By B1] | [[B1 [B2 [B3 [_ B4]]]] | [[B1 [B2 [B3 B4]]] | [By [B1 _]]]]]]]].
        * right. right. left. repeat split; auto. apply U; [right; right; congruence | exact A3].
        * rewrite By in Wd. elim (A2 _ Wd).
        * congruence.
        * unfold gone in B3. congruence.
        * rewrite Ax in Wc. elim (B4 _ Wc).
        * unfold gone in B1. congruence.
    - destruct (Out (or_intror (or_introl Ax)) A2) as [D | D]; [rewrite Ax; discriminate | |].
      + rewrite D in B, Wd, Gd. cbn [allowed] in B. destruct B as [By | [[By B1] | [By B1]]].
        * right. left. repeat split; auto. apply U; [right; right; congruence | exact A3].
        * rewrite By in Wd. elim (A2 _ Wd).
        * congruence.
      + rewrite D in Wd. unfold gone in A1. congruence.
    - destruct Dec as [D | [D | [D D']]].
      + exfalso. rewrite D in B, Wd. cbn [allowed] in B. destruct B as [By | [[By [B1 _]] | [By B1]]].
        * rewrite By in Li. rewrite (gamma_literal j i x _ Kx (conj J I) A2 Li (or_introl eq_refl)) in Wc. exact (A3 _ Wc).
        * unfold gone in B1. congruence.
        * rewrite By in Li. rewrite (gamma_literal j i x _ Kx (conj J I) A2 Li (or_intror eq_refl)) in Wc. exact (A3 _ Wc).
      + rewrite D in B, Wd, Gd. cbn [allowed] in B.
        destruct B as [_ [By | [[By [B1 _]] | [[By B1] | [[B1 [B2 [B3 _]]] | [[B1 [B2 [B3 B4]]] | [By [B1 _]]]]]]]];
          try (unfold gone in *; congruence).
        * exfalso. rewrite By in Li. rewrite (gamma_literal j i x _ Kx (conj J I) A2 Li (or_intror eq_refl)) in Wc.
          exact (A3 _ Wc).
        * exfalso. rewrite By in Li. rewrite (gamma_literal j i x _ Kx (conj J I) A2 Li (or_introl eq_refl)) in Wc.
          exact (A3 _ Wc).
        * assert (Y : x = Door (var f j i) /\ y = Leaf (var f j i) (negb (positive f j i))).
          { clear - proper B1 B2 A2 A3 Li Wc Nxy J I Kx Ky.
            destruct y; simpl in B1, B2; try contradiction; destruct x; simpl in A2, Kx; try contradiction;
              destruct Li as [Li | Li]; simpl in Li; kill_by_way f proper j i; split; congruence. }
          destruct Y as [X Y]. right. right. right. right. repeat split; auto.
      + pose proof (In' A2 D D') as Gy. right. right. right. left. repeat split; auto. intros Ey.
        destruct (gamma_exit j x y A2 Ey Li) as [Ex | Ex]; [auto |]. rewrite <- Ex. exact Ne.
    - exfalso. destruct (Out (or_intror (or_intror Ax))) as [D | D]; auto.
      + rewrite D in Wd. unfold gone in *. congruence.
      + rewrite D in Wd. unfold gone in *. congruence.
  Qed.
End ClauseMoves.
