from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from easyharp.cards import Card
from easyharp.errors import PictureError
from easyharp.game import Game
from easyharp.picture import picture, read_picture
from easyharp.position import Column, Position
from played_games import games, tables

if TYPE_CHECKING:
    from collections.abc import Iterator

DEAL_5_AFTER_TWO_ACTIONS = """\
t 58
w 4d
a --   b --   c --   d --   e --   f --   g --   h --
1 Jh
2 ## 3h
3 ## ## Js
4 ## ## ## Kd Qc
5 ## ## ## ## 8d
6 ## ## ## ## ## 9d
7 ## ## ## ## ## Ts
8 ## ## ## ## ## ## ## 5h
9 ## ## ## ## ## ## ## ## 4d"""


def test_a_picture_shows_what_a_player_sees() -> None:
    game = Game.from_deal(5)
    for action in ("74", "tw"):
        game.play(action)
    assert picture(game.position) == DEAL_5_AFTER_TWO_ACTIONS


def test_a_picture_with_faces_tells_every_card_and_is_read_back() -> None:
    text = """\
t (2s 7d)
w 9c 5h
a 3c   b --   c Ad   d --   e --   f --   g --   h Ks
1 6h
2 (7h) Jc
3 --
4 --
5 --
6 --
7 --
8 --
9 (Kc 2d 2d) Ks Qh Jc"""
    position = read_picture(text)
    assert picture(position, faces=True) == text
    hidden = "\n".join(
        {"t": "t 2", "2": "2 ## Jc", "9": "9 ## ## ## Ks Qh Jc"}.get(line[0], line) for line in text.splitlines()
    )
    assert picture(position) == hidden


def test_a_picture_is_read_into_piles() -> None:
    position = read_picture("t (2s 7d)\nw 9c 5h\na 3c\n2 (7h) Jc Td")

    def cards(faces: str) -> tuple[Card, ...]:
        return tuple(map(Card.from_text, faces.split()))

    columns = (Column(), Column(cards("7h"), cards("Jc Td")), *[Column()] * 7)
    foundations = (cards("Ac 2c 3c"), *[()] * 7)
    assert position == Position(columns, foundations, stock=cards("2s 7d"), waste=cards("9c 5h"))


@pytest.mark.parametrize("text", ["", "\n  \n", "1", "1 --", "t 0", "t --", "w --", "a --   b --"])
def test_what_is_not_mentioned_is_empty(text: str) -> None:
    assert read_picture(text) == Position((Column(),) * 9)


def test_indented_lines_in_any_order_are_read_too() -> None:
    position = read_picture("""
        1 (5d) 6h

        a 2c   h As
        w 9c
        t (2s)
    """)
    assert position == read_picture("t (2s)\nw 9c\na 2c\nh As\n1 (5d) 6h")


def test_of_twins_columns_come_first_then_foundations_then_stock_then_waste() -> None:
    both = read_picture("w 7s 2c\nt (As)\ng As\n9 7s\na 2c")
    assert both.columns[8].shown == (Card.from_text("7s", 0),)
    assert both.waste == (Card.from_text("7s", 1), Card.from_text("2c", 1))
    assert both.foundations[6] == (Card.from_text("As", 0),)
    assert both.stock == (Card.from_text("As", 1),)
    assert both.foundations[0] == (Card.from_text("Ac", 0), Card.from_text("2c", 0))


def faces(position: Position) -> Iterator[str]:
    for column in position.columns:
        yield " ".join(map(str, column.hidden)) + " | " + " ".join(map(str, column.shown))
    for pile in (*position.foundations, position.stock, position.waste):
        yield " ".join(map(str, pile))


@given(games().map(lambda game: game.position) | tables())
def test_every_table_is_read_back_from_its_picture(position: Position) -> None:
    text = picture(position, faces=True)
    read = read_picture(text)
    assert picture(read, faces=True) == text
    assert list(faces(read)) == list(faces(position))
    assert read_picture(picture(read, faces=True)) == read


@given(games().map(lambda game: game.position) | tables())
def test_a_picture_without_faces_tells_no_face_down_card(position: Position) -> None:
    blank = Card.from_text("Ac")
    columns = tuple(Column((blank,) * len(column.hidden), column.shown) for column in position.columns)
    blind = Position(columns, position.foundations, (blank,) * len(position.stock), position.waste)
    assert picture(blind) == picture(position)


NO_CARD = "is not a card: a card is a rank of A23456789TJQK and a suit of cdhs, as in 'Th' for the ten of hearts."


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("1 6h\n1 7h", "The picture tells pile 1 twice."),
        ("a Ac   a 2c", "The picture tells pile a twice."),
        ("0 6h", "'0 6h' is no pile: a pile begins with one of 123456789abcdefghtw and a space."),
        ("x 6h", "'x 6h' is no pile: a pile begins with one of 123456789abcdefghtw and a space."),
        ("2 6h (7h)", "Column 2 is '6h (7h)': face-down cards come first, in one pair of parentheses."),
        ("2 (7h) (8h) 6h", "Column 2 is '(7h) (8h) 6h': face-down cards come first, in one pair of parentheses."),
        ("2 (7h", "Column 2 is '(7h': face-down cards come first, in one pair of parentheses."),
        ("2 (7h)", "Column 2 has only face-down cards: its last card is always face up."),
        ("2 7h 5s", "Column 2's face-up cards are no run: 7h 5s."),
        ("2 (7h) 9h 8d", "Column 2's face-up cards are no run: 9h 8d."),
        ("a Ad", "Foundation a cannot hold Ad: it is reserved for clubs."),
        ("h Kh", "Foundation h cannot hold Kh: it is reserved for spades."),
        ("1 7h\n2 7h\n3 7h", "Pile 3 has a third '7h': there are two of each card."),
        ("1 2h\ne 5h\nf 3h", "Pile f has a third '2h': there are two of each card."),
        ("w 9c 1h", "Pile w: '1h' " + NO_CARD),
        ("t 59", "Pile t: '59' " + NO_CARD),
        ("1 ## 6h", "Pile 1: '##' " + NO_CARD),
    ],
)
def test_what_is_wrong_with_a_picture_is_named(text: str, message: str) -> None:
    with pytest.raises(PictureError) as wrong:
        read_picture(text)
    assert str(wrong.value) == message


@given(st.text() | st.text(alphabet="12ahtw AK29Tch(d)s-\n"))
def test_any_text_is_a_picture_or_says_what_is_wrong(text: str) -> None:
    try:
        position = read_picture(text)
    except PictureError as wrong:
        assert str(wrong)  # noqa: PT017
    else:
        assert read_picture(picture(position, faces=True)) == position
