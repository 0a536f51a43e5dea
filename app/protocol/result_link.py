"""Links to a game's result that need no table: the result is in the URL's fragment, which no server receives.

docs/protocol.md, *A result as a link*, has the grammar; docs/result/index.html parses it.
"""

from typing import Final
from urllib.parse import quote, unquote_to_bytes
from zlib import crc32

from app.protocol.results import FinishedGame

VERSION: Final = 1
MINUTE: Final = 60  # seconds


def link(base: str, game: FinishedGame) -> str:
    """Return the URL of a result; "" if no page is configured (`base`)."""
    return f"{base}#{encode_result(game)}" if base else ""


def encode_result(game: FinishedGame) -> str:
    """Encode a result as a URL fragment. Forgotten names stay out; nothing else is secret."""
    result = game.result
    fields = [
        ("v", str(VERSION)),
        ("g", _word(game.kind)),
        ("m", _word(game.mode)),
        ("x", ".".join(map(_word, game.variant))),
        ("t", str(round(game.ended / MINUTE))),
        ("d", str(round(game.seconds / MINUTE))),
        ("n", str(result.turns or "")),
        ("e", "1" if result.early else ""),
        ("h", _word(result.how)),
        ("w", ".".join(map(str, result.winners))),
        ("c", ".".join(map(_word, _categories(game)))),
        *(("s", _seat(game, seat)) for seat in range(1, len(result.seats) + 1)),
    ]
    text = "&".join(f"{name}={value}" for name, value in fields if value)
    return f"{text}&k={crc32(unquote_to_bytes(text)):08x}"


def _categories(game: FinishedGame) -> tuple[str, ...]:
    """List the categories of all seats, in the order of the longest sheet."""
    found: dict[str, None] = {}
    for score in sorted(game.result.scores, key=len, reverse=True):
        found |= dict.fromkeys(slug for slug in score if slug != "total")
    return tuple(found)


def _seat(game: FinishedGame, seat: int) -> str:
    """Encode a seat: name, identity, emblem, colour, bot, total, and the points of each category."""
    result, score = game.result, game.result.scores[seat - 1]
    identity = result.identities[seat - 1] if result.identities else ""
    words = (result.name(seat) or "", identity, *result.badge(seat), "b" if seat in result.bots else "")
    points = (score["total"], *(score.get(slug, 0) for slug in _categories(game)))
    return ".".join((*map(_word, words), *map(str, points)))


def _word(text: str) -> str:
    return quote(text, safe="").replace(".", "%2E")
