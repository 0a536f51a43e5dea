"""Tests of updates: a version that fails to start is rolled back, and games and settings stay as they are."""

import json
import platform
import subprocess
import sys
import tarfile
from dataclasses import asdict, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from app.appliance.guarded_change import Note, Stage, read_stage, settle
from app.appliance.release_archive import Release, UnfitRelease, own_site_name
from app.appliance.signature import derive_public_key
from app.appliance.update import rollback, update
from app.text.terminal_output import CannotStart
from tests.app.installed import GAMES, SETTINGS


def update_error(bed, source) -> str:
    with pytest.raises(CannotStart) as no:
        update(bed.at, str(source))
    return str(no.value)


def is_unchanged(bed) -> bool:
    """Return True if the first version runs on as before and nothing is left of the other."""
    assert bed.bytes() in ((GAMES, SETTINGS), (GAMES + b"run", SETTINGS))  # the table has started again, or not
    assert bed.at.current == "1.0.0"
    assert bed.at.versions == ("1.0.0",)
    assert bed.at.previous is None
    assert sorted(path.name for path in bed.at.data.parent.iterdir()) == ["wondertable"]
    assert {path.name for path in bed.at.home.iterdir()} <= {"1.0.0", "current", "lock"}
    return bed.services.states["wondertable.service"] == "active"


def test_good_update_runs(bed):
    said = update(bed.at, str(bed.release("1.1.0")))
    assert said == "1.1.0 is running now; 1.0.0 is kept, and `wondertable rollback` goes back to it."
    assert (bed.at.current, bed.at.previous) == ("1.1.0", "1.0.0")
    assert bed.bytes() == (GAMES + b"run", SETTINGS)
    assert bed.services.said == ["stop", "units 1.1.0", "start 1.1.0"]
    assert read_stage(bed.at) is None
    here = bed.at.home / "current"
    assert sorted(path.name for path in here.iterdir()) == ["data", "hardware", "how", "pyproject.toml", "site"]
    assert list((here / "site/package/__pycache__").glob("*.pyc"))
    found: dict[str, object] = {}
    exec((here / "site/package/__init__.py").read_text(), found)
    assert found["FOR"] == (platform.machine(), "{}.{}".format(*sys.version_info))


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("how", "why"),
    [
        ("die", "does not start"),
        ("mute", "does not answer"),
        ("dark", "has a screen that keeps crashing"),
        ("blank", "has a screen without a picture"),
    ],
)
def test_update_that_does_not_start_is_rolled_back(bed, how, why):
    said = update_error(bed, bed.release("1.1.0", how))
    assert said == f"1.1.0 {why}; 1.0.0 is running again with its games and settings as they were."
    assert is_unchanged(bed)


def test_update_that_does_not_answer_is_rolled_back_after_a_minute(bed):
    update_error(bed, bed.release("1.1.0", "mute"))
    assert 60 <= bed.now[0] <= 70  # then the old one answers at once, and its screen stays


def test_update_is_refused_during_a_game(bed):
    bed.game[0] = "game"
    assert update_error(bed, bed.release("1.1.0")) == ("a game is being played; finish it or put it aside first.")
    assert is_unchanged(bed)
    assert bed.services.said == []


def test_update_is_refused_if_a_game_starts_while_unpacking(bed):
    asked: list[str | None] = ["game", "lobby"]
    bed.at = replace(bed.at, phase=lambda _: asked.pop())
    assert "a game is being played" in update_error(bed, bed.release("1.1.0"))
    assert asked == []
    assert is_unchanged(bed)


def test_update_is_refused_if_the_table_does_not_report_its_phase(bed):
    def mute(_: Path) -> str:
        raise ConnectionAbortedError

    bed.at = replace(bed.at, phase=mute)
    assert "does not report whether a game is being played" in update_error(bed, bed.release("1.1.0"))
    assert is_unchanged(bed)


def test_release_with_an_untrusted_signature_is_refused(bed):
    stranger = bed.workshop.strangers
    file = bed.release("1.1.0", key=stranger)
    assert update_error(bed, file) == f"{file}: this release is not signed with a key that is installed here."
    assert is_unchanged(bed)
    (bed.at.own / "keys").mkdir(parents=True)  # an owner trusts them
    (bed.at.own / "keys/stranger.pem").write_bytes(derive_public_key(stranger))
    assert update(bed.at, str(file)).startswith("1.1.0 is running now")


@pytest.mark.parametrize("member", ["release.json", "release.json.sig", "program.tar.xz"])
def test_changed_byte_is_detected_before_unpacking(bed, member):
    file = bed.release("1.1.0")
    with tarfile.open(file) as tar:
        at = tar.getmember(member).offset_data
    spoiled = bytearray(file.read_bytes())
    spoiled[at + 20] ^= 1
    file.write_bytes(spoiled)
    said = update_error(bed, file)
    assert (
        "is damaged (program.tar.xz)" if member == "program.tar.xz" else "not signed with a key that is installed here"
    ) in said
    assert is_unchanged(bed)


@pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
def test_truncated_release_leaves_no_files(bed, share):
    file = bed.release("1.1.0")
    with tarfile.open(file) as tar:
        last = tar.getmember(own_site_name())
    needed = last.offset_data + last.size  # what follows is for other machines, and is not read
    file.write_bytes(file.read_bytes()[: int(needed * share)])
    assert "1.1.0 is incomplete" in (said := update_error(bed, file)) or "is not a release" in said
    assert is_unchanged(bed)


def test_leftover_of_an_interrupted_unpacking_is_replaced(bed):
    (bed.at.home / ".new-1.1.0/app").mkdir(parents=True)
    assert update(bed.at, str(bed.release("1.1.0"))).startswith("1.1.0 is running now")
    assert not (bed.at.home / ".new-1.1.0").exists()


def test_missing_space_is_reported_before_unpacking(bed):
    bed.at = replace(bed.at, free=lambda _: 40_000_000)
    said = update_error(bed, bed.release("1.1.0"))
    assert said == f"there is too little space in {bed.at.home}: 50 MB are needed, 40 MB are free."
    assert is_unchanged(bed)


def test_release_for_other_machines_is_refused(bed):
    with bed.release("1.1.0").open("rb") as stream, pytest.raises(UnfitRelease) as no:
        Release(stream, bed.at.keys, "site-riscv64-3.11.tar.xz")
    assert str(no.value) == (
        "release 1.1.0 is for x86_64-3.11, x86_64-3.13, aarch64-3.11, aarch64-3.13, not for this machine (riscv64-3.11)"
    )


def test_older_release_is_refused_and_the_same_one_is_a_no_op(bed):
    assert "1.1.0 is running now" in update(bed.at, str(bed.release("1.1.0")))
    assert "1.0.9 is older than 1.1.0" in update_error(bed, bed.release("1.0.9"))
    assert update(bed.at, str(bed.releases / "wondertable-1.1.0.tar")) == "1.1.0 is already running."


def test_newest_release_in_a_folder_is_installed(bed):
    for version in ("1.9.0", "1.10.0", "1.2.0"):
        bed.release(version)
    assert update(bed.at, str(bed.releases)).startswith("1.10.0 is running now")


@pytest.mark.root
def test_unmounted_stick_is_read(bed, tmp_path):
    bed.release("1.1.0")
    stick = tmp_path / "stick"
    with stick.open("wb") as file:
        file.truncate(8_000_000)
    subprocess.run(["mkfs.ext4", "-q", "-d", bed.releases, stick], check=True)
    said = subprocess.run(["losetup", "--find", "--show", stick], capture_output=True, text=True, check=True)
    device = said.stdout.strip()
    try:
        assert update(bed.at, device).startswith("1.1.0 is running now")
        assert device not in Path("/proc/mounts").read_text()
    finally:
        subprocess.run(["losetup", "--detach", device], check=True)


def test_owners_stored_address_is_used_by_default(bed):
    with pytest.raises(CannotStart, match="name a file or an address") as no:
        update(bed.at, None)
    assert str(no.value).endswith(f"run `echo ADDRESS | sudo tee {bed.at.own}/address`.")
    bed.at.own.mkdir()
    file = bed.release("1.1.0")
    page = partial(_QuietHandler, directory=str(file.parent))
    with ThreadingHTTPServer(("127.0.0.1", 0), page) as server:
        Thread(target=server.serve_forever, args=(0.01,), daemon=True).start()
        (bed.at.own / "address").write_text(f"http://127.0.0.1:{server.server_port}/{file.name}\n")
        assert update(bed.at, None).startswith("1.1.0 is running now")
        said = update_error(bed, f"http://127.0.0.1:{server.server_port}/nothing.tar")
        assert said.endswith("/nothing.tar: the address answers 404, Not Found.")
        server.shutdown()


def test_projects_address_is_used_without_an_owners_address(bed, tmp_path):
    project = tmp_path / "addresses.toml"
    at = replace(bed.at, project=project)
    nobody = "https://127.0.0.1:1/wondertable.tar"
    for text, said in (
        (f'repository = ""\nreleases = ""\nupdates = "{nobody}"\nsite = ""\n', f"^{nobody}: "),
        ("repository = 1\n", "^the project's addresses cannot be read: addresses.toml: "),
    ):
        project.write_text(text)
        with pytest.raises(CannotStart, match=said):
            update(at, None)


class _QuietHandler(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        pass


@pytest.mark.rotated
def test_two_old_versions_are_kept_with_their_copies(bed):
    for version in ("1.1.0", "1.2.0", "1.3.0"):
        update(bed.at, str(bed.release(version)))
    assert bed.at.versions == ("1.3.0", "1.2.0", "1.1.0")
    assert bed.at.data.parent.joinpath("wondertable.before-1.3.0-2026-11-27-3").exists()
    assert bed.at.find_copy("1.1.0").joinpath("table.db").read_bytes() == GAMES


def test_second_update_at_the_same_time_is_refused(bed):
    with bed.at.lock():
        assert update_error(bed, bed.release("1.1.0")) == "another update, rollback or restore is running."


# ---- going back ---------------------------------------------------------------------------------------


def test_rollback_switches_back_and_forth_with_current_games(bed):
    update(bed.at, str(bed.release("1.1.0")))
    assert rollback(bed.at, None, data=False) == "1.0.0 is running now."
    assert (bed.at.current, bed.at.previous) == ("1.0.0", "1.1.0")
    assert bed.bytes() == (GAMES + b"runrun", SETTINGS)
    assert rollback(bed.at, None, data=False) == "1.1.0 is running now."


def test_rollback_can_restore_the_earlier_games(bed):
    update(bed.at, str(bed.release("1.1.0")))
    said = rollback(bed.at, None, data=True)
    assert said == "1.0.0 is running now, with the games and settings from before 1.1.0."
    assert bed.bytes() == (GAMES + b"run", SETTINGS)  # as it was copied, and started by 1.0.0
    assert rollback(bed.at, None, data=True).startswith("1.1.0 is running now")
    assert bed.bytes() == (GAMES + b"runrun", SETTINGS)  # as 1.1.0 had left it, and started again


def test_failed_rollback_is_undone_and_suggests_the_data_option(bed):
    update(bed.at, str(bed.release("1.1.0")))
    (bed.at.home / "1.0.0/how").write_text("die")
    before = bed.bytes()
    with pytest.raises(CannotStart) as no:
        rollback(bed.at, None, data=False)
    assert str(no.value).startswith("1.0.0 does not start; 1.1.0 is running again")
    assert "`wondertable rollback --data` restores those from before 1.1.0" in str(no.value)
    assert (bed.at.current, bed.at.previous) == ("1.1.0", "1.0.0")
    assert bed.bytes() == (before[0] + b"run", SETTINGS)


def test_rollback_refuses_versions_that_are_not_installed(bed):
    with pytest.raises(CannotStart, match="there is no version to go back to"):
        rollback(bed.at, None, data=False)
    with pytest.raises(CannotStart, match=r"version 0\.9 is not installed; installed are 1\.0\.0"):
        rollback(bed.at, "0.9", data=False)
    assert rollback(bed.at, "1.0.0", data=False) == "1.0.0 is already running."


# ---- a pulled plug ------------------------------------------------------------------------------------


class PulledPlug(BaseException):
    pass


@pytest.mark.parametrize("at", range(3))
def test_next_boot_settles_an_update_after_a_power_cut(bed, at):
    """At the copy, at the units, at the start of the new version. (test_cut_off.py pulls it everywhere.)"""
    file = bed.release("1.1.0")
    services = bed.services

    def unplugged(*_: object) -> None:
        services.stop()
        raise PulledPlug

    name = ("install_units", "install_units", "start")[at]
    setattr(services, name, unplugged)
    if at == 0:
        bed.at.undo_folder.with_name("wondertable.undo.part").mkdir()  # half a copy
    with pytest.raises(PulledPlug):
        update(bed.at, str(file))
    assert read_stage(bed.at) is (Stage.TRYING if at == 2 else Stage.CHANGING)
    delattr(services, name)
    if at == 2:
        with bed.at.lock():
            settle(bed.at)
        assert bed.at.current == "1.1.0"
    else:
        with pytest.raises(CannotStart, match="was not started, because the change was interrupted; "):
            settle(bed.at)
        assert bed.at.current == "1.0.0"
        assert bed.bytes() == (GAMES + b"run", SETTINGS)
    assert read_stage(bed.at) is None


@pytest.mark.parametrize("done", range(4))
def test_interrupted_undo_is_repeated(bed, done):
    """With the data as it was, set aside, replaced, or as the system made it anew."""
    at, data = bed.at, bed.at.data
    bed.services.stop()
    note = Note(by="1.0.0", to="1.1.0", back="1.0.0", previous=None, screen=False)
    (at.home / Stage.CHANGING).write_text(json.dumps(asdict(note)))
    data.rename(at.undo_folder)
    failed = data.with_name("wondertable.gone")
    if done in (0, 1):
        (data if done == 0 else failed).mkdir()
        ((data if done == 0 else failed) / "table.db").write_bytes(b"of the new version")
    elif done == 2:
        at.undo_folder.rename(data)
    else:
        data.mkdir()
        failed.mkdir()
    with pytest.raises(CannotStart, match="is running again"):
        settle(at)
    assert bed.bytes() == (GAMES + b"run", SETTINGS)
    assert sorted(path.name for path in data.parent.iterdir()) == ["wondertable"]


def test_unreadable_note_changes_nothing(bed):
    (bed.at.home / Stage.CHANGING).write_text("[]")
    with pytest.raises(CannotStart, match="the change could not be finished"):
        settle(bed.at)
    assert bed.bytes() == (GAMES, SETTINGS)
