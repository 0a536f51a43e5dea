"""What touched uses would come to: asked of the table, and forgotten when the finger leaves them."""

from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from app.protocol import messages
from app.screen.control.outbox import Outbox, new_id
from app.screen.state.scene import Foreseen, Scene

Wish = tuple[int, str]  # question, action
AHEAD: Final = "ahead-"  # how the ids of what is asked for begin


@runtime_checkable
class HasUses(Protocol):
    """A game on whose table a use is touched before it is said."""

    def touched_uses(self, scene: Scene) -> Mapping[int, str]:
        """The use that is touched now, as it would be said, by the seat whose it is."""


class LooksAhead:
    """The newest wish of each seat, and its answer. What was asked before is not shown when it comes."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._wishes: dict[int, Wish] = {}  # by seat
        self._of: object = None  # the view of the game in which that was asked
        self._ids: dict[str, int] = {}  # of what was asked for now: whose it is
        self.shown: dict[int, Foreseen] = {}  # by seat

    def follow(self, scene: Scene) -> bool:
        """Ask for what is touched now, if that is something else; whether something is no longer shown."""
        wishes, same = _wishes(scene), scene.model.view is self._of
        if wishes == self._wishes and (same or not wishes):
            return False
        seats = {*wishes, *self._wishes}
        others = [seat for seat in seats if not same or wishes.get(seat) != self._wishes.get(seat)]
        gone = [self.shown.pop(seat) for seat in others if seat in self.shown]
        self._ids = {id: seat for id, seat in self._ids.items() if seat not in others}
        self._wishes, self._of = wishes, scene.model.view
        for seat in others:
            if seat in wishes:
                id, (question, action) = AHEAD + new_id(), wishes[seat]
                self._ids[id] = seat
                self._outbox.send(messages.LookAhead(id=id, seat=seat, question=question, action=action))
        return bool(gone)

    def see(self, message: messages.LookedAhead, view: object) -> None:
        """What was asked for has come."""
        if self._ids.pop(message.id, 0):
            self.shown[message.seat] = Foreseen(message.seat, message.action, view)

    def forget(self) -> None:
        """The table is away: what was asked is not answered any more."""
        self._wishes, self._ids, self.shown = {}, {}, {}

    def refused(self, id: str) -> bool:
        """Whether the table refused to look ahead: people have not asked for it, so nobody is told."""
        self._ids.pop(id, None)
        return id.startswith(AHEAD)


def _wishes(scene: Scene) -> dict[int, Wish]:
    game = scene.on_table
    if not isinstance(game, HasUses) or scene.model.view is None:
        return {}
    asked = scene.model.questions
    return {seat: (asked[seat].number, said) for seat, said in game.touched_uses(scene).items() if seat in asked}
