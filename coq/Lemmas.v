(** What docs/intractability.md says of a literal, a clause and a variable, for every state of their gadgets.

    Not proved here: that a play on the board is a play in each gadget (Lemma B). *)

Require Import Arith Bool List NArith.
Require Import Reach Gadget Data.
Import ListNotations.

Definition one_of (a : nat) (values : list nat) : bool := existsb (Nat.eqb a) values.
Definition same (a b : list nat) : bool := if list_eq_dec Nat.eq_dec a b then true else false.
Definition mark (before : nat) (happens : bool) : nat := if happens then 1 else before.

(** Activator 0, opposite 1, runner 2. The memory: whether the literal has fired, whether the activator has covered a card
    of the clause, and how the runner was covered: 1 in the literal's column, 2 in that of the negation, 3 by its own. *)
Definition literal_event : event :=
  fun memory mover here there covered =>
    match memory with
    | [fired; met; runner] =>
        let leaves := (here =? literal_home) && negb (one_of there [literal_opposite; literal_start]) in
        let side :=
          if one_of there [literal_home; literal_literal] then 1
          else if one_of there [literal_opposite; literal_negation] then 2
          else 3 in
        [ match mover with Inside 0 => mark fired leaves | _ => fired end;
          match mover, covered with Inside 0, Outsider => 1 | _, _ => met end;
          match mover, covered with
          | Outsider, Inside 2 => side
          | Inside _, Inside 2 => 3
          | _, _ => runner
          end ]
    | _ => memory
    end.

Definition literal_claim (s : state) : bool :=
  match s with
  | [activator; opposite; runner; fired; met; covered] =>
      implb (met =? 1) (fired =? 1)
      && implb (fired =? 1)
           (one_of activator [literal_rung; literal_clause; 0]
            && negb (one_of runner [literal_home; literal_literal])
            && negb (has (lines literal) activator opposite)
            && negb (has (lines literal) activator runner))
      && implb (is_cleared literal s)
           (existsb (same [fired; met; covered]) [[0; 0; 1]; [0; 0; 2]; [1; 1; 2]])
  | _ => false
  end.

(** Rungs 0 to 5, activators 6 to 8, usher 9. The memory: whether an activator has covered a rung. *)
Definition clause_event : event :=
  fun memory mover here there covered =>
    match memory, mover, covered with
    | [met], Inside card, Inside other => [mark met (one_of card [6; 7; 8] && (other <? 6))]
    | _, _, _ => memory
    end.

Definition clause_claim (s : state) : bool :=
  one_of (nth 9 (places_of clause s) 99) [clause_usher; clause_way_2; clause_exit; 0]
  && implb (is_cleared clause s) (same (memory_of clause s) [1]).

(** Collector 0, entries 1 and 2, leaves 3 and 4, door 5, usher 6. The memory: whether the collector has covered a runner
    in the column of u, in that of its negation, and whether a runner has covered it. *)
Definition variable_event : event :=
  fun memory mover here there covered =>
    match memory, mover, covered with
    | [yes; no; taken], Inside 0, Outsider => [mark yes (there =? variable_u); mark no (there =? variable_not_u); taken]
    | [yes; no; taken], Outsider, Inside 0 => [yes; no; 1]
    | _, _, _ => memory
    end.

Definition variable_claim (s : state) : bool :=
  negb (one_of (nth 0 (places_of variable s) 99) [variable_usher; variable_exit])
  && implb (is_cleared variable s) (negb (same (memory_of variable s) [1; 1; 0])).

Definition literal_states := found (begin literal [0; 0; 0]) (next literal literal_event) 100.
Definition clause_states := found (begin clause [0]) (next clause clause_event) (200 * 100).
Definition variable_states := found (begin variable [0; 0; 0]) (next variable variable_event) (100 * 100).

Theorem literal_lemma s : reach (begin literal [0; 0; 0]) (next literal literal_event) s -> literal_claim s = true.
Proof. apply (reach_all _ _ literal_states); vm_compute; reflexivity. Qed.

Theorem clause_lemma s : reach (begin clause [0]) (next clause clause_event) s -> clause_claim s = true.
Proof. apply (reach_all _ _ clause_states); vm_compute; reflexivity. Qed.

Theorem variable_lemma s : reach (begin variable [0; 0; 0]) (next variable variable_event) s -> variable_claim s = true.
Proof. apply (reach_all _ _ variable_states); vm_compute; reflexivity. Qed.

Theorem numbers_of_states :
  map (fun states => N.of_nat (count states)) [literal_states; clause_states; variable_states] = [37; 12804; 4391]%N.
Proof. vm_compute. reflexivity. Qed.

Print Assumptions literal_lemma.
Print Assumptions clause_lemma.
Print Assumptions variable_lemma.
Print Assumptions numbers_of_states.
