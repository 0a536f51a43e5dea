"""Tests of the lock file: a process that only checks whether another one works does not keep a third from starting."""

import fcntl

from app.host.lock_file import acquire_lock, is_locked


def test_lock_is_exclusive_and_visible_to_others(tmp_path):
    path, slept = tmp_path / "lock", []
    with path.open("w") as mine, path.open("w") as other:
        assert not is_locked(path)
        assert acquire_lock(mine)
        assert is_locked(path)
        assert not acquire_lock(other, slept.append)
        assert 0 < sum(slept) < 1
    assert not is_locked(path)


def test_acquiring_waits_for_a_shared_check(tmp_path):
    path = tmp_path / "lock"
    with path.open("w") as mine, path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert acquire_lock(mine, lambda seconds: look.close())
        assert is_locked(path)


def test_shared_checks_do_not_count_as_locked(tmp_path):
    path = tmp_path / "lock"
    path.touch()
    with path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert not is_locked(path)
