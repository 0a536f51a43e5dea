"""Badges of seats: emblems are recognisable at 10 pixels and in grey, colours are unique at night and by day."""

from itertools import combinations, pairwise
from math import dist

import pytest

from app.looks.seat_emblems import EMBLEMS
from app.protocol import seat_badges as slugs
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.paint.theme import ink
from app.screen.widgets.badges import badge
from app.text import badge_names as terms
from app.text.translation import languages, words
from tests.app.screen import stage
from tests.app.screen.contrasts import contrast, holds, linear, luminance

SMALL = 10  # pixels
FINE = 3  # samples across each of them
MIN_DISTANCE_OKLAB = 0.08  # in OKLab: two colours that nobody takes for one another, side by side or not
UNLIKE = 0.1  # of all pixels, in grey: how much two emblems differ at least
PRINTED = "grey blue yellow red green brown purple leader candle stone parch peace leaf".split()  # noqa: SIM905


def shades(emblem, colour="rose"):
    """Return a badge of 10 pixels in grey, row by row from the top."""
    pen = Pen(measure)
    badge(pen, SMALL / 2, SMALL / 2, SMALL, emblem, colour)
    (layer,) = pen.layers
    v, triangles = layer.vertices, []
    for i in range(0, len(layer.indices), 3):
        corners = [(v[8 * k], v[8 * k + 1]) for k in layer.indices[i : i + 3]]
        k = 8 * layer.indices[i]
        if len({*corners}) == 3 and v[k + 7] > 0.5:  # without the soft rims
            triangles.append((corners, luminance(v[k + 4 : k + 7])))
    found = []
    for row in range(SMALL):
        for column in range(SMALL):
            seen = 0.0
            for n in range(FINE * FINE):
                x, y = column + (n % FINE + 0.5) / FINE, row + (n // FINE + 0.5) / FINE
                seen += next((grey for corners, grey in reversed(triangles) if holds(corners, x, y)), 0.0)
            found.append(seen / FINE**2)
    light = luminance(ink(colour))
    return [min(1.0, shade / light) for shade in found]


def test_every_emblem_is_drawn_and_named():
    assert tuple(EMBLEMS) == slugs.EMBLEMS
    for lang in languages():
        w = words(lang)
        for named, known in ((terms.emblems(w), slugs.EMBLEMS), (terms.colours(w), slugs.COLOURS)):
            assert tuple(named) == known
            assert len({*named.values()}) == len(known)


@pytest.mark.full
def test_emblems_are_distinguishable_at_10_pixels_in_grey():
    seen = {emblem: shades(emblem) for emblem in EMBLEMS}
    for one, other in combinations(seen, 2):
        unlike = sum(abs(a - b) for a, b in zip(seen[one], seen[other], strict=True)) / SMALL**2
        assert unlike > UNLIKE, (one, other)


def oklab(colour):
    """Convert a colour to OKLab, where equal distances look alike."""
    r, g, b = map(linear, colour[:3])
    lms = (
        0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b,
        0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b,
        0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b,
    )
    l, m, s = (part ** (1 / 3) for part in lms)  # noqa: E741
    return (
        0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
        1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
        0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
    )


@pytest.mark.parametrize("bright", [False, True], ids=("night", "bright"))
def test_seat_colours_differ_from_card_colours_and_from_each_other(bright):
    mine = {name: oklab(ink(name, bright)) for name in slugs.COLOURS}
    printed = {name: oklab(ink(name, bright)) for name in PRINTED}
    for name, at in mine.items():
        assert min(dist(at, other) for other in printed.values()) > MIN_DISTANCE_OKLAB, name
    for one, other in combinations(mine, 2):
        assert dist(mine[one], mine[other]) > MIN_DISTANCE_OKLAB, (one, other)


@pytest.mark.parametrize("bright", [False, True], ids=("night", "bright"))
@pytest.mark.parametrize("colour", slugs.COLOURS)
def test_emblems_and_seat_colours_have_enough_contrast(colour, bright):
    assert contrast(ink(colour, bright), ink("ink", bright)) >= 4.5
    for ground in ("table", "plate", "zone", "raised"):
        assert contrast(ink(colour, bright), ink(ground, bright)) >= 3


def test_missing_or_unknown_emblem_draws_no_badge():
    pen = Pen(measure)
    badge(pen, 0, 0, 40, "", "")
    badge(pen, 0, 0, 40, "dragon", "rose")
    assert not any(layer.indices for layer in pen.layers)


def test_seats_have_different_badges():
    seats = stage.seats(7, by="mixed")
    assert len({seat.emblem for seat in seats}) == len({seat.colour for seat in seats}) == 7
    assert all(one.badge != other.badge for one, other in pairwise(seats))
