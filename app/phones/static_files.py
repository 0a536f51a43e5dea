"""Static files of a table's pages, in memory; pictures are rendered on first use."""

from collections.abc import Iterable
from functools import cache, partial
from pathlib import Path
from typing import Final

from aiohttp import web

from app.looks import display_font
from app.looks.drawing_fallback import complain
from app.phones import manual_pictures, svg_drawings
from app.web.static_files import TYPES, Files, StaticFile, address_of, texts

FOLDER: Final = Path(__file__).parent / "static"
FAR_STYLE: Final = Path(__file__).parent / "far.css"  # of the pages of friends far away
FACE: Final = (  # `optional` avoids layout shifts; the face is bold already
    "@font-face{{font-family:Stone;font-weight:100 900;font-display:optional;src:url(../..{})}}"
)


@cache
def render_picture(name: str) -> StaticFile:
    """Render a picture of `app.phones.svg_drawings`; cached."""
    return StaticFile.from_text(name, svg_drawings.picture(name))


def skies(which: str) -> str:
    """Write the CSS rules that put each wonder's sky behind its class (`sky-giza`)."""
    named = sorted(name for name in svg_drawings.pictures() if name.endswith(f"-{which}.svg"))
    return "".join(
        f".sky-{name.removesuffix(f'-{which}.svg')}{{background-image:url(../..{render_picture(name).address})}}"
        for name in named
    )


class Static(Files):
    """Serves the static files of phones and of all pages, `more` files of games, and rendered pictures.

    later.css contains front.css, the rule of the display face and, at its end, the skies of wonders; bright-later.css
    has the skies of the bright theme.
    """

    def __init__(self, more: Iterable[Path] = ()) -> None:
        super().__init__(partial(_read_files, more))

    def prepare(self) -> None:
        """Read and render now what the first page needs, so that it does not wait."""
        manual_pictures.pictures_by_url()
        _ = self.by_name

    def __getitem__(self, name: str) -> str:
        return f"..{super().__getitem__(name)}"  # relative to a page: a relay serves all under a longer path

    def find(self, request: web.Request) -> StaticFile | None:
        name = request.match_info["name"]
        if picture := manual_pictures.pictures_by_url().get(request.path):
            return StaticFile(request.path, manual_pictures.KIND, picture, None)
        return super().find(request) or (render_picture(name) if name in svg_drawings.pictures() else None)


def _read_files(more: Iterable[Path]) -> dict[str, StaticFile]:
    said = texts((*(path for path in FOLDER.iterdir() if path.suffix in TYPES), *more))
    later = said.pop("front.css") + said["later.css"]
    files = {}
    if font := _font():
        name = display_font.PHONES.name
        files[name] = StaticFile(address_of(font, name), "font/woff2", font, None)
        later = FACE.format(files[name].address) + later
    said |= {"later.css": later + skies("night"), "bright-later.css": later + skies("day")}
    return files | {name: StaticFile.from_text(name, text) for name, text in sorted(said.items())}


def _font() -> bytes:
    """Read the display face; b"" if it is damaged, which is logged."""
    try:
        font = display_font.PHONES.read_bytes()
        if not display_font.packed_whole(font):
            raise ValueError("a part of it is missing")
        return font
    except (OSError, ValueError) as error:
        complain("headings on phones look like other words", f"{display_font.PHONES.name}: {error}")
        return b""
