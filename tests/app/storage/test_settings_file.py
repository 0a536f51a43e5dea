"""The settings file: written atomically, and never a reason not to start."""

import os

import msgspec
import pytest

from app.protocol.rejection import Rejection
from app.storage import pin_file
from app.storage.settings_file import FILE, Settings, load, save, validate


@pytest.fixture
def synced(monkeypatch):
    """The paths that are synced to the disk, in order."""
    found = []
    sync = os.fsync
    monkeypatch.setattr(os, "fsync", lambda file: (found.append(os.readlink(f"/proc/self/fd/{file}")), sync(file)))
    return found


def test_saving_settings_syncs_file_and_folder(tmp_path, synced):
    save(tmp_path, Settings())
    assert synced == [str(tmp_path / "settings.new"), str(tmp_path)]


def test_removing_the_pin_syncs_the_folder(tmp_path, synced):
    pin_file.save(tmp_path, pin_file.hash_pin("1234"))
    synced.clear()
    pin_file.save(tmp_path, None)
    assert synced == [str(tmp_path)]


def test_missing_settings_file_gives_defaults(tmp_path):
    assert load(tmp_path / "new") == (Settings(), None)


def test_saved_settings_are_loaded(tmp_path):
    settings = Settings(lang="nl", diagonal=10.1, undo="never", points=False, bot_pace=0.0, welcomed=True)
    save(tmp_path / "new" / "folder", settings)
    assert load(tmp_path / "new" / "folder") == (settings, None)


@pytest.mark.parametrize(
    "text",
    [
        pytest.param(b"", id="empty"),
        pytest.param(b"{", id="cut off"),
        pytest.param(b"\xff\xfe", id="no text"),
        pytest.param(b'{"bot_pace": -1}', id="out of range"),
    ],
)
def test_unreadable_settings_file_is_reported_and_gives_defaults(tmp_path, text):
    (tmp_path / FILE).write_bytes(text)
    settings, problem = load(tmp_path)
    assert settings == Settings()
    assert (problem.rule, problem.facts) == ("settings-unreadable", {"file": str(tmp_path / FILE)})


def test_unknown_settings_are_ignored_and_known_ones_loaded(tmp_path):
    (tmp_path / FILE).write_bytes(b'{"lang": "de", "perfume": 7}')
    assert load(tmp_path) == (Settings(lang="de"), None)


def test_unknown_language_falls_back_to_english_and_keeps_other_settings(tmp_path):
    (tmp_path / FILE).write_bytes(b'{"lang": "tlh", "volume": 3}')
    assert load(tmp_path) == (Settings(lang="en", volume=3), None)


def test_failed_save_keeps_the_old_settings(tmp_path):
    save(tmp_path, Settings(lang="fr"))
    (tmp_path / "settings.new").mkdir()  # blocks the temporary file
    with pytest.raises(Rejection) as no:
        save(tmp_path, Settings(lang="de"))
    assert no.value.code == "unwritable"
    assert load(tmp_path) == (Settings(lang="fr"), None)


@pytest.mark.parametrize(
    "changes",
    [
        {"bot_pace": -0.1},
        {"bot_pace": float("nan")},
        {"bot_pace": 31.0},
        {"diagonal": 0.0},
        {"volume": -1},
        {"volume": 11},
        {"diagonal": 500.0},
        {"host_address": ""},
        {"host_address": "a b"},
        {"host_address": "x" * 201},
        {"host_address": "a\nb"},
        {"host_address": "[2001:db8::5"},
        {"host_address": "box.lan:99999"},
        {"host_address": "ftp://box.lan"},
        {"host_address": "http://"},
    ],
    ids=str,
)
def test_invalid_setting_is_refused_by_name(changes):
    with pytest.raises(Rejection) as no:
        validate(msgspec.structs.replace(Settings(), **changes))
    assert (no.value.code, no.value.params) == ("setting", {"name": next(iter(changes))})


@pytest.mark.parametrize(
    "address", ["http://a.example", "a.example", "https://a.example/path", "https://a b", "https://[::", "https://"]
)
def test_public_address_other_than_an_https_host_is_refused(address):
    with pytest.raises(Rejection, match="public-address"):
        validate(Settings(public_address=address))
    assert validate(Settings(public_address="https://a.example:8443/")).public_address == "https://a.example:8443/"


@pytest.mark.parametrize("address", ["192.168.1.5", "box.lan", "box.lan:81", "[2001:db8::5]:81", "https://box.lan"])
def test_host_address_accepts_addresses_a_browser_opens(address):
    assert validate(Settings(host_address=address)).host_address == address
