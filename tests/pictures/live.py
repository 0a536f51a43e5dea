"""A pictured state live, to be touched: `python -m tests.pictures.live NAME`, with the name of a fingerprint.

A state of the screen opens in a window, with the edges of what can be touched; pages open and close, and what would be
said to a table is printed. A page of phones is served by a table of its own until Ctrl-C; its address is printed.
"""

import argparse
import asyncio
import os
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Final

import tests.app.screen  # noqa: F401  # first: Kivy reads no command line then

if __name__ == "__main__" and not sys.argv[-1].startswith("phone"):
    del os.environ["SDL_VIDEODRIVER"]  # tests draw where nobody sees it; a window opens with what follows

from app.screen.events import event_animations  # only now
from tests.app.screen import finger  # only now
from tests.pictures import pages, screens  # only now
from tests.pictures.picture import Picture  # only now
from tests.pictures.render import every  # only now
from tests.workbench import edged  # only now

COMMAND: Final = "python -m tests.pictures.live {name}"


def in_a_window(picture: Picture) -> None:
    """Show a picture in a window until it is closed."""
    room = screens.room(picture)
    control = room.control
    finger.Window.size = screens.size(picture)
    finger.Window.set_title(picture.name)
    surface = edged(finger.Surface)(
        lambda: finger.compose(control.scene, int(finger.Window.width), int(finger.Window.height)),
        control,
        size=finger.Window.size,
    )

    def changed() -> None:
        surface.refresh()
        while room.sent:
            print(room.sent.pop(0))

    control.repaint, control.finish_animations = changed, surface.motion.finish
    control.animate = lambda happened: event_animations.animate_events(control, surface, happened)
    if control.model.table is not None:
        now = control.model.table.settings
        surface.set_appearance(now.bright, now.large, now.plain_figures)
    with finger.filled():
        finger.Shown(surface).run()


async def on_a_phone(picture: Picture) -> None:
    """Serve a picture's page to a phone until interrupted."""
    with tempfile.TemporaryDirectory() as folder:
        page = pages.PAGES[picture.state]
        games = picture.state.startswith("history")
        async with pages.served(Path(folder), games=games, packs=page.packs, thinks=page.thinks) as at:
            reached = page.reach(at, picture.row["seats"], picture.row["lang"])
            print(at.base + reached.path)
            cookies = (f"{name}={value}" for name, value in pages.dressed(at, picture).items())
            print(f"in {picture.row['size']}", *cookies)
            for tap in reached.taps:
                print(f"then touch {tap}")
            await asyncio.Event().wait()


def main(words: list[str] | None = None) -> int:
    """Open one; the exit code."""
    parser = argparse.ArgumentParser("python -m tests.pictures.live", description=__doc__)
    parser.add_argument("name", metavar="NAME")
    name = parser.parse_args(words).name
    picture = every().get(name)
    if picture is None:
        parser.error(f"there is no picture {name}")
    if picture.family != pages.FAMILY:
        in_a_window(picture)
        return 0
    with suppress(KeyboardInterrupt):
        asyncio.run(on_a_phone(picture))
    return 0


if __name__ == "__main__":
    sys.exit(main())
