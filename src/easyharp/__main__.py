"""``python -m easyharp``: the command line."""

from easyharp.cli import main

raise SystemExit(main())
