"""Packing list of the box: it has the same things as a game that begins, counted a second time from that game."""

from collections import Counter
from itertools import chain

import pytest

import main
from app.games.architects import box_contents as architects_box
from app.games.duel import box_contents as duel_box
from app.games.game_list import load_record_rules
from app.games.seven_wonders import box_contents as seven_box
from app.text import box_contents
from app.text.translation import languages, words
from engine.game import CHANCE, Rng
from engine.game_data import BadGameData
from engine.seven_wonders import actions

SHELF = load_record_rules(main.read_game_data())
LISTS = {"architects": architects_box, "duel": duel_box, "seven-wonders": seven_box}
VARIANTS = {
    "architects": ((), ("medals",), ("medals", "expert"), ("medal-tokens",), ("medals", "expert", "medal-tokens")),
    "duel": ((), ("first-game",)),
    "seven-wonders": ((), ("leaders",), ("leaders", "experts")),
}
GAMES = [(name, seats, variant) for name in LISTS for seats in SHELF[name].seats for variant in VARIANTS[name]]
every_game = pytest.mark.parametrize(("name", "seats", "variant"), GAMES, ids=str)


def start_game(name, seats, variant):
    """Start a game and return it with the identity of each seat."""
    game, roles = SHELF[name], []
    for role in game.random_pool(variant) if name != "duel" else ():
        if game.board(role) not in map(game.board, roles):
            roles.append(role)
    roles = roles[:seats]
    header = {"game": name, "seats": ", ".join(roles) or str(seats), "variant": " ".join(variant)}
    return game.start(game.setup({key: value for key, value in header.items() if value})), roles


def pieces_by_slug(name, seats, variant, roles=()):
    return {piece.slug: piece for piece in LISTS[name].things(SHELF[name].data(), seats, variant, roles)}


def play_until(state, done, rng, tell=None):
    """Play on by chance until something holds; every state on the way."""
    while not done(state):
        yield state
        seat = state.to_act[0]
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))), tell)
    yield state


def dealt_architects(state, variant):
    *_, state = play_until(state, lambda at: at.to_act and at.to_act[0] != CHANCE, Rng(1))
    view = state.view(None)
    medals = [slug for lies in view.medals.values() for slug in ((lies,) if isinstance(lies, str) else lies or ())]
    return {
        "wonders": len(view.seats),
        "stacks": sum(stack.left for slug, stack in view.stacks.items() if slug != "center"),
        "central": view.stacks["center"].left,
        "tokens": len(view.tokens) + view.tokens_left,
        "markers": view.conflict.tokens,
        **({"medals": len(medals)} if "medals" in variant else {}),
    }


def dealt_duel(state, variant):
    """Count the wonders, tokens and cards that a game of Duel deals, in the first game that lasts until Age III."""

    def laid(at):
        view = at.view(None)
        lies = view.age == 3 and all(slot.guild is not None for slot in view.structure.values())
        return view.over or (lies and at.to_act != (CHANCE,))

    for seed in range(20):
        wonders, cards, tokens = set(), {}, 0
        for now in play_until(state.copy(), laid, Rng(seed)):
            view = now.view(None)
            wonders |= {*view.draft, *chain.from_iterable(chair.wonders for chair in view.seats)}
            cards.setdefault(view.age, {}).update(view.structure)
            tokens = max(tokens, len(view.tokens))
        if not now.view(None).over:
            break
    guilds = sum(slot.guild for slot in cards[3].values())
    ages = {f"age-{age}": len(cards[age]) - (guilds if age == 3 else 0) for age in (1, 2, 3)}
    return {"wonders": len(wonders), "tokens": tokens, **ages, "guilds": guilds}


def dealt_seven(state, variant):
    seats, events = len(state.view(None).seats), []
    *_, _ = play_until(state, lambda at: at.view(None).over, Rng(2), lambda event, audience: events.append(event))
    cards = SHELF["seven-wonders"].data().cards
    found = {"wonders": seats}
    drafted = [event for event in events if isinstance(event, actions.LeadersSeen)][:seats]
    if drafted:
        found["leaders"] = sum(len(event.leaders) for event in drafted)
    hands = [event.cards for event in events if isinstance(event, actions.HandSeen)]
    dealt = [card for hand in hands if len(hand) == 7 for card in hand]  # of an age; others are passed on
    found |= Counter("guilds" if cards[card].colour == "purple" else f"age-{cards[card].age}" for card in dealt)
    return found


DEALT = {"architects": dealt_architects, "duel": dealt_duel, "seven-wonders": dealt_seven}


@every_game
def test_box_list_counts_match_the_deal(name, seats, variant):
    state, roles = start_game(name, seats, variant)
    things = pieces_by_slug(name, seats, variant, roles)
    dealt = DEALT[name](state, variant)
    assert {slug: things[slug].laid for slug in dealt} == dealt
    assert all(0 <= piece.laid <= piece.of for piece in things.values() if piece.of)


def test_box_list_has_the_rulebook_counts():
    """By the rulebooks' set-up, some of them written out."""
    assert {slug: (piece.laid, piece.of) for slug, piece in pieces_by_slug("duel", 2, ()).items()} == {
        "board": (0, 0), "military": (4, 4), "tokens": (5, 10), "coins": (31, 31), "wonders": (8, 12),
        "age-1": (20, 23), "age-2": (20, 23), "age-3": (17, 20), "guilds": (3, 7),
    }  # fmt: skip
    four = pieces_by_slug("architects", 4, ("medals", "medal-tokens"), ("rome",))
    assert (four["stacks"].laid, four["central"].laid, four["tokens"].laid) == (100, 60, 19)
    assert (four["markers"].laid, four["military"].laid, four["medals"].laid) == (4, 28, 4)
    assert pieces_by_slug("architects", 2, ())["wonders"].of == 7
    assert pieces_by_slug("seven-wonders", 7, ("leaders",))["guilds"].laid == 9


@every_game
def test_every_piece_has_words_in_every_language(name, seats, variant):
    facts, its = SHELF[name].data(), LISTS[name]
    for lang in languages():
        w = words(lang)
        said = [its.piece_name(w, piece) for piece in its.things(facts, seats, variant, ())]
        assert len({*said}) == len(said)
        assert all(
            its.describe_setup(w, piece, facts, seats, variant) for piece in its.things(facts, seats, variant, ())
        )


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b'[duel]\ncoins-1 = "many"\n', "data/box.toml: duel.coins-1: expected a whole number, got a word"),
        (b"[duel]\ncoins-1 = 0\n", "data/box.toml: duel.coins-1: at least 1"),
        (b"duel = 3\n", "data/box.toml: duel: expected a table, got a whole number"),
    ],
)
def test_invalid_piece_list_names_the_entry(text, sentence):
    with pytest.raises(BadGameData) as told:
        box_contents.parse_pieces(text)
    assert str(told.value) == sentence
