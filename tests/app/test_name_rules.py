"""Look-alike names count as the same name, and names that differ to the eye do not."""

import sys
import unicodedata
from itertools import combinations

import pytest

from app.protocol.look_alike_names import look_alike
from app.protocol.name_rules import _IGNORABLE, is_blank, name_fault, name_key

LOOK_ALIKE_PAIRS = [
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
DIFFERENT_PAIRS = [
    ("Ada", "Ad\u00e1"),
    ("Zoe", "Zo\u00eb"),
    ("Anna", "Ana"),
    ("Ben", "Ven"),
    ("\u674e\u5a1c", "\u674e\u90a3"),
    ("\u041b\u0435\u0432", "\u041b\u0435\u0431"),
    ("\u0418\u0432\u0430\u043d", "\u0418\u0432\u0430\u043d\u0430"),
    ("\u0645\u0631\u064a\u0645", "\u0645\u0631\u0627\u0645"),
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKE_PAIRS)
def test_names_that_look_alike_are_the_same(one, other):
    assert name_key(one) == name_key(other)


@pytest.mark.parametrize(("one", "other"), DIFFERENT_PAIRS)
def test_names_that_look_different_are_not(one, other):
    assert name_key(one) != name_key(other)
    assert not look_alike(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ilse", "llse"),  # a small L
        ("Paul", "Pau1"),
        ("Bob", "B0b"),
        ("Tom", "Torn"),
        ("Vera", "V\u0435\u0433\u0430"),  # all but the first Cyrillic
        ("Ava", "\u0391\u03bd\u03b1"),  # Greek: nu looks like v
        ("ANNA", "A\u039d\u039dA"),  # and its capital like N
        ("Ann-Lo", "Ann\u2010Lo"),
    ],
)
def test_names_may_look_alike_and_belong_to_two_people(one, other):
    assert look_alike(one, other)
    assert look_alike(other, one)


def test_no_usual_names_look_alike():
    usual = (
        "Ada Al Alan Alex Ali Allan Ana Andre Ann Anna Ben Bill Carla Clara Cleo Dora Ed Elena Eli Ella Elli Emil Ian"
        " Ida Ina Isa Iva Jan Jill Jim Joan Jon Jo Kai Kim Lara Lea Leo Lil Lili Lina Lisa Lo Max Mia Mila Nils Nina"
        " Noa Nora Olaf Oli Ole Olli Otto Sam Sara Theo Tim Tom Uli Ulla Vera Will Willi Zoe Zoë Анна Вера Даша"
        " Маша Миша Оля Толя Юля Юра Άννα Ελένη Κώστας Μαρία Νίκος 李娜 王小明 さくら 김민준 이서연 مريم محمد שרה דוד"
    )
    assert [pair for pair in combinations(usual.split(), 2) if look_alike(*pair)] == []


def test_no_sign_that_shows_nothing_makes_a_name_or_another_one():
    found = [sign for sign in map(chr, range(sys.maxunicode + 1)) if _IGNORABLE.match(sign)]
    assert len(found) > 4000
    for sign in found:
        assert name_key(f"Ada{sign}") == name_key(f"A{sign}da") == "ada"
        assert is_blank(sign)
    assert name_fault("\u1160\ufe0f") == "empty"


def test_a_key_is_its_own_key():
    """The key is idempotent: a name that was stored as a key is still found."""
    for code in range(0x21, 0x3000):
        name = f"A{chr(code)}"
        if unicodedata.category(chr(code)) not in ("Cn", "Cs"):
            assert name_key(name_key(name)) == name_key(name), hex(code)
