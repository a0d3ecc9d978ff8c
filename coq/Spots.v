(** Plays on names: the same game with names for cells and cards, and two kinds of long moves.

    A spot names a cell and a token a card. A run is a play on spots; [run_plays] says that it is one on the board. *)

Require Import Arith Bool List Lia.
Require Import Game.
Import ListNotations.

Section Spots.
  Variables spot token : Type.
  Variable same : spot -> spot -> bool.
  Hypothesis same_eq : forall a b, same a b = true <-> a = b.
  Variable cell_at : spot -> cell.
  Variable face : token -> card.
  Variable known : spot -> Prop.

  Definition state := spot -> option token.

  (** The stack of spot [a] goes onto that of spot [b]. *)
  Definition moved (s : state) (a b : spot) : state :=
    fun x => if same x a then None else if same x b then s a else s x.

  (** A run ends in any state that is equal on the known spots. *)
  Inductive run : state -> state -> Prop :=
  | Stop s t : (forall x, known x -> s x = t x) -> run s t
  | Go s a b c d t :
      known a -> known b -> s a = Some c -> s b = Some d -> in_line (cell_at a) (cell_at b) ->
      matches (face c) (face d) -> run (moved s a b) t -> run s t.

  Lemma same_refl a : same a a = true.
  Proof. apply same_eq. reflexivity. Qed.

  Lemma not_same a b : a <> b -> same a b = false.
  Proof. intros N. destruct (same a b) eqn:E; [apply same_eq in E; contradiction | reflexivity]. Qed.

  Lemma moved_from s a b : moved s a b a = None.
  Proof. unfold moved. rewrite same_refl. reflexivity. Qed.

  Lemma moved_to s a b : a <> b -> moved s a b b = s a.
  Proof. intros N. unfold moved. rewrite not_same by congruence. rewrite same_refl. reflexivity. Qed.

  Lemma moved_other s a b x : x <> a -> x <> b -> moved s a b x = s x.
  Proof. intros A B. unfold moved. rewrite !not_same by assumption. reflexivity. Qed.

  Lemma run_same s t : run s t -> forall s', (forall x, known x -> s' x = s x) -> run s' t.
  Proof.
    induction 1 as [s t E | s a b c d t Ka Kb Ha Hb L M R IH]; intros s' S.
    - apply Stop. intros x K. rewrite S by exact K. exact (E x K).
    - apply (Go s' a b c d t); auto; try (rewrite S by assumption; assumption).
      apply IH. intros x K. unfold moved. rewrite !S by assumption. reflexivity.
  Qed.

  Lemma run_trans s t u : run s t -> run t u -> run s u.
  Proof.
    induction 1 as [s t E | s a b c d t Ka Kb Ha Hb L M R IH]; intros U.
    - exact (run_same _ _ U _ E).
    - apply (Go s a b c d u); auto.
  Qed.

  Lemma run_one s a b c d t :
    known a -> known b -> s a = Some c -> s b = Some d -> in_line (cell_at a) (cell_at b) -> matches (face c) (face d) ->
    (forall x, known x -> moved s a b x = t x) -> run s t.
  Proof. intros. apply (Go s a b c d); auto. apply Stop. assumption. Qed.

  (** A stack goes over others, one after the other, all of them in one line. *)
  Lemma walk c ys : forall s x,
    known x -> s x = Some c -> NoDup (x :: ys) ->
    (forall y, In y ys -> known y /\ exists d, s y = Some d /\ matches (face c) (face d)) ->
    (forall y z, In y (x :: ys) -> In z (x :: ys) -> y <> z -> in_line (cell_at y) (cell_at z)) ->
    exists t, run s t /\ t (last ys x) = Some c /\ (forall z, In z (x :: ys) -> z <> last ys x -> t z = None) /\
              (forall z, ~ In z (x :: ys) -> t z = s z).
  Proof.
    induction ys as [| y ys IH]; intros s x Kx Sx D Y L.
    - exists s. split; [apply Stop; reflexivity |]. split; [exact Sx |]. split; [| reflexivity].
      intros z [<- | []] N. elim N. reflexivity.
    - inversion D as [| ? ? Dx Dy]; subst. destruct (Y y (or_introl eq_refl)) as [Ky [d [Sy My]]].
      assert (Nxy : x <> y) by (intros ->; apply Dx; left; reflexivity).
      destruct (IH (moved s x y) y) as [t [R [T [Z F]]]]; auto.
      + rewrite moved_to; assumption.
      + intros z I. destruct (Y z (or_intror I)) as [Kz [e [Sz Mz]]]. split; [exact Kz |]. exists e. split; [| exact Mz].
        rewrite moved_other; [exact Sz | intros -> | intros ->]; [apply Dx; right; exact I |].
        inversion Dy; contradiction.
      + intros z w Iz Iw. apply L; right; assumption.
      + exists t. assert (El : last (y :: ys) x = last ys y).
        { clear. revert y x. induction ys as [| z ys IH]; intros y x; [reflexivity |].
          change (last (z :: ys) x = last (z :: ys) y). rewrite (IH z x), (IH z y). reflexivity. }
        rewrite El. split; [| split; [exact T |]; split].
        * apply (Go s x y c d); auto. apply L; simpl; auto.
        * intros z [<- | I] N; [| apply Z; assumption]. rewrite F by exact Dx. apply moved_from.
        * intros z N. rewrite F by (intros I; apply N; right; exact I).
          apply moved_other; intros ->; apply N; simpl; auto.
  Qed.

  (** Stacks that match one another gather in a spot in line with all of them. *)
  Lemma gather (C : token -> Prop) (alike : forall c d, C c -> C d -> matches (face c) (face d)) xs y : forall s,
    NoDup xs -> ~ In y xs -> known y -> (exists d, s y = Some d /\ C d) ->
    (forall x, In x xs -> known x /\ in_line (cell_at x) (cell_at y) /\ exists c, s x = Some c /\ C c) ->
    exists t, run s t /\ (exists d, t y = Some d /\ C d) /\ (forall x, In x xs -> t x = None) /\
              (forall x, ~ In x xs -> x <> y -> t x = s x).
  Proof.
    induction xs as [| x xs IH]; intros s D Ny Ky Hy X.
    - exists s. split; [apply Stop; reflexivity |]. split; [exact Hy |]. split; [intros x [] | reflexivity].
    - inversion D as [| ? ? Dx Dr]; subst. destruct (X x (or_introl eq_refl)) as [Kx [L [c [Sx Cx]]]].
      destruct Hy as [d [Sy Cy]].
      assert (Nxy : x <> y) by (intros ->; apply Ny; left; reflexivity).
      destruct (IH (moved s x y)) as [t [R [T [Z F]]]]; auto.
      + intros I. apply Ny. right. exact I.
      + exists c. rewrite moved_to by exact Nxy. auto.
      + intros z I. destruct (X z (or_intror I)) as [Kz [Lz [e [Sz Cz]]]]. split; [exact Kz |]. split; [exact Lz |].
        exists e. rewrite moved_other; [auto | intros -> | intros ->]; [contradiction |]. apply Ny. right. exact I.
      + exists t. split; [| split; [exact T |]; split].
        * apply (Go s x y c d); auto.
        * intros z [<- | I]; [| apply Z; exact I]. rewrite F by assumption. apply moved_from.
        * intros z N N'. rewrite F; [| intros I; apply N; right; exact I | exact N'].
          apply moved_other; [intros ->; apply N; left; reflexivity | exact N'].
  Qed.

  Hypothesis cells_differ : forall a b, known a -> known b -> cell_at a = cell_at b -> a = b.

  (** What a position shows of a state. *)
  Definition shows (p : position) (s : state) : Prop := forall x, known x -> p (cell_at x) = option_map face (s x).

  (** A run is a play, which touches no other cell. *)
  Theorem run_plays s t : run s t -> forall p, shows p s ->
    exists covers q, play p covers q /\ shows q t /\ forall z, (forall x, known x -> cell_at x <> z) -> q z = p z.
  Proof.
    induction 1 as [s t E | s a b c d t Ka Kb Ha Hb L M R IH]; intros p S.
    - exists [], p. split; [constructor |]. split; [| reflexivity]. intros x K. rewrite S, E by exact K. reflexivity.
    - assert (Pa : p (cell_at a) = Some (face c)) by (rewrite S, Ha by exact Ka; reflexivity).
      assert (Pb : p (cell_at b) = Some (face d)) by (rewrite S, Hb by exact Kb; reflexivity).
      destruct (IH (after p (cell_at a) (cell_at b))) as [covers [q [P [Q F]]]].
      { intros x K. unfold after, moved. destruct (cell_eq (cell_at x) (cell_at a)) as [E | N].
        - apply cells_differ in E; auto. subst x. rewrite same_refl. reflexivity.
        - rewrite (not_same x a) by congruence. destruct (cell_eq (cell_at x) (cell_at b)) as [E | N'].
          + apply cells_differ in E; auto. subst x. rewrite same_refl, Ha. exact Pa.
          + rewrite (not_same x b) by congruence. apply S, K. }
      exists ((face c, face d) :: covers), q. split; [| split; [exact Q |]].
      + apply (Cons p (cell_at a) (cell_at b)); [constructor; assumption | exact P].
      + intros z Z. rewrite F by exact Z. unfold after.
        destruct (cell_eq z (cell_at a)) as [-> | _]; [elim (Z a Ka eq_refl) |].
        destruct (cell_eq z (cell_at b)) as [-> | _]; [elim (Z b Kb eq_refl) | reflexivity].
  Qed.
End Spots.
