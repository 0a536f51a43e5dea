"""The table of a game told in words: the prompts, the public position, points, and undo."""

from dataclasses import dataclass
from functools import partial

import msgspec

from app.looks.icons import icon
from app.protocol.base_messages import PlayedBy
from app.protocol.seat_messages import SeatInfo
from app.screen.control.controller import Controller
from app.screen.pages.play.end import list_next_steps
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.badges import draw_before_words
from app.screen.widgets.name_plate import draw_zone
from app.screen.widgets.panel_cells import cell
from app.screen.widgets.panel_frame import PanelContext, panel_context, place
from app.screen.widgets.position_in_words import WIDE, paint_sections
from app.shown.play import game_over
from app.text.amount_text import n_points
from app.text.translation import Words
from app.text.words_protocols import PageWords, PlainWords, Section
from engine.game import AnyView

PLATE = 60.0  # u, height of a seat's name


def elements(scene: Scene, ring: Ring) -> Elements:
    """Return the elements of the table, bottom first."""
    found = seats(scene, ring)
    if not scene.ui.panel:
        found.append(_middle(scene, ring))
    return found


def seats(scene: Scene, ring: Ring) -> Elements:
    """Return the zones of all seats."""
    return [_seat(scene, ring, info) for info in scene.table.seats]


def _view(scene: Scene) -> AnyView:
    return scene.model.view


@dataclass(frozen=True, slots=True)
class SeatZone:
    """A seat's zone. `turn`: the seat is to act; `points`: None where the table hides them."""

    ring: Ring
    number: int  # from 1
    name: str
    by: PlayedBy
    present: bool
    turn: bool
    points: int | None
    w: Words
    emblem: str
    colour: str


def _seat(scene: Scene, ring: Ring, info: SeatInfo) -> Element[SeatZone]:
    w, (emblem, colour) = scene.model.words(info.seat), info.badge
    seat = SeatZone(
        ring=ring,
        number=info.seat,
        name=scene.model.name(info.seat, w),
        by=info.by,
        present=info.present,
        turn=info.seat in _view(scene).to_act,
        points=total(scene, info.seat),
        w=w,
        emblem=emblem,
        colour=colour,
    )
    return Element(f"told {info.seat}", seat, paint_seat)


def total(scene: Scene, seat: int) -> int | None:
    """Return a seat's points, or None where the table hides them."""
    table = scene.model.table
    if table is None or not table.shows_points:
        return None
    total: int = msgspec.to_builtins(_view(scene).seats[seat - 1].score)["total"]
    return total


def paint_seat(p: Pen, seat_zone: SeatZone, control: Controller) -> None:
    zone, u, w = seat_zone.ring.zones[seat_zone.number - 1], seat_zone.ring.u, seat_zone.w
    grow = 1.3 if seat_zone.ring.small else 1.0
    high = PLATE * grow
    with p.at(zone.x, zone.y, zone.angle, u), p.at(-zone.w / u / 2, -zone.d / u / 2):
        wide, deep = zone.w / u, zone.d / u
        draw_zone(p, wide, deep, high, 1.0, seat_zone.turn, seat_zone.colour)
        ink, back = ("ink", "candle") if seat_zone.turn else ("text", "raised")
        picture = {"phone": "phone", "bot": "bot"}.get(seat_zone.by, "touch")
        icon(p, picture, wide - 40 * grow, deep - high / 2, 34 * grow, ink, back)
        left = 20 + draw_before_words(p, 20, deep - high / 2, 30 * grow, seat_zone.emblem, seat_zone.colour)
        p.text(left, deep - high / 2, seat_zone.name, 30 * grow, ink, "start", bold=True, room=wide - left - 70 * grow)
        room = (deep - high) / 2
        points = "" if seat_zone.points is None else n_points(w, seat_zone.points)
        p.text(wide / 2, room * 0.62, points, 40 * grow, "text", bold=True, room=wide - 48)
        p.prose(24, room * 1.05, _prompt(seat_zone), 30 * grow, wide - 48, room * 0.85, "soft", "middle", middle=True)
        tap = partial(control.open_panel, f"seat {seat_zone.number}", zone.edge)
        p.hit_area(0, deep - high, wide, high, f"seat {seat_zone.number} name", tap, rank=0, least=seat_zone.ring.touch)


def _prompt(zone: SeatZone) -> str:
    if not zone.present:
        return zone.w("away")
    if not zone.turn:
        return ""
    return zone.w("thinking") if zone.by == "bot" else zone.w("Choose on your phone")


@dataclass(frozen=True, slots=True)
class PositionWords:
    """The public position, and the words to describe it. `points`: the table shows them."""

    say: PageWords
    w: Words
    people: tuple[str, ...]
    game: AnyView  # the public one
    data: object  # the game's data, from `Game.data`
    over: bool
    points: bool


def open_position(scene: Scene) -> PositionWords:
    """Return the current public position."""
    table, w = scene.table, scene.model.words()
    over = table.phase == "over"
    points = table.shows_points
    say = scene.model.game_words
    assert isinstance(say, PageWords)
    return PositionWords(say, w, scene.model.people(w), scene.model.view, scene.model.data, over, points)


def sections(words: PositionWords) -> tuple[Section, ...]:
    """Describe a position, points first; of a drawn game the points only."""
    points = [_points(words)] if words.points else []
    say, at = words.say, (words.w, words.game, words.people, None, words.data)
    told = say.position(*at) if isinstance(say, PlainWords) else ()
    return (*points, *told)


def _points(words: PositionWords) -> Section:
    lines = []
    for name, chair in zip(words.people, words.game.seats, strict=True):
        score = msgspec.to_builtins(chair.score)
        total = score.pop("total")
        parts = ", ".join(f"{words.say.category(words.w, slug)} {n}" for slug, n in score.items() if n)
        lines.append(f"{name}{words.w.colon}{total} ({parts})" if parts else f"{name}{words.w.colon}{total}")
    return Section(words.w("Score sheet") if words.over else words.w("Points so far"), tuple(lines))


@dataclass(frozen=True, slots=True)
class PositionPanel:
    """The position as a panel with buttons. `early`: the game was ended before its end."""

    context: PanelContext
    position: PositionWords
    early: bool
    can_undo: bool
    menu_sign: str


def _middle(scene: Scene, ring: Ring) -> Element[PositionPanel]:
    table = scene.table
    view = PositionPanel(
        panel_context(scene, ring), open_position(scene), table.early, table.undo is not None, scene.model.menu_sign
    )
    return Element("told", view, paint_middle)


def paint_middle(p: Pen, panel: PositionPanel, control: Controller) -> None:
    ring, edge, w = panel.context.ring, panel.context.edge, panel.context.w
    menu = cell(w("Menu"), "menu", partial(control.open_panel, "menu", edge), panel.menu_sign)
    if panel.position.over:
        foot = [
            cell(row.words, row.key, partial(control.send, row.says), row.picture, primary=row.main)
            for row in list_next_steps(w)
        ]
        foot.insert(1, menu)
    else:
        foot = [
            cell(w("Undo"), "undo", partial(control.open_panel, "undo", edge) if panel.can_undo else None, "undo"),
            cell(w("Phones: show the code"), "code", partial(control.open_panel, "code", edge), "phone"),
            menu,
        ]
    at = place(ring, edge, WIDE)
    if at.w < 5 * ring.touch + 180:  # the paging buttons leave room for two
        foot.pop(1)
    paint_sections(p, control, panel.context, at, _title(panel), sections(panel.position), foot)


def _title(panel: PositionPanel) -> str:
    """Return the winner, or whose turn it is."""
    say, w, people, game = panel.position.say, panel.position.w, panel.position.people, panel.position.game
    if panel.position.over:
        return game_over.ended_early_text(w) if panel.early else say.result(w, game, people)
    asked = ", ".join(people[seat - 1] for seat in game.to_act)
    return w("Turn: {name}", name=asked) if asked else say.title(w)
