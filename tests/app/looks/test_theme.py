"""Screen and phones have the same colours and the same symbols."""

import re
from pathlib import Path

import pytest

from app.looks.icons import ICONS
from app.looks.symbols import FIGURES
from app.looks.theme import PLAIN, THEME, colours, css, numbers

ROOT = Path(__file__).resolve().parents[3]
SHEETS = sorted((ROOT / "app").rglob("*.css"))
ITS_OWN = {
    "rows",
    "earlier",
    "more",
    "letters",
    "carved",
    "strip",
    "why",
    "u",
    "v",
    "b",
    "out",
    "k",
    "nav",
    "dock",
    "ask",
    "glow",
    "start",
    "each",
    "nth",
    "lasts",
    "waits",
    "bare",
    "widest",
    "wide",
    "page",
    "stands",
    "news",
}  # places, and times of what moves; what a rule outside of a drawing says of it


@pytest.mark.parametrize("sheet", SHEETS, ids=lambda sheet: sheet.name)
def test_stylesheet_uses_only_theme_colours(sheet):
    text = sheet.read_text(encoding="utf-8")
    named = set(re.findall(r"var\(--([\w-]+)", text))
    assert named - ITS_OWN <= {name.replace("_", "-") for name in colours()}
    assert set(re.findall(r"#[0-9A-Fa-f]{3,8}\b(?=[^{]*[;}])", text)) <= {"#000"}, "of a code, which lies on white"


def test_phone_css_has_dark_and_bright_colours():
    night, bright = (css(bright) for bright in (False, True))
    plain = css(plain=True)
    assert "--red-tint:#44231D;" in night
    assert "--table:#14100D;" in plain
    assert "--red-tint:#44231D;" in plain
    assert "color-scheme:dark" in night
    assert "color-scheme:light" in bright
    assert all(f"--{name.replace('_', '-')}:" in bright for name in (*colours(), "glow"))


def lines(file):
    return [
        line for line in file.read_text(encoding="utf-8").splitlines() if line and not line.startswith(("# ", "#:kivy"))
    ]


def test_every_theme_line_is_a_colour_or_a_number():
    assert len(lines(THEME)) == len(colours()) + len(numbers())


def test_plain_theme_lists_only_colours_that_change():
    assert colours(plain=True).keys() == colours().keys()
    looks = [(colours(bright), colours(bright, plain=True)) for bright in (False, True)]
    others = {name for usual, plain in looks for name in plain if plain[name] != usual[name]}
    assert len(lines(PLAIN)) == len(others) > 0


@pytest.mark.parametrize("page", sorted((ROOT / "app").rglob("*.html")), ids=lambda page: page.name)
def test_every_icon_named_by_a_page_is_drawn(page):
    named = re.findall(r"\bicon\(\s*[\"']([\w-]+)", page.read_text(encoding="utf-8"))
    assert set(named) <= {*ICONS, *FIGURES}
