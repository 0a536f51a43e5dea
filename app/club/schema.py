"""The tables of a club's database, as they came to be. SQLite and PostgreSQL take the same words."""

from typing import Final

from app.club.database import ClubTransaction, Database, DatabaseProblem

LOCK: Final = 7_006_040  # any number: two clubs that start at once bring a database up to date one after the other

# All tables, with what orders their rows.
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
        # `key`: a hash; none: the table has left, or was removed. What it has told stays.
        """
        CREATE TABLE tables (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, key TEXT UNIQUE, joined DOUBLE PRECISION NOT NULL,
            heard DOUBLE PRECISION NOT NULL
        )
        """,
        # `game`: JSON as in files of the history; none: it is none any more, and only its version is known.
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
        # `name`: as the wall shows it; `known`: the same for all ways to write it.
        """
        CREATE TABLE members (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, known TEXT NOT NULL UNIQUE, joined DOUBLE PRECISION NOT NULL
        )
        """,
        # Who of the members sat where. `claimed`: said by the member later, and not told by the table.
        """
        CREATE TABLE seats (
            game TEXT NOT NULL, seat INTEGER NOT NULL, member TEXT NOT NULL, claimed INTEGER NOT NULL,
            PRIMARY KEY (game, seat)
        )
        """,
        "CREATE INDEX seats_by_member ON seats (member)",
    ),
    (
        # Who is rated for a seat of a game, and how they stood before and after it; none: it is not counted yet.
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
        # From where on a pool is to be counted, and who besides those who are met from there on is concerned.
        """
        CREATE TABLE recounts (
            pool TEXT NOT NULL, ended DOUBLE PRECISION NOT NULL, game TEXT NOT NULL, players TEXT NOT NULL,
            PRIMARY KEY (pool, ended, game)
        )
        """,
        # Games of which it is to be found out again who is rated.
        "CREATE TABLE unsorted (game TEXT PRIMARY KEY)",
        "INSERT INTO unsorted SELECT id FROM games WHERE game IS NOT NULL",
        # `name`, `begins`, `ends`: of a league.
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
        # What is wrong with the clock of a game's table; `heard`: when the club was told of the game first.
        "CREATE TABLE doubts (game TEXT PRIMARY KEY, why TEXT NOT NULL, heard DOUBLE PRECISION NOT NULL)",
    ),
    (
        # a member's phones, by their keys' hashes
        "CREATE TABLE phones (key TEXT PRIMARY KEY, member TEXT NOT NULL, since DOUBLE PRECISION NOT NULL)",
        "CREATE INDEX phones_by_member ON phones (member)",
        # where a table can be reached by phones, as it says itself
        "CREATE TABLE addresses (teller TEXT NOT NULL, address TEXT NOT NULL, PRIMARY KEY (teller, address))",
        # Somebody was forgotten: what was removed here. `said`: JSON without a name.
        "CREATE TABLE receipts (id TEXT PRIMARY KEY, day DOUBLE PRECISION NOT NULL, said TEXT NOT NULL)",
        # … and which tables have to hear of it. `heard`: when one did, and of how many games it has removed the name;
        # until then it is told by `member` and `seats` (JSON), which are empty from then on.
        """
        CREATE TABLE forgotten (
            receipt TEXT NOT NULL, teller TEXT NOT NULL, member TEXT NOT NULL, seats TEXT NOT NULL,
            heard DOUBLE PRECISION, games INTEGER NOT NULL, PRIMARY KEY (receipt, teller)
        )
        """,
        # seats of games where nobody is named any more, whatever a table tells later
        "CREATE TABLE nameless (game TEXT NOT NULL, seat INTEGER NOT NULL, PRIMARY KEY (game, seat))",
    ),
    (
        # `how`: variants, in words; `rounds`: that are planned; `ended` none: it runs.
        """
        CREATE TABLE tournaments (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, kind TEXT NOT NULL, how TEXT NOT NULL, most INTEGER NOT NULL,
            least INTEGER NOT NULL, rounds INTEGER NOT NULL, began DOUBLE PRECISION NOT NULL, ended DOUBLE PRECISION
        )
        """,
        # Who takes part: a member, or somebody by name only. `away`: is not paired any more.
        """
        CREATE TABLE entrants (
            tournament TEXT NOT NULL, number INTEGER NOT NULL, member TEXT NOT NULL, name TEXT NOT NULL,
            away INTEGER NOT NULL, PRIMARY KEY (tournament, number)
        )
        """,
        "CREATE INDEX entrants_by_member ON entrants (member)",
        # `people`, `places`: JSON; `places` none: they follow from what tables tell; `moved`: people were swapped.
        """
        CREATE TABLE pairings (
            tournament TEXT NOT NULL, round INTEGER NOT NULL, number INTEGER NOT NULL, people TEXT NOT NULL,
            place TEXT NOT NULL, made DOUBLE PRECISION NOT NULL, places TEXT, decided TEXT NOT NULL,
            moved INTEGER NOT NULL, PRIMARY KEY (tournament, round, number)
        )
        """,
    ),
    (
        # Tournaments with one deal for all tables of a round, from the round `since` on; it follows from the secret.
        "CREATE TABLE deals (tournament TEXT PRIMARY KEY, secret TEXT NOT NULL, since INTEGER NOT NULL)",
    ),
    (
        # `shared`: somebody else at the table reached the same place, be it a guest. Older games are looked at again.
        "ALTER TABLE rated ADD COLUMN shared INTEGER NOT NULL DEFAULT 0",
        "INSERT INTO unsorted SELECT id FROM games WHERE game IS NOT NULL ON CONFLICT (game) DO NOTHING",
    ),
)


def migrate(database: Database, postgres: bool) -> None:
    """Bring a database up to date, a new one too. DatabaseProblem `newer` if a later version has made it."""
    with database.transaction() as db:
        if postgres:
            db.execute("SELECT pg_advisory_xact_lock(?)", (LOCK,))
        db.execute("CREATE TABLE IF NOT EXISTS club_schema (version INTEGER NOT NULL)")
        found = db.execute("SELECT max(version) FROM club_schema")
        version = found[0][0] or 0
        if version > len(MIGRATIONS):
            raise DatabaseProblem("newer", version)
        for number, statements in enumerate(MIGRATIONS[version:], version + 1):
            _carry_out(db, statements, number)


def _carry_out(db: ClubTransaction, statements: tuple[str, ...], number: int) -> None:
    for statement in statements:
        db.execute(statement)
    db.execute("INSERT INTO club_schema VALUES (?)", (number,))
