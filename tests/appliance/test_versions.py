"""`wondertable update` and the others, with systemd: what comes up stays, and everything else goes back by itself."""

import re
import subprocess
from pathlib import Path

import pytest

from app.appliance import release
from app.appliance.signature import public
from tests.app.installed import git, new_key
from tests.appliance.container import ROOT, Container
from tests.appliance.test_install import DATA, VERSIONS

pytestmark = pytest.mark.root
WONDERTABLE = "/usr/local/bin/wondertable"
# A release of these tests has no packages of its own: it borrows those of the version that was installed first.
BORROWS = "import sys\nsys.path.append('{site}')\n"
FAULTS = {
    "0.2.0": "",
    "0.2.1": "raise SystemExit(1)\n",  # cannot start
    "0.2.2": "import time\ntime.sleep(1000)\n",  # starts, and does not answer
}


@pytest.fixture(scope="session")
def first(installed: Container, tmp_path_factory) -> str:
    """The version that was installed; a key that the owner trusts, and releases, lie in its /tmp."""
    folder = tmp_path_factory.mktemp("releases")
    checkout = folder / "checkout"
    checkout.mkdir()
    for name in (ROOT / release.LIST).read_text().split():
        subprocess.run(["cp", "-r", ROOT / name, checkout], check=True)
    (checkout / ".gitignore").write_text("__pycache__/\n*.wav\n")
    git(checkout, "init", "-q")
    version = installed.run("readlink", f"{VERSIONS}/current").strip()

    def fetch(root: Path, machine: str, python: str, to: Path) -> None:
        (to / "sitecustomize.py").write_text(BORROWS.format(site=f"{VERSIONS}/{version}/site"))

    project, loop = (ROOT / "pyproject.toml").read_text(), (ROOT / "app/host/loop.py").read_text()
    for key in ("key", "stranger"):
        new_key(folder / f"{key}.pem")
    for new, fault in FAULTS.items():
        (checkout / "pyproject.toml").write_text(project.replace('version = "0.1.0"', f'version = "{new}"'))
        (checkout / "app/host/loop.py").write_text(fault + loop)
        git(checkout, "add", ".")
        git(checkout, "commit", "-qm", new)
        release.make(folder / "key.pem", folder, checkout, fetch)
    release.make(folder / "stranger.pem", folder / "stranger", checkout, fetch)
    whole = (folder / "wondertable-0.2.0.tar").read_bytes()
    (folder / "cut.tar").write_bytes(whole[: len(whole) // 2])
    inside = Path(f"/proc/{installed.leader}/root")
    for file in (*folder.glob("*.tar"), folder / "stranger/wondertable-0.2.2.tar"):
        to = "stranger.tar" if file.parent.name == "stranger" else file.name
        (inside / "tmp" / to).write_bytes(file.read_bytes())
    installed.write(f"{DATA}/settings/settings.json", '{"lang": "nl"}')
    installed.run("chown", "-R", "wondertable:", DATA)
    (inside / "etc/wondertable/keys").mkdir(parents=True)
    (inside / "etc/wondertable/keys/owner.pem").write_bytes(public(folder / "key.pem"))
    return version


@pytest.fixture
def box(installed: Container, first: str):
    """A table in its lobby, of the version that was installed first, and alone."""
    installed.at_the_table("lobby")
    yield installed
    installed.at_the_table("lobby")
    if installed.run("readlink", f"{VERSIONS}/current").strip() != first:
        installed.run(WONDERTABLE, "rollback", first)
    for path in (f"{VERSIONS}/0.2.*", f"{VERSIONS}/previous", f"{DATA}.*"):
        installed.run("sh", "-c", f"rm -rf {path}")


def state(box: Container) -> tuple[str, str, str]:
    """The version that runs, whether it does, and the settings."""
    return (
        box.run("readlink", f"{VERSIONS}/current").strip(),
        box.property("wondertable", "ActiveState"),
        box.run("sh", "-c", f"ls -l {DATA}/settings; cat {DATA}/settings/*"),
    )


def test_a_good_update_runs_and_goes_back(box, first):
    before = state(box)
    assert box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar") == (
        0,
        f"0.2.0 runs now; {first} is kept, and `wondertable rollback` goes back to it.\n",
    )
    assert state(box) == ("0.2.0", *before[1:])
    assert box.run(WONDERTABLE, "status").startswith(f"version   0.2.0\nalso here {first}\ntable     active, no game\n")
    assert box.tries(WONDERTABLE, "rollback") == (0, f"{first} runs now.\n")
    assert state(box) == before


@pytest.mark.parametrize(
    ("file", "said"),
    [
        ("wondertable-0.2.1.tar", "0.2.1 does not start; {first} goes on with its games and settings as they were."),
        ("wondertable-0.2.2.tar", "0.2.2 does not answer; {first} goes on with its games and settings as they were."),
        ("cut.tar", "/tmp/cut.tar: release 0.2.0 has ended too early."),
        ("stranger.tar", "/tmp/stranger.tar: nobody whose key is known here has signed this release."),
    ],
    ids=["cannot start", "does not answer", "cut off", "signed by a stranger"],
)
def test_what_is_no_good_goes_back_by_itself(box, first, file, said):
    before = state(box)
    assert box.tries(WONDERTABLE, "update", f"/tmp/{file}") == (2, f"wondertable: {said.format(first=first)}\n")
    assert state(box) == before
    assert box.run("sh", "-c", f"ls -A {VERSIONS}").split() == [first, "current", "lock"]
    assert box.run("sh", "-c", f"ls -d {DATA}*").split() == [DATA]


def test_a_game_is_not_disturbed(box):
    game = box.at_the_table("begin")
    pid = box.property("wondertable", "MainPID")
    code, said = box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar")
    assert (code, "a game is being played" in said) == (2, True)
    assert (box.at_the_table("tell"), box.property("wondertable", "MainPID")) == (game, pid)


def test_a_disk_that_is_too_small_is_said(box, first):
    box.run("mount", "-t", "tmpfs", "-o", "size=20m", "tmpfs", "/mnt")
    box.run(
        "sh", "-c", f"mkdir /mnt/{first} && mount --rbind {VERSIONS}/{first} /mnt/{first} && ln -s {first} /mnt/current"
    )
    box.run("mount", "--rbind", "/mnt", VERSIONS)
    try:
        code, said = box.tries(WONDERTABLE, "update", "/tmp/wondertable-0.2.0.tar")
        assert (code, f"there is too little room in {VERSIONS}: " in said) == (2, True)
    finally:
        box.run("sh", "-c", f"umount -R {VERSIONS} && umount -R /mnt")


def test_a_pulled_plug_is_settled_when_the_machine_starts(box, first):
    before = state(box)
    box.run("sh", "-c", f"cp -a {DATA} {DATA}.before-0.2.0 && echo '{{' >{DATA}/settings/settings.json")
    pending = f'{{"to": "0.2.0", "back": "{first}", "previous": null, "copy": "0.2.0", "screen": false}}'
    box.write(f"{VERSIONS}/pending", pending)
    code, _ = box.tries("systemctl", "start", "wondertable-settle")
    assert code != 0, "what went wrong is seen in the journal"
    assert f"0.2.0 was not switched to, as that was cut off; {first} goes on" in box.run(
        "journalctl", "-u", "wondertable-settle"
    )
    assert state(box) == before


def test_backup_and_restore(box):
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


def test_a_report_says_nothing_of_anybody(box):
    box.run("logger", "-t", "wondertable", "x")
    code, said = box.tries(WONDERTABLE, "report", "/tmp/r.tar.gz")
    assert code == 0, said
    text = box.run("tar", "-xzOf", "/tmp/r.tar.gz")
    assert "Started wondertable.service" in text
    key = str(box.run_file()["key"])
    assert key not in text
    assert not re.search(rf"\b{re.escape(box.run('hostname').strip())}\b", text)
    box.run("rm", "/tmp/r.tar.gz")


def test_stop_and_start(box):
    assert box.tries(WONDERTABLE, "stop") == (0, "the table and its screen have stopped; no game is lost.\n")
    assert box.property("wondertable", "ActiveState") == "inactive"
    assert box.tries(WONDERTABLE, "start") == (0, "the table runs.\n")
    assert box.property("wondertable", "ActiveState") == "active"
