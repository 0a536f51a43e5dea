"""A reader of the tar files in a release: only files and folders, with plain ustar headers.

A header has 512 bytes and is complete: no PAX, long names, links or sparse files. So parsing needs no further reads,
and the length of each file is known before it is read.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BLOCK: Final = 512  # of a header; files are padded to a multiple
CHUNK: Final = 1 << 20  # of a file that are in memory at a time
MAGIC: Final = b"ustar\x0000"
FILE, FOLDER = b"0", b"5"  # type flags

Read = Callable[[int], bytes]  # returns exactly that many bytes, or raises


@dataclass(frozen=True, slots=True)
class Member:
    """A parsed header."""

    name: str
    size: int  # bytes
    is_folder: bool
    can_run: bool

    @property
    def padding(self) -> int:
        """Number of bytes between the end of the file and the next header."""
        return -self.size % BLOCK


def parse_header(block: bytes) -> Member | None:
    """Parse a header. None for the empty block at the end of an archive, ValueError if it is not a plain header."""
    if not any(block):
        return None
    blank = block[:148] + b" " * 8 + block[156:]  # the checksum field counts as blanks
    if block[257:265] != MAGIC or _parse_number(block[148:156]) != sum(blank):
        raise ValueError("a header that is not a plain tar's")
    kind, link = block[156:157], block[157:257]
    size = _parse_number(block[124:136])
    if kind not in (FILE, FOLDER) or any(link) or (kind == FOLDER and size):
        raise ValueError("neither a file nor a folder")
    name, above = _parse_text(block[:100]), _parse_text(block[345:500])
    name = f"{above}/{name}" if above else name
    is_folder = kind == FOLDER
    path = _check_inside(name.removesuffix("/") if is_folder else name)
    return Member(path, size, is_folder, can_run=bool(_parse_number(block[100:108]) & 0o100))


def read_members(read: Read) -> Iterator[Member]:
    """Yield every member. The caller reads the file and its padding before it asks for the next one."""
    while member := parse_header(read(BLOCK)):
        yield member


def unpack(read: Read, folder: Path) -> None:
    """Unpack an archive into a folder. Files are readable by all; an existing file is an error."""
    for member in read_members(read):
        path = folder / member.name
        (path if member.is_folder else path.parent).mkdir(parents=True, exist_ok=True)
        if not member.is_folder:
            with path.open("xb") as file:
                for some in chunks(read, member.size):
                    file.write(some)
            path.chmod(0o755 if member.can_run else 0o644)
            read(member.padding)


def chunks(read: Read, size: int) -> Iterator[bytes]:
    """Yield `size` bytes in chunks."""
    while size:
        some = read(min(size, CHUNK))
        size -= len(some)
        yield some


def _parse_number(field: bytes) -> int:
    """Parse an octal number, followed only by blanks and zero bytes."""
    if found := re.fullmatch(rb"([0-7]+)[ \0]+", field):
        return int(found[1], 8)
    raise ValueError("no number")


def _parse_text(field: bytes) -> str:
    """Parse a printable ASCII text, followed only by zero bytes."""
    text, _, rest = field.partition(b"\0")
    if any(rest) or not (text.isascii() and text.decode("ascii").isprintable()):
        raise ValueError("no plain name")
    return text.decode("ascii")


def _check_inside(name: str) -> str:
    """Check that a path stays inside its folder. ValueError if not."""
    if any(part in ("", ".", "..") for part in name.split("/")):
        raise ValueError(f"{name!r} leads elsewhere")
    return name
