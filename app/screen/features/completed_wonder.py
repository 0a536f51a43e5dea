"""A wonder that is completed while its game goes on: it fills the table for a moment, or until a touch."""

from collections.abc import Collection, Iterable
from dataclasses import replace
from typing import Final

from app.screen.animation.stage_animation import FALLS, SHINING
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame, SnapshotChange
from app.screen.paint.element import Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene, WondersGame
from app.screen.state.ui_state import CompletedWonders

LANDING_SECONDS: Final = FALLS + SHINING + 0.3  # seconds until its last stage has landed and shone
VISTA_SECONDS: Final = 3.0  # seconds
VISTA: Final = "completed"  # event that lets it grow


class CompletedWonder(ScreenFeature):
    """The wonders that were completed, one after another."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        table, scene = change.table, control.scene
        if change.is_first or change.is_other_game or table.phase != "game":
            control.ui = replace(control.ui, completed=CompletedWonders())
            return
        if table.settings.plain_figures or not change.new_lines:
            return
        before = _list_complete(change.before)
        if new := tuple(each for each in _list_complete(scene) if each not in before):
            now = control.ui.completed
            shown = now.waiting[:1] if now.shown else ()  # one that nobody has seen yet is not news any more
            due = now.due if shown else scene.now + LANDING_SECONDS
            control.ui = replace(control.ui, completed=CompletedWonders(shown + new, due, now.shown))

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Show the next wonder once its stage has landed and nothing else fills the table; after some time, drop it."""
        completed, scene = control.ui.completed, control.scene
        if completed.shown and now >= completed.due:
            completed = CompletedWonders(completed.waiting[1:], now)
        begins = bool(completed.waiting) and not completed.shown and now >= completed.due
        if begins and not (scene.ui.panel or scene.game.has_interlude(scene)):
            completed = replace(completed, shown=True, due=now + VISTA_SECONDS)
        if completed != scene.ui.completed:
            control.ui = replace(control.ui, completed=completed)
            if completed.shown:
                control.animate((VISTA,))
        return completed.due if completed.waiting and completed.due > now else None

    def fills_table(self, scene: Scene) -> bool:
        return scene.ui.completed.shown

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        return _build(frame.scene, frame.ring) or None

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        if event != VISTA:
            return None
        from app.screen.widgets import vista

        shown = [each for each in _build(control.scene, ring) if isinstance(each.view, vista.Vista)]
        return [moving for each in shown for moving in vista.animate(each, control.scene.model.settings.motion)]


def _build(scene: Scene, ring: Ring) -> Elements:
    if not scene.ui.completed.shown:
        return []
    from app.screen.pages.play import end_vistas

    i, wonder = scene.ui.completed.waiting[0]
    return end_vistas.build_in_game(scene, ring, i, wonder)


def _list_complete(scene: Scene) -> Collection[tuple[int, str]]:
    if not isinstance(scene.game, WondersGame) or scene.model.view is None:
        return ()
    return scene.game.complete_wonders(scene)
