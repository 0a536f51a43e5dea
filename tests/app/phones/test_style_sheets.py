"""Rules for style sheets: which selectors may depend on content, since each change of the page evaluates them anew;
start and end instead of left and right, so that pages are mirrored from right to left.
"""

import re

import pytest

from app.web.static_files import minify_css
from tests.running import ROOT

SHEETS = sorted(ROOT.glob("app/**/*.css"))
RULE = re.compile(r"([^{};]+)\{")
HAND = "at the hand that holds the phone"
PICTURE = "on a picture, which stays as it is drawn"
BOTH = "as wide as what it lies on"
PHYSICAL = {  # by sheet and selector: why it names a side
    "phone.css": {
        "#explain": HAND,
        ".undo summary": HAND,
        "#asking": HAND,
        "body:has(.undo) #asking": HAND,
        "body:has([data-hand=left]) #asking": HAND,
        "body:has([data-hand=left]):has(.undo) #asking": HAND,
        "body:has([data-hand=left]) :is(#explain,.undo summary)": HAND,
        "body:has([data-hand=left]) .undo summary": HAND,
        "#head>.head": HAND,
        "body:has([data-hand=left]) #head>.head": HAND,
        ".tile>input,.opt>input": BOTH,
        ".on": PICTURE,
    },
    "history.css": {".box>legend": BOTH},
    "duel.css": {".tag": PICTURE},
    "faces.css": {".tile .on": PICTURE, ".hand .tile .on": PICTURE},
    "seven.css": {".hand .tile>.n": PICTURE, ".goods7 .own": PICTURE},
}
BODY = re.compile(r"([^{};]+)\{([^{}]*)\}")
CORNER = re.compile(r"border-(top|bottom)-(left|right)-radius")


def split_selector(selector, signs):
    """Split a selector at these characters, except inside brackets."""
    parts, deep = [""], 0
    for sign in selector:
        deep += (sign in "([") - (sign in ")]")
        if deep == 0 and sign in signs:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def is_specific(compound):
    """Check that a compound selector has an id, class, attribute or tag, in each branch of an `:is()`."""
    if re.match(r"[\w#.\[]", compound):
        return True
    ways = re.match(r":is\((.*)\)", compound, re.DOTALL)
    return bool(ways) and all(is_specific(split_selector(way, " >+~")[-1]) for way in split_selector(ways[1], ","))


def unspecific_has_selectors(text):
    """List selectors with `:has()` that make a browser check every element of the page."""
    rules = RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    ways = [way for rule in rules if not rule.strip().startswith("@") for way in split_selector(rule, ",")]
    compounds = [(way, split_selector(way, " >+~\n")) for way in ways]
    return [
        way for way, (*above, last) in compounds if any(":has(" in each for each in above) and not is_specific(last)
    ]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_has_selectors_end_in_a_specific_compound(sheet):
    assert unspecific_has_selectors(sheet.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "rule",
    [
        "a:has(b) > *",
        ".all:has(.sale[open])>:not(#ask)",
        "body:has(i) :is(nav,.x>:not(p,:has(q)))",
        "a, b:has(c) :hover",
    ],
)
def test_unspecific_has_selector_is_found(rule):
    assert len(unspecific_has_selectors(f"a {{ top: 0 }}\n@media (max-width:9rem) {{\n{rule} {{ top: 0 }}\n}}")) == 1


@pytest.mark.parametrize(
    "rule",
    ["a:has(b) > .c", "body:has(i) :is(nav,.x:not(p))", "a :is(b,c):has(> d)", "a:has(b)~[open]:hover", "a > :has(b)"],
)
def test_specific_has_selector_is_accepted(rule):
    assert unspecific_has_selectors(f"{rule} {{ top: 0 }}") == []


def is_physical(name, value):
    """Check whether a declaration treats left and right differently."""
    sides = split_selector(value.removesuffix("!important"), " ")
    return (
        re.search(r"(^|-)(left|right)$", name) is not None
        or CORNER.match(name) is not None
        or (name in ("text-align", "float", "clear") and value in ("left", "right"))
        or (name in ("margin", "padding", "inset", "border-width") and len(sides) == 4 and sides[1] != sides[3])
    )


def physical_selectors(text):
    """List the selectors of rules that are not the same on the left and on the right."""
    for selector, body in BODY.findall(minify_css(text)):
        said = [each.split(":", 1) for each in body.split(";") if ":" in each and "--" not in each[:2]]
        values = dict(said)
        logical = values.get("inset-inline")  # which has the sides of older browsers before it
        found = [each for each in said if is_physical(*each) and not (logical and each[0] in ("left", "right"))]
        if found and not (len(found) == 2 and values.get("left") == values.get("right")):
            yield selector


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_physical_sides_in_style_sheets_are_listed_with_a_reason(sheet):
    assert sorted(physical_selectors(sheet.read_text("utf-8"))) == sorted(PHYSICAL.get(sheet.name, ()))


@pytest.mark.parametrize(
    "said",
    ["margin-left: 1px", "right: 0", "text-align: right", "padding: 0 1px 2px 3px", "border-top-left-radius: 1px"],
)
def test_physical_side_is_found(said):
    assert list(physical_selectors(f"a {{ {said}; }}")) == ["a"]


@pytest.mark.parametrize(
    "said",
    ["margin-inline-start: 1px", "left: 0; right: 0", "inset-inline: auto 0", "padding: 0 1px 2px 1px", "top: 0"],
)
def test_logical_or_symmetric_sides_are_accepted(said):
    assert list(physical_selectors(f"a {{ {said}; }}")) == []


def test_logical_inset_gets_a_physical_fallback():
    assert minify_css("a { inset-inline: 44vw 0; top: 0; }") == "a{left:44vw;right:0;inset-inline:44vw 0;top:0}"
