(** Exhaustive search by reflection: a set of states that holds the start and is closed holds every state in reach.

    A state is a list of numbers. It is kept in a binary trie under a key in which each number k is written as k times
    [true] and then [false]. What the search finds need not be trusted: [closed] checks it, and [reach_in] is the proof. *)

Require Import Bool List.
Import ListNotations.

Definition state := list nat.

Fixpoint unary (k : nat) (rest : list bool) : list bool :=
  match k with 0 => false :: rest | S k => true :: unary k rest end.
Fixpoint key (s : state) : list bool := match s with [] => [] | k :: s => unary k (key s) end.
Fixpoint read (count : nat) (bits : list bool) : state :=
  match bits with [] => [] | true :: bits => read (S count) bits | false :: bits => count :: read 0 bits end.

Lemma read_unary k : forall count rest, read count (unary k rest) = (count + k) :: read 0 rest.
Proof.
  induction k as [| k IH]; intros count rest; simpl.
  - rewrite <- plus_n_O. reflexivity.
  - rewrite IH. rewrite <- plus_n_Sm. reflexivity.
Qed.

Lemma read_key s : read 0 (key s) = s.
Proof. induction s as [| k s IH]; simpl; [reflexivity |]. rewrite read_unary, IH. reflexivity. Qed.

Inductive trie := Empty | Node (here : bool) (no yes : trie).

Fixpoint mem (k : list bool) (t : trie) {struct t} : bool :=
  match t, k with
  | Empty, _ => false
  | Node here _ _, [] => here
  | Node _ no yes, b :: k => mem k (if b then yes else no)
  end.

Fixpoint add (k : list bool) (t : trie) : trie :=
  let '(here, no, yes) := match t with Empty => (false, Empty, Empty) | Node here no yes => (here, no, yes) end in
  match k with
  | [] => Node true no yes
  | true :: k => Node here no (add k yes)
  | false :: k => Node here (add k no) yes
  end.

Fixpoint all (f : list bool -> bool) (path : list bool) (t : trie) : bool :=
  match t with
  | Empty => true
  | Node here no yes =>
      (if here then f (rev path) else true) && all f (false :: path) no && all f (true :: path) yes
  end.

Lemma all_mem f t : forall path k, all f path t = true -> mem k t = true -> f (rev path ++ k) = true.
Proof.
  induction t as [| here no IHno yes IHyes]; intros path k A M; [discriminate |].
  simpl in A. apply andb_prop in A as [A Ayes]. apply andb_prop in A as [Ahere Ano].
  destruct k as [| b k]; simpl in M.
  - rewrite M in Ahere. rewrite app_nil_r. exact Ahere.
  - replace (rev path ++ b :: k) with (rev (b :: path) ++ k) by (simpl; rewrite <- app_assoc; reflexivity).
    destruct b; [exact (IHyes _ _ Ayes M) | exact (IHno _ _ Ano M)].
Qed.

Fixpoint count (t : trie) : nat :=
  match t with Empty => 0 | Node here no yes => (if here then 1 else 0) + count no + count yes end.

Section Search.
  Variable start : state.
  Variable next : state -> list state.

  Inductive reach : state -> Prop :=
  | Start : reach start
  | Next s t : reach s -> In t (next s) -> reach t.

  Fixpoint search (fuel : nat) (waiting : list state) (seen : trie) : trie :=
    match fuel, waiting with
    | S fuel, s :: waiting =>
        let '(waiting, seen) :=
          fold_left
            (fun '(waiting, seen) t => if mem (key t) seen then (waiting, seen) else (t :: waiting, add (key t) seen))
            (next s) (waiting, seen) in
        search fuel waiting seen
    | _, _ => seen
    end.

  Definition found (fuel : nat) : trie := search fuel [start] (add (key start) Empty).

  Definition closed (seen : trie) : bool :=
    mem (key start) seen && all (fun k => forallb (fun t => mem (key t) seen) (next (read 0 k))) [] seen.

  Theorem reach_in seen s : closed seen = true -> reach s -> mem (key s) seen = true.
  Proof.
    intros C R. apply andb_prop in C as [C0 C]. induction R as [| s t R IH I]; [exact C0 |].
    pose proof (all_mem _ _ _ _ C IH) as F. simpl in F. rewrite read_key in F.
    rewrite forallb_forall in F. exact (F t I).
  Qed.

  (** What holds of all states found holds of all in reach. *)
  Theorem reach_all seen (f : state -> bool) s :
    closed seen = true -> all (fun k => f (read 0 k)) [] seen = true -> reach s -> f s = true.
  Proof.
    intros C A R. pose proof (all_mem _ _ _ _ A (reach_in _ _ C R)) as F. simpl in F. rewrite read_key in F. exact F.
  Qed.
End Search.
