"""Classes of one name: in which rooms two stand, and which names stand in several rooms or several games' folders.

And the modules of one name in several games' folders.

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
    """The room of a module: a folder of `app` or `engine`; in `app/games` each game is one."""
    parts = path.parent.parts
    return "/".join(parts[: 3 if parts[:2] == ("app", "games") else 2])


@cache
def classes() -> dict[str, dict[str, list[str]]]:
    """By room and by name, the modules in which a class of that name stands."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    for part in PARTS:
        for path in sorted((ROOT / part).rglob("*.py")):
            here = path.relative_to(ROOT)
            for node in ast.parse(path.read_text()).body:
                if isinstance(node, ast.ClassDef):
                    found[room_of(here)][node.name].append(str(here))
    return found


def twins(found: Mapping[str, Mapping[str, list[str]]]) -> dict[str, dict[str, list[str]]]:
    """Of each room, the names that stand there more than once, with their modules."""
    each = {room: {name: at for name, at in names.items() if len(at) > 1} for room, names in found.items()}
    return {room: names for room, names in each.items() if names}


def of_games(found: Mapping[str, Mapping[str, list[str]]]) -> set[str]:
    """The names that stand in several folders of `app/games`."""
    games = Counter(name for room, names in found.items() if room.startswith("app/games/") for name in names)
    return {name for name, rooms in games.items() if rooms > 1}


def of_rooms(found: Mapping[str, Mapping[str, list[str]]]) -> set[str]:
    """The names that stand in several rooms of `app`, beside those that games call alike."""
    rooms = Counter(name for room, names in found.items() if room.startswith("app/") for name in names)
    return {name for name, n in rooms.items() if n > 1} - of_games(found)


def files_of_games() -> set[str]:
    """The modules that several games have, by their names in a game's folder: `faces`, `screen/end`."""
    folders = [pack.parent for pack in sorted((ROOT / "app/games").glob("*/pack.py"))]
    found = Counter(
        str(path.relative_to(folder).with_suffix(""))
        for folder in folders
        for path in folder.rglob("*.py")
        if path.stem != "__init__"
    )
    return {name for name, games in found.items() if games > 1}


def main() -> None:
    found = classes()
    for room, names in twins(found).items():
        print(f"{room}: {len(names)} names stand twice")
        for name, modules in names.items():
            print(f"  {name}: {', '.join(module.removeprefix(f'{room}/') for module in modules)}")
    rooms = Counter(name for names in found.values() for name in names)
    said = sum(len(at) for names in found.values() for at in names.values())
    print(f"{said} classes, {len(rooms)} names; {sum(n > 1 for n in rooms.values())} stand in several rooms")
    apart = of_rooms(found)
    print(f"of app, beside what games call alike, {len(apart)}:", ", ".join(sorted(apart)))
    print("in the folders of several games:", ", ".join(sorted(of_games(found))))
    print("modules of several games:", ", ".join(sorted(files_of_games())))


if __name__ == "__main__":
    main()
