"""Payments against a slow, obvious twin, on thousands of random cities."""

import random
from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

import pytest

from engine.seven_wonders.data_schema import RAW, RESOURCES
from engine.seven_wonders.payments import can_sell, coins, drop_dominated, pack, plans, subtract
from tests.seven_wonders_cities import builds, can, lay, playing, say, sell_all

CITIES = 2000
KINDS = range(len(RESOURCES))
Producers = Sequence[tuple[int, ...]]  # each unit that can be had, by the resources it may be


class City(NamedTuple):
    """The inputs of a payment: goods, prices and coins."""

    cost: tuple[int, ...]  # the resource of each unit
    own: Producers
    left: Producers
    right: Producers
    prices: tuple[int, int, int, int]  # raw left, raw right, manufactured left, manufactured right
    bank: int
    less: bool


def brute_force_ways(city: City) -> set[tuple[int, int, int]]:
    """Return the sums of all ways to cover every unit by one source each, without sums that another one undercuts."""
    sums = set(_sums(city, 0, frozenset()))
    return {
        one
        for one in sums
        if not any(other != one and all(a <= b for a, b in zip(other, one, strict=True)) for other in sums)
    }


def _sums(city: City, at: int, used: frozenset[tuple[str, int]]) -> Iterator[tuple[int, int, int]]:
    if at == len(city.cost):
        yield 0, 0, 0
        return
    resource = city.cost[at]
    raw_left, raw_right, made_left, made_right = city.prices
    fees = {
        "own": (0, 0, 0),
        "left": (raw_left if resource < RAW else made_left, 0, 0),
        "right": (0, raw_right if resource < RAW else made_right, 0),
    }
    ways = [
        (name, number, fees[name])
        for name, sources in (("own", city.own), ("left", city.left), ("right", city.right))
        for number, source in enumerate(sources)
        if resource in source
    ]
    ways += [("bank", 0, (0, 0, city.bank))] if city.bank else []
    ways += [("less", 0, (0, 0, 0))] if city.less else []
    for name, number, fee in ways:
        if (name, number) not in used:
            for rest in _sums(city, at + 1, used | {(name, number)}):
                yield tuple(a + b for a, b in zip(fee, rest, strict=True))  # type: ignore[misc]  # three each


def engine_ways(city: City) -> list[tuple[int, int, int]]:
    own, makes = _wares(city.own)
    sold = [units | choices << 28 for units, choices in (_wares(city.left), _wares(city.right))]
    need = subtract(pack([city.cost.count(kind) for kind in KINDS]), own)
    raw_left, raw_right, made_left, made_right = city.prices
    prices = raw_left | raw_right << 4 | made_left << 8 | made_right << 12 | city.bank << 16
    return [(plan & 255, plan >> 8 & 255, plan >> 16 & 255) for plan in plans(need, makes, *sold, prices, city.less)]


def _wares(producers: Producers) -> tuple[int, int]:
    choices = 0
    for source in producers:
        if len(source) > 1:
            choices = choices << 7 | sum(1 << kind for kind in source)
    return pack([sum(source == (kind,) for source in producers) for kind in KINDS]), choices


def random_city(rng: random.Random) -> City:
    def producers(most: int) -> Producers:
        return [tuple(sorted(rng.sample(KINDS, rng.choice((1, 1, 2, 3, 4))))) for _ in range(rng.randint(0, most))]

    kinds = rng.sample(KINDS, rng.randint(1, 4))  # few kinds, so that sources are scarce and compete
    return City(
        cost=tuple(rng.choice(kinds) for _ in range(rng.randint(1, 5))),
        own=producers(3),
        left=producers(5),
        right=producers(5),
        prices=tuple(rng.choice((1, 2)) for _ in range(4)),  # type: ignore[arg-type]  # four
        bank=rng.choice((0, 0, 1)),
        less=rng.random() < 0.25,
    )


def test_payments_agree_with_brute_force():
    rng = random.Random(77)
    several = 0
    for _ in range(CITIES):
        city = random_city(rng)
        ways = engine_ways(city)
        assert len(set(ways)) == len(ways)
        assert set(ways) == brute_force_ways(city), city
        assert [sum(way) for way in ways] == sorted(sum(way) for way in ways), "the cheapest first"
        several += len(ways) > 1
    assert several > CITIES // 10


def test_missing_resources_are_computed():
    for need, made in product(range(8), repeat=2):
        assert subtract(pack([need] * 7), pack([made] * 7)) == pack([max(0, need - made)] * 7)


def test_city_sells_each_unit_once():
    wood_or_clay, wood, clay = 0b0000101 << 28, pack([1]), pack([0, 0, 1])
    assert can_sell(wood_or_clay, wood)
    assert can_sell(wood_or_clay, clay)
    assert not can_sell(wood_or_clay, wood + clay)
    assert can_sell(wood_or_clay + wood, wood + clay)
    assert not can_sell(wood, clay)


def test_plan_coins_are_summed():
    assert [coins(plan) for plan in drop_dominated([3 | 4 << 8 | 1 << 16])] == [8]


# ---- at the table: what is offered -------------------------------------------------------------------

BOARDS = ("ephesos-day", "gizah-day", "rhodos-day")  # papyrus, stone, ore


def state_with_hand(*cards: str, age: int = 1, **laid: object):
    return lay(playing(*BOARDS, age=age, hands={0: cards}), **laid)


def test_payer_chooses_the_neighbour():
    state = state_with_hand("baths")
    lay(state, 2, cards=["stone-pit"])
    assert builds(state, "baths") == ["left 2", "right 2"]


def test_more_expensive_neighbour_may_be_paid():
    state = state_with_hand("baths", cards=["west-trading-post"])
    lay(state, 2, cards=["stone-pit"])
    assert builds(state, "baths") == ["left 1", "right 2"]


def test_own_production_costs_nothing():
    assert builds(state_with_hand("baths", cards=["stone-pit"]), "baths") == [""]


def test_dominated_payment_is_not_offered():
    state = state_with_hand("temple", age=2, cards=["lumber-yard", "marketplace", "west-trading-post"])
    for seat in (1, 2):
        lay(state, seat, cards=["clay-pool", "glassworks"])
    assert set(builds(state, "temple")) == {"left 2", "left 1 right 1", "right 3"}  # not left 1 right 2


@pytest.mark.parametrize(("coins_held", "ways"), [(1, []), (2, ["left 2"]), (3, ["left 2"])])
def test_coins_must_suffice_before_the_turn(coins_held, ways):
    assert builds(state_with_hand("baths", coins=coins_held), "baths") == ways


def test_printed_coin_cost_must_be_affordable():
    assert builds(state_with_hand("timber-yard", coins=0), "timber-yard") == []
    assert builds(state_with_hand("timber-yard", coins=1), "timber-yard") == [""]


def test_coins_received_cannot_be_spent_at_once():
    state = lay(playing(*BOARDS, hands={0: ["baths"], 1: ["stockade"]}), coins=1)
    lay(state, 0, cards=["lumber-yard"])
    assert builds(state, "stockade", 1) == ["right 2"]
    say(state, "2 choose build stockade right 2")
    assert builds(state, "baths") == []


def test_both_neighbours_may_buy_the_same_unit():
    state = playing(*BOARDS, hands={0: ["baths"], 2: ["baths"]})
    assert "left 2" in builds(state, "baths", 0)
    say(state, "1 choose build baths left 2")
    assert "right 2" in builds(state, "baths", 2)
    before = state.coins[1]
    say(state, "3 choose build baths right 2")
    sell_all(state)
    assert state.coins[1] == before + 4 + 3


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("leader", "thing", "age"),
    [
        ("hammurabi", "aqueduct", 2),
        ("leonidas", "walls", 2),
        ("archimedes", "academy", 3),
        ("imhotep", "stage arena", 3),
    ],
)
def test_a_leader_waives_one_unit(leader, thing, age):
    card = thing.removeprefix("stage ")
    state = state_with_hand(card, age=age, cards=["quarry", "glassworks", "clay-pool"])
    without = builds(state, thing)
    with_leader = builds(lay(state, leaders=[leader]), thing)
    assert with_leader == [""]
    assert "" not in without


def test_bank_sells_one_unit_per_turn():
    state = state_with_hand("workshop", "walls", age=1, leaders=["bilkis"])
    assert builds(state, "workshop") == ["bank 1"]
    assert "left 2 bank 1" not in builds(state, "walls")


@pytest.mark.parametrize(
    ("leaders", "cards"), [(["ramses"], []), (["ramses", "bilkis"], ["lumber-yard"])], ids=["Ramses", "with Bilkis too"]
)
def test_a_free_card_accepts_no_payment(leaders, cards):
    assert builds(state_with_hand("workers-guild", age=3, leaders=leaders, cards=cards), "workers-guild") == [""]


@pytest.mark.parametrize(("city", "card"), [("loom", "loom-2"), ("loom-2", "loom-2"), ("altar", "altar")])
def test_card_of_the_same_name_cannot_be_built_twice(city, card):
    assert builds(state_with_hand(card, age=2, cards=[city]), card) == []
    assert f"choose sell {card}" in can(state_with_hand(card, age=2, cards=[city]))
