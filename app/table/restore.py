"""Restoration of the stored table at a start: the same game, seats, keys, questions and log as before."""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Final, TypeAlias

import msgspec
from msgspec.structs import replace

from app.protocol.rejection import Rejection
from app.protocol.table_log_events import TableNotice
from app.storage.commit_writer import Write
from app.storage.database import Store
from app.storage.random_keys_and_ids import Chance
from app.table.core.committed_state import CommittedState
from app.table.core.game_library import GameLibrary
from app.table.core.table_state import TableState
from app.table.game.chance_dealer import Dealer
from app.table.game.game_log import Log
from app.table.game.match import Match
from app.table.handlers.game_lifecycle import build_note, clear_game, replay_game
from app.table.lobby import game_agreement, seating
from engine.game import IllegalAction, Rules

SEATS: Final = 4  # places in the ring of a new table
UNREADABLE: Final = (ValueError, KeyError, IllegalAction, Rejection)  # raised by a stored game that cannot be replayed

Writing: TypeAlias = Callable[[Write], None]


def restore_table(
    store: Store, games: GameLibrary, now: float, chance: Chance
) -> tuple[CommittedState, list[TableNotice]]:
    """Restore the committed state, and list what could not be read."""
    notices: list[TableNotice] = []
    state, match, dealer = _load_state(store, games.shelf, notices, chance), None, None
    # The file is older than the game, as the store has reported.
    if state.phase == "game" and _is_over(store, state.game):
        state = replace(clear_game(state), log_begin=state.log_end)
    if state.game:
        try:
            if state.game in store.stored_notices()[1]:
                raise ValueError(f"game {state.game} is as it was before")
            match, dealer = _load_game(store, state, games.rules)
        except UNREADABLE:
            notices.append(TableNotice("game-unreadable", {"game": state.game}))
            state = replace(clear_game(state), log_begin=state.log_end, vote=None)
    chairs = tuple(seating.restart_hand_over(seating.close_invitation(chair), now) for chair in state.chairs)
    state = replace(state, chairs=seating.complete_badges(chairs, games.bots))
    return CommittedState(state, load_log(store, state), match, dealer), notices


def load_log(store: Store, state: TableState) -> Log:
    """Read the log of the game on the table, or of the lobby, from the store."""
    return Log(store.log(state.game, 0 if state.game else state.log_begin))


def suspend_outdated(store: Store, older: Mapping[int, bytes], rules: Mapping[str, Rules]) -> list[Writing]:
    """List writes that suspend games of which a damaged file has only an older state."""
    writes: list[Writing] = []
    for number, stored in older.items():
        try:
            state, saved = msgspec.json.decode(stored, type=TableState), store.game(number)
            if saved is None or saved.state != "running":
                continue
            note = msgspec.json.encode(build_note(state, replay_game(saved, rules)))
        except UNREADABLE:
            continue
        writes.append(partial(_suspend, number, note))
    return writes


def _suspend(number: int, note: bytes, write: Write) -> None:
    write.game_state(number, "aside", note=note)


def _is_over(store: Store, number: int) -> bool:
    saved = store.game(number)
    return saved is not None and saved.state == "over"


def _load_game(store: Store, state: TableState, rules: Mapping[str, Rules]) -> tuple[Match, Dealer]:
    saved = store.game(state.game)
    if saved is None:
        raise ValueError(f"game {state.game} is missing")
    return replay_game(saved, rules), Dealer(saved.secret)


def _load_state(store: Store, shelf: Collection[str], notices: list[TableNotice], chance: Chance) -> TableState:
    """Read the stored state, or create a new table's."""
    stored, agreed = store.table_state(), game_agreement.Lobby(next(iter(shelf)))
    if stored is not None:
        try:
            state = msgspec.json.decode(stored, type=TableState)
            return state if state.lobby.game in shelf else replace(state, lobby=agreed)
        except msgspec.MsgspecError:
            notices.append(TableNotice("table-unreadable", {}))
    games, lines = store.highest_numbers()
    chairs, count = seating.resize((), SEATS, 0, chance)
    state = TableState(chance.mark(), chairs, agreed, chair_count=count)
    return replace(state, game_count=games, log_end=lines, log_begin=lines)
