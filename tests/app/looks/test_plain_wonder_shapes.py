"""Every wonder is known by its silhouette, however small, and every state of it looks unlike the next."""

from functools import cache
from itertools import combinations, pairwise

import pytest

from app.looks.plain_wonder_shapes import (
    BUILDINGS,
    PLAIN,
    Arch,
    Fit,
    bounds,
    count_visible_parts,
    list_parts,
    parts_of,
    round_top,
)
from app.looks.symbols import FigureRect, Oval, Poly
from tests.app.looks.silhouettes import APART, BOARDS, SIDE, SLUGS, how_far, within

MIN_ADDED_PIXELS = 12  # pixels that a stage adds at least
PICTURES = {id(list_parts(slug)): slug for slug in SLUGS}.values()


@cache
def covered(solid):
    """Return the pixels whose centres a shape covers."""
    if isinstance(solid, Oval):
        return {
            (x, y)
            for x in range(SIDE)
            for y in range(SIDE)
            if ((x + 0.5 - solid.x) / solid.rx) ** 2 + ((y + 0.5 - solid.y) / solid.ry) ** 2 <= 1
        }
    return within(corners(solid))


def corners(solid):
    match solid:
        case Poly(points):
            flat = points
        case Arch():
            flat = round_top(solid)
        case FigureRect(x, y, w, h):
            flat = (x, y, x + w, y, x + w, y + h, x, y + h)
    return list(zip(flat[::2], flat[1::2], strict=True))


def silhouette(parts):
    fit = Fit.for_box(SIDE, SIDE)
    return set().union(*(covered(fit.solid(solid)) for part in parts for solid in part.body))


def test_every_wonder_of_every_game_has_a_shape():
    assert [slug for slug in SLUGS if slug not in BUILDINGS] == []
    assert len(PICTURES) == 15


@pytest.mark.parametrize("slug", SLUGS)
def test_shape_stays_in_its_box_and_numbers_on_their_parts(slug):
    for part in list_parts(slug):
        left, top, right, bottom = bounds(part)
        assert left >= 0 <= top
        assert right <= 100 >= bottom
        x, y, _, _ = part.spot
        assert left < x < right
        assert top < y < bottom


def test_wonders_differ_by_silhouette():
    drawn = {slug: silhouette(list_parts(slug)) for slug in PICTURES} | {"nobody has drawn it": silhouette(PLAIN)}
    alike = {(one, other): how_far(a, b) for (one, a), (other, b) in combinations(drawn.items(), 2)}
    assert {pair: round(part, 2) for pair, part in alike.items() if part < APART} == {}


def test_silhouette_distance_detects_similar_shapes():
    giza = silhouette(list_parts("giza"))
    moved = {(x + 1, y) for x, y in giza}
    assert how_far(giza, moved) < APART


@pytest.mark.parametrize("slug", SLUGS)
def test_each_stage_adds_a_visible_part(slug):
    parts = list_parts(slug)
    stood = [silhouette(parts[:n]) if n else set() for n in range(len(parts) + 1)]
    assert [len(after - before) for before, after in pairwise(stood) if len(after - before) < MIN_ADDED_PIXELS] == []


@pytest.mark.parametrize("board", BOARDS)
def test_each_stage_shows_more_parts_and_the_last_shows_all(board):
    wonder, count = board.rpartition("-")[0], len(BOARDS[board].stages)
    parts = [count_visible_parts(wonder, built, count) for built in range(count + 1)]
    assert parts[0] == 0
    assert parts[-1] == parts_of(wonder)
    assert all(before < after for before, after in pairwise(parts))
