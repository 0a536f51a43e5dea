"""The commands of an installed table: `wondertable status`, `start`, `stop`, `poweroff`, `update` and so on."""

import argparse
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from app.appliance import backup, fault_report, guarded_change, update, update_watchdog, upkeep
from app.appliance.install_paths import Place
from app.appliance.progress import ProgressEstimator, Terminal
from app.appliance.services import SCREEN, TABLE
from app.host.data_folder import find_data_folder, find_settings_folder
from app.text.terminal_output import CannotStart, complain
from app.text.time_zone import local, use_zone

MAIN = Path(__file__).parents[2] / "main.py"
PHASE_WORDS: Final = {  # by the phase of the table
    None: "stopped",
    "lobby": "no game",
    "game": "a game is being played",
    "over": "a game has ended",
    "denied": "only the owner of this machine can see that; use sudo",
    "silent": "it does not answer",
}


def run_command(args: argparse.Namespace, at: Place | None = None, now: datetime | None = None) -> int:
    """Run a command for the table of this machine, or another in a test. Return the exit code."""
    terminal = Terminal()
    at = at or Place(report=ProgressEstimator(terminal, time.monotonic))
    use_zone(_read_zone(at.data))
    try:
        for line in _execute(args, at, now or local(time.time())):
            terminal.end()
            print(line, flush=True)
    finally:
        terminal.end()
        for copy in at.removed:
            complain(
                f"{copy} was removed to make room: games and settings from before a change. Older and newer ones stay."
            )
    return 0


def _read_zone(data: Path) -> str:
    """Return the time zone of an installed table's settings, read without packages that may be broken."""
    try:
        return str(json.loads((data / "settings/settings.json").read_bytes())["zone"])
    except (OSError, ValueError, KeyError, TypeError):
        return ""


def _execute(args: argparse.Namespace, at: Place, now: datetime) -> Iterator[str]:
    """Run a command. Yields the sentences to print; CannotStart if it fails."""
    today = now.date().isoformat()
    match args.command:
        case "status":
            status = _read_status(at, now)
            yield json.dumps(status) if args.json else _format_status(status, now)
        case "start":
            with at.lock():
                guarded_change.settle(at)
                at.services.start()
                if why := guarded_change.find_trouble(at, screen=False):
                    raise CannotStart(f"the table {why}; see `wondertable doctor` and `wondertable report`.")
            yield "the table is running."
        case "stop":
            with at.lock():
                at.services.stop()
            yield "the table and its screen are stopped; no game is lost."
        case "poweroff":
            with at.lock():
                at.services.power_off()
            yield "the machine is switching off; no game is lost. Unplug it once its green light is out."
        case "update" if args.check:
            version, found = at.require_current(), update.check(at, args.source)
            comes = found and found.version
            if args.json:
                yield json.dumps({"runs": version, "comes": comes})
            else:
                yield (
                    f"{comes} would be installed; {version} is running."
                    if comes
                    else f"there is no newer version than {version}."
                )
        case "update":
            if args.json:
                raise CannotStart("--json is for --check.")
            yield update.update(at, args.source, older=args.older, game=args.game)
        case "unpack":
            yield update.unpack(at, args.file, (MAIN.parent / "data/keys").glob("*.pem"), unsigned=args.unsigned)
        case "adopt":
            yield update.adopt(at, args.version, game=args.game)
        case "rollback":
            yield update.rollback(at, args.version, data=args.data)
        case "settle":
            with at.lock(waits=True, first=True):
                try:
                    guarded_change.settle(at)
                except CannotStart as undone:
                    if guarded_change.read_stage(at):
                        raise
                    yield str(undone)
        case "watch":
            yield from update_watchdog.watch(at)
        case "upkeep":
            yield upkeep.run_work(at, args.work, partial(_run_doctor, at))
        case "report":
            yield fault_report.report(at, args.file or Path(f"wondertable-report-{today}.tar.gz"), _run_doctor(at))
        case "backup":
            file = args.file or Path(f"wondertable-backup-{today}.tar.gz")
            if at.current and not args.data_dir:
                yield backup.backup(at, file)
            else:
                folder = (args.data_dir or find_data_folder()).absolute()
                yield backup.backup_folder(folder, find_settings_folder(args.data_dir), file)
        case "restore":
            yield backup.restore(at, args.file)
        case "reset":
            yield backup.reset(at)


def _read_status(at: Place, now: datetime) -> dict[str, Any]:  # Any: what JSON holds
    """Return the status (docs/command.md)."""
    version = at.require_current()
    try:
        phase = at.phase(at.data)
    except PermissionError:
        phase = "denied"
    except (OSError, ValueError, KeyError):
        phase = "silent"
    return {
        "version": version,
        "changing": guarded_change.read_stage(at) is not None,
        "watched": _describe_watch(at, now),
        "others": [other for other in at.versions if other != version],
        "table": at.services.read_state(TABLE),
        "phase": phase if phase in PHASE_WORDS else "silent",
        "screen": at.services.read_state(SCREEN),
        "data": str(at.data),
        "free": at.free(at.data),
    }


def _describe_watch(at: Place, now: datetime) -> dict[str, str] | None:
    """Return since and until when the new version is watched, and which version would replace it; None if none is."""
    if (found := update_watchdog.read_watched(at)) is None:
        return None
    came = datetime.fromtimestamp((at.home / "current").lstat().st_mtime, now.tzinfo)
    left = update_watchdog.REQUIRED_CHECKS - found.looks
    end = now + timedelta(seconds=update_watchdog.MINUTE * left)  # if every check succeeds
    until = {name: when.isoformat(timespec="minutes") for name, when in (("since", min(came, now)), ("until", end))}
    return {**until, "back": found.back}


def _format_status(status: Mapping[str, Any], now: datetime) -> str:  # Any: as above
    version, watched = status["version"], status["watched"]
    lines = [f"version   {version}{' (being changed)' if status['changing'] else ''}"]
    if watched:
        since, until = (_format_time(datetime.fromisoformat(watched[name]), now) for name in ("since", "until"))
        lines.append(
            f"watched   since {since}, until about {until}; then {version} stays. "
            f"If it fails before, {watched['back']} comes back by itself"
        )
    lines += [
        f"also here {', '.join(status['others']) or 'none'}",
        f"table     {status['table']}, {PHASE_WORDS[status['phase']]}",
        f"screen    {status['screen']}",
        f"games     {status['data']}, {status['free'] // 1_000_000} MB free",
    ]
    return "\n".join(lines)


def _format_time(then: datetime, now: datetime) -> str:
    return f"{then:%H:%M}" if then.date() == now.date() else f"{then:%Y-%m-%d %H:%M}"


def _run_doctor(at: Place) -> str:
    command: list[str | Path] = [sys.executable, "-s", MAIN, "doctor", "--data-dir", at.data]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.decode(errors="replace")
