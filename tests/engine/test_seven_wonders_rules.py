"""Rulings of docs/facts-seven-wonders.md at the table, and why things are refused."""

import random

import pytest

from engine.game import CHANCE, IllegalAction, Seat
from engine.record import parse_move
from engine.seven_wonders.chance import pending_line
from engine.seven_wonders.questions import question
from tests.seven_wonders_cities import FULL, begun, builds, can, deal, lay, playing, points, recruiting, say, sell_all

PLAIN = ("gizah-day", "rhodos-day", "ephesos-day")


# ---- leaders that pay ----------------------------------------------------------------------------------


def test_berenice_pays_once_a_turn():
    state = lay(playing(*PLAIN, age=2, hands={0: ["vineyard"]}), leaders=["berenice", "xenophon"], cards=["sawmill"])
    sell_all(state, 0)
    say(state, "1 choose build vineyard")
    assert state.coins[0] == FULL + 1 + 2 + 1  # a brown card, Xenophon, Berenice


def test_berenice_counts_no_coins_of_neighbours():
    state = lay(playing(*PLAIN, hands={0: ["altar"], 1: ["baths"]}), leaders=["berenice"])
    say(state, "1 choose build altar", "2 choose build baths right 2")
    sell_all(state)
    assert state.coins[0] == FULL + 2


def test_nero_is_paid_after_all_tokens_of_a_conflict():
    state = lay(playing(*PLAIN, turn=6), leaders=["nero", "berenice"], cards=["stockade"])
    sell_all(state)
    assert state.token_values(0) == [1, 1]
    assert state.coins[0] == FULL + 3 + 1 + 4 + 1  # a sale, then a moment of its own


def test_vitruvius_pays_for_chains_but_not_for_what_is_rebuilt():
    state = lay(playing(*PLAIN, age=2, hands={0: ["aqueduct"]}), leaders=["vitruvius"], cards=["baths"])
    sell_all(state, 0)
    say(state, "1 choose build aqueduct")
    assert state.coins[0] == FULL + 2
    other = recruiting(*PLAIN, age=2, leaders={0: ["solomon"]})
    lay(other, leaders=["vitruvius"], cards=["baths"])
    other.discard, other.discarded = [other.lookup.card["aqueduct"]], [0, 0, 1, 0]
    sell_all(other, 0)
    say(other, "1 choose recruit solomon", "1 rebuild aqueduct")
    assert other.coins[0] == FULL - 3


def test_a_rebuilt_card_brings_coins_and_xenophon_pays_for_it():
    state = recruiting(*PLAIN, age=2, leaders={0: ["solomon"]})
    lay(state, leaders=["xenophon"])
    state.discard, state.discarded = [state.lookup.card["tavern"]], [0, 1, 0, 0]
    sell_all(state, 0)
    say(state, "1 choose recruit solomon", "1 rebuild tavern")
    assert state.coins[0] == FULL - 3 + 5 + 2
    assert state.discard == []


def test_a_neighbours_card_of_the_same_turn_counts():
    state = playing(*PLAIN, age=2, hands={0: ["vineyard"], 1: ["sawmill"]})
    say(state, "1 choose build vineyard", "2 choose build sawmill")
    sell_all(state)
    assert state.coins[0] == FULL + 1


# ---- recruitment ---------------------------------------------------------------------------------------


def test_sold_leader_is_out_of_the_game():
    state = recruiting(*PLAIN, leaders={0: ["caesar"]})
    before = state.box_size
    sell_all(state)
    assert (state.box_size, sum(state.discarded)) == (before, 0)
    assert state.lookup.leader["caesar"] in state.face_down_leaders


def test_seat_without_leaders_does_not_choose():
    state = recruiting(*PLAIN, leaders={1: []})
    assert state.to_act == (0, 2)
    sell_all(state)
    assert pending_line(state) == "deal 1"


def test_recruitment_is_skipped_without_leaders():
    state = recruiting(*PLAIN, leaders={0: [], 1: [], 2: []})
    assert pending_line(state) == "deal 1"


def test_roma_keeps_its_leaders_in_age_three():
    two = {0: ["zenobia", "caesar"], 1: ["sappho", "nero"]}
    state = recruiting("roma-night", "gizah-day", "rhodos-day", age=3, leaders=two)
    sell_all(state)
    assert (state.unplayed[0], state.unplayed[1]) == (1, 0)


@pytest.mark.parametrize(("answer", "left"), [("recruit nero", 0), ("done", 1)])
def test_roma_may_decline_its_further_leader(answer, left):
    state = recruiting("roma-night", "gizah-day", "rhodos-day", leaders={0: ["caesar", "nero"]})
    lay(state, cards=["stone-pit", "clay-pool", "glassworks"], stages=1)
    sell_all(state, 0)
    say(state, "1 choose stage caesar", f"1 {answer}")
    assert state.unplayed[0] == left
    assert pending_line(state) == "deal 1"


def test_the_effect_of_an_extra_leader_follows_at_once():
    state = recruiting("roma-night", "gizah-day", "rhodos-day", leaders={0: ["caesar", "telesilla"]})
    lay(state, cards=["stone-pit", "clay-pool", "glassworks"], stages=1)
    lay(state, 1, tokens=[1])
    lay(state, 2, tokens=[3, 5])
    sell_all(state, 0)
    say(state, "1 choose stage caesar", "1 recruit telesilla")
    assert (question(state), state.to_act) == ("lose", (1,))
    say(state, "2 lose 1")
    assert can(state, 2) == ["lose 3", "lose 5"]
    say(state, "3 lose 5")
    assert state.token_values(2) == [3]


def test_box_with_few_leaders_deals_all_of_them():
    state = recruiting("roma-night", "gizah-day", "rhodos-day", leaders={0: ["caesar", "nero"]})
    lay(state, cards=["lumber-yard", "clay-pool"])
    state.in_box = state.in_box[:2]
    state.box_size = 2
    sell_all(state, 0)
    say(state, "1 choose stage nero")
    deal(state, random.Random(1))
    assert state.unplayed[0] == 3


def test_abu_simbel_without_a_leader_buries_none():
    state = recruiting("abu-simbel-night", "gizah-day", "rhodos-day", leaders={0: ["nero"]})
    lay(state, cards=["clay-pool", "brickyard", "loom"])
    sell_all(state, 0)
    say(state, "1 choose stage nero")
    assert pending_line(state) == "deal 1"
    assert points(state, "wonder") == 0


def test_maecenas_under_the_board_makes_nothing_free():
    state = recruiting("abu-simbel-night", "gizah-day", "rhodos-day", leaders={0: ["nero", "caesar"]})
    lay(state, cards=["clay-pool", "brickyard", "loom"], leaders=["maecenas"])
    caesar = state.lookup.leader["caesar"]
    assert state.leader_price(0, caesar) == 0
    sell_all(state, 0)
    say(state, "1 choose stage nero", "1 bury maecenas")
    assert state.leader_price(0, caesar) == 5


# ---- the end of an age ---------------------------------------------------------------------------------


def test_the_last_cards_can_be_rebuilt():
    hands = {0: ["stockade", "well"], 1: ["tavern", "theater"], 2: ["altar", "baths"]}
    state = playing("halikarnassos-day", "gizah-day", "rhodos-day", turn=6, hands=hands)
    lay(state, cards=["press", "glassworks"], stages=1)
    say(state, "1 choose stage well", "2 choose sell tavern", "3 choose sell altar")
    assert question(state) == "rebuild"
    assert can(state) == [f"rebuild {name}" for name in ("altar", "baths", "stockade", "tavern", "theater")] + ["done"]


def test_a_rebuild_may_be_forced():
    state = recruiting(*PLAIN, leaders={0: ["solomon"]}, rules="rebuild-is-forced=yes")
    state.discard, state.discarded = [state.lookup.card["tavern"]], [0, 1, 0, 0]
    sell_all(state, 0)
    say(state, "1 choose recruit solomon")
    assert can(state) == ["rebuild tavern"]


def test_rebuild_is_skipped_without_a_legal_card():
    state = recruiting(*PLAIN, leaders={0: ["solomon"]})
    lay(state, cards=["tavern"])
    state.discard, state.discarded = [state.lookup.card["tavern"]], [0, 1, 0, 0]
    sell_all(state, 0)
    say(state, "1 choose recruit solomon")
    assert pending_line(state) == "deal 1"


def test_babylons_last_card_is_a_turn_of_its_own():
    hands = {0: ["altar", "workshop"], 1: ["baths", "theater"], 2: ["tavern", "well"]}
    state = playing("babylon-night", "gizah-day", "rhodos-day", turn=6, hands=hands)
    lay(state, stages=1, leaders=["bilkis", "berenice"])
    sell_all(state)
    assert [state.hand_sizes[seat] for seat in range(3)] == [1, 1, 1]
    assert can(state)[0] == "build workshop bank 1"
    before = state.coins[0]
    say(state, "1 sell workshop")
    assert state.coins[0] == before + 3 + 1
    assert sum(state.discarded) == 3 + 1 + 2


# ---- refusals ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1 choose build palace", "not-in-hand"),
        ("1 choose build baths left 1", "payment"),
        ("1 choose build workshop", "cannot-pay"),
        ("1 choose build altar", "name-twice"),
        ("1 choose sell palace", "not-in-hand"),
        ("1 choose stage altar", "cannot-pay"),
        ("1 choose recruit nero", "asked-first"),
        ("1 choose keep nero", "asked-first"),
        ("1 sell altar", "asked-first"),
        ("1 done", "asked-first"),
        ("2 choose sell altar", "has-chosen"),
        ("9 choose sell altar", "no-seat"),
        ("deal 1 altar", "no-chance"),
    ],
)
def test_refused_action_names_its_rule(line, rule):
    state = playing("gizah-day", "rhodos-day", "halikarnassos-day", hands={0: ["altar", "baths", "workshop"]})
    lay(state, cards=["altar"])
    say(state, "2 choose sell altar")
    seat, action = parse_move(state, line)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    ("line", "rule"),
    [
        ("1 choose sell altar", "chance-first"),
        ("deal 2 altar apothecary barracks baths clay-pit loom press", "cannot-be-dealt"),
        ("deal 1 altar altar apothecary barracks baths clay-pit loom", "cannot-be-dealt"),
        ("deal 1 altar apothecary barracks", "cannot-be-dealt"),
        ("deal 1 palace palace palace palace palace palace palace", "cannot-be-dealt"),
    ],
)
def test_action_refused_while_dealing_names_its_rule(line, rule):
    state = begun()
    seat, action = parse_move(state, line)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert caught.value.rule == rule


@pytest.mark.parametrize(
    "text",
    [
        *("choose build", "choose build nobody", "choose build baths left 0", "choose build baths left 02"),
        *("choose build baths right 1 left 1", "choose build baths  left 1", "choose build baths left", "build"),
        *("choose sell nobody", "choose stage nobody", "choose recruit baths", "recruit", "rebuild caesar", "lose 0"),
        *("deal 1", "deal 1 baths altar", "deal 1 altar caesar", "deal 0 altar", "draw 1 altar", "keep caesar"),
        *("choose done", "choose choose sell", "Choose sell", "choose keep", "choose rebuild baths", "", "choose "),
    ],
)
def test_malformed_lines_are_refused(text):
    with pytest.raises(ValueError, match="not a 7 Wonders action"):
        begun().parse(text)


def test_age_three_has_two_guilds_more_than_seats():
    state = playing(*PLAIN, age=3)
    state._deal_age(None)
    rng = random.Random(2)
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.deal(rng))
    dealt = [card for hand in state.hands for card in hand if card in state.lookup.guilds]
    assert len(dealt) == len(set(dealt)) == 5


def test_guilds_are_dealt_as_from_a_shuffled_deck():
    """Half the guilds are in the game of three, and a third of those in the first hand: one in six."""
    state = playing(*PLAIN, age=3)
    state._deal_age(None)
    rng = random.Random(2)
    hands = 6000
    met = sum("workers-guild" in state.deal(rng).cards for _ in range(hands))
    assert abs(met / hands - 1 / 6) < 5 * (5 / 36 / hands) ** 0.5
    number = sum(name.endswith("-guild") for _ in range(hands) for name in state.deal(rng).cards)
    assert abs(number / hands - 5 / 3) < 0.08


def test_weights_list_the_cards_left_to_deal():
    state = playing(*PLAIN, age=3)
    state._deal_age(None)
    left = dict(state.stock())
    assert left["deal 1 guilds"] == 5
    assert left["deal 1 workers-guild"] == 1
    assert left["deal 1 palace"] == 1
    assert len([text for text in left if text.endswith("-guild")]) == 10
    state.guilds_left = 0
    assert not [text for text, _ in state.stock() if "guild" in text]


def test_a_card_built_on_an_earlier_turn_makes_the_next_one_free():
    state = playing(*PLAIN, age=2, hands={0: ["aqueduct"]})
    assert builds(state, "aqueduct") != [""]
    assert builds(lay(state, cards=["baths"]), "aqueduct") == [""]
    assert state.legal(Seat(0))
