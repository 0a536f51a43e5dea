"""The parts that the game on the table makes, the opening before it, and the buttons after its end."""

from typing import ClassVar

import msgspec

from app.phones.common_parts import Parts
from app.phones.end_parts import Verdict
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.shown.lobby.daily_deal import result_code
from app.text.table_text import announce_first_player


class OpeningPart(Part, frozen=True):
    """The opening of a new game: this seat's wonder and its ability, and the first player once revealed."""

    template: ClassVar[str] = "opening.html"

    step: str
    wonder: str  # "": none
    says: str
    told: str


class EndedPart(Part, frozen=True):
    """The buttons after the end: play again, review, or choose something else."""

    template: ClassVar[str] = "ended.html"

    game: int  # its number here
    judged: bool  # there is a review of it
    day: str  # the result of a deal of the day, without spoilers


class PhoneOpening(PhoneFeature):
    """The opening of a new game on a seat's phone."""

    slots = (PageSlot("opening", "above"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        opening, seat, w = page.table.opening, page.seat, page.w
        if opening is None or seat is None or page.snapshot.game is None:
            return {}
        told = announce_first_player(w, opening.first, seat, page.people)[0] if opening.step == "found" else ""
        wonder = page.table.seats[seat - 1].wonder or ""
        says = page.abilities.pages.role_says(w, wonder) if wonder else ""
        return {"opening": OpeningPart(opening.step, wonder, says, told)}


class GameParts(PhoneFeature):
    """The parts of the game itself, alike in all games: `thing-2` is the second of tab *Mine*, `place-2` of *Table*."""

    slots = (
        PageSlot("repair", "above", after="vote"),
        *(PageSlot(kind, "strip") for kind in ("purse", "glance")),
        *(PageSlot(kind, "mine", yields=kind != "ask") for kind in ("hold", "ask", "last")),
        PageSlot("verdict", "mine", watched="table", yields=True),
        *(PageSlot(kind, "mine", yields=True) for kind in ("again", "wonder", "needs", "goals", "within")),
        PageSlot("reach", "mine", listed=True, yields=True, classes="tiles"),
        PageSlot("cards", "mine", yields=True),
        PageSlot("thing", "mine", listed=True, yields=True, classes="stack"),
        *(PageSlot(kind, "table") for kind in ("quiet", "markers", "tokens", "medals")),
        PageSlot("deck", "table", classes="box gap"),
        PageSlot("pile", "table", listed=True, classes="box gap"),
        PageSlot("place", "table", listed=True, classes="stack"),
        PageSlot("seat", "table", listed=True, classes="stack"),
        PageSlot("reference", "aids", listed=True, classes="box gap"),
        PageSlot("unscored", "score"),
        PageSlot("result", "score"),
        PageSlot("sheet", "score", listed=True, classes="stack"),
        PageSlot("completed", "dialogs"),
        PageSlot("says", "unseen"),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.snapshot.game is None:
            return {}
        page.reader.view = page.view
        parts = page.abilities.pages.parts(page, page.view)
        if isinstance(verdict := parts.get("verdict"), Verdict):
            parts["verdict"] = msgspec.structs.replace(verdict, badges=page.badges)
        return parts


class PhoneGameOver(PhoneFeature):
    """The buttons after the end."""

    slots = (PageSlot("ended", "mine", after="verdict", yields=True),)

    def page_parts(self, page: PageUpdate) -> Parts:
        if page.seat is None or page.table.phase != "over":
            return {}
        code = result_code(page.w, page.table, self._sources.say[page.table.game])
        return {"ended": EndedPart(page.table.game_id, page.table.mode != "tally", code.about if code else "")}
