"""Pills: what a seat has, a few things of one colour in each. They stand in lines, and shrink until all have room."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, TypeAlias

import msgspec

from app.looks.effect_icons import Inks, lay, wide
from app.looks.icons import SIGNS, icon, sign
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.change_marks import DASH, brackets
from app.shown.play.play import Pill, PillItem
from app.shown.play.previews import signed

LEAST: Final = 16.0  # u, of a pill's height: it shrinks no further
ATOM: Final = 0.7  # of its height, of a sign in it
SIGN_PX: Final = 11.5  # of a sign that can be read, also where it is turned with its seat
FIGURE: Final = 0.58  # of its height, of a figure in it

Says: TypeAlias = Callable[[str], None]  # what a touch on a thing tells; it gets `PillItem.of`
Thing: TypeAlias = Callable[[Pen, float], None]  # paints it round the pen's place, for a pill so high


class Pictured(Pill, frozen=True, kw_only=True):
    """A pill with something else than a colour's symbol before its things."""

    thing: Thing


def paint_pills(
    p: Pen,
    found: Sequence[Pill],
    x: float,
    y: float,
    room: float,
    tall: float,
    h: float,
    spare: float,
    says: Says | None,
    key: str,
    fresh: Collection[str] = (),
    brief: bool = False,
) -> None:
    """The pills in a box, as high as `h` at most, or higher where words are large.

    At its foot, lines end `spare` earlier: something lies there.
    `key`: what a touch on a thing is called, before what it speaks of; without `says` there is nothing to touch.
    `fresh`: the colours of those that have just changed. `brief`: without a colour's symbol where things have signs of
    their own, for little room.
    """
    found = _bare(found) if brief else found
    h, laid = _fitted(p, found, room, tall, h, spare)
    for pill, px, py, w in laid:
        _pill(p, pill, x + px, y + py, h, w, None if pill.ghost else says, key)
        for thing in pill.things:
            p.thing(thing, x + px, y + py, w, h)
        if pill.ghost:
            p.rect(x + px + 1.5, y + py + 1.5, w - 3, h - 3, h * 0.26, None, "text", 3, dash=DASH)
        if pill.colour in fresh:
            brackets(p, x + px - 3, y + py - 3, w + 6, h + 6)


def with_room_for(
    p: Pen, found: Sequence[Pill], first: Sequence[str], least: float, room: float, tall: float, h: float
) -> list[Pill]:
    """Return brief pills that are at least `least` u high: things that are alike are counted, then pills are left out.

    Those of the `first` colours are left out last, and the first two of these never.
    """
    if height(p, found, room, tall, h) < least:
        found = [_counted(pill) for pill in found]
    order = sorted(found, key=lambda pill: first.index(pill.colour) if pill.colour in first else len(first))
    kept: list[Pill] = []
    for pill in order:
        more = [each for each in found if each in kept or each is pill]
        if pill.colour in first[:2] or height(p, more, room, tall, h) >= least:
            kept = more
    return kept


def height(p: Pen, found: Sequence[Pill], room: float, tall: float, h: float) -> float:
    """Return how high brief pills become in a box, `h` at most unless words are large."""
    return _fitted(p, _bare(found), room, tall, h, 0)[0]


def _counted(pill: Pill) -> Pill:
    """Return a pill in which each sign stands once, with how many there are."""
    times = Counter(pill.items)
    items = (msgspec.structs.replace(it, figure=str(n)) if n > 1 and not it.figure else it for it, n in times.items())
    return msgspec.structs.replace(pill, items=tuple(items))


def _bare(found: Sequence[Pill]) -> list[Pill]:
    return [msgspec.structs.replace(it, bare=all(one.icon or one.atoms for one in it.items)) for it in found]


def _fitted(
    p: Pen, found: Sequence[Pill], room: float, tall: float, h: float, spare: float
) -> tuple[float, list[tuple[Pill, float, float, float]]]:
    """Return how high pills are, `h` at most unless words are large, and where each lies."""
    usual, h = h, h * p.grown
    while True:
        laid = _flow(p, found, room, h, spare, tall - spare * 0.6)
        fits = all(
            px + w <= room - (spare if py + h > tall - spare * 0.6 else 0) + 0.5 and py + h <= tall
            for _, px, py, w in laid
        )
        if fits or h < LEAST:
            return h, laid
        h = usual if h * 0.95 < usual < h else h * 0.95


def ghosts(now: Sequence[Pill], then: Sequence[Pill]) -> list[Pill]:
    """What would come to a seat's pills, or go from them."""
    before, after = ({(pill.colour, it.of): it for pill in pills for it in pill.items} for pills in (now, then))
    pills = {pill.colour: pill for pill in (*now, *then)}
    found = []
    for colour, pill in pills.items():
        each = {key: it for key, it in (before | after).items() if key[0] == colour}
        more = {key: _figure(after.get(key)) - _figure(before.get(key)) for key in each}
        items = tuple(msgspec.structs.replace(it, figure=signed(more[key])) for key, it in each.items() if more[key])
        found += [msgspec.structs.replace(pill, items=items, ghost=True)] if items else []
    return found


def _figure(item: PillItem | None) -> int:
    return int(item.figure or 1) if item else 0


def _flow(
    p: Pen, found: Sequence[Pill], room: float, h: float, spare: float, spare_from: float
) -> list[tuple[Pill, float, float, float]]:
    """Pills laid in lines: pill, x, y, width; lines below `spare_from` end `spare` earlier."""
    x, y, gap, laid = 0.0, 0.0, h * 0.14, []
    for pill in found:
        w = _wide(p, pill, h)
        limit = room - (spare if y + h > spare_from else 0)
        if x and x + w > limit:
            x, y = 0.0, y + h + gap
        laid.append((pill, x, y, w))
        x += w + gap
    return laid


def _wide(p: Pen, pill: Pill, h: float) -> float:
    size = h * FIGURE
    return h * _head(pill) + sum(
        (h * 0.7 + 4 if item.icon else 0) + p.wide(item.figure, size, True) + _signs(item, h) + h * _after(item)
        for item in pill.items
    )


def _head(pill: Pill) -> float:
    """The room for what stands first in a pill, of its height."""
    return 1.0 if isinstance(pill, Pictured) else 0.2 if pill.bare else 0.84


def _signs(item: PillItem, h: float) -> float:
    return wide(item.atoms) * h * ATOM / 100


def _after(item: PillItem) -> float:
    """The room after a thing, of the pill's height."""
    return 0.24 if item.figure or not item.atoms else 0.1


def _pill(p: Pen, pill: Pill, x: float, y: float, h: float, w: float, says: Says | None, key: str) -> None:
    size, side = h * FIGURE, h * 0.7
    at = x + h * (_head(pill) - 0.06)
    if isinstance(pill, Pictured):
        tint = "zone"
        if not p.plain:  # a sky lies behind it
            p.rect(x, y, w, h, h * 0.26, tint)
        with p.at(x + h * 0.46, y + h / 2):
            pill.thing(p, h)
        at += h * 0.06
    else:
        tint = f"{pill.colour}_tint"
        p.rect(x, y, w, h, h * 0.26, tint)
        if not pill.bare:
            draw = sign if pill.colour in SIGNS else faces.figure
            draw(p, pill.colour, x + h * 0.42, y + h / 2, h * 0.46, pill.colour)
    for item in pill.items:
        start = at
        if item.icon:
            icon(p, item.icon, at + side / 2, y + h / 2, side, pill.colour if item.coloured else "text", tint)
            at += side + 4
        if item.atoms:
            room = _signs(item, h)
            faces.atoms(p, lay([item.atoms], at + room / 2, y + h / 2, room + 1, h, h * ATOM), Inks(tint))
            at += room
        at += p.text(at, y + h / 2, item.figure, size, "text", "start", bold=True) + h * _after(item)
        if says:
            p.hit_area(start, y, at - start, h, f"{key} {item.of}", partial(says, item.of), rank=1)
