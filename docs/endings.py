"""Makes strips of frames of each game's end: `.venv/bin/python -m docs.endings FOLDER [1280x720] [seats=7] [lang=de]`.

Each strip goes from the moment to the sheet, a frame for each part. Needs what `./setup.sh test` installs.
"""

import sys
from pathlib import Path
from typing import Final

from docs.strips import arrange
from tests.app.screen import endings
from tests.app.screen.shown import draw_still

SIZE: Final = "1280x720"
COLUMNS: Final = 3  # frames in a row
WIDE: Final = 900  # pixels of a frame in a strip
COUNTED_CATEGORIES: Final = (2, 4)  # categories after which points that are counted are shown


def main(folder: Path, size: tuple[int, int], seats: int, lang: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, make in endings.GAMES.items():
        room, frames = make(seats, lang), []
        while (step := room.control.ui.finale.step) is not None:
            if step.part != "count" or step.counted in COUNTED_CATEGORIES:
                frames.append(draw_still(room, size))
            endings.next_part(room)
        frames.append(draw_still(room, size))
        file = f"{name.replace(' ', '-')}-{size[0]}x{size[1]}-{seats}-{lang}.png"
        arrange(frames, COLUMNS, WIDE).save(folder / file)


if __name__ == "__main__":
    said = dict(word.split("=") for word in sys.argv[2:] if "=" in word)
    [size] = [word for word in sys.argv[2:] if "=" not in word] or [SIZE]
    width, height = map(int, size.split("x"))
    main(Path(sys.argv[1]), (width, height), int(said.get("seats", 4)), said.get("lang", "en"))
