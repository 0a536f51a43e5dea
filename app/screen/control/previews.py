"""Previews of touched actions: requested from the table, and dropped when the finger leaves."""

from collections.abc import Mapping
from typing import Final, Protocol, runtime_checkable

from app.protocol.play_messages import LookAhead, Preview
from app.screen.control.outbox import Outbox, new_id
from app.screen.state.scene import Scene, ViewPreview

PreviewKey = tuple[int, str]  # question, action
PREVIEW_ID: Final = "ahead-"  # prefix of ids of these requests


@runtime_checkable
class HasUses(Protocol):
    """A game on whose table an action is touched before it is sent."""

    def list_touched_actions(self, scene: Scene) -> Mapping[int, str]:
        """Return the touched action by seat, as it would be sent."""


class PreviewRequests:
    """The newest request of each seat, and its answer. Answers to older requests are ignored."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox
        self._wishes: dict[int, PreviewKey] = {}  # by seat
        self._of: object = None  # the view of the game at the requests
        self._ids: dict[str, int] = {}  # current request ids: the seat
        self.shown: dict[int, ViewPreview] = {}  # by seat

    def update(self, scene: Scene) -> bool:
        """Request previews for changed touches. Return True if a preview is no longer shown."""
        wishes, same = _preview_keys(scene), scene.model.view is self._of
        if wishes == self._wishes and (same or not wishes):
            return False
        seats = {*wishes, *self._wishes}
        others = [seat for seat in seats if not same or wishes.get(seat) != self._wishes.get(seat)]
        gone = [self.shown.pop(seat) for seat in others if seat in self.shown]
        self._ids = {id: seat for id, seat in self._ids.items() if seat not in others}
        self._wishes, self._of = wishes, scene.model.view
        for seat in others:
            if seat in wishes:
                id, (question, action) = PREVIEW_ID + new_id(), wishes[seat]
                self._ids[id] = seat
                self._outbox.send(LookAhead(id=id, seat=seat, question=question, action=action))
        return bool(gone)

    def on_preview(self, message: Preview, view: object) -> None:
        """Handle a preview that has arrived."""
        if self._ids.pop(message.id, 0):
            self.shown[message.seat] = ViewPreview(message.seat, message.action, view)

    def drop_all(self) -> None:
        """Drop all requests: the table is away."""
        self._wishes, self._ids, self.shown = {}, {}, {}

    def drop_refused(self, id: str) -> bool:
        """Check whether a refused intent was a preview request, of which people need not be told."""
        self._ids.pop(id, None)
        return id.startswith(PREVIEW_ID)


def _preview_keys(scene: Scene) -> dict[int, PreviewKey]:
    game = scene.game_screen
    if not isinstance(game, HasUses) or scene.model.view is None:
        return {}
    asked = scene.model.questions
    return {
        seat: (asked[seat].number, said) for seat, said in game.list_touched_actions(scene).items() if seat in asked
    }
