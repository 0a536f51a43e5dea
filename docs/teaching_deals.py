"""Finds deals that teach: `python -m docs.teaching_deals GAME SEATS --keep FILE` tries deals, `--write` stores some.

A deal is tried if it meets the game's criteria. Beginners of equal strength play it to its end many times; it is fair
if the mean points of the seats differ by less than three. Of a fair deal, what each decision of the first own turns has
at stake is estimated by a short comparison. What a FILE has is not tried again.

`--compare N` plays N stored deals and N others anew, and counts clear choices by the full comparison of a table.
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

import main as program
from app.games import game_list
from app.table.bots.advice import CHOICE_RIVALS, find_clearly_worse
from app.table.features.lesson_tip_choice import FIRST_CHOICE
from app.table.game.chance_dealer import Dealer
from app.table.game.match import Match
from app.table.lobby.first_deal import DealtGame
from app.table.lobby.game_agreement import Lobby, draw_setup
from app.table.lobby.seating import Chair
from app.table.lobby.stored_deals import FILE, compute_checksum, derive_secret, parse_deals
from docs.choices import Teaching
from docs.kept import append_row, load_rows
from engine.game import Rng, Seat
from engine.players.action_comparison import ActionComparison

TURNS: Final = 8  # own turns of which the choices count
ITERATIONS: Final = 20  # of the short comparison, …
PAIRS: Final = 6  # … and its games
MAX_STAKE: Final = 6.0  # points that one decision counts at most
FAIR: Final = 3.0  # points between seats
ROUNDS: Final = ((8, 2 * FAIR), (32, FAIR))  # games to the end, and points between seats from which on it is not fair
WANTED: Final = 200  # deals
OTHERS: Final = 1_000_000  # number of the first deal to compare with, which none is stored of


class TriedDeal(msgspec.Struct, frozen=True):
    """A tried deal. `apart`: points between the seats; `stake`: mean points, or None if the deal is not fair."""

    game: str
    seats: int
    number: int
    apart: float
    stake: float | None = None


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

    def estimate_stake(self, state: Any, seat: Seat, rng: random.Random) -> float:
        """Estimate by how many points one of the next best actions is behind the best."""
        seed = Rng(rng.getrandbits(63))
        short = ActionComparison(state, seat, seed, self.judgement, ITERATIONS, sheets=0, rivals=CHOICE_RIVALS)
        short.pairs = min(short.pairs, PAIRS)
        while short.steps_left:
            short.step()
        near = short.ranking().ranked[1 : 1 + CHOICE_RIVALS]
        return min(max((each.behind for each in near), default=0.0), MAX_STAKE)

    def measure_apart(self, dealt: DealtGame, rng: random.Random) -> float:
        """Return by how many points the means of the seats differ in games of equal players, if unfair after few."""
        totals = []
        for games, most in ROUNDS:
            totals += [self._play_to_end(dealt, rng) for _ in range(games - len(totals))]
            means = [fmean(points) for points in zip(*totals, strict=True)]
            apart = max(means) - min(means)
            if apart >= most:
                break
        return apart

    def _play_to_end(self, dealt: DealtGame, rng: random.Random) -> list[int]:
        state: Any = dealt.state.copy()
        while state.to_act:
            seat = state.to_act[0]
            state.apply(*dealt.chance.answer(state) or (seat, self.errs(state, seat, rng)))
        return [sheet["total"] for sheet in state.scores()]

    def find(self, number: int) -> TriedDeal | None:
        """Try a deal; None if it does not meet the criteria."""
        dealt, rng = self._deal_number(number), random.Random(f"teaching {self.rules.name} {self.seats} {number}")
        if not all(self.criteria.check_conditions(dealt)):
            return None
        apart, stake = self.measure_apart(dealt, rng), None
        if apart < FAIR:
            stakes = [self.estimate_stake(state, seat, rng) for state, seat in self.decisions(dealt, rng)]
            stake = fmean(stakes) if stakes else 0.0
        return TriedDeal(self.rules.name, self.seats, number, apart, stake)

    def compare(self, numbers: Sequence[int]) -> tuple[list[float], list[float]]:
        """Count clear choices of each learner of deals, and measure points between the seats, both anew."""
        clear, apart = list[float](), list[float]()
        for number in numbers:
            dealt, rng = self._deal_number(number), random.Random(f"compare {self.rules.name} {self.seats} {number}")
            found = [self.judge(state, seat, rng) for state, seat in self.decisions(dealt, rng)]
            clear.append(sum(find_clearly_worse(each) is not None for each in found) / self.seats)
            apart.append(self.measure_apart(dealt, rng))
        return clear, apart


def choose(rows: Sequence[TriedDeal]) -> list[int]:
    """Return the numbers of the fair deals with most at stake."""
    fair = [(row.stake, row.number) for row in rows if row.stake is not None]
    return sorted(number for _, number in sorted(fair, reverse=True)[:WANTED])


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


def _interval(values: Sequence[float]) -> str:
    half = 1.96 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return f"{fmean(values):.2f} ± {half:.2f}"


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
    fair = sum(row.stake is not None for row in rows)
    print(f"{len(rows)} deals were tried, {fair} are fair, {len(numbers)} are chosen")
    if args.write:
        write(file, args.game, args.seats, numbers)
    if args.compare:
        rng = random.Random(f"compare {args.game} {args.seats}")
        for what, chosen in (
            ("stored", rng.sample(numbers, min(args.compare, len(numbers)))),
            ("others", range(OTHERS, OTHERS + args.compare)),
        ):
            clear, apart = deals.compare(chosen)
            print(
                f"{what}: {len(clear)} deals, {_interval(clear)} clear choices a learner in {TURNS} own turns, "
                f"{_interval(apart)} points between the seats"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
