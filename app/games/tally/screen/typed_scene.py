"""The scene of a score sheet, its UI state, and touch handlers."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Protocol, runtime_checkable

from app.games.tally.screen.score_icons import Glyph
from app.games.tally.shared_sheet_facts import ShownSheet
from app.looks.score_icons import Scored
from app.screen.control.controller import Controller
from app.screen.state.interlude import ShownEvent
from app.screen.state.scene import Scene
from engine.tally.actions import AgeSettled, ConflictSettled
from engine.tally.view_json import View


@dataclass(frozen=True, slots=True)
class SheetUi:
    """UI state of a score sheet."""

    picked: str = ""  # the cell of the number keys
    typing: bool = False  # digits; else the usual numbers to tap
    round: bool = False  # continue with the next seat; else with the next cell
    done: frozenset[tuple[int, str]] = frozenset()  # seats and cells entered or skipped in this run
    doubted: int | None = None  # a typed number that is unusual
    fight: ShownEvent[ConflictSettled | AgeSettled] | None = None  # the conflict that is being shown
    fought: int = 0  # number of the newest conflict's line
    owing: int = 0  # number of the line after which a payment is due; 0: none


@runtime_checkable
class HasSigns(Protocol):
    """A presenter with icons for its cells and lines."""

    @property
    def signs(self) -> Mapping[str, Scored]:
        """Icons by cell and line."""


@dataclass(frozen=True, slots=True)
class SheetScene(Scene):
    """A scene in which a score sheet is on the table."""

    @property
    def sheet(self) -> ShownSheet:
        assert isinstance(self.model.view, View)
        return ShownSheet(self.model.view, self.model.retractable)

    def glyph(self, id: str) -> Glyph:
        """Return the icon of a cell or a line, as its game draws it."""
        game = self.game
        assert isinstance(game, HasSigns)
        return Glyph(game.signs[id])

    @property
    def game_ui(self) -> SheetUi:
        assert isinstance(self.ui.game, SheetUi)
        return self.ui.game


def fill_in(control: Controller, seat: int, cell: str, edge: int | None = None, *, typing: bool = False) -> None:
    """Open the number keys for a cell, facing `edge` unless all panels face another."""
    own = SheetScene.from_scene(control.scene).game_ui
    own = replace(own, picked=cell, typing=typing, done=frozenset(), doubted=None)
    edge = control.ui.edge if edge is None else control.scene.faced_edge(edge)
    control.change(game=own, typed="", panel=f"keys {seat}", edge=edge)


def go_on(control: Controller, seat: int) -> None:
    """Open the number keys for the next cell; after the last one, the result."""
    scene = SheetScene.from_scene(control.scene)
    own, sheet = scene.game_ui, scene.sheet
    done = own.done | {(seat, own.picked)}
    following = sheet.next_cell(seat, own.picked, done, own.round)
    if following is None:
        whole = "score" if sheet.view.counters else ""
        control.change(game=replace(own, done=frozenset(), doubted=None), typed="")
        control.open_panel(whole if own.round else f"entry {seat}")
        return
    at, cell = following
    control.change(game=replace(own, picked=cell, done=done, doubted=None), typed="", panel=f"keys {at}")


def end_fight(control: Controller) -> None:
    """Dismiss a conflict."""
    control.change_game_ui(fight=None)
