from __future__ import annotations

import copy
import string
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

import easyharp
import golden_data
from easyharp.actions import PILES, REDO, UNDO, Action
from easyharp.deals import Deal
from easyharp.errors import RecordError
from easyharp.record import Reading, Record, read_record
from played_games import deal_numbers

if TYPE_CHECKING:
    import random

actions = st.builds(Action, st.sampled_from(PILES), st.sampled_from(PILES)) | st.sampled_from([UNDO, REDO])
tag_names = st.from_regex("[A-Za-z][A-Za-z0-9_]*", fullmatch=True).filter(lambda name: name != "Deal")
tag_values = st.text().filter(str.isprintable) | st.text(alphabet='"\\ ]a')
records = st.builds(
    Record, st.builds(Deal, deal_numbers), st.lists(actions).map(tuple), st.dictionaries(tag_names, tag_values)
)


@given(records)
def test_a_written_record_is_read_back(record: Record) -> None:
    assert Record.from_text(str(record)) == record
    assert read_record(str(record)) == Reading(record)
    assert str(Record.from_text(str(record))) == str(record)


@given(records)
def test_repr_rebuilds_a_record(record: Record) -> None:
    assert eval(repr(record), dict(vars(easyharp))) == record  # noqa: S307 - what repr is for
    assert eval(repr(Reading(record)), dict(vars(easyharp))) == Reading(record)  # noqa: S307


@pytest.mark.parametrize("win", golden_data.WINS, ids=lambda win: f"deal {win.deal}")
def test_a_golden_win_is_read_back_from_lines_of_25_actions(win: golden_data.GoldenWin) -> None:
    record = Record(Deal(win.deal), tuple(map(Action.from_text, win.actions)))
    tag, blank, *lines = str(record).splitlines()
    assert (tag, blank) == (f'[Deal "{Deal(win.deal).code}"]', "")
    assert all(len(line.split(" ")) == 25 for line in lines[:-1])
    assert tuple(" ".join(lines).split(" ")) == win.actions
    assert Record.from_text(str(record)) == record


def test_a_record_is_written_with_its_deal_first_and_a_blank_line() -> None:
    record = Record(
        Deal(5),
        tuple(map(Action.from_text, "74 71 61 uu rr tw".split())),  # noqa: SIM905
        {"Date": "2026-11-29", "Player": 'Jo "the \\ harp" Müller'},
    )
    assert str(record) == (
        '[Deal "EH1-N-AAAAAAF"]\n[Date "2026-11-29"]\n[Player "Jo \\"the \\\\ harp\\" Müller"]\n\n74 71 61 uu rr tw\n'
    )


def test_a_record_without_actions_ends_behind_its_blank_line() -> None:
    assert str(Record(Deal(5))) == '[Deal "EH1-N-AAAAAAF"]\n\n'


@pytest.mark.parametrize(
    "text",
    [
        '[Deal "EH1-N-AAAAAAF"]\n[Date "2026"]\n\n74 71\n',
        '[Deal "EH1-N-AAAAAAF"]\r\n[Date "2026"]\r\n\r\n74 71\r\n',
        '\ufeff[Deal "EH1-N-AAAAAAF"]\n[Date "2026"]\n\n74 71',
        '\n\n  [Deal  "5"]  \n\n[Date\t"2026"]\n74\n\n\t71',
        '[Deal "eh1 n aaaaaaf"]\n[Date "1999"]\n[Date "2026"]\n74\xa071',
    ],
)
def test_reading_is_forgiving_about_white_space_and_the_code(text: str) -> None:
    record = Record(Deal(5), (Action("7", "4"), Action("7", "1")), {"Date": "2026"})
    assert read_record(text) == Reading(record)


_NO_ACTION = (
    "is not an action: an action is two characters, a source and a target pile of 1-9 (columns), a-h (foundations),"
    " t (stock) and w (waste), such as 'w3', or tw (draw), wt (redeal), uu (undo), rr (redo)."
)
_NO_DEAL = 'A record begins with its deal, such as [Deal "EH1-N-AAAAAAF"], and here is none.'


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("", _NO_DEAL),
        ("\n\n", _NO_DEAL),
        ("74 71", _NO_DEAL),
        ("EH1-N-AAAAAAF", _NO_DEAL),
        ('[Date "2026"]\n[Deal "5"]', "Line 1: the first tag of a record is Deal, not 'Date'."),
        ('[deal "5"]', "Line 1: the first tag of a record is Deal, not 'deal'."),
        ('\n[Deal "5]', 'Line 2: \'[Deal "5]\' is not a tag such as [Deal "EH1-N-AAAAAAF"].'),
        ("[Deal 5]", "Line 1: '[Deal 5]' is not a tag such as [Deal \"EH1-N-AAAAAAF\"]."),
        ('[Deal "1000000"]', "Line 1: There is no deal 1,000,000: deals run from 1 to 999,999."),
        (
            '[Deal "EH2"]',
            "Line 1: The code 'EH2' begins with 'EH2', which this version does not know: codes begin with EH1-N-.",
        ),
    ],
)
def test_a_text_without_a_deal_is_no_record(text: str, problem: str) -> None:
    assert read_record(text) == Reading(None, problem)
    with pytest.raises(RecordError) as wrong:
        Record.from_text(text)
    assert str(wrong.value) == problem


@pytest.mark.parametrize(
    ("text", "kept", "tags", "problem"),
    [
        ("74 71 7x 61", "74 71", {}, f"Line 3, action 3: '7x' {_NO_ACTION}"),
        ("74\n71\n\n61 tww rr", "74 71 61", {}, f"Line 6, action 4: 'tww' {_NO_ACTION}"),
        ('74\n[Date "2026"]', "74", {}, f"Line 4, action 2: '[Date' {_NO_ACTION}"),
        ("{a remark} 74", "", {}, f"Line 3, action 1: '{{a' {_NO_ACTION}"),
        ('[Date "2026"]\n[Time 5]\n74', "", {"Date": "2026"}, "Line 3: '[Time 5]' is not a tag such as"),
        ('[Date "2026"]\n[1st "5"]\n74', "", {"Date": "2026"}, "Line 3: '[1st \"5\"]' is not a tag such as"),
        ('[A "x\\y"]\n74', "", {}, "Line 2: '[A \"x\\\\y\"]' is not a tag such as"),
        ('[A "x"y"]\n74', "", {}, 'Line 2: \'[A "x"y"]\' is not a tag such as'),
        ('[A "1"]\n[Deal "6"]\n74', "", {"A": "1"}, "Line 3: 'Deal' cannot name a tag: letters, digits and _ can"),
        ('[A "x\ty"]\n74', "", {}, "Line 2: The tag A cannot hold 'x\\ty': a tag's value is one printable line."),
    ],
)
def test_of_a_damaged_record_the_good_beginning_is_kept(
    text: str, kept: str, tags: dict[str, str], problem: str
) -> None:
    whole = '[Deal "EH1-N-AAAAAAF"]\n' + ("" if text.startswith("[") else "\n") + text
    reading = read_record(whole)
    assert reading.record == Record(Deal(5), tuple(map(Action.from_text, kept.split())), tags)
    assert (reading.problem or "").startswith(problem)
    with pytest.raises(RecordError) as wrong:
        Record.from_text(whole)
    assert str(wrong.value) == reading.problem


@pytest.mark.parametrize("name", ["Deal", "", "1st", "two words", "Größe", "a]", "a\n", "-"])
def test_a_tag_has_a_plain_name(name: str) -> None:
    with pytest.raises(RecordError, match="cannot name a tag: letters, digits and _ can, except 'Deal'"):
        Record(Deal(5), tags={name: "x"})


@pytest.mark.parametrize("value", ["two\nlines", "\t", "\x85", "\u2028", "\ud800", "\x00"])
def test_a_tag_has_one_printable_line(value: str) -> None:
    with pytest.raises(RecordError, match=r"^The tag A cannot hold .*: a tag's value is one printable line"):
        Record(Deal(5), tags={"A": value})


@given(st.text() | st.text(alphabet='[]"\\ \nDeal57tw') | st.text().map('[Deal "5"]\n{}'.format))
def test_reading_any_text_gives_a_record_or_a_problem_or_both(text: str) -> None:
    reading = read_record(text)
    assert reading.record is not None or reading.problem
    if reading.record is not None:
        assert Record.from_text(str(reading.record)) == reading.record


@given(records, st.integers(1, 3), st.randoms(use_true_random=False))
def test_reading_a_damaged_record_never_dies(record: Record, blows: int, chance: random.Random) -> None:
    text = str(record)
    for _ in range(blows):
        at = chance.randint(0, len(text))
        blow = chance.choice(["", "\n", *string.printable, "\ufeff", "\x00", "ü"])
        text = text[:at] + blow + text[at + chance.randint(0, 3) :]
    reading = read_record(text)
    assert reading.record is not None or reading.problem
    if reading.problem is None:
        assert Record.from_text(text) == reading.record
    else:
        with pytest.raises(RecordError):
            Record.from_text(text)


@given(records, st.integers(0, 400))
def test_a_torn_record_keeps_every_whole_action_before_the_tear(record: Record, length: int) -> None:
    text = str(record)
    torn = text[: min(length, len(text))]
    reading = read_record(torn)
    if reading.record is not None:
        kept = reading.record.actions
        assert kept == record.actions[: len(kept)]
        head = len(text) - len(text.partition("\n\n")[2])
        assert len(kept) >= len(torn[head:]) // 3


def test_a_record_is_a_value() -> None:
    tags = {"Date": "2026-11-29"}
    record = Record(Deal(5), (Action.from_text("74"),), tags)
    tags["Date"] = "2026-11-30"
    assert record.tags == {"Date": "2026-11-29"}
    assert len({record, Record.from_text(str(record))}) == 1
    assert copy.deepcopy(record) == record
