from __future__ import annotations

import re

import pytest

from easyharp import errors
from easyharp.errors import EasyHarpError, RequestError, quoted


def test_the_tree_at_the_top_of_the_file_is_the_tree() -> None:
    drawn = re.findall(r"^ {4}((?:[│ ] {3})*)(?:[├└]── )?([A-Z]\w+)", errors.__doc__ or "", re.MULTILINE)
    parents: list[str] = []
    tree = []
    for indent, name in drawn:
        depth = len(indent) // 4 + (name != "EasyHarpError")
        tree.append((name, parents[depth - 1] if depth else "ValueError"))
        parents[depth:] = [name]
    classes = [value for value in vars(errors).values() if isinstance(value, type)]
    assert sorted(tree) == sorted((each.__name__, each.__base__.__name__) for each in classes if each.__base__)


def test_all_errors_are_caught_as_one_and_as_value_errors() -> None:
    assert issubclass(EasyHarpError, ValueError)
    with pytest.raises(EasyHarpError) as wrong:
        raise RequestError("The request has no 'pile'.", "/pile")
    assert (str(wrong.value), wrong.value.args) == ("The request has no 'pile'.", ("The request has no 'pile'.",))


def test_a_request_error_points_to_the_member_or_to_the_whole_request() -> None:
    assert RequestError("Wrong.", "/pile").where == "/pile"
    assert RequestError("Wrong.").where == ""


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "''"),
        ("a" * 40, repr("a" * 40)),
        ("a" * 41, repr("a" * 40 + "…")),
        ("it's\n\x1b[31m", '"it\'s\\n\\x1b[31m"'),
        ("\ud800", r"'\ud800'"),
    ],
)
def test_foreign_text_is_quoted_printable_and_short(text: str, shown: str) -> None:
    assert quoted(text) == shown
    assert quoted(text).isprintable()
