"""One plain page in the screen's place, where that keeps failing: nothing of the table's is loaded or drawn.

Its words come on standard input, a JSON object a line (`app/text/fatal_page.py`: Page), each instead of the one before.
"""

from io import RawIOBase
from threading import Thread
from typing import Any, Final

import msgspec
from kivy.app import App
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics import PopMatrix, PushMatrix, Rotate
from kivy.uix.floatlayout import FloatLayout
from kivy.uix.label import Label

from app.screen.device.multitouch import feel
from app.text.fatal_page import Page

AGAIN: Final = 3  # exit code: people touched it, so the screen is tried again


def show(words: RawIOBase, *, kiosk: bool) -> int:
    """Until people touch it, or close it; the exit code."""
    page = _Page(words, kiosk)
    page.run()
    return AGAIN if page.touched else 0


class _Page(App):
    def __init__(self, words: RawIOBase, kiosk: bool) -> None:
        super().__init__()
        self.title = "Wondertable"
        self.touched = False
        self._words = words
        self._kiosk = kiosk
        self._sides: list[Any] = []  # Kivy ships no types

    def build(self) -> FloatLayout:
        if self._kiosk:
            Window.show_cursor = False
            self._fingers = feel()
        whole = FloatLayout(size=Window.size)
        for angle in (0, 180):
            side = Label(halign="center", valign="middle", size_hint=(1, 0.5))
            side.pos_hint = {"x": 0, "y": 0 if angle == 0 else 0.5}
            self._turn(side, angle)
            whole.add_widget(side)
            self._sides.append(side)
        Window.bind(on_touch_up=self._touch)
        Window.bind(on_flip=self._flipped)
        Thread(target=self._read, name="words", daemon=True).start()
        return whole

    @staticmethod
    def _turn(side: Any, angle: int) -> None:
        with side.canvas.before:
            PushMatrix()
            turn = Rotate(angle=angle)
        with side.canvas.after:
            PopMatrix()

        def fit(*_: object) -> None:
            turn.origin = side.center
            side.text_size = (side.width * 0.88, side.height * 0.94)
            side.font_size = min(side.width / 34, side.height / 9)

        side.bind(pos=fit, size=fit)

    def _read(self) -> None:
        for line in self._words:
            page = msgspec.json.decode(line, type=Page)
            Clock.schedule_once(lambda _, page=page: self._say(page), 0)

    def _say(self, page: Page) -> None:
        for side in self._sides:
            side.text = "\n\n".join((page.title, page.text, page.button))

    def _touch(self, *_: object) -> None:
        self.touched = True
        self.stop()

    def _flipped(self, *_: object) -> None:
        """As in screen.py: without a desktop the first picture never comes."""
        Window.unbind(on_flip=self._flipped)
        Clock.schedule_once(lambda _: Window.canvas.ask_update(), 0)
