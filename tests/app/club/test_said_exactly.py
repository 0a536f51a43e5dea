"""Pages of a club say what happened: who has won alone and who shared a place, and the hour of what happens daily."""

import re
from html import unescape

import pytest

from app.club.tournaments import TournamentPlan
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.at_tables import become
from tests.app.club.clubs import PIN
from tests.app.club.evenings import FIRST, count_all, game, members

MOMENT = re.compile(r"\d\d/\d\d/\d{4}, \d\d:\d\d")


def parse_cells(page):
    """List the cells of each row of a page's table, as text, without the header."""
    rows = re.findall(r"<tr>(.*?)</tr>", page, re.DOTALL)
    return [
        [" ".join(re.sub(r"<[^>]*>", "", cell).split()) for cell in re.findall(r"<td.*?>(.*?)</td>", row, re.DOTALL)]
        for row in rows
    ][1:]


async def read(web, path):
    answer = await web.get(path)
    assert answer.status == 200
    return unescape(await answer.text())


async def test_standings_count_a_shared_first_place_apart_from_wins(club, web):
    """Ada and Bo share one game, Ada wins the next: in a tournament, in ratings, on paper and in a spreadsheet."""
    members(club.book, "ada", "bo", "cy")
    id = club.book.tournaments.begin(TournamentPlan("Cup", "architects", "", 3, 3, 2), ("ada", "bo", "cy"), (), FIRST)
    club.book.ratings.let_all_read(True)
    for round, points in ((1, [40, 40, 30]), (2, [50, 30, 40])):
        began = FIRST + 7200.0 * round
        club.book.tournaments.make_round(id, round, (), began)
        played = game(round, points, ended=began + 3600.0)
        club.book.store_games("a", [GameNews(played.id, 1, played, {1: "ada", 2: "bo", 3: "cy"})])
    count_all(club.book)
    pages = (f"/tournaments/{id}", f"/tournaments/{id}?as=sheet", "/standings/architects-3",
             "/standings/architects-3?as=sheet")  # fmt: skip
    for path in pages:
        page = await read(web, path)
        assert {row[1].rstrip(" *"): row[-1] for row in parse_cells(page)} == {
            "Ada": "1 + 1",
            "Bo": "0 + 1",
            "Cy": "0",
        }, path
        assert "first places that were shared" in page
    sheet = (await read(web, "/standings/architects-3?as=csv")).splitlines()
    assert sorted(line.split(";")[-2:] if ";" in line else line.split(",")[-2:] for line in sheet[1:]) == [
        ["0", "0"], ["0", "1"], ["1", "1"],
    ]  # fmt: skip


async def test_first_place_shared_with_a_guest_counts_as_shared(club, web):
    """Ada shares one game with a guest and wins the next; the guest is not rated."""
    members(club.book, "ada", "cy")
    club.book.ratings.let_all_read(True)
    for number, points in ((1, [40, 40, 30]), (2, [50, 30, 40])):
        played = game(number, points)
        club.book.store_games("a", [GameNews(played.id, 1, played, {1: "ada", 3: "cy"})])
    count_all(club.book)
    page = await read(web, "/standings/architects-3")
    assert {row[1]: row[-1] for row in parse_cells(page)} == {"Ada": "1 + 1", "Cy": "0"}
    league = club.book.ratings.begin_league("Autumn", "architects", 3, FIRST, FIRST + 86_400.0)
    count_all(club.book)
    assert {row[1]: row[-1] for row in parse_cells(await read(web, f"/standings/{league}"))} == {
        "Ada": "1 + 1",
        "Cy": "0",
    }


async def test_standings_without_shared_places_do_not_mention_them(club, web):
    id = club.book.tournaments.begin(TournamentPlan("Cup", "architects", "", 3, 3, 2), (), ("Ada", "Bo", "Cy"), FIRST)
    club.book.tournaments.make_round(id, 1, (), FIRST)
    club.book.tournaments.enter(id, 1, 1, (1, 2, 3))
    page = await read(web, f"/tournaments/{id}")
    assert sorted(row[-1] for row in parse_cells(page)) == ["0", "0", "1"]
    assert "first places that were shared" not in page


async def test_member_page_shows_a_shared_first_place(club, web, phone):
    await become(phone, club)
    [member] = club.book.people.members()
    shared, alone = game(1, [40, 40]), game(2, [50, 30])
    club.book.store_games("a", [GameNews(played.id, 1, played, {1: member.id}) for played in (shared, alone)])
    page = await read(phone, f"{club.address}/me")
    assert page.count("first place shared") == 1
    assert len(re.findall(r"\bwon\b", page)) == 1
    sheet = await read(phone, f"{club.address}/me?files=csv")
    assert sheet.count("first place shared") == 1


async def test_pages_show_the_time_of_day_of_contacts_and_games(club, web, phone):
    """Read the time of a table's last message and of each game of an evening, as the organiser and as a member."""
    await become(phone, club)
    [member] = club.book.people.members()
    members(club.book, "bo")
    club.book.join("a", "Window", FIRST)
    club.book.store_games(
        "a", [GameNews(played.id, 1, played, {1: member.id, 2: "bo"}) for played in (game(1, [9, 8]), game(2, [9, 8]))]
    )
    count_all(club.book)
    await web.post("/organiser", data={"pin": PIN})
    organiser = await read(web, "/organiser")
    assert re.search(rf"Last contact: {MOMENT.pattern}\.", organiser)
    assert len({*MOMENT.findall(organiser)}) == 3, "the table, and two games"
    assert len({*MOMENT.findall(await read(phone, f"{club.address}/me"))}) == 2
    assert len({*MOMENT.findall(await read(web, f"/organiser/standings/architects-2/{member.id}"))}) == 2


@pytest.mark.parametrize("later", [30.0, 90.0])
def test_last_contact_is_stored_once_a_minute(book, later):
    key = book.join("a", "Window", 1000.0)
    book.table_of(key, 1000.0 + later)
    [table] = book.tables()
    assert table.heard == (1000.0 if later < 60.0 else 1000.0 + later)
