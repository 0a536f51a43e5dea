"""QR codes as grids of squares, for a texture, a page or a terminal."""

import sys
from functools import cache, lru_cache
from io import StringIO
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from qrcode.main import QRCode

BORDER = 4  # modules of quiet zone; the standard asks for it
ERROR_CORRECT_M: Final = 0  # of the library, which is imported when it is needed


@lru_cache(maxsize=64)
def matrix(text: str) -> tuple[tuple[bool, ...], ...]:
    """Return the modules of a QR code by rows, True for dark, quiet zone included."""
    return tuple(tuple(map(bool, row)) for row in _code(text).get_matrix())


@lru_cache(maxsize=64)
def svg(text: str) -> str:
    """Render a QR code as an `<svg>` that fills its container, black on white."""
    rows = matrix(text)
    size = len(rows)
    runs = "".join(f"M{x} {y}h{n}v1h-{n}z" for y, row in enumerate(rows) for x, n in _runs(row))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" shape-rendering="crispEdges" '
        f'aria-hidden="true"><path fill="#fff" d="M0 0h{size}v{size}h-{size}z"/><path d="{runs}"/></svg>'
    )


def text(address: str) -> str:
    """Render a QR code in half blocks, two rows to a line, for a terminal with a dark background."""
    out = StringIO()
    _code(address).print_ascii(out=out, invert=True)
    return out.getvalue().rstrip("\n").replace("\xa0", " ")


def wifi(name: str, password: str) -> str:
    """Return the text of a QR code that joins a phone to a WPA network."""

    def escape(text: str) -> str:
        return "".join(f"\\{sign}" if sign in '\\;,:"' else sign for sign in text)

    return f"WIFI:T:WPA;S:{escape(name)};P:{escape(password)};;"


def _code(text: str) -> "QRCode[Any]":
    code = _load_class()(border=BORDER, error_correction=ERROR_CORRECT_M, box_size=1)
    code.add_data(text)
    code.make(fit=True)
    return code


@cache
def _load_class() -> "type[QRCode[Any]]":  # of a picture that is never made
    """Import the library without Pillow, which it needs for pictures alone: the first code would wait for it."""
    pillow = sys.modules.get("PIL")
    sys.modules["PIL"] = None  # type: ignore[assignment]  # an ImportError, with which the library counts
    try:
        from qrcode.main import QRCode
    finally:
        del sys.modules["PIL"]
        if pillow is not None:
            sys.modules["PIL"] = pillow
    return QRCode


def _runs(row: tuple[bool, ...]) -> list[tuple[int, int]]:
    """Return the start and length of each dark run."""
    edges = [x for x in range(len(row) + 1) if (x < len(row) and row[x]) != (x > 0 and row[x - 1])]
    return [(start, end - start) for start, end in zip(edges[::2], edges[1::2], strict=True)]
