"""Counts fingers on a touchscreen of a virtual machine, with and without a desktop. Run by hand, as root, on Debian:

    .venv/bin/python -m tests.hardware.on_a_touchscreen [FOLDER]

FOLDER (~/.cache/wondertable-machine) keeps Debian's files, fetched once; pictures go there as well. Debian's own kernel
boots in QEMU, emulated, and reads this project and .venv; a touchscreen is made by uinput, and our screen runs as a
user who is no more than a member of groups. Takes some ten minutes. Where it cannot be done: `skipped: …`, exit code 0.
"""

import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys
import tempfile
import time
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import chain
from pathlib import Path
from typing import Any

from tests.hardware.turned import Check, Place, Turned, corners, felt_at, near

ROOT = Path(__file__).resolve().parents[2]
SUITES = {(3, 11): "bookworm", (3, 13): "trixie"}  # whose Python can use the wheels of .venv
NEEDED = {"qemu-system-x86_64": "qemu-system-x86", "qemu-img": "qemu-utils", "mmdebstrap": "mmdebstrap"}
NEEDED |= {"mke2fs": "e2fsprogs"}
PACKAGES = (
    "systemd-sysv dbus udev libpam-systemd linux-image-amd64 initramfs-tools kmod procps python3 python3-evdev libgl1 "
    "libgl1-mesa-dri libegl1 libgles2 libgbm1 libxi6 xserver-xorg-core xserver-xorg-input-libinput "
    "matchbox-window-manager"
)
OPTIONS = ("--aptopt=APT::Install-Recommends false", "--dpkgopt=force-unsafe-io")
OPTIONS += ("--dpkgopt=path-exclude=/usr/share/doc/*", "--dpkgopt=path-exclude=/usr/share/man/*")
WIDTH, HEIGHT = 1024, 600
PROMPT = b"VM# "
PAIRS = (((5, 6), (1018, 595)), ((1017, 7), (6, 594)))


def say(*words: object) -> None:
    print("on a touchscreen:", *words, flush=True)


def skip(why: str) -> None:
    print(f"skipped: {why}")
    sys.exit(0)


# ---- a disk to boot from -----------------------------------------------------------------------------


def disk(kept: Path) -> Path:
    """Debian with a shell on the serial line, made once."""
    made = kept / "disk.raw"
    if made.exists():
        return made
    suite = SUITES[sys.version_info[:2]]
    root = kept / "root"
    if not (root / "boot").exists():
        say(f"fetching Debian {suite}, some 300 MB")
        mtdev = "libmtdev1t64" if suite == "trixie" else "libmtdev1"
        subprocess.run(
            ["mmdebstrap", "--variant=minbase", f"--include={PACKAGES} {mtdev}", *OPTIONS, suite, root], check=True
        )
    say("making a disk of it")
    for path, text in {
        "etc/systemd/system/serial-getty@ttyS0.service.d/shell.conf": "[Service]\nExecStart=\n"
        "ExecStart=-/sbin/agetty --autologin root --noclear --keep-baud 115200 ttyS0 dumb\n",
        "root/.bashrc": 'PS1="VM# "\nexport TERM=dumb SYSTEMD_PAGER=cat\nbind "set enable-bracketed-paste off"\n',
        "root/.profile": ". ~/.bashrc\n",
        "etc/initramfs-tools/modules": "virtio_pci\nvirtio_blk\next4\nvirtio_rng\n",
        "etc/initramfs-tools/conf.d/small": "MODULES=list\n",
        "etc/X11/Xwrapper.config": "allowed_users=anybody\n",
    }.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    for unit in ("apt-daily.timer", "apt-daily-upgrade.timer", "e2scrub_reap.service", "getty@tty1.service"):
        path = root / "etc/systemd/system" / unit
        path.unlink(missing_ok=True)
        path.symlink_to("/dev/null")
    inside = "passwd -d root; id plays || useradd -m -G video,render,input plays; id others || useradd -m others; "
    inside += "systemctl enable serial-getty@ttyS0; update-initramfs -u"
    subprocess.run(["chroot", root, "sh", "-c", inside], check=True, stdout=subprocess.DEVNULL)
    raw = kept / "disk.raw.new"
    subprocess.run(["mke2fs", "-q", "-F", "-t", "ext4", "-L", "root", "-d", root, raw, "3G"], check=True)
    raw.rename(made)
    return made


class Failed(OSError):
    """Something could not be tried to its end."""


# ---- the machine -------------------------------------------------------------------------------------


class Machine:
    """A root shell on the serial line, pictures, and a mouse. Emulated: /dev/kvm may be there and yet hang."""

    def __init__(self, kept: Path, disk: Path) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="machine-"))
        root = kept / "root"
        kernel = max((root / "boot").glob("vmlinuz-*"))
        site = Path(sys.prefix, "lib", f"python{sys.version_info[0]}.{sys.version_info[1]}", "site-packages").resolve()
        layer = self.home / "layer"  # what the machine writes is thrown away
        subprocess.run(["qemu-img", "create", "-q", "-f", "qcow2", "-b", disk, "-F", "raw", layer], check=True)
        shared = [f"local,path={path},mount_tag={tag},security_model=none,readonly=on,multidevs=remap"
                  for tag, path in (("project", ROOT), ("site", site))]  # fmt: skip
        command = [
            "qemu-system-x86_64", "-accel", "tcg,thread=multi", "-machine", "q35", "-cpu", "Nehalem", "-smp", "2",
            "-m", "1536", "-nodefaults", "-display", "none", "-no-user-config", "-no-reboot",
            "-kernel", kernel, "-initrd", root / "boot" / kernel.name.replace("vmlinuz", "initrd.img"),
            "-append", "root=LABEL=root rw console=tty0 console=ttyS0 quiet loglevel=3",
            "-drive", f"file={layer},if=virtio,format=qcow2,cache=unsafe",
            "-serial", f"unix:{self.home}/serial,server=on,wait=off",
            "-qmp", f"unix:{self.home}/qmp,server=on,wait=off",
            "-device", "virtio-rng-pci", "-device", "qemu-xhci", "-device", "usb-mouse", "-device", "usb-kbd",
            "-device", f"virtio-vga,xres={WIDTH},yres={HEIGHT}", "-virtfs", shared[0], "-virtfs", shared[1],
        ]  # fmt: skip
        self.process = subprocess.Popen(list(map(str, command)), stdin=subprocess.DEVNULL)
        self._heard = b""

    def boot(self) -> None:
        """Until there is a shell."""
        self._serial, self._qmp = self._connect("serial"), self._connect("qmp")
        self._said = self._qmp.makefile("r")
        self._said.readline()
        self.ask("qmp_capabilities")
        self._until(PROMPT, 400)
        self._serial.sendall(b"stty -echo; PS1=\n")
        self.sh("true")

    def _connect(self, name: str) -> socket.socket:
        for _ in range(200):
            link = socket.socket(socket.AF_UNIX)
            try:
                link.connect(str(self.home / name))
                return link
            except OSError:
                link.close()
                time.sleep(0.1)
        raise Failed("the machine did not start")

    def ask(self, command: str, **arguments: object) -> object:
        """One word to QEMU's monitor."""
        self._qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while line := self._said.readline():
            said = json.loads(line)
            if "error" in said:
                raise Failed(f"{command}: {said['error']['desc']}")
            if "return" in said:
                return said["return"]
        raise Failed(f"{command}: the machine has ended")

    def picture(self, path: Path) -> int:
        """Keep what the monitor shows; how many colours there are in it."""
        self.ask("screendump", filename=str(path), format="png")
        return len(colours(path.read_bytes()))

    def click(self, by: int) -> None:
        """The mouse moves by so much both ways, and its left button goes down and up."""
        self.ask("input-send-event", events=[{"type": "rel", "data": {"axis": a, "value": by}} for a in ("x", "y")])
        for down in (True, False):
            time.sleep(0.3)
            self.ask("input-send-event", events=[{"type": "btn", "data": {"button": "left", "down": down}}])
        time.sleep(0.3)

    def _until(self, pattern: bytes, seconds: float) -> tuple[bytes, re.Match[bytes]]:
        end = time.monotonic() + seconds
        while not (found := re.search(pattern, self._heard)):
            left = end - time.monotonic()
            if left <= 0:
                raise Failed(f"no {pattern!r} in {seconds} s; heard last: {self._heard[-600:]!r}")
            self._serial.settimeout(left)
            with suppress(TimeoutError):
                heard = self._serial.recv(65536)
                if not heard:
                    raise Failed("the machine has ended")
                self._heard += heard
        before, self._heard = self._heard[: found.start()], self._heard[found.end() :]
        return before, found

    def sh(self, command: str, seconds: float = 120, check: bool = True) -> str:
        """What a command says."""
        mark = f"END{time.monotonic_ns()}"
        text = base64.b64encode(command.encode()).decode()
        self._serial.sendall(f'eval "$(echo {text} | base64 -d)" 2>&1; echo {mark}=$?\n'.encode())
        said, found = self._until(rf"{mark}=(\d+)\r?\n".encode(), seconds)
        out = said.decode(errors="replace").replace("\r", "").strip()
        if check and found[1] != b"0":
            raise Failed(f"`{command}` ended with {found[1].decode()}: {out}")
        return out

    def wait(self, command: str, seconds: float = 180, while_: str = "true") -> None:
        """Until a command succeeds, while another does."""
        again = f"{command} && break; {while_} || break; sleep 0.5"
        self.sh(f"for i in $(seq {int(seconds * 2)}); do {again}; done; {command}", seconds * 3)

    def end(self) -> None:
        with suppress(Exception):
            self.ask("quit")
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(10)
        self.process.kill()
        shutil.rmtree(self.home)


def colours(png: bytes) -> set[bytes]:
    """The colours of a picture."""
    return {bytes(row[i : i + 3]) for row in rows(png) for i in range(0, len(row), 3)}


def rows(png: bytes) -> list[bytearray]:
    """A picture as QEMU writes it: eight bits each of red, green, blue, no interlacing."""
    width, height, depth, kind = struct.unpack_from(">IIBB", png, 16)
    assert (depth, kind) == (8, 2)
    at, packed = 8, b""
    while at < len(png):
        size, name = struct.unpack_from(">I4s", png, at)
        packed += png[at + 8 : at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    told, above, found = zlib.decompress(packed), bytearray(3 * width), []
    for y in range(height):
        how, row = told[y * (3 * width + 1)], bytearray(told[y * (3 * width + 1) + 1 : (y + 1) * (3 * width + 1)])
        for i in range(len(row)):
            left, up, corner = row[i - 3] if i > 2 else 0, above[i], above[i - 3] if i > 2 else 0
            near = min((left, up, corner), key=lambda each: abs(left + up - corner - each))  # the first of equals
            row[i] = (row[i] + (0, left, up, (left + up) // 2, near)[how]) & 255
        found.append(row)
        above = row
    return found


# ---- what is tried -----------------------------------------------------------------------------------


class Bed:
    """Our screen in the machine, and its touchscreen."""

    size = WIDTH, HEIGHT

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self._asked = 0

    def plug(self) -> None:
        """A touchscreen comes."""
        self.machine.sh("rm -f /tmp/touches; mkfifo /tmp/touches; : >/tmp/finger")
        self.machine.sh(f"python3 /project/tests/hardware/finger.py {WIDTH}x{HEIGHT} <>/tmp/touches >/tmp/finger & ")
        self.machine.wait("grep -q ready /tmp/finger")
        self.machine.sh("udevadm settle")

    def unplug(self) -> None:
        self.machine.sh("kill $(pgrep -f hardware/finger.py); sleep 1", check=False)

    @contextmanager
    def screen(self, user: str, how: str, environment: str, *, table: bool = False) -> Iterator[None]:
        """Our screen, from its first picture on; with a fresh table, or without any."""
        run = f"PYTHONPATH=/site PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1 HOME=/home/{user} {environment}"
        folder = f"/home/{user}/data"
        self.machine.sh(f"rm -rf /tmp/said /tmp/asked {folder}; : >/tmp/said; mkfifo /tmp/asked")
        if table:
            command = f"runuser -u {user} -- env {run} python3 /project/main.py table --port 8080 --data-dir {folder}"
            self.machine.sh(f"{command} >/tmp/table 2>&1 & echo $! >/tmp/table.pid")
            self.machine.wait(f"test -e {folder}/run.json", while_="kill -0 $(cat /tmp/table.pid)")
        self.machine.sh(
            f"runuser -u {user} -- env {run} python3 /project/tests/hardware/touched.py {folder} {how}"
            " <>/tmp/asked >/tmp/said 2>&1 & echo $! >/tmp/screen"
        )
        try:
            self._wait_for("shown")
            yield
        finally:
            self.machine.sh("kill $(pgrep -f hardware/touched.py); sleep 2", check=False)
            if table:
                self.machine.sh("kill $(pgrep -f /project/main.py); sleep 2", check=False)

    def ready(self) -> None:
        self._wait_for("ready")

    def _wait_for(self, word: str) -> None:
        """Until our screen has said it; what it said instead is told."""
        try:
            self.machine.wait(f"grep -q {word} /tmp/said", while_="kill -0 $(cat /tmp/screen)")
        except Failed as why:
            raise Failed(f"our screen never said {word!r}, but:\n{self.says()}\n{why}") from why

    def touch(self, *fingers: Place, held: Place | None = None) -> list[Place]:
        """So many fingers at once, while another is `held`; where the window felt one come down."""
        places = " ".join(f"{x},{y}" for x, y in fingers)
        if held:
            places = f"{held[0]},{held[1]} > {places}"
        return self._felt(
            f": >/tmp/finger; echo '{places}' >/tmp/touches; until grep -q touched /tmp/finger; do sleep 0.2; done"
        )

    def click(self, by: int = 9) -> list[Place]:
        before = self.machine.sh("wc -l </tmp/said")
        self.machine.click(by)
        return self._felt("true", before)

    def _felt(self, act: str, before: str = "$(wc -l </tmp/said)") -> list[Place]:
        """Once all have gone up again that came down, and a while later, since one might be felt twice."""
        since = "tail -n +$((n + 1)) /tmp/said"
        down, up = (f"$({since} | grep -c '^{word} ')" for word in ("down", "up"))
        meanwhile = "kill -0 $(cat /tmp/screen) || break; sleep 0.3"
        until = f"until test {down} -gt 0 -a {down} = {up}; do {meanwhile}; done"
        said = self.machine.sh(f"n={before}; {act}; {until}; sleep 1; {since}")
        return [(int(x), int(y)) for x, y in re.findall(r"^down (-?\d+) (-?\d+)$", said, re.MULTILINE)]

    def pixel(self, place: Place) -> tuple[int, int, int]:
        path = self.machine.home / "pixel.png"
        self.machine.picture(path)
        red, green, blue = rows(path.read_bytes())[place[1]][3 * place[0] : 3 * place[0] + 3]
        return red, green, blue

    def look(self) -> dict[str, Any]:
        self._asked += 1
        mine = f"grep '^seen {self._asked} .*}}$' /tmp/said"
        meanwhile = "kill -0 $(cat /tmp/screen) || break; sleep 0.3"
        until = f"until {mine} >/dev/null; do {meanwhile}; done"
        said = self.machine.sh(
            f"echo seen {self._asked} >/tmp/asked; {until}; {mine} | base64 -w 0"
        )  # lines may be cut
        told = re.search(r"[\w+/]{40,}=*", said)
        if told is None:
            raise Failed(f"this is not what is drawn: {said}")
        seen: dict[str, Any] = json.loads(base64.b64decode(told[0]).split(b" ", 2)[2])
        return seen

    def later(self, seconds: int) -> None:
        self.machine.sh(f"echo later {seconds} >/tmp/asked")

    def says(self) -> str:
        return self.machine.sh("tail -n 20 /tmp/table /tmp/said", check=False)


faults = 0


def held(what: str, true: bool, seen: object) -> None:
    global faults
    say("ok   " if true else "WRONG", what, "" if true else f"- {seen}")
    faults += not true


@contextmanager
def scenario(what: str) -> Iterator[None]:
    """What cannot be tried to its end is one fault more, and the next scenario comes."""
    try:
        yield
    except OSError as why:  # the machine's, too: it may have ended
        held(f"{what}: it cannot be tried to its end", False, why)


def fingers(bed: Bed, where: str) -> None:
    """Every corner, two corners at once, and a mouse."""
    for corner in corners((WIDTH, HEIGHT)):
        felt = bed.touch(corner)
        held(f"{where}: a finger at {corner}", near(felt, (corner,)), felt)
    for pair in PAIRS:
        felt = bed.touch(*pair)
        held(f"{where}: two fingers at {pair}", near(felt, pair), felt)
    felt = bed.click()
    held(f"{where}: a click of the mouse", len(felt) == 1, felt)


def turned(bed: Bed, where: str) -> None:
    """The same with the picture turned, from the first page of a fresh table on; and a touch that only wakes it."""

    def more(rotation: int) -> Iterator[Check]:
        for pair in PAIRS:
            meant = tuple(felt_at(rotation, bed.size, place) for place in pair)
            felt = bed.touch(*pair)
            yield f"turned by {rotation}°: two fingers at {meant}", near(felt, meant), felt
            felt = bed.touch(pair[1], held=pair[0])
            yield f"turned by {rotation}°: a finger while another holds", near(felt, meant), felt
        meant = felt_at(rotation, bed.size, (0, 0))
        felt = bed.click(-4000)
        yield f"turned by {rotation}°: a click of the mouse at {meant}", near(felt, (meant,)), felt

    both = Turned(bed)
    try:
        for what, true, seen in chain(both.first_run(more), both.wakes()):
            held(f"{where}, {what}", true, seen)
    except OSError as why:
        raise Failed(f"{why}\n{bed.says()}") from why


def tried(machine: Machine, kept: Path) -> None:
    bed = Bed(machine)
    machine.sh("modprobe -a 9pnet_virtio 9p uinput; mkdir -p /project /site")
    for tag in ("project", "site"):
        machine.sh(f"mount -t 9p -o trans=virtio,version=9p2000.L,ro,cache=loose,msize=524288 {tag} /{tag}")
    machine.sh("chmod 666 /dev/uinput; systemctl is-system-running --wait", 300, check=False)

    with scenario("console"), bed.screen("plays", "kiosk", "SDL_VIDEODRIVER=kmsdrm"):
        machine.sh("sleep 5")
        seen = machine.picture(kept / "console.png")
        held("console: the first picture comes by itself", seen > 3, f"{seen} colours, see {kept}/console.png")
        bed.plug()  # after the screen has begun
        bed.ready()
        fingers(bed, "console, plugged in late")
        bed.unplug()
        bed.plug()
        machine.sh("sleep 6")  # it is looked for every two seconds
        felt = bed.touch((512, 300), (200, 100))
        held("console: two fingers after it was unplugged", near(felt, ((512, 300), (200, 100))), felt)

    with scenario("console"), bed.screen("plays", "kiosk", "SDL_VIDEODRIVER=kmsdrm", table=True):
        bed.ready()
        turned(bed, "console")

    with scenario("Xorg"):  # with a fresh touchscreen, whatever became of the one before
        bed.unplug()
        bed.plug()
        machine.sh("Xorg :0 vt7 -ac -noreset >/tmp/xorg 2>&1 &")
        machine.wait("test -S /tmp/.X11-unix/X0")
        machine.sh("DISPLAY=:0 matchbox-window-manager -use_titlebar no >/dev/null 2>&1 &")
    with scenario("Xorg"), bed.screen("plays", "kiosk", "DISPLAY=:0"):
        bed.ready()
        machine.sh("sleep 3")
        seen = machine.picture(kept / "xorg.png")
        held("Xorg: the first picture", seen > 3, f"{seen} colours, see {kept}/xorg.png")
        fingers(bed, "Xorg")
    with scenario("Xorg"), bed.screen("plays", "kiosk", "DISPLAY=:0", table=True):
        bed.ready()
        turned(bed, "Xorg")
    who = "Xorg, who may not read it"
    with scenario(who), bed.screen("others", "kiosk", "DISPLAY=:0 LIBGL_ALWAYS_SOFTWARE=1"):
        bed.ready()
        felt = bed.touch((700, 200))
        held(f"{who}: one finger, once", near(felt, ((700, 200),)), felt)
        held(f"{who}: it is said", "has to be in the group input" in bed.says(), bed.says())
    with scenario("Xorg, in a window"), bed.screen("plays", "window", "DISPLAY=:0"):  # which fills the screen here
        bed.ready()
        felt = bed.touch((300, 200))
        held("Xorg, in a window: one finger, once", near(felt, ((300, 200),)), felt)


def run(kept: Path) -> int:
    if os.geteuid() != 0:
        skip("it has to be root, to put a Debian together")
    if missing := sorted({package for tool, package in NEEDED.items() if not shutil.which(tool)}):
        skip(f"as root: apt-get install {' '.join(missing)}")
    if sys.version_info[:2] not in SUITES:
        skip("the Python of .venv has to be 3.11 or 3.13, as Debian's")
    kept.mkdir(parents=True, exist_ok=True)
    try:
        machine = Machine(kept, disk(kept))
    except (OSError, subprocess.CalledProcessError) as why:
        say(f"no machine can be made: {why}")
        return 1
    try:
        with scenario("the machine"):
            machine.boot()
            say("booted")
            tried(machine, kept)
    finally:
        machine.end()
    say("all as it should be" if not faults else f"{faults} wrong")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(run(Path(sys.argv[1] if len(sys.argv) > 1 else "~/.cache/wondertable-machine").expanduser().absolute()))
