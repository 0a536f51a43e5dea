"""Looks at this machine and says, a line for each part, what a table would find here.

What simply is not there is said and is not wrong; what is there, or set up, and does not work ends with exit code 1,
game data of our own that no game can be played with with 2. It has to work where half the packages are missing, so
whatever is not Python's own is imported where it is looked at.
"""

import os
import platform
import re
import shutil
import socket
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.host import options
from app.host.data_folder import is_running
from app.host.overrides import overrides
from app.text import machine_health
from app.text.languages import Words, both
from app.text.panel import cannot_open
from app.text.terminal import typed, version
from hardware.key_pads import State, states
from hardware.machine import displays, sound, storage
from hardware.machine.boot_history import Starts, starts
from hardware.machine.input_devices import (
    GROUP,
    LIBRARY,
    Touchscreen,
    devices,
    library,
    name_of,
    on_desktop,
    pads,
    told_twice,
    touchscreens,
    unreadable,
)
from hardware.machine.kernel_log import Messages, errors
from hardware.machine.power import firmware, power
from hardware.panel import CannotOpen, Panel
from hardware.panel_factory import open_panel
from hardware.wiring import Wiring

if TYPE_CHECKING:
    from app.host.discovery import Interface

ROOM: Final = 50  # MB that have to be free
NEEDED: Final = (
    "aiohttp",
    "babel",
    "dbus-fast",
    "gpiozero",
    "jinja2",
    "kivy",
    "msgspec",
    "platformdirs",
    "qrcode",
    "wsproto",
    "zeroconf",
)
TOLD: Final = ("kivy", "aiohttp", "gpiozero")  # whose versions are said
PYTHONS: Final = ((3, 11), (3, 13))


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One line, and whether it is as it should be; if not, the exit code."""

    text: str
    fine: bool = True
    code: int = 1
    details: tuple[str, ...] = ()  # in the kernel's own words, for whoever looks for a fault


def _interfaces() -> "Sequence[Interface]":
    from app.host.discovery import interfaces

    return interfaces()


def _answers(path: str) -> bool:
    """Whether somebody listens at a socket of this machine."""
    with closing(socket.socket(socket.AF_UNIX)) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


def _free(folder: Path) -> int:
    return shutil.disk_usage(folder).free // 1_000_000


@dataclass(frozen=True, slots=True)
class Examined:
    """What is looked at, and how; a test puts its own in place."""

    folder: Path  # of games
    settings: Path  # their folder
    ours: bytes = b""  # our panel.toml
    data: Callable[[], Mapping[str, bytes]] = dict  # texts of the data files, by name
    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    python: tuple[int, ...] = sys.version_info[:3]
    may: Callable[[Path, int], bool] = os.access
    answers: Callable[[str], bool] = _answers
    interfaces: "Callable[[], Sequence[Interface]]" = _interfaces
    free: Callable[[Path], int] = _free  # MB
    version: Callable[[str], str] = metadata.version
    open_panel: Callable[[Wiring], Panel] = open_panel
    running: Callable[[Path], bool] = is_running
    parts: Wiring | None = None  # of the panel, where a running table has read them
    simulated: bool = False  # its panel is on the screen
    library: Callable[[str], bool] = library  # whether one of the system is here
    kernel: Callable[[], Messages | None] = errors  # None: not asked yet
    starts: Callable[[], Starts | None] = starts
    firmware: Callable[[], int | None] = firmware


def look(machine: Examined, w: Words) -> Iterator[tuple[str, DoctorFinding]]:
    """Every part by its name. Never raises: what cannot be looked at is a finding, too."""
    parts = {
        w("Panel"): _panel,
        w("Keys"): _keys,
        w("Sound"): _sound,
        w("Display"): _display,
        w("Touch"): _touch,
        w("Network"): _network,
        w("Storage"): _storage,
        w("Power"): _power,
        w("Kernel"): _kernel,
        w("Start"): _start,
        w("Versions"): _versions,
    }
    for name, part in parts.items():
        try:
            finding = part(machine, w)
        except Exception as error:  # whatever it is, it is said, and the others are looked at
            said = str(error) or type(error).__name__
            finding = DoctorFinding(w("Could not be checked ({said}).", said=said), fine=False)
        yield name, finding


def of_upkeep(machine: Examined, w: Words) -> Iterator[tuple[str, DoctorFinding]]:
    """What an owner looks after: room, and supply and heat."""
    yield w("Storage"), _storage(machine, w)
    yield w("Power"), _power(machine, w)


# ---- the parts -----------------------------------------------------------------------------------------


def _panel(at: Examined, w: Words) -> DoctorFinding:
    if at.simulated:
        return DoctorFinding(w("Simulated, at the lower edge of the screen."))
    try:
        parts = options.wiring(at.settings, at.ours) if at.parts is None else at.parts
    except ValueError as unfit:
        return DoctorFinding(f"{unfit}.", fine=False)
    if not parts:
        return DoctorFinding(w("None; screen and phones do everything."))
    if at.running(at.folder):
        return DoctorFinding(
            w.ngettext("{n} pin, held by the running table.", "{n} pins, held by the running table.", len(parts))
        )
    try:
        at.open_panel(parts).close()
    except CannotOpen as no:
        return DoctorFinding(cannot_open(w, no), fine=False)
    return DoctorFinding(w.ngettext("{n} pin, which can be used.", "{n} pins, which can be used.", len(parts)))


def _keys(at: Examined, w: Words) -> DoctorFinding:
    from app.storage.keys import load
    from app.text.machine import pad
    from app.text.table import refusal

    chosen, unreadable = load(at.settings)
    if unreadable:
        return DoctorFinding(refusal(w, unreadable.code, unreadable.params), fine=False)
    used = {key.pad for key in chosen.values()}
    if not used:
        return DoctorFinding(w("None is used."))
    told = states(pads(at.root), used, at.may)
    found = {name_of(id): told[name_of(id)] for id in sorted(used)}  # not those that are keyboards to type on
    fine = all(state is State.USED for state in found.values())
    return DoctorFinding(" ".join(pad(w, name, state) for name, state in found.items()), fine=fine)


def _sound(at: Examined, w: Words) -> DoctorFinding:
    cards = sound.sound_cards(at.root)
    if not cards:
        return DoctorFinding(w("No sound device; the table is silent."))
    names, told = both(w, (card.name for card in cards)), tuple(map(str, cards))
    server = at.environ.get("XDG_RUNTIME_DIR", "")
    if server and at.answers(f"{server}/pulse/native"):
        return DoctorFinding(f"{names}.", details=told)
    if not any(at.may(device, os.W_OK) for card in cards for device in card.outputs):
        return replace(_denied(w, names, "audio"), details=told)
    wanted = sound.named(at.root)
    plays = sound.playing(cards, wanted)
    if plays is None:
        said = w("{names}: /etc/asound.conf names {wanted}, which is not here.", names=names, wanted=wanted)
        return DoctorFinding(said, fine=False, details=told)
    if len(cards) == 1:
        return DoctorFinding(f"{names}.", details=told)
    if wanted:
        said = w("{names}: {name} plays, as /etc/asound.conf says.", names=names, name=plays.name)
    else:
        said = w(
            "{names}: {name} plays because it is first now. That can change at the next start. Name one in "
            "/etc/asound.conf.",
            names=names,
            name=plays.name,
        )
    return DoctorFinding(said, details=told)


def _display(at: Examined, w: Words) -> DoctorFinding:
    return replace(_shown(at, w), details=tuple(map(str, displays.cards(at.root))))


def _shown(at: Examined, w: Words) -> DoctorFinding:
    """Where it would be shown."""
    env = at.environ
    if (driver := env.get(displays.DRIVER)) and not displays.bare(env):
        return DoctorFinding(w("Chosen by SDL_VIDEODRIVER: {driver}.", driver=driver))
    named = {name: path for name in ("WAYLAND_DISPLAY", "DISPLAY") if (path := _desktop(name, at)) is not None}
    for name, path in named.items():
        if not path or at.answers(path):
            return DoctorFinding(w("A desktop ({name}).", name=env[name]))
    if named:
        said = both(w, (f"{name}={env[name]}" for name in named))
        return DoctorFinding(w("{said} is set, but no desktop answers there.", said=said), fine=False)
    return _console(at, w)


def _desktop(name: str, at: Examined) -> str | None:
    """Where a desktop would answer; empty: on another machine. None: there is no such desktop."""
    said = at.environ.get(name)
    if not said:
        return None
    if name == "WAYLAND_DISPLAY":
        return str(Path(at.environ.get("XDG_RUNTIME_DIR", "/"), said))
    here = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", said)
    return str(at.root / f"tmp/.X11-unix/X{here[1]}") if here else ""


def _console(at: Examined, w: Words) -> DoctorFinding:
    """Without a desktop: the display that a full screen would use by itself."""
    from app.storage.settings import load

    if not any((at.root / "dev/dri").glob("card*")):
        return DoctorFinding(w("None; phones do everything."))
    found, wanted = displays.displays(at.root), load(at.settings)[0].display
    if not found:
        return DoctorFinding(w("No monitor is connected; phones do everything until one is."))
    usable = displays.usable(at.root, at.may, found)
    on = displays.chosen(usable, wanted)
    if on is None:
        return _denied(w, both(w, (each.name for each in found)), "video")
    said = [w("{name} (card{n}), without a desktop.", name=on.name, n=on.card)]
    if any((at.root / "run/wondertable-screen").glob(f"refused-{on.card}")):
        said.append(w("The card itself has shown nothing, so Xorg draws there."))
    told = [each for card in displays.cards(at.root) for each in card.connectors]
    if upright := [each for each in told if (each.card, each.name) == (on.card, on.name) and each.is_upright]:
        mode = upright[0].modes[0]
        said.append(w("Its picture is upright ({mode}); the settings on the screen turn it.", mode=mode))
    if others := [each.name for each in found if each != on]:
        said.append(w("Also connected: {names}. Choose in the settings on the screen.", names=both(w, others)))
    if missed := wanted not in ("", on.name):
        said.append(w("{name}, which the settings name, is not connected.", name=wanted))
    return DoctorFinding(" ".join(said), fine=not missed)


def _touch(at: Examined, w: Words) -> DoctorFinding:
    told = tuple(each.told(at.may(at.root / "dev/input" / each.event, os.R_OK)) for each in devices(at.root))
    return replace(_felt_on(at, w), details=told)


def _felt_on(at: Examined, w: Words) -> DoctorFinding:
    """Which touchscreens there are, and what is felt on them."""
    screens = touchscreens(at.root)
    if not screens:
        return DoctorFinding(w("No touchscreen; use a mouse, or phones."))
    names = both(w, dict.fromkeys(_felt(w, each) for each in screens))
    desktop = on_desktop(at.environ)
    if desktop:
        screens = [each for each in screens if not each.pen]
    if denied := unreadable(screens, at.may):
        if not desktop:
            return _denied(w, both(w, denied), GROUP)
        said = w(
            "{names}: only one finger works at a time. For more, add this user to the group {group}.",
            names=both(w, denied),
            group=GROUP,
        )
        return DoctorFinding(said, fine=False)
    if told_twice(at.environ, at.library):
        said = w("{names}: every touch counts twice, as libXi is missing. Run ./setup.sh.", names=names)
        return DoctorFinding(said, fine=False)
    if any(each.many for each in screens) and not at.library(LIBRARY):
        return DoctorFinding(
            w("{names}: only one finger works at a time, as libmtdev is missing. Run ./setup.sh.", names=names),
            fine=False,
        )
    if desktop and len({each.many for each in screens}) > 1:
        return DoctorFinding(w("{names}: only one finger works at a time, across all of them.", names=names))
    return DoctorFinding(f"{names}.")


def _felt(w: Words, screen: Touchscreen) -> str:
    if screen.pen:
        return w("{name} (for a pen)", name=screen.name)
    return screen.name if screen.many else w("{name} (one finger at a time)", name=screen.name)


def _network(at: Examined, w: Words) -> DoctorFinding:
    from app.host.discovery import Interface
    from app.storage.settings import load

    usable = sorted((one for one in at.interfaces() if one.usable()), key=Interface.worth)
    if not usable:
        return DoctorFinding(w("There is no network for phones: play on the screen."))
    here = both(w, dict.fromkeys(f"{one.address} ({one.name})" for one in usable))
    if host := load(at.settings)[0].host_address:
        return DoctorFinding(
            w("The codes say {host}, as you set it; this machine has {addresses}.", host=host, addresses=here)
        )
    return DoctorFinding(w("Phones find the table at {addresses}.", addresses=here))


def _storage(at: Examined, w: Words) -> DoctorFinding:
    cards, mount = storage.memory_cards(at.root), storage.mount_of(at.folder.absolute(), at.root)
    told = (*(map(str, [mount] if mount else [])), *map(str, cards))
    if mount and mount.is_read_only:
        said = w(
            "{folder} is read-only, as after a card or disk error. Restart the machine. If it happens again, "
            "replace the card or disk.",
            folder=at.folder,
        )
        return DoctorFinding(said, fine=False, details=told)
    found = replace(_kept(at, w), details=told)
    if found.fine and (worn := [card for card in cards if card.is_worn]):
        return replace(found, text=" ".join([found.text, *(machine_health.worn(w, card) for card in worn)]), fine=False)
    return found


def _kept(at: Examined, w: Words) -> DoctorFinding:
    """Whether games and settings can be kept."""
    from app.storage import pin, settings
    from app.text.table import refusal
    from engine.game_data import BadGameData

    for folder in (at.folder, at.settings):
        above = next(path for path in (folder, *folder.parents) if path.exists())
        if not above.is_dir() or not at.may(above, os.W_OK | os.X_OK):
            return DoctorFinding(w("{folder} cannot be written.", folder=folder), fine=False)
        free = at.free(above)
        if free < ROOM:
            return DoctorFinding(w("{folder}: only {free} MB are free.", folder=folder, free=free), fine=False)
    if unreadable := settings.load(at.settings)[1] or pin.load(at.settings)[1]:
        return DoctorFinding(refusal(w, unreadable.code, unreadable.params), fine=False)
    unfit: list[str] = []
    with suppress(BadGameData):  # said among the versions
        overrides(at.settings, at.data(), unfit.append)
    if unfit:
        return DoctorFinding(" ".join(unfit), fine=False)
    room = at.free(next(path for path in (at.folder, *at.folder.parents) if path.exists()))
    return DoctorFinding(w("{folder}, {free} MB free.", folder=at.folder, free=room))


def _power(at: Examined, w: Words) -> DoctorFinding:
    it = power(at.root, at.firmware())
    said = machine_health.power(w, it)
    return DoctorFinding(said.text, said.fine, details=(str(it),) if str(it) else ())


def _kernel(at: Examined, w: Words) -> DoctorFinding:
    it, command = at.kernel(), typed("doctor")
    if it is None:
        return DoctorFinding(w("Looking …"))
    said = machine_health.kernel(w, it, command if command.startswith("sudo ") else f"sudo {command}")
    return DoctorFinding(said.text, said.fine, details=it.lines)


def _start(at: Examined, w: Words) -> DoctorFinding:
    it = at.starts()
    if it is None:
        return DoctorFinding(w("Looking …"))
    said = machine_health.starts(w, it)
    return DoctorFinding(said.text, said.fine, details=tuple(filter(None, (it.parts, *it.listed))))


def _versions(at: Examined, w: Words) -> DoctorFinding:
    python = ".".join(map(str, at.python))
    if not PYTHONS[0] <= at.python[:2] <= PYTHONS[1]:
        return DoctorFinding(w("Python {python}: it has to be 3.11, 3.12 or 3.13.", python=python), fine=False)
    if missing := [name for name in NEEDED if _version(at, name) is None]:
        return DoctorFinding(w("Missing: {names}. Run ./setup.sh.", names=", ".join(missing)), fine=False)
    if unfit := _unfit_data(at):
        return DoctorFinding(f"{unfit}.", fine=False, code=2)
    lgpio = _version(at, "lgpio")
    told = [f"Wondertable {version()}", f"Python {python}", *(f"{name} {_version(at, name)}" for name in TOLD)]
    return DoctorFinding(f"{', '.join([*told, f'lgpio {lgpio}' if lgpio else w('no lgpio')])}; {platform.machine()}.")


def _unfit_data(at: Examined) -> str:
    """What is wrong with our own game data; empty if nothing is."""
    from app.games.shelf import recorded
    from engine.game_data import BadGameData

    try:
        data = at.data()
        if data:
            recorded(data)
    except BadGameData as unfit:
        return str(unfit)
    return ""


def _version(at: Examined, package: str) -> str | None:
    try:
        return at.version(package)
    except metadata.PackageNotFoundError:
        return None


def _denied(w: Words, names: str, group: str) -> DoctorFinding:
    said = w("{names}: no access. Add this user to the group {group}.", names=names, group=group)
    return DoctorFinding(said, fine=False)
