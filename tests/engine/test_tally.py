"""Tally: entries, sums, ties, the conflict, and what a header says."""

import random
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine import record
from engine.architects.game_facade import Architects
from engine.duel.game_facade import Duel
from engine.game import CHANCE, EVERYONE, BadHeader, Game, IllegalAction, Seat, State
from engine.tally.rules import Tally
from engine.tally.sheets import game_data
from engine.tally.view_json import View

DATA = Path(__file__).resolve().parents[2] / "data"
SHEETS = (DATA / "tally.toml").read_bytes()
TALLY = Tally(SHEETS)
HEADERS = (
    {"sheet": "architects", "seats": "2"},
    {"sheet": "architects", "variant": "medals", "seats": "giza, rhodes, ur, rome, ephesus, olympia, babylon"},
    {"sheet": "duel", "seats": "2", "names": "Ada, Ben"},
    {"sheet": "seven-wonders", "seats": "3"},
    {"sheet": "seven-wonders", "variant": "leaders experts", "seats": "7"},
    {"sheet": "duel", "seats": "2", "data": "2"},
    {"sheet": "seven-wonders", "variant": "leaders", "seats": "giza, ?, babylon", "data": "2"},
)


def state_after(*lines, sheet="architects", seats="3", **header):
    """Return the state of a new tally after these lines."""
    state = TALLY.start(TALLY.setup({"game": "tally", "sheet": sheet, "seats": seats, "data": "2", **header}))
    for line in lines:
        state.apply(*record.parse_move(state, line))
    return state


def cells(state, cell):
    return [seat.cells[cell] for seat in state.view(None).seats]


def refusal_rule(state, line):
    """Apply a line that is illegal and return the rule that refuses it; the view must not change."""
    before = state.view(None)
    with pytest.raises(IllegalAction) as no:
        state.apply(*record.parse_move(state, line))
    assert state.view(None) == before
    return no.value.rule


def random_entry(state, rng):
    """Return a random entry that is valid on this sheet."""
    cell, seat = rng.choice(state.cells), Seat(rng.randrange(len(state.values)))
    said = [(seat, f"set {cell.id} {rng.randint(cell.least, cell.most)}")] * 6
    if state.battle:
        said += [(CHANCE, f"marker {rng.randint(1, len(state.battle))} {rng.choice(['battle', 'peace'])}")] * 2
        said += [(CHANCE, "settle"), (CHANCE, f"cat {rng.randint(0, len(state.values))}")]
    if state.sheet.supremacies:
        said += [(CHANCE, rng.choice(["supremacy 0", "supremacy 1 military", "supremacy 2 science"]))] * 2
    if state.sheet.ages:
        said += [(CHANCE, f"age {rng.randint(1, 3)} {rng.randint(1, 6)}"), (CHANCE, "settle")]
    if state.sheet.track:
        said += [(CHANCE, f"pawn {rng.randint(-9, 9)}"), (CHANCE, f"token law {rng.randint(0, 2)}")] * 2
    who, text = rng.choice(said)
    return who, state.parse(text)


# ---- entries ---------------------------------------------------------------------------------------------


def test_the_last_entry_of_a_cell_wins():
    assert cells(state_after("2 set shields 4", "1 set shields 1", "2 set shields 3"), "shields") == [1, 3, 0]


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        pytest.param("1 set stages 6", "out-of-bounds", id="above what there is"),
        pytest.param("1 set shields -1", "out-of-bounds", id="below nothing"),
        pytest.param("1 set medals 1", "no-such-cell", id="a cell of a variant that is not played"),
        pytest.param("1 set coins 3", "no-such-cell", id="a cell of another sheet"),
        pytest.param("4 set shields 1", "no-such-seat", id="a seat that is not there"),
        pytest.param("marker 4 battle", "no-such-marker", id="three seats have three markers"),
        pytest.param("cat 4", "no-such-seat", id="the cat at a seat that is not there"),
        pytest.param("1 settle", "whose-entry", id="the middle is nobody's"),
        pytest.param("1 cat 1", "whose-entry", id="the cat is put by nobody"),
    ],
)
def test_invalid_entries_are_refused(line, rule):
    assert refusal_rule(state_after("1 set shields 2"), line) == rule


@pytest.mark.parametrize("line", ["settle", "marker 1 battle", "cat 1"])
def test_conflict_entries_are_refused_on_sheets_without_conflict(line):
    assert refusal_rule(state_after(sheet="seven-wonders", data="1"), line) in (
        "no-conflict",
        "no-such-marker",
        "no-cat",
    )


@pytest.mark.parametrize(
    "text",
    [
        "",
        "set",
        "set shields",
        "set shields 04",
        "set shields +1",
        "set Shields 1",
        "marker 1",
        "cat",
        "settle it",
        "supremacy",
        "supremacy 1",
        "supremacy 0 science",
        "supremacy 1 by science",
        "supremacy 01 science",
    ],
)
def test_malformed_lines_are_refused(text):
    with pytest.raises(ValueError, match="not an action of tally"):
        state_after().parse(text)


def test_closed_sheet_refuses_entries():
    state = state_after("1 set wonder 3", "end")
    assert refusal_rule(state, "1 set wonder 4") == "sheet-closed"
    assert state.winners() == (0,)


# ---- what every session keeps ----------------------------------------------------------------------------


@pytest.mark.sampled(8)
@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header['sheet']}-{header['seats'][:6]}")
@given(seed=st.integers(0, 2**32))
def test_entries_copies_and_views_round_trip(header, seed):
    rng = random.Random(seed)
    state = TALLY.start(TALLY.setup({"game": "tally", **header}))
    for _ in range(20):
        seat, action = random_entry(state, rng)
        assert state.parse(str(action)) == action
        twin, told = state.copy(), []
        state.apply(seat, action, lambda *one, told=told: told.append(one))
        twin.apply(seat, action)
        assert twin.view(None) == state.view(Seat(0))
        ((event, readers),) = told
        assert readers is EVERYONE
        assert msgspec.json.decode(msgspec.json.encode(event), type=TALLY.events()) == event
    view = state.view(None)
    assert msgspec.json.decode(msgspec.json.encode(view), type=View) == view
    for seat, score in zip(view.seats, state.scores(), strict=True):
        assert score["total"] == seat.total == sum(line.points for line in seat.sums.values())
        for line in seat.sums.values():
            assert line.points == sum(term.points for term in line.terms)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header['sheet']}-{header['seats'][:6]}")
@given(seed=st.integers(0, 2**32))
def test_an_entry_depends_only_on_earlier_entries_of_its_seats(header, seed):
    rng = random.Random(seed)
    state, lines = TALLY.start(TALLY.setup({"game": "tally", **header})), []
    for _ in range(15):
        lines.append(random_entry(state, rng))
        told = event_of(state, *lines[-1])
    hung_upon, needed = [], state.places(*lines[-1])
    for line in reversed(lines[:-1]):
        if not needed.isdisjoint(state.places(*line)):
            hung_upon.append(line)
            needed |= state.places(*line)
    alone = TALLY.start(TALLY.setup({"game": "tally", **header}))
    for line in reversed(hung_upon):
        alone.apply(*line)
    assert event_of(alone, *lines[-1]) == told


def event_of(state, seat, action):
    told = []
    state.apply(seat, action, lambda event, readers: told.append(event))
    return told[0]


def test_copy_is_independent():
    state = state_after("1 set shields 2", "cat 1", "marker 1 battle")
    twin, before = state.copy(), state.view(None)
    for line in ("1 set shields 5", "cat 2", "marker 2 battle", "end"):
        twin.apply(*record.parse_move(twin, line))
    assert state.view(None) == before != twin.view(None)


# ---- sums ------------------------------------------------------------------------------------------------


def test_scoring_matches_the_rulebook_example():
    """Ephesus with base and two columns (10 points), the cat, blue cards for 7, four military tokens, Strategy (4)."""
    state = state_after("1 set wonder 10", "cat 1", "1 set blue 7", "1 set military 4", "1 set progress 4")
    assert state.scores()[0] == {"wonder": 10, "cat": 2, "blue": 7, "military": 12, "progress": 4, "total": 35}


def test_medals_score_only_with_the_medals_variant():
    assert state_after("1 set medals 2", variant="medals").scores()[0] == {
        **dict.fromkeys(("wonder", "cat", "blue", "military", "progress"), 0),
        "medals": 8,
        "total": 8,
    }


@pytest.mark.parametrize(
    ("symbols", "points"),
    [
        pytest.param("compass 2", 4, id="a square"),
        pytest.param("compass 2, gear 2, tablet 1", 16, id="a set"),
        pytest.param("compass 2, gear 1, any-symbol 1", 13, id="any symbol completes a set"),
        pytest.param("compass 3, any-symbol 1", 16, id="any symbol makes the square greater"),
        pytest.param("compass 4, gear 1, any-symbol 2", 37, id="two of them: another square before a set"),
        pytest.param("compass 3, gear 2, tablet 2, enheduanna 1", 38, id="one more of the most common"),
        pytest.param("compass 3, gear 1, aganice 1", 16, id="one replaced"),
        pytest.param("compass 1, gear 1, tablet 1, aristotle 1", 10, id="what a set is worth elsewhere is not science"),
    ],
)
def test_wild_science_symbols_score_their_best_use(symbols, points):
    said = [f"1 set {part}" for part in symbols.split(", ")]
    state = state_after(*said, sheet="seven-wonders", variant="leaders experts")
    assert state.scores()[0]["science"] == points
    assert sum(term.points for term in state.view(None).seats[0].sums["science"].terms) == points


def test_aristotle_scores_science_sets_as_leader_points():
    lines = ("1 set compass 2", "1 set gear 2", "1 set tablet 2", "1 set leaders 5", "1 set aristotle 1")
    assert state_after(*lines, sheet="seven-wonders", variant="leaders").scores()[0]["leaders"] == 5 + 2 * 3


@pytest.mark.parametrize(("coins", "points"), [(0, 0), (2, 0), (3, 1), (11, 3)])
@pytest.mark.parametrize(("sheet", "seats", "line"), [("duel", "2", "coins"), ("seven-wonders", "3", "treasury")])
def test_coins_score_one_point_per_three(coins, points, sheet, seats, line):
    assert state_after(f"1 set coins {coins}", sheet=sheet, seats=seats).scores()[0][line] == points


@pytest.mark.parametrize(
    ("lines", "sheet", "winners", "tie"),
    [
        pytest.param(["1 set wonder 9", "2 set wonder 8"], "architects", (1,), None, id="most points"),
        pytest.param(
            ["1 set wonder 9", "2 set blue 9", "2 set stages 3", "1 set stages 2"],
            "architects",
            (2,),
            ((1, 2), "stages", (2, 3)),
            id="more stages",
        ),
        pytest.param(["1 set wonder 9", "3 set blue 9"], "architects", (1, 3), ((1, 3), "stages", (0, 0)), id="shared"),
        pytest.param(
            ["1 set coins 5", "2 set coins 3", "3 set coins 4"],
            "seven-wonders",
            (1,),
            ((1, 2, 3), "coins", (5, 3, 4)),
            id="more coins",
        ),
    ],
)
def test_leader_and_tie_break_are_shown(lines, sheet, winners, tie):
    view = state_after(*lines, sheet=sheet).view(None)
    assert view.ahead == winners
    assert view.winners == ()
    assert (view.tie and (view.tie.seats, view.tie.by, view.tie.values)) == tie
    assert state_after(*lines, "end", sheet=sheet).view(None).winners == winners


def test_blue_points_break_ties_in_duel():
    state = state_after("1 set blue 5", "2 set green 5", "end", sheet="duel", seats="2")
    assert state.winners() == (0,)


# ---- victory at once ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("by", ["military", "science"])
@pytest.mark.parametrize("seat", [1, 2])
def test_supremacy_wins_regardless_of_points(seat, by):
    lines = (f"{3 - seat} set blue 30", f"supremacy {seat} {by}")
    view = state_after(*lines, sheet="duel", seats="2").view(None)
    assert (view.ahead, view.winners, view.supremacy.seat, view.supremacy.by) == ((seat,), (), seat, by)
    state = state_after(*lines, "end", sheet="duel", seats="2")
    assert state.winners() == (seat - 1,)
    assert state.scores()[2 - seat]["total"] == 30


def test_last_supremacy_entry_counts():
    said = ("1 set blue 3", "supremacy 2 science", "supremacy 1 military", "supremacy 2 military")
    assert state_after(*said, "end", sheet="duel", seats="2").winners() == (1,)
    assert state_after(*said, "supremacy 0", "end", sheet="duel", seats="2").winners() == (0,)


def test_supremacy_removes_the_tie():
    said = ("1 set blue 3", "2 set blue 3")
    assert state_after(*said, sheet="duel", seats="2").view(None).tie
    assert state_after(*said, "supremacy 2 science", sheet="duel", seats="2").view(None).tie is None


@pytest.mark.parametrize(
    ("line", "sheet", "rule"),
    [
        ("supremacy 2 military", "architects", "no-supremacy"),
        ("supremacy 0", "seven-wonders", "no-supremacy"),
        ("supremacy 2 culture", "duel", "no-supremacy"),
        ("supremacy 3 science", "duel", "no-such-seat"),
        ("2 supremacy 2 science", "duel", "whose-entry"),
    ],
)
def test_invalid_supremacy_is_refused(line, sheet, rule):
    assert refusal_rule(state_after(sheet=sheet, seats="2" if sheet == "duel" else "3"), line) == rule


# ---- the conflict ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shields", "tokens"),
    [
        pytest.param([1, 2, 0], [1, 2, 0], id="three: more than each neighbour"),
        pytest.param([2, 2, 1], [1, 1, 0], id="equal shields win nothing"),
        pytest.param([2, 1], [2, 0], id="two: twice as many"),
        pytest.param([3, 2], [1, 0], id="two: more"),
        pytest.param([1, 0], [1, 0], id="two: one against none"),
    ],
)
def test_conflict_compares_shields_and_awards_tokens(shields, tokens):
    said = [f"{seat} set shields {n}" for seat, n in enumerate(shields, start=1)]
    state = state_after(*said, "1 set military 1", "marker 1 battle", seats=str(len(shields)))
    assert list(state.view(None).conflict.won) == tokens
    state.apply(CHANCE, state.parse("settle"))
    assert cells(state, "military") == [tokens[0] + 1, *tokens[1:]]
    assert state.view(None).conflict.battle == (False,) * 3


def test_conflict_markers_flip_one_by_one():
    conflict = state_after("marker 2 battle", "marker 3 battle", "marker 3 peace").view(None).conflict
    assert (conflict.battle, conflict.flipped, conflict.tokens) == ((False, True, False), 1, 3)


# ---- data and headers -------------------------------------------------------------------------------------


def test_sheets_agree_with_the_game_data():
    architects = Architects((DATA / "architects.toml").read_bytes()).data().table
    sheet = TALLY.sheets["architects"]
    lines = {line.id: line for line in sheet.lines}
    assert sheet.seats == (architects.min_seats, architects.max_seats)
    assert sheet.conflict.markers == tuple(architects.conflict_tokens)
    assert lines["military"].worth == architects.military_points
    assert lines["cat"].points == architects.cat_points
    assert lines["medals"].worth == architects.medal_points
    duel = {line.id: line for line in TALLY.sheets["duel"].lines}
    assert duel["coins"].every == Duel((DATA / "duel.toml").read_bytes()).data().table.coins_per_point
    seven = {line.id: line for line in TALLY.sheets["seven-wonders"].lines}
    table = msgspec.toml.decode((DATA / "seven_wonders.toml").read_bytes())["table"]
    assert seven["treasury"].every == table["coins_per_point"]
    assert seven["science"].set == table["set_of_symbols"]
    leaders = msgspec.toml.decode((DATA / "leaders.toml").read_bytes())["leaders"]
    assert leaders["aristotle"]["effects"] == [{"type": "per-science-set", "points": seven["science"].bonus.worth}]
    assert leaders["enheduanna"]["effects"] == [{"type": "more-of-most-common"}]
    assert leaders["aganice"]["effects"] == [{"type": "replace-symbol"}]


@pytest.mark.parametrize(
    ("wrong", "right", "says"),
    [
        pytest.param(b'cell = "wonder"', b'cell = "pyramid"', "unknown cell 'pyramid'", id="a cell that is not there"),
        pytest.param(b'tie = "stages"', b'tie = "steps"', "unknown cell 'steps'", id="a tie by nothing"),
        pytest.param(b"[3, 3, 4, 5, 6, 6]", b"[3, 3]", "conflict.markers", id="too few markers"),
        pytest.param(
            b'type = "held"',
            b'type = "hold"',
            "architects.lines.cat.type: 'hold' is not known here",
            id="an unknown kind of line",
        ),
        pytest.param(b'["military", "science"]', b'["military", "culture"]', "culture", id="an unknown supremacy"),
        pytest.param(
            b'["military", "science"]', b'["science", "science"]', "science stands twice", id="a supremacy twice"
        ),
        pytest.param(b"[duel", b"[dual", "no game", id="a sheet of no game"),
        pytest.param(
            b'variant = "medals" },\n    { id = "stages"',
            b'variant = "x" },\n    { id = "stages"',
            "unknown variant",
            id="variant",
        ),
    ],
)
def test_invalid_sheet_data_names_the_fault(wrong, right, says):
    assert wrong in SHEETS
    with pytest.raises(ValueError, match=says):
        game_data(SHEETS.replace(wrong, right, -1 if wrong == b"[duel" else 1))


@pytest.mark.parametrize("header", HEADERS, ids=lambda header: f"{header['sheet']}-{header['seats'][:6]}")
def test_headers_round_trip(header):
    setup = TALLY.setup({"game": "tally", **header})
    assert TALLY.setup(setup.header()) == setup


@pytest.mark.parametrize(
    ("header", "key"),
    [
        ({"seats": "3"}, "sheet"),
        ({"sheet": "bazaar", "seats": "3"}, "sheet"),
        ({"sheet": "architects"}, "seats"),
        ({"sheet": "architects", "seats": "8"}, "seats"),
        ({"sheet": "architects", "seats": "giza, giza"}, "seats"),
        ({"sheet": "architects", "seats": "giza, "}, "seats"),
        ({"sheet": "duel", "seats": "3"}, "seats"),
        ({"sheet": "duel", "seats": "2", "names": "Ada"}, "names"),
        ({"sheet": "duel", "seats": "2", "variant": "medals"}, "variant"),
        ({"sheet": "duel", "seats": "2", "first": "1"}, "first"),
    ],
)
def test_invalid_header_names_its_key(header, key):
    with pytest.raises(BadHeader) as bad:
        TALLY.setup({"game": "tally", **header})
    assert [fault[0] for fault in bad.value.faults] == [key]


def test_tally_record_is_parsed_and_replayed():
    text = b"game: tally\nsheet: architects\nseats: 2\n\n2 set shields 4\nmarker 3 battle\nsettle\ncat 2\n"
    told = record.parse_record(text, {"tally": TALLY})
    *_, (_, state) = record.replay(told)
    assert record.position(state)["seats"][1]["cells"]["military"] == 2
    assert record.format_record(told.setup, [move for _, move in told.moves]).encode().endswith(text.split(b"\n\n")[1])


def test_tally_is_a_session_but_not_a_game():
    state = TALLY.start(TALLY.setup({"game": "tally", "sheet": "duel", "seats": "2"}))
    assert not isinstance(TALLY, Game)
    assert not isinstance(state, State)
    assert (state.to_act, state.winners()) == ((), ())


# ---- markers of all three games --------------------------------------------------------------------------


def seven(*lines, seats="3", **header):
    return state_after(*lines, sheet="seven-wonders", seats=seats, **header)


def duel(*lines):
    return state_after(*lines, sheet="duel", seats="2")


def test_entered_zero_differs_from_no_entry():
    state = state_after("1 set blue 0", "2 set blue 4")
    assert [seat.entered for seat in state.view(None).seats] == [("blue",), ("blue",), ()]
    assert cells(state, "blue") == [0, 4, 0]
    missing = {each.cell: each.seats for each in state.view(None).missing}
    assert missing["blue"] == (3,)
    assert "shields" not in missing, "what counts for nothing at the end need not be entered"


def test_horned_shields_count_once_and_are_cleared():
    state = state_after("1 set shields 1", "1 set horned 2", "2 set shields 2", "settle")
    assert cells(state, "military") == [2, 1, 0]
    assert (cells(state, "shields"), cells(state, "horned")) == ([1, 2, 0], [0, 0, 0])


@pytest.mark.parametrize(
    ("age", "gained"),
    [pytest.param(1, [2, 0, -2], id="I"), pytest.param(2, [6, 2, -2], id="II"), pytest.param(3, [10, 4, -2], id="III")],
)
def test_settling_an_age_awards_military_from_shields(age, gained):
    state = seven(f"age {age} 6", "1 set shields 3", "2 set shields 1", "settle")
    assert cells(state, "military") == gained
    assert state.view(None).age.age == min(3, age + 1)
    assert state.view(None).age.settled == (age == 3)


def test_military_adds_up_over_ages_and_level_seats_gain_none():
    state = seven("1 set shields 1", "2 set shields 1", "settle", "3 set shields 4", "settle")
    assert cells(state, "military") == [0, 0, 4]


def test_age_marker_gives_the_passing_direction():
    assert [seven(f"age {age} 1").view(None).age.passing for age in (1, 2, 3)] == ["left", "right", "left"]
    assert seven().view(None).age.round == 1
    assert seven(variant="leaders").view(None).age.round == 0, "leaders are recruited first"
    assert refusal_rule(seven(), "age 1 0") == "no-such-age"
    assert refusal_rule(seven(), "age 4 1") == "no-such-age"
    assert refusal_rule(state_after(), "age 1 1") == "no-ages"


def test_pawn_takes_the_coins_of_each_token_once():
    state = duel("2 set coins 6", "pawn 3")
    view = state.view(None)
    assert (view.track.tokens, cells(state, "coins")) == (((2, 5), (5,)), [0, 4])
    assert (cells(state, "military"), view.seats[0].entered) == ([5, 0], ("military",))
    for line in ("pawn 2", "pawn 6"):
        state.apply(*record.parse_move(state, line))
    assert (state.view(None).track.tokens[1], cells(state, "coins")) == ((), [0, 0]), "nobody pays more than there is"
    state.apply(*record.parse_move(state, "pawn -1"))
    assert cells(state, "military") == [0, 2]
    assert refusal_rule(state, "pawn 10") == "no-such-space"


def test_pawn_in_the_capital_wins_at_once():
    view = duel("1 set blue 30", "pawn -9").view(None)
    assert (view.supremacy.seat, view.supremacy.by, view.ahead) == (2, "military", (2,))


def test_six_science_symbols_win_with_law_as_one():
    lines = [f"2 set {symbol} 1" for symbol in ("mortar", "plumb-bob", "quill", "wheel", "sundial")]
    assert duel(*lines).view(None).supremacy is None
    view = duel(*lines, "token law 2").view(None)
    assert (view.seats[1].kinds, view.supremacy.seat, view.supremacy.by) == (6, 2, "science")


def test_progress_token_belongs_to_one_seat_and_scores_there():
    state = duel("token philosophy 1", "token mathematics 1", "token mathematics 2")
    assert cells(state, "progress") == [7, 3]
    assert [token.seat for token in state.view(None).progress.tokens if token.seat] == [2, 1]
    assert refusal_rule(state, "token alchemy 1") == "no-such-token"
    assert refusal_rule(state, "token law 3") == "no-such-seat"


def test_track_and_tokens_agree_with_the_game_data():
    facts = Duel((DATA / "duel.toml").read_bytes()).data()
    sheet = TALLY.sheets["duel"]
    assert sheet.track.capital == facts.military.capital
    printed = [(zone.start, zone.points, zone.coins) for zone in facts.military.zones]
    assert [(zone.start, zone.points, zone.coins) for zone in sheet.track.zones] == printed
    text = msgspec.toml.decode((DATA / "duel.toml").read_bytes())
    assert [token.id for token in sheet.progress.tokens] == sorted(text["tokens"])
    assert sheet.progress.winning == text["table"]["winning_symbols"]
    assert sheet.starts[0].value == text["table"]["start_coins"]
    for token in sheet.progress.tokens:
        printed = text["tokens"][token.id]
        effects = {effect["type"]: effect.get("amount", 1) for effect in printed.get("effects", ())}
        assert (token.points, token.coins) == (printed.get("points", 0), effects.get("coins", 0))
        assert (token.each, token.symbol) == (effects.get("points-per-token", 0), "science" in effects)
    table = msgspec.toml.decode((DATA / "seven_wonders.toml").read_bytes())["table"]
    sheet = TALLY.sheets["seven-wonders"]
    assert (list(sheet.conflict.victory), sheet.conflict.defeat) == (table["victory"], table["defeat"])
    assert list(sheet.ages.passing) == table["passing"]
    assert sheet.ages.rounds == table["hand"] - 1
    leaders = msgspec.toml.decode((DATA / "leaders.toml").read_bytes())
    starts = [table["start_coins"], next(part["start_coins"] for part in leaders.values() if "start_coins" in part)]
    assert [start.value for start in sheet.starts] == starts


def test_old_tally_record_keeps_its_data_version():
    text = b"game: tally\nsheet: seven-wonders\nseats: 3\n\n2 set blue 4\nend\n"
    *_, (_, state) = record.replay(record.parse_record(text, {"tally": TALLY}))
    assert (state.view(None).age, state.view(None).counters) == (None, ())
    newer = text.replace(b"seats: 3\n", b"seats: 3\ndata: 2\n").replace(b"end\n", b"age 2 3\n1 set shields 2\nend\n")
    *_, (_, state) = record.replay(record.parse_record(newer, {"tally": TALLY}))
    assert state.view(None).age.round == 3
