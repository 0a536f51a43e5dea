"""A survey of random mutants of rooms: what share of them tests and simulated evenings notice.

`.venv/bin/python -m tests.mutation_survey app/storage --tests tests/app/storage --keep FILE` (mutmut makes the mutants,
and `./setup.sh mutants` installs it). A mutant is one changed function in a process of its own. It meets the tests that
execute the changed line, the shortest first, among the files of `--tests`: their share is a lower bound. It also meets
the sample of evenings, those of a club if it is in `app/club`. An evening notices a mutant if a promise breaks, and
shows a change if anybody is sent other bytes, or views, pages and records at its end are others. A change that people
see and the sample misses meets further evenings. FILE keeps the results, and FILE.map who executes what, for each path
until it or the product changes.
"""

import os
import resource
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, product
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any, Final

import msgspec
import pytest

from app.text.argument_parser import Parser
from docs.hints import interval
from docs.kept import append_row, load_rows
from tests.evening.club_story import clubs
from tests.evening.house import games
from tests.evening.run import live
from tests.evening.story import build_story
from tests.mutants import BUILD, ROOT, Mutant, draw_mutants, files, put_in

SAMPLE: Final = 5  # evenings, as many as the suite has of a club
TEST_SECONDS: Final = 60.0  # of tests for one mutant, as its map was drawn
MEMORY: Final = 8 << 30  # bytes that a mutant may take
QUIET_OPTIONS: Final = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist")
EVENINGS: Final[dict[str, Callable[[int], Any]]] = {
    "evening": build_story,
    "club": lambda seed: clubs(seed, tables=2, most=90),
}


class Row(msgspec.Struct, frozen=True):
    """The result for one mutant. None means nobody."""

    room: str
    name: str
    line: str
    was: str
    now: str
    tests: int  # that execute it, as far as the limit allows
    test: str | None
    evenings: int  # of the sample, that execute it
    noticed: str | None
    how: str
    changed: str | None


class Map(msgspec.Struct):
    """Tests of a path, or evenings, without a mutant: which lines they execute, their seconds, what people see."""

    path: str
    version: str  # of the product and of the path
    names: list[str]
    lines: dict[str, dict[int, list[int]]]  # places in `names`
    seconds: dict[str, float]
    digests: dict[str, str]

    def executing(self, mutant: Mutant) -> set[str]:
        """Return what executes the changed line; if nothing does, what executes an earlier line of its statement."""
        lines = self.lines.get(mutant.path, {})
        near = max((line for line in lines if mutant.begins <= line <= mutant.line), default=0)
        return {self.names[at] for at in lines.get(near, ())}


def run_apart(work: Callable[[], Any], seconds: float) -> Any:
    """Return what `work` returns in a forked process, or a string that says which signal ended that process."""
    reads, writes = os.pipe()
    child = os.fork()
    if not child:
        code = 1
        with suppress(Exception):
            os.setpgrp()  # and no session: that would end the low priority of its parent's group
            resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 5))
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            signal.alarm(int(3 * seconds))  # other programs run, too
            null = os.open(os.devnull, os.O_RDWR)
            for stream in (0, 1, 2):
                os.dup2(null, stream)
            os.write(writes, msgspec.json.encode(work()))
            code = 0
        os._exit(code)
    os.close(writes)
    with open(reads, "rb") as pipe:
        said = pipe.read()
    _, status = os.waitpid(child, 0)
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)
    if status >> 8:
        raise RuntimeError("the survey itself failed")
    return msgspec.json.decode(said) if said else f"ended by signal {status}"


class Notes:
    """A plugin of pytest: how long each test took, and which failed. It announces each."""

    def __init__(self, announce: Callable[[str], None] = lambda name: None) -> None:
        self._announce = announce
        self.seconds = Counter[str]()
        self.failed: list[str] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> None:
        self._announce(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.seconds[report.nodeid] += report.duration  # type: ignore[assignment]
        if report.failed:
            self.failed.append(report.nodeid)


def live_through(evening: str) -> tuple[str, str]:
    """Return the digest of an evening and what broke."""
    kind, seed = evening.split()
    world, broken = live(EVENINGS[kind](int(seed)))
    return (world.audit.digest.hexdigest() if world else ""), broken


def draw_map(modules: Sequence[str], path: str, version: str) -> Map:
    """Run a path's tests, or a sample of evenings, once without a mutant, and record which lines each executes."""
    import coverage

    record = coverage.Coverage(data_file=None, config_file=False, include=[str(ROOT / each) for each in modules])
    notes, digests, lines = Notes(record.switch_context), {}, {}
    record.start()
    if path not in EVENINGS:
        pytest.main([*QUIET_OPTIONS, path], plugins=[notes])
    for evening in [f"{path} {seed}" for seed in range(SAMPLE)] if path in EVENINGS else ():
        record.switch_context(evening)
        began = process_time()
        digests[evening], broken = live_through(evening)
        assert not broken, broken
        notes.seconds[evening] = process_time() - began  # type: ignore[assignment]
    record.stop()
    names = sorted(
        each for each in notes.seconds.keys() - notes.failed if "\\" not in each
    )  # pytest finds no such name
    places = {name: at for at, name in enumerate(names)}
    for each in modules:
        found = record.get_data().contexts_by_lineno(str(ROOT / each))
        lines[each] = {
            at: who for at, its in found.items() if (who := [places[context] for context in its if context in places])
        }
    return Map(path, version, names, lines, dict(notes.seconds), digests)


def find_map(place: Path, kept: Sequence[Map], modules: Sequence[str], path: str) -> Map:
    """Find the kept map of a path as it is now, or draw and keep it."""
    words = ["HEAD:app", "HEAD:engine", f"HEAD:{'tests/evening' if path in EVENINGS else path}"]
    version = subprocess.run(["git", "rev-parse", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for each in kept:
        if (each.path, each.version) == (path, version) and each.lines.keys() >= {*modules}:
            return each
    drawn = msgspec.convert(run_apart(lambda: draw_map(modules, path, version), 7200), Map, strict=False)
    append_row(place, drawn)
    return drawn


def ask_tests(mutant: Mutant, tests: Sequence[str]) -> str | None:
    """Return the first test that fails, if any does."""
    put_in(mutant)
    notes, code = Notes(), 1
    with suppress(pytest.PytestWarning):  # an error of a thread, which pytest raises when it ends
        code = pytest.main([*QUIET_OPTIONS, "-x", *tests], plugins=[notes])
    assert code != pytest.ExitCode.USAGE_ERROR, "a test is gone"
    return notes.failed[0] if notes.failed else f"pytest ended with {code}" if code else None


def ask_evenings(mutant: Mutant, sample: Mapping[str, str], more: Sequence[str]) -> tuple[Any, ...]:
    """Return the first evening with a broken promise, what broke, and the first in which people see a change."""
    put_in(mutant)
    changed = None
    for evening in (*sample, *more):
        if changed is None and evening not in sample:
            break  # more evenings are for changes that people see
        digest, broken = live_through(evening)
        changed = evening if changed is None and digest != sample[evening] else changed
        if broken:
            return evening, broken[:300], changed
    return None, "", changed


def choose_tests(tests: Iterable[str], seconds: Mapping[str, float]) -> list[str]:
    """Choose as many as the limit allows, one at least: the shortest first, and each further one of a file later."""
    of_file, late = Counter[str](), dict[str, float]()
    for each in sorted(tests, key=lambda each: (seconds[each], each)):
        of_file[file := each.partition("::")[0]] += 1
        late[each] = seconds[each] * of_file[file]
    chosen = sorted(late, key=late.__getitem__)
    return chosen[: max(1, sum(so_far < TEST_SECONDS for so_far in accumulate(map(seconds.__getitem__, chosen))))]


def ask_all(room: str, mutant: Mutant, known: Sequence[Map], evenings: int) -> Row:
    """Return who notices a mutant."""
    who = {each for part in known for each in part.executing(mutant)}
    seconds = {each: part.seconds[each] for part in known for each in part.names}
    digests = {each: digest for part in known for each, digest in part.digests.items()}
    kind = kind_of_evenings(room)
    tests = choose_tests((each for each in who if "::" in each), seconds)
    sample = {each: digest for each, digest in digests.items() if each in who and each.startswith(kind)}
    test, (noticed, how, changed) = None, (None, "", None)
    if tests:
        test = run_apart(lambda: ask_tests(mutant, tests), 20 + 4 * sum(map(seconds.__getitem__, tests)))
    if sample:
        more = [f"{kind} {seed}" for seed in range(SAMPLE, evenings)]
        limit = 20 + 4 * fmean(seconds[each] for each in sample) * len([*sample, *more])
        found = run_apart(lambda: ask_evenings(mutant, sample, more), limit)
        first = next(iter(sample))
        noticed, how, changed = (first, found, first) if isinstance(found, str) else found
    line = f"{mutant.path}:{mutant.line}"
    return Row(room, mutant.name, line, mutant.was, mutant.now, len(tests), test, len(sample), noticed, how, changed)


def kind_of_evenings(room: str) -> str:
    """Return the kind of evenings that a room's mutants meet."""
    return "club" if room.startswith("app/club") else "evening"


def figures(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the shares of each room, with their 95 % intervals."""
    for room in sorted({row.room for row in rows}):
        mine = [row for row in rows if row.room == room]
        seen = [row for row in mine if row.changed is not None]
        tests = sum(row.test is not None for row in mine)
        few = sum(row.noticed is not None and int(row.noticed.split()[1]) < SAMPLE for row in seen)
        every = sum(row.noticed is not None for row in seen)
        either = sum(row.test is not None or row.noticed is not None for row in mine)
        yield f"{room}: {len(mine)} mutants, tests notice {tests} {interval(tests, len(mine))}"
        yield (
            f"  {SAMPLE} evenings notice {few} of {len(seen)} that change what people see, all of them {every}"
            + (f" {interval(every, len(seen))}; " if seen else "; ")
            + f"tests or evenings {either} {interval(either, len(mine))}"
        )


def main() -> int:
    parser = Parser("python -m tests.mutation_survey", description=__doc__)
    parser.add_argument("rooms", nargs="+", metavar="ROOM")
    parser.add_argument("--mutants", type=int, default=40, help="of each room")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--evenings", type=int, default=SAMPLE, help="for a change that people see")
    parser.add_argument("--tests", nargs="+", metavar="PATH", required=True)
    parser.add_argument("--keep", type=Path, required=True)
    given: Any = parser.parse_args()
    sys.path.append(str(BUILD / "packages"))
    games()  # read once, and not in each process
    pytest.main([*QUIET_OPTIONS, "--collect-only", "-qq", *given.tests])  # the same for tests
    place, modules = given.keep.with_name(f"{given.keep.name}.map"), files(given.rooms)
    paths = (*given.tests, *sorted({*map(kind_of_evenings, given.rooms)}))
    kept = load_rows(place, Map)
    known = [find_map(place, kept, modules, path) for path in paths]
    draws = {room: draw_mutants(files([room]), given.mutants, given.seed) for room in given.rooms}
    rows = load_rows(given.keep, Row)
    for at, room in product(range(given.mutants), given.rooms):
        mutant = draws[room][1][at]
        if mutant.name not in {row.name for row in rows}:
            rows.append(ask_all(room, mutant, known, given.evenings))
            append_row(given.keep, rows[-1])
    print(*(f"{count} mutants of {room}" for room, (count, _) in draws.items()), *figures(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
