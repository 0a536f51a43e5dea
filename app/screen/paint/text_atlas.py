"""A texture atlas of words below the tiles of materials, so that an element is drawn in one call."""

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics.texture import Texture

from app.screen.paint.pen_layers import Weight

GAP: Final = 1  # px between two words
FORMAT: Final = "luminance_alpha"  # white, and nothing around it
WordKey = tuple[str, int, Weight]  # words, font size, and weight (bold or in the display face)
# Texture coordinates, from the lower left corner.
Coords = tuple[float, float, float, float, float, float, float, float]


class Atlas:
    """Words in rows, drawn in white for tinting. Placed words stay where they are; a full atlas is never reused.

    `tiles` returns the grey pixels of the rows above the words.
    """

    def __init__(
        self, width: int, height: int, label: Callable[[WordKey], Any], tiles: Callable[[], bytes] = bytes
    ) -> None:  # Any: Kivy ships no types
        self._width, self._height, self._label, self._tiles = width, height, label, tiles
        self._words: dict[WordKey, _TexturePart] = {}
        self._x, self._y, self._high = 0, len(tiles()) // width + GAP, 0  # next free place, and height of its row
        self.texture = Texture.create(size=(width, height), colorfmt=FORMAT)
        self.texture.add_reload_observer(lambda _: self._draw_all())
        self._draw_all()

    def place(self, said: WordKey) -> Coords | None:
        """Return the texture coordinates of words, drawing them if new; None if the atlas is full."""
        if said not in self._words:
            w, h = self._label(said).render()
            at = self._allocate(w, h)
            if at is None:
                return None
            self._words[said] = _TexturePart(self.texture, *at, w, h)
            self._draw(said)
        return self._words[said].coords

    def _allocate(self, w: int, h: int) -> tuple[int, int] | None:
        if self._x + w > self._width:
            self._x, self._y, self._high = 0, self._y + self._high + GAP, 0
        if w > self._width or self._y + h > self._height:
            return None
        at = self._x, self._y
        self._x, self._high = self._x + w + GAP, max(self._high, h)
        return at

    def _draw(self, said: WordKey) -> None:
        label = self._label(said)
        label.texture = self._words[said]
        label.refresh()
        label.texture = None  # else each font would keep a reference to it

    def _draw_all(self) -> None:
        """Redraw everything after the graphics context was lost."""
        pixels, tiles = bytearray(2 * self._width * self._height), self._tiles()
        pixels[0 : 2 * len(tiles) : 2] = tiles
        pixels[1 : 2 * len(tiles) : 2] = b"\xff" * len(tiles)
        self.texture.blit_buffer(bytes(pixels), colorfmt=FORMAT)
        for said in self._words:
            self._draw(said)


class _TexturePart:
    """Part of a texture, with the interface that Kivy's label expects of a texture."""

    def __init__(self, texture: Any, x: int, y: int, width: int, height: int) -> None:
        self.texture, self.x, self.y, self.width, self.height = texture, x, y, width, height
        left, right = x / texture.width, (x + width) / texture.width
        low, high = (y + height) / texture.height, y / texture.height
        self.coords: Coords = (left, low, right, low, right, high, left, high)

    def ask_update(self, fill: Callable[[Any], None]) -> None:
        fill(self)

    def blit_data(self, data: Any) -> None:
        self.blit_opacity(data.width, data.height, data.data[3::4], data.data[0::4])

    def blit_opacity(self, width: int, height: int, opacity: bytes, grey: bytes = b"") -> None:
        pixels = bytearray(2 * width * height)
        pixels[0::2], pixels[1::2] = grey or b"\xff" * (width * height), opacity
        self.texture.blit_buffer(bytes(pixels), size=(width, height), pos=(self.x, self.y), colorfmt=FORMAT)
