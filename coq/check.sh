#!/bin/sh
# Checks the proofs in this folder with Coq, in a directory of its own, and that none of them rests on an axiom. Then
# builds the proof checker and runs it on the proofs in examples.txt. With an argument, the checker is left there.
set -eu
if ! command -v coqc > /dev/null; then
    echo "coqc is not installed: nothing was checked"
    exit 0
fi
place=$(mktemp -d)
trap 'rm -rf "$place"' EXIT
here=$(cd "$(dirname "$0")" && pwd)
cp "$here"/*.v "$here"/*.ml "$place"
target=${1-}
case $target in
    "" | /*) ;;
    *) target=$PWD/$target ;;
esac
cd "$place"
rules="Game Easy"
reduction="Certificate Tree Chain Deal Bridges Spots Clear Sweep Forward Grid Walk Invariant ClauseMoves RunnerMoves LemmaB Lost LemmaC Core Theorem Reach Gadget Data Lemmas"
checker="Saturate Stacks Collapse Pivot Parts Search Board Checker Extract"
compile() {
    for file in "$@"; do
        coqc -w -extraction-default-directory "$file.v" > "$file.out" || return 1
    done
}
compile $rules
compile $checker &  # neither part needs the other
compile $reduction
wait $!
if grep -nwE "Axioms?|Parameters?|Admitted|Conjectures?|admit" ./*.v; then
    echo "something is not proved"
    exit 1
fi
proved=$(cat ./*.out | grep -c "Closed under the global context")
asked=$(cat ./*.v | grep -c "^Print Assumptions")
if [ "$proved" -ne "$asked" ]; then
    cat ./*.out
    exit 1
fi
echo "$proved theorems hold, without axioms"
if ! command -v ocamlopt > /dev/null; then
    echo "ocamlopt is not installed: the proof checker was not built"
    exit 0
fi
rm -f checker.mli
ocamlopt -O3 -w -a sha256.ml checker.ml driver.ml -o checker 2> /dev/null
./checker < "$here/examples.txt"
[ -z "$target" ] || cp checker "$target"
