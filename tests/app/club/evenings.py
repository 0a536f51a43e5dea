"""Games for a club that nobody has played: who had how many points, and when it ended."""

import random

from app.protocol.results import Archived, Result
from app.protocol.table_to_club_messages import GameNews

DAY = 86_400.0
FIRST = 1.76e9  # seconds since 1970: October 2025
NAMES = ("Ada", "Bo", "Cy", "Di", "Ed", "Fay", "Gus", "Hana")


def game(number, points, winners=None, *, kind="architects", ended=None, **more):
    """Return a finished game that the most points win; by default game n ended n hours after the first."""
    ended = FIRST + 3600.0 * number if ended is None else ended
    best = tuple(seat for seat, n in enumerate(points, 1) if n == max(points))
    result = Result(
        seats=(None,) * len(points), identities=(), scores=tuple({"total": n} for n in points),
        winners=best if winners is None else winners, early=False, turns=20, **more,
    )  # fmt: skip
    return Archived(
        id=f"{number:08x}", began=ended - 1800.0, ended=ended, seconds=1700.0, header={"game": kind}, result=result
    )


def members(book, *ids):
    """Add members with these ids to a club, named after their ids."""
    with book._database.transaction() as db:
        for id in ids:
            db.execute("INSERT INTO members VALUES (?, ?, ?, 0)", (id, id.capitalize(), id))


def fill_standings(book, players):
    """Rank that many members in the pool `architects-7`, each a point below the one before."""
    numbers = f"WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < {players})"
    with book._database.transaction() as db:
        db.execute("INSERT INTO pools VALUES ('architects-7', 'architects', 7, 0, '', NULL, NULL, 5)")
        for table, row in (
            ("members", "'p' || i, 'Player ' || i, 'p' || i, 0"),
            ("standings", "'architects-7', 'p' || i, -i, 1, 0"),
        ):
            db.execute(f"INSERT INTO {table} {numbers} SELECT {row} FROM n")


def by_chance(count, seed=40):
    """Yield news of `count` random games in order of their end; some end at the same moment, some have a guest."""
    rng = random.Random(seed)
    ids = [name.lower() for name in NAMES]
    for number in range(1, count + 1):
        sit = rng.sample(ids, rng.choice((2, 3, 4, 4)))
        points = [rng.randrange(30, 40) for _ in sit]
        ended = FIRST + 3600.0 * (number // 3 if number % 10 < 3 else number)
        played = game(number, points, ended=ended)
        sat = {seat: member for seat, member in enumerate(sit, 1) if rng.random() < 0.9}
        yield GameNews(played.id, 2 * number, played, sat)


def count_all(book, now=5.0, most=140):
    """Count what is due, to its end; in how many slices."""
    slices = 1
    while book.ratings.recount_slice(now, most):
        slices += 1
    return slices


def kept(book):
    """Return all stored ratings, standings and pending recounts."""
    with book._database.transaction() as db:
        rows = db.execute(
            "SELECT pool, ended, game, seat, player, place, mu0, sigma0, mu, sigma, games, wins FROM rated"
        )
        stand = db.execute("SELECT pool, player, points, games, wins FROM standings")
        due = db.execute("SELECT * FROM recounts") + db.execute("SELECT * FROM unsorted")
    assert due == []
    return sorted(rows), sorted(stand)
