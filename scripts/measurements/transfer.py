"""Transfer: how many bytes a first visit fetches. It does not know how long that takes."""

from typing import TYPE_CHECKING

from measurements.running import WINDOW, running_browser, running_server

if TYPE_CHECKING:
    from playwright.sync_api import Request


def transfer() -> None:
    """Load the page as on a first visit, and count the bytes of bodies as they travel, compressed."""
    requests: list[Request] = []

    def finished(request: "Request") -> None:
        requests.append(request)

    with running_server() as server, running_browser() as browser:
        page = browser.new_page(**WINDOW)
        page.on("requestfinished", finished)
        page.goto(server.address)
        page.wait_for_selector("html[data-ready]")
        page.wait_for_load_state("networkidle")
        bodies, heads, plain = {}, 0, 0
        for request in requests:
            sizes, response = request.sizes(), request.response()
            path = request.url.removeprefix(server.address) or "(page)"
            bodies[path] = sizes["responseBodySize"]
            heads += sizes["responseHeadersSize"]
            plain += len(response.body()) if response else 0
    total = sum(bodies.values())
    print(f"{len(bodies)} files, {total:,} bytes as they travel, {plain:,} unpacked; heads of answers {heads:,}")
    for path, size in sorted(bodies.items(), key=lambda item: -item[1])[:12]:
        print(f"{size:>10,}  {path}")
