"""`wondertable doctor` on machines that a test has put together, and as it is typed."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import main
from app.commands import doctor as command
from app.host import doctor_checks
from app.host.discovery import Interface
from app.host.doctor_checks import DoctorFinding, DoctorSources
from app.text.terminal_output import version as ours
from app.text.translation import complete, words
from hardware.machine.boot_history import BootHistory
from hardware.machine.kernel_log import KernelLog
from hardware.machine.power_supply import PowerStatus
from hardware.null_panel import NullPanel
from hardware.panel_config import parse_wiring
from hardware.panel_interface import OpenProblem, PanelUnavailable

ROOT = Path(__file__).resolve().parent.parent
PARTS = ("Panel", "Keys", "Sound", "Display", "Touch", "Network", "Storage", "Power", "Kernel", "Start", "Versions")
HORN = b"[horn]\nbutton = 5\nbuzzer = 6\n"
CARDS = """\
 0 [vc4hdmi0       ]: vc4-hdmi - vc4-hdmi-0
                      vc4-hdmi-0
 1 [Headphones     ]: bcm2835_headpho - bcm2835 Headphones
                      bcm2835 Headphones
"""
DEVICES = """\
I: Bus=0003 Vendor=046d Product=c077 Version=0111
N: Name="USB Mouse"
H: Handlers=mouse0 event0
B: PROP=0
B: EV=17
B: REL=903

I: Bus=0018 Vendor=0000 Product=0000 Version=0000
N: Name="raspberrypi-ts"
H: Handlers=mouse1 event1
B: PROP=2
B: EV=b
B: KEY=400 0 0 0 0 0
B: ABS=260800000000003

I: Bus=0003 Vendor=056a Product=0000 Version=0000
N: Name="A touchpad"
H: Handlers=mouse2 event2
B: PROP=5
B: ABS=260800000000003
"""
PEN = """
N: Name="ELAN Stylus"
H: Handlers=mouse3 event3
B: PROP=2
B: KEY=1c03 0 0 0 0 0
B: ABS=1000d000003
"""
SINGLE = """
N: Name="ADS7846"
H: Handlers=mouse3 event3
B: PROP=2
B: KEY=400 0 0 0 0 0
B: ABS=1000003
"""
VERSIONS = {"kivy": "2.3.1", "aiohttp": "3.14.5", "gpiozero": "2.0.1"}


def version(package: str) -> str:
    return VERSIONS.get(package, "1.0")


def only_ours(package: str) -> str:
    if package == "lgpio":
        raise metadata.PackageNotFoundError(package)
    return version(package)


@pytest.fixture
def machine(tmp_path):
    """Makes a machine with nothing on it but what is said: files under its root, and anything of `Examined`."""
    (tmp_path / "games").mkdir()

    def make(
        files: dict[str, str] | None = None, settings: dict[str, bytes] | None = None, **other: object
    ) -> DoctorSources:
        for name, text in (files or {}).items():
            path = tmp_path / "root" / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        for name, data in (settings or {}).items():
            path = tmp_path / "games" / "settings" / name
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(data)
        plain = {
            "folder": tmp_path / "games",
            "settings": tmp_path / "games" / "settings",
            "root": tmp_path / "root",
            "environ": {},
            "python": (3, 12, 4),
            "may": lambda path, how: True,
            "answers": lambda path: False,
            "interfaces": list,
            "free": lambda folder: 8000,
            "version": only_ours,
            "open_panel": lambda parts: NullPanel(),
            "running": lambda folder: False,
            "library": lambda name: True,
            "kernel": lambda: KernelLog(is_readable=True),
            "starts": BootHistory,
            "firmware": lambda: None,
        }
        return DoctorSources(**{**plain, **other})  # type: ignore[arg-type]  # by name

    return make


def find_part(machine: DoctorSources, part: str) -> tuple[bool, str]:
    finding = dict(doctor_checks.examine(machine, words("en")))[part]
    return finding.fine, finding.text


def make_failing(error: Exception):
    def fail(*_: object) -> object:
        raise error

    return fail


def test_bare_machine_has_no_faults(machine, tmp_path):
    assert dict(doctor_checks.examine(machine(), words("en"))) == {
        "Panel": DoctorFinding("None; screen and phones do everything."),
        "Keys": DoctorFinding("None is used."),
        "Sound": DoctorFinding("No sound device; the table is silent."),
        "Display": DoctorFinding("None; phones do everything."),
        "Touch": DoctorFinding("No touchscreen; use a mouse, or phones."),
        "Network": DoctorFinding("There is no network for phones: play on the screen."),
        "Storage": DoctorFinding(f"{tmp_path}/games, 8000 MB free."),
        "Power": DoctorFinding("This machine does not report its voltage."),
        "Kernel": DoctorFinding("No errors since the start."),
        "Start": DoctorFinding("Nothing is known."),
        "Versions": DoctorFinding(
            f"Wondertable {ours()}, Python 3.12.4, kivy 2.3.1, aiohttp 3.14.5, gpiozero 2.0.1, no lgpio; "
            f"{os.uname().machine}."
        ),
    }


@pytest.mark.parametrize(
    ("other", "fine", "text"),
    [
        pytest.param({}, True, "2 pins, which can be used.", id="there"),
        pytest.param({"running": lambda folder: True}, True, "2 pins, held by the running table.", id="held"),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.NO_LIBRARY))},
            False,
            "The panel stays dark: lgpio is missing. On a Raspberry Pi, run ./setup.sh.",
            id="without lgpio",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.NO_EXPANDER, "/dev/i2c-1"))},
            False,
            "The panel stays dark: no MCP23017 answers at /dev/i2c-1. Check that I²C is on and the address right.",
            id="without its expander",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.DENIED, "/dev/i2c-1"))},
            False,
            "The panel stays dark: no access to /dev/i2c-1. Add this user to the group i2c.",
            id="an expander of others",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.NO_PINS))},
            False,
            "The panel stays dark: this machine has no GPIO pins.",
            id="without pins",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.DENIED, "/dev/gpiochip0"))},
            False,
            "The panel stays dark: no access to /dev/gpiochip0. Add this user to the group gpio.",
            id="not allowed",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.BUSY, "horn: 'GPIO busy'"))},
            False,
            "The panel stays dark: another program uses one of its pins (horn: 'GPIO busy').",
            id="busy",
        ),
        pytest.param(
            {"open_panel": make_failing(PanelUnavailable(OpenProblem.FAILED, "odd"))},
            False,
            "The panel stays dark (odd).",
            id="odd",
        ),
    ],
)
def test_configured_panel_is_checked(machine, other, fine, text):
    assert find_part(machine(settings={"panel.toml": HORN}, **other), "Panel") == (fine, text)


def test_running_table_reports_its_panel(machine):
    simulated = find_part(machine(simulated=True), "Panel")
    assert simulated == (True, "Simulated, at the lower edge of the screen.")
    assert find_part(machine(parts=parse_wiring(HORN, "panel.toml")), "Panel") == (True, "2 pins, which can be used.")


def test_owners_panel_file_replaces_the_shipped_one(machine):
    assert find_part(machine(ours=HORN), "Panel") == (True, "2 pins, which can be used.")
    assert find_part(machine(ours=HORN, settings={"panel.toml": b""}), "Panel")[1].startswith("None")


def test_mistake_in_the_owners_panel_file_is_named(machine, tmp_path):
    fine, text = find_part(machine(settings={"panel.toml": b"[marker.9]\nlight = 5\n"}), "Panel")
    assert (fine, text) == (False, f"{tmp_path}/games/settings/panel.toml: marker.9: there are at most 6.")


def test_unreadable_owners_panel_file_is_named(machine, tmp_path):
    (tmp_path / "games" / "settings" / "panel.toml").mkdir(parents=True)
    text = f"{tmp_path}/games/settings/panel.toml: cannot be read: Is a directory."
    assert find_part(machine(), "Panel") == (False, text)


TWELVE = """\
I: Bus=0003 Vendor=1189 Product=8890 Version=0101
N: Name="Twelve Keys"
H: Handlers=sysrq kbd event5
B: EV=120013
B: KEY=7 ff9f207ac14057ff febeffdfffefffff fffffffffffffffe
"""
KEY_SETTINGS = {"keys.json": b'{"horn": {"pad": "1189:8890 Twelve Keys", "code": 30}}'}


@pytest.mark.parametrize(
    ("files", "other", "fine", "text"),
    [
        pytest.param(TWELVE, {}, True, "Twelve Keys is plugged in.", id="there"),
        pytest.param(DEVICES, {}, False, "Twelve Keys is not plugged in.", id="away"),
        pytest.param(
            TWELVE,
            {"may": lambda path, how: path.name != "event5"},
            False,
            "Twelve Keys cannot be read. Add this user to the group input, or end the program that uses it.",
            id="not ours",
        ),
    ],
)
def test_assigned_key_pad_is_checked(machine, files, other, fine, text):
    sick = machine({"proc/bus/input/devices": files}, KEY_SETTINGS, **other)
    assert find_part(sick, "Keys") == (fine, text)


def test_unassigned_keyboard_is_not_reported(machine):
    assert find_part(machine({"proc/bus/input/devices": TWELVE}), "Keys") == (True, "None is used.")


def test_unreadable_keys_file_is_reported(machine):
    fine, text = find_part(machine(settings={"keys.json": b"[]"}), "Keys")
    assert not fine
    assert text.endswith("could not be read. Choose them again under Diagnostics.")


PLAYS = {"proc/asound/cards": CARDS, "dev/snd/pcmC1D0p": "", "dev/snd/pcmC0D0c": ""}


@pytest.mark.parametrize(
    ("files", "other", "fine", "text"),
    [
        pytest.param(PLAYS, {}, True, "bcm2835 Headphones.", id="a card that plays, one that records"),
        pytest.param(
            PLAYS,
            {"may": lambda path, how: "snd" not in str(path)},
            False,
            "bcm2835 Headphones: no access. Add this user to the group audio.",
            id="not allowed",
        ),
        pytest.param(
            PLAYS,
            {
                "may": lambda path, how: "snd" not in str(path),
                "environ": {"XDG_RUNTIME_DIR": "/run/user/7"},
                "answers": lambda path: path == "/run/user/7/pulse/native",
            },
            True,
            "bcm2835 Headphones.",
            id="by a sound server",
        ),
        pytest.param(
            {"proc/asound/cards": "--- no soundcards ---\n"},
            {},
            True,
            "No sound device; the table is silent.",
            id="none",
        ),
    ],
)
def test_sound_is_checked(machine, files, other, fine, text):
    assert find_part(machine(files, **other), "Sound") == (fine, text)


HDMI = {"dev/dri/card1": "", "sys/class/drm/card1-HDMI-A-1/status": "connected\n"}
DSI = {"dev/dri/card2": "", "sys/class/drm/card2-DSI-1/status": "connected\n"}
X11 = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-1", "XDG_RUNTIME_DIR": "/run/user/7"}


@pytest.mark.parametrize(
    ("files", "other", "fine", "text"),
    [
        pytest.param(
            {},
            {"environ": X11, "answers": lambda path: path.endswith("/tmp/.X11-unix/X0")},
            True,
            "A desktop (:0).",
            id="X",
        ),
        pytest.param(
            {},
            {"environ": WAYLAND, "answers": lambda path: path == "/run/user/7/wayland-1"},
            True,
            "A desktop (wayland-1).",
            id="Wayland",
        ),
        pytest.param(
            {},
            {"environ": {**X11, **WAYLAND}, "answers": lambda path: "X0" in path},
            True,
            "A desktop (:0).",
            id="Wayland is gone, X answers",
        ),
        pytest.param({}, {"environ": {"DISPLAY": "box:10.0"}}, True, "A desktop (box:10.0).", id="elsewhere"),
        pytest.param(
            HDMI, {"environ": X11}, False, "DISPLAY=:0 is set, but no desktop answers there.", id="no desktop answers"
        ),
        pytest.param({}, {"environ": {"SDL_VIDEODRIVER": "x11"}}, True, "Chosen by SDL_VIDEODRIVER: x11.", id="chosen"),
        pytest.param(HDMI, {}, True, "HDMI-A-1 (card1), without a desktop.", id="a console"),
        pytest.param(
            HDMI | {"dev/dri/card0": ""},
            {"environ": {"SDL_VIDEODRIVER": "kmsdrm"}},
            True,
            "HDMI-A-1 (card1), without a desktop.",
            id="beside a card that only renders, as an installed table draws",
        ),
        pytest.param(
            HDMI | DSI,
            {},
            True,
            "DSI-1 (card2), without a desktop. Also connected: HDMI-A-1. Choose in the settings on the screen.",
            id="several",
        ),
        pytest.param(
            HDMI | DSI,
            {"settings": {"settings.json": b'{"display": "HDMI-A-1"}'}},
            True,
            "HDMI-A-1 (card1), without a desktop. Also connected: DSI-1. Choose in the settings on the screen.",
            id="several, and one is chosen",
        ),
        pytest.param(
            HDMI,
            {"settings": {"settings.json": b'{"display": "DSI-1"}'}},
            False,
            "HDMI-A-1 (card1), without a desktop. DSI-1, which the settings name, is not connected.",
            id="one that is not there is chosen",
        ),
        pytest.param(
            HDMI | {"run/wondertable-screen/refused-1": ""},
            {},
            True,
            "HDMI-A-1 (card1), without a desktop. The card itself has shown nothing, so Xorg draws there.",
            id="a card that was given up",
        ),
        pytest.param(
            HDMI,
            {"may": lambda path, how: "dri" not in str(path)},
            False,
            "HDMI-A-1: no access. Add this user to the group video.",
            id="not allowed",
        ),
        pytest.param(
            {"dev/dri/card0": "", "sys/class/drm/card0-HDMI-A-1/status": "disconnected\n"},
            {},
            True,
            "No monitor is connected; phones do everything until one is.",
            id="no monitor",
        ),
    ],
)
def test_display_is_checked(machine, files, other, fine, text):
    assert find_part(machine(files, other.pop("settings", None), **other), "Display") == (fine, text)


@pytest.mark.parametrize(
    ("other", "fine", "text"),
    [
        pytest.param({}, True, "raspberrypi-ts.", id="there"),
        pytest.param(
            {"may": lambda path, how: "event1" not in str(path)},
            False,
            "raspberrypi-ts: no access. Add this user to the group input.",
            id="not allowed",
        ),
        pytest.param(
            {"may": lambda path, how: "event1" not in str(path), "environ": X11},
            False,
            "raspberrypi-ts: only one finger works at a time. For more, add this user to the group input.",
            id="by a desktop",
        ),
        pytest.param({"environ": X11}, True, "raspberrypi-ts.", id="on a desktop"),
        pytest.param(
            {"library": lambda name: "mtdev" not in name},
            False,
            "raspberrypi-ts: only one finger works at a time, as libmtdev is missing. Run ./setup.sh.",
            id="no library",
        ),
        pytest.param(
            {"library": lambda name: "Xi" not in name, "environ": X11},
            False,
            "raspberrypi-ts: every touch counts twice, as libXi is missing. Run ./setup.sh.",
            id="no library of the desktop",
        ),
        pytest.param({"library": lambda name: "Xi" not in name}, True, "raspberrypi-ts.", id="nor a desktop"),
        pytest.param({"more": PEN}, True, "raspberrypi-ts and ELAN Stylus (for a pen).", id="a pen beside it"),
        pytest.param(
            {"more": PEN, "environ": X11, "may": lambda path, how: "event3" not in str(path)},
            True,
            "raspberrypi-ts and ELAN Stylus (for a pen).",
            id="a pen that only the desktop may read",
        ),
        pytest.param(
            {"more": SINGLE}, True, "raspberrypi-ts and ADS7846 (one finger at a time).", id="one finger at a time"
        ),
        pytest.param(
            {"more": SINGLE, "environ": X11},
            True,
            "raspberrypi-ts and ADS7846 (one finger at a time): only one finger works at a time, across all of them.",
            id="one finger at a time, by a desktop",
        ),
    ],
)
def test_touchscreen_is_checked(machine, other, fine, text):
    devices = DEVICES + other.pop("more", "")
    assert find_part(machine({"proc/bus/input/devices": devices}, **other), "Touch") == (fine, text)


def test_network_is_checked(machine):
    interfaces = [
        Interface("lo", "127.0.0.1", real=False),
        Interface("wlan0", "192.168.1.5", routed=True),
        Interface("eth0", "10.0.0.7"),
        Interface("docker0", "172.17.0.1", real=False),
    ]
    text = "Phones find the table at 192.168.1.5 (wlan0) and 10.0.0.7 (eth0)."
    assert find_part(machine(interfaces=lambda: interfaces), "Network") == (True, text)
    told = machine(interfaces=lambda: interfaces[:2], settings={"settings.json": b'{"host_address": "table.club"}'})
    text = "The codes say table.club, as you set it; this machine has 192.168.1.5 (wlan0)."
    assert find_part(told, "Network") == (True, text)


def test_unwritable_storage_is_a_fault(machine, tmp_path):
    games = tmp_path / "games"
    denied = machine(may=lambda path, how: not (path == games and how & os.W_OK))
    assert find_part(denied, "Storage") == (False, f"{games} cannot be written.")
    (games / "file").touch()
    assert find_part(machine(folder=games / "file"), "Storage") == (False, f"{games}/file cannot be written.")


def test_missing_data_folder_is_no_fault_and_is_not_created(machine, tmp_path):
    folder = tmp_path / "games" / "some" / "where"
    assert find_part(machine(folder=folder), "Storage") == (True, f"{folder}, 8000 MB free.")
    assert not folder.exists()


def test_full_storage_is_a_fault(machine, tmp_path):
    text = f"{tmp_path}/games: only 12 MB are free."
    assert find_part(machine(free=lambda folder: 12), "Storage") == (False, text)


def test_unreadable_pin_is_a_fault(machine, tmp_path):
    fine, text = find_part(machine(settings={"pin.json": b"{"}), "Storage")
    assert not fine
    assert text.startswith(f"The PIN in {tmp_path}/games/settings/pin.json could not be read")


def test_unreadable_settings_and_own_values_are_faults(machine, tmp_path):
    fine, text = find_part(machine(settings={"settings.json": b"{"}), "Storage")
    assert not fine
    assert f"{tmp_path}/games/settings/settings.json" in text
    (tmp_path / "games" / "settings" / "settings.json").unlink()
    fine, text = find_part(
        machine(settings={"architects.toml": b"[wonders.giza]\nsiblings = 3\n"}, data=main.read_game_data), "Storage"
    )
    assert not fine
    assert text.startswith(f"{tmp_path}/games/settings/architects.toml: wonders.giza.siblings: ")


@pytest.mark.parametrize(
    ("other", "fine", "text"),
    [
        pytest.param({"version": version}, True, "gpiozero 2.0.1, lgpio 1.0; ", id="with lgpio"),
        pytest.param(
            {"version": make_failing(metadata.PackageNotFoundError("kivy"))},
            False,
            "Missing: aiohttp, babel, ",
            id="missing",
        ),
        pytest.param({"python": (3, 10, 2)}, False, "Python 3.10.2: it has to be 3.11, 3.12 or 3.13.", id="too old"),
        pytest.param({"python": (3, 14, 0)}, False, "Python 3.14.0: it has to be 3.11, 3.12 or 3.13.", id="too new"),
    ],
)
def test_versions_are_checked(machine, other, fine, text):
    told = find_part(machine(**other), "Versions")
    assert told[0] is fine
    assert text in told[1]


def test_failed_check_is_reported_and_the_others_run(machine):
    sick = machine(
        interfaces=make_failing(OSError("netlink is gone")),
        answers=make_failing(RuntimeError()),
        environ=X11,
        settings={"panel.toml": HORN},
        open_panel=make_failing(KeyError("pin")),
    )
    told = dict(doctor_checks.examine(sick, words("en")))
    assert tuple(told) == PARTS
    assert told["Network"] == DoctorFinding("Could not be checked (netlink is gone).", fine=False)
    assert told["Display"] == DoctorFinding("Could not be checked (RuntimeError).", fine=False)
    assert told["Panel"] == DoctorFinding("Could not be checked ('pin').", fine=False)
    assert told["Storage"].fine


def test_running_table_is_detected_by_its_lock(tmp_path):
    from app.host import data_folder

    assert not data_folder.is_running(tmp_path)
    with data_folder.lock_folder(tmp_path):
        assert data_folder.is_running(tmp_path)
    assert not data_folder.is_running(tmp_path)


# ---- as it is typed ------------------------------------------------------------------------------------


@pytest.fixture
def plain_machine(monkeypatch):
    """A machine without the parts that differ from one machine to another."""
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(doctor_checks.sound_cards, "list_sound_cards", lambda root: [])
    monkeypatch.setattr(doctor_checks, "list_touchscreens", lambda root: [])
    monkeypatch.setattr(doctor_checks, "read_power", lambda root, bits: PowerStatus())
    monkeypatch.setattr(command, "read_kernel_log", lambda: KernelLog(True, ("a line of the kernel's",)))
    monkeypatch.setattr(command, "read_boot_history", BootHistory)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", complete())
def test_doctor_prints_english_in_any_table_language(capsysbinary, tmp_path, plain_machine, lang):
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "settings.json").write_text(f'{{"lang": "{lang}"}}')
    code = main.main(["doctor", "--data-dir", str(tmp_path)])
    out, err = capsysbinary.readouterr()
    lines = out.decode().splitlines()
    assert (code, err) == (0, b"")
    w = words("en")
    assert [line.split()[0] for line in lines if line[2] != " "] == [
        name for name, _ in doctor_checks.examine(DoctorSources(tmp_path, tmp_path), w)
    ]
    assert lines[0].endswith(w("None; screen and phones do everything."))


def test_fault_is_marked_and_the_exit_code_is_1(capsysbinary, tmp_path, plain_machine):
    (tmp_path / "settings").mkdir()
    (tmp_path / "settings" / "panel.toml").write_bytes(b"[horn]\nbutton = 5\nlight = 5\n")
    assert main.main(["doctor", "--data-dir", str(tmp_path)]) == 1
    lines = capsysbinary.readouterr().out.decode().splitlines()
    assert lines[0].startswith("! Panel")
    assert lines[0].endswith("panel.toml: horn.light: pin 5 is taken by horn.button.")
    assert all(line.startswith("  ") for line in lines[1:])


@pytest.mark.rotated
def test_doctor_without_packages_prints_no_traceback(tmp_path):
    """The system's Python has no packages before anything was set up."""
    for words_ in (["--data-dir", str(tmp_path)], []):
        command = [sys.executable, "-E", "-S", str(ROOT / "main.py"), "doctor", *words_]
        bare = {"HOME": str(tmp_path), "PATH": os.environ["PATH"]}
        said = subprocess.run(command, capture_output=True, text=True, env=bare, cwd=ROOT, check=False)
        assert said.returncode == 1
        assert "Traceback" not in said.stdout + said.stderr
        assert "./setup.sh" in said.stdout + said.stderr


def test_doctor_imports_no_heavy_modules():
    heavy = {"aiohttp", "kivy", "zeroconf", "gpiozero", "asyncio", "app.table.table", "app.host.table_process"}
    asked = f"import sys, app.host.doctor_checks; print(*sorted({heavy!r} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True)
    assert said.stdout.split() == []
