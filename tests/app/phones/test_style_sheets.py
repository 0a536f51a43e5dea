"""What style sheets may say about what a page holds: it is asked anew whenever anything on the page changes."""

import re

import pytest

from tests.running import ROOT

SHEETS = sorted(ROOT.glob("app/**/*.css"))
RULE = re.compile(r"([^{};]+)\{")


def parted(selector, signs):
    """A selector at those of its signs that lie in no brackets."""
    parts, deep = [""], 0
    for sign in selector:
        deep += (sign in "([") - (sign in ")]")
        if deep == 0 and sign in signs:
            parts.append("")
        else:
            parts[-1] += sign
    return [part.strip() for part in parts if part.strip()]


def named(compound):
    """Whether what is chosen is told by an id, a class, an attribute or its kind, also by each of several ways."""
    if re.match(r"[\w#.\[]", compound):
        return True
    ways = re.match(r":is\((.*)\)", compound, re.DOTALL)
    return bool(ways) and all(named(parted(way, " >+~")[-1]) for way in parted(ways[1], ","))


def faults(text):
    """The selectors by which everything on a page would be looked at again."""
    rules = RULE.findall(re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    ways = [way for rule in rules if not rule.strip().startswith("@") for way in parted(rule, ",")]
    compounds = [(way, parted(way, " >+~\n")) for way in ways]
    return [way for way, (*above, last) in compounds if any(":has(" in each for each in above) and not named(last)]


@pytest.mark.parametrize("sheet", SHEETS, ids=[sheet.name for sheet in SHEETS])
def test_every_content_dependent_selector_is_listed(sheet):
    assert faults(sheet.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "rule",
    [
        "a:has(b) > *",
        ".all:has(.sale[open])>:not(#ask)",
        "body:has(i) :is(nav,.x>:not(p,:has(q)))",
        "a, b:has(c) :hover",
    ],
)
def test_an_unlisted_selector_is_found(rule):
    assert len(faults(f"a {{ top: 0 }}\n@media (max-width:9rem) {{\n{rule} {{ top: 0 }}\n}}")) == 1


@pytest.mark.parametrize(
    "rule",
    ["a:has(b) > .c", "body:has(i) :is(nav,.x:not(p))", "a :is(b,c):has(> d)", "a:has(b)~[open]:hover", "a > :has(b)"],
)
def test_a_listed_selector_is_accepted(rule):
    assert faults(f"{rule} {{ top: 0 }}") == []
