"""The number of touches to correct a report of four turns ago, in games that people play with their own cards.

A real game is played next to the game that the table was told of. In one turn people report another card, another
stack, or nothing at all; or, where all act at once, one seat does not report, and is a turn behind. Four turns later
somebody corrects that by touch; then the state of the table has to equal that of the real game.

A turn that one seat forgot takes six touches at most. A forgotten turn of 7 Wonders takes at least one for the page of
corrections, one for its place, one for each seat's card, and one for each payment that is not certain: five to eight
with three seats. The longest of the games here has two such payments, and takes seven.
Figures: `python -m pytest -n0 --full -s tests/app/screen/test_wrong_figures.py`
"""

import random
from collections import Counter
from functools import partial
from statistics import median
from typing import NamedTuple

import pytest

from app.protocol.cardboard_messages import Correct
from app.protocol.game_lifecycle_messages import SetGame, Start
from app.protocol.play_messages import Act, SkipOpening
from app.protocol.settings_messages import Settings
from app.screen.composition import compose
from app.table.cardboard import reports
from engine.game import CHANCE, IllegalAction
from tests.app.screen import SIZE, duels, sevens, stage
from tests.app.screen.in_process import Hand
from tests.app.table.repairs import is_sound
from tests.app.table.tracked import GAME, begun
from tests.app.tables import Evening

TURNS_LATER = 4  # turns
MAX_TOUCHES = {"card": 5, "stack": 5, "forgotten": 6, "missed": 6}
BOARDS = (
    "gizah-day",
    "rhodos-night",
    "ephesos-day",
    "babylon-day",
    "olympia-night",
    "alexandria-day",
    "halikarnassos-day",
)


class GameSetup(NamedTuple):
    """A game, how it begins, and what can be reported wrongly in it."""

    slug: str
    game: object
    screen: dict
    begin: object
    wrong: tuple[str, ...]  # the kinds of mistakes possible in it
    seats: int


def _architects(evening):
    begun(evening, "touch", "touch", "touch", "touch")


def _duel(evening):
    evening.send(SetGame, game="duel", mode="track", first=1)
    evening.sit("touch", "touch")
    evening.send(Start)


def _seven_wonders(evening, seats=3):
    evening.send(SetGame, game="seven-wonders", mode="track")
    evening.sit(*["touch"] * seats).boards(*BOARDS[:seats])
    evening.send(Start)
    evening.send(SkipOpening)


ARCHITECTS = GameSetup("architects", GAME, {}, _architects, ("card", "stack", "forgotten"), 4)
DUEL = GameSetup("duel", duels.DUEL, {"duel": duels.DUEL.data}, _duel, ("card", "forgotten"), 2)
SEVEN = GameSetup(
    "seven-wonders", sevens.GAME, {"seven_wonders": sevens.GAME.data}, _seven_wonders,
    ("card", "forgotten", "missed"), 3,
)  # fmt: skip
SEVEN_SEATS = SEVEN._replace(begin=partial(_seven_wonders, seats=7), wrong=("missed",), seats=7)
GAMES = {"architects": ARCHITECTS, "duel": DUEL, "seven-wonders": SEVEN, "seven at 7 Wonders": SEVEN_SEATS}


class Both:
    """A game as it was really played, and the table to which it was reported."""

    def __init__(self, evening, rng):
        self.evening, self.rng = evening, rng
        self.truth = evening.table.committed.match.state.copy()

    @property
    def reported_state(self):
        return self.evening.table.committed.match.state

    def settle(self):
        """Apply to the real game what people need not report."""
        while self.truth.to_act and (answer := reports.PEOPLE.answer(self.truth)) is not None:
            self.truth.apply(*answer)

    def act(self, told=True):
        """Apply a random action to the real game, and report it unless `told` is False. Return its text, or None."""
        truth = self.truth
        seat = truth.to_act[0]
        actions = [*truth.legal(seat)]
        self.rng.shuffle(actions)
        for action in actions[:40]:
            if told:
                said = self._as_told(seat, action)
                if said is None:
                    continue
            truth.apply(seat, action)
            self.settle()
            if told:
                self.tell(*said)
            return str(action)
        return None

    def _as_told(self, seat, action):
        """Return the seat and text that report an action to a table which may expect another seat, or None."""
        told = self.reported_state
        if seat in told.to_act and str(action) in map(str, told.legal(seat)):
            return seat, str(action)
        for asked in told.to_act:
            for each in told.reassigned(seat, action):
                try:
                    told.copy().apply(asked, each)
                except IllegalAction:
                    continue
                return asked, str(each)
        return None

    def tell(self, seat, text):
        question = next(each for each in self.evening.table.committed.state.questions if each.seat == seat)
        self.evening.send(Act, seat=seat + 1, question=question.number, action=text)


def turn_of(state):
    return state.reported_turn()


def until_turn(both, turn, told=True):
    """Play until that turn has begun. Return False if an action cannot be reported or the game is over."""
    while both.truth.to_act and turn_of(both.truth) < turn:
        if both.act(told) is None:
            return False
    return bool(both.truth.to_act) and bool(both.reported_state.to_act)


def other_line(both, kind):
    """Return the seat to act, and pairs of a real and a reported action that differ in the card or in the stack."""
    truth, rng = both.truth, both.rng
    seat = truth.to_act[0]
    lines = [*map(str, truth.legal(seat))]
    pairs = [(a, b) for a in lines for b in lines if a != b and _differ(a, b, kind)]
    rng.shuffle(pairs)
    return seat, pairs[:6]


def _differ(a, b, kind):
    first, second = a.removeprefix("choose ").split(), b.removeprefix("choose ").split()
    if first[0] == second[0] == "take":
        return kind == "stack"
    return kind == "card" and first[0] in ("build", "discard", "sell") and second[0] == first[0] and len(first) < 3


def put_right(name, folder, kind, at, seed):
    """Correct a wrong report of one turn. Return touches, later questions, and whether the states agree; or None."""
    played = GAMES[name]
    evening = Evening(folder, shelf={played.slug: played.game}, modes={played.slug: ("play", "track")})
    evening.settings = Settings(welcomed=True, motion=False)
    evening.restart()
    rng = random.Random(f"{name} {kind} {at} {seed}")
    played.begin(evening)
    both = Both(evening, rng)
    both.settle()
    try:
        return _put_right(played, both, kind, at, name)
    finally:
        evening.close()


def _put_right(played, both, kind, at, name):
    evening = both.evening
    if not until_turn(both, at):
        return None
    step = _mistake(played, both, kind)
    if step is None:
        return None
    wrong = turn_of(both.reported_state) if kind == "forgotten" else at
    if not until_turn(both, at + TURNS_LATER + (kind == "forgotten")):
        return None
    mine = Hand(evening, stage.screens(**played.screen))
    try:
        touch(mine, "undo")
        touch(mine, f"missing {wrong}" if kind == "forgotten" else f"log {wrong}")
        for key in step(mine, wrong):
            touch(mine, key)
        asked = 0
        repair = evening.at_table().repair
        while repair is not None and asked < 9:  # later reports that became impossible
            asked += 1
            likely = repair.likely or next(iter(repair.legal), "")
            how = {"how": "insert" if repair.before else "replace", "text": likely} if likely else {"how": "remove"}
            evening.send(Correct, row=repair.row, **how)
            repair = evening.at_table().repair
        is_sound(evening)
        same = evening.table.committed.match.state.view(None) == both.truth.view(None)
        return mine.touches, asked, same
    finally:
        mine.shown.close()


def touch(mine, key):
    """Touch a button, after turning the pages of a list to it."""
    areas = mine.shown.hit_areas()
    if key == "undo" and "shields wrong" in areas:  # during the check of shields that is the way to corrections
        key = "shields wrong"
    while key not in areas:
        assert "later" in areas, (key, sorted(areas))
        assert areas["later"].tap, (key, sorted(areas))
        mine.shown.tap("later")
        areas = mine.shown.hit_areas()
    mine.tap(key)


def _mistake(played, both, kind):
    """Make one mistake in reporting. Return a function that lists the keys of its correction, or None."""
    truth, told = both.truth, both.reported_state
    turn = turn_of(truth)
    if kind == "forgotten":
        lines = []
        while truth.to_act and turn_of(truth) == turn:
            seat = truth.to_act[0]
            lines.append((seat, both.act(told=False)))
        return lambda mine, wrong: _insert(mine, lines)
    if kind == "missed":  # the first seat to act does not report this turn, and the others do
        text = both.act(told=False)
        while truth.to_act and turn_of(truth) == turn:
            both.act()
        return lambda mine, wrong: _list_missed_keys(mine, text)
    if kind == "card" and played.game is GAME:
        seat = truth.to_act[0]
        take = both.rng.choice([text for text in map(str, truth.legal(seat)) if text.startswith("take ")])
        truth.apply(seat, truth.parse(take))
        both.tell(seat, take)
        cards = [str(action) for action, _ in truth.odds() or ()]
        right, wrong = both.rng.sample(cards, 2) if len(cards) > 1 else (None, None)
        if right is None:
            return None
        truth.apply(CHANCE, truth.parse(right))
        both.settle()
        both.tell(CHANCE, wrong)
        return lambda mine, _: _card_of(mine, f"tell {right.split()[-1]}", 1)
    seat, pairs = other_line(both, kind)
    for right, wrong in pairs:
        if wrong not in map(str, told.legal(seat)):
            continue
        if played.game is GAME:  # another stack with the same card
            return _stack(both, seat, right, wrong)
        truth.apply(seat, truth.parse(right))
        both.settle()
        both.tell(seat, wrong)
        return lambda mine, _, right=right: _use_of(mine, seat, right)
    return None


def _stack(both, seat, right, wrong):
    truth = both.truth
    twin = both.reported_state.copy()
    twin.apply(seat, twin.parse(wrong))
    truth.apply(seat, truth.parse(right))
    if truth.to_act != (CHANCE,) or twin.to_act != (CHANCE,):
        return None
    here = {str(action).split()[-1] for action, _ in truth.odds()} & {
        str(action).split()[-1] for action, _ in twin.odds()
    }
    if not here:
        return None
    card = both.rng.choice(sorted(here))
    stack = str(truth.odds()[0][0]).split()[1]
    truth.apply(CHANCE, truth.parse(f"reveal {stack} {card}"))
    both.settle()
    both.tell(seat, wrong)
    told = str(twin.odds()[0][0]).split()[1]
    both.tell(CHANCE, f"reveal {told} {card}")
    return lambda mine, _: _card_of(mine, f"put {right}", 0)


def _card_of(mine, key, nth):
    repair = stage.at(mine.control).repair
    return [f"line {repair.told[nth].row}", key]


def _use_of(mine, seat, right):
    """Return the keys that report another card of Duel or 7 Wonders, and what was done with it."""
    repair = mine.control.model.table.repair
    line = next(each for each in repair.told if each.question.seat == seat + 1)
    words = right.removeprefix("choose ").split()
    thing = words[1] if len(words) > 1 else words[0]
    keys = [f"line {line.row}"]
    if right.startswith("choose "):
        return [*keys, f"tell 0 {thing}"]
    return [*keys, f"tell {thing}", right]


def _insert(mine, lines):
    """Yield the keys that report all actions of a forgotten turn."""
    for _, text in lines:
        words = text.removeprefix("choose ").split()
        if text.startswith("choose "):
            yield from _list_choice_keys(mine, text)
        elif words[0] in ("build", "discard"):
            yield f"tell {words[-1]}"
            yield text
        elif words[0] in ("reveal", "keep"):
            yield f"tell {words[-1]}"
        else:
            yield f"put {text}"


def _list_missed_keys(mine, text):
    """Yield the keys that report the action of the only seat that did not report its turn."""
    line = next(each for each in mine.control.model.table.repair.told if each.question.seat == 1)
    yield f"line {line.row}"
    yield f"missed {line.row}"
    yield from _list_choice_keys(mine, text)


def _list_choice_keys(mine, text):
    """Yield the keys that report a card or stage of 7 Wonders, with its payment if that is asked."""
    words = text.removeprefix("choose ").split()
    thing = words[1] if words[0] == "build" else words[0]
    [grid] = [part.view for part in compose(mine.control.scene, *SIZE) if part.key == "tells 0"]
    if f"tell 0 {thing}" not in mine.shown.hit_areas():
        yield next(f"kind 0 {kind.key}" for kind in grid.kinds if thing in [spot.slug for spot in kind.spots])
    yield f"tell 0 {thing}"
    ways = [each.lines for each in (*grid.deeds, *(spot for kind in grid.kinds for spot in kind.spots))]
    lines = next(found for found in ways if text in found)
    if len(lines) > 1:
        yield f"pay 0 {lines.index(text)}"


def figures(name, folder, turns, seeds):
    """Count touches and further questions by kind of mistake, with how often the states agreed. Print a summary."""
    found = {}
    for kind in GAMES[name].wrong:
        touches, asked, same = Counter(), Counter(), 0
        for at in turns:
            for seed in seeds:
                place = folder / f"{kind}-{at}-{seed}"
                place.mkdir()
                got = put_right(name, place, kind, at, seed)
                if got is not None:
                    touches[got[0]] += 1
                    asked[got[1]] += 1
                    same += got[2]
                    if not got[2]:
                        print(name, kind, at, seed, "not the truth then")
        found[kind] = touches, asked, same
        total = sorted(touches.elements())
        if total:
            print(
                f"{name}, {kind}, {TURNS_LATER} turns ago: median {median(total)}, most {total[-1]} touches"
                f" in {len(total)}; asked more: {sorted(asked.items())}; the truth then: {same}"
            )
    return found


SAMPLE = {
    "architects": ((5,), (1,)),
    "duel": ((12,), (1,)),
    "seven-wonders": ((2,), (1,)),
    "seven at 7 Wonders": ((2,), (1,)),
}
WHOLE = {
    "architects": ((2, 6, 10, 16, 24, 32), range(4)),
    "duel": ((10, 14, 20, 28, 36, 44), range(4)),
    "seven-wonders": ((1, 2, 7, 8, 13), range(4)),
    "seven at 7 Wonders": ((1, 2, 7, 8, 13), range(3)),
}


@pytest.mark.full
@pytest.mark.parametrize("name", GAMES)
def test_errors_four_turns_old_are_corrected_in_few_touches(name, tmp_path):
    for kind, (touches, _, same) in figures(name, tmp_path, *WHOLE[name]).items():
        assert touches, kind
        assert same == touches.total(), "it comes to the truth each time"
        assert median(touches.elements()) <= MAX_TOUCHES[kind]
        assert max(touches.elements()) <= MAX_TOUCHES[kind] + (
            2 if (kind, name) == ("forgotten", "seven-wonders") else 0
        )


@pytest.mark.rotated
@pytest.mark.sampled(6)
@pytest.mark.parametrize("name", GAMES)
def test_every_kind_of_error_is_corrected_in_few_touches(name, tmp_path):
    found = figures(name, tmp_path, *SAMPLE[name])
    for kind, (touches, _, same) in found.items():
        assert (touches.total(), same) == (1, 1), kind
