"""Recovery of a table from hundreds of damaged files: everything lost is reported, and the rest is there.

`python -m tests.nights.damage` continues where it was stopped, and prints its figure; a case is repeated by its name
(`python -m tests.nights.damage "bit 17"`). tests/app/storage/test_damage.py has a sample of the same.
"""

import json
import random
import shutil
import sys
import tempfile
from collections import Counter
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from app.protocol.client_rights import SCREEN
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby, Start, Suspend
from app.protocol.play_messages import Look, SkipOpening
from app.protocol.results import Archived
from app.storage.database import Store
from app.storage.schema import PAGE
from engine.architects.game_facade import Architects
from tests.app import histories
from tests.app.tables import Evening

ROOT: Final = Path(__file__).resolve().parents[2]
RESULTS_PATH: Final = ROOT / "build" / "nights" / "damage.jsonl"
CASES: Final = {"bit": 2000, "page": 500, "file": 200}
WAYS: Final = ("torn", "missing", "empty", "older", "other")  # of what happens to whole files
DAY: Final = 86_400.0
GAME: Final = Architects((ROOT / "data" / "architects.toml").read_bytes())


class Case(NamedTuple):
    """One fault: its kind, and its number, which is all the chance there is in it."""

    kind: str
    number: int

    def __str__(self) -> str:
        return f"{self.kind} {self.number}"


class Table(Evening):
    """A table of Architects that can be reopened in its folder."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, shelf={"architects": GAME})

    def acts(self, rng: random.Random, times: int) -> None:
        """Play random legal actions, at most `times`."""
        for _ in range(times):
            asked = self.snapshot().questions
            if not asked or self.at_table().phase != "game":
                return
            legal = asked[0].legal or self.table.handle(SCREEN, Look("look", asked[0].seat)).legal
            self.say(asked[0].seat, rng.choice(legal))


class TableContent(NamedTuple):
    """A snapshot of everything that people see at a table."""

    history: dict[str, Archived]
    aside: tuple[int, ...]
    game: tuple[object, ...]  # what is played
    seats: tuple[object, ...]


class PromiseBroken(Exception):
    """A promise that was broken."""


def collect_content(table: Table) -> TableContent:
    """Collect everything that must not change silently."""
    view = table.at_table()
    shown = table.snapshot()
    seats = tuple((seat.by, seat.name) for seat in view.seats)
    return TableContent(
        {game.id: game for game in table.table.finished.archived()},
        tuple(sorted(game.game for game in view.laid_aside)),
        (view.phase, view.game_id, None if shown.game is None else bytes(shown.game)),
        (table.table.id, *seats),
    )


# ---- tables to be damaged


def prepare_folders(at: Path) -> Path:
    """Prepare copies of a table: after an orderly end, a kill, and the evening before; and another table."""
    if (at / "made").exists():
        return at
    shutil.rmtree(at, ignore_errors=True)
    at.mkdir(parents=True)
    rng = random.Random("evenings")
    for name in ("here", "other"):
        (at / name).mkdir()
        store = Store(at / name / "table.db")
        histories.fill(store, GAME, seed=len(name))
        store.close()
        table = Table(at / name)
        table.start("phone Ada", "phone Ben", "touch")
        table.acts(rng, 20)
        table.send(Suspend)
        table.send(Start)
        table.send(SkipOpening)
        table.acts(rng, 10)
        table.close()
        table.open()
        assert table.store.verify()  # the copy of the evening before
        table.close()
        shutil.copytree(at / name, at / f"{name} before")
        table.date = DAY
        table.open()
        table.acts(rng, 1000)
        assert table.at_table().phase == "over"
        table.send(Rematch)
        table.acts(rng, 12)
        shutil.copytree(at / name, at / f"{name} killed")
        table.close()
    (at / "made").touch()
    return at


def damage_table(case: Case, made: Path, to: Path) -> str:
    """Put the damaged table into a folder. Return a description of the damage."""
    rng = random.Random(str(case))
    killed = rng.random() < 0.5
    shutil.copytree(made / ("here killed" if killed else "here"), to)
    state = "killed" if killed else "ended"
    if case.kind == "file":
        files = sorted(
            path.name for path in to.iterdir() if path.name.startswith("table.") and path.suffix != ".db-shm"
        )
        name, way = rng.choice([name for name in files if name != "table.db-shm"]), rng.choice(WAYS)
        return f"{state}: {_damage_file(rng, made, to, name, way)}"
    at = [to / "table.db"]
    if killed and case.kind == "bit":
        at.append(to / "table.db-wal")
    sizes = [path.stat().st_size for path in at]
    [path] = rng.choices(at, sizes)
    data = bytearray(path.read_bytes())
    if case.kind == "bit":
        bit = rng.randrange(len(data) * 8)
        data[bit // 8] ^= 1 << bit % 8
        said = f"bit {bit % 8} of byte {bit // 8} of {path.name}"
    else:
        page = rng.randrange(len(data) // PAGE)
        data[page * PAGE : (page + 1) * PAGE] = rng.randbytes(PAGE)
        said = f"page {page} of {path.name}"
    path.write_bytes(data)
    return f"{state}: {said}"


def _damage_file(rng: random.Random, made: Path, to: Path, name: str, way: str) -> str:
    path = to / name
    match way:
        case "torn":
            data = path.read_bytes()
            size = rng.randrange(len(data)) if data else 0
            path.write_bytes(data[:size])
            return f"{name} torn at {size}"
        case "missing":
            path.unlink()
        case "empty":
            path.write_bytes(b"")
        case _:
            former = made / ("here before" if way == "older" else "other killed") / name
            if not former.exists():
                former = made / "other killed" / name
            shutil.copyfile(former, path)
    return f"{name} {way}"


# ---- what people find


def tried(case: Case, made: Path) -> tuple[str, tuple[str, ...]]:
    """Try one case. Return the damage and the notices shown. Raise if a promise was broken."""
    with tempfile.TemporaryDirectory() as folder:
        at = Path(folder, "table")
        said = damage_table(case, made, at)
        try:
            return said, _check_promises(case, made, at)
        except Exception as problem:
            raise PromiseBroken(f"{case}: {said}: {type(problem).__name__}: {problem}") from problem


def _check_promises(case: Case, made: Path, at: Path) -> tuple[str, ...]:
    damaged = {path.name: path.read_bytes() for path in at.glob("table.db*") if path.suffix != ".db-shm"}
    right = truth(made)
    table = Table(at)
    if not table.store.verify():
        table.table.repair()
    rules = [line["rule"] for line in table.log() if line["type"] == "noticed"]
    shown = {game.mark for game in histories.all_recalled(table.table, SCREEN)}
    found = collect_content(table)
    assert found.history.keys() == shown, "not all of the history is shown"
    if missing := right.history.keys() - found.history.keys():
        raise AssertionError(f"{len(missing)} finished games are gone; said: {rules}")
    for mark, game in right.history.items():
        assert found.history[mark] == game, f"a finished game is another; said: {rules}"
    assert rules or found.history.keys() == right.history.keys(), "games of another table are here without a word"
    for what in ("aside", "game", "seats"):
        if getattr(found, what) != getattr(right, what):
            assert rules, f"{what} differs, and nobody says so: {getattr(found, what)} for {getattr(right, what)}"
    if found.game != right.game:
        assert {"game-unreadable", "older", "swapped", "file-missing", "table-unreadable"} & {*rules}, (
            f"no word: {rules}"
        )
    if found.seats != right.seats:
        assert {"table-unreadable", "file-missing", "older", "swapped"} & {*rules}, f"no word of seats: {rules}"
    if {*right.aside} - {*found.aside}:
        assert {"games-lost", "file-missing", "older", "swapped"} & {*rules}, f"no word of a suspended game: {rules}"
    if "damaged" in rules:
        kept = [path for path in at.glob("table.damaged-*.db")]
        assert any(path.read_bytes() == damaged["table.db"] for path in kept) or case.kind == "file", "it is not kept"
    _check_that_play_continues(table)
    return tuple(rules)


def _check_that_play_continues(table: Table) -> None:
    """Check that people can play on, and that what they play is there after a restart."""
    if table.at_table().phase == "over":
        table.send(ReturnToLobby)
    if table.at_table().phase == "lobby":
        table.sit("touch", "touch")
        table.send(Start)
        table.send(SkipOpening)
    table.acts(random.Random(1), 2)
    before = collect_content(table)
    table.close()
    table.open()
    assert collect_content(table) == before, "it is another after a restart"
    assert table.store.verify(), "it is damaged still"
    assert table.store.notices == [], table.store.notices
    table.close()


@cache
def truth(made: Path) -> TableContent:
    """Collect what people see at an undamaged table."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(made / "here", Path(folder, "table"))
        table = Table(Path(folder, "table"))
        found = collect_content(table)
        table.close()
        return found


# ---- all of them


def main(names: list[str]) -> int:
    """Try the remaining cases, or those with these names. Return the exit code."""
    made = prepare_folders(RESULTS_PATH.parent / "damage")
    if names:
        for name in names:
            kind, number = name.split()
            print(*tried(Case(kind, int(number)), made), sep="\n  ")
        return 0
    done = [json.loads(line) for line in RESULTS_PATH.read_text().splitlines()] if RESULTS_PATH.exists() else []
    known = {each["case"] for each in done}
    with RESULTS_PATH.open("a") as file:
        for case in (Case(kind, number) for kind, most in CASES.items() for number in range(most)):
            if str(case) in known:
                continue
            try:
                what, said = tried(case, made)
                done.append({"case": str(case), "what": what, "said": said, "failed": ""})
            except PromiseBroken as failed:
                print(failed, flush=True)
                done.append({"case": str(case), "what": "", "said": (), "failed": str(failed)})
            file.write(json.dumps(done[-1]) + "\n")
            file.flush()
    print_summary(done)
    return 1 if any(each["failed"] for each in done) else 0


def print_summary(done: list[dict[str, Any]]) -> None:
    """Print the results, one line for each kind. Any: JSON."""
    for kind in CASES:
        of = [each for each in done if each["case"].startswith(kind)]
        said = Counter(rule for each in of for rule in each["said"])
        failed, quiet = sum(bool(each["failed"]) for each in of), sum(not each["said"] for each in of)
        print(f"{kind}: {len(of)} tried, {failed} broke a promise, {quiet} cost nothing; said: {dict(said)}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
