"""The product and the oracle play the same games, and never differ in anything."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

import golden_data
import oracle
from easyharp.actions import COLUMNS, FOUNDATIONS, PILES, STOCK, WASTE, Action
from easyharp.deals import Deal
from easyharp.errors import ActionError, RefusedError
from easyharp.game import Game
from easyharp.refusals import refusal
from played_games import deal_numbers, every_action, likely, tables

if TYPE_CHECKING:
    from easyharp.cards import Card
    from easyharp.position import Position


def number(card: Card) -> int:
    """Return the oracle's name for a card."""
    return card.copy * 52 + card.suit * 13 + card.rank - 1


def piles(position: Position) -> dict[str, list[tuple[int, bool]]]:
    """Return a position as the oracle tells one."""
    table = {STOCK: [(number(card), False) for card in position.stock]}
    table[WASTE] = [(number(card), True) for card in position.waste]
    for name, cards in zip(FOUNDATIONS, position.foundations, strict=True):
        table[name] = [(number(card), True) for card in cards]
    for name, column in zip(COLUMNS, position.columns, strict=True):
        hidden = [(number(card), False) for card in column.hidden]
        table[name] = hidden + [(number(card), True) for card in column.shown]
    return table


def check_same(game: Game, double: oracle.Oracle) -> None:
    assert piles(game.position) == double.piles()
    assert (game.score, game.moves) == (double.score, double.moves)
    assert (game.undo_depth, game.redo_depth) == (len(double.before), len(double.undone))
    assert game.is_won == double.won
    assert [str(action) for action in game.record.actions] == double.recorded


def judged(position: Position, action: Action, *, undoable: int = 0, redoable: int = 0) -> str | None:
    """Return the product's verdict in the oracle's words."""
    try:
        refused = refusal(position, action, undoable=undoable, redoable=redoable)
    except ActionError:
        return oracle.MORE_THAN_THERE_ARE
    return None if refused is None else refused.code.value


def check_same_verdicts(position: Position, double: oracle.Oracle, actions: list[Action]) -> None:
    for action in actions:
        verdict = double.refusal(action.source, action.target, action.count)
        assert judged(position, action) == verdict, repr(action)


class TwoGames(RuleBasedStateMachine):
    """One game, played by the product and by the oracle."""

    def __init__(self) -> None:
        super().__init__()
        self.game = Game.from_deal(1)
        self.double = oracle.Oracle.of_deal(1)
        self.rest: tuple[str, ...] = ()

    @initialize(
        deal=deal_numbers,
        win=st.none() | st.sampled_from(golden_data.WINS),
        left=st.integers(1, 50) | st.integers(0, 700),
    )
    def begin(self, deal: int, win: golden_data.GoldenWin | None, left: int) -> None:
        """Begin a game from its deal, or up to 700 actions before the win of a golden one."""
        deal = deal if win is None else win.deal
        self.game = Game.from_deal(deal)
        self.double = oracle.Oracle.of_deal(deal)
        if win is not None:
            begun, self.rest = win.actions[: len(win.actions) - left], win.actions[len(win.actions) - left :]
            for action in begun:
                self.game.play(action)
            self.double.play_all(begun)
        check_same(self.game, self.double)

    def play(self, action: Action) -> bool:
        """Try an action in both games, and tell whether it was legal; refused, it changes nothing."""
        verdict = self.double.refusal(action.source, action.target, action.count)
        if verdict is None:
            recorded = self.double.play(action.source, action.target, action.count)
            assert str(self.game.play(action)) == recorded
        elif verdict == oracle.MORE_THAN_THERE_ARE:
            with pytest.raises(ActionError):
                self.game.play(action)
        else:
            with pytest.raises(RefusedError) as refused:
                self.game.play(action)
            assert refused.value.refusal.code == verdict
        check_same(self.game, self.double)
        return verdict is None

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
    def play_on(self, seed: int, steps: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - a game, no secret
        for _ in range(steps):
            if not self.game.is_won:
                self.play(likely(self.game, chance))

    @rule(piles=st.tuples(st.sampled_from(PILES), st.sampled_from(PILES)))
    def try_anything(self, piles: tuple[str, str]) -> None:
        self.play(Action(*piles))

    @rule(column=st.sampled_from(COLUMNS), goal=st.sampled_from(PILES), count=st.integers(1, 21))
    def try_a_count(self, column: str, goal: str, count: int) -> None:
        self.play(Action(column, goal, count))

    @rule(seed=st.integers(0, 2**32), steps=st.integers(1, 40))
    def try_many_things(self, seed: int, steps: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - a game, no secret
        actions = every_action(self.game.position)
        for _ in range(steps):
            self.play(chance.choice(actions))

    @rule(steps=st.sampled_from([1, 2, 5, 20, 101]))
    def undo(self, steps: int) -> None:
        while steps and self.play(Action("u", "u")):
            steps -= 1

    @rule(steps=st.sampled_from([1, 2, 5, 20, 101]))
    def redo(self, steps: int) -> None:
        while steps and self.play(Action("r", "r")):
            steps -= 1

    @rule(steps=st.integers(10, 80))
    def go_on_to_the_win(self, steps: int) -> None:
        following, self.rest = self.rest[:steps], self.rest[steps:]
        if not all(self.play(Action.from_text(action)) for action in following):
            self.rest = ()

    @rule(seed=st.integers(0, 2**32))
    def judge_many_things(self, seed: int) -> None:
        chance = random.Random(seed)  # noqa: S311 - a game, no secret
        check_same_verdicts(self.game.position, self.double, chance.sample(every_action(self.game.position), 100))

    @rule()
    def save_and_load(self) -> None:
        self.game = Game.from_record(str(self.game.record))
        check_same(self.game, self.double)

    @rule()
    def go_on_with_a_copy(self) -> None:
        first, self.game = self.game, self.game.copy()
        piles_before, depths = piles(first.position), (first.undo_depth, first.redo_depth)
        actions = first.record.actions
        self.play(Action.from_text("uu"))
        self.play(Action.from_text("uu"))
        self.play(Action.from_text("rr"))
        assert (piles(first.position), first.record.actions) == (piles_before, actions)
        assert (first.undo_depth, first.redo_depth) == depths


TestTwoGames = TwoGames.TestCase
TestTwoGames.settings = settings(stateful_step_count=40)


@pytest.mark.parametrize("win", golden_data.WINS, ids=lambda win: f"deal {win.deal}")
def test_both_play_a_golden_win_alike_at_every_step(win: golden_data.GoldenWin) -> None:
    game, double = Game.from_deal(win.deal), oracle.Oracle.of_deal(win.deal)
    for action in win.actions:
        assert double.refusal(*action) is None
        game.play(action)
        double.play(*action)
        check_same(game, double)
    assert double.won
    assert double.score == win.score


@pytest.mark.parametrize("record", golden_data.RECORDS, ids=lambda record: f"deal {record.deal}")
def test_both_play_a_golden_record_alike_at_every_step(record: golden_data.GoldenRecord) -> None:
    game, double = Game.from_deal(record.deal), oracle.Oracle.of_deal(record.deal)
    for action in record.actions[: record.refused.index] if record.refused else record.actions:
        game.play(action)
        double.play(*action)
        check_same(game, double)
    if record.refused:
        assert double.refusal(*record.refused.action) == record.refused.reason


@pytest.mark.parametrize("judged_before", golden_data.REFUSALS)
def test_the_oracle_judges_like_the_golden_refusals(judged_before: golden_data.GoldenRefusal) -> None:
    double = oracle.Oracle.of_deal(judged_before.deal)
    double.play_all(judged_before.actions)
    verdict = double.refusal(judged_before.source, judged_before.target, judged_before.count)
    assert verdict == judged_before.code


@settings(max_examples=settings().max_examples // 2)
@given(tables())
def test_both_judge_every_action_alike_on_tables_no_game_leads_to(position: Position) -> None:
    places = {
        card: oracle.Place(pile, height, face_up)
        for pile, cards in piles(position).items()
        for height, (card, face_up) in enumerate(cards)
    }
    assert len(places) == 104
    check_same_verdicts(position, oracle.Oracle(places), every_action(position))


@given(deal_numbers)
def test_both_shuffle_and_name_a_deal_alike(deal: int) -> None:
    assert [number(card) for card in Deal(deal).shuffled()] == oracle.shuffled(deal)
    assert Deal(deal).code == oracle.code(deal)


@pytest.mark.parametrize("golden", golden_data.DEALS, ids=lambda golden: golden.code)
def test_the_oracle_deals_the_golden_deals(golden: golden_data.GoldenDeal) -> None:
    assert tuple(map(oracle.face, oracle.shuffled(golden.number))) == golden.faces
    assert oracle.code(golden.number) == golden.code


@pytest.mark.parametrize("golden", golden_data.DAYS, ids=lambda golden: str(golden.date))
def test_the_oracle_knows_the_golden_days(golden: golden_data.GoldenDay) -> None:
    assert oracle.daily(golden.date.toordinal()) == golden.number
