"""Cards, tokens and medals that people tell: their pictures and names, in the order in which they always stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.games.architects import reported_things
from app.games.architects.reported_things import ArchitectsTells
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.looks.shared_pieces import military
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import lay_out
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.telling import Tellable
from engine.architects.cards import Data


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Paints a card."""

    card: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.box, self.card, min(w * 0.72, h / 1.4))


@dataclass(frozen=True, slots=True)
class BesideCards:
    """Paints what lies before a seat beside its cards: the cat, military tokens, cards face down."""

    slug: str

    def __call__(self, p: Pen, w: float, h: float) -> None:
        match self.slug:
            case "military":
                lay_out(p, military(min(w, h) * 0.36))
            case "gifts":
                pieces.gift(p, min(w * 0.72, h / 1.4))
            case _:
                icon(p, self.slug, 0, 0, min(w, h) * 0.9, "parch", "zone")


@dataclass(frozen=True, slots=True)
class TokenPicture:
    """Paints a progress token."""

    slug: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.token(p, self.box, self.slug, min(h / 2, w * 0.36))


@dataclass(frozen=True, slots=True)
class MedalPicture:
    """Paints a medal."""

    need: Mapping[str, int]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.medal(p, self.need, min(h / 2, w * 0.4))


@dataclass(frozen=True, slots=True)
class SignPicture:
    """Paints an icon, or the back of a card."""

    slug: str

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.slug == "back":
            pieces.back(p, h * 0.6)
        else:
            icon(p, self.slug, 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class PicturedTells(ArchitectsTells):
    """The cards that can be told in Architects, with their pictures (a `telling.PicturedTells` of the pages)."""

    def picture(self, thing: Tellable) -> Picture:
        if thing.slug in self.facts.tokens:
            return TokenPicture(thing.slug, self.facts)
        if thing.slug in self.facts.medals:
            return MedalPicture(self.facts.medals[thing.slug].need)
        return CardPicture(thing.slug, self.facts)

    def pictured(self, text: str) -> Picture:
        if reported_things.of_stack(text):
            return SignPicture("back")
        match reported_things.thing_of(text):
            case ("token", _):
                return SignPicture("hidden")
            case ("medal", _):
                return SignPicture("medal")
            case (_, face):
                return DoubtedCard(face, self.facts)
        return SignPicture("undo")


@dataclass(frozen=True, slots=True)
class DoubtedCard:
    """Paints a card that may have been another."""

    card: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.box, self.card, h * 0.6)
