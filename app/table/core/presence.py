"""Presence of phones, screens and the network; nothing of it is stored."""

from collections.abc import Callable, Mapping
from typing import Final

from app.protocol.club_round_messages import KnownDeal
from app.protocol.membership_messages import ClubStanding
from app.protocol.network_messages import Network
from app.table.core.committed_state import CommittedState
from app.table.lobby.seating import Chairs
from engine.game import Seat

GONE_SECONDS: Final = 120.0  # seconds a phone is away until, without a screen, others may hand its seat over
NO_SCREEN_SECONDS: Final = 60.0  # seconds without a screen until phones do what it would


class Presence:
    """`changed` is called with whatever is new. Phones go by their keys, hashed."""

    def __init__(
        self, committed: CommittedState, clock: Callable[[], float], headless: bool, changed: Callable[[], None]
    ) -> None:
        self._committed = committed
        self._clock = clock
        self._changed = changed
        self.network = Network(address=None, name=None)  # how phones find this table now
        self.club: ClubStanding | None = None  # how the table stands to its club
        self.known_deal: KnownDeal | None = None  # what it deals at all tables of a round
        self.headless = headless  # there is no screen: phones may do what it would
        self.screens = 0  # how many are connected, and show what moves
        self._unseen: float | None = None  # since when a screen is missing
        self.onlookers = 0  # how many just watch
        self.phones: frozenset[str] = frozenset()  # those that are connected
        self._began = clock()
        self._left_at: dict[str, float] = {}  # when a phone went; before that, when the table began
        self._say_gone: dict[str, frozenset[int]] = {}  # of a phone that is away: chairs that say it is gone

    def phone(self, seat: Seat, here: bool) -> None:
        """Note that the phone of a seat has connected or disconnected."""
        key = self._committed.state.chairs[seat].key
        present = self.phones | {key} if here and key else self.phones - {key}
        if present == self.phones:
            return
        self.phones = present
        if here:
            self._say_gone.pop(key, None)
        else:
            self._left_at[key] = self._clock()
        self._changed()

    def watch(self, count: int) -> None:
        """Set the number of onlookers."""
        if count != self.onlookers:
            self.onlookers = count
            self._changed()

    def be_headless(self, headless: bool) -> None:
        """Note that there is no screen, or one again."""
        if headless != self.headless:
            self.headless = headless
            self._changed()

    def be_shown(self, screens: int) -> None:
        """Set the number of connected screens; none: one is missing from now on."""
        self.screens = screens
        self._unseen = None if screens else self._clock()
        if screens:
            self.be_headless(False)

    def tick(self, now: float) -> None:
        """Switch to headless once a screen has been missing for NO_SCREEN_SECONDS seconds."""
        if self._unseen is not None and now - self._unseen >= NO_SCREEN_SECONDS:
            self._unseen = None
            self.be_headless(True)

    def be_found(self, network: Network) -> None:
        """Set how phones find this table."""
        if network != self.network:
            self.network = network
            self._changed()

    def be_in_club(self, club: ClubStanding | None) -> None:
        """Set how the table stands to its club."""
        if club != self.club:
            self.club = club
            self._changed()

    def be_dealt(self, known: KnownDeal | None) -> None:
        """Set the club's deal for the members who sit here, or None."""
        if known != self.known_deal:
            self.known_deal = known
            self._changed()

    # ---- who is gone -----------------------------------------------------------------------------------

    @property
    def say_gone(self) -> Mapping[str, frozenset[int]]:
        """Of phones that are away: numbers of the chairs that say they are gone."""
        return self._say_gone

    def gone(self) -> frozenset[str]:
        """Return the phones that have been away for long, or that all others say are gone."""
        now, chairs = self._clock(), self._committed.state.chairs
        others = {chair.number for chair in chairs if chair.key in self.phones}
        away = [chair.key for chair in chairs if chair.key and chair.key not in self.phones]
        long = {key for key in away if now - self._left_at.get(key, self._began) >= GONE_SECONDS}
        agreed = {key for key in away if len(others) > 1 and others <= self._say_gone.get(key, frozenset())}
        return frozenset(long | agreed)

    def agree(self, key: str, chairs: frozenset[int]) -> None:
        """Note that these chairs say that the phone of this key is gone."""
        self._say_gone[key] = chairs

    def forget_others(self, chairs: Chairs) -> None:
        """Forget phones that hold none of these chairs."""
        keys = {chair.key for chair in chairs}
        self.phones &= keys
        self._left_at = {key: at for key, at in self._left_at.items() if key in keys}
        self._say_gone = {key: said for key, said in self._say_gone.items() if key in keys}
