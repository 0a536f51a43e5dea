"""What an installed version holds, and how it is started: what can be seen without installing it."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PARTS = ROOT / "hardware" / "appliance"


def test_every_part_of_a_version_is_there():
    listed = (PARTS / "program").read_text().split()
    assert listed == sorted(set(listed))
    assert [name for name in listed if not (ROOT / name).exists()] == []


def test_a_version_starts_with_its_own_packages_wherever_a_link_leads_to_it(tmp_path):
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
def test_a_unit_is_confined_as_it_is_written(unit):
    if not shutil.which("systemd-analyze"):
        pytest.skip("systemd is not here to say it")
    words = ["security", "--offline=true", "--threshold=20", "--no-pager", PARTS / f"{unit}.service"]
    done = subprocess.run(["systemd-analyze", *words], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def test_whatever_a_unit_starts_is_there_and_can_be_run():
    for unit in PARTS.glob("*.service"):
        for path in re.findall(r"^ExecStart=/opt/wondertable/\w+/(\S+)", unit.read_text(), re.MULTILINE):
            assert (ROOT / path).stat().st_mode & 0o111, f"{unit.name}: {path}"


# ---- how the screen is started ---------------------------------------------------------------------------

NOTES = """#!/bin/sh
echo "$(basename "$0") $*${DISPLAY:+ on $DISPLAY}${SDL_VIDEODRIVER:+ by $SDL_VIDEODRIVER}" >>FOLDER/said
"""


class Tries:
    """hardware/appliance/screen beside a `wondertable`, an Xorg and a window manager that only note what is asked."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        notes = NOTES.replace("FOLDER", str(folder))
        for name in ("run", "bin"):
            (folder / name).mkdir()
        shutil.copy(PARTS / "screen", folder)
        for name in ("wondertable", "bin/matchbox-window-manager"):
            self.program(name, notes)
        self.program("bin/Xorg", notes + "echo 5 >&3\n")

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
        """What the next try starts. Then it ends so, as systemd says it; `shows`: after its first picture."""
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
def test_where_the_card_shows_nothing_the_second_try_is_xorg_and_so_are_all_after_it(tries, ended):
    assert tries.next(ended) == KMS
    assert tries.next(ended) == XORG
    assert tries.next(ended) == XORG


@pytest.mark.parametrize("ended", ["killed:KILL", "killed:TERM", "exited:0", ""])
def test_an_end_that_says_nothing_of_the_card_is_no_reason(tries, ended):
    assert [tries.next(ended) for _ in range(2)] == [KMS, KMS]


def test_a_card_that_has_shown_something_is_not_given_up(tries):
    assert tries.next("killed:SEGV", shows=True) == KMS
    assert tries.next("killed:SEGV") == KMS


def test_without_xorg_the_card_is_tried_again(tries):
    (tries.folder / "bin/Xorg").unlink()
    tries.next("exited:2")
    for name in ("basename", "dirname", "readlink"):
        (tries.folder / "bin" / name).symlink_to(shutil.which(name))
    assert tries.call(PATH=f"{tries.folder}/bin").returncode == 0
    assert (tries.folder / "said").read_text().splitlines() == [*KMS, *KMS]


def test_where_xorg_does_not_come_either_that_is_said_last(tries):
    tries.next("exited:2")
    tries.program("bin/Xorg", "#!/bin/sh\necho no screens found >&2; exit 1\n")
    done = tries.call()
    assert done.returncode == 1
    assert done.stderr.splitlines() == [
        "the graphics card itself has shown nothing, so Xorg is tried",
        "no screens found",
        "neither the graphics card itself nor Xorg shows anything",
    ]
