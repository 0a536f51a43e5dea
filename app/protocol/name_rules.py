"""Names of people and tables: validation, comparison, and the table's host name."""

import hashlib
import re
import unicodedata
from base64 import b32encode
from typing import Final

from engine.memoize import memoize

LENGTH: Final = 20  # characters of a person's name at most
_NO_SIGNS: Final = frozenset(",#")  # separators in records
_DISTURBING: Final = frozenset("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_INVISIBLE_CATEGORIES: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Mn", "Me"})
_BLANK: Final = frozenset("\u2800")  # an invisible character
# Default_Ignorable_Code_Point of Unicode 16 (DerivedCoreProperties.txt): invisible characters.
_IGNORABLE: Final = re.compile(
    r"[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f"
    r"\ufeff\uffa0\ufff0-\ufff8\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
# Lower-case letters of Cyrillic and Greek that look like Latin ones, in either case; dashes and apostrophes.
_LOOKALIKES: Final = str.maketrans(
    "авеніјкмоѕртсухһԁԛԝӏαβεζηικμνορτυχϲϳıɑɡ‐‑‒–—−’‘ʼ´`",
    "abehijkmosptcyxhdqwlabezhikmnoptyxcjiag------'''''",
)


def is_plain(text: str) -> bool:
    """Check that a text is one line without characters that disturb the text around it."""
    return (text.isascii() and text.isprintable()) or not any(
        sign in _DISTURBING or unicodedata.category(sign) in ("Cc", "Cs") for sign in text
    )


def is_blank(text: str) -> bool:
    """Check that a text is invisible."""
    return all(
        sign in _BLANK or _IGNORABLE.match(sign) or unicodedata.category(sign) in _INVISIBLE_CATEGORIES for sign in text
    )


def name_fault(name: str) -> str:
    """Return what is wrong with a chosen name: sign, long, empty; "" if it is valid."""
    if not _NO_SIGNS.isdisjoint(name) or not is_plain(name):
        return "sign"
    if len(name) > LENGTH:
        return "long"
    return "empty" if is_blank(name) else ""


@memoize(256)
def name_key(name: str) -> str:
    """Return a key that is equal for all names that are written, or look, alike.

    Case, compatibility forms, invisible characters, and look-alike letters of other scripts make no difference.
    """
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", name).casefold())
    seen = "".join(sign for sign in _IGNORABLE.sub("", folded) if unicodedata.category(sign) != "Cf")
    return " ".join(
        unicodedata.normalize("NFC", unicodedata.normalize("NFD", seen).translate(_LOOKALIKES))
        .replace("\u2800", " ")
        .split()
    )


def host_name(table: str) -> str:
    """Derive this table's own host name, so that two tables in a network differ: `wondertable-4kq7`."""
    word = b32encode(hashlib.sha256(table.encode()).digest())[:4].decode().lower()
    return f"wondertable-{word}"
