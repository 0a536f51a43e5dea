"""Draws how the panel of docs/panel.toml is wired, and writes the tables of both: `.venv/bin/python -m docs.wiring`."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from hardware.mcp23017 import LINES
from hardware.panel_config import InputPin, OutputPin, Wiring, parse_wiring
from hardware.panel_interface import HORN, Part, PartKind

FOLDER: Final = Path(__file__).parent
EXAMPLE: Final = FOLDER / "panel.toml"
SEVEN: Final = FOLDER / "panel-seven.toml"  # with an expander
PICTURE: Final = FOLDER / "pictures" / "wiring.svg"
PAGE: Final = FOLDER / "hardware.md"
BEGIN, END = "<!-- from docs/{file} -->\n\n", "\n<!-- to here -->\n"

# The 40-pin header, from the corner of the board down; odd pins on the left. Numbers are GPIO.
HEADER: Final[tuple[tuple[int | str, int | str], ...]] = (
    ("3.3 V", "5 V"), (2, "5 V"), (3, "GND"), (4, 14), ("GND", 15), (17, 18), (27, "GND"), (22, 23), ("3.3 V", 24),
    (10, "GND"), (9, 25), (11, 8), ("GND", 7), ("board", "board"), (5, "GND"), (6, 12), (13, "GND"), (19, 16), (26, 20),
    ("GND", 21),
)  # fmt: skip
GROUNDS: Final = {0: 39, 1: 34}  # the pin that each side's ground goes to
LEGS: Final = dict(zip(LINES, (*range(21, 29), *range(1, 9)), strict=True))  # of an MCP23017 with 28 of them
At = int | str  # where a part is: a GPIO, or a line of the expander

ROW, TOP, WIDTH = 27, 92, 900
MIDDLE: Final = WIDTH / 2
HEIGHT: Final = TOP + ROW * len(HEADER) + 12
PIN, RAIL = 15, 395  # from the middle: a pin, and the ground rail
INK, QUIET = "#26323a", "#8a949b"
COLOURS: Final = {"button": "#2b6ca3", "light": "#b3541e", "buzzer": "#6d4a9c"}
HOLES: Final = {"GND": INK, "3.3 V": "#c23b3b", "5 V": "#d98324", "board": QUIET}


def example(file: Path = EXAMPLE) -> Wiring:
    return parse_wiring(file.read_bytes(), file.name)


def parts(wiring: Wiring) -> dict[At, tuple[str, str]]:
    """Return the kind and the name of the part on each GPIO and line."""
    found = {_pin_key(pin): ("button", f"{_name(part)}, button") for part, pin in wiring.buttons.items()}
    for part, light in wiring.lights.items():
        found[_pin_key(light)] = ("light", _name(part) if part.kind is PartKind.CAT else f"{_name(part)}, light")
    if wiring.buzzer:
        found[_pin_key(wiring.buzzer)] = ("buzzer", f"{_name(HORN)}, buzzer")
    return found


def _pin_key(pin: InputPin | OutputPin) -> At:
    return LINES[pin.pin] if isinstance(pin, OutputPin) and pin.expander else pin.pin


def _name(part: Part) -> str:
    if part.kind is PartKind.CAT:
        return f"seat {part.number + 1}, cat"
    return "horn" if part == HORN else f"{part.kind} {part.number + 1}"


def places() -> Iterator[tuple[int, int, int, int | str]]:
    """Yield every pin: its number on the header, row, side (0: left), and GPIO or other function."""
    for row, both in enumerate(HEADER):
        for side, what in enumerate(both):
            yield 2 * row + 1 + side, row, side, what


# ---- the table -----------------------------------------------------------------------------------------


def table(wiring: Wiring) -> str:
    """Return the rows of docs/hardware.md."""
    at = {what: number for number, _, _, what in places()} | LEGS
    expands = any(light.expander for light in wiring.lights.values())
    where = "| GPIO, or line | pin, or leg |" if expands else "| GPIO | pin |"
    rows = [f"| part {where} between it and ground |", "|---|---|---|---|"]
    between = {"button": "the button", "light": "470 Ω, the LED", "buzzer": "100 Ω, the piezo"}
    order = {gpio: place for place, gpio in enumerate(list_in_order(wiring))}
    for gpio, (sort, name) in sorted(parts(wiring).items(), key=lambda each: order[each[0]]):
        rows.append(f"| {name} | {gpio} | {at[gpio]} | {between[sort]} |")
    return "\n".join(rows) + "\n"


def list_in_order(wiring: Wiring) -> list[At]:
    """List the pins of all parts in the order of the file."""
    where = {_pin_key(pin): (part.kind, part.number, 0) for part, pin in wiring.buttons.items()}
    where |= {
        _pin_key(light): (PartKind.SEAT, part.number, 2) if part.kind is PartKind.CAT else (part.kind, part.number, 1)
        for part, light in wiring.lights.items()
    }
    if wiring.buzzer:
        where[_pin_key(wiring.buzzer)] = (PartKind.HORN, 0, 2)
    kinds = (PartKind.MARKER, PartKind.HORN, PartKind.SEAT)
    return sorted(where, key=lambda gpio: (kinds.index(where[gpio][0]), *where[gpio][1:]))


# ---- the picture ---------------------------------------------------------------------------------------


def picture(wiring: Wiring) -> str:
    """Return the whole drawing, as SVG."""
    on = parts(wiring)
    body = [*_frame(), *_rails(on)]
    for number, row, side, what in places():
        body += _pin(number, row, side, what, used=what in on)
        if isinstance(what, int) and what in on:
            body += _wire(_y(row), -1 if side == 0 else 1, *on[what])
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif" '
        f'font-size="12" fill="none" stroke="{INK}" stroke-width="1.5">\n' + "\n".join(body) + "\n</svg>\n"
    )


def _y(row: int) -> int:
    return TOP + ROW * row


def label(x: float, y: float, said: str, anchor: str = "middle", colour: str = INK, more: str = "") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}" fill="{colour}" stroke="none"{more}>{said}</text>'


def _frame() -> Iterator[str]:
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#fbfaf6" stroke="none"/>'
    yield label(MIDDLE, 30, "A panel for four, seen from above the board", more=' font-size="17"')
    said = "Pin 1 is at the corner, the odd pins are the inner row. The other end of every part goes to ground."
    yield label(MIDDLE, 52, said, colour=QUIET)
    left, height = MIDDLE - PIN - 14, ROW * (len(HEADER) - 1) + 28
    yield f'<rect x="{left:g}" y="{TOP - 14}" width="{2 * (PIN + 14)}" height="{height}" rx="4" fill="#e9e6dc"/>'


def _pin(number: int, row: int, side: int, what: int | str, *, used: bool) -> Iterator[str]:
    away = -1 if side == 0 else 1
    x, y = MIDDLE + away * PIN, _y(row)
    colour = HOLES[what] if isinstance(what, str) else INK if used else QUIET
    square, circle = f'<rect x="{x - 8:g}" y="{y - 8}" width="16" height="16"', f'<circle cx="{x:g}" cy="{y}" r="8"'
    shape = square if number == 1 else circle
    yield f'{shape} fill="#fbfaf6" stroke="{colour}"/>'
    yield label(x, y + 3.5, str(number), colour=colour, more=' font-size="9"')
    anchor = "end" if side == 0 else "start"
    said = f"GPIO {what}" if isinstance(what, int) else what
    yield label(MIDDLE + away * (PIN + 22), y + 4, said, anchor, colour)


def _wire(y: int, away: int, sort: str, name: str) -> Iterator[str]:
    """Draw a wire from a pin by its part to ground."""
    colour = COLOURS[sort]
    start, end = MIDDLE + away * 90, MIDDLE + away * RAIL
    symbol = {"button": _button, "light": _light, "buzzer": _buzzer}[sort]
    gaps, drawn = symbol(away, y)
    yield f'<g stroke="{colour}">'
    at = start
    for near, far in [*gaps, (end, end)]:
        yield f'<path d="M{at:g} {y}H{near:g}"/>'
        at = far
    yield from drawn
    yield f'</g><circle cx="{end:g}" cy="{y}" r="3" fill="{INK}" stroke="none"/>'
    yield label(MIDDLE + away * 100, y - 5, name, "end" if away < 0 else "start", colour, ' font-size="11"')


Symbol = tuple[list[tuple[float, float]], list[str]]  # where the wire is open, and what is drawn there


def _button(away: int, y: int) -> Symbol:
    near, far = MIDDLE + away * 290, MIDDLE + away * 314
    middle = (near + far) / 2
    return [(near, far)], [
        f'<circle cx="{near:g}" cy="{y}" r="2.5"/><circle cx="{far:g}" cy="{y}" r="2.5"/>',
        f'<path d="M{near:g} {y - 6}H{far:g}M{middle:g} {y - 6}v-6M{middle - 5:g} {y - 12}h10"/>',
    ]


def _resistor(away: int, y: int, ohms: int) -> Symbol:
    near, far = MIDDLE + away * 232, MIDDLE + away * 262
    left = min(near, far)
    box = f'<rect x="{left:g}" y="{y - 5}" width="30" height="10" fill="#fbfaf6"/>'
    said = label(left + 15, y + 3.5, f"{ohms} Ω", more=' font-size="8"')
    return [(near, far)], [box, said]


def _light(away: int, y: int) -> Symbol:
    gap, drawn = _resistor(away, y, 470)
    near, far = MIDDLE + away * 294, MIDDLE + away * 310
    arrow = f"M{near:g} {y - 7}V{y + 7}L{far:g} {y}ZM{far:g} {y - 7}V{y + 7}"
    rays = "".join(f"M{near + away * shift:g} {y - 9}l{away * 5} -5" for shift in (5, 11))
    return [*gap, (near, far)], [*drawn, f'<path d="{arrow}"/><path d="{rays}" stroke-width="1"/>']


def _buzzer(away: int, y: int) -> Symbol:
    gap, drawn = _resistor(away, y, 100)
    near, far = MIDDLE + away * 290, MIDDLE + away * 314
    middle = (near + far) / 2
    rings = [f'<circle cx="{middle:g}" cy="{y}" r="{radius}"/>' for radius in (12, 4)]
    return [*gap, (near, far)], [*drawn, *rings]


def _rails(on: dict[At, tuple[str, str]]) -> Iterator[str]:
    """Draw the ground of each side, and its wire to the header."""
    for side, away in ((0, -1), (1, 1)):
        rows = [row for _, row, at, what in places() if at == side and what in on]
        home = next(row for number, row, _, _ in places() if number == GROUNDS[side])
        x = MIDDLE + away * RAIL
        top, bottom = _y(min(*rows, home)), _y(max(*rows, home))
        way = f"M{x:g} {top}V{bottom}M{x:g} {_y(home)}H{MIDDLE + away * 75:g}"
        yield f'<path d="{way}" stroke-width="2.5"/>'
        yield label(MIDDLE + away * 100, _y(home) - 5, "ground", "end" if away < 0 else "start", more=' font-size="11"')


def page(text: str) -> str:
    """Return a page with its tables renewed."""
    for file in (EXAMPLE, SEVEN):
        begin = BEGIN.format(file=file.name)
        before, _, rest = text.partition(begin)
        text = before + begin + table(example(file)) + END + rest.partition(END)[2]
    return text


def main() -> None:
    PICTURE.write_text(picture(example()), "utf-8")
    PAGE.write_text(page(PAGE.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
