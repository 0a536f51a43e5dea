"""Phones at the seats: who is connected, whose key has ended, and join codes that expire."""

from math import inf

from msgspec.structs import replace

from app.protocol.client_rights import SCREEN
from app.protocol.play_messages import Cue
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.lobby import seating


class Attendance(Feature):
    """Follow which phones hold a seat."""

    def on_commit(self, before: TableState, commit: Commit) -> None:
        self._parts.presence.forget_others(commit.state.chairs)

    def after_commit(self, before: TableState, commit: Commit) -> None:
        for seat in seating.list_ended_keys(before.chairs, commit.state.chairs):
            self._parts.cue(Cue(what="moved", seat=seat + 1))
        if commit.transaction.agreed_gone:
            self._parts.presence.set_gone_reports(*commit.transaction.agreed_gone)

    def on_tick(self, now: float) -> bool:
        self._parts.presence.tick(now)
        return False

    def act(self, now: float) -> None:
        """Expire join codes and invitations."""
        state = self._parts.committed.state
        expired = (seating.expire_hand_over(chair, now) for chair in state.chairs)
        chairs = tuple(seating.expire_invitation(chair, now) for chair in expired)
        if chairs != state.chairs:
            self._parts.commit(SCREEN, "", Transaction(replace(state, chairs=chairs), state.vote))

    def next_act(self) -> float:
        chairs = self._parts.committed.state.chairs
        times = (time for chair in chairs for time in (chair.ticket_until, chair.far_until))
        return min((time for time in times if time is not None), default=inf)
