"""Proofs that a board cannot be solved: one condition a file, a `Proof` that carries its witness, and a checker.

`explain` tries the conditions in order and gives the first reason that holds; `check_proof` judges a proof without any
of the code that made it.

| reason           | condition                                                      | from       |
| ---------------- | -------------------------------------------------------------- | ---------- |
| `odd-bird`       | a card matches no other                                        | Hoshino & Notarangelo (2019) |
| `multiple-flocks`| the compatibility graph is in several parts                    | Hoshino & Notarangelo (2019) |
| `cut-edge`       | one match joins two sides, and mini-boards show it cannot serve| Hoshino & Notarangelo (2019) |
| `lollipop-stick` | a card behind a card behind a card that cannot come near       | Hoshino & Notarangelo (2019) |
| `stranded`       | the position graph is in several parts                         | Roberson & Sperduto (2019) |
| `lynchpin`       | cards that can never move would have to                        | Roberson & Sperduto (2019) |
| `cut-vertex`     | one card joins parts that it can neither cover nor serve       | ours       |
| `collapse`       | the sets of stacks that can be collapsed do not include all    | ours       |
| `search`         | every position that can be reached was tried                   | Hoshino & Notarangelo (2019) |
"""
