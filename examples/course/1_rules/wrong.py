"""Unit 1: a wrong solution: king and ace match."""

RANKS = "A23456789TJQK"


def match(one, other):
    return one[1] == other[1] or abs(RANKS.index(one[0]) - RANKS.index(other[0])) % 13 in (0, 1, 12)


def legal_moves(rows):
    found = set()
    for line in [*rows, *zip(*rows, strict=True)]:
        cards = [card for card in line if card]
        found |= {(one, other) for one in cards for other in cards if one != other and match(one, other)}
    return found


def odd_birds(rows):
    cards = [card for row in rows for card in row if card]
    return {card for card in cards if not any(match(card, other) for other in cards if other != card)}


def flocks(rows):
    left = {card for row in rows for card in row if card}
    found = set()
    while left:
        flock, new = set(), {min(left)}
        while new:
            flock |= new
            new = {other for other in left - flock if any(match(card, other) for card in new)}
        left -= flock
        found.add(frozenset(flock))
    return found
