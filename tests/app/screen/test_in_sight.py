"""What decides lies in the picture without a touch, as signs and figures that nothing covers, whatever is asked."""

from collections import Counter

import duel_states
import pytest
import scenes
import test_seven_wonders_layout as seven
from signs import counted, drawn, sight, signs
from test_layout import enlarge

from app.games.duel.screen.scene import DuelScene
from app.games.seven_wonders.glyphs import good
from app.games.seven_wonders.screen.scene import SevenScene
from app.screen.ring import Rect
from app.text.languages import complete
from engine.seven_wonders.cards import RESOURCES

SIZES = [(800, 480), (800, 1280), (1280, 720), (1920, 1080)]
LEAST = 1.1  # mm, of a sign
ARCHITECTS = (
    *(scenes.play, scenes.play_medals, scenes.may_look, scenes.look_first, scenes.tokens, scenes.pay, scenes.search),
    *(scenes.steal, scenes.extra_first, scenes.track, scenes.repair),
)
SEVEN = (
    *(seven.playing, seven.drafting, seven.recruiting, seven.alone, seven.by_touch, seven.drafted_by_touch),
    *(seven.rebuilt_by_touch, seven.buried_by_touch, seven.paid_by_touch, seven.chosen_by_touch),
)
DUEL = ("age 1", "age 2", "age 3", "card open", "too dear", "progress", "destroy", "revive", "keep", "start")
KINDS = ("wood", "stone", "brick", "glass", "papyrus", "coin", "compass", "gear", "tablet")


def each(sizes=SIZES):
    return pytest.mark.parametrize("size", sizes, ids=lambda size: f"{size[0]}x{size[1]}")


def of_architects(room, size):
    """What is not in sight: a seat, and what it has or what its next stages cost."""
    ring, view, parts, found = room.control.scene.ring(*size), room.control.model.view, drawn(room, size), []
    for chair, needs in zip(view.seats, view.hints.needs, strict=True):
        zone = ring.zones[chair.seat - 1].rect
        seen = sight(parts, zone)
        found += [
            f"{chair.seat}: {chair.cards[kind]} {kind}"
            for kind in KINDS
            if kind in chair.cards and str(chair.cards[kind]) not in counted(seen, kind)
        ]
        wing = sight(parts, _wide(zone, 400 * ring.u))  # the wonder may stand beside its zone
        found += [
            f"{chair.seat}: {need.cost} {need.kind}" for need in needs if str(need.cost) not in counted(wing, need.kind)
        ]
        found += [
            f"{chair.seat}: {kind} is small"
            for kind in {*KINDS} & {*chair.cards}
            if max((it for *_, it in signs(seen, kind)), default=99.0) / ring.mm < LEAST
        ]
    return found


def _wide(rect, by):
    return type(rect)(rect.x - by, rect.y - by, rect.w + 2 * by, rect.h + 2 * by)


def of_seven_wonders(room, size):
    """What is not in sight: a seat, and its coins, its goods, its science, what its next stage costs."""
    at = SevenScene.of(room.control.scene)
    ring, parts, found = at.ring(*size), drawn(room, size), []
    for chair, stands in zip(at.view.seats, at.view.hints.standing, strict=True):
        seen = sight(parts, ring.zones[chair.seat - 1].rect)
        if str(chair.coins) not in counted(seen, "money"):
            found.append(f"{chair.seat}: {chair.coins} coins")
        wanted = Counter(stands.sells)
        wanted.update(kind for kinds in stands.sells_choices for kind in kinds)
        stages = at.board(chair.seat).stages
        if chair.stages < len(stages):
            wanted.update(dict(zip(RESOURCES, stages[chair.stages].cost.units(), strict=True)))
        for kind, n in wanted.items():
            lie = signs(seen, good(kind).what)
            if len(lie) < n:
                found.append(f"{chair.seat}: {n} {kind}, {len(lie)} in sight")
            large = [it for *_, it in lie if it / ring.mm >= LEAST]  # what later stages cost may be smaller
            found += [f"{chair.seat}: {kind} is small"] if len(lie) >= n > len(large) else []
        found += [
            f"{chair.seat}: {n} {slug}"
            for slug, n in stands.symbols.items()
            if str(n) not in counted(seen, good(slug).what)
        ]
    return found


def of_duel(room, size):
    """What is not in sight: a seat's coins or one of its goods; what a card that may be taken costs whoever acts."""
    at = DuelScene.of(room.control.scene)
    parts, found = drawn(room, size), []
    seen = sight(parts, Rect(0, 0, *size))
    said = Counter(word.text for word in seen.words)
    found += [f"{chair.seat}: {chair.coins} coins" for chair in at.view.seats if not said[str(chair.coins)]]
    found += [kind for kind in ("wood", "clay", "stone", "glass", "papyrus") if len(signs(seen, good(kind).what)) < 2]
    ways = {way.thing: way for way in at.view.hints.standing[at.acting - 1].ways} if at.acting else {}
    said = Counter(word.text for part in parts if part.key == "prices" for word in part.words)
    offered = Counter(str(ways[it.card].cost) for it in at.view.structure.values() if it.accessible and it.card in ways)
    found += [f"a card for {cost}" for cost, n in offered.items() if said[cost] < n]
    return found


@pytest.mark.sampled(10)
@pytest.mark.parametrize("scene", ARCHITECTS, ids=lambda scene: scene.__name__)
@each()
def test_each_seat_of_architects_shows_what_it_has_by_kind_and_what_its_stages_cost(scene, size):
    assert not {n: found for n in (2, 5, 7) if (found := of_architects(scene(n, "de"), size))}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("scene", SEVEN, ids=lambda scene: scene.__name__)
@each()
def test_each_city_of_7_wonders_stays_in_sight_whatever_lies_there(scene, size):
    assert not {n: found for n in (3, 5, 7) if (found := of_seven_wonders(scene(n, "de"), size))}


@pytest.mark.sampled(6)
@pytest.mark.parametrize("state", DUEL)
@each()
def test_both_cities_of_duel_and_the_prices_of_open_cards_are_in_sight(state, size):
    assert of_duel(duel_states.STATES[state][0](), size) == []


@pytest.mark.full
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@each()
def test_the_whole_grid(size, large, lang):
    found = {}
    for shows, made, numbers in ((of_architects, ARCHITECTS, range(2, 8)), (of_seven_wonders, SEVEN, range(3, 8))):
        for scene in made:
            for n in numbers:
                room = scene(n, lang)
                if large:
                    enlarge(room)
                if missed := shows(room, size):
                    found[scene.__name__, n] = missed
    assert not found
