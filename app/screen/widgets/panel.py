"""A panel on the middle: a title, things in a grid that turns its pages, and a foot nearest the player's hand."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.ring import Rect, Ring
from app.screen.scene import Scene
from app.screen.widgets.controls import button, frame
from app.text.languages import Words

GAP = 12  # u
PAD = 12.0  # u, between a panel's edge and what lies in it
COUNT = 92.0  # u, for the number of a page
PLATE = 276.0  # u, from the middle to what lies beside its plate
Draw = Callable[[Pen, float, float], object]  # in a box from the pen's place, so wide and high


@dataclass(slots=True)
class Cell:
    """One thing in a panel. `wide`: it takes a whole line; `weight`: its share of the foot.

    `on`: draws it where it begins a page, if what it belongs to began on a page before.
    """

    draw: Draw
    wide: bool = False
    weight: float = 1.0
    on: Draw | None = None


@dataclass(frozen=True, slots=True)
class Frame:
    """Where a panel lies: its corner far from the player and to the left, its turn, and its size in u."""

    x: float
    y: float
    angle: float
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Lying:
    """How a panel lies: the edge that it faces, its page that is open, what it asks once, whose words.

    `seat`: at whose own edge, with pages of its own; 0: on the middle. `left`: its main button lies at the left hand.
    """

    ring: Ring
    edge: int
    page: int
    sure: str
    w: Words
    seat: int = 0
    left: bool = False


def lying(scene: Scene, ring: Ring, seat: int = 0) -> Lying:
    """The panel that people have opened, in a seat's words; 0: in the table's."""
    return Lying(ring, scene.opened.edge, scene.opened.page, scene.opened.sure, scene.model.words(seat))


def at_seat(scene: Scene, ring: Ring, seat: int) -> Lying:
    """What one seat alone reads and turns, at its own edge and in its own words."""
    page = scene.opened.pages.get(seat, 0)
    left = scene.model.info(seat).left
    return Lying(ring, ring.zones[seat - 1].edge, page, "", scene.model.words(seat), seat, left)


def place(ring: Ring, edge: int, most_w: float = 1300, most_h: float = 1100) -> Frame:
    """The middle as somebody at an edge sees it: no larger than asked for, its near side at their hand."""
    u, inner = ring.u, ring.inner
    rect = Rect(inner.x - 6 * u, inner.y - 6 * u, inner.w + 12 * u, inner.h + 12 * u)
    across, deep = (rect.w, rect.h) if edge % 2 == 0 else (rect.h, rect.w)
    w, h = min(across / u, most_w), min(deep / u, most_h)
    cx, cy = rect.centre
    near = (deep / u - h) / 2 * u  # the panel's centre lies this much nearer to the hand
    dx, dy = ((0.0, near), (-near, 0.0), (0.0, -near), (near, 0.0))[edge]
    half_w, half_h = w * u / 2, h * u / 2
    corner = ((-half_w, -half_h), (half_h, -half_w), (half_w, half_h), (-half_h, half_w))[edge]
    return Frame(cx + dx + corner[0], cy + dy + corner[1], edge * 90.0, w, h)


def beside_the_plate(ring: Ring, edge: int) -> Frame:
    """That part of the middle where what is discarded and the buttons lie, as somebody at an edge sees it."""
    u, inner = ring.u, ring.inner
    x, y = inner.centre
    if ring.upright:
        w, h = min(inner.w / u - 8, 690.0), inner.h / u / 2 - PLATE - 4
        y += (PLATE + h / 2) * u
    else:
        w, h = min(inner.w / u / 2 - PLATE - 4, 420.0), min(inner.h / u - 8, 460.0)
        x += (PLATE + w / 2) * u
    half_w, half_h = w * u / 2, h * u / 2
    dx, dy = ((-half_w, -half_h), (half_w, -half_h), (half_w, half_h), (-half_w, half_h))[edge]
    return Frame(x + dx, y + dy, edge * 90.0, *((w, h) if edge % 2 == 0 else (h, w)))


def panel(
    p: Pen,
    control: Controller,
    lying: Lying,
    at: Frame,
    title: str,
    cells: Sequence[Cell],
    foot: Sequence[Cell] = (),
    cell: tuple[float, float] = (400, 0),
    close: Callable[[], None] | None = None,
    turn: bool = True,
    head: Draw | None = None,
    head_h: float = 0,
    flat: bool = False,
) -> None:
    """Paint it. `cell`: the least width of a column and height of a line; `head` draws beside the title, `head_h` high.

    `flat`: the things in it are only read, so lines may be lower than a finger.
    """
    ring, t = lying.ring, lying.ring.touch
    th = t if close or turn else (head_h or t) if head else 56.0
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        inside = at.w - 2 * PAD
        right = at.w - PAD
        if close:
            button(p, right - t, PAD, t, t, "", "close", close, "cross")
            right -= t + GAP
        if turn:
            button(p, right - t, PAD, t, t, "", "turn", control.turn, "turn")
            right -= t + GAP
        beside = head is not None and right - PAD > 760
        room = (right - PAD) * (0.42 if beside else 1) - 8
        p.prose(PAD + 8, PAD, title, 36, room, th, "text", bold=True, middle=True)
        top = PAD + th + GAP
        if head:
            if beside:
                with p.at(PAD + room + 16, PAD):
                    head(p, right - PAD - room - 24, th)
            else:
                with p.at(PAD, top):
                    head(p, inside, head_h or t)
                top += (head_h or t) + GAP
        bottom = at.h - PAD - (t + GAP if foot else 0)
        line_h = cell[1] if flat else max(cell[1], t)
        columns = max(1, int((inside + GAP) / (cell[0] + GAP)))
        lines = max(1, int((bottom - top + GAP) / (line_h + GAP)))
        pages = _pages(cells, columns, lines)
        if len(pages) > 1 and not foot:
            bottom -= t + GAP
            lines = max(1, int((bottom - top + GAP) / (line_h + GAP)))
            pages = _pages(cells, columns, lines)
        page = min(lying.page, len(pages) - 1)
        shown = pages[page] if pages else []
        if len(pages) == 1 and shown:
            columns = min(columns, -(-len(cells) // lines))  # evenly, as in 2 by 2
            shown = _pages(cells, columns, lines)[0]
            lines = len(shown)
        line_h = min(max(line_h, (bottom - top + GAP) / lines - GAP), line_h * 1.35)
        width = (inside - (columns - 1) * GAP) / columns
        for nth, line in enumerate(shown):
            for k, each in enumerate(line):
                with p.at(PAD + k * (width + GAP), top + nth * (line_h + GAP)):
                    draw = each.on if page and not nth and not k and each.on else each.draw
                    draw(p, inside if each.wide else width, line_h)
        leaf = partial(control.leaf, seat=lying.seat)
        _foot(p, leaf, PAD, at.h - PAD - t, inside, t, list(foot), page, len(pages))


def _foot(
    p: Pen,
    leaf: Callable[[int], None],
    x: float,
    y: float,
    w: float,
    t: float,
    foot: list[Cell],
    page: int,
    pages: int,
) -> None:
    """The things below, after the buttons that turn the pages, if there are several; `leaf` turns so many."""
    if pages > 1:
        used = turners(p, leaf, x, y, t, page, pages) + GAP
        x, w = x + used, w - used
    total = sum(each.weight for each in foot)
    spare = w - (len(foot) - 1) * GAP - len(foot) * t  # beyond a finger's width each
    for each in foot:
        share = t + spare * each.weight / total
        with p.at(x, y):
            each.draw(p, share, t)
        x += share + GAP


def turners(p: Pen, leaf: Callable[[int], None], x: float, y: float, t: float, page: int, pages: int) -> float:
    """The buttons that turn pages, `t` high, with the number between them; how wide they are together."""
    before = partial(leaf, -1) if page else None
    after = partial(leaf, 1) if page < pages - 1 else None
    button(p, x, y, t, t, "", "earlier", before, "left", off=before is None, each=True)
    p.text(x + t + COUNT / 2, y + t / 2, f"{page + 1}/{pages}", 28, "soft", room=COUNT - 12)
    button(p, x + t + COUNT, y, t, t, "", "later", after, "right", off=after is None, each=True)
    return 2 * t + COUNT


def _pages(cells: Sequence[Cell], columns: int, lines: int) -> list[list[list[Cell]]]:
    rows: list[list[Cell]] = []
    for each in cells:
        if not rows or each.wide or rows[-1][0].wide or len(rows[-1]) == columns:
            rows.append([each])
        else:
            rows[-1].append(each)
    return [rows[i : i + lines] for i in range(0, len(rows), lines)]


# ---- what many panels have in them -----------------------------------------------------------------------


def cell(
    label: str,
    key: str,
    tap: Callable[[], None] | None,
    picture: str = "",
    weight: float = 1.0,
    primary: bool = False,
    on: bool = False,
    size: float = 28,
) -> Cell:
    """A button that fills its cell."""
    return Cell(
        lambda p, w, h: button(p, 0, 0, w, h, label, key, tap, picture, primary, on, tap is None, size), weight=weight
    )


def closing(control: Controller) -> Callable[[], None]:
    """What the cross of a panel does."""
    return lambda: control.open("")


def prose(text: str, size: float = 28, ink: str = "soft") -> Cell:
    """Sentences that take a whole line."""
    return Cell(lambda p, w, h: p.prose(8, 0, text, size, w - 16, h, ink, middle=True), wide=True)


def asked_once(
    p: Pen, control: Controller, lying: Lying, question: str, yes: str, then: Callable[[], None], picture: str = ""
) -> None:
    """Paint a question that is asked once, before something is thrown away."""

    def go() -> None:
        control.open("")
        then()

    w, at = lying.w, place(lying.ring, lying.edge, 900, 440)
    foot = [cell(yes, "yes", go, picture, 1.4), cell(w("No"), "no", lambda: control.ask_sure(""), "", 1)]
    panel(p, control, lying, at, w("Are you sure?"), [prose(question, 32, "text")], foot, close=closing(control))
