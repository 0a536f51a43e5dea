"""The archive of a release: one tar file with a JSON manifest, its signature, and the parts.

A part is a tar.xz: the program, and the packages (`site/`) for each kind of machine. The manifest contains length and
SHA-256 of every part in order, so its signature covers everything. A stream is read once, front to back: only two small
files before the signature is verified, then no byte beyond what was signed. A part is unpacked only after its hash was
verified, and parts for other machines are skipped. The archive of a checkout (`release_builder.build_local_archive`)
has an empty signature.
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
from app.appliance.progress import ReportProgress, WorkStep, ignore_progress
from app.appliance.signature import LENGTH, is_signed

MANIFEST: Final = "release.json"
SIGNATURE: Final = "release.json.sig"
PROGRAM: Final = "program.tar.xz"
LARGEST: Final = 65_536
MEMORY: Final = 32 << 20  # limit for unpacking and compiling; our parts need 9 million
NUMBERS: Final = r"[0-9]{1,9}(\.[0-9]{1,9}){1,3}"  # the numbers of a version


class UnfitRelease(Exception):
    """A stream is no release for this machine: a sentence without its full stop. `why`: an error code as in
    `CannotStart`.
    """

    def __init__(self, sentence: str, why: str = "no-release") -> None:
        super().__init__(sentence)
        self.why = why


class Stream(Protocol):
    """The source of a release: a file, or the body of an HTTP response."""

    def read(self, size: int, /) -> bytes:
        """Return up to `size` bytes; b"" at the end."""


@dataclass(frozen=True, slots=True)
class ArchiveMember:
    """A member of the archive, as the manifest describes it."""

    name: str
    sha256: str
    packed: int  # bytes
    unpacked: int  # bytes of the tar inside, which has more than its files

    def is_sound(self) -> bool:
        """Check types and ranges: json.loads does not."""
        texts, sizes = (self.name, self.sha256), (self.packed, self.unpacked)
        return (
            all(type(each) is str for each in texts)
            and all(type(each) is int for each in sizes)
            and (0 < self.packed <= self.unpacked)
        )


@dataclass(frozen=True, slots=True)
class Manifest:
    """The signed description of a release."""

    version: str
    parts: tuple[ArchiveMember, ...]
    news: str = ""  # release notes, from the changelog

    def encode(self) -> bytes:
        return json.dumps(asdict(self), indent=1).encode()

    def for_machine(self, site: str) -> tuple[ArchiveMember, ...]:
        """Return the parts for one kind of machine. UnfitRelease if the release is not made for it."""
        needed = tuple(part for part in self.parts if part.name in (PROGRAM, site))
        if len(needed) != 2:
            machine = site.removeprefix("site-").removesuffix(".tar.xz")
            made_for = ", ".join(part.name[5:-7] for part in self.parts if part.name != PROGRAM)
            raise UnfitRelease(f"release {self.version} is for {made_for}, not for this machine ({machine})", "machine")
        return needed


def site(machine: str, python: str) -> str:
    """Return the name of the part with the packages for a machine (aarch64) and a Python (3.11)."""
    return f"site-{machine}-{python}.tar.xz"


def own_site_name() -> str:
    """Return that name for this machine and its Python."""
    return site(platform.machine(), "{}.{}".format(*sys.version_info))


def is_version(text: str) -> bool:
    """Return True for a version as in folder names, which can contain no path."""
    return re.fullmatch(rf"{NUMBERS}(\+[0-9a-z]{{1,20}})?", text) is not None


def is_release_version(text: str) -> bool:
    """Return True for the version of a release: numbers that show which of two is older."""
    return re.fullmatch(rf"{NUMBERS}(\+[0-9]{{1,9}})?", text) is not None


def version_key(version: str) -> tuple[tuple[int, ...], int]:
    """Return a key that sorts versions by age: by their numbers, then by the build number after a plus sign.

    1.1 equals 1.1.0, which is older than 1.1.0+3, which is older than 1.1.0+20. A suffix with letters, as of a
    checkout, counts as none.
    """
    numbers, _, build = version.partition("+")
    found = [int(part) for part in numbers.split(".")]
    while found and not found[-1]:
        found.pop()
    return tuple(found), int(build) if build.isdecimal() else 0


class Release:
    """A release read from a stream. UnfitRelease if it is none, is damaged, or has no trusted signature."""

    def __init__(self, stream: Stream, keys: Iterable[Path], machine_site: str, *, unsigned: bool = False) -> None:
        """Read and verify the manifest. `unsigned`: accept an unsigned archive of a checkout, by order of the machine's
        owner.
        """
        self._stream = stream
        self._done, self._total = 0, 0
        self._report: ReportProgress = ignore_progress
        try:
            text = self._read_small_file(MANIFEST, LARGEST)
            signature = self._read_small_file(SIGNATURE, LENGTH)
        except (ValueError, EOFError):
            raise UnfitRelease("this is not a release of Wondertable") from None
        by_order = unsigned and not signature
        if not by_order and not (signature and is_signed(text, signature, keys)):
            raise UnfitRelease("this release is not signed with a key that is installed here", "unsigned")
        manifest = _decode_manifest(text)
        if not (is_version if by_order else is_release_version)(manifest.version):
            raise UnfitRelease(f"{manifest.version!r} is not a version of a release")
        self.version, self.news, self._all = manifest.version, manifest.news, manifest.parts
        self.parts = manifest.for_machine(machine_site)

    @property
    def needed_space(self) -> int:
        """Bytes that have to be free while unpacking; compiled modules take as much again."""
        return self.unpacked + self.unpacked

    @property
    def unpacked(self) -> int:
        """Unpacked size of the parts for this machine, in bytes."""
        return sum(part.unpacked for part in self.parts)

    def unpack(self, folder: Path, report: ReportProgress = ignore_progress) -> None:
        """Unpack the parts for this machine into an empty folder."""
        packed = folder / ".part"
        needed = [*self.parts]
        self._done, self._report = 0, report
        self._total = sum(part.packed for part in self._all[: self._all.index(needed[-1]) + 1])
        try:
            for part in self._all:
                if not needed:
                    break
                self._check_header(part)
                if part is needed[0]:
                    self._copy_verified(part, packed)
                    self._unpack(part, packed, folder)
                    packed.unlink()
                    needed.pop(0)
                else:
                    for _ in tar_reader.chunks(self._read_exactly, part.packed):
                        pass
                self._read_exactly(-part.packed % tar_reader.BLOCK)
        except EOFError:
            raise UnfitRelease(f"release {self.version} is incomplete", "damaged") from None

    def _read_exactly(self, size: int) -> bytes:
        """Read exactly `size` bytes; EOFError if the stream ends before."""
        found = bytearray()
        while len(found) < size:
            some = self._stream.read(size - len(found))
            if not some:
                raise EOFError
            found += some
        self._done += size
        if self._total:
            self._report(WorkStep.FETCH, min(1.0, self._done / self._total))
        return bytes(found)

    def _read_small_file(self, name: str, largest: int) -> bytes:
        """Read a small file at once; ValueError if another member comes, or a larger one."""
        member = tar_reader.parse_header(self._read_exactly(tar_reader.BLOCK))
        if member is None or member.name != name or member.is_folder or member.size > largest:
            raise ValueError(f"no {name}")
        text = self._read_exactly(member.size)
        self._read_exactly(member.padding)
        return text

    def _check_header(self, part: ArchiveMember) -> None:
        """Read the header of a part; UnfitRelease if it differs from the manifest."""
        block = self._read_exactly(tar_reader.BLOCK)
        try:
            member = tar_reader.parse_header(block)
        except ValueError:
            member = None
        if member is None or member.is_folder or (member.name, member.size) != (part.name, part.packed):
            raise self._make_damage_error(part)

    def _copy_verified(self, part: ArchiveMember, to: Path) -> None:
        """Write a part to the disk and verify its hash."""
        digest = hashlib.sha256()
        with to.open("xb") as file:
            for some in tar_reader.chunks(self._read_exactly, part.packed):
                digest.update(some)
                file.write(some)
        if digest.hexdigest() != part.sha256:
            raise self._make_damage_error(part)

    def _unpack(self, part: ArchiveMember, packed: Path, folder: Path) -> None:
        with packed.open("rb") as file:
            try:
                tar_reader.unpack(BoundedXzReader(file, part.unpacked).read, folder)
            except (ValueError, EOFError, lzma.LZMAError):
                raise self._make_damage_error(part) from None

    def _make_damage_error(self, part: ArchiveMember) -> UnfitRelease:
        return UnfitRelease(f"release {self.version} is damaged ({part.name})", "damaged")


class BoundedXzReader:
    """Decompresses an xz file, up to a promised size; reading more raises ValueError."""

    def __init__(self, file: IO[bytes], promised: int) -> None:
        self._file, self._left = file, promised
        self._xz = lzma.LZMADecompressor(lzma.FORMAT_XZ, memlimit=MEMORY)

    def read(self, size: int) -> bytes:
        """Return exactly `size` bytes; EOFError at the end."""
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


def _decode_manifest(text: bytes) -> Manifest:
    """Decode a verified manifest; UnfitRelease if its format is unknown."""
    try:
        said = json.loads(text)
        parts = tuple(ArchiveMember(**part) for part in said["parts"])
        manifest = Manifest(str(said["version"]), parts, str(said.get("news", "")))
    except (ValueError, KeyError, TypeError, RecursionError):
        manifest = None
    if manifest is None or not all(part.is_sound() for part in manifest.parts):
        raise UnfitRelease("this version cannot read releases of this format")
    return manifest
