"""A completed wonder fills the table after its stage has landed, until it is touched or expires."""

from dataclasses import replace

import pytest

from app.screen.composition import compose
from app.screen.events import on_tick
from app.screen.features.completed_wonder import LANDING_SECONDS, VISTA_SECONDS, CompletedWonder
from app.screen.state.flight import Flight
from app.screen.widgets.vista import Vista
from tests.app.screen import duel_states, sevens
from tests.app.screen.in_words import taps

SIZE = (1280, 720)


def vista(room):
    """Return the vista that fills the table, or None."""
    return next(
        (element.view for element in compose(room.control.scene, *SIZE) if isinstance(element.view, Vista)), None
    )


def before_a_wonder():
    """Return a game of Duel in which the acting seat may build a wonder."""
    return next(
        duel_states.Game(state)
        for state in duel_states.replay_record("first-game")
        if state.to_act and any(" with " in str(action) for action in state.legal(state.to_act[0]))
    )


def build(game):
    """Build the first wonder that can be built; return its seat and slug."""
    seat = game.state.to_act[0]
    action = next(str(action) for action in game.state.legal(seat) if " with " in str(action))
    game.say(action)
    return seat, action.split()[1]


@pytest.fixture
def built_game():
    game = before_a_wonder()
    on_tick.tick(game.control, game.now)
    seat, wonder = build(game)
    return game, seat, wonder


def test_vista_appears_after_its_stage_has_landed_and_expires(built_game):
    game, seat, wonder = built_game
    on_tick.tick(game.control, game.now)
    assert vista(game) is None
    game.now += LANDING_SECONDS
    on_tick.tick(game.control, game.now)
    shown = vista(game)
    assert [figure.world.wonder for figure in shown.figures] == [wonder]
    assert shown.points == game.control.model.decoder.data(None, "").wonders[wonder].points > 0
    assert shown.edge == game.control.scene.ring(*SIZE).zones[seat].edge
    assert all(caption.heading and caption.heading in caption.sentence for caption in shown.words)
    game.now += VISTA_SECONDS
    on_tick.tick(game.control, game.now)
    assert vista(game) is None


def test_touch_closes_the_vista(built_game):
    game, _, _ = built_game
    game.now += LANDING_SECONDS
    on_tick.tick(game.control, game.now)
    assert vista(game) is not None
    taps(game)["go on"]()
    assert vista(game) is None


def test_vista_waits_while_a_panel_is_open(built_game):
    game, _, _ = built_game
    game.control.open_panel("menu", 0)
    game.now += LANDING_SECONDS
    on_tick.tick(game.control, game.now)
    assert vista(game) is None
    game.control.open_panel("")
    on_tick.tick(game.control, game.now)
    assert vista(game) is not None


def test_vista_grows_from_the_edge_of_its_seat(built_game):
    game, seat, _ = built_game
    seen, game.control.animate = [], lambda events: seen.extend(events)
    game.now += LANDING_SECONDS
    on_tick.tick(game.control, game.now)
    ring = game.control.scene.ring(*SIZE)
    [rise, *rays] = CompletedWonder().animations(game.control, None, ring, seen[-1])
    assert rise.edge == ring.zones[seat].edge
    assert {type(each) for each in rays} == {Flight}


def test_vista_is_skipped_with_plain_figures_and_on_a_screen_connected_later():
    game = before_a_wonder()
    game.facts = {"settings": duel_states.stage.settings(plain_figures=True)}
    build(game)
    late = duel_states.Game(duel_states.replay_record("first-game")[-2])
    for room in (game, late):
        room.now += LANDING_SECONDS
        on_tick.tick(room.control, room.now)
        assert vista(room) is None


def test_last_stage_in_seven_wonders_shows_the_vista():
    n = next(n for n, state in enumerate(sevens.states(4)) if complete_wonders(state))
    room = sevens.Room()
    for choices in (n - 1, n):
        state, news = sevens.play_choices(4, choices)
        room.show(state, news=news)
    room.control.ui = replace(room.control.ui, game=room.control.scene.game.initial_ui_state())  # no reveal
    room.now += LANDING_SECONDS
    on_tick.tick(room.control, room.now)
    assert {(figure.world.wonder, "later" in figure.world.states) for figure in vista(room).figures} <= {
        (wonder, False) for _, wonder in complete_wonders(state)
    }


def complete_wonders(state):
    """List the seats (from 0) with complete wonders, and their wonders."""
    chairs = state.view(None).seats
    return [
        (i, chair.wonder)
        for i, chair in enumerate(chairs)
        if chair.stages == len(sevens.DATA.boards[f"{chair.wonder}-{chair.side}"].stages)
    ]
