"""Plays saved from BoardGameGeek, the XML of its address `xmlapi2/plays`, as the lists of an export of BG Stats.

A file is bounded, and refused as a whole if it is broken, has a document type, or a number that is none.
"""

import re
from collections.abc import Mapping
from typing import Any, Final
from uuid import NAMESPACE_URL, uuid5
from xml.parsers import expat

from app.history.export_import import UnfitHistory

MAX_BYTES: Final = 8 * 1024 * 1024
MAX_PLAYS: Final = 20_000
MAX_PLAYERS: Final = 20  # of one play
MAX_DEPTH: Final = 6
NUMBER: Final = re.compile(r"[0-9]{1,9}")
BEFORE_XML: Final = b"\xef\xbb\xbf\xff\xfe\0 \t\r\n"  # marks of encodings, and space


def is_xml(data: bytes) -> bool:
    """Check whether a file looks like XML, in any encoding."""
    return data.lstrip(BEFORE_XML)[:1] == b"<"


def read_plays(data: bytes) -> dict[str, list[dict[str, Any]]]:
    """Parse a file into the lists `games`, `players` and `plays`. Raise UnfitHistory with the first error.

    Any: the values of JSON objects, as BG Stats has them.
    """
    builder, parser = _ListBuilder(), expat.ParserCreate()
    parser.StartElementHandler, parser.EndElementHandler = builder.start, builder.end
    parser.StartDoctypeDeclHandler = _refuse_document_type
    try:
        if len(data) > MAX_BYTES:
            raise ValueError(f"it has more than {MAX_BYTES // 1024**2} MB")
        parser.Parse(data, True)  # noqa: FBT003  # expat takes no keyword
    except (expat.ExpatError, ValueError, LookupError) as fault:  # LookupError: an unknown encoding
        raise UnfitHistory(f"is no file of plays from BoardGameGeek: {fault}", "history-foreign") from None
    return {"games": [*builder.games.values()], "players": [*builder.players.values()], "plays": builder.plays}


def _refuse_document_type(*_: object) -> None:
    raise ValueError("it has a document type (DOCTYPE)")


class _ListBuilder:
    """The lists of one file, as its elements begin and end."""

    def __init__(self) -> None:
        self.games: dict[int, dict[str, Any]] = {}  # by BoardGameGeek's id
        self.players: dict[str, dict[str, Any]] = {}  # by name
        self.plays: list[dict[str, Any]] = []
        self._path: list[str] = []

    def start(self, tag: str, values: Mapping[str, str]) -> None:
        self._path.append(tag)
        match self._path:
            case ["plays"]:
                pass
            case ["plays", "play"]:
                self._add_play(values)
            case ["plays", "play", "item"]:
                number = _number(values, "objectid")
                self.games.setdefault(number, {"id": number, "bggId": number, "name": values.get("name", "")})
                self.plays[-1]["gameRefId"] = number
            case ["plays", "play", "players", "player"]:
                self._add_player(values)
            case [_]:
                raise ValueError("its root is not <plays>")
        if len(self._path) > MAX_DEPTH:
            raise ValueError("its elements are nested too deeply")

    def end(self, tag: str) -> None:
        self._path.pop()

    def _add_play(self, values: Mapping[str, str]) -> None:
        if len(self.plays) >= MAX_PLAYS:
            raise ValueError(f"it has more than {MAX_PLAYS:,} plays")
        number = _number(values, "id")
        _number(values, "quantity")
        self.plays.append(
            {
                "uuid": str(uuid5(NAMESPACE_URL, f"https://boardgamegeek.com/play/{number}")) if number else "",
                "gameRefId": 0,
                "playDate": values.get("date", ""),
                "durationMin": _number(values, "length"),
                "ignored": "1" in (values.get("incomplete"), values.get("nowinstats")),
                "playerScores": [],
            }
        )

    def _add_player(self, values: Mapping[str, str]) -> None:
        scores = self.plays[-1]["playerScores"]
        if len(scores) >= MAX_PLAYERS:
            raise ValueError(f"a play has more than {MAX_PLAYERS} players")
        name = values.get("name") or values.get("username", "")
        player = self.players.setdefault(name, {"id": len(self.players) + 1, "name": name})
        place = values.get("startposition") or values.get("position", "")
        scores.append(
            {
                "playerRefId": player["id"],
                "score": values.get("score", ""),
                "winner": values.get("win") == "1",
                "startPlayer": place == "1",
                "seatOrder": int(place) if NUMBER.fullmatch(place) else None,
                "role": values.get("color", ""),
            }
        )


def _number(values: Mapping[str, str], name: str) -> int:
    """Return a number of an element, 0 if it is missing; raise ValueError if it is none."""
    text = values.get(name) or "0"
    if not NUMBER.fullmatch(text):
        raise ValueError(f"its {name} is not a number: {text[:20]!r}")
    return int(text)
