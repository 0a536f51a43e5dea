"""Tests of the commands to systemd, with a `systemctl` that records them."""

import os
from pathlib import Path

import pytest

from app.appliance.services import RULES, SCREEN, TABLE, Systemd
from app.text.terminal_output import CannotStart
from app.text.time_zone import use_zone

ROOT = Path(__file__).parents[3]

SYSTEMCTL = """#!/bin/sh
echo "$*" >>{folder}/said
[ "$1" != show ] || printf 'NRestarts=%s\\nActiveState=%s\\n' $(cat {folder}/state)
[ "$1" != stop ] || [ ! -e {folder}/broken ] || {{ echo "Access denied" >&2; exit 4; }}
"""


@pytest.fixture
def system(tmp_path, monkeypatch):
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin/systemctl").write_text(SYSTEMCTL.format(folder=tmp_path))
    (tmp_path / "bin/systemctl").chmod(0o755)
    (tmp_path / "units").mkdir()
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:/usr/bin:/bin")
    return tmp_path


def services(system) -> Systemd:
    return Systemd(system / "units", system / "drm", {"50-wondertable.rules": system / "rules"}, system / "shown")


def systemctl_calls(system) -> list[str]:
    return (system / "said").read_text().splitlines()


def test_screen_is_started_if_a_graphics_card_has_a_connector(system):
    (system / "drm/card0").mkdir(parents=True)  # it only renders
    services(system).start()
    (system / "drm/card1-HDMI-A-1").mkdir()
    services(system).start()
    assert systemctl_calls(system) == [
        "reset-failed --all wondertable*",
        f"start --no-block {TABLE}",
        "reset-failed --all wondertable*",
        f"start --no-block {TABLE} {SCREEN}",
    ]


def test_stop_ends_table_and_screen(system):
    services(system).stop()
    assert systemctl_calls(system) == [f"stop {SCREEN} {TABLE} wondertable-fallback@*"]


def test_refusal_of_systemd_is_reported_in_its_words(system):
    (system / "broken").touch()
    with pytest.raises(CannotStart, match=r"systemctl stop: Access denied\."):
        services(system).stop()


@pytest.mark.parametrize(
    ("shown", "state"),
    [
        ("0 active", "active"),
        ("0 failed", "failed"),
        ("2 active", "restarted"),
        ("5 failed", "failed"),
        ("0 inactive", "inactive"),
    ],
)
def test_unit_state_is_read_as_one_word(system, shown, state):
    (system / "state").write_text(shown)
    assert services(system).read_state(SCREEN) == state


def test_only_changed_units_are_installed(system):
    new = system / "1.1.0/hardware/appliance"
    new.mkdir(parents=True)
    (new / "wondertable.service").write_text("new")
    (new / "wondertable-more.service").write_text("[Install]")
    (new / "wondertable").write_text("no unit")
    (system / "units/wondertable.service").write_text("old")
    for _ in range(2):
        services(system).install_units(system / "1.1.0")
    assert {path.name: path.read_text() for path in (system / "units").iterdir()} == {
        "wondertable.service": "new",
        "wondertable-more.service": "[Install]",
    }
    assert systemctl_calls(system) == ["daemon-reload", "enable --quiet wondertable-more.service"]


def test_unit_file_is_replaced_atomically(system, monkeypatch):
    new = system / "1.1.0/hardware/appliance"
    new.mkdir(parents=True)
    (new / "wondertable.service").write_text("new")
    (system / "units/wondertable.service").write_text("old")

    def full(*_: object) -> None:
        raise OSError("no room is left")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(OSError, match="no room"):
        services(system).install_units(system / "1.1.0")
    assert (system / "units/wondertable.service").read_text() == "old"


def test_settle_service_is_started(system):
    services(system).start_settle_service()
    assert systemctl_calls(system) == ["start wondertable-settle.service"]


def test_watch_service_is_restarted_without_waiting(system):
    services(system).start_watch_service()
    assert systemctl_calls(system) == ["restart --no-block wondertable-watch.service"]


@pytest.mark.parametrize(
    ("sockets", "shown", "blank"),
    [
        pytest.param({}, False, False, id="no card"),
        pytest.param({"card0-HDMI-A-1": "disconnected"}, False, False, id="no display"),
        pytest.param({"card0-Writeback-1": "connected"}, False, False, id="nothing that is seen"),
        pytest.param({"card0-HDMI-A-1": "disconnected", "card1-DSI-1": "connected"}, False, True, id="not yet"),
        pytest.param({"card1-DSI-1": "connected"}, True, False, id="a picture"),
    ],
)
def test_screen_is_blank_if_a_connected_display_shows_nothing(system, sockets, shown, blank):
    for name, status in sockets.items():
        (system / "drm" / name).mkdir(parents=True)
        (system / "drm" / name / "status").write_text(f"{status}\n")
    if shown:
        (system / "shown").touch()
    assert services(system).is_blank() == blank


def test_rules_of_a_version_are_installed_and_kept(system):
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        (system / version / "hardware/appliance").mkdir(parents=True)
    (system / "1.1.0/hardware/appliance/50-wondertable.rules").write_text("may")
    found = []
    for version in ("1.0.0", "1.1.0", "1.2.0"):
        services(system).install_units(system / version)
        found.append({path.name: path.read_text() for path in (system / "rules").glob("*")})
    assert found == [{}, {"50-wondertable.rules": "may"}, {"50-wondertable.rules": "may"}]


def test_every_rules_file_has_a_target_folder():
    assert {*RULES} == {path.name for path in (ROOT / "hardware/appliance").glob("*.rules")}


def test_machine_without_systemd_is_reported(monkeypatch, tmp_path):
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(CannotStart, match="there is no systemd on this machine"):
        Systemd().stop()
    assert Systemd().read_journal() == ""


@pytest.mark.parametrize(("zone", "said"), [("America/Los_Angeles", "America/Los_Angeles"), ("", "unset")])
def test_journal_is_read_in_the_tables_time_zone(tmp_path, monkeypatch, zone, said):
    journalctl = tmp_path / "journalctl"
    journalctl.write_text('#!/bin/sh\nprintf %s "${TZ-unset}"\n')
    journalctl.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("TZ", raising=False)
    use_zone(zone)
    try:
        assert Systemd().read_journal() == said
    finally:
        use_zone("")
