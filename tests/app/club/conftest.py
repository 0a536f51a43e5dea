"""A club for each test, in each kind of database, and tables."""

import aiohttp
import pytest

import app.host.club_connection as host_club
from app.club import game_store as club_book
from app.club.game_store import ClubStore
from app.storage.database import Store
from app.text.translation import words
from tests.app import histories
from tests.app.club.at_tables import Evening
from tests.app.club.clubs import PIN, Club, Table, postgresql
from tests.app.phones.served import Served, serving
from tests.nights.damage import GAME


@pytest.fixture(scope="session")
def server():
    with postgresql() as address:
        yield address


@pytest.fixture(params=["embedded", "postgresql"])
def where(request, tmp_path):
    """The place of the club's empty database, embedded or on a server."""
    if request.param == "embedded":
        yield tmp_path / "club.db"
        return
    import psycopg

    address = request.getfixturevalue("server")
    with psycopg.connect(address, autocommit=True) as db:
        # what a test before still reads would wait for what is dropped, and the other way round
        db.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        )
        db.execute("DROP SCHEMA public CASCADE")
        db.execute("CREATE SCHEMA public")
    yield address


@pytest.fixture(autouse=True)
def unknown_sentences(monkeypatch):
    """Fail a test in which a page or an answer has an English sentence that is not in the catalogues."""
    english, unknown = words("en"), []
    known = words("de")._gettext.__wrapped__.__self__._catalog

    def look_up(text, key):
        if key not in known:
            unknown.append(text)
        return text

    monkeypatch.setattr(english, "_gettext", lambda text: look_up(text, text))
    monkeypatch.setattr(english, "_pgettext", lambda context, text: look_up(text, f"{context}\x04{text}"))
    monkeypatch.setattr(english, "_ngettext", lambda one, more, n: look_up(one if n == 1 else more, (one, 0)))
    yield
    assert unknown == []


@pytest.fixture
def book(where):
    book = ClubStore(where)
    yield book
    book.close()


@pytest.fixture
async def club(book):
    async with Club(book).serving() as club:
        yield club


@pytest.fixture
async def web(club, monkeypatch):
    """A browser at a club that has the PIN of these tests."""
    monkeypatch.setattr(club_book, "COST", 2)  # nobody guesses here for long
    club.book.set_pin(PIN)
    async with aiohttp.ClientSession(club.address, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


@pytest.fixture
async def table(tmp_path):
    table = Table(tmp_path, "window")
    yield table
    await table.close()


@pytest.fixture(scope="session")
def games(tmp_path_factory):
    store = Store(tmp_path_factory.mktemp("games") / "table.db")
    histories.fill(store, GAME)
    games = tuple(store.archived())
    store.close()
    return games


def browser():
    """Return a client session that keeps cookies by host and path."""
    connector = aiohttp.TCPConnector(force_close=True)
    return aiohttp.ClientSession(cookie_jar=aiohttp.CookieJar(unsafe=True), connector=connector)


@pytest.fixture
async def phone():
    async with browser() as session:
        yield session


@pytest.fixture
async def other_phone():
    async with browser() as session:
        yield session


@pytest.fixture
async def evening(tmp_path, facts, club, monkeypatch):
    """A table of two seats at the club."""
    monkeypatch.setattr(host_club, "QUESTION_SECONDS", 60.0)  # however busy the machine is
    async with serving(Served(tmp_path, facts)) as served:
        served.seats(2)
        evening = Evening(served, club)
        yield evening
        await evening.close()
