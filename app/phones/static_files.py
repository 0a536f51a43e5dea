"""The files every page needs, in memory and already packed. Their address says what is in them, so phones keep them."""

import gzip
import re
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

from app.looks import lettering
from app.looks.drawable import complain
from app.looks.theme import css
from app.phones import drawings, manual_pictures
from app.phones.look import SHEETS

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOR_GOOD: Final = "public, max-age=31536000, immutable"
COMMENT: Final = re.compile(r"""(?:^|[ \t]+)//[ \t][^"'`\n]*$""", re.MULTILINE)  # with a quote it may be a string
INDENT: Final = re.compile(r"^[ \t]*\n?", re.MULTILINE)
BREAK: Final = re.compile(r"^((?:(?!//).)*[{;,])\n", re.MULTILINE)  # one that ends nothing, and no comment
TEXT: Final = r"""("[^"\n]*"|'[^'\n]*'|`[^`]*`)"""  # in a script, and left as it is
ROUND: Final = re.compile(rf"{TEXT}| ?([,;{{}}]) ?")  # blanks round these
BLANKS: Final = re.compile(r" ([=!]==|[=<>!]=?|=>|&&|\|\||[+?:]) ")  # round a sign
FACE: Final = (  # shown from the start, or not at all: then no page moves. Bold already, so never made bolder
    "@font-face{{font-family:Stone;font-weight:100 900;font-display:optional;src:url({})}}"
)
WORTH: Final = 600  # bytes; less is sent as it is


class StaticFile(NamedTuple):
    """A file as phones get it, and where."""

    address: str
    kind: str
    body: bytes
    packed: bytes | None  # None: it is packed already

    @classmethod
    def of(cls, name: str, text: str) -> "StaticFile":
        suffix = Path(name).suffix
        body = lean(suffix, text).encode()
        return cls(_address(body, name), TYPES[suffix], body, pack(body))


@cache
def drawn(name: str) -> StaticFile:
    """One of the pictures of `app.phones.drawings`, made when it is first wanted."""
    return StaticFile.of(name, drawings.picture(name))


def skies(which: str) -> str:
    """Rules that lay the sky of each wonder behind what is of the class `sky-giza`."""
    named = sorted(name for name in drawings.pictures() if name.endswith(f"-{which}.svg"))
    return "".join(
        f".sky-{name.removesuffix(f'-{which}.svg')}{{background-image:url({drawn(name).address})}}" for name in named
    )


class Static:
    """Serves what lies in the folder, `more` files of games, and the pictures of drawings.

    `addresses`: where each file is found, by its name. The display face is one of them, and later.css says where it is.

    The colours of the theme come first in phone.css; those of other looks have files of their own. The skies of wonders
    come last in later.css, and in bright-later.css, which is the same for a bright room.
    """

    def __init__(self, more: Iterable[Path] = ()) -> None:
        texts = {
            path.name: path.read_text(encoding="utf-8") for path in (*FOLDER.iterdir(), *more) if path.suffix in TYPES
        }
        later = texts["later.css"]
        looks = {name: f":root{{{css(*look)}}}" for look, name in SHEETS.items()}
        texts |= {"phone.css": looks.pop("") + texts["phone.css"]} | looks
        files = {}
        if font := _font():
            name = lettering.PHONES.name
            files[name] = StaticFile(_address(font, name), "font/woff2", font, None)
            later = FACE.format(files[name].address) + later
        texts |= {"later.css": later + skies("night"), "bright-later.css": later + skies("day")}
        files |= {name: StaticFile.of(name, text) for name, text in sorted(texts.items())}
        self._manual = manual_pictures.served()
        self._files = {it.address: it for it in files.values()}
        self.addresses: Mapping[str, str] = {name: it.address for name, it in files.items()}

    async def serve(self, request: web.Request) -> web.Response:
        found = self._files.get(request.path)
        name = request.match_info["name"]
        if picture := self._manual.get(request.path):
            return web.Response(body=picture, headers={"Content-Type": manual_pictures.KIND, "Cache-Control": FOR_GOOD})
        if found is None and name in drawings.pictures():
            found = drawn(name)
        if found is None or found.address != request.path:
            raise web.HTTPNotFound
        if found.packed is None:
            return web.Response(body=found.body, headers={"Content-Type": found.kind, "Cache-Control": FOR_GOOD})
        return answer(request, found.kind, found.body, found.packed, cache=FOR_GOOD)


def _address(body: bytes, name: str) -> str:
    return f"/static/{blake2b(body, digest_size=6).hexdigest()}/{name}"


def _font() -> bytes:
    """The display face; nothing, which the log says, if it cannot be read."""
    try:
        font = lettering.PHONES.read_bytes()
        if not lettering.packed_whole(font):
            raise ValueError("a part of it is missing")
        return font
    except (OSError, ValueError) as error:
        complain("headings on phones look like other words", f"{lettering.PHONES.name}: {error}")
        return b""


def lean(suffix: str, text: str) -> str:
    """A file without what only people need. A script's strings hold no sign between blanks."""
    if suffix == ".js":
        lines = BREAK.sub(r"\1", BLANKS.sub(r"\1", INDENT.sub("", COMMENT.sub("", text))))
        return ROUND.sub(lambda at: at[1] or at[2], lines)
    return shortened(text) if suffix == ".css" else text


def shortened(css: str) -> str:
    """A style sheet without what only people need: comments, line breaks, blanks. Its strings hold none of `{};,>`."""
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", css))
    return css.replace(": ", ":").replace(";}", "}").strip()


def pack(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def answer(
    request: web.Request,
    kind: str,
    body: bytes,
    packed: bytes | None = None,
    *,
    status: int = 200,
    cache: str = "no-store",
) -> web.Response:
    """A response, packed where the browser takes it and it is worth it."""
    headers = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if len(body) > WORTH and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = pack(body) if packed is None else packed
    return web.Response(body=body, status=status, headers=headers)
