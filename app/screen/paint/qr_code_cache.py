"""A cache of QR codes as matrices."""

from functools import lru_cache

from app.looks.qr_codes import matrix


@lru_cache(maxsize=32)
def matrix_of(url: str) -> tuple[tuple[bool, ...], ...]:
    """Return the fields of a QR code with its quiet border."""
    return tuple(tuple(row) for row in matrix(url))
