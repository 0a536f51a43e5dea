"""Handlers of intents about settings, horn, panel, key pads, computer, Wi-Fi, upkeep and club."""

import re
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol import client_rights
from app.protocol.base_messages import Accepted, Intent, Ping, Pong
from app.protocol.club_membership_messages import JoinClub, LeaveClub, TellClub, UseRelay
from app.protocol.host_names import is_address
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
from app.table.core.machine_ports import ClubPort, KeysPort, PanelPort, UpkeepPort, WifiPort
from app.table.core.transaction import Transaction
from app.table.features.intent_context import IntentContext, check_sure

OF_THE_MACHINE: Final = ("host_address", "power_off", "public_address")  # settings that no phone changes
HORN_RESTS: Final = 1.0  # rate limit: seconds between two horns


def set_table(context: IntentContext, intent: SetTable) -> Transaction:
    """Change settings."""
    context.check_host()
    if any(getattr(intent, name) is not msgspec.UNSET for name in OF_THE_MACHINE):
        client_rights.check_role(context.who, SetTable, {"screen"})
    fields = {name: getattr(intent, name) for name in Settings.__struct_fields__}
    fresh = replace(context.settings, **{name: value for name, value in fields.items() if value is not msgspec.UNSET})
    return context.change_settings(settings_file.validate(fresh))


def horn(context: IntentContext, intent: Horn) -> Transaction:
    """Sound the horn for everybody, at most once in HORN_RESTS seconds."""
    if context.now - context.parts.machine.horn_at < HORN_RESTS:
        raise Rejection("horn-rest")
    transaction = context.transaction()
    transaction.cues.append(Cue(what="horn", seat=context.sender_number, n=1))
    return transaction


def shutdown(context: IntentContext, intent: Shutdown) -> Transaction:
    """End the program; with `power` the computer, where people may power it off. If that fails, nothing ends."""
    context.check_host()
    check_sure(intent)
    if intent.power:
        if not context.settings.powers_off(context.parts.machine.installed):
            raise Rejection("rights", what=client_rights.tag(Shutdown))
        if why := context.parts.machine.power_off():
            raise Rejection("power-off", why=why)
    transaction = context.transaction()
    transaction.cues.append(Cue(what="bye", n=int(intent.power)))
    return transaction


def press(context: IntentContext, intent: Press) -> Accepted:
    _panel(context).touch(intent.part, intent.down)
    return Accepted(intent.id)


def try_part(context: IntentContext, intent: TryPart) -> Accepted:
    _panel(context).try_part(intent.part)
    return Accepted(intent.id)


def choose_key(context: IntentContext, intent: ChooseKey) -> Accepted:
    context.check_host()
    _keys(context).choose(intent.part)
    return Accepted(intent.id)


def forget_key(context: IntentContext, intent: ForgetKey) -> Accepted:
    context.check_host()
    _keys(context).forget(intent.part)
    return Accepted(intent.id)


def diagnose(context: IntentContext, intent: Diagnose) -> Diagnosis:
    return Diagnosis(intent.id, context.parts.machine.diagnose(context.settings.lang))


def look_for_wifi(context: IntentContext, intent: LookForWifi) -> Accepted:
    context.check_host()
    _check_begun(_wifi(context).scan())
    return Accepted(intent.id)


def join_wifi(context: IntentContext, intent: JoinWifi) -> Accepted:
    """Join a Wi-Fi; the password goes to the machine and nowhere else."""
    context.check_host()
    if intent.password is not None and not _can_be_password(intent.password):
        raise Rejection("wifi-password", fewest=SHORTEST_PASSWORD, most=LONGEST_PASSWORD)
    _check_begun(_wifi(context).join(intent.network, intent.password))
    return Accepted(intent.id)


def set_hotspot(context: IntentContext, intent: SetHotspot) -> Accepted:
    context.check_host()
    _check_begun(_wifi(context).set_hotspot(intent.on))
    return Accepted(intent.id)


def turn_wifi_on(context: IntentContext, intent: TurnWifiOn) -> Accepted:
    context.check_host()
    _check_begun(_wifi(context).switch_on())
    return Accepted(intent.id)


def do_upkeep(context: IntentContext, intent: DoUpkeep) -> Accepted:
    _check_upkeep(context, _upkeep(context, DoUpkeep).begin(intent.work))
    return Accepted(intent.id)


def carry(context: IntentContext, intent: Carry) -> Accepted:
    _check_upkeep(context, _upkeep(context, Carry).open_transfer(intent.file, context.device))
    return Accepted(intent.id)


def end_upkeep(context: IntentContext, intent: EndUpkeep) -> Accepted:
    _upkeep(context, EndUpkeep).dismiss()
    return Accepted(intent.id)


def join_club(context: IntentContext, intent: JoinClub) -> Transaction:
    """Ask to join a club; presence shows the progress."""
    context.check_host()
    code = "".join(intent.code.split())
    if not intent.scan and not (code.isascii() and code.isdigit() and len(code) == DIGITS):
        raise Rejection("club-code", n=DIGITS)
    address = intent.address.strip()
    if address and not is_address(address):
        raise Rejection("setting", name="address")
    if (now := context.parts.presence.club) is not None and now.how != "failed" and not now.scan:
        raise Rejection("club-in")
    _club(context).join(*("", "") if intent.scan else (code, address))
    return context.transaction()


def tell_club(context: IntentContext, intent: TellClub) -> Transaction:
    context.check_host()
    _club(context).send_earlier_games()
    return context.transaction()


def leave_club(context: IntentContext, intent: LeaveClub) -> Transaction:
    context.check_host()
    _club(context).leave()
    return context.transaction()


def use_relay(context: IntentContext, intent: UseRelay) -> Transaction:
    """Switch the club's relay on or off; presence shows the progress."""
    context.check_host()
    now = context.parts.presence.club
    if context.parts.machine.switch_relay is None or (intent.on and (now is None or now.how not in ("in", "away"))):
        raise Rejection("no-club")
    context.parts.machine.switch_relay(intent.on)
    return context.transaction()


def set_country(context: IntentContext, intent: SetCountry) -> Accepted:
    context.check_host()
    _check_begun(re.fullmatch("[A-Z]{2}", intent.country) is not None and _wifi(context).set_country(intent.country))
    return Accepted(intent.id)


def set_clock(context: IntentContext, intent: SetClock) -> Accepted:
    context.check_host()
    if context.parts.machine.clock is None or not context.parts.machine.clock.move(intent.ahead):
        raise Rejection("no-clock")
    return Accepted(intent.id)


def ping(context: IntentContext, intent: Ping) -> Pong:
    return Pong(intent.id)


def _panel(context: IntentContext) -> PanelPort:
    if context.parts.machine.panel is None:
        raise Rejection("no-part")
    return context.parts.machine.panel


def _keys(context: IntentContext) -> KeysPort:
    if context.parts.machine.keys is None:
        raise Rejection("no-part")
    return context.parts.machine.keys


def _upkeep(context: IntentContext, intent: type[Intent]) -> UpkeepPort:
    """Return the upkeep; a phone needs the PIN, so without one only the screen has it."""
    if context.parts.machine.upkeep is None or (context.who.role == "seat" and context.host.pin is None):
        raise Rejection("rights", what=client_rights.tag(intent))
    context.check_host()
    return context.parts.machine.upkeep


def _check_upkeep(context: IntentContext, begun: bool) -> None:
    if not begun:
        raise Rejection("upkeep-busy")


def _club(context: IntentContext) -> ClubPort:
    if context.parts.machine.club is None:
        raise Rejection("no-club")
    return context.parts.machine.club


def _wifi(context: IntentContext) -> WifiPort:
    if context.parts.machine.wifi is None:
        raise Rejection("no-wifi")
    return context.parts.machine.wifi


def _check_begun(begun: bool) -> None:
    if not begun:
        raise Rejection("no-wifi")


def _can_be_password(text: str) -> bool:
    return SHORTEST_PASSWORD <= len(text) <= LONGEST_PASSWORD and text.isascii() and text.isprintable()
