"""The files every page needs, in memory and already packed. Their address says what is in them, so phones keep them."""

import gzip
import logging
import re
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

from aiohttp import web

from app.looks import lettering
from app.looks.theme import css
from app.phones.look import SHEETS

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOR_GOOD: Final = "public, max-age=31536000, immutable"
COMMENT: Final = re.compile(r"""(?:^|[ \t]+)//[ \t][^"'`\n]*$""", re.MULTILINE)  # with a quote it may be a string
INDENT: Final = re.compile(r"^[ \t]*\n?", re.MULTILINE)
BREAK: Final = re.compile(r"^((?:(?!//).)*[{;,])\n", re.MULTILINE)  # one that ends nothing, and no comment
BLANKS: Final = re.compile(r" ([=!]==|[=<>!]=?|=>|&&|\|\||[+?:]) ")  # round a sign
FACE: Final = (  # shown from the start, or not at all: then no page moves. Bold already, so never made bolder
    "@font-face{{font-family:Stone;font-weight:100 900;font-display:optional;src:url({})}}"
)
WORTH: Final = 600  # bytes; less is sent as it is


class Static:
    """Serves what lies in the folder, and `more` files of games. `addresses`: where each file is found, by its name.

    The display face is one of them, and later.css says where it is. The colours of the theme come first in phone.css;
    those of other looks have files of their own.
    """

    def __init__(self, more: Iterable[Path] = ()) -> None:
        self._files: dict[str, tuple[str, bytes, bytes | None]] = {}  # as it is, and packed if that is less
        self.addresses: Mapping[str, str] = {}
        addresses = {}
        texts = {
            path.name: path.read_text(encoding="utf-8") for path in (*FOLDER.iterdir(), *more) if path.suffix in TYPES
        }
        looks = {name: f":root{{{css(*look)}}}" for look, name in SHEETS.items()}
        texts |= {"phone.css": looks.pop("") + texts["phone.css"]} | looks
        if font := _font():
            address = _address(font, lettering.PHONES.name)
            self._files[address] = ("font/woff2", font, None)
            addresses[lettering.PHONES.name] = address
            texts["later.css"] = FACE.format(address) + texts["later.css"]
        for name, text in sorted(texts.items()):
            suffix = Path(name).suffix
            body = lean(suffix, text).encode()
            address = _address(body, name)
            self._files[address] = (TYPES[suffix], body, pack(body))
            addresses[name] = address
        self.addresses = addresses

    async def serve(self, request: web.Request) -> web.Response:
        found = self._files.get(request.path)
        if found is None:
            raise web.HTTPNotFound
        kind, body, packed = found
        if packed is None:
            return web.Response(body=body, headers={"Content-Type": kind, "Cache-Control": FOR_GOOD})
        return answer(request, kind, body, packed, cache=FOR_GOOD)


def _address(body: bytes, name: str) -> str:
    return f"/static/{blake2b(body, digest_size=6).hexdigest()}/{name}"


def _font() -> bytes:
    """The display face; nothing, which the log says, if it cannot be read: headings look like other words then."""
    try:
        return lettering.PHONES.read_bytes()
    except OSError as error:
        logging.getLogger(__name__).warning("The font %s cannot be read: %s", lettering.PHONES, error)
        return b""


def lean(suffix: str, text: str) -> str:
    """A file without what only people need. A script's strings hold no sign between blanks."""
    if suffix == ".js":
        return BREAK.sub(r"\1", BLANKS.sub(r"\1", INDENT.sub("", COMMENT.sub("", text))))
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
