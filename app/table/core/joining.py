"""Tickets, codes and keys by which phones come to a seat and are recognised."""

from collections.abc import Callable
from typing import Final

import msgspec

from app.protocol.client_rights import Actor
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import Code, JoinRequest
from app.storage.random_keys_and_ids import Chance
from app.table.core.committed_state import CommittedState
from app.table.core.presence import Presence
from app.table.core.transaction import Transaction
from app.table.lobby import seating
from engine.game import Seat

MAX_ATTEMPTS: Final = 32  # join forms whose keys are remembered


class Joining:
    """The join tickets and seat keys of a table. `commit` stores a new holder; it raises Rejection."""

    def __init__(
        self,
        committed: CommittedState,
        presence: Presence,
        badge: Callable[[str], tuple[str, str]],
        clock: Callable[[], float],
        chance: Chance,
        commit: Callable[[Actor, str, Transaction], None],
    ) -> None:
        self._committed = committed
        self._presence = presence
        self._badge = badge  # the emblem and colour that a name had last
        self._clock = clock
        self._chance = chance
        self._commit = commit
        self._attempts: dict[str, str] = {}  # keys by the form that was sent for them, the latest last

    def new_attempt(self) -> str:
        """Return a secret for one join form, by which the same form, sent again, gets the same key."""
        return self._chance.ticket()

    def key_of_attempt(self, attempt: str, *, far: bool) -> str | None:
        """Return the key that a form got before, if it is still one: its answer may have been lost on the way."""
        key = self._attempts.get(attempt)
        return key if key is not None and self.seat_of_key(key, far=far) is not None else None

    def ticket(self, seat: Seat | None) -> str | None:
        """Return the join ticket of a seat that is free or being handed over, else None. Seat None: the table's own."""
        state = self._committed.state
        if seat is None:
            return state.table
        if not 0 <= seat < len(state.chairs) or (state.locked and state.chairs[seat].vacant):
            return None
        return seating.current_ticket(state.chairs[seat], self._clock())

    def seat_of_ticket(self, ticket: str, *, far: bool = False) -> Seat | None:
        """Find the seat that a current ticket opens; None if it is used up, timed out or unknown.

        `far`: the ticket is one of an invitation.
        """
        seats, current = map(Seat, range(len(self._committed.state.chairs))), self.far_ticket if far else self.ticket
        return next((seat for seat in seats if seating.is_same_secret(current(seat), ticket)), None)

    def far_ticket(self, seat: Seat) -> str | None:
        """Return the ticket of a seat to which a friend far away is invited, else None."""
        state = self._committed.state
        chair = state.chairs[seat]
        if self._presence.network.public is None or (state.locked and chair.vacant):
            return None
        return seating.expire_invitation(chair, self._clock()).far_ticket or None

    def codes(self, who: Actor) -> tuple[Code, ...]:
        """Return the join codes this reader may see: the screen all, a phone those it asked for."""
        address, chairs = self._presence.network.address, self._committed.state.chairs
        if who.role not in ("screen", "seat"):
            return ()
        mine = None if who.seat is None else chairs[who.seat].number
        codes = [Code(seat=0, url=f"{address}/")] if who.role == "screen" and address else []
        for seat, chair in enumerate(chairs):
            far = self.far_ticket(Seat(seat)) if chair.far_ticket else None
            if far is not None and (who.role == "screen" or mine == chair.far_asker):
                url = f"{self._presence.network.public}/join/{far}"
                codes.append(Code(seat=seat + 1, url=url, hand_over=chair.by != "free", far=True))
            ticket = self.ticket(Seat(seat)) if chair.ticket and address else None
            if ticket is not None and (who.role == "screen" or (mine == chair.asker and chair.by != "free")):
                codes.append(Code(seat=seat + 1, url=f"{address}/join/{ticket}", hand_over=chair.by != "free"))
        return tuple(codes)

    def list_free_seats(self) -> tuple[Seat, ...]:
        """List the seats where somebody may sit down."""
        state, headless = self._committed.state, self._presence.headless
        if state.locked:
            return ()
        seats = map(Seat, range(len(state.chairs)))
        return tuple(seat for seat in seats if seating.is_open(state.chairs, seat, headless))

    def list_offered_seats(self) -> set[Seat]:
        """List the seats for somebody without a ticket: free ones, or those of bots if none is free."""
        return {*self.list_free_seats(), *self.list_bot_seats()}

    def list_bot_seats(self) -> tuple[Seat, ...]:
        """List the seats where a latecomer may replace a bot: only while no seat is free."""
        state = self._committed.state
        if state.locked or self.list_free_seats():
            return ()
        return tuple(Seat(seat) for seat, chair in enumerate(state.chairs) if chair.own_bot)

    def badge_at(self, seat: Seat) -> tuple[str, str]:
        """Return the emblem and colour of a new person at this seat who wishes for none."""
        chairs = self._committed.state.chairs
        chair = msgspec.structs.replace(chairs[seat], by="touch")
        chair = seating.complete_badges(seating.replace_chair(chairs, seat, chair), ())[seat]
        return chair.emblem, chair.colour

    def join(self, ticket: str | None, seat: Seat, request: JoinRequest) -> str:
        """Seat somebody and return a new seat key. Without a ticket only a free seat, or if there is none a bot's.

        Refusals: `taken` (somebody was first, or the ticket is old), `name`, `name-taken`, `emblem-taken`,
        `colour-taken`, `setting` (a language, an emblem or a colour that is not ours). A hand-over ends the old key:
        listeners get `Cue("moved", seat)`.
        """
        if ticket is None:
            is_open = seat in self.list_offered_seats() and not request.far
        else:
            is_open = self.seat_of_ticket(ticket, far=request.far) == seat
        if not is_open:
            raise Rejection("taken", seat=seat + 1)
        state, key = self._committed.state, self._chance.key()
        before = state.chairs
        chairs = seating.seat_phone(before, seat, request, key)
        chairs = seating.replace_chair(chairs, seat, seating.set_badge(chairs, seat, request.emblem, request.colour))
        chairs = seating.restore_badge(chairs, seat, self._badge)
        transaction = Transaction(msgspec.structs.replace(state, chairs=chairs), self._committed.vote)
        transaction.news.append(seating.build_joined_news(seat, before[seat], chairs[seat]))
        self._commit(Actor("seat", seat), "", transaction)
        if request.attempt:
            self._attempts = dict([*self._attempts.items(), (request.attempt, key)][-MAX_ATTEMPTS:])
        return key

    def seat_of_key(self, key: str, *, far: bool = False) -> Seat | None:
        """Find the seat of a key's holder. Ask again after every change: seats may move in the lobby.

        `far`: find only a seat that is played through the public address.
        """
        hashed = seating.hash_key(key)
        for seat, chair in enumerate(self._committed.state.chairs):
            if chair.key == hashed and (chair.far or not far):
                return Seat(seat)
        return None
