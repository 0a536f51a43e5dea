"""Intents of this screen and the table's answers: pending intents, secrets, previews, and refusals shown to people."""

from typing import Final

from app.protocol.base_messages import Accepted, Hello, Message, Refusal
from app.protocol.play_messages import Cue, Preview, Secret
from app.screen.control.controller import NOTICE_SECONDS, Controller
from app.screen.control.outbox import TYPED_ADDRESS, TYPED_PUBLIC
from app.screen.features.feature import ScreenFeature
from app.screen.state.ui_state import PendingIntent
from app.text import table_text as table_words

SHORT_NOTICE_SECONDS: Final = 2.0  # of a notice that only asks for a little patience


class PendingIntents(ScreenFeature):
    """Intents without an answer: sent again after reconnecting, and shown as pending."""

    def on_message(self, control: Controller, message: Message) -> None:
        match message:
            case Hello():
                control.outbox.resend()
            case Cue(what="bye"):
                control.outbox.pending.clear()

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        return isinstance(answer, Refusal) and answer.rule == "sure"  # the screen asks by itself

    def on_tick(self, control: Controller, now: float) -> float | None:
        slower, again = control.outbox.tick(now)
        if slower:
            control.repaint()
        return again


class Secrets(ScreenFeature):
    """Secrets of seats, shown while their finger is down."""

    def on_message(self, control: Controller, message: Message) -> None:
        if isinstance(message, Secret):
            control.secrets.on_secret(message)

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if isinstance(answer, Accepted) and wait is not None and wait.kind == "peek":
            control.secrets.on_peek_accepted(wait.seat)
        return False

    def on_disconnect(self, control: Controller) -> None:
        control.secrets.drop(tuple(control.secrets.shown))


class Previews(ScreenFeature):
    """Previews of touched actions."""

    def on_message(self, control: Controller, message: Message) -> None:
        if isinstance(message, Preview) and control.game_screen is not None:
            control.previews.on_preview(message, control.game_screen.view(bytes(message.view)))

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        return isinstance(answer, Refusal) and control.previews.drop_refused(answer.id)

    def on_disconnect(self, control: Controller) -> None:
        control.previews.drop_all()


class TypedAddress(ScreenFeature):
    """The typed web addresses: their panel opens again when the table refuses one."""

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if isinstance(answer, Refusal) and wait is not None and wait.kind in (TYPED_ADDRESS, TYPED_PUBLIC):
            control.open_panel(wait.kind)
        return False


class ShownRefusals(ScreenFeature):
    """Refusals that no other feature handles: shown at the edge of the seat that has asked."""

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if isinstance(answer, Refusal):
            control.sound.play_refused()
            lasts = SHORT_NOTICE_SECONDS if answer.rule == "horn-rest" else NOTICE_SECONDS
            show_refusal(control, answer, wait, refused=True, lasts=lasts)
        return False


def show_refusal(
    control: Controller, answer: Refusal, wait: PendingIntent | None, *, refused: bool, lasts: float
) -> None:
    """Show the reason of a refusal, in the language of its seat if it has one."""
    text = answer.text
    if seat := answer.seat or (wait.seat if wait else 0):
        words = control.model.words(seat)
        text = table_words.refusal(words, answer.rule, answer.facts, control.model.game_words)
    control.notify(seat, text, refused, lasts)
