"""Atoms: the small signs that say what a thing brings and costs, in rows, the same on the screen and on phones.

An atom is 100 high; how wide it is follows from its kind. Which atoms a thing has is decided by its game, by what is
printed on it and never by its name: so a corrected card, or one that somebody invents, is drawn as well.
"""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple


class Atom(NamedTuple):
    """One sign. `kind` says how it is drawn, `what` names a figure or a card colour, `n` stands in it."""

    # figure | points | coin | age (a coin with the age's number) | sign | struck (a card struck through) | lost |
    # pick | slash | equals | greater | plus | times | victory | defeat | free (a card that costs nothing)
    kind: str
    what: str = ""
    n: int = 0


Group = tuple[Atom, ...]  # stays together


class Placed(NamedTuple):
    """An atom round a point, so high."""

    atom: Atom
    x: float
    y: float
    size: float


class Face(NamedTuple):
    """What stands on a building card, or on a leader."""

    colour: str
    effects: tuple[Group, ...]
    cost: Group = ()
    bears: tuple[str, ...] = ()  # chain symbols that it gives
    asks: tuple[str, ...] = ()  # chain symbols that make it free


WIDE: Final = {
    "points": 96,
    "coin": 94,
    "age": 94,
    "sign": 76,
    "struck": 92,
    "slash": 26,
    "equals": 36,
    "greater": 56,
    "plus": 84,
    "times": 84,
    "victory": 92,
    "defeat": 84,
    "free": 76,
}
FIGURE_WIDE: Final = 100
NARROW: Final = {"left": 52, "right": 52}  # figures that take less
ROW: Final = 1.06  # of an atom's height, from row to row
SLASH: Final = Atom("slash")


def between(sign: Atom, atoms: Iterable[Atom]) -> Group:
    """Atoms with a sign between any two."""
    return tuple(one for atom in atoms for one in (sign, atom))[1:]


def width(atom: Atom) -> float:
    """How wide an atom is, at a height of 100."""
    return NARROW.get(atom.what, FIGURE_WIDE) if atom.kind == "figure" else WIDE.get(atom.kind, FIGURE_WIDE)


def wide(atoms: Iterable[Atom]) -> float:
    """How wide atoms are side by side, at a height of 100."""
    return sum(map(width, atoms))


def lay(groups: Sequence[Group], x: float, y: float, w: float, h: float, most: float) -> list[Placed]:
    """Atoms round a point in a box, in the one or more rows in which they get largest; no atom higher than `most`."""
    found = max((_size(rows, w, h, most), -len(rows), rows) for rows in _ways(groups)) if groups else (0.0, 0, [])
    size, rows = found[0], found[2]
    placed = []
    for number, row in enumerate(rows):
        across = x - wide(row) * size / 200
        down = y + (number - (len(rows) - 1) / 2) * size * ROW
        for atom in row:
            half = width(atom) * size / 200
            placed.append(Placed(atom, across + half, down, size))
            across += 2 * half
    return placed


def _ways(groups: Sequence[Group]) -> Iterable[list[Group]]:
    """In one row; in two, between any two groups, or a lone group halved where no slash would hang."""
    yield [tuple(atom for group in groups for atom in group)]
    for cut in range(1, len(groups)):
        halves = groups[:cut], groups[cut:]
        yield [tuple(atom for group in half for atom in group) for half in halves]
    if len(groups) > 2:
        yield list(groups)
    if len(groups) == 1 and len(groups[0]) > 2:
        atoms = groups[0]
        for cut in range(1, len(atoms)):
            if atoms[cut].kind == atoms[cut - 1].kind == "figure" or atoms[cut - 1].what == "more":
                yield [atoms[:cut], atoms[cut:]]


def _size(rows: Sequence[Group], w: float, h: float, most: float) -> float:
    return min(most, h / (1 + ROW * (len(rows) - 1)), min(w * 100 / wide(row) for row in rows))
