"""A release: one tar file. Its first two members are a manifest (JSON) and the signature of that; then come its parts.

A part is a tar.xz: the program, and for every kind of machine the packages it needs (`site/`). The manifest has the
length and the SHA-256 of each, so that the signature covers all of it. A stream is read once, from its beginning to
its end: nothing is looked at before the signature has been checked, nothing unpacked before its part has been, and
parts for other machines are passed over.
"""

import hashlib
import json
import platform
import re
import sys
import tarfile
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final

from app.appliance.signature import LENGTH, is_signed

MANIFEST: Final = "release.json"
SIGNATURE: Final = "release.json.sig"
PROGRAM: Final = "program.tar.xz"
LARGEST: Final = 65_536  # bytes of a manifest
CHUNK: Final = 1 << 20  # bytes


class Unfit(Exception):
    """Why a stream is no release for this machine, in a sentence without its dot."""


@dataclass(frozen=True, slots=True)
class Part:
    """A member of the archive."""

    name: str
    sha256: str
    packed: int  # bytes
    unpacked: int  # bytes


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release says of itself, and signs."""

    version: str
    parts: tuple[Part, ...]

    def encode(self) -> bytes:
        return json.dumps(asdict(self), indent=1).encode()

    def for_machine(self, site: str) -> tuple[Part, ...]:
        """The parts that one kind of machine needs. Unfit if it is not made for that."""
        needed = tuple(part for part in self.parts if part.name in (PROGRAM, site))
        if len(needed) != 2:
            machine = site.removeprefix("site-").removesuffix(".tar.xz")
            made_for = ", ".join(part.name[5:-7] for part in self.parts if part.name != PROGRAM)
            raise Unfit(f"release {self.version} is not made for this machine ({machine}), but for {made_for}")
        return needed


def site(machine: str, python: str) -> str:
    """The name of the part with the packages for a machine, such as aarch64, and a Python, such as 3.11."""
    return f"site-{machine}-{python}.tar.xz"


def site_here() -> str:
    """The same for this machine and its Python."""
    return site(platform.machine(), "{}.{}".format(*sys.version_info))


def is_version(text: str) -> bool:
    """Whether it is a version as releases and folders have it: no path can hide in it."""
    return re.fullmatch(r"[0-9]+(\.[0-9]+){1,3}(\+[0-9a-z]+)?", text) is not None


class Release:
    """A release as it comes. Unfit where it is none, where nobody who is trusted signed it, or where it is damaged."""

    def __init__(self, stream: IO[bytes], keys: Iterable[Path], machine_site: str) -> None:
        try:
            self._tar = tarfile.open(fileobj=stream, mode="r|")  # noqa: SIM115 (the stream's owner closes it)
            text = self._small(MANIFEST, LARGEST)
            signature = self._small(SIGNATURE, LENGTH)
        except (tarfile.TarError, EOFError):
            raise Unfit("this is no release of Wondertable") from None
        if not is_signed(text, signature, keys):
            raise Unfit("nobody whose key is known here has signed this release")
        manifest = _read(text)
        self.version = manifest.version
        self.parts = manifest.for_machine(machine_site)

    @property
    def room(self) -> int:
        """How many bytes have to be free while it is unpacked; compiled, modules take as much again."""
        return 2 * sum(part.unpacked for part in self.parts) + max(part.packed for part in self.parts)

    def unpack(self, folder: Path) -> None:
        """Unpack what this machine needs into a folder that is there and empty."""
        wanted = {part.name: part for part in self.parts}
        packed = folder / ".part"
        try:
            for member in self._tar:
                if part := wanted.pop(member.name, None):
                    self._fetch(member, part, packed)
                    _unpack(packed, folder)
        except (tarfile.TarError, EOFError):
            raise Unfit(f"release {self.version} has ended too early") from None
        if wanted:
            raise Unfit(f"release {self.version} has ended too early")
        packed.unlink()

    def _small(self, name: str, largest: int) -> bytes:
        member = self._tar.next()
        if member is None or member.name != name or not member.isfile() or member.size > largest:
            raise Unfit("this is no release of Wondertable")
        return self._open(member).read()

    def _fetch(self, member: tarfile.TarInfo, part: Part, to: Path) -> None:
        """Bring a part to the disk, and see that it is the one which was signed."""
        digest, source = hashlib.sha256(), self._open(member)
        with to.open("wb") as file:
            while some := source.read(CHUNK):
                digest.update(some)
                file.write(some)
        if digest.hexdigest() != part.sha256:
            raise Unfit(f"release {self.version} is damaged ({part.name})")

    def _open(self, member: tarfile.TarInfo) -> IO[bytes]:
        opened = self._tar.extractfile(member)
        if opened is None:
            raise Unfit("this is no release of Wondertable")
        return opened


def _read(text: bytes) -> Manifest:
    """A manifest that has been signed; Unfit if it is of a kind that this program does not know."""
    try:
        said = json.loads(text)
        manifest = Manifest(said["version"], tuple(Part(**part) for part in said["parts"]))
    except (ValueError, KeyError, TypeError):
        raise Unfit("this release is of a kind that this version cannot read") from None
    if not is_version(manifest.version):
        raise Unfit(f"{manifest.version!r} is no version")
    return manifest


def _unpack(packed: Path, folder: Path) -> None:
    with tarfile.open(packed) as tar:
        # Python 3.11.2 has no filter yet; what is unpacked here has been signed
        tar.extraction_filter = getattr(tarfile, "data_filter", lambda member, path: member)
        tar.extractall(folder)
