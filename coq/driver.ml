(* Reads proofs, a line each, and says which of them the extracted checker accepts. See coq/README.md for the format.

   Nothing here is verified but what `Checker.check` answers. In particular this file reads cards and boards, and
   compares the digest of a proof by collapse with that of the states found. *)

open Checker

exception Malformed of string

let fail format = Printf.ksprintf (fun text -> raise (Malformed text)) format

let rec nat_of_int k = if k <= 0 then O else S (nat_of_int (k - 1))
let rec int_of_nat = function O -> 0 | S k -> 1 + int_of_nat k

let rec positive_of_int k =
  if k = 1 then XH else if k land 1 = 1 then XI (positive_of_int (k lsr 1)) else XO (positive_of_int (k lsr 1))

let n_of_int k = if k = 0 then N0 else Npos (positive_of_int k)

let rec int_of_positive = function
  | XH -> 1
  | XO p -> 2 * int_of_positive p
  | XI p -> (2 * int_of_positive p) + 1

let int_of_n = function N0 -> 0 | Npos p -> int_of_positive p

(* Cards: 7H, or 57.51 for rank 57 and suit 51. *)

let number what text =
  match int_of_string_opt text with
  | Some k when k >= 0 && k <= 1_000_000 && String.for_all (fun c -> c >= '0' && c <= '9') text -> k
  | _ -> fail "%s: %S is not a whole number up to 1,000,000" what text

let card_of_text text =
  let rank, suit =
    match String.split_on_char '.' text with
    | [ rank; suit ] -> (number "rank" rank, number "suit" suit)
    | _ when String.length text = 2 -> (
        match (String.index_opt "A23456789TJQK" text.[0], String.index_opt "CDHS" text.[1]) with
        | Some rank, Some suit -> (rank + 1, suit + 1)
        | _ -> fail "%S is not a card" text)
    | _ -> fail "%S is not a card" text
  in
  { rank = nat_of_int rank; suit = nat_of_int suit }

let words text = List.filter (fun word -> word <> "") (String.split_on_char ' ' text)

(* The cells that hold a card, row by row: (row, column, the card's name). *)
let cells_of_text text =
  let rows = List.map words (String.split_on_char '/' text) in
  let width = List.length (List.hd rows) in
  if List.exists (fun row -> List.length row <> width) rows then fail "board: rows of different lengths";
  let cell row column name = if name = "--" then [] else [ (row, column, name) ] in
  (List.concat (List.mapi (fun row names -> List.concat (List.mapi (cell row) names)) rows), width)

let board_of_cells = List.map (fun (row, column, name) -> ((nat_of_int row, nat_of_int column), card_of_text name))
let board_of_text text = board_of_cells (fst (cells_of_text text))
let cards_of_text text = List.map card_of_text (words text)

let proof_of_fields reason fields =
  match (reason, List.map String.trim fields) with
  | "odd-bird", [ card ] -> OddBird (card_of_text card)
  | "multiple-flocks", [ flock ] -> MultipleFlocks (cards_of_text flock)
  | "stranded", [ part ] -> Stranded (cards_of_text part)
  | "cut-edge", edge :: side :: minis -> (
      match cards_of_text edge with
      | [ u; w ] -> CutEdge (u, w, cards_of_text side, List.map board_of_text minis)
      | _ -> fail "cut-edge: an edge has two cards")
  | "lollipop-stick", [ stick; matching; moves ] -> (
      let moves = if moves = "never" then None else Some (nat_of_int (number "moves" moves)) in
      match cards_of_text stick with
      | [ x; u; w ] -> LollipopStick (x, u, w, nat_of_int (number "matches" matching), moves)
      | _ -> fail "lollipop-stick: a stick has three cards")
  | "cut-vertex", card :: parts -> CutVertex (card_of_text card, List.map cards_of_text parts)
  | "collapse", [ sets; states; _ ] -> CollapseSets (n_of_int (number "sets" sets), n_of_int (number "states" states))
  | _ -> fail "%S with %d fields is no proof that is known here" reason (List.length fields)

(* The digest of a proof by collapse: the SHA-256 of its states as sorted lines. *)

let digest_of_states board cells width =
  let names = Array.of_list (List.map (fun (_, _, name) -> name) cells) in
  let numbers = Array.of_list (List.map (fun (row, column, _) -> (row * width) + column) cells) in
  let line state =
    let members = int_of_n state.cards in
    let cards = List.filteri (fun k _ -> (members lsr k) land 1 = 1) (Array.to_list names) in
    if List.length cards < 2 then []
    else
      let top = names.(int_of_nat state.top) and place = numbers.(int_of_nat state.place) in
      [ Printf.sprintf "%s,%s,%d\n" (String.concat " " cards) top place ]
  in
  match states (by_match board) (by_line board) true (nat_of_int 26) with
  | None -> ""
  | Some found ->
      Sha256.hex (String.concat "" (List.sort compare (List.concat_map (fun ready -> line ready.stack_of) found)))

let is_accepted text reason fields =
  let cells, width = cells_of_text text in
  let board = board_of_cells cells in
  check board (proof_of_fields reason fields)
  && match (reason, fields) with
     | "collapse", [ _; _; digest ] -> String.trim digest = digest_of_states board cells width
     | _ -> true

let judge line =
  match String.split_on_char '|' line with
  | name :: board :: reason :: fields -> (
      let name = String.trim name in
      match is_accepted board (String.trim reason) fields with
      | true -> true
      | false -> Printf.printf "rejected: %s\n%!" name; false
      | exception Malformed text -> Printf.printf "rejected: %s: %s\n%!" name text; false)
  | _ -> Printf.printf "rejected: %S: a line is NAME | BOARD | REASON | …\n%!" line; false

let () =
  let accepted = ref 0 and rejected = ref 0 in
  (try
     while true do
       incr (if judge (input_line stdin) then accepted else rejected)
     done
   with End_of_file -> ());
  Printf.printf "%d accepted, %d rejected\n" !accepted !rejected;
  exit (if !rejected = 0 then 0 else 1)
