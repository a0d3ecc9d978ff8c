(** A gadget of the repaired deal with all that the rest of the board may do, as in tests/reduction/gadgets.py.

    Cards and places are numbers; place 0 is that of a card which was covered or has left. A state is the place of each
    card, and then what is remembered of how it came about. *)

Require Import Arith Bool List.
Require Import Reach.
Import ListNotations.

Record gadget := Gadget {
  homes : list nat;                (** where each card starts *)
  matches : list (list nat);       (** for each card, the others that it matches *)
  lines : list (list nat);         (** for each place, from 0, those in line with it *)
  outsiders : list (list nat);     (** for each card, the places where outsiders that match it may stand *)
  sinks : list nat;                (** places from which no card comes back *)
  alike : nat;                     (** so many of the first cards are alike *)
}.

(** Who moved or covered: a card, or an outsider. *)
Inductive who := Inside (card : nat) | Outsider.

(** The memory before, who moved, from where, to where, whom it covered: the memory after. *)
Definition event := list nat -> who -> nat -> nat -> who -> list nat.

Definition has (rows : list (list nat)) (a b : nat) : bool := existsb (Nat.eqb b) (nth a rows []).

Fixpoint put (card place : nat) (places : list nat) : list nat :=
  match places, card with
  | [], _ => []
  | _ :: places, 0 => place :: places
  | other :: places, S card => other :: put card place places
  end.

Fixpoint insert (place : nat) (places : list nat) : list nat :=
  match places with
  | [] => [place]
  | other :: rest => if place <=? other then place :: places else other :: insert place rest
  end.

Definition canonical (g : gadget) (places : list nat) : list nat :=
  fold_right insert [] (firstn (alike g) places) ++ skipn (alike g) places.

Section Moves.
  Variable g : gadget.
  Variable e : event.
  Let cards := length (homes g).

  Definition moves_of (places memory : list nat) (card : nat) : list state :=
    let here := nth card places 0 in
    if here =? 0 then []
    else
      flat_map
        (fun other =>
           let there := nth other places 0 in
           if has (lines g) here there
           then [canonical g (put other 0 (put card there places)) ++ e memory (Inside card) here there (Inside other)]
           else [])
        (nth card (matches g) [])
      ++ flat_map
           (fun there =>
              if has (lines g) here there
              then
                [ canonical g (put card (if existsb (Nat.eqb there) (sinks g) then 0 else there) places)
                    ++ e memory (Inside card) here there Outsider;
                  canonical g (put card 0 places) ++ e memory Outsider there here (Inside card) ]
              else [])
           (nth card (outsiders g) []).

  Definition next (s : state) : list state :=
    flat_map (moves_of (firstn cards s) (skipn cards s)) (seq 0 cards).

  Definition begin (memory : list nat) : state := canonical g (homes g) ++ memory.
  Definition places_of (s : state) : list nat := firstn cards s.
  Definition memory_of (s : state) : list nat := skipn cards s.
  Definition is_cleared (s : state) : bool := forallb (Nat.eqb 0) (places_of s).
End Moves.
