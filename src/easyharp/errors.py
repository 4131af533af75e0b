"""Everything that can go wrong, in one tree.

    EasyHarpError
    ├── TextError            a text cannot be read: what, where, what would be right
    │   ├── CardTextError    ... as a card
    │   ├── CodeError        ... as a deal number or code
    │   ├── ActionError      ... as an action, or no action could ever be like this
    │   ├── PictureError     ... as a picture of a table
    │   ├── RecordError      ... as a record
    │   └── FileError        ... because its file cannot be read
    ├── PositionError        a position is not one that can be solved
    ├── RefusedError         an action is well formed, but the rules forbid it here
    └── RequestError         a table asked something the protocol does not understand

Every message is a whole sentence in English for the person who made the mistake. The HTTP edge maps
the tree to status codes in one place, the command line to exit statuses in one place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from easyharp.refusals import Refusal


class EasyHarpError(ValueError):
    """Root of all errors that Easy Harp raises on purpose."""


class TextError(EasyHarpError):
    """A text could not be read."""


class CardTextError(TextError):
    """A text does not name a card."""


class CodeError(TextError):
    """A text names no deal: neither a number, nor a code.

    ``reason`` says what is wrong, for those who put it into words of their own: ``empty``, ``too_long``,
    ``number`` (digits, but no whole number), ``prefix``, ``character``, ``length`` or ``range``; ``found`` is
    what was found there (the prefix, the character, the length, the number), ``place`` counts from 1.
    """

    def __init__(self, message: str, reason: str, found: str = "", place: int = 0) -> None:
        super().__init__(message)
        self.reason = reason
        self.found = found
        self.place = place


class ActionError(TextError):
    """A text, or a set of source, target and count, is no action in any position."""


class PictureError(TextError):
    """A text is no picture of a table."""


class RecordError(TextError):
    """A text is no record, or only its beginning is one."""


class FileError(TextError):
    """A file or standard input cannot be read; the message begins with its name."""


class PositionError(EasyHarpError):
    """A position has not all the cards, or they do not lie as play leaves them."""


class RefusedError(EasyHarpError):
    """The rules forbid the action in this position.

    ``refusal`` says why; the message quotes the position.
    """

    def __init__(self, message: str, refusal: Refusal) -> None:
        super().__init__(message)
        self.refusal = refusal


class RequestError(EasyHarpError):
    """A request does not follow the protocol.

    ``where`` is a JSON pointer to the offending member ("" for the whole request).
    """

    def __init__(self, message: str, where: str = "") -> None:
        super().__init__(message)
        self.where = where


def named(file: str, limit: int = 200) -> str:
    """Show the name of a file inside an error: in quotes, cut, and otherwise as it is, as far as it can be printed."""
    name = file if len(file) <= limit else file[:limit] + "…"
    return "'" + "".join(part if part.isprintable() else ascii(part)[1:-1] for part in name) + "'"


def quoted(text: str, limit: int = 40) -> str:
    """Show foreign text inside an error: printable, in quotes, cut to ``limit`` characters."""
    return repr(text if len(text) <= limit else text[:limit] + "…")
