"""An installed table is looked after without a terminal: by the units that its user may start, and by nothing else."""

import json
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.appliance.container import Container, until
from tests.appliance.places import DATA, GAMES, VERSIONS, WONDERTABLE, asks

pytestmark = pytest.mark.root
RELEASES = "/srv/releases"  # what the address of updates serves
STARTS = 6  # of a table in a minute, before systemd refuses more: hardware/appliance/wondertable.service
LSBLK = """#!/bin/sh
echo '{{"blockdevices": [{{"path": "/dev/sdz", "tran": "usb", "fstype": null,
"children": [{{"path": "{device}", "fstype": "{kind}"}}]}}]}}'
"""


def upkeep_state(box: Container) -> dict[str, str]:
    """Return the state of upkeep that the screen receives."""
    found: dict[str, str] = json.loads(box.at_the_table("upkept"))
    return found


def run_task(box: Container, wish: str, work: str) -> dict[str, str]:
    """Ask for a task as the screen does and return its outcome; the table may have restarted meanwhile."""
    box.at_the_table(wish, work)
    return wait_for_end(box, work)


def wait_for_end(box: Container, work: str) -> dict[str, str]:
    found: dict[str, str] = {}

    def has_ended() -> bool:
        with suppress(AssertionError):  # the table is restarting
            found.update(upkeep_state(box))
        return bool(found.get("work") == work and found["came"])

    until(has_ended, f"{work} does not end")
    assert "Traceback" not in box.run("journalctl", "-u", f"wondertable-upkeep@{work}")
    return found


def read_version(box: Container) -> str:
    return box.run("readlink", f"{VERSIONS}/current").strip()


@pytest.fixture
def address(box: Container):
    """A release at an address of the container's own, and what serves it."""
    box.run("sh", "-c", f"mkdir -p {RELEASES} && cp /tmp/wondertable-0.2.0.tar {RELEASES}/latest.tar")
    serve = ["python3", "-m", "http.server", "-d", RELEASES, "--bind", "127.0.0.1", "8099"]
    box.run("systemd-run", "--unit=releases", *serve)
    box.write("/etc/wondertable/address", "http://127.0.0.1:8099/latest.tar")
    until(lambda: box.tries("curl", "-sfI", "http://127.0.0.1:8099/latest.tar")[0] == 0, "nothing is served")
    yield box
    box.run("systemctl", "stop", "releases")
    box.run("rm", "-rf", RELEASES, "/etc/wondertable/address")


@pytest.fixture
def stick(box: Container, tmp_path: Path):
    """A file that the kernel takes for a disk, with a file system that it knows, and which hangs on USB for lsblk."""
    image = tmp_path / "stick"
    with image.open("wb") as file:
        file.truncate(64 << 20)
    subprocess.run(["mkfs.ext4", "-q", image], check=True)
    device = subprocess.run(["losetup", "--find", "--show", image], check=True, capture_output=True, text=True)
    name = device.stdout.strip()
    inside = Path(f"/proc/{box.leader}/root")
    number = Path("/sys/class/block", Path(name).name, "dev").read_text().strip().split(":")
    subprocess.run(["mknod", f"{inside}{name}", "b", *number], check=True)
    box.write("/usr/local/sbin/lsblk", LSBLK.format(device=name, kind="ext4"))
    box.run("chmod", "755", "/usr/local/sbin/lsblk")
    yield name
    box.run("rm", "-f", "/usr/local/sbin/lsblk", name)
    subprocess.run(["losetup", "--detach", name], check=True)


# ---- what the table may ----------------------------------------------------------------------------------


def can_start(box: Container, user: str, unit: str) -> bool:
    words = ["systemctl", "--no-ask-password", "--no-block", "start", unit]
    return box.tries("runuser", "-u", user, "--", *words)[0] == 0


def test_tables_user_may_start_only_listed_upkeep_tasks(box):
    for user, unit in (
        ("wondertable", "wondertable-upkeep@sh.service"),
        ("wondertable", "wondertable-watch.service"),
        ("wondertable", "emergency.service"),
        ("nobody", "wondertable-upkeep@look.service"),
    ):
        assert not can_start(box, user, unit), unit
    words = ["systemctl", "--no-ask-password", "stop", "wondertable-upkeep@look.service"]
    assert box.tries("runuser", "-u", "wondertable", "--", *words)[0] != 0
    assert can_start(box, "wondertable", "wondertable-upkeep@look.service")
    assert wait_for_end(box, "look")["why"] == "no-address"


# ---- versions --------------------------------------------------------------------------------------------


def test_screen_starts_an_update_from_an_address_and_a_rollback(address, first):
    box = address
    assert run_task(box, "upkeep", "look")["comes"] == "0.2.0"
    found = run_task(box, "upkeep", "update")
    assert (found["came"], found["facts"], found["version"]) == ("done", {"version": "0.2.0"}, "0.2.0"), found
    assert (read_version(box), found["before"]) == ("0.2.0", first)
    found = run_task(box, "upkeep", "back")
    assert (found["came"], read_version(box)) == ("done", first), found


def test_update_waits_for_the_end_of_a_game(address, first):
    box = address
    game = box.at_the_table("begin")
    pid = box.property("wondertable", "MainPID")
    box.at_the_table("upkeep", "update")
    assert upkeep_state(box)["waits"] == "game"
    assert (box.property("wondertable", "MainPID"), box.at_the_table("tell")) == (pid, game)
    box.at_the_table("lobby")
    assert wait_for_end(box, "update")["came"] == "done"
    assert read_version(box) == "0.2.0"


def test_killed_update_is_reported_and_the_table_runs(address, first):
    box = address
    box.at_the_table("upkeep", "update")
    kill = "systemctl kill -s KILL wondertable-upkeep@update"  # at once: a moment later it would come up all the same
    box.run("sh", "-c", f"until [ -e {VERSIONS}/changing ]; do sleep 0.01; done; {kill}")
    until(lambda: box.property("wondertable-settle", "ActiveState") == "inactive", "it is not settled")
    found = wait_for_end(box, "update")
    assert (found["came"], found["why"], read_version(box)) == ("failed", "cut-off", first)


def test_stick_serves_for_update_backup_and_restore(box, first, stick):
    assert run_task(box, "upkeep", "update-from-stick")["why"] == "no-release"
    game = box.at_the_table("begin")
    box.at_the_table("lobby")
    found = run_task(box, "upkeep", "backup-to-stick")
    assert found["came"] == "done", (found["why"], found["said"])
    assert run_task(box, "upkeep", "report-to-stick")["came"] == "done"
    box.run(
        "sh", "-c", f"mount {stick} /mnt && ls /mnt >/tmp/seen && cp /tmp/wondertable-0.2.0.tar /mnt && umount /mnt"
    )
    seen = box.run("cat", "/tmp/seen").split()
    assert found["facts"]["file"] in seen
    assert any(name.startswith("wondertable-report-") for name in seen)
    found = run_task(box, "upkeep", "update-from-stick")
    assert (found["came"], read_version(box)) == ("done", "0.2.0"), (found["why"], found["said"])
    box.run(WONDERTABLE, "rollback")
    box.run("systemctl", "stop", "wondertable")
    box.run("rm", f"{DATA}/table.db")
    box.run("systemctl", "start", "wondertable")
    found = run_task(box, "upkeep", "restore-from-stick")
    assert found["came"] == "done", (found["why"], found["said"])
    box.run("sh", "-c", "! grep /mnt /proc/mounts && ! grep ' /tmp/tmp' /proc/mounts")
    assert box.at_the_table("tell").split()[1:] == game.split()[1:]


def test_restore_ignores_earlier_starts_in_the_start_limit(box):
    box.run(WONDERTABLE, "backup", "/tmp/kept.tar.gz")
    box.run("systemctl", "reset-failed", "wondertable")
    for _ in range(STARTS):
        box.run("systemctl", "restart", "wondertable")
    box.run(WONDERTABLE, "restore", "/tmp/kept.tar.gz")
    box.run("rm", "/tmp/kept.tar.gz")


# ---- phones ----------------------------------------------------------------------------------------------


def open_transfer(box: Container, what: str) -> str:
    """Open a file transfer between the table and a phone, and return its address."""
    box.at_the_table("carry", what)
    until(lambda: bool(upkeep_state(box)["path"]), "no way is opened")
    return f"http://127.0.0.1{upkeep_state(box)['path']}"


def test_reset_clears_settings_and_keeps_all_games(box):
    box.at_the_table("welcome")
    box.at_the_table("begin")
    box.at_the_table("lobby")
    games, settings = read_games(box), box.run("ls", f"{DATA}/settings").split()
    assert games
    assert settings
    box.run("sh", "-c", f"echo '# our box' >{DATA}/settings/architects.toml")
    found = run_task(box, "upkeep", "reset")
    assert found["came"] == "done", (found["why"], found["said"])
    assert read_games(box) == games
    assert box.run("ls", f"{DATA}/settings").split() == ["architects.toml"]
    copy = box.run("sh", "-c", f"ls -d {DATA}.before-restore-* | sort -V | tail -n 1").strip()
    assert box.run("ls", f"{copy}/settings").split() == sorted(["architects.toml", *settings])
    box.run("rm", f"{DATA}/settings/architects.toml")


def read_games(box: Container) -> str:
    """Return the state of each game, by its name."""
    return box.run("python3", "-c", asks(GAMES)).strip()


def test_phone_downloads_report_and_backup_and_uploads_a_backup(box):
    assert box.run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", "http://127.0.0.1/carry/x") == "404"
    box.run("curl", "-sf", "-o", "/tmp/r.tar.gz", open_transfer(box, "report"))
    text = box.run("tar", "-xzOf", "/tmp/r.tar.gz")
    assert "Started wondertable.service" in text
    assert str(box.run_file()["key"]) not in text
    box.run("curl", "-sf", "-o", "/tmp/b.tar.gz", open_transfer(box, "backup"))
    assert "table.db" in box.run("tar", "-tzf", "/tmp/b.tar.gz")
    game = box.at_the_table("begin")
    box.at_the_table("lobby")
    words = ["-F", "file=@/tmp/r.tar.gz", open_transfer(box, "restore")]
    assert "The file is here." in box.run("curl", "-s", "-H", "Accept-Language: en", *words)
    assert wait_for_end(box, "restore")["why"] == "unfit-backup", "a report is no backup"
    words = ["-F", "file=@/tmp/b.tar.gz", open_transfer(box, "restore")]
    assert "The file is here." in box.run("curl", "-s", "-H", "Accept-Language: en", *words)
    assert wait_for_end(box, "restore")["came"] == "done"
    assert box.at_the_table("tell") != game
    box.run("rm", "/tmp/r.tar.gz", "/tmp/b.tar.gz")
