"""Whoever only looks whether somebody is at work keeps nobody from beginning."""

import fcntl

from app.host.lock_file import acquire_lock, is_locked


def test_one_process_holds_it_and_others_see_that(tmp_path):
    path, slept = tmp_path / "lock", []
    with path.open("w") as mine, path.open("w") as other:
        assert not is_locked(path)
        assert acquire_lock(mine)
        assert is_locked(path)
        assert not acquire_lock(other, slept.append)
        assert 0 < sum(slept) < 1
    assert not is_locked(path)


def test_a_look_at_it_is_waited_for(tmp_path):
    path = tmp_path / "lock"
    with path.open("w") as mine, path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert acquire_lock(mine, lambda seconds: look.close())
        assert is_locked(path)


def test_two_looks_do_not_take_each_other_for_work(tmp_path):
    path = tmp_path / "lock"
    path.touch()
    with path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert not is_locked(path)
