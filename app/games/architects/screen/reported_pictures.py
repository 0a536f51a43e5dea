"""Pictures and names of cards, tokens and medals that people report, in a fixed order."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.games.architects import reported_things
from app.games.architects.reported_things import ArchitectsEntryChoices
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.looks.piece_faces import military
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import lay_out
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.turn_entry import EntryItem
from engine.architects.data_schema import Data


def paint_card(p: Pen, w: float, h: float, *, card: str, data: Data) -> None:
    pieces.card(p, data, card, min(w * 0.72, h / 1.4))


def paint_beside_cards(p: Pen, w: float, h: float, *, slug: str) -> None:
    """Paint a seat's other pieces: the cat, military tokens, face-down cards."""
    match slug:
        case "military":
            lay_out(p, military(min(w, h) * 0.36))
        case "gifts":
            pieces.gift(p, min(w * 0.72, h / 1.4))
        case _:
            icon(p, slug, 0, 0, min(w, h) * 0.9, "parch", "zone")


def paint_token(p: Pen, w: float, h: float, *, slug: str, data: Data) -> None:
    pieces.token(p, data, slug, min(h / 2, w * 0.36))


def paint_medal(p: Pen, w: float, h: float, *, need: Mapping[str, int]) -> None:
    pieces.medal(p, min(h / 2, w * 0.4), need)


def paint_sign(p: Pen, w: float, h: float, *, slug: str) -> None:
    """Paint an icon, or the back of a card."""
    if slug == "back":
        pieces.back(p, h * 0.6)
    else:
        icon(p, slug, 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class PicturedTells(ArchitectsEntryChoices):
    """Entry choices of Architects with pictures (`app.screen.pages.cardboard.turn_entry.PicturedEntryWords`)."""

    def picture(self, thing: EntryItem) -> Picture:
        if thing.slug in self.facts.tokens:
            return BoundCall(paint_token, slug=thing.slug, data=self.facts)
        if thing.slug in self.facts.medals:
            return BoundCall(paint_medal, need=self.facts.medals[thing.slug].need)
        return BoundCall(paint_card, card=thing.slug, data=self.facts)

    def pictured(self, text: str) -> Picture:
        if reported_things.of_stack(text):
            return BoundCall(paint_sign, slug="back")
        match reported_things.thing_of(text):
            case ("token", _):
                return BoundCall(paint_sign, slug="hidden")
            case ("medal", _):
                return BoundCall(paint_sign, slug="medal")
            case (_, face):
                return BoundCall(paint_doubted_card, card=face, data=self.facts)
        return BoundCall(paint_sign, slug="undo")


def paint_doubted_card(p: Pen, w: float, h: float, *, card: str, data: Data) -> None:
    """Paint a disputed card."""
    pieces.card(p, data, card, h * 0.6)
