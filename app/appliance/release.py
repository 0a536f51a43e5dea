"""`./setup.sh release KEY`: makes the archive of a release, for every machine at once, from what is committed.

It runs at the workbench. Packages for other machines are fetched as wheels, so nothing is compiled or emulated. All of
it is packed with plain headers (plain.py), and unpacked once as a table does it before it is handed out.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import tomllib
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, Literal

from app.appliance.archive import (
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
from app.appliance.backup import add
from app.appliance.signature import public, sign
from app.text.command_line import Parser
from app.text.terminal import CannotStart, ended

ROOT: Final = Path(__file__).parents[2]
LIST: Final = "hardware/appliance/program"  # the paths of what an installed table needs, one a line
KEY: Final = "data/keys/release.pem"  # where a release keeps the public half of the key it is signed with
TARGETS: Final = tuple((machine, python) for machine in ("x86_64", "aarch64") for python in ("3.11", "3.13"))
GLIBCS: Final = ("2014", "_2_17", "_2_28", "_2_34")  # of wheels that run on Debian 12
PINS: Final = ("aarch64", "3.11")  # where lgpio is a wheel; for Python 3.13 it is Debian's

Fetch = Callable[[Path, str, str, Path], None]  # the checkout, machine, Python, and the folder to fill


def make(key: Path, to: Path, root: Path = ROOT, fetch: "Fetch | None" = None) -> Path:
    """Make the release of a checkout, signed with the private key in a file, in a folder; where it lies then.

    CannotStart if something is not committed, if a package is not to be had, if the key is none, or if no table could
    unpack what was made.
    """
    listed = (root / LIST).read_text().split()
    if changed := _git(root, "status", "--porcelain", "--", *listed).decode().split("\n")[0]:
        raise CannotStart(f"a release is made from what is committed, and this is not: {changed[3:]}")
    version = tomllib.loads(_git(root, "show", "HEAD:pyproject.toml").decode())["project"]["version"]
    if not is_of_a_release(version):
        raise CannotStart(f"{version!r} is no version of a release: numbers with dots, and +NUMBER behind them or not.")
    public_half = public(key)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to) as folder:
        parts = [_program(root, listed, public_half, Path(folder, PROGRAM))]
        for machine, python in TARGETS:
            parts.append(_site(root, machine, python, Path(folder, site(machine, python)), fetch or _pip))
        manifest = Manifest(version, tuple(parts)).encode()
        whole = Path(folder, "whole")
        with _plain(whole, "w") as tar:
            for name, text in ((MANIFEST, manifest), (SIGNATURE, sign(manifest, key))):
                add(tar, name, text)
            for part in parts:
                tar.add(Path(folder, part.name), part.name, filter=_nobodys)
        _try(whole, public_half, [part.name for part in parts[1:]])
        return whole.replace(to / f"wondertable-{version}.tar")


def _program(root: Path, listed: list[str], public_half: bytes, to: Path) -> ArchiveMember:
    """Pack what is committed of the paths in the list, and the key that the next release will be signed with."""
    committed = _git(root, "-c", "tar.umask=0022", "archive", "HEAD", "--", *listed)
    with _plain(to, "w:xz") as tar, tarfile.open(fileobj=io.BytesIO(committed)) as source:
        for member in source:
            tar.addfile(_nobodys(member), source.extractfile(member) if member.isfile() else None)
        add(tar, KEY, public_half)
    return _part(to, tar)


def _site(root: Path, machine: str, python: str, to: Path, fetch: Fetch) -> ArchiveMember:
    """Pack the packages for one kind of machine."""
    with tempfile.TemporaryDirectory() as folder:
        fetch(root, machine, python, Path(folder))
        with _plain(to, "w:xz") as tar:
            for path in sorted(Path(folder).iterdir()):
                tar.add(path, f"site/{path.name}", filter=_nobodys)
    return _part(to, tar)


def _pip(root: Path, machine: str, python: str, folder: Path) -> None:
    """The wheels of requirements.txt for a machine, by their hashes, unpacked into a folder."""
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


@contextmanager
def _plain(path: Path, mode: Literal["w", "w:xz"]) -> Iterator[tarfile.TarFile]:
    """An archive that is written with plain headers. CannotStart if something in it needs others."""
    try:
        with tarfile.open(path, mode, format=tarfile.USTAR_FORMAT) as tar:
            yield tar
    except ValueError as problem:  # a name that is too long
        raise CannotStart(f"{path.name} cannot be packed plainly: {problem}.") from None


def _part(path: Path, written: tarfile.TarFile) -> ArchiveMember:
    unpacked = -(-written.offset // tarfile.RECORDSIZE) * tarfile.RECORDSIZE  # what it is filled up to
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ArchiveMember(path.name, digest, path.stat().st_size, unpacked)


def _try(whole: Path, public_half: bytes, sites: Iterable[str]) -> None:
    """See that every kind of machine can unpack it."""
    for name in sites:
        with tempfile.TemporaryDirectory(dir=whole.parent) as folder, whole.open("rb") as stream:
            key, to = Path(folder, "key"), Path(folder, "to")
            key.write_bytes(public_half)
            to.mkdir()
            try:
                Release(stream, [key], name).unpack(to)
            except UnfitRelease as unfit:
                raise CannotStart(f"what was made cannot be unpacked: {unfit}.") from None


def _nobodys(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Root's, readable by all, of no time: what is packed does not tell who packed it, or when."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def _git(root: Path, *words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, check=True).stdout


def main() -> int:
    parser = Parser(prog="./setup.sh release", description="Make the archive of a release, signed.")
    parser.add_argument("key", type=Path, metavar="KEY", help="the file of the private key (Ed25519, PEM)")
    made = make(parser.parse_args().key.absolute(), ROOT / "build")
    print(f"{made}: {made.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(ended(main))
