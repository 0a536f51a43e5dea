"""Updates to corrected game data while games are played, suspended or over: each game keeps its own values."""

import re
from dataclasses import replace

import msgspec
import pytest

import main
from app.games import phone_registry
from app.games.game_list import load_record_rules, modes, shelf, tally
from app.history import export_import
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER, SCREEN, Actor
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.history_messages import LookBack
from app.protocol.play_messages import SkipOpening, Undo
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from engine import record
from engine.game import Seat
from engine.players import PLAYERS
from tests.app.tables import Evening
from tests.corrected import VERSION_1, corrected

SEATS = {"architects": ("giza", "rome"), "duel": (None, None), "seven-wonders": ("gizah-day", "rhodos-day", "roma-day")}
WORTH = {  # by game, a value of version 1 and of version 2
    "architects": (lambda data: data.wonders["giza"].stages[0].cost, 2, 1),
    "duel": (lambda data: data.cards["stable"].cost.clay, 0, 2),
    "seven-wonders": (lambda data: data.leaders["nero"].cost, 1, 2),
}


@pytest.fixture
def evening(tmp_path):
    data = VERSION_1
    evening = Evening(
        tmp_path, shelf=shelf(data), sheets=tally(data), players=PLAYERS, modes=modes(), by_touch=("architects",)
    )
    evening.send(SetTable, points=True)
    yield evening
    evening.close()


def update(evening: Evening) -> None:
    """Install the next version of Wondertable, with corrected data, and restart the table."""
    data = corrected()
    evening.library = replace(evening.library, shelf=shelf(data), sheets=tally(data))
    evening.restart()


def begin(evening: Evening, game: str) -> None:
    """Start a game with all its expansions: on phones, or on the screen for Architects."""
    evening.send(SetGame, game=game, variant=("leaders",) if game == "seven-wonders" else ())
    seats = SEATS[game]
    if all(seat.by == "free" for seat in evening.at_table().seats):
        evening.sit(*("touch" if game == "architects" else f"phone {'ABC'[seat]}" for seat in range(len(seats))))
    for seat, identity in enumerate(seats, 1):
        if identity:
            evening.send(SetSeat, seat=seat, wonder=identity)
    evening.send(Start)
    evening.send(SkipOpening)


def play(evening: Evening, lines: int = 10_000) -> None:
    """Answer with the first legal action, `lines` times or until the game is over."""
    for _ in range(lines):
        if evening.at_table().phase != "game":
            return
        seat, number = next(iter(evening.asked().items()))
        who = SCREEN if evening.at_table().game == "architects" else Actor("seat", Seat(seat - 1))
        question = next(asked for asked in evening.snapshot(who).questions if asked.seat == seat)
        evening.say(seat, question.legal[0], who, question=number)


def read_all_views(evening: Evening) -> list[object]:
    """List the view and the log of the game for every reader."""
    readers = [SCREEN, ONLOOKER, *(Actor("seat", Seat(seat)) for seat in range(len(evening.at_table().seats)))]
    return [(evening.view(who), evening.log(who)) for who in readers]


def read_page_lines(evening: Evening) -> dict[str, list[str]]:
    """Return the sorted lines of each part of seat 1's page: the order of tokens and their effects may differ."""
    parts = PageMaker(evening.table, phone_registry.games()).update_page(PageState(Actor("seat", Seat(0))), True).parts
    return {name: sorted(line.strip() for line in re.split("<p|<li><", part.html)) for name, part in parts.items()}


def in_force(evening: Evening) -> object:
    """Return the data that the game on the table is played with."""
    table = evening.at_table()
    return evening.table.games.shelf[table.game].data(*table.game_data)


def looked_back(evening: Evening) -> list[object]:
    """List the last finished game's views, after every seventh of its lines."""
    mark = evening.table.finished.list_games()[0].mark
    last = evening.table.handle(SCREEN, LookBack(id="back", game=mark, line=10_000)).last
    lines = (evening.table.handle(SCREEN, LookBack(id="back", game=mark, line=n)) for n in range(0, last + 1, 7))
    return [(msgspec.json.decode(line.view), line.news) for line in lines]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", SEATS)
def test_running_game_keeps_its_values_after_an_update(evening, game):
    value, then, now = WORTH[game]
    begin(evening, game)
    play(evening, 15)
    before = read_all_views(evening)
    update(evening)
    assert read_all_views(evening) == before
    assert evening.at_table().data == 1
    assert value(in_force(evening)) == then
    play(evening)
    assert evening.at_table().phase == "over"
    played = evening.table.finished.archived()[0]
    *_, (_, state) = record.replay(
        record.parse_record(export_import.record(played).encode(), load_record_rules(main.read_game_data()))
    )
    assert [seat["score"] for seat in evening.view()["seats"]] == [dict(score) for score in state.scores()]
    evening.send(Rematch)
    assert evening.at_table().data == 2
    assert value(in_force(evening)) == now
    assert evening.store.game(2).header["data"] == "2"
    play(evening)
    assert [each.game for each in evening.table.finished.list_games()] == [2, 1]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("game", SEATS)
def test_a_suspended_game_is_resumed_with_its_own_values(evening, game):
    value, then, now = WORTH[game]
    begin(evening, game)
    play(evening, 15)
    before = read_all_views(evening)
    evening.send(Suspend)
    update(evening)
    assert evening.at_table().data == 2
    begin(evening, game)
    assert value(in_force(evening)) == now
    evening.send(Suspend)
    evening.send(Resume, game=1)
    assert evening.at_table().data == 1
    assert value(in_force(evening)) == then
    assert [view for view, _ in read_all_views(evening)] == [view for view, _ in before]
    play(evening, 5)
    evening.restart()
    assert value(in_force(evening)) == then


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", SEATS)
def test_finished_game_is_replayed_with_its_old_values(evening, game):
    begin(evening, game)
    play(evening)
    before, shown = looked_back(evening), evening.view(ONLOOKER)
    update(evening)
    assert looked_back(evening) == before
    assert evening.view(ONLOOKER) == shown
    back = evening.table.handle(SCREEN, LookBack(id="back", game=evening.table.finished.list_games()[0].mark, line=0))
    assert msgspec.json.decode(back.table)["data"] == 1


def test_undo_after_an_update_uses_the_old_values(evening):
    begin(evening, "architects")
    play(evening, 12)
    update(evening)
    before = evening.view()
    play(evening, 1)
    evening.send(Undo, row=evening.at_table().undo.row)
    assert evening.view() == before


def test_phone_pages_show_the_values_of_the_running_game(evening):
    begin(evening, "architects")
    page = read_page_lines(evening)
    update(evening)
    assert read_page_lines(evening) == page
    evening.send(EndEarly, sure=True)
    evening.send(ReturnToLobby)
    begin(evening, "architects")
    new = read_page_lines(evening)
    assert "Sanctuary: 3 points" in "".join(page["says"])
    assert "Sanctuary: 4 points" in "".join(new["says"])
    assert "Decor" in "".join(page["says"])
    assert "Harvest" in "".join(new["says"])


def test_score_sheet_keeps_its_values_until_the_rematch(evening):
    evening.send(SetGame, game="architects", mode="tally")
    evening.sit("touch", "touch")
    evening.send(Start)
    evening.send(SkipOpening)
    evening.send(Enter, action="1 set military 2")
    assert evening.view()["seats"][0]["total"] == 6
    update(evening)
    assert evening.view()["seats"][0]["total"] == 6
    assert evening.at_table().data == 2  # version of the game; the sheet's own is in its header
    evening.send(EndEarly, sure=True)
    evening.send(Rematch)
    evening.send(Enter, action="1 set military 2")
    assert evening.view()["seats"][0]["total"] == 8
    assert [evening.store.game(n).header.get("data") for n in (1, 2)] == [None, "2"]


def test_resuming_a_game_of_newer_data_is_refused(evening):
    """A data folder of a newer Wondertable, opened by this version."""
    update(evening)
    begin(evening, "architects")
    evening.send(Suspend)
    data = VERSION_1
    evening.library = replace(evening.library, shelf=shelf(data), sheets=tally(data))
    evening.restart()
    with pytest.raises(Exception, match=r"no version of the game data") as caught:
        evening.send(Resume, game=1)
    assert type(caught.value).__name__ == "Rejection"
    assert evening.at_table().phase == "lobby"
