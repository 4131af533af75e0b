"""The API's description: an OpenAPI 3.1 document, made from the protocol.

Here is the shape of every request and answer. Requests are read off `protocol.ASKS`, so they cannot drift;
answers are written out, and the tests validate real ones against them. Not here: how anything is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import easyharp
from easyharp.actions import PILES
from easyharp.deals import FIRST_DEAL, LAST_DEAL, LETTERS, PREFIX
from easyharp.protocol import ASKS, LONGEST_RECORD, Ask, Field, Json
from easyharp.refusals import RefusalCode

if TYPE_CHECKING:
    from collections.abc import Iterable

_PILE: Final[Json] = {"type": "string", "pattern": f"^[{PILES}]$"}
_FACE: Final[Json] = {"type": "string", "pattern": "^[A23456789TJQK][cdhs]$"}
_WHOLE: Final[Json] = {"type": "integer", "minimum": 0}
_FLAG: Final[Json] = {"type": "boolean"}
_TEXT: Final[Json] = {"type": "string"}
_DEAL: Final[Json] = {"type": "integer", "minimum": FIRST_DEAL, "maximum": LAST_DEAL}
_CODE_PATTERN: Final = f"{PREFIX}[A-Z]{{{LETTERS}}}"
_CODE: Final[Json] = {"type": "string", "pattern": f"^{_CODE_PATTERN}$"}
_EXAMPLES: Final[Json] = {
    "record": '[Deal "EH1-N-AAAAAAF"]\n\n74\n',
    "source": "t",
    "target": "w",
    "pile": "t",
    "count": 1,
    "seconds": 1,
    "deal": "EH1-N-AAAAAAF",
    "text": "eh1-n-aaaaaaf",
}
"""A value for each member of a request. With them every ask has an answer; a day's deal has no deal, too."""

_REFUSED: Final = {
    "400": "The request is not HTTP, its Host header is missing, or its body is not JSON.",
    "403": "The request comes from a page of another origin.",
    "408": "The request took too long to arrive.",
    "413": "The body is larger than any request of this API.",
    "415": "The body is not application/json.",
    "421": "The Host header names another server.",
    "422": "The body does not follow the protocol; `pointer` names the offending member where there is one.",
}


def description() -> Json:
    """Return the OpenAPI document of the server's API."""
    return {
        "openapi": "3.1.1",
        "info": {
            "title": "Easy Harp",
            "version": easyharp.__version__,
            "description": (
                "A solitaire for two packs. The server keeps no game: a request carries the game's record, and the"
                " answer the new record and all that a player may see. Faces of face-down cards are never sent."
            ),
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "servers": [{"url": "/"}],
        "paths": {
            **{f"/api/{ask.name}": {"post": _asking(ask)} for ask in ASKS.values()},
            "/api/health": {"get": _getting("health", "Tell who is there.", "Health")},
            "/api/openapi.json": {"get": _getting("openapi", "Describe the API.", "Description")},
        },
        "components": {
            "schemas": _SCHEMAS,
            "responses": {f"Refused{status}": _problem(meaning) for status, meaning in _REFUSED.items()},
        },
    }


def _asking(ask: Ask) -> Json:
    answer = {"view": "Looked", "hint": "Hint", "describe": "Described"}.get(ask.name, "State")
    return {
        "operationId": ask.name,
        "summary": ask.meaning,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": _request(ask.fields), "example": _example(ask.fields)}},
        },
        "responses": {"200": _answered(answer)} | _refused(_REFUSED),
    }


def _getting(name: str, meaning: str, answer: str) -> Json:
    return {
        "operationId": name,
        "summary": meaning,
        "responses": {"200": _answered(answer)} | _refused(("400", "421")),
    }


def _answered(schema: str) -> Json:
    return {"description": "The answer.", "content": {"application/json": {"schema": _ref(schema)}}}


def _refused(statuses: Iterable[str]) -> Json:
    return {status: {"$ref": f"#/components/responses/Refused{status}"} for status in statuses}


def _problem(meaning: str) -> Json:
    return {"description": meaning, "content": {"application/problem+json": {"schema": _ref("Problem")}}}


def _request(fields: tuple[Field, ...]) -> Json:
    required = [field.name for field in fields if field.required]
    schema = _object({field.name: _member(field) for field in fields})
    return schema | {"required": required} if required else {k: v for k, v in schema.items() if k != "required"}


def _member(field: Field) -> Json:
    schema: Json = {"type": field.type}
    if field.type == "integer":
        schema |= {"minimum": field.least, "maximum": field.most}
    elif field.choices:
        schema["enum"] = list(field.choices)
    else:
        schema["maxLength"] = field.most
    if not field.required:
        schema = {"oneOf": [schema, {"type": "null"}]}
    return {"description": field.meaning} | schema


def _example(fields: tuple[Field, ...]) -> Json:
    return {field.name: _EXAMPLES[field.name] for field in fields if field.name in _EXAMPLES}


def _ref(schema: str) -> Json:
    return {"$ref": f"#/components/schemas/{schema}"}


def _object(members: Json, meaning: str = "") -> Json:
    """Return the schema of an object that has exactly these members."""
    schema = {"type": "object", "properties": members, "required": list(members), "additionalProperties": False}
    return {"description": meaning} | schema if meaning else schema


def _or_null(schema: Json) -> Json:
    return {"oneOf": [schema, {"type": "null"}]}


def _list(items: Json) -> Json:
    return {"type": "array", "items": items}


_STATE: Final[Json] = {
    "record": _ref("Record"),
    "played": _or_null({"description": "The action as recorded.", "type": "string", "pattern": "^[1-9a-htwur]{2}$"}),
    "refusal": _or_null(_ref("Refusal")),
    "view": _ref("View"),
}

_SCHEMAS: Final[Json] = {
    "Record": {
        "description": (
            "A game as text: its deal, other tags, and every accepted action, undo and redo included."
            f" A request may carry {LONGEST_RECORD:,} characters of it."
        ),
        "type": "string",
        "pattern": rf'^\[Deal "{_CODE_PATTERN}"\]',
    },
    "State": _object(
        _STATE, "What came of the request: an action played or refused, or neither where there was nothing to do."
    ),
    "Looked": _object(
        _STATE
        | {
            "problem": _or_null(
                _object(
                    {
                        "kept": {"description": "How many of the actions were good and are kept."} | _WHOLE,
                        "reason": {"type": "string", "enum": ["illegal", "unreadable"]},
                        "detail": _TEXT,
                    },
                    "What is wrong with the record after its good beginning.",
                )
            ),
            "actions": {"description": "How many actions the whole record has, as far as it is good."} | _WHOLE,
        },
        "A game looked at.",
    ),
    "View": _object(
        {
            "deal": _DEAL,
            "code": _CODE,
            "next_deal": {"description": "The number of the next deal; after the last comes the first."} | _DEAL,
            "piles": _object(
                {pile: _list(_ref("Card")) for pile in PILES},
                "The cards of each pile from the bottom up: columns 1-9, foundations a-h, stock t, waste w.",
            ),
            "targets": {
                "description": "By source pile and number of cards picked up, the piles where they may go.",
                "type": "object",
                "propertyNames": _PILE,
                "additionalProperties": {
                    "type": "object",
                    "propertyNames": {"pattern": "^([1-9]|1[0-9]|2[01])$"},
                    "additionalProperties": _list(_PILE) | {"minItems": 1, "uniqueItems": True},
                },
            },
            "taps": {
                "description": "By pile, where a tap on its last card sends it; where it does nothing it is missing.",
                "type": "object",
                "propertyNames": _PILE,
                "additionalProperties": _PILE,
            },
            "score": _WHOLE,
            "moves": {"description": "Accepted actions, undo not counted."} | _WHOLE,
            "undo": {"description": "How many actions can be undone.", "maximum": 100} | _WHOLE,
            "redo": {"description": "How many undone actions can be played again.", "maximum": 100} | _WHOLE,
            "pass": {"type": "integer", "minimum": 1},
            "won": _FLAG,
            "finishable": _FLAG,
            "move_left": _FLAG,
        },
        "All that a player may see of a game.",
    ),
    "Card": _object(
        {
            "place": {"description": "Where the card lies in the deal: its name on the table.", "maximum": 103}
            | _WHOLE,
            "face": _or_null(_FACE) | {"description": "Rank and suit, null while the card lies face down."},
        }
    ),
    "Refusal": _object(
        {
            "code": {"type": "string", "enum": [code.value for code in RefusalCode]},
            "source": {"type": "string", "pattern": f"^[{PILES}ur]$"},
            "target": {"type": "string", "pattern": f"^[{PILES}ur]$"},
            "cards": {"description": "The face-up cards picked up, grabbed card first."} | _list(_FACE),
            "onto": {"description": "The last card of the target column."} | _or_null(_FACE),
            "wanted": {"description": "The faces that would be right instead."} | _list(_FACE),
        },
        "Why the rules forbid an action; nothing has changed.",
    ),
    "Hint": _object(
        {
            "verdict": {
                "description": (
                    "Whether the game can be won from here: winnable, a win was found and checked; unwinnable, it is"
                    " proved that there is none; unknown, neither in the time given."
                ),
                "type": "string",
                "enum": ["won", "winnable", "unwinnable", "unknown"],
            },
            "move_left": {"description": "Whether a card fits somewhere, now or after drawing and redealing."} | _FLAG,
            "action": _or_null(
                _object(
                    {"source": _PILE, "target": _PILE, "count": {"type": "integer", "minimum": 1, "maximum": 13}},
                    "The next action of a win, as `act` takes it.",
                )
            ),
        },
        "What helps on request. It names piles, and so no card that lies face down.",
    ),
    "Described": _object(
        {
            "deal": _or_null(_DEAL),
            "code": _or_null(_CODE),
            "problem": _or_null(
                _object(
                    {
                        "reason": {
                            "type": "string",
                            "enum": ["empty", "too_long", "number", "prefix", "character", "length", "range"],
                        },
                        "found": {"description": "The prefix, character, length or number found."} | _TEXT,
                        "place": {"description": "Which letter of the code, from 1; else 0."} | _WHOLE,
                        "detail": _TEXT,
                    }
                )
            ),
        },
        "A deal by number and code, or what is wrong with the text.",
    ),
    "Health": _object({"app": {"const": "easyharp"}, "version": _TEXT}),
    "Description": {"type": "object", "required": ["openapi", "info", "paths"]},
    "Problem": {
        "description": "What is wrong with a request (RFC 9457).",
        "type": "object",
        "properties": {
            "type": {"type": "string", "format": "uri-reference"},
            "title": _TEXT,
            "status": {"type": "integer", "minimum": 400, "maximum": 499},
            "detail": _TEXT,
            "pointer": {"description": "The offending member of the body (RFC 6901).", "type": "string"},
        },
        "required": ["type", "title", "status", "detail"],
    },
}
