"""Who knows no rule plays the first turns of a first game on the screen, by words, rings and light alone.

Fingers come through the window. A thing is found by where it is drawn, and by the words on it; see tests/novice.py.
"""

import pytest

from app.screen.text import measure
from tests.app.games import taught
from tests.app.games.courses import ARCHITECTS, DUEL, SEVEN
from tests.app.screen.finger import Finger, Stage, frames, picture
from tests.app.screen.in_process import AtTable
from tests.app.screen.lettering import Lettering, seen
from tests.novice import Lost, Novice, Thing

TURNS = 3
MOST = 12  # touches that lead from a question to its answer
RING = ("parch", 5)  # its ink, and how broad it is


class Drawn(Lettering):
    """What is read, what bears a ring, and what is there to be touched."""

    def __init__(self):
        super().__init__(measure)
        self.rings = []

    def rect(self, x, y, w, h, r=0, fill=None, line=None, width=0, **finish):
        if fill is None and (line, width) == RING:
            self.rings.append(self.place(x + w / 2, y + h / 2))


class Table:
    """A screen that is started, and whoever sits round it. `novices`: one a seat."""

    def __init__(self, at, n):
        self.at, self.room = at, AtTable(at)
        self.shown = Stage(self.room)
        self.novices = {seat: Novice(f"screen {seat}") for seat in range(1, n + 1)}

    def decided(self):
        """The decisions that stand, of anybody."""
        return [(it.move.number, it.move.seat) for it in self.at.table.truth.match.moves if it.move.seat >= 0]

    def look(self):
        """The sentence, every word, and the things that can be touched, in the order in which they are painted."""
        surface, said, words, rings, things = self.shown.surface, "", [], [], []
        for element in surface.elements:
            pen = Drawn()
            element.draw(pen, self.room.control)
            runs = [run for layer in pen.layers for run in seen(layer)]
            words += [(run.text, centre(run.corners)) for run in runs]
            rings += pen.rings
            said += " ".join(run.text for run in runs) if element.key == "lessons" else ""
        for element in surface.elements:
            for area in surface.meshes[element.key].hit_areas:
                if area.rank == 2 and (area.tap or area.hold) and surface.hit_area_at(*area.centre) is area:
                    on_it = " ".join(text for text, at in words if area.holds(*at))
                    ringed = any(area.holds(*ring) for ring in rings)
                    things.append(Thing(on_it, *area.centre, ringed, area.press is not None))
        return said, [text for text, _ in words], things

    def tap(self, thing):
        """A finger comes down there, and goes."""
        self.shown.now += 1
        Finger(thing.x, thing.y).down().up()
        self.room.settle()
        frames(2)

    def decide(self, seat):
        """One touch after the other, until something was decided."""
        novice, before = self.novices[seat], len(self.decided())
        novice.begins()
        for _ in range(MOST):
            said, words, things = self.look()
            novice.reads(words)
            self.tap(novice.choose(said, things))
            if len(self.decided()) > before or self.at.at_table().phase != "game":
                return
        raise Lost(said)


def centre(corners):
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


@pytest.fixture
def table(tmp_path):
    made = []

    def begin(course, n):
        at = taught.evening(tmp_path, course, n, f"novice {course.game}")
        at.now += 10
        at.table.tick(at.now)
        made.append(Table(at, n))
        return made[-1]

    yield begin
    for each in made:
        each.shown.close()
        each.at.close()


KINDS = [(ARCHITECTS, 4), (DUEL, 2), (SEVEN, 3)]


@pytest.mark.parametrize(("course", "n"), KINDS, ids=lambda it: getattr(it, "game", None))
def test_the_first_three_turns_by_touch(table, course, n, tmp_path):
    it = table(course, n)
    try:
        while min(turns(it, seat) for seat in it.novices) < TURNS:
            it.decide(min(question.seat for question in it.at.table.truth.state.questions) + 1)
    except Lost:
        picture(tmp_path / "lost.png")
        raise
    most = max(novice.touches / turns(it, seat) for seat, novice in it.novices.items())
    print(course.game, {seat: (novice.touches, novice.words) for seat, novice in it.novices.items()}, most)
    assert most <= MOST / 2


def turns(it, seat):
    """How many decisions of a seat stand."""
    return sum(whose == seat - 1 for _, whose in it.decided())
