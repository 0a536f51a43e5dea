"""Which keys of key pads are buttons of the panel: a small file beside the settings, written when a key is chosen."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from app.protocol.rights import Rejected
from app.storage.atomic_files import write
from hardware.key_pads import Key
from hardware.panel import BUTTONS, Part

FILE: Final = "keys.json"


def load(folder: Path) -> tuple[Mapping[Part, Key], Rejected | None]:
    """The saved keys; none where there are none, or, with a Rejected to say, where they cannot be read."""
    path = folder / FILE
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=dict[str, Key])
        return {part: saved[str(part)] for part in BUTTONS if str(part) in saved}, None
    except FileNotFoundError:
        return {}, None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}, Rejected("keys-unreadable", file=str(path))


def save(folder: Path, keys: Mapping[Part, Key]) -> None:
    """Keep these; Rejected `unwritable` leaves the old ones as they were."""
    by_name = {str(part): key for part, key in keys.items()}
    write(folder / FILE, msgspec.json.format(msgspec.json.encode(by_name)))
