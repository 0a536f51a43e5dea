"""`./setup.sh install` makes a Debian the table, `uninstall` undoes it, and both say what they do."""

import pytest

from tests.appliance.container import Container, until
from tests.appliance.places import DATA

pytestmark = pytest.mark.root
OLD_FOLDER = "/srv/wondertable/tests/folders/before-the-move"
GAME = "7 Ada Ben Brisko"  # of that folder, as at_the_table.py prints it
BIND = 1 << 10  # the one capability: CAP_NET_BIND_SERVICE


def add_games_of_pi(box: Container) -> None:
    """Create a user with an earlier version's folder, settings and log-in entry."""
    box.run("useradd", "--create-home", "pi")
    make = f"""
mkdir -p ~/.local/share/wondertable ~/.config/wondertable ~/.config/autostart
cp {OLD_FOLDER}/settings.json ~/.config/wondertable
touch ~/.local/share/wondertable/lock ~/.config/autostart/wondertable.desktop
python3 -c "import pathlib, sqlite3
db = sqlite3.connect(pathlib.Path.home() / '.local/share/wondertable/table.db')
db.executescript(pathlib.Path('{OLD_FOLDER}/table.sql').read_text())"
"""
    box.run("su", "pi", "-c", make)


def diff_files(before: dict[str, str], after: dict[str, str]) -> dict[str, tuple[str | None, str | None]]:
    return {
        path: (before.get(path), after.get(path))
        for path in sorted(before.keys() | after.keys())
        if before.get(path) != after.get(path)
    }


def test_dry_run_changes_no_file(fresh):
    before = fresh.files()
    code, said = fresh.setup("install", "--dry-run")
    assert code == 0, said
    assert "dry run: puts the program in /opt/wondertable/" in said
    assert said.endswith("wondertable: nothing was changed\n")
    assert diff_files(before, fresh.files()) == {}
    assert fresh.setup("uninstall", "--dry-run", "--purge")[0] == 0
    assert diff_files(before, fresh.files()) == {}


def test_unsuitable_machine_is_reported_in_the_first_line(fresh):
    fresh.write("/tmp/bin/dpkg", "#!/bin/sh\necho armhf\n")
    fresh.write("/tmp/memory", "MemTotal:         500000 kB\n")
    fresh.run("chmod", "+x", "/tmp/bin/dpkg")
    fresh.run("mount", "--bind", "/tmp/memory", "/proc/meminfo")
    fresh.write("/etc/os-release", 'ID=debian\nVERSION_ID=11\nPRETTY_NAME="Debian GNU/Linux 11"\n')
    before = fresh.files()
    code, said = fresh.setup("install", "--yes", PATH="/tmp/bin:/usr/sbin:/usr/bin:/sbin:/bin")
    assert (code, said) == (
        2,
        "wondertable: this machine is not suitable: the system is Debian GNU/Linux 11, not Debian or Raspberry Pi OS "
        "12 or 13; the system is for armhf, not for amd64 or arm64 (64 bits); "
        "there are 500 MB of memory, not 800.\n",
    )
    assert diff_files(before, fresh.files()) == {}


def test_declined_install_changes_no_file(fresh):
    before = fresh.files()
    ask = "echo n | script --quiet --return --command '/srv/wondertable/setup.sh install' /dev/null"
    code, said = fresh.tries("sh", "-c", ask)
    assert code == 2
    assert "Install it? [Y/n]" in said
    assert diff_files(before, fresh.files()) == {}


def test_installed_table_serves_pages_with_minimal_privileges(installed):
    assert installed.run("systemctl", "is-active", "wondertable").strip() == "active"
    until(lambda: fetch_status(installed) == "200", "no page at port 80")
    pid = installed.property("wondertable", "MainPID")
    status = dict(
        line.split(":\t", 1) for line in installed.run("cat", f"/proc/{pid}/status").splitlines() if ":\t" in line
    )
    assert {int(status[name], 16) for name in ("CapPrm", "CapEff", "CapBnd", "CapAmb")} == {BIND}
    assert status["Uid"].split()[0] == installed.run("id", "-u", "wondertable").strip()
    for folder in ("/usr", "/etc", "/opt/wondertable", "/var/lib", "/home", "/root"):
        assert installed.tries("nsenter", "-t", pid, "-m", "touch", f"{folder}/x")[0] != 0, (
            f"{folder} can be written, by root even"
        )
    installed.run("nsenter", "-t", pid, "-m", "setpriv", "--reuid=wondertable", "--clear-groups", "touch", f"{DATA}/x")
    installed.run("rm", f"{DATA}/x")


def fetch_status(box: Container, port: int = 80) -> str:
    """Return the HTTP status of the first page."""
    return box.run("curl", "-s", "-o", "/dev/null", "-w", "%{http_code}", f"http://127.0.0.1:{port}/", check=False)


def test_second_install_changes_no_file(installed):
    until(lambda: fetch_status(installed) == "200", "no page at port 80")
    before = installed.files()
    code, said = installed.setup("install")
    assert code == 0, said
    assert said.endswith("wondertable: everything is in order; nothing was changed\n"), said
    found = diff_files(before, installed.files())
    found.pop("var/lib/wondertable/table.evening.db", None)  # the daily copy, which a running table makes
    assert found == {}


def list_owners(box: Container) -> set[str]:
    return set(box.run("find", DATA, "-printf", "%u\\n").split())


def test_files_written_by_root_commands_belong_to_the_table(installed):
    """With sudo, as one does: then the table can read the PIN, and the screen finds the table."""
    installed.run("systemctl", "stop", "wondertable-screen", "wondertable")
    installed.run("rm", "-f", f"{DATA}/run.json", f"{DATA}/lock")
    installed.run("sh", "-c", "echo 2468 | /usr/local/bin/wondertable pin")
    installed.write("/tmp/none.json", '{"wondertable": "history", "format": 1, "games": []}')
    installed.run("/usr/local/bin/wondertable", "history", "import", "/tmp/none.json")
    installed.run("sh", "-c", "/usr/local/bin/wondertable run --headless --port 0 >/dev/null 2>&1 & echo $! >/tmp/run")
    installed.at_the_table("tell")
    installed.run("sh", "-c", "kill $(cat /tmp/run); while [ -e /proc/$(cat /tmp/run) ]; do sleep 0.1; done")
    assert list_owners(installed) == {"wondertable"}
    installed.run("systemctl", "start", "wondertable", "wondertable-screen")
    assert installed.at_the_table("pin", "1357") == "pin-wrong"
    assert installed.at_the_table("pin", "2468") == ""
    installed.run("systemctl", "stop", "wondertable-screen", "wondertable")
    installed.run("/usr/local/bin/wondertable", "pin", "--remove")
    installed.run("systemctl", "start", "wondertable", "wondertable-screen")


@pytest.mark.parametrize("unit", ["wondertable", "wondertable-screen"])
def test_services_are_confined(installed, unit):
    said = installed.run("systemd-analyze", "security", unit, check=False).splitlines()[-1]
    assert float(said.split(": ")[1].split()[0]) <= 2.0, said


def test_systemd_verifies_the_units(installed):
    units = [
        f"/etc/systemd/system/wondertable{name}.service"
        for name in ("", "-screen", "-goodbye", "-fallback@", "-stick@", "-watch")
    ]
    assert installed.tries("systemd-analyze", "verify", *units) == (0, "")


def test_install_takes_over_the_callers_games_and_settings(fresh):
    add_games_of_pi(fresh)
    busy = "systemd-run --quiet --unit=other --property=ExecStartPost='/bin/sleep 1' python3 -m http.server 80"
    fresh.run("sh", "-c", busy)
    home = fresh.run("find", "/home/pi", "-type", "f", "-exec", "sha256sum", "{}", "+").splitlines()
    code, said = fresh.setup("install", "--yes", SUDO_USER="pi")
    assert code == 0, said
    assert fresh.at_the_table("tell").startswith(GAME)
    assert fresh.run_file()["port"] == 8080, "port 80 is somebody else's"
    assert list_owners(fresh) == {"wondertable"}
    left = fresh.run("find", "/home/pi", "-type", "f", "-exec", "sha256sum", "{}", "+").splitlines()
    assert [line for line in home if line not in left] == [line for line in home if "autostart" in line]


def test_uninstall_keeps_the_games_and_purge_removes_everything(fresh):
    before = fresh.files()
    assert fresh.setup("install", "--yes")[0] == 0
    game = fresh.at_the_table("begin")
    names = ("0.0.1-2026-11-27", "restore-2026-11-27-2")  # as updates and `restore` leave them
    copies = [f"{DATA}.before-{name}" for name in names]
    for copy in copies:
        fresh.run("cp", "-a", DATA, copy)
    number = fresh.run("id", "-u", "wondertable").strip()
    code, said = fresh.setup("uninstall")
    assert code == 0, said
    assert f"still in {DATA}, and earlier copies in {' '.join(copies)};" in said
    assert fresh.tries("systemctl", "is-active", "wondertable")[1].strip() == "inactive"
    left = diff_files(before, fresh.files())
    assert {path for path in left if not path.startswith("var/lib/wondertable")} <= TOUCHED
    assert "var/lib/wondertable/table.db" in left
    assert {line.split()[1] for _, line in left.values() if line} == {"root"}
    fresh.run("useradd", "--uid", number, "--user-group", "next")
    for folder in (DATA, *copies):
        assert fresh.run("stat", "-c", "%U:%a", folder).strip() == "root:700"
        assert fresh.tries("runuser", "-u", "next", "--", "cat", f"{folder}/table.db")[0] != 0
    fresh.run("userdel", "next")
    assert fresh.setup("install", "--yes")[0] == 0, "and back again"
    assert fresh.at_the_table("tell") == game
    assert set(fresh.run("find", *copies, "-printf", "%u\\n").split()) == {"wondertable"}, "for `rollback --data`"
    for _ in range(2):
        code, said = fresh.setup("uninstall", "--purge", "--yes")
        assert code == 0, said
    assert diff_files(before, fresh.files()).keys() <= TOUCHED
    assert said.endswith("wondertable: everything is in order; nothing was changed\n"), said


# Files of the system that list users: written again, without ours.
TOUCHED = {f"etc/{name}{old}" for name in ("passwd", "group", "shadow", "gshadow") for old in ("", "-")}
TOUCHED |= {
    "etc/.pwd.lock",
    "var/lib",
    "opt",
    "usr/local/bin",
    "usr/share/bash-completion/completions",
    "usr/share/fish/vendor_completions.d",
    "usr/share/man/man1",
    "usr/share/zsh/vendor-completions",
    "etc/subuid",
    "etc/subgid",
    "etc/subuid-",
    "etc/subgid-",
}
