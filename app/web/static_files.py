"""Static files in memory, minified and compressed. Their URLs contain a hash of their content, so browsers cache
them.
"""

import gzip
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Final, NamedTuple

from aiohttp import web

from app.looks.theme import css
from app.web.appearance_cookies import SHEETS

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
CACHE_FOREVER: Final = "public, max-age=31536000, immutable"
COMMENT: Final = re.compile(r"""(?:^|[ \t]+)//[ \t][^"'`\n]*$""", re.MULTILINE)  # with a quote it may be a string
INDENT: Final = re.compile(r"^[ \t]*\n?", re.MULTILINE)
BREAK: Final = re.compile(r"^((?:(?!//).)*[{;,])\n", re.MULTILINE)  # a line break after one of these, outside comments
TEXT: Final = r"""("[^"\n]*"|'[^'\n]*'|`[^`]*`)"""  # a string in a script, left unchanged
ROUND: Final = re.compile(rf"{TEXT}| ?([,;{{}}]) ?")  # blanks round these
BLANKS: Final = re.compile(r" ([=!]==|[=<>!]=?|=>|&&|\|\||[+?:]) ")  # round a sign
WORTH: Final = 600  # bytes: smaller bodies are not compressed


class StaticFile(NamedTuple):
    """A file as sent to browsers, and its URL path."""

    address: str
    kind: str
    body: bytes
    packed: bytes | None  # None: already compressed

    @classmethod
    def from_text(cls, name: str, text: str) -> "StaticFile":
        suffix = Path(name).suffix
        body = lean(suffix, text).encode()
        return cls(address_of(body, name), TYPES[suffix], body, pack(body))


def texts(paths: Iterable[Path]) -> dict[str, str]:
    """Read the text files in the folder and at these paths, by name. The theme's colours are put first in phone.css;
    those of other looks get files of their own.
    """
    ours = (path for path in (*FOLDER.iterdir(), *paths) if path.suffix in TYPES)
    found = {path.name: path.read_text(encoding="utf-8") for path in ours}
    looks = {name: f":root{{{css(*look)}}}" for look, name in SHEETS.items()}
    return found | {"phone.css": looks.pop("") + found["phone.css"]} | looks


class Files:
    """Serves files, which are read and packed when they are first needed. `files[name]` is the URL path of one."""

    def __init__(self, read: Callable[[], Mapping[str, StaticFile]]) -> None:
        self._read = read

    @cached_property
    def by_name(self) -> Mapping[str, StaticFile]:
        return self._read()

    def __contains__(self, name: str) -> bool:
        return name in self.by_name

    def __getitem__(self, name: str) -> str:
        return self.by_name[name].address

    def find(self, request: web.Request) -> StaticFile | None:
        """Find a file of the requested name, perhaps with another hash."""
        return self.by_name.get(request.match_info["name"])

    async def serve(self, request: web.Request) -> web.Response:
        file = self.find(request)
        if file is None or file.address != request.path:
            raise web.HTTPNotFound
        if file.packed is None:
            return web.Response(body=file.body, headers={"Content-Type": file.kind, "Cache-Control": CACHE_FOREVER})
        return answer(request, file.kind, file.body, file.packed, cache=CACHE_FOREVER)


def address_of(body: bytes, name: str) -> str:
    """Return a file's URL path."""
    return f"/static/{blake2b(body, digest_size=6).hexdigest()}/{name}"


def lean(suffix: str, text: str) -> str:
    """Minify a file. Strings in scripts must not contain an operator between blanks."""
    if suffix == ".js":
        lines = BREAK.sub(r"\1", BLANKS.sub(r"\1", INDENT.sub("", COMMENT.sub("", text))))
        return ROUND.sub(lambda at: at[1] or at[2], lines)
    return minify_css(text) if suffix == ".css" else text


def minify_css(css: str) -> str:
    """Minify a style sheet: comments, line breaks, blanks. Its strings must not contain any of `{};,>`.

    `inset` is written as four sides, and `inset-inline` follows the sides that it has in text from left to right, for
    Safari before 14.1.
    """
    css = re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)
    css = re.sub(r"\s*([{};,>])\s*", r"\1", re.sub(r"\s+", " ", css))
    css = css.replace(": ", ":").replace(";}", "}").strip()
    css = re.sub(r"\binset:([^;}]+)", _four_sides, css)
    return re.sub(r"inset-inline:([^ ;}]+) ([^ ;}]+)", r"left:\1;right:\2;\g<0>", css)


def _four_sides(inset: re.Match[str]) -> str:
    values = inset[1].split(" ")
    top, right, bottom, left = ((values + values[1:2]) if len(values) == 3 else values * 4)[:4]
    return f"top:{top};right:{right};bottom:{bottom};left:{left}"


def pack(body: bytes) -> bytes:
    return gzip.compress(body, 9, mtime=0)


def download_header(file: str) -> dict[str, str]:
    """Return the header with which a browser saves a response as a file of this name."""
    return {"Content-Disposition": f'attachment; filename="{file}"'}


def answer(
    request: web.Request,
    kind: str,
    body: bytes,
    packed: bytes | None = None,
    *,
    status: int = 200,
    cache: str = "no-store",
    file: str = "",
) -> web.Response:
    """Build a response, compressed if the browser accepts that and it is worth it. `file`: the browser saves it as
    this.
    """
    headers = {"Content-Type": f"{kind}; charset=utf-8", "Cache-Control": cache, "Vary": "Accept-Encoding"}
    if len(body) > WORTH and "gzip" in request.headers.get("Accept-Encoding", ""):
        headers["Content-Encoding"] = "gzip"
        body = pack(body) if packed is None else packed
    if file:
        headers |= download_header(file)
    return web.Response(body=body, status=status, headers=headers)
