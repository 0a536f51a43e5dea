"""Cards, tokens and medals that people tell: their pictures and names, in the order in which they always stand."""

from collections.abc import Mapping
from dataclasses import dataclass

from app.games.architects import called, told
from app.games.architects import words as terms
from app.games.architects.screen import pieces
from app.looks.icons import icon
from app.looks.pieces import military
from app.screen.draw import Pen
from app.screen.telling import TellingStep
from app.screen.widgets.faces import lay_out
from app.screen.widgets.tiles import Picture, ThingTile
from app.shown.telling import Tellable
from app.text.languages import Words
from engine.architects import actions
from engine.architects.cards import FACES, Data


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
class Teller:
    """What can be told in Architects (`app.screen.pages.telling.Teller`), of the cards that are printed."""

    box: Data

    def tiles(self, w: Words, telling: TellingStep) -> tuple[ThingTile, ...]:
        found = told.to_tell(w, telling, self.box)
        if found is None:
            return ()
        likely = {thing.slug for thing in found.likely}
        kind = found.groups[0].key
        return tuple(
            self._tile(w, kind, thing) for thing in found.things if not thing.excluded or thing.slug not in likely
        )

    def _tile(self, w: Words, kind: str, thing: Tellable) -> ThingTile:
        slug, line, count = thing.slug, thing.lines[0], thing.left
        if kind == "token":
            return ThingTile(slug, line, count, False, (thing.words,), TokenPicture(slug, self.box))
        if kind == "medal":
            return ThingTile(slug, line, count, False, (thing.words,), MedalPicture(self.box.medals[slug].need))
        return ThingTile(slug, line, count, True, (thing.words, *briefly(w, slug)), CardPicture(slug, self.box))

    def asked(self, w: Words, telling: TellingStep) -> tuple[str, ...]:
        count = " · " + w("{n} of {all}", n=telling.nth, all=telling.of) if telling.of else ""
        found = told.to_tell(w, telling, self.box, count)
        return found.title if found is not None else ("",)

    def missing(self, w: Words, name: str) -> str:
        return w("A turn of {name} is missing. Which stack was it?", name=name) if name else w("Which card is missing?")

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str, Picture]:
        was, action = terms.action(w, text, people, self.box), actions.parse(text)
        match action.of if isinstance(action, actions.Another) else action:
            case actions.Take() | actions.Extra() | actions.Draw():
                return w("It was another stack"), was, SignPicture("back")
            case actions.Reveal(kind=kind) | actions.Keep(kind=kind) | actions.RevealGift(kind=kind):
                return w("It was another card"), called.card(w, FACES[kind]), DoubtedCard(FACES[kind], self.box)
            case actions.RevealToken():
                return w("It was another token"), was, SignPicture("hidden")
            case actions.RevealMedal():
                return w("It was another medal"), was, SignPicture("medal")
        return w("It was something else"), was, SignPicture("undo")

    def where(self, w: Words, text: str, seat: int, people: tuple[str, ...]) -> str:
        side = text.split()[-1]
        if text.split()[0] not in ("take", "extra", "draw") or side not in ("left", "right"):
            return ""
        return called.stack_name(w, actions.stack_of(side, seat, len(people)), people)


@dataclass(frozen=True, slots=True)
class DoubtedCard:
    """Paints a card that may have been another."""

    card: str
    box: Data

    def __call__(self, p: Pen, w: float, h: float) -> None:
        pieces.card(p, self.box, self.card, h * 0.6)


def briefly(w: Words, slug: str) -> tuple[str, ...]:
    """A shorter name for a face whose picture says the rest."""
    match slug:
        case "red-0":
            return (w("no horn"),)
        case "red-1":
            return (w("one horn"),)
        case "red-2":
            return (w("two horns"),)
        case "blue-2-cat":
            return (w("two, cat"),)
    return ()
