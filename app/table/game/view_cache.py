"""A cache of the legal actions and encoded views of a position."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from engine.game import Action, Seat, State

_encoder: Final = msgspec.json.Encoder()


class PositionCache:
    """A position that does not change any more, with its cached legal actions and views."""

    __slots__ = ("_offered", "_views", "state")

    def __init__(self, state: State[Action], before: "PositionCache | None" = None) -> None:
        """Reuse the texts of `before`, the position that it came from, for what is still offered."""
        self.state = state
        self._offered: dict[Seat, tuple[Sequence[Action], tuple[str, ...]]] = dict(before._offered) if before else {}
        self._views: dict[tuple[Seat | None, bool], msgspec.Raw] = {}

    def legal(self, seat: Seat) -> tuple[str, ...]:
        """List every action of this seat; for CHANCE all outcomes that can be listed."""
        if seat not in self.state.to_act:
            return ()
        actions = self.state.legal(seat)
        offered = self._offered.get(seat)
        if offered is None or offered[0] is not actions:
            offered = self._offered[seat] = actions, action_texts(actions)
        return offered[1]

    def view(self, seat: Seat | None, *, scores: bool) -> msgspec.Raw:
        """Return the JSON view for that seat (None: the public). `scores`: with everybody's points."""
        encoded = self._views.get((seat, scores))
        if encoded is None:
            view, public = self.state.view(seat), self.state.view(None)
            if seat is not None and view is public:  # the seat knows no more than everybody
                encoded = self.view(None, scores=scores)
            else:
                encoded = encode_view(view, scores=scores)
            self._views[seat, scores] = encoded
        return encoded


def encode_view(view: msgspec.Struct, *, scores: bool) -> msgspec.Raw:
    """Encode a view. `scores`: with everybody's points."""
    return msgspec.Raw(_encoder.encode(view if scores else _strip_scores(msgspec.to_builtins(view))))


def action_texts(actions: Sequence[Action]) -> tuple[str, ...]:
    return tuple(map(str, actions))


def _strip_scores(shown: Any) -> Any:  # Any: any game's view, as plain values
    if isinstance(shown, dict):
        return {key: _strip_scores(value) for key, value in shown.items() if key != "score"}
    if isinstance(shown, list | tuple):
        return [_strip_scores(value) for value in shown]
    return shown
