"""Pages that are written by hand agree with the data and the program."""

import re
import tomllib
from pathlib import Path

import pytest

from app.text import catalogue_update
from app.text.translation import SOURCE, catalogue_file, complete, header, languages
from engine import record
from engine.architects.actions import PAYMENT_WORDS
from engine.architects.data_schema import FACES
from engine.architects.game_facade import Architects

DOCS = Path(__file__).resolve().parents[3] / "docs"


@pytest.fixture(scope="module")
def notation() -> str:
    return (DOCS / "notation.md").read_text("utf-8")


@pytest.fixture(scope="module")
def grammar(notation) -> str:
    return notation.split("```ebnf")[1].split("```")[0]


def words_of(grammar: str, name: str) -> set[str]:
    """Return the terminals of one rule of the grammar."""
    rule = re.search(rf"^{name}\s*=(.*?);", grammar, re.MULTILINE | re.DOTALL)
    assert rule
    return set(re.findall(r'"([^"]+)"', rule.group(1)))


def test_grammar_contains_every_word_of_the_data(grammar, facts):
    data = tomllib.loads(facts.decode())
    assert set(data["wonders"]) <= words_of(grammar, "wonder")
    assert set(data["tokens"]) <= words_of(grammar, "token")
    assert words_of(grammar, "card") | words_of(grammar, "resource") == set(FACES)
    assert words_of(grammar, "paid") | words_of(grammar, "resource") == set(PAYMENT_WORDS)


def test_every_word_of_the_grammar_is_explained(notation, grammar):
    before = notation.split("```ebnf")[0]
    for name in ("card", "token", "wonder", "medal", "variant word", "rule word"):
        assert [word for word in words_of(grammar, name) if word not in before] == []


def test_grammar_rules_are_unique_and_references_resolve(grammar):
    text = re.sub(r'"[^"]*"|\(\*.*?\*\)|\?.*?\?', "", grammar)
    defined = re.findall(r"^([a-z][a-z ]*?)\s*=", text, re.MULTILINE)
    named = {name.strip() for name in re.findall(r"[a-z][a-z ]+[a-z]", text)}
    assert len(set(defined)) == len(defined)
    assert named <= set(defined)


def test_notation_example_can_be_played(notation, facts):
    example = notation.split("```")[1]
    played = record.parse_record(example.strip().encode(), {"architects": Architects(facts)})
    *_, (_, state) = record.replay(played)
    assert state.view(None).turn == 3


def test_rulings_are_numbered_without_gaps():
    rows = re.findall(r"^\| (\d+) \|", (DOCS / "facts.md").read_text("utf-8"), re.MULTILINE)
    assert [int(row) for row in rows] == [*range(1, 49)]


def test_every_complete_language_is_in_the_word_table():
    head = re.search(r"^\| \| (.*) \|$", (DOCS / "adding-a-language.md").read_text("utf-8"), re.MULTILINE)
    assert head
    assert set(head.group(1).split(" | ")) == {languages()[lang] for lang in complete() if lang != SOURCE}


# ---- words ---------------------------------------------------------------------------------------------------

ITALIC = re.compile(r"(?<![*\w])\*([A-Z][^*]+)\*(?![*\w])")
OF_OTHERS = ("Raspberry Pi Configuration", "Unofficial: ")  # and what is only said with emphasis


def test_owner_docs_use_the_button_labels():
    texts = {text for message in catalogue_update.load("de") for text in _wordings(message.id)}  # which is complete
    pages = ((DOCS.parent / name).read_text("utf-8") for name in ("README.md", "docs/owner.md"))
    named = [" ".join(name.split()) for page in pages for name in ITALIC.findall(page)]
    assert len(named) > 10
    assert [name for name in named if name not in texts and not name.startswith(OF_OTHERS)] == []


def test_glossary_words_occur_in_the_catalogues():
    """Word by word, but for endings."""
    table = (DOCS / "glossary.md").read_text("utf-8").partition("## What people read")[2]
    lines = [line.strip("| ") for line in table.split("\n") if "|" in line]
    head, _, *rows = [[cell.strip() for cell in line.split(" | ")] for line in lines]
    called = {header(catalogue_file(lang))["X-Language-Name"]: lang for lang in complete() if lang != SOURCE}
    assert {*called} == {*head[1:-1]}
    for name, at in zip(head[1:-1], range(1, len(head) - 1), strict=True):
        found = catalogue_update.load(called[name])
        texts = " ".join(text for message in found for text in _wordings(message.string)).casefold()
        words = {word for row in rows for word in row[at].casefold().split()}
        assert [word for word in sorted(words) if word[: max(3, len(word) - 2)] not in texts] == []


def _wordings(told):
    return (told,) if isinstance(told, str) else told
