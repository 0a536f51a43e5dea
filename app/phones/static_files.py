"""The files every page of a table needs, in memory; pictures of drawings are made when they are first wanted."""

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

from aiohttp import web

from app.looks import display_face
from app.looks.drawing_fallback import complain
from app.phones import manual_pictures, svg_drawings
from app.web.static_files import TYPES, Files, StaticFile, address_of, texts

FOLDER: Final = Path(__file__).parent / "static"
FACE: Final = (  # shown from the start, or not at all: then no page moves. Bold already, so never made bolder
    "@font-face{{font-family:Stone;font-weight:100 900;font-display:optional;src:url({})}}"
)


@cache
def drawn(name: str) -> StaticFile:
    """One of the pictures of `app.phones.svg_drawings`, made when it is first wanted."""
    return StaticFile.of(name, svg_drawings.picture(name))


def skies(which: str) -> str:
    """Rules that lay the sky of each wonder behind what is of the class `sky-giza`."""
    named = sorted(name for name in svg_drawings.pictures() if name.endswith(f"-{which}.svg"))
    return "".join(
        f".sky-{name.removesuffix(f'-{which}.svg')}{{background-image:url({drawn(name).address})}}" for name in named
    )


class Static(Files):
    """Serves what lies in both folders, `more` files of games, and the pictures of drawings.

    The display face is one of them, and later.css says where it is; front.css of the pages' own room comes with it. The
    skies of wonders come last in later.css, and in bright-later.css, which is the same for a bright room.
    """

    def __init__(self, more: Iterable[Path] = ()) -> None:
        said = texts((*(path for path in FOLDER.iterdir() if path.suffix in TYPES), *more))
        later = said.pop("front.css") + said["later.css"]
        files = {}
        if font := _font():
            name = display_face.PHONES.name
            files[name] = StaticFile(address_of(font, name), "font/woff2", font, None)
            later = FACE.format(files[name].address) + later
        said |= {"later.css": later + skies("night"), "bright-later.css": later + skies("day")}
        files |= {name: StaticFile.of(name, text) for name, text in sorted(said.items())}
        self._manual = manual_pictures.served()
        super().__init__(files)

    def find(self, request: web.Request) -> StaticFile | None:
        name = request.match_info["name"]
        if picture := self._manual.get(request.path):
            return StaticFile(request.path, manual_pictures.KIND, picture, None)
        return super().find(request) or (drawn(name) if name in svg_drawings.pictures() else None)


def _font() -> bytes:
    """The display face; nothing, which the log says, if it cannot be read."""
    try:
        font = display_face.PHONES.read_bytes()
        if not display_face.packed_whole(font):
            raise ValueError("a part of it is missing")
        return font
    except (OSError, ValueError) as error:
        complain("headings on phones look like other words", f"{display_face.PHONES.name}: {error}")
        return b""
