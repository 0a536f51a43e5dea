"""Coins in 7 Wonders are told with what brought them, whatever that is."""

import random
from collections.abc import Callable
from typing import Any, get_args

import pytest

from engine.game import Event
from engine.seven_wonders.actions import CoinsGained
from engine.seven_wonders.data_schema import Coins, PerThing, VictoryToken
from engine.seven_wonders.packed_position import CityCoins
from tests.seven_wonders_cities import GAME, builds, lay, playing, recruiting, say, sell_all

MAKERS = ["sawmill", "quarry", "brickyard", "foundry", "loom", "glassworks", "press"]  # whatever a stage may cost
Told = list[tuple[int, str]]  # coins and what brought them


def coins_by_cause(told: list[Event], seat: int = 1) -> Told:
    """List all coins of a seat with their causes: of its own actions, and of conflicts."""
    found: Told = []
    for event in told:
        if getattr(event, "seat", 0) == seat:
            found += [(event.coins, event.by)] if isinstance(event, CoinsGained) else getattr(event, "gains", ())
    return found


def gains_of_choice(state: Any, line: str) -> Told:
    told = sell_all(state, 0)
    return coins_by_cause(told + say(state, line))


def _sale() -> Told:
    return coins_by_cause(sell_all(playing()))


def _first_of_the_turn() -> Told:
    return coins_by_cause(sell_all(lay(playing(), leaders=["berenice"])))


def _card() -> Told:
    return gains_of_choice(playing(hands={0: ["tavern"]}), "1 choose build tavern")


def _card_that_counts() -> Told:
    state = lay(playing(age=2, hands={0: ["vineyard"]}), 1, cards=["lumber-yard"])
    return gains_of_choice(state, "1 choose build vineyard")


def _stage() -> Told:
    state = lay(playing("ephesos-day", "gizah-day", "rhodos-day", hands={0: ["altar"]}), stages=1, cards=MAKERS)
    return gains_of_choice(state, f"1 choose stage altar {builds(state, 'stage altar')[0]}".strip())


def _colour() -> Told:
    state = lay(playing(hands={0: ["tavern"]}), leaders=["xenophon"])
    return gains_of_choice(state, "1 choose build tavern")


def _colour_out_of_the_discard() -> Told:
    state = playing("halikarnassos-night", "gizah-day", "rhodos-day", hands={0: ["altar"]})
    lay(state, leaders=["xenophon"], cards=MAKERS)
    state.discard.append(state.lookup.card["tavern"])
    state.discarded[1] += 1
    told = sell_all(state, 0)
    told += say(state, f"1 choose stage altar {builds(state, 'stage altar')[0]}".strip())
    return coins_by_cause(told + say(state, "1 rebuild tavern"))


def _chain() -> Told:
    state = lay(playing(age=2, hands={0: ["statue"]}), cards=["well"], leaders=["vitruvius"])
    return gains_of_choice(state, "1 choose build statue")


def _purchase() -> Told:
    state = lay(playing(hands={0: ["stockade"]}), leaders=["hatshepsut"])
    lay(state, 1, cards=["lumber-yard"])
    return gains_of_choice(state, f"1 choose build stockade {builds(state, 'stockade')[0]}")


def _conflict() -> Told:
    state = lay(playing(turn=6), leaders=["nero"], cards=["stockade"])
    return coins_by_cause(sell_all(state))


def _token_by_a_leader() -> Told:
    state = lay(recruiting(age=2, leaders={0: ["nitocris"]}), leaders=["nero"])
    return gains_of_choice(state, "1 choose recruit nitocris")


def _leader() -> Told:
    return gains_of_choice(recruiting(leaders={0: ["croesus"]}), "1 choose recruit croesus")


@pytest.mark.parametrize(
    ("act", "told"),
    [
        pytest.param(_sale, [(3, "sale")], id="a sale"),
        pytest.param(_first_of_the_turn, [(3, "sale"), (1, "berenice")], id="more with the first coins of a turn"),
        pytest.param(_card, [(5, "tavern")], id="a card"),
        pytest.param(_card_that_counts, [(1, "vineyard")], id="a card that counts others"),
        pytest.param(_stage, [(9, "ephesos")], id="a stage"),
        pytest.param(_leader, [(6, "croesus")], id="a leader"),
        pytest.param(_colour, [(5, "tavern"), (2, "xenophon")], id="a leader, for a card of a colour"),
        pytest.param(_colour_out_of_the_discard, [(5, "tavern"), (2, "xenophon")], id="the same, out of the discard"),
        pytest.param(_chain, [(2, "vitruvius")], id="a leader, for a chain"),
        pytest.param(_purchase, [(1, "hatshepsut")], id="a leader, for a purchase"),
        pytest.param(_conflict, [(3, "sale"), (4, "nero")], id="a leader, for a conflict"),
        pytest.param(_token_by_a_leader, [(2, "nero")], id="a leader, for another's token"),
    ],
)
def test_every_coin_gain_names_its_source(act: Callable[[], Told], told: Told):
    assert act() == told


@pytest.mark.parametrize("seed", range(6))
def test_coins_in_random_games_come_from_a_source_in_that_city(seed):
    rng = random.Random(seed)
    boards = ", ".join(rng.sample(["ephesos-day", "roma-day", "gizah-night", "olympia-day", "halikarnassos-night"], 4))
    setup = GAME.setup({"game": "seven-wonders", "seats": boards, "variant": "leaders experts"})
    state = GAME.start(setup)
    heard: list[Event] = []
    tell = lambda event, readers: heard.append(event)  # noqa: E731

    while state.to_act:
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat < 0 else rng.choice(list(state.legal(seat))), tell)
        for whose in range(1, state.seats + 1):
            assert {by for _, by in coins_by_cause(heard, whose)} <= {"sale", *coin_sources(state, whose - 1)}
        heard.clear()


def coin_sources(state: Any, seat: int) -> list[str]:
    kinds = (Coins, VictoryToken, *get_args(CityCoins))
    return [
        name
        for name, effects in state.effects_in_city(seat)
        if any(isinstance(effect, kinds) or (isinstance(effect, PerThing) and effect.coins) for effect in effects.all)
    ]
