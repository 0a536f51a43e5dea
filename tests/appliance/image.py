"""The image of a card or a disk: as its recipe says it, and as a machine that starts from it. For tests.

A machine starts as an owner's does, by its firmware. Nobody can log in; it gives tests a shell on its serial line
because the firmware hands it the words for that, as only whoever owns a machine can have it do.
"""

import base64
import os
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final, NamedTuple

from tests.appliance import container
from tests.appliance.container import KEPT, ROOT, until
from tests.appliance.machine import PICTURES, SLOW, Machine, brightness
from tests.running import hears

RECIPE: Final = ROOT / "hardware" / "appliance" / "image"
LISTINGS: Final = Path(__file__).with_name("images")  # renewed by `python -m tests.appliance.image`
KINDS: Final = ("pc", "arm64", "pi")
REQUIRED_TOOLS: Final = {
    "pc": {"qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "/usr/share/OVMF": "ovmf"},
    "arm64": {
        "qemu-system-aarch64": "qemu-system-arm", "qemu-img": "qemu-utils", "/usr/share/AAVMF": "qemu-efi-aarch64",
    },
}  # fmt: skip
ADDED_TO: Final = ("Content.KernelCommandLine", "Content.Packages")  # what a kind of machine adds to, else it replaces
DISK: Final = "8G"  # larger than any image
WORDS: Final = 0.003  # of a picture, as much as words take
SHELL: Final = """[Service]
ExecStart=/bin/bash --noprofile --norc -i
Environment=TERM=dumb SYSTEMD_PAGER=cat SYSTEMD_COLORS=0 HOME=/root "PS1=VM# "
StandardInput=tty
StandardOutput=tty
TTYPath=/dev/{line}
"""
WANTS: Final = "[Unit]\nWants=test-shell.service\n"


class Way(NamedTuple):
    """The way in which a machine starts from an image."""

    kind: str  # of the image
    qemu: str
    words: tuple[str, ...]  # what it is
    card: str
    line: str  # the serial one, as its kernel calls it
    firmware: tuple[Path, ...] = ()  # its code, and what it remembers; none is the one that QEMU brings


PC: Final = ("-machine", "q35", "-cpu", "Nehalem")
OVMF: Final = (Path("/usr/share/OVMF/OVMF_CODE_4M.fd"), Path("/usr/share/OVMF/OVMF_VARS_4M.fd"))
AAVMF: Final = (Path("/usr/share/AAVMF/AAVMF_CODE.fd"), Path("/usr/share/AAVMF/AAVMF_VARS.fd"))
WAYS: Final = {
    "bios": Way("pc", "qemu-system-x86_64", PC, "virtio-vga", "ttyS0"),
    "uefi": Way("pc", "qemu-system-x86_64", PC, "virtio-vga", "ttyS0", OVMF),
    "arm": Way(
        "arm64", "qemu-system-aarch64", ("-machine", "virt", "-cpu", "cortex-a72"), "virtio-gpu-pci", "ttyAMA0", AAVMF
    ),
}


# ---- the recipe --------------------------------------------------------------------------------------------------


def read(file: Path) -> dict[str, list[str]]:
    """Read a file of the recipe into its values (one word or line each) by section and key."""
    found: dict[str, list[str]] = {}
    section = key = ""
    for line in file.read_text().splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        if line.startswith("["):
            section = line.strip("[]")
        elif line[0].isspace():
            found[key].append(line.strip())
        else:
            name, _, value = line.partition("=")
            key = f"{section}.{name}"
            found.setdefault(key, [])
            found[key] += [value] if value else []
    return found


def recipe(kind: str) -> dict[str, list[str]]:
    """Return the merged settings of an image of that kind."""
    said = read(RECIPE / "mkosi.conf")
    for key, values in read(RECIPE / "mkosi.profiles" / kind / "mkosi.conf").items():
        said[key] = [*said.get(key, []), *values] if key in ADDED_TO else values
    return said


def partitions(kind: str) -> list[tuple[str, dict[str, list[str]]]]:
    """List the image's partitions, in their order."""
    files = [*RECIPE.glob("mkosi.repart/*.conf"), *(RECIPE / "mkosi.profiles" / kind).glob("mkosi.repart/*.conf")]
    return [(file.name, read(file)) for file in sorted(files, key=lambda file: file.name)]


def listing(kind: str) -> str:
    """Return the reviewed text of an image: its settings, its partitions, and the files it adds to the system."""
    lines = [f"{key}: {value}" for key, values in sorted(recipe(kind).items()) for value in sorted(values) or [""]]
    for name, said in partitions(kind):
        lines += ["", name, *(f"  {key}: {' '.join(values)}" for key, values in said.items())]
    files = sorted(path for path in (RECIPE / "mkosi.extra").rglob("*") if path.is_file())
    lines += ["", *(f"{'x' if path.stat().st_mode & 0o100 else '-'} {path.relative_to(RECIPE)}" for path in files)]
    return "\n".join(lines) + "\n"


# ---- a machine -----------------------------------------------------------------------------------------------------


def missing(kind: str) -> str:
    """Return why no machine of that kind can run here, or "" if one can."""
    needed = REQUIRED_TOOLS[kind].items()
    lacking = sorted({package for what, package in needed if not (shutil.which(what) or Path(what).is_dir())})
    return container.missing() or (f"missing; apt-get install {' '.join(lacking)}" if lacking else "")


CACHED_ENVIRONMENT: Final = {
    **os.environ,
    "WONDERTABLE_IMAGE_AGAIN": "yes",
}  # packages stay as they were installed


def begin(kind: str) -> None:
    """Start making an image and interrupt it once its packages are cached; the next one uses them."""
    words = ["./setup.sh", "image", kind]
    with subprocess.Popen(
        words,
        cwd=ROOT,
        env=CACHED_ENVIRONMENT,
        stderr=subprocess.PIPE,
        text=True,
        process_group=0,
        preexec_fn=hears,
    ) as making:
        said = ""
        for line in making.stderr or ():
            said += line
            if "Copying cached trees" in line:
                break
        os.killpg(making.pid, signal.SIGINT)
        _, rest = making.communicate()
    assert making.returncode == 130, said + rest
    assert "Traceback" not in rest
    assert list((ROOT / "build" / "image" / "work").iterdir()) == []


def made(kind: str) -> Path:
    """Return the image of the current commit; made once, in a quarter of an hour, or a third of that after `begin`."""
    commit = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=True).stdout

    def make(fresh: Path) -> None:
        fresh.mkdir()
        subprocess.run(["./setup.sh", "image", kind], cwd=ROOT, env=CACHED_ENVIRONMENT, check=True)
        images = (ROOT / "build").glob(f"wondertable-*-{kind}.img")  # others may have been made by hand
        max(images, key=lambda image: image.stat().st_mtime).rename(fresh / "image")

    return container.kept(KEPT / f"image-{kind}-{commit.strip()[:12]}", make) / "image"


class Started(Machine):
    """One that was written with an image, and starts in one of WAYS. Its disk is larger.

    What it writes stays in `home`, so that it can be switched on `again`: of what it has not synced some may be lost,
    as of a real one.
    """

    cache = "writeback"

    def __init__(self, image: Path, way: str, *, network: str = "") -> None:
        self.size = (1024, 600)
        self.network = network
        self.home = Path(tempfile.mkdtemp(prefix="machine-"))
        self.way = WAYS[way]
        self._words: list[str | Path] = [*self.way.words, *_shell_credentials(self.way.line)]
        for number, part in enumerate(self.way.firmware):
            shutil.copy(part, self.home / str(number))
            self._words += ["-drive", f"if=pflash,format=raw,unit={number},file={self.home / str(number)}"]
        layer = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", image, "-F", "raw", self.home / "layer", DISK]
        subprocess.run(layer, check=True)
        self.again()

    def again(self) -> None:
        """Switch it on; comes back with its shell."""
        self._start(*self._prepare_start())

    def briefly(self, seconds: float) -> None:
        """Switch it on, and pull its plug after so long, whatever it does then."""
        self._switch_on(*self._prepare_start())
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
        self.pull()

    def _prepare_start(self) -> tuple[str, list[str | Path], Path, str]:
        for name in ("serial", "qmp"):
            (self.home / name).unlink(missing_ok=True)
        card = f"{self.way.card},id=card,xres={self.size[0]},yres={self.size[1]}"
        return self.way.qemu, self._words, self.home / "layer", card

    def project(self) -> None:
        """Lay this checkout at PROJECT, for which its system has no folder."""
        self.run("mountpoint -q /srv || mount -t tmpfs none /srv")
        super().project()

    def pull(self) -> None:
        """Pull the machine's plug; written data stays."""
        self._process.kill()
        self._process.wait()
        self._open.close()


def _shell_credentials(line: str) -> list[str]:
    """Return QEMU's words that make the firmware pass on a shell on the serial line."""
    words = []
    shell = SHELL.format(line=line)
    for name, text in (("extra-unit.test-shell.service", shell), ("unit-dropin.multi-user.target", WANTS)):
        value = base64.b64encode(text.encode()).decode()
        words += ["-smbios", f"type=11,value=io.systemd.credential.binary:systemd.{name}={value}"]
    return words


def is_well(made: Started) -> None:
    """Check that the machine serves its page, draws, has no failed unit, and uses the disk only for data."""
    made.until("[ -e /run/wondertable-screen/shown ]", SLOW)
    made.until("python3 -c 'import urllib.request as u; u.urlopen(\"http://127.0.0.1/\")' 2>/dev/null", SLOW)
    assert made.run("systemctl --failed --no-legend") == ""
    assert int(made.run("df --output=size -B 1000000 /var | tail -n 1")) > 6000
    assert made.run("findmnt -n -o OPTIONS / | cut -d , -f 1") == "ro"
    assert "Traceback" not in made.run("journalctl --boot --unit 'wondertable*' --output cat")


def draws(made: Started) -> None:
    """Wait until its screen is not black any more."""
    until(lambda: brightness(made.picture(made.home / "seen.png")) > WORDS, "nothing is drawn", SLOW)


def starts_and_again(disk: Path, way: str) -> None:
    """Start a machine twice: the first page is shown, nobody can log in, and a pulled plug changes nothing."""
    made = Started(disk, way)
    try:
        is_well(made)
        draws(made)
        made.picture(PICTURES / f"image-{way}.png")
        before = made.run("cat /etc/machine-id; readlink -f /opt/wondertable/current")
        assert made.run("grep -c '^[^:]*:[^!*]' /etc/shadow || true") == "0", "no password opens anything"
        assert made.tries("pgrep -ax 'sshd|agetty|login'")[0] == 1
        made.run("systemd-analyze time >/dev/kmsg; sync")
        made.pull()
        made.again()
        is_well(made)
        assert made.run("cat /etc/machine-id; readlink -f /opt/wondertable/current") == before
    finally:
        made.end()


if __name__ == "__main__":
    for kind in KINDS:
        LISTINGS.joinpath(f"{kind}.txt").write_text(listing(kind))
