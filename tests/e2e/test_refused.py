"""Every refusal of the rules, provoked as a player would, and what the table then says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from table_page import Box

import easyharp
import golden_data
from easyharp import Action

if TYPE_CHECKING:
    from collections.abc import Callable

    from table_page import TablePage

pytestmark = pytest.mark.browser

SIZES = [(320, 568), (844, 390), (1366, 768)]

SUITS = {
    "de": {"c": "Kreuz", "d": "Karo", "h": "Herz", "s": "Pik"},
    "en": {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"},
}
RANKS = {
    "de": {"A": "Ass", "J": "Bube", "Q": "Dame", "K": "König", "T": "10"},
    "en": {"A": "ace", "J": "jack", "Q": "queen", "K": "king", "T": "10"},
}


@dataclass(frozen=True)
class Case:
    """A refusal, how it is provoked, and the words by which each language's sentence for it is known.

    ``deal`` and ``played`` name the moment: the golden win of a deal, and how many of its actions are played.
    Without a ``gesture`` the action is dragged; otherwise it is what is pressed, or ``tap``, a tap on the stock.
    """

    code: str
    de: str
    en: str
    deal: int
    played: int
    action: Action
    gesture: str = "drag"

    @property
    def actions(self) -> str:
        win = next(win for win in golden_data.WINS if win.deal == self.deal)
        return " ".join(win.actions[: self.played])

    @property
    def refusal(self) -> easyharp.Refusal:
        record = easyharp.Record(easyharp.Deal(self.deal), tuple(map(Action.from_text, self.actions.split())))
        refusal = easyharp.Game.from_record(record).refusal(self.action)
        assert refusal is not None
        assert refusal.code == self.code
        return refusal

    def __str__(self) -> str:
        return f"{self.code} {self.action}"


CASES = [
    Case("game_won", "schon gewonnen", "already won", 1, 847, Action("w", "t"), "tap"),
    Case("nothing_to_undo", "nichts zurückzunehmen", "nothing to undo", 1, 0, Action("u", "u"), "u"),
    Case("nothing_to_redo", "keinen zurückgenommenen Zug", "nothing to redo", 1, 1, Action("r", "r"), "Control+y"),
    Case("stock_not_empty", "umgedreht, wenn der Talon leer", "only when the stock is empty", 1, 1, Action("w", "t")),
    Case("nothing_to_redeal", "und Ablagestapel sind leer", "and waste are empty", 1, 841, Action("w", "t"), "tap"),
    Case("not_a_target", "kommt keine Karte zurück", "No card goes back", 1, 1, Action("1", "t")),
    Case("not_a_target", "kommt keine Karte zurück", "No card goes back", 1, 43, Action("c", "w")),
    Case("draw_first", "zuerst aufgedeckt", "turned up first", 1, 1, Action("t", "1")),
    Case("source_empty", "liegt keine Karte", "no card here", 1, 201, Action("1", "1"), "1 Enter"),
    Case("same_pile", "liegt schon hier", "is here already", 1, 1, Action("1", "1"), "1 Enter Enter"),
    Case("foundation_to_foundation", "zwei Zielstapeln", "one foundation to another", 1, 43, Action("c", "a")),
    Case("hidden_card", "Verdeckte Karten bleiben", "Face-down cards stay", 1, 1, Action("2", "a", 2)),
    Case("hidden_card", "Verdeckte Karten bleiben", "Face-down cards stay", 1, 1, Action("9", "1", 2)),
    Case("one_card_to_foundation", "nur eine Karte, die letzte", "one at a time", 1, 406, Action("1", "a", 2)),
    Case("one_card_at_a_time", "nur die letzte Karte", "Only the last card", 1, 615, Action("2", "1", 2)),
    Case("one_card_at_a_time", "nur auf eine leere Spalte", "only to an empty column", 1, 406, Action("1", "2", 2)),
    Case(
        "run_needs_king",
        "eine Kartenfolge um, die mit einem König",
        "starts with a king moves",
        1,
        615,
        Action("1", "4", 2),
    ),
    Case("wrong_foundation_rank", "auf keinen Zielstapel", "on no foundation", 1, 1, Action("w", "a")),
    Case("wrong_foundation_rank", "auf keinen Zielstapel", "on no foundation", 1, 1, Action("2", "h"), "2 f"),
    Case("space_needs_king", "darf nur ein König", "takes only a king", 1, 201, Action("w", "1")),
    Case("wrong_colour_and_rank", "weder Farbe noch Wert", "neither colour nor rank", 1, 1, Action("w", "1")),
    Case("same_colour", "gleiche Farbe", "same colour", 1, 1, Action("1", "3")),
    Case("wrong_rank", "falscher Wert", "wrong rank", 1, 1, Action("w", "4"), "0 Enter 4 Enter"),
    Case("wrong_rank", "falscher Wert", "wrong rank", 1, 1, Action("w", "4")),
    Case("wrong_rank", "passt auf keine Karte", "fits on no card", 1, 36, Action("w", "1")),
    Case("wrong_colour_and_rank", "passt auf keine Karte", "fits on no card", 1, 36, Action("w", "2")),
]
"""All codes but ``stock_empty``: no gesture means "draw" on an empty stock, a tap there means "redeal"."""


def opened(table: TablePage, case: Case) -> easyharp.Game:
    return table.open_record(case.deal, case.actions)


def provoke(table: TablePage, case: Case) -> None:
    if case.gesture == "tap":
        table.tap("t")
    elif case.gesture == "drag":
        drag(table, case.action)
    else:
        table.key(*case.gesture.split())
    table.settle()


def drag(table: TablePage, action: Action) -> None:
    """Drag by the strip of a card that can be seen, until the card lies a little below the target's end."""
    count = action.count or 1
    cards = table.seen()[action.source]
    box = cards[-count].box
    strip = cards[1 - count].box.y - box.y if count > 1 else box.height
    target = ([card.box for card in table.seen()[action.target]] or [table.pile_box(action.target)])[-1]
    start = box.x + box.width / 2, box.y + strip / 2
    table.page.mouse.move(*start)
    table.page.mouse.down()
    table.page.mouse.move(start[0] + target.x - box.x, start[1] + target.y - box.y + box.height * 0.1, steps=3)
    table.page.mouse.up()


def card_name(face: str, language: str, *, inflected: bool = False) -> str:
    rank, suit = face[0], face[1]
    suit_name = SUITS[language][suit]
    rank_name = RANKS[language].get(rank, rank)
    if language == "en":
        return f"{rank_name} of {suit_name}"
    return f"{suit_name}{'-' if rank in 'AJQK' else ' '}{rank_name}{'n' if inflected and rank == 'J' else ''}"


def any_of_colour(face: str, language: str) -> str:
    rank, suit = face[0], face[1]
    name = RANKS[language].get(rank, rank)
    red = suit in "dh"
    if language == "en":
        return f"a {'red' if red else 'black'} {name}"
    ending = "r" if rank in "JK" else ""
    return f"ein{'' if ending else 'e'} {'rote' if red else 'schwarze'}{ending} {name}"


def names(refusal: easyharp.Refusal, language: str) -> list[str]:
    """Return what the sentence has to name: the cards tried and what would be right."""
    code, cards = refusal.code, [card.face for card in refusal.cards]
    if code in ("same_pile", "run_needs_king"):
        return [card_name(cards[0], language)]
    if code == "space_needs_king":
        return [card_name(cards[0], language, inflected=True)]
    if code == "wrong_foundation_rank":
        return [card_name(cards[0], language)] + [card_name(face, language) for face in refusal.wanted]
    if not refusal.onto:
        return []
    if code == "one_card_at_a_time":
        return []
    if not refusal.wanted:
        return [card_name(cards[0], language)]
    onto = card_name(refusal.onto.face, language, inflected=True)
    return [card_name(cards[0], language), onto, any_of_colour(refusal.wanted[0], language)]


def assert_says(table: TablePage, case: Case, language: str) -> None:
    sentence = table.message()
    assert getattr(case, language) in sentence
    for name in names(case.refusal, language):
        assert name in sentence
    assert table.spoken() == sentence


def assert_unchanged(table: TablePage, game: easyharp.Game) -> None:
    table.assert_shows(game)
    assert str(table.game().record) == str(game.record)


def act_on(table: TablePage, game: easyharp.Game) -> None:
    """Play something accepted that the message has to go away for, and come back to where the game was."""
    if game.is_won:
        table.page.locator("#message").click()
        assert table.message() == ""
        return
    keys = [("u", "uu"), ("Control+y", "rr")] if game.undo_depth else [("Space", "tw"), ("u", "uu")]
    for key, action in keys:
        table.key(key)
        table.settle()
        game.play(action)
        assert table.message() == ""
    table.assert_shows(game)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_a_refusal_is_explained_in_both_languages_or_not_at_all(
    open_table: Callable[..., TablePage], case: Case
) -> None:
    table = open_table(reduced_motion="reduce")
    game = opened(table, case)
    for language in ("de", "en"):
        provoke(table, case)
        assert_says(table, case, language)
        assert_unchanged(table, game)
        act_on(table, game)
        table.choose(language="en")
    table.choose(interactive=False)
    provoke(table, case)
    assert table.message() == ""
    assert_unchanged(table, game)


def test_every_refusal_of_the_rules_is_tried() -> None:
    assert {case.code for case in CASES} | {"stock_empty"} == {code.value for code in easyharp.RefusalCode}


def test_the_one_refusal_that_no_gesture_provokes_has_its_sentences(open_table: Callable[..., TablePage]) -> None:
    table = open_table(1)
    answered = table.page.evaluate(
        """async (record) => {
             const [{ pageBackend }, { loadWords }, { refusalSentence }] = await Promise.all(
               ['backends.js', 'words.js', 'sentences.js'].map((name) => import(new URL(name, document.baseURI))));
             const { refusal } = await pageBackend().ask('act', { record, source: 't', target: 'w' });
             const say = async (language) => refusalSentence(await loadWords(language), refusal);
             return [refusal.code, await say('de'), await say('en')];
           }""",
        str(easyharp.Game.from_record(f'[Deal "EH1-N-AAAAAAB"]\n\n{" ".join(["tw"] * 59)}\n').record),
    )
    assert answered == [
        "stock_empty",
        "Der Talon ist leer. Antippen dreht den Ablagestapel um.",
        "The stock is empty. A tap on it turns the waste over.",
    ]


def test_the_next_drag_hides_what_was_said(open_table: Callable[..., TablePage]) -> None:
    table = open_table(reduced_motion="reduce")
    case = next(case for case in CASES if case.gesture == "drag")
    opened(table, case)
    provoke(table, case)
    assert_says(table, case, "de")
    x, y = table.grip("w")
    table.page.mouse.move(x, y)
    table.page.mouse.down()
    assert table.message() != ""
    table.page.mouse.move(x + 20, y + 20)
    assert table.page.locator(".card.held").count() == 1
    assert table.message() == ""
    table.page.mouse.up()


def overlap(a: Box, b: Box) -> float:
    wide = min(a.x + a.width, b.x + b.width) - max(a.x, b.x)
    high = min(a.y + a.height, b.y + b.height) - max(a.y, b.y)
    return max(0, wide) * max(0, high)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_message_covers_none_of_its_cards_and_stays_inside(
    open_table: Callable[..., TablePage], size: tuple[int, int]
) -> None:
    table = open_table(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce")
    for case in CASES:
        if case.gesture != "drag":
            continue
        opened(table, case)
        provoke(table, case)
        assert_says(table, case, "de")
        found = table.page.locator("#message").bounding_box()
        assert found is not None
        message = Box(**found)
        assert message.x >= 0, case
        assert message.y >= 0, case
        assert message.x + message.width <= size[0], case
        assert message.y + message.height <= size[1], case
        seen = table.seen()
        involved = [card.box for card in seen[case.action.source][-(case.action.count or 1) :]]
        involved += [card.box for card in seen[case.action.target][-1:]] or [table.pile_box(case.action.target)]
        assert [box for box in involved if overlap(box, message) > 0] == [], case
        shown = table.page.evaluate(
            """() => {
                 const { scrollWidth, clientWidth, scrollHeight, clientHeight } = document.querySelector('#message');
                 return scrollWidth <= clientWidth && scrollHeight <= clientHeight;
               }"""
        )
        assert shown, case
