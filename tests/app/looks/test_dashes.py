"""A dashed outline means one thing on both surfaces: this is still to be built.

Some lines of charts are dashed too: they are lines, not outlines, and a legend says what they are.
"""

import ast
import re

import pytest

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


def is_pair(node):
    """Check whether a node is a pair of lengths, on and off, conditional ones included."""
    if isinstance(node, ast.IfExp):
        return is_pair(node.body) or is_pair(node.orelse)
    return isinstance(node, ast.Tuple) and len(node.elts) == 2 and not any(isinstance(n, ast.Tuple) for n in node.elts)


def is_dashed(node):
    """Check whether a node is a value named `dash`, or a drawing call with dashes."""
    if isinstance(node, ast.Assign):
        return getattr(node.targets[0], "id", "") == "dash" and is_pair(node.value)
    if not isinstance(node, ast.Call):
        return False
    drawn = getattr(node.func, "attr", getattr(node.func, "id", ""))
    given = [*node.args, *(each.value for each in node.keywords if each.arg == "dash")]
    return drawn in DRAW and any(map(is_pair, given))


def dashed(source):
    """Yield the functions and constants of a module that draw dashes."""
    for part in ast.parse(source).body:
        inside = part.body if isinstance(part, ast.ClassDef) else [part]
        for each in inside:
            target = getattr(each, "target", None) or next(iter(getattr(each, "targets", ())), None)
            name = getattr(each, "name", getattr(target, "id", ""))
            if any(map(is_dashed, ast.walk(each))):
                yield name


def rules(text):
    """Return the selectors of dashed things in a style sheet."""
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    found = re.findall(r"([^{}]+)\{([^{}]*)\}", text)
    return {" ".join(selector.split()) for selector, body in found if re.search(r"dashed|dotted|dasharray", body)}


@pytest.mark.rotated
def test_only_unbuilt_parts_and_charts_are_dashed_on_the_screen():
    sources = {str(path.relative_to(ROOT)): path.read_text() for path in (ROOT / "app").rglob("*.py")}
    found = {(path, name) for path, source in sources.items() for name in dashed(source)}
    assert found == BUILT_LATER | CHARTS


def test_only_unbuilt_parts_are_dashed_on_phones():
    assert set().union(*(rules(path.read_text()) for path in (ROOT / "app").rglob("*.css"))) == STYLES


def test_dash_detection_finds_every_notation():
    given = (
        "def a(p):\n    p.rect(0, 0, 1, 1, 2, None, 'line', 2, dash=(5, 4))",
        "def a(p, can):\n    p.disc(0, 0, 1, None, 'line', 2, dash=None if can else (5.0, 4.0))",
        "def a(p, k):\n    dash = (k * 6, 8) if k else None\n    p.path(0, 0, 1, 1, line='line', dash=dash)",
        "a = Box(0, 0, 1, 1, 2, '', 'line', 2, (5.0, 4.0))",
    )
    assert [[*dashed(each)] for each in given] == [["a"]] * len(given)
    assert not [*dashed("def a(p):\n    p.rect(0, 0, 1, 1, 2, None, 'line', 2)\n    at = (1, 2)")]
    assert rules(".a, .b { border: 2px dashed red }\n.c { color: red } /* dashed */") == {".a, .b"}
