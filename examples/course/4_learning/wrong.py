"""Unit 4: a wrong solution. It remembers the boards that it has seen, and knows nothing of others."""


def train(boards, labels):
    return dict(zip((board.text() for board in boards), labels, strict=True))


def predict(model, board):
    return float(model.get(board.text(), True))
