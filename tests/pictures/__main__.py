"""Pictures of the screen to be looked at: `python -m tests.pictures FOLDER [800x480] [seats=5] [bright=true] [NAME …]`.

Of every state, or of those whose names begin like one of these (`duel`, `architects play`); `name=value` is a setting
of the table (`lang=de`, `short_edges=true`). Those that have fingerprints: `python -m tests.pictures.render`.
"""

import argparse
import json
from pathlib import Path

from tests.app.screen.shown import draw_still
from tests.pictures.screens import FAMILIES, dressed


def main() -> None:
    ways = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser("python -m tests.pictures", description=__doc__, formatter_class=ways)
    parser.add_argument("folder", type=Path, metavar="FOLDER")
    parser.add_argument("words", nargs="*", metavar="WORD", help="a size, a setting, or how names begin")
    given = parser.parse_args()
    draw(given.folder, given.words)


def draw(folder: Path, words: list[str]) -> None:
    """Keep the pictures that words name."""
    said = dict(word.split("=") for word in words if "=" in word)
    sizes = [word for word in words if word.partition("x")[0].isdigit()]
    names = [word for word in words if "=" not in word and word not in sizes]
    width, height = map(int, (sizes or ["1280x720"])[0].split("x"))
    seats, lang = int(said.pop("seats", 4)), said.pop("lang", "en")
    settings = {name: json.loads(value) for name, value in said.items()}
    folder.mkdir(parents=True, exist_ok=True)
    for family, kind in FAMILIES.items():
        for state, make in kind.states.items():
            name = f"{family} {state}"
            if not names or name.startswith(tuple(names)):
                here = kind.seats_of(state)
                room = make(seats if seats in here else here[0], lang)
                file = f"{name}.png".replace(" ", "-").replace("_", "-")
                draw_still(dressed(room, lang, **settings), (width, height)).save(folder / file)


if __name__ == "__main__":
    main()
