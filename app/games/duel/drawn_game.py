"""The `DrawnGame` of Duel: what its phone pages and its screen share."""

from typing import Final

from app.games.duel import box, goals, position_entry, reference
from app.games.duel.before_conflict import unfought
from app.games.duel.guide import how_to_play
from app.games.duel.lessons import LESSONS
from app.games.duel.manual import parts
from app.games.duel.table_instructions import demands
from app.games.shown.drawn_game import DrawnGame

DUEL: Final = DrawnGame(
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
