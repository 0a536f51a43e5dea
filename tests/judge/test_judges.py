"""Legal lines, points and views of the engine are those of an independent judge, at every line."""

import copy

import msgspec
import pytest

import main
from app.games.game_list import shelf
from engine import record
from engine.corrections_and_agreements import CountCorrection
from engine.game import CHANCE, HasHouseRules, IllegalAction, Rng, roles_of
from engine.players import PLAYERS
from tests.judge.judges import judge_of
from tests.judge.record import Unfollowable

KINDS = {
    "architects": ("architects", ""),
    "medals": ("architects", "medals"),
    "expert-medals": ("architects", "medals expert medal-tokens"),
    "duel": ("duel", ""),
    "duel-first-game": ("duel", "first-game"),
}
SEATS = {"architects": "giza, rhodes", "duel": "2"}
GAMES = 2000  # of each kind, dealt; a tenth of that entered from cardboard
WRONG = {  # by kind: a value that the judge is told otherwise, and what it is told
    "architects": (("table", "cat_points"), 3),
    "medals": (("medals", "three-red", "need", "red"), 2),
    "duel": (("cards", "palisade", "cost", "coins"), 3),
}


def first_difference(kind, number, lazy=False, facts=None):
    """Play a game, and say where engine and judge differ first; None: nowhere. `lazy`: as entered from cardboard."""
    name, variant = KINDS[kind]
    game, rng = shelf(main.read_game_data())[name], Rng(f"judge {kind} {number} {lazy}")
    setup = game.setup(random_header(game, name, variant, rng) | ({"deal": "lazy"} if lazy else {}))
    state, judge = game.start(setup), judge_of(dict(setup.header()), facts)
    player, line = PLAYERS[rng.choice(("random", "greedy"))], "the set-up"
    while (found := difference(state, judge, setup.seats)) is None and state.to_act:
        line = next_line(state, player, rng, lazy)
        try:
            judge.tell(line)
        except Unfollowable as refused:
            return str(refused)
    return found and f"after {line}: {found}"


def random_header(game, name, variant, rng):
    roles = list(roles_of(game).random_pool(tuple(variant.split())))
    rng.shuffle(roles)
    boards = list({roles_of(game).board(role): role for role in roles}.values())[: rng.choice(list(game.seats))]
    first = {"first": str(rng.randint(1, len(boards) or 2))} if game.first_seat else {}
    switches = game.house_rules() if isinstance(game, HasHouseRules) else {}
    rules = ", ".join(f"{rule}={rng.choice(('yes', 'no'))}" for rule in switches)
    header = {"game": name, "variant": variant, "seats": ", ".join(boards) or "2"}
    return header | first | ({"rules": rules} if rules else {})


def next_line(state, player, rng, lazy):
    """Play on, and return the line of it; people who enter a game name anything that can be there, and count."""
    while True:
        seat = rng.choice(state.to_act)
        if lazy and rng.randrange(40) == 0 and (counted := state.correctable_counts()):
            what = rng.choice(sorted(counted))
            most = min(counted[what].most, counted[what].now + 2)
            seat, action = CHANCE, CountCorrection(what, rng.randint(counted[what].least, most))
        elif lazy:
            action = rng.choice(list(state.legal(seat) or state.contradictions()))
        else:
            action = state.deal(rng) if seat == CHANCE else player(state, seat, rng)
        try:
            state.apply(seat, action)
        except IllegalAction as refusal:  # a count after which a seat could not pay what it has told this turn
            if refusal.rule != "told-already" or not isinstance(action, CountCorrection):
                raise
            continue
        return record.format_line(record.format_move(seat, action))


def difference(state, judge, seats):
    """Return what is legal, or shown to a reader, to one of the two alone; None if there is nothing."""
    if (legal := record.legal_lines(state)) != judge.legal():
        return f"legal is {sorted({*legal} ^ {*judge.legal()})} to one of them alone"
    for reader in (None, *range(seats)):
        shown = msgspec.json.decode(msgspec.json.encode(record.position(state, reader)))
        if shown != (judged := judge.view(reader)):
            return f"{reader} is shown {differing(shown, judged)}"
    return None


def differing(one, other, path=""):
    """List the paths at which two positions differ, with the values of both."""
    if isinstance(one, dict) and isinstance(other, dict):
        return [it for key in one.keys() | other for it in differing(one.get(key), other.get(key), f"{path}.{key}")]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [it for n, pair in enumerate(zip(one, other, strict=True)) for it in differing(*pair, f"{path}.{n}")]
    return [] if one == other else [f"{path}: {one} by the engine, {other} by the judge"]


@pytest.mark.parametrize("lazy", [False, True], ids=["dealt", "entered"])
@pytest.mark.parametrize("kind", KINDS)
def test_legal_lines_points_and_views_are_those_of_the_judge(kind, lazy):
    assert first_difference(kind, 0, lazy) is None


@pytest.mark.full
@pytest.mark.parametrize("part", range(10))
@pytest.mark.parametrize("kind", KINDS)
def test_legal_lines_points_and_views_of_many_games_are_those_of_the_judge(kind, part):
    games = range(part * GAMES // 10 + 1, (part + 1) * GAMES // 10 + 1)
    assert [it for number in games if (it := first_difference(kind, number))] == []
    assert [it for number in games[::10] if (it := first_difference(kind, number, lazy=True))] == []


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_value_is_found(kind):
    (*path, last), value = WRONG[kind]
    facts = judge_of({"game": KINDS[kind][0], "seats": SEATS[KINDS[kind][0]]}).facts
    facts = copy.deepcopy(facts)
    thing = facts
    for step in path:
        thing = thing[step]
    assert thing[last] != value
    thing[last] = value
    assert any(first_difference(kind, number, facts=facts) for number in range(5))
