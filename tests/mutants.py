"""Mutation tests: mutmut reports the changes of a file or folder that no test notices, on a copy of the tracked files.

`./setup.sh mutants PATH … [--tests FILE …]`. The tests are those nearest to the paths by their imports
(tests/changed.py) unless they are named; all of them have to pass. Exit code 1 if a change goes unnoticed.
"""

import ast
import json
import os
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from importlib import import_module
from itertools import islice
from pathlib import Path
from random import Random
from types import CodeType
from typing import Any, Final

import msgspec

from app.text.argument_parser import Parser
from tests.changed import SECONDS, graph, nearest, within

ROOT: Final = Path(__file__).resolve().parent.parent
BUILD: Final = ROOT / "build" / "mutants"
SOURCES: Final = ("app", "engine", "hardware")
BUDGET: Final = 10.0  # seconds that all tests take together: each change asks those that run it
LOUD: Final = ("survived", "no tests", "suspicious")  # what mutmut says of a change that no test notices
# Each change is tried in a process that has run nothing yet: what tests keep would hide it.
CONFIG: Final = """
[tool.mutmut]
source_paths = {sources}
only_mutate = {only}
pytest_add_cli_args_test_selection = {tests}
pytest_add_cli_args = ["-p", "no:xdist", "-p", "no:cacheprovider"]
also_copy = {others}
process_isolation = "forkserver"
"""


def files(paths: Sequence[str]) -> list[str]:
    """List the tracked modules among these files and folders."""
    said = subprocess.run(["git", "ls-files", *paths], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [name for name in said.splitlines() if name.endswith(".py")]


def copy_project(only: Sequence[str], tests: Sequence[str]) -> Path:
    """Copy the project to a folder of its own, configured with the files to mutate and the tests to run."""
    folder = BUILD / "copy"
    shutil.rmtree(folder, ignore_errors=True)
    tracked = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(lambda name: (ROOT / name).is_file(), tracked.splitlines()):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    others = sorted({path.name for path in folder.iterdir()} - {*SOURCES})
    parts = {"sources": [*SOURCES], "only": [*only], "tests": [*tests], "others": others}
    with (folder / "pyproject.toml").open("a") as config:
        config.write(CONFIG.format(**{name: json.dumps(part) for name, part in parts.items()}))
    return folder


def mutmut(folder: Path, *words: str) -> str:
    """Run mutmut and return its output; its progress goes to a log beside the copy."""
    env = os.environ | {"PYTHONPATH": str(BUILD / "packages")}
    command = [sys.executable, "-m", "mutmut", *words]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True)
    (BUILD / f"{words[0]}.log").write_text(done.stdout + done.stderr)
    if done.returncode:
        sys.exit(f"mutants: mutmut {words[0]} failed; {BUILD / words[0]}.log says why")
    return done.stdout


# ---- drawn for a survey (tests/mutation_survey.py) ---------------------------------------------------------------


class Mutant(msgspec.Struct, frozen=True):
    """A changed function, named as by mutmut."""

    name: str
    path: str
    function: str  # its qualified name
    begins: int  # the line where the changed statement begins
    line: int  # that changes
    was: str
    now: str
    code: str  # of the module


def draw_mutants(paths: Sequence[str], count: int, seed: int) -> tuple[int, list[Mutant]]:
    """Return how many mutants of functions there are, and some drawn of them."""
    from libcst import FunctionDef, Param
    from mutmut import configuration
    from mutmut.mutation.file_mutation import create_mutations

    configuration._guess_source_paths = lambda: ["app"]  # otherwise it has to be in pyproject.toml
    every = []
    for path in paths:
        tree, mutations, *_ = create_mutations(path, (ROOT / path).read_text())
        numbers: Counter[Any] = Counter()
        for each in mutations:
            function = each.contained_by_top_level_function
            numbers[function] += 1
            if isinstance(function, FunctionDef) and not isinstance(each.original_node, Param):  # a default is no code
                every.append((path, tree, each, numbers[function]))
    Random(seed).shuffle(every)
    return len(every), [*islice(filter(None, (_mutant(*each) for each in every)), count)]


def _mutant(path: str, tree: Any, mutation: Any, number: int) -> Mutant | None:
    """Make a mutant; None if it cannot take the place of its function."""
    from mutmut.mutation.trampoline_templates import mangle_function_name

    function = mutation.contained_by_top_level_function
    owner = next((node.name.value for node in tree.body if function in getattr(node.body, "body", ())), None)
    mangled = mangle_function_name(name=function.name.value, class_name=owner)
    qualified = f"{owner}.{function.name.value}" if owner else function.name.value
    text, code = tree.code, tree.deep_replace(mutation.original_node, mutation.mutated_node).code
    lines = zip(text.splitlines(), code.splitlines(), strict=False)
    line, (was, now) = next((each for each in enumerate(lines, 1) if each[1][0] != each[1][1]), (0, ("", "")))
    before, after = find_code(text, qualified), find_code(code, qualified)
    if line <= before.co_firstlineno or before.co_freevars != after.co_freevars:
        return None
    begins = max(
        node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.stmt) and node.lineno <= line
    )
    name = f"{path.removesuffix('.py').replace('/', '.')}.{mangled}__mutmut_{number}"
    return Mutant(name, path, qualified, begins, line, was.strip(), now.strip(), code)


def find_code(text: str, qualified: str) -> CodeType:
    """Return the compiled function of a module's text."""
    todo = [compile(text, "<mutant>", "exec")]
    while todo[-1].co_qualname != qualified:
        todo += [each for each in todo.pop().co_consts if isinstance(each, CodeType)]
    return todo[-1]


def put_in(mutant: Mutant) -> None:
    """Change the function in this process, also for every module that has imported it."""
    at: Any = import_module(mutant.path.removesuffix(".py").replace("/", "."))
    for part in mutant.function.split("."):
        at = vars(at)[part]
    getattr(at, "__func__", at).__code__ = find_code(mutant.code, mutant.function)


# ---- the command ---------------------------------------------------------------------------------------------------


def main(words: Sequence[str] | None = None) -> int:
    parser = Parser("./setup.sh mutants", description=__doc__)
    parser.add_argument("paths", nargs="+", metavar="PATH")
    parser.add_argument("--tests", nargs="+", metavar="FILE")
    given = parser.parse_args(words)
    only = files(given.paths)
    if not only:
        parser.error("git knows no module there")
    seconds = json.loads(SECONDS.read_text()) if SECONDS.exists() else {}
    tests = given.tests or within(nearest(only, graph()), seconds, BUDGET)
    print(f"mutants: of {len(only)} modules, for {' '.join(tests)}", file=sys.stderr)
    folder = copy_project(only, tests)
    mutmut(folder, "run", "--max-children", str(os.cpu_count()))
    said = (line.strip().rpartition(": ") for line in mutmut(folder, "results", "--all", "true").splitlines())
    ended = [(name, how) for name, _, how in said if name]
    unnoticed = [(name, how) for name, how in ended if how in LOUD]
    for name, how in unnoticed:
        print(f"{how}: {mutmut(folder, 'show', name).partition(chr(10))[2]}")
    print(f"{len(unnoticed)} of {len(ended)} changes go unnoticed")
    return int(bool(unnoticed))


if __name__ == "__main__":
    sys.exit(main())
