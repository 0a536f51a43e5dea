"""Permission and confirmation on the screen: the PIN, the two rings, and the horn that switches off."""

from dataclasses import replace
from typing import Final

from app.protocol.base_messages import Accepted, Message, Refusal
from app.protocol.panel_messages import ButtonEvent
from app.screen.control.controller import Controller
from app.screen.features.feature import ScreenFeature
from app.screen.input import confirmation
from app.screen.state.ui_state import HORN_ASKS, HeldRings, PendingIntent

ANSWER_SECONDS: Final = 30.0  # after which a press of the horn no longer counts as an answer


class PinPrompt(ScreenFeature):
    """The question for the PIN or a confirmation that an intent lacked; the intent is sent again afterwards."""

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        if wait is None:
            return False
        given = wait.kind == confirmation.PIN_INTENT
        if isinstance(answer, Accepted):
            if given:
                _repeat_intent(control)
            return given
        number = str(answer.facts.get("number", ""))
        if answer.rule in confirmation.PANELS:
            confirmation.ask(control, wait, answer.text, confirmation.PANELS[answer.rule], number)
        elif given:
            control.sound.play_refused()
            control.change(asked=replace(control.ui.asked, why=answer.text, number=number))
        return answer.rule in confirmation.PANELS or given


def _repeat_intent(control: Controller) -> None:
    """Repeat the intent that was refused, unless the question was closed meanwhile."""
    if control.ui.panel not in confirmation.QUESTION_PANELS:
        return
    asked = control.ui.asked
    control.open_panel(asked.panel)
    if asked.wait is not None:
        control.submit(asked.wait.intent, asked.wait.seat, asked.wait.kind)


class HeldConfirmation(ScreenFeature):
    """The two rings that confirm an irreversible action: they fill while both are held."""

    def on_tick(self, control: Controller, now: float) -> float | None:
        rings = control.ui.rings
        if rings.since is None or control.ui.panel != confirmation.RINGS_PANEL:
            return None
        filled = int((now - rings.since) / confirmation.HOLD_SECONDS * confirmation.STEPS)
        if filled < confirmation.STEPS:
            control.ui = replace(control.ui, rings=replace(rings, filled=filled))
            return rings.since + (filled + 1) / confirmation.STEPS * confirmation.HOLD_SECONDS
        control.ui = replace(control.ui, rings=HeldRings(rings.on))
        confirmation.give(control, control.ui.asked.number)
        return None


class HornPowerOff(ScreenFeature):
    """Power-off by the panel's horn: held outside a game it asks, pressed again it confirms."""

    def on_message(self, control: Controller, message: Message) -> None:
        table = control.model.table
        if not isinstance(message, ButtonEvent) or message.part != "horn":
            return
        if table is None or table.phase == "game":
            return
        if message.how == "held":
            control.end_interlude()
            control.change(panel="")
            control.open_panel(HORN_ASKS)
            control.ui = replace(control.ui, horn_asked=control.clock())
        elif message.how == "pressed" and control.ui.panel == HORN_ASKS and table.settings.powers_off(table.installed):
            control.switch_off(power=True)

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Close the question if nobody answers it."""
        if control.ui.panel != HORN_ASKS:
            return None
        until = control.ui.horn_asked + ANSWER_SECONDS
        if now < until:
            return until
        control.ui = replace(control.ui, panel="")
        return None
