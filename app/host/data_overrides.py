"""An owner's overrides of the game data, in the settings folder. A start without any loads no game."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from app.games.game_list import GAMES, shelf
from app.text.terminal_output import complain, unreadable

if TYPE_CHECKING:
    from engine.game import Game


def override_path(folder: Path, game: str) -> Path:
    """Return the path of the file in which an owner corrects the data of a game."""
    return folder / f"{game}.toml"


def load_overrides(
    folder: Path, data: Mapping[str, bytes], say: Callable[[str], object] = complain
) -> Mapping[str, str]:
    """Return an owner's overrides by game, as a record's header has them. `data`: the data files by name.

    An invalid file does not prevent the start: `say` gets a sentence, and its game is played without it.
    """
    if not {path.stem for path in folder.glob("*.toml")} - {"panel"}:
        return {}
    return collect_overrides(folder, shelf(data), lambda unfit: say(f"{unfit}. The table plays without that file."))


def collect_overrides(
    folder: Path, games: "Mapping[str, Game]", unfit: Callable[[ValueError], object] = lambda no: None
) -> dict[str, str]:
    """Return the overrides of these games. `unfit` gets a ValueError that names file, entry and field for each invalid
    file.
    """
    found = dict.fromkeys(games, "")
    try:
        check_file_names(folder)
    except ValueError as no:
        unfit(no)
    for name, game in games.items():
        try:
            found[name] = read_overrides(override_path(folder, name), game) or ""
        except ValueError as no:
            unfit(no)
    return found


def check_file_names(folder: Path) -> None:
    """Raise ValueError for a file that is named like our data file instead of the game: it would be ignored."""
    for game, pack in GAMES.items():
        for name in pack.data:
            if name != game and (folder / f"{name}.toml").exists():
                raise ValueError(f"{folder / name}.toml: corrections of {game} stand in a file named {game}.toml")


def read_overrides(path: Path, game: "Game") -> str | None:
    """Return the overrides in an owner's file, or None if there is no file."""
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
