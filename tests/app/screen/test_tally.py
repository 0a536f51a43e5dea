"""The score sheet on the screen: counters, markers, keys, sums; every word and every touch target has enough space."""

import msgspec
import pytest

from app.games.tally.screen.entry_panels import typed
from app.games.tally.screen.typed_scene import fill_in
from app.looks.end_stages import CROWN, Step
from app.protocol.cardboard_messages import Enter
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.play_messages import Horn, TurnMarker, Undo, UndoOffer
from app.screen.events import on_message, on_tick
from app.screen.state.end_sequence import EndSequence
from app.screen.widgets.pillar import SLAB
from app.text.translation import complete
from tests.app.screen import endings, scenes, sheets, stage
from tests.app.screen.in_words import taps, texts
from tests.app.screen.layout_faults import SIZES, faults
from tests.app.screen.lettering import painted
from tests.app.screen.signs import drawn, signs


def entered_actions(room):
    return [intent.action for intent in room.sent if isinstance(intent, Enter)]


@pytest.mark.parametrize("size", [(800, 480), (1024, 600), (480, 800)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_texts_beside_the_markers_are_readable_on_a_small_screen(size):
    for n in range(2, 8):
        for lang in complete():
            room = sheets.counters(n, lang)
            u = room.control.scene.ring(*size).u
            beside = [word for key, words, _ in painted(room, size) if key in ("wishes", "told") for word in words]
            labels = {room.control.model.words()(label) for label in ("Undo", "Score", "Cat", "Menu")}
            assert labels <= {word.text for word in beside}
            assert [word.text for word in beside if word.size < 24 * u] == [], (n, lang)


def test_pillar_details_are_readable_on_a_small_screen():
    room = sheets.over(7, "de")
    taps(room)[f"pillar {room.control.model.view.winners[0] - 1}"]()
    [word] = [word for _, words, _ in painted(room, (800, 480)) for word in words if word.text == "Fortschritt"]
    assert word.size >= 24 * room.control.scene.ring(800, 480).u


@pytest.mark.sampled(6)
@pytest.mark.parametrize(
    "scene", [sheets.counters, sheets.score, sheets.score_aside, sheets.seven_wonders, sheets.over]
)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_long_names_can_be_read_and_told_apart(scene, size):
    for n in range(4, 8):
        room = sheets.long_names(scene)(n)
        for key, words, _ in painted(room, size):
            names = [word for word in words if word.bold and word.text[:2] in {name[:2] for name in scenes.LONG}]
            assert [(word.text, word.size) for word in names if word.size < 9.9] == [], (n, key)
            assert [word.text for word in names if len(word.text) < 5] == [], (n, key)
        assert faults(room, size) == [], n


@pytest.mark.parametrize("stages", [(4, 4), (4, 3)], ids=["shared", "decided"])
def test_tie_break_is_shown_once_when_the_sheet_is_closed(stages):
    """The sheet used to name the winner before a touch, and then to say two sentences of two names each."""
    lines = [f"{seat} set {what}" for seat, n in enumerate(stages, 1) for what in ("progress 9", f"stages {n}")]
    room = sheets.room("architects", 2, "en", (*lines, "end"), phase="over")
    room.control.change(finale=EndSequence((Step("crown", 0, CROWN),)))
    for done in (False, True):
        assert (room.control.scene.ending is None) is done
        first = " ".join(word.text for key, words, _ in painted(room, (1280, 720)) if key == "vista" for word in words)
        assert ("equally many stages: they share." if stages == (4, 4) else "more stages decide for Nora") in first
        assert "share the victory" not in first
        room.control.change(finale=EndSequence())


# ---- fingers -----------------------------------------------------------------------------------------------


def test_a_finger_at_an_edge_changes_a_counter_by_one():
    room = sheets.counters(5)
    tap = taps(room)
    tap["shields 2 more"]()
    tap["shields 3 less"]()
    assert entered_actions(room) == ["2 add shields 1", "3 add shields -1"]
    assert "horned 1 less" not in tap, "there is nothing to take away"


def test_markers_horn_conflict_cat_and_undo_are_touched_in_the_middle():
    room = sheets.counters(4)
    tap = taps(room)
    tap["marker 3"]()
    tap["horn"]()
    tap["settle"]()
    tap["cat 4"]()
    tap["cat 2"]()
    tap["undo"]()
    kinds = [type(intent) for intent in room.sent]
    assert kinds == [TurnMarker, Horn, Enter, Enter, Enter, Undo]
    assert room.sent[0].marker == 3
    assert entered_actions(room) == ["settle", "cat 4", "cat 0"]
    assert room.sent[-1].row == 9
    assert "2 of 4" in texts(room)


def test_the_cat_can_be_given_from_the_middle():
    room = sheets.counters(3)
    taps(room)["holder"]()
    taps(room)["cat to 3"]()
    assert (entered_actions(room), room.control.ui.panel) == (["cat 3"], "")


def test_conflict_is_shown_with_its_comparisons_until_dismissed():
    room = sheets.counters(3)
    told = {"type": "conflict-settled", "shields": [1, 3, 4], "won": [0, 1, 2]}
    line = Line(7, 7, msgspec.Raw(msgspec.json.encode(told)))
    snapshot = stage.snapshot(
        2, room.control.model.table, sheets.session("architects", 3, sheets.ARCHITECTS).view(None), (), (line,)
    )
    on_message.on_message(room.control, snapshot)
    assert {"Conflict", "+1"} <= set(texts(room))
    assert "Discard all cards with horns" in " ".join(texts(room))
    for size in ((1280, 720), (800, 480)):
        assert faults(room, size) == []
    room.now += 600
    on_tick.tick(room.control, room.now)
    assert "settle" not in taps(room), "people look at it as long as they like"
    taps(room)["go on"]()
    assert "settle" in taps(room)
    on_message.on_message(
        room.control, msgspec.structs.replace(snapshot, rev=3, news=(msgspec.structs.replace(line, undone=True),))
    )
    assert stage.at(room.control).game_ui.fight is None


def test_typed_number_is_entered_for_its_cell():
    room = sheets.counters(4)
    taps(room)["entry 1"]()
    assert room.control.ui.panel == "entry 1"
    taps(room)["wonder 1 keys"]()
    taps(room)["digits"]()
    for key in ("2", "7", "back", "5"):
        taps(room)[f"key {key}"]()
    assert "25" in texts(room)
    taps(room)["key enter"]()
    assert (entered_actions(room), room.control.ui.panel) == (["1 set wonder 25"], "keys 1")
    assert stage.at(room.control).game_ui.picked == "blue", "which is not entered yet"
    taps(room)["close"]()
    assert room.control.ui.panel == "entry 1"


def test_values_above_the_maximum_cannot_be_entered():
    room = sheets.counters(4)
    fill_in(room.control, 1, "stages", typing=True)
    taps(room)["key 6"]()
    taps(room)["key enter"]()
    assert room.sent == []
    assert "0 to 5" in room.control.notices[1].text
    assert "key sign" not in taps(room), "nothing below 0 here"


@pytest.mark.parametrize(
    ("keys", "number"),
    [("7", "7"), ("70", "70"), ("07", "7"), ("1234", "123"), ("12<", "1"), ("5-", "-5"), ("5--", "5"), ("-6", "-6")],
)
def test_typed_keys_form_a_number(keys, number):
    digits = ""
    for key in keys:
        digits = typed(digits, {"<": "back", "-": "sign"}.get(key, key))
    assert digits == number


def test_undo_in_a_cell_takes_back_only_its_last_entry():
    own = (UndoOffer(4, 1, "set stages 3", 0, True), UndoOffer(5, 2, "set stages 1", 0, True))
    room = sheets.room("architects", 4, "en", sheets.ARCHITECTS, own=own)
    fill_in(room.control, 1, "stages", typing=True)
    taps(room)["cell undo"]()
    assert [intent.row for intent in room.sent] == [4]


def test_sheet_shows_sums_the_seat_ahead_and_the_tie_break():
    room = sheets.score(4)
    shown = texts(room)
    assert {"14", "24", "23", "37"} <= set(shown)
    assert "Tomás: ahead with 37." in " ".join(shown)
    assert "Equal points? More stages decide, then it is shared." in " ".join(shown)
    taps(room)["end"]()
    assert room.control.ui.panel == "lacking"
    assert "Not entered yet: " in " ".join(texts(room))
    taps(room)["end"]()
    assert [(intent.action, intent.sure) for intent in room.sent] == [("end", True)]


def test_equal_points_are_explained():
    lines = ("1 set wonder 9", "2 set blue 9", "2 set stages 2", "1 set stages 1")
    room = sheets.open_panel(sheets.room("architects", 2, "en", lines), "score")
    assert "Nora and Idris have equal points; more stages decide for Idris: 2 against 1." in " ".join(texts(room))


def test_seat_entry_shows_how_its_points_add_up():
    assert "Idris: 24 = 22 + 2" in texts(sheets.entry(4))


def test_seven_wonders_sheet_has_its_own_lines():
    room = sheets.open_panel(sheets.seven_wonders(3), "score")
    assert "Science" in texts(room)
    [score] = [part for part in drawn(room, (1920, 1080)) if part.key == "panel score"]
    assert (len(signs(score, "purple")), len(signs(score, "leader"))) == (1, 1), "as the game draws them"
    taps(room)["close"]()
    taps(room)["entry 3"]()
    assert {"Military", "Coins"} <= set(texts(room))
    seen = texts(room)
    while "later" in taps(room):
        taps(room)["later"]()
        seen += texts(room)
    assert "Any symbol" in seen


def test_touch_enters_a_duel_supremacy():
    room = sheets.open_panel(sheets.duel(), "entry 1")
    taps(room)["supremacy military"]()
    assert entered_actions(room) == ["supremacy 1 military"]
    room = sheets.duel_entry()
    taps(room)["supremacy science"]()
    assert entered_actions(room) == ["supremacy 0"]
    room.control.open_panel("entry 1", 0)
    taps(room)["supremacy science"]()
    assert entered_actions(room)[-1] == "supremacy 1 science"


def test_duel_sheet_shows_an_instant_victory():
    room = sheets.duel_won_at_once()
    shown = " ".join(texts(room))
    assert "Idris wins by scientific supremacy!" in shown
    assert "Supremacy wins at once, whatever the points." in shown
    assert [stage.at(room.control).sheet.rank(seat) for seat in (1, 2)] == [2, 1]


def test_a_pawn_in_the_capital_wins_and_the_middle_shows_it():
    assert not any("wins" in text for text in texts(sheets.duel_marked()))
    for space, name in ((9, "Nora"), (-9, "Idris")):
        room = sheets.room("duel", 2, "en", (f"pawn {space}",))
        assert f"{name} wins by military supremacy!" in " ".join(texts(room))


def test_end_shows_the_winner_and_offers_rematch_lobby_and_undo():
    room = sheets.over(4)
    assert "Tomás wins with 37 points." in " ".join(texts(room))
    tap = taps(room)
    assert not [key for key in tap if " more " in key or " less " in key]
    for key in ("corner turn", "corner wonder"):
        tap[key]()
    assert [type(intent) for intent in room.sent] == [Rematch, ReturnToLobby]
    tap["corner menu"]()
    taps(room)["undo"]()
    assert room.control.ui.panel == "undo"


def test_closed_sheet_shows_its_lines_and_the_tie_break():
    room = sheets.over(4)
    taps(room)["pillar 0"]()
    assert {"Wonder", "Blue cards", "Military"} <= set(texts(room))
    equal = sheets.room("architects", 2, "en", ("1 set wonder 9", "2 set blue 9", "2 set stages 2", "end"), "", "over")
    assert "more stages decide for Idris: 2 against 0." in " ".join(texts(equal))
    early = sheets.room("architects", 2, "en", ("1 set wonder 9",), "", "over", early=True)
    assert "This game was ended early. Nora: ahead with 9." in texts(early)


def test_log_describes_entries_in_words():
    room = sheets.counters(3)
    lines = [
        ({"type": "cell-set", "seat": 1, "cell": "shields", "value": 4, "before": 2}, 2),
        ({"type": "conflict-settled", "shields": [1, 3, 4], "won": [0, 1, 2]}, 0),
        ({"type": "undone", "seat": 0, "of": 0, "action": "cat 2", "more": 0}, 0),
    ]
    told = [
        room.control.scene.sentence(
            Line(at, row, msgspec.Raw(msgspec.json.encode(event)), by=by), room.control.model.words()
        )
        for at, (event, by) in enumerate(lines, 1)
        for row in [0 if event["type"] == "undone" else at]
    ]
    assert told == [
        "Nora, shields: 4 (was 2). (Idris)",
        "A conflict: Idris wins 1 token and Mei wins 2 tokens. "
        "Discard all cards with horns, and enter the shields that stay.",
        "Undone: The cat to Idris.",
    ]


def look_back_at(lines, line, n=3):
    """Build a room that shows the score sheet as it was after a line of the history."""
    room = sheets.counters(n)
    control = room.control
    control.open_panel("history")
    table = stage.table(n, "game", mode="tally", games=sheets.GAMES)
    view = sheets.session("architects", n, lines[:line]).view(None)
    told = {"type": "cell-set", "seat": 1, "cell": "wonder", "value": 9, "before": 0}
    news = (Line(1, line, msgspec.Raw(msgspec.json.encode(told))),)
    raw = [msgspec.Raw(msgspec.json.encode(each)) for each in (table, view)]
    on_message.on_message(
        control, PastPosition("id", "mark", line, len(lines), *raw, news, previous=line - 1, next=line + 1)
    )
    return room


def test_a_finished_sheet_can_be_looked_back_at():
    room = look_back_at(("1 set shields 2", "1 set wonder 9", "end"), 2)
    shown = " ".join(texts(room))
    assert "Action 2 / 3" in shown
    assert "Nora, wonder: 9 (was 0)." in shown
    assert not [key for key in taps(room) if " more " in key or " less " in key], "only the steps can be touched"
    assert faults(room, (1280, 720)) == []


# ---- on to the next ----------------------------------------------------------------------------------------


def asked_cell(room):
    """Return the seat whose number is asked, and the cell."""
    return int(room.control.ui.panel.removeprefix("keys ")), stage.at(room.control).game_ui.picked


def test_touched_number_is_entered_and_the_next_cell_is_asked():
    room = sheets.room("seven-wonders", 3, "en", (), "leaders")
    taps(room)["entry 2"]()
    assert asked_cell(room) == (2, "military"), "as long as nothing is entered it begins at once"
    for number in (-2, 11):
        taps(room)[f"number {number}"]()
    assert entered_actions(room) == ["2 set military -2", "2 set coins 11"]
    assert asked_cell(room) == (2, "wonder")
    taps(room)["key enter"]()
    assert asked_cell(room) == (2, "blue"), "nothing was entered for the wonder"
    assert len(entered_actions(room)) == 2


def test_round_mode_asks_the_next_seat_for_the_same_line():
    room = sheets.room("seven-wonders", 3, "en", ("3 set military 5",), "leaders")
    taps(room)["entry 2"]()
    taps(room)["round"]()
    taps(room)["number 1"]()
    assert asked_cell(room) == (1, "military"), "seat 3 has it"
    taps(room)["number 0"]()
    assert asked_cell(room) == (2, "coins")


def test_unusually_high_number_asks_for_confirmation():
    room = sheets.room("seven-wonders", 3, "en", (), "leaders")
    fill_in(room.control, 1, "blue", typing=True)
    for key in ("4", "0"):
        taps(room)[f"key {key}"]()
    taps(room)["key enter"]()
    assert room.sent == []
    assert "Blue cards: 40? That is rare." in " ".join(texts(room))
    taps(room)["unsure"]()
    assert room.control.ui.typed == ""
    for key in ("4", "0"):
        taps(room)[f"key {key}"]()
    taps(room)["key enter"]()
    taps(room)["sure"]()
    assert [(intent.action, intent.sure) for intent in room.sent] == [("1 set blue 40", True)]


def test_an_empty_entry_is_a_dash_and_an_entered_zero_a_zero():
    room = sheets.open_panel(sheets.room("duel", 2, "en", ("1 set blue 0", "2 set blue 3")), "score")
    assert texts(room).count("–") == 14 + 2, "seven lines of both, and the coins before both"


# ---- markers -----------------------------------------------------------------------------------------------


def test_duel_sheet_enters_pawn_science_and_progress_tokens():
    room = sheets.duel_marked()
    tap = taps(room)
    tap["pawn 2 more"]()
    tap["coins 2 less"]()
    assert "Nora +4" in texts(room)
    tap["science 1"]()
    taps(room)["wheel 1"]()
    taps(room)["close"]()
    taps(room)["progress"]()
    taps(room)["token law 1"]()
    taps(room)["token economy 1"]()
    assert entered_actions(room) == [
        "2 push 1", "2 add coins -1", "1 set wheel 1", "token law 0", "token economy 1",
    ]  # fmt: skip


def test_seven_wonders_sheet_enters_ages_rounds_and_conflicts():
    room = sheets.ages(4)
    assert {"Age II", "round 4 of 6", "Pass hands to the right"} <= set(texts(room))
    tap = taps(room)
    tap["next round"]()
    tap["round 2"]()
    tap["settle"]()
    assert any("Shields not entered yet" in text for text in texts(room)), "nothing counts as 0 unasked"
    taps(room)["settle so"]()
    tap["shields 1 more"]()
    tap["coins 2 less"]()
    assert entered_actions(room) == ["age 2 5", "age 2 2", "settle", "1 add shields 1", "2 add coins -1"]


def test_coins_lost_to_the_pawn_are_shown_in_the_middle_until_the_next_entry():
    room = sheets.duel_marked()
    state, table = sheets.session("duel", 2, sheets.MARKED["duel"]).copy(), room.control.model.table

    def tell(number, **told):
        line = Line(number, number, msgspec.Raw(msgspec.json.encode(told)))
        on_message.on_message(room.control, stage.snapshot(number, table, state.view(None), (), (line,)))
        return " ".join(texts(room))

    gone = {"type": "pawn-put", "space": 6, "before": 5, "tokens": [5], "loser": 2, "lost": 4}
    assert "Idris pays 5 coins to the bank" in tell(7, **gone)
    assert "pays" not in tell(8, type="symbol-set", seat=1, symbol="quill", value=1, before=0)
    assert "take a progress token" in tell(9, type="symbol-set", seat=1, symbol="quill", value=2, before=1)


@pytest.mark.parametrize("size", [(1280, 720), (800, 480)])
def test_no_pillar_covers_a_name_while_points_are_counted(size):
    """The lowest stone of a pillar used to cover the name if name and category had two lines."""
    room = endings.tally(7)
    while room.control.ui.finale.step.part != "count":
        endings.next_part(room)
    parts = {part.key: part for part in drawn(room, size)}
    lowest = 0
    for seat, zone in enumerate(room.control.scene.ring(*size).zones, 1):
        if zone.edge:
            continue
        part, name = parts[f"zone {seat}"], room.control.model.name(seat, room.control.model.words(seat))
        [top] = [min(y for _, y in word.corners) for word in part.words if word.text[:3] == name[:3]]
        slabs = [shape for shape in part.shapes if shape.what[:3] == ("rect", 0, 0) and shape.what[4] == SLAB]
        stones = [slab.y + SLAB * slab.size / 100 for slab in slabs]
        lowest += bool(stones)
        assert max(stones, default=top) < top + 1
    assert lowest
