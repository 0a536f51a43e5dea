"""The part of a pen that draws words: its place, its colours, and lines of text fitted to their room.

y points down. Everything is drawn relative to the pen's current place (`at`).
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from math import cos, radians, sin
from typing import Final, Literal

from app.looks import display_font
from app.looks.glyph_coverage import clusters
from app.screen.paint.pen_layers import STONE, Layer, TextRun, Weight
from app.screen.paint.theme import Ink, dim_ink, ink

Measure = Callable[[str, float, Weight], tuple[float, float]]  # words, px, weight -> width and height in px
Material = Literal["slab", "parchment", "felt"]  # of what is drawn on: stone as in the room, or light, or dark
SLAB: Final = "slab"
PARCHMENT: Final = "parchment"
FELT: Final = "felt"
LIGHT: Final[Mapping[Material, bool]] = {PARCHMENT: True, FELT: False}  # True: with the colours of a bright room
Look = tuple[Measure, bool, bool, bool, Material]  # how the words are measured, bright, large, plain, material
Align = Literal["middle", "start", "end"]
MIN_NAME_SCALE: Final = 0.7  # to which a name shrinks before it is cut
LEADING: Final = 1.16  # line height of a name, in sizes
PITCH: Final = 1.28  # line height of prose, in sizes
MIN_NAME_PX: Final = 10.0  # below which a name is cut instead of shrunk
LEGIBLE_PX: Final = 14.0  # least size of words that have room
FALLBACK_WEIGHTS: Final[Mapping[Weight, tuple[Weight, ...]]] = {  # to try in turn: the text face is narrower
    STONE: (STONE, True, False),
    True: (True,),
    False: (False,),
}
LARGE_SCALE: Final = 1.25  # of words and signs with room, if large words are chosen


class TextPen:
    """Draws words into layers. `measure` returns the size of words; `bright`: in the colours for a bright room.

    `large`: words and signs with room are larger; `plain`: with plain figures instead of drawings.
    """

    def __init__(
        self, measure: Measure, bright: bool = False, large: bool = False, plain: bool = False,
        material: Material = SLAB,
    ) -> None:  # fmt: skip
        self.look: Look = measure, bright, large, plain, material
        self.measure = measure
        self.bright = LIGHT.get(material, bright)
        self.plain = plain
        self.grown = LARGE_SCALE if large else 1.0  # scale of what has room
        self.layers = [Layer()]
        self._x, self._y, self._angle, self.scale = 0.0, 0.0, 0.0, 1.0
        self._cos, self._sin = 1.0, 0.0
        self._over: Ink | None = None
        self._part = 1.0
        self._has_read_angle = False  # so that what it draws may differ by more than its place

    # ---- materials ---------------------------------------------------------------------------------

    @property
    def material(self) -> Material:
        return self.look[4]

    @contextmanager
    def use_material(self, material: Material) -> Iterator[None]:
        """Draw on a material, in its colours."""
        before = self.look, self.bright
        self.look = *self.look[:4], material
        self.bright = LIGHT.get(material, self.look[1])
        yield
        self.look, self.bright = before

    # ---- places ------------------------------------------------------------------------------------

    @contextmanager
    def at(self, x: float, y: float, angle: float = 0, scale: float = 1) -> Iterator[None]:
        """Draw at another place: moved, then rotated (degrees clockwise), then scaled."""
        before = self._x, self._y, self._angle, self.scale, self._cos, self._sin
        self._x, self._y = self.place(x, y)
        self._angle = (self._angle + angle) % 360
        self.scale *= scale
        self._cos, self._sin = round(cos(radians(self._angle)), 9), round(sin(radians(self._angle)), 9)
        yield
        self._x, self._y, self._angle, self.scale, self._cos, self._sin = before

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return the position of a point on the screen."""
        a, b = x * self.scale, y * self.scale
        return self._x + a * self._cos - b * self._sin, self._y + a * self._sin + b * self._cos

    @property
    def origin(self) -> tuple[float, float, float, float]:
        """The pen's place: x, y, angle and scale."""
        return self._x, self._y, self.angle, self.scale

    @property
    def angle(self) -> float:
        """The angle at which it draws, in degrees clockwise."""
        self._has_read_angle = True
        return self._angle

    @contextmanager
    def dimmed(self, part: float, over: str = "table") -> Iterator[None]:
        """Draw at opacity `part` over an even background."""
        before = self._over, self._part
        if part == 1 and self._part == 1:  # a colour that is not mixed in
            yield
            return
        seen = part**0.5 if self.bright else part  # on a light background half the contrast is much less legible
        self._over, self._part = ink(over, self.bright, self.plain), self._part * seen
        yield
        self._over, self._part = before

    def _ink(self, name: str, opacity: float = 1) -> Ink:
        return self._mix(ink(name, self.bright, self.plain), opacity)

    def _mix(self, colour: Ink, opacity: float = 1) -> Ink:
        """Return a colour as it is dimmed here."""
        r, g, b, a = colour
        if self._over is not None:
            p, (x, y, z, _) = self._part, self._over
            r, g, b = r * p + x * (1 - p), g * p + y * (1 - p), b * p + z * (1 - p)
        return r, g, b, a * opacity

    # ---- words -------------------------------------------------------------------------------------

    def legible(self, size: float) -> float:
        """Return a size in u that is at least legible, and larger if large words are chosen."""
        return max(size, LEGIBLE_PX / self.scale) * self.grown

    def is_legible(self, size: float) -> bool:
        """Check whether words of this size in u are as large as `LEGIBLE_PX`, but for rounding."""
        return size * self.scale > LEGIBLE_PX - 0.01

    def fit_size(self, text: str, size: float, room: float, *, bold: Weight = False) -> float:
        """Return the largest size in u, at most `size`, at which a text is no wider than `room` u."""
        pixels = max(6.0, size * self.scale)
        while pixels > 6 and self.measure(text, pixels, self._weight(bold, pixels))[0] > room * self.scale:
            pixels *= 0.95
        return pixels / self.scale

    def text_width(self, text: str, size: float, *, bold: Weight = False) -> float:
        """Return the width of a text, in u."""
        pixels = max(6.0, size * self.scale)
        return self.measure(text, pixels, self._weight(bold, pixels))[0] / self.scale

    def _weight(self, bold: Weight, pixels: float) -> Weight:
        """Return the weight that is really used: small words and plain figures never use the display face."""
        return True if bold == STONE and (self.plain or pixels < display_font.LEAST) else bold

    def text(
        self,
        x: float,
        y: float,
        text: str | Sequence[str],
        size: float,
        colour: str = "text",
        align: Align = "middle",
        *,
        bold: Weight = False,
        room: float = 1e6,
        opacity: float = 1,
    ) -> float:
        """Draw one line, centred on y. Return its width. Of several wordings the first that fits, else the last,
        shrunk.

        Words in the display face that would have to shrink use the text face.
        """
        wordings = [text] if isinstance(text, str) else list(text)
        said = next((t for t in wordings if self.text_width(t, size, bold=bold) <= room), None)
        if said is None:
            said = wordings[-1]
            weights = FALLBACK_WEIGHTS[bold]
            for bold in weights:
                used = self.fit_size(said, size, room, bold=bold)
                if used >= size * display_font.MIN_SCALE:
                    break
            size = used
        if not said:
            return 0.0
        pixels = max(6.0, size * self.scale)
        bold = self._weight(bold, pixels)
        width, height = self.measure(said, pixels, bold)
        w, h = width / self.scale, height / self.scale
        left, top = x - {"middle": w / 2, "start": 0.0, "end": w}[align], y - h / 2
        corners = tuple(
            self.place(a, b) for a, b in ((left, top), (left + w, top), (left + w, top + h), (left, top + h))
        )
        said_in = dim_ink(ink(colour, self.bright, self.plain), self._over, self._part, opacity)
        word = TextRun(said, pixels, bold, said_in, corners, min(room, 1e5) * self.scale, width)
        self.layers[-1].words.append(word)
        return w

    def name(
        self,
        x: float,
        y: float,
        name: str,
        size: float,
        colour: str = "text",
        align: Align = "start",
        room: float = 1e6,
        high: float = 0,
        tail: str = "",
    ) -> float:
        """Draw a name in bold, centred on y. Return its width.

        A name that is too long breaks into two lines if it has a gap and `high` allows, or shrinks, and is then cut
        with an ellipsis. `tail`: stays whole after a name in one line.
        """
        if self.grown > 1:
            size = max(size, self.fit_size(name + tail, size * self.grown, room, bold=True))
        least = max(size * MIN_NAME_SCALE, min(size, MIN_NAME_PX / self.scale))
        rows: tuple[str, ...] = (name,)
        step = self.fit_size(name + tail, size, room, bold=True)
        two = min(size, high / 2 / LEADING)
        if step < size and (parts := split_name(name)):
            two = max(min(self.fit_size(half, two, room, bold=True) for half in parts), min(least, two))
            if two > step * 1.1:
                step, rows = two, parts
        step = max(step, least) if len(rows) == 1 else step
        wide = 0.0
        for nth, row in enumerate(rows):
            at = y + (nth - (len(rows) - 1) / 2) * step * LEADING
            shown = self.cut_to_room(row, step, room - self.text_width(tail, step, bold=True), bold=True) + tail
            wide = max(wide, self.text(x, at, shown, step, colour, align, bold=True, room=room))
        return wide

    def cut_to_room(self, text: str, size: float, room: float, *, bold: Weight = False) -> str:
        """Cut a text to the room, with an ellipsis."""
        if self.text_width(text, size, bold=bold) <= room:
            return text
        letters = list(clusters(text))
        shorter = ("".join(letters[:n]).rstrip(" -.,'’") + "…" for n in range(len(letters) - 1, 0, -1))
        return next((each for each in shorter if self.text_width(each, size, bold=bold) <= room), letters[0])

    def break_lines(
        self, text: str, size: float, room: float, most: int, *, bold: Weight = False
    ) -> tuple[list[str], float]:
        """Break a sentence into at most `most` lines of `room` u. Return them and the size at which they fit."""
        step = size
        while True:
            while self.text_width(text, step, bold=bold) > most * (room + step) and step * self.scale > 6:
                step *= 0.94  # too long for the lines, wherever it is broken
            rows = self._break_into_rows(text, step, room, bold=bold)
            widest = max((self.text_width(row, step, bold=bold) for row in rows), default=0)
            if (len(rows) <= most and widest <= room) or step * self.scale <= 6:
                return rows, step
            step *= 0.94

    def _break_into_rows(self, text: str, size: float, room: float, *, bold: Weight) -> list[str]:
        rows: list[str] = []
        for word in filter(None, text.split(" ")):  # a no-break space keeps words on one line
            if rows and self.text_width(f"{rows[-1]} {word}", size, bold=bold) <= room:
                rows[-1] += f" {word}"
            else:
                rows.append(word)
        return rows

    def prose(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        room: float,
        height: float,
        colour: str = "soft",
        align: Align = "start",
        *,
        bold: Weight = False,
        middle: bool = False,
    ) -> float:
        """Draw a sentence in a box from (x, y) down, in as many lines as fit. Return its height. `middle`: centred.

        Words in the display face that would have to shrink use the text face.
        """
        weights = FALLBACK_WEIGHTS[bold]
        for bold in weights:
            rows, used = self.fit_in_box(text, size * self.grown, room, height, bold=bold)
            if used >= size * self.grown * display_font.MIN_SCALE:
                break
        tall = len(rows) * used * PITCH
        top = y + (height - tall) / 2 if middle else y
        for i, row in enumerate(rows):
            anchor = x + {"start": 0.0, "middle": room / 2, "end": room}[align]
            self.text(anchor, top + (i + 0.5) * used * PITCH, row, used, colour, align, bold=bold, room=room)
        return tall

    def fit_in_box(
        self, text: str, step: float, room: float, height: float, *, bold: Weight = False
    ) -> tuple[list[str], float]:
        """Return the lines of a sentence in a box, and the size at which they fit, at most `step`."""
        while True:
            most = max(1, int(height / (step * PITCH) + 0.01))
            rows, used = self.break_lines(text, step, room, most, bold=bold)
            if used >= step * 0.999 or step * self.scale <= 6:
                return rows, used
            step = max(used, step * 0.94)


def split_name(name: str) -> tuple[str, ...]:
    """Split a name into two about equal parts, or return () if it has no gap."""
    gaps = [at for at in range(1, len(name)) if name[at] == " " or name[at - 1] == "-"]
    if not gaps:
        return ()
    at = min(gaps, key=lambda gap: abs(gap - len(name) / 2))
    return name[:at].strip(), name[at:].strip()
