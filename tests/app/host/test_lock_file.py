"""Whoever only looks whether somebody is at work keeps nobody from beginning."""

import fcntl

from app.host.lock_file import hold, is_held


def test_one_process_holds_it_and_others_see_that(tmp_path):
    path, slept = tmp_path / "lock", []
    with path.open("w") as mine, path.open("w") as other:
        assert not is_held(path)
        assert hold(mine)
        assert is_held(path)
        assert not hold(other, slept.append)
        assert 0 < sum(slept) < 1
    assert not is_held(path)


def test_a_look_at_it_is_waited_for(tmp_path):
    path = tmp_path / "lock"
    with path.open("w") as mine, path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert hold(mine, lambda seconds: look.close())
        assert is_held(path)


def test_two_looks_do_not_take_each_other_for_work(tmp_path):
    path = tmp_path / "lock"
    path.touch()
    with path.open() as look:
        fcntl.flock(look, fcntl.LOCK_SH)
        assert not is_held(path)
