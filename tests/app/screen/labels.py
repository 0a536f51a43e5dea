"""Effects of every labelled button of a picture: each is touched, and then the state is restored."""

import sys
from contextlib import contextmanager

import msgspec

from app.protocol.history_messages import AskNames
from app.screen.widgets import controls
from tests.app.screen.lettering import painted
from tests.one_label import unnumbered

SIZE = (1920, 1080)
BUTTON = controls.button
READ_INTENTS = (AskNames,)  # intents that only ask what is to be shown where the touch leads
IGNORED_FIELDS = ("id", "question", "row")  # of an intent: only which of several it is an answer to


@contextmanager
def buttons():
    """Collect label, key and callback of every button that is painted in the `with` block."""
    found = []

    def button(p, x, y, w, h, label, key, tap, *rest, **more):
        if label and tap:
            found.append((label, key, tap))
        return BUTTON(p, x, y, w, h, label, key, tap, *rest, **more)

    def replace_button(one, other):
        for module in list(sys.modules.values()):
            if getattr(module, "button", None) is one:
                module.button = other

    replace_button(BUTTON, button)
    try:
        yield found
    finally:
        replace_button(button, BUTTON)


def labelled(room):
    """List the label of each button of a room, with the effect of touching it."""
    painted(room, SIZE)  # whatever is imported only now
    with buttons() as found:
        painted(room, SIZE)
    return [
        (unnumbered(label), describe_touch(room.control, tap) or f"touch {unnumbered(key)}")
        for label, key, tap in found
    ]


def describe_touch(control, tap):
    """Return the effect of a touch: the intents it sends, or the panel it opens; empty if it only chooses something."""
    sent, before = [], (control.ui, control.notices, control.outbox.pending, control.outbox.send)
    control.notices, control.outbox.pending, control.outbox.send = (
        dict(control.notices),
        dict(control.outbox.pending),
        sent.append,
    )
    try:
        tap()
        now, was = control.ui, before[0]
    finally:
        control.ui, control.notices, control.outbox.pending, control.outbox.send = before
    if sent := [intent for intent in sent if not isinstance(intent, READ_INTENTS)]:
        return unnumbered(" ".join(map(describe_intent, sent)))
    if now.panel != was.panel:
        return unnumbered(f"open {now.panel}" if now.panel else "close")
    return f"ask {now.sure}" if now.sure != was.sure else ""


def describe_intent(intent):
    facts = msgspec.to_builtins(intent)
    return " ".join(
        f"{facts[key]}" if key == "type" else f"{key}={facts[key]}" for key in facts if key not in IGNORED_FIELDS
    )
