"""A real window to look at: an X server without a screen, and its picture."""

import os
import struct
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

XWD_HEADER = struct.Struct(">25I")


@contextmanager
def display(folder: Path, width: int, height: int) -> Iterator[str]:
    """An X server of that size; gives its name, as DISPLAY wants it. Its picture lies in `folder`."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-fbdir", str(folder)]
    server = subprocess.Popen([*command, "-nolisten", "tcp"], pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as told:
            number = told.readline().strip()
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        server.terminate()
        server.wait()


def picture(folder: Path) -> tuple[int, int, bytes]:
    """What the display shows: width, height, grey bytes from the top left (the X window dump, read by hand)."""
    dump = (folder / "Xvfb_screen0").read_bytes()
    header = XWD_HEADER.unpack_from(dump)
    size, width, height, bits, line, colours = header[0], header[4], header[5], header[11], header[12], header[19]
    assert bits == 32
    start = size + 12 * colours
    rows = (dump[start + line * y : start + line * y + 4 * width] for y in range(height))
    return width, height, b"".join(row[1::4] for row in rows)  # green serves as grey


def codes(folder: Path) -> list[str]:
    """Every QR code that can be read from the picture."""
    width, height, grey = picture(folder)
    file = folder / "seen.pgm"
    file.write_bytes(b"P5 %d %d 255\n" % (width, height) + grey)
    done = subprocess.run(["zbarimg", "-q", "--raw", str(file)], capture_output=True, text=True, check=False)
    return done.stdout.split()
