"""Ports to what surrounds the table: panel, key pads, computer, Wi-Fi, upkeep and club."""

from collections.abc import Callable
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Protocol

from app.protocol.club_member_messages import SeatedMember
from app.protocol.machine_messages import Carried, Finding, Upkeep, UpkeepWork
from app.protocol.network_messages import Wifi
from app.protocol.panel_messages import Keys, Panel


class PanelPort(Protocol):
    """The panel, as far as the screen sees and touches it."""

    def current_message(self) -> Panel | None: ...

    def touch(self, button: str, down: bool) -> None: ...

    def try_part(self, name: str) -> None: ...

    def release(self) -> None: ...


class KeysPort(Protocol):
    """The key pads, as far as the screen sees them and chooses their keys."""

    def current_message(self) -> Keys: ...

    def choose(self, name: str) -> None: ...

    def forget(self, name: str) -> None: ...

    def release(self) -> None: ...


class WifiPort(Protocol):
    """The machine's Wi-Fi, as far as the screen asks for something. What is asked for begins if the answer is True."""

    def current_message(self) -> Wifi: ...

    def scan(self) -> bool: ...

    def join(self, network: str, password: str | None) -> bool: ...

    def set_hotspot(self, on: bool) -> bool: ...

    def switch_on(self) -> bool: ...

    def set_country(self, country: str) -> bool: ...


class ClockPort(Protocol):
    """The clock of an installed table's machine. `is_free`: no network sets it."""

    @property
    def is_free(self) -> bool: ...

    def move(self, ahead: float) -> bool: ...


class UpkeepPort(Protocol):
    """The upkeep of an installed table. What is asked for begins, or waits, if the answer is True."""

    def describe(self, lang: str, device: str) -> Upkeep: ...

    def begin(self, work: UpkeepWork) -> bool: ...

    def open_transfer(self, what: Carried, device: str) -> bool: ...

    def dismiss(self) -> None: ...

    def find_transfer(self, ticket: str) -> Carried | None: ...

    def download_path(self, what: Carried) -> Path | None: ...

    @property
    def upload_path(self) -> Path: ...

    def restore(self) -> bool: ...


class ClubPort(Protocol):
    """The way to a club. What is asked for begins, and presence tells how it goes."""

    def join(self, code: str, address: str) -> None:
        """Join by a typed code; "": the organiser of the club in this network scans one of the table's."""

    def send_earlier_games(self) -> None: ...

    def leave(self) -> None: ...


class PeoplePort(Protocol):
    """Members of the club, as far as phones that join and look back go there. Rejection if it cannot be reached."""

    def sit_url(self, at: str, ticket: str) -> str: ...

    async def fetch_member(self, ticket: str) -> SeatedMember: ...

    def claim_url(self, mark: str, seat: int) -> str: ...


@dataclass(slots=True)
class Machine:
    """The ports that are there. `power_off` returns why it cannot be done, or ""; `diagnose` takes a language."""

    power_off: Callable[[], str] = lambda: ""
    installed: bool = False  # the computer is the table, and nothing else
    diagnose: Callable[[str], tuple[Finding, ...]] = lambda lang: ()
    panel: PanelPort | None = None
    keys: KeysPort | None = None
    wifi: WifiPort | None = None
    upkeep: UpkeepPort | None = None
    clock: ClockPort | None = None
    club: ClubPort | None = None
    switch_relay: Callable[[bool], None] | None = None  # the club's, for friends who are far away
    people: PeoplePort | None = None
    slow: bool = False  # its disk keeps people waiting
    horn_at: float = -inf  # when the horn was last heard, by the clock of the table
