"""Previews of a touched use: they appear with the finger, and disappear with it."""

import pytest

from app.games.architects.action_previews import foreseen
from app.games.duel.action_previews import compare_views as duel_ahead
from app.games.duel.action_previews import describe_changes as duel_told
from app.games.duel.screen.typed_scene import present
from app.games.seven_wonders.action_previews import compare_views as ahead_of_seven
from app.games.seven_wonders.screen import touch_handlers
from app.protocol.base_messages import Refusal
from app.protocol.play_messages import Preview, Question, Secret
from app.screen.composition import compose
from app.screen.events import on_message
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.text.translation import words as language
from engine.architects import actions
from engine.game import CHANCE, Rng
from tests.app.screen import duels, sevens, stage
from tests.app.screen.duel_states import Game
from tests.app.screen.reading import Read
from tests.pictures.legible import cut, faint

SIZE = (1280, 720)
SEATS = "gizah-day, rhodos-day, olympia-day"


def elements(room):
    return {element.key: element for element in compose(room.control.scene, *SIZE)}


def words(room, key):
    pen = Pen(measure)
    elements(room)[key].draw(pen, room.control)
    return [word.text for layer in pen.layers for word in layer.words]


def game_with(wanted):
    """Return a game of Duel and the first use of a card that `wanted` accepts: to build it."""
    for seed in duels.SEEDS:
        for state in duels.states(seed, False):
            view = state.view(None)
            ways = view.derived.standing[state.to_act[0]].build_options if view.derived.ask == "turn" else ()
            for way in ways:
                if not way.wonder and not way.covered and way.can and wanted(way):
                    return Game(state), way
    raise LookupError


def test_preview_of_a_touched_card_is_shown_until_it_is_closed():
    game, way = game_with(lambda way: way.shields and way.cost)
    seat, before = game.seat, words(game, f"plate {game.seat}")
    assert "pawn ahead" not in elements(game)
    game.tap(f"slot {game.slot_of(way.thing)}")
    ahead = present(game.control).public_preview
    assert ahead.pawn - game.view.military.pawn == (way.shields if seat == 1 else -way.shields)
    assert "pawn ahead" in elements(game)
    assert f"−{way.cost}" in words(game, f"plate {seat}")
    game.tap("close")
    assert "pawn ahead" not in elements(game)
    assert words(game, f"plate {seat}") == before


def test_preview_follows_the_area_under_the_finger():
    game, way = game_with(lambda way: way.shields)
    game.tap(f"slot {game.slot_of(way.thing)}")
    built = present(game.control).public_preview
    game.control.record_area(f"discard {way.thing}")
    assert present(game.control).public_preview is None  # until the table has answered
    game.answer()
    sold = present(game.control).public_preview
    assert sold.pawn is None
    assert sold.change_at(game.seat).coins > 0
    game.control.record_area("")
    game.answer()
    assert present(game.control).public_preview == built


def test_preview_is_requested_again_for_a_new_position_and_after_reconnecting():
    game, way = game_with(lambda way: way.shields)
    game.tap(f"slot {game.slot_of(way.thing)}")
    built = present(game.control).public_preview
    number = game.control.model.questions[game.seat].number
    game.hear(duels.table(), game.state.view(None), duels.question(game.state, number))
    assert present(game.control).public_preview is None
    game.foresee(game.state)
    assert present(game.control).public_preview == built
    on_message.on_disconnect(game.control)
    assert present(game.control).public_preview is None
    on_message.on_message(game.control, stage.HELLO)
    game.foresee(game.state)
    assert present(game.control).public_preview == built


def test_late_preview_is_dropped_and_refused_preview_shows_no_notice():
    game, way = game_with(lambda way: way.shields)
    game.control.record_area("")
    game.touchable()[f"slot {game.slot_of(way.thing)}"].tap()
    wish = game.looked[-1]
    on_message.on_message(game.control, Refusal(wish.id, "stale", {}, "No."))
    assert not game.control.notices
    game.touchable()["close"].tap()
    view = game.state.foreseen(game.seat - 1, game.state.parse(wish.action), None)
    raw = stage.msgspec.Raw(stage.msgspec.json.encode(view))
    on_message.on_message(game.control, Preview(wish.id, wish.seat, wish.question, wish.action, raw))
    assert present(game.control).public_preview is None


def take_with(wanted):
    """Return a game of Architects and a legal take of a top card that `wanted` accepts."""
    game = stage.ARCHITECTS
    for seed in range(30):
        state, rng = (
            game.start(game.setup({"game": "architects", "seats": "giza, rhodes, olympia, babylon"})),
            Rng(seed),
        )
        while state.to_act:
            seat = state.to_act[0]
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            view = state.view(None)
            for text in map(str, state.legal(seat)) if view.derived.ask == "take" else ():
                ahead = foreseen(view, state.foreseen(seat, state.parse(text), None), seat + 1)
                if wanted(text, ahead):
                    return state, view, seat, text, ahead
            state.apply(seat, rng.choice(list(state.legal(seat))))
    raise LookupError


def hold_finger_on_stack(state, view, seat, text):
    """Hold a finger on the stack of this action, and let the table send its preview."""
    room = stage.Room()
    legal = tuple(map(str, state.legal(seat)))
    room.hear(stage.table(4), view, (Question(number=50, seat=seat + 1, legal=legal),))
    room.control.record_area(f"stack {actions.stack_of(text.split()[1], seat + 1, 4)}")
    room.foresee(state)
    return room


def test_a_finger_on_a_stack_shows_stage_tokens_and_points():
    state, view, seat, text, ahead = take_with(lambda text, ahead: ahead.cat and len(ahead.changes) == 2)
    room = hold_finger_on_stack(state, view, seat, text)
    for change in ahead.changes:
        assert f"{'+' if change.points > 0 else '−'}{abs(change.points)}" in words(room, f"zone {change.seat}")
    room.control.record_area("")
    assert not room.control.scene.foreseen
    state, view, seat, text, ahead = take_with(lambda text, ahead: ahead.won)
    room = hold_finger_on_stack(state, view, seat, text)
    turned = [key for key, element in elements(room).items() if key.startswith("marker ") and element.view.then]
    assert len(turned) == ahead.turned[1] - ahead.turned[0] > 0


def test_preview_of_a_face_down_card_leaves_other_zones_unchanged():
    state, view, seat, text, ahead = take_with(lambda text, ahead: text == "take center")
    assert ahead.unknown
    room = hold_finger_on_stack(state, view, seat, text)
    plain = stage.Room()
    plain.hear(stage.table(4), view)
    assert all(words(room, f"zone {n}") == words(plain, f"zone {n}") for n in range(1, 5) if n != seat + 1)


def test_preview_of_a_held_hand_card_is_shown_only_in_its_own_box():
    state, rng = sevens.GAME.start(sevens.GAME.setup({"game": "seven-wonders", "seats": SEATS})), Rng(3)
    while state.to_act[0] == CHANCE:
        state.apply(CHANCE, state.deal(rng))
    own, legal = state.view(0), tuple(map(str, state.legal(0)))
    slug = next(slug for slug in own.mine.hand if any(text.startswith(f"choose build {slug}") for text in legal))
    room = sevens.Room().show(state, by="touch", questions=sevens.asked(state))
    touch_handlers.hold(room.control, 1, own.mine.hand.index(slug), True)
    before = {key: element.view for key, element in elements(room).items()}
    raw = stage.msgspec.Raw(stage.msgspec.json.encode(own))
    on_message.on_message(room.control, Secret(room.sent[-1].id, 1, None, (), legal, raw))
    room.foresee(state, 0)
    after = {key: element.view for key, element in elements(room).items()}
    assert {key for key in after if after[key] != before.get(key)} == {"under 1"}
    first = next(text for text in legal if text.startswith(f"choose build {slug}"))
    lines = ahead_of_seven(state.view(None), state.foreseen(0, state.parse(first), 0), 1)
    assert lines.changes
    assert all(f"{change.coins}".strip("-") in after["under 1"].says for change in lines.changes if change.coins)
    touch_handlers.hold(room.control, 1, own.mine.hand.index(slug), False)
    assert not room.control.scene.foreseen
    assert "under 1" not in elements(room)


def test_preview_of_a_token_from_the_box_is_shown_only_in_the_choice():
    game = Game(duels.asking("keep", False))
    before = {key: element.view for key, element in elements(game).items()}
    lift = game.hold("hidden 0")
    while game.looked:
        game.foresee(game.state, game.seat - 1)
    held = {key: element.view for key, element in elements(game).items()}
    assert [key for key in held if held[key] != before[key]] == ["choice"]
    token = held["choice"].tokens.thing
    now, then = game.view, game.state.foreseen(game.seat - 1, game.state.parse(f"keep {token}"), game.seat - 1)
    told = [*duel_told(language("en"), duel_ahead(now, then, game.seat, duels.DATA), ("Nora", "Idris"), duels.DATA)]
    assert len(held["choice"].then) == len(told)
    lift()
    assert elements(game)["choice"].view.then == ()


def duel_preview():
    game, way = game_with(lambda way: way.shields and way.cost)
    return game.tap(f"slot {game.slot_of(way.thing)}")


def architects_preview():
    return hold_finger_on_stack(*take_with(lambda text, ahead: ahead.cat and len(ahead.changes) == 2)[:4])


@pytest.mark.rotated
@pytest.mark.sampled(4)
@pytest.mark.parametrize("size", [(1280, 720), (800, 480)], ids=str)
@pytest.mark.parametrize("ghosts", [duel_preview, architects_preview])
def test_previews_are_legible_and_cover_no_word(ghosts, size):
    read = Read(ghosts(), size)
    assert faint(read.words(), *read.bare_and_marked()) == []
    assert cut(read.words(), *read.bare_and_marked()) == []
