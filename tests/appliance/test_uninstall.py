"""`uninstall` removes nothing of an owner's unsaid, and what needs sudo is not called a missing network."""

import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SHELL_HELPERS = r"""
set -euo pipefail
say() { printf 'wondertable: %s\n' "$*" >&2; }
stop() { say "$*"; exit 2; }
"""
UNINSTALL = (
    SHELL_HELPERS
    + r"""
MODEL=/dev/null
. <(sed "s,\[ -d /run/systemd/system \],true," hardware/appliance/install.sh)
DATA=$FOLDER/data OWN=$FOLDER/own VERSIONS=$FOLDER/versions COMMAND=$FOLDER/command UNITS=$FOLDER/units BESIDE=()
is_root() { :; }
systemctl() { :; }
getent() { return 1; }
read_units() { :; }
set_owner() { :; }
remove() { local path; for path in "$@"; do [ "${path#"$FOLDER"}" = "$path" ] || rm -rf "$path"; done; }
uninstall "$@"
"""
)
PACKAGES = (
    SHELL_HELPERS
    + r"""
has_package() { return 1; }
id() { if [ "$1" = -u ]; then echo 1000; else echo ada; fi; }
. <(sed -n -e '/^as_root()/p' -e '/^packages() {/,/^}/p' setup.sh)
packages kbd
"""
)


def run_shell(script: str, folder: Path, *words: str, path: str = "") -> tuple[int, str]:
    env = {**os.environ, "FOLDER": str(folder), "PATH": f"{path}{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", script, "bash", *words],
        cwd=ROOT,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize("purge", [False, True])
@pytest.mark.parametrize("own", [False, True])
def test_owners_keys_are_kept_unless_purged(tmp_path, own, purge):
    for name in ("data", "own/keys", "versions", "units"):
        (tmp_path / name).mkdir(parents=True)
    if own:
        (tmp_path / "own/keys/mine.pem").write_text("a key")
    code, said = run_shell(UNINSTALL, tmp_path, "--yes", *(["--purge"] if purge else []))
    assert code == 0, said
    stays = own and not purge
    assert (tmp_path / "own").exists() == stays
    assert (f"your keys and the address of updates are still in {tmp_path}/own" in said) == stays


def test_refused_sudo_is_reported_with_the_root_command(tmp_path):
    for name, does in (("sudo", "exit 1"), ("dpkg-query", "exit 0"), ("apt-get", "exit 0")):
        (tmp_path / name).write_text(f"#!/bin/sh\n{does}\n")
        (tmp_path / name).chmod(0o755)
    code, said = run_shell(PACKAGES, tmp_path, path=f"{tmp_path}:")
    assert code == 2
    assert said.splitlines()[-1] == "wondertable: this user may not use sudo; as root, run: apt-get install kbd"
    (tmp_path / "sudo").write_text('#!/bin/sh\nexec "$@"\n')
    assert run_shell(PACKAGES, tmp_path, path=f"{tmp_path}:")[0] == 0
