"""What comes over a socket."""

import json

import aiohttp

from tests.app.phones.served import PATIENCE


async def heard(socket, rev):
    """Every frame up to the one that shows this revision."""
    frames = []
    while not frames or json.loads(frames[-1]).get("rev") != rev:
        frame = await socket.receive(timeout=PATIENCE)
        assert frame.type is aiohttp.WSMsgType.TEXT
        frames.append(frame.data)
    return frames


UPGRADE = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Version": "13",
    "Sec-WebSocket-Key": "MDEyMzQ1Njc4OWFiY2RlZg==",
}


def masked(text: bytes) -> bytes:
    """A text frame as a client sends it, masked by nothing."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
