"""Printed names in `data/words`: what a file may contain, and the complaint about an invalid one."""

import pytest

from app.text import printed_names
from app.text.translation import words
from engine.game_data import BadGameData

FILE = "data/words/toy.toml"


@pytest.mark.parametrize(
    ("says", "why"),
    [
        pytest.param('mill = ""', "mill: has no name", id="no name"),
        pytest.param("mill = 3", "mill: expected a word or a table, got a whole number", id="another kind of value"),
        pytest.param('mill = { nome = "Mill" }', "mill.nome: there is no such value", id="no such field"),
        pytest.param('mill = { mark = "II" }', "mill.name: is missing", id="only a mark"),
        pytest.param('mill = "Mill"\nmill = "Mill"', "mill: line 3: stands twice", id="twice"),
    ],
)
def test_invalid_file_is_reported_with_entry_and_field(says, why):
    with pytest.raises(BadGameData) as unfit:
        printed_names.parse_names(FILE, f"[cards.names]\n{says}".encode())
    assert str(unfit.value).startswith(f"{FILE}: cards.names.{why}")


def test_name_inherits_the_context_of_its_kind():
    text = '[cards]\ncontext = "a"\n[cards.names]\nmill = "Mill"\nold = { name = "Mill", context = "b", mark = "II" }\n'
    assert list(printed_names.parse_names(FILE, text.encode())["cards"].entries()) == [
        ("mill", "a", "Mill", ""),
        ("old", "b", "Mill", "II"),
    ]


def test_shipped_name_files_are_valid():
    printed_names.check()
    assert printed_names.translated_names(words("en"), "seven-wonders", "cards")["loom-2"] == "Loom (II)"
    assert printed_names.translated_names(words("de"), "duel", "cards")["clay-pit"] == "Tongrube"
