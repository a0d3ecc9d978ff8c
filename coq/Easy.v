(** Boards that are easy: Propositions 1 and 2 of docs/boundaries.md.

    A list is chained if each of its items is related to one further back. The stacks of a connected board, or its
    cards, can be put into such a list, and a solution takes them away from the front, one by one. *)

Require Import Arith List Lia Relations.
Require Import Game.
Import ListNotations.

Section Chained.
  Variable A : Type.
  Variable same : forall a b : A, {a = b} + {a <> b}.
  Variable E : A -> A -> Prop.
  Hypothesis E_sym : forall a b, E a b -> E b a.

  Inductive chained : list A -> Prop :=
  | Last a : chained [a]
  | First a b l : ~ In a l -> In b l -> E a b -> chained l -> chained (a :: l).

  (** Every two of [l] are joined by a path within [l]. *)
  Definition linked (l : list A) : Prop :=
    forall a b, In a l -> In b l -> clos_refl_trans A (fun c d => In c l /\ In d l /\ E c d) a b.

  (** A path that leaves [s] does so in some step. *)
  Lemma crossing l s a b :
    clos_refl_trans A (fun c d => In c l /\ In d l /\ E c d) a b -> In a s -> ~ In b s ->
    exists c d, In c s /\ ~ In d s /\ In d l /\ E c d.
  Proof.
    intros P. induction P as [a b [_ [Lb Eab]] | a | a b c P IH Q JH]; intros Sa Nb.
    - exists a, b. auto.
    - contradiction.
    - destruct (in_dec same b s) as [Sb | Sb]; auto.
  Qed.

  Lemma grow l : NoDup l -> linked l ->
    forall k s, chained s -> NoDup s -> incl s l -> length s + k = length l ->
    exists t, chained t /\ NoDup t /\ incl t l /\ length t = length l.
  Proof.
    intros N L. induction k as [| k IH]; intros s C D I K.
    - exists s. repeat split; auto. lia.
    - assert (F : exists b, In b l /\ ~ In b s).
      { destruct (Forall_Exists_dec (fun b => In b s) (fun b => in_dec same b s) l) as [F | F].
        - rewrite Forall_forall in F. pose proof (NoDup_incl_length N F). lia.
        - apply Exists_exists in F. exact F. }
      destruct F as [b [Lb Nb]].
      assert (S : exists a, In a s) by (destruct C as [a | a ? ? ? ? ? ?]; exists a; left; reflexivity).
      destruct S as [a Sa].
      destruct (crossing l s a b (L a b (I a Sa) Lb) Sa Nb) as [c [d [Sc [Nd [Ld Ecd]]]]].
      apply (IH (d :: s)).
      + exact (First d c s Nd Sc (E_sym c d Ecd) C).
      + constructor; assumption.
      + intros e [-> | Se]; auto.
      + simpl. lia.
  Qed.

  Theorem linked_chained l : NoDup l -> l <> [] -> linked l ->
    exists t, chained t /\ forall a, In a t <-> In a l.
  Proof.
    intros N Z L. destruct l as [| a l]; [congruence |].
    destruct (grow (a :: l) N L (length l) [a]) as [t [C [D [I K]]]].
    - constructor.
    - repeat constructor. auto.
    - intros b [-> | []]. left. reflexivity.
    - reflexivity.
    - exists t. split; [exact C |]. intros b. split; [apply I |].
      intros Lb. refine (NoDup_length_incl D _ I b Lb). lia.
  Qed.
End Chained.
Arguments chained {A}. Arguments linked {A}.

(** The stacks of a position stand in the cells of a list. *)
Definition stands (p : position) (cells : list cell) : Prop := NoDup cells /\ forall x, p x <> None <-> In x cells.

Definition paths {A} (V : A -> Prop) (E : A -> A -> Prop) : Prop :=
  forall a b, V a -> V b -> clos_refl_trans A (fun c d => V c /\ V d /\ E c d) a b.
Definition connected_by_card (p : position) : Prop := paths (is_top p) matches.
Definition connected_by_position (p : position) : Prop := paths (fun x => p x <> None) in_line.

Lemma matches_sym a b : matches a b -> matches b a.
Proof. unfold matches. intuition. Qed.

Lemma in_line_sym x y : in_line x y -> in_line y x.
Proof. unfold in_line. intuition. Qed.

Lemma widen {A} (R S : A -> A -> Prop) a b :
  (forall c d, R c d -> S c d) -> clos_refl_trans A R a b -> clos_refl_trans A S a b.
Proof. intros W P. induction P; eauto using rt_step, rt_refl, rt_trans. Qed.

(** A graph is connected if it is without a vertex that has a neighbour. *)
Lemma with_leaf {A} (V W : A -> Prop) (E : A -> A -> Prop) b a :
  (forall c d, E c d -> E d c) -> (forall c, W c -> V c) -> (forall c, V c -> W c \/ c = b) -> V b -> W a -> E a b ->
  paths W E -> paths V E.
Proof.
  intros S I O Vb Wa Eab P.
  assert (T : forall c, V c -> clos_refl_trans A (fun c d => V c /\ V d /\ E c d) c a).
  { intros c Vc. destruct (O c Vc) as [Wc | ->].
    - apply widen with (2 := P c a Wc Wa). intuition.
    - apply rt_step. auto. }
  assert (U : forall c d, clos_refl_trans A (fun c d => V c /\ V d /\ E c d) c d ->
                          clos_refl_trans A (fun c d => V c /\ V d /\ E c d) d c).
  { intros c d Q. induction Q; [apply rt_step | apply rt_refl | eapply rt_trans; eassumption]. intuition. }
  intros c d Vc Vd. apply rt_trans with a; auto.
Qed.

(** What can be solved is connected, on any board. *)
Lemma solvable_connected p : solvable p -> connected_by_card p /\ connected_by_position p.
Proof.
  intros [covers [q [P [x [Hx O]]]]]. induction P as [p | p y z a b covers q M P IH].
  - split; intros c d Hc Hd.
    + destruct Hc as [v Hv], Hd as [w Hw].
      rewrite (O v) in Hv by congruence. rewrite (O w) in Hw by congruence.
      replace d with c by congruence. apply rt_refl.
    + rewrite (O c Hc), (O d Hd). apply rt_refl.
  - destruct (IH Hx O) as [C D]. clear IH. inversion M as [y' z' a' b' Hy Hz L T]; subst.
    assert (Az : after p y z z = Some a).
    { unfold after. destruct (cell_eq z y) as [K | _]; [destruct L; congruence |].
      destruct (cell_eq z z); congruence. }
    split.
    + apply (with_leaf (is_top p) (is_top (after p y z)) matches b a); auto using matches_sym.
      * intros c [w Hw]. destruct (top_before _ _ _ _ _ _ _ M Hw) as [[_ [_ K]] | [_ ->]]; [exists w | exists y]; auto.
      * intros c [w Hw]. destruct (cell_eq w y) as [-> | Ny]; [left; exists z; congruence |].
        destruct (cell_eq w z) as [-> | Nz]; [right; congruence |].
        left. exists w. unfold after. destruct (cell_eq w y); [contradiction |]. destruct (cell_eq w z); congruence.
      * exists z. exact Hz.
      * exists z. exact Az.
    + apply (with_leaf (fun w => p w <> None) (fun w => after p y z w <> None) in_line y z); auto using in_line_sym.
      * intros w. unfold after. destruct (cell_eq w y); [congruence |]. destruct (cell_eq w z); congruence.
      * intros w Hw. destruct (cell_eq w y) as [-> | Ny]; [right; reflexivity |]. left. unfold after.
        destruct (cell_eq w y); [contradiction |]. destruct (cell_eq w z); congruence.
      * congruence.
      * congruence.
Qed.

Lemma after_target p x y a b : move p x y a b -> after p x y y = Some a.
Proof.
  intros [x' y' a' b' Hx _ [N _] _]. unfold after.
  destruct (cell_eq y' x'); [congruence |]. destruct (cell_eq y' y'); congruence.
Qed.

Lemma after_other p x y z : z <> x -> z <> y -> after p x y z = p z.
Proof. intros Nx Ny. unfold after. destruct (cell_eq z x), (cell_eq z y); auto; contradiction. Qed.

Lemma solvable_after p x y a b : move p x y a b -> solvable (after p x y) -> solvable p.
Proof.
  intros M [covers [q [P O]]]. exists ((a, b) :: covers), q. split; [exact (Cons _ _ _ _ _ _ _ M P) | exact O].
Qed.

(** In a row, a card that is covered leaves all others where they can be covered, too. *)
Lemma row_solvable l : chained matches l -> forall p, distinct p -> (forall c, is_top p c <-> In c l) ->
  (forall x y, p x <> None -> p y <> None -> x <> y -> in_line x y) -> solvable p.
Proof.
  induction 1 as [c | c d l N I E _ IH]; intros p D T L.
  - destruct (proj2 (T c)) as [x Hx]; [left; reflexivity |].
    exists [], p. split; [constructor |]. exists x. split; [congruence |]. intros y Hy.
    destruct (p y) as [e |] eqn:K; [| congruence].
    destruct (proj1 (T e)) as [<- | []]; [exists y; exact K |]. exact (D _ _ _ K Hx).
  - destruct (proj2 (T c)) as [x Hx]; [left; reflexivity |].
    destruct (proj2 (T d)) as [y Hy]; [right; exact I |].
    assert (M : move p y x d c).
    { constructor; auto using matches_sym. apply L; congruence. }
    apply (solvable_after _ _ _ _ _ M). apply IH.
    + exact (move_keeps_distinct _ _ _ _ _ D M).
    + intros e. split.
      * intros [z Hz]. destruct (top_before _ _ _ _ _ _ _ M Hz) as [[_ [Nx K]] | [_ ->]]; [| exact I].
        destruct (proj1 (T e)) as [<- | J]; [exists z; exact K | | exact J]. elim Nx. exact (D _ _ _ K Hx).
      * intros J. destruct (proj2 (T e)) as [z Hz]; [right; exact J |].
        destruct (cell_eq z y) as [-> | Ny].
        { exists x. rewrite (after_target _ _ _ _ _ M). congruence. }
        exists z. rewrite after_other; auto. intros ->. apply N. congruence.
    + intros z w Hz Hw. apply L.
      * intros K. apply Hz. exact (move_keeps_empty _ _ _ _ _ _ M K).
      * intros K. apply Hw. exact (move_keeps_empty _ _ _ _ _ _ M K).
Qed.

(** If all cards match, every move that is in line is legal. *)
Lemma matching_solvable l : chained in_line l -> forall p, (forall x, p x <> None <-> In x l) ->
  (forall a b, is_top p a -> is_top p b -> matches a b) -> solvable p.
Proof.
  induction 1 as [x | x y l N I E _ IH]; intros p T L.
  - exists [], p. split; [constructor |]. exists x. split; [apply T; left; reflexivity |].
    intros y Hy. destruct (proj1 (T y) Hy) as [-> | []]. reflexivity.
  - destruct (p x) as [a |] eqn:Hx; [| elim (proj2 (T x) (or_introl eq_refl) Hx)].
    destruct (p y) as [b |] eqn:Hy; [| elim (proj2 (T y) (or_intror I) Hy)].
    assert (M : move p x y a b).
    { constructor; auto. apply L; [exists x | exists y]; assumption. }
    apply (solvable_after _ _ _ _ _ M). apply IH.
    + intros z. destruct (cell_eq z x) as [-> | Nx].
      { rewrite left_is_empty. intuition. }
      destruct (cell_eq z y) as [-> | Ny].
      { rewrite (after_target _ _ _ _ _ M). intuition congruence. }
      rewrite after_other by assumption. rewrite T. simpl. intuition congruence.
    + assert (K : forall c, is_top (after p x y) c -> is_top p c).
      { intros c [z Hz].
        destruct (top_before _ _ _ _ _ _ _ M Hz) as [[_ [_ K]] | [_ ->]]; [exists z | exists x]; auto. }
      auto.
Qed.

Definition card_eq (a b : card) : {a = b} + {a <> b}.
Proof. decide equality; apply Nat.eq_dec. Defined.

(** Proposition 1: a row can be solved if and only if its cards are connected. *)
Theorem one_row p cells r :
  stands p cells -> cells <> [] -> (forall x, In x cells -> fst x = r) -> distinct p ->
  (solvable p <-> connected_by_card p).
Proof.
  intros [N S] Z R D. split; [intros W; apply (solvable_connected p W) |]. intros C.
  pose (top x := match p x with Some c => c | None => Card 0 0 end).
  assert (T : forall c, is_top p c <-> In c (map top cells)).
  { intros c. rewrite in_map_iff. unfold top. split.
    - intros [x Hx]. exists x. rewrite Hx. split; [reflexivity |]. apply S. congruence.
    - intros [x [Hx I]]. exists x. apply S in I. destruct (p x); congruence. }
  assert (U : NoDup (map top cells)).
  { clear Z R C T. assert (K : forall x, In x cells -> p x <> None) by (intros x; apply S). clear S.
    induction N as [| x l I N IH]; simpl; constructor.
    - rewrite in_map_iff. intros [y [E J]]. apply I. replace x with y; [exact J |].
      unfold top in E. pose proof (K x (or_introl eq_refl)). pose proof (K y (or_intror J)).
      destruct (p x) eqn:Hx, (p y) eqn:Hy; try congruence. apply (D _ _ c); congruence.
    - apply IH. intros y J. apply K. right. exact J. }
  destruct (linked_chained card card_eq matches matches_sym (map top cells) U) as [t [Ct It]].
  - destruct cells; simpl; congruence.
  - intros a b Ha Hb. apply T in Ha, Hb. apply widen with (2 := C a b Ha Hb).
    intros c d [Hc [Hd E]]. rewrite <- !T. auto.
  - apply (row_solvable t Ct p D).
    + intros c. rewrite T. symmetry. apply It.
    + intros x y Hx Hy E. split; [exact E |]. left. rewrite (R x), (R y); [reflexivity | apply S | apply S]; assumption.
Qed.

(** Proposition 2: stacks that match pairwise can be collapsed into one if and only if their cells are connected. *)
Theorem all_matching p cells :
  stands p cells -> cells <> [] -> (forall a b, is_top p a -> is_top p b -> matches a b) ->
  (solvable p <-> connected_by_position p).
Proof.
  intros [N S] Z L. split; [intros W; apply (solvable_connected p W) |]. intros C.
  destruct (linked_chained cell cell_eq in_line in_line_sym cells N Z) as [t [Ct It]].
  - intros x y Hx Hy. apply S in Hx, Hy. apply widen with (2 := C x y Hx Hy).
    intros z w [Hz [Hw E]]. rewrite <- !S. auto.
  - apply (matching_solvable t Ct p); [| exact L]. intros x. rewrite S. symmetry. apply It.
Qed.

(** So every full board is solvable that has one suit, or whose ranks differ by at most one. *)
Definition is_full rows cols (p : position) : Prop := forall x, p x <> None <-> fst x < rows /\ snd x < cols.

Theorem full_board rows cols p :
  0 < rows -> 0 < cols -> is_full rows cols p ->
  (exists s, forall a, is_top p a -> suit a = s) \/ (exists r, forall a, is_top p a -> r <= rank a <= S r) ->
  solvable p.
Proof.
  intros R K F L. assert (I : forall x, p x <> None <-> In x (nodup cell_eq (list_prod (seq 0 rows) (seq 0 cols)))).
  { intros [i j]. rewrite nodup_In. split; intros H; [apply F in H | apply F].
    - apply in_prod; apply in_seq; simpl in H; lia.
    - apply in_prod_iff in H. rewrite !in_seq in H. simpl. lia. }
  apply (all_matching p (nodup cell_eq (list_prod (seq 0 rows) (seq 0 cols)))).
  - split; [apply NoDup_nodup | exact I].
  - intros E. rewrite E in I. apply (proj1 (I (0, 0))), F. simpl. lia.
  - destruct L as [[s L] | [r L]]; intros a b Ha Hb; apply L in Ha, Hb; unfold matches; [left; congruence | right; lia].
  - intros [i j] [k l] Ha Hb. assert (Hc : p (i, l) <> None).
    { apply F in Ha, Hb. apply F. simpl in *. lia. }
    apply rt_trans with (i, l).
    + destruct (Nat.eq_dec j l) as [-> | E]; [apply rt_refl |]. apply rt_step. repeat split; auto. congruence.
    + destruct (Nat.eq_dec i k) as [-> | E]; [apply rt_refl |]. apply rt_step. repeat split; auto. congruence.
Qed.

Print Assumptions one_row.
Print Assumptions all_matching.
Print Assumptions full_board.
