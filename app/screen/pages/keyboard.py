"""A keyboard on the table, facing whoever types."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.controller import Controller
from app.screen.draw import Pen
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import Lying, closing, place

ACCENTS: Final = "äöüßéèêàâçëïîôùûñáíóúåøæœ"  # what a language's own keys lack of them is on further pages
SIGNS: Final = "-' "
ADDRESS: Final = ("0123456789.:abcdefghijklmnopqrstuvwxyz-",)
MORE: Final = "…"  # the key that turns the pages
WRITTEN: Final = 7  # keys that have room beside: three that all keyboards have, and what is typed


@dataclass(frozen=True, slots=True)
class Keyboard:
    """Its keys in their rows, rarer ones, and what has been typed, `most` signs at most; until then the title stands
    in its place. `names`: a word begins with a capital.
    """

    lying: Lying
    rows: tuple[str, ...]
    rare: str
    title: str
    typed: str
    most: int
    names: bool = False


def for_names(lying: Lying, title: str, typed: str, most: int) -> Keyboard:
    """With the letters where people of a language are used to them."""
    rows = lying.w.pgettext("the letters of a keyboard, row by row", "qwertyuiop asdfghjkl zxcvbnm").split()
    rare = "".join(letter for letter in ACCENTS if not any(letter in row for row in rows))
    return Keyboard(lying, tuple(rows), rare, title, typed, most, names=True)


def paint_keyboard(p: Pen, it: Keyboard, control: Controller, done: Callable[[], None]) -> None:
    """The keys in their rows where those fit, else as they come; they turn pages where a finger would not find them.

    For a left hand letters stay where people know them, and what ends it lies at the other side.
    """
    ring = it.lying.ring
    at, t, gap = place(ring, it.lying.edge), ring.touch, max(8.0, 2.05 * ring.mm / ring.u)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        room, step = at.w - 32, t + gap
        beside = room - 3 * step > 320
        top = 12 + t + gap + (0 if beside else step) + 4
        columns, lines = max(1, int((room + gap) / step)), max(1, int((at.h - top - 12 + gap) / step))
        pages = _pages(it, columns if beside else 0, columns, lines)
        page = it.lying.page % len(pages)
        above, rows = pages[page]

        def key(x: float, y: float, wide: float, sign: str) -> None:
            if sign == MORE:
                label, press = f"{page + 1}/{len(pages)}", partial(control.leaf, 1)
                button(p, x, y, wide, t, label, "more keys", press, size=26, each=True)
            else:
                label = sign if sign != " " else it.lying.w.pgettext("key", "space")
                press = partial(_press, control, it.most, it.names, sign)
                button(p, x, y, wide, t, label, f"key {sign}", press, size=34, each=True)

        side = partial(it.lying.side, room=at.w)
        wide = room - (3 + len(above)) * step if beside else room
        left = side(16, wide)
        p.rect(left, 12, wide, t, 14, "zone", "line", 2)
        if it.typed:
            p.text(left + 16, 12 + t / 2, it.typed, 36, "text", "start", bold=True, room=wide - 32)
        else:
            p.text(left + 16, 12 + t / 2, it.title, 26, "mute", "start", room=wide - 32)
        x, y = at.w - 16 - t, 12.0 if beside else 12 + step
        button(p, side(x, t), y, t, t, "", "close", closing(control), "cross")
        button(p, side(x - step, t), y, t, t, "", "ok", done, "tick", primary=True)
        button(p, side(x - 2 * step, t), y, t, t, "", "erase", partial(_erase, control), "left", each=True)
        signs = len(above) * step - gap
        x = side(x - 2 * step - gap - signs, signs)
        for nth, sign in enumerate(above):
            key(x + nth * step, y, t, sign)
        wide = min((room + gap) / max(map(len, rows)), 2 * step)
        for nth, row in enumerate(rows):
            x = 16 + (room + gap - len(row) * wide) / 2
            for k, sign in enumerate(row):
                key(x + k * wide, top + nth * step, wide - gap, sign)


def _pages(it: Keyboard, above: int, columns: int, lines: int) -> list[tuple[str, list[str]]]:
    """What lies on each page: beside what is typed, where `above` keys have room, and in rows below it.

    Rows are those that people know if they fit, else as long as they can be.
    """

    def broken(keys: str) -> list[str]:
        return [keys[i : i + columns] for i in range(0, len(keys), columns)]

    signs, fit = SIGNS + MORE, columns * lines
    if it.rare and len(it.rows) <= lines and max(map(len, it.rows)) <= columns and above >= len(signs) + WRITTEN:
        return [(signs, [*it.rows]), *((signs, broken(part)) for part in _parts(it.rare, fit))]
    keys = "".join(it.rows) + (it.rare + SIGNS if it.names else "")
    if len(keys) <= fit:
        return [("", broken(keys))]
    return [("", broken(part + MORE)) for part in _parts(keys, fit - 1)]


def _parts(keys: str, most: int) -> list[str]:
    return [keys[i : i + most] for i in range(0, len(keys), most)]


def _press(control: Controller, most: int, names: bool, key: str) -> None:
    """Type one more sign; in names, those that begin a word are capitals."""
    typed = control.opened.typed
    if len(typed) < most:
        begins = names and (not typed or typed[-1] in " -") and key != "ß"
        control.change(typed=typed + (key.upper() if begins else key))


def _erase(control: Controller) -> None:
    control.change(typed=control.opened.typed[:-1])
