"""The lobby: the set-up of the next game on one page, and each seat's place at its edge."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.looks import qr_codes
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.wonder_window import World
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormHandlers, send_intent
from app.screen.pages.common.join_codes import JoinCode, join_code, paint_join_code
from app.screen.pages.lobby import lobby_seat
from app.screen.pages.lobby.lobby_layout import FOOT, GAP, HIGH, LobbyBox, LobbySheet, sheet
from app.screen.pages.play.reference import PANEL
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import BoxedGame, LessonsGame, Scene, TeachingGame
from app.screen.widgets import name_fitting, wonder_window
from app.screen.widgets.controls import Tap, button, touch_box
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.shown.cardboard.box_list import current_list, list_link
from app.shown.form import Button, Choice, Form, Link, Option
from app.shown.lobby.join_codes import to_seat
from app.shown.lobby.lobby import (
    dealt_for_short,
    empty_seats_note,
    game_form,
    next_game,
    rare_options,
    start,
    teaches_whom,
)
from app.text.translation import Words

SEND_ROW: Final = FormHandlers({}).on_choice  # sends the intent of a row
COVER: Final = 0.4  # maximum width of a game's wonder, as a share of its button
WONDER_ROWS: Final = 2  # of the wonders of a game that deals them later
TIGHT: Final = 0.8  # minimum scale of a game's title beside its wonder


def elements(scene: Scene, ring: Ring) -> Elements:
    """Build the lobby, from bottom to top."""
    table = scene.table
    on = sheet(ring, scene.opened.edge)
    sat = [drawing_of(info.wonder or "") if info.by != "free" else "" for info in table.seats]
    found: Elements = [Element("dome", Dome(ring, horizons(ring, sat)), paint_dome)]
    found += lobby_seat.build_edges(scene, ring, on.bare)
    if not scene.opened.panel:
        found.append(_build_agreement(scene, table, on))
        found.append(_build_join_code(scene, table, on))
        if stage := on.stage(len(table.seats)):
            found.append(_build_stage(scene, table, on, stage))
        if spare := on.spare(table.places[1]):
            found += _build_wonders(scene, on, spare)
        found += [lobby_seat.build_seat(scene, on, table, seat) for seat in range(1, table.places[1] + 1)]
        found.append(_build_start(scene, table, on))
    return found


# ---- what is agreed ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyAgreement:
    """The choice of game and mode; the rest of the set-up is behind a button.

    `leaves`: games for which somebody has to stand up. `covers`: each game's wonder; "": none.
    """

    sheet: LobbySheet
    form: Form
    leaves: frozenset[str]
    covers: tuple[str, ...]


def _build_agreement(scene: Scene, table: TableView, on: LobbySheet) -> Element[LobbyAgreement]:
    leaves = frozenset(slug for slug in table.games if _has_to_stand_up(scene, table, slug))
    covers = tuple(scene.games.cover(slug) for slug in table.games)
    return Element("lobby", LobbyAgreement(on, agreement_form(scene, table), leaves, covers), paint_agreed)


def agreement_form(scene: Scene, table: TableView) -> Form:
    """Build the form of the set-up."""
    w = scene.model.words()
    titles = [(slug, scene.games.get_words(slug).title(w)) for slug in table.games]
    return game_form(
        w,
        next_game(table, titles, scene.model.people(w)),
        lambda slug: scene.game.variant(scene.model, w, slug)[0],
    )


def _has_to_stand_up(scene: Scene, table: TableView, game: str) -> bool:
    """Check whether somebody has to stand up: the game has too few places, or the screen does not draw it."""
    people = sum(info.by in ("touch", "phone") for info in table.seats)
    return people > table.most.get(game, people) or (
        not scene.games.is_drawn(game) and table.mode != "tally" and any(info.by == "touch" for info in table.seats)
    )


def paint_agreed(p: Pen, it: LobbyAgreement, control: Controller) -> None:
    with it.sheet.draw_on(p):
        for row in it.form.rows_on("screen"):
            if isinstance(row, Choice) and row.key in ("game", "mode"):
                box = it.sheet.games() if row.key == "game" else it.sheet.modes()
                each = (box.w + GAP) / len(row.options) - GAP
                wide = _cover_width(p, it, row, box) if row.key == "game" else 0.0
                room = each - wide - 20 if wide else each - 24
                called = [option.words for option in row.options] if row.key == "game" else []
                bold = name_fitting.face(p, called, p.legible(30), room, box.h - 8) if called else True
                for nth, option in enumerate(row.options):
                    go = partial(SEND_ROW, control, row, option.value)
                    if option.value in it.leaves:
                        go = partial(control.open_panel, f"leave {nth}")
                    _paint_choice(p, box, nth, row, option, go, it.covers[nth] if wide else "", wide, bold)


def _cover_width(p: Pen, it: LobbyAgreement, row: Choice, box: LobbyBox) -> float:
    """Return the width of the games' wonders; 0 if a title would not fit beside one."""
    each = (box.w + GAP) / len(row.options) - GAP
    wide = min(each * COVER, box.h * 1.4)
    least = max(
        p.text_width(word, p.legible(22) * TIGHT, True) for option in row.options for word in option.words.split()
    )
    return (
        wide
        if least <= each - wide - 24 and any(wonder_window.is_drawn(p, World.complete(c)) for c in it.covers if c)
        else 0
    )


def _paint_choice(
    p: Pen, box: LobbyBox, nth: int, row: Choice, option: Option, tap: Tap, cover: str, wide: float, bold: Weight
) -> None:
    """Paint one option of a row, with its wonder; a single option is no button."""
    among = len(row.options)
    each = (box.w - (among - 1) * GAP) / among
    on, key = option.value == row.now, f"{row.key} {option.value}"
    x, y, h, go = box.x + nth * (each + GAP), box.y, box.h, tap if among > 1 else None
    if not cover:
        button(p, x, y, each, h, option.words, key, go, on=on, size=30, stone=row.key == "game" and bold is STONE)
        return
    button(p, x, y, each, h, "", key, go, on=on)
    with p.at(x + 4, y + 4):
        wonder_window.paint_window(p, cover, wonder_window.nothing, wide, h - 8, 14)
    p.prose(
        x + wide + 12, y + 4, option.words, p.legible(30), each - wide - 20, h - 8, "text", "middle", bold, middle=True
    )


# ---- what is played ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyStage:
    """The chosen game: its wonder and a description."""

    sheet: LobbySheet
    box: LobbyBox
    cover: str
    title: str
    says: str


def _build_stage(scene: Scene, table: TableView, on: LobbySheet, box: LobbyBox) -> Element[LobbyStage]:
    w, game = scene.model.words(), scene.game
    says = game.guide_pages(scene.model, w)[0].paragraphs[0][1] if isinstance(game, TeachingGame) else ""
    cover = scene.games.cover(table.game)
    return Element("lobby stage", LobbyStage(on, box, cover, scene.model.game_words.title(w), says), paint_played)


def paint_played(p: Pen, it: LobbyStage, control: Controller) -> None:
    """Paint it. It is never a button, because its place changes with the number of seats."""
    x, y, w, h = it.box
    with it.sheet.draw_on(p), p.at(x, y):
        left = 0.0
        if it.cover and wonder_window.is_drawn(p, World.complete(it.cover)):
            left = min(w * 0.5, h * 1.25)
            lighting.shadow(p, 0, 0, w, h, 18, lighting.ZONE)
            p.rect(0, 0, w, h, 18, "zone")
            wonder_window.paint_window(p, it.cover, wonder_window.nothing, left, h, 18)
            p.rect(0, 0, w, h, 18, None, "brass", 2)
        if not it.says:
            return
        head = min(p.legible(34) * 2.4, h * 0.36)
        p.prose(left + 20, 10, it.title, p.legible(34), w - left - 40, head, "text", bold=STONE, middle=True)
        p.prose(left + 20, head + 14, it.says, p.legible(30), w - left - 40, h - head - 24, "soft")


# ---- wonders that nobody has before a game -----------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyWonders:
    """The wonders of a game that deals them later, with names. `chapter`: their chapter in the reference."""

    sheet: LobbySheet
    box: LobbyBox
    edge: int
    chapter: str
    them: tuple[tuple[str, str], ...]


def _build_wonders(scene: Scene, on: LobbySheet, box: LobbyBox) -> Elements:
    game, model = scene.game, scene.model
    if not isinstance(game, TeachingGame):
        return []
    say, w = game.reference, model.words()
    for nth, chapter in enumerate(say.chapters(model.data, None, ()), start=1):
        if them := [thing for thing in chapter.things if drawing_of(thing.slug)]:
            named = tuple((thing.slug, say.entry(w, thing, model.data).name) for thing in them)
            view = LobbyWonders(on, box, scene.opened.edge, f"{PANEL} {nth}", named)
            return [Element("lobby wonders", view, paint_wonders)]
    return []


def paint_wonders(p: Pen, it: LobbyWonders, control: Controller) -> None:
    """Paint each wonder before its sky above its name; a touch opens its description."""
    x, y, wide, high = it.box
    columns = -(-len(it.them) // WONDER_ROWS)
    w, h = (wide + GAP) / columns - GAP, (high + GAP) / WONDER_ROWS - GAP
    size = p.legible(22)
    plate = 2 * size * PITCH
    bold = name_fitting.face(p, [name for _, name in it.them], size, w - 8, plate)
    with it.sheet.draw_on(p):
        for nth, (slug, name) in enumerate(it.them):
            row, column = divmod(nth, columns)
            with p.at(x + column * (w + GAP), y + row * (h + GAP)):
                lighting.shadow(p, 0, 0, w, h, 14, lighting.ZONE)
                p.rect(0, 0, w, h, 14, "zone")
                wonder_window.paint_window(p, slug, wonder_window.nothing, w, h - plate, 14)
                p.prose(4, h - plate, name, size / p.grown, w - 8, plate, "text", "middle", bold, middle=True)
        touch_box(p, x, y, wide, high, 14, "wonders", partial(control.open_panel, it.chapter, it.edge))


# ---- the way in for phones ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatJoinCode:
    """The join code of a seat that somebody asked for. `held`: its person hands it over."""

    seat: int
    url: str
    held: bool
    name: str
    w: Words


@dataclass(frozen=True, slots=True)
class LobbySentence:
    """A notice to a seat; 0: to everybody. `refused`: it explains a refused touch."""

    seat: int
    text: str
    refused: bool


@dataclass(frozen=True, slots=True)
class LobbyJoinCode:
    """The join code of the table or of a seat, or the latest notice."""

    sheet: LobbySheet
    way: JoinCode | SeatJoinCode | LobbySentence


def _build_join_code(scene: Scene, table: TableView, on: LobbySheet) -> Element[LobbyJoinCode]:
    if scene.notices:
        seat, notice = max(scene.notices.items(), key=lambda said: said[1].until)
        return Element("lobby code", LobbyJoinCode(on, LobbySentence(seat, notice.text, notice.refused)), paint_ways)
    codes, w = scene.model.codes, scene.model.words()
    asked = next((seat for seat, code in codes.items() if seat and code.hand_over), scene.opened.code)
    way: JoinCode | SeatJoinCode = join_code(scene)
    if asked in codes and 0 < asked <= len(table.seats):
        way = SeatJoinCode(asked, codes[asked].url, codes[asked].hand_over, scene.model.name(asked, w), w)
    return Element("lobby code", LobbyJoinCode(on, way), paint_ways)


def paint_ways(p: Pen, it: LobbyJoinCode, control: Controller) -> None:
    x, y, w, h = it.sheet.code()
    with it.sheet.draw_on(p), p.at(x, y):
        p.rect(0, 0, w, h, 22, "zone")
        if isinstance(it.way, JoinCode):
            paint_join_code(p, it.way, w, h)
            return
        if isinstance(it.way, LobbySentence):
            p.rect(0, 0, w, h, 22, "raised", "red" if it.way.refused else "line", 3)
            p.prose(18, 8, it.way.text, p.legible(28), w - 36, h - 16, "text", middle=True)
            p.hit_area(0, 0, w, h, f"notice {it.way.seat}", partial(control.dismiss_notice, it.way.seat))
            return
        way, side = it.way, min(h - 20, w / 2)
        p.code(10, (h - side) / 2, side, qr_codes.matrix(way.url))
        left = side + 22
        form = to_seat(way.w, way.seat, way.name, way.url)
        says, cancel = form.title, form.rows[-1]
        p.prose(left, 8, says, p.legible(26), w - left - 10, h - HIGH - 20, "text", middle=True)
        away = partial(lobby_seat.close_code, control, way.seat, way.held)
        button(p, left, h - HIGH - 8, w - left - 8, HIGH, cancel.words, "code away", away, "cross", size=26)


# ---- the start, and the way to all else ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyStart:
    """The start button: taken seats, and seats that still have to choose a wonder.

    `game`: what starts, from long to short.
    """

    sheet: LobbySheet
    game: tuple[str, ...]
    seats: int
    taken: int
    begins: Button
    owing: tuple[int, ...]
    owing_name: str  # name of the first of them
    owes_first: bool
    laid_aside: int
    menu_sign: str
    teaches: bool
    lay_out: Link | None
    w: Words


def _build_start(scene: Scene, table: TableView, on: LobbySheet) -> Element[LobbyStart]:
    w = scene.model.words()
    taken = sum(info.by != "free" for info in table.seats)
    owing = table.owing if taken >= table.places[0] else ()
    name = scene.model.people(w)[owing[0] - 1] if owing else ""
    view = LobbyStart(
        on,
        _game_wordings(scene, table, w),
        len(table.seats),
        taken,
        start(w, taken, table.places[0], len(owing), table.owes_first),
        owing,
        name,
        table.owes_first and taken >= table.places[0] and not owing,
        len(table.laid_aside),
        scene.model.menu_sign,
        isinstance(scene.game, TeachingGame),
        list_link(w, table) if current_list(table) and isinstance(scene.game, BoxedGame) else None,
        w,
    )
    return Element("lobby start", view, paint_start)


def _game_wordings(scene: Scene, table: TableView, w: Words) -> tuple[str, ...]:
    """Return the game with its variants, from long to short."""
    title = scene.model.game_words.title(w)
    if not scene.game.by_touch and table.mode == "play":
        return f"{title}, {w('on phones and by bots')}", w("on phones and by bots")
    names = [scene.game.variant(scene.model, w, slug)[0] for slug in table.variant]
    more: Sequence[str] = names[1:]
    said: tuple[str, ...] = (title,)
    if names:
        short = w.ngettext("{name} and {n} more", "{name} and {n} more", len(more), name=names[0]) if more else names[0]
        said = f"{title}: {', '.join(names)}", ", ".join(names), short
    guides = isinstance(scene.game, LessonsGame)
    now = rare_options(w, table, guides, scene.model.people(w), scene.model.game_words)
    also = dealt_for_short(w, table.round) or teaches_whom(w, now)
    return (*(f"{each} · {also}" for each in said), also, *said) if also else said


def paint_start(p: Pen, it: LobbyStart, control: Controller) -> None:
    w = it.w
    with it.sheet.draw_on(p):
        _paint_start_button(p, it, control, it.sheet.start())
        laid = w.ngettext("{n} game kept for later", "{n} games kept for later", it.laid_aside)
        out = None if it.laid_aside else it.lay_out  # it is among what is rarely changed, too
        foot = [
            (w("House rules and more"), "more", partial(control.open_panel, "more"), ""),
            (w("How to play"), "how", partial(control.open_panel, "how") if it.teaches else None, "question"),
            (w("Settings"), "settings", partial(control.open_panel, "settings"), it.menu_sign),
            (w("Turn to me"), "turn", control.turn_panel, "turn"),
            *([(laid, "laid", partial(control.open_panel, "laid"), "")] if it.laid_aside else []),
            *([(out.words, out.key, partial(control.open_panel, out.to), out.picture)] if out else []),
        ]
        assert len(foot) <= FOOT
        for nth, (label, key, tap, picture) in enumerate(foot):
            button(p, *it.sheet.foot(nth), label, key, tap, picture, off=tap is None, size=26)


def _paint_start_button(p: Pen, it: LobbyStart, control: Controller, box: LobbyBox) -> None:
    """Paint the button that starts a game or says what is missing."""
    row, below = it.begins, it.game
    tap: Callable[[], None] | None = None if row.off else partial(send_intent, control, row.says)
    label = row.words
    if it.owing:
        label = it.w("{name}: which wonder?", name=it.owing_name)
        below = (row.words,)
        tap = partial(control.open_panel, f"wonder {it.owing[0]}")
    elif it.owes_first:
        tap = partial(control.open_panel, "first")
    elif row.main and it.taken < it.seats:
        out = empty_seats_note(it.w)
        below = tuple(each for said in it.game for each in (f"{said} · {out}", said))
    button(
        p,
        *box,
        label,
        row.key,
        tap,
        primary=row.main,
        off=tap is None,
        size=40,
        below=below,
        stone=not (it.owing or it.owes_first),
    )
