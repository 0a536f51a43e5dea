"""An idle screen draws in advance what may be shown next. A touch or a message interrupts that at once."""

from itertools import pairwise

import pytest
from kivy.core.window import Window

from app.games.duel.screen import touch_handlers
from app.games.seven_wonders.screen.ui_state import HandHeld
from app.protocol.play_messages import Opening
from app.screen.composition import compose
from app.screen.paint import gradient_triangles
from app.screen.paint import pen as draw
from app.screen.paint.element import Element, ElementDrawings
from app.screen.paint.pen import Pen
from app.screen.paint.preparation import Preparation
from app.screen.paint.text_drawing import measure
from engine.memoize import clear_all
from tests.app.screen import duels, finger, openings, seven_scenes, sevens, stage

SIZE = (1280, 720)
pytestmark = pytest.mark.usefixtures("own_stamps")


def composed(room):
    return compose(room.control.scene, *SIZE)


def elements_ahead(elements):
    return [later for each in elements for later in each.ahead()]


def draw_layers(element, control):
    pen = Pen(measure)
    element.draw(pen, control)
    return [(bytes(layer.vertices), bytes(layer.indices), layer.words, layer.pictures) for layer in pen.layers]


def last_card_of_an_age():
    """Return two states of Duel: before the last card of an age is taken, and after the next age is laid out."""
    for seed in duels.SEEDS:
        for before, after in pairwise(duels.states(seed)):
            if before.view(None).age == 1 and after.view(None).age == 2:
                return before, after
    raise LookupError


@pytest.fixture
def window_stage():
    stage_shown = finger.Stage(openings.architects("wonders"))
    stage_shown.surface.motion.finish()
    yield stage_shown
    stage_shown.close()


# ---- one element in each frame, and to its end -------------------------------------------------------------


def test_prepared_elements_are_drawn_once_then_preparation_ends():
    drawn = []
    shown = [Element("a", 1, print, ahead=lambda: [Element("b", 2, print)]), Element("c", 3, print)]
    preparation = Preparation(lambda: True, lambda element: drawn.append(element.key))
    preparation.restart(shown)
    assert not drawn
    assert preparation._rest.is_triggered
    assert [preparation.step(), preparation.step()] == [True, False]
    preparation._rest.cancel()
    preparation._next.cancel()
    assert drawn == ["b"]
    assert not preparation.step()
    assert not preparation._rest.is_triggered
    assert not preparation._next.is_triggered


def test_no_element_is_drawn_ahead_while_something_moves():
    drawn = []
    preparation = Preparation(lambda: False, drawn.append)
    preparation.restart([Element("a", 1, print, ahead=lambda: [Element("b", 2, print)])])
    assert not preparation.step()
    assert not drawn
    assert preparation._rest.is_triggered
    preparation.restart([])


def test_touch_pauses_preparation_until_the_finger_is_lifted(window_stage):
    preparation = window_stage.surface.preparation
    assert preparation.step()
    assert preparation._next.is_triggered
    touch = finger.Finger(2, 2).down()
    assert not preparation._next.is_triggered
    assert not preparation.step()
    touch.up()
    assert preparation._rest.is_triggered
    window_stage.surface.motion.finish()
    assert preparation.step()


def test_update_postpones_preparation(window_stage):
    preparation = window_stage.surface.preparation
    assert preparation.step()
    window_stage.surface.update()
    assert not preparation._next.is_triggered
    assert preparation._rest.is_triggered


def test_preparation_does_not_change_the_picture(window_stage):
    meshes, painted, steps = dict(window_stage.surface.meshes), window_stage.surface.painted, 0
    with finger.drawn():
        finger.frames(3)
        assert not Window.canvas.needs_redraw
        while window_stage.surface.preparation.step():
            steps += 1
        assert not Window.canvas.needs_redraw
    assert steps > len(meshes)
    assert window_stage.surface.meshes == meshes
    assert window_stage.surface.painted == painted


# ---- what is drawn ahead -----------------------------------------------------------------------------------


@pytest.mark.rotated
def test_prepared_elements_look_like_unprepared_ones():
    before, after = (duels.room(state) for state in last_card_of_an_age())
    clear_all()
    plain = [draw_layers(element, after.control) for element in composed(after)]
    clear_all()
    for part in elements_ahead(composed(before)):
        draw_layers(part, before.control)
    assert [draw_layers(element, after.control) for element in composed(after)] == plain


def test_cards_of_next_duel_age_are_triangulated_ahead():
    before, after = (duels.room(state) for state in last_card_of_an_age())
    clear_all()
    for element in elements_ahead(composed(before)):
        draw_layers(element, before.control)
    missed = draw._triangulate_stamp.cache_info().misses
    for element in composed(after):
        if element.key.startswith("slot"):
            draw_layers(element, after.control)
    assert draw._triangulate_stamp.cache_info().misses == missed


def test_every_card_of_next_duel_age_is_drawn_ahead():
    before, _ = last_card_of_an_age()
    names = {element.view.card for element in elements_ahead(composed(duels.room(before))) if element.key == "slot"}
    assert names == {None, *(name for name, card in duels.DATA.cards.items() if card.age == 2)}


def test_duel_wonders_are_drawn_ahead_as_built():
    before, _ = last_card_of_an_age()
    later = [element.view for element in elements_ahead(composed(duels.room(before))) if element.key == "wonder"]
    assert len(later) == sum(len(chair.wonders) for chair in before.view(None).seats)
    assert all(view.wonders[nth][1] for view in later for nth in view.shown)


def test_duel_discard_pile_is_triangulated_before_it_is_opened():
    room = duels.room(duels.in_age(1, 3))
    clear_all()
    for element in elements_ahead(composed(room)):
        draw_layers(element, room.control)
    missed, drawn = draw._triangulate_stamp.cache_info().misses, Pen(measure)
    touch_handlers.touch_discard(room.control)
    [pile] = [element for element in composed(room) if element.key == "choice"]
    pile.draw(drawn, room.control)
    assert len(pile.view.cards) > 20
    assert draw._triangulate_stamp.cache_info().misses - missed < 10  # the panel and its buttons


def test_a_hand_is_drawn_ahead_with_one_card_fewer_and_none_chosen():
    room = sevens.room(sevens.asking("play", 4))
    hands = [element.view for element in composed(room) if element.key.startswith("hand ")]
    later = [element.view for element in elements_ahead(composed(room)) if element.key == "hand"]
    assert [(hand.seat, hand.count, hand.hold) for hand in later] == [
        (hand.seat, hand.count - 1, HandHeld()) for hand in hands
    ]


def test_a_stage_that_may_be_built_next_is_drawn_ahead():
    """Every stage of a wonder can be next in Architects, only one in 7 Wonders."""
    rooms = openings.architects(""), sevens.room(sevens.asking("play", 4))
    for room in rooms:
        zones = [element for element in composed(room) if element.key.startswith("zone")]
        assert all(zone.ahead() for zone in zones)
        clear_all()
        for part in zones:
            draw_layers(part, room.control)
        missed = gradient_triangles.merge_marks.cache_info().misses
        for part in elements_ahead(zones):
            draw_layers(part, room.control)
        assert gradient_triangles.merge_marks.cache_info().misses > missed


def test_table_is_drawn_ahead_during_the_opening():
    room = sevens.room(sevens.asking("play", 4), opening=Opening("wonders", 0))
    later = {element.key for element in elements_ahead(composed(room))}
    room.show(sevens.asking("play", 4))
    assert later == {element.key for element in composed(room)}


def test_lobby_draws_the_opening_ahead_with_each_possible_wonder():
    room = sevens.lobby(4)
    found = [element.view for element in elements_ahead(composed(room)) if element.key.startswith("revealed")]
    assert {view.wonder for view in found if view.wonder} == {
        room.control.scene.game.words.identity(room.control.model.words(1), role) for role in sevens.DATA.boards
    }


@pytest.mark.parametrize("n", [2, 7])
def test_elements_prepared_in_the_lobby_can_be_drawn(n):
    room = stage.Room()
    room.hear(stage.table(n, "lobby"))
    for element in elements_ahead(composed(room)):
        element.draw(Pen(measure), room.control)


def test_table_after_a_reveal_is_drawn_ahead():
    room = seven_scenes.revealed(4)
    assert room.control.scene.game.has_interlude(room.control.scene)
    later = elements_ahead(composed(room))
    room.control.change(game=room.control.scene.game.end_interlude(room.control.ui.game))
    after = [element.view for element in composed(room)]
    assert [element.view for element in later][: len(after)] == after


def test_elements_prepared_during_a_reveal_are_shown_without_being_painted_again(monkeypatch):
    shown = finger.Stage(seven_scenes.revealed(4))
    surface, control, painted = shown.surface, shown.room.control, []
    surface.motion.finish()
    while surface.preparation.step():
        pass
    draw_element = Element.draw
    monkeypatch.setattr(Element, "draw", lambda *each: (painted.append(each[0].key), draw_element(*each)))
    control.change(game=control.scene.game.end_interlude(control.ui.game))
    surface.update()
    assert {"zone 1", "zone 4", "links"} <= surface.meshes.keys()
    assert painted == []
    for element in surface.elements:
        said = [layer.words for layer in surface.meshes[element.key].pen.layers]
        assert said == [words for _, _, words, _ in draw_layers(element, control)]
    shown.close()


def test_only_the_first_prepared_element_of_a_key_is_kept_while_nothing_changes():
    painted, drawings = [], ElementDrawings()
    first, second = (Element("a", view, lambda p, view, control: painted.append(view)) for view in (1, 2))
    look = Pen(measure).look
    for element in (first, second):
        drawings.prepare(element, look, None)
    pen = drawings.draw(first, look, None)
    assert painted == [1, 2]
    drawings.show({"a": (first, pen)})
    drawings.draw(second, look, None)
    assert painted == [1, 2, 2]
