"""The `DrawnGame` of 7 Wonders: what its phone pages and its screen share."""

from typing import Final

from app.games.seven_wonders import box, goals, position_entry, reference
from app.games.seven_wonders.before_conflict import unfought
from app.games.seven_wonders.guide import how_to_play
from app.games.seven_wonders.lessons import LESSONS
from app.games.seven_wonders.manual import parts
from app.games.seven_wonders.table_instructions import demands
from app.games.shown.drawn_game import DrawnGame

SEVEN_WONDERS: Final = DrawnGame(
    reference=reference,
    box=box,
    entered=position_entry,
    plans=goals,
    ideas=LESSONS,
    how_to_play=how_to_play,
    manual=parts,
    demands=demands,
    unfought=unfought,
)
