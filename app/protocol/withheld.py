"""What came of a conflict waits for the ritual: surfaces show it once the last marker is turned, all of it together.

Record, view and protocol are past it (docs/protocol.md, *The markers' ritual*). Here is which lines wait; each game
takes what they tell back out of the view that is shown. A surface that was not there before has nothing to hold back.
"""

from collections.abc import Sequence
from typing import Final

import msgspec

from app.protocol import messages

TURNED: Final = "markers-turned"  # the event that a ritual follows, whatever the game
FOUGHT: Final = "conflict-fought"

Lines = tuple[messages.Line, ...]


class _About(msgspec.Struct):
    """What every event has."""

    type: str


def withheld(
    held: Lines, table: messages.TableView, news: Sequence[messages.Line], *, back: bool
) -> tuple[Lines, Lines]:
    """Lines that wait after a snapshot, and its news with those that have waited or without those that do.

    `held`: lines that have waited until then. `back`: the surface sees this game for the first time, or again.
    """
    ritual = table.ritual
    if back:
        return (), tuple(news)
    if ritual is None or ritual.flipped < ritual.tokens:
        known = {line.number for line in news}
        late = [line for line in held if line.number not in known]
        return (), tuple(sorted([*late, *news], key=lambda line: line.number)) if late else tuple(news)
    kinds = {line.number: msgspec.json.decode(line.event, type=_About).type for line in news if line.row}
    turned = max((number for number, kind in kinds.items() if kind == TURNED), default=0)
    if not any(kind == FOUGHT and number > turned > 0 for number, kind in kinds.items()):
        return held, tuple(news)
    late = [line for line in news if line.row and line.number > turned]
    return (*held, *late), tuple(line for line in news if line not in late)
