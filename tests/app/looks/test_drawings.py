"""Every wonder has a drawing that both surfaces can paint: complete, in its box, with labels on its stages."""

from collections import Counter
from itertools import combinations, pairwise
from math import dist

import pytest

from app.games.architects.face_layouts import TAG, TAG_HIGH
from app.looks import drawing_data
from app.looks.drawing_data import DEPTH, HEADROOM, WIDE, Area, DrawingFit, Round, outlines, wonder
from app.looks.material_tile_coordinates import NAMES as TILES
from app.looks.paint_materials import BadDrawing, paints
from app.looks.plain_wonder_shapes import drawing_of, list_parts
from app.looks.sky_landscape import round_box, skies
from app.looks.tag_placement import LEAST_SPACE, tags
from tests.app.looks.silhouettes import APART, OF_ARCHITECTS, SIDE, SLUGS, how_far, within

STAGES = 5
LEAST_APART = 0.1  # of two silhouettes in other materials
GROUND = 270.0  # units: what reaches so low stands on the ground
TOUCH = 4.0  # units between a stage and what it stands on, at most
LEAST = 24.0  # pixels of a table 1080 high, the words of a tag where a wonder has most of its zone
DRAWN = sorted({drawing_of(slug) for slug in SLUGS} - {""})


def box(points):
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def corners(stage):
    return [point for outline in outlines(stage.outline) for point in outline]


def is_inside(x, y, outline):
    """Check whether a point is inside a polygon, by counting crossings of a ray to the left."""
    crossed = [
        ax + (y - ay) / (by - ay) * (bx - ax)
        for (ax, ay), (bx, by) in pairwise([*outline, outline[0]])
        if (ay <= y) != (by <= y)
    ]
    return sum(each < x for each in crossed) % 2 == 1


def is_light(mark):
    """Check whether a mark is light: it may reach over the edge."""
    return isinstance(mark, Area | Round) and mark.fill in {"fire", "halo", "beam-left", "beam-right"}


def supporting_stages(requires, number):
    """Return the stages that a stage requires, directly or not, numbered from 0."""
    below = {each - 1 for each in requires[number]}
    return below.union(*(supporting_stages(requires, each) for each in below))


def printed(name):
    """List the requirements of each stage of a drawing: as in Architects, else all earlier stages."""
    if name in OF_ARCHITECTS:
        return [stage.requires for stage in OF_ARCHITECTS[name].stages]
    return [range(1, number + 1) for number in range(STAGES)]


@pytest.mark.parametrize("slug", SLUGS)
def test_every_wonder_of_every_game_has_a_drawing_and_a_sky(slug):
    name = drawing_of(slug)
    assert name in drawing_data.drawing_names()
    assert name in skies()
    assert len(wonder(name).stages) == len(list_parts(slug)) == STAGES


def test_every_drawing_and_sky_is_used():
    assert sorted(drawing_data.drawing_names()) == sorted(skies()) == DRAWN
    assert len(DRAWN) == 15


@pytest.mark.parametrize("name", DRAWN)
def test_wonder_drawing_stays_in_its_box(name):
    for stage in wonder(name).stages:
        found = corners(stage)
        for mark in stage.marks:
            if isinstance(mark, Round):
                found.append((mark.x, mark.y))
            elif not is_light(mark):
                found += [point for outline in outlines(mark.path) for point in outline]
        left, top, right, low = box(found)
        assert left >= 0, name
        assert right <= WIDE, name
        assert top >= -HEADROOM, name
        assert low <= DEPTH, name


@pytest.mark.parametrize("name", DRAWN)
def test_wonder_drawing_uses_only_known_paints(name):
    for stage in wonder(name).stages:
        assert stage.marks
        for mark in stage.marks:
            ink = mark.fill if isinstance(mark, Area | Round) else mark.ink
            assert ink.startswith("#") or ink in paints(), name
            if isinstance(mark, Area) and mark.rough:
                assert paints()[mark.fill].tile in TILES, name
            if isinstance(mark, Area):
                assert all(len(outline) > 2 for outline in outlines(mark.path)), f"{name}: {mark.path}"


@pytest.mark.parametrize("name", DRAWN)
def test_labels_are_on_their_stages_and_tags_on_labels(name):
    stages, (w, h) = wonder(name).stages, (WIDE * 0.84, (DEPTH + HEADROOM) * 0.84)  # in a zone of Architects, in u
    for stage in stages:
        assert any(is_inside(*stage.label, outline) for outline in outlines(stage.outline)), f"{name}: {stage.label}"
    laid = tags(name, w, h, 0, LEAST, TAG, TAG_HIGH)
    labels = [DrawingFit.for_box(w, h).label(stage) for stage in stages]
    assert laid.size == pytest.approx(LEAST)
    assert [*laid.places] == [pytest.approx(label, abs=LEAST / 10) for label in labels]


@pytest.mark.parametrize("name", DRAWN)
@pytest.mark.parametrize("scale", [0.3, 0.45, 0.8])
def test_tags_never_overlap_or_leave_the_drawing_at_any_scale(name, scale):
    w, h = WIDE * scale, (DEPTH + HEADROOM) * scale * 1.5  # a zone may be narrow
    laid = tags(name, w, h, LEAST, h * 0.115, TAG, TAG_HIGH)
    wide, high = laid.size * TAG, laid.size * TAG_HIGH
    for x, y in laid.places:
        assert wide / 2 - 0.1 <= x <= w - wide / 2 + 0.1
        assert high / 2 - 0.1 <= y <= h - high / 2 + 0.1
    labels = [stage.label for stage in wonder(name).stages]
    for ((ax, ay), (_, first)), ((bx, by), (_, second)) in combinations(zip(laid.places, labels, strict=True), 2):
        assert abs(first - second) < LEAST or (ay < by) == (first < second), name  # one above the other, as printed
        space = laid.size * LEAST_SPACE - 0.1
        assert abs(ax - bx) >= wide + space or abs(ay - by) >= high + space, f"{name}: {ax:.0f} {ay:.0f}"


@pytest.mark.parametrize("name", DRAWN)
def test_no_stage_floats_in_any_building_order(name):
    requires, boxes = printed(name), [box(corners(stage)) for stage in wonder(name).stages]
    for number, (left, _, right, low) in enumerate(boxes):
        below = [boxes[each] for each in supporting_stages(requires, number)]
        assert low >= GROUND or any(
            top <= low + TOUCH and near < right and left < far for near, top, far, _ in below
        ), f"{name}: stage {number + 1} stands on nothing"


def silhouette(name):
    scale = SIDE / WIDE
    outlined = (outline for stage in wonder(name).stages for outline in outlines(stage.outline))
    return set().union(*(within([(x * scale, (y + HEADROOM) * scale) for x, y in outline]) for outline in outlined))


def main_material(name):
    """Return the material that covers most of a drawing."""
    found = Counter()
    for stage in wonder(name).stages:
        for mark in stage.marks:
            if isinstance(mark, Area) and mark.rough:
                left, top, right, low = box([point for outline in outlines(mark.path) for point in outline])
                found[mark.fill.rpartition("-")[0]] += (right - left) * (low - top)
    return max(found, key=found.get)


def test_drawings_differ_by_silhouette_or_material():
    seen = {name: silhouette(name) for name in DRAWN}
    alike = [(one, other) for one, other in combinations(DRAWN, 2) if how_far(seen[one], seen[other]) < APART]
    assert [pair for pair in alike if len({*map(main_material, pair)}) == 1] == []
    assert [pair for pair in alike if how_far(*(seen[name] for name in pair)) < LEAST_APART] == []


GROUP = '<g id="stage-1" data-label="9 9"><path d="M0 0 L9 0 L9 9 Z"/>{}</g>'

WHOLE = '<path d="M0 0 L9 0 L9 9 Z" fill="#FFFFFF"/>'


@pytest.mark.parametrize(
    ("inner", "reason"),
    [
        ("", "damaged.svg: it has no stages"),
        ("<g", "damaged.svg: not well-formed"),
        ('<g id="stage-1"/>', "damaged.svg, stage-1: "),
        ('<g id="stage-1"><path d="M0 0 L9 0 L9 9 Z"/></g>', "damaged.svg, stage-1: 'data-label'"),
        (GROUP.replace("9 9", "9"), "damaged.svg, stage-1: "),
        (GROUP.format('<rect width="9"/>'), "damaged.svg, stage-1, mark 1: rect is no part of a drawing"),
        (
            GROUP.format('<path d="M0 0 L9 0 L9 9 Z" fill="red"/>'),
            "damaged.svg, stage-1, mark 1: there is no paint red",
        ),
        (GROUP.format('<path d="L0 0 L9 0 Z" fill="#FFFFFF"/>'), "a path has only M, L, C and Z, and begins with M"),
        (GROUP.format('<path d="M0 0 L9 Z" fill="#FFFFFF"/>'), "damaged.svg, stage-1, mark 1: L has 1 numbers"),
        (GROUP.format('<path d="M0 0 L9 x Z" fill="#FFFFFF"/>'), "a path has only M, L, C and Z, and begins with M"),
        (GROUP.format('<circle cx="1" cy="2" fill="#FFFFFF"/>'), "damaged.svg, stage-1, mark 1: 'r' is missing"),
        (GROUP.format(""), "damaged.svg, stage-1: nothing is drawn"),
        (GROUP.replace("stage-1", "stage-2"), "damaged.svg, stage-2: stage-1 is missing before it"),
        (GROUP.replace("9 9", "9 nan", 1), "damaged.svg, stage-1: 9 nan lies outside its box: its label"),
        (GROUP.replace("L9 0", "L900 0"), "damaged.svg, stage-1: 900 0 lies outside its box: the path M0 0 L900 0"),
        (GROUP.format(f"{WHOLE}{WHOLE.replace('L9 9', 'L9 999')}"), "stage-1, mark 2: 9 999 lies outside its box"),
        (GROUP.format(WHOLE.replace("d=", 'opacity="nan" d=')), "mark 1: opacity is nan, and has to be more than 0"),
        (GROUP.format(WHOLE.replace("d=", 'opacity="7" d=')), "opacity is 7, and has to be more than 0 and 1 at most"),
        (GROUP.format(WHOLE.replace("d=", 'stroke-width="-1" d=')), "mark 1: stroke-width is -1"),
        (GROUP.format(WHOLE.replace("fill", "fil")), "mark 1: a path has no fil"),
        (GROUP.format(WHOLE.replace("#FFFFFF", "none")), "mark 1: it has neither fill nor stroke"),
        (GROUP.format(WHOLE.replace("d=", 'class="rough" d=')), "mark 1: class rough: there is no tile for #FFFFFF"),
        (GROUP.format(WHOLE.replace("Z", "Z M3 3")), "mark 1: a part of a path goes nowhere"),
        (GROUP.format('<circle cx="1" cy="2" r="0" fill="#FFFFFF"/>'), "mark 1: r is 0, and has to be more than 0"),
        (
            GROUP.format('<circle cx="inf" cy="2" r="1" fill="#FFFFFF"/>'),
            "mark 1: inf 2 lies outside its box: a circle",
        ),
    ],
)
def test_damaged_drawing_error_names_file_and_reason(tmp_path, monkeypatch, inner, reason):
    monkeypatch.setattr(drawing_data, "FOLDER", tmp_path)
    (tmp_path / "wonders").mkdir()
    (tmp_path / "wonders" / "damaged.svg").write_text(f'<svg xmlns="http://www.w3.org/2000/svg">{inner}</svg>', "utf-8")
    with pytest.raises(BadDrawing) as said:
        wonder.__wrapped__("damaged")
    assert reason in str(said.value)
    assert str(said.value).startswith("damaged.svg")


def test_missing_drawing_error_names_the_file(tmp_path, monkeypatch):
    monkeypatch.setattr(drawing_data, "FOLDER", tmp_path)
    with pytest.raises(BadDrawing, match=r"^missing\.svg: .*No such file"):
        wonder.__wrapped__("missing")


@pytest.mark.parametrize("corner", [0, 3])
def test_no_two_neighbouring_points_of_a_box_are_at_one_place(corner):
    """Triangles between such points would leave a line across a gradient."""
    [outline] = outlines(round_box(1300, 700, corner))
    assert all(dist(*pair) > 0.01 for pair in pairwise((*outline, outline[0])))
