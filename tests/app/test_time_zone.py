"""The time zone in the table's settings decides days and nights, wherever one is shown."""

import json
import os
import re
import subprocess
import time
from argparse import Namespace
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

import main
from app.appliance.install_paths import Place
from app.commands.appliance import run_command
from app.games import game_list
from app.history import export_import
from app.history.history_text import HistoryWords
from app.host.system_clock import MachineClock
from app.host.upkeep import AT_NIGHT, MachineUpkeep
from app.phones.open_page_state import PageState
from app.phones.page_maker import PageMaker
from app.protocol.client_rights import Actor
from app.protocol.machine_messages import SetClock
from app.protocol.rejection import Rejection
from app.protocol.revertible_change_messages import ChangedToday
from app.protocol.settings_messages import SetTable
from app.shown.history.recent_changes import _time_and_device
from app.shown.machine.clock import ClockFacts, areas, cities, zone
from app.storage.database import Store
from app.storage.settings_file import Settings, load, save, validate
from app.table.features.daily_deal import today
from app.text.terminal_output import CannotStart
from app.text.time_zone import city, has_different_time, instant, is_zone, local, use_zone, zones
from app.text.translation import words
from engine.architects.game_facade import Architects
from engine.game import Seat
from tests.app import histories
from tests.app.phones.served import GAMES, Served

ROOT = Path(__file__).parents[2]
LOS_ANGELES = "America/Los_Angeles"
LOCAL_TIME_CALL = re.compile(
    r"localtime\(|date\.today\(|datetime\.now\(\)|\.astimezone\(\)|fromtimestamp\((?![^#\n]*(UTC|tzinfo))"
)
EVENING = datetime(2026, 11, 27, 21, 30, tzinfo=ZoneInfo(LOS_ANGELES)).timestamp()  # in UTC it is tomorrow's morning
ADA = Actor("seat", Seat(0))


@pytest.fixture(autouse=True)
def _machine():
    yield
    use_zone("")


def test_a_time_without_a_zone_is_the_table_s():
    use_zone(LOS_ANGELES)
    assert instant(datetime(2024, 5, 10, 19, 30)) == datetime(2024, 5, 11, 2, 30, tzinfo=UTC).timestamp()
    assert instant(datetime(2024, 5, 10, 19, 30, tzinfo=UTC)) == datetime(2024, 5, 10, 19, 30, tzinfo=UTC).timestamp()


def test_app_never_asks_the_machine_for_its_local_time():
    """The machine's zone is that of the system image."""
    found = [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path in sorted((ROOT / "app").rglob("*.py"))
        for line in path.read_text().splitlines()
        if LOCAL_TIME_CALL.search(line)
    ]
    assert found == []


@pytest.mark.parametrize(("name", "day"), [(LOS_ANGELES, "27"), ("UTC", "28"), ("Asia/Tokyo", "28")])
def test_a_day_is_that_of_the_zone_wherever_it_is_told(tmp_path, name, day):
    use_zone(name)
    w = words("en")
    assert HistoryWords.day(w, EVENING) == f"{day}/11/2026"
    assert today(EVENING) == f"2026-11-{day}"
    with closing(Store(tmp_path / "table.db")) as store:
        histories.fill(store, Architects(main.read_game_data()["architects"]), [("Ada", "Ben")])
        [game] = store.archived()
    began = datetime.fromtimestamp(game.ended, ZoneInfo(name))
    told = export_import.FORMS["csv"][1]([game], HistoryWords(game_list.words()), w).decode()
    assert f"{began:%Y-%m-%d %H:%M}" in told
    assert export_import.record_name(game).startswith(f"{began:%Y-%m-%d}-")


def test_a_time_is_that_of_the_zone():
    use_zone(LOS_ANGELES)
    line = ChangedToday(number=1, at=EVENING, by=0, what="lock")
    assert _time_and_device(words("en"), line, ()) == "21:30, on the screen"


@pytest.mark.parametrize(("name", "hour", "may"), [(LOS_ANGELES, 11, True), (LOS_ANGELES, 4, False), ("UTC", 4, True)])
def test_an_update_at_night_comes_when_it_is_night_there(tmp_path, name, hour, may):
    use_zone(name)
    now = datetime(2026, 11, 27, hour, tzinfo=ZoneInfo("UTC")).timestamp()
    upkeep = MachineUpkeep(tmp_path, lambda: ("lobby", 0), lambda: None, run_folder=tmp_path, dates=lambda: now)
    assert upkeep.begin(AT_NIGHT)
    assert upkeep.describe("en", "screen").waits == ("" if may else "night")


def test_commands_of_an_installed_table_use_its_zone(tmp_path, capsys):
    data = tmp_path / "data"
    save(data / "settings", Settings(zone=LOS_ANGELES))
    at = Place(home=tmp_path, data=data)
    with pytest.raises(CannotStart, match="no table is installed"):
        run_command(Namespace(command="status", json=False), at)
    assert local(EVENING).tzname() == "PST"
    assert at.today() == local(time.time()).date()


def test_a_zone_is_kept_and_what_is_none_is_refused(tmp_path):
    save(tmp_path, validate(Settings(zone=LOS_ANGELES)))
    assert load(tmp_path)[0].zone == LOS_ANGELES
    for unfit in ("Mars/Olympus", "../etc/passwd", "/etc/localtime", "Europe/", "x" * 400, "Europe", "a\nb"):
        assert not is_zone(unfit)
        with pytest.raises(Rejection, match="setting"):
            validate(Settings(zone=unfit))
    (tmp_path / "settings.json").write_text(json.dumps({"zone": "Mars/Olympus", "large": True}))
    assert load(tmp_path)[0] == Settings(large=True), "a system that does not know a zone costs no other setting"


def test_zones_differ_by_their_rules_and_not_by_their_names():
    use_zone("Europe/Berlin")
    assert not has_different_time("Europe/Amsterdam", EVENING)
    use_zone("UTC")
    assert has_different_time("Europe/London", EVENING), "in summer"
    assert not has_different_time("Etc/UTC", EVENING)
    assert not has_different_time("nonsense", EVENING)
    assert city(LOS_ANGELES) == "Los Angeles"
    assert {LOS_ANGELES, "Europe/Amsterdam", "Europe/Paris", "Europe/Berlin", "Asia/Kolkata"} <= {*zones()}


# ---- what a phone is offered -----------------------------------------------------------------------------


class Clock:
    """A stub of the machine's clock that only records what it is set to."""

    is_free = True

    def __init__(self) -> None:
        self.moved = []

    def move(self, ahead: float) -> bool:
        self.moved.append(ahead)
        return True


@pytest.fixture
def phone_table(tmp_path, facts):
    use_zone("UTC")
    served = Served(tmp_path, facts)
    yield served.sit("Ada", "Ben")
    served.store.close()


def read_clock_parts(phone_table, there="", at=None, tab="mine"):
    """Return the clock and time zone parts of the page for a phone in this zone, with this time."""
    show, reader = PageMaker(phone_table.table, GAMES), PageState(ADA, tab)
    reader.clock = show.compare_clocks(there, at, EVENING)
    show.update_page(reader, False)
    return {name: part.html for name, part in reader.shown.items() if name in ("clock", "zone")}


def test_the_first_phone_offers_its_zone_until_one_is_chosen(phone_table):
    assert f"set-table;zone={LOS_ANGELES}" in read_clock_parts(phone_table, LOS_ANGELES)["clock"]
    assert "Use this phone’s time zone: Los Angeles" in read_clock_parts(phone_table, LOS_ANGELES)["clock"]
    assert "button" not in read_clock_parts(phone_table, "UTC")["clock"]
    phone_table.send(SetTable, ADA, zone=LOS_ANGELES)
    use_zone(LOS_ANGELES)
    assert "button" not in read_clock_parts(phone_table, "Europe/Paris")["clock"], "a guest from afar changes nothing"
    assert (
        f'<option value="{LOS_ANGELES}" selected' in read_clock_parts(phone_table, "Europe/Paris", tab="owner")["zone"]
    )
    phone_table.start()
    assert "clock" not in read_clock_parts(phone_table, "Europe/Paris"), "nothing pushes the cards down"


def test_a_clock_that_is_wrong_is_set_by_a_phone_where_no_network_does(phone_table):
    assert "button" not in read_clock_parts(phone_table, "UTC", EVENING + 86_400)["clock"], (
        "it is not the table's to set"
    )
    phone_table.table.machine.clock = clock = Clock()
    assert "button" not in read_clock_parts(phone_table, "UTC", EVENING + 30)["clock"]
    assert "set-clock;ahead=86400" in read_clock_parts(phone_table, "UTC", EVENING + 86_401)["clock"]
    phone_table.send(SetClock, ADA, ahead=86400.0)
    assert clock.moved == [86400.0]
    clock.is_free = False
    assert "button" not in read_clock_parts(phone_table, "UTC", EVENING + 86_400)["clock"]


def test_the_machines_clock_is_set_by_a_service_that_reads_digits_alone(tmp_path):
    began, synchronised = [], tmp_path / "synchronised"
    clock = MachineClock(tmp_path, synchronised=synchronised, start=lambda: began.append(1) or "", dates=lambda: 1.0)
    assert clock.move(EVENING)
    assert (tmp_path / "clock").read_text() == f"{EVENING + 1:.0f}"
    run = {**os.environ, "SAID": str(tmp_path / "clock"), "DATE": "echo"}
    script = ROOT / "hardware/appliance/clock"
    said = subprocess.run([script], env=run, capture_output=True, text=True, check=True).stdout
    assert (said, (tmp_path / "clock").exists()) == (f"-s @{EVENING + 1:.0f}\n", False)
    (tmp_path / "clock").write_text("1; reboot")
    assert subprocess.run([script], env=run, capture_output=True, text=True, check=True).stdout == ""
    for ahead in (-EVENING, 1e12, float("inf"), float("nan")):
        assert not clock.move(ahead)
    synchronised.touch()
    assert not clock.move(EVENING)
    refuses = MachineClock(tmp_path, synchronised=tmp_path / "no", start=lambda: "not allowed", dates=lambda: 1.0)
    assert not refuses.move(EVENING)
    assert not (tmp_path / "clock").exists()
    assert len(began) == 1


def test_the_screen_leads_from_a_part_of_the_world_to_its_cities():
    w = words("en")
    links = [row for row in areas(w, LOS_ANGELES).rows if row.kind == "link"]
    assert [row.key for row in links if row.picture == "tick"] == ["America"]
    for row in links:
        area = row.key
        assert row.to.split()[1].isdigit()
        assert cities(w, "", area).rows or area == "Arctic", area
    chosen = [row.key for row in cities(w, LOS_ANGELES, "America").rows if row.on]
    assert chosen == [f"zone {LOS_ANGELES}"]
    assert zone(w, ClockFacts(LOS_ANGELES, "Europe/Paris")).rows[0].now == LOS_ANGELES
