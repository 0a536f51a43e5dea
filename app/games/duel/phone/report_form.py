"""Parts of a phone's page of Duel where people deal: entry of a card and its use for the seat to act, and corrections.

Cards are grouped by colour at places that stay the same during an age; an entered card leaves its place empty.
"""

from typing import ClassVar, Final

from app.games.duel import words_facade as say
from app.games.duel.reported_things import DuelEntryChoices
from app.phones.common_parts import Parts
from app.phones.game_page_interface import PageContext
from app.phones.report_forms import AskedToTell, build_correction, build_question
from app.phones.template_rendering import Part
from engine.duel.data_schema import Data
from engine.duel.view_json import View

LAYS: Final = "duel/telling-cards.html"


class ReportForm(Part, frozen=True):
    """The open questions: everybody may answer them."""

    template: ClassVar[str] = "duel/telling.html"

    asked: tuple[AskedToTell, ...]
    people: tuple[str, ...]


def build_entry_parts(page: PageContext, view: View, data: Data) -> Parts:
    """Return the entry form of a seat's page, or the correction of a line."""
    parts: Parts = {}
    tells = DuelEntryChoices(data, view)
    if page.seat is None:
        return parts
    if page.questions and page.tab in (None, "mine"):
        parts["ask"] = ReportForm(tuple(build_question(page, each, tells) for each in page.questions), page.people)
    if page.table.repair is not None:
        parts["repair"] = build_correction(page, page.table.repair, tells, say, LAYS)
    return parts
