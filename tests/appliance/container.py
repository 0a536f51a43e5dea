"""A Debian that boots with its own systemd, in a container: the bed on which an installed table is proven.

It needs root, and on the machine `systemd-nspawn`, `mmdebstrap` and a kernel with overlays. What was fetched is kept in
KEPT: a Debian for each suite, which containers see under a layer of their own, and the packages of requirements.txt.
"""

import hashlib
import itertools
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[2]
KEPT: Final = Path("/var/cache/wondertable-tests")
TOOLS: Final = ("systemd-nspawn", "mmdebstrap", "unshare", "nsenter")
PYTHON: Final = {"bookworm": "311", "trixie": "313"}
PACKAGES: Final = (
    "systemd-sysv", "dbus", "udev", "libpam-systemd", "polkitd", "openssl", "iproute2", "procps", "kbd", "alsa-utils",
    "curl", "python3", "python3-venv", "libgl1", "libgl1-mesa-dri", "libegl1", "libgles2", "libgbm1", "libxi6",
    "libfribidi0", "xserver-xorg-core", "xserver-xorg-input-libinput", "matchbox-window-manager",
)  # fmt: skip
MTDEV: Final = {"bookworm": "libmtdev1", "trixie": "libmtdev1t64"}
PATIENCE: Final = 120.0  # seconds; only so that nothing hangs for ever
# Boots the folder that is named, under a layer of its own. Old controllers may be mounted where cgroup2 has to be: only
# what starts here sees it otherwise.
BOOT: Final = """
set -e
mount --make-rprivate /
umount -R /sys/fs/cgroup 2>/dev/null || true
mount -t cgroup2 none /sys/fs/cgroup
mkdir -p "/sys/fs/cgroup/$NAME"
echo $$ >"/sys/fs/cgroup/$NAME/cgroup.procs"
mkdir -p "$LAYER/over" "$LAYER/work" "$LAYER/root"
mount -t overlay overlay -o "lowerdir=$BELOW,upperdir=$LAYER/over,workdir=$LAYER/work" "$LAYER/root"
cd "$LAYER"
exec systemd-nspawn -q -D root -M "$NAME" --register=no --keep-unit --private-network --boot --console=pipe "$@"
"""


def missing() -> str:
    """Return why no container can run here, or "" if one can."""
    if os.geteuid() != 0:
        return "it needs root"
    if not shutil.which("apt-get"):
        return "this is not Debian"
    lacking = [tool for tool in TOOLS if not shutil.which(tool)]
    if lacking:
        return f"{', '.join(lacking)}: missing; apt-get install systemd-container mmdebstrap"
    known = Path("/proc/filesystems").read_text()
    return "" if "\toverlay\n" in known and "\tcgroup2\n" in known else "this kernel has no overlay or no cgroup2"


def debian(suite: str, *more: str, then: str = "") -> Path:
    """Return the folder of a Debian with everything that a table needs; made once.

    `more` are further packages; a shell runs `then` at its end, with the folder as $1.
    """
    names = (*PACKAGES, MTDEV[suite], *more)
    root = KEPT / f"{suite}-{hashlib.sha256(' '.join((*names, then)).strip().encode()).hexdigest()[:8]}"

    def make(fresh: Path) -> None:
        options = ["--variant=minbase", "--dpkgopt=force-unsafe-io", '--aptopt=APT::Install-Recommends "false"']
        options += [f"--dpkgopt=path-exclude=/usr/share/{what}/*" for what in ("doc", "man", "locale")]
        options += [f"--customize-hook={then}"] if then else []
        subprocess.run(["mmdebstrap", "-q", *options, f"--include={','.join(names)}", suite, fresh], check=True)

    return kept(root, make)


def wheels(suite: str) -> Path:
    """Return a folder with the packages of requirements.txt for that Debian's Python."""
    wanted = ROOT / "requirements.txt"
    version = PYTHON[suite]

    def make(fresh: Path) -> None:
        platforms = [f"--platform=manylinux{name}_x86_64" for name in ("2014", "_2_17", "_2_28", "_2_34")]
        words = ["--no-deps", "--only-binary=:all:", *platforms, f"--python-version={version}", "--implementation=cp"]
        words += [f"--abi={abi}" for abi in (f"cp{version}", "abi3", "none")]
        pip = [sys.executable, "-m", "pip", "download", "-q", "--disable-pip-version-check"]
        subprocess.run([*pip, *words, "-r", wanted, "-d", fresh], check=True)

    return kept(KEPT / f"wheels-{version}-{hashlib.sha256(wanted.read_bytes()).hexdigest()[:8]}", make)


def kept(folder: Path, make: Callable[[Path], None]) -> Path:
    """Make the folder unless it exists, and return it."""
    if not folder.exists():
        fresh = folder.with_name(f"{folder.name}.{os.getpid()}")
        fresh.parent.mkdir(parents=True, exist_ok=True)
        try:
            make(fresh)
            with suppress(OSError):  # another process was quicker
                fresh.rename(folder)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)
    return folder


class Container:
    """A running one. This checkout lies in it at /srv/wondertable, the packages at /srv/wheels; it has no network."""

    _numbers = itertools.count()

    def __init__(self, suite: str, layer: Path, below: Path | None = None) -> None:
        self.layer, self.suite = layer, suite
        name = f"wondertable-{os.getpid()}-{next(self._numbers)}"
        env = {**os.environ, "NAME": name, "LAYER": str(layer), "BELOW": str(below or debian(suite))}
        binds = [f"--bind-ro={ROOT}:/srv/wondertable", f"--bind-ro={wheels(suite)}:/srv/wheels"]
        with (layer / "said").open("wb") as said:
            self._nspawn = subprocess.Popen(
                ["unshare", "-m", "bash", "-c", BOOT, "boot", *binds],
                env=env, stdin=subprocess.DEVNULL, stdout=said, stderr=said,
            )  # fmt: skip
        self.leader = 0
        try:
            until(self._up, "the container did not boot")
        except BaseException:
            self.end()
            raise

    def _up(self) -> bool:
        assert self._nspawn.poll() is None, (self.layer / "said").read_text(errors="replace")
        process = Path(f"/proc/{self._nspawn.pid}")
        children = (process / "task" / process.name / "children").read_text().split()
        if (process / "comm").read_text() != "systemd-nspawn\n" or len(children) != 1:
            return False
        self.leader = int(children[0])
        return self.run("systemctl", "is-system-running", check=False).strip() in ("running", "degraded")

    def run(self, *words: str, check: bool = True, **env: str) -> str:
        """Return the output of a command in the container; raise AssertionError if it fails."""
        code, said = self.tries(*words, **env)
        assert not check or code == 0, f"{' '.join(words)}: {code}\n{said}"
        return said

    def tries(self, *words: str, **env: str) -> tuple[int, str]:
        """Return the exit code and the output of a command in the container."""
        inside = ["nsenter", "-t", str(self.leader), "-m", "-u", "-i", "-n", "-p", "-C", "-r", "-w", "--"]
        own = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "LANG": "C.UTF-8", "SYSTEMD_PAGER": "cat"}
        done = subprocess.run(
            [*inside, "env", "-i", *(f"{name}={value}" for name, value in {**own, **env}.items()), *words],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.returncode, done.stdout

    def setup(self, *words: str, **env: str) -> tuple[int, str]:
        """Run this checkout's `./setup.sh …` in the container, and return exit code and output."""
        return self.tries("/srv/wondertable/setup.sh", *words, PIP_NO_INDEX="1", PIP_FIND_LINKS="/srv/wheels", **env)

    def at_the_table(self, *wish: str) -> str:
        """Return what tests/appliance/at_the_table.py prints when it runs in the container's network."""
        folder = str(Path("/proc", str(self.leader), "root", "var/lib/wondertable"))
        script = ["-m", "tests.appliance.at_the_table", folder, *wish]
        done = subprocess.run(
            ["nsenter", "-t", str(self.leader), "-n", sys.executable, *script],
            cwd=ROOT, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    def files(self) -> dict[str, str]:
        """List every lasting file by path: what it is, and when it changed last. Logs and caches are not listed."""
        passing = ("/run", "/tmp", "/var/tmp", "/var/log", "/var/lib/systemd", "/var/lib/private", "/root", "/srv")
        skip = [word for path in (*passing, "*/.cache") for word in ("-path", path, "-prune", "-o")]
        kind = ["(", "-type", "f", "-printf", "%P\t%M %u %C@ %s\n", "-o", "-printf", "%P\t%M %u %l\n", ")"]
        found = self.run("find", "/", "-xdev", *skip, *kind)
        return dict(line.split("\t", 1) for line in found.splitlines())

    @property
    def outside(self) -> int:
        """A process that sees its disk alone, without what it has mounted, at `layer`/root."""
        return self._nspawn.pid

    def property(self, unit: str, name: str) -> str:
        return self.run("systemctl", "show", unit, "--property", name, "--value").strip()

    def write(self, path: str, text: str) -> None:
        """Write a file in the container."""
        self.run("sh", "-c", f'mkdir -p {Path(path).parent} && printf %s "$TEXT" >{path}', TEXT=text)

    def run_file(self) -> dict[str, object]:
        """Return the run.json of the container's table."""
        found: dict[str, object] = json.loads(self.run("cat", "/var/lib/wondertable/run.json"))
        return found

    def has_ended(self) -> bool:
        """Return True if the container has powered itself off. Another container can boot from its layer."""
        return self._nspawn.poll() is not None

    def end(self, *, keep: bool = False) -> None:
        """Pull its plug; its layer goes, unless it is kept."""
        if self.has_ended():
            pass
        elif self.leader:
            os.kill(self.leader, signal.SIGKILL)  # and with it all that is in there; systemd-nspawn follows
        else:
            self._nspawn.kill()
        self._nspawn.wait()
        if not keep:
            shutil.rmtree(self.layer, ignore_errors=True)


def until(true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Wait until something holds; AssertionError with `what` if it does not come."""
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, what
        time.sleep(0.05)
