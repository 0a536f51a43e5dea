"""Games of 7 Wonders that begin in the middle: any position between two turns can be entered, and means the same."""

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import record
from engine.game import BadHeader, Rng, Seat, State
from engine.seven_wonders.view_json import View
from tests.engine.seven_wonders_positions import AGE_II, BOARDS, GUILDS, HEAD, LED, PLAIN, led, of, position, seat
from tests.seven_wonders_cities import GAME, ROOT
from tests.spoiled import ANYTHING, is_refused_or_played, spoil

DERIVED_FIELDS = ("name", "hand", "leaders_left", "shields", "chosen", "score")
SPOILED_VALUES = (*ANYTHING, "altar", "nero", "rhodos", -1, 3, 5, ["altar"], ["nero"])  # what a spoiled value becomes


def position_json(state: State[Any]) -> dict[str, Any]:
    """Return the position as `replay --json` prints it."""
    position: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(record.position(state)))
    return position


def position_without_derived(state: State[Any]) -> dict[str, Any]:
    """Return the position without the fields that follow from the others. Of Roma's night side `leaders_left` stays."""
    at = position_json(state)
    for chair in at["seats"]:
        keeps = chair["wonder"] == "roma" and chair["side"] == "night"
        for field in DERIVED_FIELDS:
            if field != "leaders_left" or not keeps:
                del chair[field]
    for field in ("asked", "to_act", "pending", "winners", "over", "game", "box"):
        del at[field]
    return at


def header(rng: Rng) -> dict[str, str]:
    """Return a random header. Boards that ask a question are more frequent than others."""
    variant = rng.choice(["", "leaders", "leaders experts"])
    seats = rng.choice([3, 3, 4, 5, 7])
    asking = ["babylon-night", "halikarnassos-night", *(["roma-night", "abu-simbel-night"] if variant else [])]
    boards = rng.sample(asking, rng.randint(0, min(2, len(asking))))
    for board in rng.sample(list(GAME.random_pool(variant.split())), 18 if variant else 14):
        if len(boards) < seats and board.rpartition("-")[0] not in {chosen.rpartition("-")[0] for chosen in boards}:
            boards.append(board)
    rng.shuffle(boards)
    rules = rng.choice(["", "burial-counts-its-own-age=yes"])
    return {**HEAD, "variant": variant, "seats": ", ".join(boards), "rules": rules}


def random_move(state: State[Any], rng: Rng) -> tuple[Seat, Any]:
    """Return a seat to act with a random legal action; sales are less frequent than stages, leaders and cards."""
    seat = rng.choice(state.to_act)
    legal = list(state.legal(seat))
    good = [action for action in legal if " sell" not in str(action) and str(action) not in ("done", "sell")]
    return seat, rng.choice(good if good and rng.random() < 0.9 else legal)


def states_at_turn_starts(head: dict[str, str], rng: Rng) -> list[State[Any]]:
    """Play one random game and return a copy of its state at the start of each turn and each recruitment."""
    state: State[Any] = GAME.start(GAME.setup(head))
    found = []
    while state.to_act:
        view = state.view(None)
        if view.asked in ("play", "recruit") and not any(chair.chosen for chair in view.seats):
            found.append(state.copy())
        state.apply(*random_move(state, rng))
    return found


def start_from(position: dict[str, Any], head: dict[str, str]) -> State[Any]:
    return GAME.start(GAME.setup(head | {"position": json.dumps(position)}))


def without_last(view: View) -> View:
    """Return the view without fields that cannot be entered: the last turn, and the ages of the discarded cards."""
    assert view.discard >= sum(view.derived.discarded)
    return msgspec.structs.replace(view, derived=msgspec.structs.replace(view.derived, last=None, discarded=()))


def check_counts(state: State[Any]) -> None:
    """Check that no count is negative and that no card has more copies than the game."""
    held = [*state.discarded, *state.coins, *state.unplayed, *state.hand_sizes, *state.tokens, state.box_size]
    assert min(held) >= 0
    for card, there in enumerate(state.copies_built):
        assert there == sum(city >> card & 1 for city in state.cities)


def play_both_to_the_end(state: State[Any], again: State[Any], rng: Rng) -> None:
    """Play the same lines in both states and compare them. Only where the discard is unknown may `again` offer more."""
    while state.to_act:
        assert again.to_act == state.to_act
        assert state.view(None).asked == again.view(None).asked
        for who in state.to_act:
            legal, can = list(map(str, state.legal(who))), list(map(str, again.legal(who)))
            assert set(legal) <= set(can) if state.view(None).asked == "rebuild" else legal == can
        seat, action = random_move(state, rng)
        state.apply(seat, action)
        again.apply(seat, again.parse(str(action)))
        assert again.scores() == state.scores()
        assert again.coins == state.coins
    assert again.winners() == state.winners()
    assert position_json(again) == position_json(state)


def check_entered_positions(seed: int, share: float) -> None:
    rng = random.Random(seed)
    head = header(rng)
    for state in states_at_turn_starts(head, rng):
        if rng.random() < share:
            again = start_from(position_json(state), head)
            assert without_last(again.view(None)) == without_last(state.view(None))
            check_counts(again)
            at = position_without_derived(state)
            known = start_from(at, head)
            assert without_last(known.view(None)) == without_last(state.view(None))
            if rng.random() < 0.3:
                play_both_to_the_end(state, known, rng)


@pytest.mark.full
@given(seed=st.integers(0, 2**32))
@example(seed=12)  # leaders come out of the box
@example(seed=17)
@settings(max_examples=5, deadline=None)
def test_entered_positions_replay_to_the_same_scores(seed):
    check_entered_positions(seed, 0.2)


@pytest.mark.full
@pytest.mark.parametrize("seed", range(60))
def test_entered_positions_of_every_turn_replay_to_the_same_scores(seed):
    check_entered_positions(seed, 1.0)


# ---- what does not fit -----------------------------------------------------------------------------------


AGE_I = [slug for slug, card in GAME.data().cards.items() if card.age == 1]
MISTAKES = [
    pytest.param(of({}, game="duel"), "game", id="another game"),
    pytest.param(of({}, over=True), "over", id="a game that is over"),
    pytest.param(of({}, winners=[1]), "over", id="a game that is won"),
    pytest.param(of({}, age=4), "age", id="after Age III"),
    pytest.param(of({}, turn=7), "turn", id="after the last turn"),
    pytest.param(of({}, turn=0), "turn", id="a recruitment without leaders"),
    pytest.param(of({}, pending="deal 1"), "to_act", id="a pending hand"),
    pytest.param(of({}, asked="rebuild"), "to_act", id="a question"),
    pytest.param(of({}, to_act=[1, 3]), "to_act", id="somebody has chosen"),
    pytest.param(of({"chosen": True}), "to_act", id="somebody has chosen, it says"),
    pytest.param(of({}, box=3), "box", id="a box without leaders"),
    pytest.param(of({}, discard=26), "discard", id="fewer discarded than there must be"),
    pytest.param({"age": 1, "turn": 1, "seats": [seat(1), seat(2)]}, "seats", id="a seat too few"),
    pytest.param(of({"seat": 2}), "seats.1.seat", id="seats in another order"),
    pytest.param(of({}, {"name": "Cleo"}), "seats.2.name", id="another name"),
    pytest.param(of({"wonder": "olympia"}), "seats.1.wonder", id="another wonder"),
    pytest.param(of({"side": "night"}), "seats.1.wonder", id="its other side"),
    pytest.param(of({"coins": -1}), "seats.1.coins", id="fewer coins than none"),
    pytest.param(of({}, {"coins": 1000}), "seats.2.coins", id="too many coins"),
    pytest.param(of({"stages": 4}), "seats.1.stages", id="a stage that is not there"),
    pytest.param(of({"cards": ["gold"]}), "seats.1.cards", id="no card"),
    pytest.param(of({"cards": ["excavation"]}), "seats.1.cards", id="not with three seats"),
    pytest.param(of({"cards": ["altar", "altar"]}), "seats.1.cards", id="a card twice in a city"),
    pytest.param(of({"cards": ["loom", "loom-2"]}), "seats.1.cards", id="a name twice in a city"),
    pytest.param(of({"cards": ["altar"]}, {"cards": ["altar"]}), "seats", id="more of a card than there are"),
    pytest.param(of({"cards": ["arena"]}), "age", id="a card of a later age"),
    pytest.param(of({"cards": AGE_II[:3]}), "seats.1.cards", id="more cards of this age than turns"),
    pytest.param(of({"cards": ["altar", "baths", "theater", "well", "tavern", "loom", "stockade"]}, age=3, turn=6),
                 "seats.1.cards", id="more cards of an age than turns"),
    pytest.param(of({"cards": AGE_II[:2], "stages": 1}, age=2, turn=3) | {"age": 1, "turn": 2}, "age", id="too early"),
    pytest.param(of({"cards": ["altar"], "stages": 1}, age=1, turn=2), "seats.1.cards", id="more than was played"),
    pytest.param(position(*[{"cards": [guild for guild in GUILDS[at::3]][:2]} for at in range(3)], age=3, turn=6),
                 "seats", id="six guilds for three seats"),
    pytest.param(of({"leaders": ["nero"]}), "seats.1.leaders", id="a leader without the variant"),
    pytest.param(of({"leaders_left": 1}), "seats.1.leaders_left", id="leaders held without the variant"),
    pytest.param(led({"leaders": ["nobody"]}), "seats.1.leaders", id="no leader"),
    pytest.param(led({"leaders": ["nero"]}, {"leaders": ["nero"]}), "seats", id="a leader twice"),
    pytest.param(led({"leaders": ["nero", "plato", "midas"]}), "seats.1.leaders", id="a leader too many"),
    pytest.param(led({"buried": ["nero"]}), "seats.1.buried", id="buried where nothing buries"),
    pytest.param(led({}, {"leaders": ["theano"]}), "seats.2.ages", id="no age for its cost"),
    pytest.param(led({}, {"ages": {"nero": 1}}), "seats.2.ages", id="an age for nothing"),
    pytest.param(led({"leaders_left": 3}), "seats.1.leaders_left", id="more leaders held than can be"),
    pytest.param(led({}, age=2, turn=0, to_act=[1, 2]), "to_act", id="whoever has leaders recruits"),
    pytest.param(of({"tokens": [2]}), "seats.1.tokens", id="no token"),
    pytest.param(of({"tokens": [3]}, {"tokens": [-1]}), "seats.1.tokens", id="a token of this age"),
    pytest.param(of({"tokens": [1, 1, 1]}, {"tokens": [-1]}), "seats.1.tokens", id="three of an age"),
    pytest.param(of({"tokens": [-1, -1, -1]}), "seats.1.tokens", id="three defeats"),
    pytest.param(of({"tokens": [-1, -1, 1, 1]}), "seats.1.tokens", id="four of one conflict"),
    pytest.param(of({"tokens": [1]}), "seats", id="a victory over nobody"),
    pytest.param(of({"shields": 3}), "seats.1.shields", id="other shields"),
    pytest.param(of({"hand": 7}), "seats.1.hand", id="another hand"),
    pytest.param(of({}, {"score": {"total": 40}}), "seats.2.score", id="other points"),
    pytest.param(of({"cat": True}), "seats.1", id="an unknown field"),
]  # fmt: skip


@pytest.mark.parametrize(("at", "field"), MISTAKES)
def test_invalid_position_names_the_wrong_field(at, field):
    head = LED if at["seats"][0]["wonder"] == "roma" else PLAIN
    with pytest.raises(BadHeader) as raised:
        start_from(at, head)
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.startswith(f"{field}: ")
    assert reason.isprintable()


def test_positions_without_the_mistakes_are_valid():
    assert start_from(of({}), PLAIN).to_act == (0, 1, 2)
    assert start_from(led({}), LED).to_act == (0, 1, 2)
    assert start_from(of({"cards": AGE_II[:2]}), PLAIN).view(None).discard == 3 * 7 + 3 * 2 - 2


def test_position_with_more_cards_than_turns_is_refused():
    """Rebuilt cards explain one more card per seat, but not the same card for all seats."""
    halikarnassos = {"stages": 3, "cards": ["altar"]}
    boards = ("halikarnassos-night", *BOARDS[1:])
    head = PLAIN | {"seats": ", ".join(boards)}
    with pytest.raises(BadHeader, match="more than have been played"):
        start_from(position(halikarnassos, {}, {}, boards=boards, age=1, turn=2), head)


def test_buried_leader_scores_by_its_age():
    """The leader scores twice its price: 2 points if recruited in Age I, 6 in Age III."""
    for age, points in ((1, 2), (2, 4)):
        buried = {"stages": 1, "buried": ["theano"], "ages": {"theano": age}}
        assert start_from(led({}, buried), LED).view(None).seats[1].score.wonder == points
    face_up = {"stages": 1, "leaders": ["theano"], "ages": {"theano": 1}}
    assert position_json(start_from(led({}, face_up), LED))["seats"][1]["ages"] == {"theano": 1}


def test_roma_may_have_extra_leaders_in_age_iii():
    roma = {"stages": 3, "leaders": ["nero", "plato"]}
    for left in (3, 4, 5):
        assert (
            start_from(led(roma | {"leaders_left": left}, age=3, turn=1), LED).view(None).seats[0].leaders_left == left
        )
    late = start_from(led(roma, age=3, turn=1), LED).view(None)
    assert [chair.leaders_left for chair in late.seats] == [5, 0, 0]
    with pytest.raises(BadHeader, match="leaders_left: 3 to 5"):
        start_from(led(roma | {"leaders_left": 6}, age=3, turn=1), LED)


def test_only_ages_possible_in_the_discard_can_be_rebuilt():
    boards = ("halikarnassos-night", *BOARDS[1:])
    head = PLAIN | {"seats": ", ".join(boards)}
    state = start_from(position({"stages": 2, "cards": ["lumber-yard", "sawmill"]}, {}, {}, boards=boards), head)
    for chosen in range(3):
        action = next(
            action
            for action in state.legal(Seat(chosen))
            if "stage" in str(action) or (chosen and "sell" in str(action))
        )
        state.apply(Seat(chosen), action)
    cards = {str(action).removeprefix("rebuild ") for action in state.legal(Seat(0))} - {"done"}
    assert {GAME.data().cards[card].age for card in cards} == {1, 2}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "{}", '{"age": 1, "a\\u001b": 1}', "9" * 400])
def test_an_invalid_position_is_refused_in_one_printable_line(text):
    with pytest.raises(BadHeader) as raised:
        GAME.setup(PLAIN | {"position": text})
    ((key, reason),) = raised.value.faults
    assert key == "position"
    assert reason.isprintable()


def test_position_requires_a_lazy_deal():
    with pytest.raises(BadHeader, match="position: only with `deal: lazy`"):
        start_from(position(), PLAIN | {"deal": "eager"})


def test_example_in_the_notation_is_a_valid_position():
    notation = (ROOT / "docs" / "notation-seven-wonders.md").read_text("utf-8")
    example = notation.partition("## Beginning in the middle")[2].partition("```")[2].partition("```")[0]
    head = dict(line.split(": ", 1) for line in example.strip().splitlines())
    state = GAME.start(GAME.setup(head))
    assert (state.age, state.turn, state.to_act) == (2, 1, (0, 1, 2))
    assert "2 choose build sawmill" in record.legal_lines(state)


def test_record_round_trips_its_position():
    setup = GAME.setup(PLAIN | {"position": json.dumps(position(), indent=2)})
    assert "\n" not in setup.position
    again = record.parse_record(record.format_record(setup, ["1 choose sell"]).encode(), {"seven-wonders": GAME})
    assert again.setup == setup


@pytest.mark.rotated
@given(seed=st.integers(0, 2**32))
@settings(max_examples=30, deadline=None)
def test_a_random_position_is_refused_or_can_be_played_to_the_end(seed):
    rng = random.Random(seed)
    head = header(rng)
    at = position_without_derived(rng.choice(states_at_turn_starts(head, rng)))
    for _ in range(rng.randint(1, 3)):
        spoil(at, rng, SPOILED_VALUES, least=-1000)
    is_refused_or_played(lambda: start_from(at, head), rng, check_counts)


@pytest.mark.parametrize(("own_age", "counts"), [("yes", 3), ("no", 2)])
def test_burial_rule_sets_the_age_a_leader_counts_by(own_age, counts):
    two = {"leaders": ["eurypyle"], "ages": {"eurypyle": 2}}
    state = start_from(led({}, two, age=3), LED | {"rules": f"burial-counts-its-own-age={own_age}"})
    assert state.view(None).seats[1].ages == {"eurypyle": counts}
