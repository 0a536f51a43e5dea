"""Fuzzing by thousands of odd requests and messages while a phone plays: their answers, and the latency of its taps.

`python -m tests.nights.odd_bytes` continues where it was stopped, and prints its figure. The grammar is here;
tests/app/phones/test_odd_bytes.py tests a sample.
"""

import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
from collections import Counter
from contextlib import suppress
from pathlib import Path
from statistics import median
from typing import Any, Final, NamedTuple

import msgspec

from app.protocol.client_rights import tag
from app.table.intent_list import INTENTS
from benchmarks.b_taps import Taps, beating, seated
from benchmarks.sockets import connect
from tests.running import RunningTable

ROOT: Final = Path(__file__).resolve().parents[2]
RESULTS_PATH: Final = ROOT / "build" / "nights" / "odd_bytes.json"
BLOCKS: Final = 10  # of each: without, and with
BLOCK_SIZE: Final = 2000  # requests, and messages, in a block
TAPS: Final = 400  # in a block at least; those with odd bytes go on until all of them have been said
A_SECOND: Final = 50  # requests, and messages
PATIENCE: Final = 20.0  # seconds until who is not answered counts as forgotten
BOUND: Final = 1.5  # of p99 without

METHODS: Final = (b"GET",) * 16 + (b"POST",) * 8 + (b"HEAD", b"PUT", b"OPTIONS", b"CONNECT", b"BREW", b"get", b"\xff")
PATHS: Final = (
    b"/", b"/", b"/watch", b"/here", b"/socket", b"/watch/live?page=0123456789abcdef", b"/join/abc", b"/join/%00%ff",
    b"/seat/00000000000000000000000000000000", b"/socket/\xff", b"/static/x/phone.css", b"/nowhere", b"*", b"//[x/",
    b"http://[", b"http://localhost:99999999/", b"/?" + b"x" * 9000, b"/%", b"/../../etc/passwd", b"/watch?history=%FF",
)  # fmt: skip
VERSIONS: Final = (b"HTTP/1.1",) * 60 + (b"HTTP/1.0", b"HTTP/9.9", b"HTTP/2.0", b"", b"\0")
HOSTS: Final = (b"localhost",) * 40 + (b"", b"a\r\nHost: b", b"\xff", b"evil.example", b"[::1", b"127.0.0.1:99999")
NAMES: Final = (
    "Expect", "Upgrade", "Connection", "Content-Length", "Transfer-Encoding", "Content-Encoding", "Content-Type",
    "Cookie", "Accept", "Accept-Language", "Accept-Encoding", "Authorization", "Origin", "Sec-Fetch-Site", "Range",
    "If-None-Match", "If-Modified-Since", "If-Range", "Sec-WebSocket-Key", "Sec-WebSocket-Version", "TE", "Trailer",
    "Sec-WebSocket-Extensions", "Sec-WebSocket-Protocol", "Forwarded", "X-Forwarded-For", "Keep-Alive", "Date", "Via",
    "Proxy-Connection", "HTTP2-Settings", "Max-Forwards", "X-HTTP-Method-Override", "Referer", "User-Agent", "DNT",
)  # fmt: skip
VALUES: Final = (
    b"", b"x", b"\xff", b"\xed\xa0\x80", b"100-continue", b"100-continue, x", b"websocket", b"WebSocket, h2c", b"h2c",
    b"upgrade", b"close", b"keep-alive, upgrade", b"0", b"5", b"-5", b"+5", b"9" * 40, b"chunked", b"chunked, gzip",
    b"gzip", b"br", b"deflate", b"zstd", b"identity;q=0", b"application/x-www-form-urlencoded", b"a=b; =; \xff=\x22",
    b"application/x-www-form-urlencoded; charset=\xff", b"multipart/form-data", b"multipart/form-data; boundary=",
    b"multipart/form-data; boundary=x", b"text/html; charset=utf-7", b"*", b"*/*;q=x", b"de;q=1e999,,;;", b"null",
    b"http://evil.example", b"http://localhost", b"cross-site", b"bytes=-", b"bytes=9-1,0-", b"W/\x22\xff", b"13",
    b"dGhlIHNhbXBsZSBub25jZQ==", b"permessage-deflate; client_max_window_bits=99", b"Bearer ", b"Basic \xff==",
    b"for=\x22\xff;;=", b"x" * 9000, b"\x00", b"a\rb", b" folded\r\n and on", b"Thu, 99 Foo 0000 99:99:99 GMT",
)  # fmt: skip
BODIES: Final = (
    b"", b"abcde", b"seat=1&name=Ada", b"seat=\xff&name=%FF%00", b"zz\r\nabcde", b"5\r\nabcde\r\n0\r\n\r\n",
    b"0\r\nX: \xff\r\n\r\n", b"--x\r\nContent-Disposition: form-data; name=\x22\xff\r\n\r\n",
    b"\x1f\x8b\x08" + b"x" * 30, b"x" * 40_000, b"&" * 5000, b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n",
)  # fmt: skip
NO_HTTP: Final = (
    b"\x16\x03\x01\x02\x00\x01\x00",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\0" * 50,
    b"\r\n\r\n",
    b"x" * 9000,
)
OPEN_SOCKET: Final = (  # a socket, before odd frames
    b"GET /socket HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
)
FRAMES: Final = (
    b"\x81\x03abc", b"\x81\xff" + b"\xff" * 8, b"\x83\x80\0\0\0\0", b"\xf1\x80\0\0\0\0", b"\x81\x82\0\0\0\0\xff\xfe",
    b"\x89\xfe\x00\x80\0\0\0\0" + b"x" * 128, b"\x88\x81\0\0\0\0x", b"\x88\x82\0\0\0\0\x00\x01", b"\x00\x80\0\0\0\0",
    b"\x01\x81\0\0\0\0a\x81\x81\0\0\0\0b", b"\x81\xfe\x40\x01\0\0\0\0" + b"[" * 16385, b"\x82\x81\0\0\0\0x",
    b"\x8a\x80\0\0\0\0",
)  # fmt: skip
REQUIRED_HEADERS: Final = (b"server: wondertable", b"content-security-policy:", b"x-content-type-options: nosniff")

KINDS: Final = tuple(INTENTS)
ODD: Final[tuple[Any, ...]] = (
    0, -1, 1, 2, 99, 2**31, 10**30, -(10**30), "", " ", "\0", "Ada", "architects", "take left", "\u202e", "x" * 900,
    "[" * 900, None, [], {}, True, 1.5, "on", ["x"] * 50, {"x": {"y": []}},
)  # fmt: skip


def request(rng: random.Random) -> bytes:
    """Generate a more or less valid request."""
    if rng.random() < 0.05:
        return rng.choice(NO_HTTP)
    if rng.random() < 0.05:
        return OPEN_SOCKET + b"".join(rng.choices(FRAMES, k=rng.randint(1, 3)))
    lines = [b" ".join((rng.choice(METHODS), rng.choice(PATHS), rng.choice(VERSIONS))), b"Host: " + rng.choice(HOSTS)]
    for _ in range(rng.choice((1, 1, 1, 2, 2, 3, 5, 150))):
        name = rng.choice(NAMES).encode() if rng.random() < 0.95 else rng.choice((b"X\0Y", b"", b"\xff", b"a b", b":"))
        lines.append(name + b": " + rng.choice(VALUES))
    body = rng.choice(BODIES) if rng.random() < 0.4 else b""
    if body and rng.random() < 0.7:
        lines.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(lines) + b"\r\n\r\n" + body


def message(rng: random.Random, number: int) -> bytes:
    """Generate a more or less valid message."""
    if rng.random() < 0.1:
        return rng.choice((b"", b"[", b"\xff", b"{}", b"null", b'{"type":"\\ud800"}', b'{"type":"ping"}', b"[" * 9000))
    kind = rng.choice(KINDS)
    said: dict[str, Any] = {"type": tag(kind), "id": rng.choice((f"odd-{number}",) * 8 + ("same", "", "x" * 65))}
    for field in msgspec.structs.fields(kind):
        if field.name != "id" and rng.random() < 0.9:
            said[field.name] = rng.choice(ODD)
    return json.dumps(said).encode()


class Answered(NamedTuple):
    """The first line and the headers of an answer, empty if the connection was closed without one."""

    status: int
    head: bytes

    def wrong(self) -> str:
        """Return the fault of an answer, "" if there is none."""
        if not self.status:
            return ""
        if self.status >= 500 and self.status != 503:
            return f"answered {self.status}"
        if b"aiohttp" in self.head.lower() or b"python" in self.head.lower():
            return "names what we are made of"
        wanted = REQUIRED_HEADERS[:1] if self.status in (101, 100) else REQUIRED_HEADERS
        missing = [each.decode() for each in wanted if each not in self.head.lower()]
        return f"without {', '.join(missing)}" if missing else ""


async def ask(port: int, said: bytes) -> Answered:
    """Send some bytes and return the answer. A server that waits for more is not waited for."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    head = b""
    try:
        writer.write(said)
        async with asyncio.timeout(PATIENCE):
            head = await _head(reader)
    except (ConnectionError, asyncio.IncompleteReadError):  # cut off
        pass
    finally:
        writer.transport.abort()
    return Answered(int(head.split()[1]) if head else 0, head)


async def _head(reader: asyncio.StreamReader) -> bytes:
    head = await reader.readuntil(b"\r\n\r\n")
    return await _head(reader) if head.split()[1] == b"100" else head  # go on, it says: nothing more comes


# ---- the night


async def say(port: int, seed: str) -> None:
    """Send a block of odd requests and messages. On a wrong answer print the bytes and exit with 1."""
    rng, statuses = random.Random(seed), Counter[int]()
    sockets = [await connect(port, "/socket") for _ in range(4)]
    loop = asyncio.get_running_loop()
    began = loop.time()

    async def ask_once(said: bytes) -> None:
        answered = await ask(port, said)
        statuses[answered.status] += 1
        if wrong := answered.wrong():
            print(f"{wrong}: {said!r}", flush=True)
            os._exit(1)

    async with asyncio.TaskGroup() as group:
        for number in range(BLOCK_SIZE):
            group.create_task(ask_once(request(rng)))
            at = number % len(sockets)
            if sockets[at].transport.is_closing():
                sockets[at] = await connect(port, "/socket")
            sockets[at].say(message(rng, number))
            await asyncio.sleep(max(0.0, began + (number + 1) / A_SECOND - loop.time()))
    took = loop.time() - began
    print(json.dumps({"seconds": took, "statuses": {str(each): n for each, n in sorted(statuses.items())}}))


async def main() -> int:
    """Run the whole night, or the part of it that is left."""
    kept = (
        json.loads(RESULTS_PATH.read_text()) if RESULTS_PATH.exists() else {"without": [], "with": [], "statuses": {}}
    )
    if len(kept["with"]) >= BLOCKS:
        kept = {"without": [], "with": [], "statuses": {}}
    with tempfile.TemporaryDirectory(prefix="wondertable-odd-") as folder, open(Path(folder, "said"), "w+") as said:
        home = Path(folder, "data")
        table = await RunningTable(home, "table", "--host-address", "127.0.0.1", output=said.fileno()).ready()
        try:
            keys = await seated(table, seats=2)
            phones = [await connect(table.port, f"/socket/{key}") for key in keys]
            taps = Taps(phones, phones)
            async with beating(phones):
                await taps.block(TAPS // 2)
                for number in range(len(kept["with"]), BLOCKS):
                    kept["without"].append(await taps.block(TAPS))
                    command = [sys.executable, "-m", "tests.nights.odd_bytes", "say", str(table.port), f"odd {number}"]
                    saying = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE)
                    try:
                        slowest = [await taps.block(TAPS)]
                        while saying.poll() is None:
                            slowest.append(await taps.block(TAPS))
                    finally:
                        saying.kill()
                        out = saying.communicate()[0]
                    if saying.returncode:
                        print(out.decode())
                        return 1
                    counted = json.loads(out)["statuses"]
                    kept["with"].append(median(slowest))
                    kept["statuses"] = dict(Counter(kept["statuses"]) + Counter(counted))
                    RESULTS_PATH.parent.mkdir(parents=True, exist_ok=True)
                    RESULTS_PATH.write_text(json.dumps(kept))
                    print(
                        f"{number + 1} of {BLOCKS}: {kept['without'][-1] * 1000:.1f} ms without, "
                        f"{kept['with'][-1] * 1000:.1f} ms with",
                        flush=True,
                    )
        finally:
            table.kill()
        said.seek(0)
        if complaints := [line for line in said if "Traceback" in line or "Error" in line]:
            print("the table said:", *complaints[:5])
            return 1
    without, beside = median(kept["without"]) * 1000, median(kept["with"]) * 1000
    answers = ", ".join(f"{n} × {each}" for each, n in sorted(kept["statuses"].items()))
    print(
        f"odd bytes: {BLOCKS * BLOCK_SIZE} requests and as many messages, {A_SECOND} of each a second; "
        f"no 5xx, no traceback."
    )
    print(f"answers: {answers} (0: closed without one)")
    print(
        f"a phone's taps: p99 {without:.1f} ms without, {beside:.1f} ms with: {beside / without:.2f} ×, at most {BOUND}"
    )
    return 0 if beside <= BOUND * without else 1


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        if sys.argv[1:2] == ["say"]:
            asyncio.run(say(int(sys.argv[2]), sys.argv[3]))
        else:
            sys.exit(asyncio.run(main()))
