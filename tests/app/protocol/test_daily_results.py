"""Deals of the day count for the first person who finishes them at a table, and for nobody else."""

import pytest
from msgspec.structs import replace

from app.protocol.daily_results import list_results
from app.protocol.results import Daily, FinishedGame, Result

DAY = Daily("2031-05-04", 1)
RESULT = Result(("Ada", None), (), ({"total": 9}, {"total": 4}), (1,), early=False, turns=9, bots=(2,), daily=DAY)


def finish(result, number=1):
    return FinishedGame(f"m{number}", number, "duel", "play", (), 1.0, 2.0, 1.0, result)


def test_a_finished_deal_of_the_day_counts():
    [mine] = list_results([finish(RESULT)], DAY)
    assert (mine.date, mine.kind, mine.name, mine.points, mine.won, mine.alike) == (
        DAY.date,
        "duel",
        "Ada",
        9,
        True,
        True,
    )


@pytest.mark.parametrize(
    "change",
    [
        pytest.param({"daily": None}, id="another game"),
        pytest.param({"early": True}, id="ended early"),
        pytest.param({"bots": (1, 2)}, id="a bot took over"),
        pytest.param({"scores": ({"total": 9},)}, id="nobody else"),
        pytest.param({"daily": replace(DAY, date="today")}, id="no date"),
    ],
)
def test_ineligible_games_give_no_daily_result(change):
    assert list_results([finish(replace(RESULT, **change))], DAY) == []


def test_only_the_first_daily_game_of_a_person_counts():
    later = replace(RESULT, seats=("ADA", None), scores=({"total": 30}, {"total": 4}))
    assert [result.points for result in list_results([finish(later, 2), finish(RESULT)], DAY)] == [9]


def test_the_newest_day_is_listed_first_and_a_seat_without_a_name_stays_nameless():
    days = [replace(RESULT, daily=replace(DAY, date=f"2031-05-{day:02}"), seats=(None, None)) for day in (4, 6, 5)]
    listed = list_results(map(finish, days), DAY)
    assert [(result.date, result.name) for result in listed] == [
        ("2031-05-06", ""),
        ("2031-05-05", ""),
        ("2031-05-04", ""),
    ]
