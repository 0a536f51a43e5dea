"""Colour never tells a thing alone: what looks different does so in grey and to who is colour-blind.

By the measure of the pictures: as far apart as two pictures of which one cannot stand for the other.
"""

from functools import partial
from typing import Final

import msgspec
import pytest
from PIL import Image

from app.looks.icons import SIGNS, icon, sign
from app.looks.piece_faces import marker
from app.protocol.seat_badges import COLOURS, EMBLEMS
from app.screen.widgets.badges import badge
from app.screen.widgets.faces import lay_out
from app.screen.widgets.game_pieces import disc
from app.screen.widgets.illustrations import draw_stages
from tests.app.screen import duels, scenes, shown, stage
from tests.app.screen.catalogue import dressed
from tests.app.screen.grey import painted
from tests.pictures.eyes import CLEAR, EYES, SIDE, mistaken, through
from tests.pictures.likeness import alike, difference
from tests.pictures.screens import HALF

SIZE = (1280, 720)


def room_with_turn(seat):
    return stage.Room().hear(stage.table(4), stage.view(4, active=seat), stage.question(seat, "take left"))


def room_with_top_card(card):
    """Return a room with this card on top of a stack."""
    view = stage.view(4, active=2)
    stacks = {**view.stacks, "1": msgspec.structs.replace(view.stacks["1"], top=card)}
    return stage.Room().hear(stage.table(4), msgspec.structs.replace(view, stacks=stacks), ())


def markers(flipped):
    view = stage.view(4, active=2)
    conflict = msgspec.structs.replace(view.conflict, flipped=flipped)
    return stage.Room().hear(stage.table(4), msgspec.structs.replace(view, conflict=conflict), ())


def room_with_notice(refused):
    """Return a room that shows the same words as a notice or as a refusal."""
    room = room_with_turn(2)
    room.control.notify(1, "Not now.", refused=refused)
    return room


def seats(**facts):
    chairs = stage.seats(4, "phone")
    chairs = (chairs[0], msgspec.structs.replace(chairs[1], **facts), *chairs[2:])
    return stage.Room().hear(stage.table(4, seats=chairs), stage.view(4, active=1), ())


DISTINCT_STATES = {
    "whose turn it is": lambda: (room_with_turn(2), room_with_turn(3)),
    "a red card and a blue one": lambda: (room_with_top_card("red-1"), room_with_top_card("blue-3")),
    "a green card and a grey one": lambda: (room_with_top_card("gear"), room_with_top_card("wood")),
    "a yellow card and a blue one": lambda: (room_with_top_card("coin"), room_with_top_card("blue-3")),
    "a marker that is turned": lambda: (markers(1), markers(2)),
    "news and a refusal": lambda: (room_with_notice(False), room_with_notice(True)),
    "somebody who is away": lambda: (seats(present=True), seats(present=False)),
    "what may be taken": lambda: (scenes.may_look(4), room_with_turn(1)),
    "a turn of Duel": lambda: tuple(map(duels.room, duels.states(1)[:2])),
}


def shown_to(room, bright):
    return shown.draw_still(dressed(room, "en", bright=bright), SIZE).reduce(HALF)


@pytest.mark.sampled(18)
@pytest.mark.parametrize("bright", [False, True], ids=["night", "bright"])
@pytest.mark.parametrize("what", DISTINCT_STATES)
def test_marked_states_differ_for_colour_blind_eyes(what, bright):
    pictures = [shown_to(room, bright) for room in DISTINCT_STATES[what]()]
    assert [eye for eye in EYES if alike(*(through(picture, eye) for picture in pictures))] == []


# ---- small things, each kind of them as it lies everywhere -----------------------------------------------------


def _stage(state):
    return lambda p: draw_stages(p, "giza", ["built", "built", state, "later", "later"], SIDE, SIDE)


def _badge(colour, emblem):
    return lambda p: badge(p, SIDE / 2, SIDE / 2, SIDE / 2, emblem, colour)


def _in_middle(paint):
    def painted(p):
        with p.at(SIDE / 2, SIDE / 2):
            paint(p)

    return painted


def _goods(p_of):
    return {name: _in_middle(partial(p_of, name)) for name in ("wood", "stone", "brick", "glass", "papyrus", "coin")}


SIMILAR_THINGS: Final = {  # by what they are, things of one kind that are told from one another, each by what paints it
    "seats": {colour: _badge(colour, emblem) for colour, emblem in zip(COLOURS, EMBLEMS, strict=False)},
    "colours of cards": {
        colour: _in_middle(lambda p, colour=colour: sign(p, colour, 0, 0, SIDE / 2)) for colour in SIGNS
    },
    "goods": _goods(lambda name, p: icon(p, name, 0, 0, SIDE / 2, "grey", "zone")),
    "science": {
        name: _in_middle(lambda p, name=name: icon(p, name, 0, 0, SIDE / 2, "green", "zone"))
        for name in ("compass", "gear", "tablet")
    },
    "peace and battle": {
        str(battle): _in_middle(lambda p, battle=battle: lay_out(p, marker(battle, SIDE / 3)))
        for battle in (False, True)
    },
    "what may be chosen": {
        str(legal): _in_middle(lambda p, legal=legal: disc(p, marker(False, SIDE / 3), legal))
        for legal in (False, True)
    },
    "stages": {state: _stage(state) for state in ("built", "next", "later")},
}


def on_a_zone(p, paint):
    p.rect(0, 0, SIDE, SIDE, fill="zone")
    p.begin_layer()
    paint(p)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("plain", [False, True], ids=["drawn", "plain"])
@pytest.mark.parametrize("bright", [False, True], ids=["night", "bright"])
@pytest.mark.parametrize("kind", SIMILAR_THINGS)
def test_icons_of_one_kind_differ_for_colour_blind_eyes(kind, bright, plain):
    def lying(paint):
        return painted((SIDE, SIDE), lambda p: on_a_zone(p, paint), bright, plain)

    things = {name: lying(paint) for name, paint in SIMILAR_THINGS[kind].items()}
    assert {eye: pairs for eye in EYES if (pairs := mistaken(things, eye))} == {}


def test_simulated_eyes_keep_black_and_white_but_not_all_colours():
    greys, colours = (Image.new("RGB", (2, 1)) for _ in range(2))
    greys.putdata([(255, 255, 255), (128, 128, 128)])
    colours.putdata([(255, 0, 0), (0, 0, 255)])
    for eye in EYES:
        assert difference(through(greys, eye), greys) <= 1
        assert difference(through(colours, eye), colours) > CLEAR


def test_colour_only_difference_is_missed_by_some_eyes():
    dots = {ink: Image.new("RGB", (SIDE, SIDE), ink) for ink in ("#B04040", "#6F6A3C")}
    assert [eye for eye in EYES if mistaken(dots, eye)] != []
    assert mistaken({name: dots[name] for name in dots}, "tritan") == []
