(** The gadgets, taken from the repaired deal by `python -m tests.reduction.coq_data`; do not edit. *)

Require Import List.
Require Import Gadget.
Import ListNotations.

Definition literal_clause := 1.
Definition literal_home := 2.
Definition literal_literal := 3.
Definition literal_negation := 4.
Definition literal_opposite := 5.
Definition literal_rung := 6.
Definition literal_start := 7.
Definition literal : gadget := Gadget
  [2; 5; 7]
  [[1; 2]; [0; 2]; [0; 1]]
  [[]; [1; 6]; [3; 5; 6; 7]; [2; 3; 6]; [4; 5]; [2; 4; 7]; [1; 2; 3]; [2; 5]]
  [[1; 6]; []; [3; 4]]
  []
  0.

Definition clause_away_0 := 1.
Definition clause_away_1 := 2.
Definition clause_away_2 := 3.
Definition clause_exit := 4.
Definition clause_home_0 := 5.
Definition clause_home_1 := 6.
Definition clause_home_2 := 7.
Definition clause_rung_0 := 8.
Definition clause_rung_1 := 9.
Definition clause_rung_2 := 10.
Definition clause_usher := 11.
Definition clause_way_0 := 12.
Definition clause_way_1 := 13.
Definition clause_way_2 := 14.
Definition clause : gadget := Gadget
  [12; 13; 14; 8; 9; 10; 5; 6; 7; 11]
  [[1; 2; 3; 4; 5; 6; 7; 8]; [0; 2; 3; 4; 5; 6; 7; 8]; [0; 1; 3; 4; 5; 6; 7; 8]; [0; 1; 2; 4; 5; 6; 7; 8]; [0; 1; 2; 3; 5; 6; 7; 8]; [0; 1; 2; 3; 4; 6; 7; 8]; [0; 1; 2; 3; 4; 5; 7; 8; 9]; [0; 1; 2; 3; 4; 5; 6; 8; 9]; [0; 1; 2; 3; 4; 5; 6; 7; 9]; [6; 7; 8]]
  [[]; [1; 5]; [2; 6]; [3; 7]; [4; 11; 14]; [1; 8]; [2; 9]; [3; 10]; [5; 9; 10; 12]; [6; 8; 10; 12]; [7; 8; 9; 12]; [4; 14]; [8; 9; 10; 13]; [12; 14]; [4; 11; 13]]
  [[]; []; []; []; []; []; [1]; [2]; [3]; [4]]
  [1; 2; 3]
  6.

Definition variable_collector := 1.
Definition variable_door := 2.
Definition variable_entry_u := 3.
Definition variable_entry_not_u := 4.
Definition variable_exit := 5.
Definition variable_leaf_u := 6.
Definition variable_leaf_not_u := 7.
Definition variable_u := 8.
Definition variable_usher := 9.
Definition variable_not_u := 10.
Definition variable : gadget := Gadget
  [1; 3; 4; 6; 7; 2; 9]
  [[1; 2; 3; 4]; [0; 2; 3; 4]; [0; 1; 3; 4]; [0; 1; 2; 4; 5; 6]; [0; 1; 2; 3; 5; 6]; [3; 4; 6]; [3; 4; 5]]
  [[]; [3; 4]; [5; 6; 7; 9]; [1; 4; 6; 8]; [1; 3; 7; 10]; [2; 5; 9]; [2; 3; 7; 8]; [2; 4; 6; 10]; [3; 6; 8]; [2; 5]; [4; 7; 10]]
  [[8; 10]; []; []; []; []; []; [5]]
  []
  0.
