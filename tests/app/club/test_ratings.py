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


def store_news(book, *news):
    for each in news:
        assert book.store_games("a", [each]).unfit == ()


def read_standings(book, pool):
    """List place, name, games and wins of everybody in the standings of a pool."""
    found = book.ratings.standings(pool)
    assert found is not None
    return [(standing.place, standing.name, standing.games, standing.wins) for standing in found[1]]


def test_winner_ranks_first(book):
    members(book, "ada", "bo", "cy")
    played = game(1, [50, 30, 40])
    store_news(book, GameNews(played.id, 1, played, {1: "ada", 2: "bo", 3: "cy"}))
    assert book.ratings.standings("architects-3") is None  # nothing is counted yet
    count_all(book)
    assert read_standings(book, "architects-3") == [(1, "Ada", 1, 1), (2, "Cy", 1, 0), (3, "Bo", 1, 0)]
    [pool] = book.ratings.pools()
    assert (pool.kind, pool.seats, pool.counted, pool.due) == ("architects", 3, 5.0, False)


def test_standings_page_reads_rated_only_through_the_ties_index(tmp_path):
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


def expected_ratings(news):
    """Return the ratings that result when the games are rated one after the other, without a database."""
    states = {}
    for each in sorted(news, key=lambda each: (each.game.ended, each.id)):
        pool = rating_model.pool_id("architects", len(each.game.result.seats))
        sits = rating_model.list_sittings(each.game, each.members, False)
        before = [states.get((pool, seat.player), rating_model.BEGINNER) for seat in sits]
        after = rating_model.rate_game(before, [seat.place for seat in sits]) if sits else []
        states.update({(pool, seat.player): state for seat, state in zip(sits, after, strict=True)})
    return sorted((pool, who, rating.points, rating.games, rating.wins) for (pool, who), rating in states.items())


@pytest.mark.sampled(2)
def test_standings_are_identical_for_any_order_of_uploads(where, book):
    """300 games, a sixth of them told wrongly at first and corrected, and as many that are deleted again."""
    members(book, *IDS)
    rng = random.Random(7)
    right = list(by_chance(300))
    wrong = [
        GameNews(news.id, news.version - 1, game(int(news.id, 16), [1] * len(news.game.result.seats)), news.members)
        for news in right[::6]
    ]
    extra = [
        GameNews(f"e{news.id}", 1, msgspec.structs.replace(news.game, id=f"e{news.id}"), news.members)
        for news in right[::6]
    ]
    gone = [GameNews(news.id, 2, None) for news in extra]
    book.store_games("a", right)
    count_all(book)
    rows, stand = kept(book)
    assert stand == expected_ratings(right)
    for batch, most in ((3, 8), (70, 140)):
        clear_games(book)
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


def clear_games(book):
    """Delete every game and rating from the club's database."""
    with book._database.transaction() as db:
        for name in ("games", "rated", "standings", "pools", "seats", "recounts"):
            db.execute(f"DELETE FROM {name}")


def test_removal_anonymizes_a_member_and_keeps_others_ratings(book):
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
        "a", [GameNews(news.id, news.version + 1, game, news.members) for news, game in zip(right, longer, strict=True)]
    )
    first = next(news for news in right if len(news.members) > 2 and "ada" not in news.members.values())
    book.store_games("a", [GameNews(first.id, first.version + 2, None)])
    count_all(book)
    assert kept(book)[1] != others
    book.store_games("a", [GameNews(first.id, first.version + 3, first.game, first.members)])
    count_all(book)
    after = kept(book)
    assert after[1] == others
    assert [row[:4] + row[5:] for row in after[0]] == [row[:4] + row[5:] for row in rows]
    assert {row[0] for row in after[0] if row[4].startswith(rating_model.REMOVED)} > {league, "architects-2"}
    found = [other for other in book.ratings.changes("architects-4", "bo", 50) for other in other.others]
    assert {other.player.startswith(rating_model.REMOVED) for other in found} == {True, False}


def test_late_game_is_rated_at_its_time_of_play(book):
    members(book, "ada", "bo")
    sat = {1: "ada", 2: "bo"}
    ends = {1: (40, 30), 2: (30, 40), 3: (35, 35)}
    news = [GameNews(played.id, 1, played, sat) for played in (game(n, points) for n, points in ends.items())]
    store_news(book, news[0], news[2])
    count_all(book)
    store_news(book, news[1])
    [pool, _] = book.ratings.standings("architects-2")
    assert pool.due  # what is read is still how it stood
    assert read_standings(book, "architects-2") == [(1, "Ada", 2, 2), (2, "Bo", 2, 1)]
    count_all(book)
    changes = book.ratings.changes("architects-2", "ada", 5)
    assert [change.game for change in changes] == [news[n].id for n in (2, 1, 0)]
    assert [later.before for later in changes[:-1]] == [earlier.after for earlier in changes[1:]]
    assert (changes[-1].before.games, changes[0].after.games, changes[0].after.wins) == (0, 3, 2)
    assert [tuple(row) for row in kept(book)[1]] == expected_ratings(news)


def test_seat_claimed_later_is_rated(book):
    members(book, "ada", "bo")
    played = game(1, [40, 30])
    store_news(book, GameNews(played.id, 1, played, {1: "ada"}))
    count_all(book)
    assert book.ratings.standings("architects-2") is None  # with a guest
    with book._database.transaction() as db:
        db.execute("INSERT INTO seats VALUES (?, 2, 'bo', 1)", (played.id,))
        book.ratings.reclassify_game(db, played.id)
    count_all(book)
    assert read_standings(book, "architects-2") == [(1, "Ada", 1, 1), (2, "Bo", 1, 0)]
    store_news(book, GameNews(played.id, 2, None))
    count_all(book)
    assert book.ratings.standings("architects-2")[1] == []
    assert book.ratings.pools() == []


def test_early_chosen_unfinished_and_bot_games_are_not_rated(book):
    members(book, "ada", "bo")
    sat = {1: "ada", 2: "bo"}
    early = msgspec.structs.replace(game(1, [4, 3]).result, early=True, winners=())
    games = [
        msgspec.structs.replace(game(1, [4, 3]), result=early),
        game(2, [4, 3], chosen=True),
        game(3, [4, 3], unfinished=True),
        game(4, [4, 3], bots=(1,)),
    ]
    store_news(book, *(GameNews(played.id, 1, played, sat) for played in games))
    both = game(5, [4, 3])
    store_news(book, GameNews(both.id, 1, both, {1: "ada", 2: "ada"}))
    count_all(book)
    assert kept(book) == ([], [])


@pytest.mark.parametrize("later", [False, True])
def test_bot_games_are_unrated_or_rated_in_their_own_pool(book, later):
    members(book, "ada", "bo")
    played = game(1, [50, 40, 30], bots=(1,), bot_names=("Brisko", "", ""))
    if not later:
        book.ratings.rate_bots(True)
    store_news(book, GameNews(played.id, 1, played, {2: "ada", 3: "bo"}))
    count_all(book)
    if later:
        assert read_standings(book, "architects-3") == [(1, "Ada", 1, 0), (2, "Bo", 1, 0)]  # nobody of them has won
        book.ratings.rate_bots(True)
        count_all(book)
    assert read_standings(book, "architects-3-bots") == [(1, "Brisko", 1, 1), (2, "Ada", 1, 0), (3, "Bo", 1, 0)]
    assert [pool.bots for pool in book.ratings.pools()] == [True]
    book.ratings.rate_bots(False)
    count_all(book)
    assert [pool.bots for pool in book.ratings.pools()] == [False]


def test_league_counts_games_that_end_in_its_period(book):
    members(book, "ada", "bo")
    news = [GameNews(played.id, 1, played, {1: "ada", 2: "bo"}) for played in (game(n, (40, 30)) for n in range(1, 7))]
    store_news(book, *news[:4])
    count_all(book)
    ends = [item.game.ended for item in news]
    league = book.ratings.begin_league("Spring", "architects", 2, ends[1], ends[5])
    count_all(book)
    assert read_standings(book, league) == [(1, "Ada", 3, 3), (2, "Bo", 3, 0)]
    store_news(book, *news)
    count_all(book)
    assert read_standings(book, league) == [(1, "Ada", 4, 4), (2, "Bo", 4, 0)]
    assert [standing.points for standing in book.ratings.standings(league)[1]] != [
        standing.points for standing in book.ratings.standings("architects-2")[1]
    ]  # it has ratings of its own
    book.ratings.end_league(league, ends[3])
    count_all(book)
    assert read_standings(book, league) == [(1, "Ada", 2, 2), (2, "Bo", 2, 0)]
    assert [pool.name for pool in book.ratings.pools()] == ["", "Spring"]
    book.ratings.remove_league(league)
    assert [pool.name for pool in book.ratings.pools()] == [""]


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
def test_game_from_a_table_with_a_wrong_clock_is_marked(book, ended, began, club, table, why):
    members(book, "ada", "bo")
    played = msgspec.structs.replace(game(1, [4, 3], ended=ended), began=began)
    news = GameNews(played.id, 1, played, {1: "ada", 2: "bo"})
    book.store_games("a", [news], SendingTime(club, table))
    count_all(book)
    assert [each.why for each in book.ratings.list_doubted_games(9)] == ([why] if why else [])
    assert book.ratings.list_doubtful_players("architects-2", ["ada", "bo", "cy"]) == ({"ada", "bo"} if why else set())
    assert book.ratings.list_doubtful_players("architects-2", []) == set()
    assert book.ratings.changes("architects-2", "ada", 9)[0].doubt == why
    book.store_games("a", [GameNews(played.id, 2, None)], SendingTime(club, table))
    assert book.ratings.list_doubted_games(9) == []


@pytest.mark.rotated
def test_recount_survives_database_failures(book, monkeypatch):
    members(book, *IDS)
    news = list(by_chance(60))
    book.store_games("a", news)
    finish, calls = Ratings._finish, []

    def finish_then_fail(self, db, run, now):
        finish(self, db, run, now)
        calls.append(run.pool)
        if len(calls) % 2:
            raise DatabaseProblem("away")

    monkeypatch.setattr(Ratings, "_finish", finish_then_fail)
    more = True
    while more:
        with suppress(DatabaseProblem):
            more = book.ratings.recount_slice(5.0, 20)
    assert kept(book)[1] == expected_ratings(news)


@pytest.mark.parametrize("seats", range(2, 6))
def test_ratings_of_beginners_follow_their_places(seats):
    """Try all ways in which a game of people without a past can end."""
    ways = {tuple(1 + sum(n < mine for n in each) for mine in each) for each in product(range(seats), repeat=seats)}
    for at in ways:
        after = rating_model.rate_game([rating_model.BEGINNER] * seats, at)
        for (one, mine), (other, theirs) in permutations(zip(at, after, strict=True), 2):
            assert mine.points >= theirs.points - 1e-9 if one < other else True, at
            assert one != other or mine.points == pytest.approx(theirs.points), at


def test_shared_place_is_rated_the_same_in_any_seat_order():
    known = [rating_model.Rating(25 + n, 8 - n, 1, 0) for n in range(4)]
    for order in permutations(range(4)):
        after = rating_model.rate_game([known[n] for n in order], [(1, 1, 1, 4)[n] for n in order])
        assert [after[order.index(n)] == rating_model.rate_game(known, [1, 1, 1, 4])[n] for n in range(4)] == [True] * 4
