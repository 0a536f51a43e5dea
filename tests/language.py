"""Measurements of the language of the code, by room: first words of docstrings, and names that do not stand alone.

`python -m tests.language` prints the table of all rooms, `--worst ROOM` the files of a room with most to rewrite, and
`python -m tests.language PATH…` each line to rewrite. `--lower` lowers the numbers that a test of the language allows.
"""

import argparse
import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ("app", "engine", "hardware", "main.py")
PLACES = (*PROGRAM, "benchmarks", "docs", "tests")
ALLOWED = ROOT / "tests" / "language_allowed.txt"
CHECKS = ("verb", "clause", "opening", "name")
NO_SUBJECTS = ("clause", "pronoun")  # kinds of first words, of openings and of the names of tests
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
DEFINING = {ast.Module, ast.ClassDef, *FUNCTIONS, ast.arg, ast.Name}


def sections(text: str) -> dict[str, frozenset[str]]:
    """Parse `tests/language_words.txt`: the words below each heading."""
    found: dict[str, list[str]] = {}
    for line in text.splitlines():
        if re.fullmatch(r"verb|clause|pronoun|class|constant|function|value|module \S+", line):
            heading = found.setdefault(line, [])
        elif line and not line.startswith("#"):
            heading += line.split()
    return {heading: frozenset(words) for heading, words in found.items()}


WORDS = sections((ROOT / "tests" / "language_words.txt").read_text("utf-8"))


class Offence(NamedTuple):
    path: str  # of the file, from the root of the project
    line: int
    check: str  # one of CHECKS
    text: str


class Measured(NamedTuple):
    """The functions with a docstring of one file, by kind of their first word, and everything to rewrite in it."""

    functions: Counter[str]  # "verb", "clause", "pronoun", "other"
    offences: list[Offence]


def kind(docstring: str) -> str:
    """Return the kind of a docstring's first word: verb, clause, pronoun or other.

    A verb followed by "of" or a colon is a noun there: "Count of cards", "Track: a stack was shuffled".
    """
    found = re.match(r"\*?([\w’'-]+)\*?(:| of\b)?", docstring)
    word = found.group(1).lower().replace("’", "'") if found else ""
    if word in WORDS["clause"]:
        return "clause"
    if word in WORDS["pronoun"] or word.removesuffix("'s") in WORDS["pronoun"]:
        return "pronoun"
    return "verb" if word in WORDS["verb"] and found and not found.group(2) else "other"


def is_property(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Check for `@property`, `@cached_property` and `@….setter`: their docstrings begin with a noun."""
    return has_decorator(function, r"property\b|\.(setter|deleter)$")


def is_test_or_fixture(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Check for a test, whose docstring is a statement, and for a fixture, whose docstring begins with a noun."""
    return is_test(function) or has_decorator(function, r"\bfixture\b")


def is_test(function: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    return function.name.startswith("test_")


def has_decorator(function: ast.FunctionDef | ast.AsyncFunctionDef, pattern: str) -> bool:
    return any(re.search(pattern, ast.unparse(each)) for each in function.decorator_list)


def bad_names(path: str, tree: ast.Module, nodes: Iterable[ast.AST]) -> Iterator[Offence]:
    """List forbidden names of the module, of its folders below the room, and of everything that it defines.

    `nodes`: those of the tree that define (`DEFINING`).
    """
    parts = Path(path).with_suffix("").parts
    for heading, words in WORDS.items():
        place = heading.removeprefix("module ")
        if place != heading and path.startswith(place + "/"):
            below = set(parts[1:] if "/" not in place else parts[2:])
            yield from (Offence(path, 1, "name", f"module {name}") for name in sorted(below & words))
    for node in nodes:
        if isinstance(node, ast.ClassDef) and node.name.lstrip("_") in WORDS["class"]:
            yield Offence(path, node.lineno, "name", f"class {node.name}")
        elif (isinstance(node, FUNCTIONS) and node.name.strip("_") in WORDS["function"]) or (
            isinstance(node, FUNCTIONS) and kind(" ".join(node.name.split("_")[1:])) in NO_SUBJECTS and is_test(node)
        ):
            yield Offence(path, node.lineno, "name", f"function {node.name}")
        elif (isinstance(node, ast.arg) and node.arg in WORDS["value"]) or (
            isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store) and node.id in WORDS["value"]
        ):
            yield Offence(path, node.lineno, "name", f"value {ast.unparse(node)}")
    for node in tree.body:
        targets = (
            node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
        )
        for name in (each.id for each in targets if isinstance(each, ast.Name)):
            if name.lstrip("_") in WORDS["constant"]:
                yield Offence(path, node.lineno, "name", f"constant {name}")


def measure(path: str, source: str) -> Measured:
    """Measure the language of one file. `path` is written from the root of the project."""
    tree = ast.parse(source)
    functions: Counter[str] = Counter()
    nodes = [node for node in ast.walk(tree) if type(node) in DEFINING]
    offences = list(bad_names(path, tree, nodes))
    for node in nodes:
        if not isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        if (docstring := ast.get_docstring(node)) is None:
            continue
        found, line, check = kind(docstring), node.body[0].lineno, ""
        if isinstance(node, ast.Module | ast.ClassDef) or is_property(node) or is_test_or_fixture(node):
            check = "opening" if found in NO_SUBJECTS else ""
        else:
            functions[found] += 1
            check = {"verb": "", "other": "verb"}.get(found, "clause")
        if check:
            offences.append(Offence(path, line, check, " ".join(docstring.split()[:8])))
    return Measured(functions, sorted(offences, key=lambda each: each.line))


def room(path: str) -> str:
    """Return the top two folders of a file, three for games and tests of the app, or fewer where it is not so deep."""
    parts = Path(path).parts
    depth = 3 if path.startswith(("app/games/", "tests/app/")) else 2
    return "/".join(parts[: min(depth, len(parts) - 1)]) or path


def files(places: Iterable[str], root: Path = ROOT) -> Iterator[str]:
    """List the Python files below `places`, from the root of the project."""
    for place in places:
        start = root / place
        found = sorted(start.rglob("*.py")) if start.is_dir() else [start]
        paths = [path for path in found if "node_modules" not in path.parts]  # other people's, for old browsers
        yield from (str(path.relative_to(root)) for path in paths)


def measure_rooms(root: Path = ROOT) -> dict[str, Measured]:
    """Measure the whole project, added up by room."""
    rooms: dict[str, Measured] = {}
    for path in files(PLACES, root):
        of = rooms.setdefault(room(path), Measured(Counter(), []))
        functions, offences = measure(path, (root / path).read_text("utf-8"))
        of.functions.update(functions)
        of.offences.extend(offences)
    return rooms


def counts(offences: Iterable[Offence]) -> dict[str, int]:
    found = Counter(each.check for each in offences)
    return {check: found[check] for check in CHECKS}


# ---- the numbers that may not rise -------------------------------------------------------------------


def read_allowed(text: str) -> dict[str, dict[str, int]]:
    """Parse the allowed numbers by room. Where a merge left a room twice, the lower number of each check holds."""
    allowed: dict[str, dict[str, int]] = {}
    for line in text.splitlines():
        if found := re.fullmatch(r"(\S+) +" + r" +".join(rf"{check}=(\d+)" for check in CHECKS), line):
            place, *numbers = found.groups()
            before = allowed.get(place, {})
            allowed[place] = {
                check: min(int(number), before.get(check, int(number)))
                for check, number in zip(CHECKS, numbers, strict=True)
            }
    return allowed


def write_allowed(allowed: dict[str, dict[str, int]]) -> str:
    """Format the allowed numbers: one line for each room, sorted, rooms without any left out."""
    return "".join(
        f"{place:25}" + "".join(f" {check}={numbers[check]}" for check in CHECKS) + "\n"
        for place, numbers in sorted(allowed.items())
        if any(numbers.values())
    )


def lower(allowed: dict[str, dict[str, int]], rooms: dict[str, Measured]) -> dict[str, dict[str, int]]:
    """Return the allowed numbers lowered to what is there; none rises, and rooms that are gone are left out."""
    now = {place: counts(each.offences) for place, each in rooms.items()}
    return {
        place: {check: min(numbers[check], now[place][check]) for check in CHECKS}
        for place, numbers in allowed.items()
        if place in now
    }


# ---- the command ------------------------------------------------------------------------------------


def table(rooms: dict[str, Measured]) -> Iterator[str]:
    """Format the table of all rooms: shares of first words in per cent of the functions with a docstring."""
    yield f"{'room':25} {'functions':>9} {'verb':>6} {'clause':>7} {'pronoun':>8} | to rewrite: " + "  ".join(CHECKS)
    total = Measured(Counter(), [])
    for each in rooms.values():
        total.functions.update(each.functions)
        total.offences.extend(each.offences)
    measured = [(place, each) for place, each in sorted(rooms.items()) if each.functions]
    for place, (functions, offences) in [*measured, ("all", total)]:
        every = functions.total()
        verb, clause, pronoun = (100 * functions[each] / (every or 1) for each in ("verb", "clause", "pronoun"))
        left = "".join(f"{number:7}" for number in counts(offences).values())
        yield f"{place:25} {every:9} {verb:5.0f}% {clause:6.0f}% {pronoun:7.0f}% | {left}"


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.language", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("path", nargs="*", help="list each line to rewrite in these files or folders")
    parser.add_argument("--worst", metavar="ROOM", help="list the files of a room, those with most to rewrite first")
    parser.add_argument("--lower", action="store_true", help=f"lower the numbers in {ALLOWED.relative_to(ROOT)}")
    parser.add_argument("--root", type=Path, default=ROOT, help="measure another copy of the project")
    asked = parser.parse_args()
    if asked.lower:
        ALLOWED.write_text(write_allowed(lower(read_allowed(ALLOWED.read_text()), measure_rooms())))
        return
    if not asked.path and not asked.worst:
        print("\n".join(table(measure_rooms(asked.root))))
        return
    found = [
        (path, measure(path, (asked.root / path).read_text("utf-8")).offences)
        for path in files(asked.path or [asked.worst], asked.root)
    ]
    if asked.worst:
        for path, offences in sorted(found, key=lambda each: -len(each[1])):
            print(
                f"{len(offences):4} {path}  " + " ".join(f"{check}={n}" for check, n in counts(offences).items() if n)
            )
        return
    for _, offences in found:
        for each in offences:
            print(f"{each.path}:{each.line}: {each.check}: {each.text}")


if __name__ == "__main__":
    main()
