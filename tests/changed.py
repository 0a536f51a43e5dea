"""The tests of a change: files of tests that reach it by their imports, the nearest first, as many as fit in a minute.

`python -m tests.changed [REV]` prints them; `./setup.sh test --changed [REV]` runs them. What has changed is what
git sees beside REV (HEAD if none is named), new files, too. What is not Python counts for the modules beside which it
lies. How long a file of tests takes is remembered from its last run (tests/conftest.py).
"""

import ast
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Final

import grimp

ROOT: Final = Path(__file__).resolve().parent.parent
PACKAGES: Final = ("app", "engine", "hardware", "tests")
MODULE_NAME: Final = re.compile(rf"""["' ]((?:{"|".join(PACKAGES)})(?:\.\w+)+)\b""")
SECONDS: Final = ROOT / ".pytest_cache" / "v" / "wondertable" / "seconds"
BUDGET: Final = 45.0  # seconds of one core; the start of Python and what differs from run to run take the rest
UNKNOWN: Final = 2.0  # seconds, of a file that never ran
# What lies beside no module that reads it: which tests read it, as patterns below tests/.
READ_BY: Final = {
    "data/command": ("test_main_command.py",),
    "data/locale": ("app/text/test_*.py",),
    "data": ("engine/test_*.py", "test_bad_game_data.py", "test_data_versions.py"),
    "docs": ("test_*docs.py", "app/text/test_docs.py", "test_house.py", "test_width.py"),
    "tests/pictures/fingerprints": (
        "pictures/test_baselines.py",
        "pictures/test_phones.py",
        "pictures/test_screens.py",
    ),
    "tests/records": ("test_*records.py", "test_data_versions.py"),
    "main.py": ("test_main_*.py",),
    "setup.sh": ("test_setup.py", "appliance/test_install_over.py", "appliance/test_who_plays.py"),
    "hardware/appliance": ("appliance/test_*.py", "app/appliance/test_*.py"),
    "": ("test_house.py", "test_width.py"),
}


class NoChange(ValueError):
    """git knows no such revision, or this is no checkout."""


def changed(rev: str) -> list[str]:
    """List the changed files that exist, relative to the project's folder; raise NoChange with git's message."""
    said = []
    for words in (
        ("diff", "--name-only", "--diff-filter=d", rev, "--"),
        ("ls-files", "--others", "--exclude-standard"),
    ):
        git = subprocess.run(("git", *words), cwd=ROOT, capture_output=True, text=True)
        if git.returncode:
            raise NoChange(git.stderr.strip().splitlines()[0])
        said += git.stdout.splitlines()
    return sorted({*said})


def graph() -> grimp.ImportGraph:
    """Return the import graph of the project's modules; a module named in a string counts as imported."""
    sys.path.insert(0, str(ROOT))
    first, *others = PACKAGES
    found = grimp.build_graph(first, *others, cache_dir=str(ROOT / ".pytest_cache" / "imports"))
    found.add_module("main")  # no package, so nobody has looked into it
    for node in ast.walk(ast.parse((ROOT / "main.py").read_text())):
        if isinstance(node, ast.ImportFrom):
            for name in (str(node.module), *(f"{node.module}.{each.name}" for each in node.names)):
                if name in found.modules:
                    found.add_import(importer="main", imported=name)
    modules = found.modules  # all of them, made anew each time one asks
    for path in (file for package in PACKAGES for file in (ROOT / package).rglob("*.py")):
        importer, text = _module(str(path.relative_to(ROOT))), path.read_text()
        for imported in {*MODULE_NAME.findall(text), *(("main",) if importer.startswith("tests.test_main_") else ())}:
            if imported in modules and importer in modules and imported != importer:
                found.add_import(importer=importer, imported=imported)
    return found


def nearest(paths: Iterable[str], imports: grimp.ImportGraph, root: Path = ROOT) -> list[str]:
    """List test files, ordered by the number of imports between them and these paths."""
    far: dict[str, int] = {}
    for path in paths:
        for test, steps in _reached(path, imports, root).items():
            far[test] = min(steps, far.get(test, steps))
    return sorted(far, key=lambda test: (far[test], test))


def _reached(path: str, imports: grimp.ImportGraph, root: Path) -> Mapping[str, int]:
    """Return the tests of a file with the steps to each; neighbours or `READ_BY` read a file without importers."""
    if path.endswith(".py") and (found := _importing({_module(path)}, imports, root)):
        return found
    folder = path.rpartition("/")[0]
    while "/" in folder:
        beside = imports.find_children(_module(folder)) if _module(folder) in imports.modules else ()
        if found := _importing(beside, imports, root, 1):
            return found
        folder = folder.rpartition("/")[0]
    return {str(file.relative_to(root)): 0 for pattern in _read_by(path) for file in root.glob(f"tests/{pattern}")}


def _importing(modules: Iterable[str], imports: grimp.ImportGraph, root: Path, steps: int = 0) -> Mapping[str, int]:
    """Return test files that need these modules, with the steps; a conftest's needs hold for every file below it."""
    far: dict[str, int] = {}
    fresh, seen = {*modules} & imports.modules, set[str]()
    while fresh:
        seen |= fresh
        for module in fresh:
            path = f"{module.replace('.', '/')}.py"
            if path.rpartition("/")[2].startswith("test_"):
                far.setdefault(path, steps)
            elif path.endswith("/conftest.py"):  # is read, and never imported
                for file in root.joinpath(path).parent.rglob("test_*.py"):
                    far.setdefault(str(file.relative_to(root)), steps + 1)
        steps += 1
        fresh = {other for module in fresh for other in imports.find_modules_that_directly_import(module)} - seen
    return far


def _module(path: str) -> str:
    return path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


def _read_by(path: str) -> Sequence[str]:
    """Return the value of `READ_BY` for the longest name that fits."""
    return READ_BY[max((name for name in READ_BY if f"{path}/".startswith(f"{name}/" if name else "")), key=len)]


def within(paths: Sequence[str], seconds: Mapping[str, float], budget: float) -> list[str]:
    """List the first files that fit into the budget of seconds, and one at least."""
    left, chosen = budget, list[str]()
    for path in paths:
        left -= seconds.get(path, UNKNOWN)
        if left < 0 and chosen:
            break
        chosen.append(path)
    return chosen


def main(rev: str = "HEAD", cores: int = 2) -> int:
    try:
        paths = changed(rev)
    except NoChange as fault:
        print(f"wondertable: {fault}; ./setup.sh test --changed takes a commit or a branch", file=sys.stderr)
        return 2
    if not paths:
        print(f"wondertable: nothing has changed since {rev}; ./setup.sh test runs all tests", file=sys.stderr)
        return 0
    reached = nearest(paths, graph())
    seconds = json.loads(SECONDS.read_text()) if SECONDS.exists() else {}
    chosen = within(reached, seconds, BUDGET * cores)
    left = f"; {len(reached) - len(chosen)} more reach it: ./setup.sh test" if len(chosen) < len(reached) else ""
    print(f"wondertable: {len(paths)} files have changed, {len(chosen)} files of tests are run{left}", file=sys.stderr)
    print(*chosen, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:2]))
