"""The stored fingerprints: a file for each family in `fingerprints/`, a line for each picture, sorted by name."""

import fcntl
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from tests.pictures.fingerprint import Drawing, Fingerprint, compare
from tests.pictures.picture import Picture
from tests.pictures.previous import FOUND, ROOT, Differences

FOLDER: Final = Path(__file__).parent / "fingerprints"


def check(picture: Picture, drawing: Drawing, differences: Differences, *, renew: bool) -> None:
    """Fail where a drawing differs from its fingerprint, and note how; or (`renew`) store what it is now."""
    stored = read(picture.family).get(picture.name)
    difference = compare(stored, drawing) if stored else None
    if difference is not None and not difference:
        return
    if renew:
        _change(picture.family, {picture.name: str(Fingerprint.of(drawing))})
        return
    differences.add(picture.name, drawing.image, difference)
    beside = f"{FOUND.relative_to(ROOT)}/{picture.name}.webp shows it"
    said = f"{difference}: {beside} before, now, and where it differs" if difference else f"it has none yet: {beside}"
    raise AssertionError(f"{picture.name} differs from its fingerprint: {said}; ./setup.sh pictures renews it")


def read(family: str) -> dict[str, Fingerprint]:
    """Return the fingerprints of a family by the names of its pictures."""
    return {name: Fingerprint.parse(line) for name, line in _lines(family).items()}


def names() -> Iterator[str]:
    """Yield the name of every picture that has a fingerprint."""
    for file in sorted(FOLDER.glob("*.txt")):
        yield from _lines(file.stem)


def remove(strange: Iterable[str]) -> None:
    """Remove the fingerprints of these pictures, and files without a line."""
    gone = {*strange}
    for file in FOLDER.glob("*.txt"):
        if here := {name: None for name in _lines(file.stem) if name in gone}:
            _change(file.stem, here)


def _lines(family: str) -> dict[str, str]:
    file = _file(family)
    text = file.read_text("utf-8") if file.exists() else ""
    return {name: line for name, _, line in (each.partition("\t") for each in text.split("\n") if each)}


def _change(family: str, changed: dict[str, str | None]) -> None:
    """Replace lines, or remove those that are None, while no other worker of the tests does so."""
    with locked(FOUND / "fingerprints.lock"):
        lines = {name: line for name, line in {**_lines(family), **changed}.items() if line is not None}
        if not lines:
            _file(family).unlink(missing_ok=True)
            return
        FOLDER.mkdir(parents=True, exist_ok=True)
        text = "".join(f"{name}\t{line}\n" for name, line in sorted(lines.items()))
        (new := _file(family).with_suffix(".new")).write_text(text, "utf-8")
        new.replace(_file(family))


@contextmanager
def locked(file: Path) -> Iterator[None]:
    """Hold a lock between processes."""
    file.parent.mkdir(parents=True, exist_ok=True)
    with file.open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _file(family: str) -> Path:
    return FOLDER / f"{family}.txt"
