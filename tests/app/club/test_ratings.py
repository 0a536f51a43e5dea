"""Ratings: a function of the set of games, in order of their end; in both databases, whatever came when."""

import random

import msgspec

from app.club import rated
from app.club.book import ClubBook
from app.protocol.club import GameNews
from tests.app.club.evenings import NAMES, by_chance, count_all, game, kept, members

IDS = [name.lower() for name in NAMES]


def told(book, *news):
    for each in news:
        assert book.take("a", [each]).unfit == ()


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


def expected(news):
    """What comes of games by the book: rated one after the other, without a database."""
    states = {}
    for each in sorted(news, key=lambda each: (each.game.ended, each.id)):
        pool = rated.pool_of("architects", len(each.game.result.seats))
        sits = rated.sittings(each.game, each.members, False)
        before = [states.get((pool, it.player), rated.BEGINNER) for it in sits]
        after = rated.after(before, [it.place for it in sits]) if sits else []
        states.update({(pool, it.player): state for it, state in zip(sits, after, strict=True)})
    return sorted((pool, who, it.points, it.games, it.wins) for (pool, who), it in states.items())


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
    book.take("a", right)
    count_all(book)
    rows, stand = kept(book)
    assert stand == expected(right)
    for batch, most in ((3, 8), (70, 140)):
        empty(book)
        news = [*right, *wrong, *extra, *gone]
        rng.shuffle(news)
        for first in range(0, len(news), batch):
            book.take("a", news[first : first + batch])
            if rng.random() < 0.1:
                book.ratings.go_on(5.0, most)  # in between, and not to its end
        again = ClubBook(where)  # the club was restarted while it counted
        count_all(again, most=most)
        assert kept(again) == (rows, stand)
        again.close()


def empty(book):
    """As if nothing had been told."""
    with book._database.transaction() as db:
        for name in ("games", "rated", "standings", "pools", "seats", "recounts"):
            db.execute(f"DELETE FROM {name}")
