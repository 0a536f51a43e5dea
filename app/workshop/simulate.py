"""`wondertable workshop simulate`: plays whole games between players of the program and prints statistics.

Each deal is played once from every seat: the players rotate, while the header and all chance come from the deal's own
seed. Games of one deal are not independent, so confidence intervals count deals.
"""

import argparse
import random
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import nullcontext
from math import sqrt
from statistics import fmean, variance
from typing import Any, Final, NamedTuple, TypeAlias

from app.commands.records import find_game, make_header, make_player, play_game
from app.host.data_folder import act_as_owner
from app.text.terminal_output import CannotStart, cannot_write
from engine import record
from engine.game import Action, Emit, Event, Game, HasStatistics, Rng, Seat, Setup, State, count_turns
from engine.players import Choose
from engine.players.bot_levels import Players
from engine.players.tree_search import MAX_ITERATIONS, SearchPlayer

Z_95: Final = 1.96  # standard deviations of a 95 % interval


Counts: TypeAlias = tuple[int, ...]  # by seat


class GameOver(NamedTuple):
    """The result of one game. By seat: the player, its share of winning, its points; `turns` of the whole game."""

    seated: tuple[str, ...]
    shares: tuple[float, ...]
    points: tuple[int, ...]
    turns: int
    deal: int = 0
    text: str = ""  # its record, if requested
    seconds: Sequence[tuple[str, float]] = ()  # CPU time of each decision with a choice, by player
    liked: Mapping[str, Counts] = {}  # by the category that a character likes: its amount by seat


def summarise_game(seated: Sequence[str], state: State[Any]) -> GameOver:
    """Return the result of a finished game."""
    winners, scores = state.winners(), state.scores()
    shares = tuple((seat in winners) / len(winners) for seat in range(len(scores)))
    turns = count_turns(state) or record.position(state)["turn"]
    return GameOver(tuple(seated), shares, tuple(score["total"] for score in scores), turns)


class Matchup:
    """Games between players of these kinds, one per seat. CannotStart if they cannot play."""

    def __init__(self, args: argparse.Namespace, kinds: Sequence[str]) -> None:
        self.args = args
        self.kinds = kinds
        self.game: Game = find_game(args.data, args.game, args.seats, args.variant)
        self.players = {kind: give_seconds(make_player(kind, args), args.seconds) for kind in kinds}
        self._named = named = Players(args.players)
        self.liked = sorted({likes.seen for kind in kinds if (likes := named.likes(kind, args.game))})
        self.turns = next(by for by in range(1, len(kinds) + 1) if [*kinds[by:], *kinds[:by]] == list(kinds))

    def play(self, number: int) -> GameOver:
        """Play a game by its number, from 0. Consecutive games, one for each rotation, share a deal."""
        return self.play_in_full(number)[0]

    def play_in_full(self, number: int) -> tuple[GameOver, Mapping[str, str], State[Any]]:
        """Play a game. Return its result, its header and its last state."""
        deal, turn = divmod(number, self.turns)
        chance = random.Random(f"{self.args.seed}/{deal + 1}")
        header = make_header(self.game, self.args.seats, self.args.variant, chance)
        seated = [self.kinds[(seat + turn) % len(self.kinds)] for seat in range(len(self.kinds))]
        seconds: list[tuple[str, float]] = []
        choose = [_make_timed(kind, self._player(kind, number, seat), seconds) for seat, kind in enumerate(seated)]
        rng = random.Random(f"{self.args.seed}/{deal + 1}/{turn}")
        events: list[Event] = []
        emit: Emit | None = (lambda event, audience: events.append(event)) if self.liked else None
        state, text = play_game(self.game, header, choose, rng, chance, emit)
        setup, scores = self.game.setup(header), state.scores()
        liked = {what: _count_category(self.game, setup, events, scores, what) for what in self.liked}
        found = summarise_game(seated, state)._replace(deal=deal, seconds=seconds, liked=liked)
        return found if self.args.out is None else found._replace(text=text), header, state

    def _player(self, kind: str, number: int, seat: int) -> Choose:
        """Return the player of a seat in a game, with the character that is drawn for it."""
        name = self._named.draw_character(kind, self.args.game, random.Random(f"{self.args.seed}/{number}/{seat}"))
        if name not in self.players:
            self.players[name] = give_seconds(make_player(name, self.args), self.args.seconds)
        return self.players[name]


def _count_category(
    game: Game, setup: Setup, events: Sequence[Event], scores: Sequence[Mapping[str, int]], what: str
) -> Counts:
    """Count a category by seat: a category of points, a statistic of the game, or events of a type (and card)."""
    if all(what in score for score in scores):
        return tuple(score[what] for score in scores)
    counts = game.statistics(setup, events)[1] if isinstance(game, HasStatistics) else ()
    if counts and what in counts[0]:
        return tuple(seat[what] for seat in counts)
    kind, _, card = what.partition(" ")
    mine = [
        getattr(event, "seat", 0)
        for event in events
        if event.__struct_config__.tag == kind and card in ("", getattr(event, "card", ""))
    ]
    return tuple(mine.count(seat) for seat in range(1, len(scores) + 1))


def give_seconds(player: Choose, seconds: float) -> Choose:
    """Return a player that searches for seconds of processor time instead of iterations; others, and with 0, as is."""

    def choose(state: State[Any], seat: Seat, rng: Rng) -> Action:
        began = time.process_time()
        search = searching.start_search(state, seat, rng)
        while not search.is_finished(MAX_ITERATIONS, time.process_time() - began, seconds):
            search.step()
        return search.best()

    if not seconds or not isinstance(player, SearchPlayer):
        return player
    searching = player
    return choose


def _make_timed(kind: str, choose: Choose, seconds: list[tuple[str, float]]) -> Choose:
    """Wrap a player so that its decisions are timed."""

    def timed(state: State[Any], seat: Seat, rng: Rng) -> Action:
        if len(state.legal(seat)) == 1:
            return choose(state, seat, rng)
        began = time.process_time()
        action = choose(state, seat, rng)
        seconds.append((kind, time.process_time() - began))
        return action

    return timed


class _Worker:
    """The match of a worker process."""

    match: Matchup

    @classmethod
    def begin(cls, args: argparse.Namespace, kinds: Sequence[str]) -> None:
        cls.match = Matchup(args, kinds)

    @classmethod
    def play(cls, number: int) -> GameOver:
        return cls.match.play(number)


def simulate(args: argparse.Namespace) -> int:
    """Play whole games. The same seed gives the same bytes, with any number of processes."""
    kinds = args.player.split(",")
    kinds = kinds * args.seats if len(kinds) == 1 else kinds
    known = Players(args.players)
    if unknown := [kind for kind in kinds if not known.is_player(kind)]:
        liking = f", and behind a colon what they like: {', '.join(known.characters())}"
        raise CannotStart(f"--player {unknown[0]}: there are {', '.join(known.player_names)}{liking}.")
    if len(kinds) != args.seats:
        raise CannotStart(f"--player names {len(kinds)} players for {args.seats} seats.")
    sums = Sums(kinds)
    try:
        with act_as_owner(args.out) if args.out else nullcontext():
            if args.out is not None:
                args.out.mkdir(parents=True, exist_ok=True)
            for number, each in enumerate(_play_games(args, kinds), start=1):
                sums.add(each)
                if args.out is not None:
                    (args.out / f"{number:04}.wt").write_text(each.text, encoding="utf-8")
    except OSError as error:
        raise cannot_write(args.out, error) from None
    if args.summary:
        print(sums)
    return 0


def _play_games(args: argparse.Namespace, kinds: Sequence[str]) -> Iterator[GameOver]:
    """Yield the results of all games in order."""
    match = Matchup(args, kinds)
    if args.processes == 1:
        yield from map(match.play, range(args.games))
        return
    with ProcessPoolExecutor(args.processes, initializer=_Worker.begin, initargs=(args, kinds)) as pool:
        yield from pool.map(_Worker.play, range(args.games))


class Sums:
    """Statistics of many games, by kind of player."""

    def __init__(self, kinds: Sequence[str]) -> None:
        self.games = 0
        self.turns = 0
        self.wins = dict.fromkeys(kinds, 0.0)  # a shared win as its share
        self.points = dict.fromkeys(kinds, 0)
        self.seats = dict.fromkeys(kinds, 0)
        self.deals: dict[str, dict[int, list[float]]] = {kind: defaultdict(list) for kind in kinds}
        self.seconds: dict[str, list[float]] = {kind: [] for kind in kinds}
        self.liked: dict[str, dict[str, int]] = {kind: defaultdict(int) for kind in kinds}

    def add(self, each: GameOver) -> None:
        self.games += 1
        self.turns += each.turns
        for kind, share, points in zip(each.seated, each.shares, each.points, strict=True):
            self.seats[kind] += 1
            self.points[kind] += points
            self.wins[kind] += share
            self.deals[kind][each.deal].append(share)
        for what, counts in each.liked.items():
            for kind, count in zip(each.seated, counts, strict=True):
                self.liked[kind][what] += count
        for kind, seconds in each.seconds:
            self.seconds[kind].append(seconds)

    def __str__(self) -> str:
        games = f"games: {self.games}, mean length {self.turns / self.games:.1f} turns"
        return "\n".join([*map(self._format_kind, self.seats), games])

    def _format_kind(self, kind: str) -> str:
        seats, times = self.seats[kind], sorted(self.seconds[kind])
        least, most = win_interval([fmean(shares) for shares in self.deals[kind].values()])
        line = f"{kind} wins {100 * self.wins[kind] / seats:.1f} % [{100 * least:.1f}-{100 * most:.1f}]"
        line += f", mean score {self.points[kind] / seats:.1f}"
        line += "".join(f", {what} {count / seats:.2f}" for what, count in self.liked[kind].items())
        if times:
            p99 = times[int(0.99 * (len(times) - 1))]
            line += f", {1000 * fmean(times):.2f} ms a decision, p99 {1000 * p99:.2f}"
        return line


def win_interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return the 95 % interval of a share of winning from the mean shares of deals (Wilson, with the effective number
    of games given by their variance; deals without variance count as one game each).
    """
    mean, count = fmean(shares), float(len(shares))
    spread = variance(shares) if len(shares) > 1 else 0.0
    if spread:
        count *= mean * (1 - mean) / spread
    share = count + Z_95**2
    middle = (mean * count + Z_95**2 / 2) / share
    half = Z_95 / share * sqrt(mean * (1 - mean) * count + Z_95**2 / 4)
    return max(0.0, middle - half), min(1.0, middle + half)
