"""The scene while Duel lies on the table: its view, its data, its part of Opened by their types, and what follows."""

from dataclasses import dataclass, replace
from typing import Any, Final

from app.games.duel.previews import DuelAhead, foreseen
from app.games.duel.screen.ui_state import DuelOpened, opened_of
from app.screen.control.controller import Controller
from app.screen.input.cardboard_entry import TellingScene
from app.screen.state.model import Model
from engine.duel.cards import Data
from engine.duel.view import View, Way

TURN: Final = "turn"  # what a seat is asked that takes a card of the structure
NEAR: Final = (0, 1)  # the edges at one of which seat 1 sits


@dataclass(frozen=True, slots=True)
class DuelScene(TellingScene):
    """A scene in which Duel is the game on the table, or the next one."""

    @property
    def duel(self) -> DuelOpened:
        """What people have touched."""
        return opened_of(self.opened.game)

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
    def asks(self) -> str:
        """What the game asks for: draft, turn, progress, destroy, revive, keep, start."""
        return (self.view.hints.ask or "") if self.model.view else ""

    @property
    def answers(self) -> int:
        """The seat that answers on the screen now; 0: none. Where people deal, everybody tells, on the screen too."""
        seat, model = self.acting, self.model
        question = model.questions.get(seat)
        if not seat or question is None or not model.by_hand(seat):
            return 0
        if self.tracked:
            return 0 if self.repair else seat
        return 0 if self.on_phone(seat) else seat

    @property
    def choosing(self) -> int:
        """The seat whose question lies on the middle, which cards that are touched do not answer; 0: none."""
        return self.answers if self.asks != TURN else 0

    @property
    def taking(self) -> int:
        """The seat that takes a card of the structure on the screen; 0: none."""
        return self.answers if self.asks == TURN else 0

    @property
    def reads(self) -> int:
        """The seat that cards and words of the middle face."""
        table = self.model.table
        if table and table.settings.faces is not None:
            return 1 if table.settings.faces in NEAR else 2
        if self.duel.facing:
            return self.duel.facing
        if table and table.settings.turning and self.acting:
            return self.acting
        here = [info.seat for info in table.seats if info.by == "touch"] if table else []
        return here[0] if len(here) == 1 else 1

    @property
    def ahead(self) -> DuelAhead | None:
        """What the use that is touched would come to, where everybody may know that."""
        return None if self.asks == "keep" else self.ahead_alone

    @property
    def ahead_alone(self) -> DuelAhead | None:
        """The same where it is shown to nobody but the finger that holds it."""
        seen = next(iter(self.foreseen.values()), None)
        if seen is None or not isinstance(seen.view, View) or self.waiting(seen.seat):
            return None
        return foreseen(self.view, seen.view, seen.seat, self.data)

    def ways(self, seat: int) -> dict[str, Way]:
        """What building each thing would cost a seat now."""
        return {way.thing: way for way in self.view.hints.standing[seat - 1].ways}


def to_act(model: Model) -> tuple[int, ...]:
    """The seat that owes a decision, if any; while something comes to light, the one whose turn it is."""
    game = model.view
    if not isinstance(game, View) or game.over:
        return ()
    seat = game.to_act[0] if game.to_act else game.hints.active
    return (seat,) if seat else ()


def present(control: Controller) -> DuelScene:
    """The scene at this moment, for what a touch does."""
    return DuelScene.of(control.scene)


def change(control: Controller, **facts: Any) -> None:  # Any: whatever fields of DuelOpened hold
    """Touch, turn, choose: these fields of Duel's part of Opened."""
    control.change(game=replace(present(control).duel, **facts))
