"""Handlers of intents about settings, horn, panel, key pads, computer, Wi-Fi, upkeep and club."""

import re
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol import client_rights
from app.protocol.base_messages import Accepted, Intent, Ping, Pong
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub, UseRelay
from app.protocol.machine_messages import Carry, Diagnose, Diagnosis, DoUpkeep, EndUpkeep, SetClock, Shutdown
from app.protocol.network_messages import (
    LONGEST_PASSWORD,
    SHORTEST_PASSWORD,
    JoinWifi,
    LookForWifi,
    SetCountry,
    SetHotspot,
    TurnWifiOn,
)
from app.protocol.panel_messages import ChooseKey, ForgetKey, Press, TryPart
from app.protocol.play_messages import Cue, Horn
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import SetTable, Settings
from app.protocol.table_to_club_messages import DIGITS
from app.storage import settings_file
from app.storage.address_check import is_address
from app.table.core.machine_ports import ClubPort, KeysPort, PanelPort, UpkeepPort
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext, check_sure

OF_THE_MACHINE: Final = ("host_address", "power_off", "public_address")  # settings that no phone changes
HORN_RESTS: Final = 1.0  # rate limit: seconds between two horns


def set_table(at: IntentContext, intent: SetTable) -> Transaction:
    """Change settings. A vote on an undo ends if others are asked by other rules than before."""
    at.check_host()
    if any(getattr(intent, name) is not msgspec.UNSET for name in OF_THE_MACHINE):
        client_rights.check_role(at.who, SetTable, {"screen"})
    said = {name: getattr(intent, name) for name in Settings.__struct_fields__}
    fresh = replace(at.settings, **{name: value for name, value in said.items() if value is not msgspec.UNSET})
    leaves = at.vote is not None and at.vote.leave
    transaction = Transaction(at.table, at.vote if leaves or fresh.undo == at.settings.undo else None)
    transaction.settings = settings_file.validate(fresh)
    return transaction


def horn(at: IntentContext, intent: Horn) -> Transaction:
    """Sound the horn for everybody, at most once in HORN_RESTS seconds."""
    if at.now - at.machine.horn_at < HORN_RESTS:
        raise Rejection("horn-rest")
    transaction = at.transaction()
    transaction.cues.append(Cue(what="horn", seat=at.sender_number, n=1))
    return transaction


def shutdown(at: IntentContext, intent: Shutdown) -> Transaction:
    """End the program; with `power` the computer, where people may power it off. If that fails, nothing ends."""
    at.check_host()
    check_sure(intent)
    if intent.power:
        if not at.settings.powers_off(at.machine.installed):
            raise Rejection("rights", what=client_rights.tag(Shutdown))
        if why := at.machine.power_off():
            raise Rejection("power-off", why=why)
    transaction = at.transaction()
    transaction.cues.append(Cue(what="bye", n=int(intent.power)))
    return transaction


def press(at: IntentContext, intent: Press) -> Accepted:
    _panel(at).touch(intent.part, intent.down)
    return Accepted(intent.id)


def try_part(at: IntentContext, intent: TryPart) -> Accepted:
    _panel(at).try_part(intent.part)
    return Accepted(intent.id)


def choose_key(at: IntentContext, intent: ChooseKey) -> Accepted:
    at.check_host()
    _keys(at).choose(intent.part)
    return Accepted(intent.id)


def forget_key(at: IntentContext, intent: ForgetKey) -> Accepted:
    at.check_host()
    _keys(at).forget(intent.part)
    return Accepted(intent.id)


def diagnose(at: IntentContext, intent: Diagnose) -> Diagnosis:
    return Diagnosis(intent.id, at.machine.diagnose(at.settings.lang))


def look_for_wifi(at: IntentContext, intent: LookForWifi) -> Accepted:
    at.check_host()
    _check_begun(at.machine.wifi is not None and at.machine.wifi.scan())
    return Accepted(intent.id)


def join_wifi(at: IntentContext, intent: JoinWifi) -> Accepted:
    """Join a Wi-Fi; the password goes to the machine and nowhere else."""
    at.check_host()
    if intent.password is not None and not _can_be_password(intent.password):
        raise Rejection("wifi-password", fewest=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    _check_begun(at.machine.wifi is not None and at.machine.wifi.join(intent.network, intent.password))
    return Accepted(intent.id)


def set_hotspot(at: IntentContext, intent: SetHotspot) -> Accepted:
    at.check_host()
    _check_begun(at.machine.wifi is not None and at.machine.wifi.set_hotspot(intent.on))
    return Accepted(intent.id)


def turn_wifi_on(at: IntentContext, intent: TurnWifiOn) -> Accepted:
    at.check_host()
    _check_begun(at.machine.wifi is not None and at.machine.wifi.switch_on())
    return Accepted(intent.id)


def do_upkeep(at: IntentContext, intent: DoUpkeep) -> Accepted:
    _check_upkeep(at, _upkeep(at, DoUpkeep).begin(intent.work))
    return Accepted(intent.id)


def carry(at: IntentContext, intent: Carry) -> Accepted:
    _check_upkeep(at, _upkeep(at, Carry).open_transfer(intent.file, at.device))
    return Accepted(intent.id)


def end_upkeep(at: IntentContext, intent: EndUpkeep) -> Accepted:
    _upkeep(at, EndUpkeep).dismiss()
    return Accepted(intent.id)


def join_club(at: IntentContext, intent: JoinClub) -> Transaction:
    """Ask to join a club; presence shows the progress."""
    at.check_host()
    code = "".join(intent.code.split())
    if not intent.scan and not (code.isascii() and code.isdigit() and len(code) == DIGITS):
        raise Rejection("club-code", n=DIGITS)
    address = intent.address.strip()
    if address and not is_address(address):
        raise Rejection("setting", name="address")
    if (now := at.view().club) is not None and now.how != "failed" and not now.scan:
        raise Rejection("club-in")
    _club(at).join(*("", "") if intent.scan else (code, address))
    return at.transaction()


def tell_club(at: IntentContext, intent: TellClub) -> Transaction:
    at.check_host()
    _club(at).send_earlier_games()
    return at.transaction()


def leave_club(at: IntentContext, intent: LeaveClub) -> Transaction:
    at.check_host()
    _club(at).leave()
    return at.transaction()


def use_relay(at: IntentContext, intent: UseRelay) -> Transaction:
    """Switch the club's relay on or off; presence shows the progress."""
    at.check_host()
    now = at.view().club
    if at.machine.switch_relay is None or (intent.on and (now is None or now.how not in ("in", "away"))):
        raise Rejection("no-club")
    at.machine.switch_relay(intent.on)
    return at.transaction()


def set_country(at: IntentContext, intent: SetCountry) -> Accepted:
    at.check_host()
    is_one = re.fullmatch("[A-Z]{2}", intent.country) is not None
    _check_begun(is_one and at.machine.wifi is not None and at.machine.wifi.set_country(intent.country))
    return Accepted(intent.id)


def set_clock(at: IntentContext, intent: SetClock) -> Accepted:
    at.check_host()
    if at.machine.clock is None or not at.machine.clock.move(intent.ahead):
        raise Rejection("no-clock")
    return Accepted(intent.id)


def ping(at: IntentContext, intent: Ping) -> Pong:
    return Pong(intent.id)


def _panel(at: IntentContext) -> PanelPort:
    if at.machine.panel is None:
        raise Rejection("no-part")
    return at.machine.panel


def _keys(at: IntentContext) -> KeysPort:
    if at.machine.keys is None:
        raise Rejection("no-part")
    return at.machine.keys


def _upkeep(at: IntentContext, intent: type[Intent]) -> UpkeepPort:
    """Return the upkeep; a phone needs the PIN, so without one only the screen has it."""
    if at.machine.upkeep is None or (at.who.role == "seat" and at.host.pin is None):
        raise Rejection("rights", what=client_rights.tag(intent))
    at.check_host()
    return at.machine.upkeep


def _check_upkeep(at: IntentContext, begun: bool) -> None:
    if not begun:
        raise Rejection("upkeep-busy")


def _club(at: IntentContext) -> ClubPort:
    if at.machine.club is None:
        raise Rejection("no-club")
    return at.machine.club


def _check_begun(begun: bool) -> None:
    if not begun:
        raise Rejection("no-wifi")


def _can_be_password(text: str) -> bool:
    return SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD and text.isascii() and text.isprintable()
