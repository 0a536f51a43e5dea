"""Facts come from data: what the box holds, mistakes named, and new entries of known kinds without code."""

import pytest

from engine.duel.actions import CoinsGained
from engine.duel.game_facade import Duel
from engine.duel.view_json import SlotView
from engine.game import CHANCE, Seat
from tests.duel_cities import ME, OTHER, arranged, can, duel, line, play


@pytest.fixture(scope="module")
def data(every_fact) -> bytes:
    return every_fact["duel"]


def test_the_box_has_the_printed_counts():
    box, facts = duel().lookup, duel().data()
    assert [len(cards) for cards in box.ages] == [23, 23, 20]
    assert (len(box.guilds), len(box.wonders), len(box.tokens)) == (7, 12, 10)
    assert sum(len(zone) for zone in (box.tolls, box.tolls)) == 4
    chains = [card.chain for card in facts.cards.values() if card.chain]
    bears = [card.bears for card in facts.cards.values() if card.bears]
    assert len(chains) == 17
    assert sorted(chains) == sorted(bears)
    assert len(set(chains)) == len(chains)
    on_cards = [symbol for symbol in box.symbols if symbol != "law"]
    greens = [effect.symbol for card in facts.cards.values() for effect in card.effects if hasattr(effect, "symbol")]
    assert sorted(greens) == sorted(on_cards * 2)
    assert len(on_cards) == 6


@pytest.mark.parametrize("age", [1, 2, 3])
def test_structure_rows_match_the_printed_ones(age):
    structure = duel().lookup.structures[age - 1]
    assert structure.slots == 20
    assert [sum(row == n for row in structure.rows) for n in range(1, max(structure.rows) + 1)] == (
        [2, 3, 4, 5, 6],
        [6, 5, 4, 3, 2],
        [2, 3, 4, 2, 4, 3, 2],
    )[age - 1]
    assert all(is_open == (row % 2 == 1) for row, is_open in zip(structure.rows, structure.open, strict=True))
    assert structure.first == [slot for slot in range(20) if structure.rows[slot] == max(structure.rows)]
    lying = structure.all
    while lying:  # whatever is free can go, until nothing lies there
        free = [slot for slot in range(20) if lying >> slot & 1 and not structure.covers[slot] & lying]
        assert free
        lying ^= 1 << free[-1]


def test_cards_of_age_three_cover_each_other_as_printed():
    covers = duel().lookup.structures[2].covers
    on = {slot: {n for n in range(20) if covers[slot] >> n & 1} for slot in range(20)}
    assert (on[0], on[5], on[6], on[7], on[8]) == ({2, 3}, {9}, {9}, {10}, {10})
    assert (on[9], on[10], on[12], on[16]) == ({11, 12}, {13, 14}, {15, 16}, {18, 19})


def test_military_track_matches_the_printed_one():
    box = duel().lookup
    assert box.zones == [0, 2, 2, 5, 5, 5, 10, 10, 10, 10]  # the capital counts as the last zone (ruling 24)
    assert box.tolls == {3: 2, 6: 5}


@pytest.mark.parametrize(
    ("printed", "instead", "named"),
    [
        pytest.param(
            'type = "draw-tokens"', 'type = "draw-cards"', "great-library.effects.1.type", id="unknown effect"
        ),
        pytest.param("wood = 2, clay = 3", "wod = 2, clay = 3", "wod", id="unknown resource"),
        pytest.param('of = ["stone"]', 'of = ["marble"]', "marble", id="unknown price"),
        pytest.param('chain = "mask"', 'chain = "masque"', "cards.statue.chain", id="a chain nobody bears"),
        pytest.param("arsenal = { age = 3", "arsenal = { age = 2", "structures.2", id="cards and places"),
        pytest.param("arsenal = { age = 3", "arsenal = { age = 4", "cards.arsenal.age: at most 3", id="no such age"),
        pytest.param("aside = 3 ", "aside = 4 ", "structures.1", id="too few cards"),
        pytest.param("draft = [1, 2, 2, 1, 2, 1, 1, 2]", "draft = [1, 2, 3]", "table.draft", id="a third seat"),
        pytest.param("board_tokens = 5", "board_tokens = 11", "table.board_tokens", id="too many tokens"),
        pytest.param('first = ["pyramids"', 'first = ["parthenon"', "first_game", id="unknown wonder"),
        pytest.param("{ from = 6,", "{ from = 2,", "military.zones", id="zones out of order"),
        pytest.param('effects = [{ type = "shields", amount = 3 }]', "points = 3", "cards.arsenal.points", id="points"),
        pytest.param("start_coins", "start_money", "start_money", id="unknown field"),
        pytest.param("philosophy = {", "Philosophy = {", "Philosophy", id="not a word"),
        pytest.param("sphinx = {", "walls = {", "wonders.walls", id="a wonder with a card's name"),
    ],
)
def test_invalid_facts_name_file_entry_and_field(data, printed, instead, named):
    assert printed in data.decode()
    with pytest.raises(ValueError, match=r"duel\.toml: ") as caught:
        Duel(data.decode().replace(printed, instead, 1).encode())
    assert named in str(caught.value)


INVENTED_CARD = """exchange = { age = 2, colour = "yellow", cost = { glass = 1 }, points = 2, chain = "moon", \
bears = "scales", effects = [{ type = "shields", amount = 1 }, \
{ type = "coins-per", of = ["blue", "wonder"], amount = 2 }, { type = "fixed-price", of = ["wood"] }] }
brewery ="""
INVENTED_WONDERS = """
lighthouse-two = { cost = { coins = 2, papyrus = 1 }, points = 5, effects = [{ type = "revive" }, \
{ type = "destroy", colour = "brown" }, { type = "science", symbol = "quill" }, { type = "play-again" }] }

# ---- progress tokens"""
INVENTED_TOKEN = """[tokens]
astronomy = { points = 1, effects = [{ type = "discount", on = "green", units = 1 }, \
{ type = "coins", amount = 3 }] }"""


@pytest.fixture(scope="module")
def invented(data) -> Duel:
    text = data.decode().replace("brewery =", INVENTED_CARD, 1)
    text = text.replace("\n\n# ---- progress tokens", INVENTED_WONDERS, 1).replace("[tokens]", INVENTED_TOKEN, 1)
    text = "\n".join(line for line in text.split("\n") if not line.startswith("customs-house ="))  # makes room
    return Duel(text.encode())


def test_invented_card_needs_no_code(invented):
    """The card works in the order of the rules, whatever its place in the file, and its chains lead to other cards."""
    city = {"cards": ["altar", "theater"], "wonders": ["pyramids"]}
    state = arranged("exchange", city, {"cards": ["clay-pool"]}, (1, 7), pawn=2, game=invented)
    told = play(state, "1 build exchange")
    assert [type(event).__name__ for event in told[:4]] == ["CardBuilt", "CoinsGained", "PawnMoved", "MilitaryToken"]
    assert told[1] == CoinsGained(seat=1, coins=6, by="exchange")
    assert state.coins == [7, 5]
    assert state.pawn == 3
    view = state.view(None).seats[0]
    assert (view.prices["wood"], view.prices["clay"], view.score.yellow) == (1, 3, 2)


def test_invented_wonder_and_token_need_no_code(invented):
    city = {"cards": ["scriptorium"], "tokens": ["astronomy"]}
    state = arranged("lighthouse-two", city, {"cards": ["quarry", "press"]}, (9, 7), game=invented)
    state.discard = 1 << state.lookup.card["academy"]
    build = line(state, "lighthouse-two")
    play(state, build)
    assert state.coins[ME] == 9 - 2 - 3  # printed coins, and papyrus at 2 + 1
    assert [text.split()[0] for text in can(state)] == ["progress"] * 5  # the pair comes before the wonder's choices
    play(state, f"1 {can(state)[0]}", "1 revive academy")
    assert can(state) == ["destroy quarry"]
    play(state, "1 destroy quarry")
    assert state.to_act == (ME,)  # plays again
    assert state.card_cost(ME, state.lookup.card["workshop"]) == (0, 0)  # one unit of a green card is spared
    assert state.view(None).seats[0].wonders == {"lighthouse-two": build.split()[-1]}


def test_structure_of_another_shape_needs_no_code(data):
    """Age I in one row of twenty: everything lies open at once."""
    text = data.decode()
    start, end = text.index("[[structures]]"), text.index("[[structures]]  # Age II")
    row = "rows = [{ open = true, columns = [" + ", ".join(str(2 * n) for n in range(20)) + "] }]\n\n"
    game = Duel((text[:start] + "[[structures]]\n" + row + text[end:]).encode())
    state = game.start(game.setup({"game": "duel", "seats": "2", "variant": "first-game"}))
    lines = 0
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.legal(CHANCE)[0])
        lines += 1
    assert lines == 25
    assert all(slot == SlotView(slot.card, False, True) for slot in state.view(None).structure.values())
    assert len([text for text in can(state) if text.startswith("discard")]) == 20
    assert state.to_act == (Seat(0),)
    assert OTHER not in state.to_act
