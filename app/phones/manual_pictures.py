"""The pictures of the player's manual (`data/manual`), which phones get one by one, as they open what has one."""

from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final

from app.text.languages import SOURCE

FOLDER: Final = Path(__file__).parents[2] / "data" / "manual"
PREFIX, SUFFIX, KIND = "manual-", ".webp", "image/webp"


def found(lang: str, game: str, name: str) -> Path | None:
    """The picture of that name: the game's before that of all, in the language before English."""
    files = (FOLDER / words / f"{of}-{name}{SUFFIX}" for words in (lang, SOURCE) for of in (game, "all"))
    return next((file for file in files if file in pictures()), None)


def address(lang: str, game: str, name: str) -> str:
    """Where a phone gets it; "" where there is none."""
    file = found(lang, game, name)
    return _address(file) if file else ""


@cache
def pictures() -> dict[Path, bytes]:
    """All of them, read once: nobody waits for a slow card later."""
    return {file: file.read_bytes() for file in sorted(FOLDER.rglob(f"*{SUFFIX}"))}


@cache
def served() -> dict[str, bytes]:
    """By their addresses."""
    return {_address(file): body for file, body in pictures().items()}


@cache
def _address(file: Path) -> str:
    """What is in it is in its address, so a phone keeps it for good."""
    digest = blake2b(pictures()[file], digest_size=6).hexdigest()
    return f"/static/{digest}/{PREFIX}{file.parent.name}-{file.name}"
