"""Commands in messages of the terminal: they are written as they can be typed, since an installed table has its own."""

from pathlib import Path

import pytest

import main
from app.text.table_text import refusal
from app.text.terminal_output import command_line
from app.text.translation import LOCALE, words

PARAMS = {
    "pin-unreadable": {"file": "pin.json"},
}


@pytest.fixture
def installed(monkeypatch, tmp_path):
    monkeypatch.setenv("WONDERTABLE_DATA", str(tmp_path))


def test_checkout_is_started_by_its_path(monkeypatch):
    monkeypatch.delenv("WONDERTABLE_DATA", raising=False)
    assert command_line("code 3") == ".venv/bin/wondertable code 3"


def test_installed_program_is_started_by_its_command_as_root(installed):
    assert command_line("code 3") == "sudo wondertable code 3"


@pytest.mark.parametrize(("rule", "command"), [("pin-unreadable", "pin")])
@pytest.mark.parametrize("lang", ["en", "de", "nl", "fr"])
def test_refusal_names_the_installed_command(installed, lang, rule, command):
    assert f"sudo wondertable {command}" in refusal(words(lang), rule, PARAMS[rule])


def test_no_message_hard_codes_the_start_command():
    catalogues = [path.read_text() for path in LOCALE.glob("*/LC_MESSAGES/*.po")]
    assert catalogues
    assert [text for text in catalogues if "main.py" in text] == []
    pages = Path(main.ROOT, "app").rglob("pages/**/*.html")
    assert [path.name for path in pages if "main.py" in path.read_text()] == []
