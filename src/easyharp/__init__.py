"""Easy Harp, a solitaire for two packs: its rules, its records, and a table in the browser.

>>> import easyharp
>>> game = easyharp.Game.from_deal(5)
>>> game.play("74")
Action(source='7', target='4', count=None)
>>> print(game.record)
[Deal "EH1-N-AAAAAAF"]
<BLANKLINE>
74
<BLANKLINE>
"""

from easyharp.actions import DRAW, REDEAL, REDO, UNDO, Action
from easyharp.automatic import double_tap_action, finishing_action, tap_action
from easyharp.cards import Card, Suit
from easyharp.deals import Deal
from easyharp.errors import (
    ActionError,
    CardTextError,
    CodeError,
    EasyHarpError,
    PictureError,
    RecordError,
    RefusedError,
    RequestError,
    TextError,
)
from easyharp.game import UNDO_LIMIT, Game, RefusedAction, Replay, replay
from easyharp.legal import has_move_left, legal_actions
from easyharp.picture import picture, read_picture
from easyharp.position import Column, Position, Step
from easyharp.record import Reading, Record, read_record
from easyharp.refusals import Refusal, RefusalCode, refusal

__version__ = "0.1.0"

__all__ = [
    "DRAW",
    "REDEAL",
    "REDO",
    "UNDO",
    "UNDO_LIMIT",
    "Action",
    "ActionError",
    "Card",
    "CardTextError",
    "CodeError",
    "Column",
    "Deal",
    "EasyHarpError",
    "Game",
    "PictureError",
    "Position",
    "Reading",
    "Record",
    "RecordError",
    "Refusal",
    "RefusalCode",
    "RefusedAction",
    "RefusedError",
    "Replay",
    "RequestError",
    "Step",
    "Suit",
    "TextError",
    "double_tap_action",
    "finishing_action",
    "has_move_left",
    "legal_actions",
    "picture",
    "read_picture",
    "read_record",
    "refusal",
    "replay",
    "tap_action",
]
