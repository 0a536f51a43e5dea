"""Settings of the table that the screen follows: sounds, time zone, edge, and trials of rotation and display."""

from dataclasses import replace
from math import ceil, inf

from app.protocol.base_messages import Accepted, Message, Refusal
from app.protocol.play_messages import Cue
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature, SnapshotChange
from app.screen.input.display_trial import DISPLAY_INTENT, ROTATION_INTENT, TRIAL_SECONDS
from app.screen.state.ui_state import PendingIntent
from app.text.time_zone import use_zone


class TimeAndEdge(ScreenFeature):
    """The time zone of the table, and the edge that the middle faces."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        use_zone(change.table.settings.zone)
        if change.table_before is None or change.table_before.settings.faces != change.table.settings.faces:
            control.ui = replace(control.ui, edge=control.scene.faced_edge(control.ui.edge))


class Cues(ScreenFeature):
    """Sounds and animations that the table asks for, and the sound of a new question."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        control.sound.apply_settings(change.table.settings, change.is_first, change.table.phase == "game")
        control.sound.set_questions(
            frozenset(question.number for question in change.model.questions.values()), change.is_first
        )

    def on_message(self, control: Controller, message: Message) -> None:
        if isinstance(message, Cue) and message.what != "bye":
            control.sound.play_cue(message)
            control.animate((message,))


class PlainStart(ScreenFeature):
    """The panel of a screen that has started plain after repeated crashes."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        if change.table_before is None and change.model.plain:
            control.open_panel("plain")


class Trials(ScreenFeature):
    """Trials of the rotation and of another display: reverted unless people confirm them in time."""

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        """End trials that the settings now agree with. On the first snapshot, start the countdown of a display."""
        ui, settings = control.ui, change.table.settings
        turned, showing = ui.turned, ui.showing
        if turned is not None and turned.rotation == settings.rotation:
            control.ui = replace(ui, turned=None)
        if not showing.tried:
            return
        if settings.display == showing.on:
            control.ui = replace(control.ui, showing=replace(showing, tried=False, until=None))
        elif change.table_before is None:
            showing = replace(showing, until=control.clock() + TRIAL_SECONDS, left=round(TRIAL_SECONDS))
            control.ui = replace(control.ui, showing=showing)
            control.open_panel("display")

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        """Revert a trial that the table refused; the display stays while the PIN is asked for."""
        if isinstance(answer, Refusal) and wait is not None:
            if wait.kind == ROTATION_INTENT:
                control.ui = replace(control.ui, turned=None)
            if wait.kind == DISPLAY_INTENT and answer.rule != "pin":
                control.switch_display("")
        return False

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Count down, and revert trials whose time is over."""
        again = inf
        turned, showing = control.ui.turned, control.ui.showing
        if turned is not None and turned.until is not None and turned.until <= now:
            control.ui = replace(control.ui, corners=(), turned=None)
        elif turned is not None and turned.until is not None:
            control.ui = replace(control.ui, turned=replace(turned, left=ceil(turned.until - now)))
            again = min(turned.until, now + 1.0)
        if showing.until is not None and showing.until <= now:
            control.ui = replace(control.ui, showing=replace(showing, until=None))
            control.switch_display("")
        elif showing.until is not None:
            control.ui = replace(control.ui, showing=replace(showing, left=ceil(showing.until - now)))
            again = min(again, showing.until, now + 1.0)
        return again
