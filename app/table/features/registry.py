"""The features of a table, in the order in which their hooks are called. A new feature is one more line here."""

from collections.abc import Callable
from typing import Final, TypeAlias

from app.table.features.bot_play import BotPlay
from app.table.features.bot_reasons import BotReasons
from app.table.features.ceremonies import CeremonyFeature
from app.table.features.daily_deal import DailyDeal
from app.table.features.feature import Feature
from app.table.features.goals import SeatGoals
from app.table.features.hints import Hints
from app.table.features.history_cache_refresh import GameHistory
from app.table.features.lasting_change_confirmation import Confirmation
from app.table.features.lessons import GuidedLessons
from app.table.features.machine import MachineFeature
from app.table.features.owner_file_writes import OwnerFiles
from app.table.features.recent_changes import RecentChanges
from app.table.features.seat_phones import Attendance
from app.table.features.table_parts import TableParts
from app.table.features.tournament_rounds import ClubRounds
from app.table.features.track_mode import TrackMode
from app.table.features.undo_offers import UndoOffers

Registered: TypeAlias = Callable[[TableParts], Feature]

FEATURES: Final[tuple[Registered, ...]] = (
    Confirmation,
    OwnerFiles,
    GameHistory,
    Attendance,
    DailyDeal,
    ClubRounds,
    GuidedLessons,
    CeremonyFeature,
    RecentChanges,
    UndoOffers,
    TrackMode,
    SeatGoals,
    Hints,
    BotPlay,
    BotReasons,
    MachineFeature,
)
