"""The table's PIN, stored as a salted hash in a file beside the settings that only the table's user can read."""

import hashlib
import hmac
import secrets
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

from app.protocol.access_messages import FEWEST_DIGITS, MOST_DIGITS
from app.protocol.rejection import Rejection
from app.protocol.table_log_events import TableNotice
from app.storage.atomic_files import remove, write

FILE: Final = "pin.json"
MOST_READ: Final = 100  # bytes of a file with a PIN in it
COST: Final = 2**14  # of scrypt, with blocks of 8: 16 MB, and some hundredths of a second


class Pin(msgspec.Struct, frozen=True):
    """A salted hash (scrypt) of the PIN. Without a hash it matches nothing: the stored one was unreadable."""

    salt: bytes = b""
    hash: bytes = b""
    cost: int = 0

    def __repr__(self) -> str:
        return "Pin()"

    def is_correct(self, text: str) -> bool:
        """Check a PIN in constant time."""
        return bool(self.hash) and hmac.compare_digest(self.hash, _hash_text(text, self.salt, self.cost))


def hash_pin(text: str) -> Pin:
    """Hash a new PIN; raise Rejection `pin-form` if it is invalid."""
    if not (text.isascii() and text.isdigit() and FEWEST_DIGITS <= len(text) <= MOST_DIGITS):
        raise Rejection("pin-form", fewest=FEWEST_DIGITS, most=MOST_DIGITS)
    salt = secrets.token_bytes(16)
    return Pin(salt, _hash_text(text, salt, COST), COST)


def load(folder: Path) -> tuple[Pin | None, TableNotice | None]:
    """Load the stored PIN; None if none is set. An unreadable one matches nothing and comes with a notice."""
    path = folder / FILE
    try:
        return msgspec.json.decode(path.read_bytes(), type=Pin), None
    except FileNotFoundError:
        return None, None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Pin(), TableNotice("pin-unreadable", {"file": str(path)})


def apply_pin_file(file: Path, folder: Path) -> TableNotice | None:
    """Apply a PIN reset file, which only the machine's owner can write; an empty file removes the PIN.

    Return a notice of the result; None if there is no such file. It is applied at every start until deleted.
    """
    try:
        with file.open("rb") as opened:
            text = opened.read(MOST_READ).decode("utf-8-sig").strip()
        before = load(folder)[0]
        if not text and before is not None:
            save(folder, None)
        elif text and (before is None or not before.is_correct(text)):
            save(folder, hash_pin(text))
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError):
        return TableNotice("pin-unreadable", {"file": str(file)})
    except Rejection as no:
        return TableNotice(no.code, no.params)
    return TableNotice("pin-renewed", {"file": str(file)})


def apply_reset_file(file: Path, folder: Path) -> TableNotice | None:
    """Apply a PIN reset file copied from a USB stick, and delete it."""
    said = apply_pin_file(file, folder)
    if said is None:
        return None
    with suppress(OSError):
        file.unlink()
    return TableNotice("pin-handed-in", {}) if said.rule == "pin-renewed" else said


def save(folder: Path, pin: Pin | None) -> None:
    """Store the PIN, or remove it; raise Rejection `unwritable` and keep the old one on failure."""
    path = folder / FILE
    if pin is None:
        remove(path)
    else:
        write(path, msgspec.json.encode(pin), 0o600)


def _hash_text(text: str, salt: bytes, cost: int) -> bytes:
    return hashlib.scrypt(text.encode("utf-8", "surrogatepass"), salt=salt, n=cost, r=8, p=1)
