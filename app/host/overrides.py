"""An owner's overrides of the game data, which lie in the settings folder. Light: a start without any loads no game."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.games.shelf import GAMES, shelf
from app.text.terminal import complain, unreadable

if TYPE_CHECKING:
    from engine.game import Game


def file_of(folder: Path, game: str) -> Path:
    """Where an owner corrects the data of a game."""
    return folder / f"{game}.toml"


def overrides(folder: Path, data: Mapping[str, bytes], say: Callable[[str], object] = complain) -> Mapping[str, str]:
    """Return an owner's overrides by game, as a header has them. `data`: the texts of our data files, by name.

    A file that is unfit keeps no table from starting: `say` gets a sentence, and its game is played without.
    """
    if not {path.stem for path in folder.glob("*.toml")} - {"panel"}:
        return {}
    return overrides_of(folder, shelf(data), lambda unfit: say(f"{unfit}. The table plays without that file."))


def overrides_of(
    folder: Path, games: "Mapping[str, Game]", unfit: Callable[[ValueError], object] = lambda no: None
) -> dict[str, str]:
    """Return the same of these games. `unfit` gets a ValueError that names file, entry and field of what is not."""
    found = dict.fromkeys(games, "")
    try:
        check_names(folder)
    except ValueError as no:
        unfit(no)
    for name, game in games.items():
        try:
            found[name] = read(file_of(folder, name), game) or ""
        except ValueError as no:
            unfit(no)
    return found


def check_names(folder: Path) -> None:
    """ValueError for a file that bears the name of our data and not of its game: nobody would read it."""
    for game, pack in GAMES.items():
        for name in pack.data:
            if name != game and (folder / f"{name}.toml").exists():
                raise ValueError(f"{folder / name}.toml: corrections of {game} stand in a file named {game}.toml")


def read(path: Path, game: "Game") -> str | None:
    """What an owner's file says; None if there is none."""
    try:
        text = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise ValueError(unreadable(path, error)) from None
    from engine.game import HasOverrides

    if not isinstance(game, HasOverrides):
        raise ValueError(f"{path}: {game.name} takes no corrections yet")
    return game.overrides(text, str(path))
