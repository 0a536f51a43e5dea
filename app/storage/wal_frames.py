"""A tolerant reader of SQLite's write-ahead log, which also reads the frames after a damaged one.

Each frame has a checksum that continues the one before it (www.sqlite.org/fileformat.html, "WAL Format"). SQLite
computes its own chain, so that one bad frame ends the log; here each frame is checked against the stored sum before it.
The recovered data is verified again (app/storage/checksums.py).
"""

import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HEAD: Final = struct.Struct(">8I")  # magic, format, size of a page, sequence, salts, sums
FRAME: Final = struct.Struct(">6I")  # number of a page, pages of the file at the end of a commit, else 0, salts, sums
BIG_END: Final = 0x377F0683  # checksums use big-endian numbers


def put_in_place(log: Path, file: Path, page: int) -> None:
    """Write the pages of all complete commits in a log to their places in the file."""
    data = log.read_bytes()
    if len(data) < HEAD.size + FRAME.size:
        return
    pages, waiting, size = {}, {}, 0
    for number, ends, content in _intact_frames(data, page):
        waiting[number] = content
        if ends:
            pages.update(waiting)
            waiting.clear()
            size = ends
    if not size:
        return
    with file.open("r+b") as written:
        for number, content in pages.items():
            written.seek((number - 1) * page)
            written.write(content)
        written.truncate(size * page)


def _intact_frames(data: bytes, page: int) -> Iterator[tuple[int, int, bytes]]:
    """Yield the intact frames of the current log: page, pages of the file at the end of a commit, and content."""
    magic, *_, one, other = HEAD.unpack_from(data)
    words = ">" if magic == BIG_END else "<"
    salts = _salts(data, page)
    for at in range(HEAD.size, len(data) - FRAME.size - page + 1, FRAME.size + page):
        number, ends, *found, first, second = FRAME.unpack_from(data, at)
        content = data[at + FRAME.size : at + FRAME.size + page]
        if found == salts:
            proven = _sum(content, words, _sum(data[at : at + 8], words, (one, other))) == (first, second)
            if proven and number:
                yield number, ends, content
        elif number and not _are_similar(found, salts):  # of the time before it was begun anew
            return
        one, other = first, second


def _salts(data: bytes, page: int) -> list[int]:
    """Return the salts of the current log: from its header, or from two frames that agree."""
    head = list(HEAD.unpack_from(data)[4:6])
    frames = [
        list(FRAME.unpack_from(data, at)[2:4])
        for at in range(HEAD.size, min(len(data) - FRAME.size, HEAD.size + 3 * (FRAME.size + page)), FRAME.size + page)
    ]
    return head if head in frames or not frames else frames[0]


def _are_similar(one: list[int], other: list[int]) -> bool:
    """Check that salts differ by a damaged byte or two at most; other salts differ in half of their bits."""
    return sum((a ^ b).bit_count() for a, b in zip(one, other, strict=True)) <= 16 or one[0] == other[0]


def _sum(data: bytes, words: str, before: tuple[int, int]) -> tuple[int, int]:
    one, other = before
    numbers = struct.unpack(f"{words}{len(data) // 4}I", data)
    for a, b in zip(numbers[::2], numbers[1::2], strict=True):
        one = (one + a + other) & 0xFFFFFFFF
        other = (other + b + one) & 0xFFFFFFFF
    return one, other
