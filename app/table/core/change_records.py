"""Records of the changes of the last day, each with the state before it, so that it can be undone.

They are part of the stored table state. Phone keys in them are hashed; a PIN is never in them.
"""

from typing import TypeAlias

import msgspec

from app.protocol.revertible_change_messages import SettingValue
from app.table.lobby.game_agreement import Lobby
from app.table.lobby.seating import Chair


class SettingBefore(msgspec.Struct, frozen=True, tag="setting"):
    """One of the settings before a change."""

    name: str
    was: SettingValue


class LockBefore(msgspec.Struct, frozen=True, tag="lock"):
    """The lock of the table before a change."""

    was: bool


class SeatBefore(msgspec.Struct, frozen=True, tag="seat"):
    """The chair of a place before a change."""

    chair: Chair


class PlacesBefore(msgspec.Struct, frozen=True, tag="places"):
    """The agreement and the places by their chairs' numbers before a change; `gone`: removed chairs."""

    lobby: Lobby
    ring: tuple[int, ...]
    gone: tuple[Chair, ...] = ()


class GameThrown(msgspec.Struct, frozen=True, tag="game"):
    """A suspended or finished game that was deleted."""

    game: int
    kind: str
    finished: bool


class GamesCame(msgspec.Struct, frozen=True, tag="came"):
    """A batch of games that was imported."""

    first: int


class GamesOut(msgspec.Struct, frozen=True, tag="out"):
    """An imported batch that was removed again: the games numbered from `first` down to `last`."""

    first: int
    last: int
    games: int


Was: TypeAlias = SettingBefore | LockBefore | SeatBefore | PlacesBefore | GameThrown | GamesCame | GamesOut


class ListedChange(msgspec.Struct, frozen=True):
    """One line of the list. `at`: seconds since 1970; `by`: the number of a phone's chair, None: the screen."""

    number: int
    at: float
    by: int | None
    was: Was


def changed_thing(was: Was) -> tuple[str, str | int]:
    """Return the key of the changed thing: a newer line about it is undone before older ones."""
    match was:
        case SettingBefore():
            return "setting", was.name
        case LockBefore():
            return "lock", ""
        case SeatBefore():
            return "seat", was.chair.number
        case PlacesBefore():
            return "places", ""
        case GameThrown():
            return "game", was.game
        case GamesCame() | GamesOut():
            return "batch", was.first


def drop_lines(changes: tuple[ListedChange, ...], about: Was, since: int) -> tuple[ListedChange, ...]:
    """Drop the lines about the same thing from this number on."""
    return tuple(
        change for change in changes if change.number < since or changed_thing(change.was) != changed_thing(about)
    )
