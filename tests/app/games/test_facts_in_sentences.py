"""Facts in sentences of lists, lessons and manuals: each is made of a value in data/, or compared with it here.

A sentence that says a number, a face, a side or an order without a placeholder for it has an entry in
tests/sentence_facts.toml: an expression over the files of data/, or a source where no file has the fact.
"""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

import main
from app.games.architects import box_contents as architects_box
from app.games.duel import box_contents as duel_box
from app.games.game_list import shelf
from app.games.seven_wonders import box_contents as seven_box
from app.text.translation import complete, words

ROOT = Path(__file__).resolve().parents[3]
DATA = {path.stem: tomllib.loads(path.read_text()) for path in (ROOT / "data").glob("*.toml")}
LISTS = {"architects": architects_box, "duel": duel_box, "seven-wonders": seven_box}
VARIANTS = {"architects": ("medals", "expert"), "duel": (), "seven-wonders": ("leaders",)}
MODULES = ("box_contents", "lessons", "manual_section", "table_instructions")
CALLS = ("w", "w_", "pgettext", "ngettext", "npgettext")
FACT = re.compile(
    r"\b(one|two|three|four|five|six|seven|eight|nine|ten|twice|half|first|second|third|last|face|left|right|middle|"
    r"most|each|both|\d+)\b",
    re.IGNORECASE,
)
FACES = {  # how each language says it
    "en": ("face up", "face down"),
    "de": ("offen", "verdeckt"),
    "nl": ("open", "gedekt"),
    "fr": ("face visible", "face cachée"),
}
SHUFFLED = {"en": "shuffled", "de": "gemischt", "nl": "geschud", "fr": "mélangé"}
PLACES = {
    "left": {"en": "left", "de": "links", "nl": "links", "fr": "gauche"},
    "middle": {"en": ("middle", "Between"), "de": ("Mitte", "Zwischen"), "nl": ("midden",), "fr": ("milieu", "Entre")},
    "between": {"en": "between", "de": "zwischen", "nl": "tussen", "fr": "entre"},
}


class Layout(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of data/layout.toml."""

    source: str
    face: str | None = None
    shuffled: bool = False
    place: str | None = None


class Sentence(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An entry of tests/sentence_facts.toml: `data`, an expression that has to be true, or `source`."""

    game: str
    words: str
    data: str = ""
    source: str = ""


LAYOUT = msgspec.convert(DATA["layout"], dict[str, dict[str, Layout]])
LISTED = msgspec.toml.decode((ROOT / "tests/sentence_facts.toml").read_text(), type=dict[str, list[Sentence]])[
    "sentence"
]


# ---- what lies how -------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", LISTS)
@pytest.mark.parametrize("lang", complete())
def test_setup_texts_match_the_layout_data(game, lang):
    its, rules, variant = LISTS[game], shelf(main.read_game_data())[game], VARIANTS[game]
    seats, w = rules.seats[0], words(lang)
    for thing in its.things(rules.data(), seats, variant, ()):
        said, laid = (
            its.describe_setup(w, thing, rules.data(), seats, variant),
            LAYOUT[game].get(thing.slug, Layout("")),
        )
        up, down = (bool(re.search(rf"\b{face}\b", said, re.IGNORECASE)) for face in FACES[lang])
        wanted = {"up": (True, False), "down": (False, True), "both": (True, True), None: (False, False)}[laid.face]
        assert (up, down) == wanted, f"{thing.slug}: {said}"
        assert (SHUFFLED[lang] in said.lower()) == laid.shuffled, f"{thing.slug}: {said}"
        if laid.place:
            ways = PLACES[laid.place][lang]
            assert any(way in said for way in ((ways,) if isinstance(ways, str) else ways)), f"{thing.slug}: {said}"


@pytest.mark.parametrize("game", LISTS)
def test_layout_names_listed_pieces_and_sources(game):
    rules = shelf(main.read_game_data())[game]
    known = {thing.slug for thing in LISTS[game].things(rules.data(), rules.seats[0], VARIANTS[game], ())}
    assert LAYOUT[game].keys() <= known
    assert all(laid.source for laid in LAYOUT[game].values())


# ---- sentences with facts in them ----------------------------------------------------------------------


def sentences(game: str) -> Iterator[str]:
    """Yield each sentence of a game's lists, lessons and manual that says a fact without a placeholder for it."""
    for module in MODULES:
        tree = ast.parse((ROOT / "app/games" / game.replace("-", "_") / f"{module}.py").read_text())
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and getattr(node.func, "id", getattr(node.func, "attr", "")) in CALLS:
                for arg in node.args:
                    text = arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else ""
                    if " " in text and FACT.search(re.sub(r"\{\w+\}", "", text)):
                        yield text


@pytest.mark.parametrize("game", LISTS)
def test_every_sentence_with_a_fact_is_listed(game):
    listed = {entry.words for entry in LISTED if entry.game == game}
    assert sorted({*sentences(game)} - listed) == [], "tests/sentence_facts.toml wants an entry for each"
    assert sorted(listed - {*sentences(game)}) == [], "nobody says these any more"


@pytest.mark.parametrize("entry", LISTED, ids=lambda entry: f"{entry.game}: {entry.words[:40]}")
def test_every_listed_fact_matches_the_data_or_has_a_source(entry):
    assert bool(entry.data) != bool(entry.source)
    if entry.data:
        assert eval(entry.data, DATA | {"layout": LAYOUT}), entry.words  # expressions of our own file
