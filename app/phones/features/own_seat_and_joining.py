"""A seat's own settings, the ways for others to join, and the first page of a newcomer."""

from typing import ClassVar, Final

from app.looks.wonder_window import World
from app.phones.common_parts import Badge, FoldedForm, Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import TeachingPages
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.protocol.base_messages import PlayedBy
from app.protocol.seat_messages import Code, SeatInfo
from app.shown.form import Form, Row
from app.shown.lobby import seat_form
from app.shown.lobby.join_codes import far_rows, to_far, to_seat, to_table
from app.shown.lobby.lobby import start
from app.shown.lobby.newcomer import Newcomer, is_owner, waits_for
from app.shown.play.leave import LeavingFacts, leave_page
from app.text.translation import Words
from app.text.words_protocols import append_description

UNHELD_SEAT_CHOICES: Final[tuple[PlayedBy, ...]] = ("phone", "bot")  # options for a seat that no phone holds


class WayInPart(Part, frozen=True):
    """The ways for others to join the table."""

    template: ClassVar[str] = "way.html"

    address: str | None
    name: str | None
    locked: bool
    seats: tuple[SeatInfo, ...] = ()  # of a reader who may invite friends far away, and end that
    people: tuple[str, ...] = ()
    invites: bool = False

    def far_rows(self, w: Words) -> list[Row]:
        return far_rows(w, self.seats, self.people, invites=self.invites)

    def form(self, w: Words) -> Form:
        return to_table(w, self.address or "", locked=self.locked)


class Codes(Part, frozen=True):
    """The seat tickets that this phone requested."""

    template: ClassVar[str] = "codes.html"

    codes: tuple[Code, ...]
    people: tuple[str, ...]

    def forms(self, w: Words) -> list[Form]:
        return [
            to_far(w, code.seat, code.url) if code.far else to_seat(w, code.seat, self.people[code.seat - 1], code.url)
            for code in self.codes
        ]


class Own(Part, frozen=True):
    """My name, my language, the way to leave."""

    template: ClassVar[str] = "own.html"

    seat: seat_form.OwnSeat
    taken: frozenset[str]  # emblems and colours that other seats have

    def form(self, w: Words) -> Form:
        return seat_form.own_seat_form(w, self.seat)


class HeroPart(Part, frozen=True):
    """A wonder in its sky, its name and its effect; or the game, by the wonder that stands for it."""

    template: ClassVar[str] = "hero.html"

    world: World | None
    name: str
    says: str


class NewcomerPart(Part, frozen=True):
    """The first page of somebody who has just sat down."""

    template: ClassVar[str] = "sits.html"

    newcomer: Newcomer
    others: tuple[tuple[Badge, str], ...]  # the badge and the name of everybody else

    def find_wait(self, w: Words) -> str:
        return waits_for(w, self.newcomer)


class PhoneWaysIn(PhoneFeature):
    """The ways for others to join the table."""

    slots = (PageSlot("way", "more"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        table, network = page.table, page.table.network
        if page.seat is None or network.public is None:
            return {"way": WayInPart(network.address, network.name, table.locked)}
        if table.seats[page.seat - 1].far:
            return {}  # no address of the house
        invites = table.phase == "lobby" and not table.locked
        return {"way": WayInPart(network.address, network.name, table.locked, table.seats, page.people, invites)}


class PhoneOwnSeat(PhoneFeature):
    """The settings of the own seat, tickets for others, and how to leave the game."""

    slots = (PageSlot("codes", "above"), PageSlot("own", "own"), PageSlot("leave", "own"))

    def page_parts(self, page: PageUpdate) -> Parts:
        table, people, seat, plays = page.table, page.people, page.seat, page.table.phase == "game"
        if seat is None:
            return {}
        headless = self._sources.table.presence.headless
        ways = tuple(by for by in UNHELD_SEAT_CHOICES if by != "bot" or table.bots)
        others = tuple(
            seat_form.ShownSeat(chair, people[chair.seat - 1], len(table.seats), ways, frozenset(ways), lobby=False)
            for chair in table.seats
            if headless and plays and chair.seat != seat and not is_held(chair)
        )
        teaches = page.abilities.lessons is not None and table.guided
        parts: Parts = {
            "codes": Codes(tuple(code for code in page.snapshot.codes if code.seat), people),
            "own": Own(
                seat_form.OwnSeat(table.seats[seat - 1], plays and table.bots, others, teaches, table.coaches),
                table.taken_badges(seat),
            ),
        }
        if plays:
            people_play = not page.snapshot.host and any(chair.person for chair in table.seats if chair.seat != seat)
            entered = page.abilities.position is not None and table.mode == "track"
            parts["leave"] = FoldedForm(leave_page, LeavingFacts(people_play, entered))
        return parts


class PhoneGuests(PhoneFeature):
    """The welcome for somebody who does not run the lobby and has not been asked anything in the game."""

    slots = (PageSlot("sits", "mine", after="hero"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        table, seat = page.table, page.seat
        if seat is None or table.phase == "over":
            return {}
        begun, hosts = table.phase == "game", tuple(chair.seat for chair in table.seats if chair.person)
        if begun and (table.mode != "play" or page.retractable or page.question or page.reader.has_decided(seat)):
            return {}
        if not begun and is_owner(seat, hosts):
            return {}
        sit = [chair for chair in table.seats if chair.by != "free"]
        newcomer = Newcomer(
            wonders=self._wonders(page, table.seats[seat - 1].wonder) if begun else (),
            whose=page.turn.whose,
            begun=begun,
            host=page.people[min(hosts) - 1],
            start=start(page.w, len(sit), self._sources.table.games.shelf[table.game].seats.start, len(table.owing)),
        )
        others = tuple((chair.badge, page.people[chair.seat - 1]) for chair in sit if chair.seat != seat)
        parts: Parts = {"sits": NewcomerPart(newcomer, others)}
        if not newcomer.wonders and not page.made.keys() & {"hero", "glance"}:
            cover = self._sources.games[table.game].cover
            name = self._sources.say[table.game].title(page.w)
            parts["hero"] = HeroPart(World.complete(cover) if cover else None, name, about_game(page))
        return parts

    def _wonders(self, page: PageUpdate, chosen: str | None) -> tuple[str, ...]:
        """Describe the seat's wonders: the chosen one, or those handed out during play."""
        abilities = page.abilities
        if chosen and page.table.opening is None:
            says, name = abilities.pages.role_says(page.w, chosen), abilities.pages.labels.identity(page.w, chosen)
            return (append_description(page.w, name, says),)
        if abilities.hands_out is None or page.snapshot.game is None:
            return ()
        return abilities.hands_out.describe_wonders(page, page.view)


def about_game(page: PageUpdate) -> str:
    """Return a sentence or two on what the game is about."""
    pages = page.abilities.pages
    return pages.how_to_play(page.w, ())[0].paragraphs[0][1] if isinstance(pages, TeachingPages) else ""


def is_held(chair: SeatInfo) -> bool:
    """Check that a connected phone holds a seat, so that nobody else may give it away."""
    return chair.by == "phone" and chair.present
