(** Graphs as tables, for each vertex the set of its neighbours, and the parts into which they fall.

    Parts are found by flooding, which is not trusted: a set counts against a claim only if it is seen to be closed. *)

Require Import Arith Bool List NArith Ndigits Lia.
Require Import Stacks Collapse Pivot.
Import ListNotations.

Definition row (table : list N) (i : nat) : N := nth i table 0%N.
Definition linked (table : list N) (i j : nat) : bool := has (row table i) j.

Section Parts.
  Variable table : list N.
  Let n := length table.

  (** The neighbours of a set. *)
  Fixpoint around (rows : list N) (A : N) : N :=
    match rows with
    | [] => 0
    | x :: rows => let rest := around rows (N.div2 A) in if N.odd A then N.lor x rest else rest
    end.

  Fixpoint flood (k : nat) (V A : N) : N :=
    let B := N.lor A (N.land V (around table A)) in
    match k with
    | 0 => A
    | S k => if N.eqb A B then A else flood k V B
    end.

  Fixpoint parts_of (k : nat) (V : N) : list N :=
    match k with
    | 0 => []
    | S k =>
        if N.eqb V 0 then [] else
        let A := flood n V (N.ldiff V (N.pred V)) in
        A :: parts_of k (N.ldiff V A)
    end.

  (** No edge leaves [A] for the rest of [V]. *)
  Definition is_closed (V A : N) : bool :=
    forallb (fun i => implb (has A i) (negb (meets (row table i) (N.ldiff V A)))) (seq 0 n).
  Definition is_part (V A : N) : bool := negb (N.eqb A 0) && N.eqb (N.ldiff A V) 0 && is_closed V A.

  Lemma is_closed_in V A :
    is_closed V A = true -> (forall i, has A i = true -> i < n) ->
    closed_in (linked table) (fun i => has V i = true) (has A).
  Proof.
    intros C B i j Vi Vj Ai R. unfold is_closed in C. rewrite forallb_forall in C.
    specialize (C i). rewrite Ai in C. simpl in C.
    destruct (has A j) eqn:Aj; [reflexivity | exfalso].
    assert (X : negb (meets (row table i) (N.ldiff V A)) = true).
    { apply C. apply in_seq. split; [apply Nat.le_0_l | apply B; exact Ai]. }
    apply negb_true_iff in X. apply (apart _ _ j X R). rewrite has_diff, Vj, Aj. reflexivity.
  Qed.

  Lemma is_part_spec V A : (forall i, has V i = true -> i < n) -> is_part V A = true ->
    (exists i, has A i = true) /\ (forall i, has A i = true -> has V i = true) /\
    closed_in (linked table) (fun i => has V i = true) (has A).
  Proof.
    unfold is_part. intros B H. apply andb_prop in H as [H C]. apply andb_prop in H as [Ne Sub].
    apply N.eqb_eq in Sub.
    assert (AV : forall i, has A i = true -> has V i = true).
    { intros i Ai. destruct (has V i) eqn:E; [reflexivity |].
      assert (X : has (N.ldiff A V) i = true) by (rewrite has_diff, Ai, E; reflexivity).
      rewrite Sub in X. discriminate. }
    split; [| split; [exact AV | apply is_closed_in; auto]].
    destruct (meets A A) eqn:M; [destruct (meets_has _ _ M) as [i [H _]]; eauto |].
    unfold meets in M. rewrite N.land_diag in M. apply negb_false_iff in M. rewrite M in Ne. discriminate.
  Qed.

  Definition all_but (S : N) : N := N.ldiff (N.ones (N.of_nat n)) S.

  Lemma has_ones i : has (N.ones (N.of_nat n)) i = (i <? n).
  Proof.
    unfold has. rewrite <- Ntestbit_Nbit. destruct (Nat.ltb_spec i n) as [L | L].
    - apply N.ones_spec_low. lia.
    - apply N.ones_spec_high. lia.
  Qed.

  Lemma has_all_but S i : has (all_but S) i = (i <? n) && negb (has S i).
  Proof. unfold all_but. rewrite has_diff, has_ones. reflexivity. Qed.

  Lemma in_all_but S i : has (all_but S) i = true <-> outside n S i.
  Proof. rewrite has_all_but. unfold outside. rewrite andb_true_iff, Nat.ltb_lt, negb_true_iff. reflexivity. Qed.

  (** [k] has a neighbour in every part of the rest, as far as the parts found are parts. *)
  Definition is_near (k : nat) (S : N) : bool :=
    let V := all_but S in
    forallb (fun A => meets A (row table k) || negb (is_part V A)) (parts_of n V).
  Definition is_one_part (V : N) : bool :=
    forallb (fun A => N.eqb (N.ldiff V A) 0 || negb (is_part V A)) (parts_of n V).

  Lemma near_checked k S : near n (linked table) k S -> is_near k S = true.
  Proof.
    intros H. apply forallb_forall. intros A _. destruct (is_part (all_but S) A) eqn:P; [| apply orb_true_r].
    apply is_part_spec in P as [[i Ai] [AV C]].
    2: { intros i Hi. apply in_all_but in Hi. apply Hi. }
    destruct (H (has A)) with (i := i) as [j [_ [Aj R]]]; auto.
    - intros x y Vx Vy. apply C; apply in_all_but; assumption.
    - apply in_all_but, AV, Ai.
    - destruct (meets A (row table k)) eqn:M; [reflexivity |]. elim (apart _ _ _ M Aj R).
  Qed.

  Lemma hangs_checked V : (forall i, has V i = true -> i < n) ->
    hangs (linked table) (fun i => has V i = true) -> is_one_part V = true.
  Proof.
    intros B H. apply forallb_forall. intros A _. destruct (is_part V A) eqn:P; [| apply orb_true_r].
    apply is_part_spec in P as [[i Ai] [AV C]]; [| assumption].
    apply orb_true_iff. left. apply N.eqb_eq, set_eq. intros j. rewrite has_diff, has_zero.
    destruct (has V j) eqn:Vj; [| reflexivity]. rewrite (H (has A) C i j (AV i Ai) Vj Ai). reflexivity.
  Qed.

  (** A part that is not all: the sign of several flocks, or of stranded stacks. *)
  Definition is_apart (A : N) : bool := is_part (all_but 0) A && negb (N.eqb (all_but A) 0).

  Lemma apart_spec A : is_apart A = true ->
    (exists i, i < n /\ has A i = true) /\ (exists j, j < n /\ has A j = false) /\
    closed_in (linked table) (fun i => i < n) (has A).
  Proof.
    unfold is_apart. intros H. apply andb_prop in H as [P Ne].
    assert (O : forall i, has (all_but 0) i = true <-> i < n).
    { intros i. rewrite has_all_but, has_zero. simpl. rewrite andb_true_r. apply Nat.ltb_lt. }
    apply is_part_spec in P as [[i Ai] [AV C]]; [| intros i; apply O].
    split; [exists i; split; [apply O, AV, Ai | exact Ai] |]. split.
    - destruct (meets (all_but A) (all_but A)) eqn:M.
      + destruct (meets_has _ _ M) as [j [Hj _]]. rewrite has_all_but in Hj. apply andb_prop in Hj as [L N].
        exists j. split; [apply Nat.ltb_lt, L | apply negb_true_iff, N].
      + unfold meets in M. rewrite N.land_diag in M. apply negb_false_iff in M. rewrite M in Ne. discriminate.
    - intros x y Vx Vy. apply C; apply O; assumption.
  Qed.
End Parts.
