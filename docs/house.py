"""Counts the rooms of `app/` and the arrows between them: `python -m docs.house`, from the project's folder.

An arrow is one import of a module by a module of another package. A circle is a set of packages, or of modules, that
reach each other both ways.
"""

import sys
from collections import Counter
from collections.abc import Hashable, Iterable, Mapping
from pathlib import Path
from statistics import median
from typing import Final, TypeVar

import grimp

ROOT: Final = Path(__file__).parent.parent
N = TypeVar("N", bound=Hashable)


def circles(arrows: Mapping[N, Iterable[N]]) -> list[list[N]]:
    """Find groups of two and more that reach each other (Tarjan's strongly connected components)."""
    number: dict[N, int] = {}
    low: dict[N, int] = {}
    stack: list[N] = []
    found: list[list[N]] = []

    def visit(node: N) -> None:
        number[node] = low[node] = len(number)
        stack.append(node)
        for other in arrows.get(node, ()):
            if other not in number:
                visit(other)
                low[node] = min(low[node], low[other])
            elif other in stack:
                low[node] = min(low[node], number[other])
        if low[node] == number[node]:
            group = stack[stack.index(node) :]
            del stack[-len(group) :]
            if len(group) > 1:
                found.append(group)

    sys.setrecursionlimit(10_000)
    for node in arrows:
        if node not in number:
            visit(node)
    return found


def main() -> None:
    for root in ("app", "engine"):
        graph = grimp.build_graph(root, cache_dir=None)
        modules = {module: sorted(graph.find_modules_directly_imported_by(module)) for module in graph.modules}
        lines = {module: _lines(module) for module in modules}
        rooms: dict[str, list[str]] = {}
        for module in sorted(modules):
            rooms.setdefault(_room(module), []).append(module)
        between = Counter(
            (_room(module), _room(other))
            for module, others in modules.items()
            for other in others
            if _room(module) != _room(other)
        )
        print(f"{root}: {len(modules)} modules, {sum(lines.values())} lines")
        print(f"  {'package':24} modules  median  arrows out  in")
        for room, inside in rooms.items():
            out = sum(n for (a, _), n in between.items() if a == room)
            into = sum(n for (_, b), n in between.items() if b == room)
            sizes = median(lines[module] for module in inside)
            print(f"  {room:24} {len(inside):7}  {sizes:6.0f}  {out:10}  {into}")
        onto: dict[str, set[str]] = {room: set() for room in rooms}
        for a, b in between:
            onto[a].add(b)
        print(f"  arrows between packages: {sum(between.values())}, pairs {len(between)}")
        for what, found in (("packages", circles(onto)), ("modules", circles(modules))):
            print(f"  circles of {what}: {len(found)}")
            for group in found:
                print(f"    {' '.join(sorted(group))}")


def _room(module: str) -> str:
    """Return the package right below the root that contains a module; a loose module is its own room."""
    return ".".join(module.split(".")[:2])


def _lines(module: str) -> int:
    path = ROOT / Path(*module.split("."))
    package = path / "__init__.py"
    return len((package if package.exists() else path.with_suffix(".py")).read_text(encoding="utf-8").splitlines())


if __name__ == "__main__":
    main()
