"""The parts that frame every page: its tabs, symbols and dialogs, and what a game says for its head."""

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


class WhoseTurn(msgspec.Struct, frozen=True):
    """Whose turn it is in a game, for one reader. Names; this seat is the empty one."""

    ask: str = ""  # what is asked of this seat
    whose: tuple[str, ...] = ()
    then: tuple[str, ...] = ()
    icon: str = ""  # what stands large before the name of this seat


class Tab(Part, frozen=True):
    """The tab on which a seat plays, named by the game on the table."""

    template: ClassVar[str] = "tab.html"

    name: str


class FormPart(Part, Generic[Facts], frozen=True):
    """A form in a box. `page` says it of these facts."""

    template: ClassVar[str] = "form.html"

    page: Callable[[Words, Facts], Form]
    facts: Facts

    def form(self, w: Words, labels: Labels) -> Form:
        return self.page(w, self.facts)


class Sprite(Part, frozen=True):
    """The symbols that all games share."""

    template: ClassVar[str] = "sprite.html"


class DoesPart(Part, frozen=True):
    """What ? says of a control: what a touch on it does, by the kinds that help.js knows."""

    template: ClassVar[str] = "does.html"
    later: ClassVar[bool] = True


class PinDialog(Part, frozen=True):
    """Asks for the table's PIN once something was refused without it."""

    template: ClassVar[str] = "pin_dialog.html"
    later: ClassVar[bool] = True


class Drawings(Part, frozen=True):
    """The symbols and the style sheets of the game on the table, which change when another one is chosen."""

    template: ClassVar[str] = "drawings.html"

    name: str
    styles: tuple[str, ...]  # their files


class ReferencePart(Part, frozen=True):
    """A chapter of the game's reference, folded away. Its labels have `refer`, a `Reference`, and `drawn`, a thing."""

    template: ClassVar[str] = "reference.html"
    later: ClassVar[bool] = True

    chapter: Chapter
    people: tuple[str, ...]
    first: bool  # the heading of all chapters stands over it
    saves: tuple[str, ...] = ()  # things of it that this seat may save for, by kind and slug
    plan: str = ""  # what it saves for


Parts = dict[str, Part]

# On which tab of the page each kind of part lies; what is not here, as undo in its head, is on all of them. Only the
# tab that is open is kept up to date: it asks for the rest when it opens.
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
WATCHED: Final = frozenset({"start", "verdict", "chair"})  # an onlooker, who has no tab "mine", finds them at the table


@cache
def on(tab: str | None, name: str, *, watching: bool) -> bool:
    """Whether a part is to be seen while a tab (None: any) is open."""
    kind = name.partition("-")[0]
    return tab is None or ("table" if watching and kind in WATCHED else TAB_OF.get(kind, tab)) == tab


def reference(chapters: Iterable[Chapter], people: tuple[str, ...]) -> Parts:
    """The game's reference, a part for each chapter: only where a count has changed is anything sent again."""
    return {f"reference-{nth}": ReferencePart(it, people, nth == 1) for nth, it in enumerate(chapters, start=1)}
