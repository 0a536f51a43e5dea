"""Positions of Duel that a test wants: two cities, and what seat 1 may take now."""

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from engine.bit_sets import bits, numbers
from engine.duel.effects import ON_GAIN
from engine.duel.game_facade import Duel
from engine.duel.game_state_machine import DuelState
from engine.game import Audience, Event, Seat
from engine.record import parse_move

ROOT = Path(__file__).resolve().parents[1]
ME, OTHER = Seat(0), Seat(1)
FULL = 100  # coins that pay for anything

City = Mapping[str, Sequence[str]]  # cards, wonders (built), tokens


@cache
def duel() -> Duel:
    return Duel((ROOT / "data" / "duel.toml").read_bytes())


def begun(tokens: Sequence[str] = (), game: Duel | None = None) -> DuelState:
    """Return a lazy game before its first turn, with these tokens not on the board."""
    game = game or duel()
    state = game.start(game.setup({"game": "duel", "seats": "2", "variant": "first-game", "deal": "lazy"}))
    board = [token for token in game.lookup.tokens if token not in tokens][:5]
    for token in board:
        state.apply(Seat(-1), state.parse(f"reveal token {token}"))
    return state


def arranged(
    build: str | None = None,
    city: City | None = None,
    opponent: City | None = None,
    coins: Sequence[int] = (FULL, FULL),
    pawn: int = 0,
    left: int = 20,
    game: Duel | None = None,
) -> DuelState:
    """Seat 1 is to act, and may build this card or this wonder."""
    cities = (city or {}, opponent or {})
    held = [token for each in cities for token in each.get("tokens", ())]
    state = begun(held, game)
    lookup = state.lookup
    state.unbuilt = [0, 0]
    for seat, each in enumerate(cities):
        settle(state, seat, each)
    state.coins = list(coins)
    state.pawn = pawn
    state.military_tokens = [
        tuple(space for space in lookup.tolls if space > max(0, -pawn)),
        tuple(space for space in lookup.tolls if space > max(0, pawn)),
    ]
    state.pending_choices, state.ended, state.victor = (), "", -1
    state.cards_left, state.turn = left, 0
    if build is not None:
        allow(state, build)
    state._begin_turn(ME, None, again=False)
    return state


def settle(state: DuelState, seat: int, city: City) -> None:
    """Put these cards, wonders and tokens before a seat, without their effects at the time."""
    lookup = state.lookup
    for card in city.get("cards", ()):
        state._add_card(seat, lookup.card[card], None)
    for name in city.get("wonders", ()):
        wonder = lookup.wonder[name]
        state.built[seat] |= 1 << wonder
        state.counts[8 * seat + 7] += 1
        state._work(seat, lookup.sites[wonder].effects, name, None)
    for name in city.get("tokens", ()):
        token = lookup.token[name]
        state.box_tokens &= ~(1 << token)
        state.progress[seat] |= 1 << token
        for effect in lookup.token_effects[token]:
            ON_GAIN[type(effect)](state, seat, effect, name, None)


def allow(state: DuelState, build: str) -> None:
    """Seat 1 may build this card, or this wonder with a card that stands nowhere."""
    lookup = state.lookup
    if build in lookup.wonder:
        state.unbuilt[ME] |= 1 << lookup.wonder[build]
        card = next(n for n in lookup.ages[0] if not (state.cities[0] | state.cities[1]) >> n & 1)
    else:
        card = lookup.card[build]
    state.age = lookup.facts.cards[lookup.cards[card]].age
    guild = card in lookup.guilds
    state.unseen, state.unseen_guilds = ([], [card]) if guild else ([card], [])
    state.guilds_laid = 0 if guild else lookup.facts.table.guilds


def line(state: DuelState, build: str) -> str:
    """Return the record line with which seat 1 builds this."""
    if build in state.lookup.wonder:
        return f"1 build {build} with {state.lookup.cards[state.unseen[0]]}"
    return f"1 build {build}"


def play(state: DuelState, *lines: str) -> list[Event]:
    """Apply these record lines, and return the public events."""
    told: list[Event] = []

    def tell(event: Event, readers: Audience) -> None:
        if readers is None:
            told.append(event)

    for text in lines:
        seat, action = parse_move(state, text)
        state.apply(seat, action, tell)
    return told


def can(state: DuelState) -> list[str]:
    """List the legal actions of the seat to act, as text."""
    return sorted(str(action) for seat in state.to_act for action in state.legal(seat))


def cards(state: DuelState, *names: str) -> int:
    """Return a set of cards as the bits that a state stores."""
    return bits(state.lookup.card[name] for name in names)


def names(state: DuelState, of: int) -> list[str]:
    """List the names of a set's cards."""
    return sorted(state.lookup.cards[number] for number in numbers(of))
