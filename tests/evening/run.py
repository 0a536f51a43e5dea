"""Evenings from seeds: `.venv/bin/python -m tests.evening.run`; by night `./setup.sh night evenings`.

SEED [LAST]      run one evening, or several
--story FILE     run a stored story
--night [COUNT]  run COUNT evenings of this commit; continue where it was stopped, and print the figure
--faults [NAME]  print a table: after how many evenings each fault put in by hand is noticed
--club           evenings of a club with five tables, where a seed, --night or --faults is given
--postgresql     the same with the club's database in PostgreSQL
--coinciding     with faults that happen in the same moment, where a seed or --night is given
--overlapping    with people who act in the same moments, where a seed or --night is given
--shrink         of a failure, look for the shortest story that still fails
"""

import atexit
import gc
import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import ExitStack
from functools import cache
from pathlib import Path
from typing import Any, Final

for _name, _value in {
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KCFG_KIVY_KIVY_CLOCK": "free_all",
    "LC_ALL": "C.UTF-8",
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
}.items():
    os.environ.setdefault(_name, _value)
sys.dont_write_bytecode = False  # templates are compiled once, and not at each of a thousand starts

import msgspec  # noqa: E402

from app.text.argument_parser import Parser  # noqa: E402
from tests.app.club.clubs import postgresql  # noqa: E402
from tests.evening import faults  # noqa: E402
from tests.evening.audit import Broken  # noqa: E402
from tests.evening.club_faults import CLUB_FAULTS, put_in_club  # noqa: E402
from tests.evening.club_house import club_evening  # noqa: E402
from tests.evening.club_story import ClubStory, clubs, postgresql_clubs, read_club  # noqa: E402
from tests.evening.house import evening  # noqa: E402
from tests.evening.story import GAMES, MODES, build_story, coinciding, overlapping, read, shrunk  # noqa: E402

ROOT: Final = Path(__file__).resolve().parents[2]
NIGHTS: Final = ROOT / "build" / "night"
COUNT: Final = 2000
SEES: Final = 50  # evenings in which a fault has to be seen
PATIENCE: Final = 600  # seconds of looking for a shorter story


class Lived(msgspec.Struct, frozen=True):
    """The result of one evening."""

    seed: int
    game: str
    mode: str
    seconds: float  # of the processor
    lives: int = 1
    over: int = 0  # games that were played to their end
    heard: int = 0
    checks: dict[str, int] = {}
    broken: str = ""


def live(story: Any) -> tuple[Any, str]:
    """Run one evening. Return its world and the failure, "" if there is none."""
    base = "/dev/shm" if os.path.isdir("/dev/shm") else None
    with tempfile.TemporaryDirectory(prefix="wondertable-evening-", dir=base) as folder:
        try:
            if isinstance(story, ClubStory):
                where = _empty_postgresql() if story.database == "PostgreSQL" else ""
                return club_evening(story, Path(folder) / "club", where), ""
            return evening(story, Path(folder) / "table"), ""
        except Broken as broken:
            return None, str(broken)
        except Exception as error:  # a fault of the evening's own, or one that nobody looks for
            trace = error.__traceback__
            while trace is not None and trace.tb_next is not None:
                trace = trace.tb_next
            where = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
            return None, f"Error: {error!r} at {where}"


@cache
def _postgresql() -> str:
    """Start a server of PostgreSQL that ends with this process; its address."""
    stack = ExitStack()
    atexit.register(stack.close)
    return stack.enter_context(postgresql())


def _empty_postgresql() -> str:
    """Return the address of a database with nothing in it."""
    import psycopg

    with psycopg.connect(_postgresql(), autocommit=True) as db:
        db.execute("DROP SCHEMA public CASCADE")
        db.execute("CREATE SCHEMA public")
    return _postgresql()


def digest(seed: int, tell: Callable[[int], Any] = build_story) -> str:
    """Return the digest of all messages of an evening."""
    world, broken = live(tell(seed))
    return world.audit.digest.hexdigest() if world else broken


def run_seed(seed: int, tell: Callable[[int], Any] = build_story) -> Lived:
    story, began = tell(seed), time.process_time()
    world, broken = live(story)
    seconds = round(time.process_time() - began, 2)
    if world is None:
        return Lived(seed, story.game, story.mode, seconds, broken=broken)
    counts, audit = world.audit.counts(), world.audit
    return Lived(seed, story.game, story.mode, seconds, world.lives, len(audit.games_over), audit.heard, counts)


def shortest(story: Any, broken: str) -> Any:
    """Search for the shortest story that breaks the same promise, for at most `PATIENCE` seconds."""
    promise, until = broken.partition(":")[0], time.process_time() + PATIENCE

    def fails(other: Any) -> bool:
        return time.process_time() < until and live(other)[1].partition(":")[0] == promise

    return shrunk(story, fails)


def report(one: Lived, shrink: bool, tell: Callable[[int], Any] = build_story) -> None:
    """Print a failure and, if wanted, store its shortest story."""
    print(f"seed {one.seed} commit {commit()} {one.game} {one.mode}: {one.broken}", flush=True)
    if shrink:
        story = shortest(tell(one.seed), one.broken)
        NIGHTS.mkdir(parents=True, exist_ok=True)
        path = NIGHTS / f"{tell.__name__}-{one.seed}.json"
        path.write_bytes(story.json())
        print(f"the shortest story has {len(story.steps)} steps: {path}", flush=True)


def commit() -> str:
    said = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=ROOT, capture_output=True, text=True)
    return said.stdout.strip() or "unknown"


def night(count: int, shrink: bool, tell: Callable[[int], Any] = build_story) -> int:
    """Run evenings of this commit until `count` of them are stored."""
    NIGHTS.mkdir(parents=True, exist_ok=True)
    path = NIGHTS / f"{'evenings' if tell is build_story else tell.__name__}-{commit()}.jsonl"
    known = [msgspec.json.decode(line, type=Lived) for line in path.read_bytes().splitlines()] if path.exists() else []
    first = int(commit()[:6], 16) * 9 if commit() != "unknown" else 0
    try:
        with path.open("ab") as file:
            while len(known) < count:
                one = run_seed(first + len(known), tell)
                known.append(one)
                file.write(msgspec.json.encode(one) + b"\n")
                file.flush()
                if one.broken:
                    report(one, shrink, tell)
    except KeyboardInterrupt:
        pass
    print(summarize(known))
    return 1 if any(one.broken for one in known) else 0


def summarize(known: list[Lived]) -> str:
    """Format the summary of a night."""
    by = Counter((one.game, one.mode) for one in known)
    seconds = sum(one.seconds for one in known) or 1.0
    checks: Counter[str] = Counter()
    for one in known:
        checks.update(one.checks)
    lines = [f"{len(known)} evenings of {commit()}, {len(known) / seconds * 3600:.0f} in an hour of one processor"]
    lines += [f"  {game:14} " + "  ".join(f"{mode} {by[game, mode]}" for mode in MODES) for game in GAMES]
    lines.append(
        f"  {sum(one.lives - 1 for one in known)} ends of the program, {sum(one.over for one in known)} games to"
    )
    lines[-1] += f" their end, {sum(one.heard for one in known)} messages; looked at: {dict(checks)}"
    broken = [one for one in known if one.broken]
    lines.append(f"  failures: {len(broken)}" + "".join(f"\n    seed {one.seed}: {one.broken[:200]}" for one in broken))
    return "\n".join(lines)


def find_fault(name: str, most: int = SEES, first: int = 0) -> tuple[int, str]:
    """Count the evenings of suitable games until a fault is noticed, and return the failure; 0 if it never is."""
    games, tried = faults.GAMES.get(name, GAMES), 0
    if name in CLUB_FAULTS:
        with put_in_club(name):
            for tried in range(1, most + 1):
                _, broken = live(clubs(first + tried - 1))
                if broken:
                    return tried, broken
        return 0, ""
    with faults.put_in(name):
        for seed in range(first, first + 10 * most):
            story = build_story(seed)
            if story.game not in games or (story.mode == "tally" and name not in faults.SHEETS):
                continue
            tried += 1
            _, broken = live(story)
            if broken:
                return tried, broken
            if tried >= most:
                break
    return 0, ""


def main() -> int:
    parser = Parser(prog="python -m tests.evening.run", description=__doc__)
    parser.add_argument("seed", nargs="*", type=int)
    parser.add_argument("--story", type=Path)
    parser.add_argument("--night", nargs="?", type=int, const=COUNT)
    parser.add_argument("--faults", nargs="*", metavar="NAME")
    parser.add_argument("--club", action="store_true")
    parser.add_argument("--postgresql", action="store_true")
    parser.add_argument("--coinciding", action="store_true")
    parser.add_argument("--overlapping", action="store_true")
    parser.add_argument("--shrink", action="store_true")
    said: Any = parser.parse_args()
    gc.freeze()  # what is here stays
    one_table = coinciding if said.coinciding else overlapping if said.overlapping else build_story
    tell: Any = postgresql_clubs if said.postgresql else clubs if said.club else one_table
    if said.night is not None:
        return night(said.night, shrink=True, tell=tell)
    if said.faults is not None:
        return _print_fault_table(said.faults or [*(CLUB_FAULTS if said.club else faults.FAULTS)])
    if said.story is not None:
        _, broken = live(read_club(said.story) if b'"tables"' in said.story.read_bytes() else read(said.story))
        print(broken or "fine")
        return 1 if broken else 0
    if not said.seed:
        parser.error("a seed, --story, --night or --faults")
    failed = 0
    for seed in range(said.seed[0], said.seed[-1] + 1):
        one = run_seed(seed, tell)
        if one.broken:
            failed = 1
            report(one, said.shrink, tell)
        else:
            what = f"{one.lives} lives, {one.over} games over, {one.heard} messages in {one.seconds} s: {one.checks}"
            print(f"{seed} {one.game} {one.mode}: {what}", flush=True)
    return failed


def _print_fault_table(names: list[str]) -> int:
    """Print the table of docs/reliability.md."""
    missed = 0
    print(f"faults of {commit()}\n\n| fault | evening | seen by |\n|---|---:|---|", flush=True)
    for name in names:
        tried, broken = find_fault(name)
        missed += not tried
        games = f" ({', '.join(faults.GAMES[name])})" if name in faults.GAMES else ""
        by = broken.partition(":")[0] if tried else f"nobody, in {SEES}"
        print(f"| {name}{games} | {tried or ''} | {by} |", flush=True)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
