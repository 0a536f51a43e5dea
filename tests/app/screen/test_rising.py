"""Tests of the animation of a built stage: set down from above, or rising as a plain figure. Time is passed in."""

import gc
from dataclasses import replace
from weakref import ref

import msgspec
import pytest
from kivy.graphics import Translate

from app.games.seven_wonders.screen.ui_state import FACE_DOWN_SECONDS
from app.protocol.log_messages import Line
from app.screen.animation.stage_animation import ENGRAVING_DELAY, FALLS, SHINING, RecordingPen, StageAnimation
from app.screen.events import event_animations
from app.screen.state.flight import Rise
from app.screen.widgets.change_marks import corners
from engine.architects import actions as architects
from engine.duel import actions as duel
from engine.seven_wonders import actions as seven
from tests.app.screen import SIZE, duels, finger, sevens, stage
from tests.app.screen.finger import Finger, Stage, frames
from tests.app.screen.gl_calls import Counter, intercepted
from tests.app.screen.shown import Shown

RISE_SECONDS = 1.2  # seconds, including the flights of its gains


def of_architects(seats=4, seat=2):
    room = stage.Room().hear(stage.table(seats), stage.view(seats, active=seat), stage.question(seat, "take left"))
    built = room.control.model.view.seats[seat - 1]
    number = built.stages[-1]
    points = stage.BOX.wonders[built.wonder].stages[number - 1].points
    return room, architects.StageBuilt(seat=seat, wonder=built.wonder, stage=number, points=points, paid=())


def of_duel():
    state = next(state for state in duels.states(3) if any(any(chair.wonders.values()) for chair in seats(state)))
    number, chair = next((n, chair) for n, chair in enumerate(seats(state), start=1) if any(chair.wonders.values()))
    slug, under = next((slug, under) for slug, under in chair.wonders.items() if under)
    return duels.room(state), duel.WonderBuilt(seat=number, wonder=slug, card=under, paid=0, traded=0)


def of_seven_wonders():
    state = next(state for state in sevens.states(4) if any(chair.stages for chair in seats(state)))
    number, chair = next((n, chair) for n, chair in enumerate(seats(state), start=1) if chair.stages)
    built = seven.StageBuilt(seat=number, stage=chair.stages, coins=0, left=0, right=0, bank=0)
    return sevens.room(state), built


def seats(state):
    return state.view(None).seats


def seven_seats():
    return of_architects(7, 6)


GAMES = [of_architects, seven_seats, of_duel, of_seven_wonders]


class Risen:
    """A window in which something was just built. `advance_to` sets the time since the animation began, in seconds."""

    def __init__(self, made, less=False, plain=True):
        room, self.event = made
        finger.Window.size = SIZE  # other tests may have changed it
        self.seen, self.now = Stage(room), 7.0
        self.motion = self.seen.surface.motion
        self.seen.surface.set_appearance(False, False, plain)
        frames(2)
        self.motion.finish()
        self.motion.less_motion, self.motion._clock = less, lambda: self.now
        self.ring = room.control.scene.ring(int(self.seen.surface.width), int(self.seen.surface.height))
        self.zone = self.ring.zones[self.event.seat - 1]
        event_animations.animate_events(room.control, self.seen.surface, (self.event,))
        [self.rising] = self.motion._rising
        self.after = self.rising.begins - self.now

    def advance_to(self, seconds):
        self.now = 7.0 + self.after + seconds
        self.motion._step(0)

    def cut(self, seconds):
        """Return the area still covered at that time: left, bottom, width and height."""
        self.advance_to(seconds)
        (x, y), (w, h) = self.rising.cut.pos, self.rising.cut.size
        return x, y, w, h


@pytest.fixture
def risen():
    made = []

    def begin(game, less=False, plain=True):
        made.append(Risen(game(), less, plain))
        return made[-1]

    yield begin
    for each in made:
        each.seen.close()


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES)
def test_rising_part_stays_within_its_zone(risen, game):
    build = risen(game)
    zone, rising = build.zone.rect, build.rising
    bottom = build.ring.height - zone.y - zone.h
    assert zone.x - 8 <= rising.left
    assert rising.left + rising.wide <= zone.x + zone.w + 8
    assert bottom - 8 <= rising.bottom
    assert rising.bottom + rising.high <= bottom + zone.h + 8
    assert rising.wide * rising.high < zone.w * zone.h * 0.6


@pytest.mark.sampled(4)
@pytest.mark.parametrize("game", GAMES)
def test_a_built_thing_is_uncovered_from_its_seats_edge_before_its_gains_appear(risen, game):
    build = risen(game)
    whole = (round(build.rising.left), round(build.rising.bottom), round(build.rising.wide), round(build.rising.high))
    assert build.cut(0.0) == whole
    x, y, w, h = build.cut(0.15)
    far = {0: (x, y + h), 1: (x + w, y), 2: (x, y), 3: (x, y)}[build.zone.edge]
    start = {0: (whole[0], whole[1] + whole[3]), 1: (whole[0] + whole[2], whole[1])}.get(build.zone.edge, whole[:2])
    assert far == pytest.approx(start, abs=1.01), "the far side is covered longest"
    assert w * h == pytest.approx(whole[2] * whole[3] / 2, rel=0.05)
    flights = len(build.motion._flights)
    build.advance_to(0.31)
    assert not build.motion._rising
    assert len(build.motion._flights) >= min(flights, 1)
    build.advance_to(RISE_SECONDS + 60)
    assert build.motion.is_still, "and nothing is drawn any more"


def test_seven_wonders_stage_rises_after_cards_turn_up(risen):
    assert risen(of_seven_wonders).after == pytest.approx(0.0)
    room, event = of_seven_wonders()
    scene = room.control.scene
    from app.games.seven_wonders.screen.ui_state import FaceDown

    room.control.change_game_ui(down=FaceDown(room.now + FACE_DOWN_SECONDS, scene.model.view))
    scene = room.control.scene
    [rise] = [each for each in scene.game.flights(scene, scene.ring(1280, 720), (event,)) if isinstance(each, Rise)]
    assert rise.after > FACE_DOWN_SECONDS


def test_tap_finishes_the_rising_animation(risen):
    build = risen(of_architects)
    finger = Finger(2, 2).down()
    assert not build.motion._rising
    assert not build.motion._flights
    finger.up()
    frames(2)


def test_less_motion_only_fades_in_a_plain_stage(risen):
    build = risen(of_architects, less=True)
    before = build.cut(0.0)
    assert build.cut(0.06) == before, "nothing travels"
    build.advance_to(0.13)
    assert not build.motion._rising


def test_build_lights_only_its_own_zone(risen):
    build = risen(of_architects)
    zone = build.zone
    flights = [flying.flight for flying in build.motion._flights]
    lights = [flight for flight in flights if (flight.start.x, flight.start.y) == (zone.x, zone.y)]
    assert len(lights) == 1
    others = {(each.x, each.y) for each in build.ring.zones} - {(zone.x, zone.y)}
    assert not [flight for flight in flights if (flight.start.x, flight.start.y) in others]


# ---- drawings are set down ---------------------------------------------------------------------------------


def shown_parts(build, seconds):
    """Return for each moving part whether it is shown at that time; empty once the animation is over."""
    build.advance_to(seconds)
    return [part.slot.is_shown for part in build.rising._parts] if build.motion._rising else []


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_stage_animation_shows_its_parts_in_order_then_ends(risen, game):
    build = risen(game, plain=False)
    assert isinstance(build.rising, StageAnimation)
    begins = [part.begins for part in build.rising._parts]
    assert begins.count(0) == 2, "the look before, and what falls"
    for seconds in (0.0, 0.2, 0.3, 0.55, 0.62, 0.89):
        parts = zip(build.rising._parts, shown_parts(build, seconds), strict=True)
        assert all(seen == (part.begins <= seconds < part.ends) for part, seen in parts)
    assert {FALLS} <= {*begins} - {0} <= {FALLS, FALLS + ENGRAVING_DELAY}
    assert max(part.ends for part in build.rising._parts) <= FALLS + SHINING
    assert shown_parts(build, FALLS + SHINING + 0.01) == []
    build.advance_to(60)
    assert build.motion.is_still, "and nothing is drawn any more"


@pytest.mark.sampled(6)
@pytest.mark.parametrize("game", GAMES)
def test_stage_animation_uploads_nothing_after_first_frame(risen, game):
    build, counter = risen(game, plain=False), Counter(draws=False)
    with finger.filled(), intercepted(counter):
        frames(3)
        assert counter.take().uploaded, "what is shown later, too"
        drawn = 0
        for tenth in range(16):
            build.advance_to(tenth / 10)
            frames(1)
            sent = counter.take()
            assert sent.uploaded == 0
            assert sent.draws <= 60
            assert sent.triangles <= 60_000
            drawn += sent.draws
    assert drawn


@pytest.mark.sampled(3)
@pytest.mark.parametrize("game", GAMES)
def test_stage_animation_frees_its_meshes_without_garbage_collection(risen, game):
    build = risen(game, plain=False)
    meshes = [ref(mesh) for mesh in build.rising._meshes]
    gc.disable()
    try:
        build.advance_to(60)
        build.rising = None
        assert meshes
        assert not any(mesh() for mesh in meshes)
    finally:
        gc.enable()


def test_a_built_thing_accelerates_towards_its_own_edge(risen):
    build = risen(of_architects, plain=False)
    [falling] = [part for part in build.rising._parts if part.begins == 0 and part.ends == FALLS][1:]
    stage = falling.slot.content.children[-1]
    ways = []
    for seconds in (0.0, FALLS / 2, FALLS - 0.001):
        build.advance_to(seconds)
        [move] = [step for step in stage.children if isinstance(step, Translate)]
        ways.append(move.x)
    assert build.zone.edge == 1, "at the left one, so it falls to the left"
    assert ways[0] > ways[1] > ways[2]
    assert ways[0] - ways[1] == pytest.approx((ways[0] - ways[2]) / 8, rel=0.05), "in cubic"


def test_gains_are_hidden_until_the_thing_is_set_down(risen):
    build = risen(of_architects, plain=False)
    written = [word.text for word in build.rising.written]
    assert written == [str(build.event.points)]
    there = [word for layer in build.seen.surface.meshes["zone 2"].pen.layers for word in layer.words]
    assert len([word for word in there if word in build.rising.written]) == 1, "it is true already"


def test_only_a_completed_wonder_is_shown_with_rays(risen):
    def whole():
        room, event = of_architects(4, 3)
        view = stage.view(4, active=3)
        chairs = [*view.seats]
        chairs[2] = stage.seat_view(2, built=5)
        room.hear(stage.table(4), stage.view(4, active=3, seats=tuple(chairs)), stage.question(3, "take left"))
        return room, architects.StageBuilt(seat=3, wonder=event.wonder, stage=5, points=8, paid=())

    ends = [part.ends for part in risen(whole, plain=False).rising._parts]
    assert max(ends) == pytest.approx(FALLS + SHINING)
    assert max(part.ends for part in risen(of_architects, plain=False).rising._parts) < FALLS + SHINING


def test_touch_ends_the_stage_animation_and_still_acts(risen):
    build = risen(of_architects, plain=False)
    build.advance_to(0.1)
    build.seen.tap("menu")
    assert not build.motion._rising
    assert build.seen.control.ui.panel
    assert not build.seen.surface.flights.children


def test_less_motion_only_fades_in_a_drawn_stage(risen):
    build = risen(of_architects, less=True, plain=False)
    assert not isinstance(build.rising, StageAnimation)
    build.advance_to(0.13)
    assert not build.motion._rising
    assert not [flying for flying in build.motion._flights if flying.flight.stays], "and hides behind nothing"


def test_rays_are_clipped_to_the_sky_of_the_built_wonder(risen):
    build = risen(of_duel, plain=False)
    look, rays = [part for part in build.rising._parts if part.begins == FALLS and part.ends == FALLS + SHINING]
    assert look.slot.content.children[0].size[0] >= rays.slot.content.children[0].size[0], (
        "over the wonder without what it brings"
    )
    cut = rays.slot.content.children[0]
    assert 0 < cut.size[0] < build.zone.w / 4, "of several wonders"
    left, bottom, right, top = build.rising.box
    assert left - 2 <= cut.pos[0] <= right
    assert bottom - 2 <= cut.pos[1] <= top


@pytest.mark.parametrize("game", [of_architects, of_duel])
def test_brackets_appear_after_the_stage_is_set_down(game):
    room, event = game()
    line = Line(number=900, row=900, event=msgspec.Raw(msgspec.json.encode(event)))
    model = room.control.model
    room.control.model = replace(model, lines={**model.lines, 900: line})
    shown = Shown(room, SIZE)
    shown.still()
    marks = [mark for element in shown.surface.elements for mark in brackets_of(room, shown, element, event.seat)]
    event_animations.animate_events(room.control, shown.surface, (event,))
    left, bottom, right, top = shown.surface.motion._rising[0].box
    new = [(x, y) for x, y in marks if left < x < right and bottom < SIZE[1] - y < top]
    assert new
    during, after = ([lightness(shown, seconds, at) for at in new] for seconds in (0.5, 10.0))
    assert min(after) > 200
    assert max(during) < 190


def brackets_of(room, shown, element, seat):
    """Yield a point on the upper side of each of an element's brackets, near its left end."""
    if f" {seat} " not in f"{element.key} ":
        return
    pen = RecordingPen(shown.surface.motion.pen())
    element.draw(pen, room.control)
    for mark in pen.stamps:
        if mark.paint is corners:
            yield mark.point(min(mark.what[:2]) * 0.1, 0)


def lightness(shown, seconds, at):
    """Advance the time by `seconds` and return the brightness of the pixel at `at`, from 0 to 255."""
    shown.now += seconds
    return sum(shown.picture().getpixel((round(at[0]), round(at[1])))) / 3
