"""The table's settings in their folder: one small JSON file, written whole or not at all."""

from contextlib import suppress
from pathlib import Path
from urllib.parse import urlsplit

import msgspec

from app.protocol.messages import Settings
from app.protocol.rights import Rejected
from app.storage.atomic_files import write
from app.text.languages import SOURCE, languages
from app.text.local_time import is_zone

__all__ = ["Settings", "checked", "is_address", "load", "save"]

FILE = "settings.json"


def load(folder: Path, lang: str = SOURCE) -> tuple[Settings, Rejected | None]:
    """The saved settings; defaults where there are none, or, with a Rejected to say, where they cannot be read.

    `lang`: the language where none has been saved.
    """
    path = folder / FILE
    try:
        settings = msgspec.json.decode(path.read_bytes(), type=Settings)
        if settings.lang not in languages():  # its catalogue was here, and has been taken away
            settings = msgspec.structs.replace(settings, lang=SOURCE)
        if not is_zone(settings.zone):  # by another system
            settings = msgspec.structs.replace(settings, zone="")
        return checked(settings), None
    except FileNotFoundError:
        return Settings(lang=lang), None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, Rejected):
        return Settings(lang=lang), Rejected("settings-unreadable", file=str(path))


def save(folder: Path, settings: Settings) -> None:
    """Write the settings; Rejected `unwritable` leaves the old file as it was.

    A file that cannot be read is kept beside it, as `settings.damaged-N.json`.
    """
    if load(folder)[1]:
        _set_aside(folder / FILE)
    write(folder / FILE, msgspec.json.format(msgspec.json.encode(settings)))


def _set_aside(path: Path) -> None:
    number = 1
    while (kept := path.with_stem(f"{path.stem}.damaged-{number}")).exists():
        number += 1
    with suppress(OSError):
        path.rename(kept)


def checked(settings: Settings) -> Settings:
    """The same settings; Rejected `setting` names one that is out of range."""
    try:
        msgspec.convert(msgspec.to_builtins(settings), Settings)
    except msgspec.ValidationError as unfit:  # `Expected … - at `$.volume``
        raise Rejected("setting", name=str(unfit).rpartition("$.")[2].rstrip("`")) from None
    if settings.lang not in languages():
        raise Rejected("setting", name="lang")
    if settings.zone and not is_zone(settings.zone):
        raise Rejected("setting", name="zone")
    if settings.host_address is not None and not is_address(settings.host_address):
        raise Rejected("setting", name="host_address")
    if settings.result_page and not is_page(settings.result_page):
        raise Rejected("result-page")
    return settings


def is_page(text: str) -> bool:
    """Whether something can be put behind `#` in this address."""
    return text.startswith("https://") and "#" not in text and is_address(text)


def is_address(text: str) -> bool:
    """Whether a code can lead there: a host, with a port or without, or a whole address as browsers open it."""
    if not (0 < len(text) <= 200 and text.isprintable() and " " not in text):
        return False
    try:
        parts = urlsplit(text if "://" in text else f"http://{text}")
        return bool(parts.hostname) and parts.port != 0 and parts.scheme in ("http", "https")
    except ValueError:  # half an IPv6 address, a port that is none
        return False
