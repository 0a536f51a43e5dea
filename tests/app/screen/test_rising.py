"""What has been built rises at its place, from below, with what it brings; time is passed in."""

import pytest

from app.games.seven_wonders.screen.opened import STILL
from app.screen import seen_moving
from app.screen.flight import Rise
from engine.architects import actions as architects
from engine.duel import actions as duel
from engine.seven_wonders import actions as seven
from tests.app.screen import duels, sevens, stage
from tests.app.screen.finger import Finger, Stage, frames

LASTS = 1.2  # seconds, with what it brings


def of_architects(seats=4, seat=2):
    room = stage.Room().hear(stage.table(seats), stage.view(seats, active=seat), stage.question(seat, "take left"))
    built = room.control.model.view.seats[seat - 1]
    number = built.stages[-1]
    points = stage.BOX.wonders[built.wonder].stages[number - 1].points
    return room, architects.StageBuilt(seat=seat, wonder=built.wonder, stage=number, points=points, paid=())


def of_duel():
    state = next(state for state in duels.states(3) if any(any(chair.wonders.values()) for chair in seats(state)))
    number, chair = next((n, it) for n, it in enumerate(seats(state), start=1) if any(it.wonders.values()))
    slug, under = next((slug, under) for slug, under in chair.wonders.items() if under)
    return duels.room(state), duel.WonderBuilt(seat=number, wonder=slug, card=under, paid=0, traded=0)


def of_seven_wonders():
    state = next(state for state in sevens.states(4) if any(chair.stages for chair in seats(state)))
    number, chair = next((n, it) for n, it in enumerate(seats(state), start=1) if it.stages)
    built = seven.StageBuilt(seat=number, stage=chair.stages, coins=0, left=0, right=0, bank=0)
    return sevens.room(state), built


def seats(state):
    return state.view(None).seats


def seven_seats():
    return of_architects(7, 6)


GAMES = [of_architects, seven_seats, of_duel, of_seven_wonders]


class Risen:
    """A window in which something has just been built; `at` says how late it is since then."""

    def __init__(self, made, less=False):
        room, self.event = made
        self.seen, self.now = Stage(room), 7.0
        self.motion = self.seen.surface.motion
        self.motion.less, self.motion._clock = less, lambda: self.now
        self.ring = room.control.scene.ring(int(self.seen.surface.width), int(self.seen.surface.height))
        self.zone = self.ring.zones[self.event.seat - 1]
        seen_moving.follow(room.control, self.seen.surface, (self.event,))
        [self.rising] = self.motion._rising
        self.after = self.rising.begins - self.now

    def at(self, seconds):
        self.now = 7.0 + self.after + seconds
        self.motion._step(0)
        (x, y), (w, h) = self.rising.cut.pos, self.rising.cut.size
        return x, y, w, h


@pytest.fixture
def risen():
    made = []

    def begin(game, less=False):
        made.append(Risen(game(), less))
        return made[-1]

    yield begin
    for each in made:
        each.seen.close()


@pytest.mark.parametrize("game", GAMES)
def test_only_what_is_new_rises_in_its_zone(risen, game):
    it = risen(game)
    zone, rising = it.zone.rect, it.rising
    bottom = it.ring.height - zone.y - zone.h
    assert zone.x - 8 <= rising.left
    assert rising.left + rising.wide <= zone.x + zone.w + 8
    assert bottom - 8 <= rising.bottom
    assert rising.bottom + rising.high <= bottom + zone.h + 8
    assert rising.wide * rising.high < zone.w * zone.h * 0.6


@pytest.mark.parametrize("game", GAMES)
def test_it_is_uncovered_from_its_seats_edge_and_then_shows_what_it_brings(risen, game):
    it = risen(game)
    whole = (round(it.rising.left), round(it.rising.bottom), round(it.rising.wide), round(it.rising.high))
    assert it.at(0.0) == whole
    x, y, w, h = it.at(0.15)
    far = {0: (x, y + h), 1: (x + w, y), 2: (x, y), 3: (x, y)}[it.zone.edge]
    start = {0: (whole[0], whole[1] + whole[3]), 1: (whole[0] + whole[2], whole[1])}.get(it.zone.edge, whole[:2])
    assert far == pytest.approx(start, abs=1.01), "the far side is covered longest"
    assert w * h == pytest.approx(whole[2] * whole[3] / 2, rel=0.05)
    flights = len(it.motion._flights)
    it.at(0.31)
    assert not it.motion._rising
    assert len(it.motion._flights) >= min(flights, 1)
    it.at(LASTS + 60)
    assert it.motion.still, "and nothing is drawn any more"


def test_cards_of_7_wonders_turn_up_first(risen):
    assert risen(of_seven_wonders).after == pytest.approx(0.0)
    room, event = of_seven_wonders()
    scene = room.control.scene
    from app.games.seven_wonders.screen.opened import FaceDown
    from app.games.seven_wonders.screen.scene import change

    change(room.control, down=FaceDown(room.now + STILL, scene.model.view))
    scene = room.control.scene
    [rise] = [each for each in scene.game.flights(scene, scene.ring(1280, 720), (event,)) if isinstance(each, Rise)]
    assert rise.after > STILL


def test_a_tap_lets_it_arrive_at_once(risen):
    it = risen(of_architects)
    finger = Finger(2, 2).down()
    assert not it.motion._rising
    assert not it.motion._flights
    finger.up()
    frames(2)


def test_with_less_motion_it_only_fades(risen):
    it = risen(of_architects, less=True)
    before = it.at(0.0)
    assert it.at(0.06) == before, "nothing travels"
    it.at(0.13)
    assert not it.motion._rising


def test_an_unlit_seat_is_not_lit_by_what_another_has_done(risen):
    it = risen(of_architects)
    zone = it.zone
    flights = [flying.flight for flying in it.motion._flights]
    lights = [flight for flight in flights if (flight.start.x, flight.start.y) == (zone.x, zone.y)]
    assert len(lights) == 1
    others = {(each.x, each.y) for each in it.ring.zones} - {(zone.x, zone.y)}
    assert not [flight for flight in flights if (flight.start.x, flight.start.y) in others]
