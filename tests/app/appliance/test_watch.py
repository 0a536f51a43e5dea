"""A version that has come is looked at for a quarter of an hour; what fails goes back, but not under people's hands."""

import json

import pytest

from app.appliance.guarded_change import WATCHING
from app.appliance.update import rollback, update
from app.appliance.update_watchdog import REQUIRED_CHECKS, check_once, watch
from tests.app.installed import GAMES, SETTINGS


@pytest.fixture
def come(bed):
    """1.1.0 has just come to the bed, and something was played since."""
    update(bed.at, str(bed.release("1.1.0")))
    (bed.at.data / "table.db").write_bytes(bed.bytes()[0] + b", a new one")
    return bed


def break_running_version(bed, how: str) -> None:
    """Change how the running version behaves, without stopping it."""
    bed.services.stop()
    (bed.at.home / "current/how").write_text(how)
    bed.services.writes = False
    bed.services.start()
    bed.services.writes = True
    bed.services.said.clear()


def count_checks(bed) -> int:
    return json.loads((bed.at.home / WATCHING).read_bytes())["looks"]


def test_version_stable_for_fifteen_minutes_stays(come):
    began = come.now[0]
    assert list(watch(come.at)) == []
    assert REQUIRED_CHECKS * 60 <= come.now[0] - began <= REQUIRED_CHECKS * 60 + 60
    assert come.at.current == "1.1.0"
    assert not (come.at.home / WATCHING).exists()
    assert list(watch(come.at)) == []


def test_watch_continues_its_checks_after_a_restart(come):
    for _ in range(4):
        check_once(come.at)
    assert count_checks(come) == 4
    began = come.now[0]
    list(watch(come.at))
    assert (REQUIRED_CHECKS - 4) * 60 <= come.now[0] - began < REQUIRED_CHECKS * 60


@pytest.mark.rotated
@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    ("how", "why"),
    [("die", "does not start"), ("mute", "does not answer"), ("blank", "has a screen without a picture")],
)
def test_later_failure_is_rolled_back_with_games_played_since(come, how, why):
    break_running_version(come, how)
    played = come.bytes()[0]
    assert list(watch(come.at)) == [f"1.1.0 {why}; 1.0.0 is running again, with all games played since."]
    assert (come.at.current, come.at.previous) == ("1.0.0", "1.1.0")
    assert come.bytes() == (played + b"run", SETTINGS)
    assert not (come.at.home / WATCHING).exists(), "that is not looked at in its turn"


def test_games_the_old_version_cannot_read_are_kept_and_offered(come):
    """The old version's table starts with only the games from before."""
    break_running_version(come, "mute")
    played = come.bytes()
    start = come.services.start

    def picky() -> None:
        reads = b"new one" not in (come.at.data / "table.db").read_bytes()
        (come.at.home / "1.0.0/how").write_text("run" if reads else "die")
        start()

    come.services.start = picky
    [said] = watch(come.at)
    assert said.startswith(
        "1.1.0 does not answer; 1.0.0 is running again, with the games and settings from before 1.1.0 came"
    )
    assert "`wondertable rollback --data` brings them back, with 1.1.0." in said
    assert come.bytes()[0] == GAMES + b"run"
    assert come.at.find_copy("1.0.0").joinpath("table.db").read_bytes().startswith(played[0])
    (come.at.home / "1.1.0/how").write_text("run")  # whatever was wrong with the machine is mended
    come.services.start = start
    rollback(come.at, None, data=True)
    assert come.at.current == "1.1.0"
    assert come.bytes()[0].startswith(played[0])


def test_rollback_waits_for_the_end_of_a_playable_game(come):
    break_running_version(come, "blank")
    come.game[0] = "game"
    said = watch(come.at)
    assert next(said) == "1.1.0 has a screen without a picture; 1.0.0 is started again when the game is over."
    began = come.now[0]
    for _ in range(30):
        check_once(come.at)
    assert (come.now[0] - began > 15 * 60, come.at.current, count_checks(come)) == (True, "1.1.0", 0)
    assert come.services.said == []
    come.game[0] = "over"
    assert list(said) == ["1.1.0 has a screen without a picture; 1.0.0 is running again, with all games played since."]


def test_unresponsive_table_is_rolled_back_at_once(come):
    break_running_version(come, "mute")
    come.game[0] = "game"
    assert check_once(come.at).startswith("1.1.0 does not answer; 1.0.0 is running again")


def test_recovered_screen_crash_is_no_failure(come):
    break_running_version(come, "dark")
    assert list(watch(come.at)) == []
    assert come.at.current == "1.1.0"


def test_blank_screen_is_ignored_without_a_screen_service(bed):
    bed.services.states["wondertable-screen.service"] = "inactive"
    update(bed.at, str(bed.release("1.1.0")))
    break_running_version(bed, "blank")
    assert list(watch(bed.at)) == []


def test_table_stopped_by_its_owner_is_not_rolled_back(come):
    come.services.stop()
    come.services.said.clear()
    assert check_once(come.at) == ""
    assert (come.at.current, count_checks(come), come.services.said) == ("1.1.0", 0, [])


def test_manual_rollback_is_watched_too(come):
    rollback(come.at, None, data=False)
    break_running_version(come, "mute")
    assert list(watch(come.at)) == ["1.0.0 does not answer; 1.1.0 is running again, with all games played since."]


def test_failed_rollback_is_tried_only_once(come):
    break_running_version(come, "mute")
    (come.at.home / "1.0.0/how").write_text("die")
    [said] = watch(come.at)
    assert said.startswith(
        "1.1.0 does not answer, and stays: 1.0.0 does not start; 1.1.0 is running again with its games"
    )
    assert come.at.current == "1.1.0"
    assert not (come.at.home / WATCHING).exists()
