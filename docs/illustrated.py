"""Makes the pictures of what is drawn, by night and in a bright room: `.venv/bin/python -m docs.illustrated [NAME …]`.

They are saved in build/pictures/illustrated. Needs what `./setup.sh test` installs.
"""

import asyncio
import io
import sys
import tempfile
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import Any, Final

from PIL import Image

import tests.app.screen  # noqa: F401  # first: Kivy reads no command line then
from app.games.architects.screen import pieces
from app.looks.drawing_data import STAGES, drawing_names
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.widgets.illustrations import draw_stages, window
from app.text.translation import words
from docs import strips
from tests.app.browser.conftest import chromium
from tests.app.screen import stage
from tests.app.screen.shown import Shown
from tests.pictures import pages, screens
from tests.pictures.picture import Picture

FOLDER: Final = Path(__file__).parents[1] / "build" / "pictures" / "illustrated"
SIZE: Final = (1280, 720)
STATES: Final[Mapping[str, tuple[str, str, int, tuple[int, int]]]] = {  # family, state, seats, size
    "table": ("architects", "play", 4, SIZE),
    "table-small": ("architects", "play", 4, (800, 480)),
    "table-seven": ("architects", "play", 7, SIZE),
    "duel": ("duel", "age 2", 2, SIZE),
    "seven": ("seven", "playing", 5, SIZE),
    "lobby": ("architects", "lobby", 4, SIZE),
    "end": ("architects", "end", 4, SIZE),
}
PHONES: Final = {  # state, seats
    "phone": ("take one", 4),
    "phone-duel": ("duel a card chosen", 2),
    "phone-seven": ("7 wonders play", 4),
}
PHONE: Final = "390x844"
MOTIONS: Final = ("architects-stage-4", "architects-conflict")
WONDERS: Final = ("giza", "rhodes")  # through all their stages
CARDS: Final = (150.0, 60.0, 40.0)  # pixels, of a card


def draw_alone(paint: Callable[[Pen, Any, Any], None], size: tuple[int, int], bright: bool) -> Image.Image:
    """Draw with a function on an empty table."""
    room = screens.dressed(stage.Room().hear(stage.table(4), stage.view(4)), "en", bright=bright)
    shown = Shown(room, size)
    shown.surface._compose = lambda: [Element("sheet", size, paint)]
    shown.surface.refresh()
    return shown.still()


def all_wonders(p: Pen, size: tuple[int, int], control: object) -> None:
    """Paint each wonder complete, before its sky."""
    for nth, name in enumerate(drawing_names("wonders")):
        x, y = nth % 4 * 316 + 12, nth // 4 * 266 + 10
        window(p, name, x, y, 300, 250, 14)
        with p.at(x + 10, y + 8):
            draw_stages(p, name, ["built"] * STAGES, 280, 236)


def wonder_states(p: Pen, size: tuple[int, int], control: object) -> None:
    """Paint two wonders from the empty board to the last stage."""
    for column, name in enumerate(WONDERS):
        for built in range(STAGES + 1):
            x, y = (built % 2 + 2 * column) * 316 + 12, built // 2 * 476 + 20
            window(p, name, x, y, 300, 440, 14)
            states = ["built" if nth < built else "legal" if nth == built else "later" for nth in range(STAGES)]
            with p.at(x + 10, y + 100):
                draw_stages(p, name, states, 280, 330)


def cards(p: Pen, size: tuple[int, int], control: object) -> None:
    """Paint every card of Architects, large, in a small stack, and as small as it may be."""
    facts, w = stage.BOX, words("en")
    y = 0.0
    for wide, row in zip(CARDS, (8, 16, 16), strict=True):
        for nth, slug in enumerate([*facts.cards, ""]):
            with p.at((nth % row + 0.5) * (wide + 8) + 8, y + (nth // row + 0.5) * (wide * 1.4 + 8) + 8):
                if slug:
                    pieces.card(p, facts, slug, wide, words=w)
                else:
                    pieces.back(p, wide)
        y += (1 + len(facts.cards) // row) * (wide * 1.4 + 8) + 12


SHEETS: Final = {
    "all-wonders": (all_wonders, (1280, 1080)),
    "wonder-states": (wonder_states, (1280, 1440)),
    "cards": (cards, (1280, 720)),
}


def state(family: str, called: str, seats: int, size: tuple[int, int], bright: bool, lang: str = "en") -> Image.Image:
    """Draw a pictured state, in full size."""
    room = screens.FAMILIES[family].states[called](seats, lang)
    return Shown(screens.dressed(room, lang, bright=bright), size).still()


async def phone(called: str, seats: int, bright: bool, size: str = PHONE, lang: str = "en") -> Image.Image:
    """Draw a pictured page of phones, as far as it is seen at once."""
    row = {"seats": seats, "size": size, "lang": lang, "light": "bright" if bright else "night", "words": "plain"}
    with tempfile.TemporaryDirectory() as folder:
        async with chromium() as browser, pages.shown(browser, Picture("phone", called, row), Path(folder)) as at:
            await at.page.evaluate("scrollTo(0, 0)")
            return Image.open(io.BytesIO(await at.page.screenshot())).convert("RGB")


def motion() -> Image.Image:
    """Render a stage being built and a conflict, frame by frame."""
    found = {name: (room, thens) for name, room, thens in strips.ceremonies()}
    frames = [frame for name in MOTIONS for frame in strips.strip(*found[name], SIZE)]
    return strips.arrange(frames, strips.COLUMNS, 316)


def main(only: list[str]) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    ways: dict[str, Callable[[bool], Image.Image]] = {name: partial(state, *where) for name, where in STATES.items()}
    ways |= {name: partial(draw_alone, paint, size) for name, (paint, size) in SHEETS.items()}
    for name in only or (*ways, *PHONES, "motion"):
        for bright in (False, True):
            if name in ways:
                found = ways[name](bright)
            else:
                found = asyncio.run(phone(*PHONES[name], bright)) if name in PHONES else motion()
            found.save(FOLDER / f"{name}{'-bright' if bright else ''}.webp", quality=88)


if __name__ == "__main__":
    main(sys.argv[1:])
