"""Games that engine and judge follow together, line by line, until they differ.

`python -m tests.judge.comparison KIND GAMES [entered]` compares that many of a kind.
"""

import sys

import msgspec

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
    "seven-wonders": ("seven-wonders", ""),
    "leaders": ("seven-wonders", "leaders"),
    "experts": ("seven-wonders", "leaders experts"),
}


def first_difference(kind, number, lazy=False, facts=None):
    """Play a game, and say where engine and judge differ first; None: nowhere. `lazy`: as entered from cardboard."""
    return compare(kind, number, lazy, facts)[0]


def compare(kind, number, lazy=False, facts=None):
    """Return the first difference of a game, and how many positions were compared."""
    name, variant = KINDS[kind]
    game, rng = shelf(main.read_game_data())[name], Rng(f"judge {kind} {number} {lazy}")
    setup = game.setup(random_header(game, name, variant, rng) | ({"deal": "lazy"} if lazy else {}))
    state, judge = game.start(setup), judge_of(dict(setup.header()), facts)
    player, line, positions = PLAYERS[rng.choice(("random", "greedy"))], "the set-up", 1
    while (found := difference(state, judge, setup.seats)) is None and state.to_act:
        line = next_line(state, player, rng, lazy)
        try:
            judge.tell(line)
        except Unfollowable as refused:
            return str(refused), positions
        positions += 1
    return found and f"after {line}: {found}", positions


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
        return [
            difference
            for key in one.keys() | other
            for difference in differing(one.get(key), other.get(key), f"{path}.{key}")
        ]
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [
            difference
            for n, pair in enumerate(zip(one, other, strict=True))
            for difference in differing(*pair, f"{path}.{n}")
        ]
    return [] if one == other else [f"{path}: {one} by the engine, {other} by the judge"]


def run(kind, games, lazy):
    """Compare games, and print the differences and how many positions there were."""
    total = 0
    for number in range(games):
        found, positions = compare(kind, number, lazy)
        total += positions
        if found:
            print(f"game {number}: {found}")
    print(f"{kind}: {games} games, {total:,} positions")


if __name__ == "__main__":
    run(sys.argv[1], int(sys.argv[2]), "entered" in sys.argv)
