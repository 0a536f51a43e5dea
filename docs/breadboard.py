"""Draws the panel of docs/panel.toml on a breadboard of 830 holes: `.venv/bin/python -m docs.breadboard`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from docs.wiring import COLOURS, GROUNDS, INK, QUIET, example, label, list_in_order, parts, places
from hardware.panel_config import Wiring

PICTURE: Final = Path(__file__).parent / "pictures" / "breadboard.svg"

PITCH, COLUMNS, LEFT = 14, 63, 52
WIDTH, HEIGHT = LEFT + PITCH * COLUMNS + 16, 570
ROWS: Final = {row: 232 + PITCH * nth for nth, row in enumerate("jihgf")}
ROWS.update({row: 318 + PITCH * nth for nth, row in enumerate("edcba")})
PLUS, MINUS = (186, 416), (202, 400)  # rails: above and below
UNDER, OVER = 172, 430  # where what is written above ends, and what is written below begins
PLUG = 8  # between a wire's end and what it says
GAP: Final = (31, 32)  # columns at the ends of the two halves of a split rail
LIGHT, BUTTON = 4, 6  # columns that a part takes


def picture(wiring: Wiring) -> str:
    """Return the whole drawing, as SVG: lights in the upper half, buttons and the buzzer in the lower one."""
    on = parts(wiring)
    ordered = [(gpio, *on[gpio]) for gpio in list_in_order(wiring)]
    above = [each for each in ordered if each[1] == "light"]
    below = [each for each in ordered if each[1] != "light"]
    body = [*_frame(), *_board(), *_ground(), *_bridges()]
    for nth, (gpio, _, name) in enumerate(above):
        body += _light(2 + nth * LIGHT, f"{name}", _pin(gpio), first=nth == 0)
    for nth, (gpio, sort, name) in enumerate(below):
        made = _button if sort == "button" else _buzzer
        body += made(2 + nth * BUTTON, name, _pin(gpio), first=nth == 0)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="11" fill="none" stroke="{INK}" stroke-width="1.5">\n' + "\n".join(body) + "\n</svg>\n"
    )


def _pin(gpio: int | str) -> str:
    return f"GPIO {gpio} · pin {next(number for number, _, _, what in places() if what == gpio)}"


def _x(column: float) -> float:
    return LEFT + PITCH * column


def _rect(x: float, y: float, w: float, h: float, round_: float, fill: str, ink: str) -> str:
    return f'<rect x="{x:g}" y="{y:g}" width="{w:g}" height="{h:g}" rx="{round_:g}" fill="{fill}" stroke="{ink}"/>'


def _frame() -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf6" stroke="none"/>'
    yield label(WIDTH / 2, 26, "A panel for four on a breadboard", more=' font-size="17"')
    said = "1 and 2 come first, and are tried; then the rest. An LED’s longer leg goes to its resistor."
    yield label(WIDTH / 2, 46, said, colour=QUIET)


def _board() -> Iterator[str]:
    right = _x(COLUMNS)
    yield _rect(LEFT - 8, 176, right - LEFT + 16, 250, 6, "#efece3", QUIET)
    yield f'<path d="M{LEFT} {(ROWS["f"] + ROWS["e"]) / 2}H{right}" stroke="#dcd8ca" stroke-width="9"/>'
    for y, colour in [(y, "#c23b3b") for y in PLUS] + [(y, "#2b6ca3") for y in MINUS]:
        ends = f"M{LEFT} {y}H{_x(GAP[0])}M{_x(GAP[1])} {y}H{right}"
        yield f'<path d="{ends}" stroke="{colour}" stroke-width="1" opacity="0.45"/>'
    holes = "".join(f"M{_x(c)} {y}h0" for y in (*ROWS.values(), *PLUS, *MINUS) for c in range(1, COLUMNS))
    yield f'<path d="{holes}" stroke="#c9c4b4" stroke-width="4" stroke-linecap="round"/>'


def _ground() -> Iterator[str]:
    """Draw each rail's wire to the header."""
    for side, y, away in ((1, MINUS[0], -1), (0, MINUS[1], 1)):
        end = UNDER if away < 0 else OVER
        yield f'<path d="M{_x(1)} {y}H{LEFT - 18}V{end}" stroke-width="2.5"/>'
        yield from _label_wire(LEFT - 18, end, away, "ground", f"pin {GROUNDS[side]}", INK)


def _bridges() -> Iterator[str]:
    """Draw a wire over the gap of each rail of ground: many boards have their rails in two halves."""
    start, end = (_x(column) for column in GAP)
    for y, away in zip(MINUS, (-1, 1), strict=True):
        yield f'<path d="M{start} {y}q{(end - start) / 2:g} {away * 9} {end - start:g} 0" stroke-width="2.5"/>'


def _label_wire(x: float, y: float, away: int, name: str, pin: str, colour: str) -> Iterator[str]:
    """Label a wire along its length, in two lines that start at its end."""
    anchor = "start" if away < 0 else "end"
    for shift, said, ink in ((-1, name, colour), (10, pin, QUIET)):
        turned = f' transform="rotate(-90 {x + shift:g} {y + away * PLUG})"'
        yield label(x + shift, y + away * PLUG, said, anchor, ink, turned)


def _wire(column: int, away: int, name: str, pin: str, colour: str, *, first: bool) -> Iterator[str]:
    """Draw a wire from the header into a column; the first of its sort has a number."""
    x, end, hole = _x(column), (UNDER if away < 0 else OVER), ROWS["j" if away < 0 else "a"]
    yield f'<path d="M{x} {end}V{hole}" stroke="{colour}" stroke-width="2.5"/>'
    yield from _label_wire(x, end, away, name, pin, colour)
    if first:
        y = 58 if away < 0 else HEIGHT - 22
        yield f'<circle cx="{x + 4}" cy="{y}" r="9" fill="{colour}" stroke="none"/>'
        yield label(x + 4, y + 4, "1" if away < 0 else "2", colour="#fbfaf6")


def _resistor(column: int, row: str, ohms: int, colour: str) -> Iterator[str]:
    start, end, y = _x(column), _x(column + 3), ROWS[row]
    yield f'<path d="M{start} {y}H{end}" stroke="{colour}"/>'
    yield _rect(start + 7, y - 5, end - start - 14, 10, 4, "#fbfaf6", colour)
    yield label((start + end) / 2, y + 3.5, f"{ohms} Ω", colour=INK, more=' font-size="8"')


def _light(column: int, name: str, pin: str, *, first: bool) -> Iterator[str]:
    colour, x = COLOURS["light"], _x(column + 3)
    yield from _wire(column, -1, name.removesuffix(", light"), pin, colour, first=first)
    yield from _resistor(column, "h", 470, colour)
    middle = (ROWS["i"] + MINUS[0]) / 2
    yield f'<path d="M{x} {ROWS["h"]}V{ROWS["i"]}" stroke="{QUIET}" stroke-width="1" stroke-dasharray="2 2"/>'
    yield f'<path d="M{x} {ROWS["i"]}V{MINUS[0]}" stroke="{colour}"/>'
    yield f'<circle cx="{x}" cy="{middle}" r="6.5" fill="#f3c9a8" stroke="{colour}"/>'
    yield label(x + 9, ROWS["i"] + 2, "+", colour=colour, more=' font-size="9"')


def _to_ground(column: int) -> str:
    return f'<path d="M{_x(column)} {ROWS["a"]}V{MINUS[1]}" stroke-width="2.5"/>'


def _button(column: int, name: str, pin: str, *, first: bool) -> Iterator[str]:
    colour, start, end = COLOURS["button"], _x(column), _x(column + 2)
    yield from _wire(column, 1, name.removesuffix(", button"), pin, colour, first=first)
    yield _rect(start - 4, ROWS["d"] - 8, end - start + 8, 30, 3, "#dfe8ef", colour)
    yield f'<circle cx="{(start + end) / 2}" cy="{ROWS["d"] + 7}" r="8" fill="{colour}" stroke="none"/>'
    yield _to_ground(column + 2)


def _buzzer(column: int, name: str, pin: str, *, first: bool) -> Iterator[str]:
    colour = COLOURS["buzzer"]
    yield from _wire(column, 1, name, pin, colour, first=first)
    yield from _resistor(column, "c", 100, colour)
    start, end = _x(column + 3), _x(column + 6)
    x, y = (start + end) / 2, ROWS["d"] - 2
    yield f'<path d="M{start} {ROWS["c"]}V{y}H{end}V{ROWS["a"]}" stroke="{colour}"/>'
    yield f'<circle cx="{x}" cy="{y}" r="15" fill="#e8e2f0" stroke="{colour}"/><circle cx="{x}" cy="{y}" r="4"/>'
    yield _to_ground(column + 6)


def main() -> None:
    PICTURE.write_text(picture(example()), "utf-8")


if __name__ == "__main__":
    main()
