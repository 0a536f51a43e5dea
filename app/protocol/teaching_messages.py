"""Messages that teach: lesson tips, hints, reasons and goals."""

import msgspec

from app.protocol.base_messages import Intent


class AskHint(Intent, frozen=True, tag="ask-hint"):
    """A seat's request for a hint: for its own phone, or under a finger at the edge of a seat played by touch.

    Everyone sees that it was requested, nobody else its content (Snapshot.hints, Secret.hint).
    """

    seat: int


class Plan(Intent, frozen=True, tag="plan"):
    """Mark a printed thing as the goal of a seat in a game, by its key there (`card altar`); null: no goal.

    Only its own seat gets it back, in its snapshots; for a seat played by touch, a Look does. A phone omits `seat`.
    """

    thing: str | None
    seat: int | None = None


Fact = int | str | tuple[int | str, ...]


class LessonTip(msgspec.Struct, frozen=True):
    """A lesson tip of a guided game: an idea of its list (app/games/<game>/lessons.py) and the facts it mentions.

    `seat` 0: for everybody except the seats in `but`, whose people know it already. It is true of the view it comes
    with, and vanishes with that. `again`: it has expired, and is shown on request.
    """

    id: str
    seat: int = 0
    facts: dict[str, Fact] = {}
    but: tuple[int, ...] = ()
    again: bool = False


class Reason(msgspec.Struct, frozen=True):
    """A reason for an action, derived from a view (app/games/<game>/action_reasons.py), and the facts it mentions."""

    id: str
    facts: dict[str, Fact] = {}


class Gain(msgspec.Struct, frozen=True):
    """Points gained (below 0: lost) on a row of a seat's sheet before the asking seat's next decision."""

    seat: int
    row: str
    points: int


class Hint(msgspec.Struct, frozen=True):
    """A hint for one seat alone; it vanishes with its question.

    `thinking`: it may still improve. `hidden`: its content is shown under a finger at the seat (Secret.hint). `even`:
    `action` and `other` are about equal. `gains`: points of `action` compared with `other`, for this seat and the
    others.
    """

    seat: int
    thinking: bool = False
    hidden: bool = False
    even: bool = False
    action: str = ""  # the record's text
    because: tuple[Reason, ...] = ()
    gains: tuple[Gain, ...] = ()
    other: str = ""  # the next best that is no other payment for the same; "": none
    instead: tuple[Reason, ...] = ()  # reasons for `other`


class BotActionReasons(msgspec.Struct, frozen=True):
    """Possible reasons for a bot's latest action, from what everybody saw before. `row`: of the line that reports it.

    `toward`: ids of the intentions that the action supports.
    """

    seat: int
    row: int
    because: tuple[Reason, ...]
    toward: tuple[str, ...] = ()


class BotIntention(msgspec.Struct, frozen=True):
    """A goal that a bot states: true of the public view that it comes with, and of the bot's newest action."""

    seat: int
    goal: Reason
