"""QR codes as plain squares: for a texture, a page, or a terminal."""

from qrcode.constants import ERROR_CORRECT_M
from qrcode.main import QRCode

BORDER = 4  # modules of quiet zone; the standard asks for it


def matrix(text: str) -> list[list[bool]]:
    """Rows of dark (True) and light modules, quiet zone included."""
    code = QRCode(border=BORDER, error_correction=ERROR_CORRECT_M, box_size=1)
    code.add_data(text)
    code.make(fit=True)
    return [[bool(dark) for dark in row] for row in code.get_matrix()]


def svg(text: str) -> str:
    """One `<svg>` that fills whatever box it is put into, black on white."""
    rows = matrix(text)
    size = len(rows)
    runs = "".join(f"M{x} {y}h{n}v1h-{n}z" for y, row in enumerate(rows) for x, n in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" '
        f'aria-hidden="true"><path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path d="{runs}"/></svg>'
    )


def text(address: str) -> str:
    """The code in half blocks, two rows to a line: for a terminal, whose background is taken to be dark."""
    rows = matrix(address)
    light = " ▀▄█"  # which of the upper and lower half are light
    rows += [[True] * len(rows[0])] * (len(rows) % 2)
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join(
        "".join(light[(not up) + 2 * (not low)] for up, low in zip(above, below, strict=True)) for above, below in pairs
    )


def _runs(row: list[bool]) -> list[tuple[int, int]]:
    """Where dark stretches begin, and how long they are."""
    edges = [x for x in range(len(row) + 1) if (x < len(row) and row[x]) != (x > 0 and row[x - 1])]
    return [(start, end - start) for start, end in zip(edges[::2], edges[1::2], strict=True)]
