"""Deciding facts are visible without a touch, as signs and figures that nothing covers, for every question."""

from collections import Counter
from itertools import pairwise

import pytest

from app.games.architects.screen.table_elements import seat_facts
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.games.duel.screen.change_marks import collect_changes
from app.games.duel.screen.city import plate_of
from app.games.duel.screen.layout import lay_table
from app.games.duel.screen.typed_scene import DuelScene
from app.games.seven_wonders.face_icons import chain_of
from app.games.seven_wonders.screen import touch_handlers
from app.games.seven_wonders.screen.hand_at_edge import elements
from app.games.seven_wonders.screen.typed_scene import AT_ONCE, SevenScene
from app.screen.state.ring_layout import Rect
from app.text.translation import complete
from engine.seven_wonders.data_schema import RESOURCES
from tests.app.screen import duel_states, scenes, sevens
from tests.app.screen import seven_scenes as seven
from tests.app.screen.layout_faults import enlarge, inside
from tests.app.screen.signs import drawn, read_counts, sight, signs

SIZES = [(800, 480), (800, 1280), (1280, 720), (1920, 1080)]
LEAST = 1.1  # mm, of a sign


def rebuilding_by_touch(n, lang="en"):
    """Ask a seat to rebuild, before it has chosen and without a finger on its hand."""
    room = seven.rebuilt_by_touch(n, lang)
    seat = SevenScene.from_scene(room.control.scene).acting
    touch_handlers.pick(room.control, seat, -1)
    touch_handlers.hold(room.control, seat, 0, False)
    return room


ARCHITECTS = (
    *(scenes.play, scenes.play_medals, scenes.may_look, scenes.look_first, scenes.tokens, scenes.pay, scenes.search),
    *(scenes.steal, scenes.extra_first, scenes.track, scenes.repair),
)
SEVEN = (
    *(seven.playing, seven.drafting, seven.recruiting, seven.alone, seven.by_touch, seven.drafted_by_touch),
    *(rebuilding_by_touch, seven.rebuilt_by_touch, seven.buried_by_touch, seven.paid_by_touch, seven.chosen_by_touch),
)
DUEL = ("age 1", "age 2", "age 3", "card open", "too dear", "progress", "destroy", "revive", "keep", "start")
WARES = {"raw": "brown", "manufactured": "grey"}
KINDS = ("wood", "stone", "brick", "glass", "papyrus", "coin", "compass", "gear", "tablet")


def at_sizes(sizes=SIZES):
    return pytest.mark.parametrize("size", sizes, ids=lambda size: f"{size[0]}x{size[1]}")


def missing_in_architects(room, size):
    """List by seat what is not visible: what it has, what its next stages cost, what it is asked."""
    scene = ArchitectsScene.from_scene(room.control.scene)
    ring, view, parts, found = scene.ring(*size), scene.model.view, drawn(room, size), []
    for chair, needs in zip(view.seats, view.derived.needs, strict=True):
        zone = ring.zones[chair.seat - 1].rect
        seen = sight(parts, zone)
        found += [
            f"{chair.seat}: {chair.cards[kind]} {kind}"
            for kind in KINDS
            if kind in chair.cards and str(chair.cards[kind]) not in read_counts(seen, kind)
        ]
        wing = sight(parts, _wide(zone, 570 * ring.u))  # the wonder may stand beside its zone
        found += [
            f"{chair.seat}: {need.cost} {need.kind}"
            for need in needs
            if str(need.cost) not in read_counts(wing, need.kind)
        ]
        found += [
            f"{chair.seat}: {kind} is small"
            for kind in {*KINDS} & {*chair.cards}
            if max((px for *_, px in signs(seen, kind)), default=99.0) / ring.mm < LEAST
        ]
        who = seat_facts(scene, view, chair.seat).player
        if who.prompt and who.turn and not who.waiting and not says_one_of(who.prompt, seen):
            found.append(f"{chair.seat}: what it is asked")
    return found


def says_one_of(prompts, seen):
    """Return True if one of the prompts is visible, in any number of lines."""
    said = " ".join(word.text for word in seen.words)
    return any(prompt in said for prompt in prompts)


def _wide(rect, by):
    return type(rect)(rect.x - by, rect.y - by, rect.w + 2 * by, rect.h + 2 * by)


def missing_in_seven_wonders(room, size):
    """List by seat what is not visible: coins, goods, science, the cost of the next stage, prices of trade.

    A seat that is asked alone also reads the question on its hand. Chains are not checked: a city has up to twenty, and
    they only decide whether a card in its hand is free, which the card shows when it is touched (tested below).
    """
    at = SevenScene.from_scene(room.control.scene)
    ring, parts, found = at.ring(*size), drawn(room, size), []
    for gap, (one, other) in zip(ring.gaps, pairwise((*at.view.seats, at.view.seats[0])), strict=True):
        around = sight(parts, _wide(Rect(gap.x, gap.y, 0, 0), 130 * ring.u), "links")
        for chair, side in ((one, "left"), (other, "right")):
            prices = at.view.derived.standing[chair.seat - 1].prices[side]
            found += [
                f"{chair.seat}: {kind} for {price}"
                for kind, price in prices.items()
                if price < at.data.table.trade and str(price) not in read_counts(around, WARES[kind])
            ]
    for hand in (part.view for part in elements(at, ring)):
        said = " ".join(word.text for word in sight(parts, Rect(0, 0, *size), f"hand {hand.seat}").words)
        backs = hand.hold.picked < 0 and hand.hold.under < 0
        if at.view.asked not in AT_ONCE and backs and hand.alone not in said:
            found.append(f"{hand.seat}: {hand.alone}")
    for chair, stands in zip(at.view.seats, at.view.derived.standing, strict=True):
        seen = sight(parts, ring.zones[chair.seat - 1].rect)
        if str(chair.coins) not in read_counts(seen, "money"):
            found.append(f"{chair.seat}: {chair.coins} coins")
        wanted = Counter(stands.sells)
        wanted.update(kind for kinds in stands.sells_choices for kind in kinds)
        stages = at.board(chair.seat).stages
        if chair.stages < len(stages):
            wanted.update(dict(zip(RESOURCES, stages[chair.stages].cost.units(), strict=True)))
        for kind, n in wanted.items():
            lie = signs(seen, kind)
            # Where room is tight, several equal signs are one with a count.
            counted = sum(int(count) if count.isdecimal() else 1 for count in read_counts(seen, kind))
            if max(len(lie), counted) < n:
                found.append(f"{chair.seat}: {n} {kind}, {len(lie)} in sight")
            large = [px for *_, px in lie if px / ring.mm >= LEAST]  # what later stages cost may be smaller
            found += [f"{chair.seat}: {kind} is small"] if len(lie) >= n > len(large) else []
        # Of three hands at one edge each is narrow: goods have their size there, and science what room is left.
        asked = any(part.key == f"hand {chair.seat}" for part in parts)
        is_narrow = asked and [zone.edge for zone in ring.zones].count(ring.zones[chair.seat - 1].edge) == 3
        symbols = {} if is_narrow else stands.symbols
        found += [f"{chair.seat}: {n} {slug}" for slug, n in symbols.items() if str(n) not in read_counts(seen, slug)]
    return found


def missing_in_duel(room, size):
    """List what is not visible: coins, goods and science of a seat; its question; what a card costs it."""
    at = DuelScene.from_scene(room.control.scene)
    parts, found = drawn(room, size), []
    seen = sight(parts, Rect(0, 0, *size))
    said = Counter(word.text for word in seen.words)
    found += [f"{chair.seat}: {chair.coins} coins" for chair in at.view.seats if not said[str(chair.coins)]]
    found += [kind for kind in ("wood", "clay", "stone", "glass", "papyrus") if len(signs(seen, kind)) < 2]
    for chair in at.view.seats:
        own = sight(parts, Rect(0, 0, *size), f"city {chair.seat}")
        for symbol, n in chair.science.items():
            shown = signs(own, symbol) if n == 1 else [count for count in read_counts(own, symbol) if count == str(n)]
            found += [] if shown else [f"{chair.seat}: {n} {symbol}"]
        asked = at.model.info(chair.seat).by != "bot" and chair.seat in at.to_act and not at.repair
        plate = sight(parts, Rect(0, 0, *size), f"plate {chair.seat}")
        prompts = plate_of(at, lay_table(*size), chair.seat, collect_changes(at)).player.prompt
        if asked and not {word.text for word in plate.words} & {*prompts}:
            found.append(f"{chair.seat}: what it is asked")
        chains = [chain for slug in chair.cards if (chain := at.data.cards[slug].bears)]
        found += [f"{chair.seat}: chain {chain}" for chain in chains if not signs(plate, chain)]
    ways = {way.thing: way for way in at.view.derived.standing[at.acting - 1].build_options} if at.acting else {}
    said = Counter(word.text for part in parts if part.key == "prices" for word in part.words)
    offered = Counter(
        str(ways[slot_view.card].cost)
        for slot_view in at.view.structure.values()
        if slot_view.accessible and slot_view.card in ways
    )
    found += [f"a card for {cost}" for cost, n in offered.items() if said[cost] < n]
    return found


@pytest.mark.sampled(50)
@pytest.mark.parametrize("scene", ARCHITECTS, ids=lambda scene: scene.__name__)
@at_sizes()
def test_architects_seats_show_their_cards_by_kind_and_their_stage_costs(scene, size):
    assert not {n: found for n in (2, 5, 7) if (found := missing_in_architects(scene(n, "de"), size))}


@pytest.mark.sampled(80)
@pytest.mark.parametrize("scene", SEVEN, ids=lambda scene: scene.__name__)
@at_sizes()
def test_seven_wonders_cities_stay_visible_during_every_question(scene, size):
    assert not {n: found for n in (3, 5, 7) if (found := missing_in_seven_wonders(scene(n, "de"), size))}


@pytest.mark.parametrize("size", [(800, 480), (1280, 720)], ids=["on the middle", "at the edge"])
def test_held_seven_wonders_card_shows_that_its_chain_makes_it_free(size):
    state, seat, slug = next(
        (state, seat, way.thing)
        for state in sevens.states(4)
        for seat in (state.to_act if state.view(None).asked == "play" else ())
        for way in state.view(seat).derived.build_options
        if way.why == "chain"
    )
    room = sevens.room(state, by="touch", questions=sevens.asked(state))
    touch_handlers.open_hand(room.control, seat + 1)
    touch_handlers.hold(room.control, seat + 1, touch_handlers.things(state.view(seat)).index(slug), True)
    sevens.answer_look(room, state, seat + 1)
    seen = sight(drawn(room, size), Rect(0, 0, *size), f"under {seat + 1}")
    assert signs(seen, chain_of(slug))
    assert "free by its chain" in " ".join(word.text for word in seen.words).lower()


@pytest.mark.sampled(24)
@pytest.mark.parametrize("state", DUEL)
@at_sizes()
def test_duel_cities_and_prices_of_open_cards_are_visible(state, size):
    assert missing_in_duel(duel_states.STATES[state][0](), size) == []


@pytest.mark.parametrize(("scene", "size"), [(scenes.happened, (1280, 720)), (seven.happened_on_phones, (800, 480))])
def test_events_are_shown_in_the_middle_if_it_has_room(scene, size):
    parts, found = drawn(scene(7, "de"), size), []
    for nth, part in enumerate(parts):
        if part.key.startswith("happened"):
            for zone in (below for below in parts[:nth] if below.key.startswith("zone")):
                corner = zone.shapes[0][1:3]
                pens = {(shape.x, shape.y) for shape in zone.shapes if shape.what[0] in ("poly", "path")} - {corner}
                found += [(part.key, zone.key) for at in pens if any(inside(at, ground) for ground in part.grounds)]
    assert not found


@pytest.mark.full
@pytest.mark.parametrize("lang", complete())
@pytest.mark.parametrize("large", [False, True], ids=["usual", "large"])
@at_sizes()
def test_facts_of_seats_are_visible_on_the_whole_grid(size, large, lang):
    found = {}
    for shows, made, numbers in (
        (missing_in_architects, ARCHITECTS, range(2, 8)),
        (missing_in_seven_wonders, SEVEN, range(3, 8)),
    ):
        for scene in made:
            for n in numbers:
                room = scene(n, lang)
                if large:
                    enlarge(room)
                if missed := shows(room, size):
                    found[scene.__name__, n] = missed
    assert not found
