"""The parser of the command line, built by one function for each command, in the order of `--help`."""

import argparse
from pathlib import Path
from typing import Final, NoReturn, TypeAlias

from app.games.game_list import GAMES
from app.protocol.host_names import is_address
from app.text.argument_parser import Parser
from app.text.terminal_output import NAME, version

ROOT: Final = Path(__file__).resolve().parents[2]
PLAYER_KINDS: Final = ("random", "greedy", "careful", "search", "forgetful", "easy", "normal", "hard", "master")

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


class PrintVersion(argparse.Action):
    """An option that prints the version, which is read only when asked for."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        print(NAME, version())
        parser.exit()


def list_languages() -> tuple[str, ...]:
    """List the language codes: English and every catalogue."""
    return ("en", *sorted(path.name for path in (ROOT / "data" / "locale").glob("*") if path.is_dir()))


def build_parser(command: str = "") -> Parser:
    """Build the parser of the whole command line, or, for a fast start, of the commands of a table if one is given."""
    top = Parser(
        prog=NAME,
        description="Wondertable: a touchscreen and phones around one table, for the 7 Wonders family. Unofficial.",
        epilog=f"{NAME} COMMAND --help shows the options of a command.",
    )
    top.add_argument("-V", "--version", action=PrintVersion, nargs=0, help="show the version, and exit")
    commands = top.add_subparsers(title="commands", dest="command", metavar="COMMAND", required=True)
    for add in TABLE_COMMANDS.values():
        add(commands)
    if command not in TABLE_COMMANDS:
        for add in OTHER_COMMANDS:
            add(commands)
    return top


# ---- commands


def _add_run(commands: Commands) -> None:
    about = "Start the whole table: games, phones, and the screen if there is a display."
    run = commands.add_parser("run", help="start the table and its screen", description=about)
    _add_table_options(run)
    run.add_argument("--headless", action="store_true", help="without a screen: everybody plays on phones")
    run.add_argument("--demo", action="store_true", help="let bots play, in a separate data folder")
    _add_screen_options(run)


def _add_table(commands: Commands) -> None:
    about = "Start only the table: games and phones, no screen."
    _add_table_options(commands.add_parser("table", help="start the table without a screen", description=about))


def _add_screen(commands: Commands) -> None:
    about = "Start only the screen, for a table that runs on this machine with the same data folder."
    screen = commands.add_parser("screen", help="start the screen of a running table", description=about)
    screen.add_argument("--run", help=argparse.SUPPRESS)  # id of the run, passed by the table that starts this screen
    # Show a page of text from standard input instead.
    screen.add_argument("--page", action="store_true", help=argparse.SUPPRESS)
    # Only print the display that would be used.
    screen.add_argument("--which", action="store_true", help=argparse.SUPPRESS)
    _add_data_dir(screen)
    _add_screen_options(screen)


def _add_think(commands: Commands) -> None:
    commands.add_parser("think", description="Run the bots' thinking. The table starts this process; people do not.")


def _add_code(commands: Commands) -> None:
    about = (
        "Print the codes of the table that runs on this machine when no screen shows them. With SEAT: a new code for "
        "that seat, valid for two minutes, even if somebody plays it. Without SEAT: codes of all free seats, and who "
        "plays the others."
    )
    code = commands.add_parser("code", help="print the codes of the running table", description=about)
    code.add_argument("seat", nargs="?", type=parse_count, metavar="SEAT", help="the number of a seat")
    _add_json(code)
    _add_data_dir(code)


def _add_pin(commands: Commands) -> None:
    about = (
        "Set or remove the PIN that the table asks for before changes that affect everybody. Stop the table first. "
        "Type the PIN, or pass it on standard input."
    )
    pin = commands.add_parser("pin", help="set or remove the table's PIN", description=about)
    pin.add_argument("--remove", action="store_true", help="remove the PIN")
    _add_data_dir(pin)


def _add_club(commands: Commands) -> None:
    about = (
        "Keep one history for several tables, with pages for the organiser. The first start prints the PIN of those "
        "pages."
    )
    club = commands.add_parser("club", help="keep one history for several tables", description=about)
    club.set_defaults(handler="app.commands.club:run")
    club.add_argument("--data-dir", type=Path, metavar="DIR", help="where the club keeps its database")
    about = "postgresql://…, instead of a database in the data folder"
    club.add_argument("--database", metavar="ADDRESS", help=about)
    about = "port for tables and pages, or 0 for any free one (default 8090); of several ports, the first free one"
    club.add_argument("--port", type=_parse_port, nargs="+", default=[8090], help=about)
    about = "serve HTTPS with this certificate (PEM, with its chain)"
    club.add_argument("--certificate", type=Path, metavar="FILE", help=about)
    about = "the certificate's private key (PEM), if it is not in the same file"
    club.add_argument("--private-key", type=Path, metavar="FILE", help=about)
    about = "the club's name or address, as in its certificate (default: the address in this network)"
    club.add_argument("--host-address", type=_parse_address, metavar="ADDRESS", help=about)
    about = (
        "let friends far away reach the tables through the club, at this port; needs --certificate and --host-address"
    )
    club.add_argument("--relay", type=_parse_port, metavar="PORT", help=about)
    instead = club.add_mutually_exclusive_group()
    about = "make a new PIN for the organiser's pages, and print it"
    instead.add_argument("--new-pin", action="store_true", help=about)
    about = "save everything in the club in a file, even while it is running"
    instead.add_argument("--backup", type=Path, metavar="FILE", help=about)
    about = "restore the club from a backup; there must be no club yet"
    instead.add_argument("--restore", type=Path, metavar="FILE", help=about)
    about = "copy the club in the data folder into an empty PostgreSQL database, postgresql://…"
    instead.add_argument("--move", metavar="ADDRESS", help=about)


def _add_doctor(commands: Commands) -> None:
    about = (
        "Check this machine and print a line for each part. Exit code 1 means that a part which is present or set up "
        "does not work."
    )
    doctor = commands.add_parser("doctor", help="check this machine", description=about)
    _add_json(doctor)
    about = "play games for two minutes and print how fast this machine is, as one text to send; stop the table first"
    doctor.add_argument("--measure", action="store_true", help=about)
    _add_data_dir(doctor)


def _add_history(commands: Commands) -> None:
    about = "List or export the finished games of a data folder, even during a game. Stop the table before an import."
    history = commands.add_parser("history", help="list, export and import finished games", description=about)
    ways = history.add_subparsers(title="ways", dest="way", metavar="WAY", required=True)
    for add in (_add_history_list, _add_history_export, _add_history_import):
        add(ways)


def _add_history_list(ways: Commands) -> None:
    about = "List every finished game with its date, its name and everybody's points."
    listed = ways.add_parser("list", help="list all finished games", description=about)
    listed.set_defaults(handler="app.commands.history:show")
    _add_json(listed)
    _add_data_dir(listed)


def _add_history_export(ways: Commands) -> None:
    about = (
        "Write every finished game into a folder: CSV for a spreadsheet, JSON for another table, records as text, and "
        "BGStatsExport.json for the app BG Stats."
    )
    export = ways.add_parser("export", help="write all finished games into a folder", description=about)
    export.set_defaults(handler="app.commands.history:export")
    export.add_argument("folder", type=Path, metavar="FOLDER")
    _add_data_dir(export)


def _add_history_import(ways: Commands) -> None:
    about = (
        "Import the games of a JSON file written by export, the plays of BGStatsExport.json from the app BG Stats, or "
        "the XML file of your plays from BoardGameGeek. "
        "Games that are here already stay as they are."
    )
    bring = ways.add_parser("import", help="import the games of a file", description=about)
    bring.set_defaults(handler="app.commands.history:import_games")
    bring.add_argument("file", type=Path, metavar="FILE")
    _add_data_dir(bring)


def _add_facts(commands: Commands) -> None:
    about = "Print the values that games use: ours, how certain they are, and your corrections."
    facts = commands.add_parser("facts", help="print the values in use and your corrections", description=about)
    facts.set_defaults(handler="app.commands.game_data_facts:show")
    facts.add_argument("--game", choices=GAMES, default="architects")
    about = "only check a file of corrections; exit code 2 if it is invalid"
    facts.add_argument("--check", type=Path, metavar="FILE", help=about)
    _add_json(facts)
    _add_data_dir(facts)


def _add_replay(commands: Commands) -> None:
    about = "Replay a record and print the position it reaches. A broken record ends with exit code 2."
    replay = commands.add_parser("replay", help="replay a record", description=about)
    replay.set_defaults(handler="app.commands.records:replay")
    replay.add_argument("file", metavar="FILE")
    form = replay.add_mutually_exclusive_group()
    form.add_argument(
        "--json", action="store_true", help="print the position after the last line, as one object (default)"
    )
    form.add_argument("--legal", action="store_true", help="print every legal line of that position")
    form.add_argument("--trace", action="store_true", help="print every position, one object per line")
    replay.add_argument("--seat", type=parse_count, metavar="N", help="also show what only seat N knows")


def _add_internal_upkeep(commands: Commands) -> None:
    """Add the commands that an installed table's system runs; people do not."""
    about = "Unpack a release next to the installed versions. `./setup.sh install` runs this; people do not."
    unpack = commands.add_parser("unpack", description=about)
    unpack.add_argument("file", type=Path, metavar="FILE")
    unpack.add_argument("--unsigned", action="store_true", help="accept an unsigned release, built from a checkout")
    about = "Switch to an unpacked version. `./setup.sh install` runs this; people do not."
    adopt = commands.add_parser("adopt", description=about)
    adopt.add_argument("version", metavar="VERSION")
    adopt.add_argument("--game", action="store_true", help="even during a game: it continues afterwards")
    about = "Watch a new version, and roll back if it fails. The system runs this; people do not."
    commands.add_parser("watch", description=about)
    about = "Do an upkeep task and report its progress to the table. The system runs this; people do not."
    commands.add_parser("upkeep", description=about).add_argument("work", metavar="WORK")


def _add_installed(commands: Commands, name: str, what: str, about: str) -> Parser:
    """Add a command that only an installed table has."""
    return commands.add_parser(name, help=f"installed: {what}", description=about)


def _add_services(commands: Commands) -> None:
    about = "Print the version and the state of an installed table."
    _add_json(_add_installed(commands, "status", "show version and state", about))
    _add_installed(commands, "start", "start table and screen", "Start the services of an installed table.")
    about = "Stop the services of an installed table. No game is lost, and the machine stays on."
    _add_installed(commands, "stop", "stop table and screen", about)
    about = "Switch the machine of an installed table off. No game is lost."
    _add_installed(commands, "poweroff", "switch the machine off", about)


def _add_update(commands: Commands) -> None:
    about = (
        "Install another release. The table checks its signature, copies games and settings, and starts it. If it "
        "does not start, the previous version comes back by itself. Not during a game."
    )
    update = _add_installed(commands, "update", "install a newer release", about)
    update.add_argument("source", nargs="?", metavar="FILE|ADDRESS", help="a release, or a folder of releases")
    update.add_argument("--check", action="store_true", help="only show which version would be installed")
    _add_json(update)
    update.add_argument("--older", action="store_true", help="even if a newer version has run here")
    update.add_argument("--game", action="store_true", help="even during a game: it continues afterwards")


def _add_rollback(commands: Commands) -> None:
    about = "Go back to the previous version, or to another installed one, and keep today's games. Not during a game."
    rollback = _add_installed(commands, "rollback", "go back to the previous version", about)
    rollback.add_argument("version", nargs="?", metavar="VERSION")
    about = "also restore the games from before the running version was installed"
    rollback.add_argument("--data", action="store_true", help=about)
    about = "Finish an interrupted update. The system does this when it starts."
    _add_installed(commands, "settle", "finish an interrupted update", about)


def _add_copies(commands: Commands) -> None:
    """Add the commands that write, restore and reset the data of an installed table."""
    about = "Write an archive that helps to find a fault. It contains no names, keys, tickets or passwords."
    report = _add_installed(commands, "report", "write an archive that helps to find a fault", about)
    report.add_argument("file", nargs="?", type=Path, metavar="FILE")
    about = "Save games and settings in one archive. Works during a game, and without an installation."
    backup = commands.add_parser("backup", help="save games and settings in one archive", description=about)
    backup.add_argument("file", nargs="?", type=Path, metavar="FILE")
    _add_data_dir(backup)
    about = "Replace the games and settings with those of a backup. Not during a game."
    restore = _add_installed(commands, "restore", "restore games and settings from a backup", about)
    restore.add_argument("file", type=Path, metavar="FILE", help="a backup, or the folder of a safety copy")
    about = (
        "Reset settings, PIN and seats to those of a new table, leave the club, and keep all games. Files written by "
        "hand (*.toml) and the machine's Wi-Fi stay. A copy of the old state is kept. Not during a game."
    )
    _add_installed(commands, "reset", "reset the settings, keep all games", about)


def _add_workshop(commands: Commands) -> None:
    """Add the commands for developers; no player needs them."""
    about = "Tools for developers of Wondertable: bots play games, and learn from them."
    workshop = commands.add_parser("workshop", help="tools for developers of Wondertable", description=about)
    tasks = workshop.add_subparsers(title="tasks", dest="task", metavar="TASK", required=True)
    for add in (_add_simulate, _add_learn, _add_study, _add_fingerprint):
        add(tasks)


def _add_simulate(tasks: Commands) -> None:
    about = "Play whole games between bots and write their records."
    simulate = tasks.add_parser("simulate", help="play whole games and keep records", description=about)
    simulate.set_defaults(handler="app.workshop.simulate:simulate")
    simulate.add_argument("--game", choices=GAMES, default="architects")
    simulate.add_argument("--seats", type=parse_count, required=True, metavar="N", help="number of seats")
    simulate.add_argument("--games", type=parse_count, default=1, metavar="G", help="number of games (default 1)")
    simulate.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same records (default 0)")
    simulate.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    simulate.add_argument(
        "--player", default="random", help=f"{' or '.join(PLAYER_KINDS)}; or one for each seat: a,b,…"
    )
    about = "iterations of each decision of search (default 60)"
    simulate.add_argument("--iterations", type=parse_count, default=60, metavar="I", help=about)
    about = "seconds of processor time for each decision of those that search, instead of iterations (default 0: none)"
    simulate.add_argument("--seconds", type=parse_seconds, default=0.0, metavar="S", help=about)
    simulate.add_argument("--out", type=Path, metavar="DIR", help="folder for the records: 0001.wt and so on")
    simulate.add_argument("--summary", action="store_true", help="print one line for each kind of player")
    about = "number of parallel processes (default 1); the games are the same"
    simulate.add_argument("--processes", type=parse_count, default=1, metavar="P", help=about)


def _add_learn(tasks: Commands) -> None:
    about = (
        "Play games, learn from their winners how much each feature of a position is worth, and write these weights to "
        "data/players: for one set-up, or for all learned before, of one game or of all games. Needs Dask and numpy."
    )
    learn = tasks.add_parser("learn", help="learn to judge a game from games", description=about)
    learn.set_defaults(handler="app.workshop.learn:learn")
    learn.add_argument("--game", choices=GAMES)
    learn.add_argument("--seats", type=parse_count, metavar="N", help="number of seats")
    learn.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    about = "number of games in each of four rounds (default 1000)"
    learn.add_argument("--games", type=parse_count, default=1000, metavar="G", help=about)
    learn.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same weights (default 0)")
    about = "folder for finished games: an interrupted run continues from there"
    learn.add_argument("--keep", type=Path, metavar="DIR", help=about)
    _add_dask_options(learn)


def _add_study(tasks: Commands) -> None:
    about = (
        "Play many games on Dask, on this machine or others, and estimate what things in them are worth. "
        "`wonders`: how often seats won that had a wonder, a side, a token or the first turn. Needs Dask."
    )
    study = tasks.add_parser("study", help="estimate what things in a game are worth", description=about)
    study.set_defaults(handler="app.workshop.card_worth_statistics:study")
    study.add_argument("what", choices=("wonders",))
    study.add_argument("--game", choices=GAMES, default="architects")
    study.add_argument("--seats", type=parse_count, required=True, metavar="N", help="number of seats")
    study.add_argument("--variant", default="", help="words of the header's variant, separated by spaces")
    study.add_argument(
        "--level", default="normal", metavar="L,…", help="level of all players; or several levels, one after the other"
    )
    study.add_argument(
        "--games", type=parse_count, default=1000, metavar="G", help="number of games of each level (default 1000)"
    )
    study.add_argument("--seed", default="0", metavar="S", help="the same seed gives the same numbers (default 0)")
    about = "folder for the games and the page; an interrupted run continues from there"
    study.add_argument("--out", type=Path, required=True, metavar="DIR", help=about)
    _add_dask_options(study)


def _add_fingerprint(tasks: Commands) -> None:
    about = "Count the lines that can follow a record's last position, by depth."
    fingerprint = tasks.add_parser("fingerprint", help="count possible lines", description=about)
    fingerprint.set_defaults(handler="app.commands.records:fingerprint")
    fingerprint.add_argument("file", metavar="FILE")
    fingerprint.add_argument("--depth", type=parse_count, default=3, metavar="N", help="depth in lines (default 3)")
    fingerprint.add_argument(
        "--seed", default="0", metavar="S", help="seed for deals that cannot be listed (default 0)"
    )
    fingerprint.add_argument("--split", action="store_true", help="print the count below each first line")


TABLE_COMMANDS: Final = {"run": _add_run, "table": _add_table, "screen": _add_screen, "think": _add_think}
OTHER_COMMANDS: Final = (
    _add_code,
    _add_pin,
    _add_club,
    _add_doctor,
    _add_history,
    _add_facts,
    _add_replay,
    _add_internal_upkeep,
    _add_services,
    _add_update,
    _add_rollback,
    _add_copies,
    _add_workshop,
)


# ---- options of several commands


def _add_data_dir(at: argparse.ArgumentParser) -> None:
    at.add_argument("--data-dir", type=Path, metavar="DIR", help="where games are kept (settings: DIR/settings)")


def _add_json(at: argparse.ArgumentParser) -> None:
    at.add_argument("--json", action="store_true", help="print one JSON value")


def _add_table_options(at: argparse.ArgumentParser) -> None:
    _add_data_dir(at)
    about = "port for phones, or 0 for any free one (default 8080); of several ports, the first free one"
    at.add_argument("--port", type=_parse_port, nargs="+", default=[8080], help=about)
    at.add_argument("--lang", choices=list_languages(), help="the table's language")
    at.add_argument("--seed", type=_parse_seed, help="any word or number; the same seed deals the same cards")
    at.add_argument(
        "--panel",
        choices=("pins", "simulated"),
        default="pins",
        help="lights and buttons on pins, or simulated on the screen",
    )
    at.add_argument(
        "--host-address",
        type=_parse_address,
        metavar="ADDRESS",
        help="address in the codes, instead of the detected one: a host or a whole URL",
    )
    about = "https address by which friends far away reach this table through a proxy or tunnel (docs/far.md)"
    at.add_argument("--public-address", metavar="URL", help=about)
    about = "numeric address of that proxy or tunnel, as this table sees it, such as 127.0.0.1"
    at.add_argument("--proxy", action="append", default=[], metavar="ADDRESS", help=about)


def _add_screen_options(at: argparse.ArgumentParser) -> None:
    at.add_argument("--kiosk", action="store_true", help="full screen, without a pointer, never dark during a game")
    at.add_argument("--size", type=_parse_size, metavar="WxH", help="the window's size in pixels, such as 1280x720")


def _add_dask_options(at: argparse.ArgumentParser) -> None:
    """Add the options of the cluster on which many games are played (app/workshop/dask_cluster.py)."""
    about = "number of worker processes here (default: one for each core); the results are the same"
    at.add_argument("--workers", type=parse_count, metavar="P", help=about)
    at.add_argument("--scheduler", metavar="ADDRESS", help="a Dask scheduler whose workers play instead")


# ---- values


def _parse_port(text: str) -> int:
    if text.isascii() and text.isdigit() and int(text) < 65536:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535")


def parse_count(text: str) -> int:
    """Parse an option as a number from 1 up."""
    if text.isascii() and text.isdigit() and int(text) > 0:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 up")


def parse_seconds(text: str) -> float:
    """Parse an option as a number of seconds above 0."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"{text}: seconds above 0 are wanted")
    return seconds


def _parse_seed(text: str) -> str:
    if text.strip():
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is not a seed: any word or number")


def _parse_address(text: str) -> str:
    if is_address(text):
        return text
    raise argparse.ArgumentTypeError(f"{text!r} is not an address")


def _parse_size(text: str) -> tuple[int, int]:
    match text.split("x"):
        case [width, height] if width.isdigit() and height.isdigit() and int(width) >= 320 and int(height) >= 240:
            return int(width), int(height)
    raise argparse.ArgumentTypeError(f"{text!r} is not a size such as 1280x720 (at least 320x240)")
