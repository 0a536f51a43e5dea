"""The schema of a club's database as a list of migrations, in SQL for SQLite and PostgreSQL alike."""

from typing import Final

from app.club.database import ClubTransaction, Database, DatabaseProblem

LOCK: Final = 7_006_040  # id of the advisory lock that serialises migrations

# All tables, with the columns of their key.
TABLES: Final = {
    "facts": ("name",),
    "tables": ("id",),
    "games": ("id",),
    "members": ("id",),
    "seats": ("game", "seat"),
    "rated": ("game", "pool", "seat"),
    "recounts": ("pool", "ended", "game"),
    "unsorted": ("game",),
    "pools": ("id",),
    "standings": ("pool", "player"),
    "doubts": ("game",),
    "phones": ("key",),
    "addresses": ("teller", "address"),
    "receipts": ("id",),
    "forgotten": ("receipt", "teller"),
    "nameless": ("game", "seat"),
    "tournaments": ("id",),
    "entrants": ("tournament", "number"),
    "pairings": ("tournament", "round", "number"),
    "deals": ("tournament",),
}

MIGRATIONS: Final = (
    (
        "CREATE TABLE facts (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
        # `key`: a hash; NULL: the table has left or was removed; its games stay.
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, key TEXT UNIQUE, joined DOUBLE PRECISION NOT NULL,
            heard DOUBLE PRECISION NOT NULL
        )
        """,
        # `game`: JSON as in exports of the history; NULL: deleted, only its version is known.
        """
        CREATE TABLE games (
            id TEXT PRIMARY KEY, teller TEXT NOT NULL, version BIGINT NOT NULL, kind TEXT NOT NULL,
            seats INTEGER NOT NULL, ended DOUBLE PRECISION NOT NULL, game TEXT
        )
        """,
        "CREATE INDEX games_by_end ON games (ended, id)",
        "CREATE INDEX games_by_teller ON games (teller)",
    ),
    (
        # `name`: shown on the wall; `known`: its key for comparison.
        """
        CREATE TABLE members (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, known TEXT NOT NULL UNIQUE, joined DOUBLE PRECISION NOT NULL
        )
        """,
        # Members' seats. `claimed`: claimed by the member, not reported by the table.
        """
        CREATE TABLE seats (
            game TEXT NOT NULL, seat INTEGER NOT NULL, member TEXT NOT NULL, claimed INTEGER NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
        "CREATE INDEX seats_by_member ON seats (member)",
    ),
    (
        # Rated players by seat, with ratings before and after the game; NULL: not counted yet.
        """
        CREATE TABLE rated (
            game TEXT NOT NULL, pool TEXT NOT NULL, seat INTEGER NOT NULL, player TEXT NOT NULL,
            place INTEGER NOT NULL, ended DOUBLE PRECISION NOT NULL, mu0 DOUBLE PRECISION, sigma0 DOUBLE PRECISION,
            mu DOUBLE PRECISION, sigma DOUBLE PRECISION, games INTEGER, wins INTEGER, PRIMARY KEY (game, pool, seat)
        )
        """,
        "CREATE INDEX rated_by_end ON rated (pool, ended, game)",
        "CREATE INDEX rated_by_player ON rated (pool, player, ended, game)",
        "CREATE INDEX rated_of_player ON rated (player)",
        # Queue of recounts: the first game, and players concerned besides those in later games.
        """
        CREATE TABLE recounts (
            pool TEXT NOT NULL, ended DOUBLE PRECISION NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL,
            PRIMARY KEY (pool, ended, game)
        )
        """,
        # Queue of games to reclassify.
        "CREATE TABLE unsorted (game TEXT PRIMARY KEY)",
        "INSERT INTO unsorted SELECT id FROM games WHERE game IS NOT NULL",
        # `name`, `begins`, `ends`: for leagues.
        """
        CREATE TABLE pools (
            id TEXT PRIMARY KEY, kind TEXT NOT NULL, seats INTEGER NOT NULL, bots INTEGER NOT NULL, name TEXT NOT NULL,
            begins DOUBLE PRECISION, ends DOUBLE PRECISION, counted DOUBLE PRECISION NOT NULL
        )
        """,
        """
        CREATE TABLE standings (
            pool TEXT NOT NULL, player TEXT NOT NULL, points DOUBLE PRECISION NOT NULL, games INTEGER NOT NULL,
            wins INTEGER NOT NULL, PRIMARY KEY (pool, player)
        )
        """,
        "CREATE INDEX standings_of_player ON standings (player)",
        # Clock problems of games; `heard`: when the club received the game first.
        "CREATE TABLE doubts (game TEXT PRIMARY KEY, why TEXT NOT NULL, heard DOUBLE PRECISION NOT NULL)",
    ),
    (
        # a member's phones, by their keys' hashes
        "CREATE TABLE phones (key TEXT PRIMARY KEY, member TEXT NOT NULL, since DOUBLE PRECISION NOT NULL)",
        "CREATE INDEX phones_by_member ON phones (member)",
        # registered addresses of tables for phones
        "CREATE TABLE addresses (teller TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (teller, address))",
        # Receipts of removed members: `said` counts what was removed, as JSON without a name.
        "CREATE TABLE receipts (id TEXT PRIMARY KEY, day DOUBLE PRECISION NOT NULL, said TEXT NOT NULL)",
        # Removals pending at tables. `heard`: when the table confirmed, `games`: in how many; until then
        # `member` and `seats` (JSON) are sent, and emptied afterwards.
        """
        CREATE TABLE forgotten (
            receipt TEXT NOT NULL, teller TEXT NOT NULL, member TEXT NOT NULL, seats TEXT NOT NULL,
            heard DOUBLE PRECISION, games INTEGER NOT NULL, PRIMARY KEY (receipt, teller)
        )
        """,
        # seats that stay nameless, whatever a table sends later
        "CREATE TABLE nameless (game TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (game, seat))",
    ),
    (
        # `how`: variants, in words; `rounds`: planned ones; `ended` NULL: running.
        """
        CREATE TABLE tournaments (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, how TEXT NOT NULL, most INTEGER NOT NULL,
            least INTEGER NOT NULL, rounds INTEGER NOT NULL, began DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION
        )
        """,
        # Participants: members, or people by name only. `away`: not paired.
        """
        CREATE TABLE entrants (
            tournament TEXT NOT NULL, number INTEGER NOT NULL, member TEXT NOT NULL, name TEXT NOT NULL,
            away INTEGER NOT NULL, PRIMARY KEY (tournament, number)
        )
        """,
        "CREATE INDEX entrants_by_member ON entrants (member)",
        # `people`, `places`: JSON; `places` NULL: taken from games of tables; `moved`: people were swapped by hand.
        """
        CREATE TABLE pairings (
            tournament TEXT NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL, people TEXT NOT NULL,
            place TEXT NOT NULL, made DOUBLE PRECISION NOT NULL, places TEXT, decided TEXT NOT NULL,
            moved INTEGER NOT NULL, PRIMARY KEY (tournament, round, number)
        )
        """,
    ),
    (
        # Tournaments with the same deal at all tables, from the round `since` on, derived from the secret.
        "CREATE TABLE deals (tournament TEXT PRIMARY KEY, secret TEXT NOT NULL, since INTEGER NOT NULL)",
    ),
    (
        # `shared`: a tie, even with a guest. Older games are reclassified.
        "ALTER TABLE rated ADD COLUMN shared INTEGER NOT NULL DEFAULT 0",
        "INSERT INTO unsorted SELECT id FROM games WHERE game IS NOT NULL ON CONFLICT (game) DO NOTHING",
    ),
    (
        # A page of standings counts shared first places: with 100,000 games in 1 ms instead of 2 s.
        "CREATE INDEX rated_ties ON rated (pool, player) WHERE place = 1 AND shared = 1 AND mu IS NOT NULL",
    ),
)


def migrate(database: Database, postgres: bool) -> None:
    """Migrate a database, also a new one; raise DatabaseProblem `newer` if it is of a later version."""
    with database.transaction() as db:
        if postgres:
            db.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS club_schema (version INTEGER NOT NULL)")
        found = db.execute("SELECT max(version) FROM club_schema")
        version = found[0][0] or 0
        if version > len(MIGRATIONS):
            raise DatabaseProblem("newer", version)
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            _run_migration(db, statements, number)


def _run_migration(db: ClubTransaction, statements: tuple[str, ...], number: int) -> None:
    for statement in statements:
        db.execute(statement)
    db.execute("INSERT INTO club_schema VALUES (?)", (number,))
