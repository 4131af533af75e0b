"""Playing by ear (TROUBLES 39): one who has only roles, names and the live region, in German and in English."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import positions
import pytest

import easyharp
import golden_data
from easyharp.actions import COLUMNS, FOUNDATIONS, PILES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from playwright.sync_api import Locator
    from table_page import TablePage

pytestmark = pytest.mark.browser

MOVES = 30


@dataclass(frozen=True)
class Language:
    """What the table says in a language; names in braces are filled in."""

    locale: str
    suits: dict[str, str]
    cards: dict[str, str]
    """By rank; ``number`` for all others."""
    piles: dict[str, str]
    """Stock, waste, a foundation and a column."""
    stock: tuple[str, str]
    """With one card, and with another number of them; so also the next one."""
    hidden: tuple[str, str]
    passing: str
    may_draw: str
    may_redeal: str
    empty: str
    space: str
    may_go_to: str
    alternative: str
    picked: str
    moved: str
    drawn: str
    turned_up: str
    redealt: str
    does_not_fit: str

    def card(self, face: str) -> str:
        rank = "10" if face[0] == "T" else face[0]
        return self.cards.get(rank, self.cards["number"]).format(rank=rank, suit=self.suits[face[1]])

    def pile(self, pile: str) -> str:
        if pile in COLUMNS:
            return self.piles["column"].format(number=pile)
        if pile in FOUNDATIONS:
            place = FOUNDATIONS.index(pile)
            return self.piles["foundation"].format(suit=self.suits["cdhs"[place // 2]], number=place % 2 + 1)
        return self.piles[pile]

    def counted(self, forms: tuple[str, str], count: int) -> str:
        return forms[0] if count == 1 else forms[1].format(count=count)

    def begun(self, text: str) -> str:
        return text[0].upper() + text[1:]


GERMAN = Language(
    locale="de-DE",
    suits={"c": "Kreuz", "d": "Karo", "h": "Herz", "s": "Pik"},
    cards={"number": "{suit} {rank}", "A": "{suit}-Ass", "J": "{suit}-Bube", "Q": "{suit}-Dame", "K": "{suit}-König"},
    piles={
        "t": "Talon",
        "w": "Ablagestapel",
        "foundation": "{number}. Zielstapel {suit}",
        "column": "Spalte {number}",
    },
    stock=("1 Karte", "{count} Karten"),
    hidden=("1 verdeckte Karte", "{count} verdeckte Karten"),
    passing="{number}. Durchgang",
    may_draw=". Aktivieren deckt die nächste Karte auf",
    may_redeal=". Aktivieren dreht den Ablagestapel um",
    empty="leer",
    space="leer, wartet auf einen König",
    may_go_to=" Kann auf: ",
    alternative=" oder ",
    picked="{card} aufgenommen. Wohin?",
    moved="{card} auf {pile}.",
    drawn="{card} aufgedeckt.",
    turned_up=" Aufgedeckt: {card}.",
    redealt="Ablagestapel umgedreht, {number}. Durchgang.",
    does_not_fit="passt",
)
ENGLISH = Language(
    locale="en-GB",
    suits={"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"},
    cards={
        "number": "{rank} of {suit}",
        "A": "ace of {suit}",
        "J": "jack of {suit}",
        "Q": "queen of {suit}",
        "K": "king of {suit}",
    },
    piles={"t": "stock", "w": "waste", "foundation": "foundation {suit} {number}", "column": "column {number}"},
    stock=("1 card", "{count} cards"),
    hidden=("1 face-down card", "{count} face-down cards"),
    passing="pass {number}",
    may_draw=". Activate to draw the next card",
    may_redeal=". Activate to turn the waste over",
    empty="empty",
    space="empty, waits for a king",
    may_go_to=" May go to: ",
    alternative=" or ",
    picked="{card} picked up. Where to?",
    moved="{card} to {pile}.",
    drawn="{card} drawn.",
    turned_up=" Turned up: {card}.",
    redealt="Waste turned over, pass {number}.",
    does_not_fit="does not fit",
)


@dataclass(frozen=True)
class Heard:
    """A pile as its name tells it."""

    said: str
    cards: tuple[str, ...]
    """What lies in it, from the bottom up: how many face-down cards, then each other one."""
    may_go_to: frozenset[str]
    is_picked: bool


class Listener:
    """A player who knows the page only by its accessibility tree, and has neither eyes nor a pointer."""

    def __init__(self, table: TablePage, language: Language) -> None:
        self.table = table
        self.page = table.page
        self.language = language

    def piles(self) -> dict[str, Heard]:
        """Return all piles by their spoken names, in the order in which they are told."""
        tree = self.page.get_by_role("application").aria_snapshot()
        buttons = re.findall(r'button "(.+?)"( \[pressed\])?', tree)
        return dict(self._heard(said, is_picked=bool(pressed)) for said, pressed in buttons)

    def _heard(self, said: str, *, is_picked: bool) -> tuple[str, Heard]:
        pile, _, targets = said.partition(self.language.may_go_to)
        name, *cards = pile.removesuffix(".").split(", ")
        places = re.split(rf",?{self.language.alternative}|, ", targets.removesuffix(".")) if targets else []
        return name, Heard(said, tuple(cards), frozenset(map(self.language.begun, places)), is_picked)

    def button(self, pile: str) -> Locator:
        return self.page.get_by_role("button", name=self.piles()[pile].said, exact=True)

    def said(self) -> str:
        """Return what the live region says, once everything is done."""
        self.table.settle()
        return self.page.get_by_role("status").inner_text()

    def figures(self) -> list[str]:
        """Return what stands beside score and moves."""
        return self.page.get_by_role("definition").all_inner_texts()[:2]


class KeyListener(Listener):
    """Goes to piles and presses keys, as with a screen reader that passes keys on."""

    def activate(self, pile: str) -> str:
        self.button(pile).press("Enter")
        return self.said()

    def draw(self) -> str:
        self.page.keyboard.press("Space")
        return self.said()


class ClickListener(Listener):
    """Has the screen reader, or a switch, activate buttons: the page hears of a click without a pointer."""

    def activate(self, pile: str) -> str:
        self.button(pile).dispatch_event("click")
        return self.said()

    def draw(self) -> str:
        return self.activate(self.language.begun(self.language.pile("t")))


def truth(game: easyharp.Game, language: Language) -> dict[str, Heard]:
    """Return what the names of the piles have to tell of a position, by the rules."""
    position = game.position
    cards: dict[str, list[str]] = {pile: [] for pile in PILES}
    stock = language.counted(language.stock, len(position.stock))
    may = language.may_draw if position.stock else language.may_redeal if position.waste else ""
    cards["t"] = [stock, language.passing.format(number=game.redeals + 1) + may]
    for pile, column in zip(COLUMNS, position.columns, strict=True):
        cards[pile] = [language.counted(language.hidden, len(column.hidden))] if column.hidden else []
        cards[pile] += [language.card(card.face) for card in column.shown] or language.space.split(", ")
    for pile, stacked in zip(("w", *FOUNDATIONS), (position.waste, *position.foundations), strict=True):
        cards[pile] = [language.card(stacked[-1].face) if stacked else language.empty]
    may_go_to: dict[str, set[str]] = {pile: set() for pile in PILES}
    for action in game.legal_actions:
        if action.target not in "tw":
            may_go_to[action.source].add(language.begun(language.pile(action.target)))
    return {
        language.begun(language.pile(pile)): Heard("", tuple(cards[pile]), frozenset(may_go_to[pile]), is_picked=False)
        for pile in PILES
    }


def assert_hears_the_truth(listener: Listener, game: easyharp.Game) -> None:
    """Compare all that is spoken of the table with the position, and look for what must not be known."""
    language = listener.language
    heard = listener.piles()
    told = {name: (pile.cards, pile.may_go_to, pile.is_picked) for name, pile in heard.items()}
    true = {name: (pile.cards, pile.may_go_to, pile.is_picked) for name, pile in truth(game, language).items()}
    assert told == true
    assert listener.figures() == [str(game.score), str(game.moves)]
    position = game.position
    seen = {card.face for column in position.columns for card in column.shown} | {
        pile[-1].face for pile in (*position.foundations, position.waste) if pile
    }
    spoken = listener.page.locator("body").aria_snapshot()
    unseen = {card.face for card in game.deal.shuffled()} - seen
    assert [face for face in unseen if language.card(face).lower() in spoken.lower()] == []


def outcome(before: easyharp.Position, game: easyharp.Game, action: easyharp.Action, language: Language) -> str:
    """Return what has to be said of an action that led from one position to the next."""
    after = game.position
    if str(action) == "wt":
        return language.redealt.format(number=game.redeals + 1)
    if str(action) == "tw":
        return language.begun(language.drawn.format(card=language.card(after.waste[-1].face)))
    # Of a king run its king is named.
    card = before.source_cards(action.source, before.picked_up(action))[0]
    said = language.moved.format(card=language.card(card.face), pile=language.pile(action.target))
    if action.source in COLUMNS:
        hidden = before.column(action.source).hidden
        if len(after.column(action.source).hidden) < len(hidden):
            said += language.turned_up.format(card=language.card(hidden[-1].face))
    return language.begun(said)


def play_by_ear(listener: KeyListener | ClickListener, game: easyharp.Game, actions: Iterable[str]) -> None:
    """Play actions as pairs of spoken names, and check after each that what was heard is true."""
    language = listener.language
    for text in actions:
        before = game.position
        if text in ("tw", "wt"):
            said = listener.draw()
        else:
            source, target = (language.begun(language.pile(pile)) for pile in text)
            heard = listener.piles()
            assert target in heard[source].may_go_to
            card = heard[source].cards[-1]
            assert listener.activate(source) == language.begun(language.picked.format(card=card))
            assert [name for name, pile in listener.piles().items() if pile.is_picked] == [source]
            said = listener.activate(target)
        action = game.play(text)
        assert said == outcome(before, game, action, language)
        assert_hears_the_truth(listener, game)
    assert str(listener.table.game().record) == str(game.record)


def thirty_moves(table: TablePage, deal: int, played: int) -> tuple[easyharp.Game, list[str]]:
    """Open a game in the middle of its golden win; return it and what is to be played next."""
    win = next(win for win in golden_data.WINS if win.deal == deal)
    game = positions.Moment(deal, played).open(table)
    return game, list(win.actions[played : played + MOVES])


# A card is taken back from a foundation, the waste is turned over, a king fills a space, cards are turned up.
@pytest.mark.parametrize("language", [GERMAN, ENGLISH], ids=["German", "English"])
def test_thirty_moves_are_played_by_keys_and_ear(open_table: Callable[..., TablePage], language: Language) -> None:
    table = open_table(locale=language.locale, reduced_motion="reduce")
    game, actions = thirty_moves(table, 104, 822)
    assert {"wt", "a8", "37"} <= set(actions)
    play_by_ear(KeyListener(table, language), game, actions)


# A king run moves as a whole.
@pytest.mark.parametrize("language", [GERMAN, ENGLISH], ids=["German", "English"])
def test_thirty_moves_are_played_by_clicks_and_ear(open_table: Callable[..., TablePage], language: Language) -> None:
    table = open_table(locale=language.locale, reduced_motion="reduce")
    game, actions = thirty_moves(table, 2, 359)
    assert "52" in actions
    play_by_ear(ClickListener(table, language), game, actions)


@pytest.mark.parametrize("language", [GERMAN, ENGLISH], ids=["German", "English"])
def test_a_refusal_is_heard_and_changes_nothing(open_table: Callable[..., TablePage], language: Language) -> None:
    table = open_table(1, locale=language.locale)
    game = easyharp.Game.from_deal(1)
    listener = KeyListener(table, language)
    assert_hears_the_truth(listener, game)
    source, target = (language.begun(language.pile(pile)) for pile in "89")
    heard = listener.piles()
    assert target not in heard[source].may_go_to
    listener.activate(source)
    said = listener.activate(target)
    assert heard[source].cards[-1] in said
    assert language.does_not_fit in said
    assert_hears_the_truth(listener, game)
