"""A choice of 7 Wonders that is taken back leaves no trace: on screen and phones, in the log, in the stored file.

At two tables the same seat chooses something, takes it back, and chooses the same in the end; only what it chose first
differs. All that anybody is shown afterwards must be the same, and so must be what the tables have stored.
"""

import itertools
import sqlite3
from contextlib import closing

import msgspec
import pytest

from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN, Actor
from app.protocol.play_messages import Undo
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.phones.choosers import CHOOSER, choose, questions, reach
from tests.app.phones.served import GAMES, Served

TABLES = ("rows", "log", "games", "kept", "acted")
TIMES = {"at", "began", "changed", "since", "played", "mark"}  # columns that differ whatever is said
TABS = ("mine", "table", "score", "more")


@pytest.fixture(scope="module")
def shelf(every_fact):
    return {"seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"])}


def all_that_is_shown(served, keys):
    """Yield everything shown to others than the chooser, and the HTML of every page, the chooser's included."""
    show = PageMaker(served.table, GAMES)
    seats = [Actor("seat", Seat(seat - 1)) for seat in keys]
    others = [SCREEN, ONLOOKER, PANEL, *(who for who in seats if who.seat != CHOOSER - 1)]
    yield from (msgspec.json.encode(served.table.snapshot(who, 0)) for who in others)
    for who, tab in itertools.product((ONLOOKER, *seats), TABS):
        reader = PageState(who, tab, "en")
        show.update_page(reader, False)
        yield {name: part.html for name, part in reader.shown.items()}


def stored(path):
    """List every row of the database without its columns of time."""
    with closing(sqlite3.connect(path)) as db:
        db.row_factory = sqlite3.Row
        return [
            {column: row[column] for column in row.keys() if column not in TIMES}  # noqa: SIM118  # a row has its values
            for table in TABLES
            for row in db.execute(f"SELECT * FROM {table} ORDER BY 1, 2")
            if "started" not in tuple(row)
        ]


def frames_after_second_choice(folder, facts, shelf, keys, first, second):
    """Run a table at which a seat replaces its first choice by a second, and return everything shown along the way."""
    served = Served(folder, facts, shelf=shelf, headless=False, seed="choices")
    served.keys = keys
    choose(served, CHOOSER, first)
    [mine] = served.table.snapshot(Actor("seat", Seat(CHOOSER - 1)), served.table.log_end).own
    served.send(Undo, Actor("seat", Seat(CHOOSER - 1)), row=mine.row)
    shown = list(all_that_is_shown(served, keys))
    choose(served, CHOOSER, second)
    shown += all_that_is_shown(served, keys)
    for seat in keys:
        if questions(served, seat):
            choose(served, seat, questions(served, seat)[0].legal[0])
    shown += all_that_is_shown(served, keys)
    served.store.close()
    return shown


@pytest.mark.parametrize(
    ("asked", "age"),
    [("play", 1), *(pytest.param(*at, marks=pytest.mark.full) for at in (("draft", 0), ("recruit", 2), ("play", 3)))],
)
def test_undone_choice_leaves_no_trace(tmp_path, facts, shelf, asked, age):
    keys, legal = reach(tmp_path, facts, shelf, asked, age)
    first, second, last = legal[-1], legal[1], legal[0]
    one = frames_after_second_choice(tmp_path / "first", facts, shelf, keys, first, last)
    other = frames_after_second_choice(tmp_path / "second", facts, shelf, keys, second, last)
    assert first != second
    assert len(one) == len(other) == 3 * (7 + 6 * 4)
    for left, right in zip(one, other, strict=True):
        assert left == right
    files = [tmp_path / name / "table.db" for name in ("first", "second")]
    for path, said in zip(files, (first, second), strict=True):
        assert sorted(each.name for each in path.parent.iterdir()) == ["table.db", "table.mark"]
        assert last.encode() in path.read_bytes()
        assert all(said.encode() not in each.read_bytes() for each in path.parent.iterdir())
    assert stored(files[0]) == stored(files[1])
