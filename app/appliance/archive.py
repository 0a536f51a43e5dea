"""A release: one tar file. Its first two members are a manifest (JSON) and the signature of that; then come its parts.

A part is a tar.xz: the program, and for every kind of machine the packages it needs (`site/`). The manifest has the
lengths and the SHA-256 of each in their order, so that the signature covers all of it. A stream is read once, from its
beginning: no more than two small files before the signature has been checked, then no byte beyond what was signed.
Nothing is unpacked before its part has been checked, and parts for other machines are passed over. That of a checkout
(`release.make_here`) has an empty file for a signature.
"""

import hashlib
import json
import lzma
import platform
import re
import sys
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Final, Protocol

from app.appliance import tar_reader
from app.appliance.progress import Tell, WorkStep, nothing
from app.appliance.signature import LENGTH, is_signed

MANIFEST: Final = "release.json"
SIGNATURE: Final = "release.json.sig"
PROGRAM: Final = "program.tar.xz"
LARGEST: Final = 65_536  # bytes of a manifest
MEMORY: Final = 32 << 20  # bytes that unpacking, and whatever is started meanwhile, may take; our parts need 9 million
NUMBERS: Final = r"[0-9]{1,9}(\.[0-9]{1,9}){1,3}"  # of a version


class UnfitRelease(Exception):
    """Why a stream is no release for this machine, in a sentence without its dot. `why`: as `CannotStart` has it."""

    def __init__(self, sentence: str, why: str = "no-release") -> None:
        super().__init__(sentence)
        self.why = why


class Stream(Protocol):
    """What a release is read from: a file, or the answer of an address."""

    def read(self, size: int, /) -> bytes:
        """So many bytes or fewer; none at its end."""


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A member of the archive."""

    name: str
    sha256: str
    packed: int  # bytes
    unpacked: int  # bytes of the tar in it: more than those of its files

    def is_sound(self) -> bool:
        """Whether it can be one: what was decoded has no types."""
        texts, sizes = (self.name, self.sha256), (self.packed, self.unpacked)
        return (
            all(type(each) is str for each in texts)
            and all(type(each) is int for each in sizes)
            and (0 < self.packed <= self.unpacked)
        )


@dataclass(frozen=True, slots=True)
class Manifest:
    """What a release says of itself, and signs."""

    version: str
    parts: tuple[ArchiveMember, ...]
    news: str = ""  # what it brings, as the changelog says it

    def encode(self) -> bytes:
        return json.dumps(asdict(self), indent=1).encode()

    def for_machine(self, site: str) -> tuple[ArchiveMember, ...]:
        """The parts that one kind of machine needs. Unfit if it is not made for that."""
        needed = tuple(part for part in self.parts if part.name in (PROGRAM, site))
        if len(needed) != 2:
            machine = site.removeprefix("site-").removesuffix(".tar.xz")
            made_for = ", ".join(part.name[5:-7] for part in self.parts if part.name != PROGRAM)
            raise UnfitRelease(
                f"release {self.version} is not made for this machine ({machine}), but for {made_for}", "machine"
            )
        return needed


def site(machine: str, python: str) -> str:
    """The name of the part with the packages for a machine, such as aarch64, and a Python, such as 3.11."""
    return f"site-{machine}-{python}.tar.xz"


def site_here() -> str:
    """The same for this machine and its Python."""
    return site(platform.machine(), "{}.{}".format(*sys.version_info))


def is_version(text: str) -> bool:
    """Whether it is a version as folders have it: no path can hide in it."""
    return re.fullmatch(rf"{NUMBERS}(\+[0-9a-z]{{1,20}})?", text) is not None


def is_of_a_release(text: str) -> bool:
    """Whether it is a version as releases have it: it says by itself which of two is older."""
    return re.fullmatch(rf"{NUMBERS}(\+[0-9]{{1,9}})?", text) is not None


def age(version: str) -> tuple[tuple[int, ...], int]:
    """By which versions are older (smaller) and newer: by their numbers, then by the one after a plus sign.

    1.1 is 1.1.0, and that is older than 1.1.0+3, and that than 1.1.0+20. What has a letter there, as a checkout has,
    says nothing about its age: it counts as if it had none.
    """
    numbers, _, build = version.partition("+")
    found = [int(part) for part in numbers.split(".")]
    while found and not found[-1]:
        found.pop()
    return tuple(found), int(build) if build.isdecimal() else 0


class Release:
    """A release as it comes. Unfit where it is none, where nobody who is trusted signed it, or where it is damaged."""

    def __init__(self, stream: Stream, keys: Iterable[Path], machine_site: str, *, unsigned: bool = False) -> None:
        """`unsigned`: one of a checkout, which nobody has signed, is taken by order of whoever owns the machine."""
        self._stream = stream
        self._read, self._whole = 0, 0
        self._told: Tell = nothing
        try:
            text = self._small(MANIFEST, LARGEST)
            signature = self._small(SIGNATURE, LENGTH)
        except (ValueError, EOFError):
            raise UnfitRelease("this is no release of Wondertable") from None
        by_order = unsigned and not signature
        if not by_order and not (signature and is_signed(text, signature, keys)):
            raise UnfitRelease("nobody whose key is known here has signed this release", "unsigned")
        manifest = _read(text)
        if not (is_version if by_order else is_of_a_release)(manifest.version):
            raise UnfitRelease(f"{manifest.version!r} is no version of a release")
        self.version, self.news, self._all = manifest.version, manifest.news, manifest.parts
        self.parts = manifest.for_machine(machine_site)

    @property
    def room(self) -> int:
        """How many bytes have to be free while it is unpacked; compiled, modules take as much again."""
        return self.unpacked + self.unpacked

    @property
    def unpacked(self) -> int:
        """Of what this machine needs, in bytes."""
        return sum(part.unpacked for part in self.parts)

    def unpack(self, folder: Path, told: Tell = nothing) -> None:
        """Unpack what this machine needs into a folder that is there and empty."""
        packed = folder / ".part"
        needed = [*self.parts]
        self._read, self._told = 0, told
        self._whole = sum(part.packed for part in self._all[: self._all.index(needed[-1]) + 1])
        try:
            for part in self._all:
                if not needed:
                    break
                self._begin(part)
                if part is needed[0]:
                    self._fetch(part, packed)
                    self._unpack(part, packed, folder)
                    packed.unlink()
                    needed.pop(0)
                else:
                    for _ in tar_reader.chunks(self._exactly, part.packed):
                        pass
                self._exactly(-part.packed % tar_reader.BLOCK)
        except EOFError:
            raise UnfitRelease(f"release {self.version} has ended too early", "damaged") from None

    def _exactly(self, size: int) -> bytes:
        """So many bytes of the stream; EOFError if it has fewer."""
        found = bytearray()
        while len(found) < size:
            some = self._stream.read(size - len(found))
            if not some:
                raise EOFError
            found += some
        self._read += size
        if self._whole:
            self._told(WorkStep.FETCH, min(1.0, self._read / self._whole))
        return bytes(found)

    def _small(self, name: str, largest: int) -> bytes:
        """A file that is read at once; ValueError if another is there, or if it is larger."""
        member = tar_reader.header(self._exactly(tar_reader.BLOCK))
        if member is None or member.name != name or member.is_folder or member.size > largest:
            raise ValueError(f"no {name}")
        text = self._exactly(member.size)
        self._exactly(member.padding)
        return text

    def _begin(self, part: ArchiveMember) -> None:
        """Read the header of a part; Unfit if it is not as the manifest says."""
        block = self._exactly(tar_reader.BLOCK)
        try:
            member = tar_reader.header(block)
        except ValueError:
            member = None
        if member is None or member.is_folder or (member.name, member.size) != (part.name, part.packed):
            raise self._damaged(part)

    def _fetch(self, part: ArchiveMember, to: Path) -> None:
        """Bring a part to the disk, and see that it is the one which was signed."""
        digest = hashlib.sha256()
        with to.open("xb") as file:
            for some in tar_reader.chunks(self._exactly, part.packed):
                digest.update(some)
                file.write(some)
        if digest.hexdigest() != part.sha256:
            raise self._damaged(part)

    def _unpack(self, part: ArchiveMember, packed: Path, folder: Path) -> None:
        with packed.open("rb") as file:
            try:
                tar_reader.unpack(Unpacked(file, part.unpacked).read, folder)
            except (ValueError, EOFError, lzma.LZMAError):
                raise self._damaged(part) from None

    def _damaged(self, part: ArchiveMember) -> UnfitRelease:
        return UnfitRelease(f"release {self.version} is damaged ({part.name})", "damaged")


class Unpacked:
    """What is in an xz, up to as many bytes as were promised: whoever wants more gets a ValueError."""

    def __init__(self, file: IO[bytes], promised: int) -> None:
        self._file, self._left = file, promised
        self._xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)

    def read(self, size: int) -> bytes:
        """Exactly so many; EOFError if it has ended."""
        if size > self._left:
            raise ValueError("more than was promised")
        self._left -= size
        found = bytearray()
        while len(found) < size:
            packed = self._file.read(tar_reader.CHUNK) if self._xz.needs_input else b""
            if self._xz.eof or (self._xz.needs_input and not packed):
                raise EOFError
            found += self._xz.decompress(packed, size - len(found))
        return bytes(found)


def _read(text: bytes) -> Manifest:
    """A manifest that has been signed; Unfit if it is of a kind that this program does not know."""
    try:
        said = json.loads(text)
        parts = tuple(ArchiveMember(**part) for part in said["parts"])
        manifest = Manifest(str(said["version"]), parts, str(said.get("news", "")))
    except (ValueError, KeyError, TypeError, RecursionError):
        manifest = None
    if manifest is None or not all(part.is_sound() for part in manifest.parts):
        raise UnfitRelease("this release is of a kind that this version cannot read")
    return manifest
