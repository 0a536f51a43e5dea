"""A survey of random mutants of rooms: what share of them tests and simulated evenings notice.

`.venv/bin/python -m tests.mutation_survey app/storage --tests tests/app/storage --keep FILE` (mutmut makes the mutants,
and `./setup.sh mutants` installs it). A mutant is one changed function in a process of its own. It meets the tests that
execute the changed line, the shortest first, among the files of `--tests`: their share is a lower bound. An evening
notices a mutant if a promise breaks. It shows a change if anybody is sent other bytes, or views, pages and records at
its end are others. FILE keeps the results, and FILE.map who executes what; neither is measured again.
"""

import os
import resource
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from itertools import accumulate, product
from pathlib import Path
from time import process_time
from typing import Any, Final

import msgspec
import pytest

from app.text.argument_parser import Parser
from docs.hints import interval
from docs.kept import append_row, load_rows
from tests.evening.club_story import clubs
from tests.evening.house import games
from tests.evening.run import commit, live
from tests.evening.story import told
from tests.mutants import BUILD, ROOT, Mutant, draw_mutants, files, put_in

SAMPLE: Final = 5  # evenings, as many as the suite has of a club
TEST_SECONDS: Final = 10.0  # of tests for one mutant
MEMORY: Final = 8 << 30  # bytes that a mutant may take
QUIET: Final = ("-q", "--no-header", "-p", "no:cacheprovider", "-p", "no:xdist")


class Row(msgspec.Struct, frozen=True):
    """The result for one mutant. An evening is its seed, and None means nobody."""

    room: str
    name: str
    line: str
    was: str
    now: str
    tests: int  # that execute it, as far as the limit allows
    test: str | None
    evenings: int  # that execute it
    noticed: int | None
    how: str
    changed: int | None


class Map(msgspec.Struct):
    """Tests and evenings without a mutant: which lines of which file they execute, their seconds, what people see."""

    commit: str
    names: list[str]
    lines: dict[str, dict[int, list[int]]]  # places in `names`
    seconds: dict[str, float]
    digests: list[str]

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
            signal.alarm(int(10 * seconds))  # other programs run, too
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


def live_through(seed: int, club: bool) -> tuple[str, str]:
    """Return the digest of an evening and what broke."""
    world, broken = live(clubs(seed, tables=2, most=90) if club else told(seed))
    return (world.audit.digest.hexdigest() if world else ""), broken


def draw_map(paths: Sequence[str], tests: Sequence[str], evenings: int, club: bool) -> Map:
    """Run all tests and evenings once without a mutant, and record which lines each executes."""
    import coverage

    record = coverage.Coverage(data_file=None, config_file=False, include=[str(ROOT / path) for path in paths])
    notes, digests, lines = Notes(record.switch_context), [], {}
    record.start()
    pytest.main([*QUIET, *tests], plugins=[notes])
    for seed in range(evenings):
        record.switch_context(f"evening {seed}")
        began = process_time()
        digest, broken = live_through(seed, club)
        assert not broken, broken
        digests.append(digest)
        notes.seconds[f"evening {seed}"] = process_time() - began  # type: ignore[assignment]
    record.stop()
    names = sorted(
        each for each in notes.seconds.keys() - notes.failed if "\\" not in each
    )  # pytest finds no such name
    places = {name: at for at, name in enumerate(names)}
    for path in paths:
        found = record.get_data().contexts_by_lineno(str(ROOT / path))
        lines[path] = {at: who for at, each in found.items() if (who := [places[it] for it in each if it in places])}
    return Map(commit(), names, lines, dict(notes.seconds), digests)


def ask_tests(mutant: Mutant, tests: Sequence[str]) -> str | None:
    """Return the first test that fails, if any does."""
    put_in(mutant)
    notes = Notes()
    code = pytest.main([*QUIET, "-x", *tests], plugins=[notes])
    assert code != pytest.ExitCode.USAGE_ERROR, "a test is gone"
    return notes.failed[0] if notes.failed else f"pytest ended with {code}" if code else None


def ask_evenings(mutant: Mutant, seeds: Sequence[int], digests: Sequence[str], club: bool) -> tuple[Any, ...]:
    """Return the first evening with a broken promise, what broke, and the first in which people see a change."""
    put_in(mutant)
    changed = None
    for seed in seeds:
        digest, broken = live_through(seed, club)
        changed = seed if changed is None and digest != digests[seed] else changed
        if broken:
            return seed, broken[:300], changed
        if changed is None and seed + 1 >= SAMPLE:
            break  # the others are for changes that people see
    return None, "", changed


def ask_all(room: str, mutant: Mutant, known: Map, club: bool) -> Row:
    """Return who notices a mutant."""
    seconds, who = known.seconds, known.executing(mutant)
    tests = sorted((each for each in who if "::" in each), key=lambda each: (seconds[each], each))
    tests = tests[: max(1, sum(so_far < TEST_SECONDS for so_far in accumulate(map(seconds.__getitem__, tests))))]
    seeds = [seed for seed, _ in enumerate(known.digests) if f"evening {seed}" in who]
    test, (noticed, how, changed) = None, (None, "", None)
    if tests:
        test = run_apart(lambda: ask_tests(mutant, tests), 20 + 4 * TEST_SECONDS)
    if seeds:
        limit = 20 + 4 * sum(seconds[f"evening {seed}"] for seed in seeds)
        found = run_apart(lambda: ask_evenings(mutant, seeds, known.digests, club), limit)
        noticed, how, changed = (seeds[0], found, seeds[0]) if isinstance(found, str) else found
    line = f"{mutant.path}:{mutant.line}"
    return Row(room, mutant.name, line, mutant.was, mutant.now, len(tests), test, len(seeds), noticed, how, changed)


def figures(rows: Sequence[Row]) -> Iterator[str]:
    """Yield the shares of each room, with their 95 % intervals."""
    for room in sorted({row.room for row in rows}):
        mine = [row for row in rows if row.room == room]
        seen = [row for row in mine if row.changed is not None]
        tests = sum(row.test is not None for row in mine)
        few = sum(row.noticed is not None and row.noticed < SAMPLE for row in seen)
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
    parser.add_argument("--evenings", type=int, default=8)
    parser.add_argument("--club", action="store_true", help="evenings of a club, as the suite has them")
    parser.add_argument("--tests", nargs="+", metavar="PATH", required=True)
    parser.add_argument("--keep", type=Path, required=True)
    given: Any = parser.parse_args()
    sys.path.append(str(BUILD / "packages"))
    place = given.keep.with_name(f"{given.keep.name}.map")
    games()  # read once, and not in each process
    if not place.exists():
        made = run_apart(lambda: draw_map(files(given.rooms), given.tests, given.evenings, given.club), 7200)
        place.write_bytes(msgspec.json.encode(made))
    known = msgspec.json.decode(place.read_bytes(), type=Map, strict=False)
    if known.commit != commit():
        parser.error(f"{place} is of {known.commit}: check it out, or keep another FILE")
    pytest.main([*QUIET, "--collect-only", "-qq", *given.tests])  # imports them
    draws = {room: draw_mutants(files([room]), given.mutants, given.seed) for room in given.rooms}
    rows = load_rows(given.keep, Row)
    for at, room in product(range(given.mutants), given.rooms):
        mutant = draws[room][1][at]
        if mutant.name not in {row.name for row in rows}:
            rows.append(ask_all(room, mutant, known, given.club))
            append_row(given.keep, rows[-1])
    print(*(f"{count} mutants of {room}" for room, (count, _) in draws.items()), *figures(rows), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
