"""The table in its key states looks as it did when it was last looked at.

``python3 scripts/pictures.py`` renews the references in ``pictures/``, to be reviewed by eye: a row a look, light and
German, dark and English; from left to right 360x640, 844x390, 768x1024, 1366x768 and 2560x1440.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import contact_sheets
import pytest
from contact_sheets import SPARED, difference, reduced
from key_states import GAMES, LOOKS, MIDDLE, NAMES, SIZES, WINDOW, State, dress, in_state, pictures
from screenshots import screenshot

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from PIL.Image import Image
    from table_page import TablePage

pytestmark = pytest.mark.browser

AS_IT_IS = State()
MADE_UP = {"longest": pytest.mark.http}
"""The games that no player meets, so that something between page and server has to make them up."""


def reference(name: str, look: str, size: tuple[int, int], picture: Image) -> Image:
    return contact_sheets.reference(name, list(LOOKS).index(look), SIZES.index(size), picture.size)


def test_there_is_a_reference_of_every_state_and_all_are_small() -> None:
    sheets = list(contact_sheets.FOLDER.iterdir())
    assert {sheet.name for sheet in sheets} == {f"{name}.webp" for name in NAMES}
    assert sum(sheet.stat().st_size for sheet in sheets) < 500_000


@pytest.mark.parametrize("look", LOOKS)
@pytest.mark.parametrize("game", [pytest.param(game, marks=MADE_UP.get(game, ())) for game in GAMES])
def test_the_table_looks_as_before(open_table: Callable[..., TablePage], tmp_path: Path, game: str, look: str) -> None:
    table = open_table(**WINDOW)
    told = []
    for name, size, picture in pictures(table, game, look):
        new = reduced(picture)
        before = reference(name, look, size, new)
        differing, mask = difference(new, before)
        if differing > SPARED:
            stem = f"{name}-{look}-{size[0]}x{size[1]}"
            picture.save(tmp_path / f"{stem}.png")
            views = {"before": before, "now": new, "where": contact_sheets.marked(new, mask)}
            contact_sheets.beside(views).save(tmp_path / f"{stem}-compared.png")
            told.append(f"{stem}: {differing} pixels of a square differ")
    assert not told, f"See {tmp_path}: the new pictures, and before, now and where side by side. " + "; ".join(told)


CHANGES = {
    "a pile off by 6 px": """() => {
      for (const card of document.querySelectorAll('.card[data-in="w"]')) card.style.translate = '6px 0';
    }""",
    "a column off by 6 px": """() => {
      for (const card of document.querySelectorAll('.card[data-in="5"]')) card.style.translate = '0 6px';
    }""",
    "another felt": """() => {
      document.body.style.background = 'radial-gradient(ellipse at 50% 0%, #28607f, #1b4a66 55%, #10324a)';
    }""",
    "hearts in grey": """() => {
      for (const card of document.querySelectorAll('.card[data-face$="h"]')) card.style.filter = 'grayscale(1)';
    }""",
    "no sign on an empty foundation": """() => {
      document.querySelector('.pile.empty[data-pile="g"] .outline').style.opacity = 0;
    }""",
    "no number on the stock": "() => { document.querySelector('.stock-label').style.opacity = 0; }",
}


@pytest.mark.parametrize(("look", "size"), [("light", SIZES[0]), ("dark", SIZES[-1])])
def test_a_change_is_noticed(open_table: Callable[..., TablePage], look: str, size: tuple[int, int]) -> None:
    table = open_table(**WINDOW)
    dress(table, look)
    noticed = {}
    for name, change in CHANGES.items():
        MIDDLE.open(table)
        with in_state(table, AS_IT_IS, size):
            table.page.evaluate(change)
            new = reduced(screenshot(table.page))
        noticed[name] = difference(new, reference("middle", look, size, new))[0]
    assert min(noticed.values()) > SPARED, noticed


@pytest.mark.parametrize(("look", "size"), [("light", SIZES[0]), ("dark", SIZES[-1])])
def test_targets_without_their_glow_are_noticed(
    open_table: Callable[..., TablePage], look: str, size: tuple[int, int]
) -> None:
    table = open_table(**WINDOW)
    dress(table, look)
    come, states = GAMES["middle"]
    come(table)
    with in_state(table, states["held"], size):
        table.page.evaluate(
            "() => { for (const each of document.querySelectorAll('.target')) each.classList.remove('target'); }"
        )
        new = reduced(screenshot(table.page))
    assert difference(new, reference("held", look, size, new))[0] > SPARED


@pytest.mark.parametrize("look", LOOKS)
def test_letters_drawn_a_little_differently_are_no_change(open_table: Callable[..., TablePage], look: str) -> None:
    table = open_table(**WINDOW)
    dress(table, look)
    MIDDLE.open(table)
    for size in SIZES:
        with in_state(table, AS_IT_IS, size):
            table.page.evaluate(
                """() => {
                     document.body.style.textRendering = 'geometricPrecision';
                     document.body.style.letterSpacing = '0.15px';
                   }"""
            )
            new = reduced(screenshot(table.page))
        assert difference(new, reference("middle", look, size, new))[0] <= SPARED, size
