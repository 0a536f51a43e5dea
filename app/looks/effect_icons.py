"""Atoms: small icons for effects and costs, their layout in rows, and their conversion to marks of a face.

An atom is 100 units high; its width depends on its kind. A game derives the atoms of a thing from its printed data,
never from its name, so that corrected or invented cards are drawn too.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

import msgspec

from app.looks.face_layout import Box, Disc, Mark, NumberMark, Sign, Stroke
from app.looks.symbols import figure_name


class Atom(NamedTuple):
    """One icon. `kind`: how it is drawn; `what`: a figure or a card colour; `n`: the number inside."""

    # figure | points | coin | age (a coin with the age's number) | sign | struck (a card struck through) | lost |
    # pick | slash | equals | greater | plus | times | victory | defeat | free (a card that costs nothing)
    kind: str
    what: str = ""
    n: int = 0


Group = tuple[Atom, ...]  # stays together


class PlacedAtom(NamedTuple):
    """An atom centred on a point, `size` high."""

    atom: Atom
    x: float
    y: float
    size: float


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


def good(name: str) -> Atom:
    """Return the icon of a resource or symbol of any game."""
    return Atom("figure", name)


def cost(effect: msgspec.Struct) -> Group:
    """Return the icons of a printed cost of any game: `coins` as one sign, every other good once for each unit."""
    return tuple(
        atom
        for name, n in msgspec.structs.asdict(effect).items()
        for atom in ((Atom("coin", n=n),) if name == "coins" and n else (good(name),) * n)
    )


def between(sign: Atom, atoms: Iterable[Atom]) -> Group:
    """Join atoms with a separator sign."""
    return tuple(one for atom in atoms for one in (sign, atom))[1:]


def width(atom: Atom) -> float:
    """Return the width of an atom at a height of 100."""
    return NARROW.get(atom.what, FIGURE_WIDE) if atom.kind == "figure" else WIDE.get(atom.kind, FIGURE_WIDE)


def wide(atoms: Iterable[Atom]) -> float:
    """Return the total width of atoms in a row at a height of 100."""
    return sum(map(width, atoms))


def lay_out_atoms(groups: Sequence[Group], x: float, y: float, w: float, h: float, most: float) -> list[PlacedAtom]:
    """Lay out atoms around a point in a box, in the number of rows that makes them largest; at most `most` high."""
    found = max((_size(rows, w, h, most), -len(rows), rows) for rows in _row_splits(groups)) if groups else (0.0, 0, [])
    size, rows = found[0], found[2]
    placed = []
    for number, row in enumerate(rows):
        across = x - wide(row) * size / 200
        down = y + (number - (len(rows) - 1) / 2) * size * ROW
        for atom in row:
            half = width(atom) * size / 200
            placed.append(PlacedAtom(atom, across + half, down, size))
            across += 2 * half
    return placed


def _row_splits(groups: Sequence[Group]) -> Iterable[list[Group]]:
    """Yield possible splits into rows: one row; two rows, cut between groups; a row for each; a lone group halved
    without a hanging slash.
    """
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


MINUS: Final = "−"
TONES: Final = {"shield": "red", "money": "yellow", "gable": "stone", "pick": "parch", "lost": "red"}


class Inks(NamedTuple):
    """The colours of atoms: the background, and one ink for all of them (None: each has its own)."""

    ground: str
    only: str | None = None


def marks(placed: Iterable[PlacedAtom], inks: Inks) -> tuple[Mark, ...]:
    """Draw laid-out effects or costs, sign by sign."""
    return tuple(mark for each in placed for mark in _marks(each, inks))


def format_signed(n: int) -> str:
    """Format a number with a typographic minus if it is negative."""
    return str(n) if n >= 0 else f"{MINUS}{-n}"


def coin(x: float, y: float, size: float, n: int | None = None, f: str = "yellow", b: str = "ink") -> Iterator[Mark]:
    """Draw a coin with an optional number."""
    yield Sign("money", x, y, size, f, "edge" if f == "yellow" else b)
    if n is not None:
        yield NumberMark(str(n), x, y, size * (0.54 if n < 10 else 0.44), b, size * 0.7)


def gable(x: float, y: float, size: float, n: int, f: str = "stone", b: str = "ink") -> Iterator[Mark]:
    """Draw points as a number on a stone gable."""
    yield Sign("gable", x, y, size, f, b)
    yield NumberMark(str(n), x, y + size * 0.12, size * (0.58 if n < 10 else 0.46), b, size * 0.5)


def _marks(atom: PlacedAtom, inks: Inks) -> Iterator[Mark]:
    (kind, what, n), x, y, size = atom
    ground, only = inks
    ink = only or "text"
    within = ground if only else "ink"  # on what has an ink of its own
    match kind:
        case "figure":
            yield Sign(figure_name(what), x, y, size * 0.94, only or TONES.get(what, "text"), ground)
            if what == "again":
                yield NumberMark("+1", x, y, size * 0.34, ink)  # 2 pixels from its ring where it is small
        case "points":
            yield from gable(x, y, size, n, only or "stone", within)
        case "coin":
            yield from coin(x, y, size * 0.96, n or None, only or "yellow", within)
        case "sign":
            yield Sign(what, x, y, size * 0.62, only or what, ground)
        case "struck":
            w, h = size * 0.6, size * 0.84
            yield Box(x - w / 2, y - h / 2, w, h, size * 0.08, f"{what}_tint", what, size * 0.05)
            yield Sign(what, x, y, size * 0.4, what, f"{what}_tint")
            yield Stroke((x - size * 0.4, y + size * 0.4, x + size * 0.4, y - size * 0.4), "red", size * 0.1)
        case "lost":
            yield Sign("lost", x, y, size, only or "red", ground)
            yield NumberMark(f"{MINUS}{n}", x, y, size * 0.42, ink)
        case "pick":
            yield Sign("pick", x, y, size, only or "parch", ground)
            yield NumberMark("1", x, y - size * 0.13, size * 0.36, within)
        case "slash":
            dx, dy = size * 0.07, size * 0.32
            yield Stroke((x - dx, y + dy, x + dx, y - dy), only or "mute", size * 0.055)
        case "equals":
            for dy in (-0.07, 0.07):
                yield Stroke((x - size * 0.11, y + dy * size, x + size * 0.11, y + dy * size), ink, size * 0.055)
        case "age":
            yield from coin(x, y, size * 0.96, None, only or "yellow", within)
            yield Sign("sand", x, y, size * 0.5, within, only or "yellow")
        case "victory":
            fill = ground if only else "red_tint"
            yield Disc(x, y, size * 0.44, fill, only or "red", size * 0.08)
            yield NumberMark(str(n) if n else "+", x, y, size * 0.5, ink)
        case "defeat":
            yield Sign("loss", x, y, size, only or "mute", ground)
            yield NumberMark(f"{MINUS}{n}" if n else MINUS, x, y - size * 0.07, size * 0.4, only or "soft")
        case "free":
            w, h = size * 0.62, size * 0.86
            yield Box(x - w / 2, y - h / 2, w, h, size * 0.11, "", ink, size * 0.08)
            yield NumberMark("0", x, y, size * 0.5, ink)
        case "greater":
            dx, dy = size * 0.15, size * 0.2
            yield Stroke((x - dx, y - dy, x + dx, y, x - dx, y + dy), ink, size * 0.08)
        case "times":
            yield NumberMark(f"×{n}", x, y, size * 0.6, ink)
        case _:
            yield NumberMark(f"+{n}" if n > 0 else f"{MINUS}{-n}", x, y, size * 0.6, ink)
