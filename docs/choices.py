"""Checks choices of the round: `python -m docs.choices GAME SEATS` plays first games, and plays on what they ask.

All seats are learners of one kind: `random`; `beginner`, who errs as people do (the level *easy*); `follower`, a
beginner who finds the better action whenever it is asked for. Decisions are judged as a table judges them in the
background. Each choice that a table would ask is played on by *normal*, in worlds its seat cannot tell from the true
one: so often after the action that is called better and, with the same luck, after the one that is
called clearly worse. Whether another idea
stands at that moment is not looked at, so a table asks somewhat less often. What FILE has is not played again.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import msgspec

from app.commands.records import make_header
from app.games import game_list
from app.table.bots import advice
from app.table.features.lesson_tip_choice import FIRST_CHOICE, MAX_CHOICES, TURNS_APART
from app.text.lesson_tips import LessonContext, number
from docs.hints import Playing
from docs.kept import append_row, load_rows
from engine.game import CHANCE, Rng, Seat
from engine.players.action_comparison import BACKGROUND, ActionComparison, ActionRanking, RankedAction

LEARNERS: Final = ("random", "beginner", "follower")


def mean_and_interval(values: Sequence[float], spec: str = ".2f") -> str:
    """Format the mean of values and half the width of its 95 % interval."""
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):{spec}} ± {half:{spec.lstrip('+')}}"


class ChoiceOutcome(msgspec.Struct, frozen=True):
    """A choice that was asked, and how much better the action that is called so came out, in the mean of its games."""

    seat: int
    turn: int
    action: str
    other: str
    behind: float  # points, by the table's estimate
    points: float  # one's own less the best other's
    won: float  # shares of games
    chance: float  # standard error of `points`


class FirstGame(msgspec.Struct, frozen=True):
    """A game of learners, with all choices that were asked in it."""

    game: str
    seats: int
    variant: str
    learner: str
    number: int
    games: int  # for each choice and action
    asked: tuple[ChoiceOutcome, ...]


class Teaching(Playing):
    """A first game, so many seats and a variant, and its learners."""

    def __init__(self, game: str, seats: int, variant: str) -> None:
        super().__init__(game, seats, variant)
        rules: Any = self.rules  # each game has its own data
        self.box = rules.data(None, "")
        self.reasons = game_list.reasons()[game]
        self.which = next(idea for idea in game_list.lessons()[game] if idea.chooses)

    def own_turn(self, state: Any, seat: Seat) -> int | None:
        """Return the number of a seat's own turn if a choice may be asked now."""
        legal = tuple(map(str, state.legal(seat)))
        facts = self.which.when(LessonContext(seat + 1, state.view(seat), self.box, legal))
        return None if facts is None else number(facts["turn"])

    def judge(self, state: Any, seat: Seat, rng: random.Random) -> ActionRanking:
        """Judge a decision as a table does while people think."""
        seed = Rng(rng.getrandbits(63))
        weighing = ActionComparison(state, seat, seed, self.evaluation, self.iterations, BACKGROUND)
        while weighing.steps_left:
            weighing.step()
        return weighing.ranking()

    def find_worse(self, state: Any, seat: Seat, weighed: ActionRanking) -> RankedAction | None:
        """Find the action that is clearly worse than the best; None if a table would not ask."""
        because = advice.find_choice_reason(self.reasons, state.view(seat), self.box, seat, weighed)
        return advice.find_lesson_rival(weighed) if because else None

    def play(self, learner: str, number: int, games: int) -> FirstGame:
        """Play one first game."""
        rng = random.Random(f"choices {self.rules.name} {self.seats} {self.variant} {learner} {number}")
        state: Any = self.rules.start(self.rules.setup(make_header(self.rules, self.seats, self.variant, rng)))
        asked: list[ChoiceOutcome] = []
        while state.to_act:
            seat = state.to_act[0]
            if seat == CHANCE:
                state.apply(CHANCE, state.deal(rng))
                continue
            turn, legal = self.own_turn(state, seat), state.legal(seat)
            action = rng.choice(legal) if learner == "random" else self.errs(state, seat, rng)
            turns = [each.turn for each in asked if each.seat == seat]
            if turn is not None and len(legal) > 1 and may_ask(turns, turn):
                found = self._ask(state, seat, turn, games, random.Random(rng.getrandbits(63)))
                asked += [found] if found else []
                action = state.parse(found.action) if found and learner == "follower" else action
            state.apply(seat, action)
        return FirstGame(self.rules.name, self.seats, self.variant, learner, number, games, tuple(asked))

    def _ask(self, state: Any, seat: Seat, turn: int, games: int, rng: random.Random) -> ChoiceOutcome | None:
        weighed = self.judge(state, seat, rng)
        second = self.find_worse(state, seat, weighed)
        if second is None:
            return None
        first = weighed.ranked[0]
        points, chance, won = self.compare(state, seat, first.action, second.action, games, rng)
        return ChoiceOutcome(seat, turn, first.action, second.action, second.points_behind, points, won, chance)


def may_ask(turns: Sequence[int], turn: int) -> bool:
    """Check whether a seat may be asked in a turn, after these in which it was."""
    return turn >= FIRST_CHOICE and len(turns) < MAX_CHOICES and (not turns or turn - turns[-1] >= TURNS_APART)


def summarise(played: Sequence[FirstGame]) -> Iterator[str]:
    """Report for each kind of learner how often it was asked, and how often the better action came out better."""
    for learner in LEARNERS:
        if not (mine := [each for each in played if each.learner == learner]):
            continue
        asked = [one for each in mine for one in each.asked]
        seats = sum(each.seats for each in mine)
        line = f"{learner}: {len(mine)} games, {len(asked) / seats:.1f} choices a seat"
        if asked:
            points, won = sum(each.points > 0 for each in asked), sum(each.won > 0 for each in asked)
            line += (
                f"; of {len(asked)} the better action came out better by points in {points}, by games won in {won},"
                f" by {fmean(each.points for each in asked):+.1f} points in the mean"
                f" ({fmean(each.behind for each in asked):+.1f} by the table's estimate)"
            )
        yield line


def main(words: list[str] | None = None) -> int:
    """Print them."""
    ask = argparse.ArgumentParser(prog="python -m docs.choices", description=(__doc__ or "").split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("--variant", default="")
    ask.add_argument("--games", type=int, default=200, help="of each kind of learner")
    ask.add_argument("--on", type=int, default=60, help="games for each choice and action")
    ask.add_argument("--file", type=Path)
    args = ask.parse_args(words)
    teaching = Teaching(args.game, args.seats, args.variant)
    mine = args.game, args.seats, args.variant, args.on
    known = {
        (row.learner, row.number): row
        for row in load_rows(args.file, FirstGame)
        if (row.game, row.seats, row.variant, row.games) == mine
    }
    played = []
    for nth in range(args.games):
        for learner in LEARNERS:
            row = known.get((learner, nth))
            if row is None:
                row = teaching.play(learner, nth, args.on)
                append_row(args.file, row)
            played.append(row)
    print("\n".join(summarise(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
