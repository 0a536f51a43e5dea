"""Actions of the steps of a club's story. Each depends on what people see at that moment."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import TYPE_CHECKING

from msgspec.structs import replace

from app.club.database import DatabaseProblem
from app.club.pairing_and_standings import TooFewPeople
from app.club.tournaments import TournamentPlan
from app.protocol.cardboard_messages import Enter
from app.protocol.game_lifecycle_messages import Rematch, ReturnToLobby, SetGame, Start
from app.protocol.history_messages import AmendSheet, DeleteGame
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import JoinRequest, SetSeat, SetSeats
from engine.game import Seat
from tests.evening.story import Step

if TYPE_CHECKING:
    from tests.evening.club_house import ClubWorld, Phone, TableMachine

MEMBERS = 7
NAMES = ("Ada", "Ben", "Cleo", "Dmitri", "Eve")


async def do(world: "ClubWorld", step: Step) -> None:
    """Perform one step; actions joined by + happen at the same moment."""
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
    if await world.wait_until(lambda: table.link is not None and world.club.server is not None, 60.0):
        from tests.evening.club_house import ADDRESS

        assert table.link is not None
        assert world.club.server is not None
        if table.store is not None and table.table is not None and table.table.finished.list_games():
            world.audit.told_late.add(table.name)
        table.call(partial(table.link.join, world.club.server.table_codes.make(""), ADDRESS))
        await world.wait_until(lambda: table.is_in, 10.0)


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
        points = [step.n // seat % 30 for seat in (1, 2)]
        for seat in (1, 2):
            machine.send(Enter, action=f"{seat} set blue {points[seat - 1]}", sure=True)
        before = {game.mark for game in table.finished.list_games()}
        if machine.send(Enter, action="end 0", sure=True):  # not the newest, if the clock was set back
            world.audit.played(machine, next(game for game in table.finished.list_games() if game.mark not in before))


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
    if step.n % 2 == 0 and machine.table is not None and machine.table.phase == "over":
        machine.send(ReturnToLobby)  # else the newest game cannot be corrected
    if mark := _game(machine, step.n):
        done = machine.send(AmendSheet, game=mark, actions=(f"1 set blue {step.n % 31}",))
        world.audit.changed(machine, mark, 1, step.n % 31, done)


def delete(world: "ClubWorld", step: Step) -> None:
    machine = _table(world, step)
    if mark := _game(machine, step.n):
        done = machine.send(DeleteGame, game=mark, sure=True)
        for seat in (1, 2):
            world.audit.changed(machine, mark, seat, None, done)


def race(world: "ClubWorld", step: Step) -> None:
    """Correct a game while it is being sent."""

    async def change() -> None:
        play(world, step)
        await asyncio.sleep(0.205)  # for 0.2 s the table collects news
        _table(world, step).air.hold(1.0)
        await asyncio.sleep(0.5)
        amend(world, replace(step, n=2 * step.n))

    world.do(change())


def copy(world: "ClubWorld", step: Step) -> None:
    """Check a table's database, and make the evening's copy."""
    store = _table(world, step).store
    if store is not None:
        _table(world, step).call(store.verify)


def sit(world: "ClubWorld", step: Step) -> None:
    """Send a member to a table to replace the person at a seat; the phone brings a ticket."""
    machine = _table(world, step)
    phone = _phone(world, step)
    if phone is not None and machine.table is not None:
        phone.call(lambda: world.do(_sit(machine, phone, 1 + step.n // 7 % 2)))


async def _sit(machine: "TableMachine", phone: "Phone", seat: int) -> None:
    table, people = machine.table, machine.people
    if table is None or people is None:
        return
    way = await phone.ask("GET", f"/me/sit?table={table.id}&at=http://{machine.name}:8080")
    ticket = way[1].rpartition("?member=")[2] if way is not None and way[0] in (302, 303) else ""
    if not ticket or machine.people is not people:
        return

    async def fetch() -> None:
        with suppress(Rejection):
            member = await people.fetch_member(ticket)
            if table.phase == "over":
                machine.send(ReturnToLobby)
            if table.phase == "lobby" and machine.table is table:
                _lay(machine)
                machine.send(SetSeat, seat=seat, by="free")
                table.joining.join(None, Seat(seat - 1), JoinRequest(member.name, "en", member=member.id))

    machine.spawn(fetch())


def late(world: "ClubWorld", step: Step) -> None:
    """Join the club with a table that is not in it."""
    machine = _table(world, step)
    if not machine.is_in and machine.name not in world.joining:
        world.joining.add(machine.name)
        world.do(join(world, machine)).add_done_callback(lambda _: world.joining.discard(machine.name))


def depart(world: "ClubWorld", step: Step) -> None:
    """Leave the club with a table, or have the organiser remove it; its games stay at the club."""
    machine, book = _table(world, step), world.club.book
    if machine.is_in and machine.link is not None and machine.table is not None:
        world.audit.told_late.add(machine.name)
        if step.n % 2:
            machine.call(machine.link.leave)
        elif book is not None:
            with suppress(DatabaseProblem):
                book.end_key(machine.table.id)


# ---- members -----------------------------------------------------------------------------------------------------


def _phone(world: "ClubWorld", step: Step) -> "Phone | None":
    found = [each for each in world.phones if each.state == "member"]
    return found[step.n % len(found)] if found else None


def become(world: "ClubWorld", step: Step) -> None:
    """Join the club as a new member with the code on the wall."""
    if world.club.server is not None and len(world.phones) < MEMBERS:
        phone = world.add_phone()
        phone.call(lambda: world.do(_become(world, phone)))


async def _become(world: "ClubWorld", phone: "Phone") -> None:
    server, answer = world.club.server, None
    with suppress(DatabaseProblem):
        if server is not None and (code := server._members.wall_code()):
            answer = await phone.ask("POST", "/me", data={"do": "join", "code": code, "name": phone.who})
    phone.state = "lost" if answer is None or answer[0] != 303 else "member"


def me(world: "ClubWorld", step: Step) -> None:
    """Read what the club has about oneself."""
    if (phone := _phone(world, step)) is not None:
        phone.call(lambda: world.do(_me(world, phone)))


async def _me(world: "ClubWorld", phone: "Phone") -> None:
    began = world.clock.now
    answer = await phone.ask("GET", "/me?files=json")
    if answer is not None and answer[0] == 200 and answer[2].startswith("{"):
        world.audit.read(began, answer[2])


def claim(world: "ClubWorld", step: Step) -> None:
    """Claim a seat of a finished game, by the link in the table's history: *Was this you?*"""
    machine, phone, seat = _table(world, step), _phone(world, step), 1 + step.n // 7 % 2
    mark = _game(machine, step.n)
    url = machine.people.claim_url(mark, seat) if mark and machine.people is not None else ""
    if phone is not None and url:
        phone.call(lambda: world.do(_claim(world, phone, url, mark, seat)))


async def _claim(world: "ClubWorld", phone: "Phone", url: str, mark: str, seat: int) -> None:
    path, began = url[url.index("/me/") :], world.clock.now
    await phone.ask("POST", path)
    answer = await phone.ask("GET", path)
    if answer is not None and "This game is one of yours." in answer[2]:
        world.audit.claims.confirmed(phone, mark, seat, began)


def page(world: "ClubWorld", step: Step) -> None:
    """Open a page that everybody may read."""
    if (phone := _phone(world, step)) is not None:
        path = ("/", "/standings", "/wall", "/tournaments", "/me")[step.n % 5]
        phone.call(lambda: world.do(phone.ask("GET", path)))


def rename(world: "ClubWorld", step: Step) -> None:
    """Change a member's name on the wall to one that contains the old name."""
    if (phone := _phone(world, step)) is not None:
        form = {"do": "call", "name": f"{phone.who} {step.n % 9}"}
        phone.call(lambda: world.do(phone.ask("POST", "/me", data=form)))


def forget(world: "ClubWorld", step: Step) -> None:
    """Remove a member with *Remove me*."""
    if (phone := _phone(world, step)) is not None:
        phone.state = "leaving"
        phone.call(lambda: world.do(leave(phone)))


async def leave(phone: "Phone") -> None:
    """Ask to be removed; without an answer nobody knows, until the club knows the phone no more."""
    answer = await phone.ask("POST", "/me", data={"do": "forget", "sure": "yes"})
    if answer is not None and (answer[0] in (403, 422, 429) or "/receipt/" in answer[1]):
        phone.state = "gone"  # the form of somebody who is no member, or the receipt


# ---- the organiser -----------------------------------------------------------------------------------------------


@contextmanager
def _organising(world: "ClubWorld") -> Iterator[None]:
    """Change something as a form of the organiser does. The server wakes its rating worker in any case."""
    with suppress(DatabaseProblem, TooFewPeople):
        yield
    if world.club.server is not None:
        world.club.server._rating_worker.wake()


def tournament(world: "ClubWorld", step: Step) -> None:
    """Begin a tournament, make its next round, enter a result, or end it."""
    book = world.club.book
    if book is None:
        return
    now, n = world.club.date(), step.n
    with _organising(world):
        all_ = book.tournaments.list_all()
        if not all_ or n % 7 == 0:
            members = [member.id for member in book.people.members()]
            book.tournaments.begin(TournamentPlan(f"Cup {n}", "duel", "", 2, 2, 3), members, ("Guest", "Other"), now)
            return
        id = all_[n % len(all_)].id
        course = book.tournaments.course(id)
        if course is None:
            return
        if n % 7 < 3:
            book.tournaments.make_round(id, len(course.rounds) + 1, [table.name for table in book.tables()], now)
        elif n % 7 < 5 and course.rounds:
            book.tournaments.enter(id, len(course.rounds), 1 + n % len(course.rounds[-1]), (1, 2))
        elif n % 7 == 5 and course.rounds:
            book.tournaments.take_back(id, len(course.rounds))
        elif n % 70 == 6:
            book.tournaments.remove(id)


def unclaim(world: "ClubWorld", step: Step) -> None:
    """Revoke a claim."""
    book = world.club.book
    if book is None:
        return
    with _organising(world):
        if claims := book.people.claims(20):
            claim, _ = claims[step.n % len(claims)]
            world.audit.claims.revoked(claim.game.id, claim.seat)
            book.people.unclaim(claim.game.id, claim.seat)


def league(world: "ClubWorld", step: Step) -> None:
    """Begin a league of games before and after this moment, end it now, or remove it."""
    book = world.club.book
    if book is None:
        return
    now, n = world.club.date(), step.n
    with _organising(world):
        leagues = [pool.id for pool in book.ratings.pools() if pool.name]
        if not leagues or n % 6 < 4:
            book.ratings.begin_league(f"League {n}", "duel", 2, now - 60 * (n % 97), now + 60 * (n % 89))
        elif n % 6 == 4:
            book.ratings.end_league(leagues[n % len(leagues)], now)
        else:
            book.ratings.remove_league(leagues[n % len(leagues)])


# ---- what befalls them -------------------------------------------------------------------------------------------


def again(world: "ClubWorld", step: Step) -> None:
    """Deliver a request once more."""
    _table(world, step).sent.repeat(_table(world, step), step.n)


def tear(world: "ClubWorld", step: Step) -> None:
    for end in tuple(_table(world, step).ends):
        if end.line is not None:
            end.line.tear(step.n % 400)
            end.on_end()


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
    """Make a coming statement of the club's database fail, or end the club at it."""
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
