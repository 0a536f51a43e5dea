"""Lines of the log, and words that their readers compare."""

from typing import Final

import msgspec

AUTOMATIC: Final = -1  # `Line.by` of an action without alternatives, which nobody reported
TURN: Final = "turn-began"  # the type of the event that begins a turn, in all games with turns
DELETED_EVENT: Final = b'{"type":"forgotten"}'  # the event of a deleted line, which readers remove


class Line(msgspec.Struct, frozen=True):
    """A line of the log, for this reader: an event of the game, or a change at the table.

    `event` has a `type` of its own (engine/<game>/actions.py, app/protocol/table_log_events.py); `undone` lines stay,
    struck out. A repeated number replaces the earlier line, for example to mark it undone. When the table's `game_id`
    changes a reader clears its log; that snapshot contains the whole new one.
    """

    number: int
    row: int  # the record's row; 0: not of the game
    event: msgspec.Raw
    undone: bool = False
    by: int = 0  # the seat whose phone reported another seat's line, or AUTOMATIC

    @property
    def forgotten(self) -> bool:
        """True if the line is deleted: readers remove it from their log."""
        return bytes(self.event) == DELETED_EVENT
