"""The plate at the near edge of a city of Duel: name, coins, tokens, chain symbols, newest event, prompt and points."""

from dataclasses import dataclass
from functools import partial
from typing import Final

from app.games.duel.screen import cards, touch_handlers
from app.games.duel.screen.layout import PLATE, Layout
from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.widgets import faces
from app.screen.widgets.change_marks import PREVIEW, brackets
from app.screen.widgets.name_plate import Player, draw_zone, link_sign, paint_name, waiting_dots
from app.screen.widgets.news_strip import line, open_since
from app.shown.play.previews import Change, format_signed
from engine.duel.data_schema import Data

EVENT_WIDTH: Final = 420.0  # u, for the newest event, before chain symbols get room
COINS: Final = "coins"  # the key of a seat's coins among fresh changes


@dataclass(frozen=True, slots=True)
class CityEdge:
    """The near edge of a city, which changes with every turn. `happened`: the newest action, in its seat's words."""

    lay: Layout
    number: int
    player: Player
    happened: tuple[str, ...]  # wordings, from long to short
    back: bool  # the action was undone
    points: int | None  # None where the table does not show them
    coins: int
    progress: tuple[str, ...]
    chains: tuple[str, ...]  # symbols on its cards
    fresh: frozenset[str]  # keys of changes to mark
    data: Data
    then: Change | None  # preview of the touched use

    @property
    def turn(self) -> bool:
        """True if the seat is to act."""
        return self.player.turn


def paint_plate(p: Pen, city: CityEdge, control: Controller) -> None:
    box = city.lay.city(city.number)
    with city.lay.at_city(p, city.number):
        paint_plate_contents(p, city, control, box.w, box.h, city.lay.plate)


def paint_plate_contents(
    p: Pen, city: CityEdge, control: Controller, w: float, d: float, high: float, key: str = ""
) -> None:
    """Paint name, coins, tokens and chains; at the right the prompt, how the seat is played, and its points."""
    draw_zone(p, w, d, high, 0.85, city.turn, city.player.colour)
    k, y = high / PLATE, d - high / 2
    ink, under = ("ink", "candle") if city.turn else ("text", "raised")
    edge = city.lay.edge(city.number)
    who = partial(touch_handlers.touch_seat, control, city.number, edge)
    p.hit_area(0, d - high, w, high, f"{key}seat {city.number} name", who, rank=0, least=city.lay.touch)
    x = 24 * k
    x += p.cached(paint_name, city.player, x, y, 32 * k, ink, min(390 * k, w * 0.28)) + 20 * k
    x = _paint_coins(p, city, x, y, k, ink)
    x = _paint_progress(p, city, control, x, y, high, key)
    right = w - 20 * k - link_sign(p, city.player, w - 20 * k, y, 30 * k, ink, under)
    right = _paint_points(p, city, right, y, k, ink)
    room = max(right - x - 16 * k, 0.0)
    share = 0.72 if not city.happened else 0.46 if room > EVENT_WIDTH * k else 0.34  # keeps the newest event uncut
    wide = _paint_prompt(p, city, right - 12 * k, y, 29 * k, ink, room * share)
    room -= wide + 30 * k
    side = 38 * k
    step = min(side + 5 * k, (room - (EVENT_WIDTH * k if city.happened else 0.0)) / max(1, len(city.chains)))
    if step > side * 0.55:
        for nth, chain in enumerate(city.chains):
            faces.chip(p, chain, x + side / 2 + nth * step, y, side, "mute")
        x, room = x + len(city.chains) * step, room - len(city.chains) * step
    if city.happened and room > high:
        with p.at(x, d - high):
            line(p, city.happened, city.back, room, high, 27 * k)
        tap = partial(open_since, control, city.number, edge)
        p.hit_area(x, d - high, room, high, f"{key}since {city.number}", tap, rank=1, least=city.lay.touch)


def _paint_coins(p: Pen, city: CityEdge, x: float, y: float, k: float, ink: str) -> float:
    """Paint the coins and their predicted change, from x on. Return where they end."""
    if city.turn:
        p.disc(x + 24 * k, y, 24 * k, "ink")
    faces.coin(p, x + 24 * k, y, 42 * k)
    if COINS in city.fresh:
        brackets(p, x, y - 24 * k, 48 * k, 48 * k)
    x += 56 * k + p.text(x + 56 * k, y, str(city.coins), 36 * k, ink, "start", bold=True) + 22 * k
    if city.then and city.then.coins:
        x += _paint_prediction(p, x - 8 * k, y, format_signed(city.then.coins), 30 * k, ink) + 6 * k
    return x


def _paint_progress(p: Pen, city: CityEdge, control: Controller, x: float, y: float, high: float, key: str) -> float:
    """Paint the progress tokens in a plate, from x on. Return where they end."""
    k = high / PLATE
    for slug in city.progress:
        if city.turn:
            p.disc(x + 24 * k, y, 26 * k, "ink")
        with p.at(x + 24 * k, y):
            cards.token(p, city.data, slug, 23.5 * k)
            p.thing(slug, -23.5 * k, -23.5 * k, 47 * k, 47 * k)
            if slug in city.fresh:
                brackets(p, -27 * k, -high / 2 + 2, 54 * k, high - 4)
        tap = partial(touch_handlers.touch_token, control, slug)
        p.hit_area(x, y - high / 2, 50 * k, high, f"{key}seat {city.number} {slug}", tap, rank=1)
        x += 54 * k
    return x


def _paint_points(p: Pen, city: CityEdge, right: float, y: float, k: float, ink: str) -> float:
    """Paint the points and their predicted change leftwards from `right`. Return where they begin."""
    if city.points is not None:
        right -= 42 * k
        inks = ("ink", "candle") if city.turn else ("stone", "ink")
        faces.gable(p, right + 16 * k, y, 40 * k, city.points, *inks)
        if city.then and city.then.points:
            then = format_signed(city.then.points)
            wide = p.text_width(then, 30 * k, bold=True) + 20 * k
            right -= _paint_prediction(p, right - wide - 10 * k, y, then, 30 * k, ink) + 18 * k
    return right


def _paint_prediction(p: Pen, x: float, y: float, text: str, size: float, ink: str) -> float:
    """Paint the predicted change of a number in a ghost's outline, from x on. Return its width."""
    wide = p.text_width(text, size, bold=True) + size * 0.66
    p.rect(x, y - size * 0.66, wide, size * 1.32, size * 0.5, None, ink, PREVIEW)
    p.text(x + wide / 2, y, text, size, ink, bold=True)
    return wide


def _paint_prompt(p: Pen, city: CityEdge, right: float, y: float, size: float, ink: str, room: float) -> float:
    """Paint the prompt, or three dots while an answer is on its way. Return its width."""
    if city.player.waiting:
        waiting_dots(p, right - 34, y, ink)
        return 90.0
    prompt = city.player.prompt
    return p.text(right, y, prompt, size, ink, "end", room=room) if prompt and room > 40 else 0.0
