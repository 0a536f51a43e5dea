"""The `DrawnGame` of Duel: what its phone pages and its screen share."""

from typing import Final

from app.games.custom_drawn.shared_by_surfaces import DrawnGame
from app.games.duel import box_contents, goals, position_entry, reference
from app.games.duel.lessons import LESSONS
from app.games.duel.manual_section import parts
from app.games.duel.position_before_conflict import unfought
from app.games.duel.rules_summary import how_to_play
from app.games.duel.table_instructions import cardboard_tasks

DUEL: Final = DrawnGame(
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
