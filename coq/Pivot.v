(** Cut vertex: the lives of a card v that alone joins a part C to the other cards D, as in src/boaf/prove/cut_vertex.py.

    The theorem: if a board can be won, then either v covers all of C, or the last card is of C, and C with v can be
    collapsed with a card of C on top. The recursion grants v every cell of D, so it asks only for what a win needs. *)

Require Import Arith Bool List NArith Ndigits Permutation Lia.
Require Import Stacks.
Import ListNotations.

Lemma has_and P Q i : has (N.land P Q) i = has P i && has Q i.
Proof. apply Nand_semantics. Qed.

Lemma has_diff P Q i : has (N.ldiff P Q) i = has P i && negb (has Q i).
Proof. apply Ndiff_semantics. Qed.

Lemma set_eq P Q : (forall i, has P i = has Q i) -> P = Q.
Proof. intros H. apply Nbit_faithful. exact H. Qed.

Section Pivot.
  Variable n : nat.
  Variables m l : nat -> nat -> bool.
  Hypothesis m_sym : forall i j, m i j = m j i.
  Hypothesis l_sym : forall i j, l i j = l j i.
  Variable v : nat.
  Variables C D : N.
  Hypothesis v_bound : v < n.
  Hypothesis v_C : has C v = false.
  Hypothesis v_D : has D v = false.
  Hypothesis C_D : forall i, has C i = true -> has D i = true -> False.
  Hypothesis everyone : forall i, i < n -> i = v \/ has C i = true \/ has D i = true.
  Hypothesis C_bound : forall i, has C i = true -> i < n.
  Hypothesis D_bound : forall i, has D i = true -> i < n.
  Hypothesis no_match : forall i j, has C i = true -> has D j = true -> m i j = false.
  (** The parts of D, and the cards of D that v matches. *)
  Variable parts : list N.
  Variable partners : list nat.
  Hypothesis parts_in : forall d, In d parts -> (exists i, has d i = true) /\ forall i, has d i = true -> has D i = true.
  Hypothesis parts_closed : forall d i j, In d parts -> has d i = true -> has D j = true -> m i j = true -> has d j = true.
  Hypothesis parts_apart : ForallOrdPairs (fun d e => meets d e = false) parts.
  Hypothesis all_partners : forall i, has D i = true -> m v i = true -> In i partners.

  Inductive stand : N -> nat -> nat -> Prop :=
  | Alone c : has C c = true -> stand (one c) c c
  | Cover P t g Q c f :
      stand P t g -> stand Q c f -> meets P Q = false -> m t c = true -> l g f = true -> stand (N.lor P Q) t f
  | CoverPivot P t g S j f :
      stand P t g -> has P v = false -> life S j f -> length parts <= j -> meets P S = false -> m t v = true ->
      l g f = true -> stand (N.lor P (N.lor S (one v))) t f
  with life : N -> nat -> nat -> Prop :=
  | Born : life 0 0 v
  | Visit S j g f : life S j g -> has D f = true -> l g f = true -> j < length partners -> life S (1 + j) f
  | Take S j g Q c f :
      life S j g -> stand Q c f -> has Q v = false -> meets S Q = false -> m v c = true -> l g f = true ->
      life (N.lor S Q) j f.

  Definition touched (T : N) : nat := length (filter (meets T) parts).
  Definition used (T : N) : nat := length (filter (has T) partners).

  (** What is known of a stack. *)
  Definition known (s : stack) : Prop :=
    if has (cards s) v then
      if top s =? v then
        exists j, life (N.land (cards s) C) j (place s) /\ touched (cards s) <= j <= used (cards s)
      else if has C (top s) then
        (forall i, has D i = true -> has (cards s) i = true) /\
        stand (N.land (cards s) (N.lor C (one v))) (top s) (place s)
      else exists j f, life C j f
    else
      ((forall i, has (cards s) i = true -> has C i = true) /\ stand (cards s) (top s) (place s)) \/
      (forall i, has (cards s) i = true -> has D i = true).

  Lemma filter_le {A} (f g : A -> bool) xs :
    (forall x, f x = true -> g x = true) -> length (filter f xs) <= length (filter g xs).
  Proof.
    intros H. induction xs as [| x xs IH]; simpl; [constructor |].
    destruct (f x) eqn:E; [rewrite (H x E); simpl; lia |]. destruct (g x); simpl; lia.
  Qed.

  Lemma filter_lt {A} (f g : A -> bool) xs y :
    (forall x, f x = true -> g x = true) -> In y xs -> f y = false -> g y = true ->
    length (filter f xs) < length (filter g xs).
  Proof.
    intros H I Fy Gy. induction xs as [| x xs IH]; simpl; [contradiction |].
    pose proof (filter_le f g xs H) as L. destruct I as [-> | I].
    - rewrite Fy, Gy. simpl. lia.
    - specialize (IH I). destruct (f x) eqn:E; [rewrite (H x E); simpl; lia |]. destruct (g x); simpl; lia.
  Qed.

  Lemma filter_or {A} (f g h : A -> bool) xs :
    (forall x, f x = true -> g x = true \/ h x = true) ->
    length (filter f xs) <= length (filter g xs) + length (filter h xs).
  Proof.
    intros H. induction xs as [| x xs IH]; simpl; [constructor |].
    destruct (f x) eqn:E; [destruct (H x E) as [-> | ->] | idtac]; destruct (g x), (h x); simpl; lia.
  Qed.

  (** A stack of D without v is within one part. *)
  Lemma one_part Q :
    (exists i, has Q i = true) -> hangs m (fun i => has Q i = true) -> (forall i, has Q i = true -> has D i = true) ->
    touched Q <= 1.
  Proof.
    intros [i0 I0] W QD. unfold touched.
    assert (In1 : forall d, In d parts -> meets Q d = true -> forall j, has Q j = true -> has d j = true).
    { intros d Id M j Hj. destruct (meets_has _ _ M) as [i [Qi di]].
      refine (W (has d) _ i j Qi Hj di). intros a b Va Vb. intros da R. exact (parts_closed d a b Id da (QD b Vb) R). }
    clear parts_in parts_closed. induction parts as [| d ds IH]; simpl; [lia |].
    inversion parts_apart as [| ? ? Hd Hds]; subst.
    destruct (meets Q d) eqn:M; simpl.
    - assert (Z : filter (meets Q) ds = []).
      { rewrite Forall_forall in Hd. assert (Ind : forall e, In e ds -> meets Q e = false).
        { intros e Ie. apply no_meet. intros i Qi ei.
          assert (Me : meets Q e = true).
          { destruct (meets Q e) eqn:X; [reflexivity |]. elim (apart _ _ _ X Qi ei). }
          exact (apart _ _ _ (Hd e Ie) (In1 d (or_introl eq_refl) M i Qi) ei). }
        clear -Ind. induction ds as [| e ds IH]; simpl; [reflexivity |].
        rewrite (Ind e (or_introl eq_refl)). apply IH. intros; apply Ind; simpl; auto. }
      rewrite Z. simpl. lia.
    - apply IH; auto. intros e Ie. apply In1. simpl. auto.
  Qed.

  Lemma touched_or T Q : touched (N.lor T Q) <= touched T + touched Q.
  Proof.
    apply filter_or. intros d M. destruct (meets_has _ _ M) as [i [U d_i]]. rewrite has_or in U.
    apply orb_prop in U. destruct U as [U | U]; [left | right].
    - destruct (meets T d) eqn:X; [reflexivity |]. elim (apart _ _ _ X U d_i).
    - destruct (meets Q d) eqn:X; [reflexivity |]. elim (apart _ _ _ X U d_i).
  Qed.

  Lemma touched_more Q T : (forall i, has Q i = true -> has D i = false) -> touched (N.lor T Q) <= touched T.
  Proof.
    intros H. transitivity (touched T + touched Q); [apply touched_or |].
    assert (Z : touched Q = 0).
    { unfold touched. assert (Ind : forall d, In d parts -> meets Q d = false).
      { intros d Id. apply no_meet. intros i Qi di. pose proof (proj2 (parts_in d Id) i di) as X.
        rewrite (H i Qi) in X. discriminate. }
      clear -Ind. induction parts as [| e ds IH]; simpl; [reflexivity |].
      rewrite (Ind e (or_introl eq_refl)). apply IH. intros; apply Ind; simpl; auto. }
    lia.
  Qed.

  Lemma used_le T Q : used T <= used (N.lor T Q).
  Proof. apply filter_le. intros x H. rewrite has_or, H. reflexivity. Qed.

  Lemma all_touched T : (forall i, has D i = true -> has T i = true) -> touched T = length parts.
  Proof.
    intros H. unfold touched. assert (Ind : forall d, In d parts -> meets T d = true).
    { intros d Id. destruct (parts_in d Id) as [[i di] dD]. destruct (meets T d) eqn:X; [reflexivity |].
      elim (apart _ _ _ X (H i (dD i di)) di). }
    clear -Ind. induction parts as [| e ds IH]; simpl; [reflexivity |].
    rewrite (Ind e (or_introl eq_refl)). simpl. f_equal. apply IH. intros; apply Ind; simpl; auto.
  Qed.

  (** Once v is covered, its stack holds all of the other side. *)
  Lemma other_side A u rest :
    fair n m l (u :: rest) -> wins m l (u :: rest) -> Forall known rest -> has (cards u) v = true -> top u <> v ->
    (A = C \/ A = D) -> has A (top u) = false -> forall i, has A i = true -> has (cards u) i = true.
  Proof.
    intros F W K Hv Nv HA NA i Ai. destruct (has (cards u) i) eqn:Ui; [reflexivity | exfalso].
    assert (Li : i < n) by (destruct HA as [-> | ->]; auto).
    destruct (everywhere _ _ _ _ F i Li) as [t [It Ht]]. destruct It as [<- | It]; [congruence |].
    assert (V : forall s, In s rest -> has (cards s) v = false).
    { intros s Is. destruct (has (cards s) v) eqn:E; [| reflexivity].
      elim (same_stack _ _ _ _ _ _ _ F Is Hv E). }
    assert (T : forall s, In s (u :: rest) -> has (cards s) (top s) = true) by (intros s Is; apply (inside _ _ _ _ F s Is)).
    assert (Side : forall s, In s rest -> (exists k, has (cards s) k = true /\ has A k = true) -> has A (top s) = true).
    { intros s Is [k [Sk Ak]]. rewrite Forall_forall in K. specialize (K s Is). unfold known in K.
      rewrite (V s Is) in K. pose proof (T s (or_intror Is)) as Ts. destruct K as [[KC _] | KD].
      - destruct HA as [-> | ->]; [auto |]. elim (C_D k (KC k Sk) Ak).
      - destruct HA as [-> | ->]; [|auto]. elim (C_D k Ak (KD k Sk)). }
    assert (At : has A (top t) = true) by (apply Side; eauto).
    assert (Au : has A (top u) = true).
    { apply (tops_hang m l m_sym _ W (has A)) with (s := t); simpl; auto.
      intros a b Ia Ib Aa R.
      assert (Nb : top b <> v).
      { destruct Ib as [<- | Ib]; [assumption |]. intros E. pose proof (T b (or_intror Ib)) as Tb.
        rewrite E, (V b Ib) in Tb. discriminate. }
      destruct (everyone (top b)) as [? | [? | ?]]; [|congruence| |].
      - apply (bounded _ _ _ _ F b _ Ib). auto.
      - destruct HA as [-> | ->]; [assumption |]. rewrite m_sym, (no_match _ _ H Aa) in R. discriminate.
      - destruct HA as [-> | ->]; [|assumption]. rewrite (no_match _ _ Aa H) in R. discriminate. }
    congruence.
  Qed.

  Ltac bits :=
    apply set_eq; let i := fresh "i" in intros i;
    rewrite ?has_or, ?has_and, ?has_or, ?has_and, ?has_one;
    repeat match goal with
    | H : forall i, has ?S i = true -> _ |- _ => let X := fresh in pose proof (H i) as X; revert X; clear H
    | H : meets ?P ?Q = false |- _ => let X := fresh in pose proof (apart P Q i H) as X; revert X; clear H
    end;
    repeat match goal with |- context [has ?S i] => destruct (has S i) eqn:? end;
    destruct (Nat.eqb_spec v i); subst; simpl; try congruence; intuition congruence.

  Lemma known_step ss tt :
    fair n m l ss -> fair n m l tt -> wins m l tt -> step m l ss tt -> Forall known ss -> Forall known tt.
  Proof.
    intros F Ft Wt S K. destruct S as [ss P x g Q c f rest Pm M L].
    apply (fair_perm _ _ _ _ _ Pm) in F. rewrite Pm in K. clear Pm ss.
    inversion K as [| ? ? KP K']; subst. inversion K' as [| ? ? KQ KR]; subst. clear K K'.
    constructor; [| exact KR].
    destruct (inside _ _ _ _ F _ (or_introl eq_refl)) as [Px Pg].
    destruct (inside _ _ _ _ F _ (or_intror (or_introl eq_refl))) as [Qc Qf].
    pose proof (disjoint _ _ _ _ F) as Dj. inversion Dj as [| ? ? Dj1 _]; subst. inversion Dj1 as [| ? ? PQ _]; subst.
    pose proof (proj1 (whole _ _ _ _ F _ (or_intror (or_introl eq_refl)))) as WQ.
    pose proof (fun i => bounded _ _ _ _ F _ i (or_introl eq_refl)) as BP.
    pose proof (fun i => bounded _ _ _ _ F _ i (or_intror (or_introl eq_refl))) as BQ.
    pose proof (fun A => other_side A _ _ Ft Wt KR) as Other.
    simpl in *. clear Dj Dj1 F Ft Wt KR.
    unfold known in *. simpl in *. rewrite has_or in *.
    destruct (has P v) eqn:Pv; simpl.
    - assert (Qv : has Q v = false).
      { destruct (has Q v) eqn:E; [elim (apart _ _ _ PQ Pv E) | reflexivity]. }
      rewrite Qv in KQ.
      destruct (Nat.eqb_spec x v) as [-> | Nx].
      + destruct KP as [j [X [T U]]]. destruct KQ as [[QC SQ] | QD].
        * exists j. split.
          -- replace (N.land (N.lor P Q) C) with (N.lor (N.land P C) Q) by bits.
             apply (Take _ _ g _ c); auto. apply no_meet. intros i Hi Qi. rewrite has_and in Hi.
             apply andb_prop in Hi. exact (apart _ _ _ PQ (proj1 Hi) Qi).
          -- split; [| transitivity (used P); [exact U | apply used_le]].
             transitivity (touched P); [| exact T]. apply touched_more. intros i Qi.
             destruct (has D i) eqn:Di; [elim (C_D i (QC i Qi) Di) | reflexivity].
        * assert (LU : used P < used (N.lor P Q)).
          { apply filter_lt with (y := c); auto.
            - intros y Hy. rewrite has_or, Hy. reflexivity.
            - destruct (has P c) eqn:E; [elim (apart _ _ _ PQ E Qc) | reflexivity].
            - rewrite has_or, Qc. apply orb_true_r. }
          exists (1 + j). split.
          -- replace (N.land (N.lor P Q) C) with (N.land P C).
             ++ apply (Visit _ j g); auto. apply Nat.le_lt_trans with (used P); [exact U |].
                apply Nat.lt_le_trans with (used (N.lor P Q)); [exact LU |]. unfold used.
                clear. induction partners as [| p ps IH]; simpl; [lia |]. destruct (has _ p); simpl; lia.
             ++ apply set_eq. intros i. rewrite !has_and, has_or. destruct (has Q i) eqn:Qi; [| destruct (has P i); reflexivity].
                destruct (has C i) eqn:Ci; [elim (C_D i Ci (QD i Qi)) |]. destruct (has P i); reflexivity.
          -- pose proof (touched_or P Q). assert (touched Q <= 1) by (apply one_part; eauto). lia.
      + destruct (has C x) eqn:Cx.
        * destruct KP as [DP SP]. destruct KQ as [[QC SQ] | QD].
          2: { elim (apart _ _ _ PQ (DP c (QD c Qc)) Qc). }
          split; [intros i Di; rewrite has_or, (DP i Di); reflexivity |].
          replace (N.land (N.lor P Q) (N.lor C (one v))) with (N.lor (N.land P (N.lor C (one v))) Q).
          -- apply (Cover _ _ g _ c); auto. apply no_meet. intros i Hi Qi. rewrite has_and in Hi.
             apply andb_prop in Hi. exact (apart _ _ _ PQ (proj1 Hi) Qi).
          -- apply set_eq. intros i. rewrite has_and, !has_or, has_and, has_or. destruct (has Q i) eqn:Qi.
             ++ rewrite (QC i Qi). rewrite !orb_true_r. reflexivity.
             ++ rewrite !orb_false_r. reflexivity.
        * exact KP.
    - destruct (has Q v) eqn:Qv.
      + assert (Nx : x <> v) by (intros ->; congruence).
        assert (Xb : x < n) by auto.
        specialize (fun A => Other A eq_refl Nx).
        destruct (Nat.eqb_spec x v) as [| _]; [contradiction |].
        destruct (Nat.eqb_spec c v) as [-> | Nc].
        * destruct KQ as [j [X [T U]]]. destruct KP as [[PC SP] | PD].
          -- rewrite (PC x Px).
             assert (All : forall i, has D i = true -> has (N.lor P Q) i = true).
             { apply Other; [auto |]. destruct (has D x) eqn:E; [elim (C_D x (PC x Px) E) | reflexivity]. }
             split; [exact All |].
             replace (N.land (N.lor P Q) (N.lor C (one v))) with (N.lor P (N.lor (N.land Q C) (one v))).
             ++ apply (CoverPivot _ _ g _ j); auto.
                ** rewrite <- (all_touched Q); [exact T |]. intros i Di. pose proof (All i Di) as A. rewrite has_or in A.
                   apply orb_prop in A as [A |]; [| assumption]. elim (C_D i (PC i A) Di).
                ** apply no_meet. intros i Pi Hi. rewrite has_and in Hi. apply andb_prop in Hi.
                   exact (apart _ _ _ PQ Pi (proj1 Hi)).
             ++ apply set_eq. intros i. rewrite has_and, !has_or, has_and. rewrite has_one.
                destruct (has P i) eqn:Pi.
                ** rewrite (PC i Pi). reflexivity.
                ** simpl. destruct (Nat.eqb_spec v i) as [<- |]; [rewrite Qv, !orb_true_r; reflexivity |].
                   rewrite !orb_false_r. reflexivity.
          -- assert (Cx : has C x = false).
             { destruct (has C x) eqn:E; [elim (C_D x E (PD x Px)) | reflexivity]. }
             rewrite Cx. exists j, f.
             assert (All : forall i, has C i = true -> has (N.lor P Q) i = true) by (apply Other; auto).
             replace C with (N.land Q C) at 1; [exact X |].
             apply set_eq. intros i. rewrite has_and. destruct (has C i) eqn:Ci; [| apply andb_false_r].
             pose proof (All i Ci) as A. rewrite has_or in A. apply orb_prop in A as [A | ->]; [| reflexivity].
             elim (C_D i Ci (PD i A)).
        * destruct (has C c) eqn:Cc.
          -- destruct KQ as [DQ SQ]. destruct KP as [[PC SP] | PD].
             2: { elim (apart _ _ _ PQ Px (DQ x (PD x Px))). }
             rewrite (PC x Px). split; [intros i Di; rewrite has_or, (DQ i Di); apply orb_true_r |].
             replace (N.land (N.lor P Q) (N.lor C (one v))) with (N.lor P (N.land Q (N.lor C (one v)))).
             ++ apply (Cover _ _ g _ c); auto. apply no_meet. intros i Pi Hi. rewrite has_and in Hi.
                apply andb_prop in Hi. exact (apart _ _ _ PQ Pi (proj1 Hi)).
             ++ apply set_eq. intros i. rewrite has_and, !has_or, has_and, has_or. destruct (has P i) eqn:Pi.
                ** rewrite (PC i Pi). reflexivity.
                ** reflexivity.
          -- assert (Dc : has D c = true).
             { destruct (everyone c) as [| [|]]; auto; congruence. }
             destruct KP as [[PC SP] | PD]; [rewrite (no_match _ _ (PC x Px) Dc) in M; discriminate |].
             destruct (has C x) eqn:E; [elim (C_D x E (PD x Px)) | exact KQ].
      + destruct KP as [[PC SP] | PD]; destruct KQ as [[QC SQ] | QD].
        * left. split; [| apply (Cover _ _ g _ c); auto].
          intros i Hi. rewrite has_or in Hi. apply orb_prop in Hi as [|]; auto.
        * rewrite (no_match _ _ (PC x Px) (QD c Qc)) in M. discriminate.
        * rewrite m_sym, (no_match _ _ (QC c Qc) (PD x Px)) in M. discriminate.
        * right. intros i Hi. rewrite has_or in Hi. apply orb_prop in Hi as [|]; auto.
  Qed.

  Theorem pivot s :
    plays m l (start n) [s] ->
    if has C (top s) then stand (N.lor C (one v)) (top s) (place s) else exists j f, life C j f.
  Proof.
    intros H.
    assert (K : Forall known [s] /\ fair n m l [s]).
    { apply (keeps n m l m_sym l_sym (Forall known)) with (ss := start n); auto using fair_start.
      - intros ss tt F W Ft Wt S. exact (known_step ss tt F Ft Wt S).
      - apply Forall_forall. intros t I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. unfold known. simpl.
        rewrite has_one. destruct (Nat.eqb_spec i v) as [-> | N].
        + exists 0. split; [| split; [| apply Nat.le_0_l]].
          * replace (N.land (one v) C) with 0%N; [constructor |]. apply set_eq. intros i. rewrite has_and, has_one, has_zero.
            destruct (Nat.eqb_spec v i) as [<- |]; [rewrite v_C |]; reflexivity.
          * assert (X : touched (N.lor 0 (one v)) <= touched 0).
            { apply touched_more. intros i Hi. rewrite has_one in Hi. apply Nat.eqb_eq in Hi. subst. exact v_D. }
            simpl in X. etransitivity; [exact X |]. unfold touched. clear.
            induction parts as [| d ds IH]; simpl; [lia | exact IH].
        + destruct (everyone i) as [| [Ci | Di]]; [apply I | contradiction | left | right].
          * split; [| constructor; assumption]. intros k Hk. rewrite has_one in Hk. apply Nat.eqb_eq in Hk. subst. assumption.
          * intros k Hk. rewrite has_one in Hk. apply Nat.eqb_eq in Hk. subst. assumption. }
    destruct K as [K F]. inversion K as [| ? ? Ks _]; subst. clear K.
    assert (All : forall i, i < n -> has (cards s) i = true).
    { intros i Li. destruct (everywhere _ _ _ _ F i Li) as [t [[<- | []] Ht]]. assumption. }
    unfold known in Ks. rewrite (All v v_bound) in Ks.
    destruct (Nat.eqb_spec (top s) v) as [E | N].
    - rewrite E, v_C. destruct Ks as [j [X _]]. exists j, (place s).
      replace C with (N.land (cards s) C) at 1; [exact X |]. apply set_eq. intros i. rewrite has_and.
      destruct (has C i) eqn:Ci; [rewrite (All i (C_bound i Ci)); reflexivity | apply andb_false_r].
    - destruct (has C (top s)) eqn:Ct; [| exact Ks]. destruct Ks as [_ X].
      replace (N.lor C (one v)) with (N.land (cards s) (N.lor C (one v))); [exact X |].
      apply set_eq. intros i. rewrite has_and, has_or, has_one. destruct (Nat.eqb_spec v i) as [<- |].
      + rewrite (All v v_bound). reflexivity.
      + rewrite orb_false_r. destruct (has C i) eqn:Ci; [rewrite (All i (C_bound i Ci)); reflexivity | apply andb_false_r].
  Qed.
End Pivot.
