"""A form: what people read and change on a page of settings, in rows.

What a row says to the table is an intent; where people choose a value, one with a hole for it. The intent's id is the
surface's to give.
"""

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from app.protocol.messages import Intents, SetTable

FEW: Final = 12  # numbers that are chosen from a list
FEW_NUMBERS: Final = 3  # that have a line each
Surface: TypeAlias = Literal["screen", "phone"]


class Says(msgspec.Struct, frozen=True):
    """An intent; `hole` is the field into which goes what people choose, "" where it is said as it stands.

    `field.key`: that key of a mapping; several, with commas: what stands in the rows of these keys (`Whole`).
    """

    intent: Intents
    hole: str = ""

    def filled(self, id: str, value: object = None) -> Intents:
        """What is said, under an id of the surface's own."""
        name, _, key = self.hole.partition(".")
        return msgspec.structs.replace(self.intent, id=id, **({name: {key: value} if key else value} if name else {}))


class Sure(msgspec.Struct, frozen=True):
    """What is asked once before something is said, and the words of the button that says it."""

    question: str
    yes: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What every row has. `key`: its name in the house. `only`: the one surface that has it; None: both.

    `foot`: it does something with all that stands there, so it comes last, nearest to the hand.
    """

    kind: ClassVar[str]

    key: str
    words: str
    only: Surface | None = None
    foot: bool = False


class Text(Row, frozen=True, kw_only=True):
    """Sentences. `loud`: they say what is so now, and not only what something is for."""

    kind = "text"

    loud: bool = False


class FindingRow(Row, frozen=True, kw_only=True):
    """What was found out about a part of the machine; `fine`: there is nothing to be done about it."""

    kind = "finding"

    part: str
    fine: bool


class DrawnRow(Row, frozen=True, kw_only=True):
    """The place of what a surface draws by itself, by its key."""

    kind = "drawn"

    words: str = ""


class CodeRow(Row, frozen=True, kw_only=True):
    """An address as a code to scan. `words`: what to do with it; `about`: what is to be known first."""

    kind = "code"

    url: str
    about: str = ""


class Copy(Row, frozen=True, kw_only=True):
    """Lines of a file, as they stand there."""

    kind = "copy"


class Switch(Row, frozen=True, kw_only=True):
    """On or off. `about` says more below it; `off`: it cannot be turned. `says` None, here and below: all of the form
    is saved at once."""

    kind = "switch"

    on: bool
    says: Says | None = None
    about: str = ""
    off: bool = False


class Option(msgspec.Struct, frozen=True):
    """A value that can be chosen, and what people read. `lang`: of these words, where it is not theirs."""

    value: str | int | float | None
    words: str
    lang: str = ""


class Choice(Row, frozen=True, kw_only=True):
    """One of some values, the one before and the one after beside it. `brief`: other words where there is less room.

    What is `now` is always among them.
    """

    kind = "choice"

    now: str | int | float | None
    options: tuple[Option, ...]
    says: Says | None = None
    brief: str = ""

    def beside(self) -> tuple[Option, Option, Option]:
        """The option before, the one that holds, and the one after; they go round."""
        here = next(nth for nth, each in enumerate(self.options) if each.value == self.now)
        return self.options[here - 1], self.options[here], self.options[(here + 1) % len(self.options)]


class Answers(Row, frozen=True, kw_only=True):
    """A few answers, each one touch. `words`: whose they are, where it is not said above them."""

    kind = "answers"

    options: tuple[Option, ...]
    says: Says


class Pick(Row, frozen=True, kw_only=True):
    """One of many values: chosen, then (`sure`) asked about, or said by a button (`save`). `label`: what is asked
    for."""

    kind = "pick"

    label: str
    options: tuple[Option, ...]
    says: Says
    sure: Sure | None = None
    save: str = ""
    picture: str = ""


class Others(Row, frozen=True, kw_only=True):
    """A thing that is chosen, and how many there are of it, at `most`; `label`: that these are asked for.

    The hole of `says` is a mapping's key with `{thing}` in it.
    """

    kind = "others"

    options: tuple[Option, ...]
    most: int
    label: str
    says: Says
    save: str


class Number(Row, frozen=True, kw_only=True):
    """A number from `least` to `most`. `now` None: nobody has said, or it is `typed`, and none. `shown`: how it is
    read, with {n}; `counts`: so many things; `save`: the button that says it, where it is not said at once; `open`: it
    may stay without a number."""

    kind = "number"

    now: float | None
    least: float
    most: float
    step: float = 1
    says: Says | None = None
    shown: str = "{n}"
    counts: bool = False
    typed: str = ""
    save: str = ""
    open: bool = False

    def beside(self, now: float) -> tuple[float | None, float | None]:
        """The number before one, and the one after; None where there is none."""
        less, more = round(max(self.least, now - self.step), 1), round(min(self.most, now + self.step), 1)
        return less if less < now else None, more if more > now else None

    @property
    def few(self) -> tuple[Option, ...]:
        """All that can be chosen, if that are no more than people look through; what is counted is typed."""
        steps = round((self.most - self.least) / self.step)
        if steps > FEW or self.counts or self.open:
            return ()
        return tuple(Option(n, f"{n:g}") for n in (self.least + nth * self.step for nth in range(steps + 1)))


class Field(Row, frozen=True, kw_only=True):
    """What people type, at most so many letters; `sort`: text, an address, a name of their own, digits that nobody
    sees, a number. `label`: what it is; `about`: what for; `save`: the button that keeps it. Saved with all of a form,
    it has none of these but its words."""

    kind = "field"

    now: str
    most: int
    says: Says | None = None
    label: str = ""
    save: str = ""
    about: str = ""
    picture: str = ""
    sort: Literal["text", "url", "nickname", "pin", "number"] = "text"


class Pressed(Row, frozen=True, kw_only=True):
    """What is pressed. `picture`: an icon of the house; `about`: what else is said of it; `on`: it holds now; `main`:
    what most people do there; `off`: not now; `bars`: how strong it is, of four; `person`: its words are the name of
    somebody who has this emblem and this colour."""

    picture: str = ""
    about: str = ""
    on: bool = False
    main: bool = False
    off: bool = False
    bars: int | None = None
    person: tuple[str, str] | None = None


class Button(Pressed, frozen=True, kw_only=True):
    """Says something once, or (`sure`) after one question.

    `also`: what else can be done with the same thing; it stands beside it.
    """

    kind = "button"

    says: Says
    sure: Sure | None = None
    also: "Button | None" = None


class Link(Pressed, frozen=True, kw_only=True):
    """Leads to another page, or to what a surface does by itself, by a name that it knows."""

    kind = "link"

    to: str


class Group(Row, frozen=True, kw_only=True):
    """Rows that belong together, beside a picture of what they are about, if a surface draws one.

    `counted`: its words with what the numbers in it come to now; `wrong`: they have to come to something else.
    `folded`: there is much of it, so that a page shows it once somebody asks; `badge`: emblem and colour of a seat.
    """

    kind = "group"

    rows: tuple[Row, ...]
    counted: str = ""
    wrong: bool = False
    folded: bool = False
    badge: tuple[str, str] = ("", "")

    @property
    def narrow(self) -> bool:
        """Whether it is many numbers, and nothing else."""
        return len(self.rows) > FEW_NUMBERS and all(isinstance(row, Number) for row in self.rows)


class Whole(Row, frozen=True, kw_only=True):
    """Rows that are saved at once, by a button with these words."""

    kind = "whole"

    rows: tuple[Row, ...]
    says: Says


class Form(msgspec.Struct, frozen=True):
    """A page of rows under a title."""

    title: str
    rows: tuple[Row, ...]

    def on(self, surface: Surface) -> tuple[Row, ...]:
        """What a surface shows of it."""
        there = [row for row in self.rows if row.only in (None, surface)]
        return tuple(sorted(there, key=lambda row: row.foot))

    def row(self, key: str) -> Row | None:
        """The one of a key, where a surface has a place of its own for it."""
        return next((row for row in self.rows if row.key == key), None)

    def asked(self, key: str) -> Button | None:
        """The button of a key, if a question comes before what it says."""
        buttons = (button for row in self.rows if isinstance(row, Button) for button in (row, row.also))
        return next((button for button in buttons if button and button.sure and button.key == key), None)


def table_switch(name: str, words: str, on: bool, about: str = "", only: Surface | None = None) -> Switch:
    """One of the table's settings, by its name there."""
    return Switch(key=name, words=words, on=on, says=Says(SetTable(id=""), name), about=about, only=only)
