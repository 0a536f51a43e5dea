"""Memory that pictures need on a graphics chip: all living textures, from every cache."""

import gc

from kivy.graphics.texture import Texture, TextureRegion

from app.screen.composition import compose
from app.screen.surface import Surface
from tests.app.screen import finger, stage

BYTES = {"luminance": 1, "luminance_alpha": 2, "rgb": 3, "rgba": 4}  # of a pixel
SIZE = (1920, 1080)
MAX_BYTES = 24e6  # bytes, on a screen of that size


def live():
    """List all textures that live: the static layer, words, tiles, stone, codes."""
    gc.collect()
    kinds = ((obj, type(obj)) for obj in gc.get_objects())  # never `isinstance`: Kivy's dead references would raise
    return [obj for obj, kind in kinds if issubclass(kind, Texture) and not issubclass(kind, TextureRegion)]


def count_bytes():
    """Return the bytes of all living textures."""
    return sum(texture.width * texture.height * BYTES[texture.colorfmt] for texture in live())


def of_a_large_table():
    """Return the bytes of textures while seven play Architects on such a screen, at night and then by day."""
    room = stage.Room().hear(stage.table(7), stage.view(7, active=2))
    surface = Surface(lambda: compose(room.control.scene, *SIZE), room.control, size=SIZE)
    finger.Window.add_widget(surface)
    try:
        for bright in (False, True):
            surface.set_appearance(bright=bright, large=False)
            surface.static_layer.resize(SIZE)  # the window of tests is smaller
            surface.update()
            finger.frames(2)
            yield count_bytes()
    finally:
        finger.Window.remove_widget(surface)


if __name__ == "__main__":  # in a process of its own: others' tests hold textures, too
    print(*of_a_large_table())
