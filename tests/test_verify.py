"""The command ``verify``: records and backups, good, wrong, damaged and unreadable."""

from __future__ import annotations

import datetime
import json
import random
from typing import TYPE_CHECKING, Any

import pytest

import easyharp
import golden_data
from command_line import Runner, record, run_process
from easyharp import streams, verifying_command

if TYPE_CHECKING:
    from pathlib import Path

GOOD = record("EH1-N-AAAAAAF", "74 71 7a tw uu")
WRONG = record("EH1-N-AAAAAAF", "74 42 71")
NOT_LEGAL = "Action 2, 42, is not legal"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


def kept(text: str = GOOD, **members: Any) -> dict[str, Any]:
    """Return a game as a backup has it, with the figures that its record gives."""
    game = easyharp.replay(easyharp.Record.from_text(text)).game
    actions = [str(action) for action in game.record.actions]
    figures = {
        "deal": game.deal.number,
        "won": game.is_won,
        "score": game.score,
        "moves": game.moves,
        "undos": actions.count("uu"),
        "takeBacks": sum(action[0] in "abcdefgh" for action in actions),
    }
    return {"id": "a-1", "record": text} | figures | {"elapsed": 1234.5, "hints": None} | members


def backup(*games: object, **members: Any) -> str:
    return json.dumps({"format": "easyharp-backup", "version": 1, "settings": {}, "games": games} | members)


def written(folder: Path, text: str | bytes, name: str = "file") -> str:
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return str(path)


def test_a_good_record_is_told(run: Runner, tmp_path: Path) -> None:
    file = written(tmp_path, GOOD)
    answer = run("verify", file)
    assert answer.status == 0
    assert answer.out == f"{file}: good: deal 5, score 25, moves 4, not won.\n1 good, 0 wrong.\n"
    assert answer.err == ""


@pytest.mark.parametrize("win", golden_data.WINS[:3], ids=lambda win: str(win.deal))
def test_a_win_is_confirmed(run: Runner, win: golden_data.GoldenWin) -> None:
    text = str(easyharp.Game.from_record(record(win.deal, " ".join(win.actions))).record)
    answer = run("verify", "-", "--json", stdin=backup(kept(text)))
    assert answer.status == 0
    assert answer.value == {
        "file": "-", "game": 1, "id": "a-1", "good": True, "deal": win.deal, "code": easyharp.Deal(win.deal).code,
        "won": True, "score": win.score, "moves": win.moves, "refused": None, "claims": {}, "problem": None,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("members", "claims"),
    [
        ({"score": 30}, {"score": 30}),
        ({"won": True, "moves": 5}, {"won": True, "moves": 5}),
        ({"deal": 6}, {"deal": 6}),
        ({"undos": 0, "takeBacks": 1}, {"undos": 0, "takeBacks": 1}),
        ({"moves": True}, {"moves": True}),
        ({"score": "25"}, {"score": "25"}),
        ({"score": None, "elapsed": -1, "more": {}}, {}),
    ],
)
def test_what_a_backup_claims_is_compared(run: Runner, members: dict[str, Any], claims: dict[str, Any]) -> None:
    answer = run("verify", "--json", "-", stdin=backup(kept(), kept(**members)))
    first, second = answer.lines
    assert first["good"]
    assert second["claims"] == claims
    assert second["good"] == (not claims)
    assert answer.status == (1 if claims else 0)
    if claims:
        answer.assert_complaint("-, game 2: The backup claims ", *claims)


@pytest.mark.parametrize(
    ("deal", "tag", "claimed", "is_true"),
    [
        ("day", "2026-12-24", "2026-12-24", True),
        ("day", "2026-12-24", None, True),
        ("day", "2026-12-24", "2026-12-25", False),
        ("day", None, "2026-12-24", False),
        ("5", "2026-12-24", "2026-12-24", False),
        ("5", "some day", "some day", False),
        ("5", None, 7, False),
    ],
)
def test_that_it_is_a_daily_deal_is_compared(
    run: Runner, deal: str, tag: str | None, claimed: object, *, is_true: bool
) -> None:
    code = easyharp.Deal.of_day(datetime.date(2026, 12, 24)).code if deal == "day" else deal
    text = str(easyharp.Record(easyharp.Deal.from_text(code), tags={"Daily": tag} if tag else {}))
    answer = run("verify", "--json", "-", stdin=backup(kept(text, daily=claimed)))
    assert answer.value["claims"] == ({} if is_true else {"daily": claimed})


@pytest.mark.parametrize("damaged", [["tw tw", WRONG], [], None, 5, "x"])
def test_texts_of_damaged_games_are_not_checked(run: Runner, damaged: object) -> None:
    answer = run("verify", "-", stdin=backup(kept(borrowed=True), damaged=damaged))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.endswith("1 good, 0 wrong.\n")


@pytest.mark.parametrize(
    ("game", "problem"),
    [
        (kept(WRONG), NOT_LEGAL),
        (kept() | {"record": GOOD + "xx"}, "action 6: 'xx' is not an action"),
        (kept() | {"record": "tw"}, "A record begins with its deal"),
        (kept() | {"record": 5}, "It has no record."),
        ({}, "It has no record."),
        (None, "It has no record."),
        ([1], "It has no record."),
    ],
)
def test_a_wrong_game_is_told_and_the_others_are_checked(run: Runner, game: object, problem: str) -> None:
    answer = run("verify", "--json", "-", stdin=backup(kept(), game, kept()))
    assert [line["good"] for line in answer.lines] == [True, False, True]
    assert problem in answer.lines[1]["problem"]
    assert answer.status == 1
    answer.assert_complaint("-, game 2: ")


def test_a_record_is_good_up_to_where_it_breaks(run: Runner) -> None:
    answer = run("verify", "-", stdin=WRONG)
    assert answer.status == 1
    assert answer.out.startswith(f"-: wrong: deal 5, score 5, moves 1, not won. {NOT_LEGAL}")
    answer.assert_complaint("-: ", NOT_LEGAL)
    broken = run("verify", "-", "--json", stdin=GOOD + "\n{a comment}")
    assert broken.status == 1
    assert broken.value["moves"] == 4
    assert broken.value["refused"] is None


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "begins with its deal"),
        ("Rezept: 3 Eier", "begins with its deal"),
        (b"\xff", "not UTF-8"),
        ("{", "not JSON"),
        ("{" + '"a":{' * 100_000, "nested too deeply"),
        ("{}", "no backup"),
        (backup(format="other"), "no backup"),
        (backup(version=2), "version 2"),
        (backup(version="x" * 999), "version xxx"),
        (backup(games={}), "no list"),
        (backup(kept())[:-9], "not JSON"),
    ],
)
def test_what_cannot_be_read_is_told_and_the_others_are_checked(
    run: Runner, tmp_path: Path, text: str | bytes, word: str
) -> None:
    answer = run("verify", written(tmp_path, text), "-", stdin=GOOD)
    answer.assert_bad(word)
    assert answer.out == "-: good: deal 5, score 25, moves 4, not won.\n1 good, 0 wrong. 1 file cannot be read.\n"
    assert run("verify", "--json", "-", stdin=text).value["file"] == "-"


def test_files_that_are_not_there(run: Runner, tmp_path: Path) -> None:
    answer = run("verify", str(tmp_path / "nothing"), str(tmp_path), "\0")
    assert answer.out == "0 good, 0 wrong. 3 files cannot be read.\n"
    answer.assert_bad("nothing", "cannot be read")


def test_a_file_is_named_once_whatever_its_name(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    written(tmp_path, "x", "Standard")
    assert run("verify", "Standard").err.startswith("easyharp: Standard: ")
    assert run("verify", "nothing").err.startswith("easyharp: 'nothing' cannot be read: ")


def test_what_cannot_be_read_outweighs_what_is_wrong(run: Runner, tmp_path: Path) -> None:
    assert run("verify", "-", written(tmp_path, "x"), stdin=WRONG).status == 2


def test_a_byte_order_mark_and_white_space_may_come_first(run: Runner) -> None:
    assert run("verify", "-", stdin="\ufeff\r\n " + backup(kept())).status == 0
    assert run("verify", "-", stdin="\ufeff" + GOOD).status == 0


def test_the_length_is_bounded(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verifying_command, "LONGEST_BACKUP", 2_000_000)
    run("verify", "-", stdin="x" * (streams.LONGEST_INPUT + 1)).assert_bad("1,000,000")
    assert run("verify", "-", stdin=backup(kept()) + " " * 1_500_000).status == 0
    run("verify", "-", stdin=backup(kept()) + " " * 2_000_000).assert_bad("2,000,000", "backup")


def test_random_damage_is_never_a_crash(run: Runner) -> None:
    whole = backup(kept(), kept(record(1, "tw tw w1"))).encode()
    chance = random.Random(6)  # noqa: S311 - the same damage in every run
    for _ in range(200):
        damaged = bytearray(whole)
        for _ in range(chance.randint(1, 3)):
            damaged[chance.randrange(len(damaged))] = chance.randrange(256)
        cut = bytes(damaged[: chance.choice((len(damaged), chance.randrange(len(damaged))))])
        answer = run("verify", "-", "--json", stdin=cut)
        assert answer.status in (0, 1, 2)
        assert "Traceback" not in answer.err


def test_the_command_needs_a_file(run: Runner) -> None:
    assert run("verify").status == 2


def test_it_runs_as_a_process() -> None:
    answer = run_process("verify", "-", "--json", stdin=backup(kept(WRONG)).encode())
    assert answer.status == 1
    assert answer.value["refused"] == {"index": 1, "action": "42", "reason": "wrong_rank"}
