"""Measures what a first game teaches: `python -m docs.learners GAME SEATS` plays second games of a learner.

A learner sees of each action only how many points its own score sheet would show right after it, and errs by as many
points as the level *easy*. To these it adds what its memory has for the categories of the action: its kind, and each
reason that the table has for it. In its first game it alone reads the answers to its choices of the round. After an
answer which says that another action was better by n points, it corrects half of what its memory gets wrong about these
two actions, in equal parts for each category that only one of them has.

Its control has an empty memory, as without lessons. Each learner and its control play their second game in the same
deals, once from every seat, against players of the level *easy*. What FILE has is not played again.
"""

import argparse
import random
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import msgspec

from app.commands.records import make_header
from app.table.bots import advice
from app.text.lesson_tips import number as whole
from docs.choices import Teaching, may_ask, mean_and_interval
from docs.kept import append_row, load_rows
from engine.game import CHANCE, Rng, Seat
from engine.players.learned_player import BELL
from engine.players.one_step_lookahead import best

DEALS: Final = 20  # second games of each learner, from every seat
HALF: Final = 0.5  # of what the memory gets wrong, that an answer corrects
LISTED: Final = 12  # categories that are printed

Memory = dict[str, float]  # points, by category
Choose = Callable[[Any, Seat, Rng], Any]


class SecondGames(msgspec.Struct, frozen=True):
    """The second games of a learner and of its control: the means over deals and seats."""

    game: str
    seats: int
    variant: str
    number: int
    choices: int  # in the first game
    corrected: int  # of them, after which another action was called better
    memory: Memory
    deals: int
    lead: float  # points less those of the best other
    won: float  # share of winning
    control_lead: float
    control_won: float


def correct(memory: Memory, better: frozenset[str], own: frozenset[str], lead: float) -> None:
    """Correct a memory after an answer: `better` than one's `own` action was another, by so many points."""
    if parts := better ^ own:
        wrong = lead - sum(memory.get(each, 0.0) for each in better) + sum(memory.get(each, 0.0) for each in own)
        for each in sorted(parts):
            memory[each] = memory.get(each, 0.0) + HALF * wrong / len(parts) * (1 if each in better else -1)


class Learning(Teaching):
    """A game, so many seats and a variant, in which a beginner learns."""

    def categories(self, state: Any, seat: Seat, action: str) -> frozenset[str]:
        """Return the categories of an action: words that people read about it."""
        words = action.removeprefix("choose ").split()
        kind = "wonder" if words[0] == "build" and "with" in words else words[0]
        return frozenset(
            (kind, *(each.id for each in self.reasons.of_action(state.view(seat), self.box, seat + 1, action)))
        )

    def play_first(self, number: int) -> tuple[Memory, int, int]:
        """Play a first game. Return the learner's memory, how many choices it had, and how many of them were worse."""
        learner = Seat(number % self.seats)
        memory: Memory = {}
        asked: list[int] = []
        worse = 0

        def choose(state: Any, seat: Seat, luck: Rng) -> Any:
            nonlocal worse
            if seat != learner:
                return self.errs(state, seat, luck)
            action = self.remember(state, seat, luck, memory)
            turn = self.own_turn(state, seat)
            if turn is None or len(state.legal(seat)) < 2 or not may_ask(asked, turn):
                return action
            weighed = self.judge(state, seat, random.Random(luck.getrandbits(63)))
            if self.find_worse(state, seat, weighed):
                asked.append(turn)
                if (told := advice.grade_choice(weighed, str(action))) and told["choice"] == "worse":
                    worse += 1
                    first, own = (
                        self.categories(state, seat, each) for each in (weighed.ranked[0].action, str(action))
                    )
                    correct(memory, first, own, float(whole(told["lead"])))
            return action

        self._play(f"first {number}", choose)
        return memory, len(asked), worse

    def play_second(self, number: int, learner: int, memory: Memory) -> list[tuple[float, float]]:
        """Play a second game. Return for each seat by how many points it was ahead, and its share of winning."""

        def choose(state: Any, seat: Seat, luck: Rng) -> Any:
            return self.remember(state, seat, luck, memory) if seat == learner else self.errs(state, seat, luck)

        final = self._play(f"second {number}", choose)
        winners, totals = final.winners(), [sheet["total"] for sheet in final.scores()]
        return [
            (own - max(totals[:seat] + totals[seat + 1 :]), (seat in winners) / len(winners))
            for seat, own in enumerate(totals)
        ]

    def play_pair(self, number: int, deals: int) -> SecondGames:
        """Play a first game, and the second games of its learner and of the control.

        A learner who remembers nothing plays as its control does.
        """
        memory, choices, worse = self.play_first(number)
        mine, control = list[tuple[float, float]](), list[tuple[float, float]]()
        for deal in range(number * deals, (number + 1) * deals):
            without = [self.play_second(deal, seat, {})[seat] for seat in range(self.seats)]
            control += without
            mine += [self.play_second(deal, seat, memory)[seat] for seat in range(self.seats)] if memory else without
        (lead, won), others = ([fmean(column) for column in zip(*each, strict=True)] for each in (mine, control))
        at = self.rules.name, self.seats, self.variant, number
        return SecondGames(*at, choices, worse, memory, deals, lead, won, *others)

    def _play(self, name: str, choose: Choose) -> Any:
        """Play a game to its end, with chance and the players' luck drawn apart."""
        name = f"learners {self.rules.name} {self.seats} {self.variant} {name}"
        deal, rng = Rng(name), Rng(f"{name} 0")
        state: Any = self.rules.start(self.rules.setup(make_header(self.rules, self.seats, self.variant, deal)))
        while state.to_act:
            seat, luck = state.to_act[0], Rng(rng.getrandbits(63))
            state.apply(seat, state.deal(deal) if seat == CHANCE else choose(state, seat, luck))
        return state

    def remember(self, state: Any, seat: Seat, luck: Rng, memory: Mapping[str, float]) -> Any:
        """Choose by the points that an action shows at once, with an error, and by those of a memory."""
        error = self.errs.error / self.evaluation.weights["points"] * BELL
        added = (  # in the order in which actions are tried
            sum(memory.get(each, 0.0) for each in self.categories(state, seat, str(action))) if memory else 0.0
            for action in state.legal(seat)
        )

        def taken_for(points: float) -> float:
            return points + error * (luck.random() + luck.random() - 1) + next(added)

        return best(state, seat, luck, lambda world: world.scores()[seat]["total"], taken_for)


def summarise(played: Sequence[SecondGames]) -> Iterator[str]:
    """Report how much better learners played than their controls, and what they remembered; intervals by learners."""
    points = mean_and_interval([each.lead - each.control_lead for each in played], "+.1f")
    won = mean_and_interval([100 * (each.won - each.control_won) for each in played], "+.1f")
    yield (
        f"{len(played)} learners, {sum(each.deals for each in played)} deals: {points} points, "
        f"{won} % of games won, of which controls win "
        f"{100 * fmean(each.control_won for each in played):.1f} %"
    )
    yield (
        f"first games: {fmean(each.choices for each in played):.1f} choices, "
        f"{fmean(each.corrected for each in played):.1f} of them worse"
    )
    known = {each for one in played for each in one.memory}
    means = {each: sum(one.memory.get(each, 0.0) for one in played) / len(played) for each in known}
    for each in sorted(means, key=lambda each: (-abs(means[each]), each))[:LISTED]:
        count = sum(each in one.memory for one in played)
        yield f"{each:14} {means[each]:+.2f} points, remembered by {count}"


def main(words: list[str] | None = None) -> int:
    """Play second games and print what came of them."""
    ask = argparse.ArgumentParser(prog="python -m docs.learners", description=(__doc__ or "").split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("--variant", default="")
    ask.add_argument("--learners", type=int, default=60)
    ask.add_argument("--deals", type=int, default=DEALS, help="second games of each learner, from every seat")
    ask.add_argument("--keep", type=Path)
    args = ask.parse_args(words)
    learning = Learning(args.game, args.seats, args.variant)
    mine = args.game, args.seats, args.variant, args.deals
    rows = load_rows(args.keep, SecondGames)
    known = {row.number: row for row in rows if (row.game, row.seats, row.variant, row.deals) == mine}
    played = []
    for number in range(args.learners):
        row = known.get(number)
        if row is None:
            row = learning.play_pair(number, args.deals)
            append_row(args.keep, row)
        played.append(row)
    print("\n".join(summarise(played)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
