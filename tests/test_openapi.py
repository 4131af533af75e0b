"""The API's description holds: it is a sound document, it names just the routes, and real answers fit it."""

from __future__ import annotations

import asyncio
import functools
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import given, settings
from jsonschema import Draft202012Validator

import golden_data
from easyharp.actions import FOUNDATIONS, PILES, STOCK, WASTE
from easyharp.app import create_app
from easyharp.errors import RequestError
from easyharp.openapi import description
from easyharp.protocol import ASKS, Engine
from easyharp.refusals import RefusalCode
from easyharp.solver.advising import Adviser
from played_games import games, won_up_to

if TYPE_CHECKING:
    from easyharp.game import Game

Json = dict[str, Any]

API = description()
FIVE = '[Deal "EH1-N-AAAAAAF"]\n\n'


def schema_at(*steps: str) -> Json:
    """Return a schema of the document, with the components that it refers to."""
    found: Any = API
    for step in steps:
        found = found[step]
        if "$ref" in found:
            for name in found["$ref"].removeprefix("#/").split("/"):
                found = API[name] if name == "components" else found[name]
    return {"components": API["components"], **found}


@functools.cache
def validator(*steps: str) -> Draft202012Validator:
    return Draft202012Validator(schema_at(*steps))


def check(value: object, *steps: str) -> None:
    validator(*steps).validate(value)


def check_answer(ask: str, answer: Json) -> None:
    check(answer, "paths", f"/api/{ask}", "post", "responses", "200", "content", "application/json", "schema")


def request_steps(ask: str) -> tuple[str, ...]:
    return ("paths", f"/api/{ask}", "post", "requestBody", "content", "application/json", "schema")


def fetch(method: str, path: str, body: object = None) -> httpx.Response:
    async def go() -> httpx.Response:
        transport = httpx.ASGITransport(create_app())
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8104") as client:
            return await client.request(method, path, json=body)

    return asyncio.run(go())


def test_the_served_document_is_the_description() -> None:
    response = fetch("GET", "/api/openapi.json")
    assert response.json() == API
    assert API["openapi"].startswith("3.1.")


def test_the_document_says_no_more_and_no_less_than_the_routes() -> None:
    assert set(API["paths"]) == {"/api/health", "/api/openapi.json", *(f"/api/{ask}" for ask in ASKS)}
    for path, operations in API["paths"].items():
        (method,) = operations
        assert fetch(method.upper(), path, {}).status_code not in (404, 405)
        other = fetch("GET" if method == "post" else "POST", path)
        assert other.status_code == 405
        allowed = {verb.strip() for verb in other.headers["allow"].split(",")}
        assert allowed == ({"POST"} if method == "post" else {"GET", "HEAD"})


def test_every_schema_is_sound_and_every_reference_leads_somewhere() -> None:
    for name in API["components"]["schemas"]:
        Draft202012Validator.check_schema(schema_at("components", "schemas", name))
    for ask in ASKS:
        Draft202012Validator.check_schema(schema_at(*request_steps(ask)))
    identifiers = [operation["operationId"] for path in API["paths"].values() for operation in path.values()]
    assert len(set(identifiers)) == len(identifiers)
    text = json.dumps(API)
    for kind in ("schemas", "responses"):
        for name in API["components"][kind]:
            assert f'"#/components/{kind}/{name}"' in text
    for part in text.split('"$ref": "')[1:]:
        _, _, kind, name = part.partition('"')[0].split("/")
        assert name in API["components"][kind]


@pytest.mark.parametrize("ask", ASKS)
def test_the_example_of_every_ask_is_answered_as_described(ask: str) -> None:
    example = API["paths"][f"/api/{ask}"]["post"]["requestBody"]["content"]["application/json"]["example"]
    check(example, *request_steps(ask))
    response = fetch("POST", f"/api/{ask}", example)
    assert response.status_code == 200
    check_answer(ask, response.json())


@pytest.mark.parametrize("ask", ASKS)
def test_what_the_schema_of_a_request_forbids_is_refused(ask: str) -> None:
    example = API["paths"][f"/api/{ask}"]["post"]["requestBody"]["content"]["application/json"]["example"]
    wrong: list[object] = [0, 22, [], {}, True, "", "x", None, "tw", "x" * 200_001]
    bodies: list[object] = [[], None, example | {"more": 1}]
    for name in example:
        bodies += [example | {name: value} for value in wrong]
        bodies.append({other: value for other, value in example.items() if other != name})
    for body in bodies:
        if not validator(*request_steps(ask)).is_valid(body):
            with pytest.raises(RequestError):
                Engine().answer(ask, body)


@settings(max_examples=25)
@given(games())
def test_answers_about_any_game_are_as_described(game: Game) -> None:
    engine = Engine()
    record = str(game.record)
    check_answer("view", engine.answer("view", {"record": record}))
    for ask in ("undo", "redo", "finish"):
        check_answer(ask, engine.answer(ask, {"record": record}))


def test_every_refusal_is_as_described() -> None:
    codes = set()
    engine = Engine()
    for wrong in golden_data.REFUSALS:
        record = f'[Deal "{wrong.deal}"]\n\n' + " ".join(wrong.actions)
        body = {"record": record, "source": wrong.source, "target": wrong.target, "count": wrong.count}
        check(body, *request_steps("act"))
        answer = engine.answer("act", body)
        check_answer("act", answer)
        codes.add(wrong.code)
    assert codes - {None} <= {code.value for code in RefusalCode}


def test_a_won_game_is_as_described() -> None:
    record = str(won_up_to(0, len(golden_data.WINS[0].actions)).record)
    answer = Engine().answer("view", {"record": record})
    check_answer("view", answer)
    assert all(len(answer["view"]["piles"][pile]) == 13 for pile in FOUNDATIONS)


@pytest.mark.parametrize("rest", ["74 xx", "74 1a", "74 uu uu"])
def test_a_damaged_record_is_as_described(rest: str) -> None:
    check_answer("view", Engine().answer("view", {"record": FIVE + rest}))


@pytest.mark.parametrize("text", ["5", "", " - ", "A" * 201, "EH2-N-AAAAAAF", "EH1-N-AAAÄAAF", "EH1-N-AAAF", "0"])
def test_a_described_deal_is_as_described(text: str) -> None:
    check_answer("describe", Engine().answer("describe", {"text": text}))


@pytest.mark.parametrize("actions", [0, 380, len(golden_data.WINS[1].actions)])
def test_a_hint_is_as_described(actions: int) -> None:
    record = str(won_up_to(1, actions).record)
    check_answer("hint", Engine().answer("hint", {"record": record}))
    check_answer("hint", Engine(Adviser()).answer("hint", {"record": record}))


def test_problems_are_as_described() -> None:
    response = fetch("POST", "/api/act", {"record": FIVE, "source": STOCK, "target": "z"})
    assert response.status_code == 422
    check(response.json(), "components", "schemas", "Problem")
    assert response.json()["pointer"] == "/target"


def test_the_piles_of_a_view_are_all_piles() -> None:
    assert "".join(API["components"]["schemas"]["View"]["properties"]["piles"]["properties"]) == PILES
    assert {STOCK, WASTE} <= set(PILES)
