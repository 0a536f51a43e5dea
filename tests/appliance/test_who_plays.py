"""`install` asks whether strangers use the table, and then for a PIN, which nobody else on the machine gets to see."""

import os
import pty
import subprocess
from pathlib import Path

import pytest

from app.protocol.access_messages import FEWEST_DIGITS, MOST_DIGITS

ROOT = Path(__file__).resolve().parents[2]
PIN_NOTICE = "wondertable: people who know the PIN can change settings, end games for all, and switch off\n"
HOME = "wondertable: the table gets no PIN, as one at home; you can set one on its screen, or with --public\n"
SCRIPT = r"""
set -euo pipefail
say() { printf 'wondertable: %s\n' "$*" >&2; }
stop() { say "$*"; exit 2; }
MODEL=/dev/null
. hardware/appliance/install.sh
DATA=$FOLDER/data VERSIONS=$FOLDER/versions yes='' dry='' changed='' public='' pin='' version=1.1.0
before=$([ ! -e "$VERSIONS/current" ] || echo 1.0.0)
parse_options install "$@"
ask_about_strangers
systemctl() { echo "systemctl $*"; }
runuser() { echo "runuser $*, and typed: $(cat)" >>"$FOLDER/typed"; }
bring_pin
"""


def install(folder: Path, *words: str, typed: str = "", terminal: bool = False) -> tuple[int, str]:
    """Return exit code and output of an installation; `folder`/typed contains the input of `wondertable pin`."""
    ours, theirs = pty.openpty() if terminal else os.pipe()[::-1]
    os.write(ours, typed.encode())
    if not terminal:
        os.close(ours)
    done = subprocess.run(
        ["bash", "-c", SCRIPT, "install", *words], cwd=ROOT, env={**os.environ, "FOLDER": str(folder)},
        stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
    )  # fmt: skip
    os.close(theirs)
    if terminal:
        os.close(ours)
    return done.returncode, done.stdout


def typed_pin(folder: Path) -> str:
    file = folder / "typed"
    return file.read_text() if file.exists() else ""


PIN_IS_SET = "wondertable: sets the table's PIN\n"
PIN_COMMAND = "runuser -u wondertable -- {}/versions/1.1.0/hardware/appliance/wondertable pin, and typed: 2468\n"


@pytest.mark.parametrize("words", [(), ("--yes",)])
def test_install_without_a_terminal_assumes_home_and_prints_it(tmp_path, words):
    assert install(tmp_path, *words) == (0, HOME)
    assert typed_pin(tmp_path) == ""


def test_home_option_asks_nothing(tmp_path):
    assert install(tmp_path, "--home", terminal=True) == (0, "")


def test_public_option_reads_a_pin_from_standard_input(tmp_path):
    assert install(tmp_path, "--public", typed="2468\n") == (0, PIN_NOTICE + PIN_IS_SET)
    assert typed_pin(tmp_path) == PIN_COMMAND.format(tmp_path), "never a word of a command"


@pytest.mark.parametrize("typed", ["", "123\n", "123456789\n", "12a4\n"])
def test_invalid_pin_changes_nothing(tmp_path, typed):
    no = "wondertable: a PIN of 4 to 8 digits was expected on standard input; nothing was changed\n"
    assert install(tmp_path, "--public", typed=typed) == (2, PIN_NOTICE + no)
    assert typed_pin(tmp_path) == ""


def test_installer_and_table_agree_on_the_pin_length():
    wanted = f"{{{FEWEST_DIGITS},{MOST_DIGITS}}}"
    assert f"^[0-9]{wanted}$" in (ROOT / "hardware/appliance/install.sh").read_text()


def test_terminal_asks_for_the_pin_twice_without_echo(tmp_path):
    code, said = install(tmp_path, typed="y\n2468\n2469\n2468\n2468\n", terminal=True)
    assert (code, typed_pin(tmp_path)) == (0, PIN_COMMAND.format(tmp_path))
    assert "Will strangers use this table, as in a café? [y/N]" in said
    assert said.count("Once more: ") == 2
    assert "please type the same 4 to 8 digits twice" in said
    assert "246" not in said


def test_declined_question_sets_no_pin(tmp_path):
    code, said = install(tmp_path, typed="n\n", terminal=True)
    assert (code, "PIN, 4 to 8" in said, typed_pin(tmp_path)) == (0, False, "")


def test_dry_run_asks_for_no_pin(tmp_path):
    assert install(tmp_path, "--public", "--dry-run") == (0, "wondertable: dry run: sets the table's PIN\n")


@pytest.mark.parametrize("words", [(), ("--public",)])
def test_existing_pin_is_kept(tmp_path, words):
    (tmp_path / "data/settings").mkdir(parents=True)
    (tmp_path / "data/settings/pin.json").touch()
    assert install(tmp_path, *words, typed="2468\n") == (0, "")


def test_reinstall_asks_no_question_but_accepts_a_pin(tmp_path):
    (tmp_path / "versions/current").mkdir(parents=True)
    assert install(tmp_path, typed="y\n2468\n2468\n", terminal=True) == (0, "")
    assert install(tmp_path, "--public", typed="2468\n") == (
        0,
        PIN_NOTICE + PIN_IS_SET + "systemctl stop wondertable.service\n",
    )
    assert typed_pin(tmp_path) == PIN_COMMAND.format(tmp_path)
