"""Intents on their way: said to the table, and not answered yet."""

from collections.abc import Callable
from math import inf
from secrets import token_hex
from typing import Final

from app.protocol import messages
from app.screen.state.ui_state import Wait

TYPED_ADDRESS: Final = "result-address"  # the intent, and the page that opens again if the table refuses it
PATIENCE: Final = 0.3  # seconds before an intent on its way is shown as one


def new_id() -> str:
    """A fresh id for an intent."""
    return token_hex(8)


class Outbox:
    """`send` hands one to the table. What changes nothing there is sent without waiting for an answer."""

    def __init__(self, send: Callable[[messages.Intents], None], clock: Callable[[], float]) -> None:
        self.send = send
        self._clock = clock
        self.waits: dict[str, Wait] = {}  # by the intent's id
        self.slow_since = 0.0  # what was said before that is shown as on its way

    def say(self, intent: messages.Intents, seat: int, kind: str) -> None:
        self.waits[intent.id] = Wait(seat, kind, self._clock(), intent)
        self.send(intent)

    def answered(self, id: str) -> Wait | None:
        """It waits no longer."""
        return self.waits.pop(id, None)

    def say_again(self) -> None:
        """Say what was not answered before the table was away. It may have been heard: the same id twice acts once."""
        self.waits = {id: wait for id, wait in self.waits.items() if not isinstance(wait.intent, messages.Recall)}
        for wait in self.waits.values():
            self.send(wait.intent)

    def tick(self, now: float) -> tuple[bool, float]:
        """Whether an action is shown as on its way from now on; when to look again."""
        before, self.slow_since = self.slow_since, now - PATIENCE
        acts = [wait.since for wait in self.waits.values() if wait.kind == "act"]
        looks = (at + PATIENCE + 0.01 for at in acts if at >= self.slow_since)
        return any(before <= at < self.slow_since for at in acts), min(looks, default=inf)
