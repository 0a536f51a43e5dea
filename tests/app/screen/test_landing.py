"""Landings: a thing lands at its later place, its sound plays then, and a message closes at the next touch."""

from dataclasses import replace
from math import hypot

import msgspec
import pytest

from app.games.architects.screen.middle import token_place
from app.games.duel.screen.flights import flights
from app.games.duel.screen.typed_scene import present
from app.screen.animation.easing import duration, pose_at
from app.screen.animation.stage_animation import RecordingPen, StageAnimation
from app.screen.composition import compose
from app.screen.control.controller import READ_SECONDS
from app.screen.events import event_animations
from app.screen.pages.play.conflict import (
    ConflictSeat,
    NeighbourComparison,
    Outcome,
    paint_outcome,
    prizes,
    share_tokens,
)
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.widgets import badges
from app.screen.widgets.middle_controls import face_angle
from engine.architects import actions as architects
from engine.duel import actions as duel
from engine.seven_wonders import actions as seven
from tests.app.screen import SIZE, duel_states, duels, sevens, stage
from tests.app.screen.ears import Ears
from tests.app.screen.finger import Finger, Stage, frames
from tests.app.screen.lettering import painted


def test_delayed_sounds_play_in_order_at_their_time():
    ears = Ears()
    ears.sound.play_later("turn", 0.18)
    ears.sound.play_later("your-turn", 0.3)
    assert ears.sound.tick(ears.room.now) == ears.room.now + 0.18
    assert ears.wait_seconds(0.17) == []
    assert ears.wait_seconds(0.02) == ["turn"]
    assert ears.wait_seconds(0.2) == ["your-turn"]
    assert ears.wait_seconds(60) == []


def test_the_sound_of_an_extra_turn_plays_when_the_card_lands():
    room = duels.room(duels.in_age(1, 1))
    scene = present(room.control)
    card = next(slot_view.card for slot_view in scene.view.structure.values() if slot_view.card)
    built = duel.CardBuilt(seat=1, card=card, paid=0, traded=0, chain=False)
    again = duel.TurnBegan(seat=1, turn=5, again=True)
    flown = flights(scene, scene.ring(1280, 720), (built, again))
    card_flight, ring = flown[0], flown[-1]
    assert [flight.sound for flight in flown] == [""] * (len(flown) - 1) + ["your-turn"]
    assert ring.after >= card_flight.after + card_flight.lasts


def test_new_duel_age_is_announced_after_the_last_card_has_landed():
    room = duels.room(duels.in_age(1, 2))
    scene = present(room.control)
    built = duel.CardBuilt(seat=1, card="altar", paid=0, traded=0, chain=False)
    last, comes, goes = flights(scene, scene.ring(1280, 720), (built, duel.AgeBegan(age=2)))
    assert comes.after >= last.after + duration(last)
    assert comes.after + comes.lasts + comes.stays == pytest.approx(goes.after)
    assert (comes.end, goes.end.shown) == (goes.start, 0.0)


@pytest.mark.full
def test_revealed_card_plays_one_sound_on_landing():
    game = duel_states.Game(duels.in_age(1, 1))
    seen, heard = Stage(game), []
    seen.surface.motion.play_later = lambda name, after: heard.append((name, after))
    try:
        for text in _until_a_card_turns_up(game):
            heard.clear()
            game.say(text)
            frames(2)
        assert len(heard) == 1
        name, after = heard[0]
        assert name == "turn"
        assert after > 0
    finally:
        seen.close()


def _until_a_card_turns_up(game):
    """Yield discards up to one that uncovers a face-down card."""
    while True:
        hidden = {slot for slot, slot_view in game.view.structure.items() if slot_view.card is None}
        free = [slot for slot, slot_view in game.view.structure.items() if slot_view.accessible]
        slot = next((one for one in free if {*map(str, game.view.derived.frees.get(one, ()))} & hidden), free[0])
        yield f"discard {game.view.structure[slot].card}"
        if any(game.view.structure[one].card for one in hidden if one in game.view.structure):
            return


def test_touch_dismisses_the_message_and_still_acts():
    room = stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left", "take right"))
    seen = Stage(room)
    try:
        room.control.notify(1, "A sentence.")
        frames(2)
        assert "notice 1" in seen.surface.meshes
        seen.touch("menu").down()  # at once: it was for something else
        assert 1 in room.control.notices
        room.now += READ_SECONDS + 0.1
        seen.now += 1
        finger: Finger = seen.touch("menu").down()
        assert 1 not in room.control.notices
        finger.up()
        frames(2)
        assert room.control.ui.panel
    finally:
        seen.close()


def landing_places(room, *happened):
    """Return where each flying thing lands: the touch area there, and the words next to it."""
    seen = Stage(room)
    try:
        seen.surface.set_appearance(False, False, False)
        frames(2)
        event_animations.animate_events(room.control, seen.surface, happened)
        ends = [flying.flight.end for flying in seen.surface.motion._flights if flying.flight.body]
        areas = [seen.surface.hit_area_at(end.x, end.y) for end in ends]
    finally:
        seen.close()
    words = [word for _, found, _ in painted(room, SIZE) for word in found]
    near = [{word.text for word in words if _far(word, end) < 60} for end in ends]
    return [area.key if area else "" for area in areas], near


def _far(word, at):
    """Return the distance from a point to a word in pixels."""
    xs, ys = zip(*word.corners, strict=True)
    return hypot(max(min(xs) - at.x, 0, at.x - max(xs)), max(min(ys) - at.y, 0, at.y - max(ys)))


def test_gains_of_architects_land_at_their_final_place():
    room = stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left"))
    view = room.control.model.view
    cat = next(chair.seat for chair in view.seats if chair.cat)
    card = architects.CardTaken(seat=2, stack="2", card="red-0", by="take")
    token = architects.TokenTaken(seat=2, token="education", hidden=False, spent=())
    keys, _ = landing_places(room, card, token, architects.CatMoved(seat=cat, before=None))
    assert keys == ["seat 2 red-0", "seat 2 education 1", f"seat {cat} cat"]


def test_gains_of_duel_land_at_their_final_place():
    room = duels.room(duels.in_age(1, 2))
    model, view = room.control.model, room.control.model.view
    chair = msgspec.structs.replace(view.seats[0], progress=("masonry", "law"))
    room.control.model = replace(model, view=msgspec.structs.replace(view, seats=(chair, view.seats[1])))
    got = duel.TokenTaken(seat=chair.seat, token="law", box=False)
    keys, near = landing_places(room, got, duel.CoinsGained(seat=chair.seat, coins=1, by="a card"))
    assert keys[0] == "seat 1 law"
    assert str(chair.coins) in near[1]


def test_gains_of_seven_wonders_land_at_their_final_place():
    state = next(
        state for state in sevens.states(3) if any(sum(n for n in chair.tokens if n > 0) for chair in seats(state))
    )
    room = sevens.room(state)
    chair = next(chair for chair in seats(state) if any(n > 0 for n in chair.tokens))
    won = seven.TokenTaken(seat=chair.seat, value=1, against=chair.seat % 3 + 1)
    _, near = landing_places(room, won)
    assert f"{sum(n for n in chair.tokens if n > 0)}" in {text.strip("+") for text in near[0]}
    left = next(other for other in seats(state) if other.seat == chair.seat % 3 + 1)
    bought = seven.CardBuilt(seat=chair.seat, card="altar", coins=0, left=2, right=0, bank=0, chain=False)
    _, near = landing_places(room, bought)
    assert str(left.coins) in near[0]


def test_seven_wonders_defeat_token_lands_apart_from_victories():
    state = next(
        state for state in sevens.states(3) if any({*map(sign, chair.tokens)} == {1, -1} for chair in seats(state))
    )
    room = sevens.room(state)
    seat = next(chair.seat for chair in seats(state) if {*map(sign, chair.tokens)} == {1, -1})
    won, lost = (
        next(flight_ends(room, seven.TokenTaken(seat=seat, value=value, against=seat % 3 + 1))) for value in (1, -1)
    )
    assert hypot(won.x - lost.x, won.y - lost.y) > 20


def sign(number):
    return (number > 0) - (number < 0)


def flight_ends(room, *happened):
    """Yield the end of each flight."""
    seen = Stage(room)
    try:
        seen.surface.set_appearance(False, False, False)
        event_animations.animate_events(room.control, seen.surface, happened)
        yield from [flying.flight.end for flying in seen.surface.motion._flights if flying.flight.body]
    finally:
        seen.close()


def test_taken_token_flies_from_its_former_place():
    room = stage.Room().hear(stage.table(4), stage.view(4, active=2), stage.question(2, "take left"))
    scene, ring = room.control.scene, room.control.scene.ring(*SIZE)
    row = sorted(room.control.model.view.tokens, key=[*stage.BOX.tokens].index)
    angle = face_angle(scene, ring)
    for nth, token in enumerate(row):  # another one has come in its place, and they lie in order
        rest = sorted({*stage.BOX.tokens} - {*row}, key=[*stage.BOX.tokens].index)[0]
        now = tuple(sorted({*row} - {token} | {rest}, key=[*stage.BOX.tokens].index))
        show_view(room, stage.view(4, active=2, tokens=now))
        taken = architects.TokenTaken(seat=2, token=token, hidden=False, spent=())
        [flight] = scene_of(room).game.flights(scene_of(room), ring, (taken, architects.TokenRevealed(token=rest)))
        place = token_place(ring, nth, angle)
        assert (flight.start.x, flight.start.y) == (place.x, place.y)


def show_view(room, view):
    room.hear(stage.table(4), view, stage.question(2, "take left"))


def scene_of(room):
    return room.control.scene


@pytest.mark.parametrize("seats", [2, 4])
def test_conflict_tokens_land_where_the_conflict_page_shows_them(seats):
    ring = stage.Room().hear(stage.table(seats), stage.view(seats), ()).control.scene.ring(*SIZE)
    shields, won = ((1, 3), (0, 2)) if seats == 2 else ((2, 4, 1, 3), (0, 2, 0, 2))
    fought = [ConflictSeat(mine, gains) for mine, gains in zip(shields, share_tokens(shields, won), strict=True)]
    found = [*prizes(ring, fought, 0.0)]
    assert len(found) == sum(won)
    for i, seat in enumerate(fought):
        others = tuple(NeighbourComparison(1, gain, badges.Badge("", "")) for gain in seat.gains[: seats - 1])
        pen = RecordingPen(Pen(measure))
        paint_outcome(pen, Outcome(ring, i, "Ada", seat, others, badges.Badge("", "")), None)
        here = [flight.end for flight in found if flight.end.angle == ring.zones[i].angle]
        assert len(here) == won[i]
        drawn = [(stamp.x, stamp.y) for stamp in pen.stamps]
        assert all(any(hypot(x - end.x, y - end.y) < 0.01 for x, y in drawn) for end in here)


def seats(state):
    return state.view(None).seats


# ---- arrivals ----------------------------------------------------------------------------------------------


class Lobby:
    """A lobby in which seats 2 and 3 are free; `sit` seats somebody, `set_time` the seconds since."""

    def __init__(self):
        self.room = stage.Room().hear(stage.table(4, "lobby", seats=self.seats(by="free")))
        self.seen, self.now = Stage(self.room), 7.0
        self.motion = self.seen.surface.motion
        self.motion._clock = lambda: self.now
        self.room.control.animate = lambda happened: event_animations.animate_events(
            self.room.control, self.seen.surface, happened
        )
        self.room.control.finish_animations = self.motion.finish
        self.seen.surface.set_appearance(False, False, False)
        frames(2)
        self.motion.finish()

    def seats(self, **facts):
        nobody = {"name": None, "wonder": None}
        free = [msgspec.structs.replace(chair, **{**nobody, **facts}) for chair in stage.seats(4)]
        return tuple(free[nth] if nth in (1, 2) else chair for nth, chair in enumerate(stage.seats(4)))

    def sit(self, **facts):
        self.room.hear(stage.table(4, "lobby", seats=self.seats(**facts)))
        self.seen.surface.refresh()

    def set_time(self, seconds):
        self.now = 7.0 + seconds
        self.motion._step(0)


@pytest.fixture
def lobby():
    made = Lobby()
    yield made
    made.seen.close()


def badges_of(lobby, key):
    """Return where an element draws badges, and how large."""
    [element] = [element for element in compose(lobby.room.control.scene, *SIZE) if element.key == key]
    pen = RecordingPen(lobby.motion.pen())
    element.draw(pen, lobby.room.control)
    return [(stamp.x, stamp.y, stamp.scale) for stamp in pen.stamps if stamp.paint is badges.outline]


@pytest.mark.sampled(2)
@pytest.mark.parametrize("wonder", ["giza", None], ids=["a wonder", "by lot"])
def test_a_new_seat_moves_from_the_middle_to_its_edge(lobby, wonder):
    lobby.sit(by="touch", name="Ada", wonder=wonder)
    assert [isinstance(rising, StageAnimation) for rising in lobby.motion._rising] == [wonder is not None] * 2
    middle = lobby.room.control.scene.ring(*SIZE).inner.centre
    for seat, flying in zip((2, 3), [moving for moving in lobby.motion._flights if moving.flight.body], strict=True):
        flight, size = flying.flight, flying.flight.body.w / badges.SIDE
        begins, ends = pose_at(flight, 0).at, pose_at(flight, duration(flight)).at
        assert (begins.x, begins.y) == pytest.approx(middle)
        assert (ends.x, ends.y, ends.scale * size) == pytest.approx(badges_of(lobby, f"seat {seat}")[0])
    lobby.set_time(duration(flight))
    assert lobby.motion._rising, "their name is there as their emblem lies"
    lobby.set_time(60)
    assert lobby.motion.is_still, "and nothing is drawn any more"


def test_touch_ends_the_animation_of_an_arrival(lobby):
    lobby.sit(by="phone", name="Ada")
    lobby.set_time(0.3)
    assert not lobby.motion.is_still
    Finger(2, 2).down().up()
    frames(2)
    assert not lobby.seen.surface.flights.children


def test_less_motion_shows_arrivals_without_travel(lobby):
    lobby.motion.less_motion = True
    lobby.sit(by="touch", name="Ada", wonder="giza")
    assert all(moving.flight.start.x == moving.flight.end.x for moving in lobby.motion._flights)
    lobby.set_time(0.13)
    assert not lobby.motion._rising


def test_arrival_is_not_animated_over_a_panel(lobby):
    """Keep the stone of a new person below choices that lie over the seats: it rose over their last line."""
    lobby.room.control.change(panel="more")
    lobby.sit(by="phone", name="Ada")
    assert lobby.motion.is_still


def test_arrival_is_animated_only_for_new_people(lobby):
    lobby.sit(by="bot")
    assert lobby.motion.is_still
    lobby.sit(by="phone", name="Ada")
    lobby.motion.finish()
    lobby.motion._step(0)
    lobby.sit(by="phone", name="Ada Lovelace")
    assert lobby.motion.is_still
