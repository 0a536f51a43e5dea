"""A player who knows no rule plays the first turns of a first game on the screen, by words, rings and light alone.

Touches go through the window. A thing is known by its place and by the words on it; see tests/novice.py.
"""

import pytest

from app.screen.events import on_tick
from app.screen.paint.text_drawing import measure
from tests.app.games import taught
from tests.app.games.courses import ARCHITECTS, DUEL, SEVEN
from tests.app.screen import SIZE
from tests.app.screen.finger import Finger, Stage, frames, picture
from tests.app.screen.in_process import AtTable
from tests.app.screen.lettering import Lettering, visible_words
from tests.novice import NoProgress, Novice, Thing

TURNS = 3
MAX_TOUCHES = 12  # touches that lead from a question to its answer
OFFER = 2  # the rank of a touch target that looks like an offer
RING = ("parch", 5)  # ink, and width of the line


class SignRecorder(Lettering):
    """A pen that records words, and the centres of rings and of lights."""

    def __init__(self, glows):
        super().__init__(measure)
        self.rings, self.lights, self._glows = [], [], glows

    def rect(self, x, y, w, h, r=0, fill=None, line=None, width=0, **finish):
        middle = self.place(x + w / 2, y + h / 2)
        if fill is None and (line, width) == RING:
            self.rings.append(middle)
        if self._glows:
            self.lights.append(middle)

    def stamp(self, x, y, scale, paint, *what, **finish):
        if self._glows:
            with self.at(x, y, 0, scale):
                paint(self, *what)


class Table:
    """A started screen and the novices who sit round it, by seat."""

    def __init__(self, at, n, seed):
        self.at, self.room = at, AtTable(at)
        self.shown = Stage(self.room)
        self.novices = {seat: Novice(f"{seed} {seat}") for seat in range(1, n + 1)}

    def list_decisions(self):
        """Return turn number and seat of all decisions of people that were not taken back."""
        return [
            (entry.move.number, entry.move.seat)
            for entry in self.at.table.committed.match.moves
            if entry.move.seat >= 0
        ]

    def find_seat(self, x, y):
        """Return the seat whose zone contains a point of the screen, or 0."""
        for seat, zone in enumerate(self.room.control.scene.ring(*SIZE).zones, 1):
            wide, high = (zone.d, zone.w) if zone.edge % 2 else (zone.w, zone.d)
            if abs(x - zone.x) < wide / 2 and abs(y - zone.y) < high / 2:
                return seat
        return 0

    def look(self, seat):
        """Return the sentence of the lesson, all words, and the things that can be touched, in the order of painting.

        Pulsing elements are lit, and so are offers in the seat's own zone, which has a bright rim.
        """
        surface, said, words, rings, lights = self.shown.surface, [], [], [], []
        for element in surface.elements:
            pen = SignRecorder(element.breathes)
            element.draw(pen, self.room.control)
            runs = [run for layer in pen.layers for run in visible_words(layer)]
            words += [(run.text, centre(run.corners)) for run in runs]
            rings += pen.rings
            lights += pen.lights
            if element.key == "lessons":
                said = [run.text for run in runs]
        sentence = " ".join(said)
        things = []
        for element in surface.elements:
            for area in surface.meshes[element.key].hit_areas:
                if not area.rank or surface.hit_area_at(*area.centre) is not area or not (area.tap or area.hold):
                    continue
                on_it, whose = " ".join(text for text, at in words if area.holds(*at)), self.find_seat(*area.centre)
                ringed = any(area.holds(*ring) for ring in rings)
                offered = area.rank == OFFER
                lit = offered and (whose == seat or any(area.holds(*light) for light in lights))
                seems = ringed or lit or (offered and not whose) or (whose == seat and on_it)
                if seems and not (on_it and on_it in sentence):
                    things.append(Thing(on_it, *area.centre, ringed, lit, offered))
        return sentence, [text for text, _ in words], things

    def tap(self, thing):
        self.shown.now += 1
        Finger(thing.x, thing.y).down().up()
        self.room.settle()
        frames(2)

    def wait(self):
        """Advance the time by two seconds, so that timed pages of table and screen go on."""
        self.at.now += 2
        self.at.table.tick(self.at.now)
        self.room.hear()
        on_tick.tick(self.room.control, self.at.now)
        frames(2)

    def decide(self, seat):
        """Touch one thing after the other until a decision is made. Raise NoProgress after `MAX_TOUCHES`."""
        novice, before = self.novices[seat], len(self.list_decisions())
        novice.start_question()
        for _ in range(MAX_TOUCHES):
            said, words, things = self.look(seat)
            novice.reads(words)
            if things:
                self.tap(novice.choose(said, things))
            else:
                self.wait()
            if len(self.list_decisions()) > before or self.at.at_table().phase != "game":
                return
        raise NoProgress(said)


def centre(corners):
    return sum(x for x, _ in corners) / len(corners), sum(y for _, y in corners) / len(corners)


@pytest.fixture
def table(tmp_path):
    made = []

    def begin(course, n, seed):
        at = taught.evening(tmp_path, course, n, f"novice {course.game} {seed}")
        at.now += 10
        at.table.tick(at.now)
        made.append(Table(at, n, seed))
        return made[-1]

    yield begin
    for each in made:
        each.shown.close()
        each.at.close()


KINDS = [(ARCHITECTS, 4), (DUEL, 2), (SEVEN, 3)]


@pytest.mark.rotated
@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.full) for seed in range(2, 9))])
@pytest.mark.parametrize(("course", "n"), KINDS, ids=lambda value: getattr(value, "game", None))
def test_novice_plays_first_three_turns_by_touch(table, course, n, seed, tmp_path):
    played = table(course, n, seed)
    try:
        while min(count_turns(played, seat) for seat in played.novices) < TURNS:
            played.decide(min(question.seat for question in played.at.table.committed.state.questions) + 1)
    except NoProgress:
        picture(tmp_path / "lost.png")
        raise
    assert all(novice.touches <= MAX_TOUCHES / 2 * count_turns(played, seat) for seat, novice in played.novices.items())


def count_turns(played, seat):
    """Return the number of a seat's decisions that were not taken back."""
    return sum(whose == seat - 1 for _, whose in played.list_decisions())
