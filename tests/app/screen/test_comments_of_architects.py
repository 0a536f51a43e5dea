"""Comments of a guided game of Architects lie wholly on the screen, and not over what they speak of."""

from functools import partial
from itertools import combinations
from math import hypot

import pytest
import scenes
import stage
from lettering import painted
from test_comments import OTHERS, SIZES
from test_layout import apart, enlarge, inside, letters

from app.protocol import messages
from app.screen.compose import compose
from app.screen.draw import READ
from app.text.guide import past_of
from app.text.languages import complete
from engine.architects import actions

LEAST = 8.5  # pixels, of words on a small screen that name a medal for three things, and on the smallest
SMALLEST = (480, 800)
PLATE = 0.19  # of a zone's depth, what its name has at least
TURN = ("take left", "take right", "take center")
PAID = ("wood", "stone", "coin", "glass")
KEPT = ("stack", "medal", "marker", "token", "discard", "undo", "code", "menu", "horn", "ask")  # what lies on the table


def asked(n, lang, seat, *legal, ask="take", cat=0, **facts):
    """A first game, in which a seat is asked that."""
    table = stage.table(n, lang=lang, guided=True, variant=("medals", "expert"), **facts)
    view = stage.with_medals(stage.view(n, active=seat, ask=ask, cat=cat))
    return scenes.long_names(stage.Room().hear(table, view, stage.question(seat, *legal), the_codes=stage.codes()))


def happened(event, n, lang, seat):
    """The same has just happened to everybody."""
    numbers = (number for number in range(1, n + 1) if stage.TOKENS[number - 1])  # who has none cannot have taken one
    return heard(asked(n, lang, seat, *TURN, cat=seat), *map(event, numbers))


def heard(room, *events):
    """These events have just come to people who have taken a card before."""
    n = len(room.control.model.table.seats)
    scenes.after(room, *(actions.CardTaken(nth, "1", "wood", "take") for nth in range(1, n + 1)), *events)
    model = room.control.model
    stage.known(room, past=past_of(model.lines.values(), n))
    return room


def horns(n, lang, seat):
    """Markers wait for a hand of the seat's."""
    tokens = (3, 3, 4, 5, 6, 6)[n - 2]
    ritual = messages.Ritual(seat=seat, open=(3,), flipped=3, tokens=tokens)
    room = asked(n, lang, seat, *TURN, ritual=ritual)
    return heard(room, actions.MarkersTurned(seat=seat, count=1, flipped=3, tokens=tokens))


def fought(n, lang, seat):
    fight = actions.ConflictFought(shields=(1,) * n, won=(0,) * n, discarded=((),) * n)
    return heard(asked(n, lang, seat, *TURN), fight)


MOMENTS = {
    "take": lambda n, lang, seat: asked(n, lang, seat, *TURN),
    "cat-looks": lambda n, lang, seat: asked(n, lang, seat, "peek", *TURN, cat=seat),
    "build": lambda n, lang, seat: asked(n, lang, seat, "build 5 with wood wood", ask="main"),
    "set": lambda n, lang, seat: asked(n, lang, seat, "progress decor with gear gear", "done", ask="main"),
    "extra": lambda n, lang, seat: asked(n, lang, seat, "extra science left", "done", ask="main"),
    "draw": lambda n, lang, seat: asked(n, lang, seat, "draw left", "draw right", ask="draw"),
    "steal": lambda n, lang, seat: asked(n, lang, seat, f"steal {seat % n + 1} wood", ask="steal"),
    "horn": horns,
    "conflict": fought,
    "stage": partial(happened, lambda seat: actions.StageBuilt(seat, "giza", 4, 7, PAID)),
    "cat": partial(happened, lambda seat: actions.CatMoved(seat, 1)),
    "token": partial(happened, lambda seat: actions.TokenTaken(seat, "decor", False, ("gear", "gear"))),
    "medal": partial(happened, lambda seat: actions.MedalTaken(seat, "three-blue", "1")),
}


def box(corners):
    across, down = zip(*corners, strict=True)
    return min(across), min(down), max(across), max(down)


def meets(one, other, slack=1.0):
    """Whether two upright boxes have more than a pixel in common."""
    return (
        min(one[2], other[2]) - max(one[0], other[0]) > slack and min(one[3], other[3]) - max(one[1], other[1]) > slack
    )


def wrong(room, size, moment):
    """What of comments leaves the screen, lies on something, or cannot be read."""
    parts, ring = painted(room, size), room.control.scene.ring(*size)
    said = {key: next(area for area in areas if area.rank == 1) for key, _, areas in parts if key.startswith("comment")}
    views = (part.view for part in compose(room.control.scene, *size) if part.key in said)
    assert {view.comment.moment for view in views} == {moment}
    found, least = [], LEAST if size == SMALLEST or (ring.small and moment == "medal") else READ
    for key, area in said.items():
        number, at = int(key.split()[1]), box(area.corners)
        if not (at[0] >= -0.5 and at[1] >= -0.5 and at[2] <= size[0] + 0.5 and at[3] <= size[1] + 0.5):
            found.append(f"{key} leaves the screen")
        for nth, zone in enumerate(ring.zones, start=1):
            x, y, w, h = zone.rect.x, zone.rect.y, zone.rect.w, zone.rect.h
            name = (
                (x, y + h * (1 - PLATE), x + w, y + h), (x, y, x + w * PLATE, y + h),
                (x, y, x + w, y + h * PLATE), (x + w * (1 - PLATE), y, x + w, y + h),
            )[zone.edge]  # fmt: skip
            if meets(at, name if nth == number else (x, y, x + w, y + h)):
                found.append(f"{key} lies on seat {nth}")
        for nth, each in enumerate(ring.rounds, start=1):
            far = hypot(*(max(at[k] - m, 0, m - at[k + 2]) for k, m in enumerate((each.x, each.y))))
            if far < each.r - 1:
                found.append(f"{key} lies on medal {nth}")
        for other, _, areas in parts:
            for its in areas:
                own = its.key in (f"seat {number} wonder", f"seat {number} cat")
                lies = its.key.split()[0] in KEPT and not its.key.startswith("medal ") and (its.tap or its.hold)
                if (own or lies or other == "choice") and its.rank and not apart(area.corners, its.corners, 1.0):
                    found.append(f"{key} lies on {its.key}")
    found += [f"{a} lies on {b}" for a, b in combinations(said, 2) if not apart(said[a].corners, said[b].corners, 1.0)]
    for key, word in ((key, word) for key, words, _ in parts if key in said for word in words):
        if word.size < least or word.width > word.room + 1:
            found.append(f"{key}: {word.text!r} is {word.size:.1f} high, {word.width:.0f} wide in {word.room:.0f}")
        if not all(inside(point, said[key].corners) for point in letters(word)):
            found.append(f"{key}: {word.text!r} leaves its plate")
    return found


@pytest.mark.sampled(6)
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_comments_lie_on_nothing_that_they_speak_of(size, moment):
    found = {}
    for n, lang, large in ((2, "en", False), (4, "fr", True), (7, "de", False)):
        for seat in {1, 2, n}:
            room = MOMENTS[moment](n, lang, seat)
            if large:
                enlarge(room)
            if fault := wrong(room, size, moment):
                found[n, lang, seat] = fault
    assert not found


@pytest.mark.full
@pytest.mark.parametrize("moment", MOMENTS)
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_the_whole_grid_of_architects(size, moment):
    found = {}
    for n, (nth, lang) in ((n, each) for n in range(2, 8) for each in enumerate(complete())):
        room = MOMENTS[moment](n, lang, (n + nth) % n + 1)
        if (n + nth) % 2:
            enlarge(room)
        if fault := wrong(room, size, moment):
            found[n, lang] = fault
    assert not found
