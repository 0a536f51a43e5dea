"""A real window to look at: an X server without a screen, and its picture. For tests, benchmarks and pictures."""

import os
import struct
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

XWD_HEADER = struct.Struct(">25I")


@contextmanager
def display(width: int = 1280, height: int = 720) -> Iterator[dict[str, str]]:
    """Yield the environment for processes that draw on an X server with software GL; FRAMEBUFFER is its picture."""
    read, write = os.pipe()
    with tempfile.TemporaryDirectory(prefix="wondertable-display-") as home, os.fdopen(read) as said:
        command = ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp"]
        server = subprocess.Popen([*command, "-fbdir", home], pass_fds=[write], stderr=subprocess.DEVNULL)
        os.close(write)
        try:
            number = said.readline().strip()
            assert number, "Xvfb did not start"
            theirs = {k: v for k, v in os.environ.items() if not k.startswith(("SDL_", "WAYLAND", "KIVY"))}
            yield theirs | {
                "DISPLAY": f":{number}",
                "FRAMEBUFFER": f"{home}/Xvfb_screen0",
                "KIVY_HOME": home,
                "KIVY_NO_ARGS": "1",
                "LIBGL_ALWAYS_SOFTWARE": "1",
            }
        finally:
            server.terminate()
            server.wait()


def picture(framebuffer: Path) -> tuple[int, int, list[bytes]]:
    """Return the display's width, height, and rows of blue, green, red, unused bytes (from an X window dump)."""
    dump = framebuffer.read_bytes()
    header = XWD_HEADER.unpack_from(dump)
    size, width, height, bits, line, colours = header[0], header[4], header[5], header[11], header[12], header[19]
    assert bits == 32
    start = size + 12 * colours
    return width, height, [dump[start + line * y : start + line * y + 4 * width] for y in range(height)]


def codes(framebuffer: Path) -> list[str]:
    """List every QR code that can be read in the picture."""
    width, height, rows = picture(framebuffer)
    file = framebuffer.with_name("seen.pgm")
    grey = b"".join(row[1::4] for row in rows)  # green serves as grey
    file.write_bytes(b"P5 %d %d 255\n" % (width, height) + grey)
    done = subprocess.run(["zbarimg", "-q", "--raw", str(file)], capture_output=True, text=True, check=False)
    return done.stdout.split()
