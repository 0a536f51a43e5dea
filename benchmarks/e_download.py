"""Row e1: the download of a phone before somebody can play."""

import asyncio
import gzip
import re
import tempfile
import urllib.parse
import urllib.request
from pathlib import Path

from benchmarks.b_taps import seated
from benchmarks.figures import Figure
from tests.running import RunningTable

THEIRS = 94.5  # kB: boardgame.io with react, minified, compressed
LINKED = re.compile(r"""(?:src|href)="([^"#]+)|url\(["']?([^"')]+)""")


def e1() -> Figure:
    """Measure a complete first load, compressed: the page of a seat in a game of seven, and everything it links."""
    return asyncio.run(_e1())


async def _e1() -> Figure:
    with tempfile.TemporaryDirectory(prefix="wondertable-bench-") as folder:
        table = await RunningTable(Path(folder), "table", "--seed", "e", "--host-address", "127.0.0.1").ready()
        try:
            keys = await seated(table, lang="fr")
            sizes = await asyncio.to_thread(everything, f"http://127.0.0.1:{table.port}/seat/{keys[0]}")
        finally:
            table.kill()
    note = ", ".join(f"{name} {size / 1000:.1f}" for name, size in sizes.items())
    total = sum(sizes.values()) / 1000
    return Figure("e1", "a phone's first load, compressed", total, THEIRS, "kB", "≤ 0.5", f"≤ {24 / THEIRS:.3f}", note)


def everything(page: str) -> dict[str, int]:
    """Return the bytes on the wire by name, of the page and of everything that it and its style sheets link."""
    sizes: dict[str, int] = {}
    waiting, seen = [page], {page}
    while waiting:
        url = waiting.pop()
        asked = urllib.request.Request(url, headers={"Accept-Encoding": "gzip, deflate, br"})
        with urllib.request.urlopen(asked) as answer:
            raw, kind = answer.read(), answer.headers["Content-Type"]
            encoding = answer.headers.get("Content-Encoding")
        name = "page" if url == page else url.rsplit("/", 1)[1]
        sizes[name] = len(raw)
        if kind.startswith(("text/html", "text/css", "text/javascript")):
            text = (gzip.decompress(raw) if encoding == "gzip" else raw).decode()
            for groups in LINKED.findall(text) if not kind.startswith("text/javascript") else []:
                connection = urllib.parse.urldefrag(urllib.parse.urljoin(url, "".join(groups)))[0]
                if connection.startswith(page.split("/seat/")[0] + "/static") and connection not in seen:
                    seen.add(connection)
                    waiting.append(connection)
    return sizes
