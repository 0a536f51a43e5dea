"""The parts that pages of games and features have in common, and the names and types for them."""

from collections.abc import Callable, Iterable
from typing import ClassVar, Final, Generic, TypeVar

import msgspec

from app.phones.template_rendering import Labels, Part
from app.shown.form import Form
from app.text.reference import Chapter
from app.text.translation import Words

Facts = TypeVar("Facts")
Badge = tuple[str, str]  # the emblem and the colour of a seat
NO_BADGE: Final = "", ""


class TurnSummary(msgspec.Struct, frozen=True):
    """The players to act, for the page header of one reader. This reader's own seat is the empty name."""

    ask: str = ""  # what is asked of this seat
    whose: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    icon: str = ""  # large, before this seat's name


class FormPart(Part, Generic[Facts], frozen=True):
    """A form in a box. `page` builds it from `facts`."""

    template: ClassVar[str] = "form.html"

    page: Callable[[Words, Facts], Form]
    facts: Facts

    def form(self, w: Words, labels: Labels) -> Form:
        return self.page(w, self.facts)


class FoldedForm(FormPart[Facts], frozen=True):
    """A form in a fold, below its title."""

    template: ClassVar[str] = "fold.html"


class Drawings(Part, frozen=True):
    """The symbols and style sheets of the game on the table; they change with it."""

    template: ClassVar[str] = "drawings.html"

    name: str
    styles: tuple[str, ...]  # their files


class ReferencePart(Part, frozen=True):
    """A chapter of the game's reference, folded away. Its labels have `refer` (a `Reference`) and `drawn`."""

    template: ClassVar[str] = "reference.html"
    later: ClassVar[bool] = True

    chapter: Chapter
    people: tuple[str, ...]
    first: bool  # the heading of all chapters stands over it
    saves: tuple[str, ...] = ()  # things this seat can mark as its goal, by kind and slug
    plan: str = ""  # its goal


Parts = dict[str, Part]


def reference(chapters: Iterable[Chapter], people: tuple[str, ...]) -> Parts:
    """Build the game's reference, one part for each chapter, so that only changed chapters are sent again."""
    return {
        f"reference-{nth}": ReferencePart(chapter, people, nth == 1) for nth, chapter in enumerate(chapters, start=1)
    }
