"""The table's settings in one JSON file, written atomically."""

from contextlib import suppress
from pathlib import Path

import msgspec

from app.protocol.host_names import is_address, parse_public_url
from app.protocol.rejection import Rejection
from app.protocol.settings_messages import Settings
from app.protocol.table_log_events import TableNotice
from app.storage.atomic_files import write
from app.text.time_zone import is_zone
from app.text.translation import SOURCE, languages

__all__ = ["Settings", "load", "save", "validate"]

FILE = "settings.json"


def load(folder: Path, lang: str = SOURCE) -> tuple[Settings, TableNotice | None]:
    """Load the settings; defaults if there are none, or, with a notice, if they are unreadable.

    `lang`: the language if none is stored.
    """
    path = folder / FILE
    try:
        settings = msgspec.json.decode(path.read_bytes(), type=Settings)
        if settings.lang not in languages():  # its catalogue was removed
            settings = msgspec.structs.replace(settings, lang=SOURCE)
        if not is_zone(settings.zone):  # unknown on this system
            settings = msgspec.structs.replace(settings, zone="")
        return validate(settings), None
    except FileNotFoundError:
        return Settings(lang=lang), None
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, Rejection):
        return Settings(lang=lang), TableNotice("settings-unreadable", {"file": str(path)})


def save(folder: Path, settings: Settings) -> None:
    """Write the settings; raise Rejection `unwritable` and keep the old file on failure.

    An unreadable file is kept beside it, as `settings.damaged-N.json`.
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


def validate(settings: Settings) -> Settings:
    """Validate settings and return them; raise Rejection `setting` with the name of one out of range."""
    try:
        msgspec.convert(msgspec.to_builtins(settings), Settings)
    except msgspec.ValidationError as unfit:  # `Expected … - at `$.volume``
        raise Rejection("setting", name=str(unfit).rpartition("$.")[2].rstrip("`")) from None
    if settings.lang not in languages():
        raise Rejection("setting", name="lang")
    if settings.zone and not is_zone(settings.zone):
        raise Rejection("setting", name="zone")
    if settings.host_address is not None and not is_address(settings.host_address):
        raise Rejection("setting", name="host_address")
    if settings.public_address and not parse_public_url(settings.public_address):
        raise Rejection("public-address")
    if settings.result_page and not is_page(settings.result_page):
        raise Rejection("result-page")
    return settings


def is_page(text: str) -> bool:
    """Check that a fragment can be appended to this URL."""
    return text.startswith("https://") and "#" not in text and is_address(text)
