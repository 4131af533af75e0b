from __future__ import annotations

import datetime
import re
from itertools import islice
from typing import TYPE_CHECKING
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import easyharp
import golden_data
from easyharp.cards import PACKS
from easyharp.deals import Deal, SplitMix64, read_date
from easyharp.errors import CodeError, TextError
from played_games import deal_numbers

if TYPE_CHECKING:
    import random


@pytest.mark.parametrize("golden", golden_data.DEALS, ids=lambda golden: golden.code)
def test_a_golden_deal_never_changes(golden: golden_data.GoldenDeal) -> None:
    deal = Deal(golden.number)
    assert tuple(card.face for card in deal.shuffled()) == golden.faces
    assert deal.code == str(deal) == golden.code
    assert Deal.from_text(golden.code) == Deal.from_text(str(golden.number)) == deal


@pytest.mark.parametrize("golden", golden_data.DAYS, ids=lambda golden: str(golden.date))
def test_a_golden_day_never_changes_its_deal(golden: golden_data.GoldenDay) -> None:
    assert Deal.of_day(golden.date) == Deal(golden.number)


@given(st.dates())
def test_every_day_has_its_deal(date: datetime.date) -> None:
    assert 1 <= Deal.of_day(date).number <= 999_999
    assert Deal.of_day(date) == Deal.of_day(datetime.date.fromordinal(date.toordinal()))


def test_split_mix_64_gives_its_known_numbers() -> None:
    generator = SplitMix64(1234567)
    known = [6457827717110365317, 3203168211198807973, 9817491932198370423]
    assert [generator.next() for _ in known] == known
    assert SplitMix64(1234567 + 2**64).next() == known[0]


def test_below_leaves_out_the_numbers_that_would_favour_some_remainders() -> None:
    whole = 2**64 - 2**64 % 10
    generator = SplitMix64(1)
    with mock.patch.object(generator, "next", side_effect=[whole, 2**64 - 1, whole - 1, 0, whole + 5, 7]):
        assert [generator.below(10) for _ in range(3)] == [9, 0, 7]


def test_below_a_power_of_two_leaves_nothing_out() -> None:
    generator = SplitMix64(1)
    with mock.patch.object(generator, "next", side_effect=[2**64 - 1, 8]):
        assert [generator.below(8) for _ in range(2)] == [7, 0]


@given(deal_numbers)
def test_a_deal_holds_each_of_the_104_cards_once(number: int) -> None:
    deal = Deal(number)
    assert sorted(deal.shuffled(), key=PACKS.index) == list(PACKS)
    assert [deal.places[card] for card in deal.shuffled()] == list(range(104))


@pytest.mark.parametrize(("number", "code"), [(1, "EH1-N-AAAAAAB"), (999_999, "EH1-N-AACEXHN")])
def test_deals_run_from_1_to_999_999(number: int, code: str) -> None:
    assert Deal(number).code == code
    assert Deal.from_text(code) == Deal.from_text(str(number)) == Deal(number)


@pytest.mark.parametrize("number", [0, -1, 1_000_000, 10**30])
def test_outside_1_to_999_999_there_is_no_deal(number: int) -> None:
    with pytest.raises(CodeError) as wrong:
        Deal(number)
    assert str(wrong.value) == f"There is no deal {number:,}: deals run from 1 to 999,999."
    assert (wrong.value.reason, wrong.value.found) == ("range", str(number))


@pytest.mark.parametrize(("number", "following"), [(1, 2), (5, 6), (999_998, 999_999), (999_999, 1)])
def test_after_the_last_deal_comes_the_first(number: int, following: int) -> None:
    assert Deal(number).next_number == following


@given(st.dates())
def test_a_date_is_read_as_it_is_written(date: datetime.date) -> None:
    assert read_date(date.isoformat()) == date


@pytest.mark.parametrize(
    "text", ["", "gestern", "2026-02-29", "2026-1-1", "2026-12-24T00", "20261224", "2026-W52-4", "\ud800"]
)
def test_what_is_no_date_is_told(text: str) -> None:
    with pytest.raises(TextError) as wrong:
        read_date(text)
    assert str(wrong.value) == f"{text!r} is no date such as 2026-12-24."


@given(deal_numbers)
def test_repr_rebuilds_a_deal(number: int) -> None:
    deal = Deal(number)
    assert eval(repr(deal), dict(vars(easyharp))) == deal  # noqa: S307 - what repr is for
    assert len(deal.places) == 104
    assert eval(repr(deal), dict(vars(easyharp))) == deal  # noqa: S307 - remembered places change nothing


@given(deal_numbers, st.randoms(use_true_random=False), st.sampled_from(["", "#", "https://example.org/harp/de/#"]))
def test_a_code_is_read_in_any_case_with_any_spaces_and_hyphens(number: int, chance: random.Random, link: str) -> None:
    code = Deal(number).code.replace("-", "")
    for written in (code, code.removeprefix("EH1N")):
        marks = [mark.lower() if chance.random() < 0.5 else mark for mark in written]
        for _ in range(chance.randrange(6)):
            marks.insert(chance.randint(0, len(marks)), chance.choice(" -\u2013\u2014\t\n\xa0"))
        assert Deal.from_text(link + "".join(marks)) == Deal(number)


@given(deal_numbers, st.sampled_from([" ", ".", ",", "'", "\u2019", "_", "\xa0", "\u202f"]))
def test_a_number_is_read_with_group_separators(number: int, separator: str) -> None:
    assert Deal.from_text(f" {number:,}\n".replace(",", separator)) == Deal(number)
    assert Deal.from_text(f"{number:09}") == Deal(number)


_WIDE = "".join(chr(ord(mark) + 0xFEE0) for mark in "EH1-N-aaaaaaf")


@pytest.mark.parametrize("text", ["EH1-N-AAAAAAF", _WIDE, "\N{FULLWIDTH DIGIT FIVE}", "aaaaaaf", "Eh1 N aaa aaa f"])
def test_deal_5_is_read_in_many_ways(text: str) -> None:
    assert Deal.from_text(text) == Deal(5)


_NOTHING = "There is no deal number or code: write a number such as 5 or a code such as EH1-N-AAAAAAF."
_NUMBER = "{} is no deal number: write a whole number from 1 to 999,999."
_RANGE = "There is no deal {}: deals run from 1 to 999,999."
_PREFIX = "The code {} begins with '{}', which this version does not know: codes begin with EH1-N-."
_CHARACTER = "The code {} has '{}' as character {} of its letters: only the letters A to Z can be there."
_LENGTH = "The code {} has {}: it should have 7, as EH1-N-AAAAAAF. A number from 1 to 999,999 will do as well."
_CODE_RANGE = "The code {} stands for deal {}: deals run from 1 to 999,999, EH1-N-AAAAAAB to EH1-N-AACEXHN."


@pytest.mark.parametrize(
    ("text", "reason", "found", "place", "message"),
    [
        ("", "empty", "", 0, _NOTHING),
        (" \n", "empty", "", 0, _NOTHING),
        ("https://example.org/harp/#", "empty", "", 0, _NOTHING),
        ("A" * 201, "too_long", "", 0, f"'{'A' * 40}…' is too long for a deal number or a code such as EH1-N-AAAAAAF."),
        ("1.5", "number", "", 0, _NUMBER),
        ("-5", "number", "", 0, _NUMBER),
        ("5 5", "number", "", 0, _NUMBER),
        ("1,0000", "number", "", 0, _NUMBER),
        ("4.7.1", "number", "", 0, _NUMBER),
        ("1000.000", "number", "", 0, _NUMBER),
        ("0", "range", "0", 0, _RANGE.format("0")),
        ("1000000", "range", "1000000", 0, _RANGE.format("1,000,000")),
        ("12 345 678", "range", "12345678", 0, _RANGE.format("12,345,678")),
        ("EH1-N-AAAAAAA", "range", "0", 0, _CODE_RANGE.format("{}", "0")),
        ("EH1-N-AACEXHO", "range", "1000000", 0, _CODE_RANGE.format("{}", "1,000,000")),
        ("zzzzzzz", "range", "8031810175", 0, _CODE_RANGE.format("{}", "8,031,810,175")),
        ("EH2-N-AAAAAAF", "prefix", "EH2N", 0, _PREFIX.format("{}", "EH2N")),
        ("EH1-X-AAAAAAF", "prefix", "EH1X", 0, _PREFIX.format("{}", "EH1X")),
        ("FH1-N-AAAAAAF", "prefix", "FH1N", 0, _PREFIX.format("{}", "FH1N")),
        ("EHI-N-AAAAAAF", "prefix", "EHIN", 0, _PREFIX.format("{}", "EHIN")),
        ("EH1_N_AAAAAAF", "prefix", "EH1_N_", 0, _PREFIX.format("{}", "EH1_N_")),
        ("eh1", "prefix", "EH1", 0, _PREFIX.format("{}", "EH1")),
        ("EH1-N-AAAA0AF", "character", "0", 5, _CHARACTER.format("{}", "0", 5)),
        ("AAAA0AF", "character", "0", 5, _CHARACTER.format("{}", "0", 5)),
        ("ÄAAAAAF", "character", "Ä", 1, _CHARACTER.format("{}", "Ä", 1)),
        ("EH1-N-AAAAAAF!", "character", "!", 8, _CHARACTER.format("{}", "!", 8)),
        ("EH1-N-AAAAAA", "length", "6", 0, _LENGTH.format("{}", "6 letters after EH1-N-")),
        ("EH1-N-A", "length", "1", 0, _LENGTH.format("{}", "1 letter after EH1-N-")),
        ("EH1-N-", "length", "0", 0, _LENGTH.format("{}", "0 letters after EH1-N-")),
        ("AAAAAAAF", "length", "8", 0, _LENGTH.format("{}", "8 letters")),
        ("F", "length", "1", 0, _LENGTH.format("{}", "1 letter")),
        ("hello", "length", "5", 0, _LENGTH.format("{}", "5 letters")),
    ],
)
def test_what_is_wrong_with_a_code_is_named(text: str, reason: str, found: str, place: int, message: str) -> None:
    with pytest.raises(CodeError) as wrong:
        Deal.from_text(text)
    assert (wrong.value.reason, wrong.value.found, wrong.value.place) == (reason, found, place)
    assert str(wrong.value) == message.format(repr(text))


@given(deal_numbers, st.integers(0, 6), st.sampled_from("0189!?*.,'_äßéЖ中🂡"))
def test_a_mistyped_code_names_the_wrong_character(number: int, place: int, mark: str) -> None:
    code = Deal(number).code
    typo = code[: 6 + place] + mark + code[7 + place :]
    with pytest.raises(CodeError) as wrong:
        Deal.from_text(typo)
    assert (wrong.value.reason, wrong.value.found, wrong.value.place) == ("character", mark, place + 1)
    assert re.search(f"{re.escape(repr(mark))} as character {place + 1} of its letters", str(wrong.value))


@given(st.text() | st.text(alphabet="EH1N-AF 05.#").filter(bool))
def test_any_text_is_a_deal_or_says_what_is_wrong(text: str) -> None:
    try:
        deal = Deal.from_text(text)
    except CodeError as wrong:
        assert wrong.reason in {"empty", "too_long", "number", "prefix", "character", "length", "range"}  # noqa: PT017
    else:
        assert Deal.from_text(deal.code) == deal


def test_neighbouring_deals_share_nothing_but_their_cards() -> None:
    orders = [Deal(number).shuffled() for number in range(1, 200)]
    firsts = {tuple(islice(order, 4)) for order in orders}
    assert len(firsts) == len(orders)
