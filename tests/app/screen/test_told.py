"""A game that the screen has no drawings for: shown in words, chosen in the lobby, never played by touch."""

import msgspec
import pytest

from app.games.duel import words_facade as duel
from app.protocol.cardboard_messages import Repair
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby, SuspendedView
from app.protocol.history_messages import PastPosition
from app.protocol.log_messages import Line
from app.protocol.play_messages import UndoOffer, UndoVote
from app.screen.events import on_message
from app.screen.input.history_browsing import open_history
from app.screen.state.ui_state import Scroll
from app.table.cardboard.reports import build_questions
from app.table.game.match import OpenQuestion
from app.text.translation import words
from engine.game import CHANCE, Rng
from tests.app.screen import (
    scenes,  # noqa: F401  # sets the surroundings up
    stage,
)
from tests.app.screen.in_words import DUEL, GAMES, Room, ended, lobby, position, table, taps, texts, told
from tests.app.screen.layout_faults import SIZES, faults
from tests.app.screen.lettering import leafed, painted


def test_screen_shows_turn_position_and_points():
    room = told()
    w = words("en")
    said_ = " ".join(texts(room))
    acting = room.control.model.view.to_act[0]
    assert f"Turn: {stage.NAMES[acting - 1]}" in said_
    assert "Choose on your phone" in said_
    everything = [
        line
        for section in duel.position(w, room.control.model.view, stage.NAMES, None, DUEL.data())
        for line in (section.title, *section.lines)
    ]
    pages = " ".join(word.text for found in leafed(room, (1280, 720)) for _, words, _ in found for word in words)
    assert [line for line in everything if " ".join(line.split()) not in pages] == []
    assert "Points so far" in pages


def test_points_appear_only_if_the_table_shows_points():
    hidden = stage.settings(points=False)
    assert "Points so far" not in " ".join(texts(told(settings=hidden)))


def test_end_shows_result_and_offers_rematch_and_lobby():
    room = ended()
    assert duel.result(words("en"), room.control.model.view, stage.NAMES) in " ".join(texts(room))
    tap = taps(room)
    tap["again"]()
    tap["lobby"]()
    assert [type(intent) for intent in room.sent] == [Rematch, ReturnToLobby]


def test_undo_code_and_menu_buttons_are_on_the_table():
    offer = UndoOffer(row=5, seat=1, action="build quarry", more=0, free=True)
    room = told(undo=offer)
    assert {"undo", "code", "menu"} <= taps(room).keys()
    taps(room)["undo"]()
    assert "Undo: Nora built Quarry." in " ".join(texts(room))


def test_vote_and_log_use_the_words_of_the_game():
    away = tuple(msgspec.structs.replace(chair, present=False) for chair in table().seats)
    vote = UndoVote(row=5, seat=1, action="discard press", more=0, open=(2,), seen=("reveal 9 workshop",))
    event = {"type": "card-discarded", "seat": 1, "card": "press", "coins": 2}
    line = Line(number=1, row=4, event=msgspec.Raw(msgspec.json.encode(event)))
    room = told(seats=away, vote=vote)
    shown = " ".join(texts(room))
    assert "Nora discarded Press" in shown
    assert "Workshop" in shown
    assert room.control.scene.sentence(line, words("en")) == "Nora discards Press for 2 coins."
    seen = Line(number=2, row=4, event=msgspec.Raw(b'{"type":"token-seen","seat":1,"token":"law"}'))
    assert room.control.scene.sentence(seen, words("en")) == ""


def test_lobby_offers_no_touch_seat_and_shows_the_reason():
    room = lobby()
    room.control.open_panel("seat 2", 0)
    assert "by touch" not in taps(room)
    assert "by bot" in taps(room)
    room.control.open_panel("")
    assert "on phones and by bots" in " ".join(texts(room))
    room.control.open_panel("seat 1", 0)
    assert "by touch" not in taps(room)
    assert "by phone" in taps(room)


def test_games_are_chosen_in_the_lobby():
    room = lobby()
    assert "7 Wonders Duel" in " ".join(texts(room))
    taps(room)["more"]()
    assert "First game" in " ".join(texts(room))
    taps(room)["close"]()
    taps(room)["game architects"]()
    assert room.sent[-1].game == "architects"
    room = Room().hear(stage.table(4, phase="lobby", games=GAMES), the_codes=stage.codes())
    assert "7 Wonders Architects" in " ".join(texts(room))
    taps(room)["game duel"]()  # the screen has no drawings for it
    assert not room.sent
    assert "whoever plays on the screen stands up" in " ".join(texts(room))
    taps(room)["no"]()
    assert not room.sent
    taps(room)["game duel"]()
    taps(room)["yes"]()
    assert room.sent[-1].game == "duel"


def test_a_table_with_one_game_offers_no_choice_of_games():
    room = Room().hear(stage.table(4, phase="lobby"), the_codes=stage.codes())
    assert not [key for key in taps(room) if key.startswith("game ")]


def test_suspended_games_show_seats_game_and_turn():
    aside = (
        SuspendedView(game=3, kind="duel", seats=("Nora", "2"), turn=14, when=0.0),
        SuspendedView(game=4, kind="architects", seats=("Idris", "giza"), turn=3, when=0.0),
        SuspendedView(game=5, kind="architects", seats=("Mei",), turn=3, when=0.0, age=2),  # as of a game with ages
    )
    room = lobby(laid_aside=aside)
    room.control.open_panel("laid", 0)
    shown = " ".join(texts(room))
    assert "Nora, Seat 2 · 7 Wonders Duel · turn 14" in shown
    assert "Idris, Seat 2: Giza · 7 Wonders Architects · turn 3" in shown
    assert "Mei · 7 Wonders Architects · Age II, turn 3" in shown


def test_screen_process_switches_between_games():
    room = told()
    room.hear(table("lobby"))
    room.hear(stage.table(3, games=GAMES), stage.view(3, active=2), stage.question(2, "take left"))
    assert isinstance(room.control.model.view, stage.View)
    painted(room, (1280, 720))


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", ["en", "de"])
def test_past_position_fits_and_offers_only_steps(size, lang):
    room = told(lang)
    open_history(room.control)
    shown = stage.snapshot(1, table(lang=lang), position(80).view(None))
    on_message.on_message(room.control, PastPosition("x", "m9", 80, 135, shown.table, shown.game, (), 24, 60, 79, 82))
    assert not faults(room, size)
    keys = {area.key for _, _, areas in painted(room, size) for area in areas if area.tap}
    assert keys >= {"back next", "back previous", "back close"}
    assert all(key.startswith("back") or key in ("earlier", "later", "turn") for key in keys)


@pytest.mark.parametrize(("by", "stays"), [("phone", False), ("bot", True)])
def test_join_code_panel_closes_once_people_have_acted(by, stays):
    room = told(by=by)
    room.control.open_panel("code", 0)
    event = {"type": "turn-began", "seat": 2, "turn": 3}
    news = (Line(number=1, row=3, event=msgspec.Raw(msgspec.json.encode(event))),)
    room.hear(table(by=by), position(60).view(None), (), news, stage.codes())
    assert (room.control.ui.panel == "code") is stays


def test_text_page_keeps_its_position_after_an_action():
    room = told()
    room.control.scroll(0, "", Scroll("#9"))
    room.hear(table(), position(61).view(None), ())
    assert room.control.ui.scrolls == {0: {"": Scroll("#9")}}


@pytest.mark.parametrize("lines", [0, 5, 20, 60], ids=lambda lines: f"after {lines}")
@pytest.mark.parametrize("panel", ["", "menu", "undo", "log", "code", "settings", "seat 1"])
def test_a_game_reported_on_phones_is_shown_on_the_screen(lines, panel):
    """Questions are open for all seats and for chance, and a line may be open for correction."""
    rng, state = Rng(lines), DUEL.start(DUEL.setup({"game": "duel", "seats": "2", "deal": "lazy"}))
    for _ in range(lines):
        state.apply(state.to_act[0], rng.choice(list(state.legal(state.to_act[0]))))
    asked = build_questions(state, [OpenQuestion(7, state.to_act[0], 0)])
    built = {"type": "card-built", "seat": 1, "card": "press", "paid": 1, "traded": 0, "chain": False}
    line = Line(number=1, row=4, event=msgspec.Raw(msgspec.json.encode(built)))
    offer = UndoOffer(row=5, seat=1, action="build quarry", more=0, free=True)
    repair = Repair(4, 1, "build press", 1, "price", {"thing": "press", "cost": 9, "coins": 1}, 1, asked[0].legal)
    for facts in ({}, {"repair": repair}):
        room = Room().hear(
            table(mode="track", undo=offer, **facts), state.view(None), asked, news=(line,), the_codes=stage.codes()
        )
        room.control.open_panel(panel, 0)
        shown = " ".join(texts(room))
        assert panel or "Choose on your phone" in shown or state.to_act == (CHANCE,)
        assert panel != "log" or "Press" in shown
        assert "position" not in taps(room)  # there is no form to enter one with
