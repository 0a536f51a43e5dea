"""A NetworkManager on a bus of a test's own, for `python3 -m dbusmock --template`: python-dbusmock's, with a radio.

What dbusmock does at once takes its steps here, in the order, with the states and for the reasons of the real one, and
profiles keep their secrets. Runs in the system's Python, which has dbusmock; nothing imports it.

Parameters: `air`, a list of networks (name, strength, security, password); `saved`, by name the password of those that
are known; `denied`: this user may change nothing; `hotspot` false: the radio cannot be one; `radio` false: none;
`state` of the radio; and whatever the template of dbusmock takes, such as `WirelessEnabled`.
"""

import uuid

import dbus
import dbusmock
from dbusmock.templates.networkmanager import *  # noqa: F403  # its methods come with it
from dbusmock.templates.networkmanager import (
    ACTIVE_CONNECTION_IFACE,
    CSETTINGS_IFACE,
    DEVICE_IFACE,
    MANAGER_IFACE,
    MANAGER_OBJ,
    SETTINGS_IFACE,
    SETTINGS_OBJ,
    WIRELESS_DEVICE_IFACE,
)
from dbusmock.templates.networkmanager import load as load_manager
from gi.repository import GLib

RADIO = f"{MANAGER_OBJ}/Devices/wlan0"
SECTION = "802-11-wireless-security"
MADE = iter(range(1, 10**6))
AIR = {}  # by path of an access point: what its network is, and the password of it


def load(mock, parameters):
    load_manager(mock, parameters)
    manager = dbusmock.get_object(MANAGER_OBJ)
    manager.denied = parameters.get("denied", False)
    for name, do in {
        "activate_connection": activate,
        "add_and_activate_connection": add,
        "deactivate_connection": end,
    }.items():
        setattr(manager, name, do)
    settings = dbusmock.get_object(SETTINGS_OBJ)
    settings.AddMethod(SETTINGS_IFACE, "GetConnectionByUuid", "s", "o", "ret = self.by_uuid(args[0])")
    settings.by_uuid = by_uuid
    if parameters.get("radio", True):
        state = int(parameters.get("state", 30))
        mock.AddWiFiDevice("wlan0", "wlan0", state)
        radio = dbusmock.get_object(RADIO)
        capabilities = dbus.UInt32(0x7F if parameters.get("hotspot", True) else 0x3F)
        radio.Set(WIRELESS_DEVICE_IFACE, "WirelessCapabilities", capabilities)
        radio.AddProperties(
            WIRELESS_DEVICE_IFACE, {"ActiveAccessPoint": dbus.ObjectPath("/"), "LastScan": dbus.Int64(0)}
        )
        radio.AddMethod(WIRELESS_DEVICE_IFACE, "RequestScan", "a{sv}", "", "self.scanned(self)")
        radio.scanned, radio.scans = scanned, 0
        for name, strength, security, password in parameters.get("air", ()):
            appear(mock, str(name), int(strength), int(security), str(password))
    for name, password in parameters.get("saved", {}).items():
        wireless = {"ssid": dbus.ByteArray(name.encode())}
        connection = {"id": name, "type": "802-11-wireless"}
        keep({"connection": connection, "802-11-wireless": wireless, SECTION: {"psk": password} if password else {}})


def appear(mock, name, strength, security, password):
    number = len(AIR)
    path = mock.AddAccessPoint(
        RADIO, f"ap{number}", name, f"00:23:f8:7e:12:{number % 256:02x}", 2, 2425, 5400, strength, security
    )
    AIR[path] = (name, password)


def scanned(radio):
    """Finish a scan, which finds one more network."""
    allowed()
    radio.scans += 1
    appear(radio, f"Heard by scan {radio.scans}", 20, 0x100, "")
    radio.Set(WIRELESS_DEVICE_IFACE, "LastScan", dbus.Int64(radio.scans))


def allowed():
    if dbusmock.get_object(MANAGER_OBJ).denied:
        raise dbus.exceptions.DBusException("Not authorized", name=f"{MANAGER_IFACE}.PermissionDenied")


# ---- profiles ------------------------------------------------------------------------------------------------


def keep(settings):
    settings["connection"].setdefault("uuid", str(uuid.uuid4()))
    settings.setdefault(SECTION, {})
    path = f"{SETTINGS_OBJ}/{next(MADE)}"
    code = {
        "Delete": ("", "", "self.delete(self)"),
        "GetSettings": ("", "a{sa{sv}}", "ret = self.bare(self)"),
        "GetSecrets": ("s", "a{sa{sv}}", "ret = self.secret(self)"),
        "Update": ("a{sa{sv}}", "", "self.update(self, args[0])"),
    }
    manager = dbusmock.get_object(MANAGER_OBJ)
    manager.AddObject(path, CSETTINGS_IFACE, {"Unsaved": False}, [(name, *each) for name, each in code.items()])
    profile = dbusmock.get_object(path)
    profile.settings, profile.delete, profile.bare, profile.secret, profile.update = (
        settings,
        delete,
        bare,
        secret,
        update,
    )
    _list([*_list_profiles(), path])
    dbusmock.get_object(SETTINGS_OBJ).EmitSignal(SETTINGS_IFACE, "NewConnection", "o", [path])
    return path


def _list_profiles():
    return [str(path) for path in dbusmock.get_object(SETTINGS_OBJ).Get(SETTINGS_IFACE, "Connections")]


def _list(paths):
    found = dbus.Array([dbus.ObjectPath(path) for path in paths], signature="o")
    dbusmock.get_object(SETTINGS_OBJ).Set(SETTINGS_IFACE, "Connections", found)


def by_uuid(wanted):
    for path in _list_profiles():
        if dbusmock.get_object(path).settings["connection"]["uuid"] == wanted:
            return dbus.ObjectPath(path)
    raise dbus.exceptions.DBusException(
        "No connection with the UUID was found.", name=f"{SETTINGS_IFACE}.InvalidConnection"
    )


def bare(self):
    """Return the profile's settings without secrets."""
    public = {section: {k: v for k, v in each.items() if k != "psk"} for section, each in self.settings.items()}
    return {section: dbus.Dictionary(each, signature="sv") for section, each in public.items()}


def secret(self):
    allowed()
    psk = self.settings[SECTION].get("psk")
    return {SECTION: dbus.Dictionary({} if psk is None else {"psk": psk}, signature="sv")}


def update(self, settings):
    allowed()
    self.settings = settings


def delete(self):
    allowed()
    radio = dbusmock.get_object(RADIO)
    active = str(radio.Get(DEVICE_IFACE, "ActiveConnection"))
    if active != "/" and dbusmock.get_object(active).Get(ACTIVE_CONNECTION_IFACE, "Connection") == self.path:
        end(radio, active, 38)
    _list([path for path in _list_profiles() if path != self.path])
    dbusmock.get_object(SETTINGS_OBJ).EmitSignal(SETTINGS_IFACE, "ConnectionRemoved", "o", [self.path])
    self.RemoveObject(self.path)


# ---- connections ---------------------------------------------------------------------------------------------


def add(self, settings, device, point):
    allowed()
    settings = {section: dict(each) for section, each in settings.items()}
    name = AIR[point][0] if point in AIR else "?"
    settings.setdefault("connection", {}).setdefault("id", name)
    profile = keep(settings)
    return dbus.ObjectPath(profile), activate(self, profile, device, point)


def activate(self, profile, device, point):
    """Activate a profile: return first, then deactivate the current one (reason 60) and take the steps."""
    allowed()
    radio, kept = dbusmock.get_object(RADIO), dbusmock.get_object(profile).settings
    before = str(radio.Get(DEVICE_IFACE, "ActiveConnection"))
    path = f"{MANAGER_OBJ}/ActiveConnection/{next(MADE)}"
    facts = {"Connection": dbus.ObjectPath(profile), "Uuid": kept["connection"]["uuid"], "Id": kept["connection"]["id"],
             "State": dbus.UInt32(1), "Type": "802-11-wireless"}  # fmt: skip
    dbusmock.get_object(MANAGER_OBJ).AddObject(path, ACTIVE_CONNECTION_IFACE, facts, [])
    steps = [(110, 60), (30, 60)] if before != "/" else []
    steps += [(40, 0), (50, 0)]
    hosts = kept["802-11-wireless"].get("mode") == "ap"
    ssid = bytes(kept["802-11-wireless"]["ssid"]).decode()
    psk, right = kept[SECTION].get("psk"), next((word for name, word in AIR.values() if name == ssid), "")
    if psk is not None:
        steps += [(60, 0), (40, 0), (50, 0)]  # asks itself for the secret that is kept
    if hosts or psk == right or (psk is None and not right):
        steps += [(120, 17), (30, 0)] if ssid == "No address" else [(70, 0), (80, 0), (90, 0), (100, 0)]
    elif psk is None:
        steps += [(60, 0), (120, 7), (30, 0)]
    else:
        steps += [(60, 8), (120, 7), (30, 0)]
    radio.Set(DEVICE_IFACE, "ActiveConnection", dbus.ObjectPath(path))
    radio.going = path
    here = "/" if hosts else point
    GLib.idle_add(step, radio, path, here, steps)
    return dbus.ObjectPath(path)


def step(radio, path, here, steps):
    """Take the next step and return True if there is another one; stop if the radio has a new target meanwhile."""
    if radio.going != path or not steps:
        return False
    state, reason = steps.pop(0)
    arrive(radio, state, reason)
    if (state, reason) == (30, 0):
        GLib.idle_add(by_itself, dbusmock.get_object(path).Get(ACTIVE_CONNECTION_IFACE, "Connection"))
    if state == 100:
        dbusmock.get_object(path).Set(ACTIVE_CONNECTION_IFACE, "State", dbus.UInt32(2))
        radio.Set(WIRELESS_DEVICE_IFACE, "ActiveAccessPoint", dbus.ObjectPath(here))
    return True


def arrive(radio, state, reason):
    before = radio.Get(DEVICE_IFACE, "State")
    radio.Set(DEVICE_IFACE, "State", dbus.UInt32(state))
    radio.EmitSignal(DEVICE_IFACE, "StateChanged", "uuu", [dbus.UInt32(state), before, dbus.UInt32(reason)])
    if state == 30 and reason != 60:
        none = dbus.ObjectPath("/")
        radio.Set(DEVICE_IFACE, "ActiveConnection", none)
        radio.Set(WIRELESS_DEVICE_IFACE, "ActiveAccessPoint", none)


def end(self, active, reason=39):
    """End a connection; then the radio joins a known network by itself."""
    allowed()
    radio = dbusmock.get_object(RADIO)
    if str(radio.Get(DEVICE_IFACE, "ActiveConnection")) != active:
        raise dbus.exceptions.DBusException(
            "The connection was not active.", name=f"{MANAGER_IFACE}.ConnectionNotActive"
        )
    ended = dbusmock.get_object(active).Get(ACTIVE_CONNECTION_IFACE, "Connection")
    radio.going = ""
    arrive(radio, 110, reason)
    arrive(radio, 30, reason)
    GLib.idle_add(by_itself, ended)


def by_itself(ended):
    """Join another known network, unless a person has asked for one meanwhile."""
    if dbusmock.get_object(RADIO).Get(DEVICE_IFACE, "ActiveConnection") != "/":
        return False
    manager = dbusmock.get_object(MANAGER_OBJ)
    for profile in _list_profiles():
        settings = dbusmock.get_object(profile).settings
        ssid = bytes(settings["802-11-wireless"]["ssid"]).decode()
        point = next((path for path, (name, _) in AIR.items() if name == ssid), None)
        if profile != ended and point and settings["connection"].get("autoconnect", True):
            activate(manager, profile, RADIO, point)
            break
    return False
