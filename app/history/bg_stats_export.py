"""Export of the whole history in the format of the app Board Game Stats, `BGStatsExport.json`.

The app's makers document only the link (`bg_stats_link.py`). The lists and fields here are those that several public
programs read from such files, or write for the app: `players` (with `isAnonymous`), `locations`, `games` and `plays`,
each play with its `expansionPlays` (`gameRefId`, `bggId`) and its `playerScores`, whose `score` is a string. Converters
from other sites write uppercase UUIDs, and `ignored` for an unfinished game. None of them has rows of a score sheet, so
these are written into `comments`.
"""

import re
from collections.abc import Iterable
from typing import Any, Final
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec

from app.history.bg_stats_link import SOURCE
from app.history.history_text import HistoryWords
from app.protocol.name_rules import name_key
from app.protocol.results import Archived, kind_of
from app.text.time_zone import local
from app.text.translation import Words
from app.text.words_protocols import seat_name

NAME: Final = "BGStatsExport.json"
OWN_PREFIX: Final = b"wonderta".hex()  # prefix of the UUID of a play; the rest is its game's mark
_DIGITS: Final = re.compile(r"[0-9a-f]{32}")


def uuid_of(mark: str) -> str:
    """Return the UUID of a play. `mark_of` reverses it for marks made by a table or by the importer."""
    digits = mark if len(mark) == 32 else OWN_PREFIX + mark
    return str(UUID(digits) if _DIGITS.fullmatch(digits) else uuid5(NAMESPACE_URL, mark)).upper()


def mark_of(uuid: str) -> str:
    """Return the mark of the game that a play with this UUID is."""
    return UUID(uuid).hex.removeprefix(OWN_PREFIX)


def to_bg_stats(games: Iterable[Archived], say: HistoryWords, w: Words) -> bytes:
    """Encode all games as plays. The same history yields the same file."""
    lists = _Lists(say, w)
    plays = [lists.play(game) for game in games]
    whole = {
        "players": list(lists.players.values()),
        "locations": [{"id": 1, "uuid": _uuid("location"), "name": SOURCE}],
        "games": list(lists.games.values()),
        "plays": plays,
        "tags": [],
        "groups": [],
        "challenges": [],
        "userInfo": {"meRefId": 0},
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1) + b"\n"


def _uuid(what: str) -> str:
    return str(uuid5(NAMESPACE_URL, f"{SOURCE} {what}")).upper()


class _Lists:
    """The lists to which plays point by number. Any: JSON."""

    def __init__(self, say: HistoryWords, w: Words) -> None:
        self._say, self._w = say, w
        self.players: dict[tuple[bool, str], dict[str, Any]] = {}
        self.games: dict[tuple[str, str], dict[str, Any]] = {}

    def play(self, game: Archived) -> dict[str, Any]:
        """Return a play and add what it refers to to the lists."""
        say, w, result, kind = self._say, self._w, game.result, kind_of(game.header)
        variant, ended, rank = game.header.get("variant", "").split(), local(game.ended), say.ranks(game)
        added = [self._game(kind, slug) for slug in variant if slug in say.listing(kind).expansions]
        at = f"{ended:%Y-%m-%d %H:%M:%S}"
        return {
            "uuid": uuid_of(game.id),
            "gameRefId": self._game(kind)["id"],
            "locationRefId": 1,
            "playDate": at,
            "entryDate": at,
            "modificationDate": at,
            "durationMin": max(1, round(game.seconds / 60)),
            "ignored": result.early,
            "comments": self._comments(game),
            "board": say.variants(w, kind, variant),
            "expansionPlays": [{"gameRefId": each["id"], "bggId": each["bggId"]} for each in added],
            "rounds": 0,
            "rating": 0,
            "scoringSetting": 0,
            "manualWinner": True,  # who won at once may have fewer points
            "usesTeams": False,
            "playImages": "[]",
            "playerScores": [
                {
                    "playerRefId": self._player(game, seat),
                    "score": str(score["total"]),
                    "winner": seat in result.winners,
                    "rank": rank[seat - 1],
                    "startPlayer": seat == result.first,
                    "newPlayer": False,
                    "seatOrder": seat,
                    "role": say.identity(w, kind, role) if role else "",
                }
                for seat, score in enumerate(result.scores, 1)
                for role in (result.identities[seat - 1] if result.identities else "",)
            ],
        }

    def _game(self, kind: str, variant: str = "") -> dict[str, Any]:
        """Return the entry of a game, or of an expansion of it."""
        title, listing = self._say.title(self._w, kind), self._say.listing(kind)
        return self.games.setdefault(
            (kind, variant),
            {
                "id": len(self.games) + 1,
                "uuid": _uuid(f"game {kind} {variant}".strip()),
                "name": f"{title}{self._w.colon}{self._say.variants(self._w, kind, (variant,))}" if variant else title,
                "bggId": listing.expansions[variant] if variant else listing.number,
                "isBaseGame": int(not variant),
                "isExpansion": int(bool(variant)),
                "highestWins": True,
                "noPoints": False,
                "cooperative": False,
                "usesTeams": False,
            },
        )

    def _player(self, game: Archived, seat: int) -> int:
        """Return the number of a seat's player. Bots and unnamed people are anonymous: the app counts no wins for
        them."""
        name = game.result.seats[seat - 1]
        called = name or self._say.bot(self._w, game.result, seat) or seat_name(self._w, seat, None)
        entry = self.players.setdefault(
            (name is None, name_key(called)),
            {
                "id": len(self.players) + 1,
                "uuid": _uuid(f"{'anonymous' if name is None else 'player'} {name_key(called)}"),
                "name": called,
                "isAnonymous": name is None,
            },
        )
        return int(entry["id"])

    def _comments(self, game: Archived) -> str:
        """Return how a game was won, or that it ended early, and everybody's points by category."""
        say, w, result, kind = self._say, self._w, game.result, kind_of(game.header)
        lines = [w("Ended early") if result.early else say.victory_text(w, kind, result)]
        for seat, score in enumerate(result.scores, 1):
            rows = ", ".join(f"{say.category(w, kind, slug)} {n}" for slug, n in score.items() if slug != "total")
            lines.append(f"{seat_name(w, seat, result.name(seat))}{w.colon}{rows}" if rows else "")
        return "\n".join(filter(None, lines))
