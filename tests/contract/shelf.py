"""Every game on the shelf, as the contract tests want it: how to set one up at random, and what must be conserved."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from engine.architects.data_schema import KIND, KINDS, NEEDS
from engine.architects.game_facade import Architects
from engine.architects.medal_goals import amount_of
from engine.architects.payments import PACK
from engine.bit_sets import bits, numbers
from engine.duel.data_schema import CLASSES
from engine.duel.game_facade import Duel
from engine.game import Game, Rng, State
from engine.seven_wonders.chance import pending_line
from engine.seven_wonders.effects import recount
from engine.seven_wonders.game_facade import SevenWonders
from engine.seven_wonders.questions import is_secret_choice
from tests.toy.engine.lanterns.game import Lanterns

ROOT = Path(__file__).resolve().parents[2]


class Shelved(NamedTuple):
    game: Game
    header: Callable[[Rng], Mapping[str, str]]  # a random one
    census: Callable[[Any], object]  # what a game can neither lose nor win
    by_points: Callable[[Any], bool] = lambda state: True  # whether a finished game went to who has most
    opens: Callable[[Any], bool] = lambda state: False  # whether the next action shows what was chosen in secret
    admits: Callable[[Any, Any, str], object] | None = None  # for `Reportable`: the census after such a line
    hides: bool = True  # whether what a seat may choose is ever known to itself alone


def architects_header(rng: Rng) -> dict[str, str]:
    game = Architects((ROOT / "data" / "architects.toml").read_bytes())
    seats = rng.randint(2, 7)
    return {
        "game": "architects",
        "variant": rng.choice(["", "medals", "medals expert medal-tokens", "medal-tokens"]),
        "seats": ", ".join(rng.sample(game.roles(), seats)),
        "names": ", ".join(f"Seat {seat + 1}" for seat in range(seats)),
        "first": str(rng.randint(1, seats)),
        "deal": rng.choice(["eager", "eager", "lazy"]),
        "rules": rng.choice(["", "coin-may-replace-a-resource-you-have=yes", "economy-forces-a-build=no"]),
    }


def _count_needed(state: Any, seat: int, need: str) -> int:
    """Count what medals ask for from the visible cards of a seat."""
    view = state.view(None).seats[seat]
    faces = state.lookup.facts.cards

    def cards(fits: Callable[[Any], bool]) -> int:
        return sum(count for card, count in view.cards.items() if fits(faces[card]))

    match need:
        case "cards":
            return cards(lambda face: True)
        case "blue-with-cat":
            return cards(lambda face: face.cat)
        case "red-with-horn":
            return cards(lambda face: face.horns)
        case "stages":
            return len(view.stages)
        case "cat":
            return int(view.cat)
        case "progress":
            return len(view.progress)
        case "military":
            return view.military
        case "military-in-one-conflict":
            return 0
    return cards(lambda face: face.colour == need)


def architects_census(state: Any) -> tuple[list[int], list[int], list[int], list[int]]:
    """Count cards, progress tokens and medals of each kind, wherever they are, and check that duplicate counts agree.

    The last list has the surplus of cards (by stack) and tokens: zeros, unless people reported others.
    """
    assert state.hands == [
        sum(count * PACK[kind] for kind, count in enumerate(state.cards[seat * KINDS : (seat + 1) * KINDS]))
        for seat in range(state.seats)
    ]
    for seat in range(state.seats):
        assert [amount_of(state, seat, what) for what in range(len(NEEDS))] == [
            _count_needed(state, seat, need) for need in NEEDS
        ]
    assert state.cards_in_stacks == sum(state.stack_sizes)
    assert state.hidden_totals == [
        sum(state.hidden_cards[at : at + KINDS]) for at in range(0, len(state.hidden_cards), KINDS)
    ]
    cards = state.discard[:]
    for at, count in enumerate(state.cards + state.hidden_cards):
        cards[at % KINDS] += count
    for kind in (*state.known_tops[1:], state.known_tops[0]):
        if kind >= 0:
            cards[kind] += 1
    for _, kind, _ in state.gifts:  # one that nobody has seen is still among the hidden
        if kind >= 0:
            cards[kind] += 1
    there = [left - (top >= 0) for left, top in zip(state.stack_sizes, state.known_tops, strict=True)]
    there[0] += sum(kind < 0 for _, kind, _ in state.gifts)
    for kind in state.searched[1:]:  # the first is the open top, counted above
        cards[kind] += 1
        there[state.searching] -= 1
    more = [rest - lying for rest, lying in zip(state.hidden_totals, there, strict=True)]
    more.append(sum(state.hidden_tokens) - state.rest_tokens)
    tokens = state.hidden_tokens[:]
    for at, count in enumerate(state.tokens):
        tokens[at % len(tokens)] += count
    for number in state.token_row:
        tokens[number] += 1
    medals = [state.box_medals >> number & 1 for number in range(len(state.lookup.medals))]
    for place in (*state.gap_medals, state.middle_medals, *state.medals):
        for number in place:
            medals[number] += 1
    assert min(*state.hidden_cards, *state.hidden_totals, *state.hidden_tokens, state.rest_tokens) >= 0
    assert state.pool or min(more) >= 0
    return cards, tokens, medals, more


def architects_admits(state: Any, census: Any, told: str) -> Any:
    """Return the census after people reported a thing that it excludes; called just before `state` changes."""
    cards, tokens, medals, more = (each[:] for each in census)
    match told.split():
        case ["reveal", "token", token, "!"]:
            tokens[state.lookup.token[token]] += 1
            more[-1] += 1
        case ["reveal", "medal", _, medal, "!"]:
            medals[state.lookup.medal[medal]] += 1
        case [*_, card, "!"]:
            cards[KIND[card]] += 1
            more[max(state.searching, state.pending_chance if state.pending_chance <= state.seats else 0)] += 1
    return cards, tokens, medals, more


def duel_header(rng: Rng) -> dict[str, str]:
    return {
        "game": "duel",
        "variant": rng.choice(["", "", "first-game"]),
        "seats": "2",
        "names": "Ada, Ben",
        "first": str(rng.randint(1, 2)),
        "deal": rng.choice(["eager", "eager", "lazy"]),
    }


def duel_census(state: Any) -> tuple[int, int]:
    """Check that each card, wonder and token is in one place, and that duplicate counts agree."""
    lookup = state.lookup
    named = [*numbers(state.cities[0]), *numbers(state.cities[1]), *numbers(state.discard)]
    named += [card for card in (*state.under, *state.slots) if card >= 0]
    assert len(set(named)) == len(named)
    coming = state.eager and state.unseen and not state.laid
    current = state.age + 1 if coming else state.age  # the age whose cards are in play
    for age, cards in enumerate(lookup.ages, 1):
        deck = {*cards, *lookup.guilds} if age == len(lookup.ages) else set(cards)
        seen = deck & set(named)
        slots = lookup.structures[age - 1].slots
        if age < current:
            assert len(seen) == slots
        elif age > current:
            assert not seen
        else:
            assert sorted(deck) == sorted([*seen, *state.unseen, *state.unseen_guilds])
            hidden = state.slots.count(-1) if state.laid and state.eager else 0
            assert len(seen) + hidden <= slots
    wonders = [*state.built, *state.unbuilt, state.offered, state.wonders_aside]
    assert sum(each.bit_count() for each in wonders) == bits(n for each in wonders for n in numbers(each)).bit_count()
    built = sum(each.bit_count() for each in state.built)
    assert built <= lookup.facts.table.max_wonders
    assert built < lookup.facts.table.max_wonders or state.unbuilt == [0, 0]
    tokens = (*state.progress, state.board, state.box_tokens)
    assert set(state.drawn_tokens) <= set(numbers(state.box_tokens))
    for seat in (0, 1):
        colours = [lookup.deck[card].colour for card in numbers(state.cities[seat])]
        counts = [colours.count(colour) for colour in range(CLASSES - 1)]
        assert state.counts[seat * CLASSES : (seat + 1) * CLASSES] == [*counts, state.built[seat].bit_count()]
        assert state.coins[seat] >= 0
    twin = state.copy()
    twin.recount(0)
    twin.recount(1)
    assert (twin.purse, twin.resource_symbols, twin.choice_producers, twin.fixed_price_resources) == (
        state.purse,
        state.resource_symbols,
        state.choice_producers,
        state.fixed_price_resources,
    )
    assert -lookup.capital <= state.pawn <= lookup.capital
    return sum(each.bit_count() for each in tokens), len(lookup.cards)


def seven_wonders_header(rng: Rng) -> dict[str, str]:
    game = seven_wonders()
    seats = rng.choice([3, 3, 4, 5, 6, 7])
    variant = rng.choice(["", "leaders", "leaders experts", "leaders experts"])
    sides: dict[str, list[str]] = {}
    for board in game.random_pool(variant.split()):
        sides.setdefault(game.board(board), []).append(board)
    return {
        "game": "seven-wonders",
        "variant": variant,
        "seats": ", ".join(rng.choice(sides[thing]) for thing in rng.sample(list(sides), seats)),
        "names": ", ".join(f"Seat {seat + 1}" for seat in range(seats)),
        "deal": rng.choice(["eager", "eager", "lazy"]),
        "rules": rng.choice(["", "rebuild-is-forced=yes", "burial-counts-its-own-age=yes"]),
    }


def seven_wonders_census(state: Any) -> tuple[int, int]:
    """Check that each card of the ages begun and each leader is in one place, and that duplicate counts agree."""
    lookup, seats = state.lookup, range(state.seats)
    standing = [sum(state.cities[seat] >> card & 1 for seat in seats) for card in range(len(lookup.cards))]
    assert state.copies_built == standing
    dealing = (pending_line(state) or "").startswith("deal")  # not a draw of leaders while an age has not begun
    if state.eager:
        cards = state.discard + state.under_stages + state.deck + [card for hand in state.hands for card in hand]
        everywhere = [cards.count(card) + standing[card] for card in range(len(lookup.cards))]
        for age in range(1, 4):
            plain = [
                n if lookup.age[card] == age and card not in lookup.guilds else 0 for card, n in enumerate(everywhere)
            ]
            begun = age < state.age or (age == state.age and (state.turn or dealing))
            assert plain == (lookup.copies[state.seats][age] if begun else [0] * len(plain))
        dealt = [everywhere[guild] for guild in lookup.guilds]
        assert set(dealt) <= {0, 1}
        if state.age == 3 and (state.turn or dealing):
            assert sum(dealt) + state.guilds_left == state.seats + lookup.facts.table.more_guilds
        assert [len(hand) for hand in state.hands] == state.hand_sizes
        assert [sum(lookup.age[card] == age for card in state.discard) for age in range(4)] == state.discarded
        held = [leader for hands in (state.leaders, state.drafts) for hand in hands for leader in hand]
        leaders = [*held, *state.in_box, *state.face_down_leaders, *numbers(state.recruited)]
        assert len(set(leaders)) == len(leaders)
        assert [len(hand) for hand in state.leaders] == state.unplayed
        assert len(state.in_box) == state.box_size
    for seat, choice in enumerate(state.choices):
        assert choice is None or seat not in state.to_act
    twin = state.copy()
    for seat in seats:
        recount(twin, seat)
        assert state.coins[seat] >= 0
        colours = [lookup.colour[card] for card in range(len(lookup.cards)) if state.cities[seat] >> card & 1]
        counts = [colours.count(colour) for colour in range(7)]
        assert state.counts[seat * 8 : seat * 8 + 8] == [*counts, state.stages[seat]]
        for card in range(len(lookup.cards)):
            assert (state.cities[seat] & lookup.namesakes[card]).bit_count() <= 1
    assert fields(twin) | {"seen": None} == fields(state) | {"seen": None}
    return len(leaders) if state.eager else 0, len(lookup.cards)


def lanterns_header(rng: Rng) -> dict[str, str]:
    return {"game": "lanterns", "seats": str(rng.randint(2, 5)), "deal": rng.choice(["eager", "eager", "lazy"])}


def lanterns_census(state: Any) -> dict[str, int]:
    """Count lanterns of each kind, wherever they are, and check the sizes of known hands."""
    there = Counter(state.hidden) + Counter(state.street) + Counter(slug for mine in state.lit for slug in mine)
    assert not state.eager or [len(mine) for mine in state.hands] == state.held
    assert min(state.coins) >= 0
    assert state.stack >= 0
    return dict(there)


def lanterns_admits(state: Any, census: Any, told: str) -> Any:
    """Return the census after people reported a lantern that counts exclude: it has one more."""
    slug = told.split()[1]
    return census | {slug: census[slug] + (not state.hidden[slug])}


@cache
def seven_wonders() -> SevenWonders:
    return SevenWonders(*((ROOT / "data" / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))


SHELF = [
    Shelved(
        Architects((ROOT / "data" / "architects.toml").read_bytes()),
        architects_header,
        architects_census,
        admits=architects_admits,
    ),
    Shelved(
        Duel((ROOT / "data" / "duel.toml").read_bytes()),
        duel_header,
        duel_census,
        lambda state: state.victor < 0,
        admits=lambda state, census, told: census,  # everything is in the box once, also what counts exclude
    ),
    Shelved(
        seven_wonders(),
        seven_wonders_header,
        seven_wonders_census,
        admits=lambda state, census, told: census,  # nothing is told that counts exclude
        opens=lambda state: is_secret_choice(state) and len(state.to_act) == 1,
    ),
    Shelved(
        Lanterns((ROOT / "tests" / "toy" / "data" / "lanterns.toml").read_bytes()),
        lanterns_header,
        lanterns_census,
        admits=lanterns_admits,
    ),
]


def fields(state: State[Any]) -> dict[str, object]:
    """Return all fields of a state, for comparison."""
    return {
        name: value[:] if isinstance(value := getattr(state, name), list) else value for name in _slots(type(state))
    }


@cache
def _slots(kind: type[State[Any]]) -> list[str]:
    return [name for base in kind.__mro__ for name in getattr(base, "__slots__", ())]
