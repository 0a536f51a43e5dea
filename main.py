#!/usr/bin/env python3
"""Wondertable's command line: it runs each command with the data files of the program, as bytes."""

import argparse
import sys
from collections.abc import Sequence
from functools import partial
from importlib import import_module
from pathlib import Path

from app.commands.command_parsers import build_parser
from app.games.game_list import files
from app.host import compiled_engine
from app.text.terminal_output import complain, exit_code_of, unreadable

ROOT = Path(__file__).resolve().parent


def read_game_data() -> dict[str, bytes]:
    """Return the data file of every game whose rules are here, by file name without extension."""
    return {name: _read_data(f"{name}.toml") for name in files()}


def read_players() -> dict[str, bytes]:
    """Return the files of `data/players` by slug: the bots' levels, and the learned weights of the games that have
    some.
    """
    return {
        path.stem: _read_data(f"players/{path.name}") for path in sorted((ROOT / "data" / "players").glob("*.toml"))
    }


def read_panel() -> bytes:
    """Return the panel.toml that the program ships."""
    return _read_data("panel.toml")


def read_bots() -> bytes:
    """Return the bots.toml that the program ships."""
    return _read_data("bots.toml")


def read_first_deals() -> bytes:
    """Return the stored deals of first games."""
    return _read_data("first_deals.toml")


def _read_data(name: str) -> bytes:
    """Read a file of `data`. BadGameData if it cannot be read."""
    try:
        return (ROOT / "data" / name).read_bytes()
    except OSError as error:
        from engine.game_data import BadGameData

        raise BadGameData(unreadable(f"data/{name}", error)) from None


def read_sounds() -> dict[str, bytes]:
    """Return every sound by its name, as docs/sounds.py generates them."""
    return {path.stem: path.read_bytes() for path in (ROOT / "data" / "sounds").glob("*.wav")}


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command. Return its exit code."""
    args = build_parser(*(sys.argv[1:] if argv is None else argv)[:1]).parse_args(argv)
    try:
        return exit_code_of(lambda: _run_command(args))
    except ValueError as error:
        from engine.game_data import BadGameData  # imported late: a start should not wait for it

        if not isinstance(error, BadGameData):
            raise
        complain(f"{error}.")
        return 2


def _run_command(args: argparse.Namespace) -> int:
    if handler := getattr(args, "handler", ""):  # a module, and its function that takes the options and our data
        args.data, args.players, args.players_folder = read_game_data(), read_players(), ROOT / "data" / "players"
        module, _, function = handler.partition(":")
        return int(getattr(import_module(module), function)(args))
    if args.command in ("run", "table"):
        from app.host import command_options, early_startup

        return early_startup.run_table(
            command_options.Options.from_args(args),
            lambda: command_options.ShippedFiles(
                read_game_data(), read_panel(), read_bots(), read_players(), read_first_deals()
            ),
        )
    if args.command == "screen":
        from app.commands import screen

        if args.which:
            return screen.print_display(args.data_dir)
        started = {"run": args.run, "page": args.page}
        return screen.show(
            args.data_dir, read_game_data, kiosk=args.kiosk, size=args.size, sounds=read_sounds, **started
        )
    if args.command == "think":
        from app.commands import think

        return think.think(read_game_data(), read_players())
    if args.command == "doctor":
        from app.commands import doctor

        args.data, args.panel = read_game_data, read_panel()
        if args.measure:
            from benchmarks import doctor_measure

            args.measure = partial(doctor_measure.show, read_players())
        return doctor.show(args)
    if args.command == "pin":
        from app.commands import pin

        return pin.change(args.data_dir, args.remove)
    if args.command == "code":
        from app.commands import join_codes

        return join_codes.show(args.data_dir, args.seat, json=args.json)
    from app.commands import appliance

    return appliance.run_command(args)


if __name__ == "__main__":
    compiled_engine.use_compiled()  # before any import of the engine: the imports above contain none
    sys.exit(main())
