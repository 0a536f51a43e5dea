"""What a table tells its club for the wall: how it stands now, as anybody who just watches sees it (docs/protocol.md).

It is made of an onlooker's snapshot alone, so nobody can read here what could not be seen at that table.
"""

from typing import Annotated, Final

import msgspec

from app.protocol import messages
from app.protocol.messages import Mode, PlayedBy

FORMAT: Final = 1
LARGEST: Final = 8 << 10  # bytes of what is told at once
SEATS: Final = 12  # at most
BETWEEN: Final = 0.1  # seconds from one to the next, at least

Word = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{0,40}$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class WallSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A place at the table. `points`: None where they are not shown. `acts`: something is asked of it."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
    by: PlayedBy
    name: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    wonder: Word = ""
    emblem: Word = ""
    colour: Word = ""
    points: Annotated[int, msgspec.Meta(ge=-9999, le=9999)] | None = None
    acts: bool = False
    won: bool = False


class TableNow(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a table stands. `address`: where whoever scans its code takes a free seat; "": nobody new sits down."""

    game: Word
    mode: Mode
    phase: Annotated[str, msgspec.Meta(pattern="^(lobby|game|over)$")]
    seats: Annotated[tuple[WallSeat, ...], msgspec.Meta(max_length=SEATS)]
    age: Count = 0
    turn: Count = 0
    early: bool = False  # the game was ended early
    address: Annotated[str, msgspec.Meta(pattern=r"^(https?://[\w.\[\]:%-]{1,80})?$")] = ""

    @property
    def free(self) -> int:
        """How many may still sit down."""
        return sum(seat.by == "free" for seat in self.seats)


class TellsWall(msgspec.Struct, frozen=True):
    """What is told (GET /table/live, a WebSocket): each replaces all that came before."""

    now: TableNow
    format: int = FORMAT


class ToldFormat(msgspec.Struct, frozen=True):
    """Of a message that cannot be read: whether it is one of a later version."""

    format: int = FORMAT


class _Score(msgspec.Struct, frozen=True):
    total: int


class _HasPoints(msgspec.Struct, frozen=True):
    score: _Score | None = None
    total: int | None = None  # of a score sheet

    @property
    def points(self) -> int | None:
        return self.score.total if self.score else self.total


class _Hints(msgspec.Struct, frozen=True):
    active: int = 0


class _Age(msgspec.Struct, frozen=True):
    age: int
    round: int


class _Game(msgspec.Struct, frozen=True):
    """What the views of all games and sheets have alike."""

    seats: tuple[_HasPoints, ...] = ()
    age: int | _Age | None = None
    turn: int = 0
    to_act: tuple[int, ...] = ()
    pending: str | None = None
    winners: tuple[int, ...] = ()
    hints: _Hints = _Hints()

    @property
    def acting(self) -> tuple[int, ...]:
        """Seats that are asked, or whose turn it is while chance is."""
        return tuple(seat for seat in self.to_act if seat > 0) or ((self.hints.active,) if self.pending else ())


_TABLE: Final = msgspec.json.Decoder(messages.TableView)
_GAME: Final = msgspec.json.Decoder(_Game)


def seen(snapshot: messages.Snapshot, before: TableNow | None = None) -> TableNow:
    """What an onlooker's snapshot shows of a table. `before`: what was told last.

    That stays while a conflict is shown which the view is past: nobody at the table knows yet what it brought.
    """
    table = _TABLE.decode(snapshot.table)
    game = _Game() if snapshot.game is None else _GAME.decode(snapshot.game)
    if table.fought:
        if before is not None:
            return before
        game = _Game(seats=(_HasPoints(),) * len(game.seats))
    opens = table.opening is not None and table.opening.step != "found"
    plays, over = table.phase == "game" and not opens, table.phase == "over"
    acting = game.acting if plays else ()
    age, turn = (game.age.age, game.age.round) if isinstance(game.age, _Age) else (game.age or 0, game.turn)
    points = [seat.points if table.shows_points else None for seat in game.seats]
    free = any(chair.by == "free" for chair in table.seats) and not table.locked
    return TableNow(
        game=table.game,
        mode=table.mode,
        phase=table.phase,
        seats=tuple(
            WallSeat(
                seat=chair.seat,
                by=chair.by,
                name=chair.name,
                wonder=chair.wonder or "",
                emblem=chair.emblem,
                colour=chair.colour,
                points=points[n] if n < len(points) else None,
                acts=n + 1 in acting,
                won=over and not table.early and n + 1 in game.winners,
            )
            for n, chair in enumerate(table.seats)
        ),
        age=age,
        turn=turn,
        early=over and table.early,
        address=(table.network.address or "") if free else "",
    )
