"""The frame of every page: its header, tab, symbols and dialogs, and what its script needs."""

from typing import ClassVar, Final

from app.phones.common_parts import NO_BADGE, Badge, Parts, TurnSummary
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import is_told
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.text.table_text import slow_disk
from app.text.translation import Words


class Head(Part, frozen=True):
    template: ClassVar[str] = "head.html"

    phase: str
    me: str | None  # None: an onlooker
    mine: bool  # something is asked of this seat
    question: int
    turn: TurnSummary
    away: tuple[str, ...]  # people whose phone is not connected
    left: bool = False  # the phone's owner is left-handed
    badge: Badge = NO_BADGE  # of this seat
    correcting: bool = False  # nothing can be done until a line is corrected


class Tab(Part, frozen=True):
    """The label of the tab on which a seat plays, named by the game on the table."""

    template: ClassVar[str] = "tab.html"

    name: str


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


class SlowPart(Part, frozen=True):
    """A notice that the table's slow disk makes people wait."""

    template: ClassVar[str] = "slow.html"

    def sentence(self, w: Words) -> str:
        return slow_disk(w)


class Net(Part, frozen=True):
    """The table's other addresses, for the page's script."""

    template: ClassVar[str] = "net.html"

    others: tuple[str, ...]


SPRITE: Final = Sprite()
HELP_PART: Final = DoesPart()
PIN_DIALOG: Final = PinDialog()
SLOW: Final = SlowPart()


class PageFrame(PhoneFeature):
    """The parts that every page has."""

    slots = (
        PageSlot("sprite", "drawings"),
        PageSlot("drawings", "drawings"),
        PageSlot("head", "head"),
        PageSlot("slow", "notices", role="status"),
        PageSlot("tab", "tab", tag="span"),
        PageSlot("dialog", "dialogs"),
        PageSlot("does", "unseen"),
        PageSlot("net", "unseen"),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        is_far = page.seat is not None and page.table.seats[page.seat - 1].far
        parts: Parts = {
            "sprite": SPRITE,
            "does": HELP_PART,
            "drawings": self._sources.drawings[page.name, is_told(page.table)],
            "net": Net(() if is_far else page.table.network.addresses),
            "head": head(page),
        }
        if page.table.slow:
            parts["slow"] = SLOW
        if page.seat is not None:
            parts |= {"tab": Tab(page.abilities.pages.tab(page.w)), "dialog": PIN_DIALOG}
        return parts


def head(page: PageUpdate) -> Head:
    """Build the head of the page."""
    table, people, seat, question = page.table, page.people, page.seat, page.question
    away = tuple(people[chair.seat - 1] for chair in table.seats if chair.by == "phone" and not chair.present)
    correcting = table.repair is not None
    if seat is None:
        return Head(table.phase, None, mine=False, question=0, turn=page.turn, away=away, correcting=correcting)
    mine, number = table.seats[seat - 1], question.number if question else 0
    return Head(
        phase=table.phase,
        me=people[seat - 1],
        mine=question is not None,
        question=number,
        turn=page.turn,
        away=away,
        left=mine.left,
        badge=mine.badge,
        correcting=correcting,
    )
