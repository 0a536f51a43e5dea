"""Handle messages of the table: everything that a message changes besides the model."""

from dataclasses import replace
from typing import Final

from app.protocol import messages
from app.protocol.base_messages import Accepted, Hello, Pong, Refusal
from app.protocol.history_messages import HistoryPage, Names, PastPosition, Review, SheetRead
from app.protocol.panel_messages import ButtonEvent
from app.protocol.play_messages import Cue, Preview, Secret
from app.protocol.table_messages import Snapshot
from app.screen.control.controller import NOTICE_SECONDS, Controller
from app.screen.control.outbox import TYPED_ADDRESS
from app.screen.events.on_snapshot import on_snapshot
from app.screen.input import confirmation, history_browsing, try_out
from app.screen.input.horn_power_off import on_horn
from app.screen.state import model
from app.screen.state.ui_state import PendingIntent
from app.text import table as table_words

SHORT_NOTICE_SECONDS: Final = 2.0  # of a notice that only asks for a little patience


def on_message(control: Controller, message: messages.Messages) -> None:
    """Handle a message of the table."""
    if isinstance(message, Pong):
        return
    if isinstance(message, Cue | ButtonEvent):
        control.dimming.wake()
    if isinstance(message, Snapshot):
        on_snapshot(control, message)
    else:
        control.model = model.apply_message(control.model, message, control.games, control.clock())
        _answer(control, message)
    control.ahead.follow(control.scene)
    control.changed()


def _answer(control: Controller, message: messages.Messages) -> None:
    match message:
        case Hello():
            control.outbox.say_again()
            history_browsing.refresh(control)
        case Accepted(id=id):
            if wait := control.outbox.answered(id):
                _on_done(control, wait)
        case Refusal():
            _on_refused(control, message)
        case Secret():
            control.secrets.see(message)
        case Preview() if control.on_table is not None:
            control.ahead.see(message, control.on_table.view(bytes(message.view)))
        case Names(people=people):
            control.opened = replace(control.opened, names=people)
        case HistoryPage() | PastPosition() | SheetRead() | Review():
            history_browsing.on_answer(control, message)
        case Cue(what="bye"):
            control.outbox.waits.clear()
        case Cue():
            control.sound.cue(message)
            control.moved((message,))
        case ButtonEvent(part="horn", how=how):
            on_horn(control, how)
        case ButtonEvent(part=part, how="nothing"):
            kind, _, number = part.partition(".")
            if kind == "marker":
                control.moved((Cue(what="nothing", markers=(int(number),)),))


def _on_done(control: Controller, wait: PendingIntent) -> None:
    match wait.kind:
        case "peek":
            control.secrets.peeked(wait.seat)
        case confirmation.PIN_INTENT:
            confirmation.on_accepted(control)
        case history_browsing.HISTORY_CHANGE:
            control.ask_names()
            history_browsing.refresh(control)


def _on_refused(control: Controller, message: Refusal) -> None:
    """Handle a refusal: ask people where they can act on it, else show it at their edge."""
    wait, text = control.outbox.answered(message.id), message.text
    if message.rule == "sure" or control.ahead.refused(message.id):
        return
    kind = wait.kind if wait else ""
    try_out.on_refused(control, kind, message.rule)
    number = str(message.facts.get("number", ""))
    if wait and message.rule in confirmation.PANELS:
        confirmation.ask(control, wait, text, confirmation.PANELS[message.rule], number)
        return
    if kind == TYPED_ADDRESS:
        control.open(TYPED_ADDRESS)
    asks = message.rule == "coach"  # not an error: no sound for everybody
    if not asks:
        control.sound.refused()
    if kind == confirmation.PIN_INTENT:
        confirmation.on_rejected(control, text, number)
        return
    if seat := message.seat or (wait.seat if wait else 0):
        words = control.model.words(seat)
        text = table_words.refusal(words, message.rule, message.facts, control.model.game_words)
    control.tell(seat, text, not asks, SHORT_NOTICE_SECONDS if message.rule == "horn-rest" else NOTICE_SECONDS)


def on_disconnect(control: Controller) -> None:
    """Show that the table is away: the last state stays, greyed, without secrets."""
    control.model = model.disconnected(control.model)
    control.secrets.forget(tuple(control.secrets.shown))
    control.ahead.forget()
    control.changed()


def on_stopped(control: Controller, for_good: bool) -> None:
    """Handle a table that stopped for good; without `for_good`, one that is being restarted."""
    control.model = model.stopped(control.model, for_good)
    control.dimming.wake()
    control.changed()
