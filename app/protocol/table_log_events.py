"""Events of the table besides the game, for the log. Everyone may read all of them.

They are `engine.game.Event`s like those of a game; `news` in app/text/table_text.py words them. Seats count from
1, `by` is the seat that requested it, and 0 is the screen.
"""

from typing import Literal

from app.protocol.base_messages import PlayedBy
from engine.game import Event


class SeatJoined(Event, frozen=True, tag="seat-joined"):
    """A person sat down with a phone. `handed`: the seat was played before (in another way, or by another phone).

    `bot`: the name of the bot that played it until then, for nobody else. `before`: its former player, if another.
    """

    seat: int
    name: str
    handed: bool
    bot: str = ""
    before: str | None = None


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """The seat's player stood up; `name` is theirs, if they had one."""

    seat: int
    name: str | None


class SeatGiven(Event, frozen=True, tag="seat-given"):
    """The seat is played in another way from now on: `touch`, or `bot` of the kind `bot`.

    `after`: the name of the bot that played it until then, for nobody else.
    """

    seat: int
    played: PlayedBy
    bot: str | None
    by: int
    after: str = ""


class SeatRenamed(Event, frozen=True, tag="seat-renamed"):
    seat: int
    before: str | None
    name: str | None


class TableLocked(Event, frozen=True, tag="table-locked"):
    """The table was locked for new people, or (not `locked`) unlocked."""

    locked: bool
    by: int


class HandOverOpened(Event, frozen=True, tag="hand-over-opened"):
    """A code to take the seat over is shown for two minutes."""

    seat: int
    by: int


class HandOverAsked(Event, frozen=True, tag="hand-over-asked"):
    """A request to hand over the seat of a phone that is away, which needs everybody's yes, or two minutes."""

    seat: int
    by: int


class GameBegan(Event, frozen=True, tag="game-began"):
    """Seats' printed identities (wonders) in order, and who begins; 0: nobody, all at once."""

    game: str
    first: int
    identities: tuple[str, ...]


class DataUnverified(Event, frozen=True, tag="facts-doubted"):
    """A warning that the data of these identities or other printed things is unverified and not corrected by an
    owner.
    """

    identities: tuple[str, ...]


class GameSuspended(Event, frozen=True, tag="game-laid-aside"):
    by: int


class GameResumed(Event, frozen=True, tag="game-resumed"):
    by: int


class GameDiscarded(Event, frozen=True, tag="game-discarded"):
    by: int


class GameEndedEarly(Event, frozen=True, tag="game-ended-early"):
    """The game is scored as it stands."""

    by: int


class UndoAsked(Event, frozen=True, tag="undo-asked"):
    """`seat` would like to take back an action of seat `of`; the others are asked."""

    seat: int
    of: int
    action: str  # the record's text
    card: str = ""  # the card that everybody saw seat `of` get


class UndoDenied(Event, frozen=True, tag="undo-denied"):
    seat: int


class UndoLapsed(Event, frozen=True, tag="undo-lapsed"):
    """The request of `seat` to undo lapsed: the game went on before all had voted."""

    seat: int


class LeaveAsked(Event, frozen=True, tag="leave-asked"):
    """A vote on the end: `seat` wants to suspend the game (`aside`) or score it now (`early`)."""

    seat: int
    how: Literal["aside", "early"]


class LeaveDenied(Event, frozen=True, tag="leave-denied"):
    seat: int


class LeaveLapsed(Event, frozen=True, tag="leave-lapsed"):
    """The game went on before all had voted on the request of `seat` to leave it."""

    seat: int


class ActionUndone(Event, frozen=True, tag="undone"):
    """An action of seat `of` was taken back for `seat`, with `more` later ones of others."""

    seat: int
    of: int
    action: str  # the record's text
    more: int
    card: str = ""


class PutRight(Event, frozen=True, tag="put-right"):
    """Track: a wrongly reported line was corrected. None: the line was inserted, or removed.

    `of` and `now_of` are its former and new seat; 0: chance. `card`: the chance line that came, or went, with it.
    """

    of: int
    was: str | None  # the record's text
    now_of: int
    now: str | None
    by: int
    card: str | None = None


class SetupPutRight(Event, frozen=True, tag="setup-put-right"):
    """Track: a wrongly reported fact of the set-up was corrected. `what` is `first`, `variant`, `rules` or `places`.

    `now` and `was`: its words in the record's header; for `places` the two seats that were swapped.
    """

    what: str
    now: str
    was: str
    by: int


class TurnsReassigned(Event, frozen=True, tag="turns-moved"):
    """Track: a correction assigned this many later turns to another seat."""

    turns: int


class GameBrokenOff(Event, frozen=True, tag="game-broken-off"):
    """Track: the game continues from an entered position; the part before is kept as far as it went."""

    by: int


class ChoiceUndone(Event, frozen=True, tag="choice-taken-back"):
    """A seat chooses again while others still choose. Its former choice stays secret."""

    seat: int


class HintAsked(Event, frozen=True, tag="hint-asked"):
    """A seat asked for a hint. Its content stays with the seat."""

    seat: int


class TableNotice(Event, frozen=True, tag="noticed"):
    """A notice about the table for everybody, as a rule and its facts: worded like a refusal.

    `damaged` (file, kept): part of the file could not be read, and it is kept as `kept`; `missing`, `swapped` (file):
    it was absent, or replaced; `older`: the latest changes are not in it; `games-lost`, `games-older` (n): games that
    are gone, or in an earlier state; `log-lost`: lines of the log are gone; `log-aside` (kept): a log of another table
    was set aside; `read-only`: the disk is full or read-only, so nothing changes; `other-computer`: the SD card comes
    from another computer; `new-table`: it is a copy, and became a new table. `game-unreadable` (game): one game could
    not be restored; `table-unreadable`: seats and lobby could not, and are reset.
    """

    rule: str
    facts: dict[str, int | str]


News = (
    SeatJoined
    | SeatLeft
    | SeatGiven
    | SeatRenamed
    | TableLocked
    | HandOverOpened
    | HandOverAsked
    | GameBegan
    | DataUnverified
    | GameSuspended
    | GameResumed
    | GameDiscarded
    | GameEndedEarly
    | UndoAsked
    | UndoDenied
    | UndoLapsed
    | LeaveAsked
    | LeaveDenied
    | LeaveLapsed
    | ActionUndone
    | PutRight
    | SetupPutRight
    | TurnsReassigned
    | GameBrokenOff
    | ChoiceUndone
    | HintAsked
    | TableNotice
)
