"""A keyboard on the table, facing whoever types."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import Lying, closing, place

LETTERS: Final = "abcdefghijklmnopqrstuvwxyzäöüßéèêçëïñáóø-' "
ADDRESS: Final = "0123456789.:abcdefghijklmnopqrstuvwxyz-"


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Its keys, and what has been typed, `most` signs at most; until then the title stands in its place."""

    lying: Lying
    keys: str
    title: str
    typed: str
    most: int


def paint_keyboard(p: Pen, it: Keyboard, control: Controller, done: Callable[[], None]) -> None:
    """The keys in as many lines as it takes; they turn pages where a finger would not find them otherwise."""
    ring, keys = it.lying.ring, it.keys
    at, t, gap = place(ring, it.lying.edge), ring.touch, max(8.0, 2.05 * ring.mm / ring.u)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        room = at.w - 32
        beside = room - 3 * (t + gap) > 320
        controls = 3 * (t + gap) if beside else 0.0
        p.rect(16, 12, room - controls, t, 14, "zone", "line", 2)
        if it.typed:
            p.text(32, 12 + t / 2, it.typed, 36, "text", "start", bold=True, room=room - controls - 32)
        else:
            p.text(32, 12 + t / 2, it.title, 26, "mute", "start", room=room - controls - 32)
        x = 16 + room - controls + gap if beside else 16.0
        y = 12.0 if beside else 12 + t + gap
        button(p, x, y, t, t, "", "erase", partial(_erase, control), "left", each=True)
        button(p, x + t + gap, y, t, t, "", "ok", done, "tick", primary=True)
        button(p, x + 2 * (t + gap), y, t, t, "", "close", closing(control), "cross")
        top = y + t + gap + 4
        columns = max(1, int((room + gap) / (t + gap)))
        lines = max(1, int((at.h - top - 12 + gap) / (t + gap)))
        fit = columns * lines
        pages = [keys]
        if len(keys) > fit:
            pages = [keys[i : i + fit - 1] for i in range(0, len(keys), fit - 1)]
        page = it.lying.page % len(pages)
        wide = (room + gap) / columns - gap
        for i, key in enumerate(pages[page]):
            kx, ky = 16 + (i % columns) * (wide + gap), top + (i // columns) * (t + gap)
            label = key if key != " " else it.lying.w.pgettext("key", "space")
            press = partial(_press, control, it.most, keys == LETTERS, key)
            button(p, kx, ky, wide, t, label, f"key {key}", press, size=34, each=True)
        if len(pages) > 1:
            i = len(pages[page])
            kx, ky = 16 + (i % columns) * (wide + gap), top + (i // columns) * (t + gap)
            label = f"{page + 1}/{len(pages)}"
            button(p, kx, ky, wide, t, label, "more keys", partial(control.leaf, 1), size=26, each=True)


def _press(control: Controller, most: int, names: bool, key: str) -> None:
    """Type one more sign; in names, those that begin a word are capitals."""
    typed = control.opened.typed
    if len(typed) < most:
        begins = names and (not typed or typed[-1] in " -") and key != "ß"
        control.change(typed=typed + (key.upper() if begins else key))


def _erase(control: Controller) -> None:
    control.change(typed=control.opened.typed[:-1])
