"""The files every page needs, in memory and already packed. Their address says what is in them, so phones keep them."""

import gzip
from collections.abc import Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Final

from aiohttp import web

FOLDER: Final = Path(__file__).parent / "static"
TYPES: Final = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
FOR_GOOD: Final = "public, max-age=31536000, immutable"
WORTH: Final = 600  # bytes; less is sent as it is


class Static:
    """Serves what lies in the folder. `addresses`: where each file is found."""

    def __init__(self) -> None:
        self._files: dict[str, tuple[str, bytes, bytes]] = {}
        self.addresses: Mapping[str, str] = {}
        addresses = {}
        for path in sorted(FOLDER.iterdir()):
            if path.suffix not in TYPES:
                continue
            body = path.read_bytes()
            address = f"/static/{blake2b(body, digest_size=6).hexdigest()}/{path.name}"
            self._files[address] = (TYPES[path.suffix], body, pack(body))
            addresses[path.name] = address
        self.addresses = addresses

    async def serve(self, request: web.Request) -> web.Response:
        found = self._files.get(request.path)
        if found is None:
            raise web.HTTPNotFound
        kind, body, packed = found
        return answer(request, kind, body, packed, cache=FOR_GOOD)


def pack(body: bytes) -> bytes:
    return gzip.compress(body, 6, mtime=0)


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
