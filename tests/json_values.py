"""Any JSON: what a table that follows no protocol may send."""

from __future__ import annotations

from hypothesis import strategies as st

from easyharp.protocol import ASKS

_values = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=20)
    | st.sampled_from(['[Deal "EH1-N-AAAAAAF"]\n\n', "t", "w", "5", "\ud800", "\x00"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
_members = st.sampled_from(sorted({field.name for ask in ASKS.values() for field in ask.fields}))

bodies = _values | st.dictionaries(_members | st.text(max_size=5), _values, max_size=4)
"""Anything, and often an object with members that an ask might have."""
