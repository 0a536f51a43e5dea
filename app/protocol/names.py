"""Names: what may be in one that people give themselves, which are the same, and what a table is called."""

import hashlib
import unicodedata
from base64 import b32encode
from typing import Final

LENGTH: Final = 20  # characters of somebody's name, at most
_NO_SIGNS: Final = frozenset(",#")  # in a name: records use them
_DISTURBING: Final = frozenset("\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
_UNSEEN: Final = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zs", "Zl", "Zp", "Mn", "Me"})
_BLANK: Final = frozenset("\u2800\u3164\uffa0")  # letters and signs that show nothing
_JOINERS: Final = frozenset("\u200c\u200d")  # unseen themselves, but names look different with them


def is_plain(text: str) -> bool:
    """Whether a text is one line of signs that leave those beside it alone."""
    return (text.isascii() and text.isprintable()) or not any(
        sign in _DISTURBING or unicodedata.category(sign) in ("Cc", "Cs") for sign in text
    )


def is_blank(text: str) -> bool:
    """Whether there is nothing to see of it."""
    return all(sign in _BLANK or unicodedata.category(sign) in _UNSEEN for sign in text)


def why_not(name: str) -> str:
    """What speaks against a name that somebody chose for themselves: sign, long, empty; "" if nothing does."""
    if not _NO_SIGNS.isdisjoint(name) or not is_plain(name):
        return "sign"
    if len(name) > LENGTH:
        return "long"
    return "empty" if is_blank(name) else ""


def known_as(name: str) -> str:
    """What is the same for all ways to write one person's name."""
    seen = "".join(sign for sign in name if sign in _JOINERS or unicodedata.category(sign) != "Cf")
    return unicodedata.normalize("NFKC", " ".join(seen.split())).casefold()


def host_name(table: str) -> str:
    """A name of our own for this table on a network, so that two of them differ: `wondertable-4kq7`."""
    word = b32encode(hashlib.sha256(table.encode()).digest())[:4].decode().lower()
    return f"wondertable-{word}"
