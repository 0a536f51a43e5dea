"""Messages about whole games: agreed on, started, ended, suspended, resumed."""

from typing import Annotated

import msgspec

from app.protocol.base_messages import Intent, Mode


class SetGame(Intent, frozen=True, tag="set-game"):
    """Lobby: the game, its mode, its variants, who begins (None: by lot), and whether it is kept and guided.

    `watch`: seats whose people stand up, because the game has fewer places.
    """

    game: str | msgspec.UnsetType = msgspec.UNSET
    mode: Mode | msgspec.UnsetType = msgspec.UNSET
    variant: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET
    rules: dict[str, bool] | msgspec.UnsetType = msgspec.UNSET  # those to change
    first: int | msgspec.UnsetType | None = msgspec.UNSET
    keep: bool | msgspec.UnsetType = msgspec.UNSET
    guided: bool | msgspec.UnsetType = msgspec.UNSET
    daily: bool | msgspec.UnsetType = msgspec.UNSET  # the deal of the day
    watch: tuple[int, ...] = ()


class Start(Intent, frozen=True, tag="start"):
    """Lobby: begin. Free seats leave the ring. In track a game may begin from an entered position."""

    position: str | None = None  # the JSON of `replay --json`, between two turns


class TickOff(Intent, frozen=True, tag="tick-off"):
    """Lobby or after a game: tick or untick a thing on the list of the box's contents."""

    thing: Annotated[str, msgspec.Meta(pattern="^[a-z0-9 -]{1,60}$")]  # its key in the list, with the list's name
    on: bool = True


class Rematch(Intent, frozen=True, tag="rematch"):
    """End of a game: start again with the same seats; the first seat moves on clockwise."""


class ReturnToLobby(Intent, frozen=True, tag="to-lobby"):
    """End of a game: return to the lobby with the same seats."""


class EndEarly(Intent, frozen=True, tag="end-early"):
    """Score the game as it stands. Irreversible, so it needs confirmation by `sure`.

    The others vote, as for `lay-aside`; without others, it needs the PIN.
    """

    sure: bool = False
    seat: int | None = None  # who asks; a phone's own seat


class Suspend(Intent, frozen=True, tag="lay-aside"):
    """Suspend the running game and return to the lobby, which offers to resume it.

    Other human players vote first, unless the PIN was given. From the screen without `seat`, all have agreed, which
    needs the PIN.
    """

    seat: int | None = None  # who asks; a phone's own seat


class Resume(Intent, frozen=True, tag="resume"):
    """Lobby: resume a suspended game."""

    game: int


class Discard(Intent, frozen=True, tag="discard"):
    """Lobby: discard a suspended game; needs confirmation."""

    game: int
    sure: bool = False


class SuspendedView(msgspec.Struct, frozen=True):
    game: int
    kind: str
    seats: tuple[str, ...]  # names or wonders
    turn: int  # in its age, if there is one; 0: on a score sheet
    when: float  # seconds since 1970, UTC
    day: str = ""  # the date of a deal of the day
    age: int = 0  # of a game that counts turns in each age


class DailyPlayed(msgspec.Struct, frozen=True):
    """A person's result with a day's deal: of the first game with it that they finished.

    `kind` and `game`: which game, and its number. `best`: the best bot's points; `alike`: with the data of today's
    deal; `how`: the kind of victory, in games with several; `won`: alone, `shared`: with a bot.
    """

    date: str
    kind: str
    name: str
    points: int
    best: int
    won: bool
    alike: bool
    game: int
    how: str = ""
    shared: bool = False


class DailyPerson(msgspec.Struct, frozen=True):
    """A person's days in a row with a deal of any game, up to today or yesterday; and days, best and sum of the points
    with one game.
    """

    name: str
    row: int
    days: int
    best: int
    total: int
