"""Colour never tells a thing alone: what looks different in colour does so in grey, by the measure of the pictures."""

import msgspec
import pytest

from tests.app.screen import duels, scenes, shown, stage
from tests.pictures.likeness import alike
from tests.pictures.screens import HALF
from tests.pictures.states import dressed

SIZE = (1280, 720)


def turn(seat):
    return stage.Room().hear(stage.table(4), stage.view(4, active=seat), stage.question(seat, "take left"))


def top(card):
    """A stack whose uppermost card is that."""
    view = stage.view(4, active=2)
    stacks = {**view.stacks, "1": msgspec.structs.replace(view.stacks["1"], top=card)}
    return stage.Room().hear(stage.table(4), msgspec.structs.replace(view, stacks=stacks), ())


def markers(flipped):
    view = stage.view(4, active=2)
    conflict = msgspec.structs.replace(view.conflict, flipped=flipped)
    return stage.Room().hear(stage.table(4), msgspec.structs.replace(view, conflict=conflict), ())


def told(refused):
    """The same words, as news and as a refusal."""
    room = turn(2)
    room.control.tell(1, "Not now.", refused=refused)
    return room


def seats(**facts):
    chairs = stage.seats(4, "phone")
    chairs = (chairs[0], msgspec.structs.replace(chairs[1], **facts), *chairs[2:])
    return stage.Room().hear(stage.table(4, seats=chairs), stage.view(4, active=1), ())


APART = {
    "whose turn it is": lambda: (turn(2), turn(3)),
    "a red card and a blue one": lambda: (top("red-1"), top("blue-3")),
    "a green card and a grey one": lambda: (top("gear"), top("wood")),
    "a yellow card and a blue one": lambda: (top("coin"), top("blue-3")),
    "a marker that is turned": lambda: (markers(1), markers(2)),
    "news and a refusal": lambda: (told(False), told(True)),
    "somebody who is away": lambda: (seats(present=True), seats(present=False)),
    "what may be taken": lambda: (scenes.may_look(4), turn(1)),
    "a turn of Duel": lambda: tuple(map(duels.room, duels.states(1)[:2])),
}


def grey(room, bright):
    return shown.still(dressed(room, "en", bright=bright), SIZE).reduce(HALF).convert("L")


@pytest.mark.sampled(6)
@pytest.mark.parametrize("bright", [False, True], ids=["night", "bright"])
@pytest.mark.parametrize("what", APART)
def test_what_is_told_apart_is_so_in_grey(what, bright):
    one, other = (grey(room, bright) for room in APART[what]())
    assert not alike(one, other)
