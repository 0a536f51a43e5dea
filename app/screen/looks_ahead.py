"""What a touched use would come to: asked of the table, and forgotten when the finger leaves it."""

from typing import Protocol, runtime_checkable

from app.protocol import messages
from app.screen.outbox import Outbox, new_id
from app.screen.scene import Foreseen, Scene

Wish = tuple[int, int, str]  # seat, question, action


@runtime_checkable
class HasUses(Protocol):
    """A game on whose table a use is touched before it is said."""

    def touched_use(self, scene: Scene) -> tuple[int, str] | None:
        """Whose use is touched now, and what it would say."""


class LooksAhead:
    """The newest wish, and its answer. What was asked before is not shown when it comes."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._wish: Wish | None = None
        self._id = ""
        self.shown: Foreseen | None = None

    def follow(self, scene: Scene) -> bool:
        """Ask for what is touched now, if that is something else; whether something is no longer shown."""
        wish = _wish(scene)
        if wish == self._wish:
            return False
        gone, self._wish, self.shown = self.shown is not None, wish, None
        if wish is not None:
            seat, question, action = wish
            self._id = new_id()
            self._outbox.send(messages.LookAhead(id=self._id, seat=seat, question=question, action=action))
        return gone

    def see(self, message: messages.LookedAhead, view: object) -> None:
        """What was asked for has come."""
        if message.id == self._id and self._wish is not None:
            self.shown = Foreseen(message.seat, message.action, view)

    def refused(self, id: str) -> bool:
        """Whether it was this that the table refused: nobody has asked for it, so nobody is told."""
        return id == self._id


def _wish(scene: Scene) -> Wish | None:
    game = scene.on_table
    if not isinstance(game, HasUses) or scene.model.view is None:
        return None
    found = game.touched_use(scene)
    question = scene.model.questions.get(found[0]) if found else None
    return None if found is None or question is None else (found[0], question.number, found[1])
