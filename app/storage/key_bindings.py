"""Key bindings of key pads to panel buttons: a small file beside the settings."""

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from app.protocol.rejection import Rejection
from app.storage.atomic_files import write
from hardware.key_pads import PadKey
from hardware.panel_interface import BUTTONS, Part

FILE: Final = "keys.json"


def load(folder: Path) -> tuple[Mapping[Part, PadKey], Rejection | None]:
    """Load the bindings; empty if there are none, or, with a Rejection as notice, if they are unreadable."""
    path = folder / FILE
    try:
        saved = msgspec.json.decode(path.read_bytes(), type=dict[str, PadKey])
        return {part: saved[str(part)] for part in BUTTONS if str(part) in saved}, None
    except FileNotFoundError:
        return {}, None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return {}, Rejection("keys-unreadable", file=str(path))


def save(folder: Path, keys: Mapping[Part, PadKey]) -> None:
    """Store the bindings; raise Rejection `unwritable` and keep the old ones on failure."""
    by_name = {str(part): key for part, key in keys.items()}
    write(folder / FILE, msgspec.json.format(msgspec.json.encode(by_name)))
