#!/usr/bin/env python3
"""Take the reference pictures of the key states anew: python3 scripts/pictures.py; then look at them."""

import python_version  # noqa: F401 (before all others: it says which Python is needed)

# isort: split
import sys
import tempfile
from pathlib import Path

import browser
from environment import development, quietly, run


def main() -> int:
    """Take the pictures, in the development environment."""
    if "--taking" in sys.argv:
        take()
        return 0
    development()
    return browser.bring() or run("python", "scripts/pictures.py", "--taking")


def take() -> None:
    """Bring about all key states, write their sheets, and the same in full size where they can be looked at."""
    # Only the development environment has what they need.
    from measurements.running import running_browser, running_server  # noqa: PLC0415

    # isort: split
    import contact_sheets  # noqa: PLC0415 (found by way of measurements)
    from key_states import GAMES, LOOKS, NAMES, WINDOW, pictures  # noqa: PLC0415
    from table_page import TablePage  # noqa: PLC0415

    full = Path(tempfile.mkdtemp(prefix="easyharp-pictures-"))
    taken = {name: {look: [] for look in LOOKS} for name in NAMES}  # type: ignore[var-annotated]
    with running_server() as server, running_browser() as chromium:
        for look in LOOKS:
            for game in GAMES:
                table = TablePage(chromium.new_context(**WINDOW), server.address)
                table.open()
                for name, (width, height), picture in pictures(table, game, look):
                    picture.save(full / f"{name}-{look}-{width}x{height}.png", compress_level=1)
                    taken[name][look].append(contact_sheets.reduced(picture))
                table.close()
    for name, looks in taken.items():
        contact_sheets.write(name, looks.values())
    print(f"The sheets are in {contact_sheets.FOLDER}, the same in full size in {full}.")


if __name__ == "__main__":
    quietly(main)
