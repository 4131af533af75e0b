"""Hypothesis tries the same examples in every run, so that a failure comes from a change.

``--hypothesis-profile=search`` tries many new ones.
"""

from hypothesis import settings

settings.register_profile("same", deadline=None, derandomize=True, print_blob=True)
settings.register_profile("search", deadline=None, max_examples=2_000, print_blob=True)
settings.load_profile("same")
