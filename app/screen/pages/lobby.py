"""Before a game: the seats round the table, what is agreed, the start, and the way in for phones."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.protocol import messages
from app.screen.controller import Controller, new_id
from app.screen.draw import Pen
from app.screen.element import Element, Elements
from app.screen.history import open_history
from app.screen.pages import lobby_seat
from app.screen.pages.intents import set_game
from app.screen.pages.settings import deals
from app.screen.pages.way_in import WayIn, paint_way_in, way_in
from app.screen.ring import Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import button, stepper
from app.screen.widgets.panel import place
from app.text.languages import Words


def elements(scene: Scene, ring: Ring) -> Elements:
    """Everything of the lobby, from the lowest up."""
    table = scene.model.table
    assert table is not None
    found = scene.game.places(ring)
    found += [lobby_seat.seat(scene, ring, table, info) for info in table.seats]
    if not scene.opened.panel:
        found.append(_middle(scene, ring, table))
    return found


# ---- the middle ------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Agreed:
    """How many seats there are and may be, who goes first, and what is played, with a shorter line below it."""

    seats: int
    places: tuple[int, int]  # fewest and most seats
    asks_first: bool  # somebody goes first
    firsts: tuple[int | None, ...]  # who may; None: by lot
    first: int  # which of them is chosen
    first_name: str
    game: str
    says: str | tuple[str, str]  # about the game; two: from long to short


@dataclass(frozen=True, slots=True)
class Start:
    """Whether a game can begin: seats that are taken and needed, and those that have to say first what they are."""

    seats: int
    taken: int
    needed: int
    owing: tuple[int, ...]
    owing_name: str  # of the first of them
    laid_aside: int
    menu_sign: str


@dataclass(frozen=True, slots=True)
class Middle:
    """The middle of the lobby, facing an edge."""

    ring: Ring
    edge: int
    agreed: Agreed
    start: Start
    way_in: WayIn
    w: Words


def _middle(scene: Scene, ring: Ring, table: messages.TableView) -> Element[Middle]:
    w = scene.model.words()
    people = scene.model.people(w)
    view = Middle(
        ring, scene.opened.edge, _agreed(scene, table, w, people), _start(scene, table, people), way_in(scene), w
    )  # fmt: skip
    return Element("lobby", view, paint_middle)


def _agreed(scene: Scene, table: messages.TableView, w: Words, people: Sequence[str]) -> Agreed:
    firsts = (None, *(info.seat for info in table.seats if info.by != "free"))
    first = firsts.index(table.first) if table.first in firsts else 0
    seat = firsts[first]
    return Agreed(
        len(table.seats),
        table.places,
        table.first_seat,
        firsts,
        first,
        people[seat - 1] if seat else w("random"),
        scene.model.game_words.title(w) if len(table.games) > 1 else w("Variants"),
        _says(scene, table, w),
    )


def _says(scene: Scene, table: messages.TableView, w: Words) -> str | tuple[str, str]:
    """Who deals, if not the table; else the variants that are on: all, and the first with how many more."""
    if table.mode != "play":
        return deals(w, table.mode)
    if not scene.game.by_touch:
        return w("on phones and by bots")
    names = [scene.game.variant(scene.model, w, slug)[0] for slug in table.variant]
    if not names:
        return ""
    more = len(names) - 1
    short = w.ngettext("{name} and {n} more", "{name} and {n} more", more, name=names[0]) if more else names[0]
    return ", ".join(names), short


def _start(scene: Scene, table: messages.TableView, people: Sequence[str]) -> Start:
    taken = sum(info.by != "free" for info in table.seats)
    owing = table.owing if taken >= table.places[0] else ()
    name = people[owing[0] - 1] if owing else ""
    return Start(len(table.seats), taken, table.places[0], owing, name, len(table.laid_aside), scene.model.menu_sign)


def paint_middle(p: Pen, it: Middle, control: Controller) -> None:
    """Three blocks: side by side, two over one, or one over the other."""
    gap, t = 24.0, it.ring.touch
    at = place(it.ring, it.edge, 1320, 1700)
    with p.at(at.x, at.y, at.angle, it.ring.u):
        if at.w >= 1100:
            each = (at.w - 2 * gap) / 3
            boxes = [(0.0, 0.0, each, at.h), (each + gap, 0.0, each, at.h), (2 * (each + gap), 0.0, each, at.h)]
        elif at.w >= 640 and t <= 115:
            half, high = (at.w - gap) / 2, 3 * t + 60
            boxes = [(0, 0, half, high), (half + gap, 0, half, high), (0, high + gap, at.w, at.h - high - gap)]
        else:
            high = 3 * t + 40
            boxes = [
                (0, 0, at.w, high),
                (0, high + gap, at.w, high),
                (0, 2 * (high + gap), at.w, at.h - 2 * (high + gap)),
            ]
        (x, y, w, h), (sx, sy, sw, sh), (cx, cy, cw, ch) = boxes
        with p.at(x, y):
            _paint_agreed(p, it.agreed, control, it.w, t, w, min(h, 520))
        with p.at(sx, sy):
            _paint_start(p, it, control, sw, min(sh, 520))
        with p.at(cx, cy):
            p.rect(0, 0, cw, ch, 22, "zone")
            paint_way_in(p, it.way_in, cw, ch)


def _paint_agreed(p: Pen, it: Agreed, control: Controller, w: Words, t: float, wide: float, h: float) -> None:
    gap = min(24.0, (h - 3 * t) / 2)
    y = max(0.0, (h - 3 * t - 2 * gap) / 2)
    fewest, most = it.places
    fewer = partial(_count, control, it.seats - 1) if it.seats > fewest else None
    more = partial(_count, control, it.seats + 1) if it.seats < most else None
    stepper(p, 0, y, wide, t, w("Seats"), str(it.seats), "seats", fewer, more, t)
    y += t + gap
    if it.asks_first:
        before, after = _begins(it, control, -1), _begins(it, control, 1)
        stepper(p, 0, y, wide, t, w("Goes first"), it.first_name, "first", before, after, t)
        y += t + gap
    button(p, 0, y, wide, t, it.game, "game", partial(control.open, "game"), size=30, below=it.says)


def _count(control: Controller, seats: int) -> None:
    control.say(messages.SetSeats(id=new_id(), count=seats))


def _begins(it: Agreed, control: Controller, by: int) -> Callable[[], None] | None:
    """Let another seat go first, if there is one."""
    if len(it.firsts) == 1:
        return None
    return partial(set_game, control, first=it.firsts[(it.first + by) % len(it.firsts)])


def _paint_start(p: Pen, it: Middle, control: Controller, wide: float, h: float) -> None:
    w, t, start = it.w, it.ring.touch, it.start
    gap = min(24.0, (h - 3 * t) / 2)
    big = min(t * 1.4, h - 2 * (t + gap))
    y = max(0.0, (h - big - 2 * (t + gap)) / 2)
    _begin(p, it, control, y, wide, big)
    y += big + gap
    half = (wide - 12) / 2
    settings = partial(control.open, "settings")
    button(p, 0, y, half, t, w("Turn to me"), "turn", control.turn, "turn", size=24)
    button(p, half + 12, y, half, t, w("Settings"), "settings", settings, start.menu_sign, size=24)
    y += t + gap
    left = 0.0
    if start.laid_aside:
        third = min(wide * 0.5, wide - 2 * t - 36)
        label = w.ngettext("{n} game kept for later", "{n} games kept for later", start.laid_aside)
        button(p, 0, y, third, t, label, "laid", partial(control.open, "laid"), "card", size=24)
        left = third + 12
    rest = (wide - left - 12) / 2
    button(p, left, y, rest, t, w("History"), "history", partial(open_history, control), "crown", size=24)
    button(p, left + rest + 12, y, rest, t, w("About"), "about", partial(control.open, "about"), size=24)


def _begin(p: Pen, it: Middle, control: Controller, y: float, wide: float, high: float) -> None:
    """The button that begins a game, or says what that lacks."""
    w, start = it.w, it.start
    tap: Callable[[], None] | None = None
    below, ready = "", False
    if start.taken < start.needed:
        lacks = start.needed - start.taken
        label = w.ngettext("{n} more seat is needed", "{n} more seats are needed", lacks)
    elif start.owing:
        label = w("{name}: which wonder?", name=start.owing_name)
        below = w.ngettext("{n} seat has no wonder yet", "{n} seats have no wonder yet", len(start.owing))
        first = start.owing[0]
        tap = partial(control.open, f"wonder {first}", it.ring.zones[first - 1].edge)
    else:
        ready, tap = True, partial(_say_start, control)
        label = w.ngettext("Start with {n}", "Start with {n}", start.taken)
        below = w("empty seats are left out") if start.taken < start.seats else ""
    button(p, 0, y, wide, high, label, "start", tap, primary=ready, off=tap is None, size=40, below=below)


def _say_start(control: Controller) -> None:
    control.say(messages.Start(id=new_id()))
