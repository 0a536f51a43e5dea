"""The parts of a table that features work with."""

from collections.abc import Callable
from dataclasses import dataclass

from app.protocol.base_messages import Intent, Message
from app.protocol.client_rights import Actor
from app.protocol.play_messages import Cue
from app.protocol.table_messages import TableView
from app.storage.database import Store
from app.storage.random_keys_and_ids import Chance
from app.table.bots.bot_scheduler import BotScheduler
from app.table.bots.ceremony_waits import Ceremonies
from app.table.bots.reviews import Reviews
from app.table.core.committed_state import CommittedState
from app.table.core.game_library import GameLibrary
from app.table.core.machine_ports import Machine
from app.table.core.owner_files import OwnerSettings
from app.table.core.presence import Presence
from app.table.core.transaction import Transaction
from app.table.history.finished_games_cache import FinishedGames
from app.table.history.suspended_games_list import SuspendedGames


@dataclass(frozen=True, slots=True)
class TableParts:
    """The values a table was opened with, its stores and services, and the ways to change it. Times are the clock's."""

    committed: CommittedState
    store: Store
    clock: Callable[[], float]
    chance: Chance
    seed: int | str | None
    games: GameLibrary
    owner: OwnerSettings
    presence: Presence
    ceremonies: Ceremonies
    finished: FinishedGames
    suspended: SuspendedGames
    reviews: Reviews
    scheduler: BotScheduler
    machine: Machine
    # the table
    handle: Callable[[Actor, Intent], Message]
    commit: Callable[[Actor, str, Transaction], None]
    cue: Callable[[Cue], None]
    rarely_changing_view: Callable[[], TableView]  # the view without what actions change
