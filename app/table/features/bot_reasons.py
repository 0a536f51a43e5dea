"""The reasons for actions of bots, for as long as somebody may not have read them, and what bots are going for."""

from collections.abc import Mapping
from typing import Any

from app.protocol.table_messages import TableView
from app.protocol.teaching_messages import BotActionReasons, BotIntention
from app.table.bots import advice
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.features.table_parts import TableParts
from app.table.lobby.seating import bot_of
from engine.game import AnyView


class BotReasons(Feature):
    """Keep the reasons for each bot's newest action, and for earlier ones until every person has acted since."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._public_view: AnyView = None  # before a commit; None: no bot plays.
        self._whys = self._replayed()  # also actions without reasons, which end those before

    def before_commit(self, transaction: Transaction) -> None:
        match, chairs = self._parts.committed.match, self._parts.committed.state.chairs
        acts = match is not None and not match.tracked and transaction.result is not None
        if match is not None and acts and not self._whys:  # else what is done ends the reasons before
            acts = any(chair.by == "bot" for chair in chairs) or bool(advice.list_seats_of_bots(match))
        self._public_view = match.state.view(None) if match is not None and acts else None

    def on_commit(self, before: TableState, commit: Commit) -> None:
        state, match = self._parts.committed.state, self._parts.committed.match
        if commit.transaction.undone or commit.transaction.match or state.phase == "lobby" or match is None:
            self._whys = self._replayed()
        elif commit.transaction.result:
            reasons, done = self._parts.games.reasons.get(match.rules.name), commit.transaction.result.events
            fresh = advice.explain_actions(reasons, match, self._public_view, done)
            self._whys = advice.list_unread((*self._whys, *fresh), match)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        whys = tuple(each for each in self._whys if each.because)
        return {"whys": whys, "intentions": self._list_intentions()}

    def _list_intentions(self) -> tuple[BotIntention, ...]:
        """List what bots say: all of them in first games and by the setting, else those of the easiest level."""
        parts, state, match = self._parts, self._parts.committed.state, self._parts.committed.match
        if match is None or state.phase != "game":
            return ()
        every = state.guided or parts.owner.settings.intentions
        players, bots = parts.games.players, parts.games.bots
        levels = [bot_of(chair, players, bots, state.lobby.game)[0] for chair in state.chairs]
        says = {seat for seat, level in enumerate(levels, 1) if level and (every or level == players.levels[0])}
        return advice.list_intentions(parts.games.reasons.get(match.rules.name), match, self._whys, says)

    def _replayed(self) -> list[BotActionReasons]:
        """Return the reasons in a game that was restored, or in which something was taken back."""
        match = self._parts.committed.match
        if match is None or self._parts.committed.state.phase == "lobby":
            return []
        return advice.explain_by_replay(self._parts.games.reasons.get(match.rules.name), match)
