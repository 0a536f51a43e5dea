"""Elements draw only what is in their view; their painters use the controller only in callbacks."""

from dataclasses import is_dataclass

import pytest

from app.screen.composition import compose
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import form_panel
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.shown.form import Form
from tests.app.screen import scenes
from tests.app.screen.catalogue import every_state, room
from tests.app.screen.deaf import Deaf

SIZES = [(800, 480), (1280, 720)]


@pytest.mark.rotated
@pytest.mark.sampled(192)
@pytest.mark.parametrize(("family", "state"), every_state())
def test_painters_read_only_their_view(family, state):
    control = room(family, state, "de").control
    for size in SIZES:
        for element in compose(control.scene, *size):
            element.draw(Pen(measure), Deaf(control))


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize(("family", "state"), every_state())
def test_views_are_frozen_values_and_painters_functions_of_modules(family, state):
    scene = room(family, state, "de").control.scene
    for element, again in zip(compose(scene, *SIZES[0]), compose(scene, *SIZES[0]), strict=True):
        assert is_dataclass(element.view), element.key
        assert element.view.__dataclass_params__.frozen, element.key
        assert element.view == again.view, element.key
        assert not element.paint.__closure__, element.key
        assert "<" not in element.paint.__qualname__, element.key


def test_a_form_with_another_callback_is_repainted():
    """Otherwise a touch would still call the previous callback."""
    scene = scenes.settings(4, "en").control.scene
    send = Controller.send
    forms = [
        form_panel(
            scene, scene.ring(*SIZES[0]), Form("", ()), {"names": BoundCall(Controller.open_panel, panel=panel)}, say
        )
        for panel, say in (("who 1", send), ("who 1", send), ("name 1", send), ("who 1", BoundCall(send, 1)))
    ]
    assert [form.is_painted_like(forms[0]) for form in forms] == [True, True, False, False]


def test_equal_bound_calls_are_one_key_of_a_cache():
    """Otherwise a painter with values could not be an argument of what a pen caches."""
    first, same, other = (BoundCall(Controller.send, 1, panel=panel) for panel in ("a", "a", "b"))
    assert len({first, same, other}) == 2
