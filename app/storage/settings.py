"""The table's settings in their folder: one small JSON file, written whole or not at all."""

import contextlib
import os
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from app.protocol.messages import Settings
from app.protocol.rights import Refusal

__all__ = ["Settings", "checked", "is_address", "load", "save"]

FILE = "settings.json"
PACE = (0.0, 30.0)  # seconds a bot may wait
DIAGONAL = (2.0, 120.0)  # inches
VOLUME = (0, 10)


def load(folder: Path) -> tuple[Settings, Refusal | None]:
    """The saved settings; defaults where there are none, or, with a Refusal to say, where they cannot be read."""
    path = folder / FILE
    try:
        return checked(msgspec.json.decode(path.read_bytes(), type=Settings)), None
    except FileNotFoundError:
        return Settings(), None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, Refusal):
        return Settings(), Refusal("settings-unreadable", file=str(path))


def save(folder: Path, settings: Settings) -> None:
    """Write the settings; Refusal `unwritable` leaves the old file as it was."""
    path = folder / FILE
    fresh = path.with_suffix(".new")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with fresh.open("wb") as file:
            file.write(msgspec.json.format(msgspec.json.encode(settings)))
            file.flush()
            os.fsync(file.fileno())
        fresh.replace(path)
    except OSError as problem:
        with contextlib.suppress(OSError):
            fresh.unlink(missing_ok=True)
        raise Refusal("unwritable", file=path.name, why=problem.strerror or "") from None


def checked(settings: Settings) -> Settings:
    """The same settings; Refusal `setting` names one that is out of range."""
    if not PACE[0] <= settings.bot_pace <= PACE[1]:
        raise Refusal("setting", name="bot_pace")
    if settings.diagonal is not None and not DIAGONAL[0] <= settings.diagonal <= DIAGONAL[1]:
        raise Refusal("setting", name="diagonal")
    if not VOLUME[0] <= settings.volume <= VOLUME[1]:
        raise Refusal("setting", name="volume")
    if settings.host_address is not None and not is_address(settings.host_address):
        raise Refusal("setting", name="host_address")
    return settings


def is_address(text: str) -> bool:
    """Whether a code can lead there: a host, with a port or without, or a whole address as browsers open it."""
    if not (0 < len(text) <= 200 and text.isprintable() and " " not in text):
        return False
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:  # half an IPv6 address, a port that is none
        return False
