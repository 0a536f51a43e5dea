"""`main.py facts`: the game data in use, how sure each value is, and what an owner has corrected."""

import argparse
import sys
import tomllib
from collections.abc import Iterator, Mapping
from typing import Any, Final

import msgspec

from app.games.shelf import GAMES, shelf, texts
from app.host.data_folder import settings_folder
from app.host.overrides import check_names, file_of, read
from engine.game import Game
from engine.game_data import CERTAINTY, RESERVED
from engine.overrides import Overrides, heard, leaves, named
from engine.overrides import Path as Place

NOTE: Final = "How sure, what the words mean, and how to correct a value: docs/facts.md"
NAME: Final = 29  # characters
SURE: Final = 11


def show(args: argparse.Namespace) -> int:
    """Print the game data in use, or only check a file; the exit code."""
    pack, game = GAMES[args.game], shelf(args.data)[args.game]
    own = args.check or file_of(settings_folder(args.data_dir), args.game)
    try:
        if not args.check:
            check_names(own.parent)
        line = read(own, game)
        if args.check and line is None:
            raise ValueError(f"{own}: there is no such file")
    except ValueError as unfit:
        print(unfit, file=sys.stderr)
        return 2
    count = _counted(line or "")
    if args.check:
        print(f"{own}: fits; {count}.")
        return 0
    head = (
        f"{args.game}: the values in use, version {game.data_version} of the game data",
        f"ours: {', '.join(f'data/{name}.toml' for name in pack.data)}",
        f"yours: {own} ({'no such file' if line is None else count})",
        NOTE,
    )
    ours = b"\n".join(texts(args.data, pack)).decode()
    lines = (*head, *_told(game, ours, line or ""))
    sys.stdout.buffer.write("".join(f"{text}\n" for text in lines).encode())
    return 0


def _counted(line: str) -> str:
    count = sum(path[-1] != CERTAINTY for path in heard(line))
    return f"{count} value{'' if count == 1 else 's'} corrected" if count else "no value corrected"


def _told(game: Game, text: str, line: str) -> Iterator[str]:
    """Every entry with how sure it is, and its values; where an owner says otherwise both."""
    written = {name: table for name, table in tomllib.loads(text).items() if name not in RESERVED}
    ours, own = leaves(written), heard(line)
    paths = [*ours, *(path for path in own if path not in ours)]
    heading = ""
    for entry, certainty in _entries(msgspec.to_builtins(game.data(overrides=line)), ()):
        if entry[0] != heading:
            heading = entry[0]
            yield "" if len(entry) == 1 else f"\n{heading}"
        mine = [path for path in paths if path[: len(entry)] == entry and path[-1] != CERTAINTY]
        yours = sum(path in own for path in mine)
        sure = f"{certainty}, {yours} corrected" if yours else certainty
        groups: dict[Place, list[str]] = {(): []}
        for path in mine:
            groups.setdefault(path[len(entry) : -1], []).append(_value(path, ours, own))
        name = f"{'  ' * (len(entry) - 1)}{entry[-1]}"
        yield f"{name:{NAME}}{sure:{SURE}} {', '.join(groups.pop(()))}".rstrip()
        for group, said in groups.items():
            yield f"{'    ' + named(group):{NAME}}{', '.join(said)}"


def _entries(table: Mapping[str, Any], above: Place) -> Iterator[tuple[Place, str]]:
    """Whatever in a game's data says how sure it is."""
    if CERTAINTY in table:
        yield above, table[CERTAINTY]
        return
    for name, inner in table.items():
        if isinstance(inner, Mapping):
            yield from _entries(inner, (*above, name))


def _value(path: Place, ours: Mapping[Place, Any], own: Overrides) -> str:
    before = ours.get(path)
    if path not in own:
        return f"{path[-1]} {_said(before)}"
    if before is None:
        before = False if isinstance(own[path], bool) else 0
    return f"{path[-1]} {_said(before)} -> {_said(own[path])}"


def _said(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list | tuple):
        return f"[{' '.join(map(str, value))}]"
    return str(value)
