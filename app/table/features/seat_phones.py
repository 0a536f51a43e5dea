"""Phones at the seats: who is connected, whose key has ended, and join codes that expire."""

from collections.abc import Collection
from contextlib import suppress
from math import inf
from secrets import token_hex

from msgspec.structs import replace

from app.protocol.client_rights import SCREEN, Actor
from app.protocol.play_messages import Cue
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import HandOver
from app.table.core.commit import Commit
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.lobby import seating
from engine.game import Seat


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
        """Expire join codes and invitations, and open the seat of a phone that is gone by now if it was asked for.

        A code that another seat asked for ends once the seat's own phone is back.
        """
        state, phones = self._parts.committed.state, self._parts.presence.phones
        expired = (
            seating.close_hand_over(chair)
            if seating.is_hand_over_overtaken(chair, phones)
            else seating.expire_hand_over(chair, now)
            for chair in state.chairs
        )
        chairs = tuple(seating.expire_invitation(chair, now) for chair in expired)
        if chairs != state.chairs:
            self._parts.commit(SCREEN, "", Transaction(replace(state, chairs=chairs), state.vote))
        for key, askers in self._parts.presence.take_due_reports().items():
            self._show_code(key, askers)

    def _show_code(self, key: str, askers: Collection[int]) -> None:
        """Show the code for the seat of a phone that is gone on a connected phone that asked for it."""
        chairs, phones = self._parts.committed.state.chairs, self._parts.presence.phones
        seats = [seat for seat, chair in enumerate(chairs, 1) if chair.key == key and not chair.ticket]
        shows = [Seat(seat) for seat, chair in enumerate(chairs) if chair.number in askers and chair.key in phones]
        if seats and shows:
            with suppress(Rejection):
                self._parts.handle(Actor("seat", shows[0]), HandOver(token_hex(8), seat=seats[0]))

    def next_act(self) -> float:
        chairs, phones = self._parts.committed.state.chairs, self._parts.presence.phones
        if any(seating.is_hand_over_overtaken(chair, phones) for chair in chairs):
            return -inf
        times = (time for chair in chairs for time in (chair.ticket_until, chair.far_until))
        shown = self._parts.presence.next_due_report()
        return min(time for time in (shown, *times) if time is not None)
