"""Things with a ring on the screen, and things that can have one."""

from app.games.seven_wonders.screen.hand_at_edge import Hand
from app.games.seven_wonders.screen.touch_handlers import things as in_hand
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.screen.composition import compose
from app.screen.pages.play import mentioned_rings
from app.screen.paint.pen import MARKED, Pen
from app.screen.widgets.free_space import covered_boxes
from tests.app.screen.lettering import measure


class _AllKeys(frozenset):
    """A set that contains every key."""

    def __contains__(self, key):
        return True


def things(room, size):
    """Return the keys of all things that lie open on the screen."""
    below = tuple(element for element in compose(room.control.scene, *size) if element.key != "rings of things")
    drawn = mentioned_rings.Rings(room.control.scene.ring(*size), _AllKeys(), below)
    found = {thing.key for thing in mentioned_rings.find_uncovered(Pen(measure), drawn, room.control)} - {MARKED}
    return found.union(*(_list_hand(room, element.view) for element in below if isinstance(element.view, Hand)))


def _list_hand(room, hand):
    """Return what a seat's open hand holds, by the number of its back, while a finger looks at something of it."""
    view = SevenScene.from_scene(room.control.scene).private_view(hand.seat)
    return in_hand(view) if view else ()


def ringed(room, size):
    """Return the keys of ringed things."""
    marked = set()
    for element in compose(room.control.scene, *size):
        if element.key == "rings of things":
            marked |= {thing.key for thing in mentioned_rings.find_uncovered(Pen(measure), element.view, room.control)}
        elif element.key.removeprefix("back ").startswith("ring "):
            marked.add(element.key.removeprefix("back ").removeprefix("ring "))
        elif isinstance(element.view, Hand):
            held = _list_hand(room, element.view)
            marked |= {held[nth] for nth in element.view.spoken}
    return marked


def hidden_by_help(room, size):
    """Return the boxes of ringed things that a hint covers."""
    parts = compose(room.control.scene, *size)
    marked = [ring.box for ring in mentioned_rings.find_ringed(Pen(measure), parts, room.control)]
    held, covers = Pen(measure), []
    for part in parts:
        if part.key == "held":
            part.draw(held, room.control)
            covers = [box for box in covered_boxes(held) if box[2] - box[0] > 100 and box[3] - box[1] > 60]
    return [
        box
        for box in marked
        for over in covers
        if min(box[2], over[2]) - max(box[0], over[0]) > 1 and min(box[3], over[3]) - max(box[1], over[1]) > 1
    ]
