"""Score sheets in words: every cell, entry, event and refusal, in every language; and the page of their notation."""

import re
from pathlib import Path
from typing import get_args

import msgspec
import pytest

from app.games.game_list import GAMES
from app.games.game_list import words as words_of_games
from app.games.tally import sheet_words as say
from app.games.tally.score_icons import signs_of
from app.games.tally.sheet_words import SheetWords
from app.text.translation import complete, words
from engine import record
from engine.tally import actions
from engine.tally.rules import Tally
from engine.tally.view_json import Sum, Term

SHEETS = {slug: SheetWords(slug, say) for slug, say in words_of_games().items()}

DOCS = Path(__file__).resolve().parents[3] / "docs"
PEOPLE = ("Ada", "Ben", "Cleo")
EVENTS = (
    actions.CellSet(seat=1, cell="shields", value=4, before=2),
    actions.MarkerTurned(marker=2, flipped=1, tokens=3),
    actions.MarkerTurnedBack(marker=2, flipped=0, tokens=3),
    actions.ConflictSettled(shields=(1, 3, 0), won=(1, 2, 0)),
    actions.ConflictSettled(shields=(1, 1, 1), won=(0, 0, 0)),
    actions.ConflictSettled(shields=(1, 1, 1), won=(0, 0, 0), passed=True),
    actions.AgeSettled(age=1, shields=(2, 1, 0), left=(1, 1, -1), right=(1, -1, -1)),
    actions.AgeSet(age=2, round=0),
    actions.AgeSet(age=2, round=3),
    actions.PawnPut(space=0, before=1, tokens=(), loser=0, lost=0),
    actions.PawnPut(space=-2, before=1, tokens=(), loser=0, lost=0),
    actions.PawnPut(space=6, before=1, tokens=(2, 5), loser=2, lost=7),
    actions.TokenPut(token="law", seat=0, coins=0),
    actions.TokenPut(token="law", seat=1, coins=0),
    actions.TokenPut(token="urbanism", seat=1, coins=6),
    actions.SymbolSet(seat=1, symbol="wheel", value=1, before=0),
    actions.SymbolSet(seat=1, symbol="wheel", value=2, before=1),
    actions.CatPut(seat=2, before=0),
    actions.CatPut(seat=0, before=2),
    actions.SupremacySaid(seat=2, by="military"),
    actions.SupremacySaid(seat=2, by="science"),
    actions.SupremacySaid(seat=0, by=""),
    actions.SheetClosed(),
)
ENTRIES = (
    "set shields 4", "marker 2 battle", "marker 2 peace", "settle", "cat 2", "cat 0", "end", "age 2 0", "age 2 3",
    "pawn 0", "pawn 4", "pawn -4", "token law 1", "token law 0", "set wheel 1",
)  # fmt: skip
AT_ONCE = ("supremacy 1 military", "supremacy 1 science", "supremacy 0")
every_language = pytest.mark.parametrize("lang", complete())


@pytest.fixture(scope="module")
def tally(every_fact) -> Tally:
    return Tally(every_fact["tally"])


@every_language
def test_every_entry_and_event_has_its_own_sentence(lang):
    w, sheet = words(lang), SHEETS["architects"]
    told = [sheet.event(w, event, PEOPLE) for event in EVENTS]
    assert {type(event) for event in EVENTS} == set(get_args(actions.Events))
    assert len(set(told)) == len(told)
    assert len({sheet.action(w, text, PEOPLE) for text in (*ENTRIES, *AT_ONCE)}) == len(ENTRIES + AT_ONCE)


@every_language
def test_cells_and_lines_have_names_icons_and_hints(lang, tally):
    w = words(lang)
    for game, sheet in tally.sheets.items():
        signs = signs_of(GAMES[game])
        assert len({say.cell(w, game, cell.id) for cell in sheet.cells}) == len(sheet.cells)
        for cell in sheet.cells:
            assert cell.id in say._cells(w)
            assert cell.id in signs
            assert isinstance(say.cell_says(w, game, cell.id), str)
        for line in sheet.lines:
            assert SHEETS[game].category(w, line.id) != line.id, line.id
            assert line.id in signs


@every_language
def test_every_refusal_has_its_words(lang):
    source = (Path(actions.__file__).parent / "session.py").read_text("utf-8")
    rules = set(re.findall(r'IllegalAction\("([a-z-]+)"', source)) - {"no-such-seat"}
    assert len(rules) >= 6
    plain = SHEETS["architects"].refusal(words(lang), "never heard of", {})
    for rule in rules:
        facts = {"cell": "stages", "least": 0, "most": 5, "marker": 9, "value": 7, "cells": "blue stages"}
        said = SHEETS["architects"].refusal(words(lang), rule, facts)
        assert said != plain, rule


@pytest.mark.parametrize(
    ("terms", "text"),
    [
        pytest.param([Term(14)], "", id="just a number"),
        pytest.param([Term(4, 3)], "4 × 3", id="so many each"),
        pytest.param([Term(11, 1, 3)], "11 ÷ 3", id="one for every three"),
        pytest.param([Term(4, 4), Term(2, 2), Term(1, 1), Term(1, 7)], "4 × 4 + 2 × 2 + 1 + 1 × 7", id="science"),
        pytest.param([Term(5), Term(2, 3)], "5 + 2 × 3", id="with a bonus"),
        pytest.param([Term(0, 3)], "", id="nothing"),
        pytest.param([Term(12), Term(0, 3)], "", id="without the bonus"),
    ],
)
def test_sum_text_shows_its_terms(terms, text):
    assert say.arithmetic(Sum(sum(term.points for term in terms), tuple(terms))) == text


@every_language
@pytest.mark.parametrize("game", SHEETS)
def test_tie_text_names_the_tie_break(lang, game, tally):
    sheet = tally.sheets[game]
    state = tally.start(tally.setup({"game": "tally", "sheet": game, "seats": str(sheet.seats[0])}))
    scored = next(line for line in sheet.lines if getattr(line, "cell", sheet.tie) != sheet.tie)
    for seat in (1, 2):
        state.apply(*record.parse_move(state, f"{seat} set {scored.cell} 3"))
    shared = say.tie(words(lang), state.view(None).tie, PEOPLE)
    state.apply(*record.parse_move(state, f"2 set {sheet.tie} 2"))
    if state.view(None).tie is None:  # what decides counts, too
        state.apply(*record.parse_move(state, f"1 set {scored.cell} 5"))
    decided = say.tie(words(lang), state.view(None).tie, PEOPLE)
    assert shared != decided
    assert "Ben" in decided


@every_language
def test_supremacy_result_text_is_the_same_before_and_after_the_end(lang, tally):
    w, sheet = words(lang), tally.sheets["duel"]
    assert len({say.supremacy(w, by) for by in sheet.supremacies}) == len(sheet.supremacies)
    results = []
    for by in sheet.supremacies:
        state = tally.start(tally.setup({"game": "tally", "sheet": "duel", "seats": "2"}))
        before = say.decides(w, state.view(None), PEOPLE)
        for line in ("1 set blue 9", "2 set blue 9", f"supremacy 2 {by}"):
            state.apply(*record.parse_move(state, line))
        results.append(say.result(w, state.view(None), PEOPLE))
        assert say.decides(w, state.view(None), PEOPLE) != before
        state.apply(*record.parse_move(state, "end"))
        assert say.result(w, state.view(None), PEOPLE) == results[-1]
    assert len(set(results)) == len(results)
    assert all(result.startswith("Ben ") for result in results)


# ---- docs/notation-tally.md --------------------------------------------------------------------------------


def test_example_in_the_notation_can_be_replayed(tally):
    page = (DOCS / "notation-tally.md").read_text("utf-8")
    played = record.parse_record(page.split("```")[1].strip().encode(), {"tally": tally})
    *_, (_, state) = record.replay(played)
    assert state.winners()


def test_notation_lists_every_cell_line_and_tie_break(tally):
    page = (DOCS / "notation-tally.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `([a-z-]+)` \| (.*) \|$", page.split("## Cells and lines")[1], re.MULTILINE))
    assert set(rows) == set(tally.sheets)
    for game, sheet in tally.sheets.items():
        cells, lines, tie = rows[game].split(" | ")
        assert [cell.id for cell in sheet.cells if f"`{cell.id}`" not in cells] == []
        assert (
            lines == "all as they are, 1 for 3 coins"
            or [line.id for line in sheet.lines if f"`{line.id}`" not in lines] == []
        )
        assert f"`{sheet.tie}`" in tie


def test_notation_lists_every_supremacy(tally):
    page = (DOCS / "notation-tally.md").read_text("utf-8")
    told = {by for sheet in tally.sheets.values() for by in sheet.supremacies}
    assert [by for by in told if f"`supremacy 2 {by}`" not in page] == []


def test_notation_lists_every_field_of_the_view(tally):
    page = (DOCS / "notation-tally.md").read_text("utf-8").split("## Asking a record")[1]
    view = tally.start(tally.setup({"game": "tally", "sheet": "architects", "seats": "2"})).view(None)
    fields = {*view.__struct_fields__, *view.seats[0].__struct_fields__, *view.conflict.__struct_fields__}
    told = {"game", "sheet", "variant", "seat", "name"}  # as in every record
    assert sorted(field for field in fields - told if f"`{field}`" not in page) == []
    assert msgspec.json.encode(view)


@pytest.mark.parametrize(("lang", "victory"), [("de", "Sieg"), ("nl", "overwinning"), ("fr", "victoire")])
@pytest.mark.parametrize("by", ["stages", "blue", "coins"])
def test_tie_behind_the_winner_shares_a_place_and_no_victory(lang, victory, by):
    said = say.ties(words(lang), by, ((40, 3), (30, 2), (30, 2)), (1,), PEOPLE)
    assert "Ben" in said
    assert "Cleo" in said
    assert "Ada" not in said
    assert victory not in said
