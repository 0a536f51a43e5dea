"""Screen and phones have the same colours and the same symbols."""

import re
from pathlib import Path

import pytest

from app.looks.figures import FIGURES
from app.looks.icons import ICONS, SIGNS
from app.looks.theme import THEME, colours, numbers

ROOT = Path(__file__).resolve().parents[3]
CSS = (ROOT / "app" / "phones" / "static" / "phone.css").read_text(encoding="utf-8")
OTHERWISE = {"lit": "chosen", **{f"{colour}T": f"{colour}_tint" for colour in SIGNS}}  # names of the style sheet


def test_the_style_sheet_has_the_colours_of_the_theme():
    root = CSS[CSS.index(":root") : CSS.index("}", CSS.index(":root"))]
    declared = dict(re.findall(r"--(\w+):\s*(#[0-9A-Fa-f]{6})", root))
    assert len(declared) > 20
    assert declared == {name: colours()[OTHERWISE.get(name, name)] for name in declared}


def test_every_line_of_the_theme_is_a_colour_or_a_number():
    lines = [
        line
        for line in THEME.read_text(encoding="utf-8").splitlines()
        if line and not line.startswith(("# ", "#:kivy"))
    ]
    assert len(lines) == len(colours()) + len(numbers())


@pytest.mark.parametrize("page", sorted((ROOT / "app").rglob("*.html")), ids=lambda page: page.name)
def test_every_symbol_that_a_page_names_is_drawn(page):
    named = re.findall(r"\bicon\(\s*[\"']([\w-]+)", page.read_text(encoding="utf-8"))
    assert set(named) <= {*ICONS, *FIGURES}
