"""A table shows an address, and whoever organises the club lets it in by scanning that."""

from urllib.parse import parse_qs, urlsplit

import pytest

from app.host.club_http import ClubUnreachable
from app.host.discovery import ClubAddress
from app.protocol import table_to_club_messages as said
from app.protocol.club_membership_messages import ClubStatus
from tests.app.club.clubs import PIN


def make_finder(club):
    """Return a discovery function that finds only this club."""

    async def find_club():
        return [ClubAddress(club.book.id, club.address)]

    return find_club


@pytest.fixture
async def asking(table, club):
    """The table, once it shows something, and what that is."""

    table.link._joining._find_clubs = make_finder(club)
    table.link.join("", "")
    shown = ""
    while not shown:
        shown = (await table.until("joining")).scan
        table.told.append(ClubStatus("joining", scan=shown))
        await table.link._sleep(0)
    return table, urlsplit(shown)


async def admit_table(web, shown, name=""):
    """Scan it, give the PIN, let the table in; the page as it is then."""
    [table] = parse_qs(shown.query)["table"]
    asked = await (await web.get(f"{shown.path}?{shown.query}")).text()
    assert f'value="{table}"' in asked
    wrong = await (await web.post("/organiser", data={"pin": "1", "table": table})).text()
    assert f'value="{table}"' in wrong
    answer = await web.post("/organiser", data={"pin": PIN, "table": table})
    assert "A table asks to be let in" in await answer.text()
    page = answer.url.path
    return await (await web.post(page, data={"do": "let-in", "table": table, "name": name})).text()


@pytest.mark.rotated
async def test_scan_admits_a_table(asking, club, web):
    table, shown = asking
    assert f"{shown.scheme}://{shown.netloc}" == club.address
    await admit_table(web, shown, "Window")
    await table.until("in")
    [inside] = club.book.tables()
    assert inside.name == "Window"


async def test_table_admitted_without_a_name_keeps_its_own(asking, club, web):
    table, shown = asking
    await admit_table(web, shown)
    await table.until("in")
    assert [each.name for each in club.book.tables()] == ["Window"]


@pytest.mark.rotated
@pytest.mark.parametrize(("name", "is_called"), [("", "The table"), ("Window", "Window")])
async def test_page_shows_an_admitted_table_until_it_has_joined(club, web, name, is_called):
    asks = said.ClubJoinRequest.create()
    assert f"{is_called} may join" in await admit_table(web, urlsplit(asks.address(club.address)), name)
    joins = {"code": asks.code, "table": "window", "name": "Window"}
    assert (await web.post("/tables", json=joins)).status == 200
    assert (await web.post("/tables", json=joins)).status == 403, "once"


async def test_scanned_address_contains_no_join_code(asking, club, web):
    """A person who sees the address, and is quicker than the table, does not have the table's secret."""
    table, shown = asking
    code = table.link._joining.pending.code
    [seen] = parse_qs(shown.query)["table"]
    assert code not in shown.geturl()
    assert all(
        code not in repr(each) for each in (*table.told, table.link._joining.pending, said.JoinsClub(code, "x", "X"))
    )
    club.server.table_codes.accept_hash(seen, "")
    answer = await web.post("/tables", json={"code": seen, "table": "other", "name": "Other"})
    assert answer.status == 403
    await table.until("in")


async def test_polling_table_does_not_use_up_pin_attempts(asking, club, web):
    table, _ = asking
    for _ in range(30):
        await web.post("/tables", json={"code": table.link._joining.pending.code, "table": "window", "name": "Window"})
    assert (await web.post("/organiser", data={"pin": "1"})).status == 403, "and is not slowed down"


async def test_join_request_expires_without_a_scan(table, club, monkeypatch):
    async def make_finder():
        return [ClubAddress(club.book.id, club.address)]

    monkeypatch.setattr(said, "GOOD", 0.0)
    table.link._joining._find_clubs = make_finder
    table.link.join("", "")
    assert (await table.until("failed")).why == "club-not-scanned"


async def test_typed_code_joins_while_a_scan_is_pending(asking, club):
    table, _ = asking
    table.link.join(club.code(), club.address)
    await table.until("in")
    assert "failed" not in [each.how for each in table.told if each]


async def test_failed_scan_is_not_reported_after_a_typed_code(table, club, monkeypatch):
    """Otherwise its refusal would stay on the page after the code has worked."""

    async def fails(*_):
        raise OSError

    table.link.join(club.code(), club.address)
    await table.until("in")
    monkeypatch.setattr(table.link._joining, "_join_by_scan", fails)
    before = len(table.told)
    await table.link._join("", club.address, said.ClubJoinRequest.create())
    assert "failed" not in [each.how for each in table.told[before:] if each]


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize("table", ["x", "0" * 63, "<b>", "G" * 64])
async def test_invalid_table_parameter_is_ignored(web, table):
    assert 'name="table"' not in await (await web.get("/organiser", params={"table": table})).text()
    answer = await web.post("/organiser", data={"pin": PIN, "table": table})
    assert "asks to be let in" not in await answer.text()


async def test_table_retries_joining_while_the_club_is_unreachable(asking, club, web, monkeypatch):
    table, shown = asking
    ask, times = table.link._http.request, []

    async def fail_twice(*words, **more):
        times.append(1)
        if len(times) < 3:
            raise ClubUnreachable
        return await ask(*words, **more)

    monkeypatch.setattr(table.link._http, "request", fail_twice)
    await admit_table(web, shown)
    await table.until("in")
    assert len(times) >= 3
