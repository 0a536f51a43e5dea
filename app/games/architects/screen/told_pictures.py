"""Cards, tokens and medals that people tell: their pictures and names, in the order in which they always stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.games.architects import told
from app.games.architects.screen import pieces
from app.games.architects.told import ArchitectsTells
from app.looks.icons import icon
from app.looks.pieces import military
from app.screen.draw import Pen
from app.screen.widgets.faces import lay_out
from app.screen.widgets.tiles import Picture
from app.shown.telling import Tellable
from engine.architects.cards import Data


@dataclass(frozen=True, slots=True)
class Face:
    """Paints a card."""

    card: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.box, self.card, min(w * 0.72, h / 1.4))


@dataclass(frozen=True, slots=True)
class Beside:
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
class Token:
    """Paints a progress token."""

    slug: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.token(p, self.box, self.slug, min(h / 2, w * 0.36))


@dataclass(frozen=True, slots=True)
class Medal:
    """Paints a medal."""

    need: Mapping[str, int]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.medal(p, self.need, min(h / 2, w * 0.4))


@dataclass(frozen=True, slots=True)
class Sign:
    """Paints an icon, or the back of a card."""

    slug: str

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.slug == "back":
            pieces.back(p, h * 0.6)
        else:
            icon(p, self.slug, 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class Teller(ArchitectsTells):
    """What can be told in Architects (`app.screen.pages.telling.Teller`), of the cards that are printed."""

    def picture(self, thing: Tellable) -> Picture:
        if thing.slug in self.facts.tokens:
            return Token(thing.slug, self.facts)
        if thing.slug in self.facts.medals:
            return Medal(self.facts.medals[thing.slug].need)
        return Face(thing.slug, self.facts)

    def pictured(self, text: str) -> Picture:
        if told.of_stack(text):
            return Sign("back")
        match told.thing_of(text):
            case ("token", _):
                return Sign("hidden")
            case ("medal", _):
                return Sign("medal")
            case (_, face):
                return Doubted(face, self.facts)
        return Sign("undo")


@dataclass(frozen=True, slots=True)
class Doubted:
    """Paints a card that may have been another."""

    card: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.box, self.card, h * 0.6)
