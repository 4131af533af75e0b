"""The pages: the same in every language, true to their examples, and without a dead link."""

from __future__ import annotations

import asyncio
import importlib.resources
import posixpath
import re
import tomllib
from dataclasses import dataclass, field
from functools import cache
from html.parser import HTMLParser

import httpx
import pytest

from easyharp.app import create_app
from easyharp.pages import EXAMPLES, LANGUAGES, PAGES, PATHS, page
from easyharp.pages.stills import definitions, index_letters, still
from easyharp.refusals import RefusalCode

EVERY_PAGE = pytest.mark.parametrize("path", PATHS)


@dataclass
class Outline(HTMLParser):
    """What of a page can be compared: its addresses, links and pictures, in the order in which they stand."""

    ids: list[str] = field(default_factory=list)
    links: list[str] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    pictures: list[str] = field(default_factory=list)
    attributes: list[tuple[str, dict[str, str | None]]] = field(default_factory=list)

    def __post_init__(self) -> None:
        super().__init__()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        self.attributes.append((tag, values))
        if (name := values.get("id")) is not None:
            self.ids.append(name)
        if tag == "a" and (link := values.get("href")) is not None:
            self.links.append(link)
        if tag == "svg" and "still" in (values.get("class") or ""):
            self.pictures.append(values.get("aria-label") or "")
        if re.fullmatch("h[1-6]", tag):
            self.tags.append(tag)


@cache
def outline(path: str) -> Outline:
    read = Outline()
    read.feed(page(*PATHS[path]))
    read.close()
    return read


def get(path: str, headers: dict[str, str] | None = None) -> httpx.Response:
    """Ask the app for a file."""

    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://localhost:8104") as client:
            return await client.get(path, headers=headers)

    return asyncio.run(go())


def source(language: str, name: str) -> str:
    return (importlib.resources.files("easyharp.pages") / "texts" / language / f"{name}.md").read_text(encoding="utf-8")


def structure(text: str) -> list[str]:
    """Return what every language has in common, in its order: anchors, headings, cards, pictures, links, table rows."""
    return [
        re.sub(r"\s+", " ", "".join(part for part in found if part))
        for found in re.findall(r"^(\{#[\w-]+\})$|^(#+) |\]\(([\w:.#-]+)\)|^(\|)", text, re.MULTILINE)
    ]


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_headings_cards_pictures_and_links(language: str, name: str) -> None:
    assert structure(source(language, name)) == structure(source("de", name))


@EVERY_PAGE
def test_no_address_stands_twice(path: str) -> None:
    ids = outline(path).ids
    assert len(ids) == len(set(ids))


@EVERY_PAGE
def test_no_link_is_dead(path: str) -> None:
    web = importlib.resources.files("easyharp") / "web"
    for link in outline(path).links:
        address, _, anchor = link.partition("#")
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), address)) if address else path
        if target == ".":
            assert (web / "index.html").is_file()
        else:
            assert target in PATHS, link
            assert not anchor or anchor in outline(target).ids, link


@EVERY_PAGE
def test_what_a_page_needs_is_there(path: str) -> None:
    for tag, values in outline(path).attributes:
        needed = (
            values.get("href") if tag == "link" and values.get("rel") in ("stylesheet", "icon") else values.get("src")
        )
        if needed is not None:
            address = posixpath.normpath(posixpath.join("/", posixpath.dirname(path), needed))
            assert get(address).status_code == 200, needed


@EVERY_PAGE
def test_a_page_says_what_it_is(path: str) -> None:
    language, name = PATHS[path]
    tags = outline(path).attributes
    assert ("html", {"lang": language}) in tags
    alternates = {values["hreflang"]: values["href"] for tag, values in tags if values.get("rel") == "alternate"}
    assert alternates == {other: f"../{other}/{name}.html" for other in LANGUAGES}
    (description,) = [values["content"] for _, values in tags if values.get("name") == "description"]
    assert description is not None
    assert 50 < len(description) < 320
    assert outline(path).tags.count("h1") == 1
    assert all(len(seen) > 20 for seen in outline(path).pictures)


@EVERY_PAGE
def test_nothing_of_the_markup_is_left_over(path: str) -> None:
    text = re.sub(r"<[^>]*>", "", page(*PATHS[path]))
    assert not re.search(r"\{#|\]\(|\$\w", text)
    assert not any(
        "style" in values or str(values.get("href")).startswith("card:") for _, values in outline(path).attributes
    )


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_links_to_where_it_is_explained(language: str) -> None:
    assert {code.value for code in RefusalCode} <= set(outline(f"pages/{language}/examples.html").ids)


def faces_of(name: str) -> set[str]:
    """Return the faces of all cards that an example's steps are about."""
    text = (importlib.resources.files("easyharp.pages") / "examples.toml").read_text(encoding="utf-8")
    (example,) = [example for example in tomllib.loads(text)["example"] if example["id"] == name]
    return {step[key] for step in example["steps"] for key in ("card", "onto", "turns") if key in step}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_shown_under_its_own_heading_and_speaks_of_its_cards(language: str) -> None:
    sections = dict(
        re.findall(r"^\{#([\w-]+)\}\n(.*?)(?=^\{#|\Z)", source(language, "examples"), re.MULTILINE | re.DOTALL)
    )
    for name in EXAMPLES:
        assert f"](example:{name})" in sections[name]
        named = set(re.findall(r"\]\(card:(\w\w)\)", sections[name]))
        assert named, name
        assert named <= faces_of(name), name


def test_pages_are_served_like_the_other_files() -> None:
    answer = get("/pages/de/rules.html")
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.text == page("de", "rules")
    assert get("/pages/de/rules.html", {"If-None-Match": answer.headers["etag"]}).status_code == 304
    for nothing in ("/pages/de/rule.html", "/pages/xx/rules.html", "/pages/", "/pages/de/rules"):
        assert get(nothing).status_code == 404


def test_a_still_shows_what_a_player_sees_and_no_more() -> None:
    position = EXAMPLES["building"].begun().position
    picture = still(position, "de", "Beispiel")
    faces = [column.shown for column in position.columns]
    letters = {"J": "B", "Q": "D", "T": "10"}
    shown = re.findall(r"<text[^>]*>(\w+)</text>", picture)
    tops = [*position.waste[-1:], *(pile[-1] for pile in position.foundations if pile)]
    expected = [card.face[0] for card in [*tops, *(card for column in faces for card in column)]]
    assert shown == [letters.get(rank, rank) for rank in expected]
    assert picture.count('class="pattern"') == sum(len(column.hidden) for column in position.columns) + bool(
        position.stock
    )


def test_stills_share_shapes_and_letters_with_the_card_table() -> None:
    assert re.findall(r'id="suit-(\w)"', definitions()) == list("cdhs")
    assert index_letters("fr") == {"J": "V", "Q": "D", "K": "R"}
    assert index_letters("it") == {}
