from __future__ import annotations

import contextlib
import datetime
import json
import os
import signal
import subprocess
import sys
import time
import types
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any

import pytest

import easyharp
from command_line import Answer, Runner, record, run_process, start
from easyharp import streams
from easyharp.cli import Status, exit_status, main
from easyharp.streams import LONGEST_INPUT

if TYPE_CHECKING:
    import io
    from collections.abc import Iterator

    from easyharp.refusals import Refusal

GOLDEN = Path(__file__).parent / "golden"
RECORDS = [json.loads(line) for line in (GOLDEN / "records.jsonl").read_text("utf-8").splitlines()]
REFUSALS = [json.loads(line) for line in (GOLDEN / "refusals.jsonl").read_text("utf-8").splitlines()]
DEALS = [line.split("\t") for line in (GOLDEN / "deals.tsv").read_text("utf-8").splitlines()[1:]]
DAILY = [line.split("\t") for line in (GOLDEN / "daily.tsv").read_text("utf-8").splitlines()[1:]]

GIGABYTE = 2**30
MEMORY = 400 * 2**20

posix = pytest.mark.skipif(os.name != "posix", reason="needs a POSIX system")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Runner:
    return Runner(monkeypatch, capsys)


@contextlib.contextmanager
def replay_of_lines() -> Iterator[tuple[subprocess.Popen[bytes], IO[bytes], IO[bytes], IO[bytes]]]:
    """Start to replay lines; the process and its standard streams."""
    with start("replay", "--jsonl", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        yield process, process.stdin, process.stdout, process.stderr


def run_in_little_memory(*args: str, stdin: Path | None = None) -> Answer:
    limits = f"import resource; resource.setrlimit(resource.RLIMIT_AS, ({MEMORY}, {MEMORY}))"
    code = f"{limits}; from easyharp.cli import main; raise SystemExit(main({list(args)!r}))"
    with open(stdin or os.devnull, "rb") as source:  # noqa: PTH123 - PurePath or name
        done = subprocess.run([sys.executable, "-c", code], stdin=source, capture_output=True, timeout=60, check=False)
    return Answer(done.returncode, done.stdout.decode(), done.stderr.decode())


def line(**members: object) -> str:
    return json.dumps(members) + "\n"


# --- deals


@pytest.mark.parametrize(("number", "code", "cards"), DEALS)
def test_deal_json_is_the_golden_deal(run: Runner, number: str, code: str, cards: str) -> None:
    for text in (number, code, code[-7:].lower()):
        answer = run("deal", text, "--json")
        assert answer.status == 0
        assert answer.err == ""
        deal = answer.value
        assert (deal["deal"], deal["code"], deal["cards"]) == (int(number), code, cards.split())
        laid = [card for column in deal["columns"] for card in column["hidden"] + column["shown"]]
        assert laid + deal["stock"] == deal["cards"]
        assert [len(column["shown"]) for column in deal["columns"]] == [1] * 9


def test_deal_hides_what_lies_face_down(run: Runner) -> None:
    answer = run("deal", "5")
    assert answer.status == 0
    assert answer.out == (
        "Deal 5, EH1-N-AAAAAAF\n\n"
        "t 59\n"
        "w --\n"
        "a --   b --   c --   d --   e --   f --   g --   h --\n"
        "1 Jh\n"
        "2 ## 3h\n"
        "3 ## ## Js\n"
        "4 ## ## ## Kd\n"
        "5 ## ## ## ## 8d\n"
        "6 ## ## ## ## ## 9d\n"
        "7 ## ## ## ## ## ## Qc\n"
        "8 ## ## ## ## ## ## ## 5h\n"
        "9 ## ## ## ## ## ## ## ## 4d\n"
    )


def test_deal_with_faces_can_be_read_back(run: Runner) -> None:
    title, drawn = run("deal", "5", "--faces").out.split("\n\n")
    assert title == "Deal 5, EH1-N-AAAAAAF"
    position = easyharp.read_picture(drawn)
    assert easyharp.picture(position, faces=True) == drawn.rstrip("\n")
    assert easyharp.picture(position) == easyharp.picture(easyharp.Position.from_deal(easyharp.Deal(5)))


def test_code(run: Runner) -> None:
    assert run("code", "5").out == "EH1-N-AAAAAAF\n"
    assert run("code", "eh1 n aaaagzf").out == "EH1-N-AAAAGZF\n"
    assert run("code", "4 711", "--json").out == '{"deal":4711,"code":"EH1-N-AAAAGZF"}\n'


@pytest.mark.parametrize("command", ["deal", "code"])
@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("0", "999,999"),
        ("-5", "whole number"),
        ("1000000", "1,000,000"),
        ("9" * 150, "999,999"),
        ("9" * 5000, "too long"),
        ("", "number or code"),
        ("hello", "letters"),
        ("EH2-N-AAAAAAF", "EH2N"),
        ("EH1-N-AAAAAA", "6 letters"),
        ("EH1-N-AAAAAA\n\n", "6 letters"),
        ("EH1-N-AAAA\u00e4AF", "\u00e4"),
        ("\udcff", "1"),
        ("1.5", "whole number"),
        ("NaN", "3 letters"),
    ],
)
def test_unknown_deal(run: Runner, command: str, text: str, word: str) -> None:
    answer = run(command, text)
    answer.assert_bad(word)
    assert answer.out == ""


# --- daily deals


@pytest.mark.parametrize(("date", "number"), DAILY)
def test_daily(run: Runner, date: str, number: str) -> None:
    code = easyharp.Deal(int(number)).code
    assert run("daily", date).out == f"{date}: deal {number}, {code}\n"
    assert run("daily", date, "--json").value == {"date": date, "deal": int(number), "code": code}


def test_daily_is_todays_without_a_date(run: Runner) -> None:
    before = datetime.datetime.now().astimezone().date()
    answer = run("daily", "--json").value
    after = datetime.datetime.now().astimezone().date()
    date = datetime.date.fromisoformat(answer["date"])
    assert before <= date <= after
    assert answer["deal"] == easyharp.Deal.of_day(date).number


@posix
def test_daily_is_of_the_local_date() -> None:
    days = {run_process("daily", env=os.environ | {"TZ": zone}).out.split(":")[0] for zone in ("UTC-14", "UTC+12")}
    assert len(days) == 2  # 26 hours apart it is never the same day


@pytest.mark.parametrize("date", ["2026-02-29", "tomorrow", "", "0000-01-01", "10000-01-01", "2026-1-1", "9" * 5000])
def test_no_date(run: Runner, date: str) -> None:
    run("daily", date).assert_bad("no date")


# --- replaying a record


@pytest.mark.parametrize("golden", RECORDS)
def test_replay_json_is_the_golden_outcome(run: Runner, golden: dict[str, Any]) -> None:
    answer = run("replay", "-", "--json", stdin=record(golden["deal"], golden["actions"]))
    assert answer.out.count("\n") == 1
    assert list(answer.value) == list(golden["expect"])
    assert answer.value == golden["expect"]
    refused = golden["expect"]["refused"]
    if refused is None:
        assert (answer.status, answer.err) == (0, "")
    else:
        assert answer.status == Status.REFUSED
        answer.assert_complaint(f"Action {refused['index'] + 1}, {refused['action']}, is not legal: ")


def test_replay_file(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_bytes(b"\xef\xbb\xbf" + record("EH1-N-AAAAAAF", "74\r\n71").encode())
    answer = run("replay", str(file))
    assert (answer.status, answer.err) == (0, "")
    assert answer.out == (
        "Deal 5, EH1-N-AAAAAAF\n\n"
        "t 59\n"
        "w --\n"
        "a --   b --   c --   d --   e --   f --   g --   h --\n"
        "1 Jh Ts\n"
        "2 ## 3h\n"
        "3 ## ## Js\n"
        "4 ## ## ## Kd Qc\n"
        "5 ## ## ## ## 8d\n"
        "6 ## ## ## ## ## 9d\n"
        "7 ## ## ## ## Ac\n"
        "8 ## ## ## ## ## ## ## 5h\n"
        "9 ## ## ## ## ## ## ## ## 4d\n\n"
        "Score 10, moves 2, 0 of 104 cards on the foundations.\n"
    )


def test_replay_of_a_won_game(run: Runner) -> None:
    deal, score, moves, _, actions = (GOLDEN / "wins.tsv").read_text("utf-8").splitlines()[1].split("\t")
    answer = run("replay", "-", stdin=record(deal, actions))
    assert answer.status == 0
    assert answer.out.endswith(f"Score {score}, moves {moves}, won.\n")
    assert run("replay", "-", stdin=record(deal, actions + " uu")).status == Status.REFUSED


def test_replay_shows_the_table_up_to_the_refused_action(run: Runner) -> None:
    answer = run("replay", "-", stdin=record(5, "74 91 71"))
    assert answer.status == Status.REFUSED
    answer.assert_complaint("Action 2, 91, is not legal: 4d does not fit on Jh")
    assert "4 ## ## ## Kd Qc\n" in answer.out
    assert "Score 5, moves 1," in answer.out


@pytest.mark.parametrize(
    ("data", "word"),
    [
        (b"", "begins with its deal"),
        (b"\n \n", "begins with its deal"),
        (b"74 71", "begins with its deal"),
        (b'[Deal "0"]', "deal 0"),
        (b'[Deal "zero"]\n\n74', "letters"),
        (b'[Date "5"]\n[Deal "5"]', "Deal"),
        (b'[Deal "5"]\n[Deal "6"]', "Deal"),
        (b'[Deal "5"', "Line 1"),
        (record(5, "74 7x").encode(), "action 2"),
        (record(5, "74 7\0").encode(), "action 2"),
        (record(5, "74 " + "7" * 100_000).encode(), "action 2"),
        (b'[Deal "5"]\n\n74 \xff', "byte 16 is 0xff"),
        (record(5, "74").encode("utf-16"), "UTF-8"),
        (b"\0" * 100, "begins with its deal"),
        (record(5, "tw uu " * 200_000).encode(), "1,000,000 bytes"),
        (b" " * (LONGEST_INPUT + 1), "1,000,000 bytes"),
    ],
)
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_bad_record(run: Runner, data: bytes, word: str, options: list[str]) -> None:
    answer = run("replay", "-", *options, stdin=data)
    answer.assert_bad(word)
    assert answer.out == ""


def test_the_longest_record_is_replayed(run: Runner) -> None:
    head = '[Deal "5"]\n\n'
    data = head + "tw uu " * ((LONGEST_INPUT - len(head)) // 6)
    answer = run("replay", "-", "--json", stdin=data.ljust(LONGEST_INPUT))
    assert answer.status == 0
    assert answer.value["moves"] > 166_000


@pytest.mark.parametrize("options", [[], ["--json"], ["--jsonl"]])
def test_files_that_cannot_be_read(run: Runner, tmp_path: Path, options: list[str]) -> None:
    run("replay", *options, str(tmp_path / "missing.txt")).assert_bad("missing.txt", "No such file")
    run("replay", *options, str(tmp_path)).assert_bad("cannot be read")
    run("replay", *options, "a\0b").assert_bad("file")
    run("replay", *options, "line\nbreak").assert_bad("No such file")
    run("replay", *options, "x" * 5000).assert_bad("cannot be read")


@posix
@pytest.mark.skipif(hasattr(os, "geteuid") and os.geteuid() == 0, reason="root may read everything")
def test_no_permission(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "secret.txt"
    file.write_text(record(5, ""), "utf-8")
    file.chmod(0)
    run("replay", str(file)).assert_bad("Permission denied")


def test_permission_is_asked_of_the_system(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    def forbidden(*_: object) -> io.BytesIO:
        raise PermissionError(13, "Permission denied", "secret.txt")

    monkeypatch.setattr(Path, "open", forbidden)
    run("replay", "secret.txt").assert_bad("'secret.txt' cannot be read: Permission denied.")


def test_standard_input_is_closed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    Answer(main(["replay", "-"]), *capsys.readouterr()).assert_bad("Standard input is closed.")


# --- replaying lines


def test_jsonl_is_the_golden_outcomes(run: Runner) -> None:
    answer = run("replay", "--jsonl", "-", stdin="".join(line(**golden) for golden in RECORDS))
    assert answer.lines == [golden["expect"] for golden in RECORDS]
    assert answer.status == Status.REFUSED
    answer.assert_complaint("Line ", " is not legal")


def test_jsonl_is_the_golden_refusals(run: Runner) -> None:
    answer = run("replay", "--jsonl", "-", stdin="".join(line(**golden) for golden in REFUSALS))
    assert (answer.status, answer.err) == (0, "")
    assert [given["refusal"] for given in answer.lines] == [golden["refusal"] for golden in REFUSALS]
    assert {given["refusal"] for given in answer.lines} > {None, "game_won", "run_needs_king"}


def test_jsonl_file(run: Runner, tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(line(**golden) for golden in REFUSALS), "utf-8")
    assert len(run("replay", "--jsonl", str(file)).lines) == len(REFUSALS)


def test_jsonl_without_count_means_the_text_form(run: Runner) -> None:
    stdin = line(deal=5, actions="", source="7", target="4") + line(deal=5, actions="", source="7", target="1")
    assert [given["refusal"] for given in run("replay", "--jsonl", "-", stdin=stdin).lines] == [None, "wrong_rank"]
    king_run = next(golden for golden in REFUSALS if golden["refusal"] is None and golden["count"] > 1)
    without = {name: value for name, value in king_run.items() if name != "count"}
    for count in ({}, {"count": None}):
        assert run("replay", "--jsonl", "-", stdin=line(**without | count)).value["refusal"] is None
    assert run("replay", "--jsonl", "-", stdin=line(**king_run | {"count": 1})).value["refusal"] is not None


def test_jsonl_judges_undo_and_redo(run: Runner) -> None:
    stdin = (
        line(deal=5, actions="", source="u", target="u")
        + line(deal=5, actions="74", source="u", target="u")
        + line(deal=5, actions="74 uu", source="r", target="r")
        + line(deal=5, actions="74", source="r", target="r")
    )
    answer = run("replay", "--jsonl", "-", stdin=stdin)
    assert [given["refusal"] for given in answer.lines] == ["nothing_to_undo", None, None, "nothing_to_redo"]


def test_jsonl_judges_after_the_legal_actions(run: Runner) -> None:
    answer = run("replay", "--jsonl", "-", stdin=line(deal=5, actions="74 91 71", source="7", target="1"))
    assert answer.status == Status.REFUSED
    assert answer.value["refused"] == {"index": 1, "action": "91", "reason": "wrong_colour_and_rank"}
    assert answer.value["refusal"] is None


def test_jsonl_reads_codes_and_needs_no_last_newline(run: Runner) -> None:
    answer = run("replay", "--jsonl", "--json", "-", stdin=line(deal="eh1naaaaaaf", actions="\n74\t71\n").strip())
    assert (answer.status, answer.value["deal"], answer.value["moves"]) == (0, 5, 2)
    assert "refusal" not in answer.value


def test_jsonl_skips_blank_lines_but_counts_them(run: Runner) -> None:
    answer = run("replay", "--jsonl", "-", stdin="\n \r\n" + line(deal=5, actions="") + "\nbad")
    assert len(answer.lines) == 2
    assert answer.lines[1]["error"].startswith("Line 5: ")


def test_jsonl_of_nothing(run: Runner) -> None:
    answer = run("replay", "--jsonl", "-")
    assert (answer.status, answer.out, answer.err) == (0, "", "")


GOOD = line(deal=5, actions="74").encode()

BAD_LINES = {
    "text": (b"hello", "not JSON"),
    "half": (b'{"deal": 5, "actions": "74"', "not JSON"),
    "two": (b'{"deal": 5, "actions": "74"} {}', "not JSON"),
    "array": (b"[5]", "JSON object"),
    "number": (b"5", "JSON object"),
    "null": (b"null", "JSON object"),
    "empty": (b"{}", "'deal'"),
    "NaN": (b'{"deal": NaN, "actions": ""}', "no NaN"),
    "NaN elsewhere": (b'{"deal": 5, "actions": "", "x": -Infinity}', "no -Infinity"),
    "huge int": (b'{"deal": ' + b"9" * 100_000 + b', "actions": ""}', "too large"),
    "large int": (b'{"deal": 12345678901234567890, "actions": ""}', "999,999"),
    "negative": (b'{"deal": -5, "actions": ""}', "deal -5"),
    "zero": (b'{"deal": 0, "actions": ""}', "deal 0"),
    "huge float": (b'{"deal": 1e999, "actions": ""}', "'deal'"),
    "float": (b'{"deal": 5.0, "actions": ""}', "'deal'"),
    "bool": (b'{"deal": true, "actions": ""}', "'deal'"),
    "null deal": (b'{"deal": null, "actions": ""}', "'deal'"),
    "list deal": (b'{"deal": [5], "actions": ""}', "'deal'"),
    "unknown code": (b'{"deal": "EH2-N-AAAAAAF", "actions": ""}', "EH2N"),
    "surrogate": (b'{"deal": "\\ud800", "actions": ""}', "letter"),
    "no actions": (b'{"deal": 5}', "'actions'"),
    "list of actions": (b'{"deal": 5, "actions": ["74"]}', "'actions'"),
    "no action": (b'{"deal": 5, "actions": "74 zz"}', "action 2"),
    "surrogate action": (b'{"deal": 5, "actions": "\\ud800"}', "action 1"),
    "huge action": (b'{"deal": 5, "actions": "' + b"7" * 900_000 + b'"}', "action 1"),
    "huge line": (b'{"deal": 5, "actions": "' + b"tw " * 400_000 + b'"}', "1,000,000 bytes"),
    "huge blank": (b" " * 3_000_000 + b"x", "1,000,000 bytes"),
    "deep": (b"[" * 500_000, "nested"),
    "deep object": (b'{"a":' * 150_000, "nested"),
    "latin-1": (b'{"deal": 5, "actions": "\xe4"}', "not UTF-8"),
    "nul": (b"\0", "not JSON"),
    "source alone": (b'{"deal": 5, "actions": "", "source": "7"}', "'target'"),
    "target alone": (b'{"deal": 5, "actions": "", "target": "7"}', "'source'"),
    "count alone": (b'{"deal": 5, "actions": "", "count": 1}', "'source'"),
    "unknown pile": (b'{"deal": 5, "actions": "", "source": "7", "target": "x"}', "'7x'"),
    "long pile": (b'{"deal": 5, "actions": "", "source": "uu", "target": ""}', "'source'"),
    "numeric pile": (b'{"deal": 5, "actions": "", "source": 7, "target": 4}', "'source'"),
    "bool count": (b'{"deal": 5, "actions": "", "source": "7", "target": "4", "count": true}', "'count'"),
    "float count": (b'{"deal": 5, "actions": "", "source": "7", "target": "4", "count": 1.0}', "'count'"),
    "count zero": (b'{"deal": 5, "actions": "", "source": "7", "target": "4", "count": 0}', "0 cards"),
    "count 22": (b'{"deal": 5, "actions": "", "source": "7", "target": "4", "count": 22}', "22 cards"),
    "count 8": (b'{"deal": 5, "actions": "", "source": "7", "target": "4", "count": 8}', "only 7"),
    "undo count": (b'{"deal": 5, "actions": "", "source": "u", "target": "u", "count": 1}', "uu"),
}


@pytest.mark.parametrize("name", BAD_LINES)
def test_jsonl_answers_a_bad_line_and_goes_on(run: Runner, name: str) -> None:
    bad, word = BAD_LINES[name]
    answer = run("replay", "--jsonl", "-", stdin=GOOD + bad + b"\n" + GOOD)
    answer.assert_bad("Line 2: ", word)
    first, error, last = answer.lines
    assert first == last
    assert first["moves"] == 1
    assert list(error) == ["error"]
    assert error["error"].startswith("Line 2: ")
    assert word in error["error"]


def test_jsonl_bad_counts_more_than_refused(run: Runner) -> None:
    refused = line(deal=5, actions="91")
    answer = run("replay", "--jsonl", "-", stdin=f"{refused}bad\nworse\n{refused}")
    answer.assert_bad("Line 2: ")
    assert ["error" in given for given in answer.lines] == [False, True, True, False]


@pytest.mark.parametrize("end", [b"\n", b"\r\n", b""])
def test_jsonl_longest_line(run: Runner, end: bytes) -> None:
    longest = GOOD.strip().ljust(LONGEST_INPUT)
    assert run("replay", "--jsonl", "-", stdin=longest + end).value["moves"] == 1
    answer = run("replay", "--jsonl", "-", stdin=longest + b" " + end + (GOOD if end else b""))
    answer.assert_bad("Line 1: ", "1,000,000 bytes")
    assert ["error" in given for given in answer.lines] == ([True, False] if end else [True])


def test_jsonl_line_without_end(run: Runner, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streams, "_LONGEST_SKIP", 2**21)
    answer = run("replay", "--jsonl", "-", stdin=GOOD + b"x" * 5_000_000)
    assert len(answer.lines) == 2
    answer.assert_bad()


# --- as a process


def test_other_commands_do_not_load_the_server() -> None:
    code = (
        "import sys; from easyharp.cli import main\n"
        "for args in (['deal', '5'], ['code', '5'], ['daily'], ['replay', '--jsonl', '-'], ['--version']): main(args)\n"
        "slow = {'starlette', 'asyncio', 'numpy', *('easyharp.' + name for name in ('server', 'protocol', 'solver'))}\n"
        "loaded = slow & {*sys.modules}\n"
        "raise SystemExit(repr(loaded) if loaded else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_process_reads_a_pipe() -> None:
    golden = RECORDS[0]
    answer = run_process("replay", "-", "--json", stdin=record(golden["deal"], golden["actions"]).encode())
    assert (answer.status, answer.value, answer.err) == (0, golden["expect"], "")
    run_process("replay", "-", stdin=b"\xff\xfe").assert_bad("UTF-8")
    run_process("replay", "-").assert_bad("begins with its deal")


def test_jsonl_answers_before_the_next_line() -> None:
    with replay_of_lines() as (process, stdin, stdout, stderr):
        for golden in RECORDS[:5]:
            stdin.write(json.dumps(golden).encode() + b"\n")
            stdin.flush()
            assert json.loads(stdout.readline()) == golden["expect"]
        stdin.write(b"bad\n")
        stdin.flush()
        assert json.loads(stdout.readline())["error"].startswith("Line 6: ")
        stdin.write(b"x" * (LONGEST_INPUT + 100_000))  # the answer comes before the line's end
        stdin.flush()
        assert json.loads(stdout.readline())["error"].startswith("Line 7: ")
        stdin.write(b"\n" + GOOD)
        stdin.flush()
        assert json.loads(stdout.readline())["moves"] == 1
        stdin.close()
        assert process.wait(timeout=30) == Status.BAD_INPUT
        assert stderr.read().decode().startswith("easyharp: Line 6: ")


@posix
@pytest.mark.parametrize("args", [["deal", "5"], ["code", "5", "--json"], ["--help"], ["replay", "--help"]])
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_broken_pipe_is_quiet(args: list[str], unbuffered: str) -> None:
    read_end, write_end = os.pipe()
    os.close(read_end)
    answer = run_process(*args, stdout=write_end, env=os.environ | {"PYTHONUNBUFFERED": unbuffered})
    os.close(write_end)
    assert answer.err == ""
    if not (unbuffered and "--help" in args):  # argparse hides it then
        assert answer.status == Status.BROKEN_PIPE


@posix
def test_broken_pipe_in_the_middle_is_quiet() -> None:
    with replay_of_lines() as (process, stdin, stdout, stderr):
        stdin.write(GOOD)
        stdin.flush()
        stdout.readline()
        stdout.close()
        stdin.write(GOOD)
        stdin.flush()
        assert process.wait(timeout=30) == Status.BROKEN_PIPE
        assert stderr.read() == b""
        stdin.close()


@posix
def test_full_disk() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("no /dev/full here")
    with Path("/dev/full").open("wb") as full:
        run_process("deal", "5", stdout=full).assert_bad("cannot be written: No space left")


@posix
def test_interrupt_is_quiet() -> None:
    with replay_of_lines() as (process, stdin, stdout, stderr):
        stdin.write(GOOD)
        stdin.flush()
        stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.wait(timeout=30) == Status.INTERRUPTED
        assert stderr.read() == b""


@posix
@pytest.mark.parametrize("locale", [{"LANG": "C"}, {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}])
def test_any_character_under_any_locale(locale: dict[str, str]) -> None:
    env = {name: value for name, value in os.environ.items() if not name.startswith(("LC_", "LANG"))} | locale
    run_process("code", "Käse♥" * 3, env=env).assert_bad()
    run_process("replay", "Käse♥.txt", env=env).assert_bad("No such file")
    answer = run_process("replay", "--jsonl", "-", stdin='{"deal": 5, "actions": "♥"}\n'.encode(), env=env)
    answer.assert_bad("action 1")
    assert "♥" in answer.value["error"]
    tagged = '[Deal "5"]\n[Player "Käse♥"]\n\n74\n'.encode()
    assert run_process("replay", "-", stdin=tagged, env=env).status == 0


@posix
@pytest.mark.parametrize("options", [["--json"], ["--jsonl"]])
@pytest.mark.parametrize("piped", [False, True])
def test_a_gigabyte_takes_neither_memory_nor_minutes(tmp_path: Path, options: list[str], *, piped: bool) -> None:
    file = tmp_path / "gigabyte"
    with file.open("wb") as sparse:
        sparse.truncate(GIGABYTE)
    before = time.monotonic()
    answer = run_in_little_memory("replay", *options, "-" if piped else str(file), stdin=file if piped else None)
    assert time.monotonic() - before < 30
    answer.assert_bad("1,000,000 bytes")


@posix
@pytest.mark.parametrize("options", [["--json"], ["--jsonl"]])
def test_an_endless_device_takes_neither_memory_nor_minutes(options: list[str]) -> None:
    run_in_little_memory("replay", *options, "/dev/zero").assert_bad()


@posix
@pytest.mark.parametrize(
    "text",
    [
        '[Deal "5"]\n[Note "' + "x" * (LONGEST_INPUT - 30),
        '[Deal "5"]\n[Note "' + "x" * (LONGEST_INPUT - 30) + '"]\n7',
        '[Deal "' + "\\\\" * (LONGEST_INPUT // 2 - 20) + '"]',
        "\n" * LONGEST_INPUT,
        '[Deal "5"]\n' + '[A "x"]\n' * 100_000 + "zz",
        record(5, "tw uu " * 160_000 + "zz"),
    ],
    ids=["open tag", "long tag", "escapes", "newlines", "many tags", "many actions"],
)
def test_the_worst_megabytes(tmp_path: Path, text: str) -> None:
    file = tmp_path / "record.txt"
    file.write_text(text, "utf-8")
    run_in_little_memory("replay", str(file)).assert_bad()


@posix
def test_the_worst_line(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("[" + "[]," * 333_000 + "5]\n" + "[" + "{}," * 333_000 + "{", "utf-8")
    answer = run_in_little_memory("replay", "--jsonl", str(file))
    answer.assert_bad()
    assert len(answer.lines) == 2


# --- the app and the arguments


@pytest.fixture
def served(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int, bool]]:
    calls: list[tuple[str, int, bool]] = []

    def serve(host: str, port: int, *, open_browser: bool) -> int:
        calls.append((host, port, open_browser))
        return 7

    fake = types.ModuleType("easyharp.server")
    fake.__dict__.update(DEFAULT_HOST="127.0.0.9", DEFAULT_PORT=4321, serve=serve)
    monkeypatch.setitem(sys.modules, "easyharp.server", fake)
    monkeypatch.setattr(easyharp, "server", fake, raising=False)
    return calls


def test_the_app_starts_without_a_command(run: Runner, served: list[tuple[str, int, bool]]) -> None:
    assert run().status == 7
    assert run("--port", "0", "--host", "::1", "--no-browser").status == 7
    assert served == [("127.0.0.9", 4321, True), ("::1", 0, False)]


@pytest.mark.parametrize(
    "args",
    [
        ["--port", "x"],
        ["--port", "65536"],
        ["--port", "-1"],
        ["--port", "9" * 5000],
        ["--port", "\u0663"],
        ["--port", ""],
        ["--host", ""],
        ["--port"],
        ["--unknown"],
        ["unknown"],
        ["--port", "8000", "code", "5"],
        ["--no-browser", "daily"],
        ["deal"],
        ["deal", "5", "6"],
        ["deal", "5", "--js"],
        ["replay"],
        ["replay", "--jsonl"],
        ["site"],
        ["site", "one", "other"],
        ["site", "one", "--screenshot"],
    ],
)
def test_wrong_arguments(run: Runner, served: list[tuple[str, int, bool]], args: list[str]) -> None:
    answer = run(*args)
    assert answer.status == Status.BAD_INPUT
    assert answer.err.startswith("usage: easyharp")
    assert "error: " in answer.err
    assert answer.out == ""
    assert served == []


@pytest.mark.parametrize("args", [[], ["deal"], ["code"], ["daily"], ["replay"], ["solve"], ["verify"], ["site"]])
def test_help(run: Runner, args: list[str]) -> None:
    answer = run(*args, "--help")
    assert (answer.status, answer.err) == (0, "")
    assert answer.out.startswith(" ".join(["usage: easyharp", *args]))
    assert "examples:" in answer.out
    assert answer.out.isascii()


def test_version(run: Runner) -> None:
    assert run("--version").out == f"easyharp {easyharp.__version__}\n"


def test_every_error_has_its_status() -> None:
    with pytest.raises(easyharp.RefusedError) as refused:
        easyharp.Game.from_deal(5).play("91")
    reason: Refusal = refused.value.refusal
    assert exit_status(easyharp.RefusedError("", reason)) == 1
    assert exit_status(easyharp.RecordError()) == 2
    assert exit_status(OSError()) == 2
    assert exit_status(KeyboardInterrupt()) == 130
    assert exit_status(BrokenPipeError()) == 141


def test_an_app_that_cannot_start(
    run: Runner, served: list[tuple[str, int, bool]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def serve(*_: object, **__: object) -> int:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(sys.modules["easyharp.server"], "serve", serve)
    answer = run()
    assert answer.status == 2
    assert "Address already in use" in answer.err
    assert served == []


def test_without_standard_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", None)
    monkeypatch.setattr(sys, "stderr", None)
    assert main(["code", "5"]) == 0
    assert main(["code", "0"]) == 2
