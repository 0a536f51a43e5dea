"""`wondertable workshop learn`: plays games, fits weights to their winners, and stores them in data/players.

Each set-up is played twice: by `greedy`, then by `careful` with the weights of the first round. An example is a
position that a player evaluates: after an action and the chance that follows. If points decide, close games weigh less:
the target is each seat's probability of winning if every seat's points varied a little. In two more rounds, decisions
of `careful` are played on with several actions each and the same luck: these are contrasts. Some seats pursue one
thing, as a character does but more so: weights would not learn to fear what equal players never try.
"""

import argparse
import random
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

import msgspec

from app.commands.records import deciding_seats, find_game, make_header
from app.games.game_list import shelf
from app.text.terminal_output import CannotStart, cannot_write
from app.workshop import dask_cluster
from engine.game import Rng, Seat, State
from engine.players import PLAYERS, Choose
from engine.players.bot_characters import parse_characters
from engine.players.bot_levels import CHARACTERS
from engine.players.learned_evaluation import Evaluation, softmax
from engine.players.learned_player import CarefulPlayer
from engine.players.learned_weights import FittedWeights, parse_weights
from engine.players.one_step_lookahead import WORLDS, copy_after_turn, resolve_chance

if TYPE_CHECKING:
    from app.workshop.conditional_logit import Contrasts, Examples, Quality

RANDOM_ACTION_SHARE: Final = 0.12  # share of random actions, to reach positions that good players avoid
PURSUING_SHARE: Final = 0.5  # share of seats of `careful` that pursue something, …
MAX_PURSUIT: Final = 8.0  # … with up to so many times the preferences of a character
KEPT_POSITION_SHARE: Final = 0.25  # share of positions that are kept; neighbours are nearly the same
CONTRASTED_SHARE: Final = 0.15  # share of decisions that are played on, …
CONTRASTED_ROUNDS: Final = 2  # rounds, each with the weights of the one before
CONTRASTED_ACTIONS: Final = 4  # … with so many of their actions, at most, …
CONTRASTED_WORLDS: Final = 2  # … by a player that samples fewer worlds, for speed
MAX_DECISIONS: Final = 1000  # of a game, to number them
BLOCK: Final = 50  # games per block
MIN_GAMES: Final = 5  # games; every fifth is held out
CLOSE_POINTS: Final = 4.0  # lead in points that equals a strength of 1


class GameSetup(NamedTuple):
    """A set-up for which weights are learned."""

    game: str
    seats: int
    variant: str

    def __str__(self) -> str:
        return " ".join([self.game, str(self.seats), *self.variant.split()])


class LearnBlock(NamedTuple):
    """A range of game numbers."""

    first: int
    last: int


class BlockPositions(NamedTuple):
    """The positions of a block, with the names of the features."""

    names: tuple[str, ...]
    examples: Any  # Examples or Contrasts


class SelfPlay(NamedTuple):
    """Games of one set-up. `weights`: of `careful`; None: `greedy` plays. `contrasts`: actions of one decision are
    compared. `preferences`: those of the game's characters; a seat of `careful` may pursue one in excess.
    """

    data: Mapping[str, Any]  # game data, as for `shelf`
    setup: GameSetup
    seed: str
    weights: Mapping[str, float] | None
    preferences: Sequence[Mapping[str, float]] = ()
    contrasts: bool = False

    def play_block(self, block: LearnBlock) -> BlockPositions:
        """Play a block; runs on a worker."""
        import numpy as np

        game = shelf(self.data)[self.setup.game]
        names: tuple[str, ...] = ()
        found: list[Any] = []
        for number in range(block.first, block.last):
            rng = random.Random(f"learn/{self.seed}/{self.kind}/{number}")
            state: Any = game.start(game.setup(make_header(game, self.setup.seats, self.setup.variant, rng)))
            names = state.feature_names()
            found += (
                self._list_contrasts(state, number, rng) if self.contrasts else self._list_positions(state, number, rng)
            )
        described, *others = zip(*found, strict=True)
        return BlockPositions(names, self.examples(np.array(described, np.float32), *map(np.array, others)))

    def _list_positions(self, state: Any, number: int, rng: random.Random) -> list[Any]:
        """Play a game, and list what Examples contain of it."""
        from app.workshop.conditional_logit import QUARTERS

        players = self._seat_players(len(state.scores()), rng)
        rows = []
        for decision, seat in enumerate(deciding_seats(state, rng)):
            state.apply(seat, _choose_or_err(players[seat], state, seat, rng))
            if rng.random() < KEPT_POSITION_SHARE:
                twin = state.copy()
                resolve_chance(twin, rng)
                if twin.to_act:
                    rows.append((twin.features(), decision))
        won, aims = compute_targets(state)
        return [(row, won, aims, number, QUARTERS * before // (decision + 1)) for row, before in rows]

    def _list_contrasts(self, state: Any, number: int, rng: random.Random) -> list[Any]:
        """Play a game, play some of its decisions on with several actions, and list what Contrasts contain of them."""
        assert self.weights is not None
        evaluation = Evaluation(self.weights)
        players = self._seat_players(len(state.scores()), rng, CONTRASTED_WORLDS)

        def worth_to(seat: Seat) -> Callable[[State[Any]], float]:
            return lambda way: evaluation.win_probabilities(way)[seat]

        found = []
        for decision, seat in enumerate(deciding_seats(state, rng)):
            legal = list(state.legal(seat))
            if len(legal) > 1 and rng.random() < CONTRASTED_SHARE:
                luck = rng.getrandbits(53)
                for action in rng.sample(legal, min(len(legal), CONTRASTED_ACTIONS)):
                    twin: Any = copy_after_turn(state, seat, action, random.Random(luck), worth_to(seat))
                    if twin.to_act:
                        row, same = twin.features(), random.Random(luck + 1)
                        for other in deciding_seats(twin, same):
                            twin.apply(other, players[other](twin, other, same))
                        found.append((row, compute_targets(twin)[1], seat, MAX_DECISIONS * number + decision))
            state.apply(seat, _choose_or_err(players[seat], state, seat, rng))
        return found

    def _seat_players(self, seats: int, rng: random.Random, worlds: int = WORLDS) -> list[Choose]:
        """Return the player of each seat; some pursue something."""
        if self.weights is None:
            return [PLAYERS["greedy"]] * seats
        players: list[Choose] = []
        for _ in range(seats):
            weights = dict(self.weights)
            if self.preferences and rng.random() < PURSUING_SHARE:
                excess = rng.uniform(0.0, MAX_PURSUIT)
                for name, preferred in rng.choice(self.preferences).items():
                    weights[name] = weights.get(name, 0.0) + excess * preferred
            players.append(CarefulPlayer(Evaluation(weights), worlds=worlds))
        return players

    @property
    def examples(self) -> "type[Examples | Contrasts]":
        from app.workshop.conditional_logit import Contrasts, Examples

        return Contrasts if self.contrasts else Examples

    def file_name(self, block: LearnBlock) -> str:
        """Return the file name of a block, unique for data, set-up, seed, weights and the names of the features."""
        game = shelf(self.data)[self.setup.game]
        header = make_header(game, self.setup.seats, self.setup.variant, random.Random(0))
        state: Any = game.start(game.setup(header))
        played_by = self.weights, self.preferences
        checksum = crc32(repr((sorted(self.data.items()), played_by, state.feature_names())).encode())
        words = (*str(self.setup).split(), self.kind, self.seed, f"{checksum:08x}", block.first, block.last)
        return "-".join(map(str, words)) + ".npz"

    @property
    def kind(self) -> str:
        return "contrasts" if self.contrasts else "greedy" if self.weights is None else "careful"


def _choose_or_err(choose: Choose, state: Any, seat: Seat, rng: Rng) -> Any:
    """Return a random action sometimes, else that of a player."""
    if rng.random() >= RANDOM_ACTION_SHARE:
        return choose(state, seat, rng)
    legal = state.legal(seat)
    return legal[int(rng.random() * len(legal))]


def compute_targets(state: Any) -> tuple[list[float], list[float]]:
    """Return each seat's share of winning a finished game, and the target that is fitted instead."""
    winners, points = state.winners(), [score["total"] for score in state.scores()]
    won = [(seat in winners) / len(winners) for seat in range(len(points))]
    by_points = all(points[seat] == max(points) for seat in winners)
    return won, softmax([each / CLOSE_POINTS for each in points]) if by_points else won


def learn(args: argparse.Namespace) -> int:
    """Learn the requested set-ups. Return the exit code; CannotStart if it fails."""
    if not dask_cluster.is_installed() or find_spec("numpy") is None:
        raise CannotStart("learning needs Dask and numpy; ./setup.sh test installs them.")
    if args.games < MIN_GAMES:
        raise CannotStart(f"--games {args.games}: at least {MIN_GAMES} are needed, as one of {MIN_GAMES} is held out.")
    if args.game is None and (args.seats is not None or args.variant):
        raise CannotStart("--seats and --variant need --game.")
    if args.variant and args.seats is None:
        raise CannotStart("--variant needs --seats.")
    setups = _list_setups(args)
    if not setups:
        raise CannotStart("nothing was learned yet; choose a set-up with --game and --seats.")
    try:
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
        for setup in setups:
            find_game(args.data, *setup)
            entry, told = _learn_setup(setup, args)
            _store_entry(entry, setup.game, args.players_folder)
            print(f"{setup}: {entry.games} games; held out: {told}", flush=True)
    except OSError as error:
        raise cannot_write(error.filename, error) from None
    return 0


def _learn_setup(setup: GameSetup, args: argparse.Namespace) -> tuple[FittedWeights, str]:
    """Play two rounds of a set-up and fit its weights. Return them, and what is told of their quality."""
    import numpy as np

    from app.workshop import conditional_logit

    names, first = _collect_positions(SelfPlay(args.data, setup, args.seed, None), args)
    weights = _name_weights(names, conditional_logit.fit_weights(first).weights)
    preferences = _list_preferences(args.players, setup.game)
    names, second = _collect_positions(SelfPlay(args.data, setup, args.seed, weights, preferences), args)
    positions = conditional_logit.concatenate([first, second])
    fit = conditional_logit.fit_weights(positions)
    contrasts: list[Contrasts] = []
    for done in range(CONTRASTED_ROUNDS):
        weights = _name_weights(names, fit.weights)
        plays = SelfPlay(args.data, setup, args.seed, weights, preferences, contrasts=True)
        _, found = _collect_positions(plays, args)
        contrasts.append(found._replace(decisions=found.decisions + done * args.games * MAX_DECISIONS))
        fit = conditional_logit.fit_weights(positions, conditional_logit.concatenate(contrasts))
    told = _tell(fit.quality)
    for before in _read_entries(args.players_folder / f"{setup.game}.toml"):
        if (before.seats, before.variant) == (setup.seats, setup.variant) and before.weights.keys() <= set(names):
            stored = np.array([before.weights.get(name, 0.0) for name in names])
            told += f"; the stored weights on the same games: {_tell(conditional_logit.measure(positions, stored))}"
    entry = FittedWeights(
        seats=setup.seats,
        variant=setup.variant,
        games=(2 + CONTRASTED_ROUNDS) * args.games,
        log_loss=round(fit.quality.log_loss, 4),
        right=round(fit.quality.right, 4),
        data_version=shelf(args.data)[setup.game].data_version,
        weights=_name_weights(names, fit.weights),
    )
    return entry, told


def _tell(quality: "Quality") -> str:
    quarters = ", ".join(f"{loss:.4f}" for loss in quality.by_quarter)
    return f"log loss {quality.log_loss:.4f}, by quarter of the game {quarters}; right {quality.right:.1%}"


def _name_weights(names: Sequence[str], weights: Sequence[float]) -> dict[str, float]:
    """Round the weights and name them; weights close to zero are left out."""
    return {name: round(each, 4) for name, each in zip(names, weights, strict=True) if abs(each) >= 1e-4}


def _list_setups(args: argparse.Namespace) -> list[GameSetup]:
    """List the requested set-up, or all that were learned before, of one game or of all."""
    if args.seats is not None:
        return [GameSetup(args.game, args.seats, args.variant)]
    games = [args.game] if args.game else sorted(shelf(args.data))
    return [
        GameSetup(game, each.seats, each.variant)
        for game in games
        for each in _read_entries(args.players_folder / f"{game}.toml")
    ]


def _list_preferences(players: Mapping[str, bytes], game: str) -> list[Mapping[str, float]]:
    """List what the characters of data/players prefer in a game."""
    characters = parse_characters(players[CHARACTERS])
    return [preference.bent for each in characters if (preference := each.preference_in(game)) is not None]


def _read_entries(file: Path) -> Sequence[FittedWeights]:
    return parse_weights(file.read_bytes(), file.name) if file.exists() else ()


def _collect_positions(plays: SelfPlay, args: argparse.Namespace) -> tuple[tuple[str, ...], Any]:
    """Return feature names, and positions or contrasts of all games of a round, playing blocks that are not stored."""
    from app.workshop import conditional_logit

    starts = range(0, args.games, BLOCK)
    wanted = [LearnBlock(first, min(first + BLOCK, args.games)) for first in starts]
    files = {block: args.keep / plays.file_name(block) for block in wanted} if args.keep is not None else {}
    found = {block: _read_block(file, plays.examples) for block, file in files.items() if file.exists()}

    def keep(block: LearnBlock, positions: BlockPositions) -> None:
        found[block] = positions
        if files:
            _write_block(files[block], positions)

    dask_cluster.play(plays.play_block, [block for block in wanted if block not in found], keep, args)
    return found[wanted[0]].names, conditional_logit.concatenate([found[block].examples for block in wanted])


def _write_block(file: Path, positions: BlockPositions) -> None:
    import numpy as np

    part = file.with_suffix(".part")
    with part.open("wb") as out:
        np.savez(out, names=np.array(positions.names), **positions.examples._asdict())
    part.replace(file)  # only complete blocks exist, even after an interruption


def _read_block(file: Path, examples: "type[Examples | Contrasts]") -> BlockPositions:
    import numpy as np

    kept = np.load(file)
    return BlockPositions(tuple(kept["names"].tolist()), examples(*[kept[part] for part in examples._fields]))


def _store_entry(entry: FittedWeights, game: str, folder: Path) -> None:
    """Write an entry to its file, replacing the one for the same set-up."""
    file = folder / f"{game}.toml"
    others = [each for each in _read_entries(file) if (each.seats, each.variant) != (entry.seats, entry.variant)]
    entries = sorted([*others, entry], key=lambda each: (each.variant, each.seats))
    folder.mkdir(exist_ok=True)
    file.write_text("\n".join(map(_format_entry, entries)), "utf-8")


def _format_entry(entry: FittedWeights) -> str:
    """Format an entry as TOML: set-up, quality, weights."""
    told = msgspec.to_builtins(entry)
    weights = told.pop("weights")
    lines = ["[[learned]]", *(f"{name} = {msgspec.json.encode(value).decode()}" for name, value in told.items())]
    lines += ["[learned.weights]", *(f"{name} = {weight}" for name, weight in weights.items()), ""]
    return "\n".join(lines)
