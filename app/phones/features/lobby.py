"""The lobby on a page: its seats, the game, the start button, and suspended games."""

from collections.abc import Mapping, Sequence
from functools import partial
from itertools import combinations
from typing import ClassVar, Final

import msgspec

from app.looks.wonder_window import World
from app.phones.common_parts import Badge, FormPart, Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.own_seat_and_joining import HeroPart, about_game
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import PageContext
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Labels, Part
from app.protocol.base_messages import Mode
from app.protocol.seat_messages import SeatInfo
from app.protocol.table_messages import TableView
from app.shown.cardboard.box_list import current_list
from app.shown.form import Button, Choice, Form
from app.shown.history.suspended_games import ResumableGame, suspended_list
from app.shown.lobby import daily_deal, seat_form
from app.shown.lobby.lobby import (
    MODE_SIGNS,
    NextGame,
    RareOptions,
    ask_who_plays,
    dealt_for,
    empty_seats_note,
    first_seat_choice,
    game_form,
    next_game,
    rare_options,
    rarely,
    skip_lessons_button,
    start,
    teaches,
)
from app.text.table_text import first_player_prompt, wonder_owed
from app.text.translation import Words, both
from app.text.words_protocols import saved_seat_names
from engine.game import roles_of

NAMES: Final = 40  # people suggested when somebody is named


class StartPart(Part, frozen=True):
    """The start button: what begins, why it may not begin yet, and what differs from the printed game."""

    template: ClassVar[str] = "start.html"

    ready: int  # seats that are taken
    free: bool  # whether one is not
    least: int
    watching: bool
    entered: bool = False  # it can begin from an entered position
    owing: tuple[str, ...] = ()  # people who have yet to name their wonder
    owed: str = ""  # the sentence about the first of them
    first: NextGame | None = None  # the agreement, if the first player is still open
    drawn: bool = True  # the table's screen draws this game, so that it can be played there by touch
    doubts: tuple[str, ...] = ()  # what has uncertain values: identities that somebody chose, and other printed things
    lay: str = ""  # what the list of the box is called, if there is one: it lies on another tab

    def start_button(self, w: Words) -> Button:
        return start(w, self.ready, self.least, len(self.owing), self.first is not None)

    def left_out_note(self, w: Words) -> str:
        return empty_seats_note(w)

    def first_player_choice(self, w: Words) -> Choice | None:
        return first_seat_choice(w, self.first) if self.first else None

    def first_player_title(self, w: Words) -> str:
        return first_player_prompt(w)


class EmptyPart(Part, frozen=True):
    """An empty part where a game would have content."""

    template: ClassVar[str] = "quiet.html"


class ChairPart(Part, frozen=True):
    """A seat in the lobby."""

    template: ClassVar[str] = "chair.html"

    shown: seat_form.ShownSeat
    me: bool
    mode: Mode
    roles: tuple[str, ...]  # what it may be
    watching: bool
    yours: bool  # this phone may change its player and its wonder
    owes: bool = False  # its wonder must be named before a game begins
    locked: bool = False  # the table is locked

    def form(self, w: Words) -> Form:
        return seat_form.seat(w, self.shown)

    @property
    def world(self) -> World | None:
        """The chosen wonder, drawn whole; None if there is none."""
        return World.complete(self.shown.info.wonder) if self.shown.info.wonder else None

    def state(self, w: Words) -> str:
        return seat_form.state(w, self.shown.info, self.locked)

    def role(self, w: Words, labels: Labels) -> Choice:
        them = [(slug, labels.identity(w, slug)) for slug in self.roles]
        return seat_form.role(w, self.shown.info, self.mode, them, self.owes)


class Roles(Part, frozen=True):
    """The wonders this seat may choose, each with picture and ability."""

    template: ClassVar[str] = "roles.html"
    later: ClassVar[bool] = True

    info: SeatInfo
    mode: Mode
    each: tuple[tuple[str, str], ...]  # by slug, what it can do
    gone: tuple[tuple[str, Badge], ...]  # those of other seats
    owes: bool = False  # a wonder must be named before a game begins

    def form(self, w: Words, labels: Labels) -> Choice:
        them = [(slug, labels.identity(w, slug)) for slug, _ in self.each]
        return seat_form.role(w, self.info, self.mode, them, self.owes)

    def world(self, slug: str) -> World:
        return World.complete(slug)


class OvercrowdedGame(msgspec.Struct, frozen=True):
    """A game with fewer places than people. `ways`: the possible sets of players, and the seats that each set frees.

    A set is left out if it would free the seat of somebody else's phone.
    """

    game: str
    says: str
    ways: tuple[tuple[str, str], ...]


class LobbyPart(Part, frozen=True):
    """The games as pictures with the seats round them, a summary and who deals; the other options are folded away.

    Every row has the same height, so that nothing moves under a finger.
    """

    template: ClassVar[str] = "lobby.html"
    signs: ClassVar[Mapping[Mode, str]] = MODE_SIGNS

    game: NextGame
    crowded: tuple[OvercrowdedGame, ...]
    covers: tuple[tuple[str, World], ...]  # by game, the wonder that stands for it, whole
    says: str  # what the game is about
    teaches: str  # whom it teaches
    dealt: str  # that it is dealt for a round of a tournament
    now: RareOptions
    date: str  # today's, and …
    day: Form  # … what is said of its deal
    names: tuple[str, ...]  # of people who have played here, to choose from
    seats: tuple[SeatInfo, ...]  # clockwise, from the right end of the lower edge

    def form(self, w: Words, labels: Labels) -> Form:
        return game_form(w, self.game, partial(_explain, w, labels))

    def skip_lessons_button(self, w: Words) -> Button:
        return skip_lessons_button(w)

    def rarely(self, w: Words, labels: Labels) -> Form:
        return rarely(w, self.now, partial(_explain, w, labels))


def _explain(w: Words, labels: Labels, slug: str) -> tuple[str, str]:
    return labels.variant(w, slug), labels.variant_effect(w, slug)


class PhoneLobby(PhoneFeature):
    """The lobby: seats, game, wonders, start button, and suspended games."""

    slots = (
        PageSlot("start", "mine", watched="table", yields=True),
        PageSlot("hero", "mine", after="glance"),
        PageSlot("aside", "mine", after="sits", yields=True),
        PageSlot("lobby", "mine", after="aside", yields=True),
        PageSlot("chair", "mine", after="lobby", watched="table", listed=True, yields=True, classes="stack"),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.snapshot.game is not None:
            return {}
        table, seat, sources = page.table, page.seat, self._sources
        headless, drawn = sources.table.presence.headless, sources.games[table.game].touch or table.mode == "tally"
        yours = frozenset(
            chair.seat
            for chair in table.seats
            if chair.seat == seat or chair.by != "phone" or (headless and not chair.present)
        )
        parts: Parts = {
            f"chair-{chair.seat}": _chair(page, chair, chair.seat in yours, page.touch and drawn)
            for chair in table.seats
        }
        parts["start"] = self._start(page, drawn)
        parts["unscored"] = EmptyPart()
        if seat is None:
            return parts
        if not current_list(table):
            parts["quiet"] = EmptyPart()
        parts["lobby"] = self._game(page, yours)
        if table.laid_aside:
            parts["aside"] = self._suspended(page)
        if table.identities:
            parts["hero"], parts["thing-1"] = self._wonders(page, table.seats[seat - 1])
        return parts

    def _wonders(self, page: PageUpdate, mine: SeatInfo) -> tuple[HeroPart, Roles]:
        """Show the wonder of a seat, and all that it can have instead."""
        table, w, pages, owes = page.table, page.w, page.abilities.pages, mine.seat in page.table.owing
        of = {table.identities.get(chair.wonder or ""): chair.badge for chair in table.seats if chair.seat != mine.seat}
        each = tuple((slug, pages.role_says(w, slug)) for slug in table.identities)
        gone = tuple((slug, of[board]) for slug, board in table.identities.items() if board in of)
        if mine.wonder:
            name, says = pages.labels.identity(w, mine.wonder), pages.role_says(w, mine.wonder)
        else:
            name, says = seat_form.unchosen(w, table.mode, owes), seat_form.unchosen_note(w, table.mode)
        hero = HeroPart(World.complete(mine.wonder) if mine.wonder else None, name, says)
        return hero, Roles(mine, table.mode, each, gone, owes)

    def _start(self, page: PageUpdate, drawn: bool) -> StartPart:
        """Build the start button. `drawn`: the screen draws this game."""
        table, people = page.table, page.people
        ready = sum(chair.by != "free" for chair in table.seats)
        owing = tuple(people[owes - 1] for owes in table.owing)
        return StartPart(
            ready=ready,
            free=ready < len(table.seats),
            least=self._sources.table.games.shelf[table.game].seats.start,
            watching=page.seat is None,
            entered=page.abilities.position is not None and table.mode == "track",
            owing=owing,
            owed=wonder_owed(page.w, owing[0]) if owing else "",
            first=next_game(table, (), people) if table.owes_first else None,
            drawn=drawn,
            doubts=table.doubts if page.snapshot.host or not table.pin else (),  # only the PIN's owner corrects values
        )

    def _game(self, page: PageUpdate, yours: frozenset[int]) -> LobbyPart:
        """Build the choice of the game. `yours`: the seats that this phone may free."""
        w, table, sources = page.w, page.table, self._sources
        titles = {name: sources.say[name].title(w) for name in table.games}
        covers = ((slug, sources.games[slug].cover) for slug in titles)
        now = rare_options(w, table, page.abilities.lessons is not None, page.people, sources.say[table.game])
        return LobbyPart(
            game=next_game(table, tuple(titles.items()), page.people),
            crowded=_list_overcrowded(w, table, titles, page.people, yours),
            covers=tuple((slug, World.complete(cover)) for slug, cover in covers if cover),
            says=about_game(page),
            teaches=teaches(w, now),
            dealt=dealt_for(w, table.round),
            now=now,
            date=table.day,
            day=daily_deal.day_page(w, table, sources.say[table.game]),
            names=tuple(person.name for person in sources.table.finished.list_people()[:NAMES]),
            seats=table.seats,
        )

    def _suspended(self, page: PageUpdate) -> Part:
        """List the suspended games."""
        w, say, shelf, many = page.w, self._sources.say, self._sources.table.games.shelf, len(page.table.games) > 1
        return FormPart(
            suspended_list,
            tuple(
                ResumableGame(
                    one.game,
                    say[one.kind].title(w) if many else "",
                    saved_seat_names(w, one.seats, say[one.kind], roles_of(shelf[one.kind]).roles()),
                    one.turn,
                    one.age,
                )
                for one in page.table.laid_aside
                if one.kind in say
            ),
        )


def _chair(page: PageContext, info: SeatInfo, yours: bool, touch: bool) -> ChairPart:
    """Build a seat as other seats and onlookers see it; nobody can free their own seat this way."""
    table, me, ways = page.table, info.seat == page.seat, tuple(by for by in seat_form.WAYS if by != "phone")
    there = {"touch": touch, "bot": table.bots, "free": True}
    able = frozenset(by for by in ways if there[by] and yours and not me)
    shown = seat_form.ShownSeat(
        info, page.people[info.seat - 1], len(table.seats), ways, able, lobby=True, levels=table.levels,
        characters=table.characters,
    )  # fmt: skip
    roles = tuple(seat_form.available_wonders(table, info.seat)) if yours and info.by != "free" else ()
    return ChairPart(shown, me, table.mode, roles, page.seat is None, yours, info.seat in table.owing, table.locked)


def _list_overcrowded(
    w: Words, table: TableView, titles: Mapping[str, str], people: Sequence[str], yours: frozenset[int]
) -> tuple[OvercrowdedGame, ...]:
    """List the games with too few places and who could play each. `yours`: the seats that this phone may free."""
    sit = [chair.seat for chair in table.seats if chair.by in ("touch", "phone")]
    return tuple(
        OvercrowdedGame(
            game,
            ask_who_plays(w, title, most),
            tuple(
                (both(w, (people[each - 1] for each in plays)), " ".join(map(str, watch)))
                for plays in combinations(sit, most)
                if yours.issuperset(watch := sorted({*sit} - {*plays}))
            ),
        )
        for game, title in titles.items()
        if len(sit) > (most := table.most.get(game, len(sit)))
    )
