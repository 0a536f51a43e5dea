"""A release of today on arm64.

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
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.appliance.release_archive import Release, site
from tests.appliance import container
from tests.appliance.container import KEPT, ROOT

QEMU = "qemu-aarch64-static"
PACKAGES = "python3,libgl1,libgl1-mesa-dri,libegl1,libgles2,libgbm1,libmtdev1t64,libxi6,libfribidi0"
PYTHON = "3.13"
# In a name space of its own, so that what is mounted is gone with it.
MOUNTS = """
set -e
mount --make-rprivate /
for folder in proc dev; do mount --rbind /$folder "$SYSTEM/$folder"; done
mount --bind "$PLACE" "$SYSTEM/srv"
exec env -i HOME=/srv PYTHONPATH=/srv/program/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 \
    SDL_VIDEODRIVER=offscreen SDL_AUDIODRIVER=dummy LIBGL_ALWAYS_SOFTWARE=1 /usr/sbin/chroot "$SYSTEM" "$@"
"""


def system() -> Path:
    """Return the folder of a Debian for arm64, unpacked and not installed; made once."""

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
        return [
            "unshare",
            "-m",
            "bash",
            "-c",
            MOUNTS,
            "arm",
            f"/usr/bin/{QEMU}",
            f"/usr/bin/python{PYTHON}",
            *words,
        ]

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
        """Run a program with its output in a file, and kill its process group at the end."""
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


@contextmanager
def armed() -> Iterator[Arm]:
    """Yield a release of today that is unpacked in the emulated system; skip the test if that is impossible."""
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
    """Return the folder with a release of the current commit and its key; made once."""
    commit = subprocess.run(
        ["git", "rev-parse", "HEAD"], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    def make(fresh: Path) -> None:
        fresh.mkdir()
        key = fresh / "key.pem"
        subprocess.run(["openssl", "genpkey", "-algorithm", "ed25519", "-out", key], check=True)
        subprocess.run(["openssl", "pkey", "-in", key, "-pubout", "-out", fresh / "key.pub"], check=True)
        subprocess.run([sys.executable, "-m", "app.appliance.release_builder", key], cwd=ROOT, check=True)
        (ROOT / "build" / f"wondertable-{version}.tar").rename(fresh / "release.tar")

    return container.kept(KEPT / f"release-{commit}", make)
