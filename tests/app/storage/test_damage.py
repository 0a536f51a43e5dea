"""Damage to the database loses only the damaged rows, and is reported: a sample of `python -m tests.nights.damage`."""

import errno
import shutil

import pytest

from app.protocol.game_lifecycle_messages import EndEarly, Resume, ReturnToLobby
from app.protocol.history_messages import ForgetPerson
from app.protocol.rejection import Rejection
from app.protocol.seat_messages import SetSeat
from app.storage import checksums, repair, wal_frames
from app.storage.database import Store, Write
from app.storage.database_copies import copy_of
from app.storage.finished_games_journal import Journal
from app.storage.schema import PAGE
from tests.app import histories
from tests.nights import damage
from tests.nights.damage import GAME, Case


@pytest.fixture(scope="module")
def prepared_folders(tmp_path_factory):
    return damage.prepare_folders(tmp_path_factory.mktemp("damage") / "made")


@pytest.mark.sampled(18)
@pytest.mark.parametrize("case", [Case(kind, number) for kind in damage.CASES for number in range(4)], ids=str)
def test_damage_loses_only_damaged_data_and_is_reported(prepared_folders, case):
    damage.tried(case, prepared_folders)


def test_damage_found_by_the_first_commit_is_repaired_at_start(prepared_folders):
    damage.tried(Case("page", 186), prepared_folders)


@pytest.mark.full
@pytest.mark.parametrize("kind", damage.CASES)
@pytest.mark.parametrize("tens", range(10, 20))
def test_more_damage_loses_only_damaged_data_and_is_reported(prepared_folders, kind, tens):
    for number in range(10 * tens, 10 * tens + 10):
        damage.tried(Case(kind, number), prepared_folders)


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("of", "name", "planted", "case"),
    [
        pytest.param(Store, "_compare", lambda *_: None, Case("file", 18), id="nobody says that it is older"),
        pytest.param(Journal, "games", lambda _: {}, Case("page", 47), id="no journal"),
        pytest.param(checksums, "holds", lambda *_: True, Case("bit", 0), id="nothing is held to its sum"),
        pytest.param(Write, "store_notices", lambda *_: None, Case("file", 0), id="nothing is told"),
        pytest.param(repair, "set_aside", lambda *_, **__: "table.damaged-1.db", Case("page", 1), id="nothing is kept"),
    ],
)
def test_damage_check_detects_planted_faults(prepared_folders, monkeypatch, of, name, planted, case):
    damage.truth(prepared_folders)
    monkeypatch.setattr(of, name, planted)
    with pytest.raises(damage.PromiseBroken):
        damage.tried(case, prepared_folders)


@pytest.fixture
def filled(tmp_path):
    store = Store(tmp_path / "table.db")
    histories.fill(store, GAME)
    yield store
    store.close()


def test_verify_keeps_a_copy_and_renews_it_the_next_day(filled, tmp_path):
    filled.clock = lambda: 1e9
    assert filled.verify()
    copied = copy_of(tmp_path / "table.db")
    first = copied.stat()
    filled.clock = lambda: 1e9 + 3600
    assert filled.verify()
    assert copied.stat() == first
    filled.clock = lambda: 1e9 + 86_400
    assert filled.verify()
    assert copied.stat().st_ino != first.st_ino
    assert copied.stat().st_mode & 0o777 == 0o600


def test_forgotten_name_is_in_no_copy(tmp_path):
    table = damage.Table(tmp_path)
    table.start("phone Zebedee", "touch")
    table.send(EndEarly, sure=True)
    table.send(ReturnToLobby)
    assert table.store.verify()
    table.send(SetSeat, seat=1, by="free")
    assert any(b"Zebedee" in path.read_bytes() for path in tmp_path.glob("table.evening*"))
    table.send(ForgetPerson, name="Zebedee", sure=True)
    assert not any(b"Zebedee" in path.read_bytes() for path in tmp_path.iterdir())
    table.close()


def test_damage_found_during_play_does_not_change_the_running_game(tmp_path):
    histories.evenings_in(tmp_path, (damage.ROOT / "data" / "architects.toml").read_bytes())
    table = damage.Table(tmp_path)
    table.start("touch", "touch")
    before = damage.collect_content(table)
    table.store._db.execute("UPDATE rows SET text = 'x' WHERE game = 2 AND number = 3")
    table.table.finished.forget()
    assert damage.collect_content(table) == before
    table.acts(damage.random.Random(1), 1)
    assert "damaged" in [line.get("rule") for line in table.log()]
    assert table.at_table().phase == "game"
    table.restart()
    assert table.store.notices == []
    table.close()


def test_log_frames_after_a_damaged_one_are_read(tmp_path):
    path, log = tmp_path / "table.db", tmp_path / "table.db-wal"
    store = Store(path)
    for number in range(20):
        with store.commit() as write:
            write.table_state(b"%d" % number)
    shutil.copyfile(path, tmp_path / "copy.db")
    data = bytearray(log.read_bytes())
    store.close()
    size = wal_frames.FRAME.size + PAGE
    data[wal_frames.HEAD.size + len(data) // size // 2 * size + 40] ^= 1
    log.with_name("log").write_bytes(data)
    wal_frames.put_in_place(tmp_path / "log", tmp_path / "copy.db", PAGE)
    copy = Store(tmp_path / "copy.db")
    assert copy.table_state() == b"19"
    copy.close()


@pytest.mark.sampled(2)
@pytest.mark.parametrize("step", ["set_aside", "renew"])
def test_repair_on_a_full_disk_is_refused_and_changes_nothing(filled, tmp_path, monkeypatch, step):
    def full(*_, **__):
        raise OSError(errno.ENOSPC, "no space left")

    filled._db.execute("UPDATE rows SET text = 'x' WHERE game = 2 AND number = 3")
    with monkeypatch.context() as patch:
        patch.setattr(repair, step, full)
        with pytest.raises(Rejection) as no:
            filled.game(2)
        assert no.value.code == "disk-full"
        assert filled.game(1) is not None
        filled.close()
        (tmp_path / "table.mark").unlink()  # so that the whole file is checked
        with pytest.raises(Rejection) as no:
            Store(tmp_path / "table.db")
        assert no.value.code == "disk-full"
    again = Store(tmp_path / "table.db")
    assert [notice.rule for notice in again.notices] == ["damaged", "table-unreadable"]
    assert again.game(2) is not None
    again.close()


def test_damaged_salts_of_the_first_frame_are_taken_from_the_log_header(tmp_path):
    path, log = tmp_path / "table.db", tmp_path / "table.db-wal"
    store = Store(path)
    for number in range(20):
        with store.commit() as write:
            write.table_state(b"%d" % number)
    shutil.copyfile(path, tmp_path / "copy.db")
    data = bytearray(log.read_bytes())
    store.close()
    data[wal_frames.HEAD.size + 8 : wal_frames.HEAD.size + 16] = bytes(8)
    log.with_name("log").write_bytes(data)
    assert wal_frames._salts(bytes(data), PAGE) == list(wal_frames.HEAD.unpack_from(data)[4:6])


def test_damaged_game_is_restored_with_its_log_from_the_evening_copy(tmp_path):
    table = damage.Table(tmp_path)
    table.start("touch", "touch")
    table.acts(damage.random.Random(1), 6)
    game, before = table.table.committed.state.game, [line for line in table.log() if "seat" in line]
    assert table.store.verify()
    table.store._db.execute("UPDATE games SET header = 'x' WHERE number = ?", (game,))
    table.restart()
    assert "damaged" in [line.get("rule") for line in table.log()]
    assert [each.game for each in table.at_table().laid_aside] == [game]
    table.send(Resume, game=game)
    assert [line for line in table.log() if "seat" in line][: len(before)] == before
    table.close()
