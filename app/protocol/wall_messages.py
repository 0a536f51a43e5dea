"""Live state that a table sends to its club's wall: exactly what an onlooker sees (docs/protocol.md).

Built from an onlooker's snapshot alone, so that it contains no secrets.
"""

from typing import Annotated, Final

import msgspec

from app.protocol.base_messages import Mode, PlayedBy
from app.protocol.table_messages import Snapshot, TableView

FORMAT: Final = 1
LARGEST: Final = 8 << 10  # bytes of one message
SEATS: Final = 12  # at most
MIN_INTERVAL_SECONDS: Final = 0.1  # seconds between two messages at least

Word = Annotated[str, msgspec.Meta(pattern=r"^[a-z0-9-]{0,40}$")]
Count = Annotated[int, msgspec.Meta(ge=0, le=9999)]


class WallSeat(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat. `points`: None if they are hidden. `acts`: it has an open question."""

    seat: Annotated[int, msgspec.Meta(ge=1, le=SEATS)]
    by: PlayedBy
    name: Annotated[str, msgspec.Meta(max_length=40)] | None = None
    wonder: Word = ""
    emblem: Word = ""
    colour: Word = ""
    points: Annotated[int, msgspec.Meta(ge=-9999, le=9999)] | None = None
    acts: bool = False
    won: bool = False


class WallTable(msgspec.Struct, frozen=True, omit_defaults=True):
    """The state of a table. `address`: where to join by scanning; "": nobody new can sit down."""

    game: Word
    mode: Mode
    phase: Annotated[str, msgspec.Meta(pattern="^(lobby|game|over)$")]
    seats: Annotated[tuple[WallSeat, ...], msgspec.Meta(max_length=SEATS)]
    age: Count = 0
    turn: Count = 0
    early: bool = False  # the game was ended early
    address: Annotated[str, msgspec.Meta(pattern=r"^(https?://[\w.\[\]:%-]{1,80})?$")] = ""

    @property
    def free_seats(self) -> int:
        return sum(seat.by == "free" for seat in self.seats)


class WallMessage(msgspec.Struct, frozen=True):
    """A message with the current state (GET /table/live, a WebSocket); it replaces earlier ones."""

    now: WallTable
    format: int = FORMAT


class MessageFormat(msgspec.Struct, frozen=True):
    """The format of a message that cannot be parsed, to detect a later version."""

    format: int = FORMAT


class _Score(msgspec.Struct, frozen=True):
    total: int


class _HasPoints(msgspec.Struct, frozen=True):
    score: _Score | None = None
    total: int | None = None  # of a score sheet

    @property
    def points(self) -> int | None:
        return self.score.total if self.score else self.total


class _DerivedFacts(msgspec.Struct, frozen=True):
    active: int = 0


class _Age(msgspec.Struct, frozen=True):
    age: int
    round: int


class _Game(msgspec.Struct, frozen=True, rename={"derived": "hints"}):
    """The fields that the views of all games and sheets share."""

    seats: tuple[_HasPoints, ...] = ()
    age: int | _Age | None = None
    turn: int = 0
    to_act: tuple[int, ...] = ()
    pending: str | None = None
    winners: tuple[int, ...] = ()
    derived: _DerivedFacts = _DerivedFacts()

    @property
    def acting(self) -> tuple[int, ...]:
        """Seats with an open question, or the seat to act while chance is open."""
        return tuple(seat for seat in self.to_act if seat > 0) or ((self.derived.active,) if self.pending else ())


_TABLE: Final = msgspec.json.Decoder(TableView)
_GAME: Final = msgspec.json.Decoder(_Game)


def convert_snapshot(snapshot: Snapshot, before: WallTable | None = None) -> WallTable:
    """Convert an onlooker's snapshot. `before`: the last state sent.

    `before` stays while a conflict is animated whose result the view already contains: nobody at the table knows it
    yet.
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
    return WallTable(
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
