"""Requests that are held back, as on a slow network, until a test lets them go."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page, Route


class Held:
    """All requests of a page, or of a window with its workers, for addresses like ``pattern``."""

    def __init__(self, place: Page | BrowserContext, pattern: str) -> None:
        self._requests: list[Route] = []
        self._is_released = False

        def hold(route: Route) -> None:
            self._requests.append(route)
            if self._is_released:
                route.continue_()

        place.route(pattern, hold)

    @property
    def count(self) -> int:
        """How many there have been."""
        return len(self._requests)

    def wait(self, page: Page) -> None:
        """Wait until there is one."""
        for _ in range(600):
            if self.count:
                return
            page.wait_for_timeout(50)
        raise AssertionError("nothing was asked for")

    def release(self) -> None:
        """Let go of them, and of all that come later."""
        self._is_released = True
        for route in list(self._requests):  # while one is let go, others may come
            route.continue_()
