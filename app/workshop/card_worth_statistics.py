"""`wondertable workshop study`: plays many games on Dask, stores them as Parquet, and reports what things are worth.

A stored block is not played again.
"""

import argparse
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import partial
from html import escape
from importlib.util import find_spec
from math import sqrt
from pathlib import Path
from statistics import fmean, pstdev
from typing import Final, NamedTuple
from zlib import crc32

from app.text.terminal_output import CannotStart, cannot_write
from app.workshop import dask_cluster
from app.workshop.simulate import Z_95, Matchup, win_interval
from engine.game import AnyView
from engine.players.bot_levels import Players

BLOCK: Final = 10  # games per block
SEARCH_ITERATIONS: Final = 60  # iterations of the player `search`
SINGLE_FIELDS: Final = {"wonder": "side"}  # fields of the public view with one thing, and the field of its variant
LIST_FIELDS: Final = {"wonders": "wonder", "progress": "token"}  # fields with several things: the name of their kind


class Block(NamedTuple):
    """A range of game numbers of one level."""

    level: str
    first: int
    last: int


class SeatOutcome(NamedTuple):
    """A seat at the end of a game: share of winning, points, and the things it had, as `kind name`."""

    level: str
    number: int
    seat: int
    won: float
    points: int
    things: list[str]


def play_block(args: argparse.Namespace, block: Block) -> list[SeatOutcome]:
    """Play a block; runs on a worker."""
    match, found = Matchup(args, [block.level] * args.seats), []
    for number in range(block.first, block.last):
        result, header, state = match.play_in_full(number)
        view: AnyView = state.view(None)
        first = int(header.get("first", 0)) - 1
        for seat, (won, points) in enumerate(zip(result.shares, result.points, strict=True)):
            things = [*list_things(view.seats[seat]), *(["seat first"] if seat == first else [])]
            found.append(SeatOutcome(block.level, number, seat + 1, won, points, things))
    return found


def list_things(view: AnyView) -> Iterator[str]:
    """List what a seat has in the public view of any game: its wonder with the side, wonders it has built, tokens."""
    for field, side in SINGLE_FIELDS.items():
        if name := getattr(view, field, ""):
            yield " ".join(filter(None, (field, name, getattr(view, side, ""))))
    for field, kind in LIST_FIELDS.items():
        things = getattr(view, field, ())
        yield from (f"{kind} {name}" for name in things if not isinstance(things, dict) or things[name])


def study(args: argparse.Namespace) -> int:
    """Play the blocks that are missing, then print and write the results."""
    if not dask_cluster.is_installed() or find_spec("pyarrow") is None:
        raise CannotStart("a study needs Dask and pyarrow; ./setup.sh test installs them.")
    levels, known = args.level.split(","), Players(args.players)
    if unknown := [level for level in levels if not known.is_player(level)]:
        raise CannotStart(f"--level {unknown[0]}: there are {', '.join(known.player_names)}.")
    names = ("game", "seats", "variant", "seed", "data", "players")
    options = argparse.Namespace(
        **{name: getattr(args, name) for name in names}, iterations=SEARCH_ITERATIONS, seconds=0.0, out=None
    )
    starts = range(0, args.games, BLOCK)
    wanted = [Block(level, first, min(first + BLOCK, args.games)) for level in levels for first in starts]
    try:
        for level in levels:
            Matchup(options, [level] * args.seats)
        args.out.mkdir(parents=True, exist_ok=True)
        files = {block: args.out / _file_name(options, block) for block in wanted}
        missing = [block for block, file in files.items() if not file.exists()]
        dask_cluster.play(
            partial(play_block, options), missing, lambda block, rows: _write_block(files[block], rows), args
        )
        worths = compute_worths([row for file in files.values() for row in _read_block(file)])
        title = " ".join([args.game, f"of {args.seats}", *args.variant.split()])
        (args.out / f"{args.what}-{_file_prefix(options)}.html").write_text(make_page(title, args, worths), "utf-8")
    except OSError as error:
        raise cannot_write(args.out, error) from None
    print(f"{'level':8} {'what':32} {'seats':>6}  {'won, 95 %':20} points")
    for each in worths:
        print(each)
    return 0


def _file_prefix(options: argparse.Namespace) -> str:
    """Return a file name prefix that is unique for a set-up and its data."""
    checksum = crc32(repr((sorted(options.data.items()), sorted(options.players.items()))).encode())
    return "-".join(
        [options.game, str(options.seats), *options.variant.split(), options.seed.replace("/", "_"), f"{checksum:08x}"]
    )


def _file_name(options: argparse.Namespace, block: Block) -> str:
    return f"{_file_prefix(options)}-{block.level.replace(':', '_')}-{block.first}-{block.last}.parquet"


def _write_block(file: Path, rows: Sequence[SeatOutcome]) -> None:
    import pyarrow
    from pyarrow import parquet

    part = file.with_suffix(".part")
    parquet.write_table(pyarrow.Table.from_pylist([row._asdict() for row in rows]), part)
    part.replace(file)  # only complete blocks exist, even after an interruption


def _read_block(file: Path) -> list[SeatOutcome]:
    from pyarrow import parquet

    return [SeatOutcome(**row) for row in parquet.read_table(file).to_pylist()]


class ThingWorth(NamedTuple):
    """The results of seats that had a thing: share and points with 95 % intervals."""

    level: str
    what: str
    seats: int
    won: float
    least: float
    most: float
    points: float
    give: float  # half the interval of points

    def __str__(self) -> str:
        won = f"{100 * self.won:.1f} % [{100 * self.least:.1f}-{100 * self.most:.1f}]"
        return f"{self.level:8} {self.what:32} {self.seats:6}  {won:20} {self.points:.1f} ± {self.give:.1f}"


def compute_worths(rows: Sequence[SeatOutcome]) -> list[ThingWorth]:
    """Compute the results for every thing, by level, kind and share of winning. Intervals count games, not seats."""
    shares: dict[tuple[str, str], dict[int, list[float]]] = defaultdict(lambda: defaultdict(list))
    points: dict[tuple[str, str], dict[int, list[int]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        for what in row.things:
            shares[row.level, what][row.number].append(row.won)
            points[row.level, what][row.number].append(row.points)
    levels = list(dict.fromkeys(row.level for row in rows))
    found = []
    for (level, what), by_game in shares.items():
        means, scored = [fmean(each) for each in by_game.values()], list(map(fmean, points[level, what].values()))
        give = Z_95 * pstdev(scored) / sqrt(len(scored))
        seats = sum(map(len, by_game.values()))
        found.append(ThingWorth(level, what, seats, fmean(means), *win_interval(means), fmean(scored), give))
    return sorted(found, key=lambda each: (levels.index(each.level), each.what.split()[0], -each.won, each.what))


STYLE: Final = """
body { font: 16px sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; color: #222; background: #fff }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .2rem .6rem }
td.n { text-align: right; font-variant-numeric: tabular-nums } svg { display: block; width: 100%; height: 1.2rem }
"""


def make_page(title: str, args: argparse.Namespace, worths: Sequence[ThingWorth]) -> str:
    """Make a self-contained HTML page: a table for each level and kind, with the shares drawn."""
    fair, parts = 1 / args.seats, []
    groups: dict[tuple[str, str], list[ThingWorth]] = defaultdict(list)
    for each in worths:
        groups[each.level, each.what.split()[0]].append(each)
    for (level, kind), rows in groups.items():
        parts.append(f"<h2>{escape(level)}: {escape(kind)}</h2>\n<table>")
        parts.append("<tr><th>what<th>seats<th>won<th>the line is a fair share<th>points</tr>")
        parts += [_format_row(each, fair) for each in rows]
        parts.append("</table>")
    how = f"{args.games} games of each level, seed {escape(args.seed)}; behind a figure stands what it may be by 95 %."
    head = (
        f'<!doctype html>\n<html lang="en"><meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}</style>'
    )
    return "\n".join([head, f"<h1>{escape(title)}</h1>\n<p>{how}</p>", *parts, "</html>", ""])


def _format_row(worth: ThingWorth, fair: float) -> str:
    won = f"{100 * worth.won:.1f} % [{100 * worth.least:.0f}–{100 * worth.most:.0f}]"
    least, most, share, line = (f"{100 * each:.2f}" for each in (worth.least, worth.most, worth.won, fair))
    drawn = (
        f'<svg viewBox="0 0 100 10" preserveAspectRatio="none" role="img" aria-label="{won}">'
        f'<rect y="2" width="{share}" height="6" fill="#5b87b8"/>'
        f'<path d="M{least} 5H{most}" stroke="#222"/><path d="M{line} 0V10" stroke="#b00" stroke-width=".5"/></svg>'
    )
    name = escape(worth.what.partition(" ")[2])
    points = f"{worth.points:.1f} ± {worth.give:.1f}"
    return f'<tr><td>{name}<td class="n">{worth.seats}<td>{won}<td width="45%">{drawn}<td class="n">{points}</tr>'
