"""Helpers for frames of a WebSocket."""

import json

import aiohttp

from tests.app.phones.served import PATIENCE


async def receive_frames_until(socket, rev):
    """Return every frame up to and including the one that shows this revision."""
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
    """Build a text frame of a client, with a mask of zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text
