"""`wondertable update` and the others, with systemd: what comes up stays, and everything else goes back by itself."""

import re
import zipfile
from pathlib import Path

import pytest

from app.appliance import release_builder
from tests.app.installed import git, new_key
from tests.appliance.conftest import SEEN, without_a_screen
from tests.appliance.container import PYTHON, ROOT, Container, until, wheels
from tests.appliance.places import DATA, VERSIONS, WONDERTABLE
from tests.appliance.releases import FAULTS, workshop

pytestmark = pytest.mark.root


def read_state(box: Container) -> tuple[str, str, str]:
    """Return the current version, the service's state, and the settings."""
    return (
        box.run("readlink", f"{VERSIONS}/current").strip(),
        box.property("wondertable", "ActiveState"),
        box.run("sh", "-c", f"ls -l {DATA}/settings; cat {DATA}/settings/*"),
    )


def test_good_update_runs_and_can_be_rolled_back(box, first):
    before = read_state(box)
    assert box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar") == (
        0,
        f"0.2.0 is running now; {first} is kept, and `wondertable rollback` goes back to it.\n",
    )
    assert read_state(box) == ("0.2.0", *before[1:])
    version, watched, others, table, *_ = box.run(WONDERTABLE, "status").splitlines()
    assert (version, others, table) == ("version   0.2.0", f"also here {first}", "table     active, no game")
    assert re.match(rf"watched   since .* stays. If it fails before, {re.escape(first)} comes back", watched)
    assert box.tries(WONDERTABLE, "rollback") == (0, f"{first} is running now.\n")
    assert read_state(box) == before


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (
            "wondertable-0.2.1.tar",
            "0.2.1 does not start; {first} is running again with its games and settings as they were.",
        ),
        (
            "wondertable-0.2.2.tar",
            "0.2.2 does not answer; {first} is running again with its games and settings as they were.",
        ),
        ("cut.tar", "/tmp/cut.tar: release 0.2.0 is incomplete."),
        ("stranger.tar", "/tmp/stranger.tar: this release is not signed with a key that is installed here."),
    ],
    ids=["cannot start", "does not answer", "cut off", "signed by a stranger"],
)
def test_bad_update_is_rolled_back(box, first, file, said):
    before = read_state(box)
    assert box.tries(WONDERTABLE, "update", f"/tmp/{file}") == (2, f"wondertable: {said.format(first=first)}\n")
    assert read_state(box) == before
    assert box.run("sh", "-c", f"ls -A {VERSIONS} | grep -v newest").split() == [first, "current", "lock"]
    assert box.run("sh", "-c", f"ls -d {DATA}*").split() == [DATA]


def test_update_is_refused_during_a_game(box):
    game = box.at_the_table("begin")
    pid = box.property("wondertable", "MainPID")
    code, said = box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar")
    assert (code, "a game is being played" in said) == (2, True)
    assert (box.at_the_table("tell"), box.property("wondertable", "MainPID")) == (game, pid)


def test_missing_space_is_reported(box, first):
    box.run("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", "/mnt")
    box.run(
        "sh", "-c", f"mkdir /mnt/{first} && mount --rbind {VERSIONS}/{first} /mnt/{first} && ln -s {first} /mnt/current"
    )
    box.run("mount", "--rbind", "/mnt", VERSIONS)
    try:
        code, said = box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar")
        assert (code, f"there is too little space in {VERSIONS}: " in said) == (2, True)
    finally:
        box.run("sh", "-c", f"umount -R {VERSIONS} && umount -R /mnt")


def is_settled(box: Container) -> bool:
    """Return True if nothing is being changed or undone, and nothing waits to do that."""
    notes = box.run("sh", "-c", f"ls {VERSIONS} | grep -xE 'changing|trying|answered|undone' || true")
    return not notes and box.property("wondertable-settle", "ActiveState") == "inactive"


def make_note(first: str) -> str:
    return f'{{"by": "{first}", "to": "0.2.0", "back": "{first}", "previous": null, "screen": false}}'


def test_interrupted_change_blocks_the_start_until_it_is_undone(box, first):
    before = read_state(box)
    box.run("systemctl", "stop", "wondertable")
    box.run("sh", "-c", f"cp -a {DATA} {DATA}.undo && echo '{{' >{DATA}/settings/settings.json")
    box.write(f"{VERSIONS}/changing", make_note(first))
    box.run("systemctl", "start", "wondertable")
    assert box.property("wondertable", "ActiveState") == "inactive"
    box.run("systemctl", "start", "wondertable-settle")
    until(lambda: is_settled(box), "it is not ended")
    assert f"0.2.0 was not started, because the change was interrupted; {first} is running again" in box.run(
        "journalctl", "-u", "wondertable-settle"
    )
    assert read_state(box) == before
    assert box.run("sh", "-c", f"ls -d {DATA}*").split() == [DATA]


def test_unfinishable_change_is_shown_on_the_console(box, first):
    box.run("systemctl", "stop", "wondertable")
    box.write(f"{VERSIONS}/changing", f'{{"by": "{first}"}}')
    try:
        box.run("systemctl", "start", "wondertable-settle")
        until(lambda: "An update was interrupted and could not be finished" in box.tries("cat", SEEN)[1], "no page")
    finally:
        box.run("rm", "-f", f"{VERSIONS}/changing", SEEN)
        box.run("systemctl", "stop", "wondertable-fallback@wondertable-settle")
        box.run("systemctl", "reset-failed")
        box.run("systemctl", "start", "wondertable", "wondertable-screen")


@pytest.mark.parametrize("when", ["changing", "trying"])
def test_killed_update_leaves_a_running_table(box, first, when):
    """Not at the next start of the machine, but at once: whatever came last, one of the two versions."""
    before = read_state(box)
    kill = f"""
{WONDERTABLE} update /tmp/wondertable-0.2.0.tar >/tmp/killed 2>&1 &
until [ -e {VERSIONS}/{when} ]; do sleep 0.01; done
kill -9 $!
wait $! || echo "ended with $?"
"""
    assert "ended with 137" in box.run("bash", "-c", kill)
    until(lambda: is_settled(box), "it is not ended")
    version, active, settings = read_state(box)
    assert (active, settings) == (before[1], before[2])
    assert version == (first if when == "changing" else "0.2.0")
    assert "Traceback" not in box.run("journalctl", "-u", "wondertable-settle")


def test_power_cut_during_an_undo_loses_no_game(first_of_all):
    """Between the two names that the data gets: the system would make an empty folder, and start a table in it."""
    box, first = first_of_all
    game = box.at_the_table("begin")
    box.run("systemctl", "stop", "wondertable", "wondertable-screen")
    box.run("sh", "-c", f"cp -a {DATA} {DATA}.undo && mv {DATA} {DATA}.gone")
    box.write(f"{VERSIONS}/changing", make_note(first))
    box.run("sync")
    box.end(keep=True)
    again = Container(box.suite, box.layer)
    try:
        assert again.at_the_table("tell") == game
        until(lambda: is_settled(again), "it is not ended")
        assert again.run("sh", "-c", f"ls -d {DATA}*").split() == [DATA]
    finally:
        again.end()


@pytest.fixture
def first_of_all(fresh):
    """A container of its own, with an installed table."""
    without_a_screen(fresh)
    code, said = fresh.setup("install", "--yes")
    assert code == 0, said
    return fresh, fresh.run("readlink", f"{VERSIONS}/current").strip()


def test_later_failure_is_rolled_back_with_games_played_since(box, first):
    """The version had started; once its table fails to start, wondertable-watch.service restores the version before."""
    assert box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar")[0] == 0
    assert box.property("wondertable-watch", "ActiveState") == "active"
    game = box.at_the_table("begin")
    loop = f"{VERSIONS}/0.2.0/app/host/table_process.py"
    box.run("sh", "-c", f"echo 'raise SystemExit(1)' >{loop}; systemctl kill -s KILL wondertable")
    until(lambda: box.run("readlink", f"{VERSIONS}/current").strip() == first, "it stays", 300)
    until(lambda: is_settled(box), "it is not ended")
    assert box.at_the_table("tell") == game
    assert f"; {first} is running again, with all games played since." in box.run(
        "journalctl", "-u", "wondertable-watch"
    )
    until(lambda: box.property("wondertable-watch", "ActiveState") == "inactive", "it is looked at for ever")


# ---- a release where no table is ------------------------------------------------------------------------

# As `tar -xOf FILE program.tar.xz | tar -xJ -C TO` where xz is installed.
PROGRAM = """
import io, sys, tarfile
with tarfile.open(sys.argv[1]) as whole, tarfile.open(fileobj=whole.extractfile("program.tar.xz")) as program:
    program.extractall(sys.argv[2])
"""


def test_release_installs_on_a_machine_without_a_table(fresh, tmp_path):
    without_a_screen(fresh)

    def fetch(root: Path, machine: str, python: str, to: Path) -> None:
        if (machine, python.replace(".", "")) == ("x86_64", PYTHON[fresh.suite]):
            for wheel in wheels(fresh.suite).glob("*.whl"):
                zipfile.ZipFile(wheel).extractall(to)
        else:
            (to / "none").touch()

    checkout, key = workshop(tmp_path), tmp_path / "key.pem"
    new_key(key)
    git(checkout, "add", ".")
    git(checkout, "commit", "-qm", "first")
    made = release_builder.build_release(key, tmp_path, checkout, fetch)
    version = made.name.removeprefix("wondertable-").removesuffix(".tar")
    (Path(f"/proc/{fresh.leader}/root") / "tmp" / made.name).write_bytes(made.read_bytes())
    fresh.run("python3", "-c", PROGRAM, f"/tmp/{made.name}", "/tmp/wondertable")
    code, said = fresh.tries("sh", "-c", f"cd /tmp && wondertable/setup.sh install {made.name} --yes")
    assert code == 0, said
    assert fresh.run(WONDERTABLE, "status").startswith(
        f"version   {version}\nalso here none\ntable     active, no game\n"
    )
    assert fresh.run("sh", "-c", f"ls -d {DATA}*").split() == [DATA]
    assert fresh.tries(WONDERTABLE, "update", f"/tmp/{made.name}") == (0, f"{version} is already running.\n"), (
        "its key is known"
    )
    before = fresh.files()
    code, said = fresh.tries("sh", "-c", f"cd /tmp && wondertable/setup.sh install {made.name} --yes")
    assert (code, said.endswith("everything is in order; nothing was changed\n")) == (0, True)
    assert {path for path in before.keys() ^ fresh.files().keys() if not path.startswith("var/lib")} == set()


# ---- another checkout, put in its place by `install` ----------------------------------------------------


def copy_checkout(box: Container, fault: str = "") -> str:
    """Copy this checkout as another version of the program, and return its folder in the container."""
    listed = " ".join((ROOT / release_builder.LIST).read_text().split())
    box.run(
        "sh",
        "-c",
        f"rm -rf /tmp/other && mkdir /tmp/other && cd /srv/wondertable && cp -r --parents {listed} /tmp/other",
    )
    box.write("/tmp/other/CHANGELOG.md", f"another {fault}")
    loop = (ROOT / "app/host/table_process.py").read_text()
    box.write("/tmp/other/app/host/table_process.py", fault + loop)
    return "/tmp/other/setup.sh"


def test_install_over_another_version_keeps_a_way_back_and_a_copy(box, first):
    before = read_state(box)
    code, said = box.tries(copy_checkout(box), "install", "--yes")
    assert code == 0, said
    version = box.run("readlink", f"{VERSIONS}/current").strip()
    assert version != first
    assert f"{version} is running now; {first} is kept, and `wondertable rollback` goes back to it.\n" in said
    assert read_state(box)[1:] == before[1:]
    assert box.run("sh", "-c", f"ls -d {DATA}.before-{version}-20*").split()
    assert box.tries(WONDERTABLE, "rollback") == (0, f"{first} is running now.\n")
    assert read_state(box) == before
    box.run("rm", "-rf", f"{VERSIONS}/{version}")


def test_install_of_a_version_that_does_not_start_fails(box, first):
    before, there = read_state(box), list_versions(box)
    code, said = box.tries(copy_checkout(box, FAULTS["0.2.1"]), "install", "--yes")
    assert (code, f"does not start; {first} is running again with its games and settings as they were.\n" in said) == (
        2,
        True,
    )
    assert "is installed" not in said
    assert read_state(box) == before
    assert list_versions(box) == there
    assert there in ([first, "current"], [first, "current", "newest"]), "the last once an update has run here"


def list_versions(box: Container) -> list[str]:
    """List the folder of versions, without the lock."""
    return box.run("sh", "-c", f"ls {VERSIONS} | grep -v lock").split()


def test_install_is_refused_during_a_game_unless_ordered(box, first):
    game = box.at_the_table("begin")
    pid = box.property("wondertable", "MainPID")
    code, said = box.tries(copy_checkout(box), "install", "--yes")
    assert (code, "a game is being played. Finish it or put it aside first; --game restarts" in said) == (2, True)
    assert "puts the program" not in said, "it is said before anything is done"
    assert (box.at_the_table("tell"), box.property("wondertable", "MainPID")) == (game, pid)
    code, said = box.tries(copy_checkout(box), "install", "--yes", "--game")
    assert code == 0, said
    assert box.at_the_table("tell") == game, "by order, and it goes on"
    box.at_the_table("lobby")
    version = box.run("readlink", f"{VERSIONS}/current").strip()
    box.run(WONDERTABLE, "rollback")
    box.run("rm", "-rf", f"{VERSIONS}/{version}")


def test_backup_is_restored_with_its_game(box):
    game = box.at_the_table("begin")
    assert box.tries(WONDERTABLE, "backup", "/tmp/b.tar.gz")[0] == 0
    assert box.tries(WONDERTABLE, "restore", "/tmp/b.tar.gz")[0] == 2, "not during a game"
    box.at_the_table("lobby")
    code, said = box.tries(WONDERTABLE, "restore", "/tmp/b.tar.gz")
    assert code == 0, said
    assert box.at_the_table("tell") == game
    assert box.run("stat", "-c", "%U %a", f"{DATA}/table.db", DATA, f"{DATA}/settings").split("\n")[:3] == [
        "wondertable 600", "wondertable 750", "wondertable 750",
    ]  # fmt: skip
    box.run("rm", "/tmp/b.tar.gz")


def test_report_contains_no_private_data(box):
    box.run("logger", "-t", "wondertable", "x")
    code, said = box.tries(WONDERTABLE, "report", "/tmp/r.tar.gz")
    assert code == 0, said
    text = box.run("tar", "-xzOf", "/tmp/r.tar.gz")
    assert "Started wondertable.service" in text
    key = str(box.run_file()["key"])
    assert key not in text
    assert not re.search(rf"\b{re.escape(box.run('hostname').strip())}\b", text)
    box.run("rm", "/tmp/r.tar.gz")


def test_stop_and_start_control_the_table(box):
    assert box.tries(WONDERTABLE, "stop") == (0, "the table and its screen are stopped; no game is lost.\n")
    assert box.property("wondertable", "ActiveState") == "inactive"
    assert box.tries(WONDERTABLE, "start") == (0, "the table is running.\n")
    assert box.property("wondertable", "ActiveState") == "active"
