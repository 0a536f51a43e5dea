"""Messages about finished games: list, past positions, reviews, names, score sheets."""

from typing import Literal

import msgspec

from app.protocol.base_messages import Intent, Message
from app.protocol.log_messages import Line
from app.protocol.teaching_messages import Reason


class GetHistory(Intent, frozen=True, tag="recall"):
    """Request finished games of the history, newest first. Answered by one HistoryPage; read-only."""

    after: str = ""  # continue after this game, the last of the previous HistoryPage


class LookBack(Intent, frozen=True, tag="look-back"):
    """Request a finished game as it was after one of its lines (0: before the first). Answered by one PastPosition.

    The answer lists the lines that end a step, for navigation by turns, and what happened in this step.
    """

    game: str  # its mark
    line: int | None = None  # None: the default start


class AskReview(Intent, frozen=True, tag="ask-review"):
    """Request the review of a finished game, decision by decision; start it if there is none yet.

    Answered by one Review. `seat`: include its moments; a phone gets its own seat's (also for 0).
    """

    game: str  # its mark
    seat: int = 0  # from 1; 0: nobody's


class MergePeople(Intent, frozen=True, tag="merge-people"):
    """Replace `name` by `into` in every stored game and at the table: a corrected name, or two of one person.

    Irreversible, so it needs confirmation.
    """

    name: str
    into: str
    sure: bool = False


class ForgetPerson(Intent, frozen=True, tag="forget-person"):
    """Delete a name from everything stored here; the games stay, with that seat nameless. Needs confirmation."""

    name: str
    sure: bool = False


class AskNames(Intent, frozen=True, tag="ask-names"):
    """Request the people who have played here, for the choice of a name. Answered by one Names; read-only."""


class NamePlayers(Intent, frozen=True, tag="name-players"):
    """Name the players of a finished game: for each seat a name, or "" for nobody. Omitted fields stay as they are.

    A seat whose name or wonder is None keeps it, and with the name whether a bot played there: what somebody else has
    corrected since.
    """

    game: str  # its mark
    names: tuple[str | None, ...]
    bots: tuple[int, ...] | None = None  # seats, from 1, that a bot played
    wonders: tuple[str | None, ...] | None = None  # of a score sheet: by seat what it was, "" where nobody knows


class ReadSheet(Intent, frozen=True, tag="read-sheet"):
    """Request the entries of a finished score sheet. Answered by one SheetRead; read-only."""

    game: str  # its mark


class AmendSheet(Intent, frozen=True, tag="amend-sheet"):
    """Correct a finished score sheet: more entries before its end (`2 set blue 12`), all or none. Points are
    recounted.
    """

    game: str  # its mark
    actions: tuple[str, ...]  # as in Enter, without `add`


class DeleteGame(Intent, frozen=True, tag="delete-game"):
    """Delete a finished game with its record. Irreversible, so it needs confirmation."""

    game: str  # its mark
    sure: bool = False


class HistoryPage(Message, frozen=True, tag="recalled"):
    """The answer to a GetHistory: some of the games, newest first."""

    id: str
    games: msgspec.Raw  # tuple[FinishedGame, ...]
    left: int = 0  # number of further games


class KnownPerson(msgspec.Struct, frozen=True):
    """A person who has played here, with their latest emblem and colour ("": none)."""

    name: str
    emblem: str = ""
    colour: str = ""


class Names(Message, frozen=True, tag="names"):
    """The answer to AskNames: latest players first."""

    id: str
    people: tuple[KnownPerson, ...]


class SheetCell(msgspec.Struct, frozen=True):
    """A cell of every seat's sheet, and the bounds of its value."""

    id: str
    least: int
    most: int


class SheetRead(Message, frozen=True, tag="sheet-read"):
    """The answer to a ReadSheet: the cells, and by seat the value of each (null: empty)."""

    id: str
    game: str  # its mark
    cells: tuple[SheetCell, ...]
    values: tuple[dict[str, int | None], ...]
    # Possible wonders, with the board of each: a board is used once.
    wonders: dict[str, str] = msgspec.field(default_factory=dict)


class PastPosition(Message, frozen=True, tag="looked-back"):
    """The answer to a LookBack. `table` and `view` as in a Snapshot, as anybody could see them then.

    A step is a turn, with all lines from its beginning to the next turn; before the first turn it is a simultaneous
    decision with its chance; in games without turns it is a line.
    """

    id: str
    game: str  # its mark
    line: int
    last: int  # number of lines
    table: msgspec.Raw  # TableView: players and agreements; `over` after the last line
    view: msgspec.Raw  # the game's public View
    news: tuple[Line, ...]  # public log of the step up to this line
    turn: int = 0  # the line's turn; 0: the set-up
    turns: int = 0  # of the whole game; 0: it has none
    previous: int | None = None  # the line that ends the step before; None: there is none
    next: int | None = None  # the line that ends the next step
    back: int | None = None  # the previous line with public news; None: there is none
    on: int | None = None  # the next line with public news
    first: int = 0  # the default start: the end of the first turn, or the first line


class WinChances(msgspec.Struct, frozen=True):
    """The chance of each seat to win before a turn, from public knowledge; at the end, who has won."""

    turn: int
    chances: tuple[float, ...]


class ReviewChoice(msgspec.Struct, frozen=True):
    """A choice of a seat: the record's text, its reasons, and whether it would have cost much."""

    action: str
    because: tuple[Reason, ...] = ()
    worse: bool = False
    card: str = ""  # the card taken, unless `action` names it


class ReviewMoment(msgspec.Struct, frozen=True):
    """An important decision of a finished game. `choices` are two to four, including `done` and `best`.

    `why`: it cost its seat most, it gained most over the next best, or the lead changed there for good.
    """

    why: Literal["cost", "brought", "turned"]
    line: int  # number of lines before it
    turn: int  # 0: before the first
    done: str
    best: str
    choices: tuple[ReviewChoice, ...]


class Review(Message, frozen=True, tag="review"):
    """The answer to an AskReview. `state`: it cannot be judged, is being judged, or is ready.

    `accuracy`: 0 to 100 by seat, None without judged decisions (bots). `moments`: those of `seat`; 0: none.
    """

    id: str
    game: str  # its mark
    state: Literal["none", "working", "ready"]
    course: tuple[WinChances, ...] = ()
    accuracy: tuple[int | None, ...] = ()
    seat: int = 0
    moments: tuple[ReviewMoment, ...] = ()
