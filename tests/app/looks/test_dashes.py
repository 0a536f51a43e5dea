"""A dashed outline means one thing on both surfaces: this is still to be built.

Some lines of charts are dashed too: they are lines, not outlines, and a legend says what they are.
"""

import ast
import re

from tests.language import ROOT

BUILT_LATER = {
    ("app/games/architects/face_layouts.py", "_place_tags"),
    ("app/games/seven_wonders/face_layouts.py", "draw_stage"),
    ("app/games/seven_wonders/face_layouts.py", "later_stage"),
    ("app/games/seven_wonders/face_layouts.py", "stage_card"),
    ("app/looks/drawing_data.py", "GHOSTS"),
    ("app/screen/widgets/faces.py", "PART_STYLES"),
    ("app/screen/widgets/faces.py", "unbuilt"),  # a later stage, and the place of a wonder of Duel
}
CHARTS = {
    ("app/screen/pages/history/common_rows.py", "_paint_chart"),
    ("app/screen/pages/history/review.py", "_paint_course"),
}
STYLES = {".parts .later", ".stages > *", ".chart .mean"}  # of phones and the wall
DRAW = {"Box", "Disc", "Ghost", "PartStyle", "rect", "disc", "oval", "poly", "path", "stamp"}


def is_pair(it):
    """Two lengths, on and off; also if that depends on something."""
    if isinstance(it, ast.IfExp):
        return is_pair(it.body) or is_pair(it.orelse)
    return isinstance(it, ast.Tuple) and len(it.elts) == 2 and not any(isinstance(n, ast.Tuple) for n in it.elts)


def is_dashed(it):
    """A value called so, or what a shape is drawn with."""
    if isinstance(it, ast.Assign):
        return getattr(it.targets[0], "id", "") == "dash" and is_pair(it.value)
    if not isinstance(it, ast.Call):
        return False
    drawn = getattr(it.func, "attr", getattr(it.func, "id", ""))
    given = [*it.args, *(each.value for each in it.keywords if each.arg == "dash")]
    return drawn in DRAW and any(map(is_pair, given))


def dashed(source):
    """The functions and constants of a module in which something is dashed."""
    for part in ast.parse(source).body:
        inside = part.body if isinstance(part, ast.ClassDef) else [part]
        for each in inside:
            target = getattr(each, "target", None) or next(iter(getattr(each, "targets", ())), None)
            name = getattr(each, "name", getattr(target, "id", ""))
            if any(map(is_dashed, ast.walk(each))):
                yield name


def rules(text):
    """The selectors of dashed things in a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    return {" ".join(selector.split()) for selector, body in found if re.search(r"dashed|dotted|dasharray", body)}


def test_only_what_is_still_to_be_built_is_dashed_on_the_screen():
    sources = {str(path.relative_to(ROOT)): path.read_text() for path in (ROOT / "app").rglob("*.py")}
    found = {(path, name) for path, source in sources.items() for name in dashed(source)}
    assert found == BUILT_LATER | CHARTS


def test_only_what_is_still_to_be_built_is_dashed_on_phones():
    assert set().union(*(rules(path.read_text()) for path in (ROOT / "app").rglob("*.css"))) == STYLES


def test_a_dash_is_found_however_it_is_given():
    given = (
        "def a(p):\n    p.rect(0, 0, 1, 1, 2, None, 'line', 2, dash=(5, 4))",
        "def a(p, can):\n    p.disc(0, 0, 1, None, 'line', 2, dash=None if can else (5.0, 4.0))",
        "def a(p, k):\n    dash = (k * 6, 8) if k else None\n    p.path(0, 0, 1, 1, line='line', dash=dash)",
        "a = Box(0, 0, 1, 1, 2, '', 'line', 2, (5.0, 4.0))",
    )
    assert [[*dashed(each)] for each in given] == [["a"]] * len(given)
    assert not [*dashed("def a(p):\n    p.rect(0, 0, 1, 1, 2, None, 'line', 2)\n    at = (1, 2)")]
    assert rules(".a, .b { border: 2px dashed red }\n.c { color: red } /* dashed */") == {".a, .b"}
