"""Rules of Duel that no worked example shows: drafts, laying out, turning up, draws, refusals, what people are told."""

import random
from collections import Counter

import pytest
from msgspec import to_builtins

from engine.bit_sets import bits
from engine.duel.actions import CoinsGained, TokenDrawn, TokenSeen
from engine.duel.view_json import SlotView
from engine.game import CHANCE, IllegalAction, Seat
from engine.record import parse_move
from tests.duel_cities import FULL, ME, OTHER, arranged, can, duel, line, play

TOKENS = ("economy", "law", "masonry", "strategy", "theology")


def start_game(**header: str):
    return duel().start(duel().setup({"game": "duel", "seats": "2", **header}))


def play_until(state, asked: str, seed: int = 1):
    """Play at random until chance is asked a line that begins so, or a seat is asked this."""
    rng = random.Random(seed)
    while state.to_act:
        view = state.view(None)
        if (view.pending or "").startswith(asked) or view.derived.ask == asked:
            return state
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    raise AssertionError(asked)


# ---- draft ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("deal", ["eager", "lazy"])
@pytest.mark.parametrize(("first", "order"), [("1", "12212112"), ("2", "21121221")])
def test_wonders_are_drafted_in_snake_order(deal, first, order):
    state = play_until(start_game(first=first, deal=deal), "draft")
    seats, choices = "", []
    while state.view(None).derived.ask == "draft" or (state.view(None).pending or "").startswith("reveal wonder"):
        seat = state.to_act[0]
        if seat != CHANCE:
            seats += str(seat + 1)
            choices.append(len(state.legal(seat)))
        state.apply(seat, state.legal(seat)[0])
    assert seats == order
    assert choices == ([4, 3, 2, 1] * 2 if deal == "eager" else list(range(12, 4, -1)))
    assert [len(seat.wonders) for seat in state.view(None).seats] == [4, 4]


@pytest.mark.parametrize("first", [0, 1])
def test_first_game_deals_the_fixed_wonders(first):
    state = play_until(start_game(first=str(first + 1), variant="first-game"), "reveal 0")
    assert sorted(state.view(None).seats[first].wonders) == sorted(duel().data().first_game.first)
    assert sorted(state.view(None).seats[1 - first].wonders) == sorted(duel().data().first_game.second)


# ---- an age is laid out --------------------------------------------------------------------------------


def test_age_three_weights_match_the_formula():
    """The notation's own formula, at every slot of many third ages."""
    for seed in range(30):
        rng = random.Random(seed)
        state = start_game(variant="first-game")
        while state.to_act and state.age < 3:
            seat = state.to_act[0]
            state.apply(seat, state.deal(rng) if seat == CHANCE else state.legal(seat)[-1])
            if state.age == 2 and state.cards_left == 0 and state.to_act == (CHANCE,):
                break
        plain = guilds = 0  # backs laid so far
        unseen, unseen_guilds = 20, 7
        while state.to_act == (CHANCE,):
            for action, weight in state.odds():
                word = str(action).split()[-1]
                guild = word.endswith("guild")
                if word in ("age", "guild"):
                    assert weight == (3 - guilds if guild else 17 - plain)
                else:
                    assert weight == ((3 - guilds) * unseen if guild else (17 - plain) * unseen_guilds)
            face = state.structure.open[state.slot]
            action = state.deal(rng)
            word = str(action).split()[-1]
            guild = word.endswith("guild")
            guilds += guild
            plain += not guild
            unseen -= face and not guild
            unseen_guilds -= face and guild
            state.apply(CHANCE, action)
        assert (plain, guilds) == (17, 3)
        assert state.view(None).derived.ask == "start"


def test_dealing_age_three_follows_the_odds():
    state = play_until(start_game(variant="first-game"), "start", 3)
    while not (state.age == 2 and state.to_act == (CHANCE,) and state.cards_left == 0):
        seat = state.to_act[0]
        state.apply(seat, state.legal(seat)[-1])
    for _ in range(3):  # a face, then backs
        state.apply(CHANCE, state.legal(CHANCE)[0])
    for at in (state, after_lines(state, 3)):
        weights = {str(action): weight for action, weight in at.odds()}
        rng = random.Random(1)
        dealt = Counter(str(at.deal(rng)) for _ in range(20_000))
        for text, weight in weights.items():
            share = weight / sum(weights.values())
            assert abs(dealt[text] / 20_000 - share) < 5 * (share * (1 - share) / 20_000) ** 0.5


def after_lines(state, lines: int):
    twin = state.copy()
    for _ in range(lines):
        twin.apply(CHANCE, twin.legal(CHANCE)[0])
    return twin


def test_age_begins_with_its_first_reveal():
    state = play_until(start_game(), "reveal 0")
    before = state.view(None)
    assert (before.age, before.left, before.structure) == (0, 0, {})
    state.apply(CHANCE, state.parse("reveal 0 altar"))
    after = state.view(None)
    assert (after.age, after.left, len(after.structure), after.turn) == (1, 20, 20, 0)
    assert (after.structure["0"].card, after.structure["1"].card) == ("altar", None)
    assert [slot for slot, each in after.structure.items() if each.accessible] == ["14", "15", "16", "17", "18", "19"]


# ---- the Great Library ---------------------------------------------------------------------------------


@pytest.fixture
def drawing():
    """Seat 1 has built the Great Library; nothing is drawn yet."""
    state = arranged("great-library")
    state.eager = True  # tokens are drawn one by one; the structure does not matter here
    state.slots, state.occupied_slots, state.uncovered_slots = [state.unseen[0], -2], 1, [0]
    play(state, line(state, "great-library"))
    return state


def test_drawn_tokens_are_visible_to_their_seat_only(drawing):
    state, events = drawing, []
    box = sorted(set(duel().lookup.tokens) - set(state.view(None).tokens))
    assert state.view(ME).draw == ()
    for at, token in enumerate(box[:3], 1):
        assert state.view(None).pending == "reveal box"
        assert not state.legal(ME)
        state.apply(CHANCE, state.parse(f"reveal box {token}"), lambda event, readers: events.append((event, readers)))
        assert state.view(ME).draw == tuple(box[:at])
        assert state.view(OTHER) is state.view(None)
        assert "draw" not in to_builtins(state.view(None))
        assert state.view(None).tokens_left == 5
    assert events == [
        told
        for at, token in enumerate(box[:3], 1)
        for told in ((TokenDrawn(seat=1, number=at), None), (TokenSeen(seat=1, token=token), (ME,)))
    ]
    assert can(state) == [f"keep {token}" for token in box[:3]]
    assert state.view(OTHER).derived.choices == ()
    worlds = {state.resample(OTHER, random.Random(seed)).drawn_tokens for seed in range(40)}
    assert len(worlds) > 5
    assert state.resample(ME, random.Random(1)).drawn_tokens == state.drawn_tokens
    play(state, f"1 keep {box[1]}")
    assert state.view(None).seats[0].progress == (box[1],)
    assert state.view(None).tokens_left == 4
    assert "draw" not in to_builtins(state.view(ME))


def test_drawn_tokens_are_not_drawn_again(drawing):
    box = [str(action) for action in drawing.legal(CHANCE)]
    assert len(box) == 5
    drawing.apply(CHANCE, drawing.parse(box[0]))
    assert [str(action) for action in drawing.legal(CHANCE)] == box[1:]
    assert drawing.chance_key() == ("box", 1)
    with pytest.raises(IllegalAction):
        drawing.apply(CHANCE, drawing.parse(box[0]))


# ---- turns ---------------------------------------------------------------------------------------------


def test_cards_are_revealed_between_the_choice_and_the_next_turn():
    """Rulings 14 and 15: slots 14 and 15 lie on the face-down 9; the second of them goes under the Mausoleum."""
    state = play_until(start_game(variant="first-game"), "turn")
    state.slots[14:16] = [state.lookup.card["tavern"], state.lookup.card["palisade"]]
    state._begin_turn(ME, None, again=False)
    play(state, "1 discard tavern")
    state.unbuilt[OTHER], state.coins[OTHER] = bits([state.lookup.wonder["mausoleum"]]), FULL
    state._begin_turn(OTHER, None, again=False)
    play(state, "2 build mausoleum with palisade")
    assert state.view(None).pending is None
    assert can(state) == ["revive tavern"]
    play(state, "2 revive tavern")
    assert state.view(None).pending == "reveal 9"
    assert state.view(None).structure["9"] == SlotView(None, False, True)
    state.apply(CHANCE, state.legal(CHANCE)[0])
    assert state.view(None).derived.ask == "turn"
    assert len([text for text in can(state) if text.startswith("discard")]) == 5


def test_military_victory_ends_the_game_at_once():
    state = arranged("statue-of-zeus", {}, {"cards": ["quarry"], "tokens": ["economy"]}, (50, 1), pawn=8)
    play(state, line(state, "statue-of-zeus"))
    view = state.view(None)
    assert (view.over, view.victory, view.winners, view.to_act) == (True, "military", (1,), ())
    assert view.seats[1].cards == ("quarry",)
    assert view.seats[1].coins > 1  # what was paid for stone stays paid
    assert view.military.pawn == 9
    assert view.seats[0].score.military == 10
    assert can(state) == []


def test_pawn_can_pass_both_military_tokens_in_one_move():
    state = arranged("arsenal", {"tokens": ["strategy"]}, {}, (FULL, 6), pawn=2)
    state.military_tokens[OTHER] = (3, 6)
    play(state, "1 build arsenal")
    assert (state.pawn, state.coins[OTHER], state.military_tokens[OTHER]) == (6, 0, ())


def test_coins_for_a_chain_name_the_token_urbanism():
    state = arranged("temple", {"cards": ["altar"], "tokens": ["urbanism"]})
    told = play(state, line(state, "temple"))
    assert [(event.coins, event.by) for event in told if isinstance(event, CoinsGained)] == [(4, "urbanism")]


def test_revived_card_takes_effect_but_is_no_chain():
    """Ruling 18: Urbanism and Economy bring nothing, Strategy its shield, a pair its token."""
    city = {"cards": ["garrison", "scriptorium"], "tokens": ["urbanism", "strategy"]}
    state = arranged("mausoleum", city, {"tokens": ["economy"]})
    state.discard = bits(state.lookup.card[name] for name in ("barracks", "library"))
    play(state, line(state, "mausoleum"))
    before = state.coins[:]
    twin = state.copy()
    play(state, "1 revive barracks")
    assert (state.pawn, state.coins) == (2, before)
    play(twin, "1 revive library")
    assert {text.split()[0] for text in can(twin)} == {"progress"}
    assert twin.coins == before


def test_law_as_the_sixth_symbol_ends_the_game():
    city = {"cards": ["pharmacist", "scriptorium", "school", "laboratory", "study"]}
    state = arranged("dispensary", city)
    state.board = bits([state.lookup.token["law"]])
    play(state, "1 build dispensary", "1 progress law")
    assert (state.ended, state.winners()) == ("science", (ME,))


def test_symbol_pair_is_skipped_without_a_token_left():
    state = arranged("dispensary", {"cards": ["pharmacist"]})
    state.board = 0
    told = play(state, "1 build dispensary")
    assert "EffectLost" in [type(event).__name__ for event in told]
    assert state.to_act == (OTHER,)


def test_lazy_age_prices_every_card_for_both_seats():
    state = start_game(deal="lazy", variant="first-game")
    play(state, *(f"reveal token {token}" for token in TOKENS))
    view = state.view(None)
    assert (view.structure, view.left, view.age) == ({}, 20, 1)
    assert len([name for name in view.seats[0].costs if name in duel().data().cards]) == 23
    assert len(view.seats[1].costs) == 23 + 4
    for _ in range(20):
        play(state, f"{state.to_act[0] + 1} {next(text for text in can(state) if text.startswith('discard'))}")
    assert (state.age, can(state)) == (2, ["start 1", "start 2"])
    assert len(state.view(None).discard) == 20


def test_at_most_three_guilds_can_be_named():
    state = arranged("merchants-guild", left=20)
    state.unseen, state.unseen_guilds = list(duel().lookup.ages[2]), list(duel().lookup.guilds)
    state._begin_turn(ME, None, again=False)
    for _ in range(3):
        seat = state.to_act[0] + 1
        play(state, f"{seat} {next(text for text in can(state) if text.startswith('discard') and 'guild' in text)}")
    assert not any("guild" in text for text in can(state))
    assert len(state.nameable()) == 20


# ---- refusals and words --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "rule", "facts"),
    [
        pytest.param("2 discard altar", "not-your-turn", {"active": 1}, id="another's turn"),
        pytest.param("reveal 3 altar", "no-chance", {"seat": 1}, id="no chance is asked"),
        pytest.param("1 build theater", "not-in-the-structure", {"card": "theater"}, id="a card that is not there"),
        pytest.param("1 build senate", "price", {"thing": "senate", "cost": 8, "coins": 3}, id="too dear"),
        pytest.param("1 build sphinx with senate", "price", {"thing": "sphinx", "cost": 8, "coins": 3}, id="wonder"),
        pytest.param("1 build colossus with senate", "not-your-wonder", {"wonder": "colossus"}, id="another's wonder"),
        pytest.param("1 progress law", "asked-first", {"asked": "turn"}, id="no pair"),
        pytest.param("1 start 2", "asked-first", {"asked": "turn"}, id="no age begins"),
    ],
)
def test_refused_action_names_its_rule(text, rule, facts):
    state = arranged("senate", coins=(3, 7))
    state.unbuilt[ME] = 1 << state.lookup.wonder["sphinx"]
    state._begin_turn(ME, None, again=False)
    seat, action = parse_move(state, text)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert (caught.value.rule, caught.value.facts) == (rule, facts)


@pytest.mark.parametrize(
    ("build", "wrong", "rule"),
    [
        pytest.param("statue-of-zeus", "1 destroy walls", "no-target", id="another colour"),
        pytest.param("mausoleum", "1 revive walls", "not-discarded", id="not in the pile"),
        pytest.param("great-library", "1 keep law", "not-drawn", id="not in the box"),
        pytest.param("dispensary", "1 progress agriculture", "not-on-the-board", id="not on the board"),
        pytest.param("dispensary", "1 discard altar", "asked-first", id="something else is asked"),
    ],
)
def test_refused_choice_names_its_rule(build, wrong, rule):
    city = {"cards": ["pharmacist"], "tokens": ["agriculture", "law"]}
    state = arranged(build, city, {"cards": ["quarry", "walls"]})
    state.discard = bits([state.lookup.card["altar"]])
    play(state, line(state, build))
    seat, action = parse_move(state, wrong)
    with pytest.raises(IllegalAction) as caught:
        state.apply(seat, action)
    assert caught.value.rule == rule


def test_actions_are_refused_during_chance_and_after_the_end():
    state = start_game()
    for text, rule in (("1 discard altar", "chance-first"), ("reveal wonder sphinx", "not-in-stack")):
        with pytest.raises(IllegalAction) as caught:
            play(state, text)
        assert caught.value.rule == rule
    over = arranged("colossus", pawn=8)
    play(over, line(over, "colossus"))
    with pytest.raises(IllegalAction) as caught:
        play(over, "2 discard altar")
    assert (caught.value.rule, caught.value.facts) == ("over", {"victory": "military"})


def test_covered_card_is_refused():
    state = play_until(start_game(), "turn")
    covered = next(card for slot, card in enumerate(state.slots) if card >= 0 and slot not in state.uncovered_slots)
    with pytest.raises(IllegalAction) as caught:
        play(state, f"{state.active + 1} discard {state.lookup.cards[covered]}")
    assert caught.value.rule == "covered"


def test_every_action_has_one_text():
    state = start_game()
    lines = duel().lookup.lines
    assert all(state.parse(text) is action and str(action) == text for text, action in lines.items())
    assert len(set(lines.values())) == len(lines)


NO_ACTIONS = """
    build|build quarry |build  quarry|Build quarry|build parthenon|build quarry with sphinx|build sphinx|build 14
    reveal 014 quarry|reveal 20 quarry|reveal quarry|reveal 3|reveal token|reveal box quarry|start 3|start|done
    keep quarry|discard law|progress sphinx"""


@pytest.mark.parametrize("text", ["", *(text for row in NO_ACTIONS.split("\n    ")[1:] for text in row.split("|"))])
def test_malformed_actions_are_refused(text):
    with pytest.raises(ValueError, match="not a Duel action"):
        start_game().parse(text)


# ---- what people are told ------------------------------------------------------------------------------


def test_hints_list_the_effects_of_each_card_and_wonder():
    city = {"cards": ["scriptorium", "tavern", "quarry"], "tokens": ["strategy"]}
    state = arranged("library", city, {"cards": ["lumber-yard", "glassworks"]}, (4, 7), pawn=3)
    state.unseen = [state.lookup.card[name] for name in ("library", "walls", "courthouse")]
    state.unbuilt[ME] = bits(state.lookup.wonder[name] for name in ("sphinx", "colossus"))
    state._begin_turn(ME, None, again=False)
    derived = state.view(None).derived
    mine = {way.thing: way for way in derived.standing[0].build_options}
    assert (mine["library"].cost, mine["library"].chain, mine["library"].pair) == (0, True, True)
    assert (mine["walls"].cost, mine["walls"].can, mine["walls"].shields) == (2, True, 3)
    assert (mine["courthouse"].cost, mine["courthouse"].can, mine["courthouse"].points) == (9, False, 5)
    assert (mine["sphinx"].wonder, mine["sphinx"].again, mine["colossus"].shields) == (True, True, 2)
    standing = derived.standing[0]
    assert (standing.discard, standing.capital, standing.symbols_left) == (3, 6, 5)
    assert "quill" not in standing.symbols
    assert derived.standing[1].capital == 12
    assert (derived.active, derived.ask, derived.most) == (1, "turn", 7)
    theirs = {way.thing: way for way in derived.standing[1].build_options}
    assert (theirs["library"].chain, set(theirs)) == (False, {"library", "walls", "courthouse"})


def test_hints_list_the_places_of_the_structure():
    state = play_until(start_game(), "turn")
    places = state.view(None).derived.places
    assert [(place.row, place.column) for place in places[:3]] == [(1, 5), (1, 7), (2, 4)]
    assert len(places) == 20


def test_public_question_lists_its_choices():
    state = arranged("statue-of-zeus", {}, {"cards": ["quarry", "clay-pit", "press"]})
    play(state, line(state, "statue-of-zeus"))
    derived = state.view(OTHER).derived
    assert (derived.ask, derived.choices) == ("destroy", ("clay-pit", "quarry"))


def test_chance_keys_are_unique_by_stack_and_count():
    """The dealer is never asked for the same key twice; a guild's back asks for a guild."""
    asked = []
    state, rng = start_game(variant="first-game"), random.Random(4)
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            asked.append(state.chance_key())
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    assert len(set(asked)) == len(asked)
    stacks = Counter(stack for stack, _ in asked)
    assert (stacks["token"], stacks["age-1"], stacks["age-2"]) == (5, 20, 20)
    assert 20 <= stacks["age-3"] + stacks["guild"] <= 28
    assert Seat(0) in state.winners() or Seat(1) in state.winners()
