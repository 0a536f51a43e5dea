"""Duel's table: nothing overlaps and nothing is cut off, at every size, from either pair of edges."""

from itertools import combinations

import pytest

from app.games.duel.screen.layout import lay_table
from tests.app.screen import duel_states, duels, layout_faults
from tests.app.screen.lettering import painted

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
OTHER_SIZES = [(1024, 600), (1280, 800), (480, 800), (720, 1280), (1920, 1200), (1024, 768), (2560, 1440)]


def is_apart(one, other, slack=0.5):
    return (
        one.right_edge <= other.left_edge + slack
        or other.right_edge <= one.left_edge + slack
        or one.bottom_edge <= other.top_edge + slack
        or other.bottom_edge <= one.top_edge + slack
    )


@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_areas_of_the_duel_table_do_not_overlap(size, short):
    lay = lay_table(*size, None, short)
    assert lay.is_narrow is short
    boxes = {"city 1": lay.city(1), "city 2": lay.city(2), "track": lay.track, "tokens": lay.tokens}
    boxes |= {"structure": lay.structure, "aside 1": lay.side_box(1)}
    if short:
        boxes["aside 2"] = lay.side_box(2)
    found = [f"{one} on {other}" for one, other in combinations(boxes, 2) if not is_apart(boxes[one], boxes[other])]
    found += [name for name, box in boxes.items() if max(-box.left_edge, box.right_edge) > lay.w / 2 + 0.5]
    found += [name for name, box in boxes.items() if max(-box.top_edge, box.bottom_edge) > lay.h / 2 + 0.5]
    assert not found
    inside = {"discard": lay.discard, "wonders left": lay.wonders_left}
    assert is_apart(lay.discard, lay.wonders_left)
    for name, box in inside.items():
        home = lay.side_box(2) if short else lay.side_box(1)
        assert box.left_edge >= home.left_edge - 0.5, name
        assert box.top_edge >= home.top_edge - 0.5, name
        assert box.right_edge <= home.right_edge + 0.5, name
    for x, y in lay.buttons:
        half = lay.touch / 2
        assert abs(x) + half <= lay.w / 2
        assert all(
            y - half >= box.bottom_edge - 0.5 or y + half <= box.top_edge or x - half > box.right_edge
            for box in inside.values()
        )


@pytest.mark.parametrize("size", SIZES + OTHER_SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_the_visible_part_of_a_covered_card_stays_visible(size, short, age):
    """The visible strip of a card overlaps no card that covers it, and is on the screen."""
    lay, places = lay_table(*size, None, short), duels.in_age(1, age, 0).view(None).derived.places
    slots = lay.slots(places)
    for place in places:
        strip = slots[place.slot].strip
        assert not [on for on in place.covered_by if not is_apart(strip, slots[on].card)]
        assert all(is_apart(strip, slots[other.slot].strip) for other in places if other.slot != place.slot)
        assert strip.top_edge >= lay.structure.top_edge - 0.5
        assert slots[place.slot].card.bottom_edge <= lay.structure.bottom_edge + 0.5


@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_messages_at_an_edge_leave_name_and_coins_visible(size, short):
    room = duel_states.undo_asked()
    duels.settle(room, short_edges=short)
    room.control.notify(1, "It is not your turn.")
    parts = painted(room, size)
    over = [
        area.corners for key, _, areas in parts for area in areas if area.key in ("vote 2 ground", "notice 1 ground")
    ]
    words = [layout_faults.letters(word) for key, said, _ in parts if key.startswith("plate") for word in said]
    assert (len(over), len(words)) == (2, 7)
    assert all(layout_faults.apart(ground, word) for ground in over for word in words)
