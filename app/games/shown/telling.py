"""Telling what came, and putting it right, in a game that says what lies on its table."""

from dataclasses import dataclass
from typing import Final

import msgspec

from app.games.shown import told
from app.games.shown.scene import ShownScene
from app.games.shown.told import ToldCard
from app.looks import cards
from app.looks.cards import UPRIGHT
from app.looks.icons import icon
from app.protocol import messages
from app.screen.draw import Pen
from app.screen.element import Elements
from app.screen.model import event_of
from app.screen.pages.repair import repairing
from app.screen.pages.telling import asking
from app.screen.pages.turns import TURN, Came
from app.screen.pages.wrong import Enter, put_away
from app.screen.ring import Ring
from app.screen.telling import TellingStep
from app.screen.widgets import faces
from app.screen.widgets.tiles import Picture, ThingTile
from app.shown.play import Card, Shows, lined
from app.shown.telling import counted
from app.text.game import HouseWords, PageWords
from app.text.languages import Words

WIDE: Final = 1.8  # of a card in the log, in halves of its height


def elements(scene: ShownScene, ring: Ring) -> Elements:
    """What is to be told, or put right; nothing where neither is."""
    teller = Teller(scene.shows, scene.say, scene.model.data)
    if scene.repair is not None:
        return [repairing(scene, ring, scene.repair, teller)]
    return [] if scene.to_tell is None else [asking(scene, ring, scene.to_tell, teller)]


@dataclass(frozen=True, slots=True)
class CardPicture:
    """Paints the card that a line tells of; None: no card."""

    card: Card | None

    def __call__(self, p: Pen, w: float, h: float) -> None:
        if self.card is None:
            icon(p, "undo", 0, 0, h * 0.5, "text", "raised")
        else:
            wide = min(w * 0.8, h / UPRIGHT)
            faces.lying(p, cards.card(self.card.printed, wide, wide * UPRIGHT))


@dataclass(frozen=True, slots=True)
class Teller:
    """What can be told (`app.screen.pages.telling.Teller`), of the cards that the game says its lines tell of."""

    shows: Shows
    words: PageWords
    printed: object

    def tiles(self, w: Words, telling: TellingStep) -> tuple[ThingTile, ...]:
        """Every card in its place, those that our counts exclude too."""
        found = told.to_tell(w, telling, self.shows, self.words, self.printed, (), acts=False)
        return tuple(
            ThingTile(thing.slug, thing.lines[0], thing.left, True, (thing.words,), CardPicture(thing.card))
            for thing in found.things
            if isinstance(thing, ToldCard)
        )

    def asked(self, w: Words, telling: TellingStep) -> tuple[str, ...]:
        count = counted(w, telling.nth, telling.of)
        return told.to_tell(w, telling, self.shows, self.words, self.printed, (), count, acts=False).title

    def missing(self, w: Words, name: str) -> str:
        return w("A turn of {name} is missing: what was done?", name=name) if name else w("Which card is missing?")

    def doubted(self, w: Words, text: str, people: tuple[str, ...]) -> tuple[str, str, Picture]:
        card = lined(self.shows, w, text, self.printed)
        label = w("It was another card") if card else w("It was something else")
        return label, self.words.action(w, text, people), CardPicture(card)

    def where(self, w: Words, text: str, seat: int, people: tuple[str, ...]) -> str:
        return ""


# ---- the log -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Doubts:
    """What was told (`app.screen.pages.wrong.Doubts`), of the cards that the game says its events tell of."""

    shows: Shows
    words: PageWords
    w: Words
    printed: object
    wide: float = TURN

    def began(self, line: messages.Line) -> tuple[int, int] | None:
        event = event_of(line, self.words.hear)
        return (event.seat, event.turn) if event is not None and kind(event) == messages.TURN else None

    def read(self, line: messages.Line, seat: int) -> Came | None:
        event = event_of(line, self.words.hear)
        card = None if event is None else lined(self.shows, self.w, event, self.printed)
        return None if card is None else Came(WIDE, Lies(card))

    def called(self, number: int) -> str:
        return str(number)

    def counts(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        assert isinstance(self.words, HouseWords)
        return self.words.house_count(w, what, people)

    def wonder(self, w: Words, slug: str) -> str:
        return slug

    def concerns(self, line: messages.Line, what: str) -> bool:
        """Whatever a seat did may be why something of it is counted otherwise."""
        event = event_of(line, self.words.hear)
        return str(getattr(event, "seat", "")) == what.split()[-1]

    def told(self, w: Words, what: str, people: tuple[str, ...]) -> str:
        return ""

    @property
    def enter(self) -> Enter:
        return put_away


def doubts(scene: ShownScene) -> Doubts:
    """What was told, for who says that it was otherwise."""
    return Doubts(scene.shows, scene.say, scene.model.words(), scene.model.data)


def kind(event: msgspec.Struct) -> str:
    """The type of an event, as it is sent."""
    return str(event.__struct_config__.tag)


@dataclass(frozen=True, slots=True)
class Lies:
    """Paints a card to the right of the pen's place."""

    card: Card

    def __call__(self, p: Pen, r: float) -> None:
        with p.at(0.85 * r, 0):
            faces.lying(p, cards.card(self.card.printed, 1.6 * r, 2 * r))
