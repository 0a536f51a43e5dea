"""The daily deal: one a day for each game, the same at every table with the same version of the game's data.

One person, in the first seat, plays alone against the hardest bots: three seats where a game has them. The deal
follows from the date, so it can be computed by anybody and counts in no rating.
"""

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.protocol.client_rights import Rejection
from app.protocol.game_lifecycle_messages import DailyPlayed
from app.protocol.results import Daily, FinishedGame
from app.protocol.table_messages import TableView
from app.storage.random_keys_and_ids import Chance
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.game.bot_definitions import BotPlayers, player_name
from app.table.lobby import seating
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chairs
from app.text.time_zone import local
from engine.game import Game

DAILY_SEATS: Final = 3
MAX_SHOWN_DAYS: Final = 5  # results of the days before


class DailyDeal(Feature):
    """Drop an unfit daily deal before each commit, and list the results of earlier ones."""

    def before_commit(self, transaction: Transaction) -> None:
        transaction.table = drop_unfit(transaction.table, self._parts.shelf, self._parts.players)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        return {"dailies": self._list_results()}

    def _list_results(self) -> tuple[DailyPlayed, ...]:
        """Return the results of earlier deals, while another is agreed on."""
        parts, agreed = self._parts, self._parts.committed.state.lobby
        if parts.committed.state.phase != "lobby" or not agreed.daily:
            return ()
        own = bool(parts.owner.overrides.get(agreed.game, ""))
        return list_results(
            parts.finished.list_games(), agreed.game, Daily("", parts.shelf[agreed.game].data_version, own)
        )


def today(clock: float) -> str:
    """Return the local date at this time, in seconds since 1970."""
    return local(clock).date().isoformat()


def derive_secret(day: Daily, game: str) -> bytes:
    """Derive the secret of a day's deal from the date, the game and its data version alone."""
    return hashlib.sha256(f"wondertable daily {day.date} {game} {day.data}".encode()).digest()


def is_suitable(lobby: Lobby) -> bool:
    """Check whether an agreement suits a daily deal: no variants, no house rules, first seat by lot."""
    return lobby.mode == "play" and not lobby.variant and not lobby.rules and lobby.first is None


def arrange_chairs(
    chairs: Chairs, game: Game, players: BotPlayers, next_number: int, chance: Chance
) -> tuple[Chairs, int]:
    """Put the one person first, or a free chair, then bots; raise Rejection `daily` if more people sit here."""
    people = [chair for chair in chairs if chair.by in ("touch", "phone")]
    if len(people) > 1:
        raise Rejection("daily")
    numbers = iter([chair.number for chair in chairs if chair not in people])
    rest = []
    for _ in range(_seats(game) - len(people)):
        number = next(numbers, None)
        if number is None:
            number, next_number = next_number, next_number + 1
        rest.append(seating.make_free_chair(number, chance))
    ring = [replace(chair, wish=None) for chair in people] + rest
    bots = (replace(chair, by="bot", bot=_bot(players, game.name)) for chair in ring[1:])
    return (ring[0], *bots), next_number


def drop_unfit(table: TableState, shelf: Mapping[str, Game], players: BotPlayers) -> TableState:
    """Return the table without a daily deal if seats or agreement do not suit it any more."""
    agreed = table.lobby
    if table.phase != "lobby" or not agreed.daily or _is_ready(table.chairs, shelf[agreed.game], players, agreed):
        return table
    return replace(table, lobby=replace(agreed, daily=False))


def check(chairs: Chairs, game: Game, players: BotPlayers, lobby: Lobby) -> None:
    """Check seats and agreement before a daily deal; raise Rejection `daily`."""
    if not (chairs[0].person and _is_ready(chairs, game, players, lobby)):
        raise Rejection("daily")


def _is_ready(chairs: Chairs, game: Game, players: BotPlayers, lobby: Lobby) -> bool:
    """Check whether only a person in the first seat may be missing for a daily deal."""
    first, *bots = chairs
    alike = all(chair.own_bot and chair.bot == _bot(players, game.name) and chair.wish is None for chair in bots)
    alone = (first.person or first.by == "free") and first.wish is None
    return alone and alike and is_suitable(lobby) and len(chairs) == _seats(game)


def _seats(game: Game) -> int:
    return min(DAILY_SEATS, game.seats[-1])


def _bot(players: BotPlayers, game: str) -> str:
    """Return the name of the level for deals of the day, without preferences."""
    return player_name(players.daily, next(iter(players.characters(game)), ""))


def list_results(games: Iterable[FinishedGame], kind: str, now: Daily) -> tuple[DailyPlayed, ...]:
    """List the results of earlier deals, the newest first; of a day and a person only the first game."""
    found: dict[tuple[str, str], DailyPlayed] = {}
    for game in games:
        day, result = game.result.daily, game.result
        if day is None or game.kind != kind or result.early:
            continue
        points = [score["total"] for score in result.scores]
        alike = (day.data, day.own) == (now.data, now.own)
        said = DailyPlayed(day.date, result.seats[0] or "", points[0], max(points[1:]), 1 in result.winners, alike)
        found[day.date, said.name] = said
    return tuple(sorted(found.values(), key=lambda each: each.date, reverse=True)[:MAX_SHOWN_DAYS])
