"""Entering what lies on the table, to begin in the middle: pages of figures, then of things, and the way on.

A finger first says where to (a seat, the board, the discard pile), then touches what lies there, each in the place
where it always is; once more takes it away. The game lists what can be entered (app/shown/cardboard/position_entry.py).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import zip_longest
from math import ceil
from typing import Final, NamedTuple

import msgspec

from app.protocol import messages
from app.screen.control.controller import Controller
from app.screen.control.outbox import new_id
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.state.ring import MARGIN, Ring
from app.screen.state.scene import MenuEntry, Picture, PositionEntryGame, Scene
from app.screen.state.ui_state import PositionDraft
from app.screen.widgets.controls import COUNT_SIGNS, Tap, button, frame, stepper, switch
from app.screen.widgets.grid import fill_grid
from app.screen.widgets.panel import GAP, PAD, Frame, PanelContext, at_edge, closing, panel_context
from app.shown.cardboard.position_entry import (
    Amount,
    AnyPage,
    Boards,
    Enterable,
    EntryContext,
    EntryState,
    Figure,
    Figures,
    Position,
    SeatBoard,
    Selection,
    Spot,
    Things,
    Tick,
)

PANEL: Final = "position"
WIDE: Final = 900.0  # u; in a narrower one pages are turned one by one
TALL: Final = 1300.0  # u, how deep it has to be then
NEAR: Final = 8.0  # u, between two things
LEAST: Final = 16.0  # u, of a name
BADGE: Final = 30.0  # u, where a thing lies
SAID: Final = 210.0  # u, for the words of a figure
SHORT: Final = 3  # letters: the number of an age, for which a page needs no more than a finger
TURN: Final = ("left", "right")
TILE: Final = 2.15  # fingers high, a thing with its minus
ASKED: Final = 56.0  # u, of the question over the names
UNKNOWN: Final = "?"  # what nobody has said
LETTERS: Final = 2  # of a name: which things are on a page
Draw = Callable[[float, float], object]  # so wide and high, at the pen's place


@dataclass(frozen=True, slots=True)
class Leaf:
    """A page as it lies on the screen: perhaps with another one on it, perhaps with a part of its things only."""

    key: str
    label: str
    page: AnyPage


@dataclass(frozen=True, slots=True)
class EnteringPanel:
    """A panel of pages, the one that is open, and where what is touched next lies. `pictures`: of the things on it."""

    lying: PanelContext
    shown: Position
    leaves: tuple[Leaf, ...]
    leaf: Leaf
    to: str
    pictures: Mapping[tuple[str, bool], Picture] = field(default_factory=dict)

    @property
    def pages(self) -> tuple[tuple[str, str], ...]:
        """Every page by key, and what it is called."""
        return tuple((leaf.key, leaf.label) for leaf in self.leaves)

    @property
    def asks(self) -> Selection | None:
        """What is said last on this page, and each answer is the way on."""
        return self.leaf.page.asks if isinstance(self.leaf.page, Figures) else None

    @property
    def next(self) -> str:
        """The page to which the way on leads first, where something is to be said; empty if that is this one."""
        missing = next((leaf.key for leaf in self.leaves if leaf.page.key == self.shown.missing), "")
        return "" if missing == self.leaf.key else missing

    @property
    def places(self) -> tuple[tuple[str, tuple[str, ...]], ...]:
        """Where to, by key, in words from long to short."""
        page = self.leaf.page
        if self.asks is not None:
            return tuple((str(each.value), self._name(each.value) or (each.words,)) for each in self.asks.options)
        if isinstance(page, Figures) and page.one_seat:
            return tuple((str(seat), name) for seat, name in enumerate(self.shown.names, 1))
        if not isinstance(page, Things):
            return ()
        places: dict[str, tuple[str, ...]] = {}
        for spot in page.places:
            key, folded = spot.fold or (spot.key, "")
            if spot.key == self.to or key not in places:
                places[key] = spot.words if spot.key == self.to or not folded else (folded,)
        return tuple(places.items())

    @property
    def place(self) -> str:
        """Which of them is meant."""
        page = self.leaf.page
        if self.asks is not None:
            return str(self.asks.now or "")
        fold = page.place(self.to).fold if isinstance(page, Things) else None
        return fold[0] if fold else self.to

    def _name(self, seat: object) -> tuple[str, ...]:
        """Of one who sits there."""
        return self.shown.names[seat - 1] if isinstance(seat, int) and 0 < seat <= len(self.shown.names) else ()


class EnteringTouches(NamedTuple):
    """What touches outside of a page do."""

    turn: Callable[[str], None]
    choose: Callable[[str], None]
    go: Tap


def entries(scene: Scene) -> tuple[MenuEntry, ...]:
    """The way to the panel, in the menu of a game that people deal."""
    w, table = scene.model.words(), scene.model.table
    if table is None or table.mode != "track" or not isinstance(scene.game, PositionEntryGame):
        return ()
    label = w("Begin in the middle of a game") if scene.model.view is None else w("Continue from a new position")
    return (MenuEntry(label, PANEL, "hidden"),)


def position(scene: Scene, ring: Ring, _: int) -> Element[EnteringPanel] | None:
    """The panel; None while too few sit there to begin. What is entered is kept until it is played, or put away."""
    table, game = scene.model.table, scene.game
    if table is None or table.mode != "track" or not isinstance(game, PositionEntryGame):
        return None
    at = _at(scene)
    if scene.opened.entering is None and at.begins and len(at.held) < table.places[0]:
        return None
    entering = entering_of(scene)
    shown, lies = game.entered.shown(at, entering.laid), panel_context(scene, ring)
    leaves = _leaves(shown, lies)
    leaf = next((leaf for leaf in leaves if leaf.key == entering.page), leaves[0])
    form = EnteringPanel(lies, shown, leaves, leaf, entering.to, _pictures(scene, game, leaf.page))
    return Element(f"panel {scene.opened.panel}", form, paint_position)


def entering_of(scene: Scene) -> PositionDraft:
    """What has been entered; before anything is, what is known."""
    if scene.opened.entering is not None:
        return scene.opened.entering
    game, at = scene.game, _at(scene)
    assert isinstance(game, PositionEntryGame)
    laid = game.entered.known(at)
    page = game.entered.shown(at, laid).on("screen")[0]
    return PositionDraft(laid, page.key, page.places[0].key if isinstance(page, Things) else "1")


def _at(scene: Scene) -> EntryContext:
    """From where it is entered."""
    w, model = scene.model.words(), scene.model
    assert model.table is not None
    return EntryContext(w, model.table, tuple(model.people(w)), model.data, model.view)


def _leaves(shown: Position, lies: PanelContext) -> tuple[Leaf, ...]:
    """Every page; figures joined where they fit, things in as many parts as fingers need."""
    found: dict[str, Leaf] = {}
    for page in shown.on("screen"):
        for leaf in _leaf(page, lies):
            found[leaf.key] = leaf
        if isinstance(page, Figures) and page.joins is not None:
            other, called = page.joins
            first = found[other].page
            assert isinstance(first, Figures)
            both = msgspec.structs.replace(first, figures=(*first.figures, *page.figures))
            if fits(len(both.figures), lies):
                del found[page.key]
                found[other] = Leaf(other, called, both)
    return tuple(found.values())


def _leaf(page: AnyPage, lies: PanelContext) -> list[Leaf]:
    """A page, in parts if it has too many things."""
    parted = _parts(page.things, lies) if isinstance(page, Things) and not page.counted else []
    if not isinstance(page, Things) or (len(parted) < 2 and not page.leaf):
        return [Leaf(page.key, page.words[-1], page)]
    found = []
    for nth, part in enumerate(parted, 1):
        if page.leaf:
            first, last = (item.words[:LETTERS] for item in (part[0], part[-1]))
            key, label = f"{page.key} {nth}", page.leaf.format(first=first, last=last)
        else:
            key = page.key if nth == 1 else f"{page.key}.{nth}"
            label = page.words[-1] if nth == 1 else f"{page.words[-1]} {nth}"
        found.append(Leaf(key, label, msgspec.structs.replace(page, things=tuple(part))))
    return found


def _pictures(scene: Scene, game: PositionEntryGame, page: AnyPage) -> dict[tuple[str, bool], Picture]:
    """Of the things on a page, and of the signs of places where they lie."""
    model, found = scene.model, {}
    if isinstance(page, Things):
        signs = {spot.key: spot.sign for spot in page.places if spot.sign}
        for item in page.things:
            found[item.slug, False] = game.laid(model, item.slug, tuple(item.lies.values()), small=False)
            for there in (signs[key] for key in item.lies if key in signs):
                found[there, True] = game.laid(model, there, (1,), small=True)
    elif isinstance(page, Boards):
        for board in page.boards:
            built = tuple(nth for nth, stage in enumerate(board.stages, 1) if stage.on)
            if board.slug:
                found[board.slug, False] = game.laid(model, board.slug, built, small=False)
    return found


# ---- touches -------------------------------------------------------------------------------------------------


def _entered(control: Controller) -> tuple[PositionEntryGame, EntryContext, PositionDraft, Position]:
    """What has been entered by now, perhaps since it was painted."""
    scene = control.scene
    game, at, entering = scene.game, _at(scene), entering_of(scene)
    assert isinstance(game, PositionEntryGame)
    return game, at, entering, game.entered.shown(at, entering.laid)


def _change(control: Controller, laid: EntryState | None) -> Position | None:
    """With something else entered, and what that brings with it."""
    if laid is None:
        return None
    game, at, entering, _ = _entered(control)
    laid = game.entered.followed(at, entering.laid, laid)
    control.change(entering=replace(entering, laid=laid))
    return game.entered.shown(at, laid)


def _page(shown: Position, key: str) -> AnyPage:
    """The page of which a part is open."""
    return shown.page(key.replace(".", " ").split()[0])


def turn_to(control: Controller, key: str) -> None:
    """Another page, and what is most likely touched first on it."""
    _, _, entering, shown = _entered(control)
    page, to = _page(shown, key), entering.to
    if isinstance(page, Things):
        keys = [spot.key for spot in page.places]
        to = page.first or (to if to in keys else keys[0])
    elif isinstance(page, Figures) and page.one_seat and not to.isdecimal():
        to = "1"
    control.change(entering=replace(entering, page=key, to=to))


def _choose(control: Controller, key: str) -> None:
    """Where to; touched again, the next place of a fold. Of what is said last: that, and on."""
    _, _, entering, shown = _entered(control)
    page = _page(shown, entering.page)
    if isinstance(page, Figures) and page.asks is not None:
        value = next(each.value for each in page.asks.options if str(each.value) == key)
        _change(control, page.asks.said(entering.laid, value))
        _go(control)
        return
    fold = isinstance(page, Things) and any(spot.fold and spot.fold[0] == key for spot in page.places)
    to = shown.next_of_fold(page, entering.to, key) if isinstance(page, Things) and fold else key
    control.change(entering=replace(entering, to=to))


def _touch(control: Controller, slug: str, by: int = 0) -> None:
    """A thing lies where that was said, or once more there; if that is full now, the next lies in the next place."""
    _, _, entering, shown = _entered(control)
    page = _page(shown, entering.page)
    assert isinstance(page, Things)
    item, to = next(item for item in page.things if item.slug == slug), entering.to
    if by:
        _change(control, shown.counted(item, to, by))
        return
    now = _change(control, shown.touched(page, item, to))
    if now is None:
        return
    then = now.page(page.key)
    assert isinstance(then, Things)
    if now.full(then, then.place(to)) and not shown.full(page, page.place(to)):
        control.change(entering=replace(entering_of(control.scene), to=now.next_place(then, to)))


def _step(control: Controller, key: str, by: int) -> None:
    """A figure that is one higher or lower."""
    *_, shown = _entered(control)
    figure = next(figure for figure in shown.figures("screen") if figure.key == key)
    _change(control, shown.stepped(figure, by))


def _go(control: Controller) -> None:
    """Begin there, or break off the game that runs and go on from there; first say what is missing."""
    game, at, entering, shown = _entered(control)
    if shown.missing:
        turn_to(control, shown.missing)
        return
    text = msgspec.json.encode(game.entered.position(at, entering.laid)).decode()
    if at.begins:
        control.say(messages.Start(id=new_id(), position=text))
    else:
        control.say(messages.GoOnFrom(id=new_id(), position=text, sure=True))


# ---- the panel -----------------------------------------------------------------------------------------------


def paint_position(p: Pen, it: EnteringPanel, control: Controller) -> None:
    """Pages and the way out above, below them the page, where to, and the way on nearest the hand."""
    ways = EnteringTouches(partial(turn_to, control), partial(_choose, control), partial(_go, control))
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
            match it.leaf.page:
                case Figures():
                    _figures(p, it, it.leaf.page, control, wide, high)
                case Things():
                    _things(p, it, it.leaf.page, control, wide, high)
                case Boards():
                    _boards(p, it, it.leaf.page, control, wide, high, narrow)


def _room(lies: PanelContext) -> tuple[Frame, float, float, bool]:
    """Where the panel lies; how wide and high its page is in it, and whether that is narrow."""
    ring, t = lies.ring, lies.ring.touch
    at = _over(ring, lies.edge)
    if at.w < WIDE and at.h < TALL:  # nobody sits at that edge, and there is no room for it
        at = _over(ring, (lies.edge + 1) % 4)
    narrow = at.w < WIDE
    foot = GAP + (2 * t + NEAR if narrow else t)
    return at, at.w - 2 * PAD, at.h - 2 * PAD - t - GAP - foot, narrow


def _over(ring: Ring, edge: int) -> Frame:
    """All over the table: whoever enters what lies there looks at nothing else."""
    across, deep = (ring.width, ring.height) if edge % 2 == 0 else (ring.height, ring.width)
    return at_edge(ring, edge, across / ring.u - 2 * MARGIN, deep / ring.u - 2 * MARGIN)


def _parts(things: Sequence[Enterable], lies: PanelContext) -> list[Sequence[Enterable]]:
    """Things in as many pages as they need to be found by fingers, about as many on each."""
    _, wide, high, _ = _room(lies)
    across, down = (int((side + NEAR) // (lies.ring.touch + NEAR)) for side in (wide, high))
    pages = ceil(len(things) / max(1, across * down))
    each = ceil(len(things) / max(1, pages))
    return [things[first : first + each] for first in range(0, len(things), each or 1)]


def _stepped(p: Pen, it: EnteringPanel, ways: EnteringTouches, wide: float, t: float) -> None:
    """The page, with the ways to the one before and the one after."""
    _one_of(p, it.pages, it.leaf.key, "page", ways.turn, wide, t)


def _one_of(
    p: Pen, of: tuple[tuple[str, str], ...], now: str, key: str, tap: Callable[[str], None], wide: float, t: float
) -> None:
    """One of several, where there is no room for all: with the ways to the one before and the one after."""
    keys = [each for each, _ in of]
    here = keys.index(now) if now in keys else 0
    before, after = (partial(tap, keys[(here + by) % len(keys)]) for by in (-1, 1))
    stepper(p, 0, 0, wide, t, "", of[here][1], key, before, after, t, goes_round=True)


def _head(
    p: Pen, it: EnteringPanel, control: Controller, ways: EnteringTouches, wide: float, t: float, narrow: bool
) -> None:
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
        button(p, x, 0, each, t, label, f"page {page}", partial(ways.turn, page), on=page == it.leaf.key, size=26)
        x += each + NEAR


def _foot(
    p: Pen, it: EnteringPanel, control: Controller, ways: EnteringTouches, wide: float, t: float, narrow: bool
) -> None:
    """Where to; and to play from there."""
    if it.asks is not None:
        _ends(p, it, ways, wide, t, 2 if narrow else 1)
        return
    go = dict(it.pages)[it.next] if it.next else it.shown.go(it.lying.w)
    large, side = wide - t - NEAR if narrow else wide * 0.34, partial(it.lying.side, room=wide)
    if narrow:
        button(p, side(0, t), t + NEAR, t, t, "", "turn", partial(_turn_round, control, 1), "turn")
    x, y = wide - large, t + NEAR if narrow else 0.0
    sign = "right" if it.next else "tick"
    button(p, side(x, large), y, large, t, go, "go on from here", ways.go, sign, primary=True, size=30)
    room = wide if narrow else x - GAP
    with p.at(side(0, room), 0):
        _where(p, it, ways, room, t)


def _ends(p: Pen, it: EnteringPanel, ways: EnteringTouches, wide: float, t: float, rows: int) -> None:
    """Places of which each is a way on."""
    cells = fill_grid(len(it.places), ceil(len(it.places) / rows), wide, rows * (t + NEAR) - NEAR, NEAR)
    for nth, (spot, names) in enumerate(it.places):
        name = next((name for name in names if p.wide(name, LEAST, True) <= cells.w - 24), names[-1])
        with cells.at(p, nth):
            button(p, 0, 0, cells.w, t, name, f"to {spot}", partial(ways.choose, spot), on=spot == it.place, size=28)


def _where(p: Pen, it: EnteringPanel, ways: EnteringTouches, wide: float, t: float) -> None:
    """Where the next thing that is touched lies."""
    if not it.places:
        return
    if (wide + NEAR) / len(it.places) - NEAR < t:
        _one_of(p, tuple((spot, names[0]) for spot, names in it.places), it.place, "to", ways.choose, wide, t)
    else:
        _ends(p, it, ways, wide, t, 1)


def _turn_round(control: Controller, by: int) -> None:
    """Let the panel face another edge: the one across, or the next if it lies along a short one."""
    control.change(edge=(control.opened.edge + by) % 4)


# ---- what lies on a page -------------------------------------------------------------------------------------


def _figures(p: Pen, it: EnteringPanel, page: Figures, control: Controller, wide: float, high: float) -> None:
    """Figures; of one seat those of the one that was said. Below them what is said last."""
    there = [each for each in page.figures if not page.one_seat or str(each.seat) == it.to]
    asked = ASKED if page.question else 0.0
    figures(p, [_figure(p, it, control, each) for each in there], wide, high - asked, it.lying.ring.touch)
    if asked:
        p.text(wide / 2, high - asked / 2, page.question, 32, "text", bold=True, room=wide)


def _figure(p: Pen, it: EnteringPanel, control: Controller, figure: Figure) -> Draw:
    """A figure with one less and one more of it; no way beyond what it can be."""
    side = it.lying.ring.touch
    match figure:
        case Tick():
            flip = partial(_step, control, figure.key, 1)
            label, key, on = figure.words[0], figure.key, figure.on
            return lambda cw, ch: switch(p, 0, 0, cw, ch, label, on, key, flip, 30, figure.about)
        case Amount():
            value, signs, goes_round = (
                figure.shown or str(figure.guess if figure.now is None else figure.now),
                COUNT_SIGNS,
                False,
            )
        case Selection():
            value, signs, goes_round = figure.shown or UNKNOWN, TURN, figure.round
        case _:
            raise TypeError(figure)
    less, more = (
        partial(_step, control, figure.key, by) if it.shown.stepped(figure, by) is not None else None for by in (-1, 1)
    )
    words, key = figure.words, figure.key
    return lambda cw, ch: stepper(p, 0, 0, cw, ch, words, value, key, less, more, side, signs, goes_round=goes_round)


def _things(p: Pen, it: EnteringPanel, page: Things, control: Controller, wide: float, high: float) -> None:
    """Everything of a kind, with where it lies; what lies where it would be put is lit."""
    draw, fingers = (_several, TILE) if page.counted else (_one, 1.0)
    by_slug = {item.slug: item for item in page.things}
    paint = lambda slug, w, h: draw(p, it, page, by_slug[slug], control, w, h)  # noqa: E731  # of what is open
    things(p, it, tuple(by_slug), page.flat, wide, high, paint, fingers)


def _several(p: Pen, it: EnteringPanel, page: Things, item: Enterable, control: Controller, w: float, h: float) -> None:
    """A kind of thing in the place that was said."""
    n = item.lies.get(it.to, 0)
    less, more = (partial(_touch, control, item.slug, by) for by in (-1, 1))
    more_of_it = more if it.shown.counted(item, it.to, 1) is not None else None
    picture = partial(it.pictures[item.slug, False], p)
    tile(p, w, h, item.slug, item.words, n, picture, less, more_of_it, it.lying.ring.touch)


def _one(p: Pen, it: EnteringPanel, page: Things, item: Enterable, control: Controller, w: float, h: float) -> None:
    """A thing, and where it lies: the place that was said first, in wordings from long to short, or by a sign."""
    there = sorted((page.place(key) for key in item.lies), key=lambda spot: spot.key != it.to)
    sign = next((partial(it.pictures[spot.sign, True], p) for spot in there if spot.sign), None)
    tap = partial(_touch, control, item.slug) if it.shown.touched(page, item, it.to) is not None else None
    picture = partial(it.pictures[item.slug, False], p)
    badge = () if sign else _badge(there, item)
    thing(p, w, h, item.slug, item.words, badge, picture, tap, sign, lit=it.to in item.lies)


def _badge(there: Sequence[Spot], item: Enterable) -> tuple[str, ...]:
    """Where a thing lies, and in which way; none for one that nobody has."""
    ways = dict.fromkeys(way for spot in there if (way := spot.ways[item.lies[spot.key] - 1]))
    short = max((len(spot.words) for spot in there), default=0)
    wordings = zip_longest(*((*spot.words, *spot.words[-1:] * (short - len(spot.words))) for spot in there))
    return tuple(" · ".join((", ".join(each), *ways)) for each in wordings)


def _boards(
    p: Pen, it: EnteringPanel, page: Boards, control: Controller, wide: float, high: float, narrow: bool
) -> None:
    """Each seat's board with its stages; in two columns where there is room."""
    count, t = len(page.boards), it.lying.ring.touch
    columns = 2 if not narrow and count > 1 else 1
    rows = -(-count // columns)
    cw, ch = (wide + NEAR) / columns - NEAR, min((high + NEAR) / rows - NEAR, 4.4 * t)
    for nth, board in enumerate(page.boards):
        with p.at(nth % columns * (cw + NEAR), nth // columns * (ch + NEAR)):
            _board(p, it, board, control, cw, ch)


def _board(p: Pen, it: EnteringPanel, board: SeatBoard, control: Controller, w: float, h: float) -> None:
    """A seat's board: which it is, a picture of it where there is room, its stages to touch."""
    t, name, stages = it.lying.ring.touch, it.shown.names[board.seat - 1], board.stages
    called = board.called or UNKNOWN
    p.rect(0, 0, w, h, 18, "zone")
    high = min(h, t) if h < 2 * t + NEAR else t
    flat = h < 2 * t + NEAR  # all in one line
    long = w - len(stages) * (t * 0.86 + 4) - 4 if flat else w
    if board.which is not None:
        less, more = (partial(_step, control, board.which.key, by) for by in (-1, 1))
        stepper(p, 0, 0, long, high, name[0], called, board.which.key, less, more, t, goes_round=True)
    elif called in name[0]:
        p.text(long / 2, high / 2, name, 30, "text", bold=True, room=long - 16)
    else:
        p.text(long / 2, high * 0.3, name, 24, "soft", room=long - 16)
        p.text(long / 2, high * 0.68, called, 30, "text", bold=True, room=long - 16)
    if not stages:
        return
    if flat:
        step, x, y, size = t * 0.86 + 4, long, 0.0, high
    else:
        step, x, y, size = (w - 8) / len(stages), 8.0, h - t - 8, t
        room = y - high - 12
        if room > 0.7 * t:
            with p.at(w / 2, high + 6 + room / 2):
                it.pictures[board.slug, False](p, min(w * 0.6, room * 1.6), room)
    for stage in stages:
        tap = partial(_step, control, stage.key, 1)
        wide = step - 4 if flat else step - 8
        button(p, x, y, wide, size, stage.words[0], stage.key, tap, on=stage.on, size=30, each=True)
        x += step


# ---- what pages are made of ----------------------------------------------------------------------------------


def fits(count: int, lies: PanelContext) -> bool:
    """Whether so many figures have room on one page."""
    _, wide, high, _ = _room(lies)
    side = lies.ring.touch
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
    p: Pen, it: EnteringPanel, slugs: Sequence[str], across: float, wide: float, high: float,
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


def tile(
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
        button(p, 3, high + 3, side, side, "", f"less {slug}", less, COUNT_SIGNS[0], each=True, repeats=True)
        p.text((w + side) / 2, high + low / 2, str(n), min(52.0, low * 0.7), "candle", bold=True, room=w - side - 12)
