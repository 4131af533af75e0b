from __future__ import annotations

import pytest

from easyharp.picture import read_picture
from easyharp.solver.locks import locked_cards


@pytest.mark.parametrize(
    ("table", "locked"),
    [
        pytest.param("", "", id="nothing lies face down"),
        pytest.param("1 (5d) 9h\n2 Tc", "", id="it fits onto another end"),
        pytest.param("1 (5d) 9h\n2 Th", "9h", id="same colour"),
        pytest.param("1 (5d) 9h\nt (Tc)", "", id="its host is in the stock"),
        pytest.param("1 (5d) 9h\n2 (Tc) 2d", "9h 2d", id="its host is locked"),
        pytest.param("1 (5d) 9h\n2 (Tc) 2d\nc Ad", "", id="its host gets free"),
        pytest.param("1 (5d) 9h\ne 8h", "", id="its foundation waits for it"),
        pytest.param("1 (5d) 9h\ne 7h\n2 8h 7c", "9h", id="it waits for a card that cannot move"),
        pytest.param("1 (5d) Ks Qh", "", id="a space for its king run"),
        pytest.param("1 (5d) Ks Qh\n2 9h\n3 9h\n4 7h\n5 7h\n6 5h\n7 5h\n8 3h\n9 3h", "Qh", id="no space for it"),
        pytest.param(
            "1 (Jh) Ks Qh\n3 (Kc Kc Ks Jd Jd) Qd\ne Th\nc Td", "", id="a host in a king run that moved to a space"
        ),
    ],
)
def test_cards_that_lock_a_table(table: str, locked: str) -> None:
    assert " ".join(card.face for card in locked_cards(read_picture(table))) == locked
