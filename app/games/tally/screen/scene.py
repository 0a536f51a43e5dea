"""The scene while a score sheet lies on the table, and what touches of its own do."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol, runtime_checkable

from app.games.tally.screen.score_icons import Glyph
from app.games.tally.table_description import ShownSheet
from app.looks.score_icons import Scored
from app.screen.control.controller import Controller
from app.screen.state.interlude import ShownEvent
from app.screen.state.rotating_sheet import RotatingSheet
from app.screen.state.scene import Scene
from engine.tally.actions import AgeSettled, ConflictSettled
from engine.tally.view import View


@dataclass(frozen=True, slots=True)
class SheetOpened:
    """A score sheet's part of what is opened."""

    picked: str = ""  # the cell that a number is entered for
    typing: bool = False  # with digits; else the usual numbers can be touched
    round: bool = False  # next is the next person; else what stands below on the sheet
    done: frozenset[tuple[int, str]] = frozenset()  # seats and cells that were entered, or left out, in a row until now
    doubted: int | None = None  # a number that was typed and is rare
    fight: ShownEvent[ConflictSettled | AgeSettled] | None = None  # a conflict that was settled
    fought: int = 0  # the newest line of one
    owing: int = 0  # the line after which somebody pays or takes something; 0: nobody does
    final: RotatingSheet = field(default_factory=RotatingSheet)  # the sheet once it is closed


@runtime_checkable
class Signed(Protocol):
    """What lies on the table and knows the signs of its cells and lines."""

    @property
    def signs(self) -> Mapping[str, Scored]:
        """By cell and line."""


@dataclass(frozen=True, slots=True)
class SheetScene(Scene):
    """A scene in which a score sheet lies on the table."""

    @property
    def sheet(self) -> ShownSheet:
        assert isinstance(self.model.view, View)
        return ShownSheet(self.model.view, self.model.own)

    def glyph(self, id: str) -> Glyph:
        """The sign of a cell or a line, as its game draws it."""
        game = self.game
        assert isinstance(game, Signed)
        return Glyph(game.signs[id])

    @property
    def own(self) -> SheetOpened:
        assert isinstance(self.opened.game, SheetOpened)
        return self.opened.game


def fill_in(control: Controller, seat: int, cell: str, edge: int | None = None, *, typing: bool = False) -> None:
    """Open the numbers for a cell of the score sheet; an edge that is given is faced, unless all face another."""
    own = SheetScene.of(control.scene).own
    own = replace(own, picked=cell, typing=typing, done=frozenset(), doubted=None)
    edge = control.opened.edge if edge is None else control.scene.faced(edge)
    control.change(game=own, typed="", panel=f"keys {seat}", edge=edge)


def type_in(control: Controller, seat: int, cell: str) -> None:
    """Open the digits for a cell of the score sheet."""
    fill_in(control, seat, cell, typing=True)


def go_on(control: Controller, seat: int) -> None:
    """Open the numbers for what is entered next; after the last, what has come of it."""
    scene = SheetScene.of(control.scene)
    own, sheet = scene.own, scene.sheet
    done = own.done | {(seat, own.picked)}
    following = sheet.after(seat, own.picked, done, own.round)
    if following is None:
        whole = "score" if sheet.view.counters else ""
        control.change(game=replace(own, done=frozenset(), doubted=None), typed="")
        control.open(whole if own.round else f"entry {seat}")
        return
    at, cell = following
    control.change(game=replace(own, picked=cell, done=done, doubted=None), typed="", panel=f"keys {at}")


def end_fight(control: Controller) -> None:
    """Go on after a conflict."""
    control.change(game=replace(SheetScene.of(control.scene).own, fight=None))


def face_sheet(control: Controller, seat: int | None) -> None:
    """Let the closed sheet stay with a seat, from 0; None: it turns by itself again."""
    own = SheetScene.of(control.scene).own
    control.change(game=replace(own, final=replace(own.final, held=seat)))
