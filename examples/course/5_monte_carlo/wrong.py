"""Unit 5: a wrong solution. It forgets that stacks must be in line."""


def choose(board, random):
    cards = [card for card in board.tops if card]
    return next(f"{one}-{other}" for one in cards for other in cards if one != other and one.matches(other))
