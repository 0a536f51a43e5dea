"""Shared parts of the history's pages: navigation and common rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec

from app.history.chart_shapes import columns, lines
from app.history.history_text import HistoryWords
from app.protocol.history_messages import KnownPerson, Review, SheetRead
from app.screen.control.controller import Controller
from app.screen.input.history_browsing import choose_games, open_page
from app.screen.paint.pen import Pen
from app.screen.paint.theme import number
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Games
from app.screen.widgets.controls import touch_box
from app.screen.widgets.faces import figure
from app.screen.widgets.grid import fill_grid
from app.screen.widgets.panel_cells import GAP, Cell, cell, paint_line_below, prose, text_block
from app.shown.form import Button, ConfirmPrompt, Field, Link, Number, Option, Pick, Row, Text
from app.shown.history import history_pages
from app.shown.history.history_pages import HistoryFacts

SMALL_SCALE = 1.35  # of everything on a small screen
CHART = 190.0  # u, height of a chart of points
FIGURES = 130.0  # u, height of large numbers
LINE_END: Final = 30.0  # u, of a line, for the sign that it leads on
WORDS_U = 110.0  # minimum height of a row in words
Ways: TypeAlias = Mapping[str, Callable[[], None]]  # what a touch on a row does, by its key
NO_LINKS: Final[Ways] = MappingProxyType({})


Made = tuple[str, list[Cell], list[Cell]]  # title, cells, foot


Room = tuple[float, float]  # u, between title and foot


Draws = Callable[[Pen, float, float, float, float], None]  # a bar: where, and how wide and high


@dataclass(frozen=True, slots=True)
class HistoryContext:
    """The context of a page: the controller for navigation, words, and loaded data."""

    control: Controller
    house: Games
    past: HistoryFacts
    sheet: SheetRead | None
    names: tuple[KnownPerson, ...]
    on_table: int = 0  # number of the finished game on the table
    review: Review | None = None

    @property
    def history_words(self) -> HistoryWords:
        return self.past.say


def grow(ring: Ring) -> float:
    """Return the scale of words."""
    return SMALL_SCALE if ring.small else 1.0


def sentence(text: str) -> Cell:
    return prose(text, 30)


def line_of(label: str, below: str, share: float | Draws | None, key: str, tap: Callable[[], None]) -> Cell:
    """Return a link with a name, a short sentence, and a share as a bar (or a drawing)."""

    def draw(p: Pen, w: float, h: float) -> None:
        _paint_line_end(p, w, h)
        w -= LINE_END
        bar = 110.0 if share is not None else 0.0
        room = w - 40 - (bar + 16 if bar else 0)
        p.text(20, h * (0.27 if below else 0.5), label, 28, "text", "start", bold=True, room=room)
        p.prose(20, h * 0.45, below, 23, room, h * 0.5, "soft", middle=True)
        if callable(share):
            share(p, w - 20 - bar, h / 2 - 7, bar, 14)
        elif share is not None:
            bar_of(p, w - 20 - bar, h / 2 - 7, bar, 14, share)
        touch_box(p, 0, 0, w + LINE_END, h, number("round"), key, tap)

    return Cell(draw, name=key)


def _paint_line_end(p: Pen, w: float, h: float) -> None:
    """Paint the sign that a line leads on, and the line below it."""
    figure(p, "right", w - LINE_END, h / 2, 26, "mute")
    paint_line_below(p, w, h)


def bar_of(p: Pen, x: float, y: float, w: float, h: float, part: float, ink: str = "stone") -> None:
    p.rect(x, y, w, h, h / 2, "hair")
    if part > 0:
        p.rect(x, y, max(h, w * min(part, 1.0)), h, h / 2, ink)


def fact(
    label: str,
    value: str,
    part: float | None,
    usual: float | None = None,
    key: str = "",
    tap: Callable[[], None] | None = None,
) -> Cell:
    """Return a labelled number with a comparing bar.

    `usual`: the average on the bar. `key`, `tap`: its hit area.
    """

    def draw(p: Pen, w: float, h: float) -> None:
        if tap:
            _paint_line_end(p, w, h)
            touch_box(p, 0, 0, w, h, number("round"), key, tap)
        else:
            p.rect(0, 0, w, h, 18, "zone")
        w -= LINE_END if tap else 0
        wide = p.text_width(value, 34, bold=True)
        p.text(w - 20, h * (0.4 if part is not None else 0.5), value, 34, "text", "end", bold=True)
        p.prose(20, 6, label, 25, w - 60 - wide, h * (0.62 if part is not None else 0.9), "soft", middle=True)
        if part is not None:
            bar_of(p, 20, h * 0.74, w - 40, 10, part)
        if part is not None and usual is not None:
            p.rect(20 + (w - 44) * min(max(usual, 0.0), 1.0), h * 0.74 - 4, 4, 18, 2, "text")

    return Cell(draw, name=key)


def cells_of(to: HistoryContext, rows: Sequence[Row], ways: Ways = NO_LINKS, size: float = 28) -> list[Cell]:
    """Return the cells of a page's rows. `size`: type size of buttons (u)."""
    if len(rows) == 1 and isinstance(rows[0], Text):
        return [sentence(rows[0].words)]
    return [each for row in rows for each in _row_cells(to, row, ways, size)]


def _row_cells(to: HistoryContext, row: Row, ways: Ways, size: float) -> list[Cell]:
    match row:
        case Text() | history_pages.Heading():
            return [text_block(row.words, 26, "soft" if isinstance(row, Text) else "text")]
        case history_pages.PastLine():
            return [_link_cell(to, row)]
        case history_pages.LargeNumbers():
            return [Cell(partial(_paint_numbers, row), wide=True, high=lambda p, wide: FIGURES)]
        case history_pages.Chart():
            return [Cell(partial(_paint_chart, row), wide=True, high=lambda p, wide: CHART)]
        case history_pages.AccuracyLine():
            return [Cell(partial(_paint_accuracy, row), wide=True, high=lambda p, wide: CHART)]
        case history_pages.Bars():
            return [fact(bar.words, bar.value, bar.part, bar.usual) for bar in row.bars]
        case history_pages.FilterRow():
            choose = partial(_filter_games, to, row.name)
            return [text_block(row.words, 28), *choices(row.name, row.options, choose, row.now, size=26)]
        case Number():
            now = "–" if row.now is None else f"{row.now:g}"
            return [fact(row.words, now, None, key=f"past cell {row.key.partition('.')[2]}", tap=ways[row.key])]
        case Button(sure=ConfirmPrompt()):
            ask = partial(to.control.ask_confirmation, row.key)
            return [cell(row.words, f"past {row.key}", ask, row.picture, size=size)]
        case Link():
            return [cell(row.words, f"past {row.key}", ways[row.key], row.picture, primary=row.main, size=size)]
        case Field() | Pick():
            return [cell(row.words, f"past {row.key}", ways[row.key], row.picture, size=size)]
    raise TypeError(row)


def choices(
    name: str,
    options: Iterable[Option],
    choose: Callable[[Any], None],  # Any: values of a sort of their own each time
    now: object = None,
    size: float = 28,
) -> list[Cell]:
    """Return buttons to choose one value."""
    return [
        cell(each.words, f"past {name} {each.value}", partial(choose, each.value), on=each.value == now, size=size)
        for each in options
    ]


def _filter_games(to: HistoryContext, name: str, value: object) -> None:
    choose_games(to.control, msgspec.structs.replace(to.past.game_filter, **{name: value}))


def _link_cell(to: HistoryContext, row: history_pages.PastLine) -> Cell:
    """Return a link; for opponents the bar shows the shares of both from either side."""

    def bar(p: Pen, x: float, y: float, wide: float, h: float) -> None:
        bar_of(p, x, y, wide, h, row.ahead or 0.0, "candle")
        if row.behind:
            behind = max(h, wide * row.behind)
            p.rect(x + wide - behind, y, behind, h, h / 2, "stone")

    go = partial(open_page, to.control, *row.to)
    found = line_of(row.words, row.below, bar if row.met else row.ahead, f"past {row.key}", go)
    return replace(found, high=lambda p, wide: WORDS_U) if row.met else found


def _paint_numbers(row: history_pages.LargeNumbers, p: Pen, wide: float, h: float) -> None:
    cells = fill_grid(len(row.numbers), len(row.numbers), wide, h, GAP)
    each = cells.w
    for nth, (n, says, lit) in enumerate(row.numbers):
        with cells.at_cell(p, nth):
            p.rect(0, 0, each, h, 18, "zone", "candle" if lit else None, 3)
            p.text(each / 2, h * 0.32, n, 56, "candle" if lit else "text", bold=True, room=each - 16)
            p.prose(8, h * 0.54, says, 24, each - 16, h * 0.44, "soft", "middle", middle=True)


def _paint_chart_words(row: history_pages.Chart | history_pages.AccuracyLine, p: Pen, wide: float, h: float) -> float:
    """Paint the ground and the words of a chart. Return their width."""
    left = min(430.0, wide * 0.36)
    p.rect(0, 0, wide, h, 18, "zone")
    p.prose(20, 10, row.words, 25, left - 30, h * 0.3, "text", bold=True)
    p.prose(20, h * 0.3, row.about, 22, left - 30, h * 0.66, "soft", middle=True)
    return left


def _paint_accuracy(row: history_pages.AccuracyLine, p: Pen, wide: float, h: float) -> None:
    """Paint a line of accuracy from 0 to 100 that ends in a dot."""
    left = _paint_chart_words(row, p, wide, h)
    end, high = wide - left - 50, h - 36
    [points] = lines([row.shares], end, high)
    with p.at(left + 15, 16):
        p.path(0, high + 2, end, high + 2, line="line", width=2.5)
        p.path(*points, line="stone", width=4)
        p.disc(points[-2], points[-1], 9, "candle")


def _paint_chart(row: history_pages.Chart, p: Pen, wide: float, h: float) -> None:
    """Paint points over time: a pillar for each game, a gable on wins, a line for the average."""
    left = _paint_chart_words(row, p, wide, h)
    made = columns(row.entries, wide - left - 40, h - 32)
    assert made is not None
    with p.at(left + 10, 14):
        for pillar in made.pillars:
            ink = "candle" if pillar.won else "stone"
            for x, y, across, tall in pillar.boxes:
                p.rect(x, y, across, tall, 0, ink)
            if pillar.gable:
                p.poly(*pillar.gable, fill=ink)
        end = wide - left - 40
        p.path(0, made.floor + 2, end, made.floor + 2, line="line", width=2.5)
        p.path(0, made.mean, end, made.mean, line="text", width=2, dash=(9, 8))
