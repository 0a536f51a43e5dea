"""Makes strips of frames of each game's end: `.venv/bin/python -m docs.endings FOLDER [1280x720] [seats=7] [lang=de]`.

Each strip goes from the moment to the sheet, a frame for each part. Needs what `./setup.sh test` installs.
"""

import sys
from pathlib import Path
from typing import Any, Final

sys.path.insert(0, str(Path(__file__).parents[1] / "tests/app/screen"))
import stage  # first: it sets the surroundings up

SIZE: Final = "1280x720"
ACROSS: Final = 3  # frames in a row
WIDE: Final = 900  # pixels of a frame in a strip
COUNTED: Final = (2, 4)  # categories after which points that are counted are shown


def main(folder: Path, size: tuple[int, int], seats: int, lang: str) -> None:
    from app.screen.start import prepare

    prepare(Path(stage.os.environ["KIVY_HOME"]), kiosk=False, size=size)
    import endings
    from kivy.app import App
    from kivy.base import EventLoop
    from kivy.core.window import Window
    from kivy.uix.widget import Widget
    from PIL import Image

    from app.screen.compose import compose
    from app.screen.surface import Surface

    class Shown(App):  # type: ignore[misc]  # Kivy ships no types
        def build(self) -> Any:  # a widget
            return Widget()

    def frame(room: Any, file: Path) -> Image.Image:  # a room of the tests
        surface = Surface(lambda: compose(room.control.scene, *size), room.control, size=size)
        Window.children[:] = []
        Window.canvas.clear()
        Window.add_widget(surface)
        for _ in range(3):
            EventLoop.idle()
        shot = Path(Window.screenshot(name=str(file)))
        with Image.open(shot) as picture:
            found = picture.convert("RGB").resize((WIDE, WIDE * size[1] // size[0]), Image.Resampling.LANCZOS)
        shot.unlink()
        return found

    Shown()._run_prepare()
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in endings.GAMES.items():
        room, frames = make(seats, lang), []
        while (step := room.control.opened.finale.now) is not None:
            if step.part != "count" or step.counted in COUNTED:
                frames.append(frame(room, folder / "frame.png"))
            endings.next_part(room)
        frames.append(frame(room, folder / "frame.png"))
        w, h = frames[0].size
        strip = Image.new("RGB", (ACROSS * (w + 8), -(-len(frames) // ACROSS) * (h + 8)), "white")
        for nth, picture in enumerate(frames):
            strip.paste(picture, (nth % ACROSS * (w + 8), nth // ACROSS * (h + 8)))
        strip.save(folder / f"{name.replace(' ', '-')}-{size[0]}x{size[1]}-{seats}-{lang}.png")


if __name__ == "__main__":
    said = dict(word.split("=") for word in sys.argv[2:] if "=" in word)
    [size] = [word for word in sys.argv[2:] if "=" not in word] or [SIZE]
    main(Path(sys.argv[1]), tuple(map(int, size.split("x"))), int(said.get("seats", 4)), said.get("lang", "en"))
