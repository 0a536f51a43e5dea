"""Changes of the last day, each of which one touch reverts."""

import msgspec
import pytest

from app.protocol.access_messages import GivePin, SetPin
from app.protocol.client_rights import Actor
from app.protocol.game_lifecycle_messages import Discard, EndEarly, Resume, ReturnToLobby, SetGame, Start, Suspend
from app.protocol.history_messages import DeleteGame, ForgetPerson
from app.protocol.rejection import Rejection
from app.protocol.revertible_change_messages import ChangedToday, PutBack
from app.protocol.seat_messages import Leave, MoveSeat, SetSeat, SetSeats
from app.protocol.settings_messages import SetTable, Settings
from app.table.features import recent_changes
from tests.app.table.tracked import ARCHITECTS_TOLD
from tests.app.tables import Evening


@pytest.fixture
def table(tmp_path):
    evening = Evening(tmp_path, **ARCHITECTS_TOLD)
    evening.settings = Settings(welcomed=True)
    evening.restart()
    yield evening
    evening.close()


def lines(evening):
    return msgspec.json.decode(msgspec.json.encode(evening.at_table().today), type=list[ChangedToday])


def put_back(evening, line, **more):
    evening.send(PutBack, change=line.number, **more)


def chairs_of(evening):
    return [recent_changes.strip_chair(chair) for chair in evening.table.committed.state.chairs]


def refused(evening, line, who=None):
    with pytest.raises(Rejection) as no:
        evening.table.handle(who or Actor("screen"), PutBack("refused", line.number))
    return no.value.code


def test_changes_to_a_setting_merge_into_one_line_that_can_be_reverted(table):
    for volume in (6, 3, 1):
        table.send(SetTable, volume=volume)
    (line,) = lines(table)
    assert (line.what, line.name, line.was, line.now, line.by) == ("setting", "volume", 7, 1, 0)
    put_back(table, line)
    assert table.settings.volume == 7
    (line,) = lines(table)
    assert (line.was, line.now) == (1, 7)  # the reversal is a line, too
    table.send(SetTable, volume=1)
    assert not lines(table)  # all is as it was


def test_reverting_an_earlier_line_reverts_later_ones_of_that_setting(table):
    for volume in (6, 3):
        table.send(SetTable, volume=volume)
        table.now += recent_changes.MERGE_SECONDS + 1
    late, early = lines(table)
    assert ((early.was, early.now), (late.was, late.now)) == ((7, 6), (6, 3))
    put_back(table, early)
    assert table.settings.volume == 7
    assert len(lines(table)) == 1


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        pytest.param(SetSeat, {"seat": 2, "by": "bot"}, id="to a bot"),
        pytest.param(SetSeat, {"seat": 2, "by": "free"}, id="stood up"),
        pytest.param(SetSeat, {"seat": 2, "name": "Cid"}, id="renamed"),
        pytest.param(SetSeat, {"seat": 1, "by": "free"}, id="a phone's"),
        pytest.param(MoveSeat, {"seat": 1, "to": 2}, id="moved"),
        pytest.param(SetSeats, {"count": 5}, id="more places"),
        pytest.param(SetGame, {"mode": "track"}, id="without bots"),
        pytest.param(SetGame, {"keep": False}, id="not kept"),
    ],
)
def test_changes_to_seats_and_agreements_can_be_reverted(table, kind, changes):
    table.sit("phone Ada", "touch", "bot")
    table.send(SetSeat, seat=2, name="Ben")
    table.now += 3600
    known, before = (
        {line.number for line in lines(table)},
        (chairs_of(table), recent_changes.agreed_terms(table.table.committed.state.lobby)),
    )
    table.send(kind, **changes)
    assert before != (chairs_of(table), recent_changes.agreed_terms(table.table.committed.state.lobby))
    table.restart()
    for line in [line for line in lines(table) if line.number not in known]:
        put_back(table, line)
    assert before == (chairs_of(table), recent_changes.agreed_terms(table.table.committed.state.lobby))
    assert table.table.joining.seat_of_key(table.keys[1]) == 0  # her own key, and nobody was shown one


def test_seat_lost_by_a_phone_cannot_be_restored_during_the_game(table):
    table.start("phone Ada", "touch", "bot")
    table.send(Leave, Actor("seat", 0))
    line = next(line for line in lines(table) if line.seat == 1)
    assert not line.open
    assert refused(table, line) == "lobby-only"
    assert table.table.joining.seat_of_key(table.keys[1]) is None


def test_seat_given_to_a_bot_in_a_game_can_be_reverted_to_touch(table):
    table.start("touch", "touch", "bot")
    table.now += 3600
    table.send(SetSeat, seat=2, by="bot")
    put_back(table, lines(table)[0])
    assert table.at_table().seats[1].by == "touch"


def test_reverting_a_connected_phone_s_seat_needs_confirmation(table):
    table.sit("touch", "touch", "bot")
    table.now += 3600
    table.send(SetSeat, seat=1, by="free")
    table.join(1, "Eve")
    table.table.presence.set_connected(0, here=True)
    line = next(line for line in lines(table) if line.seat == 1)
    assert refused(table, line) == "meant"
    put_back(table, line)
    assert table.at_table().seats[0].by == "touch"


def test_a_deleted_kept_game_can_be_restored_for_a_day(table):
    table.start("touch", "touch", "bot")
    table.send(Suspend)
    (kept,) = table.at_table().laid_aside
    table.send(Discard, game=kept.game, sure=True)
    assert not table.at_table().laid_aside
    table.restart()
    line = lines(table)[0]
    assert (line.what, line.was) == ("game", False)
    assert refused(table, line) == "meant"
    put_back(table, line)
    assert table.at_table().laid_aside == (kept,)
    table.send(Resume, game=kept.game)
    table.send(Suspend)
    table.send(Discard, game=kept.game, sure=True)
    table.now += recent_changes.LINE_SECONDS + 1
    table.table.tick(table.now)
    assert not lines(table)
    assert table.store.game(kept.game) is None


def test_a_restored_finished_game_is_complete(table):
    table.start("touch", "touch", "bot")
    table.send(EndEarly, sure=True)
    table.send(ReturnToLobby)
    (game,) = table.store.archived()
    table.send(DeleteGame, game=game.id, sure=True)
    assert not table.table.finished.list_games()
    assert table.table.select_new([game]) == ((), 1)  # deleted, so not imported as a side effect
    put_back(table, lines(table)[0])
    assert tuple(table.store.archived()) == (game,)
    table.send(DeleteGame, game=game.id, sure=True)
    table.now += recent_changes.LINE_SECONDS + 1
    table.table.tick(table.now)
    assert table.store.game(1).state == "deleted"
    assert not table.store.game(1).moves


def test_import_is_one_line_that_can_be_reverted_and_repeated(table):
    table.start("touch", "touch", "bot")
    table.send(EndEarly, sure=True)
    table.send(ReturnToLobby)
    (game,) = table.store.archived()
    screen = Actor("screen")
    games = [msgspec.structs.replace(game, id=f"{nth:016x}") for nth in range(1, 4)]
    batch = table.table.import_games(screen, games[:2])
    table.table.import_games(screen, games[2:], batch)
    line = lines(table)[0]
    assert (line.what, line.n) == ("came", 3)
    assert refused(table, line) == "meant"
    put_back(table, line)
    assert len(table.table.finished.list_games()) == 1
    assert len(table.table.select_new(games)[0]) == 3  # as if they were new
    line = lines(table)[0]
    assert (line.what, line.n) == ("out", 3)
    table.restart()
    put_back(table, line)
    assert len(table.table.finished.list_games()) == 4
    assert not table.table.select_new(games)[0]


def test_forgotten_name_is_removed_from_all_lines(table):
    table.sit("touch", "touch", "bot")
    table.send(SetSeat, seat=1, name="Zoe")
    table.now += 3600
    table.send(SetSeat, seat=1, name="Dan")
    assert "Zoe" in {line.sat.name for line in lines(table) if line.sat}
    table.send(ForgetPerson, name="Zoe", sure=True)
    assert "Zoe" not in str(lines(table))
    table.close()
    assert not [path for path in table.folder.rglob("*") if path.is_file() and b"Zoe" in path.read_bytes()]
    table.open()


def test_list_of_changes_is_limited_and_still_reverts_to_the_start(table):
    for nth in range(3 * recent_changes.MAX_LINES):
        table.send(SetTable, volume=nth % 5, bright=nth % 2 == 0)
        table.now += recent_changes.MERGE_SECONDS + 1
    assert len(table.table.committed.state.today) == recent_changes.MAX_LINES
    for line in lines(table):
        if line.number in {entry.number for entry in table.table.committed.state.today}:
            put_back(table, line)
    assert (table.settings.volume, table.settings.bright) == (7, False)


def test_the_list_of_changes_needs_the_pin_and_never_contains_it(table):
    table.sit("phone Ada", "touch", "bot")
    table.send(SetTable, volume=1)
    table.send(SetPin, pin="4711")
    table.now += 3600
    line = next(line for line in lines(table) if line.what == "setting")
    assert refused(table, line, Actor("seat", 0)) == "pin"
    assert "4711" not in str(table.table.committed.state.today)
    table.send(GivePin, pin="4711")
    put_back(table, line)
    assert table.settings.volume == 7


def test_name_is_reverted_without_the_pin_but_a_bot_is_not(table):
    table.sit("touch", "touch", "bot")
    table.now += 3600
    table.send(SetSeat, seat=3, by="touch")
    table.send(SetSeat, seat=2, name="Ben")
    table.send(SetPin, pin="4711")
    table.now += 3600
    name, bot = (next(line for line in lines(table) if line.seat == seat) for seat in (2, 3))
    assert refused(table, bot) == "pin"
    put_back(table, name)
    assert table.at_table().seats[1].name is None


def test_reverting_restores_a_seat_removed_at_the_start(table):
    table.sit("touch", "touch", "touch")
    table.send(SetSeat, seat=3, name="Cid")
    table.now += 3600
    table.send(SetSeat, seat=3, by="free")
    line = lines(table)[0]
    table.send(Start)
    assert len(table.at_table().seats) == 2
    table.send(Suspend)
    put_back(table, line)
    assert "Cid" in [seat.name for seat in table.at_table().seats]


def test_reverting_all_lines_restores_people_whose_seats_were_removed_at_the_start(table):
    """The agreed seats have bots and the later changes have none: neither removes the place again."""
    table.sit("phone Ada", "touch", "touch")
    table.send(SetSeat, seat=2, name="Ben")
    table.now += 3600
    known, before = {line.number for line in lines(table)}, chairs_of(table)
    for change in ({"seat": 3, "by": "bot"}, {"seat": 3, "by": "touch"}, {"seat": 2, "by": "bot"}):
        table.send(SetSeat, **change)
        table.now += 60
    table.send(SetGame, mode="track", first=1)
    table.send(SetSeat, seat=2, by="free")
    for seat, wonder in zip((1, 3), table.at_table().identities, strict=False):
        table.send(SetSeat, seat=seat, wonder=wonder)
    table.send(Start)
    assert len(table.at_table().seats) == 2
    table.send(Suspend)
    for line in [line for line in lines(table) if line.number not in known]:
        if any(other.number == line.number for other in lines(table)):  # otherwise reverting another line reverted it
            put_back(table, line)
    sit = [chair for chair in chairs_of(table) if chair.by != "free"]
    assert sorted(sit, key=lambda chair: chair.number) == before
    assert table.at_table().mode == "play"


def test_reverting_a_line_twice_is_refused(table):
    table.send(SetTable, volume=1)
    line = lines(table)[0]
    put_back(table, line)
    assert refused(table, line) == "not-today"
