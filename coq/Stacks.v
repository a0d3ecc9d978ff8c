(** Stacks and what connects them: the game on numbers.

    The n stacks of a board are numbered; a number names the card of a stack and the cell that it stands in. A set of
    cards is a binary number. [m] says which cards match, [l] which cells are in line. *)

Require Import Arith Bool List NArith Ndigits Permutation.
Import ListNotations.

Definition has (S : N) (i : nat) : bool := N.testbit_nat S i.
Definition one (i : nat) : N := N.shiftl_nat 1 i.
Definition meets (P Q : N) : bool := negb (N.land P Q =? 0)%N.

Lemma has_one i j : has (one i) j = (i =? j).
Proof.
  unfold has, one. destruct (Nat.eqb_spec i j) as [-> | E].
  - rewrite Nshiftl_nat_spec_high by constructor. rewrite Nat.sub_diag. reflexivity.
  - destruct (Nat.lt_ge_cases j i) as [L | L].
    + apply Nshiftl_nat_spec_low. assumption.
    + rewrite Nshiftl_nat_spec_high by assumption. destruct (j - i) as [| k] eqn:K; [| reflexivity].
      elim E. apply Nat.le_antisymm; [assumption |]. apply Nat.sub_0_le. assumption.
Qed.

Lemma has_or P Q i : has (N.lor P Q) i = has P i || has Q i.
Proof. apply Nor_semantics. Qed.

Lemma has_zero i : has 0 i = false.
Proof. unfold has. reflexivity. Qed.

Lemma apart P Q i : meets P Q = false -> has P i = true -> has Q i = true -> False.
Proof.
  unfold meets, has. intros M HP HQ. apply negb_false_iff, N.eqb_eq in M.
  assert (E : N.testbit_nat (N.land P Q) i = true) by (rewrite Nand_semantics, HP, HQ; reflexivity).
  rewrite M in E. discriminate.
Qed.

Lemma meets_has P Q : meets P Q = true -> exists i, has P i = true /\ has Q i = true.
Proof.
  unfold meets. intros M. apply negb_true_iff, N.eqb_neq in M.
  destruct (N.land P Q) as [| p] eqn:E; [congruence |].
  assert (F : forall q, exists i, Pos.testbit_nat q i = true).
  { induction q as [q [i IH] | q [i IH] |]; [exists 0 | exists (S i) | exists 0]; auto. }
  destruct (F p) as [i I]. exists i.
  assert (K : N.testbit_nat (N.land P Q) i = true) by (rewrite E; exact I).
  rewrite Nand_semantics in K. apply andb_prop in K. exact K.
Qed.

Lemma no_meet P Q : (forall i, has P i = true -> has Q i = true -> False) -> meets P Q = false.
Proof. intros H. destruct (meets P Q) eqn:M; [| reflexivity]. destruct (meets_has _ _ M) as [i [A B]]. elim (H i A B). Qed.

Record stack := Stack { cards : N; top : nat; place : nat }.

(** [hangs r V]: the graph [r] is connected on the vertices [V], so a set that is closed in [V] is all of it or empty. *)
Definition closed_in (r : nat -> nat -> bool) (V : nat -> Prop) (A : nat -> bool) : Prop :=
  forall i j, V i -> V j -> A i = true -> r i j = true -> A j = true.
Definition hangs (r : nat -> nat -> bool) (V : nat -> Prop) : Prop :=
  forall A, closed_in r V A -> forall i j, V i -> V j -> A i = true -> A j = true.

Section Play.
  Variable n : nat.
  Variables m l : nat -> nat -> bool.
  Hypothesis m_sym : forall i j, m i j = m j i.
  Hypothesis l_sym : forall i j, l i j = l j i.

  Inductive step : list stack -> list stack -> Prop :=
  | Step ss P v g Q c f rest :
      Permutation ss (Stack P v g :: Stack Q c f :: rest) -> m v c = true -> l g f = true ->
      step ss (Stack (N.lor P Q) v f :: rest).

  Inductive plays : list stack -> list stack -> Prop :=
  | Done ss : plays ss ss
  | More ss tt uu : step ss tt -> plays tt uu -> plays ss uu.

  Definition wins (ss : list stack) : Prop := exists s, plays ss [s].
  Definition start : list stack := map (fun i => Stack (one i) i i) (seq 0 n).

  Record fair (ss : list stack) : Prop := {
    disjoint : ForallOrdPairs (fun s t => meets (cards s) (cards t) = false) ss;
    inside : forall s, In s ss -> has (cards s) (top s) = true /\ has (cards s) (place s) = true;
    bounded : forall s i, In s ss -> has (cards s) i = true -> i < n;
    everywhere : forall i, i < n -> exists s, In s ss /\ has (cards s) i = true;
    whole : forall s, In s ss -> hangs m (fun i => has (cards s) i = true) /\ hangs l (fun i => has (cards s) i = true) }.

  Lemma meets_sym P Q : meets P Q = meets Q P.
  Proof. unfold meets. rewrite N.land_comm. reflexivity. Qed.

  Lemma pairs_perm (R : stack -> stack -> Prop) (sym : forall a b, R a b -> R b a) xs ys :
    Permutation xs ys -> ForallOrdPairs R xs -> ForallOrdPairs R ys.
  Proof.
    induction 1; intros F; auto.
    - inversion F; subst. constructor; auto. rewrite <- H. assumption.
    - inversion F as [| ? ? Fy Fr]; subst. inversion Fr as [| ? ? Fx Fl]; subst. inversion Fy; subst.
      constructor; [constructor; auto |]. constructor; auto.
  Qed.

  Lemma fair_perm ss tt : Permutation ss tt -> fair ss -> fair tt.
  Proof.
    intros P F. assert (I : forall s, In s tt -> In s ss) by (intros s; apply Permutation_in, Permutation_sym, P).
    destruct F as [D In B E W]. constructor; eauto.
    - apply (pairs_perm _ (fun a b H => eq_trans (meets_sym _ _) H) _ _ P D).
    - intros i L. destruct (E i L) as [s [Is Hs]]. exists s. split; [exact (Permutation_in _ P Is) | exact Hs].
  Qed.

  (** Two stacks of a fair list that share a card are one. *)
  Lemma same_stack s t rest i :
    fair (s :: rest) -> In t rest -> has (cards s) i = true -> has (cards t) i = true -> False.
  Proof.
    intros F I Hs Ht. pose proof (disjoint _ F) as D. inversion D as [| ? ? D' _]; subst. clear D. rename D' into D.
    rewrite Forall_forall in D. exact (apart _ _ _ (D t I) Hs Ht).
  Qed.

  Lemma hangs_join r (r_sym : forall i j, r i j = r j i) P Q a b :
    hangs r (fun i => has P i = true) -> hangs r (fun i => has Q i = true) ->
    has P a = true -> has Q b = true -> r a b = true -> hangs r (fun i => has (N.lor P Q) i = true).
  Proof.
    intros HP HQ Ha Hb E A C i j Vi Vj Ai.
    assert (CP : closed_in r (fun i => has P i = true) A)
      by (intros x y Vx Vy; apply C; rewrite has_or; [rewrite Vx | rewrite Vy]; reflexivity).
    assert (CQ : closed_in r (fun i => has Q i = true) A)
      by (intros x y Vx Vy; apply C; rewrite has_or; [rewrite Vx | rewrite Vy]; apply orb_true_r).
    assert (Ua : has (N.lor P Q) a = true) by (rewrite has_or, Ha; reflexivity).
    assert (Ub : has (N.lor P Q) b = true) by (rewrite has_or, Hb; apply orb_true_r).
    assert (K : A a = true /\ A b = true).
    { rewrite has_or in Vi. apply orb_prop in Vi as [Vi | Vi].
      - assert (A a = true) by (exact (HP A CP i a Vi Ha Ai)). split; [assumption |]. exact (C a b Ua Ub H E).
      - assert (A b = true) by (exact (HQ A CQ i b Vi Hb Ai)). split; [| assumption].
        rewrite r_sym in E. exact (C b a Ub Ua H E). }
    destruct K as [Aa Ab]. rewrite has_or in Vj. apply orb_prop in Vj as [Vj | Vj].
    - exact (HP A CP a j Ha Vj Aa).
    - exact (HQ A CQ b j Hb Vj Ab).
  Qed.

  Lemma fair_step ss tt : fair ss -> step ss tt -> fair tt.
  Proof.
    intros F H. destruct H as [ss P v g Q c f rest Pm M L]. apply (fair_perm _ _ Pm) in F. clear Pm ss.
    destruct F as [D I B E W].
    inversion D as [| ? ? DP DR]; subst. inversion DP as [| ? ? PQ DP']; subst. inversion DR as [| ? ? DQ DR']; subst.
    destruct (I _ (or_introl eq_refl)) as [Pv Pg]. destruct (I _ (or_intror (or_introl eq_refl))) as [Qc Qf].
    destruct (W _ (or_introl eq_refl)) as [WPm WPl]. destruct (W _ (or_intror (or_introl eq_refl))) as [WQm WQl].
    simpl in *.
    constructor; simpl.
    - constructor; [| assumption]. rewrite Forall_forall in *. intros s Is. apply no_meet. intros i Hi Hs. simpl in Hi.
      rewrite has_or in Hi. apply orb_prop in Hi as [Hi | Hi].
      + exact (apart _ _ _ (DP' s Is) Hi Hs).
      + exact (apart _ _ _ (DQ s Is) Hi Hs).
    - intros s [<- | Is]; [simpl | auto]. rewrite !has_or, Pv, Qf. auto using orb_true_r.
    - intros s i [<- | Is] Hi; simpl in *; [| eauto]. rewrite has_or in Hi. apply orb_prop in Hi as [Hi | Hi].
      + exact (B _ i (or_introl eq_refl) Hi).
      + exact (B _ i (or_intror (or_introl eq_refl)) Hi).
    - intros i Li. destruct (E i Li) as [s [[<- | [<- | Is]] Hs]]; simpl in *.
      + eexists. split; [left; reflexivity |]. simpl. rewrite has_or, Hs. reflexivity.
      + eexists. split; [left; reflexivity |]. simpl. rewrite has_or, Hs. apply orb_true_r.
      + eauto.
    - intros s [<- | Is]; [simpl | auto]. split.
      + exact (hangs_join m m_sym P Q v c WPm WQm Pv Qc M).
      + exact (hangs_join l l_sym P Q g f WPl WQl Pg Qf L).
  Qed.

  (** While a board can still be won, the tops hang together by card and the places by position. *)
  Lemma hang_together (key : stack -> nat) r (r_sym : forall i j, r i j = r j i) :
    (forall P v g Q c f, m v c = true -> l g f = true ->
       let s := Stack P v g in let t := Stack Q c f in let u := Stack (N.lor P Q) v f in
       r (key s) (key t) = true /\ (key u = key s \/ key u = key t)) ->
    forall ss, wins ss -> forall A,
      (forall s t, In s ss -> In t ss -> A (key s) = true -> r (key s) (key t) = true -> A (key t) = true) ->
      forall s t, In s ss -> In t ss -> A (key s) = true -> A (key t) = true.
  Proof.
    intros K ss [z H]. remember [z] as last eqn:Z. revert Z.
    induction H as [ss | ss tt uu [ss' P v g Q c f rest Pm M L] H IH]; intros Z A C s t Is It As.
    - subst. destruct Is as [<- | []]. destruct It as [<- | []]. assumption.
    - specialize (IH Z A).
      destruct (K P v g Q c f M L) as [E U]. cbn zeta in *.
      set (x := Stack P v g) in *. set (y := Stack Q c f) in *. set (u := Stack (N.lor P Q) v f) in *.
      assert (J : forall w, In w ss' <-> (w = x \/ w = y \/ In w rest)).
      { intros w. split; intros I.
        - apply (Permutation_in _ Pm) in I. destruct I as [| [|]]; auto.
        - apply (Permutation_in _ (Permutation_sym Pm)). destruct I as [-> | [-> |]]; simpl; auto. }
      assert (Ix : In x ss') by (apply J; auto). assert (Iy : In y ss') by (apply J; auto).
      assert (Cxy : A (key x) = true <-> A (key y) = true).
      { split; intros T; [exact (C x y Ix Iy T E) |]. rewrite r_sym in E. exact (C y x Iy Ix T E). }
      assert (Cu : forall w, In w rest -> In w ss') by (intros; apply J; auto).
      assert (X : exists w, In w ss' /\ key w = key u) by (destruct U as [-> | ->]; eauto).
      destruct X as [x' [Ix' Ex']].
      assert (C' : forall s t, In s (u :: rest) -> In t (u :: rest) -> A (key s) = true ->
                 r (key s) (key t) = true -> A (key t) = true).
      { intros a b [<- | Ia] [<- | Ib] Ta Tr; auto.
        - rewrite <- Ex' in *. apply (C x' b); auto.
        - rewrite <- Ex' in *. apply (C a x'); auto.
        - apply (C a b); auto. }
      assert (Au : A (key u) = true).
      { apply J in Is as [-> | [-> | Is]].
        - destruct U as [-> | ->]; tauto.
        - destruct U as [-> | ->]; tauto.
        - exact (IH C' s u (or_intror Is) (or_introl eq_refl) As). }
      assert (Axy : A (key x) = true /\ A (key y) = true) by (destruct U as [U | U]; rewrite U in Au; tauto).
      apply J in It as [-> | [-> | It]]; try tauto.
      exact (IH C' u t (or_introl eq_refl) (or_intror It) Au).
  Qed.

  Lemma tops_hang ss : wins ss -> forall A,
    (forall s t, In s ss -> In t ss -> A (top s) = true -> m (top s) (top t) = true -> A (top t) = true) ->
    forall s t, In s ss -> In t ss -> A (top s) = true -> A (top t) = true.
  Proof. apply (hang_together top m m_sym). simpl. auto. Qed.

  Lemma places_hang ss : wins ss -> forall A,
    (forall s t, In s ss -> In t ss -> A (place s) = true -> l (place s) (place t) = true -> A (place t) = true) ->
    forall s t, In s ss -> In t ss -> A (place s) = true -> A (place t) = true.
  Proof. apply (hang_together place l l_sym). simpl. auto. Qed.

  Lemma fair_start : fair start.
  Proof.
    unfold start. constructor.
    - generalize 0. induction n as [| k IH]; intros b; simpl; constructor; [| apply IH].
      rewrite Forall_forall. intros s I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. simpl.
      apply no_meet. intros x Hx Hy. rewrite has_one in *. apply Nat.eqb_eq in Hx, Hy. subst.
      destruct I as [I _]. exact (Nat.lt_irrefl _ I).
    - intros s I. apply in_map_iff in I as [i [<- _]]. simpl. rewrite has_one, Nat.eqb_refl. auto.
    - intros s i I Hi. apply in_map_iff in I as [j [<- I]]. simpl in Hi. rewrite has_one in Hi.
      apply Nat.eqb_eq in Hi. subst. apply in_seq in I. apply I.
    - intros i L. exists (Stack (one i) i i). split; [| simpl; rewrite has_one; apply Nat.eqb_refl].
      apply in_map_iff. exists i. split; [reflexivity |]. apply in_seq. split; [apply Nat.le_0_l | exact L].
    - intros s I. apply in_map_iff in I as [i [<- _]]. simpl.
      split; intros A _ x y Vx Vy Ax; rewrite has_one in *; apply Nat.eqb_eq in Vx, Vy; subst; assumption.
  Qed.

  (** An invariant that may look at the play to come. *)
  Lemma keeps (inv : list stack -> Prop) :
    (forall ss tt, fair ss -> wins ss -> fair tt -> wins tt -> step ss tt -> inv ss -> inv tt) ->
    forall ss s, plays ss [s] -> fair ss -> inv ss -> inv [s] /\ fair [s].
  Proof.
    intros K ss s H. remember [s] as last eqn:E. revert E.
    induction H as [ss | ss tt uu S H IH]; intros -> F I; [auto |].
    assert (Ft : fair tt) by (exact (fair_step _ _ F S)).
    apply IH; auto. apply (K ss tt); auto; [| exists s; assumption].
    exists s. exact (More _ _ _ S H).
  Qed.
End Play.
