"""The parts of a table that features work with."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from app.protocol import messages
from app.protocol.rights import Who
from app.storage.database import Store
from app.storage.secret_source import Chance
from app.table import advice, first_deal, lobby
from app.table.bots import BotPlayers, Bots
from app.table.finished import FinishedGames
from app.table.machine import Machine
from app.table.owned import Owned
from app.table.pauses import Pauses
from app.table.presence import Presence
from app.table.reviewing import Reviews
from app.table.suspended import SuspendedGames
from app.table.thinking import Thoughts
from app.table.transaction import Transaction
from app.table.truth import Truth
from app.text.lessons import Lists
from engine.game import Game, Rules


@dataclass(frozen=True, slots=True)
class TableParts:
    """The values a table was opened with, its stores and services, and the ways to change it. Times are the clock's."""

    committed: Truth
    store: Store
    clock: Callable[[], float]
    chance: Chance
    seed: int | str | None
    # what can be played
    shelf: Mapping[str, Game]
    rules: Mapping[str, Rules]  # of the shelf, and tally
    modes: lobby.Modes
    by_touch: Collection[str]  # games that the screen draws
    players: BotPlayers
    bots: Bots  # names of bots
    lessons: Lists  # what first games teach
    deals: first_deal.Deals  # how they are dealt
    reasons: advice.ByGame
    # parts
    owner: Owned
    presence: Presence
    ceremonies: Pauses
    finished: FinishedGames
    suspended: SuspendedGames
    reviews: Reviews
    scheduler: Thoughts
    machine: Machine
    # the table
    handle: Callable[[Who, messages.Intent], messages.Message]
    commit: Callable[[Who, str, Transaction], None]
    cue: Callable[[messages.Cue], None]
    slow_view: Callable[[], messages.TableView]  # the view without what actions change
