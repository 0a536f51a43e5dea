"""The stone of the day in the lobby: a sun-dial with today's date that takes the deal of the day, and its page."""

from dataclasses import dataclass
from functools import partial
from math import cos, pi, sin
from typing import Final

from app.screen.control.controller import Controller
from app.screen.pages.common.forms import FormPanel, form_panel
from app.screen.pages.common.setting_intents import set_game
from app.screen.pages.lobby.lobby_layout import Hall
from app.screen.paint import lighting
from app.screen.paint.element import Element
from app.screen.paint.pen import Pen
from app.screen.paint.pen_layers import STONE
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.widgets.controls import tick
from app.shown.lobby import daily_deal

HOURS: Final = 12  # strokes round the dial


@dataclass(frozen=True, slots=True)
class DayStone:
    """The stone. `points`: of today's result with this game, "" before it; `on`: it is the next game; `takes`: a touch
    takes it."""

    hall: Hall
    date: str
    label: str
    points: str
    on: bool
    takes: bool


def build_stone(scene: Scene, on: Hall) -> Element[DayStone]:
    table, w = scene.table, scene.model.words()
    points = next((daily_deal.points_text(daily) for daily in table.dailies if daily.date == table.day), "")
    takes = not table.daily and not daily_deal.is_crowded(table)
    view = DayStone(on, table.day, w("Deal of the day"), points, table.daily, takes)
    return Element("day", view, paint_stone)


def paint_stone(p: Pen, stone: DayStone, control: Controller) -> None:
    x, y, w, h = stone.hall.day()
    r = w / 2
    with stone.hall.draw_on(p), p.at(x + r, y + r):
        if stone.on:
            lighting.halo(p, r, 14)
        lighting.disc(p, r, "stone", "candle" if stone.on else "line", lighting.BRASS[p.bright])
        for n in range(HOURS):
            across, down = cos(2 * pi * n / HOURS), sin(2 * pi * n / HOURS)
            p.path(across * r * 0.78, down * r * 0.78, across * r * 0.9, down * r * 0.9, line="ink", width=2)
        p.text(0, -r * 0.24 if stone.points else 0, stone.date[-2:].lstrip("0"), 32, "ink", bold=STONE)
        if stone.points:
            p.text(0, r * 0.4, stone.points, p.legible(16), "ink", bold=True, room=w * 0.74)
        if stone.on:
            tick(p, 0, -r, 16)
        if stone.hall.labelled:
            p.prose(-r, r + 2, stone.label, p.legible(16) / p.grown, w, h - w - 2, "text", "middle", bold=stone.on)
        tap = partial(_take, control, stone.takes)
        p.hit_area(-r, -r, w, h, "daily", tap, press=lambda p: p.disc(0, 0, r, "candle", opacity=0.3))


def _take(control: Controller, takes: bool) -> None:
    """Take the deal of the day, if a touch can, and open its page."""
    if takes:
        set_game(control, daily=True)
    control.open_panel(daily_deal.PANEL, control.ui.edge)


def build_day_page(scene: Scene, ring: Ring, _: int) -> Element[FormPanel] | None:
    """Build the page; None outside the lobby."""
    if scene.table.phase != "lobby":
        return None
    form = daily_deal.day_page(scene.model.words(), scene.table, scene.model.game_words)
    return form_panel(scene, ring, form, {}, column=420)
