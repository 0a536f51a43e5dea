"""The checks of `wondertable doctor`: one line for each part of this machine that a table would use.

A part that is missing is reported and is not an error. A part that is present or set up but does not work leads to exit
code 1; game data of ours with which no game can be played leads to 2. The checks have to run if half the packages are
missing, so everything outside the standard library is imported where it is used.
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

from app.host import command_options
from app.host.data_folder import is_running
from app.host.data_overrides import load_overrides
from app.text import machine_health
from app.text.panel_faults import cannot_open
from app.text.terminal_output import command_line, version
from app.text.translation import Words, both
from hardware.key_pads import PadState, read_pad_states
from hardware.machine import displays, memory_card, sound_cards
from hardware.machine.boot_history import BootHistory, read_boot_history
from hardware.machine.input_devices import (
    FRIBIDI_LIBRARY,
    INPUT_GROUP,
    MTDEV_LIBRARY,
    Touchscreen,
    has_desktop,
    has_duplicate_touches,
    has_library,
    list_devices,
    list_pads,
    list_touchscreens,
    list_unreadable,
    pad_name,
)
from hardware.machine.kernel_log import KernelLog, read_kernel_log
from hardware.machine.power_supply import read_firmware_bits, read_power
from hardware.panel_config import Wiring
from hardware.panel_factory import open_panel
from hardware.panel_interface import Panel, PanelUnavailable

if TYPE_CHECKING:
    from app.host.discovery import Interface

MIN_FREE_MB: Final = 50  # required
REQUIRED_PACKAGES: Final = (
    "aiohttp",
    "babel",
    "confusable-homoglyphs",
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
LISTED_PACKAGES: Final = ("kivy", "aiohttp", "gpiozero")  # whose versions are printed
PYTHON_RANGE: Final = ((3, 11), (3, 13))


@dataclass(frozen=True, slots=True)
class DoctorFinding:
    """One line of the doctor's output, and the exit code if it is not fine."""

    text: str
    fine: bool = True
    code: int = 1
    details: tuple[str, ...] = ()  # the kernel's messages, for troubleshooting


def _report_problem(text: str, details: tuple[str, ...] = (), code: int = 1) -> DoctorFinding:
    return DoctorFinding(text, fine=False, code=code, details=details)


def _list_interfaces() -> "Sequence[Interface]":
    from app.host.discovery import list_interfaces

    return list_interfaces()


def _has_listener(path: str) -> bool:
    """Return True if a process listens on a Unix socket."""
    with closing(socket.socket(socket.AF_UNIX)) as probe:
        try:
            probe.connect(path)
        except OSError:
            return False
    return True


def _count_free_megabytes(folder: Path) -> int:
    return shutil.disk_usage(folder).free // 1_000_000


@dataclass(frozen=True, slots=True)
class DoctorSources:
    """The inputs of the doctor's checks; tests replace some."""

    folder: Path  # with the games
    settings: Path  # with the settings
    ours: bytes = b""  # the panel.toml that the program ships
    data: Callable[[], Mapping[str, bytes]] = dict  # data files by name
    root: Path = Path("/")
    environ: Mapping[str, str] = field(default_factory=lambda: os.environ)
    python: tuple[int, ...] = sys.version_info[:3]
    may: Callable[[Path, int], bool] = os.access
    answers: Callable[[str], bool] = _has_listener
    interfaces: "Callable[[], Sequence[Interface]]" = _list_interfaces
    free: Callable[[Path], int] = _count_free_megabytes  # MB
    version: Callable[[str], str] = metadata.version
    open_panel: Callable[[Wiring], Panel] = open_panel
    running: Callable[[Path], bool] = is_running
    parts: Wiring | None = None  # the wiring, if a running table has loaded it
    simulated: bool = False  # the panel is simulated on the screen
    library: Callable[[str], bool] = has_library  # returns True if a system library is installed
    kernel: Callable[[], KernelLog | None] = read_kernel_log  # returns None before the first probe
    starts: Callable[[], BootHistory | None] = read_boot_history
    firmware: Callable[[], int | None] = read_firmware_bits


def examine(machine: DoctorSources, w: Words) -> Iterator[tuple[str, DoctorFinding]]:
    """Check every part. Yields (name, finding). Never raises: an error becomes a finding."""
    parts = {
        w("Panel"): _check_panel,
        w("Keys"): _check_keys,
        w("Sound"): _check_sound,
        w("Display"): _check_display,
        w("Touch"): _check_touch,
        w("Network"): _check_network,
        w("Storage"): _check_storage,
        w("Power"): _check_power,
        w("Kernel"): _check_kernel,
        w("Start"): _check_boot,
        w("Versions"): _check_versions,
    }
    for name, part in parts.items():
        try:
            finding = part(machine, w)
        except Exception as error:  # of any kind: it is reported, and the other parts are checked
            said = str(error) or type(error).__name__
            finding = _report_problem(w("Could not be checked ({said}).", said=said))
        yield name, finding


def examine_upkeep(machine: DoctorSources, w: Words) -> Iterator[tuple[str, DoctorFinding]]:
    """Check what an owner looks after: storage, power and temperature."""
    yield w("Storage"), _check_storage(machine, w)
    yield w("Power"), _check_power(machine, w)


# ---- the parts -----------------------------------------------------------------------------------------


def _check_panel(at: DoctorSources, w: Words) -> DoctorFinding:
    if at.simulated:
        return DoctorFinding(w("Simulated, at the lower edge of the screen."))
    try:
        parts = command_options.load_wiring(at.settings, at.ours) if at.parts is None else at.parts
    except ValueError as unfit:
        return _report_problem(f"{unfit}.")
    if not parts:
        return DoctorFinding(w("None; screen and phones do everything."))
    if at.running(at.folder):
        return DoctorFinding(
            w.ngettext("{n} pin, held by the running table.", "{n} pins, held by the running table.", len(parts))
        )
    try:
        at.open_panel(parts).close()
    except PanelUnavailable as no:
        return _report_problem(cannot_open(w, no))
    return DoctorFinding(w.ngettext("{n} pin, which can be used.", "{n} pins, which can be used.", len(parts)))


def _check_keys(at: DoctorSources, w: Words) -> DoctorFinding:
    from app.storage.key_bindings import load
    from app.text.panel_part_names import pad
    from app.text.table_text import refusal

    chosen, unreadable = load(at.settings)
    if unreadable:
        return _report_problem(refusal(w, unreadable.code, unreadable.params))
    used = {key.pad for key in chosen.values()}
    if not used:
        return DoctorFinding(w("None is used."))
    told = read_pad_states(list_pads(at.root), used, at.may)
    found = {pad_name(id): told[pad_name(id)] for id in sorted(used)}  # without unused pads, which may be keyboards
    fine = all(state is PadState.USED for state in found.values())
    return DoctorFinding(" ".join(pad(w, name, state) for name, state in found.items()), fine=fine)


def _check_sound(at: DoctorSources, w: Words) -> DoctorFinding:
    cards = sound_cards.list_sound_cards(at.root)
    if not cards:
        return DoctorFinding(w("No sound device; the table is silent."))
    names, told = both(w, (card.name for card in cards)), tuple(map(str, cards))
    server = at.environ.get("XDG_RUNTIME_DIR", "")
    if server and at.answers(f"{server}/pulse/native"):
        return DoctorFinding(f"{names}.", details=told)
    if not any(at.may(device, os.W_OK) for card in cards for device in card.outputs):
        return replace(_report_denied(w, names, "audio"), details=told)
    wanted = sound_cards.read_configured_card(at.root)
    plays = sound_cards.choose_card(cards, wanted)
    if plays is None:
        return _report_problem(
            w("{names}: /etc/asound.conf names {wanted}, which is not here.", names=names, wanted=wanted), told
        )
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


def _check_display(at: DoctorSources, w: Words) -> DoctorFinding:
    found = replace(_find_output(at, w), details=tuple(map(str, displays.list_cards(at.root))))
    if at.library(FRIBIDI_LIBRARY):
        return found
    lacking = w("Names lack letters such as Arabic or Chinese ones: run ./setup.sh.")
    return replace(found, text=f"{found.text} {lacking}")


def _find_output(at: DoctorSources, w: Words) -> DoctorFinding:
    """Check where a full screen would be shown."""
    env = at.environ
    if (driver := env.get(displays.DRIVER_VARIABLE)) and not displays.is_console(env):
        return DoctorFinding(w("Chosen by SDL_VIDEODRIVER: {driver}.", driver=driver))
    named = {name: path for name in ("WAYLAND_DISPLAY", "DISPLAY") if (path := _desktop_socket(name, at)) is not None}
    for name, path in named.items():
        if not path or at.answers(path):
            return DoctorFinding(w("A desktop ({name}).", name=env[name]))
    if named:
        said = both(w, (f"{name}={env[name]}" for name in named))
        return _report_problem(w("{said} is set, but no desktop answers there.", said=said))
    return _check_console(at, w)


def _desktop_socket(name: str, at: DoctorSources) -> str | None:
    """Return the socket of a desktop; "" if it is on another machine, None if the variable is not set."""
    said = at.environ.get(name)
    if not said:
        return None
    if name == "WAYLAND_DISPLAY":
        return str(Path(at.environ.get("XDG_RUNTIME_DIR", "/"), said))
    here = re.fullmatch(r"(?:unix)?:(\d+)(?:\.\d+)?", said)
    return str(at.root / f"tmp/.X11-unix/X{here[1]}") if here else ""


def _check_console(at: DoctorSources, w: Words) -> DoctorFinding:
    """Check the display that a full screen would use without a desktop."""
    from app.storage.settings_file import load

    if not any((at.root / "dev/dri").glob("card*")):
        return DoctorFinding(w("None; phones do everything."))
    found, wanted = displays.list_displays(at.root), load(at.settings)[0].display
    if not found:
        return DoctorFinding(w("No monitor is connected; phones do everything until one is."))
    usable = displays.list_usable(at.root, at.may, found)
    on = displays.choose_display(usable, wanted)
    if on is None:
        return _report_denied(w, both(w, (each.name for each in found)), "video")
    said = [w("{name} (card{n}), without a desktop.", name=on.name, n=on.card)]
    if any((at.root / "run/wondertable-screen").glob(f"refused-{on.card}")):
        said.append(w("The card itself has shown nothing, so Xorg draws there."))
    told = [each for card in displays.list_cards(at.root) for each in card.connectors]
    if upright := [each for each in told if (each.card, each.name) == (on.card, on.name) and each.is_upright]:
        mode = upright[0].modes[0]
        said.append(w("Its picture is upright ({mode}); the settings on the screen turn it.", mode=mode))
    if others := [each.name for each in found if each != on]:
        said.append(w("Also connected: {names}. Choose in the settings on the screen.", names=both(w, others)))
    if missed := wanted not in ("", on.name):
        said.append(w("{name}, which the settings name, is not connected.", name=wanted))
    return DoctorFinding(" ".join(said), fine=not missed)


def _check_touch(at: DoctorSources, w: Words) -> DoctorFinding:
    told = tuple(each.describe(at.may(at.root / "dev/input" / each.event, os.R_OK)) for each in list_devices(at.root))
    return replace(_check_touchscreens(at, w), details=told)


def _check_touchscreens(at: DoctorSources, w: Words) -> DoctorFinding:
    """Check the touchscreens and how many fingers work on them."""
    screens = list_touchscreens(at.root)
    if not screens:
        return DoctorFinding(w("No touchscreen; use a mouse, or phones."))
    names = both(w, dict.fromkeys(_name_touchscreen(w, each) for each in screens))
    desktop = has_desktop(at.environ)
    if desktop:
        screens = [each for each in screens if not each.pen]
    if denied := list_unreadable(screens, at.may):
        if not desktop:
            return _report_denied(w, both(w, denied), INPUT_GROUP)
        return _report_problem(
            w(
                "{names}: only one finger works at a time. For more, add this user to the group {group}.",
                names=both(w, denied),
                group=INPUT_GROUP,
            )
        )
    if has_duplicate_touches(at.environ, at.library):
        return _report_problem(
            w("{names}: every touch counts twice, as libXi is missing. Run ./setup.sh.", names=names)
        )
    if any(each.many for each in screens) and not at.library(MTDEV_LIBRARY):
        return _report_problem(
            w("{names}: only one finger works at a time, as libmtdev is missing. Run ./setup.sh.", names=names)
        )
    if desktop and len({each.many for each in screens}) > 1:
        return DoctorFinding(w("{names}: only one finger works at a time, across all of them.", names=names))
    return DoctorFinding(f"{names}.")


def _name_touchscreen(w: Words, screen: Touchscreen) -> str:
    if screen.pen:
        return w("{name} (for a pen)", name=screen.name)
    return screen.name if screen.many else w("{name} (one finger at a time)", name=screen.name)


def _check_network(at: DoctorSources, w: Words) -> DoctorFinding:
    from app.host.discovery import Interface
    from app.storage.settings_file import load

    usable = sorted((one for one in at.interfaces() if one.is_usable()), key=Interface.sort_key)
    if not usable:
        return DoctorFinding(w("There is no network for phones: play on the screen."))
    here = both(w, dict.fromkeys(f"{one.address} ({one.name})" for one in usable))
    if host := load(at.settings)[0].host_address:
        return DoctorFinding(
            w("The codes say {host}, as you set it; this machine has {addresses}.", host=host, addresses=here)
        )
    return DoctorFinding(w("Phones find the table at {addresses}.", addresses=here))


def _check_storage(at: DoctorSources, w: Words) -> DoctorFinding:
    cards, mount = memory_card.list_memory_cards(at.root), memory_card.find_mount(at.folder.absolute(), at.root)
    told = (*(map(str, [mount] if mount else [])), *map(str, cards))
    if mount and mount.is_read_only:
        return _report_problem(
            w(
                "{folder} is read-only, as after a card or disk error. Restart the machine. If it happens again, "
                "replace the card or disk.",
                folder=at.folder,
            ),
            told,
        )
    found = replace(_check_folders(at, w), details=told)
    if found.fine and (worn := [card for card in cards if card.is_worn]):
        return replace(
            found, text=" ".join([found.text, *(machine_health.advise_worn_card(w, card) for card in worn)]), fine=False
        )
    return found


def _check_folders(at: DoctorSources, w: Words) -> DoctorFinding:
    """Check that games and settings can be stored."""
    from app.storage import pin_file, settings_file
    from app.text.table_text import refusal
    from engine.game_data import BadGameData

    for folder in (at.folder, at.settings):
        above = next(path for path in (folder, *folder.parents) if path.exists())
        if not above.is_dir() or not at.may(above, os.W_OK | os.X_OK):
            return _report_problem(w("{folder} cannot be written.", folder=folder))
        free = at.free(above)
        if free < MIN_FREE_MB:
            return _report_problem(w("{folder}: only {free} MB are free.", folder=folder, free=free))
    if unreadable := settings_file.load(at.settings)[1] or pin_file.load(at.settings)[1]:
        return _report_problem(refusal(w, unreadable.rule, unreadable.facts))
    unfit: list[str] = []
    with suppress(BadGameData):  # reported with the versions
        load_overrides(at.settings, at.data(), unfit.append)
    if unfit:
        return _report_problem(" ".join(unfit))
    room = at.free(next(path for path in (at.folder, *at.folder.parents) if path.exists()))
    return DoctorFinding(w("{folder}, {free} MB free.", folder=at.folder, free=room))


def _check_power(at: DoctorSources, w: Words) -> DoctorFinding:
    power = read_power(at.root, at.firmware())
    said = machine_health.power(w, power)
    return DoctorFinding(said.text, said.fine, details=(str(power),) if str(power) else ())


def _check_kernel(at: DoctorSources, w: Words) -> DoctorFinding:
    kernel, command = at.kernel(), command_line("doctor")
    if kernel is None:
        return DoctorFinding(w("Looking …"))
    said = machine_health.kernel(w, kernel, command if command.startswith("sudo ") else f"sudo {command}")
    return DoctorFinding(said.text, said.fine, details=kernel.lines)


def _check_boot(at: DoctorSources, w: Words) -> DoctorFinding:
    history = at.starts()
    if history is None:
        return DoctorFinding(w("Looking …"))
    said = machine_health.describe_starts(w, history)
    return DoctorFinding(said.text, said.fine, details=tuple(filter(None, (history.parts, *history.listed))))


def _check_versions(at: DoctorSources, w: Words) -> DoctorFinding:
    python = ".".join(map(str, at.python))
    if not PYTHON_RANGE[0] <= at.python[:2] <= PYTHON_RANGE[1]:
        return _report_problem(w("Python {python}: it has to be 3.11, 3.12 or 3.13.", python=python))
    if missing := [name for name in REQUIRED_PACKAGES if _find_version(at, name) is None]:
        return _report_problem(w("Missing: {names}. Run ./setup.sh.", names=", ".join(missing)))
    if unfit := _find_data_error(at):
        return _report_problem(f"{unfit}.", code=2)
    lgpio = _find_version(at, "lgpio")
    versions = [f"Wondertable {version()}", f"Python {python}"]
    versions += [f"{name} {_find_version(at, name)}" for name in LISTED_PACKAGES]
    versions.append(f"lgpio {lgpio}" if lgpio else w("no lgpio"))
    return DoctorFinding(f"{', '.join(versions)}; {platform.machine()}.")


def _find_data_error(at: DoctorSources) -> str:
    """Return the error in our own game data, or ""."""
    from app.games.game_list import load_record_rules
    from engine.game_data import BadGameData

    try:
        if data := at.data():
            load_record_rules(data)
    except BadGameData as unfit:
        return str(unfit)
    return ""


def _find_version(at: DoctorSources, package: str) -> str | None:
    try:
        return at.version(package)
    except metadata.PackageNotFoundError:
        return None


def _report_denied(w: Words, names: str, group: str) -> DoctorFinding:
    return _report_problem(w("{names}: no access. Add this user to the group {group}.", names=names, group=group))
