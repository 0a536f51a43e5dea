"""The log of the game, its newest lines as news, and chores with the real cardboard that follow from it."""

from typing import ClassVar

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.game_page_interface import is_told
from app.phones.log_parts import news, turns_since
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Labels, Part
from app.protocol.play_messages import Ritual
from app.shown.cardboard.shield_check import look_round
from app.shown.form import Form
from app.text.cardboard_reminders import reminders, to_look_at
from app.text.translation import Words
from app.text.words_protocols import ReminderWords


class Reminding(Part, frozen=True):
    """Chores of this seat with the real cardboard, up to a line of the log."""

    template: ClassVar[str] = "reminding.html"
    later: ClassVar[bool] = True

    line: int
    texts: tuple[str, ...]


class LookRoundPart(Part, frozen=True):
    """A check that everyone's shields are counted right, before the conflict at a line of the log is resolved."""

    template: ClassVar[str] = "vote.html"
    later: ClassVar[bool] = True

    line: int
    shields: tuple[tuple[str, int], ...]

    def form(self, w: Words, labels: Labels) -> Form:
        return look_round(w, self.line, self.shields)


class RitualPart(Part, frozen=True):
    """A request to this seat to turn its conflict markers."""

    template: ClassVar[str] = "ritual.html"

    ritual: Ritual


class PhoneLog(PhoneFeature):
    """The log and its news; the reader keeps the lines."""

    slots = (
        PageSlot("news", "news", after="hint", tag="section", label=lambda w: w("What happened")),
        PageSlot("since", "news", after="news", for_seats=True, tag="aside"),
        PageSlot("log", "log", listed=True, newest_first=True, tag="ol", classes="log"),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        table, reader = page.table, page.reader
        reader.looks, reader.mends = page.looks_on, is_told(table) and page.seat is not None
        wording = self._sources.wording(page.w.lang, page.name, page.people, table.game_data, page.badges)
        reader.apply_lines(reader.unread, table.game_id, wording, self._sources.describe_event_cached)
        newest = news(() if page.looks_on else reader.lines)
        parts: Parts = {"news": newest}
        if page.seat is not None and (before := turns_since(reader.lines, page.seat, newest)):
            parts["since"] = before
        return parts


class PhoneChores(PhoneFeature):
    """The markers that this seat is asked to turn; where people deal, everything that it is reminded of."""

    slots = (PageSlot("ritual", "above", after="codes"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        asked, ritual = page.abilities.reminds, page.table.ritual
        if asked and (found := self._reminding(page, asked)):
            return {"ritual": found}
        if page.seat is None or ritual is None or ritual.seat != page.seat or page.table.mode != "play":
            return {}
        return {"ritual": RitualPart(ritual)}

    def _reminding(self, page: PageUpdate, asked: ReminderWords) -> Part | None:
        """Build the reminder: check shields before a conflict, else this seat's open chores.

        None while a line is being corrected, since the result may change.
        """
        table, seat, lines = page.table, page.seat, page.reader.raw
        if seat is None or not table.handled or table.repair is not None:
            return None
        if conflict := to_look_at(table, lines):
            return LookRoundPart(conflict.line, tuple(zip(page.people, conflict.shields, strict=False)))
        decode, tasks = page.abilities.pages.event, asked.cardboard_tasks
        open_tasks = reminders(table, lines, decode, tasks, {seat: (page.w, page.people)})
        return Reminding(open_tasks[seat].line, open_tasks[seat].texts) if seat in open_tasks else None
