(* SHA-256 (FIPS 180-4) of a string, with 32-bit words kept in OCaml's integers. *)

let word = 0xffffffff
let rotate k x = ((x lsr k) lor (x lsl (32 - k))) land word

let primes =
  let is_prime k = not (List.exists (fun d -> k mod d = 0) (List.init (k - 2) (fun d -> d + 2))) in
  Array.of_list (List.filteri (fun k _ -> k < 64) (List.filter is_prime (List.init 400 (fun k -> k + 2))))

(* The first 32 bits of the fractional parts of the roots of the primes. *)
let fraction x = int_of_float (Float.ldexp (fst (Float.modf x)) 32)
let constants root = Array.map (fun p -> fraction (root (float_of_int p))) primes
let of_cubes = constants Float.cbrt
let of_squares = Array.sub (constants Float.sqrt) 0 8

let padded text =
  let length = String.length text in
  let zeros = (119 - (length mod 64)) mod 64 in
  let size = Bytes.create 8 in
  Bytes.set_int64_be size 0 (Int64.of_int (8 * length));
  text ^ "\x80" ^ String.make zeros '\x00' ^ Bytes.to_string size

let schedule text start =
  let w = Array.make 64 0 in
  for t = 0 to 63 do
    if t < 16 then w.(t) <- Int32.to_int (String.get_int32_be text (start + (4 * t))) land word
    else
      let a = w.(t - 15) and b = w.(t - 2) in
      let s0 = rotate 7 a lxor rotate 18 a lxor (a lsr 3) and s1 = rotate 17 b lxor rotate 19 b lxor (b lsr 10) in
      w.(t) <- (w.(t - 16) + s0 + w.(t - 7) + s1) land word
  done;
  w

let compress state w =
  let v = Array.copy state in
  for t = 0 to 63 do
    let a = v.(0) and e = v.(4) in
    let s1 = rotate 6 e lxor rotate 11 e lxor rotate 25 e and choice = e land v.(5) lxor (lnot e land v.(6)) in
    let first = v.(7) + s1 + choice + of_cubes.(t) + w.(t) in
    let s0 = rotate 2 a lxor rotate 13 a lxor rotate 22 a in
    let majority = a land v.(1) lxor (a land v.(2)) lxor (v.(1) land v.(2)) in
    Array.blit v 0 v 1 7;
    v.(4) <- (v.(4) + first) land word;
    v.(0) <- (first + s0 + majority) land word
  done;
  Array.map2 (fun x y -> (x + y) land word) state v

let hex text =
  let text = padded text in
  let state = ref of_squares in
  for block = 0 to (String.length text / 64) - 1 do
    state := compress !state (schedule text (64 * block))
  done;
  String.concat "" (Array.to_list (Array.map (Printf.sprintf "%08x") !state))
