"""The `DrawnGame` of 7 Wonders: what its phone pages and its screen share."""

from typing import Final

from app.games.custom_drawn.shared_by_surfaces import DrawnGame
from app.games.seven_wonders import box_contents, goals, position_entry, reference
from app.games.seven_wonders.lessons import LESSONS
from app.games.seven_wonders.manual_section import parts
from app.games.seven_wonders.position_before_conflict import unfought
from app.games.seven_wonders.rules_summary import how_to_play
from app.games.seven_wonders.table_instructions import cardboard_tasks

SEVEN_WONDERS: Final = DrawnGame(
    reference=reference,
    box=box_contents,
    entered=position_entry,
    plans=goals,
    ideas=LESSONS,
    how_to_play=how_to_play,
    manual=parts,
    cardboard_tasks=cardboard_tasks,
    unfought=unfought,
)
