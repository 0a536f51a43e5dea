"""An on-screen keyboard, turned to the person who types."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.screen.control.controller import Controller
from app.screen.paint.pen import Pen
from app.screen.widgets.controls import button, frame
from app.screen.widgets.panel import closing
from app.screen.widgets.panel_frame import PanelContext, at_edge, place
from app.text.translation import Words

ACCENTS: Final = "äöüßéèêàâçëïîôùûñáíóúåøæœ"  # on further pages, except those of the language's own layout
SIGNS: Final = "-' "
ADDRESS: Final = (("0123456789.:abcdefghijklmnopqrstuvwxyz-",),)
WEB: Final = (("0123456789.:/abcdefghijklmnopqrstuvwxyz-_~",),)
DIGITS: Final = "1234567890"
PASSWORD_SIGNS: Final = "!@#$%&*()_"  # in a password, above capitals
RARE_SIGNS: Final = '+=.,:;?/\\|~^`[]{}<>"'  # the remaining ones of passwords
PAGE_KEY: Final = "…"  # turns the pages
WIDEST: Final = 1300.0  # u, maximum width
LINES: Final = 6  # maximum rows
TYPED_KEYS: Final = 7  # keys beside the typed text from which it gets a row of its own


@dataclass(frozen=True, slots=True)
class Keyboard:
    """A keyboard: pages of `rows` in the usual layout, `rare` keys, and the typed text of at most `most` characters,
    with the title as placeholder. `signs`: keys beside the text on every page, if they fit. `above`: an additional row
    for each page if there is room; the keyboard may then cover the seat. `names`: capitalises each word. `hidden`:
    shows dots for `typed`; None: no such option. `done`: the submit handler. `close`: the close handler; None: closes
    the panel."""

    context: PanelContext
    rows: tuple[tuple[str, ...], ...]
    rare: str
    title: str
    typed: str
    most: int
    done: Callable[[Controller], None]
    signs: str = ""
    above: tuple[str, ...] = ()
    names: bool = False
    hidden: bool | None = None
    close: Callable[[Controller], None] | None = None


def for_names(context: PanelContext, title: str, typed: str, most: int, done: Callable[[Controller], None]) -> Keyboard:
    """Return a keyboard for names in the layout of the language."""
    rows = _letters(context.w)
    rare = "".join(letter for letter in ACCENTS if not any(letter in row for row in rows))
    return Keyboard(context, (rows,), rare, title, typed, most, done, SIGNS, names=True)


def for_passwords(
    context: PanelContext, title: str, typed: str, most: int, done: Callable[[Controller], None], hidden: bool
) -> Keyboard:
    """Return a keyboard for Wi-Fi passwords."""
    rows = tuple("".join(letter for letter in row if letter.isascii()) for row in _letters(context.w))
    pages = rows, tuple(row.upper() for row in rows)
    shown = "•" * len(typed) if hidden else typed
    return Keyboard(
        context, pages, RARE_SIGNS, title, shown, most, done, SIGNS, (DIGITS, PASSWORD_SIGNS), hidden=hidden
    )


def _letters(w: Words) -> tuple[str, ...]:
    return tuple(w.pgettext("the letters of a keyboard, row by row", "qwertyuiop asdfghjkl zxcvbnm").split())


def for_numbers(
    context: PanelContext, title: str, typed: str, most: int, done: Callable[[Controller], None], minus: bool
) -> Keyboard:
    """Return a keyboard with digits."""
    return Keyboard(context, (("12345", "67890-" if minus else "67890"),), "", title, typed, most, done)


def paint_keyboard(p: Pen, keyboard: Keyboard, control: Controller) -> None:
    """Paint the keys in the usual rows if these fit, else in sequence; pages turn if keys would be too small.

    For left-handed people the letters stay in place and the end keys move to the other side.
    """
    ring = keyboard.context.ring
    t, gap = ring.touch, max(8.0, 2.05 * ring.mm / ring.u)
    edge = keyboard.context.edge
    at = at_edge(ring, edge, WIDEST, 28 + LINES * (t + gap)) if keyboard.above else place(ring, edge)
    with p.at(at.x, at.y, at.angle, ring.u):
        frame(p, at.w, at.h)
        room, step = at.w - 32, t + gap
        keys = 3 if keyboard.hidden is None else 4
        beside = room - keys * step > 320
        top = 12 + t + gap + (0 if beside else step) + 4
        columns, lines = max(1, int((room + gap) / step)), max(1, int((at.h - top - 12 + gap) / step))
        pages = _pages(keyboard, columns if beside else 0, columns, lines)
        page = keyboard.context.page % len(pages)
        above, rows = pages[page]
        side, y = partial(keyboard.context.side, room=at.w), 12.0 if beside else 12 + step
        wide = room - (keys + len(above)) * step if beside else room
        _paint_typed(p, keyboard, side(16, wide), wide, t)
        _paint_end_keys(p, keyboard, control, side, at.w, y, step)
        key = partial(_paint_key, p, keyboard, control, page=f"{page + 1}/{len(pages)}")
        signs = len(above) * step - gap
        x = side(at.w - 16 - t - (keys - 1) * step - gap - signs, signs)
        for nth, sign in enumerate(above):
            key(x + nth * step, y, t, sign)
        wide = min((room + gap) / max(map(len, rows)), 2 * step)
        for nth, row in enumerate(rows):
            x = 16 + (room + gap - len(row) * wide) / 2
            for k, sign in enumerate(row):
                key(x + k * wide, top + nth * step, wide - gap, sign)


def _paint_typed(p: Pen, keyboard: Keyboard, x: float, w: float, h: float) -> None:
    """Paint the field with the typed text, or with what it is for while it is empty."""
    p.rect(x, 12, w, h, 14, "zone", "line", 2)
    if keyboard.typed:
        p.text(x + 16, 12 + h / 2, _endings(keyboard.typed), 36, "text", "start", bold=True, room=w - 32)
    else:
        p.text(x + 16, 12 + h / 2, keyboard.title, 26, "mute", "start", room=w - 32)


def _paint_end_keys(
    p: Pen, keyboard: Keyboard, control: Controller, side: Callable[[float, float], float], w: float, y: float,
    step: float,
) -> None:  # fmt: skip
    """Paint the keys that close, end, erase and hide, from a right hand's end of the line, `step` from key to key."""
    t, x = keyboard.context.ring.touch, w - 16 - keyboard.context.ring.touch
    close = partial(keyboard.close, control) if keyboard.close else closing(control)
    button(p, side(x, t), y, t, t, "", "close", close, picture="cross")
    button(p, side(x - step, t), y, t, t, "", "ok", partial(keyboard.done, control), picture="tick", primary=True)
    button(p, side(x - 2 * step, t), y, t, t, "", "erase", partial(erase, control), picture="left", each=True)
    if keyboard.hidden is not None:
        hide = partial(control.change, hidden=not keyboard.hidden)
        button(p, side(x - 3 * step, t), y, t, t, "", "hide", hide, picture="eye", on=keyboard.hidden)


def _paint_key(
    p: Pen, keyboard: Keyboard, control: Controller, x: float, y: float, w: float, sign: str, page: str
) -> None:
    """Paint the key of a sign. `page`: the label of the key that turns pages."""
    if sign == PAGE_KEY:
        label, key, size, press = page, "more keys", 26, partial(control.turn_pages, 1)
    else:
        label = sign if sign != " " else keyboard.context.w.pgettext("key", "space")
        key, size, press = f"key {sign}", 34, partial(_press, control, keyboard.most, keyboard.names, sign)
    button(p, x, y, w, keyboard.context.ring.touch, label, key, press, size=size, each=True)


def _endings(typed: str) -> list[str]:
    """Return the text and ever shorter ends of it, to show as much as fits."""
    return [typed, *(f"…{typed[-n:]}" for n in range(len(typed) - 1, 7, -1))]


def _pages(keyboard: Keyboard, above: int, columns: int, lines: int) -> list[tuple[str, list[str]]]:
    """Lay out each page: keys beside the text (`above` of them fit), and rows below.

    Rows keep the usual layout if they fit.
    """

    def split_rows(keys: str) -> list[str]:
        return [keys[i : i + columns] for i in range(0, len(keys), columns)]

    signs, fit, pages, rare = keyboard.signs + PAGE_KEY, columns * lines, keyboard.rows, keyboard.rare
    if keyboard.above and lines > max(map(len, pages)):
        pages = tuple((row, *rows) for row, rows in zip(keyboard.above, pages, strict=True))
    else:
        rare = "".join(keyboard.above) + rare
    known = all(len(rows) <= lines and max(map(len, rows)) <= columns for rows in pages)
    if keyboard.signs and known and above >= len(signs) + TYPED_KEYS:
        return [*((signs, [*rows]) for rows in pages), *((signs, split_rows(part)) for part in _parts(rare, fit))]
    keys = "".join(row for rows in pages for row in rows) + rare + keyboard.signs
    if len(keys) <= fit:
        return [("", split_rows(keys))]
    return [("", split_rows(part + PAGE_KEY)) for part in _parts(keys, fit - 1)]


def _parts(keys: str, most: int) -> list[str]:
    return [keys[i : i + most] for i in range(0, len(keys), most)]


def _press(control: Controller, most: int, names: bool, key: str) -> None:
    """Type a character; in names, the first letter of a word becomes a capital."""
    typed = control.ui.typed
    if len(typed) < most:
        begins = names and (not typed or typed[-1] in " -") and key != "ß"
        control.change(typed=typed + (key.upper() if begins else key))


def erase(control: Controller) -> None:
    """Delete the last typed character."""
    control.change(typed=control.ui.typed[:-1])
