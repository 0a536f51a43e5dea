"""Finds fair deals of first games: `python -m docs.teaching_deals GAME SEATS --keep FILE` tries, `--write` stores them.

A deal is tried if it meets the game's criteria. Equal players, who look one step ahead and choose by chance now and
then, play it to its end many times; it is fair if the mean points of the seats differ by less than three. What a FILE
has is not tried again.

`--compare N` plays N stored deals and N others anew. It counts the clear choices in the first own turns of beginners,
by the comparison of a table. No deal is chosen by these: two estimates for 24 deals correlated by 0.27 (+-0.2).
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from pathlib import Path
from statistics import fmean
from typing import Any, Final

import msgspec

import main as program
from app.games import game_list
from app.table.bots.advice import find_lesson_rival
from app.table.features.lesson_tip_choice import FIRST_CHOICE
from app.table.game.chance_dealer import Dealer
from app.table.game.match import Match
from app.table.lobby.first_deal import DealtGame
from app.table.lobby.game_agreement import Lobby, draw_setup
from app.table.lobby.seating import Chair
from app.table.lobby.stored_deals import FILE, compute_checksum, derive_secret, parse_deals
from docs.choices import Teaching, mean_and_interval
from docs.kept import append_row, load_rows
from engine.game import Rng, Seat
from engine.players.one_step_lookahead import copy_after

TURNS: Final = 8  # own turns of which the choices count
FAIR: Final = 3.0  # points between seats
ROUNDS: Final = ((12, 2 * FAIR), (48, FAIR))  # games to the end, and points between seats from which on it is not fair
RANDOM: Final = 0.1  # of all actions in these games, chosen by chance
DEALS: Final = 300  # deals
FIRST_COMPARISON_DEAL: Final = 1_000_000  # number of the first deal to compare with, which none is stored of


class TriedDeal(msgspec.Struct, frozen=True):
    """A tried deal, and by how many points its seats were apart."""

    game: str
    seats: int
    number: int
    apart: float


class Deals(Teaching):
    """Deals of a game for so many seats, as tables deal them."""

    def __init__(self, game: str, seats: int) -> None:
        self.criteria = game_list.deals()[game]
        super().__init__(game, seats, " ".join(self.criteria.VARIANT))

    def deal(self, secret: bytes) -> DealtGame:
        """Deal a game up to its first question."""
        dealer = Dealer(secret)
        agreed, chairs = Lobby(self.rules.name, variant=self.criteria.VARIANT), tuple(map(Chair, range(self.seats)))
        setup = draw_setup(agreed, self.rules, chairs, dealer, None, is_preferred=self.criteria.is_preferred)
        return DealtGame(Match(self.rules, setup).begin(dealer).state, dealer, self.seats, self.box)

    def _deal_number(self, number: int) -> DealtGame:
        return self.deal(derive_secret(self.rules.name, self.seats, number))

    def decisions(self, dealt: DealtGame, rng: random.Random) -> Iterator[tuple[Any, Seat]]:
        """Yield the decisions of beginners in the first own turns, in which choices may be asked."""
        state: Any = dealt.state.copy()
        while state.to_act:
            if answer := dealt.chance.answer(state):
                state.apply(*answer)
                continue
            seat = state.to_act[0]
            turn = self.own_turn(state, seat)
            if turn is not None and turn > TURNS:
                return
            if turn is not None and turn >= FIRST_CHOICE and len(state.legal(seat)) > 1:
                yield state, seat
            state.apply(seat, self.errs(state, seat, rng))

    def measure_apart(
        self, dealt: DealtGame, rng: random.Random, rounds: Sequence[tuple[int, float]] = ROUNDS
    ) -> float:
        """Return by how many points the means of the seats differ in games of equal players, if unfair after few."""
        totals = list[list[int]]()
        for games, most in rounds:
            totals += [self._play_to_end(dealt, rng) for _ in range(games - len(totals))]
            means = [fmean(points) for points in zip(*totals, strict=True)]
            apart = max(means) - min(means)
            if apart >= most:
                break
        return apart

    def _play_to_end(self, dealt: DealtGame, rng: random.Random) -> list[int]:
        state, luck = dealt.state.copy(), Rng(rng.getrandbits(63))
        while state.to_act:
            answer = dealt.chance.answer(state)
            state.apply(*answer or (state.to_act[0], self._look_ahead(state, state.to_act[0], luck)))
        return [sheet["total"] for sheet in state.scores()]

    def _look_ahead(self, state: Any, seat: Seat, luck: Rng) -> Any:
        legal = state.legal(seat)
        if len(legal) == 1 or luck.random() < RANDOM:
            return luck.choice(legal)
        world = state.resample(seat, luck)
        return max(legal, key=lambda way: self.evaluation.win_probabilities(copy_after(world, seat, way, luck))[seat])

    def meets_criteria(self, number: int) -> bool:
        """Check whether a deal meets all criteria of its game."""
        return all(self.criteria.check_conditions(self._deal_number(number)))

    def find(self, number: int) -> TriedDeal | None:
        """Try a deal; None if it does not meet the criteria."""
        if not self.meets_criteria(number):
            return None
        dealt, rng = self._deal_number(number), random.Random(f"teaching {self.rules.name} {self.seats} {number}")
        return TriedDeal(self.rules.name, self.seats, number, self.measure_apart(dealt, rng))

    def compare_deals(self, numbers: Sequence[int]) -> tuple[list[float], list[float]]:
        """Count clear choices of each learner of deals, and measure points between the seats, both anew."""
        clear, apart = list[float](), list[float]()
        for number in numbers:
            dealt, rng = self._deal_number(number), random.Random(f"compare {self.rules.name} {self.seats} {number}")
            found = [self.judge(state, seat, rng) for state, seat in self.decisions(dealt, rng)]
            clear.append(sum(find_lesson_rival(each) is not None for each in found) / self.seats)
            apart.append(self.measure_apart(dealt, rng, ROUNDS[-1:]))
        return clear, apart


def choose(rows: Sequence[TriedDeal]) -> list[int]:
    """Return the numbers of the fairest deals."""
    fair = sorted((row for row in rows if row.apart < FAIR), key=lambda row: row.apart)
    return sorted(row.number for row in fair[:DEALS])


def write(file: Path, game: str, seats: int, numbers: Sequence[int]) -> None:
    """Replace the stored deals of a game for so many seats, or add them."""
    head = f'[[deals]]\ngame = "{game}"\nseats = {seats}\n'
    text = file.read_text("utf-8")
    others = [part for part in text.split("[[deals]]")[1:] if not f"[[deals]]{part}".startswith(head)]
    body = "".join(f"  {', '.join(map(str, numbers[at : at + 16]))},\n" for at in range(0, len(numbers), 16))
    new = f'{head}checksum = "{compute_checksum(game, seats, numbers)}"\nnumbers = [\n{body}]\n'
    parts = [text.split("[[deals]]")[0], *(f"[[deals]]{part.rstrip()}\n\n" for part in others), new]
    file.write_text("".join(parts), "utf-8")
    parse_deals(file.read_bytes())


def main(words: list[str] | None = None) -> int:
    """Try deals, store some, or compare stored ones with others."""
    ask = argparse.ArgumentParser(prog="python -m docs.teaching_deals", description=(__doc__ or "").split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("--keep", type=Path, nargs="+", default=[None], help="new rows are added to the first")
    ask.add_argument("--first", type=int, default=0, help="number of the first deal")
    ask.add_argument("--deals", type=int, default=0, help="numbers to try")
    ask.add_argument("--write", action="store_true", help=f"store the best in {FILE}")
    ask.add_argument("--compare", type=int, default=0, help="stored deals and others to play anew")
    args = ask.parse_args(words)
    deals, file = Deals(args.game, args.seats), program.ROOT / FILE
    rows = [row for keep in args.keep for row in load_rows(keep, TriedDeal)]
    rows = [row for row in rows if (row.game, row.seats) == (args.game, args.seats)]
    known = {row.number for row in rows}
    for number in range(args.first, args.first + args.deals):
        if number not in known and (row := deals.find(number)) is not None:
            append_row(args.keep[0], row)
            rows.append(row)
    numbers = choose(rows)
    print(f"{len(rows)} deals were tried, {len(numbers)} are chosen")
    if args.write:
        write(file, args.game, args.seats, numbers)
    if args.compare:
        rng = random.Random(f"compare {args.game} {args.seats}")
        for what, chosen in (
            ("stored", rng.sample(numbers, min(args.compare, len(numbers)))),
            ("others", list(islice(filter(deals.meets_criteria, count(FIRST_COMPARISON_DEAL)), args.compare))),
        ):
            clear, apart = deals.compare_deals(chosen)
            print(
                f"{what}: {len(clear)} deals, {mean_and_interval(clear)} clear choices a learner in {TURNS} own turns, "
                f"{mean_and_interval(apart)} points between the seats"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
