"""The command line: the way in for people and for other programs.

Here arguments, records and the clock are read, and the exit status is chosen. No rule of the game is here; only the
app loads the server, and only ``solve`` the solver.

All answers go to standard output, in JSON a line each. What went wrong goes to standard error as one
sentence. Whatever is read is bounded: a record, and a line of ``--jsonl``, has at most 1 MB.
"""

from __future__ import annotations

import argparse
import datetime
import math
import re
from enum import IntEnum
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO, Final

import easyharp
from easyharp.actions import Action
from easyharp.deals import Deal, read_date
from easyharp.errors import CodeError, EasyHarpError, RecordError, RefusedError, TextError, quoted
from easyharp.game import Game, Replay, replay
from easyharp.picture import picture
from easyharp.position import Column, Position
from easyharp.record import Record
from easyharp.streams import (
    LONGEST_INPUT,
    accept_every_character,
    complain,
    json_object,
    lines_of,
    opened,
    read_text,
    text_of,
    write,
    write_json,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from easyharp.cards import Card
    from easyharp.streams import Json

_LAST_PORT: Final = 65_535
_MOST_JOBS: Final = 256
_NUMBERS: Final = ("empty", "number", "range")  # what is wrong with a text that was to be a deal, not a file


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
    accept_every_character()
    try:
        return _run(argv)
    except (EasyHarpError, OSError, KeyboardInterrupt) as error:
        status = exit_status(error)
        if status in (Status.REFUSED, Status.BAD_INPUT):
            complain(f"easyharp: {error}\n")
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
        if problem := args.problem(args):
            parser.error(problem)
    except SystemExit as stop:
        write("")
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
        write_json(_names(deal) | {"cards": _faces(deal.shuffled())} | table)
    else:
        write(f"{_title(deal)}\n\n{picture(position, faces=args.faces)}\n")


def _code(args: argparse.Namespace) -> None:
    deal = Deal.from_text(args.deal)
    if args.json:
        write_json(_names(deal))
    else:
        write(f"{deal.code}\n")


def _daily(args: argparse.Namespace) -> None:
    date = datetime.datetime.now().astimezone().date() if args.date is None else read_date(args.date)
    deal = Deal.of_day(date)
    if args.json:
        write_json({"date": date.isoformat()} | _names(deal))
    else:
        write(f"{date.isoformat()}: deal {deal.number}, {deal.code}\n")


def _replay(args: argparse.Namespace) -> None:
    if args.jsonl:
        with opened(args.file) as stream:
            _replay_lines(stream)
        return
    played = replay(Record.from_text(read_text(args.file)))
    if args.json:
        write_json(_outcome(played))
    else:
        write(f"{_title(played.game.deal)}\n\n{picture(played.game.position)}\n\n{_summary(played)}\n")
    if error := _refused_error(played):
        raise error


def _solve(args: argparse.Namespace) -> None:
    # The other commands must not wait for the solver to load.
    from easyharp import solving_command  # noqa: PLC0415
    from easyharp.solver import Budget  # noqa: PLC0415

    budget = Budget(args.nodes, args.seconds)
    if args.range is None:
        wish = solving_command.Wish(args.tries, args.best_score, args.record, args.json)
        solving_command.solve_game(_named_game(args.game), budget, wish)
    else:
        telling = solving_command.Telling(args.jsonl, not args.no_actions, args.out)
        solving_command.solve_deals(args.range, budget, args.jobs or 1, telling)


def _verify(args: argparse.Namespace) -> Status:
    from easyharp.verifying_command import verify  # noqa: PLC0415 - as with the solver

    found = verify(args.files, as_json=args.json)
    if found.complaint is not None:
        complain(f"easyharp: {found.complaint}\n")
    return Status.BAD_INPUT if found.unreadable else Status.REFUSED if found.wrong else Status.FINE


def _site(args: argparse.Namespace) -> None:
    from easyharp.site import build  # noqa: PLC0415 - as with the solver

    built = build(Path(args.folder), args.pyodide and Path(args.pyodide), [Path(path) for path in args.screenshot])
    size = f"{built.files} files, {built.size / 1e6:.1f} MB"
    write(f"Easy Harp as a static site, release {built.release}: {size}, in {args.folder}\n")


def _solving_problem(args: argparse.Namespace) -> str | None:
    """Say which arguments of ``solve`` do not go together."""
    if args.game is None and args.range is None:
        return "solve needs a game, N|CODE|RECORD|-, or deals, --range FIRST-LAST"
    if args.game is not None and args.range is not None:
        return f"solve takes either a game or --range, not {quoted(args.game)} and --range"
    only, names = (
        ("one game", ("json", "record", "best_score", "tries"))
        if args.range
        else ("--range", ("jobs", "jsonl", "no_actions", "out"))
    )
    wrong = next((name for name in names if getattr(args, name) not in (None, False)), None)
    return wrong and f"--{wrong.replace('_', '-')} is for {only} only"


def _named_game(text: str) -> Game:
    """Return the game that a deal's number or code, a record's file, or ``-`` names, played to its end.

    Raises:
        TextError: there is no such deal or file, or the record is broken.
        RefusedError: an action of the record is not legal.
    """
    try:
        return Game(Deal.from_text(text))
    except CodeError as error:
        if error.reason in _NUMBERS and text != "-" and not _exists(text):
            raise
        if text != "-" and not re.search(r"[./\\]", text) and not _exists(text):
            raise TextError(f"{error} There is no file of that name, either.") from None
    played = replay(Record.from_text(read_text(text)))
    if refused := _refused_error(played):
        raise refused
    return played.game


def _exists(file: str) -> bool:
    try:
        return bool(file) and Path(file).exists()
    except OSError:  # such as a name that is too long
        return False


def _refused_error(played: Replay, where: str = "") -> RefusedError | None:
    refused = played.refused
    if refused is None:
        return None
    return RefusedError(f"{where}{refused}", refused.refusal)


def _replay_lines(stream: BinaryIO) -> None:
    """Answer lines one by one, each before the next is read, and go on after bad ones."""
    first_bad: TextError | None = None
    first_refused: RefusedError | None = None
    for number, line in enumerate(lines_of(stream), start=1):
        if len(line) <= LONGEST_INPUT and not line.strip():
            continue
        try:
            played, answer = _line_answer(line)
        except TextError as error:
            problem = RecordError(f"Line {number}: {error}")
            first_bad = first_bad or problem
            write_json({"error": str(problem)})
        else:
            first_refused = first_refused or _refused_error(played, f"Line {number}: ")
            write_json(answer)
    if first := first_bad or first_refused:
        raise first


def _line_answer(line: bytes) -> tuple[Replay, Json]:
    """Answer a line of ``--jsonl``.

    Raises:
        TextError: the line is not what it should be.
    """
    asked = json_object(text_of(line), '{"deal": 5, "actions": "74 tw"}')
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


def _range(text: str) -> range:
    ends = re.fullmatch("([0-9]{1,20})-([0-9]{1,20})", text)
    if ends is None:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no range: a range is two deal numbers, such as 1-1000")
    try:
        first, last = (Deal(int(end)).number for end in ends.groups())
    except CodeError as error:
        raise argparse.ArgumentTypeError(str(error).removesuffix(".")) from None
    if first > last:
        raise argparse.ArgumentTypeError(f"{quoted(text)} has no deal: the first number should not exceed the second")
    return range(first, last + 1)


def _seconds(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = math.nan
    if not 0 < seconds < math.inf:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no time: a number above 0 is, such as 10 or 0.5")
    return seconds


def _nodes(text: str) -> int:
    if not re.fullmatch("[0-9]{1,18}", text) or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of nodes: it should be whole and above 0")
    return int(text)


def _tries(text: str) -> int:
    if not re.fullmatch("[0-9]{1,6}", text):
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of tries: it should be from 0 to 999999")
    return int(text)


def _jobs(text: str) -> int:
    if not re.fullmatch("[0-9]{1,3}", text) or not 1 <= int(text) <= _MOST_JOBS:
        raise argparse.ArgumentTypeError(f"{quoted(text)} is no number of jobs: it should be from 1 to {_MOST_JOBS}")
    return int(text)


def _new_file(text: str) -> str:
    if text in ("", "-") or "\0" in text:
        raise argparse.ArgumentTypeError(f"{quoted(text)} cannot be the name of a file to write")
    return text


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="easyharp",
        description="Easy Harp, a solitaire for two packs of cards. Without a command: play it in the browser.",
        epilog="examples:\n"
        "  easyharp                       play\n"
        "  easyharp --port 0 --no-browser start the app on any free port\n"
        "  easyharp deal 5                look at a deal\n"
        "  easyharp replay game.txt       play a record again\n"
        "  easyharp solve 5               find out whether a deal can be won\n"
        "  easyharp verify backup.json    check all games of a backup\n"
        "  easyharp site public           write the app as a static site\n\n"
        f"{_STATUSES}\n'easyharp COMMAND --help' tells more about a command.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action="version", version=f"easyharp {easyharp.__version__}")
    parser.add_argument("--port", type=_port, help="where the app listens; 0 is any free port")
    parser.add_argument("--host", type=_host, help="the address the app listens on")
    parser.add_argument("--no-browser", action="store_true", help="do not open a browser window")
    parser.set_defaults(run=_app, problem=lambda _: None)
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
    _add_solve(commands)
    _add_verify(commands)
    _add_site(commands)
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


def _add_solve(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _command(
        commands,
        "solve",
        "find out whether a game can be won",
        "Find out whether a deal, or a game from where its record ends, can be won, and how; or solve many deals.",
        """\
examples:
  easyharp solve 5
  easyharp solve 5 --best-score
  easyharp solve game.txt --record won.txt
  easyharp solve --range 1-1000 --seconds 1
  easyharp solve --range 1-999999 --seconds 1 --jobs 2 --no-actions --out deals.jsonl

with --json the answer is one line of JSON:
  deal, code, verdict (winnable, unwinnable or undecided), actions (those that win from here), moves, passes and
  score (of the whole game once it is won), fewest_hidden (the fewest face-down cards that were left), why (what
  ran out: seconds, nodes or bytes), bound (with --best-score: no play without take-backs scores more), nodes (of the
  search that decided), seconds; what makes no sense for a verdict is null

with --jsonl and in the file of --out each deal is a line of JSON:
  deal, verdict, actions, moves, score, nodes, seconds
With more than one job the lines come as deals are solved, not in order. A run that was ended, however, goes on
where it was with the same --out.

With Numba ('pip install "easyharp[solver]"') the search is a hundred times as fast.

"""
        + _STATUSES,
    )
    command.add_argument(
        "game", metavar="N|CODE|RECORD|-", nargs="?", help="a deal, or the file of a record, or - for standard input"
    )
    command.add_argument("--seconds", type=_seconds, help="give up on a game after this time; unless given, never")
    command.add_argument("--nodes", type=_nodes, help="give up on a game after so many nodes of the search")
    command.add_argument("--json", action="store_true", help="answer in a line of JSON")
    command.add_argument(
        "--best-score", action="store_true", help="look for a win with a high score, not for a short one"
    )
    command.add_argument(
        "--tries",
        metavar="N",
        type=_tries,
        help="how many other wins to look for, and tell the best; 0 for the first one",
    )
    command.add_argument("--record", metavar="FILE", type=_new_file, help="write the record of the won game to a file")
    many = command.add_argument_group("many deals")
    many.add_argument("--range", metavar="FIRST-LAST", type=_range, help="solve these deals, such as 1-1000")
    many.add_argument("--jobs", metavar="N", type=_jobs, help="how many processes share the work; 1 unless given")
    many.add_argument("--jsonl", action="store_true", help="answer in lines of JSON, without a summary")
    many.add_argument("--no-actions", action="store_true", help="leave the winning actions out of lines of JSON")
    many.add_argument(
        "--out", metavar="FILE", type=_new_file, help="write lines of JSON to a file, and skip deals that it has"
    )
    command.set_defaults(run=_solve, problem=_solving_problem)


def _add_verify(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _command(
        commands,
        "verify",
        "check records and backups by the rules",
        "Play records, and all games of backups, by the rules, and tell whether each is good: its actions legal,\n"
        "and won, score, moves and the other figures as the backup claims them. A record has at most 1 MB, a backup\n"
        "at most 100 MB.",
        """\
examples:
  easyharp verify game.txt
  easyharp verify easy-harp-2026-12-24.json --json | jq -r 'select(.good | not).id'

with --json each game is a line of JSON:
  file, game (its number in the backup, from 1), id, good, deal, code, won, score, moves, refused (as replay tells it),
  claims (figures of the backup that are not true) and problem (a sentence, or null)

exit status:
  0  all games are good
  1  a game is not
  2  bad input: something that cannot be read at all
""",
    )
    command.add_argument("files", metavar="FILE|-", nargs="+", help="a record or a backup, or - for standard input")
    command.add_argument("--json", action="store_true", help="answer in lines of JSON")
    command.set_defaults(run=_verify)


def _add_site(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    command = _command(
        commands,
        "site",
        "write the app as a static site",
        "Write the app as a static site for any web host: the engine runs inside the browser, and after the first\n"
        "visit no network is needed. A site that was written there before is replaced.",
        """\
examples:
  easyharp site public
  easyharp site public --pyodide package --screenshot wide.png --screenshot narrow.png
  python3 -m http.server --directory public

It needs the npm package pyodide, which runs Python in browsers, and what 'pip install "easyharp[site]"' brings.

"""
        + _STATUSES,
    )
    command.add_argument("folder", metavar="DIR", help="where to; a new or an empty folder, or an earlier site")
    command.add_argument(
        "--pyodide", metavar="DIR", help="the unpacked npm package; unless given, the one in node_modules here or above"
    )
    command.add_argument(
        "--screenshot", metavar="FILE", action="append", default=[], help="a PNG to be shown where the app is installed"
    )
    command.set_defaults(run=_site)


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
