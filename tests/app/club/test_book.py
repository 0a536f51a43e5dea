"""The club's game store, in both kinds of database: each game is stored once, in whatever order its news arrive."""

import random
from contextlib import contextmanager
from functools import partial
from itertools import count
from types import SimpleNamespace

import msgspec
import pytest

from app.club import database, game_store, schema
from app.club.database import POSTGRESQL, DatabaseProblem, Embedded, open_database
from app.club.game_store import ClubStore, KeyEnded
from app.protocol.table_to_club_messages import GameNews, GamesUploadAnswer
from tests.app.club.evenings import FIRST, count_all, game


@pytest.fixture
def first(games):
    return games[0]


@pytest.mark.sampled(2)
def test_repeated_upload_stores_game_once(book, first):
    for _ in range(3):
        assert book.store_games("a", [GameNews(first.id, 5, first)]) == GamesUploadAnswer()
    assert book.games() == [first]


@pytest.mark.sampled(2)
def test_newest_news_of_a_game_wins_in_any_order(book, games):
    """Corrected, deleted and put back: of each game the newest news holds."""
    other = [msgspec.structs.replace(game, seconds=game.seconds + 1) for game in games]
    news = [GameNews(game.id, 10 * n + 1, game) for n, game in enumerate(games, 1)]
    news += [GameNews(game.id, 10 * n + 2, None) for n, game in enumerate(games, 1)]
    news += [GameNews(game.id, 10 * n + 3, game) for n, game in enumerate(other, 1) if n % 2]
    rng = random.Random(3)
    for _ in range(5):
        rng.shuffle(news)
        for each in news:
            book.store_games("a", [each])
        assert book.games() == [game for n, game in enumerate(other, 1) if n % 2]


@pytest.mark.rotated
def test_older_version_is_answered_as_behind_and_ignored(book, first):
    book.store_games("a", [GameNews(first.id, 9, None)])
    assert book.store_games("a", [GameNews(first.id, 8, first)]) == GamesUploadAnswer(behind={first.id: 9})
    assert book.count() == 0


def test_game_belongs_to_the_table_that_uploaded_it_first(book, first):
    book.store_games("a", [GameNews(first.id, 1, first)])
    assert book.store_games("b", [GameNews(first.id, 2, None)]) == GamesUploadAnswer(unfit=(first.id,))
    assert book.count() == 1


def test_invalid_game_does_not_block_valid_ones_in_a_batch(book, games):
    first, second = games[:2]
    foreign = msgspec.structs.replace(first, result=msgspec.structs.replace(first.result, scores=()))
    told = [GameNews(first.id, 1, foreign), GameNews("a/b", 1, None), GameNews(second.id, 1, second)]
    assert set(book.store_games("a", told).unfit) == {first.id, "a/b"}
    assert book.games() == [second]


def test_deleted_game_leaves_no_data_in_its_row(where, book, games):
    book.store_games("a", [GameNews(games[0].id, 1, games[0])])
    book.store_games("a", [GameNews(games[0].id, 2, None)])
    with book._database.transaction() as db:
        assert db.execute("SELECT kind, game FROM games") == [("", None)]


def test_table_key_expires_when_revoked_or_replaced(book):
    key = book.join("a", "Window", 1.0)
    assert book.table_of(key, 2.0) == "a"
    assert book.table_of(key, 1000.0) == "a"
    assert [(table.name, table.away, table.heard) for table in book.tables()] == [("Window", False, 1000.0)]
    another = book.join("a", "Window", 3.0)
    with pytest.raises(KeyEnded):
        book.table_of(key, 4.0)
    book.end_key("a")
    with pytest.raises(KeyEnded):
        book.table_of(another, 5.0)
    assert [table.away for table in book.tables()] == [True]


def test_database_contains_no_plain_key_or_pin(book):
    key = book.join("a", "Window", 1.0)
    book.set_pin("12345678")
    with book._database.transaction() as db:
        kept = repr([db.execute("SELECT * FROM tables"), db.execute("SELECT * FROM facts")])
    assert key not in kept
    assert "12345678" not in kept
    assert book.is_pin("12345678")
    assert not book.is_pin("12345679")
    assert not book.is_pin("")


def test_club_survives_a_restart(where, first):
    book = ClubStore(where)
    book.rename("Dice & Co")
    book.store_games("a", [GameNews(first.id, 1, first)])
    book.close()
    again = ClubStore(where)
    assert (again.id, again.name, again.count()) == (book.id, "Dice & Co", 1)
    again.close()


def test_database_of_a_later_version_is_refused(where, book):
    with book._database.transaction() as db:
        db.execute("INSERT INTO club_schema VALUES (?)", (len(schema.MIGRATIONS) + 1,))
    with pytest.raises(DatabaseProblem) as problem:
        ClubStore(where)
    assert problem.value.code == "newer"


def test_migration_counts_shared_first_places(where, monkeypatch):
    """Migrate a database of the version before this column, with a first place that a member shared with a guest."""
    with monkeypatch.context() as older:
        older.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:6])
        database = open_database(where)
        schema.migrate(database, str(where).startswith(POSTGRESQL))
        text = msgspec.json.encode(game(1, [40, 40, 30])).decode()
        with database.transaction() as db:
            db.execute("INSERT INTO games VALUES ('g', 'a', 1, 'architects', 3, ?, ?)", (FIRST, text))
            for seat, member, place in ((1, "ada", 1), (3, "cy", 3)):
                db.execute("INSERT INTO members VALUES (?, ?, ?, 0)", (member, member, member))
                db.execute("INSERT INTO seats VALUES ('g', ?, ?, 0)", (seat, member))
                db.execute("INSERT INTO rated VALUES ('g', 'architects-3', ?, ?, ?, ?, 25, 8, 26, 7, 1, ?)",
                           (seat, member, place, FIRST + 3600.0, int(place == 1)))  # fmt: skip
        database.close()
    book = ClubStore(where)
    count_all(book)
    _, stand = book.ratings.standings("architects-3")
    assert [(standing.name, standing.unshared_wins, standing.shared, standing.games) for standing in stand] == [
        ("ada", 0, 1, 1),
        ("cy", 0, 0, 1),
    ]
    book.close()


@pytest.mark.parametrize("address", ["postgresql://nobody@127.0.0.1:1/none", "/dev/null/club.db"])
def test_missing_database_is_reported_in_one_line(address):
    with pytest.raises(DatabaseProblem) as problem:
        open_database(address)
    assert problem.value.code == "away"
    assert "\n" not in problem.value.why


class Enough(Exception):
    """An error raised on purpose in the middle of a transaction."""


def fail_in_transaction(book):
    with book._database.transaction() as db:
        db.execute("DELETE FROM facts")
        raise Enough


def test_error_rolls_the_transaction_back(book):
    with pytest.raises(Enough):
        fail_in_transaction(book)
    with book._database.transaction() as db:
        assert db.execute("SELECT count(*) FROM facts WHERE name = ?", ("club",)) == [(1,)]


def test_full_disk_is_reported_as_full(tmp_path, games):
    book = ClubStore(tmp_path / "club.db")
    with book._database.transaction() as db:
        db.execute("PRAGMA max_page_count = 1")
    news = [GameNews(f"{n:016x}", 1, msgspec.structs.replace(games[0], id=f"{n:016x}")) for n in range(100)]
    with pytest.raises(DatabaseProblem) as problem:
        book.store_games("a", news)
    assert problem.value.code == "full"
    assert book.count() == 0
    book.close()


def test_seats_of_members_follow_table_reports_and_claims(book, games):
    [game, *_] = games
    with book._database.transaction() as db:
        db.execute("INSERT INTO members VALUES ('m1', 'Ada', 'k1', 0), ('m2', 'Bo', 'k2', 0)")

    def sit():
        with book._database.transaction() as db:
            return db.execute("SELECT seat, member, claimed FROM seats WHERE game = ? ORDER BY seat", (game.id,))

    book.store_games("a", [GameNews(game.id, 1, game, {1: "m1", 2: "nobody"})])
    assert sit() == [(1, "m1", 0)]
    with book._database.transaction() as db:
        db.execute("INSERT INTO seats VALUES (?, 2, 'm1', 1)", (game.id,))
    book.store_games("a", [GameNews(game.id, 2, game, {1: "m2"})])
    assert sit() == [(1, "m2", 0), (2, "m1", 1)]
    book.store_games("a", [GameNews(game.id, 1, game, {1: "m1"})])  # older
    assert sit() == [(1, "m2", 0), (2, "m1", 1)]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("rested", [True, False])
def test_terminated_connection_is_replaced(server, monkeypatch, rested):
    import psycopg

    with psycopg.connect(server, autocommit=True) as db:
        db.execute("DROP DATABASE IF EXISTS cut WITH (FORCE)")
        db.execute("CREATE DATABASE cut")
        book = ClubStore(server.replace("/postgres?", "/cut?"))
        book.join("a", "Window", 1.0)
        monkeypatch.setattr(database, "TEST_AFTER_SECONDS", -1.0 if rested else 1e9)
        cut = db.execute("SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = 'cut'")
        assert cut.fetchall()
    if not rested:
        with pytest.raises(DatabaseProblem, match="away"):  # one that was used a moment ago is not asked
            book.tables()
    assert [table.name for table in book.tables()] == ["Window"]
    book.close()


def test_store_that_fails_at_any_statement_while_it_opens_closes_its_database(tmp_path, monkeypatch):
    opened = []

    class Failing(Embedded):
        def __init__(self, left):
            super().__init__(tmp_path / f"{left}.db")
            self.left, self.is_open = left, True
            opened.append(self)

        @contextmanager
        def _count(self, transaction):
            with transaction as db:
                yield SimpleNamespace(execute=lambda *sql: self.take(partial(db.execute, *sql)))

        def take(self, work):
            self.left -= 1
            if self.left < 0:
                raise DatabaseProblem("full")
            return work()

        def transaction(self):
            return self._count(super().transaction())

        def reading(self):
            return self._count(super().reading())

        def close(self):
            self.is_open = False
            super().close()

    for statements in count():
        monkeypatch.setattr(game_store, "open_database", lambda where, left=statements: Failing(left))
        try:
            ClubStore("club.db").close()
        except DatabaseProblem:
            assert not opened[-1].is_open, f"after {statements} statements"
        else:
            break
    assert statements > 5
