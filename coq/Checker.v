(** The proof checker: a program that accepts a board and a proof only if the board cannot be solved.

    The proofs are those of boaf (docs/proofs.md), by their reasons. [check_sound] is the theorem. What a witness says
    beyond what the theorem needs, such as numbers of sets and mini-boards, is recomputed and compared as well. *)

Require Import Arith Bool List NArith FMapPositive Lia.
Require Import Game Stacks Parts Search Board.
Import ListNotations.

Inductive proof :=
| OddBird (bird : card)
| MultipleFlocks (flock : list card)
| Stranded (part : list card)
| CutEdge (u w : card) (side : list card) (mini_boards : list board)
| LollipopStick (x u w : card) (matches : nat) (moves : option nat)
| CutVertex (v : card) (parts : list (list card))
| CollapseSets (sets states : N).

Definition same_card (a b : card) : bool := (rank a =? rank b) && (suit a =? suit b).

Fixpoint are_distinct {A} (same : A -> A -> bool) (xs : list A) : bool :=
  match xs with [] => true | x :: xs => negb (existsb (same x) xs) && are_distinct same xs end.

Definition index_of (b : board) (c : card) : option nat :=
  find (fun i => same_card (card_at b i) c) (seq 0 (length b)).

(** A set of cards, given in the order of their cells. *)
Fixpoint set_from (b : board) (after : option nat) (cs : list card) : option N :=
  match cs with
  | [] => match after with None => None | Some _ => Some 0%N end
  | c :: cs =>
      match index_of b c with
      | None => None
      | Some i =>
          if match after with None => true | Some k => k <? i end
          then option_map (N.lor (one i)) (set_from b (Some i) cs)
          else None
      end
  end.
Definition set_of (b : board) (cs : list card) : option N := set_from b None cs.

Section Check.
  Variable fuel : nat.    (** at most 2^[fuel] states are looked at *)
  Variable b : board.
  Let n := length b.
  Let mm := by_match b.
  Let ll := by_line b.

  Definition members (S : N) : list nat := filter (has S) (seq 0 n).

  Definition check_collapse (sets states_claimed : N) : bool :=
    match states mm ll true fuel with
    | None => false
    | Some found =>
        let large := filter (fun r => negb (N.eqb (cards (stack_of r)) (one (top (stack_of r))))) found in
        let add t r := PositiveMap.add (N.succ_pos (cards (stack_of r))) tt t in
        let distinct := fold_left add large (PositiveMap.empty unit) in
        none_of_all mm found && N.eqb (N.of_nat (length large)) states_claimed
        && N.eqb (N.of_nat (PositiveMap.cardinal distinct)) sets
    end.

  (** [C] is a part by card without [v]; can it be covered by [v], and can it cover [v]? *)
  Definition ways (v : nat) (C : N) : option (bool * bool) :=
    if is_pivot mm v C && negb (N.eqb C 0) && negb (N.eqb (others mm v C) 0) && is_one_part mm C then
      match lives mm ll v C fuel with
      | Some found => Some (can_cover C found, can_be_covered v C found)
      | None => None
      end
    else None.
  Definition cannot_join (v : nat) (C : N) : bool :=
    match ways v C with Some (false, false) => true | _ => false end.
  Definition cannot_be_covered (v : nat) (C : N) : bool :=
    match ways v C with Some (false, _) => true | _ => false end.

  (** By size, and if these are the same by the first cell. *)
  Definition is_before (C E : N) : bool :=
    let c := members C in let e := members E in
    (length c <? length e) || ((length c =? length e) && (hd 0 c <? hd 0 e)).

  Definition most_in_part : nat := 10.

  Definition check_cut_vertex (v : nat) (parts : list N) : bool :=
    forallb (fun C => length (members C) <=? most_in_part) parts &&
    match parts with
    | [C] => cannot_join v C
    | [C; E] => negb (meets C E) && is_before C E && cannot_be_covered v C && cannot_be_covered v E
    | _ => false
    end.

  Definition restrict (S : N) : board := map (fun i => nth i b nowhere) (members S).

  (** Whether all stacks of a small board can be collapsed to one; no answer counts as yes. *)
  Definition may_collapse (mini : board) : bool :=
    match states (by_match mini) (by_line mini) false fuel with
    | Some found => negb (none_of_all (by_match mini) found)
    | None => true
    end.

  Definition most_on_side : nat := 6.

  (** A mini-board: the side, with [w] in the cell of another card, in the order of cells. *)
  Definition mini_board (side : N) (w i : nat) : board :=
    flat_map (fun k => if k =? i then [(cell_at b i, card_at b w)] else if has side k then [nth k b nowhere] else [])
      (seq 0 n).
  Definition same_board (c d : board) : bool :=
    (length c =? length d) &&
    forallb (fun both => same_cell (fst (fst both)) (fst (snd both)) && same_card (snd (fst both)) (snd (snd both)))
      (combine c d).

  Definition check_cut_edge (u w : nat) (side : N) (minis : list board) : bool :=
    let expected := map (mini_board side w) (members (others mm w side)) in
    linked mm u w && has side u && (length (members side) <=? most_on_side)
    && forallb (fun i => implb (linked mm w i) (i =? u)) (members side)
    && (length minis =? length expected)
    && forallb (fun both => same_board (fst both) (snd both)) (combine minis expected)
    && negb (may_collapse (restrict side)) && forallb (fun mini => negb (may_collapse mini)) expected
    && cannot_join w side.

  (** The fewest moves, at most [k], that bring a stack from [ring] over cells of [left] into [goal]. *)
  Fixpoint moves_to (k : nat) (ring left goal : N) : option nat :=
    match k with
    | 0 => None
    | S k =>
        let next := N.land (around ll ring) left in
        if meets next goal then Some 1 else option_map S (moves_to k next (N.ldiff left next) goal)
    end.

  Definition check_lollipop (x u w matching : nat) (moves : option nat) : bool :=
    let rest := others mm w (N.lor (one x) (one u)) in
    let goal := N.land (row ll x) (row ll u) in
    let most := length (filter (linked mm w) (members rest)) in
    let needed := moves_to n (one w) rest goal in
    N.eqb (row mm x) (one u) && N.eqb (row mm u) (N.lor (one x) (one w)) && negb (linked ll x u)
    && (matching =? most)
    && match moves, needed with
       | None, None => true
       | Some a, Some b => (a =? b) && (most <? b)
       | _, _ => false
       end
    && cannot_join w (N.lor (one x) (one u)).

  Definition is_sane : bool := are_distinct same_cell (map fst b) && are_distinct same_card (map snd b).

  Definition check_within (p : proof) : bool :=
    is_sane &&
    match p with
    | OddBird c =>
        match index_of b c with Some i => N.eqb (row mm i) 0 && is_apart mm (one i) | None => false end
    | MultipleFlocks flock =>
        match set_of b flock with Some A => is_apart mm A && is_one_part mm A | None => false end
    | Stranded part =>
        match set_of b part with Some A => is_apart ll A && is_one_part ll A | None => false end
    | CutEdge u w side minis =>
        match index_of b u, index_of b w, set_of b side with
        | Some i, Some k, Some A => check_cut_edge i k A minis
        | _, _, _ => false
        end
    | LollipopStick x u w matching moves =>
        match index_of b x, index_of b u, index_of b w with
        | Some i, Some j, Some k => check_lollipop i j k matching moves
        | _, _, _ => false
        end
    | CutVertex v parts =>
        match index_of b v with
        | Some i =>
            let sets := flat_map (fun part => match set_of b part with Some A => [A] | None => [] end) parts in
            (length sets =? length parts) && check_cut_vertex i sets
        | None => false
        end
    | CollapseSets sets states => check_collapse sets states
    end.

  Lemma sane_cells : is_sane = true -> NoDup (map fst b).
  Proof.
    unfold is_sane. intros H. apply andb_prop in H as [H _]. induction (map fst b) as [| x xs IH]; constructor.
    - intros I. simpl in H. apply andb_prop in H as [H _]. apply negb_true_iff in H.
      assert (E : existsb (same_cell x) xs = true).
      { apply existsb_exists. exists x. split; [exact I | apply same_cell_eq; reflexivity]. }
      congruence.
    - apply IH. apply andb_prop in H. apply H.
  Qed.

  Let m := linked mm.
  Let l := linked ll.

  Lemma lengths : length mm = n /\ length ll = n.
  Proof. split; apply graph_length. Qed.

  Lemma flock_sound A : is_apart mm A = true -> ~ wins m l (start n).
  Proof.
    intros H W. apply apart_spec in H as [[i [Li Ai]] [[j [Lj Aj]] C]].
    destruct lengths as [Lm _]. rewrite Lm in *.
    pose proof (tops_hang m l (match_sym b) _ W (has A)) as K.
    assert (In_start : forall k, k < n -> In (Stack (one k) k k) (start n)).
    { intros k L. apply in_map_iff. exists k. split; [reflexivity |]. apply in_seq. split; [apply Nat.le_0_l | exact L]. }
    specialize (fun C => K C _ _ (In_start i Li) (In_start j Lj) Ai). simpl in K. rewrite K in Aj; [discriminate |].
    intros s t Is It. apply in_map_iff in Is as [x [<- Ix]], It as [y [<- Iy]]. apply in_seq in Ix, Iy.
    simpl. apply C; [apply Ix | apply Iy].
  Qed.

  Lemma stranded_sound A : is_apart ll A = true -> ~ wins m l (start n).
  Proof.
    intros H W. apply apart_spec in H as [[i [Li Ai]] [[j [Lj Aj]] C]].
    destruct lengths as [_ Ll]. rewrite Ll in *.
    pose proof (places_hang m l (line_sym b) _ W (has A)) as K.
    assert (In_start : forall k, k < n -> In (Stack (one k) k k) (start n)).
    { intros k L. apply in_map_iff. exists k. split; [reflexivity |]. apply in_seq. split; [apply Nat.le_0_l | exact L]. }
    specialize (fun C => K C _ _ (In_start i Li) (In_start j Lj) Ai). simpl in K. rewrite K in Aj; [discriminate |].
    intros s t Is It. apply in_map_iff in Is as [x [<- Ix]], It as [y [<- Iy]]. apply in_seq in Ix, Iy.
    simpl. apply C; [apply Ix | apply Iy].
  Qed.

  Lemma ways_sound v C a c s : ways v C = Some (a, c) -> plays m l (start n) [s] ->
    if has C (top s) then c = true else a = true.
  Proof.
    unfold ways. intros E H. destruct (is_pivot mm v C && _ && _ && _) eqn:P; [| discriminate].
    apply andb_prop in P as [P _]. apply andb_prop in P as [P _]. apply andb_prop in P as [P _].
    destruct (lives mm ll v C fuel) as [found |] eqn:L; [| discriminate]. inversion E; subst.
    destruct lengths as [Lm Ll].
    assert (H' : plays (linked mm) (linked ll) (start (length mm)) [s]) by (rewrite Lm; exact H).
    apply (lives_sound mm ll (match_sym b) (line_sym b) v C P fuel found s L H').
  Qed.

  Lemma cannot_join_sound v C : cannot_join v C = true -> ~ wins m l (start n).
  Proof.
    unfold cannot_join. intros E [s H]. destruct (ways v C) as [[[|] [|]] |] eqn:W; try discriminate.
    pose proof (ways_sound v C _ _ s W H) as K. destruct (has C (top s)); discriminate.
  Qed.

  Lemma cut_vertex_sound v parts : check_cut_vertex v parts = true -> ~ wins m l (start n).
  Proof.
    unfold check_cut_vertex. intros E. apply andb_prop in E as [_ E]. destruct parts as [| C [| D [|]]]; try discriminate.
    - exact (cannot_join_sound v C E).
    - intros [s H]. repeat rewrite andb_true_iff in E. destruct E as [[[X _] EC] ED].
      apply negb_true_iff in X. unfold cannot_be_covered in *.
      destruct (ways v C) as [[[|] c] |] eqn:WC; try discriminate.
      destruct (ways v D) as [[[|] d] |] eqn:WD; try discriminate.
      pose proof (ways_sound v C _ _ s WC H) as KC. pose proof (ways_sound v D _ _ s WD H) as KD.
      destruct (has C (top s)) eqn:TC; [| discriminate]. destruct (has D (top s)) eqn:TD; [| discriminate].
      exact (apart _ _ _ X TC TD).
  Qed.

  Theorem check_within_sound p : check_within p = true -> ~ solvable (position_of b).
  Proof.
    unfold check_within. intros H S. apply andb_prop in H as [Sane H].
    pose proof (solvable_wins b (sane_cells Sane) S) as W. revert W. change (~ wins m l (start n)).
    destruct p as [c | flock | part | u w side minis | x u w matching moves | v parts | sets claimed].
    - destruct (index_of b c); [| discriminate]. apply andb_prop in H as [_ H]. exact (flock_sound _ H).
    - destruct (set_of b flock); [| discriminate]. apply andb_prop in H as [H _]. exact (flock_sound _ H).
    - destruct (set_of b part); [| discriminate]. apply andb_prop in H as [H _]. exact (stranded_sound _ H).
    - destruct (index_of b u), (index_of b w), (set_of b side); try discriminate.
      unfold check_cut_edge in H. apply andb_prop in H as [_ H]. exact (cannot_join_sound _ _ H).
    - destruct (index_of b x), (index_of b u), (index_of b w); try discriminate.
      unfold check_lollipop in H. apply andb_prop in H as [_ H]. exact (cannot_join_sound _ _ H).
    - destruct (index_of b v); [| discriminate]. apply andb_prop in H as [_ H]. exact (cut_vertex_sound _ _ H).
    - unfold check_collapse in H. destruct (states mm ll true fuel) as [found |] eqn:E; [| discriminate].
      apply andb_prop in H as [H _]. apply andb_prop in H as [H _].
      destruct lengths as [Lm Ll]. rewrite <- Lm.
      exact (collapse_sound mm ll (eq_trans Ll (eq_sym Lm)) (match_sym b) (line_sym b) true fuel found E H).
  Qed.
End Check.

Definition check : board -> proof -> bool := check_within 26.

(** Whatever is accepted cannot be solved. *)
Theorem check_sound b p : check b p = true -> ~ solvable (position_of b).
Proof. exact (check_within_sound 26 b p). Qed.

Print Assumptions check_sound.
