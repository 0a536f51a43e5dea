"""Pictures and names of cards, tokens and medals that people report, in a fixed order."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.games.architects import reported_things
from app.games.architects.reported_things import ArchitectsEntryChoices
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.looks.piece_faces import military
from app.screen.paint.pen import Pen
from app.screen.widgets.faces import lay_out
from app.screen.widgets.touch_tiles import Picture
from app.shown.cardboard.turn_entry import EntryItem
from engine.architects.data_schema import Data


@dataclass(frozen=True, slots=True)
class CardPicture:
    """A painter of a card."""

    card: str
    data: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.data, self.card, min(w * 0.72, h / 1.4))


@dataclass(frozen=True, slots=True)
class BesideCards:
    """A painter of a seat's other pieces: the cat, military tokens, face-down cards."""

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
    """A painter of a progress token."""

    slug: str
    data: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.token(p, self.data, self.slug, min(h / 2, w * 0.36))


@dataclass(frozen=True, slots=True)
class MedalPicture:
    """A painter of a medal."""

    need: Mapping[str, int]

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.medal(p, self.need, min(h / 2, w * 0.4))


@dataclass(frozen=True, slots=True)
class SignPicture:
    """A painter of an icon, or of the back of a card."""

    slug: str

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.slug == "back":
            pieces.back(p, h * 0.6)
        else:
            icon(p, self.slug, 0, 0, h * 0.5, "text", "raised")


@dataclass(frozen=True, slots=True)
class PicturedTells(ArchitectsEntryChoices):
    """Entry choices of Architects with pictures (`app.screen.pages.cardboard.turn_entry.PicturedEntryWords`)."""

    def picture(self, thing: EntryItem) -> Picture:
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
    """A painter of a disputed card."""

    card: str
    data: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.data, self.card, h * 0.6)
