"""Messages about the table's addresses and its Wi-Fi."""

from typing import Final, Literal

import msgspec

from app.protocol.base_messages import Intent, Message


class LookForWifi(Intent, frozen=True, tag="look-for-wifi"):
    """Screen only: scan for Wi-Fi networks. `wifi` reports the result."""


class JoinWifi(Intent, frozen=True, tag="join-wifi"):
    """Screen only: join a Wi-Fi network; `wifi` reports the progress.

    The password is needed if the network is locked and not `known`, and replaces a stored one.
    """

    network: str  # the name of one of Wifi.networks
    password: str | None = None

    def __repr__(self) -> str:
        return "JoinWifi()"


class SetHotspot(Intent, frozen=True, tag="set-hotspot"):
    """Screen only: open the table's own Wi-Fi network, or (not `on`) return to a known one."""

    on: bool


class TurnWifiOn(Intent, frozen=True, tag="turn-wifi-on"):
    """Screen only: switch the machine's Wi-Fi back on."""


class SetCountry(Intent, frozen=True, tag="set-country"):
    """Screen only: set the Wi-Fi radio's country. Only if `country` is not null."""

    country: str  # two letters, ISO 3166


SHORTEST_PASSWORD: Final = 8  # characters of a Wi-Fi password
LONGEST_PASSWORD: Final = 63  # printable ASCII only


RelayState = Literal["", "opening", "open", "away", "refused"]


class Network(msgspec.Struct, frozen=True):
    """The table's addresses for phones. `address` None: there is no network that phones could use."""

    address: str | None  # http://192.168.1.5:8080
    name: str | None  # http://wondertable-4kq7.local:8080
    others: tuple[str, ...] = ()  # further addresses of this machine
    public: str | None = None  # https://table.example.org, for seats far away; None: none is set up
    relay: RelayState = ""  # of the club's relay, which then has the public address; "": it is off

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses for phones, the name first."""
        return tuple(address for address in (self.name, self.address, *self.others) if address)


WifiProblem = Literal["", "looking", "no-manager", "no-radio", "blocked", "off", "unmanaged", "waiting", "country"]
WifiStep = Literal["", "joining", "address"]
WifiFailed = Literal["", "password", "address", "out-of-reach", "denied", "failed"]


class WifiNetwork(msgspec.Struct, frozen=True):
    """A Wi-Fi network in reach. `bars`: signal strength, 1 to 4. `known`: it was joined before."""

    name: str
    bars: int
    lock: Literal["open", "password", "other"]  # `other`: needs more than a password, so it must be known
    known: bool = False


class Hotspot(msgspec.Struct, frozen=True):
    """The table's own Wi-Fi network, for phones to join."""

    name: str
    password: str

    def __repr__(self) -> str:
        return f"Hotspot({self.name!r})"


class Wifi(Message, frozen=True, tag="wifi"):
    """Screen only: the Wi-Fi of the table's machine, sent after hello and at a change.

    `problem`: why there are no networks. `here`: the current network; `joining`: the one being joined, and the `step`
    of that. `failed`: the failure of the last request, which was about `tried`. `country`: the radio's country, empty
    if unknown; null if it cannot be set here.
    """

    own: str  # name of the table's own network
    problem: WifiProblem = ""
    networks: tuple[WifiNetwork, ...] = ()
    here: str = ""
    joining: str = ""
    step: WifiStep = ""
    failed: WifiFailed = ""
    tried: str = ""
    can_host: bool = False
    hotspot: Hotspot | None = None  # while it is open
    country: str | None = None
