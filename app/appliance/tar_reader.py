"""The tar that a release is made of, read by our own code: files and folders, with plain headers (ustar).

A header is 512 bytes and says all there is to say: no PAX, no long names, no links, no holes. So nothing has to be read
in order to be understood, and whoever reads knows before each file how long it is.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

BLOCK: Final = 512  # bytes: of a header, and what a file is filled up to
CHUNK: Final = 1 << 20  # bytes of a file that are in memory at a time
MAGIC: Final = b"ustar\x0000"
FILE, FOLDER = b"0", b"5"  # the kinds

Read = Callable[[int], bytes]  # exactly so many bytes, or an error


@dataclass(frozen=True, slots=True)
class Member:
    """What a header says."""

    name: str
    size: int  # bytes
    is_folder: bool
    can_run: bool

    @property
    def padding(self) -> int:
        """How many bytes follow the file, up to the next header."""
        return -self.size % BLOCK


def header(block: bytes) -> Member | None:
    """Read a header; None if it is the empty one at the end of an archive, ValueError if it is not a plain one."""
    if not any(block):
        return None
    blank = block[:148] + b" " * 8 + block[156:]  # as its sum was made
    if block[257:265] != MAGIC or _number(block[148:156]) != sum(blank):
        raise ValueError("no header of a plain tar")
    kind, link = block[156:157], block[157:257]
    size = _number(block[124:136])
    if kind not in (FILE, FOLDER) or any(link) or (kind == FOLDER and size):
        raise ValueError("neither a file nor a folder")
    name, above = _text(block[:100]), _text(block[345:500])
    name = f"{above}/{name}" if above else name
    is_folder = kind == FOLDER
    return Member(
        _inside(name.removesuffix("/") if is_folder else name), size, is_folder, bool(_number(block[100:108]) & 0o100)
    )


def members(read: Read) -> Iterator[Member]:
    """Every member up to the end of the archive. Whoever asks for the next one has read the file, and its padding."""
    while member := header(read(BLOCK)):
        yield member


def unpack(read: Read, folder: Path) -> None:
    """Unpack an archive into a folder: all can read what is in it, and nobody else's files are touched."""
    for member in members(read):
        path = folder / member.name
        (path if member.is_folder else path.parent).mkdir(parents=True, exist_ok=True)
        if not member.is_folder:
            with path.open("xb") as file:
                for some in chunks(read, member.size):
                    file.write(some)
            path.chmod(0o755 if member.can_run else 0o644)
            read(member.padding)


def chunks(read: Read, size: int) -> Iterator[bytes]:
    """So many bytes, a few at a time."""
    while size:
        some = read(min(size, CHUNK))
        size -= len(some)
        yield some


def _number(field: bytes) -> int:
    """An octal number, ended by nothing but blanks and zeros."""
    if found := re.fullmatch(rb"([0-7]+)[ \0]+", field):
        return int(found[1], 8)
    raise ValueError("no number")


def _text(field: bytes) -> str:
    """A text without signs that cannot be seen, ended by nothing but zeros."""
    text, _, rest = field.partition(b"\0")
    if any(rest) or not (text.isascii() and text.decode("ascii").isprintable()):
        raise ValueError("no plain name")
    return text.decode("ascii")


def _inside(name: str) -> str:
    """A name that leads into a folder, and not out of it again."""
    if any(part in ("", ".", "..") for part in name.split("/")):
        raise ValueError(f"{name!r} leads elsewhere")
    return name
