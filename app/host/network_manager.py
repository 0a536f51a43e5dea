"""A client of NetworkManager on the system's D-Bus, with the calls that the table's Wi-Fi needs.

The client holds no state and decides nothing. The numbers are those of NetworkManager's D-Bus API. `Settings` may
contain a password, so neither settings nor replies to them are ever put into an error.
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
SIGNAL_INTERFACES: Final = (BUS, PROPERTIES, f"{BUS}.ObjectManager")  # interfaces whose signals any object may send
NO_PATH: Final = "/"  # the null object path
MATCHES: Final = (
    f"type='signal',sender='{NAME}',path_namespace='{ROOT}'",
    f"type='signal',sender='{BUS}',member='NameOwnerChanged',arg0='{NAME}'",
)
DENIED_ERRORS: Final = ("PermissionDenied", "AccessDenied", "NotAuthorized")  # suffixes of error names
UNAVAILABLE_ERRORS: Final = ("ServiceUnknown", "NameHasNoOwner", "NoReply", "Disconnected")
MAX_ACCESS_POINTS: Final = 200  # an attacker nearby can fake thousands

WIFI_DEVICE_TYPE: Final = 2  # NM_DEVICE_TYPE_WIFI
ACCESS_POINT_CAPABILITY: Final = 0x40  # NM_WIFI_DEVICE_CAP_AP
PASSWORD_FLAGS: Final = 0x100 | 0x400  # key management of an access point: PSK, SAE
ENTERPRISE_FLAGS: Final = 0x200 | 0x2000  # 802.1X, Suite B
PRIVACY_FLAG: Final = 0x1  # WEP, if no other flag is set

# states of a device
UNMANAGED: Final = 10
UNAVAILABLE: Final = 20
DISCONNECTED: Final = 30
NEED_AUTH: Final = 60
IP_CONFIG: Final = 70
ACTIVATED: Final = 100
ACTIVATION_FAILED: Final = 120

Lock = Literal["open", "password", "other"]  # `other`: enterprise login, or WEP
# A profile: (D-Bus signature, value) by section and key.
Settings: TypeAlias = Mapping[str, Mapping[str, tuple[str, object]]]
Objects: TypeAlias = dict[str, dict[str, dict[str, Any]]]  # by path, interface, property; Any: a property's value


class ManagerUnavailable(Exception):
    """Raised without a bus, or without NetworkManager on it."""


class ManagerRefusal(Exception):
    """NetworkManager refuses a call. `denied`: this user lacks the permission."""

    def __init__(self, denied: bool) -> None:
        super().__init__("denied" if denied else "failed")
        self.denied = denied


@dataclass(frozen=True, slots=True)
class AccessPoint:
    """An access point in reach. `strength` is in per cent."""

    path: str
    ssid: bytes
    strength: int
    lock: Lock


@dataclass(frozen=True, slots=True)
class Radio:
    """A Wi-Fi device. `active` and `uuid`: its current or starting connection, and the profile of that; `here`: its
    access point.
    """

    path: str
    state: int
    can_host: bool
    active: str
    uuid: str
    here: AccessPoint | None
    reach: tuple[AccessPoint, ...]


@dataclass(frozen=True, slots=True)
class WifiState:
    """The state of Wi-Fi. `on`: not switched off by software; `allowed`: not switched off by hardware.

    `saved`: the profiles that join a network, by its SSID.
    """

    on: bool
    allowed: bool
    radio: Radio | None
    saved: Mapping[bytes, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class DeviceChange:
    """A device's change of state, with its reason."""

    device: str
    state: int
    reason: int


class NetworkManager:
    """A connection to NetworkManager, inside `connect`. Calls raise ManagerUnavailable and ManagerRefusal."""

    def __init__(self, bus: "MessageBus") -> None:
        self._bus = bus

    async def call(self, path: str, interface: str, member: str, signature: str = "", *body: object) -> Any:
        """Call a method. Return None, its value, or a list of values. Any: depends on the method."""
        return await self._call(NAME, path, interface, member, signature, *body)

    async def _call(self, to: str, path: str, interface: str, member: str, signature: str, *body: object) -> Any:
        from dbus_fast import Message, MessageType
        from dbus_fast.unpack import unpack_variants

        if not self._bus.connected:
            raise ManagerUnavailable
        message = Message(to, path, interface, member, signature=signature, body=list(body))
        try:
            reply = await self._bus.call(message)
        except (OSError, EOFError):
            raise ManagerUnavailable from None
        if reply.message_type is MessageType.ERROR:
            name = reply.error_name or ""
            if name.endswith(UNAVAILABLE_ERRORS):
                raise ManagerUnavailable
            raise ManagerRefusal(name.endswith(DENIED_ERRORS))
        found = unpack_variants(reply.body)
        return found[0] if len(found) == 1 else found

    # ---- queries -----------------------------------------------------------------------------------------

    async def read_state(self) -> WifiState | None:
        """Return the state of Wi-Fi, or None while NetworkManager does not run."""
        if not await self._call(BUS, f"{ROOT}/DBus", BUS, "NameHasOwner", "s", NAME):
            return None
        objects: Objects = await self.call(ROOT, f"{BUS}.ObjectManager", "GetManagedObjects")
        own = objects.get(PATH, {}).get(NAME)
        if own is None:  # it is starting
            return None
        radio = _find_radio(objects)
        return WifiState(
            own["WirelessEnabled"], own["WirelessHardwareEnabled"], radio, await self._list_saved_profiles(objects)
        )

    async def _list_saved_profiles(self, objects: Objects) -> dict[bytes, tuple[str, ...]]:
        found: dict[bytes, tuple[str, ...]] = {}
        for path, interfaces in objects.items():
            if PROFILE in interfaces:
                with suppress(ManagerRefusal):  # the profile is gone, or private to a user
                    wireless = (await self.call(path, PROFILE, "GetSettings")).get("802-11-wireless", {})
                    if wireless.get("mode", "infrastructure") == "infrastructure" and "ssid" in wireless:
                        ssid = bytes(wireless["ssid"])
                        found[ssid] = (*found.get(ssid, ()), path)
        return found

    async def find_profile(self, uuid: str) -> str | None:
        """Return the path of the profile with a uuid, or None."""
        try:
            return str(await self.call(f"{PATH}/Settings", SETTINGS, "GetConnectionByUuid", "s", uuid))
        except ManagerRefusal:
            return None

    async def read_password(self, profile: str) -> str:
        """Return the password of a profile, or ""."""
        secrets = await self.call(profile, PROFILE, "GetSecrets", "s", "802-11-wireless-security")
        return str(secrets.get("802-11-wireless-security", {}).get("psk", ""))

    # ---- commands ----------------------------------------------------------------------------------------

    async def scan(self, radio: str) -> None:
        """Request a scan for networks."""
        await self.call(radio, WIRELESS, "RequestScan", "a{sv}", {})

    async def switch_on(self) -> None:
        """Enable Wi-Fi."""
        from dbus_fast import Variant

        await self.call(PATH, PROPERTIES, "Set", "ssv", NAME, "WirelessEnabled", Variant("b", value=True))

    async def keep_country(self) -> None:
        """Start the service that applies the regulatory country which the table has written down."""
        await self._call(SYSTEMD, f"{ROOT}/systemd1", f"{SYSTEMD}.Manager", "StartUnit", "ss", COUNTRY, "replace")

    async def activate(self, profile: str, radio: str, access_point: str = NO_PATH) -> str:
        """Activate a profile. Return the path of the connection."""
        return str(await self.call(PATH, NAME, "ActivateConnection", "ooo", profile, radio, access_point))

    async def add(self, settings: Settings, radio: str, access_point: str = NO_PATH) -> tuple[str, str]:
        """Add and activate a profile. Return the paths of both. Missing settings are taken from the access point."""
        profile, active = await self.call(
            PATH, NAME, "AddAndActivateConnection", "a{sa{sv}}oo", _make_variants(settings), radio, access_point
        )
        return str(profile), str(active)

    async def update(self, profile: str, settings: Settings) -> None:
        """Replace the settings of a profile."""
        await self.call(profile, PROFILE, "Update", "a{sa{sv}}", _make_variants(settings))

    async def delete(self, profile: str) -> None:
        """Delete a profile, which ends its connection."""
        await self.call(profile, PROFILE, "Delete")

    async def deactivate(self, active: str) -> None:
        """End a connection. NetworkManager then connects to any other network it knows and finds."""
        await self.call(PATH, NAME, "DeactivateConnection", "o", active)


@asynccontextmanager
async def connect(
    on_change: Callable[[], None], on_device_change: Callable[[DeviceChange], None]
) -> AsyncIterator[NetworkManager]:
    """Connect to NetworkManager. ManagerUnavailable if there is no bus, or no library for it.

    `on_change` is called when the state may have changed, also when the bus is lost; `on_device_change` with state
    changes of devices.
    """
    try:
        from dbus_fast import BusType, MessageType
        from dbus_fast.aio import MessageBus
        from dbus_fast.errors import DBusFastError

        bus = await MessageBus(bus_type=BusType.SYSTEM).connect()
    except (ImportError, OSError, EOFError, DBusFastError):
        raise ManagerUnavailable from None

    def on_message(message: "Message") -> None:
        if message.message_type is not MessageType.SIGNAL:
            return
        if (message.interface, message.member) == (DEVICE, "StateChanged"):
            state, _, reason = message.body
            on_device_change(DeviceChange(str(message.path), state, reason))
        interface = message.interface or ""
        strength = interface == PROPERTIES and message.body[0] == ACCESS_POINT  # sent every few seconds
        if not strength and (interface in SIGNAL_INTERFACES or interface.startswith(NAME)):
            on_change()

    def end(ended: asyncio.Future[None]) -> None:
        if not ended.cancelled():
            ended.exception()  # the next call raises it
            on_change()

    manager = NetworkManager(bus)
    ended = asyncio.ensure_future(bus.wait_for_disconnect())  # type: ignore[no-untyped-call]  # untyped in dbus_fast
    ended.add_done_callback(end)
    try:
        bus.add_message_handler(on_message)
        for match in MATCHES:
            await manager._call(BUS, f"{ROOT}/DBus", BUS, "AddMatch", "s", match)
        yield manager
    finally:
        bus.disconnect()
        ended.cancel()


# ---- parsing replies -------------------------------------------------------------------------------------------


def _find_radio(objects: Objects) -> Radio | None:
    """Return the first Wi-Fi device that NetworkManager manages, else the first one."""
    radios = sorted(
        (interfaces[DEVICE]["State"] == UNMANAGED, path)
        for path, interfaces in objects.items()
        if interfaces.get(DEVICE, {}).get("DeviceType") == WIFI_DEVICE_TYPE and WIRELESS in interfaces
    )
    if not radios:
        return None
    _, path = radios[0]
    device, wireless = objects[path][DEVICE], objects[path][WIRELESS]
    reach = tuple(_list_access_points(objects, wireless["AccessPoints"]))
    here = next((point for point in reach if point.path == wireless.get("ActiveAccessPoint")), None)
    active = str(device["ActiveConnection"])
    uuid = str(objects.get(active, {}).get(ACTIVE, {}).get("Uuid", ""))
    can_host = bool(wireless["WirelessCapabilities"] & ACCESS_POINT_CAPABILITY)
    return Radio(path, device["State"], can_host, active, uuid, here, reach)


def _list_access_points(objects: Objects, paths: Iterable[str]) -> Iterable[AccessPoint]:
    found = [(path, objects[path][ACCESS_POINT]) for path in paths if path in objects]
    for path, point in sorted(found, key=lambda each: -int(each[1]["Strength"]))[:MAX_ACCESS_POINTS]:
        yield AccessPoint(path, bytes(point["Ssid"]), int(point["Strength"]), _classify_lock(point))


def _classify_lock(point: Mapping[str, Any]) -> Lock:
    flags = point["WpaFlags"] | point["RsnFlags"]
    if flags & PASSWORD_FLAGS:
        return "password"
    old = not flags and point["Flags"] & PRIVACY_FLAG
    return "other" if flags & ENTERPRISE_FLAGS or old else "open"


def _make_variants(settings: Settings) -> dict[str, dict[str, object]]:
    from dbus_fast import Variant

    return {
        section: {key: Variant(signature, value) for key, (signature, value) in fields.items()}
        for section, fields in settings.items()
    }
