"""The pages that teach the game: Rules, Examples and FAQ in every language, as HTML that needs no script.

A page is made from one text in Markdown (`texts/LANGUAGE/NAME.md`), the words of its frame, and the examples: positions
from real deals, see `examples`. A script on the page turns the pictures of the examples into live card tables.
"""

from easyharp.pages.examples import EXAMPLES, Example, Step
from easyharp.pages.rendering import LANGUAGES, PAGES, PATHS, page

__all__ = ["EXAMPLES", "LANGUAGES", "PAGES", "PATHS", "Example", "Step", "page"]
