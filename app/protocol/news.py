"""What happens at the table besides the game, as it is told in the log. All of it may be read by everyone.

These are `engine.game.Event`s like those of a game; their words are made by `news` in app/text/table.py, from these
fields. Seats count from 1, `by` is the seat that asked for it, and 0 is the screen.
"""

from typing import Literal

from app.protocol.messages import PlayedBy
from engine.game import Event


class SeatJoined(Event, frozen=True, tag="seat-joined"):
    """Somebody sat down with a phone. `handed`: the seat was played before (in another way, or by another phone).

    `bot`: what the bot is called that played it until then, for nobody else. `before`: whose it was, if another's.
    """

    seat: int
    name: str
    handed: bool
    bot: str = ""
    before: str | None = None


class SeatLeft(Event, frozen=True, tag="seat-left"):
    """Whoever held the seat stood up; `name` is who it was, if it had a name."""

    seat: int
    name: str | None


class SeatGiven(Event, frozen=True, tag="seat-given"):
    """The seat is played in another way from now on: `touch`, or `bot` of the kind `bot`.

    `after`: what the bot is called that played it until then, for nobody else.
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
    """Nobody new sits down from now on; or (not `locked`) they may again."""

    locked: bool
    by: int


class HandOverOpened(Event, frozen=True, tag="hand-over-opened"):
    """A code to take the seat over is shown for two minutes."""

    seat: int
    by: int


class HandOverAsked(Event, frozen=True, tag="hand-over-asked"):
    """Somebody would hand over the seat of a phone that is away, which takes everybody's yes, or two minutes."""

    seat: int
    by: int


class GameBegan(Event, frozen=True, tag="game-began"):
    """Seats' printed identities (wonders) in order, and who begins; 0: nobody, all at once."""

    game: str
    first: int
    identities: tuple[str, ...]


class DataUnverified(Event, frozen=True, tag="facts-doubted"):
    """What the data says of these identities, or other printed things, is uncertain, and no owner has corrected it."""

    identities: tuple[str, ...]


class GameSuspended(Event, frozen=True, tag="game-laid-aside"):
    by: int


class GameResumed(Event, frozen=True, tag="game-resumed"):
    """A game that was laid aside goes on."""

    by: int


class GameDiscarded(Event, frozen=True, tag="game-discarded"):
    """A game that was laid aside has been thrown away."""

    by: int


class GameEndedEarly(Event, frozen=True, tag="game-ended-early"):
    """It is scored as it stands."""

    by: int


class UndoAsked(Event, frozen=True, tag="undo-asked"):
    """`seat` would like to take back an action of seat `of`; the others are asked."""

    seat: int
    of: int
    action: str  # the record's text
    card: str = ""  # what everybody saw seat `of` get by it


class UndoDenied(Event, frozen=True, tag="undo-denied"):
    """`seat` said no to an undo."""

    seat: int


class UndoLapsed(Event, frozen=True, tag="undo-lapsed"):
    """What `seat` asked to take back stays: the game went on before all had answered."""

    seat: int


class LeaveAsked(Event, frozen=True, tag="leave-asked"):
    """`seat` would put the game away (`aside`) or have it scored now (`early`); the others are asked."""

    seat: int
    how: Literal["aside", "early"]


class LeaveDenied(Event, frozen=True, tag="leave-denied"):
    """`seat` said no: the game goes on."""

    seat: int


class LeaveLapsed(Event, frozen=True, tag="leave-lapsed"):
    """The game went on before all had answered `seat`, who would leave it."""

    seat: int


class Undone(Event, frozen=True, tag="undone"):
    """An action of seat `of` was taken back for `seat`, with `more` later ones of others."""

    seat: int
    of: int
    action: str  # the record's text
    more: int
    card: str = ""


class PutRight(Event, frozen=True, tag="put-right"):
    """Track: a line that was told wrongly is another. None: there was no such line before, or is none any more.

    `of` and `now_of` are whose line it was and is; 0: chance. `card`: the line of chance that came, or went, with it.
    """

    of: int
    was: str | None  # the record's text
    now_of: int
    now: str | None
    by: int
    card: str | None = None


class SetupPutRight(Event, frozen=True, tag="setup-put-right"):
    """Track: a fact of the set-up was told wrongly. `what` is `first`, `variant`, `rules` or `places`.

    `now` and `was`: what the record's header says of it, as words; of `places` the two seats that have changed.
    """

    what: str
    now: str
    was: str
    by: int


class TurnsMoved(Event, frozen=True, tag="turns-moved"):
    """Track: with what was put right, so many later turns are another seat's."""

    turns: int


class GameBrokenOff(Event, frozen=True, tag="game-broken-off"):
    """Track: the game goes on from a position that people entered; what was before is kept as far as it went."""

    by: int


class ChoiceTakenBack(Event, frozen=True, tag="choice-taken-back"):
    """A seat chooses again while others still choose. What it had chosen stays its own."""

    seat: int


class HintAsked(Event, frozen=True, tag="hint-asked"):
    """A seat asked what it might do. What it was told is its own."""

    seat: int


class Noticed(Event, frozen=True, tag="noticed"):
    """Something people should know about this table, as a rule and its facts: the words are those of a refusal.

    `damaged` (file, kept): some of the file could not be read, and it is kept as `kept`; `missing`, `swapped` (file):
    it was not there, or another one was; `older`: what was done last is not in it; `games-lost`, `games-older` (n):
    games that are not there any more, or only as they were before; `log-lost`: lines of the log are not; `log-aside`
    (kept): a log that is not this table's was set aside; `read-only`: the disk takes nothing more, so nothing
    changes; `other-computer`: the card comes from another computer; `new-table`: it is a copy, and has become one.
    `game-unreadable` (game): one game could not be taken up again; `table-unreadable`: seats and lobby could not, and
    begin anew.
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
    | Undone
    | PutRight
    | SetupPutRight
    | TurnsMoved
    | GameBrokenOff
    | ChoiceTakenBack
    | HintAsked
    | Noticed
)
