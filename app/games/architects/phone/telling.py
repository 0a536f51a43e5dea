"""What a phone shows of a game of Architects that people deal: what came, whoever has the turn; a line put right."""

from typing import ClassVar, Final

from app.games.architects import printed_names
from app.games.architects import words as say
from app.games.architects.reported_things import ArchitectsTells
from app.phones.game_pages import PageContext
from app.phones.page_frame import Parts
from app.phones.render import Part
from app.phones.telling import AskedToTell, asked, mending
from app.protocol import messages
from engine.architects.cards import Data
from engine.architects.view import View

LAYS: Final = "architects/things.html"


class Telling(Part, frozen=True):
    """All that is asked: everybody may tell it."""

    template: ClassVar[str] = "architects/telling.html"

    asked: tuple[AskedToTell, ...]
    people: tuple[str, ...]
    mine: bool  # the reader's own seat is among those that are asked


def told_parts(page: PageContext, view: View, facts: Data) -> Parts:
    """What a seat's page asks where people deal: what is to be told, or the line that is being put right."""
    parts: Parts = {}
    tells = ArchitectsTells(facts, view)
    if page.seat is None:
        return parts
    if page.questions and page.tab in (None, "mine"):
        found = tuple(asked(page, each, tells, about=_about(page, each, view)) for each in page.questions)
        parts["ask"] = Telling(found, page.people, any(each.me for each in found))
    if page.table.repair is not None:
        parts["repair"] = mending(page, page.table.repair, tells, say, LAYS)
    return parts


def _about(page: PageContext, question: messages.Question, view: View) -> str:
    """Where a card comes from that chance is asked about, while somebody has the turn; empty for anything else."""
    words, active = next(iter((*question.legal, *question.others)), "").split(), view.hints.active
    if question.seat or not active or len(words) < 3 or not (words[1] == "center" or words[1].isdigit()):
        return ""
    return f"{page.people[active - 1]}: {printed_names.stack_name(page.w, words[1], page.people)}"
