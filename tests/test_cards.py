from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import easyharp
from easyharp.cards import PACKS, RANKS, Card, Suit
from easyharp.errors import CardTextError


def test_two_packs_hold_104_distinct_cards_in_the_order_of_the_shuffle() -> None:
    in_order = [rank + suit for suit in "cdhs" for rank in "A23456789TJQK"]
    assert [card.face for card in PACKS] == in_order * 2
    assert [card.copy for card in PACKS] == [0] * 52 + [1] * 52
    assert len(set(PACKS)) == 104


def test_twins_are_two_cards_with_one_face() -> None:
    first, second = Card.from_text("7s"), Card.from_text("7s", copy=1)
    assert first != second
    assert str(first) == str(second) == first.face == second.face == "7s"


@pytest.mark.parametrize(
    ("letter", "suit", "is_red"),
    [("c", Suit.CLUBS, False), ("d", Suit.DIAMONDS, True), ("h", Suit.HEARTS, True), ("s", Suit.SPADES, False)],
)
def test_a_suit_has_a_letter_and_a_colour(letter: str, suit: Suit, is_red: bool) -> None:  # noqa: FBT001
    assert suit.letter == letter
    assert suit.is_red == is_red
    card = Card.from_text("T" + letter)
    assert (card.suit, card.rank, card.is_red) == (suit, 10, is_red)


@pytest.mark.parametrize("card", PACKS, ids=lambda card: f"{card}-{card.copy}")
def test_a_card_is_read_back_from_its_face(card: Card) -> None:
    assert Card.from_text(str(card), card.copy) == card


@given(st.text(max_size=4) | st.text(alphabet=RANKS + "cdhs", max_size=3))
def test_any_other_text_is_no_card_and_says_so(text: str) -> None:
    if text in {card.face for card in PACKS}:
        assert str(Card.from_text(text)) == text
    else:
        with pytest.raises(CardTextError, match="is not a card: a card is a rank of A23456789TJQK and a suit of cdhs"):
            Card.from_text(text)


@pytest.mark.parametrize("text", ["", "7", "s", "s7", "7S", "10h", "1h", "7sd", " 7s", "A2", "Acd", "Bd"])
def test_what_is_nearly_a_card_is_none(text: str) -> None:
    with pytest.raises(CardTextError) as wrong:
        Card.from_text(text)
    assert str(wrong.value).startswith(f"{text!r} is not a card")


@pytest.mark.parametrize(("rank", "copy"), [(0, 0), (14, 0), (-1, 1), (1, 2), (13, -1)])
def test_there_are_only_13_ranks_and_2_copies(rank: int, copy: int) -> None:
    with pytest.raises(CardTextError, match=f"^There is no card of rank {rank}, copy {copy}: "):
        Card(Suit.HEARTS, rank, copy)
    with pytest.raises(CardTextError):
        Card.from_text("Ah", copy=2)


@pytest.mark.parametrize("card", PACKS[::17], ids=str)
def test_repr_rebuilds_a_card(card: Card) -> None:
    assert eval(repr(card), dict(vars(easyharp))) == card  # noqa: S307 - what repr is for
    assert repr(Card(Suit.HEARTS, 10, 1)) == "Card(suit=Suit.HEARTS, rank=10, copy=1)"
