"""Entering what lies on the table, to begin in the middle: pages of figures, then of things, and the way on.

A finger first says where to (a seat, the board, the discard pile), then touches what lies there, each in the place
where it always is; once more takes it away. What has been entered is the game's, and what each page shows.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Final, NamedTuple

from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.outbox import new_id
from app.screen.ring import MARGIN, Ring
from app.screen.scene import Entry, Scene
from app.screen.widgets.controls import COUNT, Tap, button, frame, stepper
from app.screen.widgets.panel import GAP, PAD, Frame, Lying, at_edge, closing

PANEL: Final = "position"
WIDE: Final = 900.0  # u; in a narrower one pages are turned one by one
TALL: Final = 1300.0  # u, how deep it has to be then
NEAR: Final = 8.0  # u, between two things
LEAST: Final = 16.0  # u, of a name
BADGE: Final = 30.0  # u, where a thing lies
SAID: Final = 210.0  # u, for the words of a figure
SHORT: Final = 3  # letters: the number of an age, for which a page needs no more than a finger
TURN: Final = ("left", "right")
Draw = Callable[[float, float], object]  # so wide and high, at the pen's place


@dataclass(frozen=True, slots=True)
class Form:
    """A panel of pages. Pages and places by key, with what they are called, places from long to short.

    `to`: where what is touched next lies; `begins`: it is played from the lobby. `next`: the page on which something is
    to be said before that; the way on leads there first. `ends`: a touch on a place is the way on.
    """

    lying: Lying
    begins: bool
    pages: tuple[tuple[str, str], ...]
    page: str
    places: tuple[tuple[str, tuple[str, ...]], ...]
    to: str
    next: str = ""
    ends: bool = False


class Ways(NamedTuple):
    """What touches outside of a page do."""

    turn: Callable[[str], None]
    choose: Callable[[str], None]
    go: Tap


def entries(scene: Scene) -> tuple[Entry, ...]:
    """The way to the panel, in the menu of a game that people deal."""
    w, table = scene.model.words(), scene.model.table
    if table is None or table.mode != "track":
        return ()
    label = w("Begin in the middle of a game") if scene.model.view is None else w("Continue from a new position")
    return (Entry(label, PANEL, "hidden"),)


def begin(control: Controller, position: str) -> None:
    """Begin there, or break off the game that runs and go on from there."""
    assert control.model.table is not None
    if control.model.table.phase == "game":
        control.say(messages.GoOnFrom(id=new_id(), position=position, sure=True))
    else:
        control.say(messages.Start(id=new_id(), position=position))


def paint(p: Pen, it: Form, control: Controller, ways: Ways, page: Callable[[float, float, bool], None]) -> None:
    """Pages and the way out above, below them the page, where to, and the way on nearest the hand.

    `page` paints what is between, so wide and so high; one column of figures, if that is narrow.
    """
    ring, t = it.lying.ring, it.lying.ring.touch
    at, wide, high, narrow = _room(it.lying)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        top, low = PAD + t + GAP, PAD + t + GAP + high
        with p.at(PAD, PAD):
            _head(p, it, control, ways, wide, t, narrow)
        with p.at(PAD, low + GAP):
            _foot(p, it, control, ways, wide, t, narrow)
        with p.at(PAD, top):
            page(wide, high, narrow)


def _room(lying: Lying) -> tuple[Frame, float, float, bool]:
    """Where the panel lies; how wide and high its page is in it, and whether that is narrow."""
    ring, t = lying.ring, lying.ring.touch
    at = _over(ring, lying.edge)
    if at.w < WIDE and at.h < TALL:  # nobody sits at that edge, and there is no room for it
        at = _over(ring, (lying.edge + 1) % 4)
    narrow = at.w < WIDE
    foot = GAP + (2 * t + NEAR if narrow else t)
    return at, at.w - 2 * PAD, at.h - 2 * PAD - t - GAP - foot, narrow


def _over(ring: Ring, edge: int) -> Frame:
    """All over the table: whoever enters what lies there looks at nothing else."""
    across, deep = (ring.width, ring.height) if edge % 2 == 0 else (ring.height, ring.width)
    return at_edge(ring, edge, across / ring.u - 2 * MARGIN, deep / ring.u - 2 * MARGIN)


def parts(slugs: Sequence[str], lying: Lying) -> list[Sequence[str]]:
    """Things in as many pages as they need to be found by fingers, about as many on each."""
    _, wide, high, _ = _room(lying)
    across, down = (int((side + NEAR) // (lying.ring.touch + NEAR)) for side in (wide, high))
    pages = ceil(len(slugs) / max(1, across * down))
    each = ceil(len(slugs) / max(1, pages))
    return [slugs[first : first + each] for first in range(0, len(slugs), each or 1)]


def _stepped(p: Pen, it: Form, ways: Ways, wide: float, t: float) -> None:
    """The page, with the ways to the one before and the one after."""
    _one_of(p, it.pages, it.page, "page", ways.turn, wide, t)


def _one_of(
    p: Pen, of: tuple[tuple[str, str], ...], now: str, key: str, tap: Callable[[str], None], wide: float, t: float
) -> None:
    """One of several, where there is no room for all: with the ways to the one before and the one after."""
    keys = [each for each, _ in of]
    here = keys.index(now) if now in keys else 0
    before, after = (partial(tap, keys[(here + by) % len(keys)]) for by in (-1, 1))
    stepper(p, 0, 0, wide, t, "", of[here][1], key, before, after, t, goes_round=True)


def _head(p: Pen, it: Form, control: Controller, ways: Ways, wide: float, t: float, narrow: bool) -> None:
    """The pages, then the ways to turn the panel and to close it."""
    side = partial(it.lying.side, room=wide)
    button(p, side(wide - t, t), 0, t, t, "", "close", closing(control), "cross")
    if narrow:
        room = wide - t - GAP
        with p.at(side(0, room), 0):
            _stepped(p, it, ways, room, t)
        return
    room = wide - 2 * (t + NEAR)
    button(p, side(room + NEAR, t), 0, t, t, "", "turn", partial(_turn_round, control, 2), "turn")
    small = sum(len(label) <= SHORT for _, label in it.pages)
    x, long = side(0, room - GAP), (room - small * (t + NEAR) - GAP) / (len(it.pages) - small) - NEAR
    words = [word for _, label in it.pages if len(label) > SHORT for word in label.split()]
    if max(p.wide(word, LEAST) for word in words) > long - 24:
        with p.at(x, 0):
            _stepped(p, it, ways, room - GAP, t)
        return
    for page, label in it.pages:
        each = t if len(label) <= SHORT else long
        button(p, x, 0, each, t, label, f"page {page}", partial(ways.turn, page), on=page == it.page, size=26)
        x += each + NEAR


def _foot(p: Pen, it: Form, control: Controller, ways: Ways, wide: float, t: float, narrow: bool) -> None:
    """Where to; and to play from there."""
    if it.ends:
        _ends(p, it, ways, wide, t, 2 if narrow else 1)
        return
    w = it.lying.w
    go = w("Begin here") if it.begins else w("Continue from here")
    if _leads(it):
        go = dict(it.pages)[it.next]
    large, side = wide - t - NEAR if narrow else wide * 0.34, partial(it.lying.side, room=wide)
    if narrow:
        button(p, side(0, t), t + NEAR, t, t, "", "turn", partial(_turn_round, control, 1), "turn")
    x, y = wide - large, t + NEAR if narrow else 0.0
    sign = "right" if _leads(it) else "tick"
    button(p, side(x, large), y, large, t, go, "go on from here", _go(it, ways), sign, primary=True, size=30)
    room = wide if narrow else x - GAP
    with p.at(side(0, room), 0):
        _where(p, it, ways, room, t)


def _leads(it: Form) -> bool:
    """Whether the way on leads to another page first."""
    return it.next not in ("", it.page)


def _go(it: Form, ways: Ways) -> Tap:
    """The way on."""
    return partial(ways.turn, it.next) if _leads(it) else ways.go


def _ends(p: Pen, it: Form, ways: Ways, wide: float, t: float, rows: int) -> None:
    """Places of which each is a way on."""
    across = ceil(len(it.places) / rows)
    each = (wide + NEAR) / across - NEAR
    for nth, (spot, names) in enumerate(it.places):
        x, y = nth % across * (each + NEAR), nth // across * (t + NEAR)
        _place(p, it, ways, spot, names, (x, y, each, t))


def _place(
    p: Pen, it: Form, ways: Ways, spot: str, names: Sequence[str], box: tuple[float, float, float, float]
) -> None:
    name = next((name for name in names if p.wide(name, LEAST, True) <= box[2] - 24), names[-1])
    button(p, *box, name, f"to {spot}", partial(ways.choose, spot), on=spot == it.to, size=28)


def _where(p: Pen, it: Form, ways: Ways, wide: float, t: float) -> None:
    """Where the next thing that is touched lies."""
    if not it.places:
        return
    each = (wide + NEAR) / len(it.places) - NEAR
    if each < t:
        _one_of(p, tuple((spot, names[0]) for spot, names in it.places), it.to, "to", ways.choose, wide, t)
        return
    for nth, (spot, names) in enumerate(it.places):
        _place(p, it, ways, spot, names, (nth * (each + NEAR), 0, each, t))


def _turn_round(control: Controller, by: int) -> None:
    """Let the panel face another edge: the one across, or the next if it lies along a short one."""
    control.change(edge=(control.opened.edge + by) % 4)


# ---- what pages are made of ----------------------------------------------------------------------------------


def fits(count: int, lying: Lying) -> bool:
    """Whether so many figures have room on one page."""
    _, wide, high, _ = _room(lying)
    side = lying.ring.touch
    return _rows_fit(count, _columns(wide, side), high, side)


def _columns(wide: float, side: float) -> int:
    """In how many columns figures have room, at most."""
    return max(1, int((wide + GAP) // (2 * side + SAID + GAP)))


def _rows_fit(count: int, columns: int, high: float, side: float) -> bool:
    return ceil(count / columns) * (side + GAP) <= high + GAP


def figures(p: Pen, drawn: Sequence[Draw], wide: float, high: float, side: float) -> None:
    """Figures two by two, in more columns where that is too high, each in a box that is no higher than it needs to be.

    `side`: of what is touched in them.
    """
    most = _columns(wide, side)
    columns = next((n for n in range(min(2, most), most) if _rows_fit(len(drawn), n, high, side)), most)
    rows = ceil(len(drawn) / columns)
    cw, ch = (wide - (columns - 1) * GAP) / columns, min((high - (rows - 1) * GAP) / rows, 150.0)
    for nth, draw in enumerate(drawn):
        with p.at(nth % columns * (cw + GAP), nth // columns * (ch + GAP)):
            draw(cw, ch)


def things(
    p: Pen, it: Form, slugs: Sequence[str], across: float, wide: float, high: float,
    draw: Callable[[str, float, float], object], fingers: float = 1.0,
) -> None:  # fmt: skip
    """Everything of a kind, each in the place where it always is, at best `across` times as wide as high.

    `fingers`: how many of them have room on each, one above the other.
    """
    count = len(slugs)
    least = it.lying.ring.touch
    best = max(range(1, count + 1), key=lambda n: _side(count, n, wide, high, across, least, fingers))
    rows = ceil(count / best)
    cw, ch = (wide + NEAR) / best - NEAR, (high + NEAR) / rows - NEAR
    for nth, slug in enumerate(slugs):
        with p.at(nth % best * (cw + NEAR), nth // best * (ch + NEAR)):
            draw(slug, cw, ch)


def _side(
    count: int, columns: int, wide: float, high: float, across: float, least: float, fingers: float
) -> tuple[bool, float]:
    """How large so many things are at least, each `across` times as wide as high; first, if fingers find them."""
    w, h = (wide + NEAR) / columns - NEAR, (high + NEAR) / ceil(count / columns) - NEAR
    return min(w, h / fingers) >= least, min(w / across, h)


def thing(
    p: Pen, w: float, h: float, slug: str, name: str, badge: str | Sequence[str], picture: Draw, tap: Tap | None,
    sign: Draw | None = None, lit: bool = True,
) -> None:  # fmt: skip
    """A thing, and below it where it lies: in words (`badge`; of several the first that fits), or by a picture.

    `lit`: it lies where it would be put.
    """
    there = bool(badge or sign)
    lit = lit and there
    p.rect(0, 0, w, h, 14, "chosen" if lit else "zone", "candle" if lit else "line", 3 if lit else 1.5)
    low = BADGE * 2 if h > 140 else BADGE
    with p.at(w / 2, (h - low) / 2 + 2), p.dimmed(1 if there else 0.6):
        picture(w - 6, h - low - 6)
    size = min(24.0, 24 * (w - 8) / p.wide(name, 24))
    if size > LEAST and (low > BADGE or not there):  # else its picture says it
        p.text(w / 2, h - low + BADGE / 2, name, size, "text" if there else "soft", room=w - 4)
    if sign:
        high = max(low, 1.6 * BADGE)  # over the lower edge of the thing, so that it can be told
        with p.at(w / 2, h - high / 2 - 3):
            p.rect(3 - w / 2, -high / 2, w - 6, high, 10, "chosen")
            sign(min(w - 16, 1.4 * high), high - 6)
    elif badge:
        p.text(w / 2, h - BADGE / 2, badge, 26, "candle" if lit else "soft", bold=True, room=w - 8)
    p.hit_area(0, 0, w, h, f"lay {slug}", tap, press=lambda p: p.rect(0, 0, w, h, 14, "candle", opacity=0.28))


def counted(
    p: Pen, w: float, h: float, slug: str, name: str, n: int, picture: Draw, less: Tap, more: Tap | None, side: float
) -> None:
    """A thing of which there may be several: a touch on its picture is one more, a minus below it one fewer.

    `more`: None where there are no more of them.
    """
    p.rect(0, 0, w, h, 14, "chosen" if n else "zone", "candle" if n else "line", 3 if n else 1.5)
    low = side + 6 if n else BADGE
    high = h - low
    words = BADGE if high > 3.2 * BADGE else 0.0
    with p.at(w / 2, (high - words) / 2 + 2), p.dimmed(1 if n else 0.6):
        picture(w - 6, high - words - 8)
    size = min(26.0, 26 * (w - 8) / p.wide(name, 26))
    if size > LEAST and (words or not n):
        p.text(w / 2, high - words / 2 if words else h - BADGE / 2, name, size, "text" if n else "soft", room=w - 4)
    press = lambda p: p.rect(0, 0, w, high, 14, "candle", opacity=0.28)  # noqa: E731  # as `thing` does
    p.hit_area(0, 0, w, high if n else h, f"lay {slug}", more, press=press, each=True, repeats=True)
    if n:
        button(p, 3, high + 3, side, side, "", f"less {slug}", less, COUNT[0], each=True, repeats=True)
        p.text((w + side) / 2, high + low / 2, str(n), min(52.0, low * 0.7), "candle", bold=True, room=w - side - 12)
