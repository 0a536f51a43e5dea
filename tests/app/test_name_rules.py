"""Names that look alike are the same name, and names that differ to the eye are not."""

import sys
import unicodedata

import pytest

from app.protocol.name_rules import _IGNORABLE, is_blank, name_fault, name_key

ALIKE = [
    ("Ada", "\u0410da"),  # a Cyrillic A
    ("Ada", "\u0391da"),  # a Greek one
    ("Ada", "A\ufe0fda"),  # a variation selector
    ("Ada", "Ada\U000e0100"),
    ("Ada", "A\u200dda"),  # joiners
    ("Ada", "A\u200cda"),
    ("Ada", "A\u034fda"),
    ("Ada", "A\u00adda"),
    ("Ada", "Ada\u2800"),
    ("Ada", "\uff21\uff44\uff41"),
    ("Ada B", " ADA  B"),
    ("Max", "\u041c\u0430\u0445"),  # all of it Cyrillic
    ("Zo\u00eb", "Zoe\u0308"),
    ("Zo\u00eb", "Zo\u0451"),
    ("Bo\u00ef", "Bo\u0457"),
    ("O'Neil", "O\u2019Neil"),
    ("Ann-Lo", "Ann\u2010Lo"),
    ("Stra\u00dfe", "STRASSE"),
    ("\u0410\u043d\u043d\u0430", "\u0410\u041d\u041d\u0410"),
]
OTHERS = [
    ("Ada", "Ad\u00e1"),
    ("Zoe", "Zo\u00eb"),
    ("Anna", "Ana"),
    ("Ben", "Ven"),
    ("\u674e\u5a1c", "\u674e\u90a3"),
    ("\u041b\u0435\u0432", "\u041b\u0435\u0431"),
    ("\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d\u0430"),
    ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u0627\u0645"),
]


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_names_that_look_alike_are_the_same(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), OTHERS)
def test_names_that_look_different_are_not(one, other):
    assert name_key(one) != name_key(other)


def test_no_sign_that_shows_nothing_makes_a_name_or_another_one():
    found = [sign for sign in map(chr, range(sys.maxunicode + 1)) if _IGNORABLE.match(sign)]
    assert len(found) > 4000
    for sign in found:
        assert name_key(f"Ada{sign}") == name_key(f"A{sign}da") == "ada"
        assert is_blank(sign)
    assert name_fault("\u1160\ufe0f") == "empty"


def test_a_key_is_its_own_key():
    """However often it is made: a name that was stored as a key is still found."""
    for code in range(0x21, 0x3000):
        name = f"A{chr(code)}"
        if unicodedata.category(chr(code)) not in ("Cn", "Cs"):
            assert name_key(name_key(name)) == name_key(name), hex(code)
