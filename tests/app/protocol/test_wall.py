"""The snapshot for the club's wall: what an onlooker may see at the table, and no more than its settings allow."""

import random
from itertools import islice

import msgspec
import pytest

import main
from app.games import game_list
from app.protocol.access_messages import LockTable
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER
from app.protocol.game_lifecycle_messages import EndEarly, SetGame, Start
from app.protocol.network_messages import Network
from app.protocol.play_messages import SkipOpening
from app.protocol.seat_messages import SeatInfo, SetSeat
from app.protocol.settings_messages import SetTable, Settings
from app.protocol.table_messages import Snapshot, TableView
from app.protocol.wall_messages import WallMessage, WallTable, convert_snapshot
from app.table.game.view_cache import encode_view
from engine.game import CHANCE
from tests.app.phones.served import Served
from tests.honest.played import SET_UPS, positions


@pytest.fixture
def table(tmp_path, facts):
    table = Served(tmp_path, facts, sheets=game_list.tally(main.read_game_data()))
    yield table
    table.store.close()


def wall_view(table, before=None):
    told = convert_snapshot(table.table.snapshot(ONLOOKER, table.table.log_end), before)
    return msgspec.json.decode(msgspec.json.encode(WallMessage(told)), type=WallMessage).now  # as the club decodes it


def start_game(table):
    table.sit("Ada", "Ben", "Cleo").start()
    return table


def total(table, seat):
    view = msgspec.json.decode(table.table.snapshot(ONLOOKER, table.table.log_end).game)
    return view["seats"][seat]["score"]["total"]


def test_wall_shows_seats_and_the_seat_to_act(table):
    told = wall_view(start_game(table))
    assert (told.game, told.mode, told.phase, told.turn) == ("architects", "play", "game", 1)
    assert [seat.name for seat in told.seats] == ["Ada", "Ben", "Cleo"]
    assert [seat.acts for seat in told.seats].count(True) == 1
    assert all(seat.wonder and seat.emblem and seat.colour for seat in told.seats)
    assert [seat.points for seat in told.seats] == [total(table, seat) for seat in range(3)]
    acts = told.seats.index(next(seat for seat in told.seats if seat.acts))
    assert table.asked().seat == acts + 1


def test_hidden_points_are_not_sent_to_the_wall_before_the_end(table):
    start_game(table)
    assert all(seat.points is not None for seat in wall_view(table).seats)
    table.send(SetTable, points=False)
    assert all(seat.points is None for seat in wall_view(table).seats)
    assert b"points" not in msgspec.json.encode(wall_view(table))
    table.send(EndEarly, sure=True)
    assert all(seat.points is not None for seat in wall_view(table).seats)


def test_address_is_sent_with_free_seats_unless_the_table_is_locked(table):
    table.table.presence.set_network(Network(address="http://192.168.1.5:8080", name=None))
    table.sit("Ada").seats(4)
    assert (wall_view(table).free_seats, wall_view(table).address) == (3, "http://192.168.1.5:8080")
    table.send(LockTable, locked=True)
    assert wall_view(table).address == ""


def test_first_player_is_not_sent_before_the_table_shows_it(table):
    table.sit("Ada", "Ben").send(Start)
    assert not any(seat.acts for seat in wall_view(table).seats)
    table.send(SkipOpening)
    assert any(seat.acts for seat in wall_view(table).seats)


def test_score_sheet_sums_are_sent_unless_points_are_hidden(table):
    table.seats(2)
    table.send(SetGame, mode="tally")
    for seat, name in enumerate(("Ada", "Ben"), 1):
        table.send(SetSeat, seat=seat, by="touch", name=name)
    table.send(Start)
    table.send(Enter, action="1 set blue 4", sure=True)
    assert (wall_view(table).mode, [seat.points for seat in wall_view(table).seats]) == ("tally", [4, 0])
    table.send(SetTable, points=False)
    assert [seat.points for seat in wall_view(table).seats] == [None, None]


@pytest.mark.parametrize(("ends", "won"), [("end", [True, False]), ("", [False, False])])
def test_winner_is_sent_after_the_end_but_not_after_an_early_end(table, ends, won):
    table.seats(2)
    table.send(SetGame, mode="tally")
    for seat, name in enumerate(("Ada", "Ben"), 1):
        table.send(SetSeat, seat=seat, by="touch", name=name)
    table.send(Start)
    table.send(Enter, action="1 set blue 4", sure=True)
    assert [seat.won for seat in wall_view(table).seats] == [False, False]
    table.send(Enter, action=ends, sure=True) if ends else table.send(EndEarly, sure=True)
    assert (wall_view(table).phase, wall_view(table).early, [seat.won for seat in wall_view(table).seats]) == (
        "over",
        not ends,
        won,
    )


@pytest.mark.parametrize("setup", SET_UPS, ids=str)
def test_wall_is_equal_for_positions_an_onlooker_cannot_distinguish(setup):
    rng, found = random.Random(f"wall {setup}"), 0
    for state, seat in islice(positions(setup, "wall"), 30):
        other = state.resample(None, rng)
        found += str(other.view(seat)) != str(state.view(seat))
        told, points = _wall_view_of(state, True), [score["total"] for score in state.scores()]
        assert told == _wall_view_of(other, True)
        assert [each.points for each in told.seats] == points
        hidden = _wall_view_of(state, False)
        assert hidden == _wall_view_of(other, False)
        assert b"points" not in msgspec.json.encode(hidden)
        assert {each.seat - 1 for each in told.seats if each.acts} == {*state.to_act} - {CHANCE}
        assert told.age or told.turn or setup.slug == "seven-wonders" or not state.view(None).turn
    assert found or setup.slug != "seven-wonders"  # hands are secret there at any time


def _wall_view_of(state, scores):
    view = state.view(None)
    table = _table(len(view.seats), phase="game", settings=Settings(points=scores))
    return _decoded_wall_view(table, encode_view(view, scores=scores))


def test_conflict_result_is_withheld_until_the_table_shows_it():
    seats = tuple({"score": {"total": points}} for points in (3, 7))
    before = WallTable("duel", "play", "game", ())
    assert convert_snapshot(_unseen_conflict(seats), before) is before
    assert [seat.points for seat in convert_snapshot(_unseen_conflict(seats)).seats] == [None, None]


def _unseen_conflict(seats):
    """Build a snapshot whose view is past a conflict that nobody has seen yet."""
    return _snapshot(_table(2, phase="over", fought=7), msgspec.json.encode({"seats": seats, "winners": [2]}))


def _decoded_wall_view(table, game):
    told = convert_snapshot(_snapshot(table, game))
    return msgspec.json.decode(msgspec.json.encode(WallMessage(told)), type=WallMessage).now


def _snapshot(table, game):
    return Snapshot(rev=1, table=msgspec.Raw(msgspec.json.encode(table)), game=msgspec.Raw(game), questions=(), news=())


def _table(seats, **facts):
    chairs = (
        SeatInfo(seat=n + 1, by="touch", name=f"Ada {n}", lang="en", present=True, wonder=None, bot=None)
        for n in range(seats)
    )
    rest = {"settings": Settings(), "seats": tuple(chairs), "network": Network(None, None)} | facts
    return TableView(
        game_id=1,
        game="duel",
        variant=(),
        rules={},
        first=1,
        keep=True,
        early=False,
        laid_aside=(),
        undo=None,
        vote=None,
        onlookers=0,
        games=("duel",),
        **rest,
    )


def test_wall_accepts_long_names_and_addresses(table):
    address = "http://[fd00:1234:5678:9abc:def0:1234:5678:9abc]:8080"
    table.table.presence.set_network(Network(address=address, name=None))
    table.sit("Wolfeschlegelsteinha", "Ὀδυσσεύς 👑")
    assert [seat.name for seat in wall_view(table).seats] == ["Wolfeschlegelsteinha", "Ὀδυσσεύς 👑"]
