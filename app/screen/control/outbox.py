"""The outbox: intents sent to the table that have no answer yet."""

from collections.abc import Callable
from math import inf
from secrets import token_hex
from typing import Final

from app.protocol.base_messages import Intent
from app.protocol.history_messages import GetHistory
from app.screen.state.ui_state import PendingIntent

# Kinds of intents, and the pages that reopen if the table refuses them.
TYPED_ADDRESS: Final = "result-address"
TYPED_PUBLIC: Final = "public-typed"
PENDING_SECONDS: Final = 0.3  # before an unanswered intent is shown as pending
ANSWER_SECONDS: Final = 0.04  # in which a table usually answers an action


def new_id() -> str:
    """Return a random id for an intent."""
    return token_hex(8)


class Outbox:
    """Pending intents. `send` passes one to the table, also directly where no answer matters."""

    def __init__(self, send: Callable[[Intent], None], clock: Callable[[], float]) -> None:
        self.send = send
        self._clock = clock
        self.pending: dict[str, PendingIntent] = {}  # by the intent's id
        self.slow_since = 0.0  # intents sent before are shown as pending

    def submit(self, intent: Intent, seat: int, kind: str) -> None:
        self.pending[intent.id] = PendingIntent(seat, kind, self._clock(), intent)
        self.send(intent)

    @property
    def expects_answer(self) -> bool:
        """An action was just sent, so its answer is about to change the screen again."""
        now = self._clock()
        return any(now - since < ANSWER_SECONDS for since in self._action_times)

    @property
    def _action_times(self) -> list[float]:
        """Times at which the unanswered actions were sent."""
        return [wait.since for wait in self.pending.values() if wait.kind == "act"]

    def pop_answered(self, id: str) -> PendingIntent | None:
        return self.pending.pop(id, None)

    def resend(self) -> None:
        """Send all pending intents again after reconnecting. The table ignores an id that it has seen."""
        self.pending = {id: wait for id, wait in self.pending.items() if not isinstance(wait.intent, GetHistory)}
        for wait in self.pending.values():
            self.send(wait.intent)

    def tick(self, now: float) -> tuple[bool, float]:
        """Return whether an action is shown as pending from now on, and when to call again."""
        before, self.slow_since = self.slow_since, now - PENDING_SECONDS
        acts = self._action_times
        looks = (at + PENDING_SECONDS + 0.01 for at in acts if at >= self.slow_since)
        return any(before <= at < self.slow_since for at in acts), min(looks, default=inf)
