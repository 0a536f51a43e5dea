"""Parts of a phone's page of Architects where people deal: entry of revealed things for the seat to act, and
corrections.
"""

from typing import ClassVar, Final

from app.games.architects import printed_names
from app.games.architects import words_facade as say
from app.games.architects.reported_things import ArchitectsEntryChoices
from app.phones.common_parts import Parts
from app.phones.game_page_interface import PageContext
from app.phones.report_forms import AskedToTell, build_correction, build_question
from app.phones.template_rendering import Part
from app.protocol.play_messages import Question
from engine.architects.data_schema import Data
from engine.architects.view_json import View

LAYS: Final = "architects/things.html"


class ReportForm(Part, frozen=True):
    """The open questions: everybody may answer them."""

    template: ClassVar[str] = "architects/telling.html"

    asked: tuple[AskedToTell, ...]
    people: tuple[str, ...]
    mine: bool  # the reader's seat is among those asked


def told_parts(page: PageContext, view: View, data: Data) -> Parts:
    """Return the entry form of a seat's page, or the correction of a line."""
    parts: Parts = {}
    tells = ArchitectsEntryChoices(data, view)
    if page.seat is None:
        return parts
    if page.questions and page.tab in (None, "mine"):
        found = tuple(build_question(page, each, tells, about=_about(page, each, view)) for each in page.questions)
        parts["ask"] = ReportForm(found, page.people, any(each.me for each in found))
    if page.table.repair is not None:
        parts["repair"] = build_correction(page, page.table.repair, tells, say, LAYS)
    return parts


def _about(page: PageContext, question: Question, view: View) -> str:
    """Name the stack of a card that chance is asked about, during a turn; empty for other questions."""
    words, active = next(iter((*question.legal, *question.others)), "").split(), view.derived.active
    if question.seat or not active or len(words) < 3 or not (words[1] == "center" or words[1].isdigit()):
        return ""
    return f"{page.people[active - 1]}{page.w.colon}{printed_names.stack_name(page.w, words[1], page.people)}"
