"""Standing between a page and its server: requests are answered, cut off, or held back as on a slow network."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Page, Route


def intercept(page: Page, pattern: str, answer: Callable[[Route], None], *, everywhere: bool = False) -> None:
    """Answer the requests for addresses like ``pattern``: of a page, or of its window with all workers."""
    (page.context if everywhere else page).route(pattern, answer)
    if page.url != "about:blank":
        _wait_until_in_force(page)


def cut_off(page: Page, pattern: str) -> None:
    """Let no request of a page for addresses like ``pattern`` arrive."""
    intercept(page, pattern, lambda route: route.abort())


def _wait_until_in_force(page: Page) -> None:
    """Wait until a page's requests do come by here: a busy one hears of it only after a key that is pressed next."""

    def is_probe(url: str) -> bool:
        return url.endswith("?probe")

    page.route(is_probe, lambda route: route.fulfill(body="intercepted"))
    page.evaluate("async () => { while (await (await fetch('?probe')).text() !== 'intercepted'); }")
    page.unroute(is_probe)


class Held:
    """Requests that are held back until a test lets them go."""

    def __init__(self, page: Page, pattern: str, *, everywhere: bool = False) -> None:
        self._requests: list[Route] = []
        self._is_released = False

        def hold(route: Route) -> None:
            self._requests.append(route)
            if self._is_released:
                route.continue_()

        intercept(page, pattern, hold, everywhere=everywhere)

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
