"""A tournament's round that the club deals the same at all its tables: real tables, a real club."""

import json

import pytest

import app.host.club_connection as host_club
from app.club.tournaments import TournamentPlan
from app.protocol.client_rights import ONLOOKER, Actor
from app.protocol.club_round_messages import SeatedMembers
from app.protocol.game_lifecycle_messages import ReturnToLobby, SetGame
from app.protocol.seat_messages import JoinRequest, SetSeat
from engine.game import Seat
from tests.app.club.at_tables import Evening
from tests.app.club.evenings import FIRST, members
from tests.app.phones.served import Served, serving

IDS = ("ada", "bo", "cy", "di")
PIN = "31415926"


@pytest.fixture
async def tables(tmp_path, facts, club, monkeypatch):
    """Two, each with a seed of its own, which would deal each otherwise."""
    monkeypatch.setattr(host_club, "QUESTION_SECONDS", 60.0)  # however busy the machine is
    for name in ("door", "window"):
        (tmp_path / name).mkdir()
    async with (
        serving(Served(tmp_path / "door", facts, seed="door")) as door,
        serving(Served(tmp_path / "window", facts, seed="window")) as window,
    ):
        evenings = [Evening(door, club), Evening(window, club)]
        for evening in evenings:
            evening.served.seats(2)
            await evening.join()
        yield evenings
        for evening in evenings:
            await evening.close()


def begin_tournament(book, same=True):
    members(book, *IDS)
    id = book.tournaments.begin(TournamentPlan("Autumn", "architects", "", 2, 2, 3), IDS, (), FIRST, same)
    book.tournaments.make_round(id, 1, ("Door", "Window"), FIRST)
    return id


def list_pairs(book, id):
    """List the pairings of the newest round, by member."""
    course = book.tournaments.course(id)
    return [[course.people[n].member for n in each.people] for each in course.rounds[-1]]


def seat(evening, *people):
    for number, member in enumerate(people):
        evening.served.table.joining.join(
            None, Seat(number), JoinRequest(member.capitalize() or "Guest", "en", member=member)
        )


def read_round(evening):
    """Return the lobby's description of the round, or None."""
    return evening.served.table_view().get("round")


def describe_deal(evening):
    """Return what determines a deal: the wonders of the set-up, and random numbers of each stack's generator."""
    truth = evening.served.table.committed
    header = {key: text for key, text in truth.match.setup.header().items() if not key.startswith("name")}
    return header.get("wonders"), [truth.dealer.rng(stack, n).getrandbits(64) for stack in "ab" for n in range(9)]


@pytest.mark.sampled(2)
async def test_all_tables_of_a_round_get_the_same_deal(tables, club):
    id = begin_tournament(club.book)
    for evening, people in zip(tables, list_pairs(club.book, id), strict=True):
        assert read_round(evening) is None
        seat(evening, *people)
        await evening.people.exchange()
        assert read_round(evening) == {"tournament": "Autumn", "number": 1}
        evening.served.start()
    assert describe_deal(tables[0]) == describe_deal(tables[1])
    marks = {evening.served.table.committed.state.dealt for evening in tables}
    assert len(marks) == 1
    for evening in tables:
        evening.play_on()
        await evening.until_told()
    [played] = club.book.tournaments.course(id).rounds
    assert not any(pairing.has_other_deal for pairing in played)


@pytest.mark.sampled(2)
async def test_secret_of_a_round_is_in_no_view_or_snapshot(tables, club):
    id, [evening, _] = begin_tournament(club.book), tables
    [people, _] = list_pairs(club.book, id)
    seat(evening, *people)
    await evening.people.exchange()
    due = club.book.tournaments.pending_deal("architects", people)
    evening.served.start()
    table = evening.served.table
    told = [table.snapshot(who, 0) for who in (ONLOOKER, Actor("seat", Seat(0)), Actor("screen"))]
    said = repr((told, due, table.presence.known_deal, evening.people)) + json.dumps(evening.served.table_view())
    assert due.secret not in said
    assert bytes.fromhex(due.secret) not in evening.served.store.table_state()


@pytest.mark.sampled(2)
async def test_shared_deal_is_played_once_per_table_and_another_game_is_marked(tables, club):
    id, [evening, _] = begin_tournament(club.book), tables
    [people, _] = list_pairs(club.book, id)
    seat(evening, *people)
    await evening.people.exchange()
    evening.play()  # ended early: no result, and whoever sat there knows what lies on top
    await evening.until_told()
    evening.served.send(ReturnToLobby)
    await evening.people.exchange()
    assert read_round(evening) is None
    evening.served.start()
    assert evening.served.table.committed.state.dealt == ""
    evening.play_on()
    await evening.until_told()
    [played] = club.book.tournaments.course(id).rounds
    [ours] = [pairing for pairing in played if pairing.places is not None]
    assert ours.has_other_deal


@pytest.mark.sampled(10)
@pytest.mark.parametrize("other", ["another game", "a guest", "three members", "nobody's round", "each by itself"])
async def test_only_the_paired_members_get_the_shared_deal(tables, club, other):
    id, [evening, _] = begin_tournament(club.book, same=other != "each by itself"), tables
    [people, [third, _]] = list_pairs(club.book, id)
    match other:
        case "a guest":
            people = [people[0], ""]
        case "three members":
            evening.served.seats(3)
            people = [*people, third]
        case "nobody's round":
            people = [people[0], third]
    seat(evening, *people)
    if other == "another game":
        assert club.book.tournaments.pending_deal("duel", sorted(people)) is None
        evening.served.send(SetGame, mode="track")
    await evening.people.exchange()
    assert read_round(evening) is None
    due = club.book.tournaments.pending_deal("architects", sorted(people))
    assert (due is None) == (other != "another game")


async def seat_pending_pair(tables, club):
    """Seat a pairing of a new tournament at a table that knows of the round's pending deal."""
    id, [evening, _] = begin_tournament(club.book), tables
    [people, _] = list_pairs(club.book, id)
    seat(evening, *people)
    await evening.people.exchange()
    assert read_round(evening) is not None
    return evening


@pytest.mark.sampled(2)
async def test_renaming_a_seat_cancels_the_pending_deal(tables, club):
    evening = await seat_pending_pair(tables, club)
    evening.served.send(SetSeat, seat=2, by="touch", name="Somebody else")
    assert read_round(evening) is None
    evening.served.start()
    assert evening.served.table.committed.state.dealt == ""


@pytest.mark.sampled(2)
async def test_start_does_not_wait_for_the_club(tables, club):
    id, [evening, _] = begin_tournament(club.book), tables
    [people, _] = list_pairs(club.book, id)
    seat(evening, *people)
    evening.served.start()
    assert evening.served.table.committed.state.dealt == ""


@pytest.mark.rotated
def test_remade_round_has_another_deal(book):
    id = begin_tournament(book, same=False)
    [people, _] = list_pairs(book, id)
    assert book.tournaments.pending_deal("architects", people) is None
    book.tournaments.set_same_deal(id, True)
    assert book.tournaments.course(id).tournament.same_from == 2
    assert book.tournaments.pending_deal("architects", people) is None  # the round was made before
    book.tournaments.make_round(id, 2, (), FIRST + 1.0)
    [people, _] = list_pairs(book, id)
    first = book.tournaments.pending_deal("architects", people)
    assert first == book.tournaments.pending_deal("architects", people[::-1])
    book.tournaments.take_back(id, 2)
    book.tournaments.make_round(id, 2, (), FIRST + 2.0)
    [people, _] = list_pairs(book, id)
    second = book.tournaments.pending_deal("architects", people)
    assert (second.number, len(second.secret)) == (2, 64)
    assert {second.mark, second.secret}.isdisjoint({first.mark, first.secret})
    book.tournaments.end(id, FIRST + 9.0)
    assert book.tournaments.pending_deal("architects", people) is None


async def test_only_a_table_of_the_club_can_request_a_deal(club, phone):
    asks = {"kind": "architects", "members": ["ada", "bo"]}
    answer = await phone.post(f"{club.address}/table/round", json=asks, headers={"Authorization": "Bearer nobody"})
    assert answer.status == 401
    assert SeatedMembers("architects", ("ada",)).format == 1


@pytest.mark.sampled(2)
async def test_table_that_left_the_club_has_no_pending_deal(tables, club):
    evening = await seat_pending_pair(tables, club)
    await evening.link._leave()
    await evening.people.exchange()
    assert read_round(evening) is None
