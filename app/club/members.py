"""The members of a club: their phones, their seats in games, and the removal of their data."""

import logging
import secrets
from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from app.club import tournaments
from app.club.database import ClubTransaction, Database, DatabaseProblem
from app.club.one_time_codes import KnownKeys
from app.club.ratings import Ratings
from app.club.stored_settings import read_setting, write_setting
from app.protocol.club_member_messages import RemovedMember, hash_key
from app.protocol.look_alike_names import look_alike
from app.protocol.name_rules import name_key
from app.protocol.person_renaming import strip_name
from app.protocol.results import Archived
from app.protocol.table_to_club_messages import GameNews

MAX_ADDRESSES: Final = 16  # of a table, at most
NAME_KEYS_SETTING: Final = "name keys"  # setting: the version of `name_key` used for the stored names
NAME_KEYS_VERSION: Final = "2"  # changed whenever `name_key` changes
SCRUB_SETTING: Final = "scrub"  # setting: due since a random id, while a removed name may be left in free pages

log = logging.getLogger(__name__)


class ClubMember(msgspec.Struct, frozen=True):
    """A member of the club. `name`: shown on the wall."""

    id: str
    name: str
    joined: float


class MemberSeat(msgspec.Struct, frozen=True):
    """A member's seat in a game. `table`: the table's name in the club; `claimed`: claimed by the member afterwards."""

    game: Archived
    seat: int  # from 1
    table: str
    claimed: bool


class ClaimedSeat(msgspec.Struct, frozen=True):
    """A seat that can be claimed, or is. `member`: its owner, "" for nobody; `others`: members in other seats."""

    game: Archived
    seat: int
    member: str
    others: tuple[str, ...] = ()


class RemovalReceipt(msgspec.Struct, frozen=True):
    """A receipt for a member's removal: `here`, counts by kind, and at tables, some of which may be pending."""

    id: str
    day: float
    here: dict[str, int]
    tables: tuple["ReceiptTable", ...]


class ReceiptTable(msgspec.Struct, frozen=True):
    """A table's removal of a name. `heard`: when it confirmed, for how many `games`; None: pending. `away`: it left."""

    name: str
    away: bool
    heard: float | None
    games: int


class NameTaken(Exception):
    """The name belongs to another member, or looks like theirs."""


class ClubPeople:
    """Members in the database. Methods block the calling thread and raise DatabaseProblem if it is unusable."""

    def __init__(self, database: Database, ratings: Ratings, keys: KnownKeys) -> None:
        self._database, self._ratings, self.keys = database, ratings, keys

    def renew_keys(self) -> None:
        """Recompute the keys by which names are compared, after a version that compared them differently."""
        with self._database.transaction() as db:
            if read_setting(db, NAME_KEYS_SETTING) == NAME_KEYS_VERSION:
                return
            taken = set[str]()
            members = db.execute("SELECT id, name FROM members ORDER BY joined, id")
            for id, _ in members:  # unique placeholders, so that no two collide meanwhile
                db.execute("UPDATE members SET known = ? WHERE id = ?", (f"#{id}", id))
            for id, name in members:
                if (known := name_key(name)) not in taken:  # the older member keeps it; no name contains a #
                    taken.add(known)
                    db.execute("UPDATE members SET known = ? WHERE id = ?", (known, id))
            write_setting(db, NAME_KEYS_SETTING, NAME_KEYS_VERSION)

    # ---- members and their phones

    def create(self, name: str, now: float) -> tuple[ClubMember, str]:
        """Create a member and the key of their phone; raise NameTaken."""
        member, phone = ClubMember(secrets.token_hex(8), name, now), self.keys.generate()
        with self._database.transaction() as db:
            self._check_name(db, member.id, name)
            db.execute("INSERT INTO members VALUES (?, ?, ?, ?)", (member.id, name, name_key(name), now))
            db.execute("INSERT INTO phones VALUES (?, ?, ?)", (hash_key(phone), member.id, now))
        return member, phone

    def rename(self, member: str, name: str) -> None:
        """Rename a member on the wall; stored games keep the old name. Raise NameTaken."""
        with self._database.transaction() as db:
            self._check_name(db, member, name)
            db.execute("UPDATE members SET name = ?, known = ? WHERE id = ?", (name, name_key(name), member))

    def _check_name(self, db: ClubTransaction, member: str, name: str) -> None:
        others = db.execute("SELECT name FROM members WHERE id <> ?", (member,))
        if any(look_alike(name, other) for (other,) in others):
            raise NameTaken

    def members(self) -> list[ClubMember]:
        """List all members by name."""
        with self._database.reading() as db:
            found = db.execute("SELECT id, name, joined FROM members ORDER BY name, id")
        return [ClubMember(*row) for row in found]

    def member(self, id: str) -> ClubMember | None:
        with self._database.reading() as db:
            found = db.execute("SELECT id, name, joined FROM members WHERE id = ?", (id,))
        return ClubMember(*found[0]) if found else None

    def find_by_phone(self, key: str) -> ClubMember | None:
        """Return the member whose phone has this key."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT id, name, joined FROM members JOIN phones ON member = id WHERE key = ?", (hash_key(key),)
            )
        self.keys.record(key, bool(found))
        return ClubMember(*found[0]) if found else None

    def phones(self, member: str) -> list[float]:
        """List the dates since when a member's phones are linked, oldest first."""
        with self._database.reading() as db:
            found = db.execute("SELECT since FROM phones WHERE member = ? ORDER BY since", (member,))
        return [since for (since,) in found]

    def add_phone(self, member: str, now: float) -> str | None:
        """Link another phone to a member and return its key; None if there is no such member."""
        phone = self.keys.generate()
        with self._database.transaction() as db:
            if not db.execute("SELECT 1 FROM members WHERE id = ?", (member,)):
                return None
            db.execute("INSERT INTO phones VALUES (?, ?, ?)", (hash_key(phone), member, now))
        return phone

    def end_phone(self, key: str) -> None:
        """Unlink a phone."""
        with self._database.transaction() as db:
            db.execute("DELETE FROM phones WHERE key = ?", (hash_key(key),))

    def end_other_phones(self, member: str, key: str) -> None:
        """Unlink all phones of a member except this one."""
        with self._database.transaction() as db:
            db.execute("DELETE FROM phones WHERE member = ? AND key <> ?", (member, hash_key(key)))

    # ---- seats of a member

    def seats(self, member: str) -> list[MemberSeat]:
        """List a member's seats, newest game first."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT games.game, seat, tables.name, claimed FROM seats JOIN games ON games.id = seats.game"
                " LEFT JOIN tables ON tables.id = teller"
                " WHERE member = ? AND games.game IS NOT NULL ORDER BY ended DESC, games.id DESC",
                (member,),
            )
        return [
            MemberSeat(msgspec.json.decode(game, type=Archived), seat, table or "", bool(claimed))
            for game, seat, table, claimed in found
        ]

    # ---- claims of seats

    def table_key(self, table: str) -> str | None:
        """Return the hashed key of a table in the club."""
        with self._database.reading() as db:
            found = db.execute("SELECT key FROM tables WHERE id = ? AND key IS NOT NULL", (table,))
        return str(found[0][0]) if found else None

    def claimable(self, table: str, game: str, seat: int) -> ClaimedSeat | None:
        """Return a person's seat in a game of this table; None if there is none."""
        with self._database.snapshot() as db:
            found = db.execute("SELECT game FROM games WHERE id = ? AND teller = ? AND game IS NOT NULL", (game, table))
            sat = dict(db.execute("SELECT seat, member FROM seats WHERE game = ?", (game,)))
        if not found:
            return None
        archived = msgspec.json.decode(found[0][0], type=Archived)
        if not 0 < seat <= len(archived.result.seats) or seat in archived.result.bots:
            return None
        others = tuple(member for at, member in sat.items() if at != seat)
        return ClaimedSeat(archived, seat, sat.get(seat, ""), others)

    def claim(self, game: str, seat: int, member: str) -> None:
        """Assign a seat to a member, unless it is taken or the member has another one in that game."""
        with self._database.transaction() as db:
            claimed = db.execute(
                "INSERT INTO seats SELECT ?, ?, id, 1 FROM members WHERE id = ?"
                " AND NOT EXISTS (SELECT 1 FROM seats WHERE game = ? AND member = ?)"
                " ON CONFLICT (game, seat) DO NOTHING RETURNING game",
                (game, seat, member, game, member),
            )
            if claimed:
                self._ratings.reclassify_game(db, game)

    def unclaim(self, game: str, seat: int) -> None:
        """Revoke a member's claim of a seat."""
        with self._database.transaction() as db:
            sql = "DELETE FROM seats WHERE game = ? AND seat = ? AND claimed = 1 RETURNING game"
            if db.execute(sql, (game, seat)):
                self._ratings.reclassify_game(db, game)

    def claims(self, most: int) -> list[tuple[ClaimedSeat, str]]:
        """List claimed seats with their members' names, newest game first."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT games.game, seat, member, members.name FROM seats JOIN games ON games.id = seats.game"
                " JOIN members ON members.id = member WHERE claimed = 1 AND games.game IS NOT NULL"
                f" ORDER BY ended DESC, games.id DESC, seat LIMIT {most:d}"
            )
        return [
            (ClaimedSeat(msgspec.json.decode(game, type=Archived), seat, member), name)
            for game, seat, member, name in found
        ]

    # ---- removal

    def forget(self, member: str, now: float) -> str:
        """Remove everything about a member, here at once, and at each table at its next contact; return the receipt's
        id.

        Games stay; the member's seats become nameless.
        """
        receipt, seats = secrets.token_urlsafe(16), dict[str, dict[str, list[int]]]()
        with self._database.transaction() as db:
            if found := db.execute("SELECT receipt FROM forgotten WHERE member = ?", (member,)):
                return str(found[0][0])  # a second request for the same member
            rounds = tournaments.anonymise_member(db, member)
            for game, seat, table in db.execute(
                "SELECT game, seat, (SELECT teller FROM games WHERE id = seats.game) FROM seats WHERE member = ?"
                " ORDER BY game, seat",
                (member,),
            ):
                db.execute("INSERT INTO nameless VALUES (?, ?) ON CONFLICT DO NOTHING", (game, seat))
                _remove_name(db, game, seat)
                seats.setdefault(str(table), {}).setdefault(str(game), []).append(seat)
            here = {"games": sum(map(len, seats.values())), "tournaments": rounds}
            here["claims"] = len(
                db.execute("DELETE FROM seats WHERE member = ? AND claimed = 1 RETURNING game", (member,))
            )
            db.execute("DELETE FROM seats WHERE member = ?", (member,))
            here["phones"] = len(db.execute("DELETE FROM phones WHERE member = ? RETURNING key", (member,)))
            [(here["standings"],)] = db.execute("SELECT count(*) FROM standings WHERE player = ?", (member,))
            self._ratings.forget(db, member)
            db.execute("DELETE FROM members WHERE id = ?", (member,))
            for (table,) in db.execute("SELECT id FROM tables"):  # one that has left hears of it if it returns
                theirs = msgspec.json.encode(seats.get(table, {})).decode()
                db.execute("INSERT INTO forgotten VALUES (?, ?, ?, ?, NULL, 0)", (receipt, table, member, theirs))
            db.execute("INSERT INTO receipts VALUES (?, ?, ?)", (receipt, now, msgspec.json.encode(here).decode()))
            request_scrub(db)
        self.scrub()
        return receipt

    def scrub(self) -> None:
        """Erase removed names physically from the database, if pending; otherwise retry at the next call."""
        with self._database.reading() as db:
            due = read_setting(db, SCRUB_SETTING) or ""
        try:
            if due.startswith("due") and self._database.scrub():
                with self._database.transaction() as db:  # unless another name was removed meanwhile
                    db.execute("UPDATE facts SET value = 'done' WHERE name = ? AND value = ?", (SCRUB_SETTING, due))
        except DatabaseProblem as problem:  # the rows are gone all the same
            log.info("names are still to be scrubbed: %s", problem.code)

    def list_removed(self, table: str) -> list[RemovedMember]:
        """List the removed members that a table has not confirmed yet."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT receipt, member, seats FROM forgotten WHERE teller = ? AND heard IS NULL ORDER BY receipt",
                (table,),
            )
        return [RemovedMember(id, member, msgspec.json.decode(seats)) for id, member, seats in found]

    def confirm_removal(self, table: str, receipt: str, games: int, now: float) -> None:
        """Record that a table has removed a member from this many games, and delete the member's id and seats."""
        with self._database.transaction() as db:
            db.execute(
                "UPDATE forgotten SET heard = ?, games = ?, member = '', seats = '{}'"
                " WHERE receipt = ? AND teller = ? AND heard IS NULL",
                (now, games, receipt, table),
            )

    def receipt(self, id: str) -> RemovalReceipt | None:
        with self._database.snapshot() as db:
            found = db.execute("SELECT day, said FROM receipts WHERE id = ?", (id,))
            tables = db.execute(
                "SELECT name, key IS NULL, forgotten.heard, games FROM forgotten JOIN tables ON id = teller"
                " WHERE receipt = ? AND (key IS NOT NULL OR forgotten.heard IS NOT NULL OR seats <> '{}')"
                " ORDER BY name, id",
                (id,),
            )
        if not found:
            return None
        [(day, said)] = found
        here = msgspec.json.decode(said, type=dict[str, int])
        return RemovalReceipt(id, day, here, tuple(ReceiptTable(name, bool(a), at, n) for name, a, at, n in tables))

    # ---- addresses of tables

    def set_addresses(self, table: str, addresses: Sequence[str]) -> None:
        """Replace a table's registered addresses."""
        with self._database.transaction() as db:
            db.execute("DELETE FROM addresses WHERE teller = ?", (table,))
            for address in dict.fromkeys(addresses[:MAX_ADDRESSES]):
                db.execute("INSERT INTO addresses VALUES (?, ?)", (table, address))

    def find_address(self, table: str, address: str) -> tuple[str, str] | None:
        """Return a table's name, and this address if registered, else another one; None if it has none."""
        with self._database.reading() as db:
            found = db.execute(
                "SELECT name, address FROM addresses JOIN tables ON id = teller WHERE id = ? AND key IS NOT NULL"
                " ORDER BY CASE address WHEN ? THEN 0 ELSE 1 END, address LIMIT 1",
                (table, address),
            )
        return (str(found[0][0]), str(found[0][1])) if found else None


def request_scrub(db: ClubTransaction) -> None:
    """Store that removed names are to be scrubbed."""
    write_setting(db, SCRUB_SETTING, f"due {secrets.token_hex(8)}")


def remove_forgotten_names(db: ClubTransaction, news: GameNews) -> GameNews:
    """Return a table's game without the names of removed members whose removal the table has not received yet."""
    if news.game is None or not db.execute("SELECT 1 FROM receipts LIMIT 1"):
        return news
    seats = {seat for (seat,) in db.execute("SELECT seat FROM nameless WHERE game = ?", (news.id,))}
    for seat, member in (news.members or {}).items():
        if db.execute("SELECT 1 FROM forgotten WHERE member = ?", (member,)):
            db.execute("INSERT INTO nameless VALUES (?, ?) ON CONFLICT DO NOTHING", (news.id, seat))
            seats.add(seat)
    game = news.game
    for seat in sorted(seats):
        game = strip_name(game, seat)
    return replace(news, game=game)


def _remove_name(db: ClubTransaction, game: str, seat: int) -> None:
    for (text,) in db.execute("SELECT game FROM games WHERE id = ? AND game IS NOT NULL", (game,)):
        fresh = strip_name(msgspec.json.decode(text, type=Archived), seat)
        db.execute("UPDATE games SET game = ? WHERE id = ?", (msgspec.json.encode(fresh).decode(), game))
