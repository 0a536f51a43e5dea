"""Before a game: all that is agreed on one page, and at each edge what concerns the seat there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.protocol import messages
from app.screen.codes import matrix_of
from app.screen.controller import Controller
from app.screen.draw import LEGIBLE, PITCH, Pen
from app.screen.element import Element, Elements
from app.screen.pages import lobby_seat
from app.screen.pages.forms import Means, say
from app.screen.pages.lobby_layout import FOOT, GAP, HIGH, VARIANTS, LobbyBox, LobbySheet, sheet
from app.screen.pages.way_in import WayIn, paint_way_in, way_in
from app.screen.ring import Ring
from app.screen.scene import Scene, Teaches
from app.screen.widgets.controls import COUNT, Tap, button, stepper, switch
from app.shown.form import Button, Choice, Form, Number, Option, Switch
from app.shown.lobby import agreed, agreed_on, left_out, start
from app.shown.ways_in import to_seat
from app.text.languages import Words

SAYS: Final = Means({}).chosen  # what a row of the lobby does


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
class LobbyAgreement:
    """Which game, who deals, what is added to it, how many seats there are, and who goes first.

    `leaves`: games for which somebody must stand up; `says`: what each variant changes.
    """

    sheet: LobbySheet
    form: Form
    leaves: frozenset[str]
    says: tuple[str, ...]


def _agreed(scene: Scene, table: messages.TableView, on: LobbySheet) -> Element[LobbyAgreement]:
    w = scene.model.words()
    titles = [(slug, scene.games.named(slug).words.title(w)) for slug in table.games]
    told = {slug: scene.game.variant(scene.model, w, slug) for slug in table.variants}
    form = agreed(w, agreed_on(table, titles, scene.model.people(w)), lambda slug: told[slug][0])
    leaves = frozenset(slug for slug in table.games if _leaves(scene, table, slug))
    return Element("lobby", LobbyAgreement(on, form, leaves, tuple(says for _, says in told.values())), paint_agreed)


def _leaves(scene: Scene, table: messages.TableView, game: str) -> bool:
    """Whether somebody has to stand up for that game: it has too few places, or the screen does not draw it."""
    people = sum(info.by in ("touch", "phone") for info in table.seats)
    return people > table.most.get(game, people) or (
        not scene.games.named(game).by_touch
        and table.mode != "tally"
        and any(info.by == "touch" for info in table.seats)
    )


def paint_agreed(p: Pen, it: LobbyAgreement, control: Controller) -> None:
    switches = iter(zip(it.says, map(it.sheet.variant, range(VARIANTS)), strict=False))
    with it.sheet.on(p):
        for row in it.form.on("screen"):
            match row:
                case Choice(key="first"):
                    _first(p, it.sheet.first(), row, control)
                case Choice():
                    box = it.sheet.games() if row.key == "game" else it.sheet.modes()
                    for nth, option in enumerate(row.options):
                        go = partial(SAYS, control, row, option.value)
                        if option.value in it.leaves:
                            go = partial(control.open, f"leave {nth}")
                        _choice(p, box, nth, row, option, go)
                case Switch():
                    says, box = next(switches)
                    _switch(p, box, row, says, control)
                case Number():
                    _seats(p, it.sheet.seats(), row, control)


def _choice(p: Pen, box: LobbyBox, nth: int, row: Choice, option: Option, tap: Tap) -> None:
    """One of several that lie side by side; alone there is nothing to choose."""
    among = len(row.options)
    each = (box.w - (among - 1) * GAP) / among
    on, key = option.value == row.now, f"{row.key} {option.value}"
    where = box.x + nth * (each + GAP), box.y, each, box.h
    button(p, *where, option.words, key, tap if among > 1 else None, on=on, size=30, stone=row.key == "game")


def _switch(p: Pen, box: LobbyBox, row: Switch, changes: str, control: Controller) -> None:
    """With what it changes, or why it cannot be turned, where that can be read in what room there is."""
    tap = None if row.off else partial(SAYS, control, row, not row.on)
    says = row.about if row.off else changes
    rows, size = p.lines(says, p.legible(24), False, box.w - 122, int(box.h * 0.58 / (LEGIBLE / p.scale * PITCH)))
    fits = rows and size * p.scale >= LEGIBLE - 0.01
    switch(p, *box, row.words, row.on, row.key, tap, p.legible(28), says if fits else "")


def _seats(p: Pen, box: LobbyBox, row: Number, control: Controller) -> None:
    """How many there are."""
    now = row.now or row.least
    fewer, further = (None if to is None else partial(SAYS, control, row, to) for to in row.beside(now))
    stepper(p, *box, row.words, f"{now:g}", row.key, fewer, further, HIGH, COUNT)


def _first(p: Pen, box: LobbyBox, row: Choice, control: Controller) -> None:
    """Who goes first; another one, if there is one."""
    before, now, after = row.beside()
    less, more = (partial(SAYS, control, row, to.value) if to != now else None for to in (before, after))
    stepper(p, *box, row.words, now.words, row.key, less, more, HIGH, goes_round=True)


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
class LobbySentence:
    """A sentence to a seat; 0: to nobody in particular. `refused`: it says why a touch meant nothing."""

    seat: int
    text: str
    refused: bool


@dataclass(frozen=True, slots=True)
class LobbyWayIn:
    """The way in to the table, or instead to a seat, or what has just been said."""

    sheet: LobbySheet
    way: WayIn | WayToSeat | LobbySentence


def _way_in(scene: Scene, table: messages.TableView, on: LobbySheet) -> Element[LobbyWayIn]:
    if scene.notices:
        seat, notice = max(scene.notices.items(), key=lambda said: said[1].until)
        return Element("lobby code", LobbyWayIn(on, LobbySentence(seat, notice.text, notice.refused)), paint_ways)
    codes, w = scene.model.codes, scene.model.words()
    asked = next((seat for seat, code in codes.items() if seat and code.hand_over), scene.opened.code)
    way: WayIn | WayToSeat = way_in(scene)
    if asked in codes and 0 < asked <= len(table.seats):
        way = WayToSeat(asked, codes[asked].url, codes[asked].hand_over, scene.model.name(asked, w), w)
    return Element("lobby code", LobbyWayIn(on, way), paint_ways)


def paint_ways(p: Pen, it: LobbyWayIn, control: Controller) -> None:
    x, y, w, h = it.sheet.code()
    with it.sheet.on(p), p.at(x, y):
        p.rect(0, 0, w, h, 22, "zone")
        if isinstance(it.way, WayIn):
            paint_way_in(p, it.way, w, h)
            return
        if isinstance(it.way, LobbySentence):
            p.rect(0, 0, w, h, 22, "raised", "red" if it.way.refused else "line", 3)
            p.prose(18, 8, it.way.text, p.legible(28), w - 36, h - 16, "text", middle=True)
            p.hit_area(0, 0, w, h, f"notice {it.way.seat}", partial(control.hush, it.way.seat))
            return
        way, side = it.way, min(h - 20, w / 2)
        p.code(10, (h - side) / 2, side, matrix_of(way.url))
        left = side + 22
        form = to_seat(way.w, way.seat, way.name, way.url)
        says, cancel = form.title, form.rows[-1]
        p.prose(left, 8, says, p.legible(26), w - left - 10, h - HIGH - 20, "text", middle=True)
        away = partial(lobby_seat.keep, control, way.seat, way.held)
        button(p, left, h - HIGH - 8, w - left - 8, HIGH, cancel.words, "code away", away, "cross", size=26)


# ---- the start, and the way to all else ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyStart:
    """Whether a game can begin: seats that are taken, and those that have to say first what they are.

    `game`: what begins, from long to short.
    """

    sheet: LobbySheet
    game: tuple[str, ...]
    seats: int
    taken: int
    begins: Button
    owing: tuple[int, ...]
    owing_name: str  # of the first of them
    laid_aside: int
    menu_sign: str
    teaches: bool
    w: Words


def _start(scene: Scene, table: messages.TableView, on: LobbySheet) -> Element[LobbyStart]:
    w = scene.model.words()
    taken = sum(info.by != "free" for info in table.seats)
    owing = table.owing if taken >= table.places[0] else ()
    name = scene.model.people(w)[owing[0] - 1] if owing else ""
    view = LobbyStart(
        on,
        _says(scene, table, w),
        len(table.seats),
        taken,
        start(w, taken, table.places[0], len(owing)),
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


def paint_start(p: Pen, it: LobbyStart, control: Controller) -> None:
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


def _begin(p: Pen, it: LobbyStart, control: Controller, box: LobbyBox) -> None:
    """The button that begins a game, or says what that lacks."""
    row, below = it.begins, it.game
    tap: Callable[[], None] | None = None if row.off else partial(say, control, row.says)
    label = row.words
    if it.owing:
        label = it.w("{name}: which wonder?", name=it.owing_name)
        below = (row.words,)
        tap = partial(control.open, f"wonder {it.owing[0]}")
    elif row.main and it.taken < it.seats:
        out = left_out(it.w)
        below = tuple(each for said in it.game for each in (f"{said} · {out}", said))
    button(p, *box, label, row.key, tap, primary=row.main, off=tap is None, size=40, below=below)
