"""The `DrawnGame` of Architects: what its phone pages and its screen share."""

from typing import Final

from app.games.architects import box_contents, goals, position_entry, reference
from app.games.architects.lessons import LESSONS
from app.games.architects.manual_section import parts
from app.games.architects.position_before_conflict import unfought
from app.games.architects.rules_summary import how_to_play
from app.games.architects.table_instructions import cardboard_tasks
from app.games.custom_drawn.shared_by_surfaces import DrawnGame

ARCHITECTS: Final = DrawnGame(
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
