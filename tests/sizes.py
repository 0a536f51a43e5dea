"""Lines of the program and of its tests, by room: `python -m tests.sizes`.

A line of the program is a line of Python, HTML, CSS, JavaScript or kv below `app`, `engine`, `hardware` and `kv`, or
of `main.py`; comments and blank lines count. Tests are counted in Python; a helper is a module that is not `test_*.py`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.language import PROGRAM, ROOT, room

KINDS = (".py", ".html", ".css", ".js", ".kv")


def lines(path: Path) -> int:
    return len(path.read_bytes().splitlines())


def sources(root: Path, *places: str) -> Iterator[Path]:
    """List the counted files of the program, or below other folders of `root`."""
    for place in (root / each for each in places or (*PROGRAM, "kv")):
        yield from (
            path for path in (sorted(place.rglob("*.*")) if place.is_dir() else [place]) if path.suffix in KINDS
        )


def by_room(root: Path) -> Counter[str]:
    """Count the lines of the program by room."""
    rooms: Counter[str] = Counter()
    for path in sources(root):
        rooms[room(str(path.relative_to(root)))] += lines(path)
    return rooms


def of_tests(root: Path) -> tuple[int, int]:
    """Count the lines of modules with tests, and those of helpers."""
    modules = [path for path in sources(root, "tests") if path.suffix == ".py"]
    helpers = sum(lines(path) for path in modules if not path.name.startswith("test_"))
    return sum(lines(path) for path in modules) - helpers, helpers


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.sizes", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--root", type=Path, default=ROOT, help="count another copy of the project")
    root = parser.parse_args().root
    rooms = by_room(root)
    tests, helpers = of_tests(root)
    rows = {
        **dict(sorted(rooms.items())),
        "program": rooms.total(),
        "tests": tests + helpers,
        "of which helpers": helpers,
    }
    print("\n".join(f"{name:25} {number:8,}" for name, number in rows.items()))


if __name__ == "__main__":
    main()
