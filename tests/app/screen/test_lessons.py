"""What a first game teaches on the screen: it lies on nothing, can be read, and moves nothing when it comes or goes."""

import random
from itertools import product

import msgspec
import pytest

from app.protocol import messages
from app.screen import help
from app.text.languages import complete
from tests.app.screen import stage
from tests.app.screen.layout_faults import enlarge
from tests.app.screen.lesson_faults import SIZES, parts_of, wrong
from tests.app.screen.lettering import painted

TURN = ("take left", "take right", "take center")
LONG = messages.Taught("goal", 0, {"stages": 5})
SHORT = messages.Taught("coin")
TO_ALL = (LONG, SHORT, messages.Taught("green"), messages.Taught("conflict", 0, {
    "seats": (1, 2), "won": (2, 1), "points": 3, "many": 4}))  # fmt: skip
CHOICES = {"take": TURN, "main": ("build 5 with wood wood", "build 5 with wood coin"), "progress": ("progress decor",)}


def need(seat):
    facts = {"stages": (1, 2), "costs": (2, 2), "kinds": ("different", "same"), "helps": 1}
    return messages.Taught("need", seat, facts)


def room(n, lang="en", to_all=None, to_seats=(), ask="take", seat=2, **facts):
    """A first game, in which a seat is asked something, and that is taught."""
    table = stage.table(n, lang=lang, guided=True, lesson=to_all, **facts)
    made = stage.Room().hear(table, stage.view(n, active=seat, ask=ask), stage.question(seat, *CHOICES[ask]))
    stage.known(made, lessons={it.seat: it for it in to_seats})
    return made


@pytest.mark.parametrize("large", [False, True], ids=("usual words", "larger words"))
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_it_lies_on_nothing(size, large):
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
def test_the_whole_grid(size, n):
    made = {
        f"{ask} {to_all.id} {lang}": room(n, lang, to_all, (need(1), need(2)), ask)
        for ask, to_all, lang in product(CHOICES, TO_ALL, complete())
    }
    assert {name: faults for name, each in made.items() if (faults := wrong(each, size)[0])} == {}


@pytest.mark.parametrize("n", [2, 4, 7])
@pytest.mark.parametrize("size", [(1280, 720), (1920, 1080), (3840, 2160)], ids=lambda size: f"{size[0]}x{size[1]}")
def test_where_the_layout_has_room_everybody_reads_it(size, n):
    for to_all in TO_ALL:
        assert "lesson 0" in wrong(room(n, "en", to_all), size)[1], to_all
    assert "lesson seat 2" in wrong(room(n, "en", None, (need(2),)), size)[1]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_nothing_moves_when_it_comes_or_goes(size):
    for n, ask in product((2, 4, 7), CHOICES):
        silent, taught = (parts_of(made, size) for made in (room(n, ask=ask), room(n, "en", LONG, (need(2),), ask)))
        assert [(it.key, it.corners) for it in silent[3]] == [(it.key, it.corners) for it in taught[3]]
        assert [(it.text, it.corners) for it in silent[2]] == [(it.text, it.corners) for it in taught[2]]


def test_it_is_turned_to_whoever_acts_and_said_again_across():
    def angles(made):
        return {it.key: it.corners for it in parts_of(made, (1920, 1080))[1]}

    assert {*angles(room(2, to_all=SHORT))} == {"lesson 0", "lesson 1"}
    table = room(2, to_all=SHORT).control.model.table
    knows = (msgspec.structs.replace(table.seats[0], knows=True), table.seats[1])
    assert {*angles(room(2, to_all=SHORT, seats=knows))} == {"lesson 0"}


def test_what_a_phone_says_is_not_on_the_screen():
    made = room(4, to_seats=(need(2),))
    table = made.control.model.table
    seats = tuple(msgspec.structs.replace(info, by="phone", present=True) for info in table.seats)
    assert wrong(made, (1920, 1080))[1] == {"lesson seat 2"}
    stage.known(made, table=msgspec.structs.replace(table, seats=seats))
    assert wrong(made, (1920, 1080))[1] == set()


def test_in_the_opening_nothing_is_said():
    assert wrong(room(4, to_all=SHORT, opening=messages.Opening("wonders", 0)), (1920, 1080))[1] == set()


def test_a_question_mark_says_it_again():
    made = room(4, to_all=SHORT, to_seats=(need(2),))
    help.ask(made.control, 2, 1)
    assert "Which card would help?" in made.control.notices[2].text
    made = room(4, to_all=SHORT)
    help.ask(made.control, 2, 1)
    assert made.control.notices[2].text.startswith("Yellow is a coin.")


@pytest.mark.parametrize(
    ("to_all", "to_seats", "stacks"),
    [
        (messages.Taught("take"), (), {"1", "2", "center"}),
        (SHORT, (), set()),
        (None, (need(2),), {"2"}),
    ],
    ids=("all three alike", "none", "the card that helps"),
)
def test_what_is_spoken_of_bears_a_ring(to_all, to_seats, stacks):
    made = room(4, to_all=to_all, to_seats=to_seats)
    view = made.control.model.view
    helps = (stage.Need(1, 2, "different", 3, False, 1, ("red-2",)),)
    hints = msgspec.structs.replace(view.hints, needs=(helps,) * 4)
    stage.known(made, view=msgspec.structs.replace(view, hints=hints))
    rings = {key.removeprefix("ring ") for key, _, _ in painted(made, (1280, 720)) if key.startswith("ring ")}
    assert rings == stacks
