"""Tests of an installed version's files and units that need no installation."""

import fcntl
import json
import os
import re
import shutil
import subprocess
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

import pytest

from app.appliance import guarded_change
from app.appliance.install_paths import Place

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "hardware" / "appliance"


def test_program_list_is_sorted_and_names_existing_files():
    listed = (PARTS / "program").read_text().split()
    assert listed == sorted(set(listed))
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_version_uses_its_own_packages_when_started_through_links(tmp_path):
    version = tmp_path / "1.0"
    shutil.copytree(PARTS, version / "hardware" / "appliance")
    (version / "site").mkdir()
    (version / "site" / "packed.py").write_text("here = __file__\n")
    (version / "main.py").write_text(
        "import os, sys, packed; print(packed.here, os.environ['WONDERTABLE_DATA'], sys.argv)"
    )
    (tmp_path / "current").symlink_to("1.0")
    (tmp_path / "wondertable").symlink_to("current/hardware/appliance/wondertable")
    said = subprocess.run([tmp_path / "wondertable", "a", "b c"], capture_output=True, text=True, check=True).stdout
    assert said == f"{version}/site/packed.py /var/lib/wondertable ['{version}/main.py', 'a', 'b c']\n"


@pytest.mark.parametrize("unit", ["wondertable", "wondertable-screen"])
def test_units_pass_the_systemd_security_threshold(unit):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not here to say it")
    words = ["security", "--offline=true", "--threshold=20", "--no-pager", PARTS / f"{unit}.service"]
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_programs_started_by_units_are_executable():
    for unit in PARTS.glob("*.service"):
        for path in re.findall(r"^ExecStart=/opt/wondertable/\w+/(\S+)", unit.read_text(), re.MULTILINE):
            assert (ROOT / path).stat().st_mode & 0o111, f"{unit.name}: {path}"


def test_network_permissions_are_documented():
    rights = re.findall(r'"([a-z.-]+\.[a-z.-]+|[a-z]+-[a-z-]+)"', (PARTS / "51-wondertable-wifi.rules").read_text())
    assert len(rights) == 5
    page = (ROOT / "docs/design/appliance.md").read_text()
    assert [right for right in rights if f"`{right}`" not in page] == []
    threats = (ROOT / "docs/threats.md").read_text()
    everything = "reading, changing and deleting every network that the system knows, with its password"
    assert (everything in threats) == ("settings.modify.system" in rights)


@pytest.mark.parametrize(
    ("said", "done"),
    [
        pytest.param("NL\n", ["iw reg set NL", "rfkill unblock wifi"], id="one"),
        pytest.param("nl\n", [], id="small letters"),
        pytest.param("; reboot", [], id="something else"),
        pytest.param(None, [], id="nothing"),
    ],
)
def test_stored_country_is_applied_to_the_radio(tmp_path, said, done):
    calls, tools = tmp_path / "calls", tmp_path / "tools"
    calls.touch()
    tools.mkdir()
    for tool in ("iw", "rfkill"):
        (tools / tool).write_text(f'#!/bin/sh\necho {tool} "$@" >>"{calls}"\n')
        (tools / tool).chmod(0o755)
    file = tmp_path / "country"
    if said is not None:
        file.write_text(said)
    environment = {"PATH": f"{tools}:/usr/bin:/bin", "SAID": str(file)}
    assert subprocess.run([PARTS / "country"], env=environment, check=False).returncode == 0
    assert calls.read_text().splitlines() == done


# ---- a stick ----------------------------------------------------------------------------------------------


@pytest.fixture
def stick(tmp_path):
    """A run of hardware/appliance/stick with a folder as the stick: the commands it called, and how it ended."""
    tools, calls = tmp_path / "tools", tmp_path / "calls"
    tools.mkdir()
    for tool in ("mount", "umount", "systemctl", "chown"):
        does = {"mount": 'for last; do :; done; rmdir "$last"; ln -s "$STICK" "$last"', "umount": 'rm "$1"'}.get(
            tool, ""
        )
        (tools / tool).write_text(f'#!/bin/sh\necho {tool} "$@" >>"{calls}"\n{does}\n')
        (tools / tool).chmod(0o755)

    def plugged(folder):
        env = {"PATH": f"{tools}:{os.environ['PATH']}", "STICK": str(folder), "HANDED": str(tmp_path / "run")}
        owner = {"OWNER": str(os.getuid())}
        subprocess.run([PARTS / "stick", "/dev/sdz1", "vfat"], env=env | owner, check=True)
        found, said = tmp_path / "run" / "wondertable-pin.txt", calls.read_text()
        calls.unlink()
        return (found.read_bytes() if found.exists() else None), said

    return plugged


def test_stick_without_the_pin_file_changes_nothing(stick, tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "photo.jpg").write_bytes(b"x")
    found, said = stick(folder)
    assert found is None
    assert "mount -o ro,nosuid,nodev,noexec,nosymfollow -t vfat /dev/sdz1" in said
    assert "umount" in said
    assert "systemctl" not in said


def test_only_the_first_bytes_of_the_pin_file_are_read(stick, tmp_path):
    folder = tmp_path / "stick"
    folder.mkdir()
    (folder / "wondertable-pin.txt").write_bytes(b"2468\n" + b"x" * 1000)
    found, said = stick(folder)
    assert found == (b"2468\n" + b"x" * 95)
    assert "systemctl try-restart --no-block wondertable.service" in said


def test_symlink_on_a_stick_is_ignored(stick, tmp_path):
    folder, secret = tmp_path / "stick", tmp_path / "secret"
    folder.mkdir()
    secret.write_text("1357")
    (folder / "wondertable-pin.txt").symlink_to(secret)
    assert stick(folder)[0] is None


# ---- how a change is ended that was cut off ---------------------------------------------------------------


def settle_command(home: Path) -> list[str]:
    """Return the command of wondertable-settle.service, for versions in another folder."""
    [line] = re.findall(
        r"^ExecStart=/bin/sh -c '(.*)'$", (PARTS / "wondertable-settle.service").read_text(), re.MULTILINE
    )
    return ["/bin/sh", "-c", line.replace("/opt/wondertable", str(home)).replace("$$", "$").replace("\\\\", "\\")]


@pytest.mark.parametrize("stage", guarded_change.Stage)
def test_change_is_settled_by_the_version_that_began_it(tmp_path, stage):
    for version in ("1.0", "2.0"):
        shutil.copytree(PARTS, tmp_path / version / "hardware/appliance")
        (tmp_path / version / "main.py").write_text(f"import sys; print({version}, *sys.argv[1:])")
    assert subprocess.run(settle_command(tmp_path), capture_output=True, text=True, check=True).stdout == ""
    note = guarded_change.Note(by="1.0", to="2.0", back="1.0", previous=None, screen=True)
    (tmp_path / stage).write_text(json.dumps(asdict(note)))
    assert subprocess.run(settle_command(tmp_path), capture_output=True, text=True, check=True).stdout == "1.0 settle\n"


def test_settle_waits_for_the_lock(tmp_path):
    with (tmp_path / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        waiting = subprocess.Popen(settle_command(tmp_path))
        with pytest.raises(subprocess.TimeoutExpired):
            waiting.wait(0.2)
    assert waiting.wait() == 0


def test_table_and_screen_do_not_start_during_an_unfinished_change():
    for unit in ("wondertable", "wondertable-screen"):
        lines = (PARTS / f"{unit}.service").read_text().splitlines()
        assert f"ConditionPathExists=!{Place().home / guarded_change.Stage.CHANGING}" in lines


# ---- how the screen is started ---------------------------------------------------------------------------

NOTES = """#!/bin/sh
[ "$*" != "screen --which" ] || exec cat FOLDER/which
echo "$(basename "$0") $*${DISPLAY:+ on $DISPLAY}${SDL_VIDEODRIVER:+ by $SDL_VIDEODRIVER}" >>FOLDER/said
[ -z "$WONDERTABLE_DISPLAY" ] || echo "$WONDERTABLE_DISPLAY" >FOLDER/display
"""


class Tries:
    """hardware/appliance/screen beside a `wondertable`, an Xorg and a window manager that only note what is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        notes = NOTES.replace("FOLDER", str(folder))
        for name in ("run", "bin", "drm"):
            (folder / name).mkdir()
        script = (PARTS / "screen").read_text()
        assert "/sys/class/drm/" in script
        self.program("screen", script.replace("/sys/class/drm/", f"{folder}/drm/"))
        self.program("bin/matchbox-window-manager", notes)
        tries = "[ -n \"$DISPLAY\" ] || cut -d ' ' -f 1 FOLDER/which >FOLDER/run/tried\n".replace("FOLDER", str(folder))
        self.program("wondertable", notes + tries)
        self.program("bin/Xorg", notes + "echo 5 >&3\n")
        self.chosen("")

    def chosen(self, display: str) -> None:
        """Set the display that the screen is shown on, with the number of its card; empty: not chosen."""
        (self.folder / "which").write_text(display and f"{display}\n")

    @property
    def display(self) -> str:
        """The display that the screen was told to use."""
        return (self.folder / "display").read_text().strip()

    def socket(self, name: str, status: str) -> None:
        """Add a socket of a card with the status that the kernel reports."""
        (self.folder / "drm" / name).mkdir(exist_ok=True)
        (self.folder / "drm" / name / "status").write_text(f"{status}\n")

    def program(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text)
        (self.folder / name).chmod(0o755)

    def call(self, *words: str, **env: str) -> "subprocess.CompletedProcess[str]":
        path = f"{self.folder}/bin:/usr/bin:/bin"
        ours = {"PATH": path, "RUNTIME_DIRECTORY": str(self.folder / "run"), "SDL_VIDEODRIVER": "kmsdrm", **env}
        bare = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
        words = (str(self.folder / "screen"), *words)
        return subprocess.run(words, env={**bare, **ours}, stderr=subprocess.PIPE, text=True, check=False)

    def next(self, ended: str = "", *, shows: bool = False) -> list[str]:
        """List what the next try starts, then end it with the result `ended`; `shows`: after its first picture."""
        (self.folder / "said").unlink(missing_ok=True)
        self.call()
        if shows:
            (self.folder / "run/shown").touch()
        code, _, status = ended.partition(":")
        assert self.call("ended", EXIT_CODE=code, EXIT_STATUS=status).returncode == 0
        return sorted((self.folder / "said").read_text().splitlines())


KMS = ["wondertable screen --kiosk by kmsdrm"]
XORG = [
    "Xorg vt7 -displayfd 3 -nolisten tcp -s 0 -dpms by kmsdrm",
    "matchbox-window-manager -use_titlebar no on :5 by x11",
    "wondertable screen --kiosk on :5 by x11",
]


@pytest.fixture
def tries(tmp_path):
    return Tries(tmp_path)


@pytest.mark.parametrize("ended", ["exited:2", "killed:SEGV", "dumped:ABRT"])
def test_xorg_is_started_from_the_second_try_without_a_picture(tries, ended):
    assert tries.next(ended) == KMS
    assert tries.next(ended) == XORG
    assert tries.next(ended) == XORG


@pytest.mark.parametrize("ended", ["killed:KILL", "killed:TERM", "exited:0", ""])
def test_unrelated_exit_does_not_switch_to_xorg(tries, ended):
    assert [tries.next(ended) for _ in range(2)] == [KMS, KMS]


def test_card_that_has_shown_a_picture_is_kept(tries):
    assert tries.next("killed:SEGV", shows=True) == KMS
    assert tries.next("killed:SEGV") == KMS


def test_card_is_tried_again_without_xorg(tries):
    (tries.folder / "bin/Xorg").unlink()
    tries.next("exited:2")
    for name in ("basename", "cut", "dirname", "readlink"):
        (tries.folder / "bin" / name).symlink_to(shutil.which(name))
    assert tries.call(PATH=f"{tries.folder}/bin").returncode == 0
    assert (tries.folder / "said").read_text().splitlines() == [*KMS, *KMS]


def test_failed_xorg_start_is_reported_last(tries):
    tries.next("exited:2")
    tries.program("bin/Xorg", "#!/bin/sh\necho no screens found >&2; exit 1\n")
    done = tries.call()
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "the graphics card showed no picture by itself, so the screen is started under Xorg",
        "no screens found",
        "the graphics card shows no picture by itself, and Xorg did not start",
    ]


def test_xorg_uses_the_card_of_the_chosen_display(tries):
    tries.chosen("1 HDMI-A-2")
    assert tries.next("exited:2") == KMS
    config = tries.folder / "run/xorg.conf"
    assert tries.next("exited:2") == [f"{XORG[0].removesuffix(' by kmsdrm')} -config {config} by kmsdrm", *XORG[1:]]
    assert 'Driver "modesetting"\nOption "kmsdev" "/dev/dri/card1"\nEndSection\n' in config.read_text()
    assert tries.display == "1 HDMI-A-2"


def test_each_card_has_its_own_tries(tries):
    tries.chosen("0 HDMI-A-1")
    assert tries.next("exited:2") == KMS
    tries.chosen("1 DSI-1")
    assert tries.next("exited:2", shows=True) == KMS
    assert tries.next("killed:SEGV") == KMS, "it has shown something"
    tries.chosen("0 HDMI-A-1")
    assert tries.next("exited:2") != KMS


@pytest.mark.parametrize("sockets", [{"card1-HDMI-A-1": "disconnected"}, {"card1-Writeback-1": "unknown"}])
def test_failure_without_a_display_does_not_switch_to_xorg(tries, sockets):
    for name, status in sockets.items():
        tries.socket(name, status)
    assert [tries.next("exited:2") for _ in range(2)] == [KMS, KMS]
    tries.socket("card1-HDMI-A-1", "connected")
    assert [tries.next("exited:2") for _ in range(2)] == [KMS, XORG]


def test_move_to_another_display_does_not_switch_to_xorg(tries):
    assert [tries.next("exited:4") for _ in range(2)] == [KMS, KMS]


@pytest.mark.full
def test_xorg_ends_after_the_screen(tries):
    """systemd tells the screen alone to end, and `screen ended` then ends Xorg."""
    unit = (PARTS / "wondertable-screen.service").read_text()
    assert "\nKillMode=mixed\n" in unit
    assert "\nExecStopPost=/opt/wondertable/current/hardware/appliance/screen ended\n" in unit
    tries.next("exited:2")
    tries.program("bin/Xorg", "#!/bin/sh\necho 5 >&3\nexec sleep 60 2>/dev/null\n")
    tries.call()
    server = int((tries.folder / "run/xorg").read_text())
    os.kill(server, 0)
    tries.call("ended", EXIT_CODE="exited", EXIT_STATUS="0")
    with suppress(FileNotFoundError):  # gone, or nobody has asked yet how it ended
        assert Path(f"/proc/{server}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    assert not (tries.folder / "run/xorg").exists()
