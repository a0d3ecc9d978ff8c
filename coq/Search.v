(** The searches of the checker: all states of collapse, and all lives of a pivot. *)

Require Import Arith Bool List NArith Ndigits PArith FMapPositive Permutation Lia.
Require Import Saturate Stacks Collapse Pivot Parts.
Import ListNotations.

(** The states of collapse. With [strict] off the three provisos are not asked for. *)
Section States.
  Variables mm ll : list N.
  Let n := length mm.
  Hypothesis same_length : length ll = n.
  Hypothesis m_sym : forall i j, linked mm i j = linked mm j i.
  Hypothesis l_sym : forall i j, linked ll i j = linked ll j i.
  Variable strict : bool.

  (** A state with what is asked of it again and again. *)
  Record ready := Ready { stack_of : stack; goes_on : bool; is_coverable : bool; by_card : N; by_position : N }.

  Definition same_state (a b : stack) : bool :=
    N.eqb (cards a) (cards b) && (top a =? top b) && (place a =? place b).

  Definition make_ready (s : stack) : option ready :=
    if N.eqb (cards s) (one (top s)) || negb strict || is_near ll (place s) (cards s) then
      Some (Ready s (negb strict || is_near mm (top s) (cards s))
                    (negb strict || is_one_part mm (all_but mm (cards s))) (row mm (top s)) (row ll (place s)))
    else None.

  Definition join_states (a b : ready) : list stack :=
    if goes_on a && is_coverable b && has (by_card a) (top (stack_of b)) && has (by_position a) (place (stack_of b))
       && negb (meets (cards (stack_of a)) (cards (stack_of b)))
    then [Stack (N.lor (cards (stack_of a)) (cards (stack_of b))) (top (stack_of a)) (place (stack_of b))]
    else [].

  Definition states (k : nat) : option (list ready) :=
    saturate stack ready same_state (fun s => N.succ_pos (cards s)) make_ready (fun r => cards (stack_of r)) join_states k
      (map (fun i => Stack (one i) i i) (seq 0 n)).

  Lemma same_state_eq a b : same_state a b = true -> a = b.
  Proof.
    unfold same_state. destruct a, b; simpl. intros H. apply andb_prop in H as [H E]. apply andb_prop in H as [H F].
    apply N.eqb_eq in H. apply Nat.eqb_eq in E, F. congruence.
  Qed.

  Lemma ready_of s : make_ready s = None \/ exists r, make_ready s = Some r /\ stack_of r = s.
  Proof. unfold make_ready. destruct (_ || _); [right; eexists; split; reflexivity | auto]. Qed.

  Lemma join_states_disjoint a b c : In c (join_states a b) -> N.land (cards (stack_of a)) (cards (stack_of b)) = 0%N.
  Proof.
    unfold join_states. destruct (meets _ _) eqn:M; [rewrite andb_false_r; intros [] |]. intros _.
    apply negb_false_iff, N.eqb_eq in M. exact M.
  Qed.

  Lemma states_complete k found : states k = Some found ->
    forall S t f, state n (linked mm) (linked ll) S t f -> exists r, In r found /\ make_ready (Stack S t f) = Some r.
  Proof.
    intros E. apply (saturate_closed _ _ _ same_state_eq _ _ _ _ join_states_disjoint) in E as [bag [Out [First Join]]].
    intros S t f H. cut (exists r, holds _ (fun r => cards (stack_of r)) bag r /\ make_ready (Stack S t f) = Some r).
    { intros [r [Hr Er]]. eauto. }
    induction H as [v L | P v g Q c f HP [a [Ia Ea]] HQ [b [Ib Eb]] D M L Nm Hm Nl].
    - assert (exists r, make_ready (Stack (one v) v v) = Some r) as [r Er].
      { unfold make_ready. simpl. rewrite N.eqb_refl. simpl. eauto. }
      exists r. split; [| exact Er]. apply (First (Stack (one v) v v)); [| exact Er].
      apply in_map_iff. exists v. split; [reflexivity |]. apply in_seq. split; [apply Nat.le_0_l | exact L].
    - assert (exists r, make_ready (Stack (N.lor P Q) v f) = Some r) as [r Er].
      { unfold make_ready. simpl. rewrite near_checked by (rewrite same_length; exact Nl). rewrite orb_true_r. eauto. }
      exists r. split; [| exact Er]. apply (Join a b (Stack (N.lor P Q) v f)); auto.
      assert (Xa : stack_of a = Stack P v g /\ goes_on a = true /\ by_card a = row mm v /\ by_position a = row ll g).
      { unfold make_ready in Ea. destruct (_ || _); [| discriminate]. inversion Ea; subst; simpl.
        rewrite near_checked by exact Nm. rewrite orb_true_r. auto. }
      assert (Xb : stack_of b = Stack Q c f /\ is_coverable b = true).
      { unfold make_ready in Eb. destruct (_ || _); [| discriminate]. inversion Eb; subst; simpl.
        rewrite hangs_checked, orb_true_r; auto.
        - intros i Hi. apply in_all_but in Hi. apply Hi.
        - intros A C i j Vi Vj. apply Hm; try (apply in_all_but; assumption).
          intros x y Vx Vy. apply C; apply in_all_but; assumption. }
      unfold join_states. destruct Xa as [-> [-> [-> ->]]], Xb as [-> ->]. simpl.
      change (has (row mm v) c) with (linked mm v c). change (has (row ll g) f) with (linked ll g f).
      rewrite M, L, D. simpl. auto.
  Qed.

  (** No state is of the set of all. *)
  Definition none_of_all (found : list ready) : bool :=
    negb (existsb (fun r => N.eqb (cards (stack_of r)) (N.ones (N.of_nat n))) found).

  Theorem collapse_sound k found :
    states k = Some found -> none_of_all found = true -> ~ wins (linked mm) (linked ll) (start n).
  Proof.
    intros E A [s H]. destruct (stacks_are_states n _ _ m_sym l_sym s H) as [St F].
    destruct (states_complete _ _ E _ _ _ St) as [r [Ir Er]].
    unfold none_of_all in A. apply negb_true_iff in A.
    assert (X : existsb (fun r => N.eqb (cards (stack_of r)) (N.ones (N.of_nat n))) found = true); [| congruence].
    apply existsb_exists. exists r. split; [exact Ir |]. apply N.eqb_eq.
    destruct (ready_of (Stack (cards s) (top s) (place s))) as [E' | [r' [E' O]]]; [congruence |].
    rewrite Er in E'. inversion E'; subst. rewrite O. simpl. apply set_eq. intros i.
    change (N.of_nat n) with (N.of_nat (length mm)). rewrite (has_ones mm). fold n. destruct (Nat.ltb_spec i n) as [L | L].
    - destruct (everywhere _ _ _ _ F i L) as [t [[<- | []] Ht]]. exact Ht.
    - destruct (has (cards s) i) eqn:Hi; [| reflexivity].
      pose proof (bounded _ _ _ _ F s i (or_introl eq_refl) Hi). lia.
  Qed.
End States.

Fixpoint are_apart (sets : list N) : bool :=
  match sets with
  | [] => true
  | d :: sets => forallb (fun e => negb (meets d e)) sets && are_apart sets
  end.

Lemma are_apart_spec sets : are_apart sets = true -> ForallOrdPairs (fun d e => meets d e = false) sets.
Proof.
  induction sets as [| d sets IH]; intros H; constructor; apply andb_prop in H as [H R]; auto.
  rewrite forallb_forall in H. apply Forall_forall. intros e Ie. apply negb_true_iff, H, Ie.
Qed.

(** The lives of a pivot [v] and a part [C]. *)
Section Lives.
  Variables mm ll : list N.
  Let n := length mm.
  Hypothesis same_length : length ll = n.
  Hypothesis m_sym : forall i j, linked mm i j = linked mm j i.
  Hypothesis l_sym : forall i j, linked ll i j = linked ll j i.
  Variable v : nat.
  Variable C : N.

  Definition others : N := all_but mm (N.lor C (one v)).
  Definition other_parts : list N := parts_of mm n others.
  Definition visits : list nat := filter (fun i => has others i && linked mm v i) (seq 0 n).

  Inductive life_item := Stands (T : N) (t f : nat) | Lives (T : N) (j f : nat).

  Definition same_life (a b : life_item) : bool :=
    match a, b with
    | Stands T t f, Stands T' t' f' | Lives T t f, Lives T' t' f' => N.eqb T T' && (t =? t') && (f =? f')
    | _, _ => false
    end.

  Definition hash_life (a : life_item) : positive :=
    match a with Stands T _ _ => xI (N.succ_pos T) | Lives T _ _ => xO (N.succ_pos T) end.

  Definition life_set (a : life_item) : N := match a with Stands T _ _ | Lives T _ _ => T end.

  (** [v] goes on a visit when its life meets its birth; so a visit is tried once. *)
  Definition join_lives (a b : life_item) : list life_item :=
    match a, b with
    | Stands P t g, Stands Q c f =>
        if linked mm t c && linked ll g f && negb (meets P Q) then [Stands (N.lor P Q) t f] else []
    | Stands P t g, Lives T j f =>
        if linked mm t v && linked ll g f && (length other_parts <=? j) && negb (has P v) && negb (meets P T)
        then [Stands (N.lor P (N.lor T (one v))) t f] else []
    | Lives T j g, Stands Q c f =>
        if linked mm v c && linked ll g f && negb (has Q v) && negb (meets T Q) then [Lives (N.lor T Q) j f] else []
    | Lives T j g, Lives T' j' f' =>
        if N.eqb T' 0 && (j' =? 0) && (f' =? v) && (j <? length visits)
        then flat_map (fun f => if has others f && linked ll g f then [Lives T (1 + j) f] else []) (seq 0 n)
        else []
    end.

  Definition lives (k : nat) : option (list life_item) :=
    saturate life_item life_item same_life hash_life Some life_set join_lives k
      (Lives 0 0 v :: flat_map (fun i => if has C i then [Stands (one i) i i] else []) (seq 0 n)).

  Definition can_cover (found : list life_item) : bool :=
    existsb (fun a => match a with Lives T _ _ => N.eqb T C | _ => false end) found.
  Definition can_be_covered (found : list life_item) : bool :=
    existsb (fun a => match a with Stands T _ _ => N.eqb T (N.lor C (one v)) | _ => false end) found.

  (** That [C] and its surroundings are as the recursion has it. *)
  Definition is_pivot : bool :=
    (v <? n) && negb (has C v) && N.eqb (N.ldiff C (N.ones (N.of_nat n))) 0
    && forallb (fun i => implb (has C i) (negb (meets (row mm i) others))) (seq 0 n)
    && forallb (is_part mm others) other_parts
    && are_apart other_parts.

  Lemma same_life_eq a b : same_life a b = true -> a = b.
  Proof.
    destruct a, b; simpl; try discriminate; intros H; apply andb_prop in H as [H E]; apply andb_prop in H as [H F];
      apply N.eqb_eq in H; apply Nat.eqb_eq in E, F; congruence.
  Qed.

  Hypothesis pivoted : is_pivot = true.

  Lemma pivot_facts :
    v < n /\ has C v = false /\ (forall i, has C i = true -> i < n) /\
    (forall i j, has C i = true -> has others j = true -> linked mm i j = false) /\
    (forall d, In d other_parts -> is_part mm others d = true) /\
    ForallOrdPairs (fun d e => meets d e = false) other_parts.
  Proof.
    unfold is_pivot in pivoted. repeat rewrite andb_true_iff in pivoted.
    destruct pivoted as [[[[[Lv NC] Sub] Cl] Pt] Ap].
    assert (B : forall i, has C i = true -> i < n).
    { intros i Ci. apply N.eqb_eq in Sub. destruct (Nat.lt_ge_cases i n) as [| G]; [assumption | exfalso].
      assert (X : has (N.ldiff C (N.ones (N.of_nat n))) i = true).
      { rewrite has_diff, Ci. unfold n. rewrite has_ones. fold n. apply Nat.ltb_ge in G. rewrite G. reflexivity. }
      rewrite Sub in X. discriminate. }
    repeat split.
    - apply Nat.ltb_lt, Lv.
    - apply negb_true_iff, NC.
    - exact B.
    - intros i j Ci Oj. rewrite forallb_forall in Cl. specialize (Cl i). rewrite Ci in Cl. simpl in Cl.
      destruct (linked mm i j) eqn:E; [| reflexivity]. exfalso.
      assert (X : negb (meets (row mm i) others) = true).
      { apply Cl, in_seq. split; [apply Nat.le_0_l | apply B, Ci]. }
      apply negb_true_iff in X. exact (apart _ _ _ X E Oj).
    - rewrite forallb_forall in Pt. exact Pt.
    - apply are_apart_spec, Ap.
  Qed.

  Lemma has_others i : has others i = true <-> i < n /\ has C i = false /\ i <> v.
  Proof.
    unfold others. rewrite has_all_but, has_or, has_one. fold n.
    rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff, orb_false_iff, Nat.eqb_neq. intuition congruence.
  Qed.

  Lemma join_lives_disjoint a b c : In c (join_lives a b) -> N.land (life_set a) (life_set b) = 0%N.
  Proof.
    destruct a as [P t g | P j g], b as [Q c' f | Q j' f]; simpl.
    1-3: destruct (meets P Q) eqn:M; [rewrite andb_false_r; intros [] | intros _; apply negb_false_iff, N.eqb_eq in M; exact M].
    destruct (N.eqb_spec Q 0) as [-> |]; [intros _; apply N.land_0_r | intros []].
  Qed.

  Scheme stand_ind2 := Minimality for stand Sort Prop with life_ind2 := Minimality for life Sort Prop.
  Combined Scheme stand_life_ind from stand_ind2, life_ind2.

  Lemma lives_complete k found : lives k = Some found ->
    (forall S t f, stand (linked mm) (linked ll) v C others other_parts visits S t f -> In (Stands S t f) found) /\
    (forall S j f, life (linked mm) (linked ll) v C others other_parts visits S j f -> In (Lives S j f) found).
  Proof.
    intros E. apply (saturate_closed _ _ _ same_life_eq _ _ _ _ join_lives_disjoint) in E as [bag [Out [First Join]]].
    destruct pivot_facts as [Lv [NC [CB _]]].
    set (held := holds _ life_set bag) in *.
    cut ((forall S t f, stand (linked mm) (linked ll) v C others other_parts visits S t f -> held (Stands S t f)) /\
         (forall S j f, life (linked mm) (linked ll) v C others other_parts visits S j f -> held (Lives S j f))).
    { intros [HS HL]. split; auto. }
    apply (stand_life_ind (linked mm) (linked ll) v C others other_parts visits
      (fun S t f => held (Stands S t f)) (fun S j f => held (Lives S j f))).
    - intros c Hc. apply (First (Stands (one c) c c)); [| reflexivity]. right. apply in_flat_map. exists c.
      rewrite Hc. split; [apply in_seq; split; [apply Nat.le_0_l | apply CB, Hc] | left; reflexivity].
    - intros P t g Q c f _ HP _ HQ D M L. apply (Join _ _ (Stands (N.lor P Q) t f) _ HP HQ); [| reflexivity].
      simpl. rewrite M, L, D. left. reflexivity.
    - intros P t g S j f _ HP NP _ HS J D M L. apply (Join _ _ (Stands (N.lor P (N.lor S (one v))) t f) _ HP HS); [| reflexivity].
      simpl. apply Nat.leb_le in J. rewrite M, L, D, J, NP. left. reflexivity.
    - apply (First (Lives 0 0 v)); [left; reflexivity | reflexivity].
    - intros S j g f _ HS Df L J. apply (Join _ (Lives 0 0 v) (Lives S (1 + j) f) _ HS).
      + apply (First (Lives 0 0 v)); [left; reflexivity | reflexivity].
      + apply Nat.ltb_lt in J. simpl. rewrite Nat.eqb_refl. unfold andb at 1. rewrite J.
        apply in_flat_map. exists f. split.
        * apply in_seq. split; [apply Nat.le_0_l | apply has_others in Df; apply Df].
        * rewrite Df, L. left. reflexivity.
      + reflexivity.
    - intros S j g Q c f _ HS _ HQ NQ D M L. apply (Join _ _ (Lives (N.lor S Q) j f) _ HS HQ); [| reflexivity].
      simpl. rewrite M, L, D, NQ. left. reflexivity.
  Qed.

  Theorem lives_sound k found s :
    lives k = Some found -> plays (linked mm) (linked ll) (start n) [s] ->
    if has C (top s) then can_be_covered found = true else can_cover found = true.
  Proof.
    intros E H. destruct (lives_complete k found E) as [HS HL]. destruct pivot_facts as [Lv [NC [CB [NM [PT AP]]]]].
    assert (OB : forall i, has others i = true -> i < n) by (intros i Hi; apply has_others in Hi; apply Hi).
    assert (K : if has C (top s)
      then stand (linked mm) (linked ll) v C others other_parts visits (N.lor C (one v)) (top s) (place s)
      else exists j f, life (linked mm) (linked ll) v C others other_parts visits C j f).
    { apply (pivot n (linked mm) (linked ll) m_sym l_sym v C others); auto.
      - destruct (has others v) eqn:X; [apply has_others in X; tauto | reflexivity].
      - intros i Ci Oi. apply has_others in Oi. destruct Oi as [_ [X _]]. congruence.
      - intros i Li. destruct (Nat.eq_dec i v) as [| N]; [auto | right]. destruct (has C i) eqn:Ci; [auto | right].
        apply has_others. auto.
      - intros d Id. apply PT in Id. apply is_part_spec in Id; [| exact OB]. split; apply Id.
      - intros d i j Id Hi Hj R. apply PT in Id. apply is_part_spec in Id; [| exact OB].
        destruct Id as [_ [Sub Cl]]. exact (Cl i j (Sub i Hi) Hj Hi R).
      - intros i Oi M. apply filter_In. rewrite Oi, M. split; [| reflexivity]. apply in_seq.
        split; [apply Nat.le_0_l | apply OB, Oi]. }
    destruct (has C (top s)).
    - apply existsb_exists. exists (Stands (N.lor C (one v)) (top s) (place s)). split; [auto | apply N.eqb_refl].
    - destruct K as [j [f K]]. apply existsb_exists. exists (Lives C j f). split; [auto | apply N.eqb_refl].
  Qed.
End Lives.
