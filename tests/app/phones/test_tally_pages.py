"""A score sheet on phones: own counters, everybody's lines, the markers; any page may enter anything."""

import re
from collections import defaultdict
from html import unescape

import aiohttp
import pytest

from app.games.game_list import tally
from app.games.game_list import words as words_of_games
from app.games.tally.sheet_words import SheetWords
from app.history import bg_stats_link
from app.history.export_import import to_csv
from app.history.history_text import HistoryWords
from app.history.statistics import is_whole
from app.phones import how_to_play
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import SetGame
from app.protocol.play_messages import Undo
from app.protocol.results import Archived
from app.text import table_text as table_words
from app.text.translation import words
from app.web.svg_sprites import SYMBOL_USE, sprite
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from engine.game import Seat
from engine.seven_wonders.game_facade import SevenWonders
from tests.app.phones.served import GAMES, Served, serving

SHEETS = {slug: SheetWords(slug, say) for slug, say in words_of_games().items()}

WISH = re.compile(r'data-do="([^"]*)"')


@pytest.fixture
def sheet(tmp_path, facts, every_fact):
    """Four seats round a sheet of Architects with Medals: Ada (en), Ben (de), Cleo (nl), Dora (fr)."""
    shelf = {"architects": Architects(facts), "duel": Duel(every_fact["duel"])}
    served = Served(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))
    served.send(SetGame, mode="tally", variant=("medals",))
    served.sit("Ada", "Ben", "Cleo", "Dora").start()
    yield served, PageMaker(served.table, GAMES)
    served.store.close()


def enter(served, *lines, seat=1):
    for line in lines:
        served.send(Enter, Actor("seat", Seat(seat - 1)), action=line, sure=True)


def page(show, seat=None, tab=None, lang="en"):
    """Return the HTML of each part of a page that is not empty, by name."""
    reader = PageState(Actor("onlooker") if seat is None else Actor("seat", Seat(seat - 1)), tab, lang)
    show.update_page(reader, False)
    return {name: part.html for name, part in reader.shown.items() if part.html}


def intents_in(parts, *names):
    return [wish for name in names or parts for wish in WISH.findall(parts.get(name, ""))]


def test_own_tab_has_counters_and_every_own_cell(sheet):
    served, show = sheet
    enter(served, "1 set shields 3", "1 set wonder 12")
    mine = page(show, 1, "mine")
    found = intents_in(mine, "thing-1", "thing-2")
    assert {"enter;action=1 add shields 1", "enter;action=1 add shields -1", "enter;action=cat 1"} <= set(found)
    for cell in ("military", "wonder", "blue", "progress", "medals", "stages"):
        assert f"enter;action=1 add {cell} 1" in found
        assert f"enter;action=1 set {cell} {{value}}" in found
    assert 'value="12"' in mine["thing-2"]
    assert "My points: 12" in mine["thing-2"]
    assert not [wish for wish in found if wish.startswith("enter;action=2")]


def test_sheet_cell_can_be_undone_alone(sheet):
    served, show = sheet
    enter(served, "1 set blue 3", "1 set blue 8", "cat 2")
    [wish] = [wish for wish in intents_in(page(show, 1, "mine"), "thing-2") if wish.startswith("undo")]
    served.send(Undo, Actor("seat", Seat(0)), row=int(re.search(r"row=(\d+)", wish)[1]))
    assert 'value="3"' in page(show, 1, "mine")["thing-2"]


def test_conflict_can_be_undone_from_the_own_tab(sheet):
    served, show = sheet
    enter(served, "1 set shields 3", "1 set military 1", "1 set blue 8", "settle")
    mine = page(show, 1, "mine")
    assert "Undo one entry" not in mine["thing-1"]
    assert [wish for wish in intents_in(mine, "thing-2") if wish.startswith("undo")]
    [wish] = intents_in(mine, "undo")
    served.send(Undo, Actor("seat", Seat(0)), row=int(re.search(r"row=(\d+)", wish)[1]))
    again = page(show, 1, "mine")
    assert "Shields: 3" in again["thing-1"]
    assert "Military tokens: 1" in again["thing-2"]


def test_table_tab_has_markers_conflict_and_other_counters(sheet):
    served, show = sheet
    enter(served, "2 set shields 3", "marker 1 battle")
    table = page(show, 1, "table")
    assert "1 of 4 turned to battle" in table["markers"]
    found = intents_in(table)
    assert {"turn-marker;marker=4", "enter;action=settle;sure=true", "horn"} <= set(found)
    assert "would win 2 tokens" in table["markers"]
    assert "Shields not entered yet: " in table["markers"].partition("enter;action=settle")[0], "asked before"
    for seat in (2, 3, 4):
        assert f"enter;action={seat} add shields 1" in found
    assert "enter;action=1 add shields 1" not in found


def test_conflict_can_be_undone_until_a_later_entry_depends_on_it(sheet):
    served, show = sheet
    enter(served, "2 set shields 3", "settle", "2 set wonder 4")
    [row] = [offer.row for offer in served.table.snapshot(Actor("seat", Seat(0))).own if offer.action == "settle"]
    markers = page(show, 1, "table")["markers"]
    assert "Undo the last conflict" in markers
    assert f'data-do="undo;row={row}"' in markers
    served.send(Undo, Actor("seat", Seat(2)), row=row)
    assert "Undo the last conflict" not in page(show, 1, "table")["markers"]
    enter(served, "settle", "2 set military 1")
    assert "Undo the last conflict" not in page(show, 1, "table")["markers"]


def test_score_tab_shows_arithmetic_and_allows_entries_for_others(sheet):
    served, show = sheet
    enter(served, "2 set military 4", "2 set blue 7", "1 set medals 2")
    score = page(show, 1, "score")
    assert "Ben: ahead with 19." in score["result"]
    assert "Equal points? More stages decide, then it is shared." in score["result"]
    assert "4 × 3" in score["sheet-2"]
    assert "2 × 4" in score["sheet-1"]
    assert "enter;action=3 set progress {value}" in intents_in(score, "sheet-3")
    assert intents_in(score, "sheet-1") == []
    assert "enter;action=end" in intents_in(score, "sheet-99")


def test_tie_is_explained_by_its_tie_breaker(sheet):
    served, show = sheet
    enter(served, "1 set wonder 9", "2 set wonder 9", "2 set stages 3")
    assert "more stages decide for Ben: 3 against 0" in page(show, 1, "score")["result"]


def test_onlooker_sees_the_sheet_without_controls(sheet):
    served, show = sheet
    enter(served, "1 set wonder 9", "marker 1 battle", "cat 2")
    parts = page(show)
    assert "Ada: ahead with 9." in parts["result"]
    assert intents_in(parts) == []


def test_a_closed_sheet_can_be_opened_again_or_left(sheet):
    served, show = sheet
    enter(served, "1 set wonder 9", "end")
    over = page(show, 2)
    assert "Ada" in over["verdict"]
    found = intents_in(over)
    assert {"rematch", "to-lobby"} <= set(found)
    assert [wish for wish in found if wish.startswith("undo;row=")]
    assert not [wish for wish in found if wish.startswith("enter")]


def test_log_shows_sheet_entries_with_their_author(sheet):
    served, show = sheet
    enter(served, "2 set blue 7", "settle", seat=1)
    told = page(show, 1, "more")
    log = " ".join(html for name, html in told.items() if name.startswith("log"))
    assert "Ben, blue cards: 7 (was 0). (Ada)" in log
    assert "A conflict: nobody wins a token." in log
    served.send(Undo, Actor("seat", Seat(2)), row=served.table.snapshot(Actor("seat", Seat(0))).own[-1].row)
    told = page(show, 1, "more")
    assert "Settle a conflict" in " ".join(told.values())


def test_duel_sheet_has_its_own_rows(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])}, sheets=tally(every_fact))
    served.send(SetGame, mode="tally")
    served.sit("Ada", "Ben", lang="en").start()
    enter(served, "1 set coins 11")
    show = PageMaker(served.table, GAMES)
    assert "11 ÷ 3" in page(show, 1, "score")["sheet-1"]
    mine = page(show, 1, "mine")["thing-1"]
    assert "enter;action=1 add coins 1" in intents_in({"": mine})
    assert "enter;action=1 set wheel 1" in intents_in({"": mine}), "a touch adds a symbol"
    assert "shields" not in mine, "none are compared"
    served.store.close()


def test_table_tab_has_the_markers_of_duel_and_seven_wonders(tmp_path, facts, every_fact):
    shelf = {
        "duel": Duel(every_fact["duel"]),
        "seven-wonders": SevenWonders(every_fact["seven_wonders"], every_fact["leaders"]),
    }
    served = Served(tmp_path, facts, shelf=shelf, sheets=tally(every_fact))
    served.send(SetGame, mode="tally")
    served.sit("Ada", "Ben", lang="en").start()
    show = PageMaker(served.table, GAMES)
    enter(served, "2 set coins 6", "1 push 3", "token law 2")
    table = page(show, 1, "table")["markers"]
    assert "The pawn: Ada is 3 ahead." in table
    assert {"enter;action=2 push 1", "enter;action=token law 0", "enter;action=token law 1"} <= set(WISH.findall(table))
    assert "Coins: 4" in page(show, 2, "mine")["thing-1"] or 'value="4"' in page(show, 2, "mine")["thing-1"]
    served.store.close()
    served = Served(tmp_path / "seven", facts, shelf=shelf, sheets=tally(every_fact))
    served.send(SetGame, mode="tally", game="seven-wonders")
    served.sit("Ada", "Ben", "Cleo", lang="en").start()
    show = PageMaker(served.table, GAMES)
    enter(served, "age 2 6", "1 set shields 2")
    table = page(show, 1, "table")["markers"]
    assert "Age II · round 6 of 6" in table
    assert "Pass hands to the right" in table
    assert {"enter;action=settle;sure=true", "enter;action=age 2 1"} <= set(WISH.findall(table))
    enter(served, "settle")
    assert "Age III · round 1 of 6" in page(show, 2, "table")["markers"]
    drawn = page(show, 1)
    assert GAMES["seven-wonders"].signs["guilds"] == ("purple", "purple")
    assert '<span class="k-purple"><svg class="i"><use href="#i-purple"/></svg></span> Guilds' in drawn["result"]
    shown = set(SYMBOL_USE.findall("".join(drawn.values())))
    assert shown - set(re.findall(r'<symbol id="([^"]*)"', drawn["drawings"] + str(sprite()))) == set()
    served.store.close()


def test_empty_entries_are_dashes_and_listed_before_closing_the_sheet(sheet):
    served, show = sheet
    enter(served, "1 set wonder 0", "1 set blue 7")
    score = page(show, 1, "score")
    assert re.findall(r"<dt>(\w+)[^<]*(?:<small>.*?</small>)?</dt>\s*<dd>(.*?)</dd>", score["sheet-1"])[:3] == [
        ("Wonder", "0"), ("Cat", "0"), ("Blue", "7"),
    ]  # fmt: skip
    assert ">–</dd>" in score["sheet-1"]
    assert "Not entered yet: " in score["sheet-99"]
    assert 'data-fill="1"' in page(show, 1, "mine")["thing-2"]


def test_duel_sheet_records_a_supremacy_victory(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])}, sheets=tally(every_fact))
    served.send(SetGame, mode="tally")
    served.sit("Ada", "Ben", lang="en").start()
    show = PageMaker(served.table, GAMES)
    enter(served, "1 set blue 30")
    mine = intents_in(page(show, 2, "mine"), "thing-2")
    assert [wish for wish in mine if "supremacy" in wish] == [
        "enter;action=supremacy 2 military",
        "enter;action=supremacy 2 science",
    ]
    assert "enter;action=supremacy 1 science" in intents_in(page(show, 2, "score"), "sheet-1")
    enter(served, "supremacy 2 science")
    assert "enter;action=supremacy 0" in intents_in(page(show, 2, "mine"), "thing-2")
    score = page(show, 1, "score")
    assert "Ben wins by scientific supremacy!" in score["result"]
    assert "Supremacy wins at once, whatever the points." in score["result"]
    assert "who has most points has won" not in score["sheet-99"]
    assert intents_in(page(show)) == []
    enter(served, "end")
    over = page(show, 1)
    assert "Ben wins by scientific supremacy!" in over["verdict"]
    assert ("box gap won" in over["sheet-2"], " won" in over["sheet-1"]) == (True, False)
    served.store.close()


def test_pawn_in_the_capital_wins_and_is_kept_in_the_history(tmp_path, facts, every_fact):
    served = Served(tmp_path, facts, shelf={"duel": Duel(every_fact["duel"])}, sheets=tally(every_fact))
    served.send(SetGame, mode="tally")
    served.sit("Ada", "Ben", lang="en").start()
    show = PageMaker(served.table, GAMES)
    enter(served, "1 push 8")
    assert "wins" not in page(show, 2, "table")["markers"]
    enter(served, "1 push 1")
    assert "Ada wins by military supremacy!" in page(show, 2, "table")["markers"]
    enter(served, "end")
    [game] = served.table.finished.list_games()
    say, w = HistoryWords(words_of_games()), words("en")
    assert [score["total"] for score in game.result.scores] == [10, 0]
    assert is_whole(game)
    assert say.victory_text(w, game.kind, game.result) == "by military supremacy"
    assert "by%20military%20supremacy" in bg_stats_link.link(game, 0, say, w, (1, 2))
    archived = Archived(
        id=game.mark, began=0.0, ended=0.0, seconds=1.0, header={"game": "tally", "sheet": "duel"}, result=game.result
    )
    assert to_csv([archived], say, w).decode().count("by military supremacy") == 2
    served.store.close()


def test_sheets_of_other_games_have_no_supremacy(sheet):
    served, show = sheet
    enter(served, "1 set wonder 9")
    assert [wish for wish in intents_in(page(show, 1, "mine")) if "supremacy" in wish] == []


def test_out_of_bounds_refusal_names_the_cell_and_its_range():
    facts = {"cell": "stages", "least": 0, "most": 5}
    said = table_words.refusal(words("en"), "out-of-bounds", facts, SHEETS["architects"])
    assert said == "Stages built: a number from 0 to 5."


async def test_a_finished_sheet_can_be_stepped_through(tmp_path, facts, every_fact):
    made = Served(tmp_path, facts, sheets=tally(every_fact))
    async with serving(made) as served, aiohttp.ClientSession(served.base) as client:
        served.send(SetGame, mode="tally")
        served.sit("Ada", "Ben", lang="en").start()
        enter(served, "1 set blue 7", "2 set military 4", "end")
        [game] = served.table.finished.list_games()

        async def read(query):
            return unescape(await (await client.get(f"/watch?game={game.mark}{query}")).text())

        assert 'line="' in await read("")
        second = await read("&line=2")
        assert "Ben, military tokens: 4 (was 0)." in second
        assert "4 × 3" in second
        assert "enter;" not in second
        assert "Ben wins with 12 points." in await read("&line=3")


def test_rules_page_is_available_for_a_sheet(sheet):
    _, show = sheet
    show.pages.globals(files=defaultdict(str))
    said = how_to_play.page(show, words("en"))
    assert said is not None
    assert said.count('<section class="box how">') == 2
