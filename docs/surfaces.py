"""Counts what the common pages say, and who says it: `.venv/bin/python -m docs.surfaces [--list] [FOLDER]`.

Messages of the rooms `app/screen` and `app/phones`, without those of games, and of `app/shown`, which both show; and
the lines of the folders that lay pages out. FOLDER: another tree, as `git worktree add --detach` lays it down.
"""

import argparse
from pathlib import Path
from typing import Final

from app.text.catalogue_update import ROOT, extract_messages

SCREEN, PHONES, SHOWN = "screen", "phones", "shown"
MESSAGE_CALLS: Final = (
    ("said once, in app/shown", {SHOWN}),
    ("by the screen alone", {SCREEN}),
    ("by phones alone", {PHONES}),
    ("by both, each for itself", {SCREEN, PHONES}),
)
FOLDERS: Final = ("screen/pages", "phones", "web", "shown")  # below `app`


def messages(root: Path) -> dict[tuple[str, str], frozenset[str]]:
    """Return the rooms that show each message, by its context and text."""
    said: dict[tuple[str, str], frozenset[str]] = {}
    folders = {room: root.resolve() / "app" / room for room in (SCREEN, PHONES, SHOWN)}
    for message in extract_messages(root):
        files = [Path(file).resolve() for file, _ in message.locations]
        rooms = {room for room, folder in folders.items() if any(file.is_relative_to(folder) for file in files)}
        if message.id and rooms:
            text = message.id if isinstance(message.id, str) else message.id[0]
            said[text, message.context or ""] = frozenset(rooms)
    return said


def lines(folder: Path) -> int:
    """Count the lines of Python and of templates."""
    files = [*folder.rglob("*.py"), *folder.rglob("*.html")]
    return sum(len(file.read_text("utf-8").splitlines()) for file in files)


def main() -> None:
    parser = argparse.ArgumentParser("python -m docs.surfaces", description=__doc__.partition("\n")[0])
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT, help="another tree of the project")
    parser.add_argument("--list", action="store_true", help="every message as well")
    given = parser.parse_args()
    said = messages(given.folder)
    print(f"{len(said)} messages of the common pages")
    for who, rooms in MESSAGE_CALLS:
        theirs = sorted(what for what, by in said.items() if (SHOWN in by if SHOWN in rooms else by == rooms))
        print(f"  {len(theirs):4} {who}")
        for text, context in theirs if given.list else ():
            print(f"         {context and f'({context}) '}{text}")
    for folder in FOLDERS:
        print(f"{lines(given.folder / 'app' / folder):5} lines in app/{folder}")


if __name__ == "__main__":
    main()
