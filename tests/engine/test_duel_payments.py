"""Costs in Duel, compared with a slow implementation that tries everything, in thousands of random cities."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from engine.duel.data_schema import RESOURCES, Discount, FixedPrice, ProducesOneOf, Production
from engine.duel.payments import RAW_AT, pack, pack_prices, trade
from tests.duel_cities import ME, OTHER, City, arranged, duel

PRODUCERS = {"raw": RESOURCES[:3], "manufactured": RESOURCES[3:]}


def effects(city: City) -> list[object]:
    facts = duel().data()
    things = [facts.cards[name] for name in city["cards"]] + [facts.wonders[name] for name in city["wonders"]]
    return [effect for thing in things for effect in thing.effects]


def symbols(city: City, resource: str) -> int:
    """Count the symbols of a resource on brown and grey cards, the only cards that have any."""
    made = [effect for effect in effects(city) if isinstance(effect, Production)]
    return sum(effect.amount for effect in made if effect.resource == resource)


def cheapest(thing: str, city: City, opponent: City) -> int:
    """Return the lowest price of a thing over everything that a seat can do about it."""
    facts = duel().data()
    printed = facts.cards[thing] if thing in facts.cards else facts.wonders[thing]
    chain = facts.cards[thing].chain if thing in facts.cards else ""
    if chain and any(facts.cards[card].bears == chain for card in city["cards"]):
        return 0
    kind = facts.cards[thing].colour if thing in facts.cards else "wonder"
    fixed = {resource for effect in effects(city) if isinstance(effect, FixedPrice) for resource in effect.of}
    missing: list[str] = []
    for resource, units in zip(RESOURCES, printed.cost.units(), strict=True):
        missing += [resource] * max(0, units - symbols(city, resource))
    discounts = [effect for token in city["tokens"] for effect in facts.tokens[token].effects]
    spared = sum(effect.units for effect in discounts if isinstance(effect, Discount) and effect.on == kind)
    prices = {resource: 1 if resource in fixed else 2 + symbols(opponent, resource) for resource in RESOURCES}
    choices = [PRODUCERS[effect.of] for effect in effects(city) if isinstance(effect, ProducesOneOf)]
    return printed.cost.coins + min(
        sum(prices[unit] for unit in left) for left in remaining_units(missing, choices, spared)
    )


def remaining_units(missing: list[str], choices: list[tuple[str, ...]], spared: int) -> Iterator[list[str]]:
    """Yield the units left to buy, for every use of every producer and every choice of units that need not be paid."""
    for made in product(*choices):
        left = missing[:]
        for unit in made:
            if unit in left:
                left.remove(unit)
        for gone in combinations(range(len(left)), min(spared, len(left))):
            yield [unit for at, unit in enumerate(left) if at not in gone]


def random_cities(rng: random.Random) -> tuple[City, City]:
    """Return two random cities: each card, wonder and token is in one of them or in neither."""
    facts = duel().data()
    found: list[dict[str, list[str]]] = [{"cards": [], "wonders": [], "tokens": []} for _ in range(3)]
    share = rng.choice([1, 3, 6])
    for kind, names in (("cards", facts.cards), ("wonders", facts.wonders), ("tokens", facts.tokens)):
        for name in names:
            found[rng.choices(range(3), [1, 1, share])[0]][kind].append(name)
    return found[0], found[1]


@pytest.mark.sampled(3)
@pytest.mark.parametrize("seed", range(60))
def test_costs_in_random_cities_agree_with_brute_force(seed):
    """The state's costs, for both seats and everything that could be built: about 9,000 costs in 60 pairs of cities."""
    rng = random.Random(seed)
    cities = random_cities(rng)
    state = arranged(None, *cities)
    box = duel().lookup
    for seat in (ME, OTHER):
        city, opponent = cities[seat], cities[1 - seat]
        for card in box.cards:
            if card not in city["cards"]:
                assert state.card_cost(seat, box.card[card])[0] == cheapest(card, city, opponent)
        for wonder in box.wonders:
            if wonder not in city["wonders"]:
                assert state.wonder_cost(seat, box.wonder[wonder])[0] == cheapest(wonder, city, opponent)


def test_random_trades_agree_with_brute_force():
    """Needs, symbols, prices, choice producers and spared units at random, beyond what the box can bring together."""
    rng = random.Random(5)
    for _ in range(4000):
        needs = [rng.choice([0, 0, 1, 1, 2, 3]) for _ in RESOURCES]
        have = [rng.choice([0, 0, 1, 2]) for _ in RESOURCES]
        prices = [rng.randint(1, 9) for _ in RESOURCES]
        raw, made, spared = rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 1, 2]), rng.choice([0, 0, 2, 4])
        missing: list[str] = []
        for resource, need, own in zip(RESOURCES, needs, have, strict=True):
            missing += [resource] * max(0, need - own)
        cost_of = dict(zip(RESOURCES, prices, strict=True))
        choices = [PRODUCERS["raw"]] * raw + [PRODUCERS["manufactured"]] * made
        purse = pack(have) | pack_prices(prices) | (raw | made << 4 | spared << 8) << RAW_AT
        slow = min(sum(cost_of[unit] for unit in left) for left in remaining_units(missing, choices, spared))
        assert trade(pack(needs), purse) == slow


def test_opposing_symbols_never_lower_a_cost():
    rng = random.Random(3)
    for _ in range(40):
        city, opponent = random_cities(rng)
        bare = {**opponent, "cards": []}
        box = duel().lookup
        here, there = arranged(None, city, bare), arranged(None, city, opponent)
        for card in range(len(box.cards)):
            assert 0 <= here.card_cost(ME, card)[0] <= there.card_cost(ME, card)[0]
