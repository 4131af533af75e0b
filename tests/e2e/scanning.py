"""Scanning a page with axe."""

from __future__ import annotations

from typing import TYPE_CHECKING

from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]

if TYPE_CHECKING:
    from playwright.sync_api import Page

RULES = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
    "resultTypes": ["violations"],
}


def assert_no_violation(page: Page, state: str) -> None:
    """Scan the page as it is."""
    found = Axe().run(page, options=RULES).response["violations"]
    told = [f"{state}: {rule['id']}: {[node['target'] for node in rule['nodes']][:4]}" for rule in found]
    assert told == []
