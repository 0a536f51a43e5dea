"""The pictures of the screen that have fingerprints, and how each is drawn."""

from functools import cache
from typing import Final

from tests.app.screen.catalogue import FAMILIES, Room, dressed
from tests.pictures.fingerprint import Drawing
from tests.pictures.picture import Looks, Picture, planned

SIZES: Final = ("800x480", "1280x720", "1920x1080", "720x1280", "3840x2160")
LOOK_SETTINGS: Final[dict[str, Looks]] = {  # settings
    "light": {
        "night": {"bright": False, "plain_figures": False},
        "bright": {"bright": True, "plain_figures": False},
        "plain night": {"bright": False, "plain_figures": True},
    },
    "words": {"plain": {"large": False}, "large": {"large": True}},
}
HALF: Final = 2  # pixels of a screen, to one of its picture;
QUARTER: Final = 4  # of one that is so wide:
WIDE: Final = 3840  # pixels


@cache
def pictures() -> tuple[Picture, ...]:
    """List all pictures in the order of their states."""
    found: list[Picture] = []
    for name, family in FAMILIES.items():
        states = {state: family.seats_of(state) for state in family.states if state not in family.alike}
        found += planned(name, states, SIZES, LOOK_SETTINGS, pairs=family.pairs)
    return tuple(found)


def room(picture: Picture) -> Room:
    """Build the room that a picture shows."""
    row = picture.row
    made = FAMILIES[picture.family].states[picture.state](row["seats"], row["lang"])
    return dressed(made, row["lang"], **picture.settings(LOOK_SETTINGS))


def size(picture: Picture) -> tuple[int, int]:
    """Return the size of the screen in pixels."""
    width, height = map(int, picture.row["size"].split("x"))
    return width, height


def drawn(picture: Picture) -> Drawing:
    """Draw what the screen shows now, half as large or less, and list its words."""
    from tests.app.screen.shown import Shown  # only now: it opens a window

    shown = Shown(room(picture), size(picture))
    image = shown.still().reduce(QUARTER if size(picture)[0] >= WIDE else HALF)
    return Drawing(image, shown.texts())
