"""Messages about the changes of the last day and reverting them."""

from typing import Literal, TypeAlias

import msgspec

from app.protocol.base_messages import Intent, PlayedBy


class PutBack(Intent, frozen=True, tag="put-back"):
    """Revert a change of today, by its number in TableView.today; later changes of the same thing are reverted, too."""

    change: int


SettingValue: TypeAlias = str | int | float | bool | tuple[str, ...] | None


class SeatOccupant(msgspec.Struct, frozen=True):
    """A seat's former or new player. `name`: also a bot's; "": none."""

    by: PlayedBy
    name: str = ""


What: TypeAlias = Literal["setting", "lock", "seat", "places", "game", "came", "out"]


class ChangedToday(msgspec.Struct, frozen=True, omit_defaults=True):
    """A change of the last day that PutBack can revert, by its number.

    `by`: the seat whose phone did it, 0: the screen, -1: a phone without a seat now. `setting`: `name`, with its
    values; `lock`; `seat`: its former and its new player; `places`: `name` is the kind of change: another `game`, the
    `count`, their `order`, or something else `agreed`; `game`: one of kind `name` was discarded, a finished one if
    `was` is true; `came`, `out`: `n` games were imported, or an import was undone.
    """

    number: int
    at: float  # seconds since 1970, UTC
    by: int
    what: What
    name: str = ""
    was: SettingValue = None
    now: SettingValue = None
    seat: int = 0
    sat: SeatOccupant | None = None
    sits: SeatOccupant | None = None
    n: int = 0
    open: bool = True  # can be reverted now; otherwise after the game
