"""What the steps of a club's story mean, by what people see at that moment."""

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

from app.club.database import DatabaseProblem
from app.club.members import NameTaken
from app.protocol.cardboard_messages import Enter
from app.protocol.client_rights import Rejection
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby, SetGame, Start
from app.protocol.history_messages import AmendSheet, DeleteGame
from app.protocol.seat_messages import SetSeat, SetSeats
from engine.game import Seat
from tests.evening.story import Step

if TYPE_CHECKING:
    from tests.evening.club_house import ClubWorld, TableMachine

MEMBERS = 5
NAMES = ("Ada", "Ben", "Cleo", "Dmitri", "Eve")


async def do(world: "ClubWorld", step: Step) -> None:
    """Do one step; what a + joins happens in the same moment."""
    for what in step.what.split("+"):
        name = what.replace("-", "_")
        if name in ("kill", "cut"):
            _table(world, step).die(name)  # type: ignore[arg-type]
        elif name in ("club_kill", "club_cut"):
            world.club.die(name.removeprefix("club_"))  # type: ignore[arg-type]
        else:
            globals()[name](world, step)


def _table(world: "ClubWorld", step: Step) -> "TableMachine":
    return world.tables[step.who % len(world.tables)]


async def join(world: "ClubWorld", table: "TableMachine") -> None:
    """Type a code of the organiser's page at a table, and wait a while for it to be in."""
    if await world.until(lambda: table.link is not None and world.club.server is not None, 60.0):
        from tests.evening.club_house import ADDRESS

        assert table.link is not None
        assert world.club.server is not None
        if table.store is not None and table.table is not None and table.table.finished.list_games():
            world.audit.told_late.add(table.name)
        table.call(partial(table.link.join, world.club.server.table_codes.make(""), ADDRESS))
        await world.until(lambda: table.is_in, 10.0)


# ---- at the tables -----------------------------------------------------------------------------------------------


def play(world: "ClubWorld", step: Step) -> None:
    """Play a game of Duel by a score sheet."""
    machine = _table(world, step)
    table = machine.table
    if table is None:
        return
    if table.phase == "lobby":
        _lay(machine)
        for seat, chair in enumerate(table.committed.state.chairs[:2], 1):
            if chair.by == "free":
                machine.send(SetSeat, seat=seat, by="touch", name=NAMES[(step.n + seat) % len(NAMES)])
        machine.send(Start)
    elif table.phase == "over":
        machine.send(Rematch)
    if table.phase == "game":
        for seat in (1, 2):
            machine.send(Enter, action=f"{seat} set blue {step.n // seat % 30}", sure=True)
        machine.send(Enter, action="end 0", sure=True)


def _lay(machine: "TableMachine") -> None:
    """Choose Duel on a score sheet, for two."""
    if machine.table is not None and machine.table.committed.state.lobby.mode != "tally":
        machine.send(SetGame, game="duel", mode="tally")
        machine.send(SetSeats, count=2)


def _game(machine: "TableMachine", n: int) -> str:
    games = machine.table.finished.list_games() if machine.table is not None else []
    return games[n // 2 % len(games) if n % 2 else 0].mark if games else ""  # often the newest


def amend(world: "ClubWorld", step: Step) -> None:
    """Correct the points of a finished game."""
    machine = _table(world, step)
    if mark := _game(machine, step.n):
        machine.send(AmendSheet, game=mark, actions=(f"1 set blue {step.n % 31}",))


def delete(world: "ClubWorld", step: Step) -> None:
    machine = _table(world, step)
    if mark := _game(machine, step.n):
        machine.send(DeleteGame, game=mark, sure=True)


def sit(world: "ClubWorld", step: Step) -> None:
    """Seat a member of the club at a table instead of whoever sits there."""
    machine = _table(world, step)
    table, book = machine.table, world.club.book
    if table is None or book is None:
        return
    if table.phase == "over":
        machine.send(ReturnToLobby)
    _lay(machine)
    with suppress(DatabaseProblem, NameTaken, Rejection):
        members = book.people.members()
        if len(members) < MEMBERS:
            book.people.create(f"Member {step.n}", world.club.date())
            members = book.people.members()
        member = members[step.n % len(members)]
        seat = 1 + step.n // 7 % 2
        machine.send(SetSeat, seat=seat, by="free")
        machine.call(partial(table.joining.join, None, Seat(seat - 1), member.name, "en", member=member.id))


# ---- what befalls them -------------------------------------------------------------------------------------------


def again(world: "ClubWorld", step: Step) -> None:
    """Deliver a request once more."""
    _table(world, step).sent.again(_table(world, step), step.n)


def tear(world: "ClubWorld", step: Step) -> None:
    for end in tuple(_table(world, step).ends):
        if end.line is not None:
            end.line.tear(step.n % 400)
            end.ended()


def hold(world: "ClubWorld", step: Step) -> None:
    _table(world, step).air.hold(0.5 + step.n % 80 / 8)


def dark(world: "ClubWorld", step: Step) -> None:
    """Lose what is on its way, and tell nobody."""
    for end in tuple(_table(world, step).ends):
        if end.line is not None:
            end.line.vanish()


def die_writing(world: "ClubWorld", step: Step) -> None:
    machine = world.club if step.n % 3 == 0 else _table(world, step)
    machine.dies_how = "kill" if step.n % 2 else "cut"
    machine.disk.dies_after = step.n % 9


def statement(world: "ClubWorld", step: Step) -> None:
    """Let a statement of the club's database fail, or end the club."""
    world.club.fails_after = step.n % 40
    world.club.fails_how = ("error", "error", "kill", "cut")[step.n % 4]  # type: ignore[assignment]


def full(world: "ClubWorld", step: Step) -> None:
    (world.club if step.n % 2 else _table(world, step)).disk.full = True


def room(world: "ClubWorld", step: Step) -> None:
    for machine in world.machines:
        machine.disk.full = False


def clock(world: "ClubWorld", step: Step) -> None:
    """Set a computer's clock."""
    machine = world.club if step.n % 4 == 0 else _table(world, step)
    machine.ahead += (3600, -3600, 86400, -86400 * 40, 5)[step.n % 5]
