"""The table can be played: the shortest proof."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

import easyharp

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser


def test_a_dragged_card_moves_and_is_kept(open_table: Callable[..., TablePage]) -> None:
    table = open_table(5)
    game = easyharp.Game.from_deal(5)
    table.assert_shows(game)
    table.drag("7", "4")
    table.settle()
    game.play("74")
    table.assert_shows(game)
    assert str(table.game().record) == str(game.record)
    table.reload()
    table.assert_shows(game)
