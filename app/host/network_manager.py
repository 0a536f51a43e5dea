"""NetworkManager over the system's D-Bus, as far as the table's Wi-Fi needs it: what it says, and what it is told.

Nothing is remembered or decided here. The numbers are those of NetworkManager's D-Bus API. `Settings` may hold a
password, so neither they nor what NetworkManager answers to them is ever put into an error.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

if TYPE_CHECKING:
    from dbus_fast import Message
    from dbus_fast.aio import MessageBus

NAME: Final = "org.freedesktop.NetworkManager"
SYSTEMD: Final = "org.freedesktop.systemd1"
COUNTRY: Final = "wondertable-country.service"  # hardware/appliance/country
ROOT: Final = "/org/freedesktop"
PATH: Final = f"{ROOT}/NetworkManager"
DEVICE: Final = f"{NAME}.Device"
WIRELESS: Final = f"{DEVICE}.Wireless"
ACCESS_POINT: Final = f"{NAME}.AccessPoint"
ACTIVE: Final = f"{NAME}.Connection.Active"
SETTINGS: Final = f"{NAME}.Settings"
PROFILE: Final = f"{SETTINGS}.Connection"
BUS: Final = "org.freedesktop.DBus"
PROPERTIES: Final = f"{BUS}.Properties"
NEWS: Final = (BUS, PROPERTIES, f"{BUS}.ObjectManager")  # interfaces with signals that everything may have
NONE: Final = "/"  # a path that leads to nothing
MATCHES: Final = (
    f"type='signal',sender='{NAME}',path_namespace='{ROOT}'",
    f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NAME}'",
)
DENIED: Final = ("PermissionDenied", "AccessDenied", "NotAuthorized")  # how the names of such errors end
GONE: Final = ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
MOST: Final = 200  # access points that are looked at: anybody nearby can pretend to be a thousand

WIFI: Final = 2  # a type of device
AS_HOTSPOT: Final = 0x40  # a capability of a radio
PASSWORD: Final = 0x100 | 0x400  # how an access point is locked: WPA by a shared key, WPA3
COMPANY: Final = 0x200 | 0x2000  # by a name and more
PRIVACY: Final = 0x1  # by a key of the old kind, if by nothing else

# states of a device
UNMANAGED: Final = 10
UNAVAILABLE: Final = 20
DISCONNECTED: Final = 30
NEEDS_SECRET: Final = 60
GETS_ADDRESS: Final = 70
ACTIVATED: Final = 100
FAILED: Final = 120

Lock = Literal["open", "password", "other"]  # `other`: more than a password is needed, or a kind that nobody should use
# A profile: by section and key the signature and the value.
Settings: TypeAlias = Mapping[str, Mapping[str, tuple[str, object]]]
Objects: TypeAlias = dict[str, dict[str, dict[str, Any]]]  # path, interface, property; Any: whatever a property is


class Absent(Exception):
    """There is no bus, or no NetworkManager on it."""


class ManagerRefused(Exception):
    """NetworkManager does not do it. `denied`: this user may not."""

    def __init__(self, denied: bool) -> None:
        super().__init__("denied" if denied else "failed")
        self.denied = denied


@dataclass(frozen=True, slots=True)
class AccessPoint:
    """`strength` in percent."""

    path: str
    ssid: bytes
    strength: int
    lock: Lock


@dataclass(frozen=True, slots=True)
class Radio:
    """A Wi-Fi device. `active` and `uuid`: its connection, or one that begins, and the profile of it; `here`: the
    access point of that.
    """

    path: str
    state: int
    can_host: bool
    active: str
    uuid: str
    here: AccessPoint | None
    reach: tuple[AccessPoint, ...]


@dataclass(frozen=True, slots=True)
class Seen:
    """What NetworkManager says of Wi-Fi. `on`: nobody has switched it off; `allowed`: no switch of the machine has.

    `saved`: the profiles that lead into a network, by its name.
    """

    on: bool
    allowed: bool
    radio: Radio | None
    saved: Mapping[bytes, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Moved:
    """A device has come to another state, for a reason."""

    device: str
    state: int
    reason: int


class NetworkManager:
    """A connection to it, for as long as `connected` lasts. Calls raise Absent and Refused."""

    def __init__(self, bus: "MessageBus") -> None:
        self._bus = bus

    async def call(self, path: str, interface: str, member: str, signature: str = "", *body: object) -> Any:
        """What a method gives: nothing, a value, or several. Any: each method its own."""
        return await self._call(NAME, path, interface, member, signature, *body)

    async def _call(self, to: str, path: str, interface: str, member: str, signature: str, *body: object) -> Any:
        from dbus_fast import Message, MessageType
        from dbus_fast.unpack import unpack_variants

        if not self._bus.connected:
            raise Absent
        said = Message(to, path, interface, member, signature=signature, body=list(body))
        try:
            reply = await self._bus.call(said)
        except (OSError, EOFError):
            raise Absent from None
        if reply.message_type is MessageType.ERROR:
            name = reply.error_name or ""
            if name.endswith(GONE):
                raise Absent
            raise ManagerRefused(name.endswith(DENIED))
        found = unpack_variants(reply.body)
        return found[0] if len(found) == 1 else found

    # ---- what it says ----------------------------------------------------------------------------------

    async def see(self) -> Seen | None:
        """Everything about Wi-Fi; None while NetworkManager does not run."""
        if not await self._call(BUS, f"{ROOT}/DBus", BUS, "NameHasOwner", "s", NAME):
            return None
        objects: Objects = await self.call(ROOT, f"{BUS}.ObjectManager", "GetManagedObjects")
        own = objects.get(PATH, {}).get(NAME)
        if own is None:  # it begins just now
            return None
        radio = _radio(objects)
        return Seen(own["WirelessEnabled"], own["WirelessHardwareEnabled"], radio, await self._saved(objects))

    async def _saved(self, objects: Objects) -> dict[bytes, tuple[str, ...]]:
        found: dict[bytes, tuple[str, ...]] = {}
        for path, interfaces in objects.items():
            if PROFILE in interfaces:
                with suppress(ManagerRefused):  # it has gone meanwhile, or is somebody's own
                    wireless = (await self.call(path, PROFILE, "GetSettings")).get("802-11-wireless", {})
                    if wireless.get("mode", "infrastructure") == "infrastructure" and "ssid" in wireless:
                        ssid = bytes(wireless["ssid"])
                        found[ssid] = (*found.get(ssid, ()), path)
        return found

    async def profile(self, uuid: str) -> str | None:
        """The profile of that uuid."""
        try:
            return str(await self.call(f"{PATH}/Settings", SETTINGS, "GetConnectionByUuid", "s", uuid))
        except ManagerRefused:
            return None

    async def password(self, profile: str) -> str:
        """Of the network that a profile is for; empty if there is none."""
        secrets = await self.call(profile, PROFILE, "GetSecrets", "s", "802-11-wireless-security")
        return str(secrets.get("802-11-wireless-security", {}).get("psk", ""))

    # ---- what it is told -------------------------------------------------------------------------------

    async def scan(self, radio: str) -> None:
        """Look for networks anew."""
        await self.call(radio, WIRELESS, "RequestScan", "a{sv}", {})

    async def switch_on(self) -> None:
        """Wi-Fi, where it was switched off."""
        from dbus_fast import Variant

        await self.call(PATH, PROPERTIES, "Set", "ssv", NAME, "WirelessEnabled", Variant("b", True))

    async def keep_country(self) -> None:
        """Have the system keep the rules of the country that the table has written down."""
        await self._call(SYSTEMD, f"{ROOT}/systemd1", f"{SYSTEMD}.Manager", "StartUnit", "ss", COUNTRY, "replace")

    async def activate(self, profile: str, radio: str, access_point: str = NONE) -> str:
        """Begin a connection by a profile; its path."""
        return str(await self.call(PATH, NAME, "ActivateConnection", "ooo", profile, radio, access_point))

    async def add(self, settings: Settings, radio: str, access_point: str = NONE) -> tuple[str, str]:
        """Begin a connection by a new profile; the paths of both. What settings lack is taken from the access point."""
        profile, active = await self.call(
            PATH, NAME, "AddAndActivateConnection", "a{sa{sv}}oo", _variants(settings), radio, access_point
        )
        return str(profile), str(active)

    async def update(self, profile: str, settings: Settings) -> None:
        """Put other settings in a profile."""
        await self.call(profile, PROFILE, "Update", "a{sa{sv}}", _variants(settings))

    async def delete(self, profile: str) -> None:
        """Forget a profile; a connection by it ends."""
        await self.call(profile, PROFILE, "Delete")

    async def deactivate(self, active: str) -> None:
        """End a connection. What else the radio knows and finds is then begun by itself."""
        await self.call(PATH, NAME, "DeactivateConnection", "o", active)


@asynccontextmanager
async def connected(changed: Callable[[], None], moved: Callable[[Moved], None]) -> AsyncIterator[NetworkManager]:
    """A connection to NetworkManager; Absent if there is no bus, or no way to speak with one.

    `changed` is called when something else may be seen, also when the bus has gone; `moved` with states of devices.
    """
    try:
        from dbus_fast import BusType, MessageType
        from dbus_fast.aio import MessageBus
        from dbus_fast.errors import DBusFastError

        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    except (ImportError, OSError, EOFError, DBusFastError):
        raise Absent from None

    def hear(message: "Message") -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if (message.interface, message.member) == (DEVICE, "StateChanged"):
            state, _, reason = message.body
            moved(Moved(str(message.path), state, reason))
        interface = message.interface or ""
        strength = interface == PROPERTIES and message.body[0] == ACCESS_POINT  # every few seconds
        if not strength and (interface in NEWS or interface.startswith(NAME)):
            changed()

    def end(ended: asyncio.Future[None]) -> None:
        if not ended.cancelled():
            ended.exception()  # whatever it was, the next call meets it
            changed()

    manager = NetworkManager(bus)
    ended = asyncio.ensure_future(bus.wait_for_disconnect())  # type: ignore[no-untyped-call]  # as it is there
    ended.add_done_callback(end)
    try:
        bus.add_message_handler(hear)
        for match in MATCHES:
            await manager._call(BUS, f"{ROOT}/DBus", BUS, "AddMatch", "s", match)
        yield manager
    finally:
        bus.disconnect()
        ended.cancel()


# ---- reading what it says --------------------------------------------------------------------------------------


def _radio(objects: Objects) -> Radio | None:
    """The first Wi-Fi device that NetworkManager looks after, or else the first."""
    radios = sorted(
        (interfaces[DEVICE]["State"] == UNMANAGED, path)
        for path, interfaces in objects.items()
        if interfaces.get(DEVICE, {}).get("DeviceType") == WIFI and WIRELESS in interfaces
    )
    if not radios:
        return None
    _, path = radios[0]
    device, wireless = objects[path][DEVICE], objects[path][WIRELESS]
    reach = tuple(_access_points(objects, wireless["AccessPoints"]))
    here = next((point for point in reach if point.path == wireless.get("ActiveAccessPoint")), None)
    active = str(device["ActiveConnection"])
    uuid = str(objects.get(active, {}).get(ACTIVE, {}).get("Uuid", ""))
    can_host = bool(wireless["WirelessCapabilities"] & AS_HOTSPOT)
    return Radio(path, device["State"], can_host, active, uuid, here, reach)


def _access_points(objects: Objects, paths: Iterable[str]) -> Iterable[AccessPoint]:
    found = [(path, objects[path][ACCESS_POINT]) for path in paths if path in objects]
    for path, point in sorted(found, key=lambda each: -int(each[1]["Strength"]))[:MOST]:
        yield AccessPoint(path, bytes(point["Ssid"]), int(point["Strength"]), _lock(point))


def _lock(point: Mapping[str, Any]) -> Lock:
    by = point["WpaFlags"] | point["RsnFlags"]
    if by & PASSWORD:
        return "password"
    old = not by and point["Flags"] & PRIVACY
    return "other" if by & COMPANY or old else "open"


def _variants(settings: Settings) -> dict[str, dict[str, object]]:
    from dbus_fast import Variant

    return {
        section: {key: Variant(signature, value) for key, (signature, value) in fields.items()}
        for section, fields in settings.items()
    }
