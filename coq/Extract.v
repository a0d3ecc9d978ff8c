(** The checker as an OCaml program; coq/driver.ml reads proofs for it. *)

Require Import Checker Search Board.
Require Extraction.
Require Import ExtrOcamlBasic.

Extraction "checker.ml" check by_match by_line states.
