"""What the table says to the process that thinks for its bots, and what it hears: a line of JSON each, over a pipe.

The thinker knows what the table knows, secrets too: nothing of this is ever written anywhere else.
"""

from typing import Final

import msgspec


class GameBegins(msgspec.Struct, frozen=True, tag="game", tag_field="say"):
    """A game from its beginning, by its record's header; what was thought about before is forgotten."""

    header: dict[str, str]


class LineSaid(msgspec.Struct, frozen=True, tag="line", tag_field="say"):
    """The next line of the record. `seat`: from 0, -1 for chance."""

    seat: int
    text: str


class Think(msgspec.Struct, frozen=True, tag="think", tag_field="say"):
    """Which action a bot of this name takes for a seat now. `number`: of this wish, never used again.

    `iterations`: of a search, 0 where there is none; `seconds`: after so many it takes what seems best then, None: only
    its iterations end it.
    """

    number: int
    seat: int
    player: str
    iterations: int
    seed: int
    seconds: float | None


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="say"):
    """Nobody wants to know that any more."""

    number: int


class Thought(msgspec.Struct, frozen=True):
    """The action, as a line of a record says it."""

    number: int
    action: str


ToThinker = GameBegins | LineSaid | Think | Drop
TO_THINKER: Final = msgspec.json.Decoder(ToThinker)
FROM_THINKER: Final = msgspec.json.Decoder(Thought)


def line(said: ToThinker | Thought) -> bytes:
    """As it goes over the pipe."""
    return msgspec.json.encode(said) + b"\n"
