(** The repaired deal of docs/intractability.md, section 3, for every formula: names, cells and numbers.

    The numbers are those that `boaf sat encode --repaired` writes. All indices count from 0. *)

Require Import Arith Bool List Lia.
Require Import Game.
Import ListNotations.

(** Clause [j] has [literals j] literals; number [i] of them is on variable [var j i], and is positive if
    [positive j i]. *)
Record formula := Formula {
  clauses : nat;
  variables : nat;
  literals : nat -> nat;
  var : nat -> nat -> nat;
  positive : nat -> nat -> bool;
}.

(** At least one clause, each with one to three literals, of known and different variables. *)
Record is_proper (f : formula) : Prop := {
  some_clause : 1 <= clauses f;
  one_to_three : forall j, j < clauses f -> 1 <= literals f j <= 3;
  known_variables : forall j i, j < clauses f -> i < literals f j -> var f j i < variables f;
  different_variables : forall j i i', j < clauses f -> i < literals f j -> i' < literals f j ->
    var f j i = var f j i' -> i = i' }.

(** The largest of the first [n] numbers, and their sum. *)
Fixpoint largest (g : nat -> nat) (n : nat) : nat := match n with 0 => 0 | S n => max (largest g n) (g n) end.
Fixpoint sum (g : nat -> nat) (n : nat) : nat := match n with 0 => 0 | S n => sum g n + g n end.

Lemma largest_bound g n : forall j, j < n -> g j <= largest g n.
Proof.
  induction n as [| n IH]; intros j J; simpl; [lia |].
  destruct (Nat.eq_dec j n) as [-> | N]; [lia | specialize (IH j ltac:(lia)); lia].
Qed.

Lemma largest_least g n b : (forall j, j < n -> g j <= b) -> largest g n <= b.
Proof.
  induction n as [| n IH]; intros H; simpl; [lia |]. apply Nat.max_lub; [apply IH; intros; apply H; lia | apply H; lia].
Qed.

Lemma sum_order g j n : j < n -> sum g j + g j <= sum g n.
Proof. induction 1; simpl; lia. Qed.

Lemma sum_bound g n b : (forall j, j < n -> g j <= b) -> sum g n <= b * n.
Proof.
  induction n as [| n IH]; intros H; simpl; [lia |]. specialize (IH ltac:(intros; apply H; lia)).
  specialize (H n ltac:(lia)). lia.
Qed.

(** The cards, by name. Of the two entries and leaves, [true] is that in the column of the positive literal. *)
Inductive name :=
| Activator (j i : nat) | Opposite (j i : nat) | Runner (j i : nat) | Rung (j i : nat)
| Corner (j : nat) | Next (j : nat) | Last (j : nat) | Usher (j : nat)
| Collector (k : nat) | Entry (k : nat) (b : bool) | Leaf (k : nat) (b : bool) | Door (k : nat) | Valet (k : nat)
| Seat | Head | Chain1 | Chain2 | Chain3 | Key.

Section Deal.
  Variable f : formula.
  Let m := clauses f.
  Let v := variables f.

  (** The largest number of literals of a clause, and how many there are in the clauses before number [j]. *)
  Definition width : nat := largest (literals f) m.
  Definition before (j : nat) : nat := sum (literals f) j.

  Definition size : nat := 6 * m + 3 * v + 3.
  (** The first of the columns that clause [j] has to itself; those of the collectors begin at [own m]. *)
  Definition own (j : nat) : nat := 2 * v + (width + 1) * j.
  Definition exit : nat := own m + v.
  Definition meeting : nat := 6 * m + 3 * v.
  Definition column (k : nat) (b : bool) : nat := if b then 2 * k else 2 * k + 1.

  Definition is_dealt (a : name) : Prop :=
    match a with
    | Activator j i | Opposite j i | Runner j i | Rung j i => j < m /\ i < literals f j
    | Corner j | Next j | Last j | Usher j => j < m
    | Collector k | Entry k _ | Leaf k _ | Door k | Valet k => k < v
    | _ => True
    end.

  Definition cell_of (a : name) : cell :=
    match a with
    | Activator j i => (6 * j + i, column (var f j i) (positive f j i))
    | Opposite j i => (6 * j + i, column (var f j i) (negb (positive f j i)))
    | Runner j i => (6 * j + i, own j + i)
    | Rung j i => (6 * j + 3, column (var f j i) (positive f j i))
    | Corner j => (6 * j + 3, own j + width)
    | Next j => (6 * j + 4, own j + width)
    | Last j => (6 * j + 4, exit)
    | Usher j => (6 * j + 5, exit)
    | Collector k => (6 * m + 3 * k, own m + k)
    | Entry k b => (6 * m + 3 * k, column k b)
    | Leaf k b => (6 * m + 3 * k + 1, column k b)
    | Door k => (6 * m + 3 * k + 1, exit)
    | Valet k => (6 * m + 3 * k + 2, exit)
    | Seat => (meeting, exit)
    | Head => (meeting + 1, exit)
    | Chain1 => (meeting, exit + 1)
    | Chain2 => (meeting, exit + 2)
    | Chain3 => (meeting + 2, exit)
    | Key => (0, exit)
    end.

  (** The last rank and the last suit before those of clause [j]; those before the variables have number [m]. *)
  Definition rank_of (j : nat) : nat := 2 * v + 4 * j + 2 * before j.
  Definition suit_of (j : nat) : nat := 3 * j + 2 * before j + 1.
  (** The ranks before that of the seat, the suit of key and fillers, and the first suit that is not in the core. *)
  Definition ranks : nat := rank_of m + 8 * v.
  Definition filler_suit : nat := suit_of m + 2 * v + 4.
  Definition core_suits : nat := suit_of m + 2 * v + 1.

  Definition card_of (a : name) : card :=
    match a with
    | Activator j i => Card (rank_of j + 2) (suit_of j + 2 * i + 1)
    | Opposite j i => Card (rank_of j + 2 * i + 5) (suit_of j + 2 * i + 1)
    | Runner j i => Card (2 * var f j i + 1) (suit_of j + 2 * i + 1)
    | Rung j i => Card (rank_of j + 1) (suit_of j + 2 * i + 2)
    | Corner j => Card (rank_of j + 1) (suit_of j + 2 * literals f j + 1)
    | Next j => Card (rank_of j + 1) (suit_of j + 2 * literals f j + 2)
    | Last j => Card (rank_of j + 1) (suit_of j + 2 * literals f j + 3)
    | Usher j => Card (rank_of j + 3) 1
    | Collector k => Card (2 * k + 1) (suit_of m + 2 * k + 1)
    | Entry k b => Card (rank_of m + 8 * k + if b then 5 else 7) (suit_of m + 2 * k + 1)
    | Leaf k b => Card (rank_of m + 8 * k + if b then 1 else 3) (suit_of m + 2 * k + 1)
    | Door k => Card (rank_of m + 8 * k + 2) (suit_of m + 2 * k + 2)
    | Valet k => Card (rank_of m + 8 * k + 2) 1
    | Seat => Card (ranks + 1) 1
    | Head => Card (ranks + 3) 1
    | Chain1 => Card (ranks + 4) (suit_of m + 2 * v + 1)
    | Chain2 => Card (ranks + 5) (suit_of m + 2 * v + 2)
    | Chain3 => Card (ranks + 6) (suit_of m + 2 * v + 3)
    | Key => Card (ranks + 7) filler_suit
    end.

  Definition names : list name :=
    flat_map (fun j => flat_map (fun i => [Activator j i; Opposite j i; Runner j i; Rung j i]) (seq 0 (literals f j))
                       ++ [Corner j; Next j; Last j; Usher j]) (seq 0 m)
    ++ flat_map (fun k => [Collector k; Entry k true; Entry k false; Leaf k true; Leaf k false; Door k; Valet k])
                (seq 0 v)
    ++ [Seat; Head; Chain1; Chain2; Chain3; Key].

  Definition name_at (x : cell) : option name :=
    find (fun a => if cell_eq (cell_of a) x then true else false) names.

  (** Of the cells, taken row by row, the number of those before number [n] that hold the key or a filler. *)
  Definition cell_number (n : nat) : cell := (n / size, n mod size).
  Definition number_of (x : cell) : nat := size * fst x + snd x.
  Fixpoint fillers_before (n : nat) : nat :=
    match n with
    | 0 => 0
    | S n => fillers_before n + match name_at (cell_number n) with None => 1 | Some Key => 1 | Some _ => 0 end
    end.

  Definition deal : position :=
    fun x =>
      if (fst x <? size) && (snd x <? size) then
        match name_at x with
        | Some a => Some (card_of a)
        | None => Some (Card (ranks + 9 + fillers_before (number_of x)) filler_suit)
        end
      else None.

  Lemma in_names a : In a names <-> is_dealt a.
  Proof.
    unfold names. rewrite !in_app_iff, !in_flat_map. split.
    - intros [[j [J H]] | [[k [J H]] | H]].
      + apply in_seq in J. apply in_app_or in H as [H | H].
        * apply in_flat_map in H as [i [I H]]. apply in_seq in I.
          simpl in H. intuition (subst; simpl; lia).
        * simpl in H. intuition (subst; simpl; lia).
      + apply in_seq in J. simpl in H. intuition (subst; simpl; lia).
      + simpl in H. intuition (subst; simpl; auto).
    - assert (J : forall j, j < m -> In j (seq 0 m)) by (intros; apply in_seq; lia).
      assert (K : forall k, k < v -> In k (seq 0 v)) by (intros; apply in_seq; lia).
      assert (I : forall i n, i < n -> In i (seq 0 n)) by (intros; apply in_seq; lia).
      intros D. destruct a as [j i | j i | j i | j i | j | j | j | j | k | k b | k b | k | k | | | | | |]; simpl in D;
        try (left; exists j; split; [apply J; lia |]; apply in_or_app);
        try (left; apply in_flat_map; exists i; split; [apply I; lia | simpl; tauto]);
        try (right; simpl; tauto);
        try (right; left; exists k; split; [apply K; lia | destruct b || idtac; simpl; tauto]).
  Qed.
End Deal.

(** What is known of the numbers of a clause, and of two clauses. *)
Definition follows (f : formula) (j j' : nat) : Prop :=
  own f j + width f + 1 <= own f j' /\ rank_of f j + 2 * literals f j + 4 <= rank_of f j' /\
  suit_of f j + 2 * literals f j + 3 <= suit_of f j'.
Definition clause_bounds (f : formula) (j : nat) : Prop :=
  1 <= literals f j <= width f /\ width f <= 3 /\ 2 * variables f <= own f j /\ 2 * variables f <= rank_of f j /\
  1 <= suit_of f j /\ follows f j (clauses f).

Lemma later f j j' : j < j' -> follows f j j'.
Proof.
  intros L. unfold follows, own, rank_of, suit_of, before. pose proof (sum_order (literals f) j j' L).
  repeat split; nia.
Qed.

Lemma bounds_of f j : is_proper f -> j < clauses f -> clause_bounds f j.
Proof.
  intros proper J. unfold clause_bounds, width. split; [| split].
  - split; [apply (one_to_three f proper j J) | apply largest_bound, J].
  - apply largest_least. intros j' J'. apply (one_to_three f proper j' J').
  - pose proof (later f j (clauses f) J) as H. unfold own, rank_of, suit_of. repeat split; try lia; apply H.
Qed.

Lemma total_bounds f : is_proper f ->
  2 * variables f <= own f (clauses f) <= 2 * variables f + 4 * clauses f /\
  2 * variables f <= rank_of f (clauses f) <= 2 * variables f + 10 * clauses f /\
  1 <= suit_of f (clauses f) <= 9 * clauses f + 1.
Proof.
  intros proper. destruct (bounds_of f 0 proper (some_clause f proper)) as [_ [W _]].
  assert (S : before f (clauses f) <= 3 * clauses f) by (apply sum_bound; intros j J; apply (one_to_three f proper j J)).
  unfold own, rank_of, suit_of. nia.
Qed.

(** Puts all this into the context, for every clause and literal there. *)
Ltac bounds f proper :=
  repeat match goal with H : _ /\ _ |- _ => destruct H end;
  repeat match goal with
  | H : ?j < clauses f, I : ?i < literals f ?j |- _ =>
      lazymatch goal with
      | K : var f j i < variables f |- _ => fail
      | _ => pose proof (known_variables f proper j i H I)
      end
  end;
  repeat match goal with
  | H : ?j < clauses f |- _ =>
      lazymatch goal with K : clause_bounds f j |- _ => fail | _ => pose proof (bounds_of f j proper H) end
  end;
  pose proof (total_bounds f proper); pose proof (some_clause f proper);
  unfold clause_bounds, follows in *;
  repeat match goal with H : _ /\ _ |- _ => destruct H end.

(** Which of two clauses is first. *)
Ltac compare f j j' :=
  let L := fresh in
  destruct (Nat.lt_trichotomy j j') as [L | [L | L]];
  [apply (later f) in L; unfold follows in L | subst j' | apply (later f) in L; unfold follows in L].

Section Facts.
  Variable f : formula.
  Hypothesis proper : is_proper f.

  (** Every name has its own cell and its own card. *)
  Lemma row_bound a : is_dealt f a -> fst (cell_of f a) < size f /\ snd (cell_of f a) < size f.
  Proof.
    intros D. destruct a; simpl in *; bounds f proper; unfold column, exit, meeting, size in *;
      repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
  Qed.

  Lemma cells_differ a b : is_dealt f a -> is_dealt f b -> cell_of f a = cell_of f b -> a = b.
  Proof.
    intros A B E. pose proof (f_equal fst E) as R. pose proof (f_equal snd E) as C. clear E. revert A B R C.
    destruct a, b; simpl; intros A B R C; try reflexivity; bounds f proper; unfold exit, meeting in *;
      try (exfalso; lia).
    all: try (assert (j = j0) by lia; subst j0); try (assert (i = i0) by lia; subst i0); try reflexivity.
    all: try (f_equal; lia).
    all: unfold column in *;
         try (exfalso; repeat match goal with H : context [positive f ?j ?i] |- _ => destruct (positive f j i) end;
              repeat match goal with b : bool |- _ => destruct b end; simpl in *; lia).
    all: try (destruct b, b0; (exfalso; lia) || (f_equal; lia)).
    all: f_equal; apply (different_variables f proper j); auto; destruct (positive f j i), (positive f j i0); lia.
  Qed.

  Lemma cards_differ a b : is_dealt f a -> is_dealt f b -> card_of f a = card_of f b -> a = b.
  Proof.
    intros A B E. pose proof (f_equal rank E) as R. pose proof (f_equal suit E) as C. clear E. revert A B R C.
    destruct a, b; simpl; intros A B R C; try reflexivity; unfold ranks, filler_suit in *; bounds f proper;
      try (exfalso; lia); try (f_equal; lia).
    all: try (compare f j j0; (exfalso; lia) || (f_equal; lia)).
    all: repeat match goal with b : bool |- _ => destruct b end; (exfalso; lia) || (f_equal; lia).
  Qed.

  Lemma name_at_spec x a : name_at f x = Some a -> is_dealt f a /\ cell_of f a = x.
  Proof.
    unfold name_at. intros H. apply find_some in H as [I E]. apply in_names in I.
    destruct (cell_eq (cell_of f a) x); [auto | discriminate].
  Qed.

  Lemma name_at_cell a : is_dealt f a -> name_at f (cell_of f a) = Some a.
  Proof.
    intros D. destruct (name_at f (cell_of f a)) as [b |] eqn:E.
    - apply name_at_spec in E as [Db C]. f_equal. apply cells_differ; auto.
    - unfold name_at in E. apply in_names in D. pose proof (find_none _ _ E a D) as H. simpl in H.
      destruct (cell_eq (cell_of f a) (cell_of f a)); congruence.
  Qed.

  Lemma deal_at a : is_dealt f a -> deal f (cell_of f a) = Some (card_of f a).
  Proof.
    intros D. unfold deal. destruct (row_bound a D) as [R C]. apply Nat.ltb_lt in R, C. rewrite R, C. simpl.
    rewrite name_at_cell by exact D. reflexivity.
  Qed.

  (** Every cell of the square holds a card, and no other does. *)
  Theorem deal_is_full x : (exists c, deal f x = Some c) <-> fst x < size f /\ snd x < size f.
  Proof.
    unfold deal. destruct (Nat.ltb_spec (fst x) (size f)), (Nat.ltb_spec (snd x) (size f)); simpl.
    - split; [auto | intros _; destruct (name_at f x); eauto].
    - split; [intros [c H1]; discriminate | lia].
    - split; [intros [c H1]; discriminate | lia].
    - split; [intros [c H1]; discriminate | lia].
  Qed.

  Lemma number_cell x : snd x < size f -> cell_number f (number_of f x) = x.
  Proof.
    intros L. destruct x as [r c]. unfold cell_number, number_of. simpl in *.
    rewrite (Nat.mul_comm (size f) r), Nat.div_add_l by lia. rewrite Nat.div_small by exact L.
    rewrite Nat.add_0_r. f_equal. rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, L.
  Qed.

  Lemma fillers_grow n : forall k, n <= k -> fillers_before f n <= fillers_before f k.
  Proof.
    intros k L. induction L; [constructor |]. simpl. lia.
  Qed.

  Lemma fillers_bound n : fillers_before f n <= n.
  Proof. induction n; simpl; [constructor |]. destruct (name_at f (cell_number f n)) as [[] |]; lia. Qed.

  Lemma fillers_after x : snd x < size f -> name_at f x = None -> fillers_before f (S (number_of f x)) = fillers_before f (number_of f x) + 1.
  Proof. intros L E. simpl. rewrite number_cell by exact L. rewrite E. reflexivity. Qed.

  (** What a card of the deal can be. *)
  Lemma low_cards a : is_dealt f a -> ~ In a [Head; Chain1; Chain2; Chain3; Key] ->
    rank (card_of f a) <= ranks f + 1 /\ suit (card_of f a) < core_suits f.
  Proof.
    intros D N. destruct a; simpl in D; try (exfalso; apply N; simpl; tauto); clear N; simpl; bounds f proper;
      unfold core_suits, ranks; repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia.
  Qed.

  Lemma deal_cards x c : deal f x = Some c ->
    (exists a, is_dealt f a /\ x = cell_of f a /\ c = card_of f a) \/
    (exists n, name_at f x = None /\ snd x < size f /\ n = fillers_before f (number_of f x) /\ c = Card (ranks f + 9 + n) (filler_suit f)).
  Proof.
    unfold deal. destruct (Nat.ltb_spec (fst x) (size f)), (Nat.ltb_spec (snd x) (size f)); simpl; try discriminate.
    destruct (name_at f x) as [a |] eqn:E; intros H1; inversion H1; subst.
    - left. apply name_at_spec in E as [D C]. eauto.
    - right. eauto 6.
  Qed.

  (** No card is dealt twice. *)
  Theorem deal_distinct : distinct (deal f).
  Proof.
    intros x y c X Y. destruct (deal_cards x c X) as [[a [Da [-> Ca]]] | [n [Nx [Lx [En Cn]]]]];
      destruct (deal_cards y c Y) as [[b [Db [-> Cb]]] | [k [Ny [Ly [Ek Ck]]]]].
    - f_equal. apply cards_differ; congruence.
    - exfalso. subst c. destruct a; simpl in Ck, Da; inversion Ck; bounds f proper; unfold filler_suit, ranks in *; lia.
    - exfalso. subst c. destruct b; simpl in Cb, Db; inversion Cb; bounds f proper; unfold filler_suit, ranks in *; lia.
    - assert (E : n = k) by (subst c; inversion Ck; lia).
      rewrite <- (number_cell x Lx), <- (number_cell y Ly). f_equal.
      destruct (Nat.lt_trichotomy (number_of f x) (number_of f y)) as [L | [L | L]]; [exfalso | exact L | exfalso].
      + pose proof (fillers_grow (S (number_of f x)) (number_of f y) L). rewrite fillers_after in *; auto. lia.
      + pose proof (fillers_grow (S (number_of f y)) (number_of f x) L). rewrite fillers_after in *; auto. lia.
  Qed.

  (** The board is a square of [6 m + 3 v + 3] rows, and all numbers are polynomial in that. *)
  Theorem deal_is_small x c : deal f x = Some c -> rank c <= size f * size f + 10 * size f /\ suit c <= 10 * size f.
  Proof.
    intros H. assert (B : fst x < size f /\ snd x < size f) by (apply deal_is_full; eauto). pose proof (total_bounds f proper).
    destruct (deal_cards x c H) as [[a [Da [-> ->]]] | [n [_ [L [-> ->]]]]].
    - destruct (in_dec (fun a b : name => ltac:(repeat decide equality)) a [Head; Chain1; Chain2; Chain3; Key]) as [I | N].
      + simpl in I. repeat destruct I as [<- | I]; try contradiction; simpl; unfold size, ranks, filler_suit in *; nia.
      + destruct (low_cards a Da N) as [R S]. unfold core_suits, ranks, size in *. nia.
    - simpl. pose proof (fillers_bound (number_of f x)) as F. unfold number_of, filler_suit, ranks, size in *. nia.
  Qed.

  (** So all numbers are at most 2 N², as the note says. *)
  Corollary numbers_are_small x c : deal f x = Some c -> rank c <= 2 * (size f * size f) /\ suit c <= 2 * (size f * size f).
  Proof.
    intros H. destruct (deal_is_small x c H) as [R S]. assert (B : 10 <= size f).
    { pose proof (some_clause f proper) as M. pose proof (one_to_three f proper 0 M) as O.
      pose proof (known_variables f proper 0 0 M (proj1 O)). unfold size. lia. }
    split; nia.
  Qed.
End Facts.
