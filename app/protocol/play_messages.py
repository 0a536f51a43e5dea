"""Messages of a running game: questions and actions, undo and votes, secrets and previews, ceremonies."""

from typing import Literal

import msgspec

from app.protocol.base_messages import Intent, Message
from app.protocol.teaching_messages import Hint


class Act(Intent, frozen=True, tag="act"):
    """One action of the game, answering an open question. `seat` 0: chance, in track, where people report it.

    In track, `card` also answers the chance that follows (a stack, and the card taken from it), and an answer to a
    Question that `ends` another seat's turn adds `done` for that seat first.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat
    card: str | None = None  # the line of chance that follows, one of the question's `then`


class Undo(Intent, frozen=True, tag="undo"):
    """Take back the action of `row` (the one offered) with all that followed. Stale once another action was accepted.

    `more`: the number of later actions that were shown to go with it, if given. Stale if that number has changed.
    """

    row: int
    seat: int | None = None  # who asks; a phone's own seat
    more: int | None = None


class Vote(Intent, frozen=True, tag="vote"):
    """A seat's answer to a request of another seat (TableView.vote). `row` is that request's.

    `about`, if given, is what it asked for. Stale if something else is asked by now.
    """

    row: int
    seat: int
    yes: bool
    about: Literal["undo", "aside", "early"] | None = None


class Look(Intent, frozen=True, tag="look"):
    """Screen only: show the secrets of a seat played by touch while a finger is down. Answered by one Secret."""

    seat: int


class LookAhead(Intent, frozen=True, tag="look-ahead"):
    """Preview an answer to an open question, as far as its effect is certain. Answered by one Preview.

    From the screen, with public knowledge only; where its choices are a seat's secret, with that of a seat played by
    touch.
    """

    seat: int
    question: int
    action: str  # the record's text, without the seat


class Horn(Intent, frozen=True, tag="horn"):
    """Sound the horn: at most once a second, for all clients together."""


class TurnMarker(Intent, frozen=True, tag="turn-marker"):
    """Turn a conflict marker (from 1) by hand: in play one of the open TableView.ritual, by its taker."""

    marker: int


class SkipOpening(Intent, frozen=True, tag="skip-opening"):
    """Skip the TableView.opening on show, or the animation of shields in a conflict, for everybody."""


class UndoOffer(msgspec.Struct, frozen=True):
    """The action that an undo would take back now. `free`: nobody votes if the action's own seat asks for it."""

    row: int
    seat: int
    action: str  # the record's text; the reader translates it
    more: int  # later actions of others, also bots, that go with it
    free: bool
    card: str = ""  # the card that everybody saw the seat get, unless `action` names it


class UndoVote(msgspec.Struct, frozen=True, tag_field="about", tag="undo"):
    """A vote on an undo: `seat` wants to take back `row`; `open` have not voted yet."""

    row: int
    seat: int
    action: str
    more: int
    open: tuple[int, ...]
    seen: tuple[str, ...]  # public chance lines that would be taken back, as in a record
    of: int = 0  # whose action it is
    card: str = ""  # as in UndoOffer


class LeaveVote(msgspec.Struct, frozen=True, tag_field="about", tag="leave"):
    """A vote on the end: `seat` wants to suspend the game (`aside`) or score it now (`early`); `open` have not voted
    yet.
    """

    row: int  # the game's newest when the vote began; the next action ends it
    seat: int
    how: Literal["aside", "early"]
    open: tuple[int, ...]


SeatVote = UndoVote | LeaveVote  # a vote that one seat asks for


class ChanceOptions(msgspec.Struct, frozen=True):
    """The chance lines that people may report, and how many of each their stack may still hold.

    `others`: lines that our counts exclude, for boxes that differ from ours; each ends with ` !`. They are offered
    first if the table is `unsure`, because the list of cards is unverified.
    """

    legal: tuple[str, ...]
    left: tuple[int, ...]
    others: tuple[str, ...] = ()
    unsure: bool = False

    @property
    def question(self) -> "Question":
        """A question to chance with these lines."""
        return Question(0, 0, self.legal, self.left, self.others, self.unsure)


class Question(msgspec.Struct, frozen=True, omit_defaults=True):
    """An open decision of a seat. `legal`: every action, as text, in the engine's order.

    On the screen `legal` is empty if the actions themselves are the seat's secret; a Look then returns them.

    In track everyone gets all questions and may answer any. Seat 0 is chance: `left` counts how many of each `legal`
    the stack may still hold. `then` lists, for an action that reveals something, the possible chance lines. If a seat
    only has an optional `done`, the next seat's question is here as well, under the same number; `ends` names the seat
    whose turn its answer ends. If the set-up lays out several similar things, this is the `nth` `of` these.
    """

    number: int
    seat: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()
    others: tuple[str, ...] = ()
    unsure: bool = False
    then: dict[str, ChanceOptions] = {}
    ends: int = 0
    nth: int = 0
    of: int = 0


class Ritual(msgspec.Struct, frozen=True):
    """Conflict markers that `seat` has to turn by hand; the game is already past them. Ephemeral, never stored.

    Until then markers 1 to `flipped` of `tokens` are shown in battle, except those in `open`. Afterwards the game's
    view is right again, and the result of a conflict is shown only then.
    """

    seat: int
    open: tuple[int, ...]
    flipped: int
    tokens: int


class Opening(msgspec.Struct, frozen=True):
    """The opening of a new game: wonders are shown with their abilities, then a pointer spins and stops at the first
    seat.

    Ephemeral like Ritual, and each step starts at the same moment for everybody. Bots wait for it; any action ends it,
    and so does `skip-opening`. app/protocol/ceremony_durations.py has the length of each step.
    """

    step: Literal["wonders", "turning", "found"]
    first: int  # the first seat; 0: all choose at once, no pointer


class Secret(Message, frozen=True, tag="secret"):
    """The answer to a Look: the seat's secrets. Never logged, never stored."""

    id: str
    seat: int
    center: str | None  # the shared stack's top, if the seat has seen it
    draw: tuple[str, ...]  # cards it is choosing from
    legal: tuple[str, ...] = ()  # its actions, if the screen's Question hides them as secrets
    view: msgspec.Raw | None = None  # its own View of the game, if it has secrets
    hint: Hint | None = None  # that it requested
    plan: str = ""  # its goal


class Preview(Message, frozen=True, tag="looked-ahead"):
    """The answer to a LookAhead. `view`: the game's View after the action, for the asking client.

    It stops where something is revealed, and contains no secret choices of others. Never logged, never stored.
    """

    id: str
    seat: int
    question: int
    action: str
    view: msgspec.Raw


class Cue(Message, frozen=True, tag="cue"):
    """A momentary signal to show or sound; never stored. `what`: horn | marker | moved | bye

    `horn`: `seat` sounded it (0: screen or panel), `n` times. `moved`: the key of `seat`'s phone has expired, since the
    seat is played in another way now. `bye`: the program stops, and with `n` 1 the computer, too. `marker`, for the
    screen alone: in a ritual, these `markers` of `seat` were just turned, by hand or by the table.
    """

    what: str
    seat: int = 0
    n: int = 0
    markers: tuple[int, ...] = ()
