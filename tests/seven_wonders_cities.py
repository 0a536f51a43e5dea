"""Positions of 7 Wonders as tests arrange them: cities, hands and leaders laid out by name, then lines said."""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.game import CHANCE, Audience, Event, Seat
from engine.record import parse_move
from engine.seven_wonders.effects import recount
from engine.seven_wonders.game_facade import SevenWonders
from engine.seven_wonders.game_state_machine import SevenWondersState
from engine.seven_wonders.packed_position import NO_CHANCE

ROOT = Path(__file__).resolve().parent.parent
FULL = 50  # coins that pay for anything


def seven_wonders() -> SevenWonders:
    """Return the game with our data files."""
    return SevenWonders(*((ROOT / "data" / f"{name}.toml").read_bytes() for name in ("seven_wonders", "leaders")))


GAME = seven_wonders()


def begun(*boards: str, variant: str = "", **header: str) -> SevenWondersState:
    """Return a started game; with three plain boards if none are named."""
    chosen = boards or ("gizah-day", "rhodos-day", "ephesos-day")
    setup = GAME.setup({"game": "seven-wonders", "seats": ", ".join(chosen), "variant": variant, **header})
    return GAME.start(setup)


def playing(
    *boards: str, age: int = 1, turn: int = 1, hands: Mapping[int, Sequence[str]] | None = None, **header: str
) -> SevenWondersState:
    """Return a game in which all seats choose a card; unnamed hands have one card of the age."""
    state = begun(*boards, **{"variant": "leaders experts", **header})
    state.pending_chance = NO_CHANCE
    state.drafts = [()] * state.seats
    state.age, state.turn = age, turn - 1
    state.deck = []
    filler = ("altar", "aqueduct", "arena")[age - 1]
    for seat in range(state.seats):
        hand = (hands or {}).get(seat, [filler])
        state.hands[seat] = tuple(sorted(state.lookup.card[name] for name in hand))
        state.hand_sizes[seat] = len(hand)
        state.coins[seat] = FULL
    state._begin_turn(None)
    return state


def recruiting(
    *boards: str, age: int = 1, leaders: Mapping[int, Sequence[str]] | None = None, **header: str
) -> SevenWondersState:
    """Return a game at a recruitment; unnamed seats have Zenobia or another plain leader."""
    state = playing(*boards, age=age, **header)
    plain = iter(["zenobia", "sappho", "nefertiti", "hannibal", "cleopatra", "phidias", "varro"])
    for seat in range(state.seats):
        names = (leaders or {}).get(seat, [next(plain)])
        state.leaders[seat] = tuple(sorted(state.lookup.leader[name] for name in names))
        state.unplayed[seat] = len(names)
        state.hands[seat] = ()
        state.hand_sizes[seat] = 0
        for leader in state.leaders[seat]:
            state.in_box.remove(leader)
    state.box_size = len(state.in_box)
    state.age = age - 1
    state._begin_age(None)
    return state


def lay(
    state: SevenWondersState,
    seat: int = 0,
    cards: Iterable[str] = (),
    stages: int = 0,
    leaders: Iterable[str] = (),
    tokens: Iterable[int] = (),
    coins: int | None = None,
) -> SevenWondersState:
    """Lay things before a seat, as if they had come there in the usual way."""
    lookup = state.lookup
    for name in cards:
        state.add_card(seat, lookup.card[name])
    state.stages[seat] += stages
    state.counts[seat * 8 + 7] += stages
    for name in leaders:
        leader = lookup.leader[name]
        state.face_up[seat] |= 1 << leader
        state.recruited |= 1 << leader
        state.recruited_in[leader] = state.age
        if leader in state.in_box:
            state.in_box.remove(leader)
            state.box_size -= 1
    values = (-lookup.facts.table.defeat, *lookup.facts.table.victory)
    for value in tokens:
        state.tokens[seat * 4 + values.index(value)] += 1
    if coins is not None:
        state.coins[seat] = coins
    recount(state, seat)
    state.offers = [offer if state.phase > 2 else None for offer in state.offers]
    return state


def say(state: SevenWondersState, *lines: str) -> list[Event]:
    """Apply lines of a record and return their events."""
    events: list[Event] = []

    def tell(event: Event, readers: Audience) -> None:
        events.append(event)

    for line in lines:
        seat, action = parse_move(state, line)
        state.apply(seat, action, tell)
    return events


def sell_all(state: SevenWondersState, *but: int) -> list[Event]:
    """Sell for every seat that owes a choice, except these, and return the events."""
    events = []
    for seat in state.to_act:
        if seat not in but:
            sale = next(action for action in state.legal(seat) if str(action).startswith("choose sell"))
            events += say(state, f"{seat + 1} {sale}")
    return events


def can(state: SevenWondersState, seat: int = 0) -> list[str]:
    """List the legal actions of a seat, as text."""
    return [str(action) for action in state.legal(Seat(seat))]


def builds(state: SevenWondersState, thing: str, seat: int = 0) -> list[str]:
    """List the payments, as text, with which a seat can build a card, or a stage with a card."""
    verb = "choose stage" if thing.startswith("stage ") else "choose build"
    start = f"{verb} {thing.removeprefix('stage ')}"
    found = [text for text in can(state, seat) if text == start or text.startswith(f"{start} ")]
    return [text[len(start) :].strip() for text in found]


def points(state: SevenWondersState, row: str, seat: int = 0) -> int:
    return state.scores()[seat][row]


def deal(state: SevenWondersState, rng: Any) -> None:
    """Deal until no chance is pending."""
    while state.to_act == (CHANCE,):
        state.apply(CHANCE, state.deal(rng))
