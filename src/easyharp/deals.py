"""Deals: the order of the 104 cards that a deal number stands for, and the number's names.

Deal *n* is the same everywhere and for ever; the golden tests hold this module to it. Chance and the
clock stay outside: whoever wants a random deal or today's deal brings the number or the date.

Source of the generator: G. L. Steele, D. Lea, C. H. Flood, "Fast splittable pseudorandom number
generators", OOPSLA 2014 (SplitMix64). The shuffle is Fisher and Yates's, from the top down.
"""

from __future__ import annotations

import datetime
import functools
import re
import unicodedata
from dataclasses import dataclass
from typing import Final

from easyharp.cards import PACKS, Card
from easyharp.errors import CodeError, TextError, quoted

FIRST_DEAL: Final = 1
LAST_DEAL: Final = 999_999
PREFIX: Final = "EH1-N-"
"""What a code begins with. It names this generator: another generator would get another prefix."""

LETTERS: Final = 7
"""How many letters a code has after the prefix."""

LONGEST_TEXT: Final = 200
"""How many characters a deal's number or code may be written in."""

_MASK: Final = 2**64 - 1
_DAILY_STATE: Final = 0x45484441 << 32


class SplitMix64:
    """The pseudorandom numbers of Steele, Lea and Flood; ``state`` is any 64-bit integer."""

    def __init__(self, state: int) -> None:
        self._state = state & _MASK

    def next(self) -> int:
        """Return the next number, uniform in 0 .. 2**64 - 1."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        z = self._state
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, bound: int) -> int:
        """Return a number uniform in 0 .. ``bound`` - 1, without the bias of a plain remainder."""
        limit = 2**64 - 2**64 % bound
        while (number := self.next()) >= limit:
            pass
        return number % bound


@dataclass(frozen=True)
class Deal:
    """A deal by its number, 1 to 999,999.

    Raises:
        CodeError: the number is out of range.
    """

    number: int

    def __post_init__(self) -> None:
        if not FIRST_DEAL <= self.number <= LAST_DEAL:
            raise CodeError(
                f"There is no deal {self.number:,}: deals run from 1 to 999,999.", "range", str(self.number)
            )

    @classmethod
    def from_text(cls, text: str) -> Deal:
        """Read a deal's number or code as people write it.

        Understood are the code in upper or lower case, with or without spaces and hyphens, its seven
        letters alone, a plain number, also with group separators (``4 711``, ``4.711``, ``4,711``), and a
        link that ends in one of these behind a ``#``.

        Raises:
            CodeError: naming what is wrong: the prefix, the length, a character or the range.
        """
        return cls(_read_number(text))

    @classmethod
    def of_day(cls, date: datetime.date) -> Deal:
        """Return the daily deal of a calendar date."""
        generator = SplitMix64(_DAILY_STATE + date.toordinal())
        return cls(FIRST_DEAL + generator.below(LAST_DEAL))

    @property
    def code(self) -> str:
        """The code, as in ``EH1-N-AAAAAAF`` for deal 5: the number in base 26, A = 0."""
        letters, rest = "", self.number
        for _ in range(LETTERS):
            rest, digit = divmod(rest, 26)
            letters = chr(ord("A") + digit) + letters
        return PREFIX + letters

    @property
    def next_number(self) -> int:
        """The number of the next deal; after the last comes the first."""
        return self.number + 1 if self.number < LAST_DEAL else FIRST_DEAL

    def shuffled(self) -> tuple[Card, ...]:
        """Return the 104 cards in order: columns 1 .. 9, each base first, then the stock, next card first."""
        cards = list(PACKS)
        generator = SplitMix64(self.number)
        for i in range(len(cards) - 1, 0, -1):
            j = generator.below(i + 1)
            cards[i], cards[j] = cards[j], cards[i]
        return tuple(cards)

    @functools.cached_property
    def places(self) -> dict[Card, int]:
        """Where each card lies in the shuffled order, counted from 0."""
        return {card: place for place, card in enumerate(self.shuffled())}

    def __str__(self) -> str:
        return self.code


def read_date(text: str) -> datetime.date:
    """Read a calendar date, as in 2026-12-24.

    Raises:
        TextError: the text is none.
    """
    try:
        # The standard has further forms, which nothing here writes.
        return datetime.date.fromisoformat(text if re.fullmatch(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", text) else "")
    except ValueError:
        raise TextError(f"{quoted(text)} is no date such as 2026-12-24.") from None


def _read_number(text: str) -> int:
    if len(text) > LONGEST_TEXT:
        raise CodeError(f"{quoted(text)} is too long for a deal number or a code such as EH1-N-AAAAAAF.", "too_long")
    plain = unicodedata.normalize("NFKC", text).rpartition("#")[2].strip()
    if not plain:
        raise CodeError(
            "There is no deal number or code: write a number such as 5 or a code such as EH1-N-AAAAAAF.", "empty"
        )
    if re.fullmatch(r"[0-9]+|[0-9]{1,3}([ .,'\u2019_][0-9]{3})+", plain):
        return int(re.sub(r"[^0-9]", "", plain))
    if re.fullmatch(r"[-+0-9 .,'\u2019_]+", plain):
        raise CodeError(f"{quoted(text)} is no deal number: write a whole number from 1 to 999,999.", "number")
    # Hyphens and dashes of every kind, and spaces, only group what is written.
    marks = [c for c in plain if not (c.isspace() or unicodedata.category(c) == "Pd")]
    squeezed = "".join(c.upper() if c.isascii() else c for c in marks)
    letters = _without_prefix(squeezed, text)
    for place, letter in enumerate(letters, start=1):
        if not "A" <= letter <= "Z":
            raise CodeError(
                f"The code {quoted(text)} has {letter!r} as character {place} of its letters:"
                " only the letters A to Z can be there.",
                "character",
                letter,
                place,
            )
    if len(letters) != LETTERS:
        raise CodeError(
            f"The code {quoted(text)} has {len(letters)} letter{'s' * (len(letters) != 1)}"
            f"{' after ' + PREFIX if len(letters) != len(squeezed) else ''}: it should have {LETTERS},"
            " as EH1-N-AAAAAAF. A number from 1 to 999,999 will do as well.",
            "length",
            str(len(letters)),
        )
    number = 0
    for letter in letters:
        number = number * 26 + ord(letter) - ord("A")
    if not FIRST_DEAL <= number <= LAST_DEAL:
        raise CodeError(
            f"The code {quoted(text)} stands for deal {number:,}: deals run from 1 to 999,999,"
            " EH1-N-AAAAAAB to EH1-N-AACEXHN.",
            "range",
            str(number),
        )
    return number


def _without_prefix(squeezed: str, text: str) -> str:
    prefix = PREFIX.replace("-", "")
    if squeezed.startswith(prefix):
        return squeezed[len(prefix) :]
    stranger = squeezed[:-LETTERS]
    if re.match("EH[0-9]", squeezed) or stranger.startswith("EH") or re.search("[0-9]", stranger):
        found = stranger or squeezed[:4]
        raise CodeError(
            f"The code {quoted(text)} begins with {found!r}, which this version does not know:"
            f" codes begin with {PREFIX}.",
            "prefix",
            found,
        )
    return squeezed
