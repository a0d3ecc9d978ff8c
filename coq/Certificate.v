(** The game is in NP: a solution of an N × N board is a list of N² - 1 moves, and the function [solves] checks it. *)

Require Import Arith Bool List Lia FinFun.
Require Import Game.
Import ListNotations.

(** An N × N board: the cells of the square hold cards, and no others do. *)
Definition is_board (n : nat) (p : position) : Prop := forall x, (exists c, p x = Some c) <-> fst x < n /\ snd x < n.

Definition are_in_line (x y : cell) : bool :=
  if cell_eq x y then false else (fst x =? fst y) || (snd x =? snd y).
Definition do_match (a b : card) : bool :=
  (suit a =? suit b) || ((rank a <=? rank b + 1) && (rank b <=? rank a + 1)).

(** A move is given by the cell that is left and the cell that is entered. *)
Fixpoint are_legal (p : position) (moves : list (cell * cell)) : bool :=
  match moves with
  | [] => true
  | (x, y) :: rest =>
      match p x, p y with
      | Some a, Some b => are_in_line x y && do_match a b && are_legal (after p x y) rest
      | _, _ => false
      end
  end.

Definition solves (n : nat) (p : position) (moves : list (cell * cell)) : bool :=
  are_legal p moves && (S (length moves) =? n * n).

Lemma are_in_line_spec x y : are_in_line x y = true <-> in_line x y.
Proof.
  unfold are_in_line, in_line. destruct (cell_eq x y) as [E | N]; [split; [discriminate | tauto] |].
  rewrite orb_true_iff, !Nat.eqb_eq. tauto.
Qed.

Lemma do_match_spec a b : do_match a b = true <-> matches a b.
Proof. unfold do_match, matches. rewrite orb_true_iff, andb_true_iff, Nat.eqb_eq, !Nat.leb_le. reflexivity. Qed.

(** The legal lists of moves are the plays. *)
Lemma legal_plays moves : forall p, are_legal p moves = true ->
  exists covers q, play p covers q /\ length covers = length moves.
Proof.
  induction moves as [| [x y] moves IH]; intros p H; simpl in H.
  - exists [], p. split; [constructor | reflexivity].
  - destruct (p x) as [a |] eqn:X; [| discriminate]. destruct (p y) as [b |] eqn:Y; [| discriminate].
    rewrite !andb_true_iff, are_in_line_spec, do_match_spec in H. destruct H as [[L M] H].
    destruct (IH _ H) as [covers [q [P E]]]. exists ((a, b) :: covers), q. split; [| simpl; congruence].
    econstructor; [constructor; eassumption | exact P].
Qed.

Lemma play_is_legal p covers q : play p covers q -> exists moves, are_legal p moves = true /\ length moves = length covers.
Proof.
  induction 1 as [p | p x y a b covers q M P [moves [H E]]]; [exists []; auto |].
  exists ((x, y) :: moves). destruct M as [x y a b X Y L M]. split; [| simpl; congruence].
  simpl. rewrite X, Y, !andb_true_iff, are_in_line_spec, do_match_spec. auto.
Qed.

(** The number of stacks of a board. *)
Definition cells (n : nat) : list cell := map (fun k => (k / n, k mod n)) (seq 0 (n * n)).
Definition holds (p : position) (x : cell) : bool := match p x with Some _ => true | None => false end.
Definition stacks (n : nat) (p : position) : nat := length (filter (holds p) (cells n)).
Definition inside (n : nat) (p : position) : Prop := forall x, p x <> None -> In x (cells n).

Lemma cells_once n : NoDup (cells n).
Proof.
  destruct n as [| n]; [constructor |]. apply Injective_map_NoDup; [| apply seq_NoDup]. intros j k E.
  rewrite (Nat.div_mod j (S n)), (Nat.div_mod k (S n)) by discriminate. congruence.
Qed.

Lemma in_cells n x : fst x < n -> snd x < n -> In x (cells n).
Proof.
  intros R C. destruct x as [r c]. simpl in *. apply in_map_iff. exists (r * n + c). split.
  - rewrite Nat.div_add_l by lia. rewrite Nat.div_small, Nat.add_0_r by exact C. f_equal.
    rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, C.
  - apply in_seq. nia.
Qed.

Lemma cells_inside n x : In x (cells n) -> fst x < n /\ snd x < n.
Proof.
  intros I. apply in_map_iff in I as [k [<- I]]. apply in_seq in I. assert (N : n <> 0) by nia. simpl. split.
  - apply Nat.div_lt_upper_bound; lia.
  - apply Nat.mod_upper_bound, N.
Qed.

Lemma board_stacks n p : is_board n p -> inside n p /\ stacks n p = n * n.
Proof.
  intros B. split.
  - intros x H. destruct (p x) as [c |] eqn:E; [| congruence]. destruct (proj1 (B x) (ex_intro _ c E)). apply in_cells; assumption.
  - unfold stacks. replace (filter (holds p) (cells n)) with (cells n); [unfold cells; rewrite map_length, seq_length; reflexivity |].
    assert (A : forall x, In x (cells n) -> holds p x = true).
    { intros x I. destruct (proj2 (B x) (cells_inside n x I)) as [c E]. unfold holds. rewrite E. reflexivity. }
    induction (cells n) as [| x l IH]; [reflexivity |]. simpl. rewrite (A x (or_introl eq_refl)). f_equal. apply IH.
    intros z I. apply A. right. exact I.
Qed.

Lemma filter_less (P Q : cell -> bool) x l : NoDup l -> In x l -> P x = true -> Q x = false ->
  (forall z, z <> x -> Q z = P z) -> length (filter P l) = S (length (filter Q l)).
Proof.
  intros D. induction D as [| y l N D IH]; intros I Px Qx E; [contradiction |]. simpl. destruct I as [-> | I].
  - rewrite Px, Qx. simpl. do 2 f_equal. apply filter_ext_in. intros z Z. symmetry. apply E. intros ->. contradiction.
  - rewrite (E y) by (intros ->; contradiction). destruct (P y); simpl; rewrite IH by assumption; reflexivity.
Qed.

(** Every move leaves one stack less. *)
Lemma move_stacks n p x y a b : inside n p -> move p x y a b ->
  inside n (after p x y) /\ stacks n p = S (stacks n (after p x y)).
Proof.
  intros I M. destruct (tops_of_move _ _ _ _ _ M) as [X [Y N]]. split.
  - intros z H. apply I. intros Z. apply H. exact (move_keeps_empty _ _ _ _ _ _ M Z).
  - apply (filter_less _ _ x); [apply cells_once | apply I; congruence | unfold holds; rewrite X; reflexivity | |].
    + unfold holds. rewrite left_is_empty. reflexivity.
    + intros z Z. unfold holds, after. destruct (cell_eq z x); [congruence |].
      destruct (cell_eq z y) as [-> |]; [rewrite X, Y |]; reflexivity.
Qed.

Lemma play_stacks n p covers q : play p covers q -> inside n p -> inside n q /\ stacks n p = length covers + stacks n q.
Proof.
  induction 1 as [p | p x y a b covers q M P IH]; intros I; [auto |].
  destruct (move_stacks n p x y a b I M) as [I' E]. destruct (IH I') as [J F]. split; [exact J | simpl; lia].
Qed.

Lemma one_stack_is_one n q : inside n q -> (one_stack q <-> stacks n q = 1).
Proof.
  intros I. unfold stacks.
  assert (F : forall x, In x (filter (holds q) (cells n)) <-> q x <> None).
  { intros x. rewrite filter_In. unfold holds. split.
    - intros [_ H] E. rewrite E in H. discriminate.
    - intros H. split; [apply I, H |]. destruct (q x); [reflexivity | congruence]. }
  pose proof (NoDup_filter (holds q) (cells_once n)) as D.
  destruct (filter (holds q) (cells n)) as [| x [| y l]]; simpl.
  - split; [| discriminate]. intros [x [X _]]. apply F in X. contradiction.
  - split; [reflexivity | intros _]. exists x. split; [apply F; left; reflexivity |].
    intros y Y. apply F in Y as [-> | []]. reflexivity.
  - split; [| discriminate]. intros [z [_ U]]. inversion D as [| ? ? N _]. elim N. left.
    transitivity z; [| symmetry]; apply U, F; simpl; auto.
Qed.

(** A board is solvable if and only if [solves] accepts some list of moves, which then has N² - 1 of them. *)
Theorem solvable_iff_checked n p : is_board n p -> (solvable p <-> exists moves, solves n p moves = true).
Proof.
  intros B. destruct (board_stacks n p B) as [I C]. unfold solves. split.
  - intros [covers [q [P O]]]. destruct (play_stacks n _ _ _ P I) as [J E].
    apply (one_stack_is_one n q J) in O. destruct (play_is_legal _ _ _ P) as [moves [H L]]. exists moves.
    apply andb_true_intro. split; [exact H | apply Nat.eqb_eq; lia].
  - intros [moves H]. apply andb_prop in H as [H L]. apply Nat.eqb_eq in L.
    destruct (legal_plays moves p H) as [covers [q [P E]]]. destruct (play_stacks n _ _ _ P I) as [J F].
    exists covers, q. split; [exact P |]. apply (one_stack_is_one n q J). lia.
Qed.

Print Assumptions solvable_iff_checked.
