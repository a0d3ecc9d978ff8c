import pytest
from hypothesis import given
from hypothesis import strategies as st

from boaf.cards import STANDARD, Card, Deck
from boaf.support.errors import BoafError, ParseError

cards = st.builds(Card, st.integers(1, 13), st.integers(1, 4))


@pytest.mark.parametrize(
    ("one", "other", "match"),
    [
        ("7H", "6C", True),
        ("7H", "7C", True),
        ("7H", "KH", True),
        ("7H", "9C", False),
        ("KC", "AD", False),
        ("AC", "2D", True),
        ("QS", "KD", True),
    ],
)
def test_cards_match_by_suit_or_neighbouring_rank(one: str, other: str, match: bool) -> None:
    assert Card.parse(one).matches(Card.parse(other)) is match
    assert Card.parse(other).matches(Card.parse(one)) is match


def test_king_and_ace_do_not_match() -> None:
    assert not Card.parse("KC").matches(Card.parse("AD"))


@given(cards)
def test_a_card_reads_back_as_written(card: Card) -> None:
    assert Card.parse(str(card)) == card
    assert Card.parse(card.numeric()) == card
    assert eval(repr(card)) == card


def test_cards_of_large_decks_are_numbers() -> None:
    card = Card(57, 51)
    assert str(card) == "57.51"
    assert Card.parse("57.51") == card
    assert not card.is_standard


@pytest.mark.parametrize("text", ["10h", "th", "T♥", "TH", "10♡"])
def test_a_card_may_be_written_in_several_ways(text: str) -> None:
    assert Card.parse(text) == Card(10, 3)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("XY", "card 'XY': rank must be one of A23456789TJQK"),
        ("7X", "card '7X': suit must be one of CDHS"),
        ("", "card '': rank must be one of A23456789TJQK"),
        ("7", "card '7': rank must be one of A23456789TJQK"),
        ("1H", "card '1H': rank must be one of A23456789TJQK"),
        ("7HH", "card '7HH': rank must be one of A23456789TJQK"),
    ],
)
def test_a_wrong_card_is_named(text: str, message: str) -> None:
    with pytest.raises(ParseError) as error:
        Card.parse(text)
    assert str(error.value) == message


def test_the_standard_deck_starts_with_the_aces() -> None:
    assert [str(card) for card in STANDARD][:5] == ["AC", "AD", "AH", "AS", "2C"]
    assert len(STANDARD) == len(set(STANDARD)) == 52
    assert list(STANDARD) == sorted(STANDARD)


def test_a_deck_knows_its_cards() -> None:
    deck = Deck(suits=2, ranks=20)
    assert len(deck) == 40
    assert Card(20, 2) in deck
    assert Card(13, 4) not in deck
    with pytest.raises(BoafError):
        Deck(suits=0)
