(** The repaired deal of docs/intractability.md, section 3, for every formula: names, cells and numbers.

    The numbers are those that `boaf sat encode` writes. All indices count from 0. *)

Require Import Arith Bool List Lia.
Require Import Game.
Import ListNotations.

(** A formula with three literals in every clause: literal [i] of clause [j] is on variable [var j i], and is positive
    if [positive j i]. *)
Record formula := Formula {
  clauses : nat;
  variables : nat;
  var : nat -> nat -> nat;
  positive : nat -> nat -> bool;
}.

(** At least one clause, known variables, and three different ones in every clause. *)
Record is_proper (f : formula) : Prop := {
  some_clause : 1 <= clauses f;
  known_variables : forall j i, j < clauses f -> i < 3 -> var f j i < variables f;
  three_variables : forall j i i', j < clauses f -> i < 3 -> i' < 3 -> var f j i = var f j i' -> i = i' }.

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

  Definition size : nat := 6 * m + 3 * v + 3.
  Definition exit : nat := 4 * m + 3 * v.
  Definition meeting : nat := 6 * m + 3 * v.
  Definition column (k : nat) (b : bool) : nat := if b then 2 * k else 2 * k + 1.

  Definition is_dealt (a : name) : Prop :=
    match a with
    | Activator j i | Opposite j i | Runner j i | Rung j i => j < m /\ i < 3
    | Corner j | Next j | Last j | Usher j => j < m
    | Collector k | Entry k _ | Leaf k _ | Door k | Valet k => k < v
    | _ => True
    end.

  Definition cell_of (a : name) : cell :=
    match a with
    | Activator j i => (6 * j + i, column (var f j i) (positive f j i))
    | Opposite j i => (6 * j + i, column (var f j i) (negb (positive f j i)))
    | Runner j i => (6 * j + i, 2 * v + 4 * j + i)
    | Rung j i => (6 * j + 3, column (var f j i) (positive f j i))
    | Corner j => (6 * j + 3, 2 * v + 4 * j + 3)
    | Next j => (6 * j + 4, 2 * v + 4 * j + 3)
    | Last j => (6 * j + 4, exit)
    | Usher j => (6 * j + 5, exit)
    | Collector k => (6 * m + 3 * k, 2 * v + 4 * m + k)
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

  (** The ranks up to that of the seat, and the suit of key and fillers. *)
  Definition ranks : nat := 10 * m + 10 * v.
  Definition filler_suit : nat := 9 * m + 2 * v + 5.

  Definition card_of (a : name) : card :=
    match a with
    | Activator j i => Card (2 * v + 10 * j + 2) (9 * j + 2 * i + 2)
    | Opposite j i => Card (2 * v + 10 * j + 2 * i + 5) (9 * j + 2 * i + 2)
    | Runner j i => Card (2 * var f j i + 1) (9 * j + 2 * i + 2)
    | Rung j i => Card (2 * v + 10 * j + 1) (9 * j + 2 * i + 3)
    | Corner j => Card (2 * v + 10 * j + 1) (9 * j + 8)
    | Next j => Card (2 * v + 10 * j + 1) (9 * j + 9)
    | Last j => Card (2 * v + 10 * j + 1) (9 * j + 10)
    | Usher j => Card (2 * v + 10 * j + 3) 1
    | Collector k => Card (2 * k + 1) (9 * m + 2 * k + 2)
    | Entry k b => Card (2 * v + 10 * m + 8 * k + if b then 5 else 7) (9 * m + 2 * k + 2)
    | Leaf k b => Card (2 * v + 10 * m + 8 * k + if b then 1 else 3) (9 * m + 2 * k + 2)
    | Door k => Card (2 * v + 10 * m + 8 * k + 2) (9 * m + 2 * k + 3)
    | Valet k => Card (2 * v + 10 * m + 8 * k + 2) 1
    | Seat => Card (ranks + 1) 1
    | Head => Card (ranks + 3) 1
    | Chain1 => Card (ranks + 4) (9 * m + 2 * v + 2)
    | Chain2 => Card (ranks + 5) (9 * m + 2 * v + 3)
    | Chain3 => Card (ranks + 6) (9 * m + 2 * v + 4)
    | Key => Card (ranks + 7) filler_suit
    end.

  Definition names : list name :=
    flat_map (fun j => flat_map (fun i => [Activator j i; Opposite j i; Runner j i; Rung j i]) (seq 0 3)
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
      assert (I : forall i, i < 3 -> In i (seq 0 3)) by (intros; apply in_seq; lia).
      intros D. destruct a as [j i | j i | j i | j i | j | j | j | j | k | k b | k b | k | k | | | | | |]; simpl in D;
        try (left; exists j; split; [apply J; lia |]; apply in_or_app);
        try (left; apply in_flat_map; exists i; split; [apply I; lia | simpl; tauto]);
        try (right; simpl; tauto);
        try (right; left; exists k; split; [apply K; lia | destruct b || idtac; simpl; tauto]).
  Qed.

  Hypothesis proper : is_proper f.

  Lemma variable_bound j i : j < m -> i < 3 -> var f j i < v.
  Proof. apply (known_variables f proper). Qed.

  Ltac cases := intros;
    repeat match goal with a : name |- _ => destruct a end; simpl in *;
    repeat match goal with H : _ /\ _ |- _ => destruct H end;
    repeat match goal with
    | H : ?j < m, I : ?i < 3 |- _ =>
        lazymatch goal with K : var f j i < v |- _ => fail | _ => pose proof (variable_bound j i H I) end
    end;
    unfold column, exit, meeting, ranks, filler_suit, size in *.

  (** Every name has its own cell and its own card. *)
  Lemma row_bound a : is_dealt a -> fst (cell_of a) < size /\ snd (cell_of a) < size.
  Proof. cases; repeat match goal with |- context [if ?b then _ else _] => destruct b end; lia. Qed.

  Lemma cells_differ a b : is_dealt a -> is_dealt b -> cell_of a = cell_of b -> a = b.
  Proof.
    intros A B E. assert (M : 1 <= m) by apply (some_clause f proper). pose proof (f_equal fst E) as R. pose proof (f_equal snd E) as C. clear E. revert A B R C.
    destruct a, b; simpl; intros A B R C; repeat match goal with H : _ /\ _ |- _ => destruct H end;
      try reflexivity; try (exfalso; unfold exit, meeting, column in *; lia).
    all: repeat match goal with
         | H : ?j < m, I : ?i < 3 |- _ =>
             lazymatch goal with K : var f j i < v |- _ => fail | _ => pose proof (variable_bound j i H I) end
         end.
    all: try (assert (j = j0) by lia; subst j0); try (assert (i = i0) by lia; subst i0); try reflexivity.
    all: try (f_equal; unfold exit, meeting, column in *; lia).
    all: try (exfalso; unfold exit, meeting, column in *;
              repeat match goal with H : context [positive f ?j ?i] |- _ => destruct (positive f j i) end;
              repeat match goal with b : bool |- _ => destruct b end; simpl in *; lia).
    all: try (destruct b, b0; unfold column in *; (exfalso; lia) || (f_equal; lia)).
    all: f_equal; apply (three_variables f proper j); auto; unfold column in C;
         destruct (positive f j i), (positive f j i0); lia.
  Qed.

  Lemma cards_differ a b : is_dealt a -> is_dealt b -> card_of a = card_of b -> a = b.
  Proof.
    intros A B E. pose proof (f_equal rank E) as R. pose proof (f_equal suit E) as C. clear E. revert A B R C.
    destruct a, b; simpl; intros A B R C; repeat match goal with H : _ /\ _ |- _ => destruct H end;
      try reflexivity; unfold ranks, filler_suit in *;
      repeat match goal with
      | H : ?j < m, I : ?i < 3 |- _ =>
          lazymatch goal with K : var f j i < v |- _ => fail | _ => pose proof (variable_bound j i H I) end
      end;
      try (exfalso; lia).
    all: try (f_equal; lia).
    all: repeat match goal with b : bool |- _ => destruct b end; (exfalso; lia) || (f_equal; lia).
  Qed.

  Lemma name_at_spec x a : name_at x = Some a -> is_dealt a /\ cell_of a = x.
  Proof.
    unfold name_at. intros H. apply find_some in H as [I E]. apply in_names in I.
    destruct (cell_eq (cell_of a) x); [auto | discriminate].
  Qed.

  Lemma name_at_cell a : is_dealt a -> name_at (cell_of a) = Some a.
  Proof.
    intros D. destruct (name_at (cell_of a)) as [b |] eqn:E.
    - apply name_at_spec in E as [Db C]. f_equal. apply cells_differ; auto.
    - unfold name_at in E. apply in_names in D. pose proof (find_none _ _ E a D) as H. simpl in H.
      destruct (cell_eq (cell_of a) (cell_of a)); congruence.
  Qed.

  Lemma deal_at a : is_dealt a -> deal (cell_of a) = Some (card_of a).
  Proof.
    intros D. unfold deal. destruct (row_bound a D) as [R C]. apply Nat.ltb_lt in R, C. rewrite R, C. simpl.
    rewrite name_at_cell by exact D. reflexivity.
  Qed.

  (** Every cell of the square holds a card, and no other does. *)
  Theorem deal_is_full x : (exists c, deal x = Some c) <-> fst x < size /\ snd x < size.
  Proof.
    unfold deal. destruct (Nat.ltb_spec (fst x) size), (Nat.ltb_spec (snd x) size); simpl.
    - split; [auto | intros _; destruct (name_at x); eauto].
    - split; [intros [c H1]; discriminate | lia].
    - split; [intros [c H1]; discriminate | lia].
    - split; [intros [c H1]; discriminate | lia].
  Qed.

  Lemma number_cell x : snd x < size -> cell_number (number_of x) = x.
  Proof.
    intros L. destruct x as [r c]. unfold cell_number, number_of. simpl in *.
    rewrite (Nat.mul_comm size r), Nat.div_add_l by lia. rewrite Nat.div_small by exact L.
    rewrite Nat.add_0_r. f_equal. rewrite Nat.add_comm, Nat.mod_add by lia. apply Nat.mod_small, L.
  Qed.

  Lemma fillers_grow n : forall k, n <= k -> fillers_before n <= fillers_before k.
  Proof.
    intros k L. induction L; [constructor |]. simpl. lia.
  Qed.

  Lemma fillers_bound n : fillers_before n <= n.
  Proof. induction n; simpl; [constructor |]. destruct (name_at (cell_number n)) as [[] |]; lia. Qed.

  Lemma fillers_after x : snd x < size -> name_at x = None -> fillers_before (S (number_of x)) = fillers_before (number_of x) + 1.
  Proof. intros L E. simpl. rewrite number_cell by exact L. rewrite E. reflexivity. Qed.

  (** What a card of the deal can be. *)
  Definition core_suits : nat := 9 * m + 2 * v + 2.

  Lemma low_cards a : is_dealt a -> ~ In a [Head; Chain1; Chain2; Chain3; Key] ->
    rank (card_of a) <= ranks + 1 /\ suit (card_of a) < core_suits.
  Proof.
    unfold core_suits. cases; try (exfalso; tauto); repeat match goal with |- context [if ?b then _ else _] => destruct b end;
      repeat match goal with H : is_dealt _ |- _ => clear H end; lia.
  Qed.

  Lemma deal_cards x c : deal x = Some c ->
    (exists a, is_dealt a /\ x = cell_of a /\ c = card_of a) \/
    (exists n, name_at x = None /\ snd x < size /\ n = fillers_before (number_of x) /\ c = Card (ranks + 9 + n) filler_suit).
  Proof.
    unfold deal. destruct (Nat.ltb_spec (fst x) size), (Nat.ltb_spec (snd x) size); simpl; try discriminate.
    destruct (name_at x) as [a |] eqn:E; intros H1; inversion H1; subst.
    - left. apply name_at_spec in E as [D C]. eauto.
    - right. eauto 6.
  Qed.

  (** No card is dealt twice. *)
  Theorem deal_distinct : distinct deal.
  Proof.
    intros x y c X Y. destruct (deal_cards x c X) as [[a [Da [-> Ca]]] | [n [Nx [Lx [En Cn]]]]];
      destruct (deal_cards y c Y) as [[b [Db [-> Cb]]] | [k [Ny [Ly [Ek Ck]]]]].
    - f_equal. apply cards_differ; congruence.
    - exfalso. subst c. destruct a; simpl in Ck; inversion Ck; unfold filler_suit, ranks in *; simpl in Da; lia.
    - exfalso. subst c. destruct b; simpl in Cb; inversion Cb; unfold filler_suit, ranks in *; simpl in Db; lia.
    - assert (E : n = k) by (subst c; inversion Ck; lia).
      rewrite <- (number_cell x Lx), <- (number_cell y Ly). f_equal.
      destruct (Nat.lt_trichotomy (number_of x) (number_of y)) as [L | [L | L]]; [exfalso | exact L | exfalso].
      + pose proof (fillers_grow (S (number_of x)) (number_of y) L). rewrite fillers_after in *; auto. lia.
      + pose proof (fillers_grow (S (number_of y)) (number_of x) L). rewrite fillers_after in *; auto. lia.
  Qed.

  (** The board is a square of [6 m + 3 v + 3] rows, and all numbers are polynomial in that. *)
  Theorem deal_is_small x c : deal x = Some c -> rank c <= size * size + 10 * size /\ suit c <= 10 * size.
  Proof.
    intros H. assert (B : fst x < size /\ snd x < size) by (apply deal_is_full; eauto).
    destruct (deal_cards x c H) as [[a [Da [-> ->]]] | [n [_ [L [-> ->]]]]].
    - destruct (in_dec (fun a b : name => ltac:(repeat decide equality)) a [Head; Chain1; Chain2; Chain3; Key]) as [I | N].
      + simpl in I. unfold size, ranks, core_suits, filler_suit in *.
        repeat destruct I as [<- | I]; try contradiction; simpl; unfold ranks, filler_suit; nia.
      + destruct (low_cards a Da N) as [R S]. unfold core_suits, ranks, size in *. nia.
    - simpl. pose proof (fillers_bound (number_of x)) as F. unfold number_of in *. unfold filler_suit, ranks, size in *. nia.
  Qed.

  (** So all numbers are at most 2 N², as the note says. *)
  Corollary numbers_are_small x c : deal x = Some c -> rank c <= 2 * (size * size) /\ suit c <= 2 * (size * size).
  Proof.
    intros H. destruct (deal_is_small x c H) as [R S]. assert (B : 10 <= size).
    { pose proof (some_clause f proper) as M. pose proof (variable_bound 0 0 M (Nat.lt_0_succ _)). unfold size, m. lia. }
    split; nia.
  Qed.
End Deal.
