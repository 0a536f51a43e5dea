"""The printed facts as data: what holds, what is refused by name, what an owner may correct; and headers."""

import tomllib
from typing import get_args

import pytest

from engine.game import BadHeader
from engine.seven_wonders.data_schema import CommonSymbolBonus, Effect, PerScienceSet, PerThing, Points, ReplaceSymbol
from engine.seven_wonders.effects import INCOME_HANDLERS, SCORING_HANDLERS, STANDING_HANDLERS
from engine.seven_wonders.game_facade import SevenWonders
from engine.seven_wonders.lookup_tables import INCOME_EFFECTS, QUESTION_EFFECTS, SCORING_EFFECTS, STANDING_EFFECTS
from tests.seven_wonders_cities import GAME, ROOT, builds, lay, playing

CARDS, LEADERS = ((ROOT / "data" / f"{name}.toml").read_text(encoding="utf-8") for name in ("seven_wonders", "leaders"))
FACTS = GAME.data()


def test_every_kind_of_effect_is_handled_once():
    asks = {
        *QUESTION_EFFECTS,
        PerScienceSet,
        ReplaceSymbol,
        CommonSymbolBonus,
        Points,
    }  # all but the first are counted at once
    assert set(STANDING_HANDLERS) == set(STANDING_EFFECTS)
    assert set(INCOME_HANDLERS) == {*INCOME_EFFECTS, PerThing}
    assert set(SCORING_HANDLERS) == set(SCORING_EFFECTS)
    later = {*INCOME_HANDLERS, *SCORING_HANDLERS, *asks}
    assert set(STANDING_HANDLERS) | later == set(get_args(Effect))
    assert not set(STANDING_HANDLERS) & later


def test_every_kind_of_effect_is_printed_somewhere():
    things = [*FACTS.cards.values(), *FACTS.leaders.values()]
    effects = [effect for thing in things for effect in thing.effects]
    effects += [effect for board in FACTS.boards.values() for stage in board.stages for effect in stage.effects]
    assert {type(effect) for effect in effects} == set(get_args(Effect))


@pytest.mark.parametrize("seats", GAME.seats)
def test_every_seat_gets_seven_cards(seats):
    for age in (1, 2):
        assert sum(GAME.lookup.copies[seats][age]) == 7 * seats
    assert sum(GAME.lookup.copies[seats][3]) + seats + 2 == 7 * seats


def test_box_has_the_printed_counts():
    guilds = len(GAME.lookup.guilds)
    assert [sum(GAME.lookup.copies[7][age]) for age in (1, 2, 3)] == [49, 49, 40]
    assert (guilds, len(FACTS.leaders), len(FACTS.boards)) == (10, 49, 18)
    assert (len(GAME.lookup.standard), len(GAME.lookup.experts)) == (34, 15)


def test_uncertain_values_have_a_certainty():
    unsure = {
        name: thing.certainty
        for things in (FACTS.cards, FACTS.boards, FACTS.leaders)
        for name, thing in things.items()
        if thing.certainty != "confirmed"
    }
    assert unsure == {
        "circus": "disputed",
        "plato": "disputed",
        "roma-night": "disputed",
        "abu-simbel-day": "single",
        "abu-simbel-night": "single",
    }


def test_chains_lead_to_later_ages():
    for name, card in FACTS.cards.items():
        for before in card.chain:
            assert FACTS.cards[before].age < card.age, name


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        pytest.param('colour = "brown"', 'colour = "braun"', "colour", id="an unknown colour"),
        pytest.param('type = "produces"', 'type = "prduces"', "prduces", id="an unknown effect"),
        pytest.param("copies_at = [3, 4]", "copies_at = [3, 3, 4]", "Age 1 for 3 seats", id="a card too many"),
        pytest.param('chain = ["baths"]', 'chain = ["bath"]', "cards.aqueduct", id="a chain from nowhere"),
        pytest.param("victory = [1, 3, 5]", "victory = [1, 3]", "table.victory", id="an age without a token"),
        pytest.param("sold = true", "sold = false", "brown and grey", id="goods that are not sold"),
        pytest.param("[cards.altar]", "[cards.left]", "left", id="a word that means something else"),
        pytest.param("[boards.gizah-day]", "[boards.gizah]", "side", id="a board without a side"),
        pytest.param("cost = { wood = 4 }", "cost = { wood = 9 }", "stages", id="more than can be counted"),
        pytest.param("[cards.altar]", "[cards.altar", "seven_wonders.toml", id="not TOML"),
    ],
)
def test_invalid_card_data_names_the_entry(before, after, names):
    assert before in CARDS
    with pytest.raises(ValueError, match=r"seven_wonders\.toml") as caught:
        SevenWonders(CARDS.replace(before, after, 1).encode(), LEADERS.encode())
    assert names in str(caught.value)


@pytest.mark.parametrize(
    ("before", "after", "names"),
    [
        pytest.param('group = "standard"', 'group = "cities"', "cities", id="an unknown group"),
        pytest.param("[leaders.plato]", "[leaders.palace]", "palace", id="a card's name"),
        pytest.param("by_age = true", "by_age = true\ncost = 2", "by_age", id="two costs"),
    ],
)
def test_invalid_leader_data_names_the_entry(before, after, names):
    with pytest.raises(ValueError, match=names):
        SevenWonders(CARDS.encode(), LEADERS.replace(before, after, 1).encode())


# ---- corrections ---------------------------------------------------------------------------------------


def test_documented_corrections_are_valid():
    page = (ROOT / "docs" / "facts-seven-wonders.md").read_text(encoding="utf-8")
    text = page.partition("```toml\n")[2].partition("```")[0]
    line = GAME.overrides(text.encode(), "own.toml")
    said = {item.partition("=")[0] for item in line.split()}
    assert {"cards.circus.cost.clay", "leaders.plato.cost", "boards.roma-night.stages.2.cost.cloth"} <= said
    printed = GAME.data(overrides=line)
    assert (printed.leaders["plato"].cost, printed.leaders["plato"].certainty) == (3, "yours")
    assert printed.cards["circus"].cost.clay == 3
    assert tomllib.loads(text)


def test_game_uses_the_corrections_of_its_header():
    plain = playing(hands={0: ["circus"]}, age=3)
    other = playing(hands={0: ["circus"]}, age=3, facts="cards.circus.cost.stone=0 cards.circus.cost.clay=3")
    for state in (plain, other):
        lay(state, cards=["clay-pool", "brickyard", "ore-vein"])
    assert builds(plain, "circus") == []
    assert builds(other, "circus") == [""]
    assert other.setup.header()["facts"] == "cards.circus.cost.clay=3 cards.circus.cost.stone=0"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("cards.circus.colour=blue", "cannot be corrected"),
        ("leaders.plato.price=3", "no such value"),
        ("leaders.plto.cost=3", "there is no"),
        ("cards.circus.cost.ore=9", "cards.circus.cost"),
        ("table.victory=[1,3]", "table.victory"),
        ("cards.tavern.copies_at=[4]", "cards of Age 1"),
        ("leaders.plato.certainty=confirmed", "yours"),
    ],
)
def test_fixed_values_cannot_be_corrected(line, reason):
    with pytest.raises(ValueError, match=reason.replace(".", r"\.")):
        GAME.data(overrides=line)


@pytest.mark.parametrize(
    ("seats", "more", "doubts"),
    [
        pytest.param("gizah-day, rhodos-day, olympia-day", {}, (), id="nothing"),
        pytest.param("gizah-day, rhodos-day, olympia-day, babylon-day", {}, ("circus",), id="a card for four"),
        pytest.param("gizah-day, rhodos-day, olympia-day", {"variant": "leaders"}, ("plato",), id="a leader"),
        pytest.param(
            "abu-simbel-day, roma-night, gizah-day",
            {"variant": "leaders"},
            ("abu-simbel-day", "roma-night", "plato"),
            id="boards",
        ),
        pytest.param(
            "abu-simbel-day, roma-night, gizah-day",
            {"variant": "leaders", "facts": "boards.roma-night.certainty=yours leaders.plato.cost=3"},
            ("abu-simbel-day",),
            id="until an owner is sure",
        ),
    ],
)
def test_only_doubts_about_items_in_the_game_are_reported(seats, more, doubts):
    assert GAME.unverified(GAME.setup({"game": "seven-wonders", "seats": seats, **more})) == doubts


# ---- headers -------------------------------------------------------------------------------------------

GOOD = {"game": "seven-wonders", "seats": "gizah-day, rhodos-night, ephesos-day"}


@pytest.mark.parametrize(
    ("change", "key"),
    [
        ({"seats": "gizah-day, rhodos-night"}, "seats"),
        ({"seats": "gizah-day, gizah-night, rhodos-day"}, "seats"),
        ({"seats": "gizah-day, rhodos, ephesos-day"}, "seats"),
        ({"seats": "gizah-day, roma-day, ephesos-day"}, "seats"),
        ({"variant": "experts"}, "variant"),
        ({"variant": "leaders leaders"}, "variant"),
        ({"variant": "cities"}, "variant"),
        ({"names": "Ada, Ben"}, "names"),
        ({"first": "1"}, "first"),
        ({"deal": "both"}, "deal"),
        ({"rules": "rebuild-is-forced"}, "rules"),
        ({"rules": "rebuild-is-forced=yes, rebuild-is-forced=yes"}, "rules"),
        ({"facts": ""}, "facts"),
    ],
)
def test_invalid_header_names_its_key(change, key):
    with pytest.raises(BadHeader) as caught:
        GAME.setup(GOOD | change)
    assert [name for name, _ in caught.value.faults] == [key]


def test_header_round_trips():
    header = GOOD | {"variant": "experts leaders", "names": "A, B, C", "rules": "rebuild-is-forced=yes", "deal": "lazy"}
    written = GAME.setup(header).header()
    assert written["variant"] == "leaders experts"
    assert GAME.setup(written) == GAME.setup(header)


def test_roma_and_abu_simbel_are_drawn_only_with_leaders():
    plain, more = (set(GAME.random_pool(variant)) for variant in ((), ("leaders",)))
    assert more - plain == {"roma-day", "roma-night", "abu-simbel-day", "abu-simbel-night"}
    assert {GAME.board(name) for name in ("gizah-day", "gizah-night")} == {"gizah"}


def test_card_effects_split_points_and_scoring_effects():
    """Only what `worth` reads: plain points by their sum, all else by its effects."""
    for card, found in enumerate(GAME.lookup.card_effects):
        effects = FACTS.cards[GAME.lookup.cards[card]].effects
        assert found.points == sum(effect.amount for effect in effects if isinstance(effect, Points))
        assert found.scoring == tuple(
            effect for effect in effects if type(effect) in SCORING_HANDLERS and scores(effect)
        )


def scores(effect):
    """Check whether an effect brings points, and not only coins."""
    return not isinstance(effect, PerThing) or effect.points > 0
