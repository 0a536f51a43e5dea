"""Every worked example of tests/duel_cases.toml."""

import tomllib
from pathlib import Path
from typing import Any

import pytest

from engine.duel.actions import CoinsGained, TradePaid
from engine.game import IllegalAction, Seat
from tests.duel_cities import FULL, ME, OTHER, allow, arranged, begun, can, cards, duel, line, names, play, settle

CASES: dict[str, Any] = tomllib.loads((Path(__file__).parents[1] / "duel_cases.toml").read_text(encoding="utf-8"))


def cases_of(kind: str, *fields: str) -> pytest.MarkDecorator:
    """Generate one test for each case of a kind that has one of these fields; all cases without fields."""
    chosen = [case for case in CASES[kind] if not fields or any(field in case for field in fields)]
    return pytest.mark.parametrize("case", chosen, ids=lambda case: case["id"])


def arrange_case(case: Any, **more: Any) -> Any:
    """Arrange the position of a case. Its builder can pay, unless the case gives other coins."""
    coins = (case.get("coins_before", FULL), case.get("opponent_coins_before", FULL))
    city = dict(case.get("city", {}))
    city["tokens"] = [*city.get("tokens", ()), *case.get("tokens", ())]
    return arranged(case.get("build"), city, case.get("opponent"), coins, case.get("pawn_before", 0), **more)


# ---- costs -------------------------------------------------------------------------------------------


@cases_of("cost")
def test_building_costs_match_the_cases(case):
    state = arrange_case(case)
    view = state.view(None)
    way = next(way for way in view.derived.standing[0].build_options if way.thing == case["build"])
    assert view.seats[0].costs[case["build"]] == case["cost"] == way.cost
    assert way.chain is case.get("chain", False)
    text = line(state, case["build"])
    if not case.get("legal", True):
        assert not way.can
        with pytest.raises(IllegalAction) as caught:
            play(state, text)
        assert caught.value.rule == "price"
        return
    assert way.can
    coins = state.coins[:]
    told = play(state, text)
    gains = sum(event.coins for event in told if isinstance(event, CoinsGained) and event.seat == 1)
    income = sum(event.coins for event in told if isinstance(event, TradePaid))
    assert gains == case.get("gains", gains if "coins_after" not in case else 0)
    assert income == case.get("opponent_trade_income", 0)
    assert state.coins[ME] == case.get("coins_after", coins[ME] - case["cost"] + gains)
    if "opponent_coins_after" in case:
        assert state.coins[OTHER] == case["opponent_coins_after"]


@cases_of("discard")
def test_discard_coins_match_the_cases(case):
    state = arranged("altar", case["city"])
    play(state, "1 discard altar")
    assert state.coins[ME] - FULL == case["gains"]


# ---- military ----------------------------------------------------------------------------------------


@cases_of("military")
def test_pawn_moves_match_the_cases(case):
    state = arrange_case(case)
    if case.get("inner_token_still_there"):
        state.military_tokens[OTHER] = tuple(state.lookup.tolls)
    camps = state.military_tokens[OTHER]
    if "build" in case:
        play(state, line(state, case["build"]))
    else:
        state.push(ME, case["shields"], None)
    assert state.pawn == case.get("pawn_after", 0)
    used = [state.lookup.tolls[space] for space in camps if space not in state.military_tokens[OTHER]]
    assert used == case.get("tokens_used", used)
    if "opponent_coins_after" in case:
        assert state.coins[OTHER] == case["opponent_coins_after"]
    assert (state.ended, state.victor) == (("military", ME) if "result" in case else ("", -1))


# ---- science -----------------------------------------------------------------------------------------


@cases_of("science")
def test_science_results_match_the_cases(case):
    state = arrange_case(case, left=1 if case.get("last_card_of_age") else 20)
    play(state, line(state, case["build"]))
    match case["result"]:
        case "none":
            assert state.to_act == (OTHER,)
        case "science-victory":
            assert (state.ended, state.winners()) == ("science", (ME,))
        case result:
            board = [f"progress {token}" for token in state.view(None).tokens]
            assert len(board) == 5
            assert can(state) == board
            play(state, f"1 {board[-1]}")
            if result == "choose-board-token-then-next-age":
                assert (state.age, can(state)) == (3, ["start 1", "start 2"])


# ---- turns -------------------------------------------------------------------------------------------


@cases_of("turn", "cards_left_after")
def test_seat_to_act_after_a_wonder_matches_the_cases(case):
    state = arrange_case(case, left=case["cards_left_after"] + 1)
    state.pawn = case.get("pawn", 0)
    play(state, line(state, case["build"]))
    assert state.cards_left == case["cards_left_after"] or state.age == 2
    if "next_player" in case:
        assert (state.to_act, state.turn) == ((ME,), 2)
    else:
        assert (state.to_act, can(state)) == ((OTHER,), ["start 1", "start 2"])


@cases_of("turn", "extra_turns")
def test_wonder_grants_at_most_one_extra_turn(case):
    state = arrange_case(case)
    play(state, line(state, case["build"]))
    assert state.to_act == (ME,)
    allow(state, "altar")
    state._begin_turn(ME, None, again=True)
    play(state, "1 discard altar")
    assert state.to_act == (OTHER,)


@cases_of("turn", "order")
def test_wonder_choice_comes_before_the_extra_turn(case):
    state = arrange_case(case)
    play(state, line(state, case["build"]))
    asked = {"choose-box-token": "keep", "discard-opponent-card": "destroy"}[case["order"][0]]
    assert {text.split()[0] for text in can(state)} == {asked}
    play(state, f"1 {can(state)[0]}")
    assert (state.to_act, state.turn) == ((ME,), 2)


@cases_of("turn", "result")
def test_wonder_effect_without_a_choice_is_skipped(case):
    state = arrange_case(case)
    state.discard = cards(state, *case.get("discard", ()))
    play(state, line(state, case["build"]))
    assert case["result"] == "effect-skipped"
    assert (state.to_act, state.turn) == ((OTHER,), 2)


@cases_of("turn", "choose")
def test_discard_pile_changes_match_the_cases(case):
    state = arrange_case(case)
    state.discard = cards(state, *case.get("discard", ()))
    play(state, line(state, case["build"]))
    coins = state.coins[ME]
    word = "revive" if case["build"] == "mausoleum" else "destroy"
    play(state, f"1 {word} {case['choose']}")
    pile = names(state, state.discard)
    assert pile == case.get("discard_after", pile)
    assert set(case.get("discard_contains", ())) <= set(pile)
    assert coins - state.coins[ME] == case.get("cost_of_chosen", 0)
    assert (case["choose"] in names(state, state.cities[ME])) is (word == "revive")
    assert case["choose"] not in names(state, state.cities[OTHER])


@cases_of("turn", "wonders_built_before")
def test_no_eighth_wonder_can_be_built(case):
    wonders = list(duel().lookup.wonders)
    mine, theirs = wonders[:2], wonders[2 : case["wonders_built_before"]]
    state = arranged("sphinx", {"wonders": mine}, {"wonders": theirs})
    state.unbuilt[ME] |= 1 << state.lookup.wonder["statue-of-zeus"]
    state._begin_turn(ME, None, again=False)
    play(state, line(state, "sphinx"))
    assert sum(built.bit_count() for built in state.built) == case["wonders_built_after"]
    assert sum(left.bit_count() for left in state.unbuilt) == case["unbuilt_wonders_left"]


@cases_of("turn", "chooser")
def test_weaker_or_last_player_chooses_who_begins(case):
    state = arranged("altar", left=1, pawn=case["pawn"])
    assert case["last_player"] == 1
    play(state, "1 discard altar")
    assert state.to_act == (Seat(case["chooser"] - 1),)
    play(state, f"{case['chooser']} start 2")
    assert state.to_act == (OTHER,)


def test_every_turn_case_belongs_to_one_test():
    fields = ("cards_left_after", "extra_turns", "order", "result", "choose", "wonders_built_before", "chooser")
    assert all(sum(field in case for field in fields) == 1 for case in CASES["turn"])


# ---- scores ------------------------------------------------------------------------------------------


@cases_of("scoring", "vp")
def test_points_match_the_cases(case):
    tokens = [token for name in ("city", "opponent") for token in case.get(name, {}).get("tokens", ())]
    state = begun(tokens)
    for seat, name in enumerate(("city", "opponent")):
        settle(state, seat, case.get(name, {}))
    state.coins = [case.get("coins", 0), case.get("opponent_coins", 0)]
    state.pawn = case.get("pawn", 0)
    if isinstance(case["vp"], int):
        assert state.scores()[ME]["total"] == case["vp"]
    else:
        assert [score["military"] for score in state.scores()] == [case["vp"]["player_1"], case["vp"]["player_2"]]


@cases_of("scoring", "winner")
def test_tie_breaks_match_the_cases(case):
    state = arranged()
    for seat, name in ((ME, "player_1"), (OTHER, "player_2")):
        settle(state, seat, case[name])
    state.coins = [case["player_1"]["coins"], case["player_2"]["coins"]]
    state.pawn, state.ended, state.victor = case["pawn"], "civilian", -1
    assert [score["total"] for score in state.scores()] == [case["player_1"]["vp"], case["player_2"]["vp"]]
    assert state.winners() == {"player-2": (OTHER,), "shared": (ME, OTHER)}[case["winner"]]


def test_printed_points_match_the_checksums():
    facts = duel().data()
    for colour in ("blue", "green", "yellow"):
        by_age = {
            f"age_{age}": sum(card.points for card in facts.cards.values() if (card.colour, card.age) == (colour, age))
            for age in (1, 2, 3)
        }
        assert by_age == CASES["checksums"][f"{colour}_vp_total"]
    assert sum(wonder.points for wonder in facts.wonders.values()) == CASES["checksums"]["wonder_vp_total"]
