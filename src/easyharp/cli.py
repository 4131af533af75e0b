"""The command line: the way in for people and for other programs.

Here files, standard streams and the clock are read, and the exit status is chosen. No rule of the game is
here, and no command but the app itself loads the server.

All answers go to standard output, in JSON a line each. What went wrong goes to standard error as one
sentence. Whatever is read is bounded: a record, and a line of ``--jsonl``, has at most 1 MB.
"""

from __future__ import annotations

import argparse
import contextlib
import datetime
import io
import json
import os
import re
import sys
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final, NoReturn

import easyharp
from easyharp.actions import Action
from easyharp.deals import Deal, read_date
from easyharp.errors import EasyHarpError, RecordError, RefusedError, TextError, quoted
from easyharp.game import Replay, replay
from easyharp.picture import picture
from easyharp.position import Column, Position
from easyharp.record import Record

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from easyharp.cards import Card
    from easyharp.protocol import Json

LONGEST_INPUT: Final = 1_000_000
"""How many bytes a record or a line of ``--jsonl`` may have: some 330,000 actions."""

_LONGEST_SKIP: Final = 2**31
_SKIPPED_AT_ONCE: Final = 2**20
_LONGEST_NUMBER: Final = 20
_LAST_PORT: Final = 65_535


class Status(IntEnum):
    """The exit statuses."""

    FINE = 0
    REFUSED = 1
    BAD_INPUT = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


def exit_status(error: BaseException) -> Status:
    """Map an error to the exit status it ends in."""
    match error:
        case RefusedError():
            return Status.REFUSED
        case KeyboardInterrupt():
            return Status.INTERRUPTED
        case BrokenPipeError():
            return Status.BROKEN_PIPE
        case _:
            return Status.BAD_INPUT


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status; never raises."""
    _accept_every_character()
    try:
        return _run(argv)
    except (EasyHarpError, OSError, KeyboardInterrupt) as error:
        status = exit_status(error)
        if status in (Status.REFUSED, Status.BAD_INPUT):
            _complain(f"easyharp: {error}\n")
        return status


def _run(argv: Sequence[str] | None) -> int:
    parser = _parser()
    try:
        args = parser.parse_args(argv)
        app_only = {"--port": args.port, "--host": args.host, "--no-browser": args.no_browser or None}
        for option, value in app_only.items():
            if args.command and value is not None:
                parser.error(
                    f"{option} is for the app, which starts without a command; '{args.command}' has no use for it"
                )
    except SystemExit as stop:
        _write("")
        return stop.code if isinstance(stop.code, int) else Status.FINE
    status: int | None = args.run(args)
    return status or Status.FINE


# --- the commands -----------------------------------------------------------------------------------------------


def _app(args: argparse.Namespace) -> int:
    from easyharp import server  # noqa: PLC0415 - the other commands must not wait for a web server to load

    host = server.DEFAULT_HOST if args.host is None else args.host
    port = server.DEFAULT_PORT if args.port is None else args.port
    return server.serve(host, port, open_browser=not args.no_browser)


def _deal(args: argparse.Namespace) -> None:
    deal = Deal.from_text(args.deal)
    position = Position.from_deal(deal)
    if args.json:
        table = {"columns": _columns(position.columns), "stock": _faces(position.stock)}
        _answer(_names(deal) | {"cards": _faces(deal.shuffled())} | table)
    else:
        _write(f"{_title(deal)}\n\n{picture(position, faces=args.faces)}\n")


def _code(args: argparse.Namespace) -> None:
    deal = Deal.from_text(args.deal)
    if args.json:
        _answer(_names(deal))
    else:
        _write(f"{deal.code}\n")


def _daily(args: argparse.Namespace) -> None:
    date = datetime.datetime.now().astimezone().date() if args.date is None else read_date(args.date)
    deal = Deal.of_day(date)
    if args.json:
        _answer({"date": date.isoformat()} | _names(deal))
    else:
        _write(f"{date.isoformat()}: deal {deal.number}, {deal.code}\n")


def _replay(args: argparse.Namespace) -> None:
    with _opened(args.file) as stream:
        if args.jsonl:
            _replay_lines(stream)
            return
        played = replay(Record.from_text(_text(stream.read(LONGEST_INPUT + 1))))
    if args.json:
        _answer(_outcome(played))
    else:
        _write(f"{_title(played.game.deal)}\n\n{picture(played.game.position)}\n\n{_summary(played)}\n")
    if error := _refused_error(played):
        raise error


def _refused_error(played: Replay, where: str = "") -> RefusedError | None:
    refused = played.refused
    if refused is None:
        return None
    return RefusedError(
        f"{where}Action {refused.index + 1}, {refused.action}, is not legal: {refused.refusal}.", refused.refusal
    )


def _replay_lines(stream: BinaryIO) -> None:
    """Answer lines one by one, each before the next is read, and go on after bad ones."""
    first_bad: TextError | None = None
    first_refused: RefusedError | None = None
    for number, line in enumerate(_lines(stream), start=1):
        if len(line) <= LONGEST_INPUT and not line.strip():
            continue
        try:
            played, answer = _line_answer(line)
        except TextError as error:
            problem = RecordError(f"Line {number}: {error}")
            first_bad = first_bad or problem
            _answer({"error": str(problem)})
        else:
            first_refused = first_refused or _refused_error(played, f"Line {number}: ")
            _answer(answer)
    if first := first_bad or first_refused:
        raise first


def _line_answer(line: bytes) -> tuple[Replay, Json]:
    """Answer a line of ``--jsonl``.

    Raises:
        TextError: the line is not what it should be.
    """
    asked = _json_object(_text(line))
    deal, actions = asked.get("deal"), asked.get("actions")
    if not isinstance(deal, int | str) or isinstance(deal, bool):
        raise RecordError("the member 'deal' should be a deal's number or its code.")
    if not isinstance(actions, str):
        raise RecordError("the member 'actions' should be a text of actions, such as \"74 tw w3\".")
    played = replay(Record(Deal.from_text(deal) if isinstance(deal, str) else Deal(deal), _actions(actions)))
    answer = _outcome(played)
    if any(name in asked for name in ("source", "target", "count")):
        refused = played.game.refusal(_asked_action(asked))
        answer["refusal"] = None if refused is None else refused.code.value
    return played, answer


def _asked_action(asked: Json) -> Action:
    count = asked.get("count")
    if count is not None and (not isinstance(count, int) or isinstance(count, bool)):
        raise RecordError("the member 'count' should be a whole number of cards, or missing.")
    return Action(_asked_pile(asked, "source"), _asked_pile(asked, "target"), count)


def _asked_pile(asked: Json, name: str) -> str:
    pile = asked.get(name)
    if not isinstance(pile, str) or len(pile) != 1:
        raise RecordError(f"the member '{name}' should be a pile: 1-9, a-h, t or w.")
    return pile


# --- reading ----------------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _opened(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``.

    Raises:
        TextError: it cannot be opened, or cannot be read within the ``with`` block.
    """
    name = "Standard input" if file == "-" else quoted(file, 200)
    if "\0" in file:
        raise RecordError(f"{name} cannot be the name of a file.")
    try:
        if file != "-":
            with Path(file).open("rb") as stream:
                yield stream
        elif sys.stdin is None:
            raise RecordError("Standard input is closed.")
        else:
            yield sys.stdin.buffer
    except BrokenPipeError:
        raise
    except OSError as error:
        raise RecordError(f"{name} cannot be read: {error.strerror}.") from None


def _text(data: bytes) -> str:
    """Decode what was read with a limit of one byte more than is allowed.

    Raises:
        TextError: it is too long, or not UTF-8.
    """
    if len(data) > LONGEST_INPUT:
        raise RecordError(f"the text is longer than {LONGEST_INPUT:,} bytes, which is longer than any game.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"this is not UTF-8 text: byte {error.start + 1:,} is 0x{data[error.start]:02x}.") from None


def _lines(stream: BinaryIO) -> Iterator[bytes]:
    """Yield lines without their ends; of one that is too long only the beginning, which is still too long.

    The rest of such a line is skipped after its beginning has been yielded.

    Raises:
        TextError: a line does not seem to end.
    """
    while line := stream.readline(LONGEST_INPUT + 2):
        yield line.removesuffix(b"\n").removesuffix(b"\r")
        skipped = 0
        while line and not line.endswith(b"\n"):
            line = stream.readline(_SKIPPED_AT_ONCE)
            skipped += len(line)
            if skipped > _LONGEST_SKIP:
                raise RecordError("a line did not end within 2 GB, so nothing after its beginning was read.")


def _json_object(text: str) -> Json:
    try:
        value = json.loads(text, parse_int=_whole_number, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg} at character {error.pos + 1:,}.") from None
    except RecursionError:
        raise RecordError("the JSON is nested too deeply.") from None
    if not isinstance(value, dict):
        raise RecordError('this is not a JSON object such as {"deal": 5, "actions": "74 tw"}.')
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise RecordError(f"{quoted(digits, _LONGEST_NUMBER)} is too large a number.")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"this is not JSON: there is no {name} in it.")


def _actions(text: str) -> tuple[Action, ...]:
    actions: list[Action] = []
    for word in text.split():
        try:
            actions.append(Action.from_text(word))
        except TextError as error:
            raise RecordError(f"action {len(actions) + 1}: {error}") from None
    return tuple(actions)


# --- writing ----------------------------------------------------------------------------------------------------


def _names(deal: Deal) -> Json:
    return {"deal": deal.number, "code": deal.code}


def _title(deal: Deal) -> str:
    return f"Deal {deal.number}, {deal.code}"


def _faces(cards: Iterable[Card]) -> list[str]:
    return [card.face for card in cards]


def _columns(columns: Iterable[Column]) -> list[Json]:
    return [{"hidden": _faces(column.hidden), "shown": _faces(column.shown)} for column in columns]


def _outcome(played: Replay) -> Json:
    game, refused = played.game, played.refused
    position = game.position
    return _names(game.deal) | {
        "columns": _columns(position.columns),
        "foundations": [len(pile) for pile in position.foundations],
        "stock": _faces(position.stock),
        "waste": _faces(position.waste),
        "score": game.score,
        "moves": game.moves,
        "undo_depth": game.undo_depth,
        "won": game.is_won,
        "refused": refused
        and {"index": refused.index, "action": str(refused.action), "reason": refused.refusal.code.value},
    }


def _summary(played: Replay) -> str:
    game = played.game
    cards = sum(map(len, game.position.foundations))
    end = "won" if game.is_won else f"{cards} of 104 cards on the foundations"
    return f"Score {game.score}, moves {game.moves}, {end}."


def _answer(value: Json) -> None:
    _write(json.dumps(value, separators=(",", ":")) + "\n")


def _write(text: str) -> None:
    """Write to standard output at once.

    Raises:
        BrokenPipeError: nobody reads any more.
        EasyHarpError: it cannot be written for another reason.
    """
    if sys.stdout is None:
        return
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _abandon_output()
        if isinstance(error, BrokenPipeError):
            raise
        raise EasyHarpError(f"The output cannot be written: {error.strerror}.") from None


def _abandon_output() -> None:
    """Send to nowhere what the buffer still holds, or Python would fail on it once more at its end."""
    with contextlib.suppress(OSError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, sys.stdout.fileno())
        os.close(nowhere)


def _complain(text: str) -> None:
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def _accept_every_character() -> None:
    """Escape characters that the terminal's encoding lacks, as with LANG=C, instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


# --- arguments --------------------------------------------------------------------------------------------------

_STATUSES: Final = """\
exit status:
  0  done
  1  an action of a record is not legal
  2  bad input: an unknown deal, a broken record, a file that cannot be read
"""

_DEAL_HELP: Final = "a deal number from 1 to 999999, or a code such as EH1-N-AAAAAAF"


def _port(text: str) -> int:
    if not re.fullmatch(r"[0-9]{1,5}", text) or int(text) > _LAST_PORT:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no port: a port is a number from 0 to {_LAST_PORT}")
    return int(text)


def _host(text: str) -> str:
    if not text.strip():
        raise argparse.ArgumentTypeError("a host needs a name or an address, such as 127.0.0.1")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="easyharp",
        description="Easy Harp, a solitaire for two packs of cards. Without a command: play it in the browser.",
        epilog="examples:\n"
        "  easyharp                       play\n"
        "  easyharp --port 0 --no-browser start the app on any free port\n"
        "  easyharp deal 5                look at a deal\n"
        "  easyharp replay game.txt       play a record again\n\n"
        f"{_STATUSES}\n'easyharp COMMAND --help' tells more about a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"easyharp {easyharp.__version__}")
    parser.add_argument("--port", type=_port, help="where the app listens; 0 is any free port")
    parser.add_argument("--host", type=_host, help="the address the app listens on")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    parser.set_defaults(run=_app)
    commands = parser.add_subparsers(title="commands", dest="command", metavar="COMMAND")

    deal = _command(
        commands,
        "deal",
        "show a deal",
        "Show a deal: its number, its code and its table at the start. In a picture t is the stock, w the waste,\n"
        "a to h are the foundations, 1 to 9 the columns from base to end, and ## is a face-down card.",
        "examples:\n  easyharp deal 5\n  easyharp deal EH1-N-AAAAAAF --faces\n"
        "  easyharp deal 5 --json | jq -r .cards[]",
    )
    deal.add_argument("deal", metavar="N|CODE", help=_DEAL_HELP)
    deal.add_argument("--faces", action="store_true", help="show the face-down cards and the stock, next card first")
    deal.add_argument(
        "--json",
        action="store_true",
        help="a line of JSON instead: deal, code, cards (all 104 in order), columns, stock (next card first)",
    )
    deal.set_defaults(run=_deal)

    code = _command(
        commands,
        "code",
        "print a deal's code",
        "Print the code of a deal.",
        "examples:\n  easyharp code 5\n  easyharp code 'eh1 n aaaaaaf' --json",
    )
    code.add_argument("deal", metavar="N|CODE", help=_DEAL_HELP)
    code.add_argument("--json", action="store_true", help="a line of JSON instead: deal, code")
    code.set_defaults(run=_code)

    daily = _command(
        commands,
        "daily",
        "print the deal of a day",
        "Print the daily deal of a date.",
        "examples:\n  easyharp daily\n  easyharp daily 2026-12-24 --json",
    )
    daily.add_argument("date", metavar="DATE", nargs="?", help="such as 2026-12-24; today if it is missing")
    daily.add_argument("--json", action="store_true", help="a line of JSON instead: date, deal, code")
    daily.set_defaults(run=_daily)

    _add_replay(commands)
    return parser


def _add_replay(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _command(
        commands,
        "replay",
        "play a record again",
        "Play the record of a game up to its end, or to its first action that is not legal, and show what came of\n"
        "it. A record has at most 1 MB.",
        """\
examples:
  easyharp replay game.txt
  easyharp replay - --json < game.txt
  echo '{"deal": 5, "actions": "74 71"}' | easyharp replay --jsonl -

with --json, and for each line with --jsonl, the answer is one line of JSON:
  deal, code, columns (hidden and shown cards, base to end), foundations (heights of a to h),
  stock (next card first), waste (top card last), score, moves, undo_depth, won, and
  refused: null, or the index (from 0), action and reason of the first action that is not legal

with --jsonl each line of input is a JSON object of at most 1 MB:
  deal (number or code) and actions (a text, such as "74 tw w3"); other members are ignored, but with
  source, target and (if not what the text form means) count the answer also has
  refusal: null, or the reason why this action is not legal after the others; asking is never an error
An answer is written before the next line is read. Blank lines are skipped and get none. A bad line gets
{"error": "Line 3: ..."} and the rest goes on; the exit status is 2 if any line was bad, otherwise 1 if any
'refused' is not null.

"""
        + _STATUSES,
    )
    command.add_argument("file", metavar="FILE|-", help="the file to read, or - for standard input")
    command.add_argument("--json", action="store_true", help="answer in a line of JSON")
    command.add_argument("--jsonl", action="store_true", help="read a game a line, in JSON, and answer each in JSON")
    command.set_defaults(run=_replay)


def _command(
    commands: argparse._SubParsersAction[argparse.ArgumentParser],
    name: str,
    short: str,
    description: str,
    epilog: str,
) -> argparse.ArgumentParser:
    return commands.add_parser(
        name,
        help=short,
        description=description,
        epilog=epilog,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
