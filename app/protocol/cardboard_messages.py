"""Messages of games played with cardboard: reports, counts, score sheets and corrections."""

from typing import Literal

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.play_messages import ChanceOptions, Question


class Correct(Intent, frozen=True, tag="correct"):
    """Track: correct a line of the game. TableView.repair holds the open question about a line.

    `ask` opens that question about any line, or about another line while nothing is decided. `replace` it, or `insert`
    a line before it (both with `text`, perhaps with `card`, the chance that it reveals); `remove` it with the chance
    that it revealed, or with the whole turn if that begins with it. `whose`: a turn was that seat's, so that one or
    more before it are missing, and are asked for. `missed` (with `text`), where all act at once: the line's seat had
    not reported that turn, in which it did that; its lines from then on belong to the turns after it. `twice`: the
    line's seat reported that turn once too often; its later lines belong to the turns before. `cut` removes the line
    and all after it. `insert`, `missed` and `twice` need an open question about the line: `ask` first.

    Two need no `row`. `wonder`: a seat (`whose`) has another wonder, or board (`text`, out of TableView.every_wonder),
    than was reported (`card`, out of TableView.wonders); the seat reported to have that one gets the other. `set-up`: a
    fact of the set-up (`text`, its first word out of TableView.set_up) is different. `first 2` began, or `first 2
    missing` if that first turn is not reported; `variant medals expert` lists all variants; `rules NAME=yes` sets a
    house rule; `places 1 3` swaps these two seats.

    `off` cancels every decision of this correction. The game does not change until every later line fits again or is
    decided.
    """

    row: int
    how: Literal["ask", "replace", "insert", "remove", "whose", "missed", "twice", "cut", "wonder", "set-up", "off"]
    text: str | None = None  # the record's text without the seat, which is the one asked there; or a wonder
    card: str | None = None  # the line of chance that follows, one of the question's `then`; or a wonder
    whose: int | None = None  # a seat


class House(Intent, frozen=True, tag="house"):
    """Track: the house's own counts (values for TableView.counted) and agreements, in words.

    Stored as lines of the game and counted from there on; an undo takes them back.
    """

    counts: dict[str, int] = msgspec.field(default_factory=dict)
    text: str = ""


class ContinueFrom(Intent, frozen=True, tag="go-on-from"):
    """Track: abandon this game and continue from an entered position, with the same seats. Needs confirmation."""

    position: str  # the JSON of `replay --json`, between two turns
    sure: bool = False


class Enter(Intent, frozen=True, tag="enter"):
    """Tally: one entry, a line of the record with its seat (`2 set shields 4`, `cat 2`); it answers no question.

    `2 add shields 1` enters the cell's value plus one, within its bounds; `1 push 2` moves the pawn of Duel two spaces
    towards seat 2. An unusual number, and an `end` while cells are empty, need confirmation by `sure`. `end 0` closes
    the sheet with 0 in all empty cells.
    """

    action: str
    sure: bool = False


class ReminderDone(Intent, frozen=True, tag="handled"):
    """Track: confirm the reminders of the log up to this line.

    A phone confirms its own seat's alone; `looked`: all have checked the shields before a conflict.
    """

    line: int
    seats: tuple[int, ...] = ()  # empty: the phone's own
    looked: bool = False


class ToldLine(msgspec.Struct, frozen=True):
    """A reported line, and its alternatives."""

    row: int
    text: str
    question: Question  # its seat owns the line; nobody can answer it


class Repair(msgspec.Struct, frozen=True):
    """A line being corrected, or one that no longer fits after a correction, with its alternatives.

    `legal` and `others` may `replace` it or be `insert`ed before it, both for seat `asked` (0: chance). It may also be
    removed, or the whole correction cancelled. For a picked line, `told` lists all reported lines of its turn, first
    line first: any of them may be corrected now, and the turn may be assigned to another seat.
    """

    row: int
    seat: int  # the line's seat; 0: chance
    text: str
    by: int  # the seat that began the correction; 0: the screen
    rule: str | None  # why it does not fit, as in a refusal; None: somebody picked it
    facts: dict[str, int | str]
    asked: int
    legal: tuple[str, ...]
    left: tuple[int, ...] = ()  # by `legal`, if chance is asked: copies that the stack may still hold
    others: tuple[str, ...] = ()
    unsure: bool = False  # `others` are as likely: the list of cards is unverified
    then: dict[str, ChanceOptions] = {}  # as in a Question
    likely: str = ""  # the likeliest of `legal`
    before: bool = False  # a line is missing before this one: `insert` the answer
    turn: int = 0  # the picked line's turn; 0: none
    told: tuple[ToldLine, ...] = ()

    @property
    def question(self) -> Question:
        """The alternatives to the line, or to the first line of a picked turn. Nobody can answer this question."""
        if self.told:
            return self.told[0].question
        return Question(0, self.asked, self.legal, self.left, self.others, self.unsure, then=self.then)


class CountView(msgspec.Struct, frozen=True):
    """The number of something, and the bounds of what people may report instead."""

    now: int
    least: int
    most: int
    known: bool = True  # otherwise `now` is the maximum


class BotWish(msgspec.Struct, frozen=True):
    """Track: what a bot wants to do; people do it with their cards, and answer `question` as for a person.

    `actions`: one; or, where only people see which cards lie there, one for each card, the best first. `cards`: slugs
    of cards to take first if one of them lies open, the best first; then `actions` has at most one.
    """

    seat: int
    question: int
    actions: tuple[str, ...]
    cards: tuple[str, ...] = ()
