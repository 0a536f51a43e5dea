"""Messages between the table and its bots' thinker process: one line of JSON each, over a pipe.

The thinker knows all secrets of the table: these messages are never written anywhere else.
"""

from typing import Final

import msgspec

from engine.players.action_comparison import ActionRanking
from engine.players.game_review import JudgedDecision, WinProbabilities


class GameBegins(msgspec.Struct, frozen=True, tag="game", tag_field="say"):
    """A game from its beginning, by its record's header; earlier state is dropped."""

    header: dict[str, str]


class LineSaid(msgspec.Struct, frozen=True, tag="line", tag_field="say"):
    """The next line of the record. `seat`: from 0, -1 for chance."""

    seat: int
    text: str


class Think(msgspec.Struct, frozen=True, tag="think", tag_field="say"):
    """A request for a bot's action for a seat now. `number`: of this request, unique.

    `iterations`: of a search, 0 without one; `effort`: search for so many seconds of processor time instead, 0: by
    iterations; `seconds`: take the best action so far after that time, None: no time limit.
    """

    number: int
    seat: int
    player: str
    iterations: int
    seed: int
    seconds: float | None
    effort: float = 0.0


class Weigh(msgspec.Struct, frozen=True, tag="weigh", tag_field="say"):
    """A request to rank all actions of a seat now, with that seat's knowledge. Other fields as in `Think`.

    `iterations` 0: one step ahead. `beside`: in the background, after all other requests. `public`:
    everyone may read the result, so rank with public knowledge.
    """

    number: int
    seat: int
    iterations: int
    seed: int
    seconds: float | None
    beside: bool = False
    public: bool = False


class Drop(msgspec.Struct, frozen=True, tag="drop", tag_field="say"):
    """A cancelled request."""

    number: int


class JudgeGame(msgspec.Struct, frozen=True, tag="review", tag_field="say"):
    """A finished game to review while idle; replaces an earlier one.

    `lines`: as in `LineSaid`; `since`: by seat to judge (from 0), the first line; `judged`: decisions already judged,
    as line and seat from 0. `seed`: not secret.
    """

    game: int
    header: dict[str, str]
    lines: tuple[tuple[int, str], ...]
    since: dict[int, int]
    judged: tuple[tuple[int, int], ...]
    seed: str


class Ready(msgspec.Struct, frozen=True, tag="ready", tag_field="say"):
    """The process has started and answers requests."""


class ChosenAction(msgspec.Struct, frozen=True, tag="thought", tag_field="say"):
    """The chosen action, as a line of the record."""

    number: int
    action: str


class Advice(msgspec.Struct, frozen=True, tag="advice", tag_field="say"):
    """The ranking of a weighed decision; empty without a model for the game."""

    number: int
    weighed: ActionRanking


class DecisionJudged(msgspec.Struct, frozen=True, tag="judged", tag_field="say"):
    """A judged decision of a reviewed game; None: it cannot be judged."""

    game: int
    judged: JudgedDecision | None


class GameJudged(msgspec.Struct, frozen=True, tag="reviewed", tag_field="say"):
    """The end of a review: the course of the game; empty: the game cannot be judged."""

    game: int
    course: tuple[WinProbabilities, ...] = ()


ToThinker = GameBegins | LineSaid | Think | Weigh | Drop | JudgeGame
FromThinker = Ready | ChosenAction | Advice | DecisionJudged | GameJudged
TO_THINKER: Final[msgspec.json.Decoder[ToThinker]] = msgspec.json.Decoder(ToThinker)
FROM_THINKER: Final[msgspec.json.Decoder[FromThinker]] = msgspec.json.Decoder(FromThinker)


def line(said: ToThinker | FromThinker) -> bytes:
    """Encode a message as a line for the pipe."""
    return msgspec.json.encode(said) + b"\n"
