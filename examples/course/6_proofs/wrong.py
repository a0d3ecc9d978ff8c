"""Unit 6: a wrong solution. A card that cannot move now may be able to move later."""


def prove(board):
    movable = {card for move in board.legal_moves for card in move}
    stuck = [card for card in board.tops if card and card not in movable]
    return f"{stuck[0]} cannot move." if stuck and not board.is_solved else None
