"""Rendering: the text of a page in Markdown becomes HTML.

Three things in a text are ours. A line `{#anchor}` gives the heading after it its address. A link to `card:9h` names a
card, in the form that the sentence needs. A picture of `example:NAME` that stands alone is a still of an example, with
all that a script needs to make it live; a picture of `layout` is a deal just begun.
"""

from __future__ import annotations

import functools
import html
import importlib.resources
import itertools
import json
import string
import tomllib
from typing import TYPE_CHECKING, Final

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.attrs import attrs_block_plugin

from easyharp.game import Game
from easyharp.pages.examples import EXAMPLES, Example
from easyharp.pages.stills import definitions, still

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from markdown_it.rules_core import StateCore

LANGUAGES: Final = ("de", "en", "fr", "es", "it", "nl", "pl", "pt")
"""The languages that every page is written in."""

PAGES: Final = ("rules", "examples", "faq")
"""The names of the pages."""

PATHS: Final = {f"pages/{language}/{name}.html": (language, name) for language in LANGUAGES for name in PAGES}
"""Where each page stands, beside the files of the card table, and its language and name."""

_INTRO: Final = 6
"""How many tokens the title and the first paragraph are: three each."""

_FRESH: Final = 5
"""The number of the deal that shows how a game begins."""

_FOLDER: Final = importlib.resources.files("easyharp.pages")


@functools.cache
def page(language: str, name: str) -> str:
    """Return a page as an HTML document.

    ``language`` is one of `LANGUAGES`, ``name`` one of `PAGES`.
    """
    tokens = _tokens(language, name)

    def rendered(part: Sequence[Token]) -> str:
        markdown = _markdown(language)
        return str(markdown.renderer.render(part, markdown.options, {}))

    return string.Template((_FOLDER / "frame.html").read_text(encoding="utf-8")).substitute(
        _words(language),
        language=language,
        name=name,
        title=_title(tokens),
        description=html.escape(_plain(tokens[4])),
        alternates=_each(lambda other: f'<link rel="alternate" hreflang="{other}" href="../{other}/{name}.html">'),
        languages=_each(lambda other: _language_link(other, name, here=other == language)),
        pages="\n".join(_page_link(language, other, here=other == name) for other in PAGES),
        contents=_contents(tokens),
        shapes=definitions(),
        intro=rendered(tokens[:_INTRO]),
        body=rendered(tokens[_INTRO:]),
    )


@functools.cache
def _tokens(language: str, name: str) -> list[Token]:
    text = (_FOLDER / "texts" / language / f"{name}.md").read_text(encoding="utf-8")
    return _markdown(language).parse(text)


@functools.cache
def _words(language: str) -> dict[str, str]:
    """Return the words of the frame: what stands on every page of a language."""
    text = (_FOLDER / "texts" / language / "frame.toml").read_text(encoding="utf-8")
    return {key: html.escape(str(word)) for key, word in tomllib.loads(text).items()}


@functools.cache
def _markdown(language: str) -> MarkdownIt:
    markdown = MarkdownIt("commonmark").enable("table").use(attrs_block_plugin)

    def ours(state: StateCore) -> None:
        state.tokens = list(_with_figures(state.tokens, language))
        for token in state.tokens:
            _name_cards(token.children or [])
        _link_headings(state.tokens)
        _head_rows(state.tokens)
        state.tokens = list(_with_tables(state.tokens))

    markdown.core.ruler.push("easyharp", ours)
    return markdown


def _with_figures(tokens: Sequence[Token], language: str) -> Iterator[Token]:
    """Put figures where a paragraph is nothing but a picture."""
    rest = iter(tokens)
    for token in rest:
        if token.type != "paragraph_open":
            yield token
            continue
        content, closing = next(rest), next(rest)  # a paragraph is three tokens
        children = content.children or []
        if len(children) == 1 and children[0].type == "image":
            yield Token("html_block", "", 0, content=_figure(children[0], language))
        else:
            yield from (token, content, closing)


def _figure(image: Token, language: str) -> str:
    """Make the figure of a picture: a still, and for an example what makes it live."""
    kind, _, name = str(image.attrs["src"]).partition(":")
    if kind == "layout":
        return f'<figure class="board">{still(Game.from_deal(_FRESH).position, language, image.content)}</figure>\n'
    game = EXAMPLES[name].begun()
    return (
        f'<figure class="board" data-example="{html.escape(_live(EXAMPLES[name], game))}">'
        f"{still(game.position, language, image.content)}</figure>\n"
    )


def _live(example: Example, game: Game) -> str:
    """Return what a script needs of an example, as JSON."""
    steps = [
        {"source": step.action.source, "target": step.action.target, "count": step.action.count, "legal": step.legal}
        for step in example.steps
    ]
    return json.dumps({"code": example.deal.code, "record": str(game.record), "steps": steps})


def _name_cards(children: Sequence[Token]) -> None:
    """Turn links to cards into names of cards."""
    closes = False
    for token in children:
        if token.type == "link_open" and str(token.attrs["href"]).startswith("card:"):
            suit = str(token.attrs["href"])[-1]
            token.tag, token.attrs = "b", {"class": "red" if suit in "dh" else "black"}
            closes = True
        elif token.type == "link_close" and closes:
            token.tag = "b"
            closes = False


def _link_headings(tokens: Sequence[Token]) -> None:
    """Let every heading with an address link to itself, so that it can be copied."""
    for opening, inline in itertools.pairwise(tokens):
        if opening.type == "heading_open" and "id" in opening.attrs:
            link = Token("link_open", "a", 1, attrs={"href": f"#{opening.attrs['id']}"})
            inline.children = [link, *(inline.children or []), Token("link_close", "a", -1)]


def _head_rows(tokens: Sequence[Token]) -> None:
    """Make the first cell of every row of a table its heading, but not the empty corner."""
    first = in_body = False
    tag = "th"
    for token, content in itertools.pairwise(tokens):
        if token.attrs.pop("style", None):  # the alignment of a column: styles belong to the stylesheet
            token.attrs["class"] = "number"
        if token.tag in ("thead", "tbody"):
            in_body = token.tag == "tbody"
        elif token.type == "tr_open":
            first = True
        elif first and token.tag in ("td", "th"):
            if token.nesting > 0:
                token.tag = "th" if content.content else "td"
                tag = token.tag
                token.attrs |= {"scope": "row"} if in_body else {}
            else:
                token.tag, first = tag, False


def _with_tables(tokens: Sequence[Token]) -> Iterator[Token]:
    """Let a table scroll on its own where it is too wide, also by keyboard."""
    heading = ""
    for token in tokens:
        if token.type == "heading_open":
            heading = str(token.attrs.get("id", ""))
        if token.type == "table_open":
            region = f'<div class="wide" tabindex="0" role="region" aria-labelledby="{heading}">\n'
            yield Token("html_block", "", 0, content=region)
        yield token
        if token.type == "table_close":
            yield Token("html_block", "", 0, content="</div>\n")


def _title(tokens: Sequence[Token]) -> str:
    return html.escape(_plain(tokens[1]))


def _plain(inline: Token) -> str:
    """Return a text without its markup."""
    return "".join(child.content for child in inline.children or [])


def _contents(tokens: Sequence[Token]) -> str:
    """List the page's sections."""
    sections = [
        (opening.attrs["id"], _plain(inline))
        for opening, inline in itertools.pairwise(tokens)
        if opening.type == "heading_open" and opening.tag == "h2"
    ]
    return "\n".join(f'<li><a href="#{anchor}">{html.escape(title)}</a></li>' for anchor, title in sections)


def _each(line: Callable[[str], str]) -> str:
    return "\n".join(map(line, LANGUAGES))


def _language_link(language: str, name: str, *, here: bool) -> str:
    current = ' aria-current="true"' if here else ""
    word = _words(language)["own_name"]
    return f'<a href="../{language}/{name}.html" hreflang="{language}" lang="{language}"{current}>{word}</a>'


def _page_link(language: str, name: str, *, here: bool) -> str:
    current = ' aria-current="page"' if here else ""
    return f'<a href="{name}.html"{current}>{_title(_tokens(language, name))}</a>'
