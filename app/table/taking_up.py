"""Being the table that was stored: same game, seats, keys, questions and log as before."""

import secrets
from collections.abc import Collection, Mapping
from typing import Final

import msgspec
from msgspec.structs import replace

from app.protocol.rights import Rejected
from app.storage.database import Store
from app.table import lobby, seating
from app.table.bots import Bots
from app.table.dealer import Dealer
from app.table.handlers.games import in_lobby, replayed
from app.table.log import Log
from app.table.match import Match
from app.table.state import TableState
from app.table.truth import Truth
from engine.game import IllegalAction, Rules

SEATS: Final = 4  # places in the ring of a new table


def taken_up(
    store: Store, shelf: Collection[str], rules: Mapping[str, Rules], bots: Bots, now: float
) -> tuple[Truth, list[Rejected]]:
    """What is true from the start, and what could not be read. `shelf`: games that can be agreed on."""
    notices = [store.notice] if store.notice else []
    state, match, dealer = _stored(store, shelf, notices), None, None
    if state.game:
        try:
            match, dealer = _game(store, state.game, rules)
        except (ValueError, KeyError, IllegalAction, Rejected):
            notices.append(Rejected("game-unreadable", game=state.game))
            state = replace(in_lobby(state), log_begin=state.log_end, vote=None)
    chairs = tuple(seating.waiting_anew(chair, now) for chair in state.chairs)
    state = replace(state, chairs=seating.settled(chairs, bots))
    return Truth(state, stored_log(store, state), match, dealer), notices


def stored_log(store: Store, state: TableState) -> Log:
    """The log of the game on the table, or of the lobby, as it is on the disk."""
    return Log(store.log(state.game, 0 if state.game else state.log_begin))


def _game(store: Store, number: int, rules: Mapping[str, Rules]) -> tuple[Match, Dealer]:
    saved = store.game(number)
    if saved is None:
        raise ValueError(f"game {number} is missing")
    return replayed(saved, rules), Dealer(saved.secret)


def _stored(store: Store, shelf: Collection[str], notices: list[Rejected]) -> TableState:
    """The state that was stored, or a new table's."""
    stored, agreed = store.table_state(), lobby.Lobby(next(iter(shelf)))
    if stored is not None:
        try:
            state = msgspec.json.decode(stored, type=TableState)
            return state if state.lobby.game in shelf else replace(state, lobby=agreed)
        except msgspec.MsgspecError:
            notices.append(Rejected("table-unreadable"))
    games, lines = store.last_numbers()
    chairs, count = seating.resized((), SEATS, 0)
    state = TableState(secrets.token_hex(8), chairs, agreed, chair_count=count)
    return replace(state, game_count=games, log_end=lines, log_begin=lines)
