"""Presence of phones, screens, network and club: what is connected now, and nothing of it is stored."""

from collections.abc import Callable, Mapping
from math import inf
from typing import Final

from app.protocol.club_membership_messages import ClubStatus
from app.protocol.club_round_messages import KnownDeal
from app.protocol.network_messages import Network
from app.table.core.committed_state import CommittedState
from app.table.lobby.seating import Chairs
from engine.game import Seat

GONE_SECONDS: Final = 120.0  # a phone is away for that long before, headless, others may hand its seat over
NO_SCREEN_SECONDS: Final = 60.0  # without a screen for that long, phones get its rights


class Presence:
    """The connected clients of a table. `changed` is called after each difference. Phones are hashed keys."""

    def __init__(
        self, committed: CommittedState, clock: Callable[[], float], headless: bool, changed: Callable[[], None]
    ) -> None:
        self._committed = committed
        self._clock = clock
        self._changed = changed
        self.network = Network(address=None, name=None)  # how phones find this table now
        self.club: ClubStatus | None = None  # membership of a club
        self.known_deal: KnownDeal | None = None  # the club's deal for all tables of a round
        self.headless = headless  # no screen: phones get its rights
        self.screens = 0  # connected ones
        self._unseen: float | None = None  # since when a screen is missing
        self.onlookers = 0  # connected ones
        self.phones: frozenset[str] = frozenset()  # connected ones
        self._began = clock()
        self._left_at: dict[str, float] = {}  # when each phone disconnected, else the start of the table
        self._gone_reports: dict[str, frozenset[int]] = {}  # by key of a disconnected phone: chairs that report it gone

    def set_connected(self, seat: Seat, here: bool) -> None:
        """Note that the phone of a seat has connected or disconnected."""
        key = self._committed.state.chairs[seat].key
        present = self.phones | {key} if here and key else self.phones - {key}
        if present == self.phones:
            return
        self.phones = present
        if here:
            self._gone_reports.pop(key, None)
        else:
            self._left_at[key] = self._clock()
        self._changed()

    def set_onlookers(self, count: int) -> None:
        if count != self.onlookers:
            self.onlookers = count
            self._changed()

    def set_headless(self, headless: bool) -> None:
        """Set whether phones have the rights of a screen."""
        if headless != self.headless:
            self.headless = headless
            self._changed()

    def set_screens(self, screens: int) -> None:
        """Set the number of connected screens; with 0 the table becomes headless after NO_SCREEN_SECONDS seconds."""
        self.screens = screens
        self._unseen = None if screens else self._clock()
        if screens:
            self.set_headless(False)

    def tick(self, now: float) -> None:
        """Switch to headless once a screen has been missing for NO_SCREEN_SECONDS seconds."""
        if self._unseen is not None and now - self._unseen >= NO_SCREEN_SECONDS:
            self._unseen = None
            self.set_headless(True)

    def set_network(self, network: Network) -> None:
        """Set how phones find this table."""
        if network != self.network:
            self.network = network
            self._changed()

    def set_club(self, club: ClubStatus | None) -> None:
        """Set how the table stands to its club."""
        if club != self.club:
            self.club = club
            self._changed()

    def set_known_deal(self, known: KnownDeal | None) -> None:
        """Set the club's deal for the members who sit here, or None."""
        if known != self.known_deal:
            self.known_deal = known
            self._changed()

    @property
    def gone_reports(self) -> Mapping[str, frozenset[int]]:
        """The chairs that report a disconnected phone as gone: their numbers, by the phone's key."""
        return self._gone_reports

    def list_gone_phones(self) -> frozenset[str]:
        """Return the phones disconnected for GONE_SECONDS seconds, or reported gone by all others."""
        now, chairs = self._clock(), self._committed.state.chairs
        others = {chair.number for chair in chairs if chair.key in self.phones}
        away = [chair.key for chair in chairs if chair.key and chair.key not in self.phones]
        long = {key for key in away if self._gone_at(key) <= now}
        agreed = {key for key in away if len(others) > 1 and others <= self._gone_reports.get(key, frozenset())}
        return frozenset(long | agreed)

    def set_gone_reports(self, key: str, chairs: frozenset[int]) -> None:
        """Set the chairs that report the phone of this key as gone."""
        self._gone_reports[key] = chairs

    def take_due_reports(self) -> dict[str, frozenset[int]]:
        """Remove and return the reports of phones that have been disconnected for GONE_SECONDS seconds by now."""
        due = {key: chairs for key, chairs in self._gone_reports.items() if self._gone_at(key) <= self._clock()}
        for key in due:
            del self._gone_reports[key]
        return due

    def next_due_report(self) -> float:
        """Return when `take_due_reports` has something to return."""
        return min(map(self._gone_at, self._gone_reports), default=inf)

    def _gone_at(self, key: str) -> float:
        return self._left_at.get(key, self._began) + GONE_SECONDS

    def forget_others(self, chairs: Chairs) -> None:
        """Forget phones that hold none of these chairs."""
        keys = {chair.key for chair in chairs}
        self.phones &= keys
        self._left_at = {key: at for key, at in self._left_at.items() if key in keys}
        self._gone_reports = {key: said for key, said in self._gone_reports.items() if key in keys}
