"""Tests of the kernel's reports, on machines that others have published (`trees`), and of doctor's findings there."""

import asyncio
import json
import re
from dataclasses import replace

import pytest

import main
from app.commands import doctor as command
from app.host import background_probe, doctor_checks
from app.host.doctor_checks import DoctorSources
from app.text import machine_health
from app.text.translation import words
from hardware.machine import displays, input_devices, memory_card, sound_cards
from hardware.machine.boot_history import BootHistory, read_boot_history
from hardware.machine.kernel_log import (
    ACCESS_COMMAND,
    DMESG_COMMAND,
    JOURNAL_ERRORS_COMMAND,
    MAX_LINE_LENGTH,
    MAX_LINES,
    KernelFault,
    KernelLog,
    read_kernel_log,
)
from hardware.machine.power_supply import VCGENCMD_COMMAND, PowerStatus, PowerTrouble, read_firmware_bits, read_power
from tests.hardware import machines

EN = words("en")


@pytest.mark.parametrize("name", machines.NAMES)
def test_every_entry_of_a_tree_names_its_source_or_is_marked_as_guessed(name):
    lines = machines.lines(name)
    sources = {found[1] for line in lines if (found := re.match(r"# \[(\d+)\] (https://|\w+/.* of Linux)", line))}
    named = {line.split(" ", 2)[1] for line in lines if line.startswith("@ ")}
    assert named - {"guessed"} == sources, "and no source is named for nothing"


CARDS = {
    "pi4-hdmi": [
        "card0 (v3d): only renders",
        "card1 (vc4-drm): Writeback-1 unknown, HDMI-A-1 connected (1920x1080, 1280x720, 1024x768, 800x600 and 1 more), "
        "HDMI-A-2 disconnected",
    ],
    "pi4-dsi": [
        "card0 (vc4-drm): DSI-1 connected (800x480; rotate=180), HDMI-A-1 disconnected, HDMI-A-2 disconnected",
        "card1 (v3d): only renders",
    ],
    "pi5-dsi": [
        "card0 (drm-rp1-dsi): DSI-1 connected (800x1280)",
        "card1 (v3d): only renders",
        "card2 (vc4-drm): HDMI-A-1 disconnected, HDMI-A-2 disconnected, Writeback-1 unknown",
    ],
    "pi4-spi": [
        "card0 (v3d): only renders",
        "card1 (vc4-drm): HDMI-A-1 connected (1024x600), HDMI-A-2 disconnected",
    ],
    "pc-two-cards": [
        "card0 (radeon): DP-1 disconnected, DP-2 disconnected, DVI-D-1 disconnected, "
        "HDMI-A-1 connected (1920x1080, 1280x720), HDMI-A-2 disconnected",
        "card1 (radeon): DP-3 connected (2560x1440), DP-4 disconnected, DVI-D-2 disconnected, HDMI-A-3 disconnected, "
        "HDMI-A-4 disconnected",
    ],
}


@pytest.mark.parametrize("name", machines.NAMES)
def test_graphics_cards_and_connectors_are_listed(name, tmp_path):
    assert [str(card) for card in displays.list_cards(machines.machine(name, tmp_path).root)] == CARDS[name]


def test_expected_display_is_chosen_on_each_machine(tmp_path):
    used = {
        name: displays.choose_display(displays.list_displays(machines.machine(name, tmp_path / name).root))
        for name in CARDS
    }
    assert {name: (display.card, display.name) for name, display in used.items() if display} == {
        "pi4-hdmi": (1, "HDMI-A-1"),
        "pi4-dsi": (0, "DSI-1"),
        "pi5-dsi": (0, "DSI-1"),
        "pi4-spi": (1, "HDMI-A-1"),
        "pc-two-cards": (1, "DP-3"),
    }


def test_touchscreens_are_told_from_other_input_devices(tmp_path):
    at = {name: machines.machine(name, tmp_path / name).root for name in CARDS}
    felt = {
        name: [(each.name, each.many) for each in input_devices.list_touchscreens(root)] for name, root in at.items()
    }
    assert felt == {
        "pi4-hdmi": [],
        "pi4-dsi": [("generic ft5x06 (00)", True)],
        "pi5-dsi": [("11-005d Goodix Capacitive TouchScreen", True)],
        "pi4-spi": [("ADS7846 Touchscreen", False)],
        "pc-two-cards": [],
    }
    assert [each.describe(readable=each.event != "event6") for each in input_devices.list_devices(at["pi4-dsi"])] == [
        "event0 NOVATEK USB Keyboard, pad or keyboard",
        "event4 vc4",
        "event6 generic ft5x06 (00), touch, not readable",
    ]


def test_bluetooth_device_is_described_without_its_name():
    device = input_devices.InputDevice("Anna’s headphones", "event9", bus=input_devices.BUS_BLUETOOTH)
    assert device.describe(readable=True) == "event9 a Bluetooth device"


# ---- supply and heat -----------------------------------------------------------------------------------


def test_correct_supply_voltage_is_reported(tmp_path):
    status = read_power(machines.machine("pi4-hdmi", tmp_path).root)
    assert status == PowerStatus(is_reported=True, degrees=49)
    assert machine_health.power(EN, status) == machine_health.Health("The voltage is right. The processor has 49 °C.")


def test_machine_without_a_voltage_sensor_is_reported(tmp_path):
    status = read_power(machines.machine("pc-two-cards", tmp_path).root)
    assert status == PowerStatus(degrees=52), "of the processor's own sensor"
    assert machine_health.power(EN, status).text == "This machine does not report its voltage. The processor has 52 °C."


WEAK = "Use the official power supply with its own cable, and give panel and USB devices a supply of theirs."


@pytest.mark.parametrize(
    ("bits", "fine", "text"),
    [
        pytest.param("50005", False, f"The power supply gives too little voltage. {WEAK}", id="now"),
        pytest.param(
            "50000", False, f"The power supply has given too little voltage since the start. {WEAK}", id="earlier"
        ),
        pytest.param("0x0", True, "The voltage is right.", id="never"),
        pytest.param(
            "80008", False, "The processor is too hot and slows down: give it air, or a fan.", id="too hot now"
        ),
        pytest.param("20002", False, "The processor is too hot and slows down: give it air, or a fan.", id="capped"),
        pytest.param(
            "80000",
            True,
            "The processor has been too hot since the start. Give it more air.",
            id="hot earlier",
        ),
    ],
)
def test_firmware_bits_are_explained(tmp_path, bits, fine, text):
    file = tmp_path / "sys/devices/platform/soc/soc:firmware/get_throttled"
    file.parent.mkdir(parents=True)
    file.write_text(f"{bits}\n")
    assert machine_health.power(EN, read_power(tmp_path)) == machine_health.Health(text, fine)


def test_vcgencmd_remembers_low_voltage_longer_than_the_kernel(tmp_path):
    root = machines.machine("pi4-hdmi", tmp_path).root
    (root / "sys/devices/platform/soc/soc:firmware/get_throttled").write_text("f\n")  # not read beside the alarm
    bits = read_firmware_bits(lambda words: "throttled=0x50000\n" if words == VCGENCMD_COMMAND else None)
    assert read_power(root, bits) == PowerStatus(
        True, PowerTrouble.NONE, PowerTrouble.VOLTAGE | PowerTrouble.SLOWED, 49
    )
    assert read_power(root, read_firmware_bits(lambda words: None)) == PowerStatus(is_reported=True, degrees=49)
    assert read_firmware_bits(lambda words: "VCHI initialization failed\n") is None


def test_kernel_voltage_alarm_is_read_without_firmware_bits(tmp_path):
    sensor = tmp_path / "sys/class/hwmon/hwmon0"
    sensor.mkdir(parents=True)
    (sensor / "in0_lcrit_alarm").write_text("1\n")
    (sensor / "name").write_text("nct6775\n")
    assert read_power(tmp_path) == PowerStatus(), "another chip's first voltage is no supply"
    (sensor / "name").write_text("rpi_volt\n")
    assert read_power(tmp_path) == PowerStatus(True, PowerTrouble.VOLTAGE, PowerTrouble.VOLTAGE)


# ---- sound ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("conf", "named"),
    [
        pytest.param("", "", id="nobody has"),
        pytest.param("defaults.pcm.card 1\n", "1", id="by number"),
        pytest.param('# defaults.pcm.card 1\ndefaults.pcm.card "vc4hdmi1"\n', "vc4hdmi1", id="by name"),
        pytest.param("defaults.pcm {\n  type hw\n  card vc4hdmi0\n}\n", "vc4hdmi0", id="in braces"),
    ],
)
def test_configured_sound_card_is_read(tmp_path, conf, named):
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/asound.conf").write_text(conf)
    assert sound_cards.read_configured_card(tmp_path) == named


# ---- the kernel's messages -----------------------------------------------------------------------------


def fake_commands(**said: str | None):
    """Return a fake of running commands, which answers with these texts."""
    by = {
        DMESG_COMMAND: said.get("dmesg"),
        ACCESS_COMMAND: said.get("may"),
        JOURNAL_ERRORS_COMMAND: said.get("journal"),
    }
    return lambda words: by[tuple(words)]


def test_unreadable_kernel_log_is_reported_with_the_command_to_read_it():
    assert read_kernel_log(fake_commands()) == KernelLog(is_readable=False)
    assert read_kernel_log(fake_commands(may="", journal="")) == KernelLog(is_readable=False), (
        "an empty journal is one that is not ours"
    )
    assert read_kernel_log(fake_commands(may="booted\n", journal="")) == KernelLog(is_readable=True)
    assert read_kernel_log(fake_commands(may="booted\n", journal="it broke\n")) == KernelLog(True, ("it broke",))
    assert read_kernel_log(fake_commands(dmesg="")) == KernelLog(is_readable=True)
    said = machine_health.kernel(EN, KernelLog(is_readable=False), "sudo wondertable doctor")
    assert said == machine_health.Health(
        "This user may not read the kernel’s messages; sudo wondertable doctor shows them."
    )


def test_kernel_messages_are_limited_and_anonymized():
    planted = (
        "dc:a6:32:01:02:03",
        "192.168.178.44",
        "fe80::dea6:32ff:fe01:203",
        "2a02:810d:bc0:1c00:dea6:32ff:fe01:203",
        "0c9d31b4-a7f1-4c0c-b1fa-6a2f5c0f7a11",
        "10000000abcdef12",
        r"\\anna\photos",
        "anna.example",
        "S3RIAL9X",
    )
    said = "".join(f"line {n}\n" for n in range(99))
    said += "".join(f"eth0: bad server {word} seen\n" for word in planted[:-1])
    said += f"usb 1-1: SerialNumber: {planted[-1]}\n"
    said += "x" * 999 + "\nmmc0: error -110\x1b[31m whilst initialising SD card at 0000:01:00.0\n"
    told = read_kernel_log(fake_commands(dmesg=said))
    assert len(told.lines) == MAX_LINES
    assert max(map(len, told.lines)) == MAX_LINE_LENGTH
    assert [word for word in planted for line in told.lines if word in line] == []
    assert told.lines[-1] == "mmc0: error -110 [31m whilst initialising SD card at 0000:01:00.0"


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("mmcblk0: error -110 sending stop command", {KernelFault.STORAGE}),
        ("blk_update_request: I/O error, dev sda, sector 12345 op 0x0", {KernelFault.STORAGE}),
        ("EXT4-fs (mmcblk0p2): Remounting filesystem read-only", {KernelFault.STORAGE}),
        ("hwmon hwmon1: Undervoltage detected!", {KernelFault.VOLTAGE}),
        ("Under-voltage detected! (0x00050005)", {KernelFault.VOLTAGE}),
        ("Out of memory: Killed process 812 (python)", {KernelFault.MEMORY}),
        ("brcmfmac: brcmf_c_process_clm_blob: no clm_blob available", set()),
    ],
)
def test_actionable_kernel_messages_are_faults(line, faults):
    told = KernelLog(True, (line,))
    assert told.faults == faults
    assert machine_health.kernel(EN, told, "").fine == (not faults)


# ---- starts --------------------------------------------------------------------------------------------


def test_boot_history_of_known_machines_is_read(tmp_path):
    def history_of(name: str) -> BootHistory:
        known = machines.machine(name, tmp_path / name)
        return read_boot_history(known.root, known.ask)

    assert history_of("pi4-hdmi") == BootHistory(
        24.154, "4.925s (kernel) + 19.229s (userspace)", 7384, is_persistent=False
    )
    assert history_of("pi4-dsi") == BootHistory(None, "", 125, is_persistent=False)
    history = history_of("pi5-dsi")
    assert (history.seconds, history.up, history.is_persistent) == (10.906, 190000, True), "the last word counts"
    assert history.listed == (
        "-1 Mon 2026-11-23 18:01:11 UTC—Mon 2026-11-23 22:40:02 UTC",
        "0 Tue 2026-11-24 18:00:58 UTC—Tue 2026-11-24 18:20:31 UTC",
    )
    assert history_of("pc-two-cards").is_persistent is True


@pytest.mark.parametrize(
    ("total", "seconds"), [("1min 2.5s", 62.5), ("978ms", 0.978), ("1h 1min 1s", 3661.0), ("", None)]
)
def test_boot_duration_is_parsed(tmp_path, total, seconds):
    history = read_boot_history(tmp_path, lambda words: f"Startup finished in 1s (kernel) = {total}\n")
    assert history.seconds == seconds
    assert history.is_persistent is None, "without systemd nobody tells"


def test_uptime_is_described_in_words():
    said = {
        up: machine_health.describe_starts(EN, BootHistory(up=up)).text for up in (59, 60, 3600, 47 * 3600, 50 * 3600)
    }
    assert said == {
        59: "It has run for 0 minutes.",
        60: "It has run for 1 minute.",
        3600: "It has run for 1 hour.",
        47 * 3600: "It has run for 47 hours.",
        50 * 3600: "It has run for 2 days.",
    }


# ---- cards and disks -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wear", "spare", "worn"),
    [("0x01 0x01", "0x01", False), ("0x09 0x01", "0x01", False), ("0x0a 0x01", "0x01", True), ("", "0x02", True)],
)
def test_worn_memory_card_is_detected(tmp_path, wear, spare, worn):
    at = tmp_path / "sys/block/mmcblk1/device"
    at.mkdir(parents=True)
    (at / "life_time").write_text(wear)
    (at / "pre_eol_info").write_text(spare)
    assert [card.is_worn for card in memory_card.list_memory_cards(tmp_path)] == [worn]


def test_mount_of_a_folder_is_found(tmp_path):
    at = tmp_path / "proc/self"
    at.mkdir(parents=True)
    rows = ("/dev/a / ext4 ro 0 0", r"/dev/b /var/my\040games ext4 rw,errors=remount-ro 0 0", "t /var/my tmpfs rw 0 0")
    (at / "mounts").write_text("\n".join(rows))

    def find_mount(folder: str) -> str:
        return str(memory_card.find_mount(machines.Path(folder), tmp_path))

    assert find_mount("/var/my games/settings") == "/dev/b at /var/my games, ext4, writable"
    assert find_mount("/var/mygames") == "/dev/a at /, ext4, only to be read"


# ---- what doctor says ----------------------------------------------------------------------------------


def make_sources(name: str, tmp_path) -> DoctorSources:
    known = machines.machine(name, tmp_path)
    games = machines.Path("/games")
    return DoctorSources(
        games,
        games,
        root=known.root,
        environ={},
        may=lambda path, how: True,
        answers=lambda path: False,
        interfaces=list,
        free=lambda folder: 8000,
        library=lambda name: True,
        kernel=lambda: read_kernel_log(known.ask),
        starts=lambda: read_boot_history(known.root, known.ask),
        firmware=lambda: read_firmware_bits(known.ask),
    )


VOLATILE = "The journal is kept in memory only. Without power it is lost."
EXPECTED_FINDINGS = {
    "pi4-hdmi": {
        "Sound": (
            True,
            "bcm2835 Headphones, vc4-hdmi-0 and vc4-hdmi-1: bcm2835 Headphones plays because it is first now. "
            "That can change at the next start. Name one in /etc/asound.conf.",
        ),
        "Display": (True, "HDMI-A-1 (card1), without a desktop."),
        "Touch": (True, "No touchscreen; use a mouse, or phones."),
        "Storage": (True, "/games, 8000 MB free."),
        "Power": (True, "The voltage is right. The processor has 49 °C."),
        "Kernel": (True, "No errors since the start."),
        "Start": (True, f"The system started in 24 s. It has run for 2 hours. {VOLATILE}"),
    },
    "pi4-dsi": {
        "Sound": (True, "bcm2835 Headphones."),
        "Display": (True, "DSI-1 (card0), without a desktop."),
        "Touch": (True, "generic ft5x06 (00)."),
        "Storage": (
            False,
            "/games is read-only, as after a card or disk error. Restart the machine. If it happens again, "
            "replace the card or disk.",
        ),
        "Power": (False, f"The power supply gives too little voltage. {WEAK} The processor has 61 °C."),
        "Kernel": (
            False,
            (
                "3 errors since the start. The card or disk has errors. Make a backup now, and replace it if they "
                "happen again. The voltage was too low: see the line about power."
            ),
        ),
        "Start": (True, f"It has run for 2 minutes. {VOLATILE}"),
    },
    "pi5-dsi": {
        "Sound": (
            True,
            "vc4-hdmi-0 and vc4-hdmi-1: vc4-hdmi-0 plays because it is first now. That can change at the next "
            "start. Name one in /etc/asound.conf.",
        ),
        "Display": (
            True,
            "DSI-1 (card0), without a desktop. Its picture is upright (800x1280); the settings on the screen turn it.",
        ),
        "Touch": (True, "11-005d Goodix Capacitive TouchScreen."),
        "Storage": (True, "/games, 8000 MB free."),
        "Power": (
            True,
            "The processor has been too hot since the start. Give it more air. The processor has 71 °C.",
        ),
        "Kernel": (
            True,
            "This user may not read the kernel’s messages; sudo .venv/bin/wondertable doctor shows them.",
        ),
        "Start": (True, "The system started in 11 s. It has run for 2 days."),
    },
    "pi4-spi": {
        "Display": (True, "HDMI-A-1 (card1), without a desktop."),
        "Touch": (True, "ADS7846 Touchscreen (one finger at a time)."),
    },
    "pc-two-cards": {
        "Sound": (True, "HDA Intel PCH and HDA ATI HDMI: HDA ATI HDMI plays, as /etc/asound.conf says."),
        "Display": (
            True,
            "DP-3 (card1), without a desktop. Also connected: HDMI-A-1. Choose in the settings on the screen.",
        ),
        "Touch": (True, "No touchscreen; use a mouse, or phones."),
        "Storage": (
            False,
            "/games, 8000 MB free. DF4032 is nearly worn out: make a backup, and put in a new one.",
        ),
        "Power": (True, "This machine does not report its voltage. The processor has 52 °C."),
        "Kernel": (
            True,
            "This user may not read the kernel’s messages; sudo .venv/bin/wondertable doctor shows them.",
        ),
        "Start": (True, "The system started in 20 s. It has run for 59 minutes."),
    },
}


@pytest.mark.parametrize("name", machines.NAMES)
def test_doctor_findings_match_for_published_machines(name, tmp_path, monkeypatch):
    monkeypatch.delenv("WONDERTABLE_DATA", raising=False)
    found = dict(doctor_checks.examine(make_sources(name, tmp_path), EN))
    assert {part: (found[part].fine, found[part].text) for part in EXPECTED_FINDINGS[name]} == EXPECTED_FINDINGS[name]


def test_doctor_warns_about_missing_letters_without_fribidi(tmp_path):
    sources = replace(make_sources("pi4-hdmi", tmp_path), library=lambda name: name != "libfribidi.so.0")
    finding = dict(doctor_checks.examine(sources, EN))["Display"]
    assert finding.fine
    assert finding.text == (
        "HDMI-A-1 (card1), without a desktop. Names lack letters such as Arabic or Chinese ones: run ./setup.sh."
    )


def test_values_not_queried_yet_are_not_reported_as_unknown(tmp_path):
    sources = replace(make_sources("pi4-dsi", tmp_path), kernel=lambda: None, starts=lambda: None)
    found = dict(doctor_checks.examine(sources, EN))
    assert found["Kernel"] == found["Start"] == doctor_checks.DoctorFinding("Looking …")


def test_configured_sound_card_that_is_missing_is_a_fault(tmp_path):
    sources = make_sources("pi4-hdmi", tmp_path)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/asound.conf").write_text("defaults.pcm.card Device\n")
    finding = dict(doctor_checks.examine(sources, EN))["Sound"]
    assert (finding.fine, finding.text.partition(": ")[2]) == (
        False,
        "/etc/asound.conf names Device, which is not here.",
    )


def test_doctor_json_contains_kernel_details(capsysbinary, tmp_path, monkeypatch):
    sources = make_sources("pi4-dsi", tmp_path / "root")
    monkeypatch.setattr(command, "DoctorSources", lambda *_, **__: sources)
    assert main.main(["doctor", "--data-dir", str(tmp_path), "--json"]) == 1
    told = {each["part"]: each["details"] for each in json.loads(capsysbinary.readouterr().out)}
    assert {part: details for part, details in told.items() if details} == {
        "Sound": ["0 [Headphones] bcm2835_headpho: bcm2835 Headphones"],
        "Display": CARDS["pi4-dsi"],
        "Touch": [
            "event0 NOVATEK USB Keyboard, pad or keyboard",
            "event4 vc4",
            "event6 generic ft5x06 (00), touch",
        ],
        "Storage": ["/dev/mmcblk0p2 at /, ext4, only to be read", "mmcblk0 SD SC32G, tells nothing of its wear"],
        "Power": ["supply: now voltage+slowed, since the start voltage+slowed; 61 °C"],
        "Kernel": [
            "Under-voltage detected! (0x00050005)",
            "mmcblk0: error -110 sending stop command",
            "EXT4-fs error (device mmcblk0p2): htree_dirblock_to_tree:892: inode #200: comm bash: bad entry",
        ],
    }
    main.main(["doctor", "--data-dir", str(tmp_path)])
    assert b"\n            - event6 generic ft5x06 (00), touch\n" in capsysbinary.readouterr().out


# ---- while a table runs --------------------------------------------------------------------------------


async def test_machine_probe_repeats_in_the_background(monkeypatch):
    monkeypatch.setattr(background_probe, "FIRST_PROBE_SECONDS", 0.0)
    monkeypatch.setattr(background_probe, "PROBE_INTERVAL_SECONDS", 0.0)
    said, twice = iter((KernelLog(True, ("first",)), KernelLog(True, ("second",)))), asyncio.Event()
    monkeypatch.setattr(background_probe, "read_kernel_log", lambda: next(said))
    loop = asyncio.get_running_loop()

    def started() -> BootHistory:
        if told.kernel:
            loop.call_soon_threadsafe(twice.set)
        return BootHistory(up=7)

    monkeypatch.setattr(background_probe, "read_boot_history", started)
    told = background_probe.MachineProbe()
    assert (told.kernel, told.starts) == (None, None)
    task = asyncio.create_task(told.run())
    async with asyncio.timeout(30):
        await twice.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
    assert told.starts == BootHistory(up=7)
