"""A release runs on arm64: packages are imported, games played, a phone gets its page, the screen its first picture.

The programs are those of an unpacked Debian for arm64, emulated one by one by QEMU. The release is made from what is
committed, with a throw-away key, and keeps no other machine's packages from being wrong: only arm64's are tried.
"""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.appliance.archive import Release, site
from app.protocol.client import read_run
from tests.appliance import container
from tests.appliance.container import KEPT, ROOT, until

pytestmark = pytest.mark.root
QEMU = "qemu-aarch64-static"
PACKAGES = "python3,libgl1,libgl1-mesa-dri,libegl1,libgles2,libgbm1,libmtdev1t64,libxi6"
PYTHON, GAMES = "3.13", 10
SLOW = 900.0  # seconds, only so that nothing hangs for ever
# In a name space of its own, so that what is mounted is gone with it.
INSIDE = """
set -e
mount --make-rprivate /
for folder in proc dev; do mount --rbind /$folder "$SYSTEM/$folder"; done
mount --bind "$PLACE" "$SYSTEM/srv"
exec env -i HOME=/srv PYTHONPATH=/srv/program/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 /usr/sbin/chroot "$SYSTEM" "$@"
"""


def system() -> Path:
    """The folder of a Debian for arm64, unpacked and not installed; made once."""

    def make(fresh: Path) -> None:
        words = ["--variant=extract", "--architectures=arm64", f"--include={PACKAGES}", "trixie", str(fresh)]
        subprocess.run(["mmdebstrap", "-q", '--aptopt=APT::Install-Recommends "false"', *words], check=True)
        for name in ("bin", "sbin", "lib"):
            if not (fresh / name).exists():
                (fresh / name).symlink_to(f"usr/{name}")
        for name in ("proc", "srv"):
            (fresh / name).mkdir(exist_ok=True)
        shutil.copy(str(shutil.which(QEMU)), fresh / "usr" / "bin" / QEMU)

    return container.kept(KEPT / "trixie-arm64", make)


class Arm:
    """The release, unpacked at /srv/program of that Debian; /srv/data is the table's."""

    def __init__(self, place: Path) -> None:
        self.place = place

    def command(self, *words: str) -> list[str]:
        return ["unshare", "-m", "bash", "-c", INSIDE, "arm", f"/usr/bin/{QEMU}", f"/usr/bin/python{PYTHON}", *words]

    @property
    def environment(self) -> dict[str, str]:
        return {**os.environ, "SYSTEM": str(system()), "PLACE": str(self.place)}

    def run(self, *words: str) -> str:
        done = subprocess.run(
            self.command(*words), env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stdout
        return done.stdout

    @contextmanager
    def running(self, said: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
        """While a program runs, which says something into a file."""
        with said.open("wb") as to:
            process = subprocess.Popen(
                self.command(*words), env=self.environment, stdin=subprocess.PIPE, stdout=to, stderr=to,
                start_new_session=True,
            )  # fmt: skip
        try:
            yield process
        finally:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()


@pytest.fixture(scope="module")
def arm(tmp_path_factory) -> Iterator[Arm]:
    why = container.missing() or ("" if shutil.which(QEMU) else f"{QEMU}: missing; apt-get install qemu-user-static")
    if why:
        pytest.skip(why)
    folder = Path(tempfile.mkdtemp(prefix="wondertable-"))
    try:
        made = release()
        program = folder / "place" / "program"
        program.mkdir(parents=True)
        with (made / "release.tar").open("rb") as stream:
            Release(stream, [made / "key.pub"], site("aarch64", PYTHON)).unpack(program)
        shutil.copytree(ROOT / "tests" / "hardware", program / "tests" / "hardware")
        yield Arm(folder / "place")
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def release() -> Path:
    """The folder of what `./setup.sh release` makes of what is committed, and of a key to it; made once."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    def make(fresh: Path) -> None:
        fresh.mkdir()
        key = fresh / "key.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
        subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", fresh / "key.pub"], check=True)
        subprocess.run([sys.executable, "-m", "app.appliance.release", key], cwd=ROOT, check=True)
        (ROOT / "build" / f"wondertable-{version}.tar").rename(fresh / "release.tar")

    return container.kept(KEPT / f"release-{commit}", make)


def test_every_package_is_imported(arm):
    names = "aiohttp, babel, dbus_fast, gpiozero, jinja2, kivy, msgspec, qrcode, wsproto, zeroconf"
    ours = "sys.path.insert(0, '/srv/program'); import app.host.run, app.screen.start"
    said = arm.run("-c", f"import platform, sys, {names}; {ours}; print(platform.machine())")
    assert said.splitlines()[-1] == "aarch64"


@pytest.mark.parametrize(("game", "seats"), [("architects", "4"), ("duel", "2"), ("seven-wonders", "5")])
def test_games_are_played_as_here(arm, game, seats, tmp_path):
    words = ["simulate", "--game", game, "--seats", seats, "--games", str(GAMES), "--player", "greedy", "--out"]
    subprocess.run([sys.executable, "main.py", *words, tmp_path], cwd=ROOT, check=True)
    arm.run("/srv/program/main.py", *words, f"/srv/{game}")
    here, there = (
        {path.name: path.read_bytes() for path in folder.glob("*.wt")} for folder in (tmp_path, arm.place / game)
    )
    assert len(here) == GAMES
    assert there == here


def test_a_phone_has_its_page_and_the_screen_its_first_picture(arm):
    data = arm.place / "data"
    table = ("/srv/program/main.py", "table", "--port", "0", "--data-dir", "/srv/data")
    screen = ("/srv/program/tests/hardware/touched.py", "/srv/data", "kiosk")
    said, shown = arm.place / "table.txt", arm.place / "screen.txt"
    with arm.running(said, *table) as process:
        until(lambda: (data / "run.json").exists() or process.poll() is not None, "no table", SLOW)
        assert process.poll() is None, said.read_text()
        with urllib.request.urlopen(f"http://127.0.0.1:{read_run(data).port}/", timeout=SLOW) as answer:
            page = answer.read().decode()
        assert "<!doctype html>" in page.lower()
        assert "Wondertable" in page
        with arm.running(shown, *screen) as drawing:
            until(lambda: "ready" in shown.read_text() or drawing.poll() is not None, "no picture", SLOW)
            assert "shown" in shown.read_text(), shown.read_text()
            drawing.stdin.write(b"seen 1\n")
            drawing.stdin.flush()
            until(lambda: "seen 1 {" in shown.read_text() or drawing.poll() is not None, "nothing is drawn", SLOW)
            assert "lang en" in shown.read_text(), "the first page of a fresh table"
