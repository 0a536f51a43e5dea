"""The scene while Architects lies on the table: its view, its data and its theatre by their types, and what follows."""

from dataclasses import dataclass, fields
from typing import Final, Literal, Self

from app.games.architects.screen.theatre import Fight, Theatre, theatre_of
from app.protocol import messages
from app.screen.controller import Controller
from app.screen.model import Model
from app.screen.ring import Rounds
from app.screen.scene import Scene
from app.text.languages import Words
from engine.architects.cards import Data
from engine.architects.view import View

Kind = Literal["card", "token", "medal"]
STACK_WORDS: Final = ("take", "peek", "draw")
MEDALS: Final = Rounds(46, 70)  # from their middle to their corners


@dataclass(frozen=True, slots=True)
class Telling:
    """What is to be told now. `action`: said together with it by `seat`; else it is asked by itself (0: of chance)."""

    seat: int
    action: str
    legal: tuple[str, ...]
    left: tuple[int, ...]
    others: tuple[str, ...]
    unsure: bool
    nth: int = 0  # of so many alike that the set-up lays out
    of: int = 0

    @property
    def kind(self) -> Kind:
        words = (*self.legal, *self.others)[0].split()
        return "token" if words[:2] == ["reveal", "token"] else "medal" if words[:2] == ["reveal", "medal"] else "card"

    def faces(self) -> dict[str, tuple[str, int]]:
        """By what lies there: the line that tells it, and how many can still come (0: not by our counts)."""
        left = self.left or (1,) * len(self.legal)
        found = {text.split()[-1]: (text, count) for text, count in zip(self.legal, left, strict=True)}
        for text in self.others:
            found.setdefault(text.split()[-2], (text, 0))
        return found


@dataclass(frozen=True, slots=True)
class ArchitectsScene(Scene):
    """A scene in which Architects is the game on the table, or the next one."""

    @classmethod
    def of(cls, scene: Scene) -> Self:
        """The same scene, as one of Architects."""
        return cls(*(getattr(scene, field.name) for field in fields(Scene)))

    @property
    def theatre(self) -> Theatre:
        return theatre_of(self)

    @property
    def data(self) -> Data:
        """The game data that is played with."""
        assert isinstance(self.model.data, Data)
        return self.model.data

    @property
    def view(self) -> View:
        """The game, while there is one."""
        assert isinstance(self.model.view, View)
        return self.model.view

    @property
    def fight(self) -> Fight | None:
        """The conflict that is shown."""
        return self.theatre.fight

    @property
    def asks(self) -> str:
        """What the game asks for: take, draw, keep, main …"""
        return (self.view.hints.ask or "") if self.model.view else ""

    @property
    def choosing(self) -> int:
        """The seat whose choice lies open on the middle; 0: none."""
        model, seat = self.model, self.acting
        question = model.questions.get(seat)
        ritual = model.table is not None and model.table.ritual is not None  # markers lie there
        if not seat or not question or not model.by_hand(seat) or self.fight or ritual:
            return 0
        if self.telling or self.repair:
            return 0
        if all(text.split()[0] in STACK_WORDS for text in question.legal) and self.asks != "keep":
            return 0
        info = model.info(seat)
        if info.by == "phone" and info.present and question.number not in self.opened.asked_here and not self.tracked:
            return 0
        return seat

    @property
    def covered(self) -> bool:
        """A choice, or a card that is being told, lies on the middle."""
        return bool(self.choosing or self.telling or self.repair)

    def can_peek(self, seat: int) -> bool:
        """Whether a seat may look at the top card of the central deck."""
        question = self.model.questions.get(seat)
        looked = self.model.view is not None and seat in self.view.hints.looked and self.asks in ("take", "draw")
        return self.model.info(seat).by == "touch" and question is not None and ("peek" in question.legal or looked)

    @property
    def looks_first(self) -> int:
        """The seat that has been asked whether to look at the central card before it is taken; 0: none."""
        if self.theatre.offered is None or self.model.view is None or self.fight:
            return 0
        seat, turn = self.theatre.offered
        return seat if turn == self.view.turn and seat == self.acting and self.can_peek(seat) else 0

    # ---- track -------------------------------------------------------------------------------------------

    @property
    def tracked(self) -> bool:
        """People deal, and tell what came."""
        return self.model.table is not None and self.model.table.mode == "track"

    @property
    def picked(self) -> tuple[int, str] | None:
        """The seat and the action that takes a card which is not told yet."""
        if self.theatre.picked is None:
            return None
        number, seat, action = self.theatre.picked
        question = self.model.questions.get(seat)
        return (seat, action) if question and question.number == number and action in question.then else None

    @property
    def repair(self) -> messages.Repair | None:
        """The line that something is to be decided about."""
        return self.model.table.repair if self.tracked and self.model.table else None

    @property
    def telling(self) -> Telling | None:
        """What is to be told now."""
        if not self.tracked or self.fight or self.repair:
            return None
        if self.picked:
            seat, action = self.picked
            coming = self.model.questions[seat].then[action]
            return Telling(seat, action, coming.legal, coming.left, coming.others, coming.unsure)
        for asked in self.model.questions.values():
            if asked.seat == 0 or any(text.startswith("keep ") for text in asked.legal):
                return Telling(asked.seat, "", asked.legal, asked.left, asked.others, asked.unsure, asked.nth, asked.of)
        return None

    def asks_other(self, of: object) -> bool:
        """Whether people are asked if they mean a card that cannot be there."""
        return self.theatre.other == (of, False)

    def means_other(self, of: object) -> bool:
        """Whether their copy is different."""
        return self.theatre.other == (of, True)

    @property
    def repair_page(self) -> str:
        """What of a repair lies open: "" (its first page), `line 31`, `before`, `instead` or `who`."""
        page = self.theatre.page
        return page[1] if self.repair and page and page[0] == which(self.repair) else ""

    @property
    def stack(self) -> str:
        """The action, on that page, whose card is to be told next."""
        return self.theatre.stack if self.repair_page else ""


def asked(w: Words, telling: Telling) -> tuple[str, ...]:
    """The question that a telling answers, from long to short."""
    count = " · " + w("{n} of {all}", n=telling.nth, all=telling.of) if telling.of else ""
    return tuple(text + count for text in _asked(w, telling))


def _asked(w: Words, telling: Telling) -> tuple[str, ...]:
    if telling.kind == "token":
        return w("Which token was laid out?"), w("Which token?")
    if telling.kind == "medal":
        return w("Which medal was laid out?"), w("Which medal?")
    if (telling.legal or telling.others)[0].startswith("keep "):
        return w("Which card was kept?"), w("Which card?")
    return w("Which card was taken?"), w("Which card?")


def which(repair: messages.Repair | None) -> object:
    """What tells a repair from another."""
    return repair and (repair.row, repair.rule, repair.legal)


def to_act(model: Model) -> tuple[int, ...]:
    """The seat that owes a decision, if any. Where a bot waits for a hand at the markers, that."""
    game = model.view
    if not isinstance(game, View) or game.over:
        return ()
    seat = game.to_act[0] if game.to_act else game.hints.active
    ritual = model.table.ritual if model.table else None
    acting = ritual.seat if ritual and seat and model.info(seat).by == "bot" else seat
    return (acting,) if acting else ()


def present(control: Controller) -> ArchitectsScene:
    """The scene at this moment, for what a touch does."""
    return ArchitectsScene.of(control.scene)
