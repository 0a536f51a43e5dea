"""Score sheets at a table: simultaneous entries, undone one by one and kept in the history; no questions."""

import random
import shutil
from pathlib import Path

import msgspec
import pytest

from app.games import game_list
from app.history import export_import
from app.history.history_text import HistoryWords
from app.host.panel_connection import MARKER_LIGHTS, compute_lights
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import ONLOOKER, PANEL, SCREEN
from app.protocol.game_lifecycle_messages import EndEarly, Rematch, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.play_messages import TurnMarker, Undo
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.protocol.settings_messages import SetTable
from app.text.translation import words
from engine.tally.rules import Tally
from hardware.panel_interface import Part, PartKind
from tests.app.tables import Evening, phone

MODES = {
    "architects": ("play", "track", "tally"),
    "duel": ("play", "tally"),
    "seven-wonders": ("play", "tally"),
}


@pytest.fixture
def evening_arguments(every_fact):
    """Arguments for an `Evening` with score sheets."""
    return {
        "shelf": game_list.shelf(every_fact),
        "players": {"greedy": None},
        "modes": MODES,
        "sheets": Tally(every_fact["tally"]),
        "by_touch": {"architects"},
    }


@pytest.fixture
def evening(tmp_path, evening_arguments):
    evening = Evening(tmp_path, **evening_arguments)
    yield evening
    evening.close()


def begin(evening, *by, **agreed):
    """Sit down and open a score sheet."""
    evening.send(SetGame, mode="tally", **agreed)
    evening.sit(*(by or ("phone Ada", "phone Ben", "touch")))
    evening.send(Start)
    return evening


def enter(evening, *lines, who=SCREEN):
    for line in lines:
        evening.send(Enter, who, action=line, sure=True)


def cells(evening, cell):
    return [seat["cells"][cell] for seat in evening.view()["seats"]]


def offer(evening, action, seat=0):
    """Return the row of this entry, which can be undone."""
    return next(each.row for each in evening.snapshot().own if (each.seat, each.action) == (seat, action))


def refused(evening, kind, who=SCREEN, **fields):
    before = (evening.table.rev, evening.view(), evening.table.log_end)
    with pytest.raises(Rejection) as no:
        evening.send(kind, who, **fields)
    assert (evening.table.rev, evening.view(), evening.table.log_end) == before
    return no.value.code


# ---- entries -----------------------------------------------------------------------------------------------


def test_every_client_may_enter_values_for_every_seat(evening):
    begin(evening)
    enter(evening, "1 set shields 3", "marker 1 battle", who=phone(2))
    enter(evening, "2 set shields 1", who=phone(1))
    enter(evening, "3 set wonder 12", "cat 3")
    view = evening.view(phone(1))
    assert [seat["cells"]["shields"] for seat in view["seats"]] == [3, 1, 0]
    assert view["conflict"]["battle"] == [True, False, False]
    assert (view["cat"], view["seats"][2]["total"]) == (3, 14)
    assert evening.asked() == {}
    assert evening.snapshot(phone(1)).questions == ()


def test_the_log_names_who_entered_a_value(evening):
    begin(evening)
    enter(evening, "1 set shields 3", who=phone(2))
    enter(evening, "2 set shields 3", who=phone(2))
    enter(evening, "cat 1", who=phone(1))
    assert [line.by for line in evening.snapshot().news][-3:] == [2, 0, 1]
    assert evening.kinds()[-3:] == ["cell-set", "cell-set", "cat-put"]


def test_simultaneous_additions_are_all_applied(evening):
    begin(evening)
    for who in (phone(1), phone(2), SCREEN):
        enter(evening, "1 add shields 1", who=who)
    enter(evening, "1 add stages -1", "2 add stages 9", "1 add shields 1", "1 add shields -2")
    assert cells(evening, "shields")[0] == 2
    assert cells(evening, "stages") == [0, 5, 0], "a step beyond a bound ends at it"


def test_simultaneous_pawn_pushes_are_both_applied_and_stop_at_a_capital(evening):
    begin(evening, "phone Ada", "phone Ben", game="duel")
    enter(evening, "1 push 3", who=phone(1))
    enter(evening, "2 push 1", who=phone(2))
    assert evening.table.committed.match.state.pawn == 2
    enter(evening, "2 push 99")
    assert evening.table.committed.match.state.pawn == -9
    enter(evening, "1 push 99")
    assert evening.table.committed.match.state.pawn == 9
    for line in ("3 push 1", "1 push far"):
        assert refused(evening, Enter, action=line) == "unreadable"


def test_repeated_entry_is_applied_once(evening):
    begin(evening)
    for _ in range(2):
        enter_id = "tap"
        evening.send(Enter, phone(1), action="1 add shields 1", id=enter_id)
    assert cells(evening, "shields") == [1, 0, 0]


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1 set stages 6", "out-of-bounds"),
        ("4 set shields 1", "no-such-seat"),
        ("1 set pyramids 1", "no-such-cell"),
        ("1 add pyramids 1", "unreadable"),
        ("4 add shields 1", "unreadable"),
        ("1 add shields one", "unreadable"),
        ("take left", "unreadable"),
        ("settle down", "unreadable"),
        ("1 settle", "whose-entry"),
        ("marker 9 battle", "no-such-marker"),
    ],
)
def test_an_invalid_entry_changes_nothing(evening, line, rule):
    begin(evening)
    assert refused(evening, Enter, phone(1), action=line) == rule


@pytest.mark.parametrize("who", [ONLOOKER, PANEL], ids=["onlooker", "panel"])
def test_onlooker_and_panel_may_not_enter_values(evening, who):
    begin(evening)
    assert refused(evening, Enter, who, action="cat 1") == "rights"


def test_entry_without_a_score_sheet_is_refused(evening):
    evening.sit("touch", "touch")
    evening.send(Start)
    assert refused(evening, Enter, action="cat 1") == "no-sheet"


def test_a_marker_is_turned_over_by_a_button_a_finger_or_a_phone(evening):
    begin(evening)
    for who, marker in ((PANEL, 2), (phone(1), 3), (SCREEN, 2)):
        evening.send(TurnMarker, who, marker=marker)
    assert evening.view()["conflict"]["battle"] == [False, False, True]
    assert refused(evening, TurnMarker, PANEL, marker=4) == "no-such-marker"


def test_a_panel_lights_the_markers_that_show_battle_and_who_has_the_cat(evening):
    begin(evening)
    enter(evening, "marker 1 battle", "marker 3 battle", "cat 2")
    shown = compute_lights(bytes(evening.snapshot(ONLOOKER).game))
    assert [shown[part] for part in MARKER_LIGHTS[:3]] == [True, False, True]
    assert [shown[Part(PartKind.CAT, seat)] for seat in range(3)] == [False, True, False]


# ---- what is asked once ------------------------------------------------------------------------------------


def read_refusal(evening, line):
    """Enter a line that has to be refused; return the rule and its parameters."""
    with pytest.raises(Rejection) as no:
        evening.send(Enter, phone(1), action=line)
    return no.value.code, no.value.params


def test_unlikely_value_needs_confirmation(evening):
    begin(evening, game="seven-wonders")
    assert read_refusal(evening, "2 set blue 40") == ("unlikely", {"cell": "blue", "value": 40, "seat": 2})
    assert evening.view()["seats"][1]["entered"] == []
    evening.send(Enter, phone(1), action="2 set blue 40", sure=True)
    evening.send(Enter, phone(1), action="1 set blue 34")
    assert cells(evening, "blue") == [34, 40, 0]
    evening.send(Enter, phone(1), action="2 add blue 1")
    assert cells(evening, "blue")[1] == 41, "who taps + sees what comes of it"
    assert read_refusal(evening, "2 set blue 100")[0] == "out-of-bounds", "what cannot be is not asked"


def test_closing_a_sheet_asks_about_empty_cells(evening):
    begin(evening, "phone Ada", "phone Ben", game="duel")
    for cell in ("military", "blue", "green", "yellow", "guilds", "wonders", "progress"):
        enter(evening, f"1 set {cell} 1", f"2 set {cell} 0")
    enter(evening, "1 set coins 9")
    assert evening.view()["missing"] == [{"cell": "coins", "seats": [2]}]
    assert read_refusal(evening, "end") == ("missing", {"cells": "coins"})
    evening.send(Enter, phone(1), action="end 0")
    assert evening.at_table().phase == "over"
    assert (cells(evening, "coins"), evening.view()["missing"]) == ([9, 0], [])


def test_complete_sheet_is_closed_without_a_question(evening):
    begin(evening, "phone Ada", "phone Ben", game="duel")
    enter(evening, "1 set blue 30", "supremacy 2 science")
    evening.send(Enter, phone(1), action="end")
    assert evening.table.finished.list_games()[0].result.winners == (2,), "points do not decide here"


def test_counters_start_with_the_values_of_the_box(evening):
    begin(evening, *["touch"] * 3, game="seven-wonders", variant=("leaders",))
    enter(evening, "1 add coins -1", "2 set coins 2")
    assert [(seat["cells"]["coins"], seat["entered"]) for seat in evening.view()["seats"]] == [
        (5, ["coins"]), (2, ["coins"]), (0, []),
    ]  # fmt: skip


# ---- taking back -------------------------------------------------------------------------------------------


def test_undo_restores_the_previous_value_of_a_cell(evening):
    begin(evening)
    enter(evening, "1 set shields 2", "1 set shields 5", "2 set blue 7", "cat 1")
    evening.send(Undo, phone(2), row=offer(evening, "set shields 5", 1))
    assert cells(evening, "shields")[0] == 2
    assert (evening.view()["cat"], cells(evening, "blue")[1]) == (1, 7), "nothing else went with it"
    evening.send(Undo, row=offer(evening, "set shields 2", 1))
    assert cells(evening, "shields")[0] == 0
    struck = [event for event in evening.log() if event["undone"]]
    assert [event["value"] for event in struck] == [2, 5]
    assert evening.log()[-1]["type"] == "undone"


def test_only_the_last_entry_of_a_cell_can_be_undone_and_once(evening):
    begin(evening)
    enter(evening, "1 set shields 2")
    row = offer(evening, "set shields 2", 1)
    enter(evening, "1 set shields 5")
    assert refused(evening, Undo, row=row) == "stale"
    row = offer(evening, "set shields 5", 1)
    evening.send(Undo, phone(1), row=row)
    assert refused(evening, Undo, phone(2), row=row) == "stale"


def test_undo_of_a_conflict_keeps_later_entries_elsewhere(evening):
    begin(evening)
    enter(evening, "1 set shields 3", "marker 1 battle", "settle", "2 set wonder 4", "cat 2")
    assert cells(evening, "military") == [2, 0, 0]
    evening.send(Undo, row=offer(evening, "settle"))
    assert cells(evening, "military") == [0, 0, 0]
    assert evening.view()["conflict"]["battle"] == [True, False, False]
    assert (cells(evening, "wonder"), evening.view()["cat"]) == ([0, 4, 0], 2)


def test_compared_shields_can_be_undone_only_after_their_conflict(evening):
    begin(evening, "phone Ada", "phone Ben")
    enter(evening, "1 set shields 3")
    row = offer(evening, "set shields 3", 1)
    enter(evening, "2 set shields 1", "settle")
    assert refused(evening, Undo, row=row) == "stale"
    assert cells(evening, "military") == [2, 0], "what was handed out is not fought for again"
    evening.send(Undo, row=offer(evening, "settle"))
    evening.send(Undo, row=row)
    assert (cells(evening, "shields"), cells(evening, "military")) == ([0, 1], [0, 0])


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("lines", "offered"),
    [
        pytest.param(["1 set blue 3", "2 set blue 4", "cat 1"], [0, 1, 2], id="each place by itself"),
        pytest.param(["1 set blue 3", "1 set blue 4"], [1], id="a cell: was 3"),
        pytest.param(["marker 1 battle", "marker 2 battle"], [1], id="markers: two of three show battle"),
        pytest.param(["3 set shields 2", "settle"], [1], id="shields that were compared"),
        pytest.param(["3 set military 2", "settle"], [1], id="tokens to which some were added"),
        pytest.param(["marker 1 battle", "settle"], [1], id="a marker that was turned to peace"),
        pytest.param(["settle", "3 set military 2"], [1], id="a conflict whose tokens were counted since"),
        pytest.param(["settle", "marker 1 battle"], [1], id="a conflict after which a marker was turned"),
        pytest.param(
            ["1 set stages 2", "cat 3", "settle", "1 set wonder 3"], [0, 1, 2, 3], id="no matter of a conflict"
        ),
        pytest.param(["1 set blue 3", "cat 1", "marker 1 battle", "end"], [3], id="once it is closed"),
    ],
)
def test_undo_offers_only_entries_no_later_one_depends_on(evening, lines, offered):
    enter(begin(evening), *lines)
    rows = [each.row for each in evening.snapshot().own]
    assert [row - evening.table.committed.match.moves[0].move.number for row in rows] == offered


SHEETS = {
    "architects": ("medals",),
    "duel": (),
    "seven-wonders": ("leaders",),
}


@pytest.mark.rotated
@pytest.mark.sampled(5)
@pytest.mark.parametrize("seed", [0, 1, 2, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(3, 40))])
@pytest.mark.parametrize("game", SHEETS)
def test_remaining_entries_are_consistent_after_any_undo(evening, game, seed):
    """Random entries and undos; after each, the remaining entries replayed on an empty sheet give the same result."""
    rng = random.Random(f"{game} {seed}")
    begin(evening, *["touch"] * (3 if game == "seven-wonders" else 2), game=game, variant=SHEETS[game])
    for _ in range(150):
        rows = [past.move.number for past in evening.table.committed.match.moves]
        offered = [each.row for each in evening.snapshot().own]
        assert offered[-1:] == rows[-1:], "the newest can always be taken back"
        if hung_upon := set(rows) - set(offered):
            assert refused(evening, Undo, row=rng.choice(sorted(hung_upon))) == "stale"
        if evening.at_table().phase == "over" or (offered and rng.random() < 0.4):
            evening.send(Undo, row=rng.choice(offered))
        else:
            enter(evening, "end" if rng.random() < 0.01 else random_entry(evening.view(), rng))
        assert replay_stored_entries(evening) == (
            evening.view(),
            {line.row: bytes(line.event) for line in evening.snapshot().news if line.row and not line.undone},
        )


def random_entry(view, rng):
    """Return a random entry of few numbers in few cells, so that many collide."""
    seat, cell = rng.randint(1, len(view["seats"])), rng.choice(view["cells"][:2])
    number = rng.randint(cell["least"], min(cell["most"], 3))
    kinds = [f"{seat} set {cell['id']} {number}", f"{seat} add {cell['id']} {rng.choice((-1, 1))}"]
    kinds += [f"supremacy {rng.randint(1, 2)} {by}" for by in view["supremacies"]]
    if view["conflict"]:
        marker = rng.randint(1, view["conflict"]["tokens"])
        kinds += [f"marker {marker} {rng.choice(('battle', 'peace'))}", "settle", f"cat {rng.randint(0, seat)}"]
    if view["age"]:
        kinds += [
            f"age {rng.randint(1, 3)} {rng.randint(1, 6)}",
            "settle",
            f"{seat} add shields 1",
            f"{seat} add coins -1",
        ]
    if view["track"]:
        kinds += [f"pawn {rng.randint(-9, 9)}", f"{seat} add coins 3", f"token philosophy {rng.randint(0, seat)}"]
        kinds += [f"token mathematics {seat}", f"{seat} set wheel {rng.randint(0, 2)}"]
    return rng.choice(kinds)


def replay_stored_entries(evening):
    """Replay the stored rows on an empty sheet; return its view, and the event of each row."""
    saved, told = evening.store.game(evening.table.committed.state.game), {}
    sheets = evening.table.games.rules["tally"]
    state = sheets.start(sheets.setup(saved.header))
    for row in saved.moves:
        state.apply(
            row.seat,
            state.parse(row.text),
            lambda event, readers, row=row: told.update({row.number: msgspec.json.encode(event)}),
        )
    return msgspec.json.decode(msgspec.json.encode(state.view(None))), told


def test_undo_offers_the_newest_entry_despite_the_undo_setting(evening):
    evening.send(SetTable, undo="never")
    begin(evening)
    enter(evening, "1 set shields 3", "cat 2")
    offered = evening.at_table().undo
    assert (offered.seat, offered.action, offered.free) == (0, "cat 2", True)


def test_onlookers_are_offered_no_undo(evening):
    enter(begin(evening), "cat 2")
    assert evening.snapshot(ONLOOKER).own == ()


# ---- the end -----------------------------------------------------------------------------------------------


def test_closed_sheet_is_stored_in_the_history(evening):
    begin(evening, "phone Ada", "phone Ben")
    for seat, wonder in ((1, "giza"), (2, "rhodes")):
        assert evening.at_table().seats[seat - 1].wonder is None, wonder
    enter(evening, "1 set wonder 9", "2 set military 3", "2 set stages 2", "1 set stages 1", "end")
    [game] = evening.table.finished.list_games()
    assert (game.kind, game.mode, game.result.seats) == ("architects", "tally", ("Ada", "Ben"))
    assert [score["total"] for score in game.result.scores] == [9, 9]
    assert game.result.scores[1]["military"] == 9
    assert (game.result.winners, game.result.early) == ((2,), False)
    assert evening.at_table().phase == "over"
    assert refused(evening, Enter, action="1 set wonder 8") == "phase"


def test_instant_victory_overrides_points(evening):
    begin(evening, "phone Ada", "phone Ben", game="duel")
    enter(evening, "1 set blue 30", "2 set blue 4", who=phone(1))
    enter(evening, "supremacy 2 science", who=phone(1))
    evening.restart()
    assert (evening.view()["supremacy"], evening.view()["ahead"]) == ({"seat": 2, "by": "science"}, [2])
    enter(evening, "end")
    [game] = evening.table.finished.list_games()
    assert (game.kind, game.result.winners, game.result.early) == ("duel", (2,), False)
    assert [score["total"] for score in game.result.scores] == [30, 4]
    [left] = evening.table.finished.archived(game.mark)
    assert "supremacy 2 science" in left.moves
    assert export_import.record(left).endswith("\nsupremacy 2 science\nend\n")
    ada, ben = (
        export_import.to_csv([left], HistoryWords(game_list.words()), words("en")).decode("utf-8-sig").splitlines()[1:]
    )
    assert (",Ada,,no,30," in ada, ",Ben,,yes,4," in ben) == (True, True)


def test_undo_of_an_instant_victory_keeps_other_entries(evening):
    begin(evening, "phone Ada", "phone Ben", game="duel")
    enter(evening, "1 set blue 30", "supremacy 2 science", "2 set blue 4")
    assert evening.view()["ahead"] == [2]
    evening.send(Undo, phone(1), row=offer(evening, "supremacy 2 science"))
    assert (evening.view()["supremacy"], evening.view()["ahead"]) == (None, [1])
    enter(evening, "supremacy 1 military", "supremacy 2 military")
    evening.send(Undo, phone(1), row=offer(evening, "supremacy 2 military"))
    assert evening.view()["supremacy"] == {"seat": 1, "by": "military"}
    enter(evening, "supremacy 0", "end")
    evening.send(Undo, row=offer(evening, "end"))
    assert evening.table.finished.list_games() == ()


def test_supremacy_is_refused_on_sheets_without_it(evening):
    begin(evening)
    assert refused(evening, Enter, action="supremacy 1 military") == "no-supremacy"


def test_chosen_wonders_are_stored_with_the_result(evening):
    evening.send(SetGame, mode="tally")
    evening.sit("phone Ada", "touch")
    evening.send(SetSeat, seat=1, wonder="giza")
    evening.send(SetSeat, seat=2, wonder="ur")
    evening.send(Start)
    enter(evening, "end")
    [game] = evening.table.finished.list_games()
    assert game.result.identities == ("giza", "ur")


def test_wonders_chosen_by_some_are_stored_and_others_left_empty(evening):
    evening.send(SetGame, mode="tally")
    evening.sit("phone Ada", "touch", "touch")
    evening.send(SetSeat, seat=2, wonder="ur")
    evening.send(Start)
    assert [seat.wonder for seat in evening.at_table().seats[:3]] == [None, "ur", None]
    enter(evening, "end")
    evening.restart()
    [game] = evening.table.finished.list_games()
    assert game.result.identities == ("", "ur", "")
    [left] = evening.table.finished.archived(game.mark)
    assert "\nseats: ?, ur, ?\n" in export_import.record(left)
    assert [each.id for each in export_import.parse_archive(export_import.to_json([left]), {"architects"})] == [left.id]
    rows = (
        export_import.to_csv([left], HistoryWords(game_list.words()), words("en")).decode("utf-8-sig").splitlines()[1:]
    )
    assert [row.count("Ur") for row in rows] == [0, 1, 0]


def test_a_closed_sheet_can_be_reopened(evening):
    begin(evening)
    enter(evening, "1 set wonder 9", "end")
    assert refused(evening, Undo, row=offer_before_the_end(evening)) == "stale"
    evening.send(Undo, phone(1), row=evening.at_table().undo.row)
    assert (evening.at_table().phase, evening.table.finished.list_games()) == ("game", ())
    enter(evening, "1 set wonder 10", "end")
    assert evening.table.finished.list_games()[0].result.scores[0]["wonder"] == 10


def offer_before_the_end(evening):
    return next(line.row for line in evening.snapshot().news if line.row)


def test_rematch_has_the_same_seats_and_an_empty_sheet(evening):
    begin(evening)
    enter(evening, "1 set wonder 9", "cat 1", "end")
    evening.restart()
    evening.send(Rematch)
    table = evening.at_table()
    assert (table.mode, table.phase, [seat.name for seat in table.seats[:2]]) == ("tally", "game", ["Ada", "Ben"])
    assert [seat["total"] for seat in evening.view()["seats"]] == [0, 0, 0]


def test_score_sheet_can_be_suspended_and_resumed(evening):
    begin(evening)
    enter(evening, "1 set wonder 9")
    evening.send(Suspend)
    evening.send(SetGame, mode="play")
    evening.send(Resume, game=evening.at_table().laid_aside[0].game)
    assert (evening.at_table().mode, cells(evening, "wonder")[0]) == ("tally", 9)


def test_sheet_ended_early_is_scored_without_a_winner(evening):
    begin(evening)
    enter(evening, "1 set wonder 9")
    evening.send(EndEarly, sure=True)
    [game] = evening.table.finished.list_games()
    assert (game.result.early, game.result.winners, game.result.scores[0]["total"]) == (True, (), 9)
    assert evening.at_table().undo is None


# ---- the lobby ---------------------------------------------------------------------------------------------


def test_bots_are_refused_on_score_sheets(evening):
    evening.sit("touch", "bot")
    evening.send(SetGame, mode="tally")
    assert [seat.by for seat in evening.at_table().seats] == ["touch", "free"]
    with pytest.raises(Rejection, match="no-bots"):
        evening.send(SetSeat, seat=2, by="bot")


def test_every_sheet_can_be_filled_by_touch(evening):
    """The screen draws sheets, also of games that it otherwise shows as text."""
    evening.send(SetGame, game="duel", mode="tally")
    evening.sit("touch", "touch")
    evening.send(Start)
    enter(evening, "1 set blue 5", "2 set coins 9")
    assert [seat["total"] for seat in evening.view()["seats"]] == [5, 3]
    enter(evening, "end")
    evening.send(ReturnToLobby)
    evening.send(SetGame, mode="play")
    assert [seat.by for seat in evening.at_table().seats] == ["free", "free"]


def test_variant_adds_its_row_to_the_sheet(evening):
    begin(evening, variant=("medals",))
    enter(evening, "2 set medals 2")
    assert evening.view()["seats"][1]["sums"]["medals"]["points"] == 8


# ---- a pulled plug -----------------------------------------------------------------------------------------


def test_pulling_the_plug_loses_nothing_that_was_shown(tmp_path, evening_arguments):
    """A copy of the folder on the disk is opened by another table after each commit."""
    rng = random.Random(7)
    home = Evening(tmp_path / "home", **evening_arguments)
    begin(home)
    lines = (
        "{seat} add shields 1",
        "{seat} set wonder {n}",
        "{seat} set blue {n}",
        "settle",
        "cat {seat}",
        "marker {seat} battle",
    )
    for step in range(25):
        own = home.snapshot().own
        if own and rng.random() < 0.25:
            home.send(Undo, phone(1), row=rng.choice(own).row)
        else:
            enter(home, rng.choice(lines).format(seat=rng.randint(1, 3), n=rng.randint(0, 20)), who=phone(2))
        copy = tmp_path / f"copy {step}"
        shutil.copytree(tmp_path / "home", copy)
        there = Evening(Path(copy), **evening_arguments)
        assert there.view() == home.view()
        assert there.snapshot().own == home.snapshot().own
        assert there.snapshot().news == home.snapshot().news
        there.close()
    home.close()


def test_a_full_disk_changes_nothing(evening):
    begin(evening)
    enter(evening, "1 set wonder 9")
    with evening.unwritable():
        assert refused(evening, Enter, action="1 set wonder 10") == "unwritable"
    enter(evening, "1 set wonder 10")
    assert cells(evening, "wonder")[0] == 10
