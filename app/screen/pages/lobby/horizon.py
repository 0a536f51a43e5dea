"""The wonders that nobody has yet, on the horizon of the lobby; and what each of them does."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import hypot
from typing import Final

from app.looks.drawing_data import SHAPE
from app.looks.wonder_window import World
from app.protocol.seat_messages import SeatInfo
from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormPanel, form_panel, send_and_close
from app.screen.pages.lobby.lobby_layout import RimSpot, finger, place_beside, spots, unit
from app.screen.pages.lobby.lobby_seat import most_width, paint_unknown
from app.screen.pages.lobby.wonder_list import list_wonders
from app.screen.paint.element import Element, Elements
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE, Weight
from app.screen.paint.text_pen import LEGIBLE_PX
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Picture, Scene
from app.screen.widgets import wonder_window
from app.screen.widgets.controls import touch_box
from app.screen.widgets.faces import paint_stone_wonder
from app.shown.lobby import seat_form

NAME: Final = 16.0  # units, type size of a name
LARGEST_NAME: Final = 18.0  # units; where legible words are larger, wonders have no names


@dataclass(frozen=True, slots=True)
class FreeWonder:
    """A wonder on the horizon. `slug` "": by chance. `opens`: the panel that says what it does."""

    slug: str
    name: str
    picture: Picture | None
    opens: str
    edge: int  # that the panel faces: of the nearest person who can take it
    spot: RimSpot


@dataclass(frozen=True, slots=True)
class LobbyHorizon:
    """The wonders that nobody has."""

    ring: Ring
    wonders: tuple[FreeWonder, ...]


def build_horizon(scene: Scene, ring: Ring) -> Elements:
    """Build the horizon, empty for a game without wonders.

    Each wonder has a place of its own, which it keeps while others are taken; one without takes that of a taken one.
    """
    them, wide, u = list_wonders(scene), most_width(scene), unit(ring)
    places, taken = spots(ring, len(them), wide), _list_taken(scene)
    sat = [info.seat for info in scene.table.seats if info.by != "free" and info.wonder]
    own = [spot for seat in sat if (spot := place_beside(ring, seat, wide, len(them)))]
    usable = [n for n, place in enumerate(places) if not any(_is_near(place, other, u) for other in own)]
    free = {n: each for n, each in enumerate(them) if each.board not in taken}
    empty = [n for n in usable if n not in free]
    at = {n: n if n in usable else empty.pop(0) for n in free if n in usable or empty}
    asks = [info.seat for info in scene.table.seats if _can_take(info)]
    found = []
    for n, each in free.items():
        if n in at:
            spot, picture = places[at[n]], scene.game.picture(scene.model, each.slug) if each.slug else None
            edge = ring.edge_of(ring.nearest_seat(spot.x, spot.y, asks)) if asks else scene.ui.edge
            found.append(FreeWonder(each.slug, each.name, picture, each.opens, edge, spot))
    return [Element("horizon", LobbyHorizon(ring, tuple(found)), paint_horizon)] if found else []


def _is_near(one: RimSpot, other: RimSpot, u: float) -> bool:
    return hypot(one.x - other.x, one.y - other.y) < (one.room + other.room) / 2 * u


def _can_take(info: SeatInfo) -> bool:
    """Check whether somebody who plays on the screen has no wonder."""
    return info.by == "touch" and not info.wonder


def _list_taken(scene: Scene) -> set[str]:
    """Return the boards that seats have."""
    return {scene.table.identities.get(info.wonder or "", "-") for info in scene.table.seats if info.by != "free"}


def paint_horizon(p: Pen, horizon: LobbyHorizon, control: Controller) -> None:
    """Paint each wonder upright for whoever sits nearest, with its name at its foot."""
    u = unit(horizon.ring)
    named = LEGIBLE_PX / u <= LARGEST_NAME
    room = min(each.spot.room for each in horizon.wonders)
    with p.at(0, 0, 0, u):
        size, bold = _name_style(p, [each.name for each in horizon.wonders], room) if named else (0.0, False)
    for each in sorted(horizon.wonders, key=lambda each: -each.spot.behind):
        with p.at(each.spot.x, each.spot.y, each.spot.angle, u), p.at(0, -each.spot.behind):
            wide, high, far = each.spot.w, each.spot.w / SHAPE, each.spot.behind
            if far:
                p.poly(-wide / 2, 0, wide / 2, 0, wide, far, -wide, far, fill="black", opacity=0.1 if p.bright else 0.4)
            low = size * 1.3 if named else max(4.0, finger(horizon.ring) - high)
            with p.at(-wide / 2, -high - low):
                more = (room - wide) / 2
                _paint_wonder(p, each, wide, high)
                open_offer = partial(control.open_panel, each.opens, each.edge)
                touch_box(p, -more, 0, wide + 2 * more, high + low, 12, f"rim {each.slug or 'chance'}", open_offer)
            if named:
                p.text(0, -low / 2, each.name, size, "text", bold=bold, room=room)


def _name_style(p: Pen, names: Sequence[str], room: float) -> tuple[float, Weight]:
    """Return the one size and face of names: the display face, if all are legible in it."""
    most = p.legible(NAME) / p.grown  # larger ones would raise wonders onto the stones
    size = min(p.fit_size(name, most, room, bold=STONE) for name in names)
    return (size, STONE) if p.is_legible(size) else (most, False)


def _paint_wonder(p: Pen, wonder: FreeWonder, w: float, h: float) -> None:
    world = World.complete(wonder.slug)
    if not wonder.slug:
        paint_unknown(p, w, h)
    elif wonder_window.is_drawn(p, world):
        wonder_window.paint_wonder(p, world, 0, 0, w, h)
    elif wonder.picture is not None:
        wonder.picture(p, w, h)
    else:
        with p.at(w / 2, h / 2):
            paint_stone_wonder(p, w, h, wonder.slug)


def build_offer(scene: Scene, ring: Ring, number: int) -> Element[FormPanel] | None:
    """Build the page of a wonder on the horizon; people on the screen without a wonder can take it there."""
    them = list_wonders(scene)
    if scene.table.phase != "lobby" or not scene.table.identities or number >= len(them):
        return None
    slug, name, board, _ = them[number]
    w, model = scene.model.words(), scene.model
    free = [wonder for wonder in seat_form.available_wonders(scene.table, 0) if scene.table.identities[wonder] == board]
    sides = [(each, model.game_words.identity(w, each), scene.game.describe_role(model, w, each)) for each in free]
    people = model.people(w)
    asks = [(info.seat, people[info.seat - 1]) for info in scene.table.seats if _can_take(info)]
    asks.sort(key=lambda who: ring.edge_of(who[0]) != scene.ui.edge)  # whom the page faces comes first
    form = seat_form.offered_wonder(w, name, sides if slug else [(None, name, "")], asks)
    return form_panel(scene, ring, form, {}, send_and_close, most=(900, 520))
