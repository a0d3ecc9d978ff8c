(** Collapse: the sets of stacks that can be collapsed, as src/boaf/prove/collapse.py defines them.

    The theorem is that a board that can be won has a state of the set of all its stacks; the check finds all states. *)

Require Import Arith Bool List NArith Ndigits Permutation.
Require Import Stacks.
Import ListNotations.

Section Collapse.
  Variable n : nat.
  Variables m l : nat -> nat -> bool.
  Hypothesis m_sym : forall i j, m i j = m j i.
  Hypothesis l_sym : forall i j, l i j = l j i.

  Definition outside (S : N) (i : nat) : Prop := i < n /\ has S i = false.

  (** [k] has a neighbour in every part of what is outside [S]. *)
  Definition near (r : nat -> nat -> bool) (k : nat) (S : N) : Prop :=
    forall A, closed_in r (outside S) A -> forall i, outside S i -> A i = true ->
    exists j, outside S j /\ A j = true /\ r k j = true.

  Inductive state : N -> nat -> nat -> Prop :=
  | Single v : v < n -> state (one v) v v
  | Joined P v g Q c f :
      state P v g -> state Q c f -> meets P Q = false -> m v c = true -> l g f = true ->
      near m v P -> hangs m (outside Q) -> near l f (N.lor P Q) -> state (N.lor P Q) v f.

  (** A stack that others are left to join must be in touch with every part of them. *)
  Lemma is_near (key : stack -> nat) r (r_sym : forall i j, r i j = r j i) s rest :
    (forall t, In t (s :: rest) -> has (cards t) (key t) = true /\ hangs r (fun i => has (cards t) i = true)) ->
    (forall A, (forall a b, In a (s :: rest) -> In b (s :: rest) -> A (key a) = true ->
                 r (key a) (key b) = true -> A (key b) = true) ->
      forall a b, In a (s :: rest) -> In b (s :: rest) -> A (key a) = true -> A (key b) = true) ->
    fair n m l (s :: rest) -> near r (key s) (cards s).
  Proof.
    intros K T F A C i [Li Oi] Ai.
    destruct (existsb (fun j => negb (has (cards s) j) && A j && r (key s) j) (seq 0 n)) eqn:E.
    - apply existsb_exists in E as [j [I E]]. apply andb_prop in E as [E R]. apply andb_prop in E as [O Aj].
      apply negb_true_iff in O. apply in_seq in I. exists j. split; [split; [apply I | exact O] | auto].
    - exfalso. destruct (everywhere _ _ _ _ F i Li) as [t [It Ht]].
      assert (NB : forall j, j < n -> has (cards s) j = false -> A j = true -> r (key s) j = true -> False).
      { intros j Lj Oj Aj Rj. assert (X : existsb (fun j => negb (has (cards s) j) && A j && r (key s) j) (seq 0 n) = true).
        { apply existsb_exists. exists j. split; [apply in_seq; split; [apply Nat.le_0_l | exact Lj] |].
          rewrite Oj, Aj, Rj. reflexivity. }
        congruence. }
      assert (Out : forall u, In u rest -> forall j, has (cards u) j = true -> outside (cards s) j).
      { intros u Iu j Hj. split; [exact (bounded _ _ _ _ F u j (or_intror Iu) Hj) |].
        destruct (has (cards s) j) eqn:Hs; [| reflexivity].
        elim (same_stack _ _ _ _ _ _ _ F Iu Hs Hj). }
      set (B := fun j => negb (has (cards s) j) && A j).
      destruct It as [<- | It]; [congruence |].
      assert (Bt : B (key t) = true).
      { destruct (K t (or_intror It)) as [Kt Wt]. unfold B. rewrite (proj2 (Out t It _ Kt)). simpl.
        refine (Wt A _ i (key t) Ht Kt Ai). intros x y Vx Vy. apply C; eauto. }
      assert (Bs : B (key s) = true).
      { apply (T B) with (a := t); simpl; auto. intros a b Ia Ib Ba R. unfold B in Ba.
        apply andb_prop in Ba as [Oa Aa]. apply negb_true_iff in Oa.
        destruct Ia as [<- | Ia].
        { destruct (K s (or_introl eq_refl)) as [Ks _]. congruence. }
        destruct (K a (or_intror Ia)) as [Ka _].
        destruct Ib as [<- | Ib].
        - exfalso. rewrite r_sym in R. exact (NB (key a) (proj1 (Out a Ia _ Ka)) Oa Aa R).
        - destruct (K b (or_intror Ib)) as [Kb _]. unfold B. rewrite (proj2 (Out b Ib _ Kb)). simpl.
          apply (C (key a) (key b)); eauto. }
      unfold B in Bs. destruct (K s (or_introl eq_refl)) as [Ks _]. rewrite Ks in Bs. discriminate.
  Qed.

  Lemma whole_top ss : fair n m l ss -> forall t, In t ss ->
    has (cards t) (top t) = true /\ hangs m (fun i => has (cards t) i = true).
  Proof. intros F t I. split; [apply (inside _ _ _ _ F t I) | apply (whole _ _ _ _ F t I)]. Qed.

  Lemma whole_place ss : fair n m l ss -> forall t, In t ss ->
    has (cards t) (place t) = true /\ hangs l (fun i => has (cards t) i = true).
  Proof. intros F t I. split; [apply (inside _ _ _ _ F t I) | apply (whole _ _ _ _ F t I)]. Qed.

  (** Once [Q] is covered, the rest must hang together without it. *)
  Lemma rest_hangs P v g Q c f rest :
    fair n m l (Stack P v g :: Stack Q c f :: rest) -> wins m l (Stack (N.lor P Q) v f :: rest) -> hangs m (outside Q).
  Proof.
    intros F W A C i j [Li Oi] [Lj Oj] Ai.
    set (x := Stack P v g) in *. set (y := Stack Q c f) in *. set (u := Stack (N.lor P Q) v f) in *.
    assert (Out : forall s, In s (x :: y :: rest) -> s = y \/ forall k, has (cards s) k = true -> outside Q k).
    { intros s Is. assert (D : s = y \/ In s (x :: rest)) by (destruct Is as [| [|]]; simpl; auto).
      destruct D as [-> | D]; [auto | right]. intros k Hk. split; [exact (bounded _ _ _ _ F s k Is Hk) |].
      destruct (has Q k) eqn:HQ; [| reflexivity].
      assert (F' : fair n m l (y :: x :: rest)) by (exact (fair_perm _ _ _ _ _ (perm_swap _ _ _) F)).
      elim (same_stack _ _ _ _ _ _ k F' D HQ Hk). }
    assert (Whole : forall s, In s (x :: y :: rest) -> has Q (top s) = false ->
        (exists k, has (cards s) k = true /\ A k = true) -> forall k, has (cards s) k = true -> A k = true).
    { intros s Is N [k [Hk Ak]] k' Hk'. destruct (Out s Is) as [-> | O].
      - destruct (inside _ _ _ _ F y Is) as [H _]. simpl in *. congruence.
      - refine (proj1 (whole _ _ _ _ F s Is) A _ k k' Hk Hk' Ak). intros a b Va Vb. apply C; auto. }
    assert (Find : forall k, k < n -> has Q k = false -> exists s, In s (x :: rest) /\ has (cards s) k = true /\ has Q (top s) = false).
    { intros k Lk Ok. destruct (everywhere _ _ _ _ F k Lk) as [s [Is Hs]].
      destruct (Out s Is) as [-> | O]; [simpl in Hs; congruence |].
      assert (In s (x :: rest)).
      { destruct Is as [<- | [<- | Is]]; simpl; auto. simpl in Hs. congruence. }
      exists s. split; [assumption | split; [assumption |]]. apply O. apply (inside _ _ _ _ F s Is). }
    assert (Tops : forall s, In s (x :: rest) -> exists s', In s' (u :: rest) /\ top s' = top s).
    { intros s [<- | Is]; [exists u | exists s]; simpl; auto. }
    assert (Back : forall s, In s (u :: rest) -> exists s', In s' (x :: y :: rest) /\ top s' = top s /\ has Q (top s) = false).
    { intros s [<- | Is].
      - exists x. simpl. repeat split; auto. destruct (inside _ _ _ _ F x (or_introl eq_refl)) as [H _].
        destruct (Out x (or_introl eq_refl)) as [E | O]; [| apply O; exact H].
        assert (I : In y (y :: rest)) by (left; reflexivity).
        elim (same_stack _ _ _ _ _ _ v F I H). rewrite <- E. exact H.
      - exists s. simpl. repeat split; auto. destruct (inside _ _ _ _ F s (or_intror (or_intror Is))) as [H _].
        destruct (has Q (top s)) eqn:HQ; [| reflexivity].
        assert (F' : fair n m l (y :: x :: rest)) by (exact (fair_perm _ _ _ _ _ (perm_swap _ _ _) F)).
        elim (same_stack _ _ _ _ _ _ _ F' (or_intror Is : In s (x :: rest)) HQ H). }
    destruct (Find i Li Oi) as [s [Is [Hs Qs]]]. destruct (Find j Lj Oj) as [t [It [Ht Qt]]].
    assert (Ins : forall w, In w (x :: rest) -> In w (x :: y :: rest)) by (intros w [|]; simpl; auto).
    assert (As : A (top s) = true).
    { apply (Whole s (Ins _ Is) Qs); [exists i; auto |]. apply (inside _ _ _ _ F s (Ins _ Is)). }
    destruct (Tops s Is) as [s' [Is' Es]]. destruct (Tops t It) as [t' [It' Et]].
    assert (At : A (top t) = true).
    { rewrite <- Et. apply (tops_hang m l m_sym _ W A) with (s := s'); auto; [| congruence].
      intros a b Ia Ib Aa R. destruct (Back a Ia) as [a' [Ia' [Ea Oa]]]. destruct (Back b Ib) as [b' [Ib' [Eb Ob]]].
      apply (C (top a) (top b)); auto; split; auto.
      - rewrite <- Ea. apply (bounded _ _ _ _ F a' _ Ia'). apply (inside _ _ _ _ F a' Ia').
      - rewrite <- Eb. apply (bounded _ _ _ _ F b' _ Ib'). apply (inside _ _ _ _ F b' Ib'). }
    apply (Whole t (Ins _ It) Qt); [| assumption].
    exists (top t). split; [apply (inside _ _ _ _ F t (Ins _ It)) | assumption].
  Qed.

  Theorem stacks_are_states s : plays m l (start n) [s] -> state (cards s) (top s) (place s) /\ fair n m l [s].
  Proof.
    intros H.
    assert (K : Forall (fun s => state (cards s) (top s) (place s)) [s] /\ fair n m l [s]).
    { apply (keeps n m l m_sym l_sym (Forall (fun s => state (cards s) (top s) (place s)))) with (ss := start n);
        auto using fair_start.
      - clear H s. intros ss tt F W Ft Wt S I. destruct S as [ss P v g Q c f rest Pm M L].
        assert (F' := fair_perm _ _ _ _ _ Pm F).
        assert (I' : Forall (fun s => state (cards s) (top s) (place s)) (Stack P v g :: Stack Q c f :: rest))
          by (rewrite Pm in I; exact I).
        inversion I' as [| ? ? SP I'']; subst. inversion I'' as [| ? ? SQ IR]; subst. simpl in *.
        constructor; [| assumption]. simpl.
        apply (Joined P v g Q c f SP SQ).
        + pose proof (disjoint _ _ _ _ F') as D. inversion D as [| ? ? D1 _]; subst. inversion D1; subst. assumption.
        + assumption.
        + assumption.
        + apply (is_near top m m_sym (Stack P v g) (Stack Q c f :: rest)); try exact (whole_top _ F'); [| exact F'].
          intros A C a b Ia Ib. apply (tops_hang m l m_sym ss W A).
          * intros a' b' Ia' Ib'. apply C; apply (Permutation_in _ Pm); assumption.
          * exact (Permutation_in _ (Permutation_sym Pm) Ia).
          * exact (Permutation_in _ (Permutation_sym Pm) Ib).
        + exact (rest_hangs P v g Q c f rest F' Wt).
        + apply (is_near place l l_sym (Stack (N.lor P Q) v f) rest); try exact (whole_place _ Ft); [| exact Ft].
          apply (places_hang m l l_sym _ Wt).
      - apply Forall_forall. intros t I. apply in_map_iff in I as [i [<- I]]. apply in_seq in I. apply Single, I. }
    destruct K as [I F]. split; [| assumption]. inversion I; subst. assumption.
  Qed.
End Collapse.
