"""What the table says to the process that thinks for its bots, and what it hears: a line of JSON each, over a pipe.

The thinker knows what the table knows, secrets too: nothing of this is ever written anywhere else.
"""

from typing import Final

import msgspec

from engine.players.review import JudgedDecision, Standing
from engine.players.weighed import ActionRanking


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


class Weigh(msgspec.Struct, frozen=True, tag="weigh", tag_field="say"):
    """What all actions of a seat are worth now, to whoever knows what it does. All else is as in `Think`.

    `iterations` 0: one step ahead, as a coach judges. `beside`: nobody waits for it, so all else goes before it.
    `public`: everybody may read what comes of it, so it is weighed by what everybody knows.
    """

    number: int
    seat: int
    iterations: int
    seed: int
    seconds: float | None
    beside: bool = False
    public: bool = False


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="say"):
    """Nobody wants to know that any more."""

    number: int


class JudgeGame(msgspec.Struct, frozen=True, tag="review", tag_field="say"):
    """A finished game to be judged whenever nothing else is asked; one that was told before is forgotten.

    `lines`: as in `LineSaid`; `since`: which seats (from 0) are judged, from so many lines on; `judged`: what of that
    is known, as line and seat from 0. `seed`: of nothing that is secret.
    """

    game: int
    header: dict[str, str]
    lines: tuple[tuple[int, str], ...]
    since: dict[int, int]
    judged: tuple[tuple[int, int], ...]
    seed: str


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="say"):
    """The process has started, and answers from now on."""


class Thought(msgspec.Struct, frozen=True, tag="thought", tag_field="say"):
    """The action, as a line of a record says it."""

    number: int
    action: str


class Advice(msgspec.Struct, frozen=True, tag="advice", tag_field="say"):
    """What was to be weighed; nothing is ranked of a game that nobody has learned."""

    number: int
    weighed: ActionRanking


class DecisionJudged(msgspec.Struct, frozen=True, tag="judged", tag_field="say"):
    """One decision of a game that is reviewed; None: nobody weighed what was done there."""

    game: int
    judged: JudgedDecision | None


class GameJudged(msgspec.Struct, frozen=True, tag="reviewed", tag_field="say"):
    """All decisions have been judged, and this is who was ahead; nothing: the game cannot be judged."""

    game: int
    course: tuple[Standing, ...] = ()


ToThinker = GameBegins | LineSaid | Think | Weigh | Drop | JudgeGame
FromThinker = Ready | Thought | Advice | DecisionJudged | GameJudged
TO_THINKER: Final[msgspec.json.Decoder[ToThinker]] = msgspec.json.Decoder(ToThinker)
FROM_THINKER: Final[msgspec.json.Decoder[FromThinker]] = msgspec.json.Decoder(FromThinker)


def line(said: ToThinker | FromThinker) -> bytes:
    """As it goes over the pipe."""
    return msgspec.json.encode(said) + b"\n"
