"""The daily deal: one a day for each game, the same at every table with the same version of the game's data.

One person, in the first seat, plays alone against the hardest bots: three seats where a game has them. The deal
follows from the date, so it can be computed by anybody and counts in no rating.
"""

import hashlib
from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import replace

from app.protocol.daily_results import list_people, list_results
from app.protocol.name_rules import name_key
from app.protocol.rejection import Rejection
from app.protocol.results import Daily
from app.protocol.table_messages import TableView
from app.storage.random_keys_and_ids import Chance
from app.table.core.table_state import TableState
from app.table.core.transaction import Transaction
from app.table.features.feature import Feature
from app.table.features.table_parts import TableParts
from app.table.game.bot_definitions import BotPlayers, player_name
from app.table.lobby import seating
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chairs
from app.text.time_zone import local
from engine.game import Game

DAILY_SEATS: Final = 3
MAX_SHOWN_DAYS: Final = 12  # newest results
CHECK_SECONDS: Final = 60.0  # after which the lobby looks at the calendar again: a clock may be set, a zone changed


class DailyDeal(Feature):
    """Drop an unfit daily deal before each commit, keep the date in the lobby true, and list results."""

    def __init__(self, parts: TableParts) -> None:
        super().__init__(parts)
        self._day, self._checked = "", parts.clock()  # the date that readers see in the lobby, and when it was compared

    def before_commit(self, transaction: Transaction) -> None:
        transaction.state = drop_unfit(transaction.state, self._parts.games.shelf, self._parts.games.players)

    def table_fields(self, view: TableView) -> Mapping[str, Any]:
        parts, state = self._parts, self._parts.committed.state
        game, day = state.lobby.game, today(parts.store.clock())
        if state.phase == "lobby":
            self._day = day
            deal = Daily(day, parts.games.shelf[game].data_version, bool(parts.owner.overrides.get(game, "")))
        elif state.phase == "over" and state.daily is not None:
            deal = state.daily
        else:
            return {}
        played = list_results(parts.finished.list_dailies(), deal)
        found, people = [each for each in played if each.kind == game], list_people(played, game, day)
        if state.phase == "over":
            name = name_key(state.chairs[0].name or "")
            found = [each for each in found if (each.date, name_key(each.name)) == (deal.date, name)]
            people = [each for each in people if name_key(each.name) == name]
        return {"day": deal.date, "dailies": (*found[:MAX_SHOWN_DAYS],), "daily_people": (*people,)}

    def on_tick(self, now: float) -> bool:
        if self._parts.committed.state.phase != "lobby" or now < self._checked + CHECK_SECONDS:
            return False
        before, self._day, self._checked = self._day, today(self._parts.store.clock()), now
        return before not in ("", self._day)

    def next_tick(self) -> float:
        return self._checked + CHECK_SECONDS if self._parts.committed.state.phase == "lobby" else float("inf")


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
