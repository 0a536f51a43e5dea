"""Peeking at secrets: asked of the table, and kept only while the seat's finger is down."""

from collections.abc import Callable, Collection

from app.protocol.play_messages import Act, Look, Question, Secret
from app.screen.control.outbox import Outbox, new_id


class PeekRequests:
    """Requests for secrets and their answers. `repaint` is called when something else is to be shown."""

    def __init__(self, outbox: Outbox, repaint: Callable[[], None]) -> None:
        self._outbox = outbox
        self._repaint = repaint
        self.shown: dict[int, Secret] = {}  # by seat
        self.holding: set[int] = set()  # seats with a finger on a secret
        self._then: dict[int, Callable[[Secret], None]] = {}  # callbacks that get a seat's secret without showing it

    def look(self, seat: int, held: bool) -> None:
        """Show a seat's secret while its finger is down; other seats' secrets stay."""
        if not held:
            self.hide(seat)
            return
        self.holding.add(seat)
        self._then.pop(seat, None)
        self._ask(seat)

    def look_unseen(self, seat: int, then: Callable[[Secret], None]) -> None:
        """Pass a seat's secret to a callback without showing it."""
        self.holding.discard(seat)
        self._then[seat] = then
        self._ask(seat)

    def peek(self, seat: int, question: Question | None, action: str) -> None:
        """Send an action that reveals something to a seat, and show that while its finger is down."""
        self.holding.add(seat)
        if question and action in question.legal:
            said = Act(id=new_id(), seat=seat, question=question.number, action=action)
            self._outbox.submit(said, seat, "peek")
            self._repaint()

    def on_peek_accepted(self, seat: int) -> None:
        """Ask for the secret after the table accepted that action."""
        if seat in self.holding:
            self._ask(seat)

    def renew(self, seat: int) -> None:
        """Ask again for what a seat is reading, which stays until the answer comes."""
        if seat in self.shown:
            self._ask(seat)

    def on_secret(self, message: Secret) -> None:
        """Handle a secret that has arrived."""
        self._outbox.pop_answered(message.id)
        if then := self._then.pop(message.seat, None):
            then(message)
        elif message.seat in self.holding:
            self.shown[message.seat] = message

    def hide(self, seat: int = 0) -> None:
        """Hide the secret of a seat; 0: of all."""
        self.drop({seat} if seat else {*self.holding, *self.shown})
        self._repaint()

    def drop(self, seats: Collection[int]) -> None:
        """Drop the secrets of these seats, without repainting."""
        for seat in seats:
            self.holding.discard(seat)
            self.shown.pop(seat, None)

    def _ask(self, seat: int) -> None:
        self._outbox.submit(Look(id=new_id(), seat=seat), seat, "look")
        self._repaint()
