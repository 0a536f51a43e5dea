"""Tests that every printed thing of 7 Wonders is drawn within its outline, and that all differ in greyscale."""

from itertools import combinations

import pytest

from app.games.seven_wonders.screen import cards
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from engine.seven_wonders.data_schema import CardData, Coins, Cost, Production
from tests.app.screen import (
    finger,  # noqa: F401  # first: it opens the window
    sevens,
)
from tests.app.screen.grey import GREY_STEPS, MIN_PIXELS, in_grey
from tests.app.screen.layout_faults import inside, letters, outside

EDGE = 4.6  # u, of the seam round a card


def painted(paint):
    pen = Pen(measure)
    with pen.at(500, 500):
        paint(pen)
    return pen


@pytest.mark.full
def test_card_faces_contain_their_drawings_without_overlapping_numbers():
    found = []
    for name, (w, h), paint in sevens.printed():
        for layer in painted(paint).layers:
            if outside(layer, w / 2 + EDGE, h / 2 + EDGE):
                found.append(f"{name} leaves its face")
            boxes = [(word, letters(word)) for word in layer.words]
            found += [
                f"{name}: {word.text!r} leaves its face"
                for word, box in boxes
                if not all(abs(x - 500) <= w / 2 and abs(y - 500) <= h / 2 for x, y in box)
            ]
            for n, (word, _) in enumerate(boxes):
                centre = sum(x for x, _ in word.corners) / 4, sum(y for _, y in word.corners) / 4
                found += [
                    f"{name}: {word.text} and {other.text}" for other, box in boxes[n + 1 :] if inside(centre, box)
                ]
    assert not found


@pytest.mark.rotated
def test_printed_things_differ_in_greyscale():
    """Drawings are compared as the window shows them, and have to differ clearly."""
    seen = {name: in_grey(size, paint) for name, size, paint in sevens.printed()}
    assert len(seen) == len(sevens.DATA.cards) + len(sevens.DATA.leaders) + len(sevens.DATA.boards) + 4
    assert min(map(max, seen.values())) > 100, "something is drawn"
    alike = []
    for (one, first), (other, second) in combinations(seen.items(), 2):
        if len(first) == len(second) and other != f"{one}-2":  # the same card of the next age
            differ = 0
            for a, b in zip(first, second, strict=True):
                differ += abs(a - b) > GREY_STEPS
                if differ >= MIN_PIXELS:
                    break
            else:
                alike.append(f"{one} and {other}: {differ}")
    assert not alike


def test_invented_cards_are_drawn_from_printed_effects():
    new = CardData(
        age=2, colour="yellow", copies_at=(3,), cost=Cost(coins=2, wood=2, glass=1), chain=("market",),
        effects=(Coins(amount=10), Production(of=("clay", "ore"), amount=2)),
    )  # fmt: skip
    facts = type(sevens.DATA)(
        **{name: getattr(sevens.DATA, name) for name in sevens.DATA.__struct_fields__}
        | {"cards": {**sevens.DATA.cards, "harbour": new}}
    )
    pen = painted(lambda p: cards.card(p, facts, "harbour", *sevens.CARD))
    assert sorted(word.text for layer in pen.layers for word in layer.words) == ["10", "2"]
