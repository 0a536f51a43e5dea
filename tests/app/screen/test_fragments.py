"""The cache of fragments: drawing from it gives the same picture as painting."""

import pytest

from app.screen.composition import compose
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from tests.app.screen import SIZE
from tests.app.screen.catalogue import every_state, room


class Direct(Pen):
    """A pen that paints everything itself, like pens that record what they draw."""


def drawn(element, control, kind):
    pen = kind(measure)
    element.draw(pen, control)
    layers = [
        (layer.vertices.tobytes(), layer.indices.tobytes(), layer.words, layer.rough, layer.window and layer.window.box)
        for layer in pen.layers
    ]
    return [layer for layer in layers if layer[1] or layer[2]], pen.hit_areas


@pytest.mark.rotated
@pytest.mark.sampled(24)
@pytest.mark.parametrize(("name", "seats"), every_state())
def test_cached_fragment_equals_a_direct_painting(name, seats):
    made = room(name, seats)
    for element in compose(made.control.scene, *SIZE):
        painted, areas = drawn(element, made.control, Direct)
        for _ in ("painted", "from the cache"):
            cached, again = drawn(element, made.control, Pen)
            assert cached == painted, element.key
            assert [area.key for area in again] == [area.key for area in areas]
