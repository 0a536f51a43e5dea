"""A settings form as data: a page of rows that people read and change, rendered by the screen and by phones.

A row contains the intent it sends, as a template: the surface fills in the chosen value and the intent's id.
"""

from typing import ClassVar, Final, Literal, TypeAlias

import msgspec

from app.protocol.base_messages import Intent
from app.protocol.settings_messages import SetTable

MAX_LISTED_VALUES: Final = 12  # longer ranges are typed instead of picked from a list
MAX_WIDE_NUMBERS: Final = 3  # a group with more number rows is laid out in narrow columns
Surface: TypeAlias = Literal["screen", "phone"]


class IntentTemplate(msgspec.Struct, frozen=True):
    """An intent with a placeholder. `hole` names the field that takes the chosen value; "" sends the intent unchanged.

    `field.key` sets one key of a mapping. Several fields, separated by commas, take the values of the rows with these
    keys (`SubmitGroup`).
    """

    intent: Intent
    hole: str = ""

    def filled(self, id: str, value: object = None) -> Intent:
        """Return the intent with the surface's own id and the chosen value filled in."""
        name, _, key = self.hole.partition(".")
        return msgspec.structs.replace(self.intent, id=id, **({name: {key: value} if key else value} if name else {}))


class ConfirmPrompt(msgspec.Struct, frozen=True):
    """A question to confirm before an intent is sent, and the label of the button that sends it."""

    question: str
    yes: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """The fields of every row. `key`: its stable id. `only`: the one surface that shows it; None: both.

    `foot`: the row acts on the whole page, so it is placed last, nearest to the hand.
    """

    kind: ClassVar[str]

    key: str
    words: str
    only: Surface | None = None
    foot: bool = False


class Text(Row, frozen=True, kw_only=True):
    """Sentences. `loud`: they report a current state, not only what something is for."""

    kind = "text"

    loud: bool = False


class FindingRow(Row, frozen=True, kw_only=True):
    """A diagnosis of one part of the machine. `fine`: there is nothing to fix."""

    kind = "finding"

    part: str
    fine: bool


class DrawnRow(Row, frozen=True, kw_only=True):
    """A placeholder, by its key, for something that the surface draws itself."""

    kind = "drawn"

    words: str = ""


class CodeRow(Row, frozen=True, kw_only=True):
    """An address as a QR code. `words`: what to do with it. `about`: what to know before scanning."""

    kind = "code"

    url: str
    about: str = ""


class Copy(Row, frozen=True, kw_only=True):
    """The lines of a file, verbatim."""

    kind = "copy"


class Switch(Row, frozen=True, kw_only=True):
    """A switch. `about`: help below it. `off`: disabled. If `says` is None, here and in the rows below, the value is
    saved together with the rest of the form."""

    kind = "switch"

    on: bool
    says: IntentTemplate | None = None
    about: str = ""
    off: bool = False


class Option(msgspec.Struct, frozen=True):
    """A value to choose and its label. `lang`: the language of the label, if it is not the reader's."""

    value: str | int | float | None
    words: str
    lang: str = ""


class Choice(Row, frozen=True, kw_only=True):
    """A choice between values with buttons for the previous and the next one. `brief`: a shorter label for small
    spaces.

    `now` is always one of the options.
    """

    kind = "choice"

    now: str | int | float | None
    options: tuple[Option, ...]
    says: IntentTemplate | None = None
    brief: str = ""

    def adjacent_options(self) -> tuple[Option, Option, Option]:
        """Return the previous, the current and the next option, wrapping around."""
        here = next(nth for nth, each in enumerate(self.options) if each.value == self.now)
        return self.options[here - 1], self.options[here], self.options[(here + 1) % len(self.options)]


class Answers(Row, frozen=True, kw_only=True):
    """A few answers as buttons, sent by one touch. `words`: whose answers they are, unless the text above says so."""

    kind = "answers"

    options: tuple[Option, ...]
    says: IntentTemplate


class Pick(Row, frozen=True, kw_only=True):
    """One of many values. A choice opens a confirmation (`sure`) or enables a button (`save`). `label`: the prompt."""

    kind = "pick"

    label: str
    options: tuple[Option, ...]
    says: IntentTemplate
    sure: ConfirmPrompt | None = None
    save: str = ""
    picture: str = ""


class PickWithCount(Row, frozen=True, kw_only=True):
    """A thing to pick and how many of it, up to `most`. `label`: the prompt for the number.

    The hole of `says` is the key of a mapping and contains `{thing}`.
    """

    kind = "others"

    options: tuple[Option, ...]
    most: int
    label: str
    says: IntentTemplate
    save: str


class Number(Row, frozen=True, kw_only=True):
    """A number from `least` to `most`. `now` is None if it is unknown, or if `typed` is text that is no number.
    `shown`: a format with {n}, and `point`: its decimal point. `counts`: a number of things. `save`: the label of a
    save button; "" saves at once. `open`: may stay empty."""

    kind = "number"

    now: float | None
    least: float
    most: float
    step: float = 1
    says: IntentTemplate | None = None
    shown: str = "{n}"
    point: str = "."
    counts: bool = False
    typed: str = ""
    save: str = ""
    open: bool = False

    def format(self, n: float) -> str:
        """Return a number as people read it, with a decimal if the row's steps have one."""
        return self.shown.format(n=(f"{n:.1f}" if self.step % 1 else f"{n:g}").replace(".", self.point))

    def adjacent_numbers(self, now: float) -> tuple[float | None, float | None]:
        """Return the next lower and the next higher number, each None at the end of the range."""
        less, more = round(max(self.least, now - self.step), 1), round(min(self.most, now + self.step), 1)
        return less if less < now else None, more if more > now else None

    @property
    def listed_numbers(self) -> tuple[Option, ...]:
        """The whole range as options if it is short enough for a list; empty for counts, which are typed."""
        steps = round((self.most - self.least) / self.step)
        if steps > MAX_LISTED_VALUES or self.counts or self.open:
            return ()
        return tuple(Option(n, f"{n:g}") for n in (self.least + nth * self.step for nth in range(steps + 1)))


class Field(Row, frozen=True, kw_only=True):
    """A text input of up to `most` characters. `sort`: the kind of input; a PIN is masked. `label`: its name. `about`:
    what it is for. `save`: the label of its save button. A field that is saved with the whole form has only `words`."""

    kind = "field"

    now: str
    most: int
    says: IntentTemplate | None = None
    label: str = ""
    save: str = ""
    about: str = ""
    picture: str = ""
    sort: Literal["text", "url", "nickname", "pin", "number"] = "text"


class Pressable(Row, frozen=True, kw_only=True):
    """A row to press. `picture`: an icon's name. `about`: a second line. `on`: selected. `main`: the usual choice
    on the page. `off`: disabled. `bars`: signal strength, 0 to 4. `person`: emblem and colour of the person that
    `words` names."""

    picture: str = ""
    about: str = ""
    on: bool = False
    main: bool = False
    off: bool = False
    bars: int | None = None
    person: tuple[str, str] | None = None


class Button(Pressable, frozen=True, kw_only=True):
    """A button that sends an intent once, after a confirmation if `sure` is set.

    `also`: a second action on the same thing, placed next to it.
    """

    kind = "button"

    says: IntentTemplate
    sure: ConfirmPrompt | None = None
    also: "Button | None" = None


class Link(Pressable, frozen=True, kw_only=True):
    """A button that opens another page, or starts a surface's own action, by its name."""

    kind = "link"

    to: str


class Group(Row, frozen=True, kw_only=True):
    """Rows that belong together, next to a picture of their subject if the surface draws one.

    `counted`: a heading with the current sum of its numbers. `wrong`: that sum is not what it has to be. `folded`:
    collapsed until somebody opens it. `badge`: emblem and colour of a seat.
    """

    kind = "group"

    rows: tuple[Row, ...]
    counted: str = ""
    wrong: bool = False
    folded: bool = False
    badge: tuple[str, str] = ("", "")

    @property
    def narrow(self) -> bool:
        """True for a long group of number rows only, which is laid out in narrow columns."""
        return len(self.rows) > MAX_WIDE_NUMBERS and all(isinstance(row, Number) for row in self.rows)


class SubmitGroup(Row, frozen=True, kw_only=True):
    """Rows that are submitted together by one button. `words`: the button's label."""

    kind = "whole"

    rows: tuple[Row, ...]
    says: IntentTemplate


class Form(msgspec.Struct, frozen=True):
    """A page of rows under a title."""

    title: str
    rows: tuple[Row, ...]

    def rows_on(self, surface: Surface) -> tuple[Row, ...]:
        """List the rows that a surface shows, foot rows last."""
        there = [row for row in self.rows if row.only in (None, surface)]
        return tuple(sorted(there, key=lambda row: row.foot))

    def row(self, key: str) -> Row | None:
        """Return the row with this key, or None. Surfaces use it for rows with a fixed place."""
        return next((row for row in self.rows if row.key == key), None)

    def button_to_confirm(self, key: str) -> Button | None:
        """Return the button with this key if it needs a confirmation, else None."""
        buttons = (button for row in self.rows if isinstance(row, Button) for button in (row, row.also))
        return next((button for button in buttons if button and button.sure and button.key == key), None)


def table_switch(name: str, words: str, on: bool, about: str = "", only: Surface | None = None) -> Switch:
    """Return a switch for one of the table's settings. `name`: the setting's name."""
    return Switch(key=name, words=words, on=on, says=IntentTemplate(SetTable(""), name), about=about, only=only)
