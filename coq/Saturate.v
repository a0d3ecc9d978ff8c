(** Saturation: the least set of items that holds some first items and is closed under a binary join.

    Items are found one at a time; each new one is joined with all before it, so that every pair is tried once. An item
    is about a set of cards, and only items with disjoint sets are joined; so they are kept in groups, one for each
    set. A table under any hash tells which items were seen; nothing is assumed of the hash. *)

Require Import Bool List PArith NArith FMapPositive.
Import ListNotations.

(** A set of cards as a key, and whether the sets of two keys are disjoint. *)
Definition key_of (S : N) : positive := match S with N0 => xH | Npos p => xO p end.
Fixpoint share_no_bit (p q : positive) : bool :=
  match p, q with
  | xO p, xO q | xO p, xI q | xI p, xO q => share_no_bit p q
  | xH, xO _ | xO _, xH => true
  | _, _ => false
  end.
Definition are_disjoint (a b : positive) : bool :=
  match a, b with xO p, xO q => share_no_bit p q | _, _ => true end.

Lemma keys_disjoint P Q : N.land P Q = 0%N -> are_disjoint (key_of P) (key_of Q) = true.
Proof.
  destruct P as [| p], Q as [| q]; simpl; try reflexivity. revert q.
  induction p as [p IH | p IH |]; intros [q | q |]; simpl; intros H; try discriminate; try reflexivity.
  - destruct (Pos.land p q); discriminate.
  - apply IH. destruct (Pos.land p q); [reflexivity | discriminate].
  - apply IH. destruct (Pos.land p q); [reflexivity | discriminate].
  - apply IH. destruct (Pos.land p q); [reflexivity | discriminate].
Qed.

Section Saturate.
  Variables item kept : Type.
  Variable same : item -> item -> bool.
  Hypothesis same_eq : forall a b, same a b = true -> a = b.
  Variable hash : item -> positive.
  Variable keep : item -> option kept.     (** how an item is kept, or that it is dropped *)
  Variable set_of : kept -> N.
  Variable join : kept -> kept -> list item.
  Hypothesis join_disjoint : forall a b c, In c (join a b) -> N.land (set_of a) (set_of b) = 0%N.

  Definition bag (A : Type) := PositiveMap.t (list A).
  Definition bucket {A} (t : bag A) (k : positive) : list A :=
    match PositiveMap.find k t with Some items => items | None => [] end.
  Definition insert {A} (k : positive) (a : A) (t : bag A) : bag A := PositiveMap.add k (a :: bucket t k) t.

  Record progress := Progress { todo : list item; groups : list positive; found : bag kept; seen : bag item }.

  Definition joins (a : kept) (keys : list positive) (others : bag kept) (rest : list item) : list item :=
    let k := key_of (set_of a) in
    fold_left
      (fun acc k' =>
         if are_disjoint k k'
         then fold_left (fun acc b => rev_append (join a b) (rev_append (join b a) acc)) (bucket others k') acc
         else acc)
      keys rest.

  Definition advance (p : progress) : progress :=
    match todo p with
    | [] => p
    | a :: rest =>
        if existsb (same a) (bucket (seen p) (hash a)) then Progress rest (groups p) (found p) (seen p)
        else
          let seen' := insert (hash a) a (seen p) in
          match keep a with
          | Some k =>
              let key := key_of (set_of k) in
              let groups' := match bucket (found p) key with [] => key :: groups p | _ => groups p end in
              let found' := insert key k (found p) in
              Progress (joins k groups' found' rest) groups' found' seen'
          | None => Progress rest (groups p) (found p) seen'
          end
    end.

  (** At most 2^k steps. *)
  Fixpoint run (k : nat) (p : progress) : progress :=
    match todo p, k with
    | [], _ => p
    | _, 0 => advance p
    | _, S k => run k (run k p)
    end.

  Definition saturate (k : nat) (first : list item) : option (list kept) :=
    let p := run k (Progress first [] (PositiveMap.empty _) (PositiveMap.empty _)) in
    match todo p with [] => Some (flat_map (bucket (found p)) (groups p)) | _ => None end.

  Definition holds (t : bag kept) (a : kept) : Prop := In a (bucket t (key_of (set_of a))).

  (** What holds at every step: what was seen and is kept is found; first items and joins are found, or still to do. *)
  Record sound (first : list item) (p : progress) : Prop := {
    from_first : forall a k, In a first -> keep a = Some k -> holds (found p) k \/ In a (todo p);
    from_join : forall a b c k, holds (found p) a -> holds (found p) b -> In c (join a b) -> keep c = Some k ->
      holds (found p) k \/ In c (todo p);
    from_groups : forall k, bucket (found p) k <> [] -> In k (groups p);
    from_seen : forall h a k, In a (bucket (seen p) h) -> keep a = Some k -> holds (found p) k }.

  Lemma bucket_insert {A} k k' (a b : A) t :
    In b (bucket (insert k a t) k') <-> (k' = k /\ b = a) \/ In b (bucket t k').
  Proof.
    unfold insert, bucket at 1. destruct (Pos.eq_dec k' k) as [-> | N].
    - rewrite PositiveMap.gss. simpl. intuition (subst; auto).
    - rewrite PositiveMap.gso by assumption. fold (bucket t k'). tauto.
  Qed.

  Lemma in_rev_append (c : item) xs ys : In c (rev_append xs ys) <-> In c xs \/ In c ys.
  Proof. rewrite rev_append_rev, in_app_iff, <- in_rev. reflexivity. Qed.

  Lemma in_group a c items : forall acc,
    In c (fold_left (fun acc b => rev_append (join a b) (rev_append (join b a) acc)) items acc) <->
    In c acc \/ exists b, In b items /\ (In c (join a b) \/ In c (join b a)).
  Proof.
    induction items as [| b items IH]; intros acc; simpl.
    - split; [auto |]. intros [| [b [[] _]]]; assumption.
    - rewrite IH, !in_rev_append. split.
      + intros [[J | [J | J]] | [b' [I J]]]; [right; exists b | right; exists b | left | right; exists b']; auto.
      + intros [J | [b' [[<- | I] J]]]; [auto | tauto | right; eauto].
  Qed.

  Lemma in_joins a keys others c rest :
    (forall k, bucket others k <> [] -> In k keys) ->
    In c rest \/ (exists b, holds others b /\ (In c (join a b) \/ In c (join b a))) -> In c (joins a keys others rest).
  Proof.
    intros G H. unfold joins.
    set (f := fun acc k' => _).
    assert (K : forall keys acc,
      In c acc \/ (exists b, In (key_of (set_of b)) keys /\ holds others b /\ (In c (join a b) \/ In c (join b a))) ->
      In c (fold_left f keys acc)).
    { clear H G keys rest. induction keys as [| k keys IH]; intros acc H; simpl.
      - destruct H as [| [b [[] _]]]; assumption.
      - apply IH. unfold f at 1. destruct H as [H | [b [[E | I] [Hb J]]]].
        + left. destruct (are_disjoint _ _); [apply in_group |]; auto.
        + subst k. left.
          assert (D : are_disjoint (key_of (set_of a)) (key_of (set_of b)) = true).
          { apply keys_disjoint. destruct J as [J | J]; [exact (join_disjoint _ _ _ J) |].
            rewrite N.land_comm. exact (join_disjoint _ _ _ J). }
          rewrite D. apply in_group. right. exists b. auto.
        + right. exists b. auto. }
    apply K. destruct H as [H | [b [Hb J]]]; [auto | right]. exists b. split; [| auto].
    apply G. unfold holds in Hb. intros E. rewrite E in Hb. contradiction.
  Qed.

  Lemma advance_sound first p : sound first p -> sound first (advance p).
  Proof.
    intros [F J G S]. unfold advance. destruct p as [[| a rest] gs fs t]; simpl in *; [split; assumption |].
    destruct (existsb (same a) (bucket t (hash a))) eqn:E.
    - apply existsb_exists in E as [b [I E]]. apply same_eq in E. subst b.
      assert (K : forall k, keep a = Some k -> holds fs k) by (intros k A; exact (S _ _ _ I A)).
      split; simpl.
      + intros b k Ib A. destruct (F b k Ib A) as [| [-> |]]; auto.
      + intros b c d k Ib Ic Id A. destruct (J b c d k Ib Ic Id A) as [| [-> |]]; auto.
      + exact G.
      + exact S.
    - destruct (keep a) as [x |] eqn:Adm.
      + assert (X : forall k, holds (insert (key_of (set_of x)) x fs) k <-> k = x \/ holds fs k).
        { intros k. unfold holds. rewrite bucket_insert. intuition (subst; auto). }
        set (key := key_of (set_of x)) in *.
        set (gs' := match bucket fs key with [] => key :: gs | _ => gs end).
        assert (G' : forall k, bucket (insert key x fs) k <> [] -> In k gs').
        { intros k Hk. assert (D : k = key \/ In k gs).
          { destruct (bucket (insert key x fs) k) as [| y ys] eqn:B; [congruence |].
            assert (Iy : In y (bucket (insert key x fs) k)) by (rewrite B; left; reflexivity).
            apply bucket_insert in Iy as [[-> _] | Iy]; [auto | right]. apply G. intros Z. rewrite Z in Iy. contradiction. }
          unfold gs'. destruct (bucket fs key) as [| y ys] eqn:B; [destruct D as [-> |]; simpl; auto |].
          destruct D as [-> |]; [apply G; congruence | assumption]. }
        split; simpl; fold key gs'.
        * intros b k Ib A. rewrite X. destruct (F b k Ib A) as [| [-> |]]; auto.
          -- left. left. congruence.
          -- right. apply in_joins; [exact G' |]. auto.
        * intros b c d k Ib Ic Id A. rewrite X. apply X in Ib as [-> | Ib].
          { right. apply in_joins; [exact G' |]. right. exists c. auto. }
          apply X in Ic as [-> | Ic].
          { right. apply in_joins; [exact G' |]. right. exists b. rewrite X. auto. }
          destruct (J b c d k Ib Ic Id A) as [| [-> |]]; auto.
          -- left. left. congruence.
          -- right. apply in_joins; [exact G' |]. auto.
        * exact G'.
        * intros h b k Hf A. rewrite X. apply bucket_insert in Hf as [[_ ->] | Hf]; [left; congruence |].
          right. exact (S _ _ _ Hf A).
      + split; simpl.
        * intros b k Ib A. destruct (F b k Ib A) as [| [-> |]]; auto. congruence.
        * intros b c d k Ib Ic Id A. destruct (J b c d k Ib Ic Id A) as [| [-> |]]; auto. congruence.
        * exact G.
        * intros h b k Hf A. apply bucket_insert in Hf as [[_ ->] | Hf]; [congruence | exact (S _ _ _ Hf A)].
  Qed.

  Lemma run_sound first k : forall p, sound first p -> sound first (run k p).
  Proof.
    induction k as [| k IH]; intros p S; simpl; destruct (todo p); auto using advance_sound.
  Qed.

  (** Nothing is forgotten. (What else is found does not matter to a proof that something is not.) *)
  Theorem saturate_closed k first items :
    saturate k first = Some items ->
    exists t : bag kept,
    (forall a, holds t a -> In a items) /\
    (forall a x, In a first -> keep a = Some x -> holds t x) /\
    (forall a b c x, holds t a -> holds t b -> In c (join a b) -> keep c = Some x -> holds t x).
  Proof.
    unfold saturate. intros E.
    assert (S : sound first (run k (Progress first [] (PositiveMap.empty _) (PositiveMap.empty _)))).
    { assert (Z : forall (A : Type) (a : A) h, ~ In a (bucket (PositiveMap.empty _) h)).
      { intros A a h. unfold bucket. rewrite PositiveMap.gempty. auto. }
      apply run_sound. split; simpl; auto.
      - intros a b c x Ha. elim (Z _ _ _ Ha).
      - intros h H. unfold bucket in H. rewrite PositiveMap.gempty in H. congruence.
      - intros h a x Ha. elim (Z _ _ _ Ha). }
    destruct S as [F J G _]. destruct (todo _) eqn:T; [| discriminate]. inversion E; subst; clear E.
    eexists. repeat split.
    - intros a Ha. apply in_flat_map. exists (key_of (set_of a)). split; [| exact Ha].
      apply G. unfold holds in Ha. intros Z. rewrite Z in Ha. contradiction.
    - intros a x I A. destruct (F a x I A) as [| []]; assumption.
    - intros a b c x Ia Ib Ic A. destruct (J a b c x Ia Ib Ic A) as [| []]; assumption.
  Qed.
End Saturate.
