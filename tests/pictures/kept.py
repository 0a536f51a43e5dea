"""The pictures that are kept: which of them there are, where they lie, and whether something still looks like them."""

from collections.abc import Mapping, Sequence
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, NamedTuple

from PIL import Image

from tests.pictures.likeness import TOLERANCE, difference
from tests.pictures.pairs import Row, covering

ROOT: Final = Path(__file__).parents[2]
KEPT: Final = Path(__file__).parent / "kept"
FOUND: Final = ROOT / "build" / "pictures"  # what does not look as it is kept, to be looked at
LANGS: Final = ("en", "de", "nl", "fr")
STEP: Final = 4  # of 255, from a tone to the next that is kept

Looks = Mapping[str, Mapping[str, Any]]  # by a word for it: how something may look, as settings or cookies


class Picture(NamedTuple):
    """One picture: of what, and with which size, seats, language and looks."""

    family: str
    state: str
    row: Row

    @property
    def name(self) -> str:
        """Of its file; whatever is usual is left out."""
        usual = ("night", "plain")
        words = (self.family, self.state, *(str(value) for value in self.row.values() if value not in usual))
        return " ".join(words).replace(" ", "-").replace("_", "-")

    def settings(self, looks: Mapping[str, Looks]) -> dict[str, Any]:
        """What its looks are as settings or cookies."""
        return {name: value for factor in looks for name, value in looks[factor][self.row[factor]].items()}


def planned(
    family: str,
    states: Mapping[str, Sequence[int]],
    sizes: Sequence[str],
    looks: Mapping[str, Looks],
    *,
    pairs: bool = True,
) -> tuple[Picture, ...]:
    """A picture of each state, by its seats, and (`pairs`) more until every two values of size, seats, … have met."""
    names = list(states)
    items = [{"seats": seats, "size": sizes, "lang": LANGS, **looks} for seats in states.values()]
    rows = islice(covering(items), None if pairs else len(items))
    return tuple(Picture(family, names[nth], row) for nth, row in rows)


def file(name: str) -> Path:
    return KEPT / f"{name}.webp"


def hold(name: str, found: Image.Image, renew: bool) -> None:
    """Fail where something does not look as it is kept; or keep it as it looks now."""
    kept = file(name)
    differs = difference(opened(kept), found) if kept.exists() else 255.0
    if differs <= TOLERANCE:
        return
    if renew:
        keep(found, kept)
        return
    FOUND.mkdir(parents=True, exist_ok=True)
    found.save(FOUND / f"{name}.png")
    seen = f"it is {differs:.0f} of 255 from {kept.relative_to(ROOT)}" if kept.exists() else "no picture of it is kept"
    raise AssertionError(f"{seen}: look at {FOUND.relative_to(ROOT)}/{name}.png; ./setup.sh pictures keeps it")


def keep(picture: Image.Image, at: Path) -> None:
    """As a small file, from which every pixel comes back as near as the eye sees: the grain of stone takes room."""
    at.parent.mkdir(exist_ok=True)
    picture.point(lambda tone: min(255, (tone + STEP // 2) // STEP * STEP)).save(at, "WEBP", lossless=True, quality=75)


@cache
def opened(at: Path) -> Image.Image:
    with Image.open(at) as picture:
        return picture.convert("RGB")
