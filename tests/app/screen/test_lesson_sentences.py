"""Lessons of a first game on the screen: readable, on nothing else, and moving nothing when they come or go."""

import random
from itertools import product

import msgspec
import pytest

from app.protocol.play_messages import Opening
from app.protocol.teaching_messages import LessonTip
from app.screen.composition import compose
from app.screen.input import explain_mode
from app.screen.paint.text_drawing import measure
from app.text.translation import complete
from tests.app.games.courses import DUEL
from tests.app.screen import duels, stage
from tests.app.screen.layout_faults import enlarge, inside
from tests.app.screen.lesson_faults import SIZES, parts_of, wrong
from tests.app.screen.lettering import Lettering, painted
from tests.app.screen.rings import ringed

TURN = ("take left", "take right", "take center")
LONG = LessonTip("goal", 0, {"stages": 5})
SHORT = LessonTip("coin")
TO_ALL = (LONG, SHORT, LessonTip("green"), LessonTip("conflict", 0, {
    "seats": (1, 2), "won": (2, 1), "points": 3, "many": 4}))  # fmt: skip
CHOICES = {"take": TURN, "main": ("build 5 with wood wood", "build 5 with wood coin"), "progress": ("progress decor",)}


def need(seat):
    facts = {"stages": (1, 2), "costs": (2, 2), "kinds": ("different", "same"), "helps": 1}
    return LessonTip("need", seat, facts)


def room(n, lang="en", to_all=None, to_seats=(), ask="take", seat=2, **facts):
    """Show a first game in which a seat is asked something, with these lessons."""
    table = stage.table(n, lang=lang, guided=True, lesson=to_all, **facts)
    made = stage.Room().hear(table, stage.view(n, active=seat, ask=ask), stage.question(seat, *CHOICES[ask]))
    stage.known(made, lessons={lesson.seat: lesson for lesson in to_seats})
    return made


@pytest.mark.rotated
@pytest.mark.sampled(12)
@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lessons_cover_nothing(size, large):
    rng, found = random.Random(f"{size} {large}"), {}
    for n, ask in product((2, 4, 7), CHOICES):
        to_all, lang = rng.choice(TO_ALL), rng.choice(complete())
        made = room(n, lang, to_all, (need(2), need(n)), ask)
        if large:
            enlarge(made)
        faults, _ = wrong(made, size)
        found |= {f"{n} {ask} {to_all.id} {lang}": faults} if faults else {}
    assert not found


@pytest.mark.full
@pytest.mark.parametrize("n", range(2, 8))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lessons_cover_nothing_on_the_whole_grid(size, n):
    made = {
        f"{ask} {to_all.id} {lang}": room(n, lang, to_all, (need(1), need(2)), ask)
        for ask, to_all, lang in product(CHOICES, TO_ALL, complete())
    }
    assert {name: faults for name, each in made.items() if (faults := wrong(each, size)[0])} == {}


@pytest.mark.sampled(12)
@pytest.mark.parametrize("n", [2, 4, 7])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_a_lesson_appears_at_every_edge_with_room(size, n):
    for to_all in TO_ALL:
        assert "lesson 0" in wrong(room(n, "en", to_all), size)[1], to_all
    assert "lesson seat 2" in wrong(room(n, "en", None, (need(2),)), size)[1]


@pytest.mark.full
def test_small_screen_has_room_for_lessons_with_any_number_of_seats():
    for n in (3, 6, 7):
        assert "lesson 0" in wrong(room(n, "en", SHORT), (800, 480))[1]
    assert "lesson 0" in wrong(room(7, "en", LONG), (800, 480))[1]
    assert "lesson 0" in wrong(room(7, "en", LONG, (need(2),)), (720, 1280))[1]


@pytest.mark.rotated
@pytest.mark.sampled(6)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_lesson_moves_nothing_else(size):
    for n, ask in product((2, 4, 7), CHOICES):
        silent, taught = (parts_of(made, size) for made in (room(n, ask=ask), room(n, "en", LONG, (need(2),), ask)))
        assert [(area.key, area.corners) for area in silent[3]] == [(area.key, area.corners) for area in taught[3]]
        assert [(word.text, word.corners) for word in silent[2]] == [(word.text, word.corners) for word in taught[2]]


def test_a_lesson_faces_the_active_seat_and_is_repeated_opposite():
    def angles(made):
        return {plate.key: plate.corners for plate in parts_of(made, (1920, 1080))[1]}

    assert {*angles(room(2, to_all=SHORT))} == {"lesson 0", "lesson 1"}
    table = room(2, to_all=SHORT).control.model.table
    knows = (msgspec.structs.replace(table.seats[0], knows=True), table.seats[1])
    assert {*angles(room(2, to_all=SHORT, seats=knows))} == {"lesson 0"}


def test_lessons_shown_on_a_phone_are_not_on_the_screen():
    made = room(4, to_seats=(need(2),))
    table = made.control.model.table
    seats = tuple(msgspec.structs.replace(info, by="phone", present=True) for info in table.seats)
    assert wrong(made, (1920, 1080))[1] == {"lesson seat 2"}
    stage.known(made, table=msgspec.structs.replace(table, seats=seats))
    assert wrong(made, (1920, 1080))[1] == set()


def test_no_lesson_is_shown_during_the_opening():
    assert wrong(room(4, to_all=SHORT, opening=Opening("wonders", 0)), (1920, 1080))[1] == set()


def test_explain_mode_repeats_the_lesson():
    made = room(4, to_all=SHORT, to_seats=(need(2),))
    explain_mode.ask(made.control, 2, 1)
    assert "Which card would help?" in made.control.notices[2].text
    made = room(4, to_all=SHORT)
    explain_mode.ask(made.control, 2, 1)
    assert made.control.notices[2].text.startswith("Yellow is a coin.")


@pytest.mark.parametrize(
    ("to_all", "to_seats", "stacks"),
    [
        (LessonTip("take"), (), {"1", "2", "center"}),
        (SHORT, (), set()),
        (None, (need(2),), {"2"}),
    ],
    ids=("all three alike", "none", "the card that helps"),
)
def test_things_named_by_a_lesson_get_a_ring(to_all, to_seats, stacks):
    made = room(4, to_all=to_all, to_seats=to_seats)
    view = made.control.model.view
    helps = (stage.Need(1, 2, "different", 3, False, 1, ("red-2",)),)
    derived = msgspec.structs.replace(view.derived, needs=(helps,) * 4)
    stage.known(made, view=msgspec.structs.replace(view, derived=derived))
    keys = [key for key, _, _ in painted(made, (1280, 720))]
    rings = {key.removeprefix("ring ") for key in keys if key.startswith("ring ")}
    assert rings == stacks
    assert all(keys.index(f"ring {name}") < keys.index(f"stack {name}") for name in rings), "its count lies over that"


# ---- Duel --------------------------------------------------------------------------------------------------------

SAID_BY_DUEL = (
    "ways",
    "take",
    "military",
    "science",
    "green",
    "count",
    "price",
    "red",
    "pair",
    "frees",
)  # to everybody
TO_SEATS = ("token", "destroy", "start", "discard", "trade", "wonder")


def duel_lesson(state, lang="en", to_all=None, to_seat=None, **facts):
    """Show a first game of Duel with a lesson for everybody, and one for the acting seat."""
    told = [idea and LessonTip(idea, nth, DUEL.examples[idea][-1]) for nth, idea in ((0, to_all), (1, to_seat))]
    made = duels.room(state, lang, guided=True, lesson=told[0], **facts)
    seat = state.to_act[0] + 1
    stage.known(made, lessons={seat: msgspec.structs.replace(told[1], seat=seat)} if told[1] else {})
    return made


def positions():
    """Yield positions of every age, of every question, and of a draft."""
    for age, after in product((1, 2, 3), (0, 8)):
        yield f"age {age}, {after}", duels.in_age(1 + age, age, after)
    for ask in ("progress", "destroy", "start"):
        yield ask, duels.asking(ask)
    yield "draft", duels.asking("draft", False)


@pytest.mark.full
@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_duel_lessons_cover_nothing(size, large):
    rng, found = random.Random(f"{size} {large}"), {}
    for name, state in positions():
        to_all, to_seat, lang = rng.choice(SAID_BY_DUEL), rng.choice(TO_SEATS), rng.choice(complete())
        made = duel_lesson(state, lang, to_all, to_seat)
        if large:
            enlarge(made)
        faults, _ = wrong(made, size)
        found |= {f"{name} {to_all} {to_seat} {lang}": faults} if faults else {}
    assert not found


@pytest.mark.rotated
@pytest.mark.sampled(12)
@pytest.mark.parametrize(
    "size", [(800, 480), (1280, 720), (1920, 1080), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@pytest.mark.parametrize("lang", complete())
def test_duel_lessons_have_room_from_the_first_card_on(size, lang):
    first = duels.states(1)[0]
    for idea in SAID_BY_DUEL:
        assert "lesson 0" in wrong(duel_lesson(first, lang, idea), size)[1], idea
    for idea in TO_SEATS:
        assert "lesson seat 1" in wrong(duel_lesson(first, lang, None, idea), size)[1], idea


@pytest.mark.full
def test_duel_lesson_moves_nothing_else():
    for size, (_, state) in product(SIZES, [*positions()][::3]):
        silent, taught = (
            parts_of(made, size) for made in (duel_lesson(state), duel_lesson(state, "en", "red", "discard"))
        )
        assert [(area.key, area.corners) for area in silent[3]] == [(area.key, area.corners) for area in taught[3]]
        assert [(word.text, word.corners) for word in silent[2]] == [(word.text, word.corners) for word in taught[2]]


def count_rings(made):
    """Count the ringed things of Duel."""
    return len(ringed(made, (1280, 720)))


def test_things_named_by_a_duel_lesson_get_a_ring():
    state = duels.states(1)[0]
    view = state.view(None)
    free = [slot_view.card for slot_view in view.structure.values() if slot_view.accessible]
    assert count_rings(duel_lesson(state, to_all="take")) == len(free) == 6
    assert count_rings(duel_lesson(state, to_all="red")) == 0
    made = duels.room(state, guided=True, lesson=LessonTip("guild", 0, {"card": free[0]}))
    assert count_rings(made) == 1
    plain = [
        way
        for way in view.derived.standing[view.to_act[0] - 1].build_options
        if not (way.wonder or way.covered) and way.units
    ]
    made = duels.room(state, guided=True, lesson=LessonTip("price", 0, {"coins": 2}))
    assert count_rings(made) == len([way for way in plain if {unit.price for unit in way.units} == {2}]) > 0


class Lines(Lettering):
    """A pen that records the ends of lines."""

    def __init__(self, *look):
        super().__init__(*look)
        self.lines = []

    def path(self, *flat, **how):
        self.lines.append([self.place(x, y) for x, y in zip(flat[::2], flat[1::2], strict=True)])


@pytest.mark.rotated
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("n", [2, 4])
def test_gold_line_from_a_lesson_to_its_ringed_thing_crosses_no_words(n, size):
    made = room(n, to_all=LessonTip("take"))
    pen = Lines(measure)
    next(part for part in compose(made.control.scene, *size) if part.key == "lessons").draw(pen, made.control)
    assert pen.lines or size == (800, 480), "there is room on most screens"
    words = [word for _, found, _ in painted(made, size) for word in found]
    for (x, y), (end_x, end_y) in pen.lines:
        along = [(x + (end_x - x) * part / 50, y + (end_y - y) * part / 50) for part in range(51)]
        assert [word.text for word in words if any(inside(point, word.corners) for point in along)] == []
