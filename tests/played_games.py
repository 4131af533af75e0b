"""Games and tables for Hypothesis: deep into real games, or all 104 cards thrown onto a table at random."""

from __future__ import annotations

import functools
import random
from typing import TYPE_CHECKING, Final

from hypothesis import strategies as st

import golden_data
from easyharp.actions import COLUMNS, DRAW, REDEAL, Action
from easyharp.cards import KING, PACKS, Card, Suit
from easyharp.deals import FIRST_DEAL, LAST_DEAL
from easyharp.game import Game
from easyharp.position import Column, Position, fits

if TYPE_CHECKING:
    from collections.abc import Callable

NOTHING_LEFT: Final = [
    (
        5,
        (
            "8c6 2c2 Jh7 4c8 Td3 Ah2 3s9 2d9 As9 Ts7 9h7 8s7 7h6 6s6 Qc4 Jd4 Tc1 9d1 8s1 2e 2he 7s5 6h5 5s5 4h5 3s5 9s3"
            " 8h3 7c3 6d3 5c3 4d3 53 5d6 4s6 35 e5 e2 95 3d6 2s6 26 6e 59 e2 26 9g 2sg 62 2e 5e 5g 4sg 3d8 2c8"
        ),
    ),
    (
        39,
        (
            "5c5 9s1 Jd3 23 As4 9h3 8s3 Jh6 Ahe Ahf Ts6 6d2 5s2 9d6 8c6 8d8 7s8 Td7 9s7 2he 3he 6h8 98 Js9 7d3 6c3 5h3"
            " 4s3 3h3 2s3 f3 4g 2sg 3sg 3f 4f 3c4 2d4"
        ),
    ),
]
"""Ways into positions in which no card fits anywhere; a card of the waste is drawn until it comes up."""

deal_numbers = st.integers(FIRST_DEAL, LAST_DEAL)


def likely(game: Game, chance: random.Random) -> Action:
    """Choose a legal action, mostly one that brings the game on."""
    actions = game.legal_actions
    turning = [action for action in actions if action in (DRAW, REDEAL)]
    forward = [action for action in actions if action.target in "abcdefgh" or action.source == "w"]
    weighted = [(turning, 4), (forward, 8), (actions, 2)]
    choices = [choice for choice, weight in weighted for _ in range(weight) if choice]
    return chance.choice(chance.choice(choices))


def played_through(deal: int, moves: str) -> Game:
    """Return a deal's game after moves in which three characters are a card of the waste and where it goes."""
    game = Game.from_deal(deal)
    for move in moves.split():
        face, action = (move[:2], "w" + move[2]) if len(move) == 3 else ("", move)
        while face and (not game.position.waste or game.position.waste[-1].face != face or game.refusal(action)):
            game.play("tw" if game.position.stock else "wt")
        game.play(action)
    return game


def played_by_chance(deal: int, actions: int) -> Game:
    """Return a deal's game after so many likely actions, by which most games can no longer be won."""
    game = Game.from_deal(deal)
    chance = random.Random(deal)  # noqa: S311 - a game, no secret
    for _ in range(actions):
        game.play(likely(game, chance))
    return game


@functools.lru_cache(maxsize=2000)
def won_up_to(win: int, length: int) -> Game:
    """Return a golden win's game after its first actions; copy it before playing on."""
    game = Game.from_deal(golden_data.WINS[win].deal)
    for action in golden_data.WINS[win].actions[:length]:
        game.play(action)
    return game


@st.composite
def games(draw: Callable[[st.SearchStrategy[int]], int]) -> Game:
    """Draw a game somewhere between its deal and its win, undone and redone actions included."""
    if draw(st.integers(0, 1)):
        win = draw(st.integers(0, len(golden_data.WINS) - 1))
        length = len(golden_data.WINS[win].actions) - draw(st.integers(0, 9)) * 20 - draw(st.integers(0, 19))
        game = won_up_to(win, length).copy()
    else:
        game = Game.from_deal(draw(deal_numbers))
    chance = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 - a game, no secret
    for _ in range(draw(st.integers(0, 120))):
        if game.is_won:
            break
        going_back = chance.random() < 0.1 and game.undo_depth
        game.play("uu" if going_back else likely(game, chance))
        if game.redo_depth and chance.random() < 0.3:
            game.play("rr")
    return game


@st.composite
def tables(draw: Callable[[st.SearchStrategy[int]], int], fewest_on_foundations: int = 0) -> Position:
    """Draw a table with all 104 cards, which need not be one that a game could lead to."""
    heights = [draw(st.integers(fewest_on_foundations, KING)) for _ in range(8)]
    foundations = tuple(
        tuple(Card(Suit(slot // 2), rank, slot % 2) for rank in range(1, height + 1))
        for slot, height in enumerate(heights)
    )
    chance = random.Random(draw(st.integers(0, 2**32)))  # noqa: S311 - a table, no secret
    rest = [card for card in PACKS if not any(card in pile for pile in foundations)]
    chance.shuffle(rest)
    columns = [Column()] * 9
    for place in chance.sample(range(9), 9 - draw(st.integers(0, 4))):
        columns[place] = _column(rest, chance.randint(0, place), chance)
    drawn = chance.randint(0, len(rest))
    stock, waste = tuple(rest[drawn:]), tuple(rest[:drawn])
    return Position(tuple(columns), foundations, stock, waste)


def _column(rest: list[Card], hidden: int, chance: random.Random) -> Column:
    """Take a column off the rest of the cards: a king first where one is left and chance wants it so."""
    kings = [card for card in rest if card.rank == KING]
    if kings and chance.random() < 0.4:
        rest.remove(kings[0])
        rest.append(kings[0])
    shown: list[Card] = [rest.pop()] if rest else []
    while shown and chance.random() < 0.75 and (next_ones := [card for card in rest if fits(card, shown[-1])]):
        shown.append(chance.choice(next_ones))
        rest.remove(shown[-1])
    below = [rest.pop() for _ in range(min(hidden, len(rest)))] if shown else []
    return Column(tuple(below), tuple(shown))


def every_action(position: Position) -> list[Action]:
    """Return each pair of piles without a count, and with every count that the source column has."""
    piles = COLUMNS + "abcdefgh" + "tw"
    actions = [Action(source, target) for source in piles for target in piles]
    for source, column in zip(COLUMNS, position.columns, strict=True):
        counts = range(1, column.size + 1)
        actions += [Action(source, target, count) for target in piles for count in counts]
    return actions
