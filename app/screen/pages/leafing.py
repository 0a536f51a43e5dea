"""What the pages of the history are made of: where touches on them lead, and the rows that several of them have."""

from collections.abc import Callable
from dataclasses import dataclass

from app.history.words import HistoryWords
from app.protocol import messages
from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.ring import Ring
from app.screen.scene import Games
from app.screen.theme import number
from app.screen.widgets.panel import Cell, prose
from app.shown.past import Past

GROWN = 1.35  # how much larger all of it is on a small screen


Made = tuple[str, list[Cell], list[Cell]]  # title, cells, foot


Room = tuple[float, float]  # u, between title and foot


Draws = Callable[[Pen, float, float, float, float], None]  # a bar: where, and how wide and high


@dataclass(frozen=True, slots=True)
class Leafing:
    """Where touches on a page lead, the words for what stands on it, and what else is known."""

    control: Controller
    house: Games
    past: Past
    sheet: messages.SheetRead | None
    names: tuple[messages.KnownPerson, ...]
    on_table: int = 0  # the number of the game that still lies there, once it has ended

    @property
    def say(self) -> HistoryWords:
        return self.past.say


def grow(ring: Ring) -> float:
    """How much larger words are than elsewhere."""
    return GROWN if ring.small else 1.0


def sentence(text: str) -> Cell:
    return prose(text, 30)


def line_of(label: str, below: str, share: float | Draws | None, key: str, tap: Callable[[], None]) -> Cell:
    """Something to open: a name over a short sentence, and how much of its games were won, or what else, as a bar."""

    def draw(p: Pen, w: float, h: float) -> None:
        p.rect(0, 0, w, h, 18, "raised", "line", 2)
        bar = 110.0 if share is not None else 0.0
        room = w - 40 - (bar + 16 if bar else 0)
        p.text(20, h * 0.27, label, 28, "text", "start", bold=True, room=room)
        p.prose(20, h * 0.45, below, 23, room, h * 0.5, "soft", middle=True)
        if callable(share):
            share(p, w - 20 - bar, h / 2 - 7, bar, 14)
        elif share is not None:
            bar_of(p, w - 20 - bar, h / 2 - 7, bar, 14, share)
        p.hit_area(
            0, 0, w, h, key, tap, press=lambda pen: pen.rect(0, 0, w, h, number("round"), "candle", opacity=0.22)
        )

    return Cell(draw, name=key)


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
    """A number with its words, and a bar that compares it with its neighbours.

    `usual`: where everybody is on that bar. `key`, `tap`: what a touch on it does.
    """

    def draw(p: Pen, w: float, h: float) -> None:
        if tap:
            p.rect(0, 0, w, h, 18, "raised", "line", 2)
            p.hit_area(
                0, 0, w, h, key, tap, press=lambda pen: pen.rect(0, 0, w, h, number("round"), "candle", opacity=0.22)
            )
        else:
            p.rect(0, 0, w, h, 18, "zone")
        wide = p.wide(value, 34, True)
        p.text(w - 20, h * (0.4 if part is not None else 0.5), value, 34, "text", "end", bold=True)
        p.prose(20, 6, label, 25, w - 60 - wide, h * (0.62 if part is not None else 0.9), "soft", middle=True)
        if part is not None:
            bar_of(p, 20, h * 0.74, w - 40, 10, part)
        if part is not None and usual is not None:
            p.rect(20 + (w - 44) * min(max(usual, 0.0), 1.0), h * 0.74 - 4, 4, 18, 2, "text")

    return Cell(draw, name=key)
