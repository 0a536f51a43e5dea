"""The scene while Architects lies on the table: its view, its data and its theatre by their types, and what follows."""

from dataclasses import dataclass
from typing import Final

from app.games.architects.lessons import LESSONS
from app.games.architects.previews import ArchitectsAhead, foreseen
from app.games.architects.screen.theatre import Fight, Theatre, theatre_of
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import TellingScene, TellingStep, is_conflict_delayed
from app.screen.state.model import Model
from app.screen.state.ring import Rounds
from app.screen.state.scene import spoken_of
from engine.architects.cards import Data
from engine.architects.view import View

STACK_WORDS: Final = ("take", "peek", "draw")
MEDALS: Final = Rounds(46, 70, 46)  # from their middle to their corners
LARGE_MEDALS: Final = Rounds(64, 110, 46, 20)  # on a small screen, where signs would be too small to be read


@dataclass(frozen=True, slots=True)
class ArchitectsScene(TellingScene):
    """A scene in which Architects is the game on the table, or the next one."""

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
        fight = self.theatre.fight
        return None if fight is None or is_conflict_delayed(self, fight.number) else fight

    @property
    def spoken_of(self) -> frozenset[str]:
        """The stacks of which whoever acts is taught now, or a review speaks: they bear a ring."""
        seat = self.moment[0].seat if self.moment else self.acting
        return spoken_of(self, LESSONS, seat, self.view)

    @property
    def ahead(self) -> ArchitectsAhead | None:
        """What the use that is touched would come to, where everybody may know that."""
        return None if self.asks == "keep" else self.ahead_alone

    @property
    def ahead_alone(self) -> ArchitectsAhead | None:
        """The same where it is shown to nobody but the finger that holds it."""
        seen = next(iter(self.foreseen.values()), None)
        if seen is None or not isinstance(seen.view, View) or self.waiting(seen.seat):
            return None
        return foreseen(self.view, seen.view, seen.seat)

    @property
    def asks(self) -> str:
        """What the game asks for: take, draw, keep, main …"""
        return (self.view.hints.ask or "") if self.model.view else ""

    @property
    def deciding(self) -> int:
        """The seat that decides something else on the table than from which stack it takes; 0: none."""
        model, seat = self.model, self.acting
        question = model.questions.get(seat)
        ritual = not self.tracked and model.table is not None and model.table.ritual is not None  # markers lie there
        if not seat or not question or not model.by_hand(seat) or self.fight or ritual:
            return 0
        if self.telling or self.repair:
            return 0
        if all(text.split()[0] in STACK_WORDS for text in question.legal) and self.asks != "keep":
            return 0
        return 0 if self.on_phone(seat) and not self.tracked else seat

    @property
    def build(self) -> str:
        """The stage that `deciding` cannot but build, in the only way: one touch on the wonder says it. Else empty."""
        legal = self.model.legal(self.deciding)
        return legal[0] if len(legal) == 1 and legal[0].startswith("build ") else ""

    @property
    def choosing(self) -> int:
        """The seat whose choice lies open on the middle; 0: none."""
        return 0 if self.build else self.deciding

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

    @property
    def telling(self) -> TellingStep | None:
        """What is to be told now; after a conflict that is shown."""
        return None if self.fight else self.to_tell


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
