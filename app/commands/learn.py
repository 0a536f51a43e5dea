"""`main.py learn`: games are played, what describes their winners is fitted, and the weights are kept (data/players).

Each set-up is played twice: by `greedy`, then by `careful` with what these games taught. Examples are those that a
player judges: after an action, and the chance that follows. Where the most points win, a game that was close teaches
less than one that was not: what is fitted there is how likely each seat would have won had every seat's points been
a few more or fewer.
"""

import argparse
import random
from collections.abc import Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from zlib import crc32

import msgspec

from app.commands.records import game_of, header, refuse
from app.games.shelf import shelf
from app.text.terminal import CannotStart
from engine.game import CHANCE, Rng
from engine.players import PLAYERS
from engine.players.ahead import settle
from engine.players.careful import Careful
from engine.players.judgement import Judgement, softmax
from engine.players.learned import Learned, read

if TYPE_CHECKING:
    from app.commands.logit import Examples

WILD: Final = 0.12  # of all actions, taken at random: positions that good players would never reach teach as well
KEPT: Final = 0.25  # of all positions; those beside them say nearly the same
BLOCK: Final = 50  # games that are played, and kept, at once
FEWEST: Final = 5  # games, as every fifth is held out
CLOSE: Final = 4.0  # points; a lead of so many is worth as much as a strength of 1


class WhatGame(NamedTuple):
    """What weights are learned for."""

    game: str
    seats: int
    variant: str

    def __str__(self) -> str:
        return " ".join([self.game, str(self.seats), *self.variant.split()])


class SelfPlay(NamedTuple):
    """Games of one set-up between players of one kind. `weights`: of `careful`; None: `greedy` plays."""

    data: Mapping[str, Any]  # of all games, as the shelf wants it
    setup: WhatGame
    seed: str
    weights: Mapping[str, float] | None

    def played(self, first: int, last: int) -> tuple[tuple[str, ...], list[Any]]:
        """Games of these numbers: the names of features, and each position's features, shares, aims and game."""
        game = shelf(self.data)[self.setup.game]
        choose = PLAYERS["greedy"] if self.weights is None else Careful(Judgement(self.weights))
        names: tuple[str, ...] = ()
        found: list[Any] = []
        for number in range(first, last):
            rng = random.Random(f"learn/{self.seed}/{self.kind}/{number}")
            state: Any = game.start(game.setup(header(game, self.setup.seats, self.setup.variant, rng)))
            rows = []
            while state.to_act:
                seat = state.to_act[0]
                if seat == CHANCE:
                    state.apply(CHANCE, state.deal(rng))
                    continue
                state.apply(seat, _wild(state.legal(seat), rng) if rng.random() < WILD else choose(state, seat, rng))
                if rng.random() < KEPT:
                    twin = state.copy()
                    settle(twin, rng)
                    if twin.to_act:
                        rows.append(twin.features())
            names = state.feature_names()
            won, aims = aimed(state)
            found += [(row, won, aims, number) for row in rows]
        return names, found

    @property
    def kind(self) -> str:
        return "greedy" if self.weights is None else "careful"


def _wild(legal: Any, rng: Rng) -> Any:
    return legal[int(rng.random() * len(legal))]


def aimed(state: Any) -> tuple[list[float], list[float]]:
    """Of a game that is over: each seat's share of winning, and what is fitted in its place."""
    winners, points = state.winners(), [score["total"] for score in state.scores()]
    won = [(seat in winners) / len(winners) for seat in range(len(points))]
    by_points = all(points[seat] == max(points) for seat in winners)
    return won, softmax([each / CLOSE for each in points]) if by_points else won


def learn(args: argparse.Namespace) -> int:
    """Learn set-ups anew; exit code 2 and one sentence if it cannot be."""
    if find_spec("numpy") is None:
        return refuse("learning needs numpy; ./setup.sh test installs it")
    if args.games < FEWEST:
        return refuse(f"--games {args.games}: at least {FEWEST} are needed, as one of {FEWEST} is held out")
    if args.game is None and (args.seats is not None or args.variant):
        return refuse("--seats and --variant are of one game: --game says which")
    if args.variant and args.seats is None:
        return refuse("--variant is of one set-up: --seats says which")
    setups = _setups(args)
    if not setups:
        return refuse("nothing was learned of it yet: --game and --seats say what is to be learned")
    try:
        if args.keep is not None:
            args.keep.mkdir(parents=True, exist_ok=True)
        for setup in setups:
            game_of(args.data, *setup)
            entry = _learned(setup, args)
            _keep(entry, setup.game, args.folder)
            told = f"log loss {entry.log_loss}, right {entry.right:.1%}"
            print(f"{setup}: {entry.games} games; held out: {told}", flush=True)
    except CannotStart as problem:
        return refuse(str(problem))
    except OSError as error:
        return refuse(f"{error.filename}: {error.strerror}")
    return 0


def _learned(setup: WhatGame, args: argparse.Namespace) -> Learned:
    """What two rounds of games teach of a set-up."""
    from app.commands import logit

    names, first = _positions(SelfPlay(args.data, setup, args.seed, None), args)
    weights = _named(names, logit.fit(first).weights)
    names, second = _positions(SelfPlay(args.data, setup, args.seed, weights), args)
    fit = logit.fit(logit.joined([first, second]))
    return Learned(
        seats=setup.seats,
        variant=setup.variant,
        games=2 * args.games,
        log_loss=round(fit.log_loss, 4),
        right=round(fit.right, 4),
        data_version=shelf(args.data)[setup.game].data_version,
        weights=_named(names, fit.weights),
    )


def _named(names: Sequence[str], weights: Sequence[float]) -> dict[str, float]:
    """Weights by their slugs, as they are written; those that are next to nothing are left out."""
    return {name: round(each, 4) for name, each in zip(names, weights, strict=True) if abs(each) >= 1e-4}


def _setups(args: argparse.Namespace) -> list[WhatGame]:
    """The one that is asked for, or all that have been learned before, of one game or of all."""
    if args.seats is not None:
        return [WhatGame(args.game, args.seats, args.variant)]
    games = [args.game] if args.game else sorted(shelf(args.data))
    return [
        WhatGame(game, each.seats, each.variant) for game in games for each in _entries(args.folder / f"{game}.toml")
    ]


def _entries(file: Path) -> Sequence[Learned]:
    return read(file.read_bytes(), file.name) if file.exists() else ()


def _positions(plays: SelfPlay, args: argparse.Namespace) -> "tuple[tuple[str, ...], Examples]":
    """The names of features, and positions of all games of a round."""
    from app.commands import logit

    starts = range(0, args.games, BLOCK)
    blocks = [(plays, args.keep, first, min(first + BLOCK, args.games)) for first in starts]
    if args.processes == 1:
        found = [_block(block) for block in blocks]
    else:
        with ProcessPoolExecutor(args.processes) as pool:
            found = list(pool.map(_block, blocks))
    return found[0][0], logit.joined([positions for _, positions in found])


def _block(block: tuple[SelfPlay, Path | None, int, int]) -> "tuple[tuple[str, ...], Examples]":
    """Games of these numbers, played now, or before where somebody has kept them."""
    import numpy as np

    from app.commands.logit import Examples

    plays, folder, first, last = block
    taught = crc32(repr(plays.weights).encode())
    name = "-".join([*str(plays.setup).split(), plays.kind, plays.seed, f"{taught:08x}", str(first), str(last)])
    file = folder / f"{name}.npz" if folder else None
    if file is not None and file.exists():
        kept = np.load(file)
        return tuple(kept["names"].tolist()), Examples(*[kept[part] for part in Examples._fields])
    names, found = plays.played(first, last)
    rows, won, aims, games = zip(*found, strict=True)
    positions = Examples(np.array(rows, np.float32), np.array(won), np.array(aims), np.array(games))
    if file is not None:
        begun = file.with_suffix(".part")
        with begun.open("wb") as out:
            np.savez(out, names=np.array(names), **positions._asdict())
        begun.replace(file)  # whoever stops this finds whole blocks only
    return names, positions


def _keep(entry: Learned, game: str, folder: Path) -> None:
    """Put an entry into its file, in place of the one it is learned anew for."""
    file = folder / f"{game}.toml"
    others = [each for each in _entries(file) if (each.seats, each.variant) != (entry.seats, entry.variant)]
    entries = sorted([*others, entry], key=lambda each: (each.variant, each.seats))
    folder.mkdir(exist_ok=True)
    file.write_text("\n".join(map(_written, entries)), "utf-8")


def _written(entry: Learned) -> str:
    """An entry as people read it: what it is of, how good it is, then its weights."""
    told = msgspec.to_builtins(entry)
    weights = told.pop("weights")
    lines = ["[[learned]]", *(f"{name} = {msgspec.json.encode(value).decode()}" for name, value in told.items())]
    lines += ["[learned.weights]", *(f"{name} = {weight}" for name, weight in weights.items()), ""]
    return "\n".join(lines)
