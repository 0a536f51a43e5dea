"""Tables, club and cables as processes and sockets: a sample of `python -m tests.nights.club`, and all of it."""

import pytest

from tests.nights import club


@pytest.mark.parametrize(
    ("tables", "games", "kills", "cuts"),
    [pytest.param(1, 6, 1, 0, id="sample"), pytest.param(5, 300, 10, 4, id="night", marks=pytest.mark.full)],
)
async def test_nothing_is_lost_and_nothing_there_twice(tmp_path, tables, games, kills, cuts):
    figures = await club.night(tmp_path, tables, games, kills, cuts)
    assert figures.games + figures.deleted == games
    assert len(figures.returns) == kills + cuts
