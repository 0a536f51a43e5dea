"""Score sheets on the screen: a table's messages, made by hand."""

from dataclasses import replace
from functools import cache

import msgspec

from app.games.tally.screen.typed_scene import fill_in
from app.protocol.play_messages import UndoOffer
from app.screen.events import on_message
from engine import record
from engine.tally.rules import Tally
from tests.app.screen import scenes, stage

TALLY = Tally((stage.ROOT / "data/tally.toml").read_bytes())
GAMES = ("architects", "duel", "seven-wonders")
ARCHITECTS = (
    "1 set shields 1", "2 set shields 3", "3 set shields 4", "4 set shields 12", "5 set shields 2", "3 set military 2",
    "4 set military 11", "7 set military 1", "1 set wonder 14", "2 set wonder 22", "3 set blue 17", "4 set progress 4",
    "1 set stages 3", "5 set wonder 9", "6 set blue 8", "7 set wonder 30", "marker 1 battle",
    "marker 2 battle", "cat 2",
)  # fmt: skip
SEVEN_WONDERS = (
    "1 set military 18", "1 set coins 11", "1 set wonder 10", "1 set blue 14", "1 set compass 3", "1 set gear 2",
    "1 set tablet 2", "1 set any-symbol 1", "2 set military -6", "2 set guilds 9", "3 set blue 25", "3 set leaders 12",
    "3 set aristotle 1",
)  # fmt: skip
DUEL = ("1 set military 5", "1 set blue 12", "2 set coins 14", "2 set green 9", "2 set wonders 8")


@cache
def session(sheet, seats, lines, variant="", data="2"):
    """Return a score sheet after those of these lines whose seat is at the table."""
    state = TALLY.start(
        TALLY.setup({"game": "tally", "sheet": sheet, "seats": str(seats), "variant": variant, "data": data})
    )
    for line in lines:
        if line[0].isalpha() or int(line[0]) <= seats:
            state.apply(*record.parse_move(state, line))
    return state


def room(sheet, seats, lang, lines, variant="", phase="game", own=(), **facts):
    """Make a room that shows this sheet."""
    state = session(sheet, seats, lines, variant)
    table = stage.table(
        seats, phase, lang, "touch", game=sheet, mode="tally", games=GAMES, variant=tuple(variant.split()), rules={},
        undo=UndoOffer(9, 0, "cat 2", 0, True), **facts,
    )  # fmt: skip
    if sheet != "architects":
        chairs = tuple(msgspec.structs.replace(chair, wonder=None) for chair in table.seats)
        table = msgspec.structs.replace(table, seats=chairs)
    made = stage.Room()
    on_message.on_message(made.control, stage.HELLO)
    snapshot = stage.snapshot(1, table, state.view(None), (), (), stage.codes())
    on_message.on_message(made.control, msgspec.structs.replace(snapshot, own=own))
    return made


def long_names(make):
    return lambda n, lang="en": scenes.long_names(make(n, lang))


def counters(n, lang="en"):
    return room("architects", n, lang, ARCHITECTS)


def with_medals(n, lang="en"):
    return room("architects", n, lang, ARCHITECTS, "medals")


def open_panel(made, panel, edge=0):
    made.control.open_panel(panel, edge)
    return made


def score(n, lang="en"):
    return open_panel(with_medals(n, lang), "score")


def score_aside(n, lang="en"):
    """Open the score at a short edge."""
    return open_panel(with_medals(n, lang), "score", 1)


def entry(n, lang="en"):
    return open_panel(with_medals(n, lang), "entry 2", 2)


def entry_aside(n, lang="en"):
    return open_panel(counters(n, lang), "entry 2", 1)


def keys(n, lang="en"):
    made = counters(n, lang)
    fill_in(made.control, 1, "stages", typing=True)
    made.control.change(typed="4")
    return made


def keys_aside(n, lang="en"):
    made = room("seven-wonders", max(3, n), lang, SEVEN_WONDERS, "leaders")
    made.control.change(edge=3)
    fill_in(made.control, 2, "military", typing=True)
    return made


def holder(n, lang="en"):
    return open_panel(counters(n, lang), "holder")


def seven_wonders(n, lang="en"):
    return room("seven-wonders", max(3, n), lang, SEVEN_WONDERS, "leaders")


def seven_wonders_entry(n, lang="en"):
    return open_panel(seven_wonders(n, lang), "entry 1")


def duel(n=2, lang="en"):
    return room("duel", 2, lang, DUEL)


def duel_entry(n=2, lang="en"):
    return open_panel(room("duel", 2, lang, (*DUEL, "supremacy 2 science")), "entry 2")


def duel_won_at_once(n=2, lang="en"):
    return room("duel", 2, lang, (*DUEL, "supremacy 2 science", "end"), "", "over")


MARKED = {
    "duel": ("2 set coins 6", "pawn 4", "2 set wheel 2", "2 set quill 1", "1 set mortar 1", "token law 1",
             "token philosophy 1", "token economy 2"),
    "seven-wonders": ("1 set shields 3", "2 set shields 1", "3 set shields 4", "age 1 6", "settle", "age 2 4",
                      "2 set coins 5"),
}  # fmt: skip


def duel_marked(n=2, lang="en"):
    return room("duel", 2, lang, MARKED["duel"])


def ages(n, lang="en"):
    return room("seven-wonders", max(3, n), lang, MARKED["seven-wonders"], "leaders")


def science(n=2, lang="en"):
    return open_panel(duel_marked(2, lang), "science 2", 2)


def progress(n=2, lang="en"):
    return open_panel(duel_marked(2, lang), "progress")


def numbers(n, lang="en"):
    made = seven_wonders(n, lang)
    fill_in(made.control, 2, "military", 0)
    return made


def numbers_aside(n, lang="en"):
    made = seven_wonders(n, lang)
    fill_in(made.control, 2, "blue", 3)
    return made


def doubted(n, lang="en"):
    made = seven_wonders(n, lang)
    fill_in(made.control, 2, "blue", typing=True)
    made.control.change(typed="40", game=replace(made.control.ui.game, doubted=40))
    return made


def lacking(n, lang="en"):
    return open_panel(seven_wonders(n, lang), "lacking")


def over(n, lang="en"):
    return room("architects", n, lang, (*ARCHITECTS, "end"), "medals", "over")


SHEETS = (
    counters, with_medals, score, score_aside, entry, entry_aside, keys, keys_aside, holder, seven_wonders,
    seven_wonders_entry, duel, duel_entry, duel_won_at_once, over,
)  # fmt: skip
MARKERS = (duel_marked, ages, science, progress, numbers, numbers_aside, doubted, lacking)
