"""Times of a finished game: a correction after its end does not move it in the history."""

from app.protocol.game_lifecycle_messages import EndEarly
from tests.app.table.tracked import ARCHITECTS_TOLD, begun, correct, row_of, take

TABLE = ARCHITECTS_TOLD


def test_corrected_finished_game_keeps_its_times_in_the_history(evening):
    begun(evening, "touch", "touch")
    take(evening, 1, "left", "wood")
    evening.now += 60
    evening.send(EndEarly, sure=True)
    [before] = evening.table.finished.list_games()
    evening.now += 3600
    correct(evening, row_of(evening, "reveal 1 wood"), "replace", "reveal 1 stone")
    [after] = evening.table.finished.list_games()
    assert (after.began, after.ended, after.seconds) == (before.began, before.ended, 60.0)
