"""Ratings: a function of the set of games, in order of their end; in both databases, whatever came when."""

import random
import re
from contextlib import suppress
from itertools import permutations, product

import msgspec
import pytest

from app.club import rating_model
from app.club.database import DatabaseProblem
from app.club.game_store import ClubStore
from app.club.ratings import Ratings, SendingTime
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.evenings import FIRST, NAMES, by_chance, count_all, fill_standings, game, kept, members

IDS = [name.lower() for name in NAMES]


def told(book, *news):
    for each in news:
        assert book.store_games("a", [each]).unfit == ()


def table(book, pool):
    """Who stands there, with how many games and wins."""
    found = book.ratings.standings(pool)
    assert found is not None
    return [(it.place, it.name, it.games, it.wins) for it in found[1]]


def test_who_has_won_stands_above(book):
    members(book, "ada", "bo", "cy")
    it = game(1, [50, 30, 40])
    told(book, GameNews(it.id, 1, it, {1: "ada", 2: "bo", 3: "cy"}))
    assert book.ratings.standings("architects-3") is None  # nothing is counted yet
    count_all(book)
    assert table(book, "architects-3") == [(1, "Ada", 1, 1), (2, "Cy", 1, 0), (3, "Bo", 1, 0)]
    [pool] = book.ratings.pools()
    assert (pool.kind, pool.seats, pool.counted, pool.due) == ("architects", 3, 5.0, False)


def test_a_page_of_standings_reads_no_more_than_shared_first_places(tmp_path):
    book, asked = ClubStore(tmp_path / "club.db"), []
    fill_standings(book, 3)
    db = book._database._db
    db.set_trace_callback(asked.append)
    book.ratings.standings("architects-7")
    db.set_trace_callback(None)
    [page] = [sql for sql in asked if "rank()" in sql]
    plan = [step for *_, step in db.execute(f"EXPLAIN QUERY PLAN {page}") if "rated" in step]
    assert plan == ["SEARCH rated USING INDEX rated_ties (pool=? AND player=?)"]
    book.close()


def expected(news):
    """What comes of games by the book: rated one after the other, without a database."""
    states = {}
    for each in sorted(news, key=lambda each: (each.game.ended, each.id)):
        pool = rating_model.pool_id("architects", len(each.game.result.seats))
        sits = rating_model.list_sittings(each.game, each.members, False)
        before = [states.get((pool, it.player), rating_model.BEGINNER) for it in sits]
        after = rating_model.rate_game(before, [it.place for it in sits]) if sits else []
        states.update({(pool, it.player): state for it, state in zip(sits, after, strict=True)})
    return sorted((pool, who, it.points, it.games, it.wins) for (pool, who), it in states.items())


@pytest.mark.sampled(2)
def test_any_order_gives_the_same_standings_bit_for_bit(where, book):
    """300 games, a sixth of them told wrongly at first and corrected, and as many that are deleted again."""
    members(book, *IDS)
    rng = random.Random(7)
    right = list(by_chance(300))
    wrong = [
        GameNews(it.id, it.version - 1, game(int(it.id, 16), [1] * len(it.game.result.seats)), it.members)
        for it in right[::6]
    ]
    extra = [
        GameNews(f"e{it.id}", 1, msgspec.structs.replace(it.game, id=f"e{it.id}"), it.members) for it in right[::6]
    ]
    gone = [GameNews(it.id, 2, None) for it in extra]
    book.store_games("a", right)
    count_all(book)
    rows, stand = kept(book)
    assert stand == expected(right)
    for batch, most in ((3, 8), (70, 140)):
        empty(book)
        news = [*right, *wrong, *extra, *gone]
        rng.shuffle(news)
        for first in range(0, len(news), batch):
            book.store_games("a", news[first : first + batch])
            if rng.random() < 0.1:
                book.ratings.recount_slice(5.0, most)  # in between, and not to its end
        again = ClubStore(where)  # the club was restarted while it counted
        count_all(again, most=most)
        assert kept(again) == (rows, stand)
        again.close()


def empty(book):
    """As if nothing had been told."""
    with book._database.transaction() as db:
        for name in ("games", "rated", "standings", "pools", "seats", "recounts"):
            db.execute(f"DELETE FROM {name}")


def test_whoever_is_forgotten_is_somebody_and_the_others_stay_as_they_are(book):
    members(book, *IDS)
    right = list(by_chance(60))
    book.store_games("a", right)
    league = book.ratings.begin_league("Spring", "architects", 3, FIRST, FIRST + 1e7)
    count_all(book)
    rows, stand = kept(book)
    with book._database.transaction() as db:
        book.ratings.forget(db, "ada")
        db.execute("DELETE FROM members WHERE id = 'ada'")
        db.execute("DELETE FROM seats WHERE member = 'ada'")
    others = [row for row in stand if row[1] != "ada"]
    assert kept(book)[1] == others
    assert re.findall(r"\bada\b", repr(kept(book))) == []  # the mark of a game may have those letters
    # Corrections change nothing of that, and neither does counting once more.
    longer = [msgspec.structs.replace(each.game, seconds=1.0) for each in right]
    book.store_games(
        "a", [GameNews(it.id, it.version + 1, game, it.members) for it, game in zip(right, longer, strict=True)]
    )
    first = next(it for it in right if len(it.members) > 2 and "ada" not in it.members.values())
    book.store_games("a", [GameNews(first.id, first.version + 2, None)])
    count_all(book)
    assert kept(book)[1] != others
    book.store_games("a", [GameNews(first.id, first.version + 3, first.game, first.members)])
    count_all(book)
    after = kept(book)
    assert after[1] == others
    assert [row[:4] + row[5:] for row in after[0]] == [row[:4] + row[5:] for row in rows]
    assert {row[0] for row in after[0] if row[4].startswith(rating_model.REMOVED)} > {league, "architects-2"}
    found = [it for it in book.ratings.changes("architects-4", "bo", 50) for it in it.others]
    assert {it.player.startswith(rating_model.REMOVED) for it in found} == {True, False}


def test_a_game_in_the_middle_is_counted_where_it_belongs(book):
    members(book, "ada", "bo")
    sat = {1: "ada", 2: "bo"}
    ends = {1: (40, 30), 2: (30, 40), 3: (35, 35)}
    news = [GameNews(it.id, 1, it, sat) for it in (game(n, points) for n, points in ends.items())]
    told(book, news[0], news[2])
    count_all(book)
    told(book, news[1])
    [pool, _] = book.ratings.standings("architects-2")
    assert pool.due  # what is read is still how it stood
    assert table(book, "architects-2") == [(1, "Ada", 2, 2), (2, "Bo", 2, 1)]
    count_all(book)
    changes = book.ratings.changes("architects-2", "ada", 5)
    assert [it.game for it in changes] == [news[n].id for n in (2, 1, 0)]
    assert [later.before for later in changes[:-1]] == [earlier.after for earlier in changes[1:]]
    assert (changes[-1].before.games, changes[0].after.games, changes[0].after.wins) == (0, 3, 2)
    assert [tuple(it) for it in kept(book)[1]] == expected(news)


def test_a_seat_that_is_claimed_later_is_rated(book):
    members(book, "ada", "bo")
    it = game(1, [40, 30])
    told(book, GameNews(it.id, 1, it, {1: "ada"}))
    count_all(book)
    assert book.ratings.standings("architects-2") is None  # with a guest
    with book._database.transaction() as db:
        db.execute("INSERT INTO seats VALUES (?, 2, 'bo', 1)", (it.id,))
        book.ratings.reclassify_game(db, it.id)
    count_all(book)
    assert table(book, "architects-2") == [(1, "Ada", 1, 1), (2, "Bo", 1, 0)]
    told(book, GameNews(it.id, 2, None))
    count_all(book)
    assert book.ratings.standings("architects-2")[1] == []
    assert book.ratings.pools() == []


def test_games_that_say_nothing_of_people_are_not_rated(book):
    members(book, "ada", "bo")
    sat = {1: "ada", 2: "bo"}
    early = msgspec.structs.replace(game(1, [4, 3]).result, early=True, winners=())
    games = [
        msgspec.structs.replace(game(1, [4, 3]), result=early),
        game(2, [4, 3], chosen=True),
        game(3, [4, 3], unfinished=True),
        game(4, [4, 3], bots=(1,)),
    ]
    told(book, *(GameNews(it.id, 1, it, sat) for it in games))
    both = game(5, [4, 3])
    told(book, GameNews(both.id, 1, both, {1: "ada", 2: "ada"}))
    count_all(book)
    assert kept(book) == ([], [])


@pytest.mark.parametrize("later", [False, True])
def test_bots_are_left_out_or_rated_apart(book, later):
    members(book, "ada", "bo")
    it = game(1, [50, 40, 30], bots=(1,), bot_names=("Brisko", "", ""))
    if not later:
        book.ratings.rate_bots(True)
    told(book, GameNews(it.id, 1, it, {2: "ada", 3: "bo"}))
    count_all(book)
    if later:
        assert table(book, "architects-3") == [(1, "Ada", 1, 0), (2, "Bo", 1, 0)]  # nobody of them has won
        book.ratings.rate_bots(True)
        count_all(book)
    assert table(book, "architects-3-bots") == [(1, "Brisko", 1, 1), (2, "Ada", 1, 0), (3, "Bo", 1, 0)]
    assert [it.bots for it in book.ratings.pools()] == [True]
    book.ratings.rate_bots(False)
    count_all(book)
    assert [it.bots for it in book.ratings.pools()] == [False]


def test_a_league_counts_what_ends_within(book):
    members(book, "ada", "bo")
    news = [GameNews(it.id, 1, it, {1: "ada", 2: "bo"}) for it in (game(n, (40, 30)) for n in range(1, 7))]
    told(book, *news[:4])
    count_all(book)
    ends = [it.game.ended for it in news]
    league = book.ratings.begin_league("Spring", "architects", 2, ends[1], ends[5])
    count_all(book)
    assert table(book, league) == [(1, "Ada", 3, 3), (2, "Bo", 3, 0)]
    told(book, *news)
    count_all(book)
    assert table(book, league) == [(1, "Ada", 4, 4), (2, "Bo", 4, 0)]
    assert [it.points for it in book.ratings.standings(league)[1]] != [
        it.points for it in book.ratings.standings("architects-2")[1]
    ]  # it has ratings of its own
    book.ratings.end_league(league, ends[3])
    count_all(book)
    assert table(book, league) == [(1, "Ada", 2, 2), (2, "Bo", 2, 0)]
    assert [it.name for it in book.ratings.pools()] == ["", "Spring"]
    book.ratings.remove_league(league)
    assert [it.name for it in book.ratings.pools()] == [""]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("ended", "began", "club", "table", "why"),
    [
        (FIRST, FIRST - 1800, FIRST + 60, FIRST + 60, ""),
        (FIRST, FIRST - 1800, FIRST + 9e5, FIRST + 9e5, ""),  # told days later
        (FIRST, FIRST - 1800, FIRST - 3600, None, "ahead"),
        (5e8, 5e8 - 1800, FIRST, None, "before"),
        (FIRST, FIRST + 60, FIRST + 90, None, "backwards"),
        (FIRST, FIRST - 1800, FIRST + 9e4, FIRST + 30, "off"),
        (FIRST - 9e4, FIRST - 9e4 - 1800, FIRST + 9e4, FIRST + 30, ""),  # an old one, of which nobody knows
    ],
)
def test_a_game_from_a_table_whose_clock_was_wrong_is_marked(book, ended, began, club, table, why):
    members(book, "ada", "bo")
    it = msgspec.structs.replace(game(1, [4, 3], ended=ended), began=began)
    news = GameNews(it.id, 1, it, {1: "ada", 2: "bo"})
    book.store_games("a", [news], SendingTime(club, table))
    count_all(book)
    assert [each.why for each in book.ratings.list_doubted_games(9)] == ([why] if why else [])
    assert book.ratings.list_doubtful_players("architects-2", ["ada", "bo", "cy"]) == ({"ada", "bo"} if why else set())
    assert book.ratings.list_doubtful_players("architects-2", []) == set()
    assert book.ratings.changes("architects-2", "ada", 9)[0].doubt == why
    book.store_games("a", [GameNews(it.id, 2, None)], SendingTime(club, table))
    assert book.ratings.list_doubted_games(9) == []


def test_a_database_that_breaks_while_it_is_counted_loses_nothing(book, monkeypatch):
    members(book, *IDS)
    news = list(by_chance(60))
    book.store_games("a", news)
    finish, calls = Ratings._finish, []

    def breaks(self, db, run, now):
        finish(self, db, run, now)
        calls.append(run.pool)
        if len(calls) % 2:
            raise DatabaseProblem("away")

    monkeypatch.setattr(Ratings, "_finish", breaks)
    more = True
    while more:
        with suppress(DatabaseProblem):
            more = book.ratings.recount_slice(5.0, 20)
    assert kept(book)[1] == expected(news)


@pytest.mark.parametrize("seats", range(2, 6))
def test_of_equals_nobody_is_rated_above_who_came_before_them(seats):
    """Try all ways in which a game of people without a past can end."""
    ways = {tuple(1 + sum(n < mine for n in each) for mine in each) for each in product(range(seats), repeat=seats)}
    for at in ways:
        after = rating_model.rate_game([rating_model.BEGINNER] * seats, at)
        for (one, mine), (other, theirs) in permutations(zip(at, after, strict=True), 2):
            assert mine.points >= theirs.points - 1e-9 if one < other else True, at
            assert one != other or mine.points == pytest.approx(theirs.points), at


def test_who_shares_a_place_is_rated_the_same_wherever_they_sit():
    known = [rating_model.Rating(25 + n, 8 - n, 1, 0) for n in range(4)]
    for order in permutations(range(4)):
        after = rating_model.rate_game([known[n] for n in order], [(1, 1, 1, 4)[n] for n in order])
        assert [after[order.index(n)] == rating_model.rate_game(known, [1, 1, 1, 4])[n] for n in range(4)] == [True] * 4
