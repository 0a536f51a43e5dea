"""The scene while a score sheet lies on the table, and what touches of its own do."""

from dataclasses import dataclass, field, replace

from app.games.tally.screen.sheet import Sheet
from app.screen.controller import Controller
from app.screen.moment import Moment
from app.screen.scene import Scene
from app.screen.turning import Turning
from engine.tally.actions import ConflictSettled
from engine.tally.view import View


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A score sheet's part of what is opened."""

    picked: str = ""  # the cell that a number is typed for
    fight: Moment[ConflictSettled] | None = None  # a conflict that was settled
    fought: int = 0  # the newest line of one
    final: Turning = field(default_factory=Turning)  # the sheet once it is closed


@dataclass(frozen=True, slots=True)
class SheetScene(Scene):
    """A scene in which a score sheet lies on the table."""

    @property
    def sheet(self) -> Sheet:
        assert isinstance(self.model.view, View)
        return Sheet(self.model.view, self.model.own)

    @property
    def own(self) -> SheetOpened:
        assert isinstance(self.opened.game, SheetOpened)
        return self.opened.game


def type_in(control: Controller, seat: int, cell: str) -> None:
    """Open the keys for a cell of the score sheet."""
    own = SheetScene.of(control.scene).own
    control.change(game=replace(own, picked=cell), typed="", panel=f"keys {seat}")


def end_fight(control: Controller) -> None:
    """Go on after a conflict."""
    control.change(game=replace(SheetScene.of(control.scene).own, fight=None))


def face_sheet(control: Controller, seat: int | None) -> None:
    """Let the closed sheet stay with a seat, from 0; None: it turns by itself again."""
    own = SheetScene.of(control.scene).own
    control.change(game=replace(own, final=replace(own.final, held=seat)))
