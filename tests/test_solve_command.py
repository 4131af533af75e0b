from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from typing import TYPE_CHECKING, Any

import pytest

import easyharp
from command_line import Answer, Runner, record, run_process, start
from easyharp import solving_command
from easyharp.cli import Status
from easyharp.solver import Unwinnable, compiling
from easyharp.solver.compiling import PLAIN
from golden_data import WINS

if TYPE_CHECKING:
    from pathlib import Path

WIN = WINS[0]
LONGEST_LINE_OF_TEXT = 200

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


def won_game(deal: int, actions: str) -> easyharp.Game:
    return easyharp.Game.from_record(record(deal, actions))


# --- one game


def test_a_deal_that_can_be_won(run: Runner) -> None:
    answer = run("solve", "5")
    assert (answer.status, answer.err) == (0, "")
    title, verdict, actions = answer.out.split("\n\n")
    game = won_game(5, actions)
    assert game.is_won
    assert title == "Deal 5, EH1-N-AAAAAAF"
    assert verdict == (
        f"It can be won: in {game.moves} moves, with {game.redeals + 1} passes through the stock"
        f" and a score of {game.score:,}."
    )
    assert max(map(len, actions.splitlines())) < 80
    assert run("solve", "eh1 n aaaaaaf").out == answer.out


def test_json_is_one_object_with_the_whole_answer(run: Runner) -> None:
    answer = run("solve", "5", "--json")
    assert (answer.status, answer.err) == (0, "")
    told = answer.value
    game = won_game(5, told["actions"])
    assert game.is_won
    assert told == {
        "deal": 5,
        "code": "EH1-N-AAAAAAF",
        "verdict": "winnable",
        "actions": " ".join(map(str, game.record.actions)),
        "moves": game.moves,
        "passes": game.redeals + 1,
        "score": game.score,
        "fewest_hidden": 0,
        "why": None,
        "bound": None,
        "nodes": told["nodes"],
        "seconds": told["seconds"],
    }
    assert told["nodes"] > 0
    assert told["seconds"] > 0


def test_of_several_wins_the_shortest_is_told(run: Runner) -> None:
    first, best = (run("solve", "5", "--json", "--tries", tries).value for tries in ("0", "40"))
    assert best["moves"] < first["moves"]
    assert best["nodes"] == first["nodes"]
    assert run("solve", "5", "--json").value["actions"] == best["actions"]


def test_the_best_score_takes_nothing_back_and_is_told_with_a_bound(run: Runner) -> None:
    told = run("solve", "5", "--json", "--best-score").value
    game = won_game(5, told["actions"])
    assert not [action for action in game.record.actions if action.source in "abcdefgh"]
    from_waste = [action for action in game.record.actions if action.source == "w" and action.target in "123456789"]
    assert told["score"] == game.score == 1220 + 5 * len(from_waste)
    assert run("solve", "5", "--json").value["score"] < told["score"] <= told["bound"] == 1515
    text = run("solve", "5", "--best-score").out
    assert f"a score of {told['score']:,}." in text
    assert text.endswith("No play without take-backs can score more than 1,515.\n")


@pytest.mark.parametrize("wrong", ["-1", "many", "1.5", "10000000", ""])
def test_a_wrong_number_of_tries(run: Runner, wrong: str) -> None:
    answer = run("solve", "5", f"--tries={wrong}")
    assert (answer.status, answer.out) == (2, "")
    assert "is no number of tries: it should be from 0 to 999999" in answer.err


@pytest.mark.parametrize("piped", [False, True])
def test_a_record_is_solved_from_its_end(run: Runner, tmp_path: Path, *, piped: bool) -> None:
    given, won = tmp_path / "game.txt", tmp_path / "won.txt"
    text = str(
        easyharp.Record(easyharp.Deal(5), easyharp.Record.from_text(record(5, "74 71 uu")).actions, {"By": "Ada"})
    )
    given.write_text(text, encoding="utf-8")
    asked = "-" if piped else str(given)
    answer = run("solve", asked, "--json", "--record", str(won), stdin=text)
    assert answer.status == 0
    begun, game = easyharp.Game.from_record(text), easyharp.Game.from_record(won.read_text(encoding="utf-8"))
    assert game.is_won
    assert game.tags == {"By": "Ada"}
    actions = [str(action) for action in game.record.actions]
    assert actions[:3] == ["74", "71", "uu"]
    assert answer.value["actions"] == " ".join(actions[3:])
    assert (answer.value["moves"], answer.value["score"]) == (game.moves, game.score)
    assert answer.value["passes"] == game.redeals + 1
    more = game.moves - begun.moves
    assert f"in {more} more moves, {game.moves} in all" in run("solve", asked, stdin=text).out
    assert given.read_text(encoding="utf-8") == text


def test_the_winning_record_is_replayed(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    solved = run("solve", "5", "--json", "--record", str(file)).value
    answer = run("replay", str(file))
    assert answer.status == 0
    assert answer.out.endswith(f"Score {solved['score']}, moves {solved['moves']}, won.\n")


def test_a_position_that_is_about_to_be_won(run: Runner) -> None:
    given = record(WIN.deal, " ".join(WIN.actions[:-1]))
    answer = run("solve", "-", stdin=given)
    assert answer.status == 0
    assert f"It can be won: in 1 more move, {WIN.moves} in all" in answer.out


LOST = record(
    3,
    "93 13 93 89 28 tw we tw w9 tw w8 tw tw tw tw w3 tw tw w5 56 tw tw w6 tw tw tw tw w9 tw wc tw w2 tw w1 tw tw tw tw"
    " tw w4 tw we 9e tw wg tw tw w3 93 w2 w9 tw w4 tw tw tw tw w7 57 tw tw tw w5 w5 tw w6 tw tw tw w5 58 85 5c tw tw w7"
    " w7 tw w1 tw tw tw tw we tw w1 tw 21 tw 12 tw 21 tw 12 21 tw tw wg 5g 85 58 tw 85 58 67 9g 85 76 58 39 67 93 85 76"
    " 67 39 tw w5",
)
"""It leads to a position that cannot be won, which needs a search to be proved."""


def test_a_position_that_cannot_be_won(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    answer = run("solve", "-", "--record", str(file), stdin=LOST)
    assert (answer.status, answer.err) == (0, "")
    assert "\n\nIt cannot be won. This is proved: " in answer.out
    assert not file.exists()
    told = run("solve", "-", "--json", stdin=LOST).value
    assert told["verdict"] == "unwinnable"
    assert [told[name] for name in ("actions", "moves", "passes", "score", "why")] == [None] * 5
    assert told["fewest_hidden"] > 0


def test_cards_that_lock_each_other_are_named(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    locked = tuple(map(easyharp.Card.from_text, ("5h", "Ts")))
    monkeypatch.setattr(solving_command, "solve", lambda *_: Unwinnable(locked, 0, 2, 7))
    assert "cards lie face down under 5h, Ts, which can never move." in run("solve", "5").out


@pytest.mark.parametrize(
    ("options", "why", "word"),
    [(("--nodes", "1"), "nodes", "--nodes"), (("--seconds", "1e-9"), "seconds", "--seconds")],
)
def test_what_is_undecided_tells_why_and_how_far_it_came(
    run: Runner, options: tuple[str, str], why: str, word: str
) -> None:
    answer = run("solve", "5", *options)
    assert (answer.status, answer.err) == (0, "")
    assert "\n\nIt is undecided whether it can be won." in answer.out
    assert word in answer.out
    assert re.search(r"At best [0-9]+ cards were left face down\.\n$", answer.out)
    told = run("solve", "5", *options, "--json").value
    assert (told["verdict"], told["why"], told["actions"]) == ("undecided", why, None)
    assert 0 < told["fewest_hidden"] <= 36


def test_the_same_nodes_give_the_same_answer(run: Runner) -> None:
    answers = [run("solve", "7", "--nodes", "300", "--json").value for _ in range(2)]
    assert answers[0] | {"seconds": 0} == answers[1] | {"seconds": 0}


# --- many deals


def test_many_deals_as_text(run: Runner) -> None:
    answer = run("solve", "--range", "5-7")
    assert (answer.status, answer.err) == (0, "")
    *lines, summary = answer.out.splitlines()
    assert len(lines) == 3
    for number, line in zip((5, 6, 7), lines, strict=True):
        told = run("solve", str(number), "--json", "--tries", "0").value
        assert line == f"Deal {number}: winnable, {told['moves']} moves, score {told['score']:,}"
    assert re.fullmatch(r"3 deals in \d+ s: 3 winnable, 0 unwinnable, 0 undecided\.", summary)


def test_many_deals_as_lines_of_json(run: Runner) -> None:
    answer = run("solve", "--range", "5-7", "--jsonl")
    assert (answer.status, answer.err) == (0, "")
    for number, told in zip((5, 6, 7), answer.lines, strict=True):
        assert list(told) == ["deal", "verdict", "actions", "moves", "score", "nodes", "seconds"]
        assert (told["deal"], told["verdict"]) == (number, "winnable")
        game = won_game(number, told["actions"])
        assert game.is_won
        assert (game.moves, game.score) == (told["moves"], told["score"])
    (undecided,) = run("solve", "--range", "5-5", "--nodes", "1", "--jsonl").lines
    assert undecided["verdict"] == "undecided"
    assert [undecided[name] for name in ("actions", "moves", "score")] == [None] * 3


def test_actions_can_be_left_out(run: Runner) -> None:
    answer = run("solve", "--range", "5-6", "--jsonl", "--no-actions")
    assert all(list(told) == ["deal", "verdict", "moves", "score", "nodes", "seconds"] for told in answer.lines)
    assert all(len(line) < 100 for line in answer.out.splitlines())  # 999,999 deals are to fit into a file


def test_a_file_takes_the_lines_and_the_summary_is_left(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    answer = run("solve", "--range", "5-7", "--out", str(file))
    assert re.fullmatch(r"3 deals in \d+ s: 3 winnable, 0 unwinnable, 0 undecided\.\n", answer.out)
    before = file.read_text(encoding="utf-8")
    assert [json.loads(line)["deal"] for line in before.splitlines()] == [5, 6, 7]
    again = run("solve", "--range", "6-9", "--out", str(file))
    assert again.out.endswith("4 winnable, 0 unwinnable, 0 undecided. 2 of them were in the file before.\n")
    after = file.read_text(encoding="utf-8")
    assert after.startswith(before)
    assert [json.loads(line)["deal"] for line in after.splitlines()] == [5, 6, 7, 8, 9]
    assert run("solve", "--range", "5-9", "--out", str(file), "--jsonl").out == ""


def test_a_damaged_file_is_told_and_left_alone(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    file.write_text('{"deal":1,"verdict":"winnable"}\nnot mine\n', encoding="utf-8")
    run("solve", "--range", "1-3", "--out", str(file)).assert_bad("Line 2 of ", "is not JSON", "nothing")
    assert file.read_text(encoding="utf-8") == '{"deal":1,"verdict":"winnable"}\nnot mine\n'


# --- bad input


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("0", "There is no deal 0: deals run from 1 to 999,999."),
        ("1000000", "1,000,000"),
        ("1.5", "whole number"),
        ("", "number or code"),
        ("hello", "There is no file of that name, either."),
        ("EH1-N-AAAAAF", "There is no file of that name, either."),
        ("EH2-N-AAAAAAF", "There is no file of that name, either."),
        ("nothing.txt", "'nothing.txt' cannot be read: No such file"),
        ("x" * 5000, "no file"),
        ("a\0b", "no file"),
        ("./a\0b", "cannot be the name of a file"),
        (".", "cannot be read"),
    ],
)
def test_no_such_game(run: Runner, text: str, word: str) -> None:
    answer = run("solve", text)
    answer.assert_bad(word)
    assert answer.out == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "begins with its deal"),
        (record(0, "74"), "deal 0"),
        (record(5, "74 4x"), "action 2"),
        ("x" * 1_000_001, "1,000,000 bytes"),
        (record(WIN.deal, " ".join(WIN.actions)), "won already"),
    ],
)
def test_a_record_that_cannot_be_solved(run: Runner, text: str, word: str) -> None:
    run("solve", "-", stdin=text).assert_bad(word)


def test_an_action_that_is_not_legal(run: Runner) -> None:
    answer = run("solve", "-", stdin=record(5, "74 42"))
    assert (answer.status, answer.out) == (Status.REFUSED, "")
    answer.assert_complaint("Action 2, 42, is not legal")


@pytest.mark.parametrize(
    "args",
    [
        [],
        ["5", "6"],
        ["5", "--range", "1-2"],
        ["--range", "1-2", "--record", "won.txt"],
        ["--range", "1-2", "--json"],
        ["5", "--jobs", "2"],
        ["5", "--jsonl"],
        ["5", "--no-actions"],
        ["5", "--out", "deals.jsonl"],
        *(["--range", text] for text in ("", "5", "5-", "-5", "2-1", "0-5", "1-1000000", "1-2-3", "1-" + "9" * 999)),
        *(["5", "--seconds", text] for text in ("", "0", "-1", "nan", "inf", "1e999", "soon")),
        *(["5", "--nodes", text] for text in ("", "0", "-1", "1.5", "9" * 5000)),
        *(["--range", "1-2", "--jobs", text] for text in ("", "0", "-1", "1000", "two")),
        *(["5", "--record", text] for text in ("", "-", "a\0b")),
        ["--range", "1-2", "--out", "-"],
    ],
)  # fmt: skip
def test_wrong_arguments(run: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, args: list[str]) -> None:
    monkeypatch.chdir(tmp_path)
    answer = run("solve", *args)
    assert answer.status == Status.BAD_INPUT
    assert answer.out == ""
    assert answer.err.startswith("usage: easyharp")
    assert "error: " in answer.err
    assert len(answer.err.splitlines()[-1]) < LONGEST_LINE_OF_TEXT
    assert not list(tmp_path.iterdir())


def test_a_file_that_cannot_be_written_is_told_before_the_search(run: Runner, tmp_path: Path) -> None:
    missing = str(tmp_path / "missing" / "file")
    for options in (("5", "--record"), ("--range", "1-2", "--out")):
        answer = run("solve", *options, missing)
        answer.assert_bad("cannot be written: No such file or directory.")
        assert answer.out == ""
        run("solve", *options, str(tmp_path)).assert_bad(f"'{tmp_path}'")


@posix
def test_a_link_for_the_record_is_kept_where_there_is_nothing_to_write(run: Runner, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "won.txt")
    assert run("solve", "5", "--nodes", "1", "--record", str(link)).status == 0
    assert list(tmp_path.iterdir()) == [link]


def test_help_tells_the_members(run: Runner) -> None:
    answer = run("solve", "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.isascii()
    told = run("solve", "5", "--json").value
    assert set(told) <= set(re.findall(r"\w+", answer.out))


# --- as a process, and on a terminal


def read_terminal(
    *args: str, patience: float = 120, interrupt_at: bytes | None = None, columns: int = 0, **variables: str
) -> tuple[int, str, str]:
    """Run a command whose standard error is a terminal; its status, standard output, and what the terminal got."""
    import pty  # noqa: PLC0415 (not on every system)
    import termios  # noqa: PLC0415

    ours, theirs = pty.openpty()
    termios.tcsetwinsize(theirs, (24, columns))
    shown = b""
    with start(*args, stdin=subprocess.DEVNULL, stderr=theirs, env=os.environ | variables) as process:
        os.close(theirs)
        deadline = time.monotonic() + patience
        while time.monotonic() < deadline:
            if select.select([ours], [], [], 0.1)[0]:
                try:
                    shown += os.read(ours, 10_000)
                except OSError:  # the other end is closed
                    break
            if interrupt_at is not None and interrupt_at in shown:
                process.send_signal(signal.SIGINT)
                interrupt_at = None
        if time.monotonic() > deadline:
            process.kill()
        out, _ = process.communicate()
    os.close(ours)
    return process.returncode, (out or b"").decode(), shown.decode()


def visible(shown: str) -> str:
    """Return what is left on a terminal of what was written to it, with carriage returns as its only control."""
    lines = []
    for written in shown.replace("\r\n", "\n").split("\n"):
        line: list[str] = []
        for part in written.split("\r"):
            line[: len(part)] = part
        lines.append("".join(line).rstrip())
    return "\n".join(lines)


HARD = record(
    3,
    "93 13 93 93 83 28 tw tw w3 tw w8 tw tw tw tw tw tw w5 56 65 56 65 tw 56 65 56 65 tw 56 65 w5 tw w3 w3 tw tw tw tw"
    " w3 tw w2 tw w1 tw tw tw tw tw tw w8 w4 49 94 49 94 49 94 49 94 tw 49 94 49 94 tw 49 94 49 w2 94 92 42 24 42 tw 24"
    " 42 24 tw 42 w2 tw tw tw tw w7 67",
)
"""It leads to a position that is not decided in many seconds."""


@posix
@pytest.mark.parametrize("asked", ["one", "many"])
def test_long_work_shows_its_progress_on_a_terminal_and_leaves_nothing(tmp_path: Path, asked: str) -> None:
    file = tmp_path / "file"
    args, told = ["solve", "--range", "1-999999", "--out", str(file)], b" of 999,999 deals, 0.0% undecided, "
    if asked == "one":
        file.write_text(HARD, encoding="utf-8")
        args, told = ["solve", str(file)], b"Solving deal 3: 1 s"
    status, out, shown = read_terminal(*args, interrupt_at=told)
    assert status == Status.INTERRUPTED
    assert out == ""
    assert told.decode() in shown
    assert visible(shown) == ""
    assert "\x1b" not in shown


@posix
def test_progress_fits_a_narrow_terminal(tmp_path: Path) -> None:
    args = ("solve", "--range", "1-999999", "--out", str(tmp_path / "file"))
    _, _, shown = read_terminal(*args, interrupt_at=b" of 999,999 deals, ", columns=30)
    assert max(map(len, shown.split("\r"))) == 29
    assert visible(shown) == ""


@posix
@pytest.mark.parametrize("args", [("solve", "5"), ("solve", "--range", "5-6", "--jobs", "2", "--jsonl")])
def test_the_first_compilation_is_told_on_a_terminal(tmp_path: Path, args: tuple[str, ...]) -> None:
    status, out, shown = read_terminal(*args, NUMBA_CACHE_DIR=str(tmp_path))
    assert status == 0
    assert out
    assert "ompiling the search, once on this machine" in shown
    assert visible(shown) == ""
    again = read_terminal(*args, NUMBA_CACHE_DIR=str(tmp_path))
    assert again[0] == 0
    assert "Compiling" not in again[2]


@posix
@pytest.mark.parametrize(
    "args", [("solve", "5"), ("solve", "--range", "5-6"), ("solve", "--range", "5-6", "--jobs", "2")]
)
def test_ctrl_c_while_compiling_is_quiet(tmp_path: Path, args: tuple[str, ...]) -> None:
    status, out, shown = read_terminal(*args, interrupt_at=b"ompiling", NUMBA_CACHE_DIR=str(tmp_path))
    assert status in {Status.INTERRUPTED, -signal.SIGINT}  # a shell says 130 in either case
    assert (out, visible(shown)) == ("", "")


@posix
def test_short_work_shows_no_progress() -> None:
    run_process("solve", "5")  # what is compiled now need not be later
    status, out, shown = read_terminal("solve", "5")
    assert (status, visible(shown)) == (0, "")
    assert "It can be won" in out


def test_without_numba_a_terminal_is_told_how_it_would_be_faster(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    from easyharp.solver import solving, sweep  # noqa: PLC0415

    for module in (compiling, solving, sweep, solving_command):
        monkeypatch.setattr(module, "can_compile", lambda: False)
    monkeypatch.setattr(solving_command, "is_terminal", lambda _: False)
    answer = run("solve", "5")
    assert (answer.status, answer.err) == (0, "")
    for args in (("5",), ("--range", "5-5")):
        monkeypatch.setattr(solving_command, "is_terminal", lambda stream: stream is sys.stderr)
        answer = run("solve", *args)
        assert answer.status == 0
        assert answer.err.count('pip install "easyharp[solver]"') == 1
    assert PLAIN.name == "plain"


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_ends_many_deals_quietly(jobs: str) -> None:
    with start("solve", "--range", "1-999999", "--jobs", jobs, "--jsonl", start_new_session=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        for _ in range(3):
            json.loads(process.stdout.readline())
        os.killpg(process.pid, signal.SIGINT)  # as a terminal does: the workers get it, too
        process.stdout.read()
        assert process.wait(timeout=30) == Status.INTERRUPTED
        assert process.stderr.read() == b""
        with contextlib.suppress(ProcessLookupError):
            assert not group_lives(process.pid)


@posix
def test_a_reader_who_leaves_ends_it_quietly() -> None:
    with start("solve", "--range", "1-999999", "--jobs", "2", "--jsonl") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.wait(timeout=30) == Status.BROKEN_PIPE
        assert process.stderr.read() == b""


def group_lives(group: int, patience: float = 10) -> bool:
    """Say whether a process of a group still runs after a while."""
    deadline = time.monotonic() + patience
    while time.monotonic() < deadline:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


@posix
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_sweep_that_was_killed_goes_on_where_it_was(tmp_path: Path, jobs: str) -> None:
    file = tmp_path / "deals.jsonl"
    args = ("solve", "--range", "1-150", "--jobs", jobs, "--no-actions", "--out", str(file))
    for lines in (10, 60):
        with start(*args, start_new_session=True) as process:
            while not file.exists() or file.read_bytes().count(b"\n") < lines:
                assert process.poll() is None
                time.sleep(0.005)
            process.kill()
        assert not group_lives(process.pid)  # workers that have lost their parent end, too
        with file.open("ab") as half:
            half.write(b'{"deal":140,"verd')
    before = file.read_bytes().rpartition(b"\n")[0]
    answer = run_process(*args)
    assert (answer.status, answer.err) == (0, "")
    assert re.search(r"150 deals in \d+ s: 150 winnable", answer.out)
    after = file.read_bytes()
    assert after.startswith(before)
    solved: list[dict[str, Any]] = [json.loads(line) for line in after.splitlines()]
    assert sorted(told["deal"] for told in solved) == list(range(1, 151))


def with_room_for(size: int, *args: str) -> Answer:
    """Run a command that can write so many bytes into a file, and no more."""
    code = (
        "import resource; from easyharp.cli import main; from easyharp.solver.solving import default_kernel\n"
        "default_kernel()  # what is compiled is written, too\n"
        f"resource.setrlimit(resource.RLIMIT_FSIZE, ({size}, {size})); raise SystemExit(main({args!r}))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=120)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


@posix
def test_a_record_that_does_not_fit_leaves_the_one_before(tmp_path: Path) -> None:
    file = tmp_path / "won.txt"
    file.write_text(record(5, "74"), encoding="utf-8")
    with_room_for(100, "solve", str(file), "--record", str(file)).assert_bad("cannot be written: File too large.")
    assert file.read_text(encoding="utf-8") == record(5, "74")
    assert list(tmp_path.iterdir()) == [file]


@posix
def test_a_full_disk_is_told_and_what_fits_is_kept(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "deals.jsonl"
    args = ["solve", "--range", "1-5", "--no-actions", "--out", str(file)]
    with_room_for(250, *args).assert_bad("cannot be written: File too large.")
    assert file.stat().st_size == 250
    assert run(*args).out.endswith("5 winnable, 0 unwinnable, 0 undecided. 2 of them were in the file before.\n")
    assert [json.loads(line)["deal"] for line in file.read_bytes().splitlines()] == [1, 2, 3, 4, 5]


def test_help_is_there_without_the_solver() -> None:
    code = (
        "import sys; from easyharp.cli import main; main(['solve', '--help']); raise SystemExit('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=60)
    assert Answer(done.returncode, "", done.stderr.decode()).status == 0
