"""The committed state of the table: exactly what the store holds, replaced at each commit."""

from app.protocol.client_rights import Actor
from app.table.core.table_state import RunningVote, TableState
from app.table.game.chance_dealer import Dealer
from app.table.game.game_log import Log
from app.table.game.match import Match


class CommittedState:
    """The table now. Only a commit changes it."""

    __slots__ = ("dealer", "log", "match", "state")

    def __init__(self, state: TableState, log: Log, match: Match | None = None, dealer: Dealer | None = None) -> None:
        self.state = state
        self.log = log
        self.match = match
        self.dealer = dealer

    @property
    def vote(self) -> RunningVote | None:
        """The running vote, which one seat asks of the others."""
        return self.state.vote

    def device(self, who: Actor) -> str:
        """Return the device of a sender, in which ids of intents are unique: a role, or a phone by its key's hash.

        A phone that takes over a seat is another device, so its ids do not collide with those of the phone before.
        """
        return who.role if who.seat is None else self.state.chairs[who.seat].key
