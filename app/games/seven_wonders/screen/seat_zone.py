"""The zone of a seat during a game: its wonder and pills, its name and coins, and whether it is still choosing."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from msgspec import structs

from app.games.seven_wonders.screen import cards, touch_handlers
from app.games.seven_wonders.screen.seat_facts import CHOICE_PILLS, SeatFacts, board_name, pills, seat_of
from app.games.seven_wonders.screen.typed_scene import SevenScene
from app.looks.drawing_data import SHAPE
from app.looks.icons import icon
from app.looks.plain_wonder_shapes import STRETCH, drawing_of
from app.looks.sky_landscape import EVENING
from app.screen.control.controller import Controller
from app.screen.paint import lighting
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.state.recent_events import LogChanges
from app.screen.state.ring_layout import Ring
from app.screen.widgets import faces, name_fitting
from app.screen.widgets.change_marks import brackets
from app.screen.widgets.count_pills import legible_height, paint_pills, select_pills
from app.screen.widgets.name_plate import OVERHANG, draw_zone, link_sign, optional_text, paint_name

DEEP: Final = 262.0  # u, of a zone of a scale of 1
SLIM: Final = 480.0  # of its scale, so wide a zone has less room than that
CONTENT_WIDTH: Final = 540.0  # of a zone's scale, the width for stages and pills on a small screen
BADGE_WIDTH: Final = 130.0  # of a zone's scale, the least for a badge with a name
LEAST: Final = 88.0  # of a zone's scale, the least for a wonder beside stages and pills
WONDER_WIDTH: Final = 0.42  # of a zone's width, the largest for a wonder
COINS: Final = "coins"  # in what is fresh: where a seat's lie
WONDER_RAISE: Final = 0.5  # of the height of the stages, from their foot to that of the wonder


@dataclass(frozen=True, slots=True)
class SeatZone:
    """The zone of a seat, where it lies on the table. `hand`: its name opens its hand; `fresh`: what just changed.

    `late`: people tell, and another seat is asked alone. `covered`: what the seat is asked lies on it.
    """

    ring: Ring
    seat: SeatFacts
    hand: bool
    late: bool
    fresh: frozenset[str]
    covered: bool = False


def elements(scene: SevenScene, ring: Ring, changed: LogChanges, covered: Collection[int] = ()) -> Elements:
    """Return all zones. `covered`: seats whose question covers their zone."""
    seats = [chair.seat for chair in scene.view.seats]
    return [_zone(scene, ring, seat_of(scene, seat), changed.changes_at(seat), seat in covered) for seat in seats]


def list_zones(scene: SevenScene, ring: Ring) -> Elements:
    """Return all zones while a turn is shown, without questions; unchanged until cards are revealed."""
    down, as_was = scene.game_ui.down, scene
    if down is not None:
        as_was = replace(scene, model=replace(scene.model, view=down.before))
    state = "chosen" if down is not None else ""
    return [_zone(scene, ring, seat_of(as_was, chair.seat, state)) for chair in scene.view.seats]


def _zone(
    scene: SevenScene, ring: Ring, seat: SeatFacts, fresh: frozenset[str] = frozenset(), covered: bool = False
) -> Element[SeatZone]:
    number = seat.number
    hand = scene.is_answering(number) or scene.retractable_row(number) is not None or scene.tells(number)
    late = scene.tracked and scene.repair is None and scene.acting not in (0, number)
    zone = SeatZone(ring, seat, hand, late, fresh, covered)
    return Element(f"zone {number}", zone, paint, ahead=lambda: [_revealed_stage(zone)])


def _revealed_stage(zone: SeatZone) -> Element[SeatZone]:
    """Return a zone as it is while a turn is shown that builds its next stage."""
    seat = zone.seat
    built = structs.replace(seat.view, stages=min(seat.view.stages + 1, len(seat.board.stages)))
    view = replace(zone, seat=replace(seat, state="", view=built), covered=False)
    return Element(f"zone {seat.number}", view, paint)


def paint(p: Pen, zone: SeatZone, control: Controller) -> None:
    """Paint the zone, reduced on a small screen; a touch opens the city, one on the name the seat's settings."""
    ring, seat = zone.ring, zone.seat
    edge = ring.edge_of(seat.number)
    with ring.draw_in_zone(p, seat.number) as (w, d):
        k = d / DEEP
        plate = (88 if ring.small else 54 if w / k < SLIM else 60) * k
        paint_edge_glow(
            p, seat.state == "choosing", w, d, plate, k, seat.player.colour, drawing_of(seat.view.wonder), seat.hour
        )
        if not zone.covered:  # else its wonder would look out behind that
            (_paint_summary if ring.small else _paint_full_zone)(p, seat, w, d, plate, zone.fresh)
        key = f"seat {seat.number}"
        p.hit_area(0, 0, w, d, f"{key} zone", partial(control.open_panel, f"zone {seat.number}", edge), rank=0)
        if zone.hand:
            tap = partial(touch_handlers.open_hand, control, seat.number)
            p.hit_area(0, d - plate, w, plate, f"{key} hand", tap, rank=1, least=ring.touch)
        elif zone.late:
            tap = partial(control.open_panel, f"forgot {key}", edge)
            p.hit_area(0, d - plate, w, plate, f"{key} late", tap, rank=1, least=ring.touch)
        elif not ring.small:
            p.hit_area(0, d - plate, w, plate, f"{key} name", partial(control.open_panel, key, edge), rank=1)


def _paint_full_zone(p: Pen, seat: SeatFacts, w: float, d: float, hs: float, fresh: frozenset[str]) -> None:
    """Paint the complete zone; `hs`: height of the name plate."""
    k = d / DEEP
    slim, pad = w / k < SLIM, 16 * k
    _plate(p, seat, w, d, hs, k, slim, COINS in fresh)
    wide, tall, low = (148 if slim else 210) * k, d - hs - 2 * pad, (50 if slim else 62) * k
    if p.plain:
        room = (110 if slim else 132) * k
        x, y, high = pad + (wide - room) / 2, pad, tall - low - 12 * k
    else:  # its foot lies behind the stages, what is tall breaks its frame
        x, y, high = 8 * k, -OVERHANG, OVERHANG + d - hs - pad - low * WONDER_RAISE
        wide = max(wide, min(high * SHAPE, w * WONDER_WIDTH))
        room = wide + 2 * (pad - x)
    with p.at(x, y):
        p.cached(cards.picture, room, high, seat.view.wonder, seat.view.stages, len(seat.board.stages))
    with p.at(pad, pad + tall - low):
        marked = frozenset(each for each in fresh if each.startswith("stage"))
        p.cached(cards.stages, seat.board, seat.view.stages, wide, low, marked)
        p.thing(f"wonder {seat.number}", 0, 0, wide, low)
    left = pad + wide + 16 * k
    paint_pills(p, pills(seat), left, pad, w - left - pad, tall, (39 if slim else 52) * k, fresh=fresh, brief=slim)


def paint_edge_glow(
    p: Pen, lit: bool, w: float, d: float, hs: float, k: float, colour: str = "", sky: str = "", hour: int = EVENING
) -> None:
    """Paint the ground of a zone; only the edge is lit by the candle, because several zones are lit at once."""
    if lit:
        lighting.turn(p, w, d, k)
    draw_zone(p, w, d, hs, k, turn=False, colour=colour, sky=sky, hour=hour)
    if lit:
        p.cached(Pen.rect, 0, 0, w, d, 22 * k, None, "candle", (4 if p.plain else 2) * k)


def _plate(p: Pen, seat: SeatFacts, w: float, d: float, hs: float, k: float, slim: bool, marked: bool) -> None:
    """Name and coins; on the right whether it still chooses, how it is played, points, and a word if there is room.

    `marked`: where coins lie.
    """
    who, y, size, pad = seat.player, d - hs / 2, (28 if slim else 31) * k, 16 * k
    lit = seat.state == "choosing"
    right = w - pad
    right -= p.cached(state, seat.state, right, y, k)
    right -= p.cached(link_sign, who, right, y, 30 * k, "soft", "raised") + 6 * k
    if seat.points:
        right -= p.text(right, y, str(seat.view.score.total), size * 0.9, "soft", "end", bold=True) + 6 * k
        icon(p, "star", right - 12 * k, y, 26 * k, "mute", "raised")
        right -= 34 * k
    coins = str(seat.view.coins)
    money = 48 * k + p.text_width(coins, size * 1.06, bold=True)
    ink, room = "candle" if lit else "text", right - money - pad - 16 * k
    used = p.cached(paint_name, who, pad + 4 * k, y, size, ink, room)
    x = pad + 4 * k + used + 14 * k
    faces.coin(p, x + 19 * k, y, 38 * k)
    if marked:
        brackets(p, x, y - 19 * k, 38 * k, 38 * k)
    p.text(x + 44 * k, y, coins, size * 1.06, "text", "start", bold=True)
    room = right - x - money - 20 * k
    if who.prompt:
        optional_text(p, right - 6 * k, y, who.prompt, size * 0.8, "candle" if lit else "soft", room)
    elif not slim:
        name_fitting.single_line(
            p, right - 6 * k, y, board_name(seat), size * 0.8, "candle" if lit else "soft", "end", room
        )


def state(p: Pen, said: str, right: float, y: float, k: float) -> float:
    """Paint if a seat is choosing or has chosen, leftwards from a point, and return the width."""
    if said == "chosen":
        p.disc(right - 20 * k, y, 20 * k, "zone", "stone", 3 * k)
        icon(p, "tick", right - 20 * k, y, 27 * k, "stone", "zone")
        return 48 * k
    if said == "choosing":
        for nth in range(3):
            p.disc(right - (8 + 22 * nth) * k, y, 7 * k, "candle")
        return 68 * k
    return 0


def _paint_summary(p: Pen, seat: SeatFacts, w: float, d: float, hs: float, fresh: frozenset[str]) -> None:
    """Paint the reduced zone on a small screen: name, coins, state, stages and pills, and a small wonder."""
    p.thing(f"wonder {seat.number}", 0, 0, w, d - hs)
    k, lit = d / DEEP, seat.state == "choosing"
    y, who = d - hs / 2, seat.player
    right = w - 20 * k
    right -= state(p, seat.state, right, y, 1.5 * k)
    right -= link_sign(p, who, right, y, 44 * k, "soft", "raised") + 8 * k
    coins, total = str(seat.view.coins), str(seat.view.score.total)
    money = 78 * k + p.text_width(coins, 50 * k, bold=True)
    points = 76 * k + p.text_width(total, 46 * k, bold=True)
    # A long name is cut before points are left out.
    if seat.points and right - points - money - 32 * k > BADGE_WIDTH * k:
        p.text(right, y, total, 46 * k, "soft", "end", bold=True)
        icon(p, "star", right - points + 46 * k, y, 44 * k, "mute", "raised")
        right -= points
    x = 20 * k + paint_name(p, who, 20 * k, y, 48 * k, "candle" if lit else "text", right - money - 32 * k)
    faces.coin(p, x + 44 * k, y, 52 * k)
    if COINS in fresh:
        brackets(p, x + 18 * k, y - 26 * k, 52 * k, 52 * k)
    p.text(x + 78 * k, y, coins, 50 * k, "text", "start", bold=True)
    count, high = len(seat.board.stages), 146 * k
    over = 0 if p.plain else OVERHANG
    high, stretch, foot = (high, STRETCH, 13 * k + high) if p.plain else (d - hs + OVERHANG, SHAPE, d - hs)
    if (aside := min(w - CONTENT_WIDTH * k, high * stretch)) > LEAST * k:
        with p.at(w - aside - 14 * k, foot - high):
            p.cached(cards.picture, aside, high, seat.view.wonder, seat.view.stages, count)
        w -= aside + 14 * k
    left, top, little = 18 * k, 68 * k, 0.0 if aside > LEAST * k else 62 * k + over * SHAPE
    if little:
        with p.at(left, 10 * k - over):
            cards.picture(p, little, 52 * k + over, seat.view.wonder, seat.view.stages, count)
        little += 8 * k
    with p.at(left + little, 10 * k):
        cards.paint_stages(p, seat.board, seat.view.stages, range(count), w - left - little - 14 * k, 52 * k, fresh)
    room, tall, high = w - left - 12 * k, d - hs - top - 4 * k, 76 * k
    found = select_pills(p, pills(seat), CHOICE_PILLS, min(high, legible_height(p)), room, tall, high)
    paint_pills(p, found, left, top, room, tall, high, fresh=fresh, brief=True)
