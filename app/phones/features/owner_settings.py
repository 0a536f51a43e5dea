"""The table's settings, what was changed in them today, and what can be set about the machine: the owner's tab."""

from typing import ClassVar

from app.phones.common_parts import FormPart, Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import BoxedPages
from app.phones.page_sources import PageSources
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.protocol.base_messages import PlayedBy
from app.shown.cardboard.box_list import OwnedGame, owned_game
from app.shown.history.recent_changes import TodayFacts, today
from app.shown.machine.access import Rights, rights
from app.shown.machine.clock import ClockFacts, offer, zone
from app.shown.machine.cloned_card import clone_question, is_asked
from app.shown.machine.club import club
from app.shown.machine.settings import SettingsFacts, settings, sound
from app.shown.machine.upkeep import UpkeepFacts, upkeep


class HornPart(Part, frozen=True):
    """A button that sounds the horn at the table; phones stay silent."""

    template: ClassVar[str] = "horn.html"

    silent: bool


class PhoneCopied(PhoneFeature):
    """The question whether this table is a copy of another."""

    slots = (PageSlot("copied", "owner"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        return {} if page.seat is None else {"copied": FormPart(clone_question, is_asked(page.table))}


class PhoneSettings(PhoneFeature):
    """The settings, and the sound as a form of its own."""

    slots = (PageSlot("manage", "owner"), PageSlot("sound", "owner"))

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None:
            return {}
        facts = settings_facts(self._sources, page)
        return {"manage": FormPart(settings, facts), "sound": FormPart(sound, facts)}


class PhoneRights(PhoneFeature):
    """The PIN, the lock, and seats that whoever has given the PIN may free."""

    slots = (PageSlot("host", "owner"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        table, seat, host = page.table, page.seat, page.snapshot.host
        if seat is None:
            return {}
        without: PlayedBy = "free" if table.phase == "lobby" else "bot" if table.bots else "touch"
        others = tuple(
            (chair.seat, page.people[chair.seat - 1], without)
            for chair in table.seats
            if host
            and not (without == "touch" and self._sources.table.presence.headless)
            and chair.by == "phone"
            and chair.seat != seat
        )
        held = any(chair.person for chair in table.seats)
        return {"host": FormPart(rights, Rights(table.pin, host, table.locked, held, others))}


class PhoneClock(PhoneFeature):
    """The table's time zone and clock, where the phone's differ; the offer to take them over is made in the lobby."""

    slots = (PageSlot("zone", "owner"), PageSlot("clock", "mine"))

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None:
            return {}
        clock = ClockFacts(page.table.settings.zone, *page.reader.clock)
        parts: Parts = {"zone": FormPart(zone, clock)}
        if page.table.phase == "lobby":
            parts["clock"] = FormPart(offer, clock)
        return parts


class PhoneUpkeep(PhoneFeature):
    """Updates and backups of an installed table."""

    slots = (PageSlot("upkeep", "owner"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        found = page.snapshot.upkeep
        if page.seat is None or found is None:
            return {}
        return {"upkeep": FormPart(upkeep, UpkeepFacts(found, found.path))}


class PhoneClub(PhoneFeature):
    """The club that the table belongs to."""

    slots = (PageSlot("club", "owner"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        return {} if page.seat is None else {"club": FormPart(club, (page.table.club, page.table.network))}


class PhoneRecentChanges(PhoneFeature):
    """The changes of today, each of which can be put back."""

    slots = (PageSlot("today", "owner"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None or not page.table.today:
            return {}
        titles = tuple((name, say.title(page.w)) for name, say in self._sources.say.items())
        form = page.made["manage"]  # by PhoneSettings
        assert isinstance(form, FormPart)
        return {"today": FormPart(today, TodayFacts(page.table.today, page.people, titles, form.facts))}


class PhoneHorn(PhoneFeature):
    """The horn of a game whose box has one."""

    slots = (PageSlot("horn", "aids", for_seats=True),)

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None or not page.abilities.pages.horn:
            return {}
        return {"horn": HornPart(page.table.settings.mute or not page.table.settings.volume)}


def settings_facts(sources: PageSources, page: PageUpdate) -> SettingsFacts:
    """Collect the facts for the settings form; owned boxes only for the tab that shows them."""
    table, abilities = page.table, page.abilities
    cards = page.snapshot.upkeep.cards if page.snapshot.upkeep else ()
    more = abilities.settings.settings(page.w, table.settings) if abilities.settings else ()
    owned = sources.games if page.tab in (None, "owner") else ()
    games = tuple(_describe_owned(sources, page, name) for name in owned if name in sources.table.games.shelf)
    values = table.game in sources.asks_values
    return SettingsFacts(
        table.settings, abilities.pages.horn, values, table.installed, more=more, games=games, cards=cards
    )


def _describe_owned(sources: PageSources, page: PageUpdate, name: str) -> OwnedGame:
    """Describe a game and its expansions for the owner's list of boxes."""
    pages = sources.abilities(name, (sources.table.games.shelf[name].data_version, "")).pages
    boxes = pages.box.EXPANSIONS if isinstance(pages, BoxedPages) else {}
    return owned_game(page.w, name, sources.say[name], boxes)
