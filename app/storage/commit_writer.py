"""The writes of one commit: rows of games, the log, seats, ids of intents."""

import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.protocol.results import Archived, Result, kind_of
from app.protocol.table_log_events import TableNotice
from app.storage import checksums, import_batches, schema
from app.storage.club_membership_store import NAMES_PREFIX, MembershipWriter
from app.storage.finished_games import archived_game, entry_of
from app.storage.finished_games_journal import Entry
from app.storage.import_batches import Batch
from app.storage.random_keys_and_ids import Chance
from app.storage.rollback_witness import Stamp
from app.storage.row_codec import GameState, LogLine, Move, move_of, words_of

OF_GAMES: Final = ("rows", "log", "secrets", "sat")  # tables with rows of a game
ROOM: Final = 256  # bytes: the table's state is padded to a multiple, so that its length rarely changes
MAX_INTENT_IDS: Final = 2000  # stored intent ids: more than an evening has; clients repeat one within seconds
SLACK: Final = 500  # more of them before the oldest are deleted


class Write:
    """One commit. `now`: seconds since 1970; `lived`: seconds the table has run in total."""

    def __init__(self, db: sqlite3.Connection, chance: Chance, now: float, lived: float) -> None:
        self._db = db
        self._chance = chance
        self._now = now
        self._lived = lived
        self.has_cleared_notices = False
        self.for_club = MembershipWriter(db, now)  # membership, members, and the outbox of games
        self._touched: dict[int, str] = {}  # changed games, with their ids if they were in the history before

    def table_state(self, value: bytes) -> None:
        """Store the table's state, as JSON."""
        padded = value.ljust(-(-len(value) // ROOM) * ROOM)
        self._db.executemany(checksums.KEEP, [("table", padded), ("sum", checksums.row_checksum((padded,)))])

    def clear_notices(self) -> None:
        """Delete the stored notices: this commit has reported them."""
        self._db.execute("DELETE FROM kept WHERE key IN ('unsaid', 'older')")
        self.has_cleared_notices = True

    def _touch(self, game: int) -> None:
        """Mark a game as changed beyond appended moves."""
        if game not in self._touched:
            query = "SELECT mark FROM games WHERE number = ? AND state = 'over' AND keep"
            self._touched[game] = (self._db.execute(query, (game,)).fetchone() or ("",))[0]

    def finish(self, stamp: Stamp) -> list[Entry]:
        """Write all checksums and the stamp, as the last step, and put changed games into the club's outbox.

        Return the entries for the journal of finished games.
        """
        for game in self._touched:
            checksums.sign(self._db, game)
        schema.put_stamp(self._db, stamp)
        said = [entry_of(self._db, game) for game in self._touched]
        said = [entry for entry in said if entry.game or self._touched[entry.number]]
        own = [entry for entry in said if entry.number > 0]  # imported ones belong to other clubs
        marks = [entry.game.id if entry.game else self._touched[entry.number] for entry in own]
        self.for_club.add(marks)
        return said

    def idempotency_key(self, scope: str, id: str) -> None:
        """Store the id of an intent applied in this commit, so that it is applied once."""
        self._db.execute("INSERT INTO acted (scope, id) VALUES (?, ?)", (scope, id))

    def forget_idempotency_keys(self) -> None:
        """Delete all but the newest."""
        self._db.execute("DELETE FROM acted WHERE number <= (SELECT max(number) FROM acted) - ?", (MAX_INTENT_IDS,))

    def new_game(self, number: int, kind: str, header: dict[str, str], keep: bool, secret: bytes) -> None:
        self._touch(number)
        self._db.execute(
            "INSERT INTO games (number, kind, header, keep, state, began, changed, mark, since)"
            " VALUES (?, ?, ?, ?, 'running', ?, ?, ?, ?)",
            (number, kind, _text(header), keep, self._now, self._now, self._chance.mark(), self._lived),
        )
        self._db.execute("INSERT INTO secrets VALUES (?, ?)", (number, secret))

    def game_state(self, game: int, state: GameState, result: Result | None = None, note: bytes | None = None) -> None:
        """Set a game's state: finished, suspended or running. Setting the same state again keeps its time."""
        self._touch(game)
        said = None if result is None else _text(result)
        self._db.execute(
            "UPDATE games SET played = played + CASE state WHEN 'running' THEN max(0, :lived - since) ELSE 0 END,"
            " changed = CASE WHEN state = :state AND state != 'running' THEN changed ELSE :now END,"
            " since = :lived, state = :state, result = :result, aside = :aside WHERE number = :game",
            {"now": self._now, "lived": self._lived, "state": state, "result": said, "aside": note, "game": game},
        )
        if state != "over":
            self.forget_review(game)

    def end_member(self, member: str) -> None:
        """Remove a member from the seats of all games. The club, which requested this, gets the games again."""
        for (game,) in self._db.execute("SELECT game FROM sat WHERE member = ?", (member,)).fetchall():
            self._touch(game)
        self._db.execute("UPDATE sat SET member = '' WHERE member = ?", (member,))
        self._db.execute("DELETE FROM kept WHERE key = ?", (f"{NAMES_PREFIX}{member}",))

    def copy_playing_time(self, game: int, of: int) -> None:
        self._touch(game)
        self._db.execute(
            "UPDATE games SET (began, played) = (SELECT began, played FROM games WHERE number = ?) WHERE number = ?",
            (of, game),
        )

    def forget_game(self, game: int) -> None:
        """Delete a game with its record."""
        self._touch(game)
        for table, column in (*((table, "game") for table in OF_GAMES), ("games", "number")):
            self._db.execute(f"DELETE FROM {table} WHERE {column} = ?", (game,))
        self.forget_review(game)

    def bin_game(self, game: int) -> None:
        """Move a game to the bin, from where it can be restored until the bin is emptied."""
        self._touch(game)
        self._db.execute("UPDATE games SET state = 'binned' WHERE number = ?", (game,))
        if not self._db.execute("SELECT 1 FROM reviews WHERE game = ? AND course NOT NULL", (game,)).fetchone():
            self.forget_review(game)

    def restore_game(self, game: int) -> None:
        """Restore a game from the bin or from an undone import."""
        self._touch(game)
        self._db.execute(
            "UPDATE games SET state = CASE WHEN result IS NULL THEN 'aside' ELSE 'over' END"
            " WHERE number = ? AND state IN ('binned', 'out')",
            (game,),
        )

    def restore_import(self, first: int, last: int) -> None:
        """Restore the games of an undone import, except those imported again since."""
        for (number,) in self._db.execute(
            "SELECT number FROM games WHERE number BETWEEN ? AND ? AND state = 'out'", (last, first)
        ).fetchall():
            self.restore_game(number)

    def empty_bin(self, games: Collection[int], batches: Iterable[tuple[int, int]]) -> None:
        """Delete the binned games and undone imports for good, except these games and batches."""
        for number, state, result in self._db.execute(
            "SELECT number, state, result FROM games WHERE state IN ('binned', 'out')"
        ).fetchall():
            if number in games or any(last <= number <= first for first, last in batches):
                continue
            if state == "binned" and result is not None:
                self.delete_game(number)
            else:
                self.forget_game(number)

    def delete_game(self, game: int) -> None:
        """Delete a finished game except for its id, so that it is not imported again."""
        self._touch(game)
        for table in OF_GAMES:
            self._db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))
        self.forget_review(game)
        self._db.execute(
            "UPDATE games SET state = 'deleted', keep = 0, header = '{}', result = NULL, aside = NULL WHERE number = ?",
            (game,),
        )

    def import_game(self, game: Archived, number: int | None = None) -> None:
        """Import a finished game, even one deleted here, in the place of an imported copy. It has no secret, and gets
        the lowest number.

        `number`: of one of this table's own games, which replaces its remains.
        """
        for (former,) in self._db.execute(
            "SELECT number FROM games WHERE (mark = ? AND (state IN ('deleted', 'binned', 'out') OR number < 0))"
            " OR number = ?",
            (game.id, number),
        ).fetchall():
            self.forget_game(former)
        if number is None:
            number = import_batches.lowest(self._db) - 1
        self._touch(number)
        kind, header, result = kind_of(game.header), _text(game.header), _text(game.result)
        self._db.execute(
            "INSERT INTO games (number, kind, header, keep, state, began, changed, result, mark, since, played)"
            " VALUES (?, ?, ?, 1, 'over', ?, ?, ?, ?, ?, ?)",
            (number, kind, header, game.began, game.ended, result, game.id, self._lived, game.seconds),
        )
        self.append_moves(number, [move_of(at, line) for at, line in enumerate(game.moves, 1)])

    def import_batch(self, games: Iterable[Archived], of: int = 0) -> int:
        """Import games as a batch that can be undone as a whole; `of`: extend this batch. Return the batch's number."""
        first = of or import_batches.lowest(self._db) - 1
        for game in games:
            self.import_game(game)
        import_batches.store_batch(self._db, Batch(first, import_batches.lowest(self._db), self._now))
        return first

    def undo_import(self, batch: Batch) -> None:
        """Undo an import; games deleted since stay deleted. It can be restored."""
        for number in import_batches.numbers(self._db, batch):
            self._touch(number)
            self._db.execute("UPDATE games SET state = 'out' WHERE number = ?", (number,))

    def restore_missing(self, games: Mapping[int, Archived | None]) -> None:
        """Restore finished games of this table, by number, that the file lacks or has in an older state."""
        found = self._db.execute("SELECT mark, number, state FROM games").fetchall()
        here, numbers = {mark: (number, state) for mark, number, state in found}, {number for _, number, _ in found}
        for number, game in games.items():
            if game is None:
                continue
            there, state = here.get(game.id, (None, "over"))
            if there is None:
                self.import_game(game, None if number in numbers else number)
            elif state in ("running", "aside") or (state == "over" and archived_game(self._db, there) != game):
                self.import_game(game, there)

    def reset(self) -> None:
        """Reset the table to a new one, keeping only games; a running game is suspended at the next start."""
        state = checksums.state(self._db)
        running = self._db.execute("SELECT number FROM games WHERE state = 'running'").fetchall()
        self.store_notices(
            [TableNotice("reset", {})], {} if state is None else {number: state for (number,) in running}
        )
        self.for_club.leave()
        for removed in ("kept WHERE key IN ('table', 'sum')", "log WHERE game = 0", "acted"):
            self._db.execute(f"DELETE FROM {removed}")

    def store_notices(self, notices: Iterable[TableNotice], older: Mapping[int, bytes]) -> None:
        """Store notices for people, to be shown at the next start; `older`: as in `Store.stored_notices`."""
        said = self._db.execute("SELECT value FROM kept WHERE key = 'unsaid'").fetchone()
        waiting = msgspec.json.decode(said[0]) if said else []
        waiting += [(notice.rule, notice.facts) for notice in notices]
        self._db.execute(checksums.KEEP, ("unsaid", _text(waiting)))
        if older:
            self._db.execute(checksums.KEEP, ("older", _text({n: state.decode() for n, state in older.items()})))

    def begin_review(self, game: int) -> None:
        """Begin the review of a finished game; known decisions stay."""
        self._db.execute("INSERT INTO reviews (game) VALUES (?) ON CONFLICT (game) DO NOTHING", (game,))
        checksums.sign_review(self._db, game)

    def append_judged(self, game: int, first: int, said: Iterable[bytes]) -> None:
        """Append judged decisions to a review, as JSON, numbered from `first`."""
        self._db.executemany(
            "INSERT INTO judged VALUES (?, ?, ?)",
            [(game, number, text.decode()) for number, text in enumerate(said, first)],
        )
        checksums.sign_review(self._db, game)

    def finish_review(self, game: int, course: bytes, accuracy: Sequence[int | None], told: Iterable[int]) -> None:
        """Finish a review; keep only the decisions in `told`, joined in one row."""
        rows = dict(self._db.execute("SELECT number, said FROM judged WHERE game = ?", (game,)))
        self._db.execute("DELETE FROM judged WHERE game = ?", (game,))
        if left := "\n".join(rows[number] for number in told):
            self._db.execute("INSERT INTO judged VALUES (?, 1, ?)", (game, left))
        self._db.execute(
            "UPDATE reviews SET course = ?, accuracy = ? WHERE game = ?", (course.decode(), _text(accuracy), game)
        )
        checksums.sign_review(self._db, game)

    def forget_review(self, game: int) -> None:
        """Delete a game's review."""
        for table in ("reviews", "judged"):
            self._db.execute(f"DELETE FROM {table} WHERE game = ?", (game,))

    def header(self, game: int, header: dict[str, str]) -> None:
        """Replace the header of a running game."""
        self._touch(game)
        self._db.execute("UPDATE games SET header = ? WHERE number = ?", (_text(header), game))

    def rewrite(self, game: int, header: dict[str, str], result: Result | None, note: bytes | None) -> None:
        """Replace names in a game; the old ones are to be scrubbed."""
        self._touch(game)
        said = None if result is None else _text(result)
        self._db.execute(
            "UPDATE games SET header = ?, result = ?, aside = ? WHERE number = ?", (_text(header), said, note, game)
        )

    def forget_news(self, numbers: Iterable[int], event: bytes, stamp: int) -> None:
        """Replace lines of all logs by `event`, which says that they are deleted, undone as of `stamp`."""
        for number in numbers:
            self._db.execute("UPDATE log SET event = ?, undone = ? WHERE number = ?", (event.decode(), stamp, number))
            self._sign_line(number)

    def request_scrub(self) -> None:
        """Request a scrub of deleted data from the file: `scrub` does it, or the next start."""
        self._db.execute(checksums.KEEP, ("scrub", 1))

    def forget_log(self, game: int) -> None:
        """Delete a game's log (0: the lobby's); its rows and its result stay."""
        self._db.execute("DELETE FROM log WHERE game = ?", (game,))

    def append_moves(self, game: int, moves: Iterable[Move]) -> None:
        rows = [(move.number, move.seat, move.text, move.role, move.by) for move in moves]
        self._db.executemany(
            "INSERT INTO rows (game, number, seat, text, role, by_seat) VALUES (?, ?, ?, ?, ?, ?)",
            [(game, *row) for row in rows],
        )
        if game not in self._touched:
            checksums.extend_moves(self._db, game, [(*row, 0, None) for row in rows])

    def undo_moves(self, game: int, numbers: Iterable[int]) -> None:
        self._touch(game)
        self._db.executemany(
            "UPDATE rows SET undone = 1 WHERE game = ? AND number = ?", [(game, number) for number in numbers]
        )

    def forget_choice(self, game: int, number: int) -> None:
        """Delete the content of a move, keeping its row."""
        self._touch(game)
        self._db.execute("UPDATE rows SET text = '' WHERE game = ? AND number = ?", (game, number))

    def places(self, game: int, numbers: Iterable[int]) -> None:
        """Store the order of a game's rows; later ones follow."""
        self._touch(game)
        self._db.executemany(
            "UPDATE rows SET place = ? WHERE game = ? AND number = ?",
            [(place, game, number) for place, number in enumerate(numbers, 1)],
        )

    def log(self, game: int, lines: Iterable[LogLine]) -> None:
        rows = [
            (line.number, game, line.row, words_of(line.audience), line.event.decode(), 0, line.by) for line in lines
        ]
        self._db.executemany(
            checksums.insert_statement("log", f"{checksums.LINE}, sum"),
            [(*row, checksums.row_checksum(row)) for row in rows],
        )

    def rewrite_log(self, lines: Iterable[LogLine]) -> None:
        for line in lines:
            self._db.execute(
                "UPDATE log SET row = ?, readers = ?, event = ?, undone = ?, teller = ? WHERE number = ?",
                (line.row, words_of(line.audience), line.event.decode(), line.undone, line.by, line.number),
            )
            self._sign_line(line.number)

    def undo_log_lines(self, numbers: Iterable[int], stamp: int) -> None:
        for number in numbers:
            self._db.execute("UPDATE log SET undone = ? WHERE number = ?", (stamp, number))
            self._sign_line(number)

    def _sign_line(self, number: int) -> None:
        line = self._db.execute(f"SELECT {checksums.LINE} FROM log WHERE number = ?", (number,)).fetchone()
        if line is not None:
            self._db.execute("UPDATE log SET sum = ? WHERE number = ?", (checksums.row_checksum(line), number))


# Any: any value that msgspec writes.
def _text(value: Any) -> str:
    return msgspec.json.encode(value).decode()
