"""Lists classes of the same name: within a room, in several rooms, and in several games' folders.

And modules of the same name in several games' folders.

python -m docs.names
"""

import ast
from collections import Counter, defaultdict
from collections.abc import Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PARTS = ("app", "engine", "hardware")


def room_of(path: Path) -> str:
    """Return the room of a module: a folder of `app` or `engine`; in `app/games` each game is one."""
    parts = path.parent.parts
    return "/".join(parts[: 3 if parts[:2] == ("app", "games") else 2])


@cache
def list_classes() -> dict[str, dict[str, list[str]]]:
    """Return the modules that define a class, by room and by the class's name."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            here = path.relative_to(ROOT)
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    found[room_of(here)][node.name].append(str(here))
    return found


def list_twins(found: Mapping[str, Mapping[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    """Return the names that a room defines more than once, with their modules."""
    each = {room: {name: at for name, at in names.items() if len(at) > 1} for room, names in found.items()}
    return {room: names for room, names in each.items() if names}


def list_game_names(found: Mapping[str, Mapping[str, list[str]]]) -> set[str]:
    """Return the names that several folders of `app/games` define."""
    games = Counter(name for room, names in found.items() if room.startswith("app/games/") for name in names)
    return {name for name, rooms in games.items() if rooms > 1}


def list_room_names(found: Mapping[str, Mapping[str, list[str]]]) -> set[str]:
    """Return the names that several rooms of `app` define, except those that games share."""
    rooms = Counter(name for room, names in found.items() if room.startswith("app/") for name in names)
    return {name for name, n in rooms.items() if n > 1} - list_game_names(found)


def list_shared_modules() -> set[str]:
    """Return the modules that several games have, by their paths in a game's folder: `faces`, `screen/end`."""
    folders = [pack.parent for pack in sorted((ROOT / "app/games").glob("*/pack.py"))]
    found = Counter(
        str(path.relative_to(folder).with_suffix(""))
        for folder in folders
        for path in folder.rglob("*.py")
        if path.stem != "__init__"
    )
    return {name for name, games in found.items() if games > 1}


def main() -> None:
    found = list_classes()
    for room, names in list_twins(found).items():
        print(f"{room}: {len(names)} names stand twice")
        for name, modules in names.items():
            print(f"  {name}: {', '.join(module.removeprefix(f'{room}/') for module in modules)}")
    rooms = Counter(name for names in found.values() for name in names)
    said = sum(len(at) for names in found.values() for at in names.values())
    print(f"{said} classes, {len(rooms)} names; {sum(n > 1 for n in rooms.values())} stand in several rooms")
    apart = list_room_names(found)
    print(f"of app, beside what games call alike, {len(apart)}:", ", ".join(sorted(apart)))
    print("in the folders of several games:", ", ".join(sorted(list_game_names(found))))
    print("modules of several games:", ", ".join(sorted(list_shared_modules())))


if __name__ == "__main__":
    main()
