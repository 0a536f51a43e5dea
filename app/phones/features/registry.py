"""The features of a phone's page, in the order in which they build their parts. A new feature is one more line here.

The order decides which part replaces one of the same name, and the places of parts that are not put after another.
"""

from collections.abc import Callable
from typing import Final, TypeAlias

from app.phones.features.box_list import PhoneBoxList
from app.phones.features.disputes_and_votes import PhoneDisputes, PhoneVotes
from app.phones.features.feature import PhoneFeature
from app.phones.features.game import GameParts, PhoneGameOver, PhoneOpening
from app.phones.features.goals import PhoneGoals
from app.phones.features.hints import PhoneHints, PhoneWishes
from app.phones.features.lessons import PhoneLessonEnd, PhoneLessons
from app.phones.features.lobby import PhoneLobby
from app.phones.features.log import PhoneChores, PhoneLog
from app.phones.features.own_seat_and_joining import PhoneGuests, PhoneOwnSeat, PhoneWaysIn
from app.phones.features.owner_settings import (
    PhoneClock,
    PhoneClub,
    PhoneCopied,
    PhoneHorn,
    PhoneRecentChanges,
    PhoneRights,
    PhoneSettings,
    PhoneUpkeep,
)
from app.phones.features.page_frame import PageFrame
from app.phones.features.previews import PhonePreviews
from app.phones.features.undo import PhoneUndo
from app.phones.page_sources import PageSources

Registered: TypeAlias = Callable[[PageSources], PhoneFeature]

FEATURES: Final[tuple[Registered, ...]] = (
    PageFrame,
    PhoneOpening,
    PhoneWaysIn,
    PhoneOwnSeat,
    PhoneVotes,
    PhoneDisputes,
    PhoneCopied,
    PhoneSettings,
    PhoneRights,
    PhoneClock,
    PhoneUpkeep,
    PhoneClub,
    PhoneRecentChanges,
    PhoneHorn,
    GameParts,
    PhoneLobby,
    PhoneGoals,
    PhoneLessons,
    PhoneGameOver,
    PhoneLessonEnd,
    PhoneBoxList,
    PhoneUndo,
    PhoneHints,
    PhoneLog,
    PhoneChores,
    PhoneWishes,
    PhoneGuests,
    PhonePreviews,
)
