"""Standard streams and files, as commands read and write them: bounded, at once, and with a sentence for what fails.

It does not know what is read and written.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, Final, NoReturn

from easyharp.errors import EasyHarpError, FileError, RecordError, named, quoted

if TYPE_CHECKING:
    from collections.abc import Iterator

    Json = dict[str, Any]

LONGEST_INPUT: Final = 1_000_000
"""How many bytes a record or a line of ``--jsonl`` may have: some 330,000 actions."""

_LONGEST_NUMBER: Final = 20
_LONGEST_SKIP: Final = 2**31
_SKIPPED_AT_ONCE: Final = 2**20


def read_text(file: str) -> str:
    """Read a file, or standard input for ``-``.

    Raises:
        FileError: it cannot be read.
        TextError: it is too long, or is not UTF-8.
    """
    with opened(file) as stream:
        return text_of(stream.read(LONGEST_INPUT + 1))


@contextlib.contextmanager
def opened(file: str) -> Iterator[BinaryIO]:
    """Open a file, or standard input for ``-``.

    Raises:
        FileError: it cannot be opened, or cannot be read within the ``with`` block.
    """
    name = "Standard input" if file == "-" else named(file)
    if "\0" in file:
        raise FileError(f"{name} cannot be the name of a file.")
    try:
        if file != "-":
            with Path(file).open("rb") as stream:
                yield stream
        elif sys.stdin is None:
            raise FileError("Standard input is closed.")
        else:
            yield sys.stdin.buffer
    except BrokenPipeError:
        raise
    except OSError as error:
        raise FileError(f"{name} cannot be read: {error.strerror}.") from None


def text_of(data: bytes, longest: int = LONGEST_INPUT, kind: str = "game") -> str:
    """Decode what was read with a limit of one byte more than is allowed for something of its kind.

    Raises:
        TextError: it is too long, or not UTF-8.
    """
    if len(data) > longest:
        raise RecordError(f"the text is longer than {longest:,} bytes, which is longer than any {kind}.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(f"this is not UTF-8 text: byte {error.start + 1:,} is 0x{data[error.start]:02x}.") from None


def json_object(text: str, example: str) -> Json:
    """Read a JSON object; ``example`` is one that would be right.

    Raises:
        TextError: it is none.
    """
    try:
        value = json.loads(text, parse_int=_whole_number, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise RecordError(f"this is not JSON: {error.msg} at character {error.pos + 1:,}.") from None
    except RecursionError:
        raise RecordError("the JSON is nested too deeply.") from None
    if not isinstance(value, dict):
        raise RecordError(f"this is not a JSON object such as {example}.")
    return value


def _whole_number(digits: str) -> int:
    if len(digits) > _LONGEST_NUMBER:
        raise RecordError(f"{quoted(digits, _LONGEST_NUMBER)} is too large a number.")
    return int(digits)


def _no_constant(name: str) -> NoReturn:
    raise RecordError(f"this is not JSON: there is no {name} in it.")


def lines_of(stream: BinaryIO) -> Iterator[bytes]:
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


def write_file(file: str, text: str) -> None:
    """Write a file whole: what it held before stays until all of the new text is there.

    Raises:
        EasyHarpError: it cannot be written.
    """
    path = Path(file).resolve()
    new = path.with_name(f"{path.name[:100]}.new") if path.is_file() else path
    with told_if_unwritable(file):
        try:
            new.write_bytes(text.encode())
            if new != path:
                shutil.copymode(path, new)
                new.replace(path)
        except OSError:
            if new != path:
                new.unlink(missing_ok=True)
            raise


@contextlib.contextmanager
def told_if_unwritable(file: str) -> Iterator[None]:
    """Write to a file within the ``with`` block.

    Raises:
        EasyHarpError: it cannot be written.
    """
    try:
        yield
    except OSError as error:
        raise EasyHarpError(f"{named(file)} cannot be written: {error.strerror}.") from None


def write_json(value: Json) -> None:
    """Write a line of JSON to standard output at once; raises as `write` does."""
    write(json.dumps(value, separators=(",", ":")) + "\n")


def write(text: str) -> None:
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


def complain(text: str) -> None:
    """Write to standard error; if that is not possible, nobody is to be told."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()


def accept_every_character() -> None:
    """Escape characters that the terminal's encoding lacks, as with LANG=C, instead of failing on them."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
