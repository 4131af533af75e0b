"""What is measured, one module each. They play with the hands and eyes of the browser tests, found from here."""

import sys

from environment import ROOT

sys.path += [str(ROOT / "tests"), str(ROOT / "tests" / "e2e")]
