"""The store of a club's tables and their games. Games are read and written whole."""

import hashlib
import hmac
import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import msgspec

from app.club import schema
from app.club.database import POSTGRESQL, ClubTransaction, Database, open_database
from app.club.members import ClubPeople, remove_forgotten_names, request_scrub
from app.club.one_time_codes import KnownKeys
from app.club.ratings import Ratings, SendingTime
from app.club.stored_settings import read_setting, write_setting
from app.club.tournaments import Tournaments
from app.history.export_import import faults
from app.protocol.club_member_messages import hash_key
from app.protocol.person_renaming import list_header_people, list_position_people, list_result_people
from app.protocol.results import Archived, kind_of
from app.protocol.table_to_club_messages import GameNews, GamesUploadAnswer

COST: Final = 2**14  # of scrypt, with blocks of 8
HIGHEST: Final = 1 << 53  # version
CONTACT_INTERVAL: Final = 60.0  # seconds between updates of a table's last contact
WORD: Final = 60  # letters of a game's slug at most


class ClubTable(msgspec.Struct, frozen=True):
    """A table of the club. `away`: it has left or was removed. `heard`: time of its last contact, roughly."""

    id: str
    name: str
    away: bool
    joined: float
    heard: float
    games: int


class KeyEnded(Exception):
    """No table of the club has this key."""


class ClubStore:
    """The club's data. Methods block the calling thread and raise DatabaseProblem if the database is unusable."""

    def __init__(self, where: str | Path) -> None:
        self._database: Database = open_database(where)
        try:
            schema.migrate(self._database, str(where).startswith(POSTGRESQL))
            with self._database.transaction() as db:
                db.execute(
                    "INSERT INTO facts VALUES ('club', ?) ON CONFLICT (name) DO NOTHING", (secrets.token_hex(8),)
                )
            self.id = self._load_setting("club")
            self.ratings = Ratings(self._database)
            with self._database.reading() as db:
                keys = db.execute("SELECT key FROM tables WHERE key IS NOT NULL UNION ALL SELECT key FROM phones")
            self.keys = KnownKeys(str(key) for (key,) in keys)
            self.people = ClubPeople(self._database, self.ratings, self.keys)
            self.tournaments = Tournaments(self._database)
            self.people.renew_keys()
            self.people.scrub()
        except BaseException:
            self._database.close()
            raise

    def close(self) -> None:
        self._database.close()

    # ---- the club itself

    @property
    def name(self) -> str:
        """The club's name as set by its organiser; "" at first."""
        return self._load_setting("name")

    def rename(self, name: str) -> None:
        """Set the club's name."""
        self._store_setting("name", name)

    def has_pin(self) -> bool:
        return self._load_setting("pin") != ""

    def set_pin(self, pin: str) -> None:
        """Set the PIN of the organiser's pages, as a salted hash."""
        salt = secrets.token_bytes(16)
        self._store_setting("pin", f"{salt.hex()} {_hash_pin(pin, salt)}")

    def is_pin(self, pin: str) -> bool:
        salt, _, kept = self._load_setting("pin").partition(" ")
        return bool(kept) and hmac.compare_digest(kept, _hash_pin(pin, bytes.fromhex(salt)))

    def is_on(self, what: str) -> bool:
        """Check that a feature is on: join (by the wall's code), see (a member's own games)."""
        return self._load_setting(f"lets {what}") != "no"

    def switch(self, what: str, on: bool) -> None:
        """Switch a feature on or off."""
        self._store_setting(f"lets {what}", "yes" if on else "no")

    def _load_setting(self, name: str) -> str:
        with self._database.reading() as db:
            return read_setting(db, name) or ""

    def _store_setting(self, name: str, value: str) -> None:
        with self._database.transaction() as db:
            write_setting(db, name, value)

    # ---- tables

    def join(self, table: str, name: str, now: float) -> str:
        """Add a table to the club and return its key; an earlier key expires."""
        key = self.keys.generate()
        with self._database.transaction() as db:
            db.execute(
                "INSERT INTO tables VALUES (?, ?, ?, ?, ?) ON CONFLICT (id) DO UPDATE"
                " SET name = excluded.name, key = excluded.key, joined = excluded.joined, heard = excluded.heard",
                (table, name, hash_key(key), now, now),
            )
        return key

    def end_key(self, table: str) -> None:
        """Expire a table's key, when it leaves, is lost or sold. Its games stay."""
        with self._database.transaction() as db:
            db.execute("UPDATE tables SET key = NULL WHERE id = ?", (table,))

    def table_of(self, key: str, now: float) -> str:
        """Return the table with this key and record the contact; raise KeyEnded if there is none."""
        with self._database.reading() as db:
            found = db.execute("SELECT id, heard FROM tables WHERE key = ?", (hash_key(key),))
        self.keys.record(key, bool(found))
        if not found:
            raise KeyEnded
        [(table, heard)] = found
        if abs(now - heard) >= CONTACT_INTERVAL:
            with self._database.transaction() as db:
                db.execute("UPDATE tables SET heard = ? WHERE id = ?", (now, table))
        return str(table)

    def tables(self) -> list[ClubTable]:
        """List all tables that are or were in the club, by name."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT id, name, key IS NULL, joined, heard,"
                " (SELECT count(*) FROM games WHERE teller = tables.id AND game IS NOT NULL)"
                " FROM tables ORDER BY name, id"
            )
        return [ClubTable(id, name, bool(away), joined, heard, games) for id, name, away, joined, heard, games in found]

    def count_tables(self) -> int:
        with self._database.reading() as db:
            [(count,)] = db.execute("SELECT count(*) FROM tables WHERE key IS NOT NULL")
        return int(count)

    def list_current_names(self) -> dict[str, str]:
        """Return the names of the tables in the club by id."""
        with self._database.reading() as db:
            return {str(id): str(name) for id, name in db.execute("SELECT id, name FROM tables WHERE key IS NOT NULL")}

    # ---- games

    def store_games(self, table: str, news: Iterable[GameNews], heard: SendingTime | None = None) -> GamesUploadAnswer:
        """Store new versions of a table's games in one commit. Idempotent, and independent of the order.

        A game belongs to the table that sent it first. `heard`: the clocks when this was sent.
        """
        behind: dict[str, int] = {}
        unfit: list[str] = []
        with self._database.transaction() as db:
            for each in news:
                version = self._store_game(db, table, each, heard) if _is_fit(each) else None
                if version is None:
                    unfit.append(each.id)
                elif version > each.version:
                    behind[each.id] = version
        return GamesUploadAnswer(behind, tuple(unfit))

    def _store_game(self, db: ClubTransaction, table: str, news: GameNews, heard: SendingTime | None) -> int | None:
        """Store a game unless a newer version is here. Return the version here now; None if it is another table's."""
        news = remove_forgotten_names(db, news)
        columns = _encode_columns(news.game)
        is_new = bool(
            db.execute(
                "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING RETURNING id",
                (news.id, table, news.version, *columns),
            )
        )
        if not is_new:
            [(before,)] = db.execute("SELECT game FROM games WHERE id = ?", (news.id,))
            if not db.execute(
                "UPDATE games SET version = ?, kind = ?, seats = ?, ended = ?, game = ?"
                " WHERE id = ? AND teller = ? AND version < ? RETURNING id",
                (news.version, *columns, news.id, table, news.version),
            ):
                [(teller, version)] = db.execute("SELECT teller, version FROM games WHERE id = ?", (news.id,))
                return int(version) if teller == table else None
            if not _list_people(before) <= _list_people(columns[-1]):
                request_scrub(db)
        _seat_members(db, news, is_new)
        self.ratings.update_game(db, news.id, news.game, heard, is_new)
        return news.version

    def games(self, most: int | None = None) -> list[Archived]:
        """Load the games of the history, or the newest `most`, oldest first."""
        limit = "" if most is None else f" LIMIT {most:d}"
        with self._database.reading() as db:
            found = db.execute(f"SELECT game FROM games WHERE game IS NOT NULL ORDER BY ended DESC, id DESC{limit}")
        return [msgspec.json.decode(game, type=Archived) for (game,) in reversed(found)]

    def count(self) -> int:
        """Count the games."""
        with self._database.reading() as db:
            [(count,)] = db.execute("SELECT count(*) FROM games WHERE game IS NOT NULL")
        return int(count)


def _seat_members(db: ClubTransaction, news: GameNews, new: bool) -> None:
    """Store a game's members by seat as the table reports them. Claimed seats stay; unknown members are skipped."""
    if news.members is None:
        return
    if not new:
        db.execute("DELETE FROM seats WHERE game = ? AND claimed = 0", (news.id,))
    if news.members:
        marks = ", ".join(["(?, ?)"] * len(news.members))
        db.execute(
            f"INSERT INTO seats SELECT ?, it.column1, members.id, 0 FROM (VALUES {marks}) AS it"
            " JOIN members ON members.id = it.column2 WHERE TRUE ON CONFLICT (game, seat) DO NOTHING",
            [news.id, *(value for sat in news.members.items() for value in sat)],
        )


def _encode_columns(game: Archived | None) -> tuple[str, int, float, str | None]:
    if game is None:
        return "", 0, 0.0, None
    return kind_of(game.header), len(game.result.seats), game.ended, msgspec.json.encode(game).decode()


def _list_people(game: str | None) -> set[str | None]:
    if game is None:
        return set()
    archived = msgspec.json.decode(game, type=Archived)
    return {
        *list_result_people(archived.result),
        *list_header_people(archived.header),
        *list_position_people(archived.header),
    } - {None, ""}


def _is_fit(news: GameNews) -> bool:
    """Validate a table's game. Its kind may be unknown, since the club may be older than the game."""
    if not (news.id.isascii() and news.id.isalnum() and len(news.id) <= 64 and 0 < news.version < HIGHEST):
        return False
    game = news.game
    if game is None:
        return True
    if not all(0 < seat <= len(game.result.seats) for seat in news.members or ()):
        return False
    kind = kind_of(game.header)
    return game.id == news.id and kind.isascii() and 0 < len(kind) <= WORD and not any(faults(game, {kind}))


def _hash_pin(pin: str, salt: bytes) -> str:
    return hashlib.scrypt(pin.encode("utf-8", "replace"), salt=salt, n=COST, r=8, p=1).hex()
