"""The file of the PIN: a hash that only the table's user can read, and never a reason not to start."""

import pytest

from app.protocol.rejection import Rejection
from app.storage import pin_file as kept
from app.storage.pin_file import FILE, Pin, hash_pin, load, save


@pytest.fixture(autouse=True)
def cheap(monkeypatch):
    monkeypatch.setattr(kept, "COST", 16)


def test_a_saved_pin_matches_only_itself(tmp_path):
    save(tmp_path / "new", hash_pin("2468"))
    pin, problem = load(tmp_path / "new")
    assert problem is None
    assert [pin.is_correct(text) for text in ("2468", "2469", "24680", "", "\ud800")] == [
        True,
        False,
        False,
        False,
        False,
    ]


def test_pin_file_contains_no_pin_and_is_private_to_its_owner(tmp_path):
    save(tmp_path, hash_pin("13572468"))
    file = tmp_path / FILE
    assert file.stat().st_mode & 0o777 == 0o600
    assert b"13572468" not in file.read_bytes()
    assert "1357" not in repr(hash_pin("13572468"))


def test_same_pin_is_hashed_differently_each_time():
    assert hash_pin("2468") != hash_pin("2468")


@pytest.mark.parametrize("text", ["", "123", "123456789", "12a4", "１２３４", " 1234", "-123"])
def test_pin_that_is_not_four_to_eight_digits_is_refused(text):
    with pytest.raises(Rejection) as no:
        hash_pin(text)
    assert (no.value.code, no.value.params) == ("pin-form", {"fewest": 4, "most": 8})


def test_pin_file_is_absent_without_a_pin(tmp_path):
    assert load(tmp_path) == (None, None)
    save(tmp_path, hash_pin("2468"))
    save(tmp_path, None)
    save(tmp_path, None)
    assert (load(tmp_path), list(tmp_path.iterdir())) == ((None, None), [])


@pytest.mark.parametrize("text", [b"", b"{", b"\xff\xfe", b'{"salt": 7}'])
def test_an_unreadable_pin_file_is_reported_and_accepts_no_pin(tmp_path, text):
    (tmp_path / FILE).write_bytes(text)
    pin, problem = load(tmp_path)
    assert pin == Pin()
    assert not pin.is_correct("")
    assert (problem.rule, problem.facts) == ("pin-unreadable", {"file": str(tmp_path / FILE)})


def test_failed_save_keeps_the_old_pin(tmp_path):
    save(tmp_path, hash_pin("2468"))
    (tmp_path / "pin.new").mkdir()  # blocks the temporary file
    with pytest.raises(Rejection) as no:
        save(tmp_path, hash_pin("1357"))
    assert no.value.code == "unwritable"
    assert load(tmp_path)[0].is_correct("2468")
