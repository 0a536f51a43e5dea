"""Privacy of 7 Wonders: the hand and the secret choice of a seat are in no other seat's view, offer or event."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import record
from engine.game import CHANCE, EVERYONE, Audience, Event, Seat
from engine.record import legal_lines, parse_move
from engine.seven_wonders.actions import Choose
from engine.seven_wonders.questions import is_secret_choice, question
from tests.contract.shelf import seven_wonders_header
from tests.seven_wonders_cities import GAME, begun, can, deal, lay, playing, recruiting, say, sell_all

few = settings(max_examples=settings().max_examples // 10, suppress_health_check=[HealthCheck.too_slow])
seeds = given(seed=st.integers(0, 2**32))
LINES = 1500  # no game is longer


def position_json(state: Any, seat: Seat | None = None) -> dict[str, Any]:
    """Return the position as a reader of `replay --json` receives it."""
    shown: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state, seat)))
    return shown


def eager_game(rng: random.Random) -> Any:
    return GAME.start(GAME.setup(seven_wonders_header(rng) | {"deal": "eager"}))


def states(rng: random.Random) -> Iterator[Any]:
    """Yield every position of a random game; it is the same object each time."""
    state = eager_game(rng)
    for _ in range(LINES):
        yield state
        if not state.to_act:
            return
        seat = rng.choice(state.to_act)
        state.apply(seat, state.deal(rng) if seat == CHANCE else rng.choice(list(state.legal(seat))))
    pytest.fail("the game does not end")


def words_of_view(view: Any) -> set[str]:
    """Return every word of a view, hints included."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for name, inner in value.items():
                found.update([name] if name != "mine" else [])  # also a card's word
                walk(inner)
        elif isinstance(value, list | tuple):
            for inner in value:
                walk(inner)
        elif isinstance(value, str):
            found.update(value.split())

    walk(msgspec.to_builtins(view))
    return found


@seeds
@few
def test_views_name_only_public_or_own_cards(seed):
    rng = random.Random(seed)
    for state in states(rng):
        lookup, seat = state.lookup, rng.choice([None, *map(Seat, range(state.seats))])
        open_cards = {name for one in state.view(None).seats for name in (*one.cards, *one.leaders, *one.buried)}
        own = set()
        if seat is not None:
            own = {lookup.cards[card] for card in state.hands[seat]}
            own |= {lookup.leaders[leader] for leader in (*state.leaders[seat], *state.drafts[seat])}
            if question(state) == "rebuild" and seat in state.to_act:
                own |= {lookup.cards[card] for card in state.discard}
        named = words_of_view(state.view(seat)) & {*lookup.cards, *lookup.leaders}
        assert named <= open_cards | own


@seeds
@few
def test_legal_actions_do_not_depend_on_choices_of_others(seed):
    rng = random.Random(seed)
    for state in states(rng):
        if not is_secret_choice(state) or len(state.to_act) < 2:
            continue
        first, second = rng.sample(state.to_act, 2)
        before = list(state.legal(second))
        other = state.copy()
        other.apply(first, rng.choice(list(other.legal(first))))
        assert list(other.legal(second)) == before
        assert other.view(None).seats[first].chosen
        assert msgspec.structs.replace(other.view(second).seats[first], chosen=False) == state.view(second).seats[first]


@seeds
@few
def test_a_choice_is_visible_only_to_its_seat(seed):
    rng = random.Random(seed)
    for state in states(rng):
        if not is_secret_choice(state) or len(state.to_act) < 2:
            continue
        seat = rng.choice(state.to_act)
        told: list[list[tuple[Event, Audience]]] = []
        for action in rng.sample(list(state.legal(seat)), min(3, len(state.legal(seat)))):
            events: list[tuple[Event, Audience]] = []
            state.copy().apply(seat, action, lambda event, readers, to=events: to.append((event, readers)))
            told.append([(event, readers) for event, readers in events if readers is EVERYONE or readers != (seat,)])
        assert all(events == told[0] for events in told)


@seeds
@few
def test_the_reveal_does_not_depend_on_hidden_cards(seed):
    """The last to choose reveals all: a seat reads the same in a world where all that stays hidden is another."""
    rng = random.Random(seed)
    for state in states(rng):
        if not is_secret_choice(state) or len(state.to_act) != 1 or question(state) == "draft":
            continue
        (seat,) = state.to_act
        action = rng.choice(list(state.legal(seat)))
        watching = rng.choice([Seat(other) for other in range(state.seats) if other != seat])
        there = other_world(state, seat, action, watching, rng)
        assert events_for(watching, state.copy(), seat, action) == events_for(watching, there, seat, action)


def other_world(state: Any, seat: Seat, action: Any, watching: Seat, rng: random.Random) -> Any:
    """Return a world with other hands, discard and box, except for the cards that the choices are about to show."""
    shown = [choice for choice in state.choices if choice is not None] + [action.what]
    names = {getattr(choice, "card", None) or getattr(choice, "leader", None) for choice in shown}
    stays = {state.lookup.card.get(name) for name in names}
    there = state.copy()
    others = [other for other in range(state.seats) if other != watching]
    pool = [card for other in others for card in state.hands[other] if card not in stays]
    rng.shuffle(pool)
    for other in others:
        kept = [card for card in state.hands[other] if card in stays]
        there.hands[other] = tuple(sorted(kept + [pool.pop() for _ in range(len(state.hands[other]) - len(kept))]))
        there.offers[other] = None
    there.offers[seat] = (action,)
    return there


def events_for(watching: Seat, state: Any, seat: Seat, action: Any) -> list[Event]:
    found: list[Event] = []

    def tell(event: Event, readers: Audience) -> None:
        if readers is EVERYONE or watching in readers:
            found.append(event)

    state.apply(seat, action, tell)
    return [event for event in found if type(event).__name__ != "DiscardSeen"]  # ones own look at the others' leftovers


@seeds
@few
def test_resampled_world_changes_only_hidden_information(seed):
    """Hidden cards and tokens are exchanged; sizes of hands stay, and a seat that has chosen has a choice again."""
    rng = random.Random(seed)
    differs = 0
    for state in states(rng):
        if question(state) != "play" or state.turn > 3:
            continue
        other = state.resample(Seat(0), rng)
        assert other.hands[0] == state.hands[0]
        differs += other.hands[1] != state.hands[1]
        for seat in range(1, state.seats):
            assert (other.choices[seat] is None) == (state.choices[seat] is None)
            choice = other.choices[seat]
            if choice is not None:
                twin = other.copy()
                twin.choices[seat] = None
                twin.acting |= 1 << seat
                assert Choose(choice) in twin.legal(Seat(seat))
    assert differs


def test_legal_lines_are_hidden_from_seats_while_dealing():
    state = begun()
    assert legal_lines(state)
    assert all(legal_lines(state, Seat(seat)) == [] for seat in range(3))
    assert state.odds() is None
    assert state.legal(CHANCE) == ()


def test_hand_is_visible_only_to_its_seat():
    state = begun()
    deal(state, random.Random(5))
    public, mine, other = (position_json(state, seat) for seat in (None, Seat(0), Seat(1)))
    assert "mine" not in public
    assert len(mine["mine"]["hand"]) == len(other["mine"]["hand"]) == 7
    assert mine["mine"]["hand"] != other["mine"]["hand"]
    assert {key: value for key, value in mine.items() if key != "mine"} == public


def test_chosen_card_stays_in_the_hand_until_the_reveal():
    state = playing(hands={0: ["altar", "baths"]})
    say(state, "1 choose sell baths")
    shown = position_json(state, Seat(0))
    assert shown["mine"]["choice"] == "sell baths"
    assert shown["mine"]["hand"] == ["altar", "baths"]
    assert [seat["chosen"] for seat in shown["seats"]] == [True, False, False]
    assert position_json(state, Seat(1))["mine"]["choice"] is None
    assert shown["seats"][0]["hand"] == 2


def test_discard_is_visible_only_while_rebuilding():
    state = recruiting(leaders={0: ["solomon"]})
    state.discard, state.discarded = [state.lookup.card["tavern"], state.lookup.card["altar"]], [0, 2, 0, 0]
    sell_all(state, 0)
    events = say(state, "1 choose recruit solomon")
    assert position_json(state, Seat(0))["mine"]["discard"] == ["altar", "tavern"]
    assert "discard" not in position_json(state, Seat(1))["mine"]
    assert any(type(event).__name__ == "DiscardSeen" for event in events)
    say(state, "1 done")
    assert "discard" not in position_json(state, Seat(0))["mine"]


def test_lazy_records_show_choices_and_have_no_hands():
    state = begun(variant="leaders", deal="lazy")
    say(state, "1 choose recruit cleopatra", "2 choose sell")
    assert "choose recruit cleopatra" not in can(state, 2)
    assert "choose stage" not in can(state, 2)
    shown = position_json(state, Seat(0))["mine"]
    assert shown == {"hand": None, "leaders": None, "choice": "recruit cleopatra"}
    assert [seat["leaders_left"] for seat in position_json(state)["seats"]] == [4, 4, 4]
    assert position_json(state)["box"] == 34 - 12


def test_a_seat_can_only_play_its_own_cards():
    state = lay(playing(hands={0: ["altar"], 1: ["baths"]}))
    seat, action = parse_move(state, "1 choose sell baths")
    with pytest.raises(Exception, match="not-in-hand"):
        state.apply(seat, action)
