"""Pills: small plates with what a seat has of each colour, laid in lines and shrunk until all fit."""

from collections import Counter
from collections.abc import Callable, Collection, Sequence
from functools import partial
from typing import Final, TypeAlias

import msgspec

from app.looks.effect_icons import Inks, lay_out_atoms, wide
from app.looks.icons import SIGNS, icon, sign
from app.screen.paint.pen import Pen
from app.screen.paint.text_pen import Look
from app.screen.widgets import faces
from app.screen.widgets.change_marks import PREVIEW, brackets
from app.shown.play.previews import format_signed
from app.shown.play.table_description import Pill, PillItem
from engine.memoize import memoize

MIN_HEIGHT: Final = 16.0  # u, smallest height of a pill
SIGN_SCALE: Final = 0.7  # height of a sign, in pill heights
SIGN_PX: Final = 11.5  # px, smallest legible sign, also if turned with its seat
FIGURE_SCALE: Final = 0.58  # size of a figure, in pill heights

OnTouch: TypeAlias = Callable[[str], None]  # called with `PillItem.of` of the touched thing
PaintThing: TypeAlias = Callable[[Pen, float], None]  # hashable; draws round the pen's place, for this height


class PicturePill(Pill, frozen=True, kw_only=True):
    """A pill with a picture of its own instead of a colour's symbol."""

    thing: PaintThing


def paint_pills(
    p: Pen, found: Sequence[Pill], x: float, y: float, room: float, tall: float, h: float, spare: float = 0,
    says: OnTouch | None = None, key: str = "", fresh: Collection[str] = (), brief: bool = False,
) -> None:  # fmt: skip
    """Draw pills in a box, at most `h` high, or higher where words are large.

    The last lines end `spare` earlier, where something else lies. `says`: called on a touch (None: not touchable);
    `key` begins the keys of these hit areas. `fresh`: colours that just changed and get brackets. `brief`: leave out a
    colour's symbol where its things have signs of their own.
    """
    found = tuple(_leave_out_symbols(found) if brief else found)
    with p.at(x, y):
        h, laid = _fit_pills(p.look, p.scale, found, room, tall, h, spare)
        for pill, px, py, w in laid:
            spans = p.cached(_paint_pill, pill, px, py, h, w)
            for item, (start, end) in zip(pill.items, spans, strict=True):
                if says and not pill.ghost:
                    p.hit_area(start, py, end - start, h, f"{key} {item.of}", partial(says, item.of), rank=1)
            for thing in pill.things:
                p.thing(thing, px, py, w, h)
            if pill.ghost:
                p.rect(px + 1.5, py + 1.5, w - 3, h - 3, h * 0.26, None, "text", PREVIEW)
            if pill.colour in fresh:
                brackets(p, px - 3, py - 3, w + 6, h + 6)


def select_pills(
    p: Pen, found: Sequence[Pill], first: Sequence[str], least: float, room: float, tall: float, h: float
) -> list[Pill]:
    """Return brief pills that are at least `least` u high in a box: first equal signs are counted, then pills dropped.

    Pills of the `first` colours are dropped last, and those of the first two of them never.
    """
    if pill_height(p, found, room, tall, h) >= least:
        return [*found]
    found = [_count_signs(pill) for pill in found]
    if pill_height(p, found, room, tall, h) >= least:
        return found
    order = sorted(found, key=lambda pill: first.index(pill.colour) if pill.colour in first else len(first))
    kept: list[Pill] = []
    for pill in order:
        more = [each for each in found if each in kept or each is pill]
        if pill.colour in first[:2] or pill_height(p, more, room, tall, h) >= least:
            kept = more
    return kept


def legible_height(p: Pen) -> float:
    """Return the height in u from which the signs of pills can be read."""
    return SIGN_PX / SIGN_SCALE / p.scale


def pill_height(p: Pen, found: Sequence[Pill], room: float, tall: float, h: float) -> float:
    """Return the height of brief pills in a box, at most `h` unless words are large."""
    return _fit_pills(p.look, p.scale, tuple(_leave_out_symbols(found)), room, tall, h, 0)[0]


def _count_signs(pill: Pill) -> Pill:
    """Return a pill with each sign once, and how often it occurs."""
    times = Counter(pill.items)
    items = (
        msgspec.structs.replace(time, figure=str(n)) if n > 1 and not time.figure else time for time, n in times.items()
    )
    return msgspec.structs.replace(pill, items=tuple(items))


def _leave_out_symbols(found: Sequence[Pill]) -> list[Pill]:
    return [msgspec.structs.replace(each, bare=all(one.icon or one.atoms for one in each.items)) for each in found]


@memoize(512)
def _fit_pills(
    look: Look, scale: float, found: tuple[Pill, ...], room: float, tall: float, h: float, spare: float
) -> tuple[float, list[tuple[Pill, float, float, float]]]:
    """Return the height of pills, at most `h` unless words are large, and each pill with x, y and width."""
    p = Pen(*look)
    p.scale, usual, h = scale, h, h * p.grown
    while True:
        laid = _lay_lines(p, found, room, h, spare, tall - spare * 0.6)
        fits = all(
            px + w <= room - (spare if py + h > tall - spare * 0.6 else 0) + 0.5 and py + h <= tall
            for _, px, py, w in laid
        )
        if fits or h < MIN_HEIGHT:
            return h, laid
        h = usual if h * 0.95 < usual < h else h * 0.95


def diff_pills(now: Sequence[Pill], then: Sequence[Pill]) -> list[Pill]:
    """Return what the change from `now` to `then` adds to a seat's pills and takes from them."""
    before, after = ({(pill.colour, item.of): item for pill in pills for item in pill.items} for pills in (now, then))
    pills = {pill.colour: pill for pill in (*now, *then)}
    found = []
    for colour, pill in pills.items():
        each = {key: each for key, each in (before | after).items() if key[0] == colour}
        more = {key: _count_of(after.get(key)) - _count_of(before.get(key)) for key in each}
        items = tuple(
            msgspec.structs.replace(one, figure=format_signed(more[key])) for key, one in each.items() if more[key]
        )
        found += [msgspec.structs.replace(pill, items=items, ghost=True)] if items else []
    return found


def _count_of(item: PillItem | None) -> int:
    return int(item.figure or 1) if item else 0


def _lay_lines(
    p: Pen, found: Sequence[Pill], room: float, h: float, spare: float, spare_from: float
) -> list[tuple[Pill, float, float, float]]:
    """Lay pills in lines: pill, x, y, width. Lines below `spare_from` end `spare` earlier."""
    x, y, gap, laid = 0.0, 0.0, h * 0.14, []
    for pill in found:
        w = _pill_width(p.look, p.scale, pill, h)
        limit = room - (spare if y + h > spare_from else 0)
        if x and x + w > limit:
            x, y = 0.0, y + h + gap
        laid.append((pill, x, y, w))
        x += w + gap
    return laid


@memoize(2048)
def _pill_width(look: Look, scale: float, pill: Pill, h: float) -> float:
    p, size = Pen(*look), h * FIGURE_SCALE
    p.scale = scale
    return h * _head_width(pill) + sum(
        (h * 0.7 + 4 if item.icon else 0)
        + p.text_width(item.figure, size, bold=True)
        + _signs_width(item, h)
        + h * _gap_after(item)
        for item in pill.items
    )


def _head_width(pill: Pill) -> float:
    """Return the width of what is first in a pill, in pill heights."""
    return 1.0 if isinstance(pill, PicturePill) else 0.2 if pill.bare else 0.84


def _signs_width(item: PillItem, h: float) -> float:
    return wide(item.atoms) * h * SIGN_SCALE / 100


def _gap_after(item: PillItem) -> float:
    """Return the gap after an item, in pill heights."""
    return 0.24 if item.figure or not item.atoms else 0.1


def _paint_pill(p: Pen, pill: Pill, x: float, y: float, h: float, w: float) -> list[tuple[float, float]]:
    """Draw a pill. Return where each of its items begins and ends."""
    size, side, spans = h * FIGURE_SCALE, h * 0.7, []
    at = x + h * (_head_width(pill) - 0.06)
    if isinstance(pill, PicturePill):
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
            room = _signs_width(item, h)
            placed = lay_out_atoms([item.atoms], at + room / 2, y + h / 2, room + 1, h, h * SIGN_SCALE)
            faces.atoms(p, placed, Inks(tint))
            at += room
        at += p.text(at, y + h / 2, item.figure, size, "text", "start", bold=True) + h * _gap_after(item)
        spans.append((start, at))
    return spans
