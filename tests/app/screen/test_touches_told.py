"""The number of touches for people with their own cards: whole games reported at a real table, by what is drawn.

The players touch all that the table asks for: reminders, the check of shields before a conflict, and pages that stay
until somebody goes on. Figures of whole games:
`.venv/bin/python -m pytest -n0 -s --full tests/app/screen/test_touches_told.py`.
"""

import random
import re
from collections import Counter
from statistics import median

import pytest

from app.games.architects import position_entry
from app.games.architects.screen.reported_pictures import PicturedTells
from app.games.architects.screen.typed_scene import ArchitectsScene
from app.protocol.seat_messages import SetSeat
from app.screen.pages.cardboard import dispute
from app.screen.pages.cardboard.position_entry import entering_of
from app.text.translation import words
from engine.architects.data_schema import FACES
from engine.game import CONTRADICTION_SIGN, plain_line
from tests import positions
from tests.app.screen import duels, sevens, stage
from tests.app.screen.dealers import REMINDED, Fingers
from tests.app.screen.duel_tellers import DUELS, read
from tests.app.screen.seven_tellers import WHOLE
from tests.app.screen.seven_tellers import People as SevenPeople
from tests.app.table.tracked_seven_wonders import list_reported_lines
from tests.positions import CITIES, WONDERS
from tests.touches import figures
from tests.whole_games import played

REMINDER_WAYS = ("reminders gone on from", "each reminder touched")
AIMS = (2, 4)  # touches in a turn: half of all turns, and nineteen of twenty


def report_architects(folder, seed, turns, variant, each):
    """Report a random game of Architects whose cards are shuffled. Return the people, with their touches by turn."""
    people = Fingers(folder, stage.ARCHITECTS, "architects", 4, variant)
    for seat, wonder in enumerate(WONDERS, 1):
        people.evening.send(SetSeat, seat=seat, wonder=wonder)
    people.start()
    rng = random.Random(seed)
    while not people.view.over and people.view.turn <= turns:
        if people.view.turn:
            people.handle(each)
        scene = ArchitectsScene.from_scene(people.control.scene)
        areas = people.lying()
        lit = sorted(key for key, area in areas.items() if key.startswith("stack ") and area.rank == 2)
        if scene.telling:
            tells = PicturedTells(scene.data).to_tell(scene.model.words(), scene.telling.question, (), now=True)
            faces = {thing.slug: thing.left for thing in (*tells.excluded_things, *tells.likely_things)}
            people.say(f"tell {rng.choices([*faces], [*faces.values()])[0]}")
        elif "do it" in areas:
            people.say("do it")
        elif things := sorted(key for key in areas if key.startswith("thing ")):
            people.say(rng.choice(things))
        elif lit:
            people.say(rng.choice(lit))
        else:
            people.say("done")
    return people


def report_duel(folder, path, lines, each):
    record = read(path)
    people = Fingers(folder, duels.DUEL, "duel", 2, first=record.setup.first + 1).start()
    for _, text in record.moves[:lines]:
        people.handle(each)
        line = re.sub(r"^[12] ", "", text)
        if not any(line in (*asked.legal, *asked.others) for asked in people.control.model.questions.values()):
            continue  # the table already knew it
        marked, line = line.endswith(CONTRADICTION_SIGN), plain_line(line)
        words = line.split()
        if marked and "another" in people.lying():
            keys = (f"tell {words[-1]}", "different", line)
        elif words[0] in ("progress", "destroy", "revive"):
            keys = (f"token {words[-1]}",) if words[0] == "progress" else (f"choose {line}",)
        else:
            keys = (line,) if words[0] == "start" else (f"tell {words[-1]}", line)
        before = people.evening.table.rev
        for key in keys:
            if people.evening.table.rev == before:
                people.say(key)
    return people


def report_seven_wonders(folder, path, lines, each):
    """Report the first lines of a recorded game. Return the people, with the touches of each report."""
    record = played(path).told
    setup = record.setup
    people = SevenPeople(folder, setup.boards, tuple(setup.variant), setup.rules)
    people.turns = Counter()
    for line in list_reported_lines(record, random.Random(1)):
        seat, _, text = line.partition(" ")
        if text not in people.model.legal(int(seat)):
            continue  # the table already knew it
        people.taps = 0
        people.go_on()
        while each and (done := sorted(key for key in people.lying() if key.startswith(REMINDED))):
            people.touch(done[0])
        shared = people.taps
        people.turns[len(people.turns)] = shared + people.tell(line)
        if len(people.turns) == lines:
            break
    return people


EACH_REMINDER = pytest.mark.parametrize("each", [False, True], ids=["gone on", "each touched"])
WHOLE_GAME = pytest.param(1000, marks=pytest.mark.full)


def _print_longest(people, each):
    for turn, count in people.turns.most_common(3) if each else ():
        print(f"\nturn {turn}: {count} touches, {', '.join(people.did[turn])}", end="")


@pytest.mark.sampled(4)
@EACH_REMINDER
@pytest.mark.parametrize("turns", [8, WHOLE_GAME])
@pytest.mark.parametrize("variant", [(), ("medals",)], ids=["plain", "medals"])
def test_architects_turns_are_reported_with_few_touches(tmp_path, variant, turns, each):
    taps = []
    for seed in (1, 2, 3, 7) if turns > 100 else (7,):
        folder = tmp_path / str(seed)
        folder.mkdir()
        people = report_architects(folder, seed, turns, variant, each)
        del people.turns[0]  # the setup before the first turn
        taps += people.turns.values()
        assert turns < 100 or people.view.over
        _print_longest(people, each)
        people.evening.close()
    found = figures(f"Architects {' '.join(variant)}, {REMINDER_WAYS[each]}", taps)
    assert turns < 100 or found <= AIMS


@pytest.mark.sampled(2)
@EACH_REMINDER
@pytest.mark.parametrize("lines", [24, WHOLE_GAME])
def test_duel_turns_are_reported_with_few_touches(tmp_path, lines, each):
    people = report_duel(tmp_path, DUELS[0], lines, each)
    del people.turns[0]
    found = figures(f"Duel, {REMINDER_WAYS[each]}", people.turns.values())
    if lines > 100:
        assert people.view.over
        assert found <= AIMS
        _print_longest(people, each)
    people.evening.close()


@pytest.mark.sampled(2)
@EACH_REMINDER
@pytest.mark.parametrize("lines", [6, WHOLE_GAME])
def test_seven_wonders_turns_are_reported_with_few_touches(tmp_path, lines, each):
    people = report_seven_wonders(tmp_path, WHOLE[0], lines, each)
    found = figures(f"7 Wonders, {REMINDER_WAYS[each]}", people.turns.values())
    if lines > 100:
        assert found[0] <= AIMS[0]
        assert found[1] <= AIMS[1]
    people.evening.close()


# ---- beginning in the middle -------------------------------------------------------------------------------------


def count_touches_of_old_form(at):
    """Return the touches that a position took in the old form: a grid of numbers by seat, a touch for each step."""
    facts, wheel = stage.BOX, list(stage.BOX.tokens)
    steps = sum(sum(s["cards"].values()) + len(s["stages"]) + s["cat"] + s["military"] for s in at["seats"])
    steps += sum(len(seat["progress"]) for seat in at["seats"]) + at["conflict"]["flipped"]
    began = [sum(facts.wonders[wonder].cards.values()) for wonder in WONDERS] + [sum(facts.center.cards.values())]
    steps += sum(began) - sum(stack["left"] for stack in at["stacks"].values())
    for lay, token in enumerate(sorted(at["tokens"], key=wheel.index)):
        way = abs(wheel.index(token) - lay)
        steps += min(way, len(wheel) - way)
    ahead = at["to_act"][0] - 1
    return steps + len(WONDERS) + min(ahead, len(WONDERS) - ahead) + 1  # each seat, the middle; whose turn; begin


def enter(people, at):
    """Enter a position by touches, from the open panel to the game. Return the number of touches."""
    people.turns.clear()
    say = lambda *keys: [people.touch(key, 1) for key in keys]  # noqa: E731  # all of it is one count
    now = "1"
    for seat in at["seats"]:
        things = [card for card in FACES for _ in range(seat["cards"].get(card, 0))]
        things += ["cat"] * seat["cat"] + ["military"] * bool(seat["military"])
        if things and str(seat["seat"]) != now:
            now = str(seat["seat"])
            say(f"to {now}")
        for thing in things:
            say(f"lay {thing}")
            if thing == "military":  # a held finger
                for _ in range(seat["military"] - 1):
                    people.lying()["lay military"].tap()
    if any(seat["stages"] for seat in at["seats"]):
        say("page wonders", *(f"stage {seat['seat']} {n}" for seat in at["seats"] for n in seat["stages"]))
    say("go on from here", *(f"lay {token}" for token in at["tokens"]))
    won = [(seat["seat"], token) for seat in at["seats"] for token in seat["progress"]]
    for seat, token in won:
        say(f"to {seat}", f"lay {token}")
    say("go on from here")
    scene = people.control.scene
    here = positions.entered_at(scene.model.table, scene.model.data, scene.model.view)
    told = position_entry.count_battle_tokens(here, entering_of(scene).laid)
    step = "more" if told < at["conflict"]["flipped"] else "less"
    say(*[f"flipped {step}"] * abs(at["conflict"]["flipped"] - told), f"to {at['to_act'][0]}")
    return people.turns[1]


@pytest.mark.parametrize("seeds", [(1,), pytest.param(range(20), marks=pytest.mark.full)], ids=["one", "many"])
def test_architects_position_is_entered_with_half_the_touches_of_the_old_form(tmp_path, seeds):
    ours, before = [], []
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        people, at = Fingers(folder, stage.ARCHITECTS, "architects", 4), positions.of_architects(seed)
        for seat, wonder in enumerate(WONDERS, 1):
            people.evening.send(SetSeat, seat=seat, wonder=wonder)
        people.hear()
        people.control.open_panel("position", 0)
        ours.append(enter(people, at))
        before.append(count_touches_of_old_form(at))
        shown = people.view
        assert [dict(chair.cards) for chair in shown.seats] == [seat["cards"] for seat in at["seats"]]
        assert [chair.military for chair in shown.seats] == [seat["military"] for seat in at["seats"]]
        assert (shown.to_act, set(shown.tokens)) == (tuple(at["to_act"]), set(at["tokens"]))
        assert shown.conflict.flipped == at["conflict"]["flipped"]
        assert all(stack.uncounted for stack in shown.stacks.values())
        stacks = dispute._list_counts(people.control.scene, words("en"), lambda what: what.startswith("stack "))
        assert {row.now for row in stacks} == {None}, "as the stacks themselves show"
        people.evening.close()
    print(f"touches to begin after five turns of four: median {median(ours):g} (most {max(ours)}),", end=" ")
    print(f"with a step a touch {median(before):g} (most {max(before)})")
    assert median(ours) <= 14
    assert median(ours) <= median(before) / 2


# ---- beginning in the middle of Duel and of 7 Wonders -----------------------------------------------------------


class PositionEntry:
    """The entry of a position by touch. `count`: touches, a held one counts once; `steps`: each of its steps counts."""

    def __init__(self, people):
        self.people, self.count, self.steps = people, 0, 0
        people.hear()
        people.control.open_panel("position", 0)

    def tap(self, *keys):
        for key in keys:
            self.people.touch(key, 1)
            self.count += 1
            self.steps += 1

    def step(self, figure, n):
        """Raise or lower a figure by `n` with a finger that is held."""
        key = f"{figure} {'more' if n > 0 else 'less'}"
        if n:
            self.tap(key)
        for _ in range(abs(n) - 1):
            self.people.lying()[key].tap()
            self.steps += 1

    def lay(self, to, things):
        for thing in things:
            if entering_of(self.people.control.scene).to != to:
                self.tap(f"to {to}")
            self.tap(f"lay {thing}")


def enter_duel(folder, seed):
    at = positions.of_duel(seed)
    people = Fingers(folder, duels.DUEL, "duel", 2)
    entering = PositionEntry(people)
    if at.to_act != (1,):
        entering.tap("turn more")
    for chair in at.seats:
        entering.step(f"coins {chair.seat}", chair.coins - 7)
    entering.step("pawn", at.military.pawn)
    entering.tap("page wonders")
    for chair in at.seats:
        entering.lay(str(chair.seat), chair.wonders)
    entering.tap("page tokens")
    entering.lay("middle", at.tokens)
    entering.tap("page 1")
    entering.lay("middle", at.discard)
    for chair in at.seats:
        entering.lay(str(chair.seat), chair.cards)
    entering.tap("go on from here")
    people.hear()
    now = people.view
    assert [(set(each.cards), each.coins, set(each.wonders)) for each in now.seats] == [
        (set(each.cards), each.coins, set(each.wonders)) for each in at.seats
    ]
    assert (now.to_act, now.military.pawn, set(now.tokens), set(now.discard)) == (
        at.to_act, at.military.pawn, set(at.tokens), set(at.discard),
    )  # fmt: skip
    people.evening.close()
    return entering


def enter_seven(folder, seed):
    at = positions.of_seven_wonders(seed)
    people = Fingers(folder, sevens.GAME, "seven-wonders", len(CITIES), first=None)
    people.evening.boards(*CITIES)
    entering = PositionEntry(people)
    entering.step("turn", at.turn - 1)
    for chair in at.seats:
        entering.step(f"coins {chair.seat}", chair.coins - 3)
        entering.step(f"stages {chair.seat}", chair.stages)
    entering.tap("page 1")
    for chair in at.seats:
        entering.lay(str(chair.seat), chair.cards)
    entering.tap("go on from here")
    people.hear()
    now = people.view
    assert (now.age, now.turn) == (at.age, at.turn)
    assert [(sorted(each.cards), each.coins, each.stages) for each in now.seats] == [
        (sorted(each.cards), each.coins, each.stages) for each in at.seats
    ]
    people.evening.close()
    return entering


@pytest.mark.parametrize("seeds", [(1,), pytest.param(range(10), marks=pytest.mark.full)], ids=["one", "many"])
@pytest.mark.parametrize(
    ("name", "enter_all", "before", "most"), [("Duel", enter_duel, 36.5, 27), ("7 Wonders", enter_seven, 42, 26)]
)
def test_position_after_five_turns_needs_little_more_than_a_touch_per_thing(
    tmp_path, name, enter_all, before, most, seeds
):
    """The parameter `before` is the median of the same ten positions, entered in the forms of commit a1f7796c.

    Each step was a touch there. Eighteen things lie there in a Duel of five turns (eight wonders, five tokens, five
    cards), and twenty cards in five turns of four cities: less than a touch a thing it cannot be.
    """
    ours = []
    for seed in seeds:
        folder = tmp_path / str(seed)
        folder.mkdir()
        ours.append(enter_all(folder, seed))
    found, steps = median(each.count for each in ours), median(each.steps for each in ours)
    print(f"touches to begin {name} after five turns: median {found:g},", end=" ")
    print(f"with a step a touch {steps:g}; before {before:g}")
    assert found <= most
