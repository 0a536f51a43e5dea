"""A texture that holds many words, so that a layer with all its words is drawn at once."""

from collections.abc import Callable
from typing import Any, Final

from kivy.graphics.texture import Texture

from app.screen.paint.layers import Weight

GAP: Final = 1  # pixels between two words
Said = tuple[str, int, Weight]  # words, the size that they are set in, and whether they are bold or of stone
Coords = tuple[float, float, float, float, float, float, float, float]  # of corners, from the lower left one round


class Atlas:
    """Words in rows, in white, to be tinted. What lies on it stays where it is; when it is full, another is begun."""

    def __init__(self, side: int, label: Callable[[int, Weight], Any]) -> None:  # Kivy ships no types
        self._side, self._label = side, label
        self._words: dict[Said, _TexturePart] = {}
        self._x, self._y, self._high = 0, 0, 0  # where the next one goes, and how high its row is
        self.texture = Texture.create(size=(side, side), colorfmt="rgba")
        self.texture.add_reload_observer(lambda _: self._draw_all())
        self._draw_all()

    def place(self, said: Said) -> Coords | None:
        """Where words lie; None where there is no room left for them."""
        if said not in self._words:
            label = self._set(said)
            w, h = label.render()
            at = self._room(w, h)
            if at is None:
                return None
            self._words[said] = _TexturePart(self.texture, *at, w, h)
            self._draw(said)
        it, side = self._words[said], self._side
        left, right, low, high = it.x / side, (it.x + it.width) / side, (it.y + it.height) / side, it.y / side
        return left, low, right, low, right, high, left, high

    def _set(self, said: Said) -> Any:
        text, size, bold = said
        label = self._label(size, bold)
        label.text = text
        return label

    def _room(self, w: int, h: int) -> tuple[int, int] | None:
        """A free place of that size."""
        if self._x + w > self._side:
            self._x, self._y, self._high = 0, self._y + self._high + GAP, 0
        if w > self._side or self._y + h > self._side:
            return None
        at = self._x, self._y
        self._x, self._high = self._x + w + GAP, max(self._high, h)
        return at

    def _draw(self, said: Said) -> None:
        label = self._set(said)
        label.texture = self._words[said]
        label.refresh()
        label.texture = None  # or each font would hold the one that it was last drawn on

    def _draw_all(self) -> None:
        """Put everything on it: a texture may lose what it held."""
        self.texture.blit_buffer(bytes(4 * self._side * self._side), colorfmt="rgba")
        for said in self._words:
            self._draw(said)


class _TexturePart:
    """Part of a texture, as a label knows the texture that its words are drawn on."""

    def __init__(self, texture: Any, x: int, y: int, width: int, height: int) -> None:
        self.texture, self.x, self.y, self.width, self.height = texture, x, y, width, height

    def ask_update(self, fill: Callable[[Any], None]) -> None:
        fill(self)

    def blit_data(self, data: Any) -> None:
        size = data.width, data.height
        self.texture.blit_buffer(data.data, size=size, pos=(self.x, self.y), colorfmt=data.fmt)
