"""The window of hello.py with a log of two hundred lines as a Kivy RecycleView that faces an edge."""

from kivy.config import Config

Config.set("graphics", "width", "1280")
Config.set("graphics", "height", "720")
Config.set("graphics", "maxfps", "39")

from kivy.app import App  # noqa: E402  # the window's size has to be known before it opens
from kivy.lang import Builder  # noqa: E402
from kivy.uix.scatter import Scatter  # noqa: E402

LOG = """
<LogLine@Label>:
    text_size: self.width - 40, None
    canvas.before:
        Color:
            rgba: 0.15, 0.12, 0.09, 1
        RoundedRectangle:
            pos: self.pos
            size: self.size
            radius: [12]

Scatter:
    rotation: 90
    do_rotation: False
    do_scale: False
    do_translation: False
    size_hint: None, None
    size: 700, 900
    RecycleView:
        size: self.parent.size
        viewclass: "LogLine"
        data: [{"text": f"Turn {n}: somebody takes wood from the stack on the left."} for n in range(200)]
        RecycleBoxLayout:
            orientation: "vertical"
            default_size: None, 42
            default_size_hint: 1, None
            size_hint_y: None
            height: self.minimum_height
            spacing: 8
"""


class Log(App):
    def build(self) -> Scatter:
        return Builder.load_string(LOG)


Log().run()
