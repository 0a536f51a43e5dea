"""The smallest Kivy window, a reference for start-up, idling and memory."""

from kivy.config import Config

Config.set("graphics", "width", "1280")
Config.set("graphics", "height", "720")
Config.set("graphics", "maxfps", "39")

from kivy.app import App  # noqa: E402  # the window's size has to be known before it opens
from kivy.uix.label import Label  # noqa: E402


class Hello(App):
    def build(self) -> Label:
        return Label(text="Hello")


Hello().run()
