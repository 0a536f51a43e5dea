"""Rounds of a tournament that the club deals the same at all its tables: the deal that is pending here.

The table asks the club while people sit down, so that no game waits for it; without an answer at the start the table
deals itself. Nothing is stored before a game begins with the deal, and the club may be asked again.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from app.protocol.club_membership_messages import DealtRound
from app.protocol.club_round_messages import KnownDeal, RoundDeal, SeatedMembers
from app.protocol.results import FinishedGame
from app.protocol.table_messages import TableView
from app.table.core.table_state import TableState
from app.table.features.feature import Feature
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chairs


def seated_members(agreed: Lobby, chairs: Chairs) -> SeatedMembers | None:
    """Return the members who would play the agreed game; None unless they are two or more, and nobody else."""
    taken = [chair for chair in chairs if chair.by != "free"]
    known = all(chair.by == "phone" and chair.member for chair in taken)
    if agreed.mode != "play" or agreed.daily or len(taken) < 2 or not known:
        return None
    return SeatedMembers(agreed.game, tuple(sorted(chair.member for chair in taken)))


def members_to_ask(table: TableState) -> SeatedMembers | None:
    """Return the members for whom the club is asked now; None while a game runs."""
    return None if table.phase == "game" else seated_members(table.lobby, table.chairs)


def pending_deal(
    known: KnownDeal | None, agreed: Lobby, chairs: Chairs, games: Iterable[FinishedGame]
) -> RoundDeal | None:
    """Return the club's deal for these chairs, unless a game of it was played here."""
    if known is None or known.of != seated_members(agreed, chairs):
        return None
    return None if any(game.result.dealt == known.deal.mark for game in games) else known.deal


class ClubRounds(Feature):
    """Show the round for which the next game is dealt."""

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        state, known = self._parts.committed.state, self._parts.presence.known_deal
        if known is None or state.phase != "lobby":
            return {}
        deal = pending_deal(known, state.lobby, state.chairs, self._parts.finished.list_games())
        return {"round": DealtRound(deal.tournament, deal.number)} if deal is not None else {}
