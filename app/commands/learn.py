"""`main.py learn`: games are played, what describes their winners is fitted, and the weights are kept (data/players).

A conditional logit over the seats: a position's winner is as likely as the softmax of the seats' strengths, and a
strength is the sum of features times weights (`engine.players.judgement`). Every fifth game is held out to see how good
that is; then all of them are fitted. Newton's method, a small weight on small weights.
"""

import argparse
import random
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from app.commands.records import NothingLearned, header, learner, misfit, refuse
from app.games.shelf import shelf
from engine.game import CHANCE, BadHeader, Game, Rng
from engine.players import Choose
from engine.players.learned import Learned, read

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Matrix = NDArray[Any]

WILD: Final = 0.12  # of all actions, taken at random: positions that good players would never reach teach as well
KEPT: Final = 0.5  # of all positions; those beside them say nearly the same
HELD_OUT: Final = 5  # one game of so many
SMALL: Final = 2e-3  # the price of large weights
ROUNDS: Final = 30  # of Newton's method at most
ENOUGH: Final = 1e-6  # a step so small ends it


def learn(args: argparse.Namespace) -> int:
    """Learn one set-up anew; exit code 2 and one sentence if it cannot be."""
    try:
        import numpy as np
    except ModuleNotFoundError:
        return refuse("learning needs numpy; ./setup.sh test installs it")
    game = shelf(args.data)[args.game]
    if args.seats not in game.seats:
        return refuse(f"--seats {args.seats}: {game.name} is for {game.seats[0]} to {game.seats[-1]} seats")
    if args.games < HELD_OUT:
        return refuse(f"--games {args.games}: at least {HELD_OUT} are needed, as one of {HELD_OUT} is held out")
    try:
        choose = learner(args.player, args)
        played = [_played(game, args, choose, number) for number in range(1, args.games + 1)]
    except NothingLearned as error:
        return refuse(str(error))
    except BadHeader as error:
        return refuse(misfit(error))
    names = played[0][0]
    rows = np.array([row for _, found, _ in played for row in found], dtype=float)
    won = np.array([shares for _, found, shares in played for _ in found], dtype=float)
    of = np.array([number for number, (_, found, _) in enumerate(played) for _ in found])
    spread = rows.reshape(-1, rows.shape[2]).std(axis=0)
    spread[spread == 0] = 1
    rows /= spread
    held = of % HELD_OUT == HELD_OUT - 1
    shares = _shares(rows[held], _fitted(rows[~held], won[~held]))
    weights = _fitted(rows, won) / spread
    kept = {name: round(float(weight), 4) for name, weight in zip(names, weights, strict=True) if abs(weight) >= 1e-4}
    entry = Learned(
        seats=args.seats,
        variant=args.variant,
        games=args.games,
        log_loss=round(float(-(won[held] * np.log(shares)).sum(axis=1).mean()), 4),
        right=round(float((shares.argmax(axis=1) == won[held].argmax(axis=1)).mean()), 4),
        data_version=game.data_version,
        weights=kept,
    )
    _keep(entry, args)
    print(f"{len(rows)} positions of {args.games} games; held out: log loss {entry.log_loss}, right {entry.right:.1%}")
    return 0


def _played(game: Game, args: argparse.Namespace, choose: Choose, number: int) -> tuple[Any, list[Any], list[float]]:
    """The names of features, what described the seats at some positions of a game, and each seat's share of winning."""
    rng = random.Random(f"learn/{args.seed}/{args.player}/{number}")
    state: Any = game.start(game.setup(header(game, args.seats, args.variant, rng)))
    rows = []
    while state.to_act:
        seat = state.to_act[0]
        if seat == CHANCE:
            state.apply(CHANCE, state.deal(rng))
            continue
        if rng.random() < KEPT:
            rows.append(state.features())
        state.apply(seat, _wild(state.legal(seat), rng) if rng.random() < WILD else choose(state, seat, rng))
    winners = state.winners()
    return state.feature_names(), rows, [(seat in winners) / len(winners) for seat in range(args.seats)]


def _wild(legal: Any, rng: Rng) -> Any:
    return legal[int(rng.random() * len(legal))]


def _shares(rows: "Matrix", weights: "Matrix") -> "Matrix":
    """How likely each seat is to win, a row a position."""
    import numpy as np

    strengths = rows @ weights
    shares = np.exp(strengths - strengths.max(axis=1, keepdims=True))
    found: Matrix = shares / shares.sum(axis=1, keepdims=True)
    return found


def _fitted(rows: "Matrix", won: "Matrix") -> "Matrix":
    """The weights under which the winners were likeliest. `rows`: positions x seats x features; `won`: their shares."""
    import numpy as np

    count, weights = len(rows), np.zeros(rows.shape[2])
    for _ in range(ROUNDS):
        shares = _shares(rows, weights)
        slope = np.einsum("ns,nsf->f", shares - won, rows) / count + SMALL * weights
        mean = np.einsum("ns,nsf->nf", shares, rows)
        flat = (rows * np.sqrt(shares)[:, :, None]).reshape(-1, rows.shape[2])
        bend = (flat.T @ flat - mean.T @ mean) / count + SMALL * np.eye(len(weights))
        step = np.linalg.solve(bend, slope)
        weights = weights - step
        if np.abs(step).max() < ENOUGH:
            break
    return weights


def _keep(entry: Learned, args: argparse.Namespace) -> None:
    """Put an entry into its file, in place of the one it is learned anew for."""
    folder: Path = args.folder
    file = folder / f"{args.game}.toml"
    before = read(args.players[args.game], file.name) if args.game in args.players else ()
    others = [each for each in before if (each.seats, each.variant) != (entry.seats, entry.variant)]
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
