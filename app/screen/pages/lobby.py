"""Before a game: all that is agreed on one page, and at each edge what concerns the seat there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from app.protocol import messages
from app.screen.codes import matrix_of
from app.screen.controller import Controller
from app.screen.draw import LEGIBLE, PITCH, Pen
from app.screen.element import Element, Elements
from app.screen.outbox import new_id
from app.screen.pages import lobby_seat
from app.screen.pages.intents import set_game
from app.screen.pages.lobby_layout import FOOT, GAP, HIGH, VARIANTS, Box, Sheet, sheet
from app.screen.pages.way_in import WayIn, paint_way_in, way_in
from app.screen.ring import Ring
from app.screen.scene import Scene, Teaches
from app.screen.widgets.controls import Tap, button, stepper, switch
from app.text.languages import Words
from app.text.table import deals


def elements(scene: Scene, ring: Ring) -> Elements:
    """Everything of the lobby, from the lowest up."""
    table = scene.model.table
    assert table is not None
    on = sheet(ring, scene.opened.edge)
    found: Elements = lobby_seat.edges(scene, ring, on.bare)
    if not scene.opened.panel:
        found.append(_agreed(scene, table, on))
        found.append(_way_in(scene, table, on))
        found += [lobby_seat.line(scene, on, table, seat) for seat in range(1, table.places[1] + 1)]
        found.append(_start(scene, table, on))
    return found


# ---- what is agreed ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Variant:
    """What may be added to the game. `after`: all that is added once it is touched; None: it cannot be touched."""

    slug: str
    name: str
    says: str
    on: bool
    after: tuple[str, ...] | None


@dataclass(frozen=True, slots=True)
class Agreed:
    """Which game, who deals, what is added to it, how many seats there are, and who goes first.

    `games`: slug, name, and whether somebody must stand up for it.
    """

    sheet: Sheet
    game: str
    games: tuple[tuple[str, str, bool], ...]
    mode: messages.Mode
    modes: tuple[messages.Mode, ...]
    variants: tuple[Variant, ...]
    seats: int
    places: tuple[int, int]  # fewest and most seats
    asks_first: bool  # somebody goes first
    firsts: tuple[int | None, ...]  # who may; None: by lot
    first: int  # which of them is chosen
    first_name: str
    w: Words


def _agreed(scene: Scene, table: messages.TableView, on: Sheet) -> Element[Agreed]:
    w = scene.model.words()
    firsts = (None, *(info.seat for info in table.seats if info.by != "free"))
    first = firsts.index(table.first) if table.first in firsts else 0
    seat = firsts[first]
    view = Agreed(
        on,
        table.game,
        tuple((slug, scene.games.named(slug).words.title(w), _leaves(scene, table, slug)) for slug in table.games),
        table.mode,
        table.modes,
        tuple(_variant(scene, table, w, slug) for slug in table.variants),
        len(table.seats),
        table.places,
        table.first_seat,
        firsts,
        first,
        scene.model.people(w)[seat - 1] if seat else w("random"),
        w,
    )
    return Element("lobby", view, paint_agreed)


def _leaves(scene: Scene, table: messages.TableView, game: str) -> bool:
    """Whether somebody has to stand up for that game: it has too few places, or the screen does not draw it."""
    people = sum(info.by in ("touch", "phone") for info in table.seats)
    return people > table.most.get(game, people) or (
        not scene.games.named(game).by_touch
        and table.mode != "tally"
        and any(info.by == "touch" for info in table.seats)
    )


def _variant(scene: Scene, table: messages.TableView, w: Words, slug: str) -> Variant:
    """What needs it goes with it when it is turned off; it cannot be turned on while it lacks another."""
    needs, added = table.variants, table.variant
    name, says = scene.game.variant(scene.model, w, slug)
    on = slug in added
    after: tuple[str, ...] | None = None
    if on:
        after = tuple(other for other in added if other != slug and slug not in needs[other])
    elif set(needs[slug]) <= set(added):
        after = (*added, slug)
    return Variant(slug, name, says, on, after)


def paint_agreed(p: Pen, it: Agreed, control: Controller) -> None:
    w = it.w
    with it.sheet.on(p):
        for nth, (game, name, leaves) in enumerate(it.games):
            go = partial(control.open, f"leave {nth}") if leaves else partial(set_game, control, game=game)
            _choice(p, it.sheet.games(), nth, len(it.games), name, f"game {game}", go, game == it.game)
        for nth, mode in enumerate(it.modes):
            put = partial(set_game, control, mode=mode)
            _choice(p, it.sheet.modes(), nth, len(it.modes), deals(w, mode), f"mode {mode}", put, mode == it.mode)
        for nth, each in enumerate(it.variants[:VARIANTS]):
            _switch(p, it.sheet.variant(nth), each, control)
        fewest, most = it.places
        fewer = partial(_count, control, it.seats - 1) if it.seats > fewest else None
        more = partial(_count, control, it.seats + 1) if it.seats < most else None
        stepper(p, *it.sheet.seats(), w("Seats"), str(it.seats), "seats", fewer, more, HIGH, ("minus", "plus"))
        if it.asks_first:
            before, after = _begins(it, control, -1), _begins(it, control, 1)
            stepper(p, *it.sheet.first(), w("Goes first"), it.first_name, "first", before, after, HIGH, goes_round=True)


def _choice(p: Pen, box: Box, nth: int, among: int, label: str, key: str, tap: Tap, on: bool) -> None:
    """One of several that lie side by side; alone there is nothing to choose."""
    each = (box.w - (among - 1) * GAP) / among
    button(p, box.x + nth * (each + GAP), box.y, each, box.h, label, key, tap if among > 1 else None, on=on, size=30)


def _switch(p: Pen, box: Box, it: Variant, control: Controller) -> None:
    """With what it changes, where that can be read in what room there is."""
    tap = None if it.after is None else partial(set_game, control, variant=it.after)
    rows, size = p.lines(it.says, p.legible(24), False, box.w - 122, int(box.h * 0.58 / (LEGIBLE / p.scale * PITCH)))
    says = it.says if rows and size * p.scale >= LEGIBLE - 0.01 else ""
    switch(p, *box, it.name, it.on, f"variant {it.slug}", tap, p.legible(28), says)


def _count(control: Controller, seats: int) -> None:
    control.say(messages.SetSeats(id=new_id(), count=seats))


def _begins(it: Agreed, control: Controller, by: int) -> Callable[[], None] | None:
    """Let another seat go first, if there is one."""
    if len(it.firsts) == 1:
        return None
    return partial(set_game, control, first=it.firsts[(it.first + by) % len(it.firsts)])


# ---- the way in for phones ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class WayToSeat:
    """The code of one seat, that somebody has asked for. `held`: it is somebody's, who hands it over."""

    seat: int
    url: str
    held: bool
    name: str
    w: Words


@dataclass(frozen=True, slots=True)
class Said:
    """A sentence to a seat; 0: to nobody in particular. `refused`: it says why a touch meant nothing."""

    seat: int
    text: str
    refused: bool


@dataclass(frozen=True, slots=True)
class Ways:
    """The way in to the table, or instead to a seat, or what has just been said."""

    sheet: Sheet
    way: WayIn | WayToSeat | Said


def _way_in(scene: Scene, table: messages.TableView, on: Sheet) -> Element[Ways]:
    if scene.notices:
        seat, notice = max(scene.notices.items(), key=lambda said: said[1].until)
        return Element("lobby code", Ways(on, Said(seat, notice.text, notice.refused)), paint_ways)
    codes, w = scene.model.codes, scene.model.words()
    asked = next((seat for seat, code in codes.items() if seat and code.hand_over), scene.opened.code)
    way: WayIn | WayToSeat = way_in(scene)
    if asked in codes and 0 < asked <= len(table.seats):
        way = WayToSeat(asked, codes[asked].url, codes[asked].hand_over, scene.model.name(asked, w), w)
    return Element("lobby code", Ways(on, way), paint_ways)


def paint_ways(p: Pen, it: Ways, control: Controller) -> None:
    x, y, w, h = it.sheet.code()
    with it.sheet.on(p), p.at(x, y):
        p.rect(0, 0, w, h, 22, "zone")
        if isinstance(it.way, WayIn):
            paint_way_in(p, it.way, w, h)
            return
        if isinstance(it.way, Said):
            p.rect(0, 0, w, h, 22, "raised", "red" if it.way.refused else "line", 3)
            p.prose(18, 8, it.way.text, p.legible(28), w - 36, h - 16, "text", middle=True)
            p.hit_area(0, 0, w, h, f"notice {it.way.seat}", partial(control.hush, it.way.seat))
            return
        way, side = it.way, min(h - 20, w / 2)
        p.code(10, (h - side) / 2, side, matrix_of(way.url))
        left = side + 22
        says = way.w("{name}: scan to sit here", name=way.name)
        p.prose(left, 8, says, p.legible(26), w - left - 10, h - HIGH - 20, "text", middle=True)
        away = partial(lobby_seat.keep, control, way.seat, way.held)
        button(p, left, h - HIGH - 8, w - left - 8, HIGH, way.w("Cancel"), "code away", away, "cross", size=26)


# ---- the start, and the way to all else ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Start:
    """Whether a game can begin: seats that are taken and needed, and those that have to say first what they are.

    `game`: what begins, from long to short.
    """

    sheet: Sheet
    game: tuple[str, ...]
    seats: int
    taken: int
    needed: int
    owing: tuple[int, ...]
    owing_name: str  # of the first of them
    laid_aside: int
    menu_sign: str
    teaches: bool
    w: Words


def _start(scene: Scene, table: messages.TableView, on: Sheet) -> Element[Start]:
    w = scene.model.words()
    taken = sum(info.by != "free" for info in table.seats)
    owing = table.owing if taken >= table.places[0] else ()
    name = scene.model.people(w)[owing[0] - 1] if owing else ""
    view = Start(
        on,
        _says(scene, table, w),
        len(table.seats),
        taken,
        table.places[0],
        owing,
        name,
        len(table.laid_aside),
        scene.model.menu_sign,
        isinstance(scene.game, Teaches),
        w,
    )
    return Element("lobby start", view, paint_start)


def _says(scene: Scene, table: messages.TableView, w: Words) -> tuple[str, ...]:
    """The game with all that is added to it; as many words as there is room for."""
    title = scene.model.game_words.title(w)
    if not scene.game.by_touch and table.mode == "play":
        return f"{title}, {w('on phones and by bots')}", w("on phones and by bots")
    names = [scene.game.variant(scene.model, w, slug)[0] for slug in table.variant]
    if not names:
        return (title,)
    more: Sequence[str] = names[1:]
    short = w.ngettext("{name} and {n} more", "{name} and {n} more", len(more), name=names[0]) if more else names[0]
    return f"{title}: {', '.join(names)}", ", ".join(names), short


def paint_start(p: Pen, it: Start, control: Controller) -> None:
    w = it.w
    with it.sheet.on(p):
        _begin(p, it, control, it.sheet.start())
        laid = w.ngettext("{n} game kept for later", "{n} games kept for later", it.laid_aside)
        foot = [
            (w("House rules and more"), "more", partial(control.open, "more"), ""),
            (w("How to play"), "how", partial(control.open, "how") if it.teaches else None, "question"),
            (w("Settings"), "settings", partial(control.open, "settings"), it.menu_sign),
            (w("Turn to me"), "turn", control.turn, "turn"),
            *([(laid, "laid", partial(control.open, "laid"), "")] if it.laid_aside else []),
        ]
        assert len(foot) <= FOOT
        for nth, (label, key, tap, picture) in enumerate(foot):
            button(p, *it.sheet.foot(nth), label, key, tap, picture, off=tap is None, size=26)


def _begin(p: Pen, it: Start, control: Controller, box: Box) -> None:
    """The button that begins a game, or says what that lacks."""
    w = it.w
    tap: Callable[[], None] | None = None
    below, ready = it.game, False
    if it.taken < it.needed:
        label = w.ngettext("{n} more seat is needed", "{n} more seats are needed", it.needed - it.taken)
    elif it.owing:
        label = w("{name}: which wonder?", name=it.owing_name)
        below = (w.ngettext("{n} seat has no wonder yet", "{n} seats have no wonder yet", len(it.owing)),)
        tap = partial(control.open, f"wonder {it.owing[0]}")
    else:
        ready, tap = True, partial(_say_start, control)
        label = w.ngettext("Start with {n}", "Start with {n}", it.taken)
        if it.taken < it.seats:
            out = w("empty seats are left out")
            below = tuple(each for said in it.game for each in (f"{said} · {out}", said))
    button(p, *box, label, "start", tap, primary=ready, off=tap is None, size=40, below=below)


def _say_start(control: Controller) -> None:
    control.say(messages.Start(id=new_id()))
