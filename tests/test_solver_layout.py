"""Layouts: what makes no difference to a win is forgotten, and only whole positions have one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from easyharp.cards import Card, Suit
from easyharp.deals import Deal
from easyharp.errors import PositionError
from easyharp.position import Column, Position
from easyharp.solver import kernel
from easyharp.solver.layout import SUITS, Face, Layout, face

START = Position.from_deal(Deal(5))


def twins_exchanged(position: Position) -> Position:
    def other(cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(replace(card, copy=1 - card.copy) for card in cards)

    columns = tuple(Column(other(column.hidden), other(column.shown)) for column in position.columns)
    return Position(columns, position.foundations, other(position.stock), other(position.waste))


def test_twins_and_the_order_of_the_bag_are_forgotten() -> None:
    layout = Layout.of_position(START)
    assert Layout.of_position(twins_exchanged(START)) == layout
    assert Layout.of_position(replace(START, stock=START.stock[:9], waste=START.stock[9:][::-1])) == layout


def test_a_column_tells_all_its_cards() -> None:
    layout = Layout.of_position(START)
    for column, code in zip(START.columns, layout.state, strict=False):
        cards = []
        while code:
            cards.append(Face(code >> kernel.RANK & 15, kernel.end_suit(code)))
            code = kernel.lifted(code, layout.turned)  # noqa: PLW2901 (it goes down the column)
        assert cards == [face(card) for card in reversed((*column.hidden, *column.shown))]
    assert layout.state[kernel.HIDDEN] == 36


def test_the_bag_is_stock_and_waste() -> None:
    once, twice = Layout.of_position(START).state[kernel.ONCE : kernel.TWICE + 1]
    faces = [face(card) for card in START.stock]
    for suit in range(4):
        for rank in range(13):
            place = 13 * suit + rank
            assert (once >> place & 1) + (twice >> place & 1) == faces.count(Face(rank, suit))


def test_colours_are_the_kernels() -> None:
    assert [suit.is_red for suit in SUITS] == [False, False, True, True]


@pytest.mark.parametrize("where", ["missing", "twice"])
def test_a_position_without_all_cards_has_none(where: str) -> None:
    cards = START.stock[1:] if where == "missing" else (*START.stock[1:], START.stock[1])
    with pytest.raises(PositionError, match=r"Only a position with all 104 cards can be solved: this one has 10[34]"):
        Layout.of_position(replace(START, stock=cards))


def test_the_missing_card_is_named() -> None:
    cards = tuple(card for card in START.stock if card.suit != Suit.HEARTS)
    with pytest.raises(PositionError, match=r"and .h of pack [12] 0 times"):
        Layout.of_position(replace(START, stock=cards))


def test_cards_that_do_not_lie_as_play_leaves_them_are_refused() -> None:
    *columns, last = START.columns
    others = [
        replace(START, columns=(*columns, Column(last.hidden + last.shown))),
        replace(START, columns=(*columns, Column((), last.hidden + last.shown))),
        replace(START, stock=START.stock[20:], foundations=(START.stock[:20], *START.foundations[1:])),
    ]
    for position in others:
        with pytest.raises(PositionError, match="as play leaves it"):
            Layout.of_position(position)
