"""The context of a handler: the sender of an intent and the state of the table."""

from collections.abc import Callable
from typing import Any, Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from app.protocol import client_rights
from app.protocol.cardboard_messages import ContinueFrom
from app.protocol.client_rights import Actor, Relation, Relations
from app.protocol.game_lifecycle_messages import Discard, EndEarly
from app.protocol.history_messages import DeleteGame, ForgetPerson, MergePeople
from app.protocol.machine_messages import Shutdown
from app.protocol.play_messages import UndoOffer
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.protocol.table_messages import TableView
from app.table.core import undo_rules_and_votes
from app.table.core.game_library import GameLibrary
from app.table.core.pin_and_confirmations import Host
from app.table.core.snapshots import Snapshots
from app.table.core.table_state import Phase, TableState
from app.table.core.transaction import Transaction
from app.table.features.table_parts import TableParts
from app.table.game.game_log import Log
from app.table.game.match import Match
from app.table.lobby import game_agreement, seating
from app.table.lobby.seating import Chair
from engine.game import Game, Seat

Sure = ContinueFrom | EndEarly | Discard | MergePeople | ForgetPerson | DeleteGame | Shutdown


T = TypeVar("T")


class FeatureFinder(Protocol):
    """Find the feature of a class at this table."""

    def __call__(self, kind: type[T]) -> T: ...


class IntentContext(msgspec.Struct, frozen=True):
    """The sender and the state of the table; a handler reads them and changes nothing."""

    who: Actor
    device: str  # the screen, or a phone's hashed key
    reach: Relations  # the seats for which a phone may send this intent now
    now: float  # by the table's monotonic clock, in seconds
    lived: float  # as in TableState
    parts: TableParts
    state: TableState  # the committed state, or one that `with_state` supposes
    gone: frozenset[str]  # hashed keys of phones away for long, or reported gone by the others
    view: Callable[[], TableView]
    snapshots: Callable[[], Snapshots]
    feature: FeatureFinder

    @property
    def match(self) -> Match | None:
        """The game on the table."""
        return self.parts.committed.match

    @property
    def log(self) -> Log:
        return self.parts.committed.log

    @property
    def present(self) -> frozenset[str]:
        """Hashed keys of connected phones."""
        return self.parts.presence.phones

    @property
    def settings(self) -> Settings:
        return self.parts.owner.settings

    @property
    def host(self) -> Host:
        """The PIN and confirmations."""
        return self.parts.owner.host

    @property
    def games(self) -> GameLibrary:
        return self.parts.games

    @property
    def game(self) -> Game:
        """The rules of the game that is played or agreed on."""
        return self.games.shelf[self.state.lobby.game]

    def can_play_by_touch(self, agreed: game_agreement.Lobby) -> bool:
        """Check whether seats can be played on the screen: it draws this game, or its score sheet."""
        return self.games.by_touch is None or agreed.game in self.games.by_touch or agreed.mode == "tally"

    def transaction(self, **fields: Any) -> Transaction:  # Any: fields of TableState
        """Return a transaction that changes these fields of the state and keeps a running vote.

        `Transaction(context.state)` ends a vote, as an action of the game does.
        """
        return Transaction(replace(self.state, **fields), self.state.vote)

    def change_settings(self, fresh: Settings) -> Transaction:
        """Return a transaction with these settings. A vote on an undo ends if others are asked by other rules."""
        vote = self.state.vote
        keeps = fresh.undo == self.settings.undo or (vote is not None and vote.leave)
        transaction = Transaction(self.state, vote if keeps else None)
        transaction.settings = fresh
        return transaction

    def with_state(self, **fields: Any) -> "IntentContext":  # Any: as above
        """Return the context as if the table state had these fields."""
        return replace(self, state=replace(self.state, **fields))

    def seat(self, number: int) -> Seat:
        """Convert a seat number from 1; Rejection `no-such-seat`."""
        if not 1 <= number <= len(self.state.chairs):
            raise Rejection("no-such-seat", seat=number)
        return Seat(number - 1)

    def sender_seat(self) -> Seat:
        """Return the sender's seat; only for senders who have one."""
        assert self.who.seat is not None
        return self.who.seat

    def change_chair(self, seat: Seat, chair: Chair) -> Transaction:
        return self.transaction(chairs=seating.replace_chair(self.state.chairs, seat, chair))

    @property
    def chair_number(self) -> int | None:
        """The chair number of the sender's phone; None: the screen."""
        return None if self.who.seat is None else self.state.chairs[self.who.seat].number

    def check_seat(self, seat: Seat) -> None:
        """Check that the sender may send this intent for that seat."""
        chair = self.state.chairs[self.seat(seat + 1)]
        relation: Relation = "open"
        if self.who.seat == seat:
            relation = "own"
        elif chair.by == "phone":
            gone = not chair.key or chair.key in self.gone
            relation = "held" if chair.key in self.present else "gone" if gone else "away"
        client_rights.check_seat(self.who, seat, relation, self.reach)

    @property
    def has_given_pin(self) -> bool:
        """True if a PIN is set and the sender has given it."""
        return self.host.has_given_pin(self.device, self.now)

    def check_host(self) -> None:
        """Check that the PIN was given, where one is set; Rejection `pin`."""
        if self.host.pin is not None and not self.has_given_pin:
            raise Rejection("pin")

    def check_confirmed(self) -> None:
        """Check that the number was confirmed, where no PIN is set; Rejection `meant`."""
        if self.host.pin is None and not self.host.is_confirmed(self.device, self.now):
            raise Rejection("meant", number=self.host.confirmation_number(self.device))

    def check_taken(self, seat: Seat) -> None:
        """Check the PIN where a phone would lose its seat; a phone that is gone for long has lost it already."""
        key = self.state.chairs[seat].key
        if key and key not in self.gone and seat != self.who.seat:
            self.check_host()

    def check_others(self, seat: Seat) -> None:
        """Check the PIN where a phone would change somebody else's seat."""
        if self.who.role == "seat" and self.who.seat != seat:
            self.check_host()

    def check_unlocked(self, seat: Seat) -> None:
        """Check that nobody new sits down at a locked table; raise Rejection `locked`."""
        if self.state.locked and self.state.chairs[seat].vacant:
            raise Rejection("locked")

    def check_no_correction(self) -> None:
        """Check that no line is being corrected, as the next depends on it; raise Rejection `repair`."""
        if self.state.correction is not None:
            raise Rejection("repair")

    def check_phase(self, phase: Phase) -> None:
        if self.state.phase != phase:
            raise Rejection("phase", phase=self.state.phase)

    def require_match(self) -> Match:
        """Return the game on the table; raise Rejection `no-game` if there is none."""
        if self.match is None:
            raise Rejection("no-game")
        return self.match

    @property
    def undo_offer(self) -> UndoOffer | None:
        """The move that an undo would take back now."""
        return undo_rules_and_votes.find_offer(self.state, self.match, self.settings.undo)

    @property
    def sender_number(self) -> int:
        """The sender in events: a seat from 1; 0: the screen."""
        return 0 if self.who.seat is None else self.who.seat + 1


def check_sure(intent: Sure) -> None:
    """Check that an irreversible intent has its `sure` flag; raise Rejection `sure`."""
    if not intent.sure:
        raise Rejection("sure", what=client_rights.tag(type(intent)))
