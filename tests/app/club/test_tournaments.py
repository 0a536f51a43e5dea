"""Tournaments of a club: what tables tell becomes results, in any order; what a person says holds; who leaves, or is
forgotten, leaves the others' results as they were."""

import random
import re

import aiohttp
import msgspec
import pytest

from app.club import game_store, member_export, tournaments
from app.club.database import DatabaseProblem
from app.club.pairing_and_standings import TooFewPeople
from app.club.tournaments import TournamentPlan
from app.protocol.results import Daily
from app.protocol.table_to_club_messages import GameNews
from tests.app.club.evenings import FIRST, game, members

PIN = "31415926"
IDS = ("ada", "bo", "cy", "di", "ed", "fay", "gus", "hana")
TABLES = ("Door", "Window")


def begin_tournament(book, ids=IDS, names=(), seats=(2, 2), rounds=3, kind="architects"):
    members(book, *ids)
    return book.tournaments.begin(TournamentPlan("Autumn", kind, "", *seats, rounds), ids, names, FIRST)


def find_number(course, member):
    return next(person.number for person in course.people.values() if person.member == member)


def list_members(course, meeting):
    return tuple(course.people[n].member for n in meeting.people)


def finish_game(number, course, meeting, points, at, **more):
    """Return news of a game of a pairing's members, seated in their order, that began half an hour before `at`."""
    played = game(number, points, ended=at, **more)
    return GameNews(played.id, 2, played, dict(enumerate(list_members(course, meeting), 1)))


def result(course, round, number):
    pairing = course.rounds[round - 1][number - 1]
    return pairing.places, pairing.decided, pairing.game_table


def list_standings(course):
    return [
        (course.people[standing.number].name, standing.place, standing.points, standing.met)
        for standing in course.standings
    ]


@pytest.mark.rotated
def test_results_are_the_same_for_any_order_of_uploads(book):
    book.join("a", "Window", 0.0)
    id, rng = begin_tournament(book), random.Random(40)
    now, news = FIRST, []
    for round in range(1, 4):
        book.tournaments.make_round(id, round, TABLES, now)
        course = book.tournaments.course(id)
        for n, meeting in enumerate(course.rounds[-1]):
            more = [rng.randrange(30, 33), rng.randrange(30, 33)]
            news.append(finish_game(10 * round + n, course, meeting, more, now + 3600.0))
        book.store_games("a", news[-4:])
        now += 7200.0
    course = book.tournaments.course(id)
    assert course.missing == 0
    assert {pairing.game_table for each in course.rounds for pairing in each} == {"Window"}
    assert sum(standing.points for standing in course.standings) == 3 * 4
    before = list_standings(course)
    # The same games, told as if in another order, come to the same.
    for _ in range(5):
        book.store_games("a", [GameNews(item.id, item.version + 1, None) for item in news])
        assert book.tournaments.course(id).missing == 12
        rng.shuffle(news)
        news = [msgspec.structs.replace(item, version=item.version + 2) for item in news]
        for each in news:
            book.store_games("a", [each])
        assert list_standings(book.tournaments.course(id)) == before


def test_corrected_or_deleted_game_changes_the_standings(book):
    id = begin_tournament(book, IDS[:2], rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    assert result(course, 1, 1) == (None, "", "")
    [meeting] = course.rounds[0]
    told = finish_game(1, course, meeting, [40, 30], FIRST + 3600.0)
    book.store_games("a", [told])
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((1, 2), "")
    right = game(1, [40, 41], ended=FIRST + 3600.0)
    book.store_games("a", [msgspec.structs.replace(told, version=3, game=right)])
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((2, 1), "")
    book.store_games("a", [GameNews(told.id, 4, None)])
    assert result(book.tournaments.course(id), 1, 1)[:2] == (None, "")


def test_tie_break_of_the_game_decides_places(book):
    """The winner by the rulebook is placed before others with equal points."""
    id = begin_tournament(book, IDS[:3], seats=(3, 3), rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    [meeting] = course.rounds[0]
    book.store_games("a", [finish_game(1, course, meeting, [40, 40, 40], FIRST + 3600.0, winners=(2,))])
    course = book.tournaments.course(id)
    assert result(course, 1, 1)[0] == (2, 1, 2)
    assert sorted(standing.points for standing in course.standings) == [0.5, 0.5, 2]


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    "what", ["early", "kind", "before", "guest", "bot", "others", "day", "after the end", "not these alone"]
)
def test_game_that_does_not_fit_a_pairing_is_ignored(book, what):
    id = begin_tournament(book, IDS[:3], rounds=1)
    book.tournaments.set_away(id, 3, True)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    [meeting] = course.rounds[0]
    end, points, more, sat = FIRST + 3600.0, [40, 30], {}, dict(enumerate(list_members(course, meeting), 1))
    match what:
        case "early":
            more["winners"] = ()
        case "kind":
            more["kind"] = "duel"
        case "before":
            end = FIRST + 1700.0  # it had begun 100 seconds before the round was made
        case "guest":
            del sat[2]
        case "bot":
            points, more["bots"] = [40, 30, 20], (3,)
        case "others":
            sat[2] = "cy"
        case "not these alone":
            points, sat = [40, 30, 20], sat | {3: "cy"}
        case "after the end":
            book.tournaments.end(id, FIRST + 1000.0)
    played = game(1, points, ended=end, **more)
    if what == "day":
        day = Daily("2025-10-09", 1)
        played = msgspec.structs.replace(played, result=msgspec.structs.replace(played.result, daily=day))
    book.store_games("a", [GameNews(played.id, 1, played, sat)])
    assert result(book.tournaments.course(id), 1, 1)[0] is None
    good = finish_game(2, course, meeting, [40, 30], FIRST + 5400.0)
    book.store_games("a", [good])
    known = result(book.tournaments.course(id), 1, 1)[0]
    assert known == (None if what == "after the end" else (1, 2))


def test_first_game_of_a_pairing_counts_and_a_rematch_needs_a_new_one(book):
    id = begin_tournament(book, IDS[:2], rounds=2)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    [meeting] = course.rounds[0]
    first, more = (
        finish_game(n, course, meeting, points, FIRST + 3600.0 * n) for n, points in ((1, [4, 3]), (2, [3, 4]))
    )
    book.store_games("a", [more])
    assert result(book.tournaments.course(id), 1, 1)[0] == (2, 1)
    book.store_games("a", [first])
    assert result(book.tournaments.course(id), 1, 1)[0] == (1, 2)
    book.tournaments.make_round(id, 2, TABLES, FIRST + 9000.0)
    course = book.tournaments.course(id)
    assert result(course, 2, 1)[0] is None
    book.store_games("a", [finish_game(3, course, course.rounds[1][0], [5, 5], FIRST + 12000.0)])
    course = book.tournaments.course(id)
    assert (result(course, 1, 1)[0], result(course, 2, 1)[0]) == ((1, 2), (1, 1))


def test_manual_result_overrides_uploads_until_cleared(book):
    id = begin_tournament(book, IDS[:2], rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    [meeting] = course.rounds[0]
    book.tournaments.enter(id, 1, 1, [2, 1])
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((2, 1), "hand")
    book.store_games("a", [finish_game(1, course, meeting, [40, 30], FIRST + 3600.0)])
    course = book.tournaments.course(id)
    assert result(course, 1, 1)[:2] == ((2, 1), "hand")
    assert course.rounds[0][0].game_places == (1, 2)
    book.tournaments.enter(id, 1, 1, None)
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((1, 2), "")
    book.tournaments.enter(id, 1, 1, [1, 1, 1])  # there are two of them
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((1, 2), "")


def test_swapped_people_score_in_their_new_pairings(book):
    id = begin_tournament(book, IDS[:5], rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    one, two, out = course.rounds[0]
    assert out.is_bye
    assert [pairing.table for pairing in course.rounds[0]] == ["Door", "Window", ""]
    book.tournaments.enter(id, 1, 1, [1, 2])
    book.tournaments.swap(id, 1, one.people[0], out.people[0])
    book.tournaments.swap(id, 1, two.people[0], two.people[1])  # they sit at one table already
    fresh = book.tournaments.course(id)
    assert fresh.rounds[0][0].people == (out.people[0], one.people[1])
    assert fresh.rounds[0][2].people == (one.people[0],)
    assert [pairing.moved for pairing in fresh.rounds[0]] == [True, False, True]
    assert result(fresh, 1, 1)[:2] == (None, "")
    book.store_games("a", [finish_game(1, course, one, [4, 3], FIRST + 3600.0)])
    assert result(book.tournaments.course(id), 1, 1)[:2] == (None, "")
    book.store_games("a", [finish_game(2, fresh, fresh.rounds[0][0], [4, 3], FIRST + 7200.0)])
    assert result(book.tournaments.course(id), 1, 1)[:2] == ((1, 2), "")


def test_people_can_enter_late_leave_and_return(book):
    id = begin_tournament(book, IDS[:4], names=("Zoe",), rounds=4)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    members(book, "xi")
    book.tournaments.add(id, ["xi", "ada", "nobody"], [])
    course = book.tournaments.course(id)
    assert [person.name for person in course.people.values()] == ["Ada", "Bo", "Cy", "Di", "Zoe", "Xi"]
    book.tournaments.set_away(id, find_number(course, "bo"), True)
    book.tournaments.make_round(id, 2, TABLES, FIRST + 1.0)
    course = book.tournaments.course(id)
    sat = {n for pairing in course.rounds[1] for n in pairing.people}
    assert {course.people[n].name for n in sat} == {"Ada", "Cy", "Di", "Zoe", "Xi"}
    book.tournaments.set_away(id, find_number(course, "bo"), False)
    book.tournaments.make_round(id, 2, TABLES, FIRST + 2.0)  # it is made already
    book.tournaments.make_round(id, 3, TABLES, FIRST + 2.0)
    assert len({n for pairing in book.tournaments.course(id).rounds[2] for n in pairing.people}) == 6
    book.tournaments.take_back(id, 2)  # it is not the last
    book.tournaments.take_back(id, 3)
    assert len(book.tournaments.course(id).rounds) == 2
    book.tournaments.end(id, FIRST + 3.0)
    book.tournaments.make_round(id, 3, TABLES, FIRST + 4.0)
    assert len(book.tournaments.course(id).rounds) == 2


def test_removal_of_a_member_keeps_the_results_of_others(book):
    id = begin_tournament(book, IDS[:4], names=("Zoe", "Yul"), rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    # One plays a member whom the tables know, perhaps, and everybody else is entered.
    for n, pairing in enumerate(course.rounds[0], 1):
        if all(list_members(course, pairing)):
            book.store_games("a", [finish_game(n, course, pairing, [40, 30], FIRST + 3600.0)])
        else:
            book.tournaments.enter(id, 1, n, [1, 2])
    course = book.tournaments.course(id)
    before = [(standing.number, standing.place, standing.points, standing.met) for standing in course.standings]
    for member in IDS[:4]:
        receipt = book.people.forget(member, FIRST + 9000.0)
        assert book.people.receipt(receipt).here["tournaments"] == 1
        after = book.tournaments.course(id)
        assert [
            (standing.number, standing.place, standing.points, standing.met) for standing in after.standings
        ] == before
    course = book.tournaments.course(id)
    assert [person.name for person in course.people.values()] == ["", "", "", "", "Zoe", "Yul"]
    assert course.active_numbers == [5, 6]
    book.tournaments.set_away(id, 1, False)
    book.tournaments.remove_name(id, 5)
    assert book.tournaments.course(id).active_numbers == [6]
    with book._database.transaction() as db:
        kept = str([db.execute(f"SELECT * FROM {table}") for table in ("tournaments", "entrants", "pairings")])
    kept = kept.replace(id, "")  # it is drawn, and "ada" can be in it
    assert not any(name in kept for name in [*IDS[:4], "Zoe"])


def test_member_export_contains_tournament_results(book):
    id = begin_tournament(book, IDS[:3], rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    book.tournaments.enter(id, 1, 1, [1, 2])
    first, out = course.rounds[0][0].people[0], course.rounds[0][1].people[0]
    said = []
    for number in (first, out):
        member = book.people.member(course.people[number].member)
        known = member_export.MemberData(member, [], [], [], book.tournaments.list_of_member(member.id))
        [entry] = msgspec.json.decode(member_export.to_json(known))["tournaments"]
        said.append((entry["name"], entry["points"], entry["rounds"]))
    assert said == [
        ("Autumn", 1.0, [{"round": 1, "out": False, "place": 1}]),
        ("Autumn", 1.0, [{"round": 1, "out": True, "place": None}]),
    ]


def test_upload_after_a_removal_does_not_count_in_the_tournament(book):
    id = begin_tournament(book, IDS[:2], rounds=1)
    book.tournaments.make_round(id, 1, TABLES, FIRST)
    course = book.tournaments.course(id)
    told = finish_game(1, course, course.rounds[0][0], [40, 30], FIRST + 3600.0)
    book.people.forget("ada", FIRST + 4000.0)
    book.store_games("a", [told])
    assert result(book.tournaments.course(id), 1, 1)[0] is None
    book.tournaments.enter(id, 1, 1, [1, 2])
    assert result(book.tournaments.course(id), 1, 1)[0] == (1, 2)


# ---- pages -------------------------------------------------------------------------------------------------------


@pytest.fixture
async def web(club, monkeypatch):
    monkeypatch.setattr(game_store, "COST", 2)  # nobody guesses here for long
    club.book.set_pin(PIN)
    members(club.book, *IDS)
    for n, name in enumerate(TABLES):
        club.book.join(f"t{n}", name, 0.0)
    async with aiohttp.ClientSession(club.address, cookie_jar=aiohttp.CookieJar(unsafe=True)) as session:
        yield session


async def sign_in(web):
    answer = await web.post("/organiser", data={"pin": PIN}, allow_redirects=False)
    return f"{answer.headers['Location']}/tournaments"


def strip_tags(page):
    return " ".join(re.sub(r"<[^>]*>", " ", page).split())


async def fetch_text(web, path, **more):
    answer = await web.get(path, **more)
    assert answer.status == 200
    return await answer.text()


SIGN_UP_FORM = {
    "name": "Autumn cup", "of": "architects 3 4", "how": "with medals", "rounds": "2",
    "names": "Zoe\n\n  Yul  Y. \n", **{f"member-{member}": "yes" for member in IDS[:5]},
}  # fmt: skip


async def create_tournament(web, **more):
    page = await sign_in(web)
    answer = await web.post(page, data={**SIGN_UP_FORM, **more})
    assert answer.status == 200, strip_tags(await answer.text())
    return str(answer.url.path)


@pytest.mark.sampled(2)
async def test_organiser_runs_a_tournament_on_public_pages(club, web):
    organised = await create_tournament(web)
    public = "/tournaments/" + organised.rpartition("/")[2]
    assert "Ada, Bo, Cy, Di, Ed, Zoe, Yul Y." in strip_tags(await fetch_text(web, public))
    assert "Autumn cup" in strip_tags(await fetch_text(web, "/tournaments"))
    assert 'href="/tournaments"' in await fetch_text(web, "/")
    await web.post(organised, data={"do": "round", "round": "1"})
    shown = strip_tags(await fetch_text(web, public))
    assert "Round 1 of 2" in shown
    assert "Door · no result yet" in shown
    assert "Architects · with medals" in shown
    course = club.book.tournaments.course(organised.rpartition("/")[2])
    meeting = course.rounds[0][0]
    places = {f"p{n}": str(place) for place, n in enumerate(meeting.people, 1)}
    entered = await web.post(organised, data={"do": "enter", "round": "1", "number": "1", "place": "Bar", **places})
    assert "Bar · entered by hand" in strip_tags(await entered.text())
    sheet = strip_tags(await fetch_text(web, f"{public}?as=sheet"))
    assert "Bar · entered by hand" in sheet
    refused = await web.post(organised, data={"do": "round", "round": "2"})
    assert refused.status == 422
    assert "Results are missing." in strip_tags(await refused.text())
    await web.post(organised, data={"do": "round", "round": "2", "sure": "yes"})
    assert "Round 2 of 2" in strip_tags(await fetch_text(web, public))
    await web.post(organised, data={"do": "end"})
    assert "It has ended." in strip_tags(await fetch_text(web, public))
    await web.post(organised, data={"do": "remove"})  # nobody was sure
    assert (await web.get(public)).status == 200
    await web.post(organised, data={"do": "remove", "sure": "yes"})
    assert (await web.get(public)).status == 404


async def test_organiser_page_changes_people_and_pairings(club, web):
    organised = await create_tournament(web, of="architects 2 2")
    id = organised.rpartition("/")[2]
    await web.post(organised, data={"do": "round", "round": "1"})
    course = club.book.tournaments.course(id)
    a, b = course.rounds[0][0].people[0], course.rounds[0][1].people[0]
    swapped = await web.post(organised, data={"do": "swap", "round": "1", "a": str(a), "b": str(b)})
    assert "swapped by hand" in strip_tags(await swapped.text())
    assert club.book.tournaments.course(id).rounds[0][0].people[0] == b
    await web.post(organised, data={"do": "back", "round": "1"})  # nobody was sure
    assert club.book.tournaments.course(id).rounds
    await web.post(organised, data={"do": "back", "round": "1", "sure": "yes"})
    assert not club.book.tournaments.course(id).rounds
    await web.post(organised, data={"do": "add", "names": "Wim", "member-fay": "yes"})
    await web.post(organised, data={"do": "leave", "number": "6"})
    await web.post(organised, data={"do": "name", "number": "6", "sure": "yes"})
    course = club.book.tournaments.course(id)
    assert [person.name for person in course.people.values()][5:] == ["", "Yul Y.", "Fay", "Wim"]
    assert 6 not in course.active_numbers
    assert "Somebody" in strip_tags(await fetch_text(web, f"/tournaments/{id}"))


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"name": " "}, "A tournament needs a name"), ({"name": "x" * 41}, "A tournament needs a name"),
        ({"of": "chess 2 2"}, "A tournament needs a name"), ({"of": "architects"}, "not played by as many"),
        ({"of": "duel 3 4"}, "not played by as many"), ({"of": "duel 2 x"}, "not played by as many"),
        ({"of": "seven-wonders 2 2"}, "not played by as many"), ({"of": "architects 5 4"}, "not played by as many"),
        ({"rounds": "0"}, "not played by as many"), ({"names": "y" * 41}, "Each name has a line of its own"),
        ({"names": "y\n" * 101}, "100 people are the most"),
    ],
)  # fmt: skip
async def test_invalid_tournament_form_is_refused_with_a_reason(club, web, more, said):
    page = await sign_in(web)
    answer = await web.post(page, data={**SIGN_UP_FORM, **more})
    assert answer.status == 422
    assert said in strip_tags(await answer.text())
    assert club.book.tournaments.list_all() == []


def parse_offers(page):
    """Return the values that a page offers as game and table size, and the one that is chosen."""
    [select] = re.findall(r'<select class="in" name="of">(.*?)</select>', page, re.DOTALL)
    chosen = re.findall(r'value="([^"]*)" selected', select)
    return re.findall(r'value="([^"]*)"', select), chosen


@pytest.mark.rotated
async def test_form_offers_only_playable_table_sizes(club, web):
    """Begin a tournament of every offer with the form's own defaults, and make its first round."""
    values, chosen = parse_offers(await fetch_text(web, await sign_in(web)))
    assert chosen == ["architects 3 4"]
    assert [value for value in values if value.startswith("duel")] == ["duel 2 2"]
    for value in values:
        organised = await create_tournament(web, of=value)
        await web.post(organised, data={"do": "round", "round": "1"})
        course = club.book.tournaments.course(organised.rpartition("/")[2])
        kind, least, most = value.rsplit(" ", 2)
        sizes = {len(pairing.people) for pairing in course.rounds[0] if not pairing.is_bye}
        assert sizes <= set(range(int(least), int(most) + 1)), value
        assert sizes <= set(club.server._pages.seats[kind]), value


async def test_tournament_can_be_edited_until_it_has_a_result(club, web):
    organised = await create_tournament(web)
    id = organised.rpartition("/")[2]
    await web.post(organised, data={"do": "round", "round": "1"})
    assert parse_offers(await fetch_text(web, organised))[1] == ["architects 3 4"]
    change = {"do": "change", "name": "Winter cup", "of": "duel 2 2", "how": "", "rounds": "5"}
    assert "Winter cup" in strip_tags(await (await web.post(organised, data=change)).text())
    course = club.book.tournaments.course(id)
    tournament = course.tournament
    assert (tournament.name, tournament.kind, tournament.least, tournament.most, tournament.rounds, course.rounds) == (
        "Winter cup",
        "duel",
        2,
        2,
        5,
        [],
    )
    assert len(course.people) == 7
    await web.post(organised, data={"do": "round", "round": "1"})
    await web.post(organised, data={**change, "name": "Spring cup"})
    assert club.book.tournaments.course(id).rounds, "of the same game they stay"
    [meeting, *_] = club.book.tournaments.course(id).rounds[0]
    places = {f"p{n}": str(place) for place, n in enumerate(meeting.people, 1)}
    await web.post(organised, data={"do": "enter", "round": "1", "number": "1", **places})
    assert "Change the tournament" not in await fetch_text(web, organised)
    late = await web.post(organised, data=change)
    assert late.status == 422
    assert "There is already a result" in strip_tags(await late.text())
    assert club.book.tournaments.course(id).tournament.name == "Spring cup"


async def test_invalid_result_is_refused_with_a_reason(club, web):
    organised = await create_tournament(web)
    id = organised.rpartition("/")[2]
    few = await web.post(organised, data={"do": "enter", "round": "1", "number": "1", "p1": "1"})
    assert few.status == 200  # there is no such pairing
    await web.post(organised, data={"do": "round", "round": "1"})
    before = club.book.tournaments.course(id)
    [a, *_] = before.rounds[0][0].people
    half = await web.post(organised, data={"do": "enter", "round": "1", "number": "1", "place": "Bar", f"p{a}": "1"})
    assert "Enter a place for everybody" in strip_tags(await half.text())
    long = await web.post(organised, data={"do": "enter", "round": "1", "number": "1", "place": "x" * 41})
    assert "at most 40 letters" in strip_tags(await long.text())
    assert club.book.tournaments.course(id) == before
    for n in range(1, 8):
        await web.post(organised, data={"do": "leave", "number": str(n)})
    alone = await web.post(organised, data={"do": "round", "round": "2", "sure": "yes"})
    assert "too few people" in strip_tags(await alone.text())


async def test_tournament_changes_need_the_pin(club, web):
    organised = await create_tournament(web)
    id = organised.rpartition("/")[2]
    web.cookie_jar.clear()
    for path in ("/organiser/tournaments", f"/organiser/tournaments/{id}"):
        assert (await web.get(path, allow_redirects=False)).headers["Location"] == "/organiser"
        answer = await web.post(path, data={"do": "remove", "sure": "yes", **SIGN_UP_FORM}, allow_redirects=False)
        assert answer.headers["Location"] == "/organiser"
    assert [tournament.id for tournament in club.book.tournaments.list_all()] == [id]
    assert (await web.post(f"/tournaments/{id}", data={"do": "remove", "sure": "yes"})).status == 405
    assert (await web.get("/tournaments/none")).status == 404


@pytest.mark.sampled(4)
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
async def test_every_page_can_be_read_in_each_language(club, web, lang):
    organised = await create_tournament(web)
    await web.post(organised, data={"do": "round", "round": "1"})
    public, reads = "/tournaments/" + organised.rpartition("/")[2], {"headers": {"Accept-Language": lang}}
    for path in ("/tournaments", public, f"{public}?as=sheet", organised, organised.rpartition("/")[0]):
        assert f'<html lang="{lang}"' in await fetch_text(web, path, **reads)


async def test_names_are_escaped(club, web):
    organised = await create_tournament(web, names="<b>Zoe", how="<i>x")
    await web.post(organised, data={"do": "round", "round": "1"})
    for path in (organised, "/tournaments/" + organised.rpartition("/")[2]):
        page = await fetch_text(web, path)
        assert "&lt;b&gt;Zoe" in page
        assert "<b>Zoe" not in page
        assert "<i>x" not in page


@pytest.mark.parametrize("people", [2, 4])
def test_round_without_people_is_refused(book, people):
    id = begin_tournament(book, ids=(), seats=(people, people))
    with pytest.raises(TooFewPeople):
        book.tournaments.make_round(id, 1, TABLES, FIRST)


def test_failed_creation_stores_no_tournament(book, monkeypatch):
    def fails(*_):
        raise DatabaseProblem("away")

    monkeypatch.setattr(tournaments, "_set_same_deal", fails)
    with pytest.raises(DatabaseProblem):
        begin_tournament(book)
    assert book.tournaments.list_all() == []
