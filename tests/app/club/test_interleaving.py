"""Tests of serialisability: all pairs of a club's writing requests are interleaved statement by statement, and answers
and stored rows are the same as if one request had come after the other (compared with both orders)."""

import random
import re
from functools import partial
from itertools import combinations_with_replacement, permutations, product
from pathlib import Path

import pytest

from app.club import database, game_store, ratings, schema, tournaments
from app.club.database import POSTGRESQL
from app.club.game_store import ClubStore
from app.club.members import SCRUB_SETTING
from app.club.pairing_and_standings import TooFewPeople
from app.club.tournaments import TournamentPlan
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.evenings import FIRST, count_all, game
from tests.app.club.stepped import SteppedDatabase, SteppedLock, Steps

NOW = FIRST + 1e6
PLAN = TournamentPlan("Cup", "architects", "", 2, 2, 3)


# Tables, and the column that refers to another one's rows.
OWNED = (
    ("entrants", 0, "tournaments"),
    ("pairings", 0, "tournaments"),
    ("deals", 0, "tournaments"),
    ("entrants", 2, "members"),
    ("phones", 1, "members"),
    ("seats", 2, "members"),
    ("standings", 0, "pools"),
    ("standings", 1, "members"),
    ("rated", 1, "pools"),
)


def make_news(number, points, version, members=None, at=None):
    played = game(number, points, ended=FIRST + 3600.0 * number if at is None else at)
    return GameNews(played.id, version, played, members)


class World:
    """A club with members, games, a league and a tournament, which can be restored."""

    def __init__(self, where, monkeypatch):
        self.steps, self.where = Steps(), where
        for module in (database, ratings):
            monkeypatch.setattr(module, "Lock", lambda: SteppedLock(self.steps))
        for draw in ("token_hex", "token_urlsafe"):
            monkeypatch.setattr(f"secrets.{draw}", self.steps.token)
        monkeypatch.setattr(tournaments, "PEOPLE", 5)  # of which there are four
        opened = database.open_database
        monkeypatch.setattr(game_store, "open_database", lambda where: SteppedDatabase(opened(where), self.steps))
        self.book = book = ClubStore(where)
        self.database = book._database
        for table in "ab":
            book.join(table, f"Table {table}", 1.0)
            book.people.set_addresses(table, [f"http://{table}"])
        self.members = {name: book.people.create(name, 1.0)[0].id for name in ("Ada", "Bo", "Cy", "Dee")}
        ada, bo, cy, dee = self.members.values()
        self.receipt = book.people.forget(book.people.create("Gone", 1.0)[0].id, 2.0)
        self.league = book.ratings.begin_league("Spring", "architects", 2, FIRST, FIRST + 1e7)
        self.cup = book.tournaments.begin(PLAN, [ada, bo, cy], ["Guest"], FIRST)
        book.tournaments.make_round(self.cup, 1, ["Table a"], FIRST + 2e4)
        self.met = book.tournaments.course(self.cup).rounds[0][0].people  # as the organiser sees them
        sat = [{1: ada, 2: bo}, {1: bo, 2: cy}, {1: cy}, {}, {1: ada, 2: cy}]
        book.store_games("a", [make_news(n, [n, 9 - n], 5, members) for n, members in enumerate(sat, 1)])
        self.games = [f"{n:08x}" for n in range(1, 6)]
        book.people.claim(self.games[2], 2, ada)
        self.phone, self.key = book.people.add_phone(dee, 2.0), book.join("d", "Table d", 1.0)
        count_all(book)
        self.kept = self.load()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.book.close()

    def load(self):
        with self.database.inner.transaction() as db:
            return {table: db.execute(f"SELECT * FROM {table}") for table in schema.TABLES}

    def restore(self):
        now = self.load()
        with self.database.inner.transaction() as db:
            for table, rows in self.kept.items():
                if now[table] == rows:
                    continue
                db.execute(f"DELETE FROM {table}")
                if rows:
                    marks = ", ".join([f"({', '.join('?' * len(rows[0]))})"] * len(rows))
                    db.execute(f"INSERT INTO {table} VALUES {marks}", [value for row in rows for value in row])
        self.book.ratings._run, self.database.dirty = None, False

    def play(self, requests, choose):
        """Run the requests on the club as it was; return answers and everything that is stored once ratings are
        counted.
        """
        self.restore()
        answers = self.steps.run([lambda do=do: do(self) for do in requests], choose)
        with self.database.inner.transaction() as db:
            due = db.execute("SELECT value FROM facts WHERE name = ?", (SCRUB_SETTING,))[0][0] != "done"
        assert due or not self.database.dirty, "a removed name is never scrubbed"
        count_all(self.book)
        stored = self.load()
        for table, column, of in OWNED:
            owners = {"", *(row[0] for row in stored[of])}
            assert {row[column] for row in stored[table]} <= owners, f"a row of {table} without its {of}"
        stored["facts"] = [row for row in stored["facts"] if row[0] != SCRUB_SETTING]
        return repr(answers), {table: sorted(rows, key=repr) for table, rows in stored.items()}


def enter(world):
    """Enter a result, as the organiser's page does."""
    cups = world.book.tournaments
    course = cups.course(world.cup)
    if course is not None and course.rounds and course.rounds[0][0].people == world.met:
        cups.enter(world.cup, 1, 1, (2, 1), "Corner", world.met)


def next_round(world):
    cups = world.book.tournaments
    try:
        cups.make_round(world.cup, 2, ["Table a", "Table b"], FIRST + 9e4)
    except TooFewPeople:
        return "too few"


def claim(game, seat, who):
    """Claim a seat, as a member's page does."""

    def claims(world):
        if world.book.people.claimable("a", world.games[game], seat) is not None:
            world.book.people.claim(world.games[game], seat, world.members[who])

    return claims


def send_game(table, *args, **more):
    return lambda world: world.book.store_games(table, [make_news(*args, **more)])


def call_people(what, *args):
    return lambda world: getattr(world.book.people, what)(*(world.members.get(argument, argument) for argument in args))


def call_tournaments(what, *args):
    return lambda world: getattr(world.book.tournaments, what)(world.cup, *args)


WRITES = {
    "new game": lambda world: world.book.store_games(
        "b", [make_news(7, [3, 2], 5, {1: world.members["Ada"], 2: world.members["Bo"]})]
    ),
    "late game": lambda world: world.book.store_games(
        "b", [make_news(8, [3, 2], 5, {1: world.members["Cy"], 2: world.members["Bo"]}, FIRST + 5000.0)]
    ),
    "corrected game": lambda world: world.book.store_games(
        "a", [make_news(1, [30, 2], 6, {1: world.members["Ada"], 2: world.members["Bo"]})]
    ),
    "guest game again": send_game("a", 4, [4, 5], 6, {}),
    "deleted game": lambda world: world.book.store_games("a", [GameNews(world.games[0], 7, None)]),
    "deleted guest game": lambda world: world.book.store_games("a", [GameNews(world.games[3], 7, None)]),
    "game of another table": send_game("b", 1, [1, 9], 9),
    "join": lambda world: len(world.book.join("c", "Table c", 3.0)),
    "contact": lambda world: world.book.table_of(world.key, 900.0),
    "setting": lambda world: world.book.switch("join", False),
    "open standings": lambda world: world.book.ratings.let_all_read(True),
    "leave": lambda world: world.book.end_key("d"),
    "addresses": lambda world: world.book.people.set_addresses("a", ["http://a", "http://new"]),
    "removal confirmed": lambda world: world.book.people.confirm_removal("a", world.receipt, 0, 3.0),
    "new member": call_people("create", "Eve", 3.0),
    "new member, alike": call_people("create", "Eνe", 3.0),
    "rename": call_people("rename", "Bo", "Eve"),
    "phone": call_people("add_phone", "Ada", 3.0),
    "phone lost": lambda world: world.book.people.end_phone(world.phone),
    "other phones": lambda world: world.book.people.end_other_phones(world.members["Dee"], world.phone),
    "claim": claim(3, 1, "Ada"),
    "claim other seat": claim(3, 2, "Ada"),
    "claim by another": claim(3, 1, "Bo"),
    "unclaim": lambda world: world.book.people.unclaim(world.games[2], 2),
    "forget": lambda world: world.book.people.forget(world.members["Ada"], 3.0),
    "forget another": lambda world: world.book.people.forget(world.members["Bo"], 3.0),
    "cup": lambda world: world.book.tournaments.begin(
        PLAN, [world.members["Ada"], world.members["Dee"]], ["Zed"], 4.0, True
    ),
    "plan": call_tournaments("change", TournamentPlan("Cup", "architects", "", 3, 4, 3)),
    "add": lambda world: world.book.tournaments.add(world.cup, [world.members["Dee"]], ["Zed"]),
    "add the same": lambda world: world.book.tournaments.add(
        world.cup, [world.members["Dee"], world.members["Ada"]], []
    ),
    "last place": call_tournaments("add", (), ["Yan"]),
    "away": call_tournaments("set_away", 1, True),
    "name removed": call_tournaments("remove_name", 4),
    "round": next_round,
    "same deal": call_tournaments("set_same_deal", True),
    "take back": call_tournaments("take_back", 1),
    "swap": call_tournaments("swap", 1, 1, 3),
    "enter": enter,
    "end": call_tournaments("end", FIRST + 8e4),
    "remove": call_tournaments("remove"),
    "league": lambda world: world.book.ratings.begin_league("New", "architects", 2, FIRST, FIRST + 1e7),
    "league ends": lambda world: world.book.ratings.end_league(world.league, FIRST + 8000.0),
    "league removed": lambda world: world.book.ratings.remove_league(world.league),
    "bots apart": lambda world: world.book.ratings.rate_bots(True),
    "recount": lambda world: count_all(world.book, most=2) and None,
}

READ_REQUESTS = {
    "course": lambda world: world.book.tournaments.course(world.cup),
    "running": lambda world: world.book.tournaments.running(),
    "seats": lambda world: world.book.people.seats(world.members["Ada"]),
    "cups of a member": lambda world: world.book.tournaments.list_of_member(world.members["Ada"]),
    "receipt": lambda world: world.book.people.receipt(world.receipt),
    "standings": lambda world: world.book.ratings.standings("architects-2"),
    "changes": lambda world: world.book.ratings.changes("architects-2", world.members["Cy"], 9),
    "claimable": lambda world: world.book.people.claimable("a", world.games[3], 1),
}

PAIRS = [*combinations_with_replacement(WRITES, 2), *product(WRITES, READ_REQUESTS)]
# Pairs that once came to what no order explains.
FORMER_CONFLICTS = (
    ("claim", "claim other seat"),
    ("claim", "forget"),
    ("corrected game", "recount"),
    ("deleted game", "forget another"),
    ("enter", "swap"),
    ("forget", "cup"),
    ("forget", "forget another"),
    ("forget", "swap"),
    ("new game", "forget another"),
    ("new game", "league ends"),
    ("new game", "plan"),
    ("new member", "new member, alike"),
    ("new member", "rename"),
    ("round", "remove"),
    ("round", "take back"),
    ("unclaim", "league"),
    ("enter", "plan"),
    ("add", "last place"),
    ("add", "remove"),
    ("remove", "course"),
)
EXCLUSIVE_METHODS = {"__init__", "migrate", "renew_keys", "copy"}  # while nobody else uses the club


@pytest.fixture
def world(where, monkeypatch):
    waits = "&options=-c%20lock_timeout%3D200ms" if str(where).startswith(POSTGRESQL) else ""  # nobody waits for a row
    with World(f"{where}{waits}", monkeypatch) as world:
        yield world


def compare(world, pairs, seeds):
    """Compare interleavings of requests with each order of them."""
    for pair in pairs:
        requests = [WRITES.get(name) or READ_REQUESTS[name] for name in pair]
        orders = [world.play(requests, partial(min, key=order.index)) for order in permutations(range(len(pair)))]
        for seed in seeds:
            assert world.play(requests, scheduler(f"{pair} {seed}")) in orders, (pair, seed)


def scheduler(seed):
    """Return a choice of requests: each step by chance, or some steps of the last one, all others, and its rest."""
    rng = random.Random(seed)
    left, by_chance = rng.randrange(12), rng.random() < 0.5

    def choose(ready):
        nonlocal left
        if by_chance:
            return rng.choice(ready)
        left -= 1
        return max(ready) if left >= 0 else min(ready)

    return choose


@pytest.mark.rotated
def test_interleaved_requests_equal_a_serial_order(world):
    compare(world, FORMER_CONFLICTS, range(3))
    compare(world, [("add", "round", "running")], range(20))  # the wall read people, and then a round of others
    compare(world, random.Random(77).sample(PAIRS, 20), [0])


@pytest.mark.full
@pytest.mark.parametrize("seed", range(4))
def test_all_pairs_of_interleaved_requests_equal_a_serial_order(world, seed):
    compare(world, PAIRS, [seed])
    rng = random.Random(seed)
    compare(world, [tuple(rng.sample([*WRITES], 3)) for _ in range(100)], range(3))


@pytest.mark.rotated
def test_interleaving_covers_every_write_request():
    here, wanted = Path(__file__).read_text(), set()
    for path in Path(schema.__file__).parent.glob("*.py"):
        for function in re.split(r"\n *(?=def )", path.read_text()):
            if ".transaction() as" in function:
                wanted.add(re.match(r"def (\w+)", function)[1])
    private = {"_store_setting": "switch", "recount_slice": "count_all"}
    assert {name for name in wanted - EXCLUSIVE_METHODS if private.get(name, name) not in here} == set()
