"""Every printed thing of Duel is drawn, nothing leaves its face, and no two look alike without colour."""

import os
import subprocess
import sys
from itertools import combinations

import pytest

from app.games.duel import face_layouts as of
from app.games.duel.screen import cards, city, touch_handlers
from app.games.duel.screen.ui_state import TouchedThing
from app.looks.face_layout import Box, Chain, Illustration, Title
from app.looks.plain_wonder_shapes import list_parts
from app.screen.paint.pen import Pen
from app.screen.paint.text_drawing import measure
from app.screen.paint.theme import ink
from app.text.translation import complete
from engine.duel.data_schema import CardData, Coins, Cost, Production, WonderData
from tests.app.screen import (
    duel_states,
    duels,
    finger,  # noqa: F401  # first: it opens the window
)
from tests.app.screen.grey import GREY_STEPS, MIN_PIXELS, in_grey
from tests.app.screen.layout_faults import faults, inside, letters, outside
from tests.app.screen.painting import parts, words

SIZES = [(800, 480), (1280, 720), (1920, 1080)]
CARD = (171.0, 212.0)
STRIP = (171.0, 94.0)
FLAT = (211.0, 62.0)
DRAWN = {
    "card": (duels.DATA.cards, lambda p, slug: cards.card(p, duels.DATA, slug, *CARD)),
    "priced": (duels.DATA.cards, lambda p, slug: cards.card(p, duels.DATA, slug, *CARD, priced=True)),
    "small": (duels.DATA.cards, lambda p, slug: cards.card(p, duels.DATA, slug, 106, 122, priced=True)),
    "strip": (duels.DATA.cards, lambda p, slug: cards.strip(p, duels.DATA, slug, *STRIP, costs=True, beside=72)),
    "flat": (duels.DATA.cards, lambda p, slug: cards.strip(p, duels.DATA, slug, *FLAT, costs=True, beside=62)),
    "wonder": (duels.DATA.wonders, lambda p, slug: cards.wonder(p, duels.DATA, slug, 188, 122)),
    "built": (duels.DATA.wonders, lambda p, slug: cards.wonder(p, duels.DATA, slug, 188, 122, built=True)),
    "token": (duels.DATA.tokens, lambda p, slug: cards.token(p, duels.DATA, slug, 47)),
}
BOXES = {"card": CARD, "priced": CARD, "small": (106, 122), "strip": STRIP, "flat": FLAT, "wonder": (188, 122)}
BOXES |= {"built": (188, 122), "token": (94, 94)}


@pytest.mark.parametrize("lines", [("Circus", "Maximus"), ("Circus Maximus",)], ids=["two lines", "one line"])
@pytest.mark.parametrize("width", [120, 188, 240])
def test_name_of_a_built_wonder_keeps_clear_of_its_tick_and_edge(width, lines):
    titled = of.TitleLines(lines, 16, stone=True)
    marks = of.frame_wonder(duels.DATA, "circus-maximus", width, 122, built=True, title=titled).face.marks
    names = [mark for mark in marks if isinstance(mark, Title)]
    assert [name.text for name in names] == list(lines)
    for name in names:
        assert name.x + name.room / 2 <= width / 2 - city.TICK - 17  # its radius
        assert name.x - name.room / 2 >= -width / 2 + of.TITLE_MARGIN


def painted(draw, slug):
    pen = Pen(measure)
    with pen.at(500, 500):
        draw(pen, slug)
    return pen


def grey(pen):
    """Return the painted points with their brightness in steps of 0.1, and the words."""
    points = tuple(
        (round(at[i]), round(at[i + 1]), round(0.3 * at[i + 4] + 0.59 * at[i + 5] + 0.11 * at[i + 6], 1))
        for at in (layer.vertices for layer in pen.layers)
        for i in range(0, len(at), 8)
    )
    words = (word for layer in pen.layers for word in layer.words)
    return points, tuple((word.text, tuple(round(x) for x, _ in word.corners)) for word in words)


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", DRAWN)
def test_drawings_stay_inside_their_card_face(kind):
    things, draw = DRAWN[kind]
    w, h = BOXES[kind]
    edge = 4.6  # of the seam round a card
    found = []
    for slug in things:
        pen = painted(draw, slug)
        for layer in pen.layers:
            if outside(layer, w / 2 + edge, h / 2 + edge):
                found.append(f"{slug} leaves its face")
            found += [
                f"{slug}: {word.text!r} leaves its face"
                for word in layer.words
                if not all(abs(x - 500) <= w / 2 and abs(y - 500) <= h / 2 for x, y in letters(word))
            ]
    assert not found


@pytest.mark.sampled(8)
@pytest.mark.parametrize("kind", [kind for kind in DRAWN if kind not in ("strip", "flat")])
def test_no_two_things_of_a_kind_are_alike_in_grey(kind):
    things, draw = DRAWN[kind]
    looks = {}
    for slug in things:
        looks.setdefault(grey(painted(draw, slug)), []).append(slug)
    assert [alike for alike in looks.values() if len(alike) > 1] == []


@pytest.mark.rotated
def test_no_two_printed_things_look_alike_without_colour():
    """Printed things differ clearly in grey, in the size in which the screen shows them."""
    seen = {name: in_grey(size, paint) for name, size, paint in duels.printed()}
    assert len(seen) == 73 + 12 + 10 + 2 + 4
    assert min(map(max, seen.values())) > 100, "something is drawn"
    alike = []
    for (one, first), (other, second) in combinations(seen.items(), 2):
        if len(first) == len(second):
            differ = sum(abs(a - b) > GREY_STEPS for a, b in zip(first, second, strict=True))
            alike += [f"{one} and {other}: {differ}"] if differ < MIN_PIXELS else []
    assert not alike


@pytest.mark.full
@pytest.mark.parametrize("printed", ["duels", "sevens"])
def test_picture_of_all_printed_things_is_written(tmp_path, printed):
    made, root = tmp_path / "sheet.png", duels.stage.ROOT
    command = [sys.executable, root / "tests/app/screen/printed_sheet.py", printed, made]
    subprocess.run(command, check=True, env=os.environ | {"PYTHONPATH": str(root)})
    assert made.stat().st_size > 100_000


def enlarge_each(lang):
    """Yield each printed thing that a touch enlarges, with a room that shows it."""
    room = duels.room(duels.in_age(1, 2), lang)
    for kind, slugs in (("card", duels.DATA.cards), ("wonder", duels.DATA.wonders), ("token", duels.DATA.tokens)):
        for slug in slugs:
            touch_handlers.show(room.control, TouchedThing(kind, slug, 1 if kind == "wonder" else 0))
            yield slug, room


@pytest.mark.sampled(6)
@pytest.mark.parametrize("lang", complete())
def test_no_label_of_a_thing_shown_large_is_clipped(lang):
    """The smallest screen has the least room for labels."""
    clipped = [
        f"{slug}: {word.text!r}"
        for slug, room in enlarge_each(lang)
        for word in words(parts(room, SIZES[0], only="touched")["touched"][1])
        if word.width > word.room + 1
    ]
    assert not clipped


@pytest.mark.full
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("lang", complete())
def test_enlarged_things_have_no_layout_faults(size, lang):
    assert not {slug: found for slug, room in enlarge_each(lang) if (found := faults(room, size))}


def test_prices_of_an_enlarged_card_stand_on_parchment():
    room = duel_states.card_open()
    said = words(parts(room, (1280, 720), only="touched")["touched"][1])
    names = [word for word in said if word.text in ("You", room.control.model.name(2, room.control.model.words()))]
    assert {word.colour for word in names} == {ink("text", True)}, "the colour of words on parchment"


@pytest.mark.full
def test_no_two_numbers_on_a_face_overlap():
    """Two numbers never overlap on a face."""
    found = []
    for kind, (things, draw) in DRAWN.items():
        for slug in things:
            words = [word for layer in painted(draw, slug).layers for word in layer.words]
            for n, word in enumerate(words):
                centre = sum(x for x, _ in word.corners) / 4, sum(y for _, y in word.corners) / 4
                found += [f"{kind} {slug}" for other in words[n + 1 :] if inside(centre, letters(other))]
    assert not found


def test_invented_cards_are_drawn_from_printed_effects():
    new = CardData(
        age=2, colour="yellow", cost=Cost(coins=11, wood=2, glass=1), points=12, bears="anchor", chain="moon",
        effects=(Coins(amount=10), Production(resource="clay", amount=2)),
    )  # fmt: skip
    data = type(duels.DATA)(
        **{name: getattr(duels.DATA, name) for name in duels.DATA.__struct_fields__}
        | {"cards": {"harbour": new}, "wonders": {"canal": WonderData(cost=Cost(clay=3), points=5)}}
    )
    pen = Pen(measure)
    cards.card(pen, data, "harbour", *CARD, priced=True)
    assert sorted(word.text for layer in pen.layers for word in layer.words) == ["10", "11", "12"]
    cards.wonder(pen, data, "canal", 188, 122)
    assert list_parts("canal") == list_parts("nobody has drawn it")


@pytest.mark.parametrize("costs", [True, False])
def test_the_visible_part_of_a_covered_card_shows_picture_and_chain(costs):
    for slug, card in duels.DATA.cards.items():
        found = of.strip(duels.DATA, slug, *STRIP, costs, 72).marks
        shows = [mark for mark in found if isinstance(mark, Illustration)]
        assert len(shows) == 1, slug
        assert shows[0].w * 0.3 < shows[0].h, slug
        chains = [mark for mark in found if isinstance(mark, Chain) and not mark.asked]
        assert len(chains) == bool(card.bears), slug
        for chain in chains:
            grounds = [mark for mark in found if isinstance(mark, Box)]
            for ground in grounds:
                beside = ground.x >= chain.x + chain.size / 2 or ground.x + ground.w <= chain.x - chain.size / 2
                assert beside or ground.y >= chain.y + chain.size / 2, slug
    assert not any(isinstance(mark, Illustration) for mark in of.strip(duels.DATA, slug, *STRIP, costs, 72, True).marks)
