"""Builder of a release archive for all kinds of machines, from the committed files: `./setup.sh release KEY`.

It runs on a developer's machine. Packages for other machines are fetched as wheels, so nothing is compiled or emulated.
Everything is packed with plain tar headers (tar_reader.py), and unpacked once as a test. The same commit, packages and
key give the same bytes on any machine.

`./setup.sh install` builds an unsigned archive of its checkout, for this machine alone.
"""

import hashlib
import io
import os
import platform
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from app.appliance.backup import add
from app.appliance.install_paths import Place
from app.appliance.release_archive import (
    MANIFEST,
    PROGRAM,
    SIGNATURE,
    ArchiveMember,
    Manifest,
    Release,
    UnfitRelease,
    is_of_a_release,
    site,
)
from app.appliance.signature import public, sign
from app.host.release_notes import extract_notes
from app.text.argument_parser import Parser
from app.text.terminal_output import CannotStart, ended

ROOT: Final = Path(__file__).parents[2]
LIST: Final = "hardware/appliance/program"  # the paths that an installed table needs, one per line
KEY: Final = "data/keys/release.pem"  # in a release: the public key of its signature
TARGETS: Final = tuple((machine, python) for machine in ("x86_64", "aarch64") for python in ("3.11", "3.13"))
OWN_TARGET: Final = platform.machine(), "{}.{}".format(*sys.version_info)
GLIBCS: Final = ("2014", "_2_17", "_2_28", "_2_34")  # platform tags of wheels that run on Debian 12
PINS: Final = ("aarch64", "3.11")  # lgpio has a wheel for it; for Python 3.13 Debian packages it
LEFT: Final = ("__pycache__", ".so")  # of files that Python or a compiler has put into a checkout
REQUIREMENTS_HASH_FILE: Final = "wanted"  # next to the packages: identifies the requirements they were fetched for

Fetch = Callable[[Path, str, str, Path], None]  # checkout, machine, Python, folder to fill


def make(key: Path, to: Path, root: Path = ROOT, fetch: "Fetch | None" = None) -> Path:
    """Build the release of a checkout in a folder, signed with the private key in a file. Return its path.

    CannotStart if a file is not committed, a package is unavailable, the key is invalid, or the result cannot be
    unpacked.
    """
    listed = (root / LIST).read_text().split()
    if changed := _git(root, "status", "--porcelain", "--", *listed).decode().split("\n")[0]:
        raise CannotStart(f"a release is made from what is committed, and this is not: {changed[3:]}")
    version = tomllib.loads(_git(root, "show", "HEAD:pyproject.toml").decode())["project"]["version"]
    if not is_of_a_release(version):
        raise CannotStart(f"{version!r} is no version of a release: numbers with dots, and +NUMBER behind them or not.")
    public_half = public(key)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to) as folder, ThreadPoolExecutor(os.cpu_count()) as pool:  # packing is slow
        files = [Path(folder, site(*target)) for target in TARGETS]
        sites = pool.map(lambda target, file: _site(root, target[0], target[1], file, fetch or _pip), TARGETS, files)
        parts = [_program(root, listed, public_half, Path(folder, PROGRAM)), *sites]
        whole = _whole(Path(folder), version, parts, lambda manifest: sign(manifest, key), extract_notes(root, version))
        for _ in pool.map(lambda file: _try(whole, public_half, file.name), files):
            pass
        return whole.replace(to / f"wondertable-{version}.tar")


def make_here(
    version: str,
    to: Path,
    root: Path = ROOT,
    fetch: "Fetch | None" = None,
    target: tuple[str, str] | None = None,
) -> None:
    """Build the unsigned archive of a checkout in its current state, for one kind of machine (None: this one), in a
    file.

    CannotStart if a package is unavailable.
    """
    machine, python = target or OWN_TARGET
    with tempfile.TemporaryDirectory(dir=to.parent) as folder:
        with _plain(Path(folder, PROGRAM), "w:xz", preset=0) as tar:
            for name in (root / LIST).read_text().split():
                tar.add(root / name, name, filter=_source)
        parts = [
            _part(Path(folder, PROGRAM), tar),
            _site(root, machine, python, Path(folder, site(machine, python)), fetch or _kept_or_pip, preset=0),
        ]
        _whole(Path(folder), version, parts, lambda _: b"").replace(to)


def _whole(
    folder: Path, version: str, parts: list[ArchiveMember], signed: Callable[[bytes], bytes], says: str = ""
) -> Path:
    """Combine the parts in a folder to an archive. `says`: the release notes."""
    manifest = Manifest(version, tuple(parts), says).encode()
    with _plain(whole := folder / "whole", "w") as tar:
        for name, text in ((MANIFEST, manifest), (SIGNATURE, signed(manifest))):
            add(tar, name, text)
        for part in parts:
            tar.add(folder / part.name, part.name, filter=_nobodys)
    return whole


def _program(root: Path, listed: list[str], public_half: bytes, to: Path) -> ArchiveMember:
    """Pack the committed files of the list, and the public key that will verify the next release."""
    committed = _git(root, "-c", "tar.umask=0022", "archive", "HEAD", "--", *listed)
    with _plain(to, "w:xz") as tar, tarfile.open(fileobj=io.BytesIO(committed)) as source:
        for member in source:
            tar.addfile(_nobodys(member), source.extractfile(member) if member.isfile() else None)
        add(tar, KEY, public_half)
    return _part(to, tar)


def _site(root: Path, machine: str, python: str, to: Path, fetch: Fetch, preset: int = 6) -> ArchiveMember:
    """Pack the packages for one kind of machine."""
    with tempfile.TemporaryDirectory(dir=to.parent) as folder:
        fetch(root, machine, python, Path(folder))
        with _plain(to, "w:xz", preset) as tar:
            for path in sorted(Path(folder).iterdir()):
                tar.add(path, f"site/{path.name}", filter=_nobodys)
    return _part(to, tar)


def _kept_or_pip(root: Path, machine: str, python: str, folder: Path) -> None:
    """Copy the packages of the running version if their requirements are the same, else fetch them."""
    files = ["requirements.txt", *(["requirements-pins.txt"] if (machine, python) == PINS else [])]
    said = b"".join((root / name).read_bytes() for name in files) + f"Python {platform.python_version()}\n".encode()
    wanted = hashlib.sha256(said).hexdigest()
    there = Place().home / "current/site"
    try:
        has = (there / REQUIREMENTS_HASH_FILE).read_text().split()[:1]
    except OSError:
        has = []
    if has == [wanted] and (machine, python) == OWN_TARGET:
        left = shutil.ignore_patterns("__pycache__")
        shutil.copytree(there, folder, symlinks=True, dirs_exist_ok=True, ignore=left)
    else:
        _pip(root, machine, python, folder)
        (folder / REQUIREMENTS_HASH_FILE).write_text(f"{wanted}\n")


def _pip(root: Path, machine: str, python: str, folder: Path) -> None:
    """Fetch the wheels of requirements.txt for a machine, verified by their hashes, and unpack them into a folder."""
    abis = (f"cp{python.replace('.', '')}", "abi3", "none")
    words = ["--target", str(folder), "--only-binary=:all:", "--no-deps", "--require-hashes", "--no-compile", "--quiet"]
    words += ["--implementation", "cp", "--python-version", python, "-r", str(root / "requirements.txt")]
    words += [word for glibc in GLIBCS for word in ("--platform", f"manylinux{glibc}_{machine}")]
    words += [word for abi in abis for word in ("--abi", abi)]
    if (machine, python) == PINS:
        words += ["-r", str(root / "requirements-pins.txt")]
    command = [sys.executable, "-m", "pip", "install", "--disable-pip-version-check", "--no-warn-conflicts", *words]
    said = subprocess.run(command, stderr=subprocess.PIPE, text=True, check=False)
    if said.returncode:
        sys.stderr.write(said.stderr)
        raise CannotStart(f"the packages for {machine} with Python {python} could not be fetched; is there a network?")
    _leave_programs(folder)


def _leave_programs(folder: Path) -> None:
    """Remove the packages' scripts: nobody runs them, and their first line contains a path of this machine."""
    shutil.rmtree(folder / "bin", ignore_errors=True)
    for record in folder.glob("*.dist-info/RECORD"):
        listed = record.read_text("utf-8").splitlines(keepends=True)
        record.write_text("".join(line for line in listed if not line.startswith("../../bin/")), "utf-8")


@contextmanager
def _plain(path: Path, mode: Literal["w", "w:xz"], preset: int = 6) -> Iterator[tarfile.TarFile]:
    """Open an archive for writing with plain headers. CannotStart if a member needs others."""
    try:
        packed = {"preset": preset} if mode == "w:xz" else {}  # 0 (fast) to 9 (small)
        with tarfile.open(path, mode, format=tarfile.USTAR_FORMAT, **packed) as tar:  # type: ignore[call-overload]
            yield tar
    except ValueError as problem:  # a name is too long
        raise CannotStart(f"{path.name} cannot be packed plainly: {problem}.") from None


def _part(path: Path, written: tarfile.TarFile) -> ArchiveMember:
    unpacked = -(-written.offset // tarfile.RECORDSIZE) * tarfile.RECORDSIZE  # tarfile pads to whole records
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ArchiveMember(path.name, digest, path.stat().st_size, unpacked)


def _try(whole: Path, public_half: bytes, machine_site: str) -> None:
    """Check that one kind of machine can unpack the archive."""
    with tempfile.TemporaryDirectory(dir=whole.parent) as folder, whole.open("rb") as stream:
        key, to = Path(folder, "key"), Path(folder, "to")
        key.write_bytes(public_half)
        to.mkdir()
        try:
            Release(stream, [key], machine_site).unpack(to)
        except UnfitRelease as unfit:
            raise CannotStart(f"what was made cannot be unpacked: {unfit}.") from None


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Set owner root, mode 644 or 755 and time 0, so that an archive does not show who packed it, or when."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def _source(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    """Anonymise a member, or return None for a file that is no source."""
    return None if member.name.endswith(LEFT) else _nobodys(member)


def _git(root: Path, *words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, check=True).stdout


def main() -> int:
    about = "Make the archive of a release, alone."
    parser = Parser(prog="python -m app.appliance.release_builder", description=about)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("key", nargs="?", type=Path, metavar="KEY", help="the file of the private key (Ed25519, PEM)")
    what.add_argument("--here", nargs=2, metavar=("VERSION", "FILE"), help="this folder, unsigned; as install says it")
    parser.add_argument(
        "--for", nargs=2, metavar=("MACHINE", "PYTHON"), dest="target", help="not for this one: an image's"
    )
    args = parser.parse_args()
    if args.here:
        make_here(args.here[0], Path(args.here[1]), target=args.target and tuple(args.target))
        return 0
    made = make(args.key.absolute(), ROOT / "build")
    print(f"{made}: {made.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
