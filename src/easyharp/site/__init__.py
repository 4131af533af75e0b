"""The static site: the card table with the Python engine inside the browser, for any web host.

`build` writes it. The same client as the local server's talks to a worker, in which Pyodide runs this package.
"""

from easyharp.site.building import Built, build
from easyharp.site.runtime import PYODIDE

__all__ = ["PYODIDE", "Built", "build"]
