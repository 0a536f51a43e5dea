"""`wondertable facts`: the game data in use, the certainty of each value, and the owner's corrections."""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

import msgspec

from app.games.game_list import GAMES, shelf, texts
from app.host.data_folder import find_settings_folder
from app.host.data_overrides import check_file_names, override_path, read_overrides
from app.text.terminal_output import CannotStart, tell
from engine.data_overrides import Overrides, format_path, leaves, parse_line
from engine.data_overrides import Path as Place
from engine.game import Game
from engine.game_data import CERTAINTY, RESERVED

NOTE: Final = "Certainty, the words and how to correct a value: docs/facts.md"
NAME_WIDTH: Final = 29  # characters
CERTAINTY_WIDTH: Final = 11


def show(args: argparse.Namespace) -> int:
    """Print the game data in use, or only check a file. Return the exit code; CannotStart if a file is invalid."""
    pack, game = GAMES[args.game], shelf(args.data)[args.game]
    own = args.check or override_path(find_settings_folder(args.data_dir), args.game)
    try:
        if not args.check:
            check_file_names(own.parent)
        line = read_overrides(own, game)
    except ValueError as unfit:
        raise CannotStart(f"{unfit}.") from None
    if args.check and line is None:
        raise CannotStart(f"{own}: there is no such file.")
    corrected = sum(path[-1] != CERTAINTY for path in parse_line(line or ""))
    count = f"{corrected} value{'' if corrected == 1 else 's'} corrected" if corrected else "no value corrected"
    if args.check:
        if args.json:
            tell({"file": str(own), "corrected": corrected})
        else:
            print(f"{own}: valid; {count}.")
        return 0
    head = (
        f"{args.game}: the values in use, version {game.data_version} of the game data",
        f"ours: {', '.join(f'data/{name}.toml' for name in pack.data)}",
        f"yours: {own} ({'there is no such file' if line is None else count})",
        NOTE,
    )
    ours = b"\n".join(texts(args.data, pack)).decode()
    if args.json:
        tell(
            {
                "game": args.game,
                "version": game.data_version,
                "file": None if line is None else str(own),
                "corrected": corrected,
                "entries": list(_format_json(game, ours, line or "")),
            }
        )
        return 0
    lines = (*head, *_format_lines(game, ours, line or ""))
    sys.stdout.buffer.write("".join(f"{text}\n" for text in lines).encode())
    return 0


class _Entry(NamedTuple):
    """An entry with a certainty, and its values: ours and the owner's."""

    name: Place
    certainty: str
    paths: Sequence[Place]  # of its values
    ours: Mapping[Place, Any]  # Any: what TOML holds
    own: Overrides


def _list_entries(game: Game, text: str, line: str) -> Iterator[_Entry]:
    """List every entry of a game's data. `text` is ours, `line` contains the owner's corrections."""
    written = {name: table for name, table in tomllib.loads(text).items() if name not in RESERVED}
    ours, own = leaves(written), parse_line(line)
    paths = [*ours, *(path for path in own if path not in ours)]
    for entry, certainty in _find_certainties(msgspec.to_builtins(game.data(overrides=line)), ()):
        mine = [path for path in paths if path[: len(entry)] == entry and path[-1] != CERTAINTY]
        yield _Entry(entry, certainty, mine, ours, own)


def _format_json(game: Game, text: str, line: str) -> Iterator[dict[str, Any]]:  # Any: what JSON holds
    """List every entry with its values in use, and those of ours that are corrected."""
    for name, certainty, paths, ours, own in _list_entries(game, text, line):
        yield {
            "entry": format_path(name),
            "certainty": certainty,
            "values": {format_path(path[len(name) :]): own.get(path, ours.get(path)) for path in paths},
            "ours": {format_path(path[len(name) :]): ours.get(path) for path in paths if path in own},
        }


def _format_lines(game: Game, text: str, line: str) -> Iterator[str]:
    """Format every entry with its certainty and values; both values where one is corrected."""
    heading = ""
    for entry, certainty, mine, ours, own in _list_entries(game, text, line):
        if entry[0] != heading:
            heading = entry[0]
            yield "" if len(entry) == 1 else f"\n{heading}"
        yours = sum(path in own for path in mine)
        sure = f"{certainty}, {yours} corrected" if yours else certainty
        groups: dict[Place, list[str]] = {(): []}
        for path in mine:
            groups.setdefault(path[len(entry) : -1], []).append(_format_field(path, ours, own))
        name = f"{'  ' * (len(entry) - 1)}{entry[-1]}"
        yield f"{name:{NAME_WIDTH}}{sure:{CERTAINTY_WIDTH}} {', '.join(groups.pop(()))}".rstrip()
        for group, said in groups.items():
            yield f"{'    ' + format_path(group):{NAME_WIDTH}}{', '.join(said)}"


def _find_certainties(table: Mapping[str, Any], above: Place) -> Iterator[tuple[Place, str]]:
    """List the tables in a game's data that have a certainty."""
    if CERTAINTY in table:
        yield above, table[CERTAINTY]
        return
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            yield from _find_certainties(inner, (*above, name))


def _format_field(path: Place, ours: Mapping[Place, Any], own: Overrides) -> str:
    before = ours.get(path)
    if path not in own:
        return f"{path[-1]} {_format_value(before)}"
    if before is None:
        before = False if isinstance(own[path], bool) else 0
    return f"{path[-1]} {_format_value(before)} -> {_format_value(own[path])}"


def _format_value(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return f"[{' '.join(map(str, value))}]"
    return str(value)
