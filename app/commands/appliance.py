"""What is said to an installed table: `wondertable status`, `start`, `stop`, `poweroff`, `update` and so on."""

import argparse
import subprocess
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from app.appliance import backup, change, report, update
from app.appliance.place import Place
from app.appliance.services import SCREEN, TABLE
from app.text.terminal import CannotStart, complain

MAIN = Path(__file__).parents[2] / "main.py"


def carry_out(args: argparse.Namespace, at: Place | None = None) -> int:
    """Do what was asked for, of the table of this machine or (in a test) another; the exit code."""
    try:
        for line in _said(args, at or Place()):
            print(line, flush=True)
    except CannotStart as problem:
        complain(problem)
        return 2
    return 0


def _said(args: argparse.Namespace, at: Place) -> Iterator[str]:
    """Do it, and say how it went; CannotStart if it cannot be done."""
    today = date.today().isoformat()
    match args.command:
        case "status":
            yield from _status(at)
        case "start":
            with at.alone():
                change.settle(at)
                at.services.start()
                if why := change.trouble(at, screen=False):
                    raise CannotStart(f"the table {why}; `wondertable doctor` and `wondertable report` say more.")
            yield "the table runs."
        case "stop":
            with at.alone():
                at.services.stop()
            yield "the table and its screen have stopped; no game is lost."
        case "poweroff":
            with at.alone():
                at.services.power_off()
            yield "the machine is switching itself off; no game is lost. Once its green light is out, unplug it."
        case "update":
            yield update.update(at, args.source, older=args.older)
        case "adopt":
            yield update.adopt(at, args.version, game=args.game)
        case "rollback":
            yield update.rollback(at, args.version, data=args.data)
        case "settle":
            with at.alone(waits=True):
                try:
                    change.settle(at)
                except CannotStart as undone:
                    if change.stage(at):
                        raise
                    yield str(undone)
        case "report":
            yield report.report(at, args.file or Path(f"wondertable-report-{today}.tar.gz"), _doctor(at))
        case "backup":
            yield backup.backup(at, args.file or Path(f"wondertable-backup-{today}.tar.gz"))
        case "restore":
            yield backup.restore(at, args.file)


def _status(at: Place) -> Iterator[str]:
    words = {None: "stopped", "lobby": "no game", "game": "a game is being played", "over": "a game has ended"}
    version = at.installed()
    try:
        going_on = words[at.phase(at.data)]
    except PermissionError:
        going_on = "only the owner of this machine may ask it; please begin with sudo"
    except (OSError, ValueError, KeyError):
        going_on = "it does not answer"
    others = [other for other in at.versions if other != version]
    yield f"version   {version}{' (being changed)' if change.stage(at) else ''}"
    yield f"also here {', '.join(others) or 'none'}"
    yield f"table     {at.services.state(TABLE)}, {going_on}"
    yield f"screen    {at.services.state(SCREEN)}"
    yield f"games     {at.data}, {at.free(at.data) // 1_000_000} MB free"


def _doctor(at: Place) -> str:
    """What `doctor` says."""
    command: list[str | Path] = [sys.executable, "-s", MAIN, "doctor", "--data-dir", at.data]
    said = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return said.stdout.decode(errors="replace")
