"""Names: what may be in one that people give themselves, which are the same, and what a table is called."""

import hashlib
import unicodedata
from base64 import b32encode
from typing import Final

LENGTH: Final = 20  # characters of somebody's name, at most
_NO_SIGNS: Final = frozenset(",#")  # in a name: records use them
_DISTURBING: Final = frozenset("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Mn", "Me"})
_BLANK: Final = frozenset("\u2800")  # a sign that shows nothing
# Default_Ignorable_Code_Point of Unicode 16 (DerivedCoreProperties.txt): signs that show nothing themselves.
_IGNORABLE: Final = frozenset(
    chr(code)
    for first, last in (
        (0xAD, 0xAD), (0x34F, 0x34F), (0x61C, 0x61C), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F),
        (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164), (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3), (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
    )
    for code in range(first, last + 1)
)  # fmt: skip
# Small letters of Cyrillic and Greek that look like Latin ones, small or as capitals; dashes and apostrophes.
_ALIKE: Final = str.maketrans(
    "авеніјкмоѕртсухһԁԛԝӏαβεζηικμνορτυχϲϳıɑɡ‐‑‒–—−’‘ʼ´`",
    "abehijkmosptcyxhdqwlabezhikmnoptyxcjiag------'''''",
)


def is_plain(text: str) -> bool:
    """Whether a text is one line of signs that leave those beside it alone."""
    return (text.isascii() and text.isprintable()) or not any(
        sign in _DISTURBING or unicodedata.category(sign) in ("Cc", "Cs") for sign in text
    )


def is_blank(text: str) -> bool:
    """Whether there is nothing to see of it."""
    return all(sign in _BLANK or sign in _IGNORABLE or unicodedata.category(sign) in _UNSEEN for sign in text)


def why_not(name: str) -> str:
    """What speaks against a name that somebody chose for themselves: sign, long, empty; "" if nothing does."""
    if not _NO_SIGNS.isdisjoint(name) or not is_plain(name):
        return "sign"
    if len(name) > LENGTH:
        return "long"
    return "empty" if is_blank(name) else ""


def known_as(name: str) -> str:
    """Return a key that is the same for all names that are written, or look, alike.

    Case, compatibility forms, signs that show nothing, and letters of other scripts that look like Latin ones make no
    difference.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(sign for sign in folded if sign not in _IGNORABLE and unicodedata.category(sign) != "Cf")
    return " ".join(
        unicodedata.normalize("NFC", unicodedata.normalize("NFD", seen).translate(_ALIKE))
        .replace("\u2800", " ")
        .split()
    )


def host_name(table: str) -> str:
    """A name of our own for this table on a network, so that two of them differ: `wondertable-4kq7`."""
    word = b32encode(hashlib.sha256(table.encode()).digest())[:4].decode().lower()
    return f"wondertable-{word}"
