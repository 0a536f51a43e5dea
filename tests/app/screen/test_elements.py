"""What an element shows is in its view: its painter draws that alone, and uses the controller only in what taps do."""

from dataclasses import is_dataclass

import pytest

from app.screen.compose import compose
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import form_panel
from app.screen.pages.common.forms import say as says
from app.screen.paint.element import BoundCall
from app.screen.paint.pen import Pen
from app.screen.paint.text import measure
from app.shown.form import Form
from tests.app.screen import in_words, scenes, seven_scenes, sheets
from tests.app.screen.deaf import Deaf

SIZES = [(800, 480), (1280, 720)]


def rooms():
    for scene in (*scenes.ALL, *sheets.ALL):
        yield scene.__name__, lambda scene=scene: scene(4, "de")
    for scene in in_words.SCENES:
        yield f"duel {scene.__name__}", lambda scene=scene: scene("de")
    for scene in seven_scenes.SCENES:
        yield f"seven wonders {scene.__name__}", lambda scene=scene: scene(4, "de")


@pytest.mark.sampled(192)
@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in rooms()])
def test_a_painter_reads_nothing_but_its_view(make):
    room = make()
    for size in SIZES:
        for element in compose(room.control.scene, *size):
            element.draw(Pen(measure), Deaf(room.control))


def test_painters_are_functions_of_modules():
    painters = {element.paint for _, make in rooms() for element in compose(make().control.scene, *SIZES[0])}
    assert [paint for paint in painters if paint.__closure__ or "<" in paint.__qualname__] == []


@pytest.mark.sampled(3)
@pytest.mark.parametrize("make", [pytest.param(make, id=name) for name, make in rooms()])
def test_views_are_frozen_values(make):
    scene = make().control.scene
    for element, again in zip(compose(scene, *SIZES[0]), compose(scene, *SIZES[0]), strict=True):
        assert is_dataclass(element.view), element.key
        assert element.view.__dataclass_params__.frozen, element.key
        assert element.view == again.view, element.key


def test_a_form_that_does_something_else_is_painted_anew():
    """Or a touch would still do what was bound to it before."""
    scene = scenes.settings(4, "en").control.scene
    forms = [
        form_panel(scene, scene.ring(*SIZES[0]), Form("", ()), {"names": BoundCall(Controller.open, panel=panel)}, say)
        for panel, say in (("who 1", says), ("who 1", says), ("name 1", says), ("who 1", BoundCall(says, 1)))
    ]
    assert [form.looks_like(forms[0]) for form in forms] == [True, True, False, False]
