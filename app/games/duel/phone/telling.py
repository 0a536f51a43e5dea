"""What a phone shows of a game of Duel that people deal: a card and its use, whoever has the turn; a line put right.

Cards lie in places that never change while an age lasts, by colour; one that was told leaves its place empty.
"""

from typing import ClassVar, Final

from app.games.duel import words as say
from app.games.duel.reported_things import DuelTells
from app.phones.game_pages import PageContext
from app.phones.page_frame import Parts
from app.phones.render import Part
from app.phones.telling import AskedToTell, asked, mending
from engine.duel.cards import Data
from engine.duel.view import View

LAYS: Final = "duel/telling-cards.html"


class Telling(Part, frozen=True):
    """All that is asked: everybody may tell it."""

    template: ClassVar[str] = "duel/telling.html"

    asked: tuple[AskedToTell, ...]
    people: tuple[str, ...]


def told_parts(page: PageContext, view: View, facts: Data) -> Parts:
    """What a seat's page asks where people deal: what is to be told, or the line that is being put right."""
    parts: Parts = {}
    tells = DuelTells(facts, view)
    if page.seat is None:
        return parts
    if page.questions and page.tab in (None, "mine"):
        parts["ask"] = Telling(tuple(asked(page, each, tells) for each in page.questions), page.people)
    if page.table.repair is not None:
        parts["repair"] = mending(page, page.table.repair, tells, say, LAYS)
    return parts
