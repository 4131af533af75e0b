"""What a table may ask: every answer, and above all what no answer may hold."""

from __future__ import annotations

import contextlib
import datetime
import json
import random
import re
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import golden_data
from easyharp.actions import COLUMNS, DRAW, FOUNDATIONS, PILES, STOCK, UNDO, WASTE, Action
from easyharp.deals import Deal
from easyharp.errors import ActionError, RequestError
from easyharp.game import Game
from easyharp.protocol import ASKS, LONGEST_RECORD, Engine, Field, view
from easyharp.refusals import refusal
from json_values import bodies
from played_games import NOTHING_LEFT, games, likely, played_through, won_up_to

if TYPE_CHECKING:
    from collections.abc import Callable

    from easyharp.cards import Card
    from easyharp.position import Position

Json = dict[str, Any]

FIVE = '[Deal "EH1-N-AAAAAAF"]\n\n'


@pytest.fixture
def engine() -> Engine:
    return Engine()


def won_game() -> Game:
    return won_up_to(0, len(golden_data.WINS[0].actions))


# What an answer shows


def face_up(position: Position) -> list[Card]:
    columns = [card for column in position.columns for card in column.shown]
    return columns + [card for pile in position.foundations for card in pile] + list(position.waste)


def check_shown(answer: Json) -> None:
    """Assert that an answer about a game shows its face-up cards, and no face of any other."""
    game = Game.from_record(answer["record"])
    deck = game.deal.shuffled()
    shown = {game.deal.places[card] for card in face_up(game.position)}
    cards = [card for pile in answer["view"]["piles"].values() for card in pile]
    assert sorted(card["place"] for card in cards) == list(range(104))
    for card in cards:
        assert card["face"] == (deck[card["place"]].face if card["place"] in shown else None)
    refused = answer["refusal"] or {"cards": [], "onto": None}
    named = {*refused["cards"], refused["onto"]} - {None}
    visible = Counter(deck[place].face for place in shown)
    assert named <= set(visible)
    # The whole text: the record, the refusal and the action apart, only the face-up cards' faces are in it.
    text = json.dumps(answer | {"record": None, "refusal": None, "played": None})
    assert Counter(re.findall(r'"([A23456789TJQK][cdhs])"', text)) == visible


@given(games(), st.sampled_from(PILES), st.sampled_from(PILES), st.integers(1, 21), st.randoms())
def test_no_answer_shows_a_hidden_card(game: Game, source: str, target: str, count: int, chance: random.Random) -> None:
    engine = Engine()
    record = str(game.record)
    asks: list[tuple[str, Json]] = [
        ("view", {}),
        ("act", {"source": source, "target": target}),
        ("act", {"source": source, "target": target, "count": count}),
        ("tap", {"pile": source, "count": count}),
        ("double_tap", {"pile": source, "count": count}),
        ("undo", {}),
        ("redo", {}),
        ("finish", {}),
    ]
    for ask, members in chance.sample(asks, 3):
        try:
            answer = engine.answer(ask, {"record": record} | members)
        except RequestError as error:
            if error.where != "/count":
                raise
        else:
            check_shown(answer)


def test_no_answer_shows_a_hidden_card_in_a_game_played_to_its_win(engine: Engine) -> None:
    win = min(golden_data.WINS, key=lambda win: len(win.actions))
    answer = engine.answer("new", {"deal": str(win.deal)})
    check_shown(answer)
    for index, action in enumerate(win.actions):
        asked: Json = {"record": answer["record"], "source": action[0], "target": action[1]}
        answer = engine.answer(
            "undo" if action == "uu" else "act", asked if action != "uu" else {"record": asked["record"]}
        )
        assert answer["played"] == action
        if index % 10 == 0:
            check_shown(answer)
    check_shown(answer)
    assert answer["view"]["won"]
    assert answer["view"]["score"] == win.score
    assert answer["view"]["moves"] == win.moves


def test_a_drawn_and_undrawn_card_is_hidden_again(engine: Engine) -> None:
    new = engine.answer("new", {"deal": "5"})
    drawn = engine.answer("act", {"record": new["record"], "source": STOCK, "target": WASTE})
    back = engine.answer("undo", {"record": drawn["record"]})
    assert drawn["view"]["piles"][WASTE][0]["face"] is not None
    assert back["view"]["piles"] == new["view"]["piles"]
    assert back["view"]["piles"][STOCK][-1] == {"place": 45, "face": None}
    assert back["view"]["redo"] == 1
    check_shown(back)


@given(games())
def test_a_view_tells_what_the_game_is(game: Game) -> None:
    seen = view(game)
    position = game.position
    counted = {name: len(cards) for name, cards in seen["piles"].items()}
    assert list(seen["piles"]) == list(PILES)
    assert counted[STOCK] == len(position.stock)
    assert counted[WASTE] == len(position.waste)
    assert [counted[pile] for pile in FOUNDATIONS] == [len(cards) for cards in position.foundations]
    assert [counted[pile] for pile in COLUMNS] == [column.size for column in position.columns]
    assert [seen[name] for name in ("deal", "code", "score", "moves", "undo", "redo", "won")] == [
        game.deal.number,
        game.deal.code,
        game.score,
        game.moves,
        game.undo_depth,
        game.redo_depth,
        game.is_won,
    ]
    assert seen["pass"] == game.redeals + 1
    assert seen["next_deal"] == game.deal.next_number
    assert seen["finishable"] == (not game.is_won and not any(column.hidden for column in position.columns))


def brute_targets(position: Position) -> dict[str, dict[str, list[str]]]:
    """Try every pair of piles with every count. Any foundation is the foundation area: the slot that accepts counts."""
    targets: dict[str, dict[str, list[str]]] = {}
    for source in PILES:
        for count in range(1, len(position.column(source).shown) + 2 if source in COLUMNS else 2):
            found = []
            for target in PILES:
                try:
                    refused = refusal(position, Action(source, target, count))
                except ActionError:
                    continue
                if refused is None:
                    slot = (
                        position.accepting_foundation(position.source_cards(source)[0]) if target in FOUNDATIONS else ""
                    )
                    found.append(slot or target)
            if found:
                targets.setdefault(source, {})[str(count)] = sorted(set(found))
    return targets


@given(games())
def test_targets_are_what_no_refusal_speaks_against(game: Game) -> None:
    targets = {
        source: {count: sorted(piles) for count, piles in by_count.items()}
        for source, by_count in view(game)["targets"].items()
    }
    assert targets == brute_targets(game.position)


@given(games())
def test_taps_are_what_a_tap_on_the_last_card_then_does(game: Game) -> None:
    engine, record = Engine(), str(game.record)
    taps = view(game)["taps"]
    for pile in PILES:
        played = engine.answer("tap", {"record": record, "pile": pile, "count": 1})["played"]
        assert taps.get(pile) == (played[1] if played and played[0] == pile else None)


def test_a_won_game_has_no_targets() -> None:
    seen = view(won_game())
    assert seen["won"]
    assert seen["targets"] == {}
    assert seen["taps"] == {}
    assert not seen["move_left"]


# The asks


def test_new_deals_by_number_code_and_date(engine: Engine) -> None:
    for written in ("5", "EH1-N-AAAAAAF", "eh1naaaaaaf", "https://example.org/#EH1-N-AAAAAAF"):
        assert engine.answer("new", {"deal": written})["record"] == FIVE
    day = golden_data.DAYS[0]
    answer = engine.answer("new", {"date": day.date.isoformat()})
    assert answer["view"]["deal"] == day.number == Deal.of_day(day.date).number
    assert f'[Daily "{day.date.isoformat()}"]' in answer["record"]


def test_new_deals_at_random(engine: Engine) -> None:
    numbers = [engine.answer("new", {})["view"]["deal"] for _ in range(1000)]
    assert len(set(numbers)) >= 990
    assert all(1 <= number <= 999_999 for number in numbers)


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"deal": "0"}, "/deal"),
        ({"deal": ""}, "/deal"),
        ({"deal": "EH9-N-AAAAAAF"}, "/deal"),
        ({"date": "2026-02-30"}, "/date"),
        ({"date": "gestern"}, "/date"),
        ({"date": "\ud800"}, "/date"),
        ({"date": "2026-12-24T00"}, "/date"),
        ({"deal": "5", "date": "2026-12-24"}, ""),
    ],
)
def test_new_says_which_member_is_wrong(engine: Engine, body: Json, where: str) -> None:
    with pytest.raises(RequestError) as raised:
        engine.answer("new", body)
    assert raised.value.where == where


def test_the_first_and_the_last_day_have_deals(engine: Engine) -> None:
    for date in (datetime.date.min, datetime.date.max):
        assert 1 <= engine.answer("new", {"date": date.isoformat()})["view"]["deal"] <= 999_999


def test_act_plays_or_refuses(engine: Engine) -> None:
    played = engine.answer("act", {"record": FIVE, "source": "7", "target": "4"})
    assert played["played"] == "74"
    assert played["refusal"] is None
    assert played["record"] == FIVE + "74\n"
    refused = engine.answer("act", {"record": FIVE, "source": "1", "target": "1"})
    assert refused["played"] is None
    assert refused["record"] == FIVE
    assert refused["refusal"] == {
        "code": "same_pile",
        "source": "1",
        "target": "1",
        "cards": [refused["view"]["piles"]["1"][-1]["face"]],
        "onto": None,
        "wanted": [],
    }


@pytest.mark.parametrize("wrong", golden_data.REFUSALS[::7], ids=str)
def test_act_refuses_with_the_golden_codes(engine: Engine, wrong: golden_data.GoldenRefusal) -> None:
    record = f'[Deal "{wrong.deal}"]\n\n' + " ".join(wrong.actions)
    answer = engine.answer(
        "act", {"record": record, "source": wrong.source, "target": wrong.target, "count": wrong.count}
    )
    assert (answer["refusal"] or {"code": None})["code"] == wrong.code
    assert (answer["played"] is None) == (wrong.code is not None)
    check_shown(answer)


@pytest.mark.parametrize(
    "members", [{"source": "t", "target": "w", "count": 2}, {"source": "1", "target": "2", "count": 9}]
)
def test_act_says_that_no_pile_gives_so_many_cards(engine: Engine, members: Json) -> None:
    with pytest.raises(RequestError) as raised:
        engine.answer("act", {"record": FIVE} | members)
    assert raised.value.where == "/count"


def test_taps(engine: Engine) -> None:
    assert engine.answer("tap", {"record": FIVE, "pile": STOCK, "count": 1})["played"] == "tw"
    assert engine.answer("tap", {"record": FIVE, "pile": "a", "count": 1})["played"] is None
    assert engine.answer("double_tap", {"record": FIVE, "pile": "7", "count": 1})["played"] == "74"
    assert engine.answer("double_tap", {"record": FIVE, "pile": STOCK, "count": 1})["played"] is None


def test_undo_and_redo(engine: Engine) -> None:
    one = engine.answer("act", {"record": FIVE, "source": "7", "target": "4"})
    undone = engine.answer("undo", {"record": one["record"]})
    redone = engine.answer("redo", {"record": undone["record"]})
    assert [undone["played"], redone["played"]] == ["uu", "rr"]
    assert redone["record"] == FIVE + "74 uu rr\n"
    assert redone["view"]["piles"] == one["view"]["piles"]
    assert redone["view"]["moves"] == 2
    for ask, code in (("undo", "nothing_to_undo"), ("redo", "nothing_to_redo")):
        answer = engine.answer(ask, {"record": FIVE})
        assert answer["refusal"]["code"] == code
        assert answer["record"] == FIVE


def test_the_hundred_and_first_undo_is_refused(engine: Engine) -> None:
    record = FIVE + "tw " * 59 + "wt " + "tw " * 41
    for left in range(100, 0, -1):
        answer = engine.answer("undo", {"record": record})
        assert answer["view"]["undo"] == left - 1
        record = answer["record"]
    assert engine.answer("undo", {"record": record})["refusal"]["code"] == "nothing_to_undo"


def test_finish_wins_step_by_step(engine: Engine) -> None:
    actions = iter(golden_data.WINS[0].actions)
    game = Game.from_deal(golden_data.WINS[0].deal)
    while not game.position.is_finishable:
        game.play(next(actions))
    record = str(game.record)
    assert engine.answer("view", {"record": record})["view"]["finishable"]
    for _ in range(2000):
        answer = engine.answer("finish", {"record": record})
        if answer["played"] is None:
            break
        record = answer["record"]
    assert answer["view"]["won"]
    assert not answer["view"]["finishable"]


def test_finish_plays_nothing_while_cards_are_hidden(engine: Engine) -> None:
    answer = engine.answer("finish", {"record": FIVE})
    assert answer["played"] is None
    assert answer["refusal"] is None
    assert answer["record"] == FIVE


def test_a_won_game_refuses_everything(engine: Engine) -> None:
    record = str(won_game().record)
    asks: list[tuple[str, Json]] = [("act", {"source": "a", "target": "1"}), ("undo", {}), ("redo", {})]
    for ask, members in asks:
        answer = engine.answer(ask, {"record": record} | members)
        assert answer["refusal"]["code"] == "game_won"
        assert answer["record"] == record


# Earlier moments


def test_a_game_is_looked_at_as_it_was_at_any_moment(engine: Engine) -> None:
    record = FIVE + "74 71 7a tw uu rr"
    live = Game.from_record(FIVE)
    for at, action in enumerate(["", "74", "71", "7a", "tw", "uu", "rr"]):
        if action:
            live.play(action)
        answer = engine.answer("view", {"record": record, "at": at})
        assert answer["view"] == view(live)
        assert answer["record"] == str(live.record)
        assert answer["played"] == (action or None)
        assert answer["actions"] == 6
        assert answer["problem"] is None
        check_shown(answer)
    assert engine.answer("view", {"record": record, "at": 7}) == engine.answer("view", {"record": record, "at": 6})
    assert engine.answer("view", {"record": record})["actions"] == 6


def test_undo_reaches_as_far_back_as_it_did_then(engine: Engine) -> None:
    record = FIVE + " ".join(["tw"] * 59 + ["wt"] + ["tw"] * 59 + ["uu"] * 100)
    seen = [engine.answer("view", {"record": record, "at": at})["view"] for at in (60, 119, 219)]
    assert [(view["undo"], view["redo"], view["pass"]) for view in seen] == [(60, 0, 2), (100, 0, 2), (0, 100, 1)]


def test_an_earlier_moment_of_a_damaged_record(engine: Engine) -> None:
    answer = engine.answer("view", {"record": FIVE + "74 tw 1a tw", "at": 1})
    assert (answer["actions"], answer["problem"]["kept"], answer["record"]) == (2, 2, FIVE + "74\n")


@given(games(), st.integers(0, 500))
def test_no_earlier_moment_shows_what_was_hidden_then(game: Game, at: int) -> None:
    answer = Engine().answer("view", {"record": str(game.record), "at": at})
    check_shown(answer)
    assert answer["record"] == str(Game.from_record(answer["record"]).record)


# Damaged records


@pytest.mark.parametrize(
    ("rest", "kept", "reason", "detail"),
    [
        ("74 tw xx tw", 2, "unreadable", "'xx' is not an action"),
        ("74 tw 1a tw", 2, "illegal", "Action 3 of the record, 1a, is not legal"),
        ("74 tw uu uu uu", 4, "illegal", "uu"),
        ("\ud800", 0, "unreadable", "is not an action"),
        ("74 tw \x00", 2, "unreadable", "is not an action"),
    ],
)
def test_view_keeps_the_good_beginning(engine: Engine, rest: str, kept: int, reason: str, detail: str) -> None:
    answer = engine.answer("view", {"record": FIVE + rest})
    assert answer["problem"]["kept"] == kept
    assert answer["problem"]["reason"] == reason
    assert detail in answer["problem"]["detail"]
    assert answer["record"].split() == (FIVE + " ".join(rest.split()[:kept])).split()
    check_shown(answer)


@pytest.mark.parametrize("ask", ["act", "tap", "double_tap", "undo", "redo", "finish", "hint"])
def test_nothing_is_played_on_a_damaged_record(engine: Engine, ask: str) -> None:
    members: Json = {"source": "t", "target": "w"} if ask == "act" else {}
    members |= {"pile": "t", "count": 1} if "tap" in ask else {}
    for rest in ("74 xx", "74 1a"):
        with pytest.raises(RequestError) as raised:
            engine.answer(ask, {"record": FIVE + rest} | members)
        assert raised.value.where == "/record"


@pytest.mark.parametrize("record", ["", "tw", '[Deal "0"]', '[Daily "x"]', "\x00", "[" * 100])
def test_a_record_without_a_deal_is_no_game(engine: Engine, record: str) -> None:
    with pytest.raises(RequestError) as raised:
        engine.answer("view", {"record": record})
    assert raised.value.where == "/record"


@given(games(), st.integers(0, 400), st.text(max_size=8))
def test_any_damage_leaves_a_game(game: Game, place: int, damage: str) -> None:
    whole = str(game.record)
    place = min(place, len(whole) - len(FIVE)) + len(FIVE)
    answer = Engine().answer("view", {"record": whole[:place] + damage + whole[place:]})
    check_shown(answer)
    assert Engine().answer("view", {"record": answer["record"]})["problem"] is None


# Hints


@dataclass(frozen=True)
class Known:
    """An adviser that says always the same, and notes what it was asked."""

    verdict: str = "unknown"
    action: Action | None = None
    asked: list[tuple[Position, float, bool]] = field(default_factory=list)

    def advise(self, position: Position, seconds: float, stopped: Callable[[], bool]) -> Known:
        self.asked.append((position, seconds, stopped()))
        return self


def hint(adviser: Known | None, record: str, **members: object) -> Json:
    return Engine(adviser).answer("hint", {"record": record} | members)


@pytest.mark.parametrize(
    ("action", "told"),
    [
        (Action("7", "4"), {"source": "7", "target": "4", "count": 1}),
        (DRAW, {"source": "t", "target": "w", "count": 1}),
        (None, None),
    ],
)
def test_a_hint_tells_what_the_adviser_knows_by_piles_only(action: Action | None, told: Json | None) -> None:
    assert hint(Known("winnable", action), FIVE) == {"verdict": "winnable", "move_left": True, "action": told}


def test_a_hint_tells_how_many_cards_of_a_king_s_run_move() -> None:
    game = won_up_to(1, 381)
    space = next(pile for pile in COLUMNS if not game.position.column(pile).shown)
    answer = hint(Known("winnable", Action("5", space)), str(game.record))
    assert answer["action"]["count"] == len(game.position.column("5").shown) > 1


def test_a_hint_is_thought_about_for_a_second_or_as_long_as_is_asked_for() -> None:
    adviser = Known()
    hint(adviser, FIVE)
    hint(adviser, FIVE, seconds=None)
    hint(adviser, FIVE, seconds=20)
    assert [(seconds, stopped) for _, seconds, stopped in adviser.asked] == [(1, False), (1, False), (20, False)]
    assert {position for position, *_ in adviser.asked} == {Game.from_deal(5).position}
    for wrong in (0, 61, 1.5, "1", True):
        with pytest.raises(RequestError):
            hint(adviser, FIVE, seconds=wrong)


def test_who_thinks_can_learn_that_nobody_waits_any_more() -> None:
    adviser = Known()
    Engine(adviser).answer("hint", {"record": FIVE}, lambda: True)
    assert [stopped for *_, stopped in adviser.asked] == [True]


def test_what_is_plain_to_see_needs_no_adviser() -> None:
    adviser = Known("winnable", DRAW)
    won = str(won_game().record)
    stuck = str(played_through(*NOTHING_LEFT[0]).record)
    for asked in (adviser, None):
        assert hint(asked, won) == {"verdict": "won", "move_left": False, "action": None}
        assert hint(asked, stuck) == {"verdict": "unwinnable", "move_left": False, "action": None}
    assert adviser.asked == []
    assert hint(None, FIVE) == {"verdict": "unknown", "move_left": True, "action": None}


# Describing a deal


@pytest.mark.parametrize(
    ("text", "reason", "found", "place"),
    [
        ("", "empty", "", 0),
        (" - ", "number", "", 0),
        ("A" * 201, "too_long", "", 0),
        ("-5", "number", "", 0),
        ("EH2-N-AAAAAAF", "prefix", "EH2N", 0),
        ("EH1-N-AAAÄAAF", "character", "Ä", 4),
        ("EH1-N-\ud800AAAAAF", "character", "\ud800", 1),
        ("EH1-N-AAAF", "length", "4", 0),
        ("1000000", "range", "1000000", 0),
        ("EH1-N-ZZZZZZZ", "range", str(26**7 - 1), 0),
    ],
)
def test_describe_names_what_is_wrong(engine: Engine, text: str, reason: str, found: str, place: int) -> None:
    answer = engine.answer("describe", {"text": text})
    assert answer["deal"] is None
    assert answer["code"] is None
    problem = answer["problem"]
    assert (problem["reason"], problem["found"], problem["place"]) == (reason, found, place)
    assert problem["detail"].endswith(".")


def test_describe_reads_what_people_write(engine: Engine) -> None:
    for text in ("4711", "4 711", "4.711", Deal(4711).code, Deal(4711).code.lower().replace("-", "")):
        assert engine.answer("describe", {"text": text}) == {"deal": 4711, "code": Deal(4711).code, "problem": None}


# Requests that do not follow the protocol


def right(field: Field) -> object:
    return 1 if field.type == "integer" else field.choices[:1] or FIVE


def wrong_values(field: Field) -> list[object]:
    wrong: list[object] = [[], {}, True, 1.5, float("nan"), float("inf")]
    if field.type == "integer":
        return [*wrong, "1", field.least - 1, field.most + 1, 10**30]
    if field.choices:
        return [*wrong, 1, "", "x", field.choices[:2], "\ud800"]
    return [*wrong, 1, "x" * (field.most + 1)]


@pytest.mark.parametrize(
    ("ask", "field"),
    [(name, field) for name, ask in ASKS.items() for field in ask.fields],
    ids=lambda v: getattr(v, "name", v),
)
def test_each_member_is_checked(engine: Engine, ask: str, field: Field) -> None:
    body = {each.name: right(each) for each in ASKS[ask].fields if each.required}
    values: list[object] = [*wrong_values(field), *([None] if field.required else [])]
    for value in values:
        with pytest.raises(RequestError) as raised:
            engine.answer(ask, body | {field.name: value})
        assert raised.value.where == f"/{field.name}"
        assert field.name in str(raised.value)
    if field.required:
        with pytest.raises(RequestError):
            engine.answer(ask, {name: value for name, value in body.items() if name != field.name})


@pytest.mark.parametrize(("name", "where"), [("recrod", "/recrod"), ("a/b~c", "/a~1b~0c")])
def test_a_member_that_no_ask_has_is_named(engine: Engine, name: str, where: str) -> None:
    with pytest.raises(RequestError, match="has no member") as raised:
        engine.answer("view", {"record": FIVE, name: 1})
    assert raised.value.where == where


def test_what_no_table_can_ask(engine: Engine) -> None:
    with pytest.raises(RequestError, match="cannot ask 'cheat'"):
        engine.answer("cheat", {})
    bodies: list[object] = [[], "x", 5, None, True]
    for body in bodies:
        with pytest.raises(RequestError, match="JSON object"):
            engine.answer("view", body)


@given(st.sampled_from(sorted(ASKS)), bodies)
def test_any_json_is_answered_or_refused(ask: str, body: object) -> None:
    with contextlib.suppress(RequestError):
        json.dumps(Engine().answer(ask, body), allow_nan=False)


# Games at hand


def test_the_longest_record_is_played(engine: Engine) -> None:
    record = FIVE + " ".join(["tw"] * 59 + ["wt"]) * 1
    record += (" " + " ".join(["tw"] * 59 + ["wt"])) * ((LONGEST_RECORD - len(record)) // 180)
    answer = engine.answer("view", {"record": record})
    assert answer["problem"] is None
    assert answer["view"]["pass"] > 1000


def test_only_so_many_games_are_remembered(engine: Engine) -> None:
    for number in range(1, 200):
        engine.answer("new", {"deal": str(number)})
    assert len(engine._games) == 64  # noqa: SLF001 - what it remembers shows nowhere else
    assert engine.answer("view", {"record": FIVE})["record"] == FIVE


def test_a_remembered_game_answers_as_a_fresh_one_does() -> None:
    chance = random.Random(5)  # noqa: S311 - a game, no secret
    game = Game.from_deal(4711)
    old = Engine()
    for _ in range(150):
        action = UNDO if game.undo_depth and chance.random() < 0.2 else likely(game, chance)
        body: Json = {"record": str(game.record)}
        if action != UNDO:
            body |= {"source": action.source, "target": action.target}
        ask = "undo" if action == UNDO else "act"
        assert old.answer(ask, body) == Engine().answer(ask, body)
        game.play(action)


def test_answering_leaves_older_records_as_they_were(engine: Engine) -> None:
    first = engine.answer("new", {"deal": "5"})
    for _ in range(3):
        assert engine.answer("act", {"record": first["record"], "source": "t", "target": "w"})["view"]["moves"] == 1
        assert engine.answer("view", {"record": first["record"]})["view"] == first["view"]


def test_threads_share_an_engine(engine: Engine) -> None:
    def play(number: int) -> tuple[str, Json]:
        chance = random.Random(number)  # noqa: S311 - a game, no secret
        answer = engine.answer("new", {"deal": str(number % 4 + 1)})
        for _ in range(60):
            source, by_count = chance.choice(sorted(answer["view"]["targets"].items()))
            count, targets = chance.choice(sorted(by_count.items()))
            asked = {"source": source, "target": chance.choice(targets), "count": int(count)}
            answer = engine.answer("act", {"record": answer["record"]} | asked)
            assert answer["refusal"] is None
        return answer["record"], answer["view"]

    with ThreadPoolExecutor(8) as pool:
        for record, seen in pool.map(play, range(32)):
            assert view(Game.from_record(record)) == seen
    assert len(engine._games) <= 64  # noqa: SLF001 - what it remembers shows nowhere else
