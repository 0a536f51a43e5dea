"""Ratings in a club's database, derived from its games in order of their end, whenever they arrive.

Storing a game is cheap: one row for each rated player, without ratings, and a row in the recount queue, in the same
transaction. Later `recount_slice` recounts from the first queued game to the end. Readers see the old standings until
a run has finished, never a partial result.
"""

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from itertools import groupby
from threading import Lock
from typing import Any, Final, NamedTuple

import msgspec

from app.club import rating_model
from app.club.database import ClubTransaction, Database
from app.club.rating_model import BOT, POOL, REMOVED, Rating
from app.club.stored_settings import read_setting, write_setting
from app.protocol.results import Archived, kind_of

SEATS_PER_SLICE: Final = 140  # seats recounted in one slice, at least 20 games
RECLASSIFIED_GAMES: Final = 50  # games reclassified in one slice
BOTS_SETTING: Final = "bots"  # setting for games with bots: apart, or unset
READERS_SETTING: Final = "standings"  # setting for readers of standings: all, or only organisers and members themselves
LEAGUE_PREFIX: Final = "league-"  # prefix of a league's id
WHOLE_POOL: Final = "*"  # among the players of a queued recount: the whole pool
CLOCK_TOLERANCE_SECONDS: Final = 120.0
EARLIEST_PLAUSIBLE_END: Final = 1_735_689_600.0  # the beginning of 2025
ROWS_PER_PAGE: Final = 500  # of a page of standings
CLOCK_WINDOW_SECONDS: Final = 43_200.0  # seconds in which a table's clock is assumed not to have been set


class Pool(msgspec.Struct, frozen=True):
    """Games that are rated together: those of a kind and a number of seats, or a league's.

    `counted`: time of the last finished recount; `due`: a recount is pending.
    """

    id: str
    kind: str
    seats: int
    bots: bool  # are rated as well
    name: str  # of a league, else ""
    begins: float | None
    ends: float | None
    counted: float
    due: bool = False


class StandingsRow(msgspec.Struct, frozen=True):
    """A row of the standings. `place`: from 1, ties share it. `wins`: first places, `shared` of them shared."""

    place: int
    player: str
    name: str
    points: float
    games: int
    wins: int
    shared: int = 0

    @property
    def unshared_wins(self) -> int:
        """First places without ties."""
        return self.wins - self.shared


class Opponent(msgspec.Struct, frozen=True):
    """An opponent in a game: place in it, and rating before it."""

    player: str
    place: int
    points: float


class RatingChange(msgspec.Struct, frozen=True):
    """A player's rating change by a game. `doubt`: the problem with its table's clock, or ""."""

    game: str
    ended: float
    place: int
    before: Rating
    after: Rating
    others: tuple[Opponent, ...]
    doubt: str

    @property
    def points(self) -> float:
        return self.after.points - self.before.points

    @property
    def by_result(self) -> float:
        """The part of the change due to the result; the rest is due to lower uncertainty."""
        return rating_model.SCALE * (self.after.mu - self.before.mu)


class DoubtedGame(msgspec.Struct, frozen=True):
    """A game of a table whose clock was wrong. `heard`: when the club received it first.

    `why`: "before" (it ended before 2025), "ahead" (after the club received it), "backwards" (before it can have
    ended), "off" (the table's clock differs from the club's).
    """

    game: str
    table: str
    kind: str
    ended: float
    heard: float
    why: str


class SendingTime(NamedTuple):
    """The time a message was sent, by the club's clock and the table's; `table` None: not reported."""

    club: float
    table: float | None


class _Recount:
    """A recount in progress: the pool, the next game by its end and id, and the players' ratings before it."""

    def __init__(self, pool: str) -> None:
        self.pool = pool
        self.at: tuple[float, str] = (0.0, "")
        self.states: dict[str, Rating] = {}
        self.met: set[str] = set()  # players whose standings to update


class Ratings:
    """Ratings in the database. Methods with a `db` argument run within the caller's transaction."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._run: _Recount | None = None
        self._counting = Lock()  # one at a time

    # ---- games that arrive or change ----------------------------------------------------------------------

    def update_game(
        self, db: ClubTransaction, id: str, game: Archived | None, heard: SendingTime | None = None, new: bool = False
    ) -> None:
        """Update the rows of a stored or deleted game and queue a recount. `new`: the game was unknown before."""
        if heard is not None:
            self._record_clock_problem(db, id, game, heard)
        stood = (
            []
            if new
            else db.execute(
                "SELECT pool, seat, player, place, ended, shared, mu IS NOT NULL FROM rated WHERE game = ?", (id,)
            )
        )
        rows = [] if game is None else self._build_rows(db, id, game, {seat: player for _, seat, player, *_ in stood})
        if {tuple(row[:6]) for row in stood} == set(rows):
            return
        if stood:
            db.execute("DELETE FROM rated WHERE game = ?", (id,))
        _insert_rows(db, id, rows)
        gone = [(pool, ended, player) for pool, _, player, _, ended, _, counted in stood if counted]
        _queue_recounts(db, id, [*gone, *((pool, ended, "") for pool, _, _, _, ended, _ in rows)])

    def reclassify_game(self, db: ClubTransaction, game: str) -> None:
        """Update a game after a change of its members: a seat was claimed or given up."""
        found = db.execute("SELECT game FROM games WHERE id = ?", (game,))
        if found:
            self.update_game(db, game, None if found[0][0] is None else msgspec.json.decode(found[0][0], type=Archived))

    def forget(self, db: ClubTransaction, member: str) -> None:
        """Replace a removed member in all games by a random id.

        The other players' rating changes stay.
        """
        pools = db.execute(
            "SELECT DISTINCT pool, kind, seats FROM rated LEFT JOIN pools ON pools.id = pool WHERE player = ?",
            (member,),
        )
        somebody: dict[str, str] = defaultdict(lambda: f"{REMOVED}{secrets.token_hex(8)}")
        for pool, kind, seats in pools:  # the same id in all pools of a kind and number of seats
            of = pool.removesuffix("-bots") if kind is None else rating_model.pool_id(kind, seats)
            db.execute("UPDATE rated SET player = ? WHERE pool = ? AND player = ?", (somebody[of], pool, member))
        db.execute("DELETE FROM standings WHERE player = ?", (member,))
        for pool, ended, game, players in db.execute("SELECT pool, ended, game, players FROM recounts"):
            if member in (known := players.split("\n")):
                db.execute(
                    "UPDATE recounts SET players = ? WHERE pool = ? AND ended = ? AND game = ?",
                    ("\n".join(each for each in known if each != member), pool, ended, game),
                )

    def _build_rows(self, db: ClubTransaction, id: str, game: Archived, stood: dict[int, str]) -> list[tuple[Any, ...]]:
        """Build a game's rows in each of its pools. `stood`: the players so far, by seat."""
        sat = {seat: player for seat, player in stood.items() if player.startswith(REMOVED)}  # removed members
        sat |= {seat: member for seat, member in db.execute("SELECT seat, member FROM seats WHERE game = ?", (id,))}
        if len(sat) < 2 and not game.result.bots:
            return []
        bots = bool(game.result.bots) and read_setting(db, BOTS_SETTING) == "apart"
        sitting = rating_model.list_sittings(game, sat, bots)
        if not sitting:
            return []
        kind, seats = kind_of(game.header), len(game.result.seats)
        pools = [rating_model.pool_id(kind, seats, bots)]
        if not bots:
            pools += [
                league
                for (league,) in db.execute(
                    "SELECT id FROM pools WHERE kind = ? AND seats = ? AND begins <= ? AND ends > ?",
                    (kind, seats, game.ended, game.ended),
                )
            ]
        return [
            (pool, each.seat, each.player, each.place, game.ended, int(each.shared))
            for pool in pools
            for each in sitting
        ]

    def _record_clock_problem(self, db: ClubTransaction, id: str, game: Archived | None, heard: SendingTime) -> None:
        if game is None:
            db.execute("DELETE FROM doubts WHERE game = ?", (id,))
        elif why := find_clock_problem(game, heard):
            db.execute("INSERT INTO doubts VALUES (?, ?, ?) ON CONFLICT (game) DO NOTHING", (id, why, heard.club))

    # ---- counting ------------------------------------------------------------------------------------------

    def recount_slice(self, now: float, most: int = SEATS_PER_SLICE) -> bool:
        """Recount a slice, at least one whole game; return True if more may be pending."""
        with self._counting:
            try:
                with self._database.transaction() as db:
                    return self._reclassify_queued(db) or self._recount_next(db, now, most)
            except BaseException:
                self._run = None  # its state may be ahead of the database
                raise

    def _reclassify_queued(self, db: ClubTransaction) -> bool:
        """Reclassify queued games after a change of the rating rules. Return True if there were any."""
        games = db.execute(f"SELECT game FROM unsorted ORDER BY game LIMIT {RECLASSIFIED_GAMES}")
        for (game,) in games:
            self.reclassify_game(db, game)
            db.execute("DELETE FROM unsorted WHERE game = ?", (game,))
        return bool(games)

    def _recount_next(self, db: ClubTransaction, now: float, most: int) -> bool:
        """Recount at most `most` seats of the next queued pool; return True if more is queued."""
        pool = self._next_pool(db)
        if pool is None:
            self._run = None
            return False
        seen = db.execute(  # read before the rows, so that no change is lost
            f"SELECT ended, game, players FROM recounts WHERE pool = ? ORDER BY ended, game LIMIT {most:d}", (pool,)
        )
        run = self._resume_or_start(db, pool, seen)
        rows = db.execute(
            "SELECT game, seat, player, place, ended FROM rated WHERE pool = ? AND (ended, game) >= (?, ?)"
            f" ORDER BY ended, game, seat LIMIT {most + 1:d}",
            (pool, *run.at),
        )
        games = [(key, list(seats)) for key, seats in groupby(rows, lambda row: (row[4], row[0]))]
        if len(rows) <= most:
            self._rate(db, run, games)
            _dequeue(db, pool, [(ended, game) for ended, game, _ in seen])
            self._finish(db, run, now)
            return self._next_pool(db) is not None
        self._rate(db, run, games[:-1])  # the last game may be incomplete
        run.at = games[-1][0]
        _dequeue(db, pool, [(ended, game) for ended, game, _ in seen if (ended, game) < run.at])
        _queue_recounts(db, run.at[1], [(pool, run.at[0], WHOLE_POOL)])
        return True

    def _next_pool(self, db: ClubTransaction) -> str | None:
        """Return a pool with a pending recount, preferably the current one; None if there is none."""
        if self._run is not None and _is_due(db, self._run.pool):
            return self._run.pool
        [(pool,)] = db.execute("SELECT min(pool) FROM recounts")
        return None if pool is None else str(pool)

    def _resume_or_start(self, db: ClubTransaction, pool: str, seen: Sequence[tuple[Any, ...]]) -> _Recount:
        """Return the recount of a pool, positioned at the first queued game."""
        run = self._run if self._run is not None and self._run.pool == pool else None
        resumed = run is not None
        if run is None:
            run = self._run = _Recount(pool)
        at = seen[0][0], seen[0][1]
        if at != run.at:  # an earlier game arrived
            run.states.clear()
            run.at = at
        for _, _, players in seen:
            named = set(players.split("\n")) - {""}
            run.met |= named - {WHOLE_POOL}
            if WHOLE_POOL in named and not resumed:  # an interrupted run has written some rows
                run.met |= {player for (player,) in db.execute(
                    "SELECT player FROM rated WHERE pool = ? UNION SELECT player FROM standings WHERE pool = ?",
                    (pool, pool),
                )}  # fmt: skip
        return run

    def _rate(self, db: ClubTransaction, run: _Recount, games: Iterable[tuple[tuple[float, str], list[Any]]]) -> None:
        """Rate games in order."""
        values: list[Any] = []
        for (_, game), seats in games:
            players = [player for _, _, player, *_ in seats]
            before = [self._load_state(db, run, player) for player in players]
            after = rating_model.rate_game(before, [place for _, _, _, place, _ in seats])
            run.states.update(zip(players, after, strict=True))
            run.met.update(players)
            for (_, seat, *_), old, new in zip(seats, before, after, strict=True):
                values += [game, seat, old.mu, old.sigma, *new]
        if values:
            rows = ", ".join(["(?, ?, ?, ?, ?, ?, ?, ?)"] * (len(values) // 8))
            db.execute(
                "UPDATE rated SET mu0 = it.column3, sigma0 = it.column4, mu = it.column5, sigma = it.column6,"
                f" games = it.column7, wins = it.column8 FROM (VALUES {rows}) AS it"
                " WHERE pool = ? AND game = it.column1 AND seat = it.column2",
                (*values, run.pool),
            )

    def _load_state(self, db: ClubTransaction, run: _Recount, player: str) -> Rating:
        if player not in run.states:
            run.states[player] = _load_last_rating(db, run.pool, player, "AND (ended, game) < (?, ?)", run.at)
        return run.states[player]

    def _finish(self, db: ClubTransaction, run: _Recount, now: float) -> None:
        """Publish the standings of a finished recount."""
        values: list[Any] = []
        for player in sorted(run.met):
            state = run.states.get(player) or _load_last_rating(db, run.pool, player)
            if not state.games:
                db.execute("DELETE FROM standings WHERE pool = ? AND player = ?", (run.pool, player))
            elif not player.startswith(REMOVED):
                values += [run.pool, player, state.points, state.games, state.wins]
        if values:
            rows = ", ".join(["(?, ?, ?, ?, ?)"] * (len(values) // 5))
            db.execute(  # only current members
                f"INSERT INTO standings SELECT it.* FROM (VALUES {rows}) AS it"
                f" WHERE substr(it.column2, 1, {len(BOT)}) = '{BOT}'"
                " OR EXISTS (SELECT 1 FROM members WHERE id = it.column2)"
                " ON CONFLICT (pool, player) DO UPDATE SET"
                " points = excluded.points, games = excluded.games, wins = excluded.wins",
                values,
            )
        if found := POOL.fullmatch(run.pool):
            db.execute(
                "INSERT INTO pools VALUES (?, ?, ?, ?, '', NULL, NULL, ?)"
                " ON CONFLICT (id) DO UPDATE SET counted = excluded.counted",
                (run.pool, found["kind"], int(found["seats"]), int(found["bots"] is not None), now),
            )
        else:
            db.execute("UPDATE pools SET counted = ? WHERE id = ?", (now, run.pool))
        self._run = None

    # ---- standings -----------------------------------------------------------------------------------------

    def pools(self) -> list[Pool]:
        """List the pools with players, and all leagues; leagues last, newest first."""
        with self._database.reading() as db:
            return sorted(
                _load_pools(db, "WHERE name <> '' OR EXISTS (SELECT 1 FROM standings WHERE pool = pools.id)"),
                key=lambda each: (each.name != "", -(each.begins or 0.0), each.kind, each.seats, each.bots),
            )

    def standings(self, pool: str, page: int = 1, player: str = "") -> tuple[Pool, list[StandingsRow]] | None:
        """Return a pool and a page of its members and bots, best first, or the one player; None if there is no such
        pool.

        A page has at most `ROWS_PER_PAGE` rows and the first row of the next page.
        """
        with self._database.snapshot() as db:
            found = _load_pools(db, "WHERE id = ?", pool)
            if not found:
                return None
            rows = db.execute(
                "SELECT place, player, name, points, games, wins, (SELECT count(*) FROM rated WHERE pool = ?"
                " AND rated.player = it.player AND rated.place = 1 AND shared = 1 AND mu IS NOT NULL) FROM ("
                "SELECT rank() OVER (ORDER BY points DESC) AS place, player, coalesce(name, substr(player, ?)) AS name,"
                " points, standings.games, wins FROM standings LEFT JOIN members ON members.id = player"
                " WHERE pool = ? AND (name IS NOT NULL OR player LIKE ?)) AS it"
                f" WHERE ? IN ('', player) ORDER BY points DESC, name, player LIMIT {ROWS_PER_PAGE + 1} OFFSET ?",
                (pool, len(BOT) + 1, pool, f"{BOT}%", player, (page - 1) * ROWS_PER_PAGE),
            )
            [(due,)] = db.execute(
                "SELECT EXISTS (SELECT 1 FROM recounts WHERE pool = ?) OR EXISTS (SELECT 1 FROM unsorted)", (pool,)
            )
        return msgspec.structs.replace(found[0], due=bool(due)), [
            StandingsRow(place, player, name, points, games, wins, min(wins, shared))
            for place, player, name, points, games, wins, shared in rows
        ]

    def list_doubtful_players(self, pool: str, players: Sequence[str]) -> set[str]:
        """List those of the players with a game from a table whose clock was wrong."""
        with self._database.reading() as db:
            found = db.execute(
                # CROSS and no plain `pool` make SQLite start with the few doubted games instead of the whole pool.
                "SELECT DISTINCT player FROM doubts CROSS JOIN rated WHERE rated.game = doubts.game AND pool || '' = ?"
                f" AND player IN ({', '.join('?' * len(players)) or 'NULL'})",
                (pool, *players),
            )
        return {player for (player,) in found}

    def list_standings(self, player: str) -> list[tuple[Pool, StandingsRow]]:
        with self._database.reading() as db:
            pools = [pool for (pool,) in db.execute("SELECT pool FROM standings WHERE player = ?", (player,))]
        found = filter(None, (self.standings(pool, player=player) for pool in sorted(pools)))
        return [(pool, each) for pool, mine in found for each in mine]

    def list_with_changes(self, player: str, most: int = 20) -> list[tuple[Pool, StandingsRow, list[RatingChange]]]:
        """Return a player's standings, with the changes by the newest games, for their own page."""
        return [(pool, mine, self.changes(pool.id, player, most)) for pool, mine in self.list_standings(player)]

    def changes(self, pool: str, player: str, most: int) -> list[RatingChange]:
        """List a player's rating changes, newest game first, as far as counted."""
        with self._database.snapshot() as db:
            rows = db.execute(
                "SELECT game, ended, place, mu0, sigma0, mu, sigma, games, wins, why FROM rated"
                " LEFT JOIN doubts USING (game) WHERE pool = ? AND player = ? AND mu IS NOT NULL"
                f" ORDER BY ended DESC, game DESC LIMIT {most:d}",
                (pool, player),
            )
            marks = ", ".join("?" * len(rows)) or "NULL"
            others = db.execute(
                "SELECT game, player, place, mu0, sigma0 FROM rated WHERE pool = ? AND player <> ? AND mu0 IS NOT NULL"
                f" AND game IN ({marks}) ORDER BY seat",
                (pool, player, *(game for game, *_ in rows)),
            )
        return [
            RatingChange(
                game=game,
                ended=ended,
                place=place,
                before=Rating(mu0, sigma0, games - 1, wins - (place == 1)),
                after=Rating(mu, sigma, games, wins),
                others=tuple(
                    Opponent(other, at, rating_model.display_points(mu, sigma))
                    for of, other, at, mu, sigma in others
                    if of == game
                ),
                doubt=why or "",
            )
            for game, ended, place, mu0, sigma0, mu, sigma, games, wins, why in rows
        ]

    def list_doubted_games(self, most: int) -> list[DoubtedGame]:
        """List games of tables whose clock was wrong, latest arrival first."""
        with self._database.reading() as db:
            rows = db.execute(
                "SELECT doubts.game, tables.name, kind, ended, doubts.heard, why FROM doubts"
                " JOIN games ON games.id = doubts.game LEFT JOIN tables ON tables.id = teller"
                f" ORDER BY doubts.heard DESC, doubts.game LIMIT {most:d}"
            )
        return [DoubtedGame(game, name or "", *rest) for game, name, *rest in rows]

    # ---- settings and leagues -------------------------------------------------------------------------------

    @property
    def bots_apart(self) -> bool:
        """True if games with bots have pools of their own with rated bots; otherwise they count among people."""
        with self._database.reading() as db:
            return read_setting(db, BOTS_SETTING) == "apart"

    def rate_bots(self, apart: bool) -> None:
        """Set whether bots are rated apart, for all games."""
        with self._database.transaction() as db:
            if (read_setting(db, BOTS_SETTING) == "apart") != apart:
                write_setting(db, BOTS_SETTING, "apart" if apart else "")
                db.execute(
                    "INSERT INTO unsorted SELECT id FROM games WHERE game IS NOT NULL ON CONFLICT (game) DO NOTHING"
                )

    @property
    def is_open(self) -> bool:
        """True if everyone in the network may read the standings."""
        with self._database.reading() as db:
            return read_setting(db, READERS_SETTING) == "all"

    def let_all_read(self, all_: bool) -> None:
        with self._database.transaction() as db:
            write_setting(db, READERS_SETTING, "all" if all_ else "")

    def begin_league(self, name: str, kind: str, seats: int, begins: float, ends: float) -> str:
        """Create a league of the games of a kind and number of seats that end in this period; return its id."""
        league = f"{LEAGUE_PREFIX}{secrets.token_hex(4)}"
        with self._database.transaction() as db:
            db.execute("INSERT INTO pools VALUES (?, ?, ?, 0, ?, ?, ?, 0)", (league, kind, seats, name, begins, ends))
            db.execute(
                "INSERT INTO rated (game, pool, seat, player, place, ended, shared)"
                " SELECT game, ?, seat, player, place, ended, shared"
                " FROM rated WHERE pool = ? AND ended >= ? AND ended < ?",
                (league, rating_model.pool_id(kind, seats), begins, ends),
            )
            db.execute(
                "INSERT INTO recounts SELECT pool, ended, game, '' FROM rated WHERE pool = ?"
                " ORDER BY ended, game, seat LIMIT 1",
                (league,),
            )
        return league

    def end_league(self, league: str, now: float) -> None:
        """End a running league now."""
        with self._database.transaction() as db:
            if db.execute("UPDATE pools SET ends = ? WHERE id = ? AND ends > ? RETURNING id", (now, league, now)):
                gone = db.execute(
                    "DELETE FROM rated WHERE pool = ? AND ended >= ? RETURNING game, ended, player", (league, now)
                )
                for game, ended, player in gone:
                    _queue_recounts(db, game, [(league, ended, player)])

    def remove_league(self, league: str) -> None:
        with self._database.transaction() as db:
            if db.execute("DELETE FROM pools WHERE id = ? AND name <> '' RETURNING id", (league,)):
                for table in ("rated", "recounts", "standings"):
                    db.execute(f"DELETE FROM {table} WHERE pool = ?", (league,))


def find_clock_problem(game: Archived, heard: SendingTime) -> str:
    """Return what is wrong with the clock of a game's table, as `DoubtedGame.why`; "" if nothing is."""
    if game.ended < EARLIEST_PLAUSIBLE_END:
        return "before"
    if game.ended > heard.club + CLOCK_TOLERANCE_SECONDS:
        return "ahead"
    if game.ended < game.began + game.seconds - CLOCK_TOLERANCE_SECONDS:
        return "backwards"
    at, tolerance = heard.table, CLOCK_TOLERANCE_SECONDS
    if (
        at is not None
        and abs(at - heard.club) > tolerance
        and at - CLOCK_WINDOW_SECONDS <= game.ended <= at + tolerance
    ):
        return "off"
    return ""


def _is_due(db: ClubTransaction, pool: str) -> bool:
    """Check that a pool has a pending recount."""
    return bool(db.execute("SELECT 1 FROM recounts WHERE pool = ? LIMIT 1", (pool,)))


def _dequeue(db: ClubTransaction, pool: str, keys: Sequence[tuple[float, str]]) -> None:
    """Remove finished entries from the recount queue."""
    if keys:
        values = ", ".join(["(?, ?)"] * len(keys))
        db.execute(
            f"DELETE FROM recounts WHERE pool = ? AND (ended, game) IN (VALUES {values})",
            (pool, *(each for key in keys for each in key)),
        )


def _queue_recounts(db: ClubTransaction, game: str, rows: Iterable[tuple[str, float, str]]) -> None:
    """Queue recounts from a game on. Each row: pool, end of the game, player concerned."""
    values: list[Any] = []
    for (pool, ended), players in groupby(sorted(rows), lambda row: row[:2]):
        values += [pool, ended, game, "\n".join(player for *_, player in players)]
    if values:
        db.execute(
            f"INSERT INTO recounts VALUES {', '.join(['(?, ?, ?, ?)'] * (len(values) // 4))}"
            " ON CONFLICT (pool, ended, game) DO UPDATE SET players = recounts.players || ? || excluded.players",
            (*values, "\n"),
        )


def _insert_rows(db: ClubTransaction, game: str, rows: Sequence[tuple[Any, ...]]) -> None:
    if rows:
        values = ", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * len(rows))
        db.execute(
            f"INSERT INTO rated (game, pool, seat, player, place, ended, shared) VALUES {values}",
            [value for row in rows for value in (game, *row)],
        )


def _load_last_rating(
    db: ClubTransaction, pool: str, player: str, where: str = "", values: Sequence[Any] = ()
) -> Rating:
    """Return a player's rating after their last game in a pool, or the last one before a position."""
    found = db.execute(
        f"SELECT mu, sigma, games, wins FROM rated WHERE pool = ? AND player = ? AND mu IS NOT NULL {where}"
        " ORDER BY ended DESC, game DESC LIMIT 1",
        (pool, player, *values),
    )
    return Rating(*found[0]) if found else rating_model.BEGINNER


def _load_pools(db: ClubTransaction, where: str, *values: Any) -> list[Pool]:
    found = db.execute(f"SELECT id, kind, seats, bots, name, begins, ends, counted FROM pools {where}", values)
    return [Pool(id, kind, seats, bool(bots), *rest) for id, kind, seats, bots, *rest in found]
