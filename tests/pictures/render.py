"""Draw pictures that have fingerprints: `python -m tests.pictures.render FOLDER [NAME …]`, without names all of them.

Each becomes FOLDER/NAME.webp, the same to the pixel as the tests compare it. Unknown names are printed and skipped.
"""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

from PIL import Image

import tests.app.screen  # noqa: F401  # first: Kivy reads no command line then
from tests.pictures import pages, phones, screens
from tests.pictures.picture import Picture


def every() -> dict[str, Picture]:
    """Return all pictures by name."""
    return {picture.name: picture for picture in (*screens.pictures(), *pages.pictures())}


def draw(pictures: Iterable[Picture], folder: Path) -> None:
    """Draw pictures into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    of_phones = []
    for picture in pictures:
        if picture.family == pages.FAMILY:
            of_phones.append(picture)
        else:
            _save(picture, screens.drawn(picture).image, folder)
    if of_phones:
        asyncio.run(_draw_phones(of_phones, folder))


async def _draw_phones(pictures: Iterable[Picture], folder: Path) -> None:
    async with phones.painter() as browser:
        for picture in pictures:
            with tempfile.TemporaryDirectory() as table:
                async with pages.shown(browser, picture, Path(table)) as phone:
                    await phones.grow(phone.page, phones.most(phone.page))
                    _save(picture, (await phones.drawn(phone.page)).image, folder)


def file(folder: Path, picture: Picture) -> Path:
    """Return the file of a picture in a folder."""
    return folder / f"{picture.name}.webp"


def _save(picture: Picture, image: Image.Image, folder: Path) -> None:
    image.save(file(folder, picture), "WEBP", lossless=True, quality=0, method=0)


def main(words: list[str] | None = None) -> int:
    """Draw what is asked for; return the exit code."""
    parser = argparse.ArgumentParser("python -m tests.pictures.render", description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("names", nargs="*", metavar="NAME")
    asked, known = parser.parse_args(words), every()
    for name in asked.names:
        if name not in known:
            print(f"there is no picture {name}", file=sys.stderr)
    draw((known[name] for name in asked.names or known if name in known), asked.folder)
    return 0


if __name__ == "__main__":
    sys.exit(main())
