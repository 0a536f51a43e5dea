"""The page of Duel's notation says what the data and the program say."""

import json
import re
from pathlib import Path

import pytest

from engine import record
from tests.duel_cities import duel

DOCS = Path(__file__).resolve().parents[1] / "docs"


@pytest.fixture(scope="module")
def notation() -> str:
    return (DOCS / "notation-duel.md").read_text("utf-8")


@pytest.fixture(scope="module")
def grammar(notation) -> str:
    return notation.split("```ebnf")[1].split("```")[0]


def words_of(grammar: str, name: str) -> list[str]:
    """List the terminals of one rule of the grammar."""
    rule = re.search(rf"^{name}\s*=(.*?);", grammar, re.MULTILINE | re.DOTALL)
    assert rule
    return re.findall(r'"([^"]+)"', rule.group(1))


def test_grammar_lists_every_card_wonder_and_token(grammar):
    box = duel().lookup
    assert words_of(grammar, "card") == list(box.cards)
    assert words_of(grammar, "wonder") == list(box.wonders)
    assert words_of(grammar, "token") == list(box.tokens)


def test_every_word_of_the_grammar_is_explained_above_it(notation, grammar):
    before = notation.split("```ebnf")[0]
    for name in ("card", "wonder", "token", "back"):
        assert [word for word in words_of(grammar, name) if f"`{word}`" not in before] == []


def test_every_kind_of_line_is_in_the_grammar(grammar):
    verbs = {text.split()[0] for text in duel().lookup.lines} - {"reveal"}
    assert verbs <= set(words_of(grammar, "decision"))


def test_grammar_matches_every_line_of_the_game(grammar):
    """Outcomes and decisions as the grammar has them, and nothing else."""
    box = duel().lookup
    cards, wonders, tokens = ("|".join(words) for words in (box.cards, box.wonders, box.tokens))
    told = re.compile(
        rf"reveal (token ({tokens})|wonder ({wonders})|box ({tokens})|1?[0-9] ({cards}|age|guild))"
        rf"|draft ({wonders})|build (({wonders}) with )?({cards})|(discard|destroy|revive) ({cards})"
        rf"|(progress|keep) ({tokens})|start [12]"
    )
    assert [text for text in box.lines if not told.fullmatch(text)] == []


def test_example_replays_to_the_documented_position(notation):
    example = notation.split("```")[1]
    *_, (_, state) = record.replay(record.parse_record(example.strip().encode(), {"duel": duel()}))
    said = json.loads(notation.split("```json")[1].split("```")[0])
    played = json.loads(json.dumps(record.position(state)))
    for key, value in said.items():
        if key == "seats":
            mine = dict(played["seats"][0])
            for name, shown in value[0].items():
                assert shown == mine[name] or shown.items() <= mine[name].items()
        elif key == "structure":
            assert value.items() <= played[key].items()
        else:
            assert played[key] == value, key


def test_every_ruling_is_listed(notation):
    facts = (DOCS / "facts-duel.md").read_text("utf-8")
    assert [int(number) for number in re.findall(r"^\| (\d+) \|", facts, re.MULTILINE)] == list(range(1, 26))
    named = {int(n) for group in re.findall(r"\(R ([\d, ]+)\)", notation) for n in group.split(",")}
    assert named <= set(range(1, 26))
