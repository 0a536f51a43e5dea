"""Duel's table: nothing overlaps and nothing is cut off, at every size, from either pair of edges."""

from itertools import combinations

import pytest

from app.games.duel.screen.layout import lay_table
from app.games.duel.screen.scene import change
from app.text.languages import complete
from engine.duel import actions
from tests.app.screen import duel_states, duels, layout_faults, scenes
from tests.app.screen.layout_faults import enlarge, faults
from tests.app.screen.lettering import painted

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
OTHERS = [(1024, 600), (1280, 800), (480, 800), (720, 1280), (1920, 1200), (1024, 768), (2560, 1440)]


def at(size, short, age, lang="en", seed=5, **facts):
    room = duels.room(duels.in_age(seed, age, 9), lang, undo=duels.undo(), **facts)
    duels.settle(room, short_edges=short)
    return room


def apart(one, other, slack=0.5):
    return (
        one.right <= other.left + slack
        or other.right <= one.left + slack
        or one.bottom <= other.top + slack
        or other.bottom <= one.top + slack
    )


@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
def test_everything_has_a_place_of_its_own(size, short):
    lay = lay_table(*size, None, short)
    assert lay.short is short
    boxes = {"city 1": lay.city(1), "city 2": lay.city(2), "track": lay.track, "tokens": lay.tokens}
    boxes |= {"structure": lay.structure, "aside 1": lay.aside(1)}
    if short:
        boxes["aside 2"] = lay.aside(2)
    found = [f"{one} on {other}" for one, other in combinations(boxes, 2) if not apart(boxes[one], boxes[other])]
    found += [name for name, it in boxes.items() if max(-it.left, it.right) > lay.w / 2 + 0.5]
    found += [name for name, it in boxes.items() if max(-it.top, it.bottom) > lay.h / 2 + 0.5]
    assert not found
    inside = {"discard": lay.discard, "wonders left": lay.wonders_left}
    assert apart(lay.discard, lay.wonders_left)
    for name, box in inside.items():
        home = lay.aside(2) if short else lay.aside(1)
        assert box.left >= home.left - 0.5, name
        assert box.top >= home.top - 0.5, name
        assert box.right <= home.right + 0.5, name
    for x, y in lay.buttons:
        half = lay.touch / 2
        assert abs(x) + half <= lay.w / 2
        assert all(
            y - half >= box.bottom - 0.5 or y + half <= box.top or x - half > box.right for box in inside.values()
        )


@pytest.mark.sampled(2)
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_words_and_touch_targets_have_their_room(size, short, age):
    assert not {lang: found for lang in ("de", "fr") if (found := faults(at(size, short, age, lang), size))}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", [*SIZES, (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("age", [1, 2, 3])
def test_larger_words_have_their_room_too(size, short, age):
    room = at(size, short, age, "de")
    enlarge(room)
    assert not faults(room, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
def test_long_names_and_rich_cities_have_their_room(size, short):
    """Late in Age III, so that each city has nearly all it can have."""
    room = scenes.long_names(duels.room(duels.in_age(7, 3, 17), "de", by="phone"))
    duels.settle(room, short_edges=short)
    change(room.control, city=1 if size == (800, 480) else 0)
    assert not faults(room, size)


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
def test_what_just_happened_has_its_room(size, short):
    room = scenes.long_names(duels.room(duels.in_age(7, 3, 17), "de"))
    duels.settle(room, short_edges=short)
    built = actions.WonderBuilt(seat=2, wonder="circus-maximus", card="altar", paid=12, traded=4)
    scenes.after(room, built, actions.PawnMoved(seat=2, spaces=1, pawn=-1))
    assert not faults(room, size)


@pytest.mark.full
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("seed", range(6))
def test_the_whole_grid(size, short, seed):
    found = {
        f"{lang} {age}": faults(at(size, short, age, lang, seed), size) for lang in complete() for age in (1, 2, 3)
    }
    assert not {name: each for name, each in found.items() if each}


@pytest.mark.parametrize("size", SIZES + OTHERS, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("age", [1, 2, 3])
def test_what_shows_of_a_covered_card_is_not_covered(size, short, age):
    """The strip of a card lies beside every card on it, and on the screen."""
    lay, places = lay_table(*size, None, short), duels.in_age(1, age, 0).view(None).hints.places
    slots = lay.slots(places)
    for place in places:
        strip = slots[place.slot].strip
        assert not [on for on in place.covered_by if not apart(strip, slots[on].card)]
        assert all(apart(strip, slots[other.slot].strip) for other in places if other.slot != place.slot)
        assert strip.top >= lay.structure.top - 0.5
        assert slots[place.slot].card.bottom <= lay.structure.bottom + 0.5


@pytest.mark.parametrize("short", [False, True], ids=["long edges", "short edges"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_what_is_said_at_an_edge_leaves_name_and_coins_in_sight(size, short):
    room = duel_states.undo_asked()
    duels.settle(room, short_edges=short)
    room.control.tell(1, "It is not your turn.")
    parts = painted(room, size)
    over = [
        area.corners for key, _, areas in parts for area in areas if area.key in ("vote 2 ground", "notice 1 ground")
    ]
    words = [layout_faults.letters(word) for key, said, _ in parts if key.startswith("plate") for word in said]
    assert (len(over), len(words)) == (2, 7)
    assert all(layout_faults.apart(ground, word) for ground in over for word in words)
