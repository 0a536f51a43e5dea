"""Tests of `install` before it disturbs an existing table: its own functions, and a command that only answers."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from app.appliance.release_archive import is_release_version, is_version, version_key
from tests.app.installed import git

ROOT = Path(__file__).resolve().parents[2]
NO = "wondertable: a game is being played. Finish it or put it aside first; --game restarts the table anyway\n"
SCRIPT = r"""
set -euo pipefail
say() { printf 'wondertable: %s\n' "$*" >&2; }
stop() { say "$*"; exit 2; }
MODEL=/dev/null
. hardware/appliance/install.sh
VERSIONS=$FOLDER/versions COMMAND=$FOLDER/wondertable UNITS=$FOLDER/units PARTS=$FOLDER
yes='' dry='' changed='' due='' public=${PUBLIC:-} game='' before='' playing='' filled=yes version=2.0.0
systemctl() { [ "$1" != -q ] || return 1; echo "systemctl $*"; }
hold_lock() { echo locked; }
parse_options install "$@"
find_installed
ask_about_game
activate_version
start_services
"""
ANSWERS = """#!/bin/sh
[ "$1" != status ] || printf 'version   1.0.0\ntable     active, %s\n' "$GOING_ON"
[ "$1" != status ] || seq 100000 # whoever does not read on, ends it
[ "$1" = status ] || echo "$*"
exit "${CODE:-0}"
"""


@pytest.fixture
def table(tmp_path):
    """Version 1.0.0, and beside it what `install` has just brought."""
    for name in ("units", "versions/1.0.0", "versions/2.0.0/hardware/appliance"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "versions/current").symlink_to("1.0.0")
    (tmp_path / "wondertable-settle.service").write_text("[Unit]\n")
    for name in ("wondertable", "versions/2.0.0/hardware/appliance/wondertable"):
        (tmp_path / name).write_text(ANSWERS)
        (tmp_path / name).chmod(0o755)
    return tmp_path


def install(folder: Path, *words: str, typed: str = "", **env: str) -> tuple[int, str]:
    """Return exit code and output of an installation, at a terminal if something is typed."""
    ours, theirs = pty.openpty() if typed else os.pipe()[::-1]
    os.write(ours, typed.encode())
    if not typed:
        os.close(ours)
    env = {**os.environ, "FOLDER": str(folder), "GOING_ON": "no game", **env}
    done = subprocess.run(
        ["bash", "-c", SCRIPT, "install", *words], cwd=ROOT, env=env,
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    os.close(theirs)
    if typed:
        os.close(ours)
    return done.returncode, done.stdout


def test_checkout_version_is_no_release_version():
    script = ". hardware/appliance/install.sh; name_version; echo $version"
    version = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=True
    ).stdout.strip()
    assert is_version(version)
    assert not is_release_version(version)
    assert version_key(version) == version_key(version.partition("+")[0])


PLAYED = {"GOING_ON": "a game is being played"}
GUARDED = "wondertable: switches from version 1.0.0 to 2.0.0, and back if that does not start\n"


def test_install_over_another_version_is_a_guarded_update(table):
    code, said = install(table)
    assert code == 0
    assert said.startswith(f"{GUARDED}systemctl daemon-reload\nadopt 2.0.0\nlocked\n")
    assert "starts the table" not in said, "it has been started, and has answered"


def test_version_that_does_not_start_fails_the_install_and_is_removed(table):
    code, said = install(table, CODE="2")
    assert (code, "is installed" in said) == (2, False)
    assert not (table / "versions/2.0.0").exists()


def test_version_with_a_pending_undo_is_kept(table):
    (table / "versions/changing").touch()
    assert install(table, CODE="2")[0] == 2
    assert (table / "versions/2.0.0").exists()


@pytest.mark.parametrize("words", [(), ("--yes",), ("--dry-run",)])
def test_install_is_refused_during_a_game_without_a_terminal(table, words):
    assert install(table, *words, **PLAYED) == (2, NO)


def test_install_asks_before_restarting_a_game_at_a_terminal(table):
    code, said = install(table, typed="n\n", **PLAYED)
    assert "A game is being played. Restart the table? The game continues afterwards. [y/N]" in said
    assert code == 2
    code, said = install(table, typed="y\n", **PLAYED)
    assert (code, "adopt 2.0.0 --game\n" in said) == (0, True)


def test_game_option_restarts_the_table(table):
    code, said = install(table, "--game", **PLAYED)
    assert (code, "adopt 2.0.0 --game\n" in said) == (0, True)


def test_install_of_the_same_version_does_not_restart_the_table(table):
    (table / "versions/current").unlink()
    (table / "versions/current").symlink_to("2.0.0")
    (table / "more.service").write_text("[Install]\n")
    code, said = install(table, **PLAYED)
    assert code == 0
    assert "a game is being played, so the table was not restarted; the changes take effect at its next start" in said
    assert "starts the table" not in said
    assert install(table, PUBLIC="yes", **PLAYED) == (2, NO), "but a PIN would restart it"


def test_uncommitted_changes_are_reported(tmp_path):
    script = f'say() {{ echo "$*"; }}; . {ROOT}/hardware/appliance/install.sh; PARTS=.; warn_about_uncommitted'

    def run_script() -> str:
        words = ["bash", "-euo", "pipefail", "-c", script]
        return subprocess.run(words, cwd=tmp_path, stdout=subprocess.PIPE, text=True, check=True).stdout

    (tmp_path / "program").write_text("how\nmore\n")
    assert run_script() == "", "no checkout"
    for name in ("how", "more", "not-for-tables"):
        (tmp_path / name).touch()
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "how", "more")
    git(tmp_path, "commit", "-qm", "first")
    assert run_script() == ""
    (tmp_path / "how").write_text("changed")
    assert run_script() == "uncommitted changes are installed, too: how\n"
    (tmp_path / "more").unlink()
    assert run_script() == "uncommitted changes are installed, too: how, and 1 more\n"


def test_release_path_is_relative_to_the_callers_folder(tmp_path):
    script = f'stop() {{ echo "$*"; exit 2; }}; CALLED={tmp_path}; . {ROOT}/hardware/appliance/install.sh\n'
    script += (
        "game='' public='' yes='' file=''; parse_options install --yes sub/../some.tar; echo $yes $file; name_version"
    )
    (tmp_path / "some.tar").touch()
    done = subprocess.run(["bash", "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    lines = [f"yes {tmp_path}/some.tar", f"{tmp_path}/some.tar: this is not a release of Wondertable"]
    assert (done.returncode, done.stdout.splitlines()) == (2, lines)
