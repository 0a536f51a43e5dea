"""Checks whether hints are right: `python -m docs.hints GAME SEATS` plays on what they name, and what comes next.

In games of *easy*, who errs as people do, hints are made as a table makes them. Each that states a better action is
played on by *normal*, in worlds its seat cannot tell from the true one, so often after what is named and, with the same
luck, after what comes next. Told is how often the first came out better: by points, one's own less the best other's,
and by games won. What FILE has of them is not played again; docs/review.md has what came of it.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator, Sequence
from math import hypot, sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any, Final

import msgspec

import main as program
from app.commands.records import deciding_seats, make_header
from app.games.game_list import shelf
from docs.kept import append_row, load_rows
from engine.game import Game, Rng, Seat
from engine.players.action_comparison import CLEAR_ERRORS, HINT, ActionComparison, ActionRanking
from engine.players.bot_levels import Players
from engine.players.one_step_lookahead import copy_after

HINT_SHARE: Final = 0.15  # of all decisions, about which a hint is wanted
HINTS_PER_GAME: Final = 3  # of a game, at most, so that many games are looked at
STANDARD_ERRORS: Final = (1.0, 2.0, 3.0)  # standard errors from which on they are told apart


class PlayedOn(msgspec.Struct, frozen=True):
    """A hint, and how much better what it named came out than what came next, in the mean of so many games each."""

    game: str
    seats: int
    variant: str
    number: int
    games: int
    action: str
    other: str
    behind: float  # points, by which the hint had the other one behind
    points: float  # one's own less the best other's
    won: float  # shares of games
    chance: float = 0.0  # by how many points it may come out otherwise (a standard error)
    error: float = 0.0  # standard error of `behind`, by the hint's own estimate
    seconds: float = 0.0  # of processor time that the hint took

    @property
    def standard_errors(self) -> float:
        """Return by how many of its standard errors the first was ahead."""
        return self.behind / self.error if self.error else 0.0


class Playing:
    """A game, so many seats and a variant, and who plays it."""

    def __init__(self, game: str, seats: int, variant: str) -> None:
        self.rules: Game = shelf(program.read_game_data())[game]
        self.seats, self.variant = seats, variant
        players = Players(program.read_players())
        self.iterations = players.iterations(players.daily, game, seats)
        self.evaluation = _require(players.evaluation(game, seats, variant))
        self.errs = _require(players.choose("easy", game, seats, variant))
        self.normal = _require(players.choose("normal", game, seats, variant))

    def list_decisions(
        self, share: float = HINT_SHARE, most: int = HINTS_PER_GAME
    ) -> Iterator[tuple[Any, Seat, random.Random]]:
        """Yield decisions for which a person asks for a hint, endlessly. `most`: per game, its first ones."""
        number = 0
        while True:
            rng = random.Random(f"hints {self.rules.name} {self.seats} {self.variant} {number}")
            state: Any = self.rules.start(self.rules.setup(make_header(self.rules, self.seats, self.variant, rng)))
            told = 0
            for seat in deciding_seats(state, rng):
                if told < most and len(state.legal(seat)) > 1 and rng.random() < share:
                    told += 1
                    yield state.copy(), seat, random.Random(rng.getrandbits(63))
                state.apply(seat, self.errs(state, seat, rng))
            number += 1

    def rank_actions(self, state: Any, seat: Seat, rng: random.Random) -> ActionRanking:
        """Rank the actions as a table does."""
        seed, iterations = Rng(rng.getrandbits(63)), self.iterations
        weighing = ActionComparison(state, seat, seed, self.evaluation, iterations, HINT)
        while weighing.steps_left:
            weighing.step()
        return weighing.ranking()

    def play_on(self, state: Any, seat: Seat, action: str, games: int, rng: random.Random) -> list[tuple[float, int]]:
        """Play games on. Return for each the seat's share of winning, and its points less the best other's."""
        found = []
        for _ in range(games):
            luck = Rng(rng.getrandbits(63))
            world = state.resample(seat, luck)
            twin = copy_after(world, seat, world.parse(action), luck)
            for mover in deciding_seats(twin, luck):
                twin.apply(mover, self.normal(twin, mover, luck))
            winners, totals = twin.winners(), [sheet["total"] for sheet in twin.scores()]
            best = max(total for other, total in enumerate(totals) if other != seat)
            found.append(((seat in winners) / len(winners), totals[seat] - best))
        return found

    def compare(
        self, state: Any, seat: Seat, first: str, other: str, games: int, rng: random.Random
    ) -> tuple[float, float, float]:
        """Play on after two actions with the same luck. Return how much better the first came out: points, with their
        standard error, and the share of games won.
        """
        seed = rng.getrandbits(63)
        one, two = (self.play_on(state, seat, each, games, random.Random(seed)) for each in (first, other))
        won, points = ([a[at] - b[at] for a, b in zip(one, two, strict=True)] for at in (0, 1))
        return fmean(points), stdev(points) / sqrt(games), fmean(won)


def _require(found: Any) -> Any:  # Any: a player, or an evaluation
    assert found is not None, "nobody has learned that game"
    return found


def measure_hints(
    playing: Playing, hints: int, games: int, least: float, known: dict[int, PlayedOn]
) -> Iterator[PlayedOn]:
    """Yield hints whose first is at least `least` standard errors ahead. `known`: rows by number of decision."""
    told = 0
    last = max(known, default=-1)  # all decisions before were asked about, too
    for number, (state, seat, rng) in enumerate(playing.list_decisions()):
        if told == hints:
            return
        row = known.get(number) if number <= last else _try_hint(playing, number, state, seat, rng, games, least)
        if row is not None and row.standard_errors >= least:
            told += 1
            yield row


def _try_hint(
    playing: Playing, number: int, state: Any, seat: Seat, rng: random.Random, games: int, least: float
) -> PlayedOn | None:
    """Measure a hint by playing on; None if it is not that far ahead."""
    began = time.process_time()
    first, *others = playing.rank_actions(state, seat, rng).ranked
    seconds = time.process_time() - began
    if not others or others[0].points_behind < least * others[0].standard_error:
        return None
    other = others[0]
    points, chance, won = playing.compare(state, seat, first.action, other.action, games, rng)
    at = playing.rules.name, playing.seats, playing.variant, number, games
    said = *at, first.action, other.action, other.points_behind
    return PlayedOn(*said, points, won, chance, other.standard_error, seconds)


def summarise(rows: Sequence[PlayedOn]) -> Iterator[str]:
    """Summarise rows by how far ahead the first choice was."""
    for least in STANDARD_ERRORS:
        if mine := [row for row in rows if row.standard_errors >= least]:
            points, won = sum(row.points > 0 for row in mine), sum(row.won > 0 for row in mine)
            yield (
                f"{least:.0f} standard errors ahead or more: {len(mine)} hints, by points the first in {points}"
                f" {interval(points, len(mine))}, by games won in {won} {interval(won, len(mine))}; the first had"
                f" {fmean(row.points for row in mine):+.1f} points ({fmean(row.behind for row in mine):+.1f} by the"
                f" hint), and won {100 * fmean(row.won for row in mine):+.0f} %"
            )
    if rows:
        missed = [(row.points - row.behind) / hypot(row.error, row.chance) for row in rows]
        yield f"the hints missed by {sqrt(fmean(each**2 for each in missed)):.2f} of their standard errors"
        of, took = rows[-1].number + 1, sorted(row.seconds for row in rows)[-1]
        yield f"{len(rows)} of {of} hints were played on; the longest took {took:.2g} s of processor time"


def interval(n: int, of: int) -> str:
    """Return the 95 % interval of a share, in percent (Wilson)."""
    z = 1.96**2
    middle, half = (n + z / 2) / (of + z), sqrt(z * (n * (of - n) / of + z / 4)) / (of + z)
    return f"[{100 * (middle - half):.0f}–{100 * (middle + half):.0f} %]"


def main(words: list[str] | None = None) -> int:
    ask = argparse.ArgumentParser(prog="python -m docs.hints", description=__doc__.split("\n")[0])
    ask.add_argument("game")
    ask.add_argument("seats", type=int)
    ask.add_argument("--variant", default="")
    ask.add_argument("--hints", type=int, default=200)
    ask.add_argument("--games", type=int, default=400)
    ask.add_argument("--least", type=float, default=CLEAR_ERRORS, help="standard errors that the first is ahead")
    ask.add_argument("--file", type=Path)
    args = ask.parse_args(words)
    mine = args.game, args.seats, args.variant, args.games
    known = {
        row.number: row
        for row in load_rows(args.file, PlayedOn)
        if (row.game, row.seats, row.variant, row.games) == mine
    }
    rows = []
    for row in measure_hints(Playing(args.game, args.seats, args.variant), args.hints, args.games, args.least, known):
        if row.number not in known:
            append_row(args.file, row)
        rows.append(row)
    print("\n".join(summarise(rows)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
