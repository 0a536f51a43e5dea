"""A minimal page instead of a screen that keeps crashing: it loads and draws nothing of the table.

Its texts arrive on standard input, one JSON object (`app/text/fatal_page.py`: Page) a line, each replacing the last.
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

from app.screen.device.multitouch import start_multitouch
from app.text.fatal_page import Page

RETRY_CODE: Final = 3  # exit code after a touch: try the screen again


def show(words: RawIOBase, *, kiosk: bool) -> int:
    """Show the page until it is touched or closed. Return the exit code."""
    page = _Page(words, kiosk)
    page.run()
    return RETRY_CODE if page.touched else 0


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
            self._fingers = start_multitouch()
        whole = FloatLayout(size=Window.size)
        for angle in (0, 180):
            side = Label(halign="center", valign="middle", size_hint=(1, 0.5))
            side.pos_hint = {"x": 0, "y": 0 if angle == 0 else 0.5}
            self._turn(side, angle)
            whole.add_widget(side)
            self._sides.append(side)
        Window.bind(on_touch_up=self._touch)
        Window.bind(on_flip=self._flipped)
        Thread(target=self._read_pages, name="words", daemon=True).start()
        return whole

    @staticmethod
    def _turn(side: Any, angle: int) -> None:
        with side.canvas.before:
            PushMatrix()
            turn = Rotate(angle=angle)
        with side.canvas.after:
            PopMatrix()

        def fit_side(*_: object) -> None:
            turn.origin = side.center
            side.text_size = (side.width * 0.88, side.height * 0.94)
            side.font_size = min(side.width / 34, side.height / 9)

        side.bind(pos=fit_side, size=fit_side)

    def _read_pages(self) -> None:
        for line in self._words:
            page = msgspec.json.decode(line, type=Page)
            Clock.schedule_once(lambda _, page=page: self._show_text(page), 0)

    def _show_text(self, page: Page) -> None:
        for side in self._sides:
            side.text = "\n\n".join((page.title, page.text, page.button))

    def _touch(self, *_: object) -> None:
        self.touched = True
        self.stop()

    def _flipped(self, *_: object) -> None:
        """Redraw once after the first frame, as in window.py: without a desktop it never reaches the panel."""
        Window.unbind(on_flip=self._flipped)
        Clock.schedule_once(lambda _: Window.canvas.ask_update(), 0)
