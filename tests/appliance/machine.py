"""A whole machine: Debian's own kernel, emulated, with a graphics card, touchscreen, mouse and serial line. For tests.

What is on its disk was installed in a container, which is a hundred times quicker, and then written to the disk. It
needs root, and what `missing` asks for. Emulated by QEMU alone: /dev/kvm may be there and yet hang.
"""

import base64
import json
import re
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Final

from PIL import Image

from tests.appliance import container
from tests.appliance.container import ROOT, Container
from tests.appliance.places import DATA

SUITE: Final = "trixie"
REQUIRED_TOOLS: Final = {
    "qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "mke2fs": "e2fsprogs", "mkfs.vfat": "dosfstools",
    "mcopy": "mtools",
}  # fmt: skip
PACKAGES: Final = (
    "linux-image-amd64", "initramfs-tools", "kmod", "udev", "python3-evdev", "network-manager", "wpasupplicant", "iw",
    "dnsmasq-base", "rfkill",
)  # fmt: skip
# A shell on the serial line, nothing that only costs time, and an initial disk with what this machine has.
PREPARE: Final = r"""
set -e
cd "$1"
mkdir -p etc/systemd/system/serial-getty@ttyS0.service.d etc/initramfs-tools/conf.d
printf '[Service]\nExecStart=\nExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 ttyS0 dumb\n' \
    >etc/systemd/system/serial-getty@ttyS0.service.d/shell.conf
printf 'PS1="VM# "\nexport TERM=dumb SYSTEMD_PAGER=cat SYSTEMD_COLORS=0\n' >root/.bashrc
echo 'bind "set enable-bracketed-paste off"' >>root/.bashrc
echo '. ~/.bashrc' >root/.profile
printf 'virtio_pci\nvirtio_blk\next4\nvirtio_rng\n' >etc/initramfs-tools/modules
echo MODULES=list >etc/initramfs-tools/conf.d/small
for unit in apt-daily.timer apt-daily-upgrade.timer dpkg-db-backup.timer e2scrub_all.timer fstrim.timer \
    e2scrub_reap ldconfig NetworkManager-wait-online systemd-networkd-wait-online; do
    case $unit in *.timer) ;; *) unit=$unit.service ;; esac
    ln -sf /dev/null etc/systemd/system/$unit
done
chroot . passwd -q -d root
chroot . systemctl -q enable serial-getty@ttyS0
chroot . update-initramfs -u >/dev/null
"""
AT_THE_TABLE: Final = "tests.appliance.at_the_table"
SCREEN: Final = "wondertable-screen"
ENTRIES: Final = f"journalctl --boot --unit {SCREEN} --output cat"  # of the screen, since the computer was started
PROMPT: Final = b"VM# "
PROJECT: Final = Path("/srv/wondertable")
INSTALLED: Final = "PYTHONPATH=/opt/wondertable/current/site:. PYTHONDONTWRITEBYTECODE=1"  # the table's packages
BOOT: Final = 900.0  # seconds; only so that nothing hangs for ever: two free cores take a tenth of it
PICTURES: Final = ROOT / "build" / "machine"  # of machines
WAY_IN: Final = "http://10.0.2.15/"  # what QEMU's network gives
SLOW: Final = 900  # seconds an emulated screen may take to its first picture, at most


class Touchscreen:
    """Fingers on a touchscreen made by uinput. It comes when it is made, and may be taken away and come back.

    `kind`, as tests/hardware/finger.py knows them: it feels many fingers, one, or a pen.
    """

    def __init__(self, on: "Machine", kind: str = "fingers") -> None:
        self.on, self.kind = on, kind
        on.project()
        on.run("modprobe uinput; chmod 666 /dev/uinput")
        self.plug()

    def plug(self) -> None:
        width, height = self.on.size
        told, done = f"/tmp/touches-{self.kind}", f"/tmp/finger-{self.kind}"
        self.on.run(f"rm -f {told}; mkfifo {told}; : >{done}")
        script = f"{PROJECT}/tests/hardware/finger.py {width}x{height} {self.kind}"
        self.on.run(f"python3 {script} <>{told} >{done} & ")
        self.on.until(f"grep -q ready {done}")
        self.on.run("udevadm settle")

    def unplug(self) -> None:
        self.on.tries(f"kill $(pgrep -f 'hardware/finger.py .* {self.kind}$'); sleep 1")

    @staticmethod
    def touches(*fingers: tuple[int, int], held: tuple[int, int] | None = None, kind: str = "fingers") -> str:
        """Return a shell command for these fingers (pixels) down at once and up again, while another is `held`."""
        places = " ".join(f"{x},{y}" for x, y in fingers)
        if held:
            places = f"{held[0]},{held[1]} > {places}"
        told, done = f"/tmp/touches-{kind}", f"/tmp/finger-{kind}"
        return f": >{done}; echo '{places}' >{told}; until grep -q touched {done}; do sleep 0.2; done"


def missing() -> str:
    """Return why no machine can run here, or "" if one can."""
    lacking = sorted({package for tool, package in REQUIRED_TOOLS.items() if not shutil.which(tool)})
    return container.missing() or (f"missing; apt-get install {' '.join(lacking)}" if lacking else "")


def system() -> Path:
    """Return the folder of a Debian that also has what a machine needs; made once."""
    return container.debian(SUITE, *PACKAGES, then=PREPARE)


def brightness(path: Path) -> float:
    """Return the share of a picture's pixels that are not black."""
    with Image.open(path) as picture:
        dark = picture.convert("L").histogram()[:24]
        return 1 - sum(dark) / (picture.width * picture.height)


def disk_of(box: Container, file: Path) -> None:
    """Write the disk of a running container to a file, as if it had been switched off."""
    box.run("sh", "-c", "systemctl stop 'wondertable*'; systemctl daemon-reload; rm -rf /run/wondertable; sync")
    root = Path("/proc") / str(box.outside) / "root" / str(box.layer.relative_to("/")) / "root"
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "root", "-d", root, file, "4G"], check=True)


class Machine:
    """A running one, which boots at once. What it writes goes into a layer over `disk`, and is thrown away at its end.

    It has the picture of a monitor, a mouse, a root shell, and this checkout at PROJECT once `project` was called.
    """

    network = ""  # what QEMU's lets in, besides
    cache = "unsafe"  # QEMU's of the disk: nothing that is written outlives the machine

    def __init__(
        self, disk: Path, *, card: str = "virtio-vga", size: tuple[int, int] = (1024, 600), kernel_words: str = ""
    ) -> None:
        self.size = size
        boot = system() / "boot"
        kernel = max(boot.glob("vmlinuz-*"))
        layer = ["qemu-img", "create", "-q", "-f", "qcow2", "-b", disk, "-F", "raw"]
        self.home = Path(tempfile.mkdtemp(prefix="machine-"))
        subprocess.run([*layer, self.home / "layer"], check=True)
        self._start(
            "qemu-system-x86_64",
            [
                "-machine", "q35", "-cpu", "Nehalem",
                "-kernel", kernel, "-initrd", boot / kernel.name.replace("vmlinuz", "initrd.img"), "-append",
                f"root=LABEL=root rw console=tty0 console=ttyS0 quiet loglevel=3 net.ifnames=0 {kernel_words}",
            ],
            self.home / "layer",
            f"{card},id=card,xres={size[0]},yres={size[1]}",
        )  # fmt: skip

    def _start(self, qemu: str, words: Sequence[str | Path], layer: Path, card: str) -> None:
        """Switch it on, and wait for its shell."""
        self._switch_on(qemu, words, layer, card)
        try:
            self.shell()
        except BaseException:
            self.end()
            raise

    def _switch_on(self, qemu: str, words: Sequence[str | Path], layer: Path, card: str) -> None:
        """Start QEMU; `words` describe the machine and what it boots from."""
        command = [
            qemu, "-accel", "tcg,thread=multi", "-smp", "2",
            "-m", "1536", "-nodefaults", "-display", "none", "-no-user-config", "-no-shutdown", "-rtc", "base=utc",
            *words,
            "-drive", f"file={layer},if=virtio,format=qcow2,cache={self.cache}",
            "-serial", f"unix:{self.home}/serial,server=on,wait=off",
            "-qmp", f"unix:{self.home}/qmp,server=on,wait=off",
            "-netdev", f"user,id=net,restrict=on{self.network}", "-device", "virtio-net-pci,netdev=net",
            "-device", "virtio-rng-pci", "-device", "qemu-xhci", "-device", "usb-mouse", "-device", "usb-kbd",
            "-device", card,
            "-virtfs", f"local,path={ROOT},mount_tag=project,security_model=none,readonly=on,multidevs=remap",
        ]  # fmt: skip
        self._process = subprocess.Popen([str(word) for word in command], stdin=subprocess.DEVNULL)
        self._heard = b""
        self._open = ExitStack()
        try:
            self._serial, self._qmp = self._connect("serial"), self._connect("qmp")
            self._said = self._open.enter_context(self._qmp.makefile("r"))
            self._said.readline()
            self.ask("qmp_capabilities")
        except BaseException:
            self.end()
            raise

    def _connect(self, name: str) -> socket.socket:
        for _ in range(200):
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(str(self.home / name))
            except OSError:
                link.close()
                time.sleep(0.1)
            else:
                return self._open.enter_context(link)
        raise AssertionError("the machine did not start")

    # ---- from outside

    def ask(self, command: str, **arguments: object) -> object:
        """Send one command to QEMU's monitor and return its answer."""
        self._qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while line := self._said.readline():
            said = json.loads(line)
            assert "error" not in said, f"{command}: {said['error']['desc']}"
            if "return" in said:
                return said["return"]
        raise AssertionError(f"{command}: the machine has ended")

    def picture(self, path: Path, head: int = 0) -> Path:
        """Keep what the monitor shows, as PNG; one of several at the card's next sockets by `head`."""
        self.ask("screendump", filename=str(path), format="png", device="card", head=head)
        return path

    def plug_in(self, name: str, files: dict[str, str]) -> None:
        """Attach a USB stick with these files, FAT like a bought one. `unplug` removes it."""
        stick = self.home / name
        with stick.open("wb") as made:
            made.truncate(64 << 20)
        subprocess.run(["mkfs.vfat", "-n", name.upper(), stick], check=True, stdout=subprocess.DEVNULL)
        for path, text in files.items():
            subprocess.run(["mcopy", "-i", stick, "-", f"::{path}"], input=text, text=True, check=True)
        self.ask(
            "blockdev-add", **{"node-name": name, "driver": "raw", "file": {"driver": "file", "filename": str(stick)}}
        )
        self.ask("device_add", driver="usb-storage", id=name, drive=name, removable=True)

    def unplug(self, name: str) -> None:
        self.ask("device_del", id=name)

    def codes(self, head: int = 0) -> list[str]:
        """List every QR code that can be read in the picture."""
        shown = self.picture(self.home / "codes.png", head)
        done = subprocess.run(["zbarimg", "-q", "--raw", shown], capture_output=True, text=True, check=False)
        return done.stdout.split()

    def click(self, by: int) -> None:
        """Move the mouse by `by` in both directions and click the left button."""
        self.ask("input-send-event", events=[{"type": "rel", "data": {"axis": a, "value": by}} for a in ("x", "y")])
        for down in (True, False):
            time.sleep(0.3)  # an emulated machine needs it to see one after the other
            self.ask("input-send-event", events=[{"type": "btn", "data": {"button": "left", "down": down}}])
        time.sleep(0.3)

    def off(self) -> bool:
        """Return True if the machine has switched itself off; its last picture stays."""
        self._hear(0.01)  # a line that nobody reads gets full, and what it still says would hold the machine up
        said = self.ask("query-status")
        assert isinstance(said, dict)
        return bool(said["status"] == "shutdown")

    def monitor(self, socket: str, status: str) -> None:
        """Switch a monitor `on` or `off`, or let the emulated cable decide (`detect`)."""
        self.run(f"echo {status} >/sys/class/drm/{socket}/status")

    # ---- its shell

    def shell(self) -> None:
        """Wait until it has booted."""
        self._until(PROMPT, BOOT)
        self._serial.sendall(b"stty -echo; PS1=\n")
        self.run("true")

    def run(self, command: str, *, seconds: float = 300) -> str:
        """Return the output of a shell command; raise AssertionError if it fails."""
        code, said = self.tries(command, seconds=seconds)
        assert code == 0, f"{command}: {code}\n{said}"
        return said

    def tries(self, command: str, *, seconds: float = 300) -> tuple[int, str]:
        """Return the exit code and the output of a shell command."""
        mark = f"END{time.monotonic_ns()}"
        text = base64.b64encode(command.encode()).decode()
        self._serial.sendall(f'eval "$(echo {text} | base64 -d)" 2>&1; echo {mark}=$?\n'.encode())
        said, found = self._until(rf"{mark}=(\d+)\r?\n".encode(), seconds)
        return int(found[1]), said.decode(errors="replace").replace("\r", "").strip()

    def until(self, command: str, seconds: float = 300) -> None:
        """Wait until a command succeeds."""
        self.run(
            f"for i in $(seq {int(seconds)}); do {command} && break; sleep 1; done; {command}", seconds=2 * seconds
        )

    def property(self, unit: str, name: str) -> str:
        return self.run(f"systemctl show {unit} --property={name} --value")

    def write(self, path: str, text: str) -> None:
        """Write a file on the machine."""
        self.run(f"mkdir -p $(dirname {path}); cat >{path} <<'TEXT'\n{text}\nTEXT")

    def project(self) -> None:
        """Lay this checkout at PROJECT."""
        options = "trans=virtio,version=9p2000.L,ro,cache=loose,msize=524288"
        self.run(f"modprobe -a 9pnet_virtio 9p; mkdir -p {PROJECT}")
        self.run(f"mountpoint -q {PROJECT} || mount -t 9p -o {options} project {PROJECT}")

    def script(self, module: str, *words: str, seconds: float = 1800) -> str:
        """Return the output of a module of the tests, run on the machine as root by the table's Python."""
        self.project()
        return self.run(_words(module, *words), seconds=seconds)

    def at_the_table(self, *wish: str) -> str:
        """Return the last line that at_the_table.py prints on the machine."""
        return ["", *self.script(AT_THE_TABLE, DATA, *wish).splitlines()][-1]

    def hears(self, seconds: float, module: str, *words: str) -> str:
        """Return what a module of the tests prints within `seconds`; it goes on running."""
        self.project()
        self._serial.sendall(f"{_words(module, *words)}\n".encode())
        end = time.monotonic() + seconds
        heard = b""
        while (left := end - time.monotonic()) > 0:
            self._serial.settimeout(left)
            with suppress(TimeoutError):
                heard += self._serial.recv(65536)
        return heard.decode(errors="replace")

    def console(self) -> str:
        """Return the text on the first console."""
        return self.run("fold -w $(stty -F /dev/tty1 size | cut -d ' ' -f 2) /dev/vcs1")

    def reboot(self) -> None:
        """Restart it; comes back with its shell."""
        self._serial.sendall(b"systemctl reboot\n")
        self.shell()

    def _until(self, pattern: bytes, seconds: float) -> tuple[bytes, re.Match[bytes]]:
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self._heard)):
            left = end - time.monotonic()
            assert left > 0, f"no {pattern!r} in {seconds} s; heard last: {self._heard[-600:]!r}"
            self._hear(left)
        before, self._heard = self._heard[: found.start()], self._heard[found.end() :]
        return before, found

    def _hear(self, seconds: float) -> None:
        """Receive what the serial line has within `seconds`, if anything."""
        self._serial.settimeout(seconds)
        with suppress(TimeoutError):
            heard = self._serial.recv(65536)
            assert heard, "the machine has ended"
            self._heard += heard

    def end(self) -> None:
        """Pull its plug."""
        self._process.kill()
        self._process.wait()
        self._open.close()
        shutil.rmtree(self.home, ignore_errors=True)


def _words(module: str, *words: str) -> str:
    return f"cd {PROJECT} && {INSTALLED} python3 -m {module} {' '.join(words)}"
