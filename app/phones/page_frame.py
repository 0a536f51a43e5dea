"""The parts that frame every page: tabs, symbols and dialogs, and the header."""

from collections.abc import Callable, Iterable
from functools import cache
from typing import ClassVar, Final, Generic, TypeVar

import msgspec

from app.phones.render import Labels, Part
from app.shown.form import Form
from app.text.languages import Words
from app.text.reference import Chapter

Facts = TypeVar("Facts")
Badge = tuple[str, str]  # the emblem and the colour of a seat
NO_BADGE: Final = "", ""


class TurnSummary(msgspec.Struct, frozen=True):
    """The players to act, for the page header of one reader. This reader's own seat is the empty name."""

    ask: str = ""  # what is asked of this seat
    whose: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    icon: str = ""  # large, before this seat's name


class Tab(Part, frozen=True):
    """The label of the tab on which a seat plays, named by the game on the table."""

    template: ClassVar[str] = "tab.html"

    name: str


class FormPart(Part, Generic[Facts], frozen=True):
    """A form in a box. `page` builds it from `facts`."""

    template: ClassVar[str] = "form.html"

    page: Callable[[Words, Facts], Form]
    facts: Facts

    def form(self, w: Words, labels: Labels) -> Form:
        return self.page(w, self.facts)


class Sprite(Part, frozen=True):
    """The symbols that all games share."""

    template: ClassVar[str] = "sprite.html"


class DoesPart(Part, frozen=True):
    """Help texts for controls: what each one does, by the kinds that help.js knows."""

    template: ClassVar[str] = "does.html"
    later: ClassVar[bool] = True


class PinDialog(Part, frozen=True):
    """The dialog that asks for the table's PIN after a refusal without it."""

    template: ClassVar[str] = "pin_dialog.html"
    later: ClassVar[bool] = True


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

# The tab of each kind of part; kinds not listed here, such as undo, are on every tab. Only the open
# tab is kept up to date: a page requests the others when they are opened.
TABS: Final = {
    "mine": (
        "clock", "start", "aside", "last", "glance", "sits", "lesson", "planned", "ask", "hold", "verdict",
        "ended", "learned", "wonder", "needs", "goals", "within", "reach", "cards", "again", "thing", "chair", "lobby",
    ),
    "table": (
        "box", "horn", "quiet", "markers", "tokens", "medals", "deck", "pile", "place", "seat", "plan", "reference",
    ),
    "score": ("unscored", "result", "sheet"),
    "more": ("own", "leave", "way", "wrong", "log", "retract"),
    "owner": ("copied", "manage", "sound", "host", "zone", "upkeep", "club", "today"),
}  # fmt: skip
TAB_OF: Final = {kind: tab for tab, kinds in TABS.items() for kind in kinds}
ONLOOKER_KINDS: Final = frozenset({"start", "verdict", "chair"})  # onlookers have no tab "mine"


@cache
def on(tab: str | None, name: str, *, watching: bool) -> bool:
    """Check that a part is on a tab (None: any)."""
    kind = name.partition("-")[0]
    return tab is None or ("table" if watching and kind in ONLOOKER_KINDS else TAB_OF.get(kind, tab)) == tab


def reference(chapters: Iterable[Chapter], people: tuple[str, ...]) -> Parts:
    """Build the game's reference, one part for each chapter, so that only changed chapters are sent again."""
    return {f"reference-{nth}": ReferencePart(it, people, nth == 1) for nth, it in enumerate(chapters, start=1)}
