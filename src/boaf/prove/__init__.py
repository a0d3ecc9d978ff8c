"""Proofs that a board cannot be solved: one condition a file, a `Proof` that carries its witness, and a checker.

`explain` tries the conditions in order and gives the first reason that holds; `check_proof` judges a proof without any
of the code that made it.

| reason           | condition                                                      | from       |
| ---------------- | -------------------------------------------------------------- | ---------- |
| `odd-bird`       | a card matches no other                                        | papers/002 |
| `multiple-flocks`| the compatibility graph is in several parts                    | papers/002 |
| `cut-edge`       | one match joins two sides, and mini-boards show it cannot serve| papers/002 |
| `lollipop-stick` | a card behind a card behind a card that cannot come near       | papers/002 |
| `stranded`       | the position graph is in several parts                         | papers/003 |
| `lynchpin`       | cards that can never move would have to                        | papers/003 |
| `cut-vertex`     | one card joins parts that it can neither cover nor serve       | ours       |
| `collapse`       | the sets of stacks that can be collapsed do not include all    | ours       |
| `search`         | every position that can be reached was tried                   | papers/002 |
"""
