"""Tables, club and cables as processes and sockets: a sample of `python -m tests.nights.club`, and all of it."""

import pytest

from tests.evening.club_house import club_evening
from tests.evening.club_story import clubs
from tests.nights import club


@pytest.mark.rotated
@pytest.mark.parametrize(
    ("tables", "games", "kills", "cuts"),
    [pytest.param(1, 6, 1, 0, id="sample"), pytest.param(5, 300, 10, 4, id="night", marks=pytest.mark.full)],
)
async def test_games_are_neither_lost_nor_duplicated_through_kills_and_cuts(tmp_path, tables, games, kills, cuts):
    figures = await club.night(tmp_path, tables, games, kills, cuts)
    assert figures.games + figures.deleted == games
    assert len(figures.returns) == kills + cuts


@pytest.mark.rotated
@pytest.mark.parametrize("where", ["postgresql"], indirect=True)
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(1, 30))])
def test_simulated_evening_in_postgresql_passes_the_audit(where, seed, tmp_path):
    """Run in PostgreSQL what tests/evening/test_club.py runs in SQLite."""
    world = club_evening(clubs(seed, tables=2, most=40, database="PostgreSQL"), tmp_path / "evening", where)
    assert world.audit.counts()["UploadedGames"] > 2
