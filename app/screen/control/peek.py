"""What a seat alone may see: asked of the table, and kept only while a finger is down."""

from collections.abc import Callable, Collection

from app.protocol import messages
from app.screen.control.outbox import Outbox, new_id


class SecretLooks:
    """`changed` is called when something else is to be seen."""

    def __init__(self, outbox: Outbox, changed: Callable[[], None]) -> None:
        self._outbox = outbox
        self._changed = changed
        self.shown: dict[int, messages.Secret] = {}  # by seat
        self.held: set[int] = set()  # seats under whose finger a secret lies
        self._then: dict[int, Callable[[messages.Secret], None]] = {}  # what gets a seat's secret, unseen

    def look(self, seat: int, held: bool) -> None:
        """See what a seat alone may see while a finger is down; what others see meanwhile stays."""
        if not held:
            self.let_go(seat)
            return
        self.held.add(seat)
        self._then.pop(seat, None)
        self._ask(seat)

    def look_unseen(self, seat: int, then: Callable[[messages.Secret], None]) -> None:
        """Hand on what a seat alone may see, and never show it."""
        self.held.discard(seat)
        self._then[seat] = then
        self._ask(seat)

    def peek(self, seat: int, question: messages.Question | None, action: str) -> None:
        """Say an action after which a seat may see something, and show it while the finger stays."""
        self.held.add(seat)
        if question and action in question.legal:
            said = messages.Act(id=new_id(), seat=seat, question=question.number, action=action)
            self._outbox.say(said, seat, "peek")
            self._changed()

    def peeked(self, seat: int) -> None:
        """The table has heard that action."""
        if seat in self.held:
            self._ask(seat)

    def see(self, message: messages.Secret) -> None:
        """What was asked for has come."""
        self._outbox.answered(message.id)
        if then := self._then.pop(message.seat, None):
            then(message)
        elif message.seat in self.held:
            self.shown[message.seat] = message

    def let_go(self, seat: int = 0) -> None:
        """Forget what only a held finger of a seat may see; 0: of any."""
        self.forget({seat} if seat else {*self.held, *self.shown})
        self._changed()

    def forget(self, seats: Collection[int]) -> None:
        """What these seats see is over."""
        for seat in seats:
            self.held.discard(seat)
            self.shown.pop(seat, None)

    def _ask(self, seat: int) -> None:
        self._outbox.say(messages.Look(id=new_id(), seat=seat), seat, "look")
        self._changed()
