"""The features of the screen, in the order in which their hooks are called. A new feature is one more line here.

Elements of a later feature are placed above those of an earlier one.
"""

from typing import Final

from app.screen.features.completed_wonder import CompletedWonder
from app.screen.features.feature import ScreenFeature
from app.screen.features.game import GameOnTable, GameOpening, GameTable, ShieldComparison, StaleUi
from app.screen.features.history import GamesPlayed
from app.screen.features.lobby import LobbyOnScreen, WelcomePages
from app.screen.features.no_table import AwaitedTable, DimmedScreen, StoppedTable
from app.screen.features.overlays import HardwarePanel, OpenPanel, SeatPlates
from app.screen.features.owner import HeldConfirmation, HornPowerOff, PinPrompt
from app.screen.features.pending_intents import PendingIntents, Previews, Secrets, ShownRefusals, TypedAddress
from app.screen.features.settings import Cues, PlainStart, TimeAndEdge, Trials
from app.screen.features.storage import CopiedCard, SlowDisk, StorageNews
from app.screen.features.teaching import HintsAndGoals, LessonSentences, ThingRings

FEATURES: Final[tuple[ScreenFeature, ...]] = (
    StoppedTable(),
    AwaitedTable(),
    DimmedScreen(),
    PendingIntents(),
    StaleUi(),
    TimeAndEdge(),
    Cues(),
    PlainStart(),
    Trials(),
    GameOnTable(),
    StorageNews(),
    CopiedCard(),
    SlowDisk(),
    ShieldComparison(),
    GamesPlayed(),
    WelcomePages(),
    LobbyOnScreen(),
    GameOpening(),
    CompletedWonder(),
    GameTable(),
    HornPowerOff(),
    HeldConfirmation(),
    PinPrompt(),
    Secrets(),
    Previews(),
    TypedAddress(),
    ThingRings(),
    OpenPanel(),
    SeatPlates(),
    LessonSentences(),
    HintsAndGoals(),
    HardwarePanel(),
    ShownRefusals(),
)
