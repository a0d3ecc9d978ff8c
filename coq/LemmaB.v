(** Lemma B for entries, leaves, doors and ushers; and the whole invariant after every step. *)

Require Import Arith Bool List Lia.
Require Import Game Deal Clear Grid Walk Invariant ClauseMoves RunnerMoves.
Import ListNotations.

Section LemmaB.
  Variable f : formula.
  Hypothesis proper : is_proper f.
  Variable s : scene.
  Hypothesis inv : invariant f s.
  Variables c d x y : name.
  Hypothesis stepped : step f s c d x y.
  Let s' := next f s c d x y.

  Let Hc : where_is s c = Some x := mover_at _ _ _ _ _ _ stepped.
  Let Hd : where_is s d = Some y := covered_at _ _ _ _ _ _ stepped.
  Let L : lined f x y := cells_lined _ _ _ _ _ _ stepped.
  Let N : c <> d := cards_apart _ _ _ _ _ _ stepped.
  Let N' : x <> y := cells_apart _ _ _ _ _ _ stepped.
  Let Kd := core_d f s inv c d x y stepped.
  Let G : forall a, gone s a -> gone s' a := still_gone f s c d x y stepped.
  Let E : forall a, empty s a -> empty s' a := still_empty f s c d x y stepped.
  Let Ex : empty s' x := now_empty f s inv c d x y stepped.
  Let Gd : gone s' d := now_gone f s c d x y stepped.

  (** Where entries, leaves and door of a variable may stand. *)
  Definition leafy (t : scene) (k : nat) (z : name) : Prop :=
    (is_exit z /\ (z = Door k \/ empty t (Door k))) \/ near k z \/ (delta f k z /\ gone t (Collector k)).

  Lemma leafy_after k z : leafy s k z -> leafy s' k z.
  Proof. intros [[A [B | B]] | [A | [A B]]]; [left | left | right; left | right; right]; auto. Qed.

  Lemma leafy_moves k : leafy s k x ->
    d = Collector k \/ (exists b, d = Entry k b) \/ (exists b, d = Leaf k b) \/ d = Door k \/ d = Valet k -> leafy s' k y.
  Proof.
    intros X D. pose proof (is_allowed _ _ inv _ _ Hd) as B. pose proof Gd as Gd'. pose proof leafy_after as Af.
    destruct D as [D | [[b D] | [[b D] | [D | D]]]]; rewrite D in B, Gd'; cbn [allowed] in B; try (apply Af, B).
    - destruct B as [[B | B] _]; [right; right; auto | left; rewrite B; simpl; auto].
    - destruct B as [B | [[B | [B B']] _]]; [left; split; [exact B |] | right; left; exact B | right; right; auto].
      assert (Q : delta f k x -> y = Door k) by (intros Dx; exact (delta_exit f k x y Dx B L)).
      destruct X as [[X [X' | X']] | [X | [X _]]]; [right; rewrite <- X'; exact Ex | auto | left | left]; apply Q; auto.
      apply near_delta, X.
  Qed.

  (** An exit card in line with one of the region of a variable stands in the door's cell. *)
  Lemma to_delta k : is_exit x -> delta f k y -> x = Door k.
  Proof.
    intros X Y. destruct (exit_line f x y X L (proj2 Kd)) as [Z | [[j [_ Z]] | [k' [b [Z Z']]]]].
    - elim (delta_not_exit f k y Y Z).
    - rewrite Z in Y. contradiction.
    - rewrite Z' in Y. simpl in Y. congruence.
  Qed.

  Lemma met_valet k : d = Valet k -> is_exit x -> is_exit y.
  Proof.
    intros D X. pose proof (is_allowed _ _ inv _ _ Hd) as B. rewrite D in B. cbn [allowed] in B.
    destruct B as [B | [B B']]; [exact B | exfalso].
    assert (Y : delta f k y) by (destruct B as [B | [B _]]; [apply near_delta, B | exact B]).
    pose proof Hc as W. rewrite (to_delta k X Y) in W. exact (B' _ W).
  Qed.

  Lemma valet_moves k : c = Valet k -> allowed f s' c y.
  Proof.
    intros Q. pose proof (cards_mate _ _ _ _ _ _ stepped) as M.
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B.
    pose proof leafy_after as Af. pose proof met_valet as Mv. pose proof to_delta as Td. pose proof N as Ncd.
    pose proof L as Li.
    pose proof E as E'. pose proof Ex as Ex'.
    rewrite Q in A, M, Ncd |- *. cbn [allowed] in A |- *. simpl in M.
    assert (De : forall k', near k' y \/ delta f k' y /\ gone s' (Collector k') -> delta f k' y).
    { intros k' [X | [X _]]; [apply near_delta, X | exact X]. }
    assert (Leafy : leafy s k y -> is_exit y \/ (near k y \/ delta f k y /\ gone s' (Collector k)) /\ empty s' (Door k)).
    { intros X. apply Af in X. destruct X as [[X _] | X]; [auto | right]. split; [exact X |].
      destruct A as [A | [_ A]]; [| apply E', A]. rewrite <- (Td k A (De k X)). exact Ex'. }
    destruct d as [ | | | | | | | j | | | k' b | k' | k' | | | | | |]; simpl in M; try contradiction; try (left; exact B).
    - subst k'. apply Leafy. exact B.
    - subst k'. apply Leafy. exact B.
    - destruct A as [A | [A _]]; [left; exact (Mv k' eq_refl A) |].
      cbn [allowed] in B. destruct B as [B | [B _]]; [auto | exfalso]. apply Ncd. f_equal.
      apply (delta_apart f k k' x y); [destruct A as [A | [A _]]; [apply near_delta, A | exact A] | | exact Li].
      destruct B as [B | [B _]]; [apply near_delta, B | exact B].
  Qed.

  Lemma usher_moves : (match c with Usher _ | Seat | Head => True | _ => False end) -> is_exit y.
  Proof.
    intros Q. pose proof (cards_mate _ _ _ _ _ _ stepped) as M.
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B. pose proof Hc as Wc.
    pose proof Hd as Wd.
    assert (X : is_exit x) by (destruct c; try contradiction; exact A).
    pose proof (exit_line f x y X L (proj2 Kd)) as Y. pose proof met_valet as Mv. pose proof (last_cell _ _ inv c) as La.
    assert (Act : forall j i, c = Usher j -> d = Activator j i -> is_exit y).
    { intros j i C D. rewrite C in Wc, La. rewrite D in B, Wd. cbn [allowed] in B.
      destruct Y as [Y | [[j' [Y Y']] | [k [b [Y Y']]]]]; [exact Y | exfalso | exfalso]; rewrite Y in Wc;
        rewrite Y' in B, Wd;
        destruct B as [[B _] | [[B _] | [[B _] | [[_ [B _]] | [B [_ [_ [B' _]]]]]]]]; try discriminate; simpl in B;
          try contradiction.
      - subst j'. destruct (La j Wc) as [[] | La']. exact (La' _ Wd).
      - injection B as -> _. exact (B' _ Wc). }
    destruct c; try contradiction; destruct d; simpl in M; try contradiction; try exact B; eauto.
  Qed.

  Lemma leaf_allowed a k : c = a -> (exists b, a = Entry k b) \/ (exists b, a = Leaf k b) \/ a = Door k -> allowed f s' c y.
  Proof.
    intros Q K. pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof (is_allowed _ _ inv _ _ Hc) as A.
    assert (D : leafy s k x /\ (d = Collector k \/ (exists b, d = Entry k b) \/ (exists b, d = Leaf k b) \/
      d = Door k \/ d = Valet k)).
    { clear - Q K M A. rewrite Q in M, A. destruct K as [[b ->] | [[b ->] | ->]]; (split; [exact A |]); clear A;
        destruct d; simpl in M; try contradiction; rewrite M; eauto 8. }
    destruct D as [X D]. pose proof (leafy_moves k X D) as Y. rewrite Q. destruct K as [[b ->] | [[b ->] | ->]]; exact Y.
  Qed.

  Lemma rung_allowed j : is_rung j c -> allowed f s' c y.
  Proof.
    intros R. pose proof (rung_moves f proper s inv c d x y stepped j R) as Y.
    destruct c; simpl in R; try contradiction; rewrite R; exact Y.
  Qed.

  Lemma usher_allowed : (match c with Usher _ | Seat | Head => True | _ => False end) -> allowed f s' c y.
  Proof. intros U. pose proof (usher_moves U) as Y. destruct c; try contradiction; exact Y. Qed.

  Lemma mover_allowed : allowed f s' c y.
  Proof.
    assert (K : exists a, c = a) by eauto. destruct K as [a Q].
    destruct a as [j i | j i | j i | j i | j | j | j | j | k | k b | k b | k | k | | | | | |].
    - exact (activator_moves f proper s inv c d x y stepped j i Q).
    - exact (opposite_moves f proper s inv c d x y stepped j i Q).
    - exact (runner_moves f proper s inv c d x y stepped j i Q).
    - apply (rung_allowed j). rewrite Q. reflexivity.
    - apply (rung_allowed j). rewrite Q. reflexivity.
    - apply (rung_allowed j). rewrite Q. reflexivity.
    - apply (rung_allowed j). rewrite Q. reflexivity.
    - apply usher_allowed. rewrite Q. exact I.
    - exact (collector_moves f s inv c d x y stepped k Q).
    - apply (leaf_allowed _ k Q). eauto.
    - apply (leaf_allowed _ k Q). eauto.
    - apply (leaf_allowed _ k Q). auto.
    - exact (valet_moves k Q).
    - apply usher_allowed. rewrite Q. exact I.
    - apply usher_allowed. rewrite Q. exact I.
    - exfalso. pose proof (proj1 (core_c f s inv c d x y stepped)) as K. rewrite Q in K. exact K.
    - exfalso. pose proof (proj1 (core_c f s inv c d x y stepped)) as K. rewrite Q in K. exact K.
    - exfalso. pose proof (proj1 (core_c f s inv c d x y stepped)) as K. rewrite Q in K. exact K.
    - exfalso. pose proof (proj1 (core_c f s inv c d x y stepped)) as K. rewrite Q in K. exact K.
  Qed.

  Lemma row_kept k b z : is_runner_card f k c -> is_runner_card f k b -> b <> c -> b <> d ->
    where_is s b = Some z -> row_of y = row_of z -> False.
  Proof.
    intros R R' Nc Nd H Q. assert (Same : row_of x = row_of y -> False).
    { intros X. apply Nc. symmetry. apply (one_in_row _ _ inv k c b x z R R' Hc H). congruence. }
    assert (Nr : ~ is_runner_card f k d).
    { intros X. apply Nd. symmetry. exact (one_in_row _ _ inv k d b y z X R' Hd H Q). }
    assert (Col : col_of f x = col_of f y) by (destruct L as [X | X]; [contradiction | exact X]).
    pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof mover_allowed as A'.
    pose proof (is_allowed _ _ inv _ _ Hc) as A. pose proof (is_allowed _ _ inv _ _ Hd) as B. pose proof Hc as Wc.
    pose proof (core_c f s inv c d x y stepped) as [Kc _]. pose proof N' as Nxy.
    destruct c as [| | j i | | | | | | k' | | | | | | | | | |] eqn:Qc; simpl in R; try contradiction; subst.
    - pose proof (fun X => literal_row_taken f s inv (var f j i) j i b z x Wc R' H X) as Lt.
      assert (Row : row_of y = LiteralRow j i).
      { destruct d; simpl in M; try contradiction; destruct M as [-> ->].
        - cbn [allowed] in B. destruct B as [[-> _] | [[-> _] | [[-> _] | [[_ [B _]] | [-> [_ [B _]]]]]]]; try reflexivity.
          + exfalso. cbn [allowed] in A. destruct A as [_ A]. simpl in Kc. pose proof (proj2 Kd) as Ky. pose proof Hd as Wd.
            assert (Cl : col_of f x = VariableCol (var f j i) (negb (positive f j i)) \/ col_of f x = RunnerCol j i).
            { destruct A as [-> | [[_ [A _]] | [[-> _] | [[_ [_ [A _]]] | [[_ [A _]] | [_ [A _]]]]]]]; auto;
                unfold gone in A; congruence. }
            rewrite Col in Cl. clear - proper Kc Ky B Cl.
            destruct y; simpl in B, Cl, Ky; try contradiction; destruct Cl as [Cl | Cl]; try discriminate; kill f proper.
          + unfold gone in B. congruence.
        - cbn [allowed] in B. destruct B as [-> | [[-> _] | [-> _]]]; reflexivity. }
      apply Nc. apply Lt. congruence.
    - assert (Row : row_of y = EntryRow k \/ row_of y = LeafRow k).
      { destruct A' as [[D | D] _]; [| rewrite D; auto]. destruct d; simpl in M; try contradiction; [elim Nr; symmetry;
          exact M | |];
          cbn [allowed] in B; (destruct B as [[B _] | [B | [_ B]]];
            [elim (delta_not_exit f k y D B) | destruct y; simpl in B; try contradiction; subst; simpl;
              auto | unfold gone in B; congruence]). }
      apply Nc. apply (collector_row_taken f s inv k b z x Wc R' H). rewrite <- Q. exact Row.
  Qed.

  Lemma last_kept j : y = Last j -> is_rung j c \/ empty s' (Next j).
  Proof.
    intros Y. pose proof Hd as Wd. rewrite Y in Wd. destruct (last_cell _ _ inv d j Wd) as [R | R]; [| right; apply E, R].
    pose proof (cards_mate _ _ _ _ _ _ stepped) as M. pose proof mover_allowed as A'. rewrite Y in A'.
    destruct d; simpl in R; try contradiction; subst; destruct c; simpl in M; try contradiction; subst; simpl; auto;
      cbn [allowed] in A'; right; destruct A' as [[A' _] | [[A' _] | [[A' _] | [[_ [_ [_ A']]] | [A' _]]]]];
      try discriminate; apply A'; exact I.
  Qed.
End LemmaB.

(** Lemma B: the invariant holds after every step. *)
Theorem invariant_next f (proper : is_proper f) s c d x y :
  invariant f s -> step f s c d x y -> walk f s -> invariant f (next f s c d x y).
Proof.
  intros inv S W. split.
  - apply walk_placed. apply Continue; assumption.
  - intros a z H. destruct (next_where f _ _ _ _ _ _ _ S H) as [[-> ->] | [N1 [N2 H']]].
    + apply mover_allowed; assumption.
    + apply allowed_next; auto. apply (is_allowed _ _ inv _ _ H').
  - intros k a b z z' Ra Rb H H' Q.
    destruct (next_where f _ _ _ _ _ _ _ S H) as [[-> ->] | [N1 [N2 G]]];
      destruct (next_where f _ _ _ _ _ _ _ S H') as [[-> ->] | [N3 [N4 G']]]; auto.
    + exfalso. exact (row_kept f proper s inv c d x y S k b z' Ra Rb N3 N4 G' Q).
    + exfalso. exact (row_kept f proper s inv c d x y S k a z Rb Ra N1 N2 G (eq_sym Q)).
    + exact (one_in_row _ _ inv k a b z z' Ra Rb G G' Q).
  - intros a j H. destruct (next_where f _ _ _ _ _ _ _ S H) as [[-> Y] | [N1 [N2 H']]].
    + apply last_kept; auto.
    + destruct (last_cell _ _ inv a j H') as [R | R]; [auto | right]. exact (empty_next f _ _ _ _ _ _ S R).
Qed.

Theorem walk_invariant f (proper : is_proper f) s : walk f s -> invariant f s.
Proof.
  induction 1 as [s F | s c d x y W IH S]; [exact (invariant_first f s F) | apply invariant_next; assumption].
Qed.

Print Assumptions walk_invariant.
