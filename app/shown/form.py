"""A form: what people read and change on a page of settings, in rows.

What a row says to the table is an intent; where people choose a value, one with a hole for it. The intent's id is the
surface's to give.
"""

from typing import ClassVar, Literal, TypeAlias

import msgspec

from app.protocol.messages import Intents

Surface: TypeAlias = Literal["screen", "phone"]


class Says(msgspec.Struct, frozen=True):
    """An intent; `hole` is the field into which goes what people choose, "" where it is said as it stands."""

    intent: Intents
    hole: str = ""

    def filled(self, id: str, value: object = None) -> Intents:
        """What is said, under an id of the surface's own."""
        return msgspec.structs.replace(self.intent, id=id, **({self.hole: value} if self.hole else {}))


class Sure(msgspec.Struct, frozen=True):
    """What is asked once before something is said, and the words of the button that says it."""

    question: str
    yes: str


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """What every row has. `key`: its name in the house. `only`: the one surface that has it; None: both."""

    kind: ClassVar[str]

    key: str
    words: str
    only: Surface | None = None


class Text(Row, frozen=True, kw_only=True):
    """Sentences. `loud`: they say what is so now, and not only what something is for."""

    kind = "text"

    loud: bool = False


class Switch(Row, frozen=True, kw_only=True):
    """On or off. `about` says more below it."""

    kind = "switch"

    on: bool
    says: Says
    about: str = ""


class Button(Row, frozen=True, kw_only=True):
    """Says something once, or (`sure`) after one question. `picture`: an icon of the house."""

    kind = "button"

    says: Says
    picture: str = ""
    sure: Sure | None = None


class Link(Row, frozen=True, kw_only=True):
    """Leads to another page, by a name that both surfaces know."""

    kind = "link"

    to: str
    picture: str = ""


class Form(msgspec.Struct, frozen=True):
    """A page of rows under a title."""

    title: str
    rows: tuple[Row, ...]

    def on(self, surface: Surface) -> tuple[Row, ...]:
        """What a surface shows of it."""
        return tuple(row for row in self.rows if row.only in (None, surface))
