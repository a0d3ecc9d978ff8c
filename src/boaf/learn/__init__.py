"""Learning which boards are solvable: features, data sets, models and networks.

| package             | what                                                                            |
| ------------------- | ------------------------------------------------------------------------------- |
| `boaf.learn.data`   | labelled boards: random states, deals, interesting states; made, written, read  |
| `boaf.learn.neural` | networks, which need the extra `neural`                                         |

Classifiers are trained on the features of labelled boards (`train`, extra `learn`); `load` opens a trained model, and
`predict` applies it to a board. The default model comes with boaf and needs no extra; `suspects` uses it as a sieve.
"""

from boaf.support.lazy import public_names

__getattr__, __dir__, __all__ = public_names(__name__)
