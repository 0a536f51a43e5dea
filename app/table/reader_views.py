"""The views that readers get of the table now, cached until something changes."""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol.client_rights import Actor
from app.protocol.play_messages import Question
from app.protocol.table_messages import TableView
from app.table.core.snapshots import Snapshots
from app.table.core.table_state import keep_rarely_changing
from app.table.features.feature import Feature
from app.table.features.rarely_changing_view import RarelyChangingInputs, rarely_changing_view
from app.table.features.table_parts import TableParts

FIELDS: Final = frozenset(TableView.__struct_fields__)


class Views:
    """A cache of the table's view and the encoded snapshots for all readers."""

    def __init__(self, parts: TableParts, features: Sequence[Feature]) -> None:
        self._parts = parts
        self._features = features
        self._snapshots: Snapshots | None = None
        self._rarely_changing: tuple[RarelyChangingInputs, TableView] | None = None

    def forget(self) -> None:
        """Drop the cached snapshots, and what features have cached."""
        self._snapshots = None
        for feature in self._features:
            feature.forget()

    def snapshots(self) -> Snapshots:
        """Return the snapshots since the last change."""
        if self._snapshots is None:
            committed = self._parts.committed
            scores = self._parts.owner.settings.points or committed.state.phase != "game"
            self._snapshots = Snapshots(self.table(), committed.state, committed.match, show_scores=scores)
        return self._snapshots

    def questions(self, who: Actor) -> tuple[Question, ...]:
        """Return a seat's questions; for the screen all but those of bots; in track all of them for everybody."""
        state, match, seen = self._parts.committed.state, self._parts.committed.match, self.snapshots()
        if match is not None and match.tracked:
            is_asked = who.role in ("screen", "seat") and not state.correction
            return seen.questions(state.questions) if is_asked else ()
        return tuple(
            seen.question(asked, public=who.role == "screen")
            for asked in state.questions
            if asked.seat == who.seat or (who.role == "screen" and state.chairs[asked.seat].by != "bot")
        )

    def table(self) -> TableView:
        """Return the view of the table, with the fields of all features."""
        rarely_changing = self.rarely_changing()
        fields = {
            name: value for feature in self._features for name, value in feature.table_fields(rarely_changing).items()
        }
        known = {name: value for name, value in fields.items() if name in FIELDS}
        others = {name: value for name, value in fields.items() if name not in FIELDS}
        return replace(rarely_changing, **known, features=others or msgspec.UNSET)

    def rarely_changing(self) -> TableView:
        """Return the view without the fields of features, cached until one of its inputs changes."""
        parts = self._parts
        state, match = parts.committed.state, parts.committed.match
        inputs = RarelyChangingInputs(
            state=keep_rarely_changing(state),
            setup=match.setup if match else None,
            settings=parts.owner.settings,
            network=parts.presence.network,
            club=parts.presence.club,
            present=parts.presence.phones,
            onlookers=parts.presence.onlookers,
            suspended=parts.suspended.list_games(),
            finished=parts.finished.kinds(),
            players=parts.finished.players(state.lobby.game),
            overrides=parts.owner.overrides,
            pin=parts.owner.host.pin is not None,
            brought=parts.finished.list_batches() if state.today else (),
        )
        if self._rarely_changing is None or self._rarely_changing[0] != inputs:
            made = rarely_changing_view(inputs, parts.games, installed=parts.machine.installed)
            self._rarely_changing = inputs, made
        return self._rarely_changing[1]
