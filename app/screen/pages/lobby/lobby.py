"""The lobby: a hall of wonders in which the next game is prepared, with each seat at its edge."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Final, cast

from app.looks import qr_codes
from app.looks.face_layout import Illustration
from app.looks.plain_wonder_shapes import drawing_of
from app.looks.wonder_window import World
from app.protocol.base_messages import Mode
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormHandlers
from app.screen.pages.common.join_codes import hotspot_code
from app.screen.pages.lobby import day_stone, lobby_seat
from app.screen.pages.lobby.horizon import build_horizon
from app.screen.pages.lobby.lobby_layout import ROUND, Hall, LobbyBox, hall
from app.screen.paint import lighting, shapes
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.paint.text_pen import PITCH
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import LessonsGame, Scene, TeachingGame
from app.screen.widgets import illustrations, name_fitting, wonder_window
from app.screen.widgets.controls import Tap, button, frame, round_button, tick, touch_box
from app.screen.widgets.dome import Dome, horizons, paint_dome
from app.screen.widgets.faces import paint_stone_wonder
from app.shown.form import Button, Choice, Form
from app.shown.lobby.join_codes import both_codes, to_seat
from app.shown.lobby.lobby import (
    MODE_SIGNS,
    dealt_for_short,
    empty_seats_note,
    game_form,
    next_game,
    rare_options,
    start,
    teaches_whom,
)
from app.text.table_text import deals
from app.text.translation import Words

SEND_ROW: Final = FormHandlers({}).on_choice  # sends the intent of a row
ARCH: Final = 0.36  # radius of a window's upper corners, by its width
ARCH_STEPS: Final = 8  # straight pieces of each
BAND: Final = 0.3  # height of the words below a window, by its own
HIGHEST_BAND: Final = 0.6  # the same on a small screen that needs more for legible words, at most
START: Final = 28.0  # units, size of the words of the main button
SENTENCE: Final = 17.0  # units, type size of a game's sentence
TITLE: Final = 24.0  # units, type size of its title
HALO: Final = 0.8  # of a window's shorter side, the light behind the chosen one
NOTICE: Final = 0.56  # height of a notice over the windows, by theirs: it leaves their titles


def elements(scene: Scene, ring: Ring) -> Elements:
    """Build the lobby, from bottom to top. On a small screen a panel covers the seats."""
    table, on = scene.table, hall(ring, scene.ui.edge)
    sat = [drawing_of(info.wonder or "") if info.by != "free" else "" for info in table.seats]
    found: Elements = [Element("dome", Dome(ring, horizons(ring, sat)), paint_dome)]
    if not scene.ui.panel:
        found += build_horizon(scene, ring)
    if not (scene.ui.panel and ring.small):
        found += lobby_seat.build_edges(scene, ring)
    if not scene.ui.panel:
        found.append(_build_agreement(scene, table, on))
        found.append(_build_start(scene, table, on))
        found.append(day_stone.build_stone(scene, on))
        found += _build_join_code(scene, table, on)
    return found


# ---- what is agreed ----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyAgreement:
    """The choice of game and mode by picture; the rest of the set-up is behind a button.

    `leaves`: games for which somebody has to stand up. `covers`: each game's wonder; "": none. `says`: the chosen
    game in a sentence.
    """

    hall: Hall
    form: Form
    leaves: frozenset[str]
    covers: tuple[str, ...]
    says: str
    w: Words


def _build_agreement(scene: Scene, table: TableView, on: Hall) -> Element[LobbyAgreement]:
    leaves = frozenset(slug for slug in table.games if _has_to_stand_up(scene, table, slug))
    covers = tuple(scene.games.cover(slug) for slug in table.games)
    w, game = scene.model.words(), scene.game
    says = game.guide_pages(scene.model, w)[0].paragraphs[0][1] if isinstance(game, TeachingGame) else ""
    first, dot, _ = says.partition(". ")
    view = LobbyAgreement(on, agreement_form(scene, table), leaves, covers, first + dot.strip(), w)
    return Element("lobby", view, paint_agreed)


def agreement_form(scene: Scene, table: TableView) -> Form:
    """Build the form of the set-up."""
    w = scene.model.words()
    titles = [(slug, scene.games.get_words(slug).title(w)) for slug in table.games]
    return game_form(
        w,
        next_game(table, titles, scene.model.people(w)),
        partial(scene.game.variant, scene.model, w),
    )


def _has_to_stand_up(scene: Scene, table: TableView, game: str) -> bool:
    """Check whether somebody has to stand up: the game has too few places, or the screen does not draw it."""
    people = sum(info.by in ("touch", "phone") for info in table.seats)
    return people > table.most.get(game, people) or (
        not scene.games.is_drawn(game) and table.mode != "tally" and any(info.by == "touch" for info in table.seats)
    )


def paint_agreed(p: Pen, agreement: LobbyAgreement, control: Controller) -> None:
    with agreement.hall.draw_on(p):
        for row in agreement.form.rows_on("screen"):
            if isinstance(row, Choice) and row.key == "game":
                _paint_games(p, agreement, row, control)
            elif isinstance(row, Choice) and row.key == "mode" and len(row.options) > 1:
                for nth, option in enumerate(row.options):
                    tap = None if option.value == row.now else partial(SEND_ROW, control, row, option.value)
                    box, mode = agreement.hall.mode(nth, len(row.options)), cast("Mode", option.value)
                    _paint_round(
                        p, agreement.hall, box, MODE_SIGNS[mode], f"mode {mode}", tap, option.words, tap is None
                    )


def _paint_games(p: Pen, agreement: LobbyAgreement, row: Choice, control: Controller) -> None:
    """Paint a window for each game, the chosen one last; or the chosen one between arrows."""
    many, now = len(row.options), next(n for n, option in enumerate(row.options) if option.value == row.now)

    def choose(nth: int) -> Tap:
        slug = row.options[nth % many].value
        if slug in agreement.leaves:
            return partial(control.open_panel, f"leave {nth % many}")
        return partial(SEND_ROW, control, row, slug)

    if not agreement.hall.shows_all(many):
        for forward, key, sign in ((False, "game less", "left"), (True, "game more", "right")):
            x, y, w, h = agreement.hall.arrow(forward)
            with p.at(x + w / 2, y + h / 2):
                round_button(p, w / 2, sign, key, choose(now + (1 if forward else -1)))
        _paint_window(
            p, agreement.hall.single(), agreement.covers[now], row.options[now].words, agreement.says, many > 1
        )
        return
    for nth in sorted(range(many), key=lambda nth: nth == now):
        box, option = agreement.hall.window(nth, many, nth == now), row.options[nth]
        _paint_window(
            p, box, agreement.covers[nth], option.words, agreement.says if nth == now else None, nth == now and many > 1
        )
        if nth != now:
            touch_box(p, *box, 18, f"game {option.value}", choose(nth))


def _paint_window(p: Pen, box: LobbyBox, cover: str, title: str, says: str | None, lit: bool) -> None:
    """Paint a game's wonder in an arched window over its title; the chosen one with a sentence. `lit`: among others."""
    x, y, w, h = box
    r, band = min(w * ARCH, h * 0.5), h * BAND * p.grown**0.5
    size = p.fit_size(title, p.legible(TITLE) / p.grown, w - 16, bold=STONE)
    head, about = size * PITCH + 6, says if p.is_legible(size) else None
    while about and band < h * HIGHEST_BAND and not _is_legible(p, about, w - 16, band - head - 6):
        band += h * 0.02
    with p.at(x, y):
        lighting.shadow(p, 0, 0, w, h, r, lighting.ZONE)
        if lit:
            with p.at(w / 2, h * 0.5):
                lighting.pool(p, min(w, h) * HALO)
        arch = _arch(w, h, r)
        if wonder_window.is_drawn(p, World.complete(cover)):
            illustrations.window(p, drawing_of(cover), 0, 0, w, h, r, 8)
            wonder_window.paint_wonder(p, World.complete(cover), w * 0.08, h * 0.07, w * 0.84, h * 0.93 - band)
        else:
            p.poly(*arch, fill="raised")
            if cover:
                with p.at(w / 2, h * 0.53 - band / 2):
                    paint_stone_wonder(p, w * 0.8, (h - band) * 0.8, cover)
        p.rect(0, h - band, w, band, 6, "zone")
        p.poly(*arch, line="candle" if lit or says is not None else "brass", width=5 if lit else 2)
        if lit:
            tick(p, w / 2, 0, 18)
        if about:
            p.text(w / 2, h - band + head / 2 + 2, title, size, bold=STONE, room=w - 16)
            step = p.legible(SENTENCE) / p.grown
            p.prose(8, h - band + head, about, step, w - 16, band - head - 6, "soft", "middle", middle=True)
            return
        bold = name_fitting.face(p, [title], p.legible(TITLE), w - 16, band)
        p.prose(8, h - band, title, p.legible(TITLE) / p.grown, w - 16, band, "text", "middle", bold=bold, middle=True)


def _is_legible(p: Pen, says: str, w: float, h: float) -> bool:
    """Check whether a sentence fits in a box in words that can be read at a table."""
    return p.is_legible(p.fit_in_box(says, p.legible(SENTENCE) / p.grown, w, h)[1])


def _arch(w: float, h: float, r: float) -> tuple[float, ...]:
    """Return the outline of a window with round upper corners."""
    right, _, _, left = shapes.corner_arcs(ARCH_STEPS)
    points = [(w - r + r * c, r + r * s) for c, s in right]
    points += [(w, h), (0, h)]
    points += [(r + r * c, r + r * s) for c, s in left]
    return tuple(chain.from_iterable(points))


def _paint_round(
    p: Pen, on: Hall, box: LobbyBox, sign: str, key: str, tap: Tap | None, words: str, lit: bool = False
) -> None:
    """Paint a round button with its words below, if there is room."""
    x, y, w, h = box
    r = max(ROUND, on.finger) / 2
    with p.at(x + w / 2, y + r):
        if sign == "owl" and not p.plain:
            round_button(p, r, "", key, tap)
            illustrations.illustration(p, Illustration("owl", -r * 0.8, -r * 0.8, r * 1.6, r * 1.6))
        else:
            round_button(p, r, "question" if sign == "owl" else sign, key, tap, lit)
    if on.labelled:
        p.prose(x + 2, y + 2 * r + 2, words, p.legible(16) / p.grown, w - 4, h - 2 * r - 2, "text", "middle", bold=lit)


# ---- notices and codes -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class SeatJoinCode:
    """The join code of a seat that somebody asked for. `held`: its person hands it over. `wifi`: the hotspot's code."""

    seat: int
    url: str
    wifi: str | None
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
    """The join code of a seat, or the latest notice, over the windows."""

    hall: Hall
    way: SeatJoinCode | LobbySentence


def _build_join_code(scene: Scene, table: TableView, on: Hall) -> Elements:
    if scene.notices:
        seat, notice = max(scene.notices.items(), key=lambda said: said[1].until)
        return [Element("lobby code", LobbyJoinCode(on, LobbySentence(seat, notice.text, notice.refused)), paint_codes)]
    codes, w = scene.model.codes, scene.model.words()
    asked = next((seat for seat, code in codes.items() if seat and code.hand_over), scene.ui.code)
    if asked not in codes or not 0 < asked <= len(table.seats):
        return []
    join_code = codes[asked]
    way = SeatJoinCode(asked, join_code.url, hotspot_code(scene), join_code.hand_over, scene.model.name(asked, w), w)
    return [Element("lobby code", LobbyJoinCode(on, way), paint_codes)]


def paint_codes(p: Pen, lobby_join_code: LobbyJoinCode, control: Controller) -> None:
    x, y, w, h = lobby_join_code.hall.windows()
    with lobby_join_code.hall.draw_on(p), p.at(x, y):
        if isinstance(lobby_join_code.way, LobbySentence):
            h *= NOTICE
            frame(p, w, h)
            p.rect(0, 0, w, h, 26, None, "red" if lobby_join_code.way.refused else "line", 3)
            p.prose(
                18, 8, lobby_join_code.way.text, p.legible(26) / p.grown, w - 36, h - 16, "text", "middle", middle=True
            )
            p.hit_area(
                0, 0, w, h, f"notice {lobby_join_code.way.seat}",
                partial(control.dismiss_notice, lobby_join_code.way.seat),
            )  # fmt: skip
            return
        frame(p, w, h)
        way, high = lobby_join_code.way, max(lobby_join_code.hall.finger, ROUND)
        shown = [code for code in (way.wifi, way.url) if code]
        side = min(h - 20, w * 0.64 / len(shown))
        for nth, code in enumerate(shown):
            p.code(10 + nth * (side + 10), (h - side) / 2, side, qr_codes.matrix(code))
        left = len(shown) * (side + 10) + 12
        form = to_seat(way.w, way.seat, way.name, way.url)
        says, cancel = both_codes(way.w) if way.wifi else form.title, form.rows[-1]
        p.prose(left, 8, says, p.legible(24) / p.grown, w - left - 10, h - high - 24, "text", middle=True)
        away = partial(lobby_seat.close_code, control, way.seat, way.held)
        button(p, left, h - high - 10, w - left - 10, high, cancel.words, "code away", away, picture="cross", size=22)


# ---- the start, and the way to all else ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LobbyStart:
    """The start button: taken seats, and seats that still have to choose a wonder.

    `game`: who deals, and the variants, from long to short.
    """

    hall: Hall
    game: tuple[str, ...]
    seats: int
    taken: int
    begins: Button
    owing: tuple[int, ...]
    owing_name: str  # name of the first of them
    owes_first: bool
    laid_aside: int
    teaches: bool
    w: Words


def _build_start(scene: Scene, table: TableView, on: Hall) -> Element[LobbyStart]:
    w = scene.model.words()
    taken = sum(info.by != "free" for info in table.seats)
    owing = table.owing if taken >= table.places[0] else ()
    name = scene.model.people(w)[owing[0] - 1] if owing else ""
    view = LobbyStart(
        hall=on,
        game=_game_wordings(scene, table, w),
        seats=len(table.seats),
        taken=taken,
        begins=start(w, taken, table.places[0], len(owing), table.owes_first),
        owing=owing,
        owing_name=name,
        owes_first=table.owes_first and taken >= table.places[0] and not owing,
        laid_aside=len(table.laid_aside),
        teaches=isinstance(scene.game, TeachingGame),
        w=w,
    )
    return Element("lobby start", view, paint_start)


def _game_wordings(scene: Scene, table: TableView, w: Words) -> tuple[str, ...]:
    """Return who deals, and the variants, from long to short."""
    if not scene.game.by_touch and table.mode == "play":
        return (w("on phones and by bots"),)
    names = [scene.game.variant(scene.model, w, slug)[0] for slug in table.variant]
    who, more = deals(w, table.mode), names[1:]
    said: tuple[str, ...] = (who,)
    if names:
        short = w.ngettext("{name} and {n} more", "{name} and {n} more", len(more), name=names[0]) if more else names[0]
        said = f"{who} · {', '.join(names)}", f"{who} · {short}", short
    guides = isinstance(scene.game, LessonsGame)
    now = rare_options(w, table, guides, scene.model.people(w), scene.model.game_words)
    also = w("Deal of the day") if table.daily else dealt_for_short(w, table.round) or teaches_whom(w, now)
    return (*(f"{each} · {also}" for each in said), also, *said) if also else said


def paint_start(p: Pen, start: LobbyStart, control: Controller) -> None:
    w, on = start.w, start.hall
    with on.draw_on(p):
        x, y, wide, high = on.line()
        p.text(x + wide / 2, y + high / 2, start.game, p.legible(18), "text", room=wide)
        _paint_start_button(p, start, control, on.main(start.laid_aside > 0))
        if start.laid_aside:
            laid = w.ngettext("{n} game kept for later", "{n} games kept for later", start.laid_aside)
            button(p, *on.laid_button(), laid, "laid", partial(control.open_panel, "laid"), size=16)
        how = partial(control.open_panel, "how") if start.teaches else None
        _paint_round(p, on, on.round(0), "gear", "more", partial(control.open_panel, "more"), w("Choices"))
        _paint_round(p, on, on.round(1), "owl", "how", how, w("How to play"))
        _paint_round(p, on, on.round(2), "turn", "turn", control.turn_panel, w("Turn to me"))


def _paint_start_button(p: Pen, start: LobbyStart, control: Controller, box: LobbyBox) -> None:
    """Paint the button that starts a game or says what is missing."""
    row, below = start.begins, ""
    tap: Callable[[], None] | None = None if row.off else partial(control.send, row.says)
    label = row.words
    if start.owing:
        label = start.w("{name}: which wonder?", name=start.owing_name)
        below = row.words
        tap = partial(control.open_panel, f"wonder {start.owing[0]}")
    elif start.owes_first:
        tap = partial(control.open_panel, "first")
    elif row.main and start.taken < start.seats:
        out = empty_seats_note(start.w)
        below = out if p.text_width(out, p.legible(21)) <= box.w - 24 else ""
    stone = not start.owing  # a person's name is never carved
    button(p, *box, label, row.key, tap, primary=row.main, off=tap is None, size=START, below=below, stone=stone)
