"""Pictures of the player's manual (`data/manual`), loaded by phones one by one as their sections are opened."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from app.text.translation import SOURCE

FOLDER: Final = Path(__file__).parents[2] / "data" / "manual"
PREFIX, SUFFIX, KIND = "manual-", ".webp", "image/webp"


def find_picture(lang: str, game: str, name: str) -> Path | None:
    """Return the picture's file: the game's own before the shared one, the reader's language before English."""
    files = (FOLDER / words / f"{of}-{name}{SUFFIX}" for words in (lang, SOURCE) for of in (game, "all"))
    return next((file for file in files if file in pictures()), None)


def address(lang: str, game: str, name: str) -> str:
    """Return the picture's URL for a page; "" if there is none."""
    file = find_picture(lang, game, name)
    return f"..{_address(file)}" if file else ""


@cache
def pictures() -> dict[Path, bytes]:
    """Read all pictures into memory, once, so that no request waits for a slow SD card."""
    return {file: file.read_bytes() for file in sorted(FOLDER.rglob(f"*{SUFFIX}"))}


@cache
def pictures_by_url() -> dict[str, bytes]:
    """Return the pictures by URL."""
    return {_address(file): body for file, body in pictures().items()}


@cache
def _address(file: Path) -> str:
    """Return a picture's URL, which contains a hash of its content, so that phones cache it forever."""
    digest = blake2b(pictures()[file], digest_size=6).hexdigest()
    return f"/static/{digest}/{PREFIX}{file.parent.name}-{file.name}"
