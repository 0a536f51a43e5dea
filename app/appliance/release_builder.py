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
from functools import partial
from pathlib import Path
from typing import Final, Literal

from app.appliance.backup import add_file
from app.appliance.install_paths import Place
from app.appliance.release_archive import (
    MANIFEST,
    PROGRAM,
    SIGNATURE,
    ArchiveMember,
    Manifest,
    Release,
    UnfitRelease,
    is_release_version,
    site,
)
from app.appliance.signature import derive_public_key, sign
from app.host.release_notes import extract_notes
from app.text.argument_parser import Parser
from app.text.terminal_output import CannotStart, exit_code_of

ROOT: Final = Path(__file__).parents[2]
LIST: Final = "hardware/appliance/program"  # the paths that an installed table needs, one per line
KEY: Final = "data/keys/release.pem"  # in a release: the public key of its signature
TARGETS: Final = tuple((machine, python) for machine in ("x86_64", "aarch64") for python in ("3.11", "3.13"))
OWN_TARGET: Final = platform.machine(), "{}.{}".format(*sys.version_info)
GLIBCS: Final = ("2014", "_2_17", "_2_28", "_2_34")  # platform tags of wheels that run on Debian 12
PINS: Final = ("aarch64", "3.11")  # lgpio has a wheel for it; for Python 3.13 Debian packages it
IGNORED_SUFFIXES: Final = ("__pycache__", ".so")  # of files that Python or a compiler has put into a checkout
REQUIREMENTS_HASH_FILE: Final = "wanted"  # next to the packages: identifies the requirements they were fetched for

Fetch = Callable[[Path, str, str, Path], None]  # checkout, machine, Python, folder to fill


def build_release(key: Path, to: Path, root: Path = ROOT, fetch: "Fetch | None" = None) -> Path:
    """Build the release of a checkout in a folder, signed with the private key in a file. Return its path.

    CannotStart if a file is not committed, a package is unavailable, the key is invalid, or the result cannot be
    unpacked.
    """
    listed = (root / LIST).read_text().split()
    if changed := _git(root, "status", "--porcelain", "--", *listed).decode().split("\n")[0]:
        raise CannotStart(f"a release contains only committed files, and this one is not: {changed[3:]}")
    version = tomllib.loads(_git(root, "show", "HEAD:pyproject.toml").decode())["project"]["version"]
    if not is_release_version(version):
        raise CannotStart(f"{version!r} is not a version of a release, such as 1.2.0 or 1.2.0+1.")
    public_half = derive_public_key(key)
    to.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=to) as folder, ThreadPoolExecutor(os.cpu_count()) as pool:  # packing is slow
        files = [Path(folder, site(*target)) for target in TARGETS]
        pack = partial(_pack_packages, root, fetch or _fetch_packages)
        sites = pool.map(pack, TARGETS, files)
        parts = [_pack_program(root, listed, public_half, Path(folder, PROGRAM)), *sites]
        notes = extract_notes(root, version)
        whole = _combine_parts(Path(folder), version, parts, lambda manifest: sign(manifest, key), notes)
        for _ in pool.map(lambda file: _check_unpacking(whole, public_half, file.name), files):
            pass
        return whole.replace(to / f"wondertable-{version}.tar")


def build_local_archive(
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
    target = target or OWN_TARGET
    with tempfile.TemporaryDirectory(dir=to.parent) as folder:
        with _open_plain_archive(Path(folder, PROGRAM), "w:xz", preset=0) as tar:
            for name in (root / LIST).read_text().split():
                tar.add(root / name, name, filter=_anonymise_source)
        parts = [
            _describe_part(Path(folder, PROGRAM), tar),
            _pack_packages(root, fetch or _copy_or_fetch_packages, target, Path(folder, site(*target)), preset=0),
        ]
        _combine_parts(Path(folder), version, parts, lambda _: b"").replace(to)


def _combine_parts(
    folder: Path, version: str, parts: list[ArchiveMember], sign_manifest: Callable[[bytes], bytes], notes: str = ""
) -> Path:
    """Combine the parts in a folder to an archive. `notes`: the release notes."""
    manifest = Manifest(version, tuple(parts), notes).encode()
    with _open_plain_archive(whole := folder / "whole", "w") as tar:
        for name, text in ((MANIFEST, manifest), (SIGNATURE, sign_manifest(manifest))):
            add_file(tar, name, text)
        for part in parts:
            tar.add(folder / part.name, part.name, filter=_anonymise)
    return whole


def _pack_program(root: Path, listed: list[str], public_half: bytes, to: Path) -> ArchiveMember:
    """Pack the committed files of the list, and the public key that will verify the next release."""
    committed = _git(root, "-c", "tar.umask=0022", "archive", "HEAD", "--", *listed)
    with _open_plain_archive(to, "w:xz") as tar, tarfile.open(fileobj=io.BytesIO(committed)) as source:
        for member in source:
            tar.addfile(_anonymise(member), source.extractfile(member) if member.isfile() else None)
        add_file(tar, KEY, public_half)
    return _describe_part(to, tar)


def _pack_packages(root: Path, fetch: Fetch, target: tuple[str, str], to: Path, preset: int = 6) -> ArchiveMember:
    with tempfile.TemporaryDirectory(dir=to.parent) as folder:
        fetch(root, *target, Path(folder))
        with _open_plain_archive(to, "w:xz", preset) as tar:
            for path in sorted(Path(folder).iterdir()):
                tar.add(path, f"site/{path.name}", filter=_anonymise)
    return _describe_part(to, tar)


def _copy_or_fetch_packages(root: Path, machine: str, python: str, folder: Path) -> None:
    """Copy the packages of the running version if their requirements are the same, else fetch them."""
    files = ["requirements.txt", *(["requirements-pins.txt"] if (machine, python) == PINS else [])]
    requirements = (
        b"".join((root / name).read_bytes() for name in files) + f"Python {platform.python_version()}\n".encode()
    )
    wanted = hashlib.sha256(requirements).hexdigest()
    running = Place().home / "current/site"
    try:
        has = (running / REQUIREMENTS_HASH_FILE).read_text().split()[:1]
    except OSError:
        has = []
    if has == [wanted] and (machine, python) == OWN_TARGET:
        left = shutil.ignore_patterns("__pycache__")
        shutil.copytree(running, folder, symlinks=True, dirs_exist_ok=True, ignore=left)
    else:
        _fetch_packages(root, machine, python, folder)
        (folder / REQUIREMENTS_HASH_FILE).write_text(f"{wanted}\n")


def _fetch_packages(root: Path, machine: str, python: str, folder: Path) -> None:
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
    _remove_scripts(folder)


def _remove_scripts(folder: Path) -> None:
    """Remove the packages' scripts: nobody runs them, and their first line contains a path of this machine."""
    shutil.rmtree(folder / "bin", ignore_errors=True)
    for record in folder.glob("*.dist-info/RECORD"):
        listed = record.read_text("utf-8").splitlines(keepends=True)
        record.write_text("".join(line for line in listed if not line.startswith("../../bin/")), "utf-8")


@contextmanager
def _open_plain_archive(path: Path, mode: Literal["w", "w:xz"], preset: int = 6) -> Iterator[tarfile.TarFile]:
    """Open an archive for writing with plain headers. CannotStart if a member needs others."""
    try:
        packed = {"preset": preset} if mode == "w:xz" else {}  # 0 (fast) to 9 (small)
        with tarfile.open(path, mode, format=tarfile.USTAR_FORMAT, **packed) as tar:  # type: ignore[call-overload]
            yield tar
    except ValueError as problem:  # a name is too long
        raise CannotStart(f"{path.name} cannot be packed: {problem}.") from None


def _describe_part(path: Path, written: tarfile.TarFile) -> ArchiveMember:
    unpacked = -(-written.offset // tarfile.RECORDSIZE) * tarfile.RECORDSIZE  # tarfile pads to whole records
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    return ArchiveMember(path.name, digest, path.stat().st_size, unpacked)


def _check_unpacking(whole: Path, public_half: bytes, machine_site: str) -> None:
    with tempfile.TemporaryDirectory(dir=whole.parent) as folder, whole.open("rb") as stream:
        key, to = Path(folder, "key"), Path(folder, "to")
        key.write_bytes(public_half)
        to.mkdir()
        try:
            Release(stream, [key], machine_site).unpack(to)
        except UnfitRelease as unfit:
            raise CannotStart(f"the new release cannot be unpacked: {unfit}.") from None


def _anonymise(member: tarfile.TarInfo) -> tarfile.TarInfo:
    """Set owner root, mode 644 or 755 and time 0, so that an archive does not show who packed it, or when."""
    member.uid = member.gid = member.mtime = 0
    member.uname = member.gname = "root"
    member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
    return member


def _anonymise_source(member: tarfile.TarInfo) -> tarfile.TarInfo | None:
    return None if member.name.endswith(IGNORED_SUFFIXES) else _anonymise(member)


def _git(root: Path, *words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=root, stdout=subprocess.PIPE, check=True).stdout


def main() -> int:
    about = "Build the archive of a release."
    parser = Parser(prog="python -m app.appliance.release_builder", description=about)
    what = parser.add_mutually_exclusive_group(required=True)
    what.add_argument("key", nargs="?", type=Path, metavar="KEY", help="the file with the private key (Ed25519, PEM)")
    what.add_argument(
        "--here", nargs=2, metavar=("VERSION", "FILE"), help="build from this folder, unsigned, for install"
    )
    parser.add_argument(
        "--for", nargs=2, metavar=("MACHINE", "PYTHON"), dest="target", help="machine and Python of an image"
    )
    args = parser.parse_args()
    if args.here:
        build_local_archive(args.here[0], Path(args.here[1]), target=args.target and tuple(args.target))
        return 0
    made = build_release(args.key.absolute(), ROOT / "build")
    print(f"{made}: {made.stat().st_size // 1_000_000} MB")
    return 0


if __name__ == "__main__":
    sys.exit(exit_code_of(main))
