"""Codes are read back by the reader that phones' cameras resemble most: zbar."""

import shutil
import subprocess
from pathlib import Path

import pytest

from app.looks import qr_codes

ADDRESS = "http://192.168.178.123:8080/join/k7Qx2mVb9sLp4RtW"


def decode_picture(rows: list[list[bool]], folder: Path, scale: int = 4) -> str:
    """Return the text that zbarimg reads in a picture of these modules."""
    line = [bytes(0 if dark else 255 for dark in row for _ in range(scale)) for row in rows]
    picture = folder / "code.pgm"
    size = len(rows) * scale
    picture.write_bytes(b"P5 %d %d 255\n" % (size, size) + b"".join(row * scale for row in line))
    assert shutil.which("zbarimg"), "zbar-tools is not installed; ./setup.sh test does it"
    said = subprocess.run(["zbarimg", "-q", "--raw", picture], capture_output=True, text=True, check=True)
    return said.stdout.strip()


@pytest.mark.parametrize("address", [ADDRESS, "http://10.0.0.2:8080/", "http://[fd00::1]:8080/join/a"])
def test_qr_code_decodes_to_its_address(address, tmp_path):
    assert decode_picture(qr_codes.matrix(address), tmp_path) == address


def test_qr_code_is_square_with_a_quiet_zone():
    rows = qr_codes.matrix(ADDRESS)
    assert {len(row) for row in rows} == {len(rows)}
    assert not any((*rows[0], *rows[3], *rows[-1], *(row[0] for row in rows), *(row[-4] for row in rows)))


def test_svg_and_text_draw_the_same_modules():
    rows = [[*row] for row in qr_codes.matrix(ADDRESS)]
    path = qr_codes.svg(ADDRESS).rsplit(' d="', 1)[1].split('"')[0]
    drawn = [[False] * len(rows) for _ in rows]
    for run in path.strip("M").replace("z", "").split("M"):
        place, width = run.split("h")[:2]
        x, y = map(int, place.split())
        for at in range(x, x + int(width.removesuffix("v1"))):
            drawn[y][at] = True
    assert drawn == rows
    upper = {" ": True, "▀": False, "▄": True, "█": False}  # dark is what the terminal leaves black
    assert [[upper[c] for c in line] for line in qr_codes.text(ADDRESS).split("\n")] == rows[::2]
