"""Unit 4: a model that judges boards."""


def train(boards, labels):
    """A model of boards and of whether each is solvable."""
    return sum(labels) / len(labels)


def predict(model, board):
    """The probability that a board is solvable."""
    return model
