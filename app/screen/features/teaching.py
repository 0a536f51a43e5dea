"""Teaching: sentences of lessons, hints and goals on the table, and rings round the things that they mention."""

from app.protocol.base_messages import Accepted, Refusal
from app.screen.control.controller import NOTICE_SECONDS, Controller
from app.screen.features.feature import ScreenFeature, ScreenFrame, SnapshotChange
from app.screen.features.pending_intents import show_refusal
from app.screen.paint.element import Elements
from app.screen.state.ui_state import PendingIntent


class ThingRings(ScreenFeature):
    """Rings round the things that lessons, hints and reasons mention."""

    def elements(self, frame: ScreenFrame) -> Elements:
        if frame.replays or frame.interrupted:
            return []
        from app.screen.pages.play import mentioned_rings

        return mentioned_rings.elements(frame.scene, frame.ring, frame.elements)


class LessonSentences(ScreenFeature):
    """The sentences of a guided game."""

    def elements(self, frame: ScreenFrame) -> Elements:
        if not frame.scene.table.guided or frame.scene.ui.panel or frame.interrupted:
            return []
        from app.screen.pages.play import lesson_sentences

        return lesson_sentences.elements(frame.scene, frame.ring, frame.elements)


class HintsAndGoals(ScreenFeature):
    """The plates of seats with a hint or a goal, and the coach's warning."""

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if not isinstance(answer, Refusal) or answer.rule != "coach":
            return False
        show_refusal(control, answer, wait, refused=False, lasts=NOTICE_SECONDS)  # not an error: silent
        return True

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        """Renew a hint that has improved under a finger."""
        for seat, hint in change.model.hints.items():
            if change.before.model.hints.get(seat) not in (None, hint):
                control.secrets.renew(seat)

    def elements(self, frame: ScreenFrame) -> Elements:
        model = frame.scene.model
        if not (model.hints or model.planned) or frame.scene.ui.panel or frame.interrupted:
            return []
        from app.screen.pages.play import held_hint

        return held_hint.elements(frame.scene, frame.ring, frame.elements)
