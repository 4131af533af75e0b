from __future__ import annotations

import doctest
import random
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import easyharp
import golden_data
from easyharp import game as game_module
from easyharp.actions import DRAW, PILES, REDEAL, UNDO, Action
from easyharp.deals import Deal
from easyharp.errors import ActionError, CodeError, RecordError, RefusedError
from easyharp.game import UNDO_LIMIT, Game, RefusedAction, Replay, replay
from easyharp.picture import picture
from easyharp.position import Position
from easyharp.record import Record
from easyharp.refusals import Refusal, RefusalCode
from played_games import games, likely

if TYPE_CHECKING:
    from types import ModuleType


ALL_TEXTS = ["uu", "rr", *(source + target for source in PILES for target in PILES)]


def played(deal: int, actions: str) -> Game:
    game = Game.from_deal(deal)
    for action in actions.split():
        game.play(action)
    return game


def state(game: Game) -> tuple[object, ...]:
    """Return all that a game can be asked for."""
    return (
        game.deal,
        game.tags,
        game.position,
        game.score,
        game.moves,
        game.redeals,
        game.undo_depth,
        game.redo_depth,
        game.record,
        game.is_won,
    )


@pytest.mark.parametrize("record", golden_data.RECORDS, ids=lambda record: f"deal {record.deal}")
def test_a_golden_record_never_changes(record: golden_data.GoldenRecord) -> None:
    replayed = replay(Record(Deal(record.deal), tuple(map(Action.from_text, record.actions))))
    game = replayed.game
    assert game.deal.code == record.code
    columns = [
        (tuple(card.face for card in column.hidden), tuple(card.face for card in column.shown))
        for column in game.position.columns
    ]
    assert tuple(columns) == record.columns
    assert tuple(map(len, game.position.foundations)) == record.foundations
    assert tuple(card.face for card in game.position.stock) == record.stock
    assert tuple(card.face for card in game.position.waste) == record.waste
    assert (game.score, game.moves, game.undo_depth) == (record.score, record.moves, record.undo_depth)
    assert game.is_won == record.won
    refused = replayed.refused
    assert (refused and (refused.index, str(refused.action), refused.refusal.code.value)) == (
        record.refused and (record.refused.index, record.refused.action, record.refused.reason)
    )


@pytest.mark.parametrize("win", golden_data.WINS, ids=lambda win: f"deal {win.deal}")
def test_a_golden_win_stays_a_win(win: golden_data.GoldenWin) -> None:
    game, take_backs, from_waste = Game.from_deal(win.deal), 0, 0
    for action in win.actions:
        assert not game.is_won
        assert str(game.play(action)) == action
        take_backs += action[0] in "abcdefgh"
        from_waste += action[0] == "w" and action[1] in "123456789"
    assert game.is_won
    assert (game.score, game.moves, take_backs) == (win.score, win.moves, win.take_backs)
    assert game.score == 1220 + 5 * from_waste + 10 * take_backs
    assert tuple(map(str, game.record.actions)) == win.actions


def test_a_won_game_accepts_nothing_more() -> None:
    win = golden_data.WINS[0]
    game = played(win.deal, " ".join(win.actions))
    before = state(game)
    for action in ("uu", "rr", "tw", "wt", "a1", "12", "ab"):
        with pytest.raises(RefusedError) as refused:
            game.play(action)
        assert refused.value.refusal == Refusal(RefusalCode.GAME_WON)
    with pytest.raises(RefusedError):
        game.undo()
    assert state(game) == before
    assert game.undo_depth == 100


def test_a_new_game_has_its_deal_and_nothing_more() -> None:
    game = Game.from_deal(5)
    assert game.position == Position.from_deal(Deal(5))
    assert (game.score, game.moves, game.redeals, game.undo_depth, game.redo_depth) == (0, 0, 0, 0, 0)
    assert not game.is_won
    assert game.record == Record(Deal(5))


@pytest.mark.parametrize("deal", [5, "5", "EH1-N-AAAAAAF", "aaaaaaf", Deal(5)])
def test_a_game_is_started_by_number_code_or_deal(deal: int | str | Deal) -> None:
    assert Game.from_deal(deal).deal == Deal(5)


@pytest.mark.parametrize("deal", [0, 1_000_000, "", "EH1"])
def test_a_game_of_no_deal_is_not_started(deal: int | str) -> None:
    with pytest.raises(CodeError):
        Game.from_deal(deal)


@pytest.mark.parametrize("deal", [5.0, None, True, b"5"])
def test_a_deal_is_not_given_as_something_else(deal: Any) -> None:
    kind = type(deal).__name__
    with pytest.raises(TypeError, match=f"^A deal is given as a Deal, by its number or by its code, not as {kind}.$"):
        Game.from_deal(deal)


def test_a_game_is_played_from_a_record_or_its_text() -> None:
    text = '[Deal "EH1-N-AAAAAAF"]\n[Date "2026-11-29"]\n\n74 71 61 uu rr\n'
    game = Game.from_record(text)
    assert state(game) == state(Game.from_record(Record.from_text(text)))
    assert str(game.record) == text
    assert (game.score, game.moves, game.undo_depth, game.tags) == (15, 4, 3, {"Date": "2026-11-29"})


def test_a_game_is_not_played_from_a_broken_or_illegal_record() -> None:
    with pytest.raises(RecordError, match="Line 3, action 2: 'x'"):
        Game.from_record('[Deal "5"]\n\n74 x')
    with pytest.raises(RefusedError, match=r"^95 is not legal: 4d does not fit on 8d"):
        Game.from_record('[Deal "5"]\n\n74 95 tw')


def test_replay_stops_at_the_first_illegal_action() -> None:
    record = Record.from_text('[Deal "5"]\n[Date "2026"]\n\n74 71 61 uu rr 95 tw')
    replayed = replay(record)
    refusal = Refusal(
        RefusalCode.WRONG_COLOUR_AND_RANK,
        replayed.game.position.source_cards("9"),
        replayed.game.position.source_cards("5")[0],
        ("5c", "5s"),
    )
    assert replayed.refused == RefusedAction(5, Action("9", "5"), refusal)
    assert state(replayed.game) == state(Game.from_record('[Deal "5"]\n[Date "2026"]\n\n74 71 61 uu rr'))


def test_replay_plays_a_legal_record_to_its_end() -> None:
    game = played(5, "74 71 61 uu rr")
    replayed = replay(game.record)
    assert replayed == Replay(replayed.game)
    assert state(replayed.game) == state(game)


def test_the_message_of_a_refused_action_quotes_the_table() -> None:
    game = Game.from_deal(5)
    with pytest.raises(RefusedError) as refused:
        game.play("95")
    assert str(refused.value) == (
        "95 is not legal: 4d does not fit on 8d, neither in colour nor in rank; it needs 5c or 5s.\n"
        + picture(game.position)
    )
    assert refused.value.refusal == game.refusal("95") == game.refusal(Action("9", "5"))


def test_what_is_no_action_is_not_played() -> None:
    game = Game.from_deal(5)
    before = state(game)
    for text in ("", "7", "77x", "xx"):
        with pytest.raises(ActionError):
            game.play(text)
        with pytest.raises(ActionError):
            game.refusal(text)
    with pytest.raises(ActionError, match="column 7 has only 7"):
        game.play(Action("7", "4", 8))
    assert state(game) == before


@pytest.mark.parametrize("action", [5, None, ("7", "4")])
def test_an_action_is_not_given_as_something_else(action: Any) -> None:
    game = Game.from_deal(5)
    sentence = f"^An action is an Action or its text, such as '74', not {type(action).__name__}.$"
    for ask in (game.play, game.refusal):
        with pytest.raises(TypeError, match=sentence):
            ask(action)


def test_play_returns_the_action_as_recorded() -> None:
    game = Game.from_deal(5)
    assert game.play(Action("7", "4", 1)) == Action("7", "4")
    game = played(564630, "54 29")
    assert game.play("1c") == Action("1", "g")
    assert game.play("uu") == UNDO
    assert list(map(str, game.record.actions)) == ["54", "29", "1g", "uu"]


def test_score_counter_and_history_of_a_short_game() -> None:
    game = Game.from_deal(5)
    told = []
    for action in ("74", "71", "61", "uu", "uu", "rr", "tw", "rr"):
        if game.refusal(action) is None:
            game.play(action)
        told.append((action, game.score, game.moves, game.undo_depth, game.redo_depth))
    assert told == [
        ("74", 5, 1, 1, 0),
        ("71", 10, 2, 2, 0),
        ("61", 15, 3, 3, 0),
        ("uu", 10, 3, 2, 1),
        ("uu", 5, 3, 1, 2),
        ("rr", 10, 4, 2, 1),
        ("tw", 10, 5, 3, 0),
        ("rr", 10, 5, 3, 0),
    ]


def test_a_copy_goes_its_own_way() -> None:
    game = played(5, "74 71 61 uu")
    before = state(game)
    twin = game.copy()
    assert state(twin) == before
    twin.redo()
    twin.undo()
    twin.undo()
    twin.tags["Date"] = "2026"
    twin.play("tw")
    assert state(game) == before
    for each, table in ((game, game.position), (twin, twin.position)):
        each.undo()
        each.redo()
        assert each.position == table
    game.redo()
    assert (game.moves, twin.moves) == (5, 6)
    assert game.refusal("rr") == Refusal(RefusalCode.NOTHING_TO_REDO)


def test_the_tags_of_a_game_are_its_own() -> None:
    tags = {"Date": "2026"}
    game = Game(Deal(5), tags)
    tags["Date"] = "1999"
    assert game.record.tags == {"Date": "2026"}


def test_repr_shows_the_table() -> None:
    game = played(5, "74")
    assert repr(game) == f"<Game EH1-N-AAAAAAF score 5, 1 moves>\n{picture(game.position)}"


@pytest.mark.parametrize("module", [easyharp, game_module])
def test_the_examples_in_the_documentation_are_true(module: ModuleType) -> None:
    result = doctest.testmod(module)
    assert result.attempted >= 3
    assert result.failed == 0


# What went wrong in other solitaires, by number.


@pytest.mark.parametrize("seed", range(5))
def test_14_undo_to_the_limit_and_redo_forward_pass_the_same_500_states(seed: int) -> None:
    chance = random.Random(seed)  # noqa: S311 - a game, no secret
    game = Game.from_deal(1 + 97 * seed)
    passed = [(game.position, game.score, game.redeals)]
    while game.moves < 500:
        game.play(likely(game, chance))
        passed.append((game.position, game.score, game.redeals))
    for back in range(1, UNDO_LIMIT + 1):
        game.undo()
        assert (game.position, game.score, game.redeals) == passed[-1 - back]
        assert (game.undo_depth, game.redo_depth, game.moves) == (UNDO_LIMIT - back, back, 500)
    for forward in range(1, UNDO_LIMIT + 1):
        game.redo()
        assert (game.position, game.score, game.redeals) == passed[-1 - UNDO_LIMIT + forward]
        assert (game.undo_depth, game.redo_depth, game.moves) == (forward, UNDO_LIMIT - forward, 500 + forward)
    assert state(Game.from_record(str(game.record))) == state(game)


def test_15_draw_and_undo_leave_the_card_face_down() -> None:
    game = Game.from_deal(5)
    table = picture(game.position)
    game.play(DRAW)
    drawn = game.position.waste
    game.undo()
    assert picture(game.position) == table
    assert game.position.stock[:1] == drawn
    assert game.position.source_cards("t") == ()


def test_16_a_redeal_keeps_the_order_and_undoing_it_brings_the_waste_back() -> None:
    game = Game.from_deal(5)
    passes = []
    for redeals in range(3):
        seen = []
        for _ in range(59):
            game.play("tw")
            seen.append(game.position.waste[-1])
        passes.append(seen)
        waste = game.position.waste
        game.play("wt")
        assert (game.position.waste, game.redeals) == ((), redeals + 1)
        game.undo()
        assert (game.position.waste, game.position.stock, game.redeals) == (waste, (), redeals)
        game.redo()
        assert game.redeals == redeals + 1
    assert passes[0] == passes[1] == passes[2] == list(Position.from_deal(Deal(5)).stock)
    assert game.score == 0


def test_17_a_move_that_turns_a_card_up_is_one_undo_step() -> None:
    game = Game.from_deal(5)
    before = game.position
    game.play("74")
    assert (len(game.position.columns[6].hidden), len(game.position.columns[6].shown), game.score) == (5, 1, 5)
    game.undo()
    assert (game.position, game.score, game.moves, game.undo_depth) == (before, 0, 1, 0)


@given(games(), st.randoms(use_true_random=False))
def test_18_a_refused_action_leaves_everything_untouched(game: Game, chance: random.Random) -> None:
    before = state(game)
    for text in chance.sample(ALL_TEXTS, 60):
        if (expected := game.refusal(text)) is not None:
            with pytest.raises(RefusedError) as refused:
                game.play(text)
            assert refused.value.refusal == expected
        assert state(game) == before


def test_19_of_101_actions_100_are_undone_and_the_last_says_so_in_words() -> None:
    game = Game.from_deal(5)
    for _ in range(50):
        game.play("tw")
    game.play("74")
    for _ in range(50):
        game.play("tw" if game.position.stock else "wt")
    assert (game.moves, game.undo_depth) == (101, 100)
    loaded = Game.from_record(str(game.record))
    for again in (game, loaded):
        for _ in range(100):
            again.undo()
        with pytest.raises(RefusedError, match=r"^uu is not legal: there is no action left that could be undone"):
            again.undo()
        assert (again.moves, again.undo_depth, again.redo_depth) == (101, 0, 100)
        assert len(again.position.waste) == 1
    assert state(loaded) == state(game)


def test_19_an_undone_action_frees_its_place() -> None:
    game = Game.from_deal(5)
    for _ in range(150):
        game.play(DRAW if game.position.stock else REDEAL)
    for _ in range(30):
        game.undo()
    assert (game.undo_depth, game.redo_depth) == (70, 30)
    for _ in range(20):
        game.play("74" if game.refusal("74") is None else "tw")
    assert (game.undo_depth, game.redo_depth) == (90, 0)


def test_20_of_twins_the_right_one_moves_and_comes_back() -> None:
    game = Game.from_deal(5)
    twins = [card for card in game.position.stock if card.face == "4d"]
    at_the_end = game.position.source_cards("9")
    assert [card.face for card in at_the_end] == ["4d"]
    assert at_the_end[0] not in twins
    game.play("tw")
    assert game.position.waste == tuple(twins)
    assert game.position.source_cards("9") == at_the_end
    refused = game.refusal("91")
    assert refused is not None
    assert refused.cards == at_the_end
    refused = game.refusal("w1")
    assert refused is not None
    assert refused.cards == tuple(twins)
    game.undo()
    assert game.position.stock[0] == twins[0]


def test_21_of_two_foundations_that_wait_for_a_rank_the_left_one_gets_the_card() -> None:
    game = played(564630, "54 29")
    for named in ("h", "g", "a"):
        assert game.play("1" + named) == Action("1", "g")
        ace = game.position.foundations[6]
        assert [card.face for card in ace] == ["As"]
        assert game.position.foundations[7] == ()
        game.undo()
        assert game.position.foundations[6] == ()
        assert game.position.source_cards("1") == ace
        game.redo()
        assert game.position.foundations[6] == ace
        game.undo()


@given(games())
def test_any_game_is_played_again_from_its_record_history_included(game: Game) -> None:
    again = Game.from_record(str(game.record))
    assert state(again) == state(game)
    while game.refusal(UNDO) is None:
        game.undo()
        again.undo()
        assert state(again) == state(game)
    while game.redo_depth:
        game.redo()
        again.redo()
    assert state(again) == state(game)


@given(games())
def test_the_score_is_never_below_zero_and_only_undo_lowers_it(game: Game) -> None:
    again, score = Game.from_deal(game.deal), 0
    for action in game.record.actions:
        again.play(action)
        assert again.score >= (0 if action == UNDO else score)
        score = again.score
    assert again.moves == sum(action != UNDO for action in game.record.actions)
