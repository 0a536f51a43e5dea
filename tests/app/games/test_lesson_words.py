"""What a first game of Architects says: short, in every language, with the right plural forms."""

import re

import pytest

from app.games.architects.lessons import IDEAS, LETTERS
from app.text.languages import complete, words
from app.text.lessons import Speech
from engine.architects.game import Architects
from tests.app.games.lessons_said import EXAMPLES

WORDS = 18  # of an English sentence, at most
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


def said(facts, lang):
    """All that may be said, with its idea and what it speaks of."""
    at = Speech(PEOPLE, Architects(facts).data())
    return [(idea, it, idea.says(words(lang), it, at)) for idea in IDEAS for it in EXAMPLES[idea.id]]


def test_each_idea_has_examples_and_a_name_of_its_own():
    assert [idea.id for idea in IDEAS] == [*dict.fromkeys(idea.id for idea in IDEAS)]
    assert {*EXAMPLES} == {idea.id for idea in IDEAS}
    assert all(idea.after in EXAMPLES for idea in IDEAS if idea.after)


def test_an_english_sentence_is_short(facts):
    sentences = [each for _, _, text in said(facts, "en") for each in re.split(r"(?<=[.?!]) ", text)]
    assert [each for each in sentences if len(each.split()) > WORDS] == []


@pytest.mark.parametrize("lang", complete())
def test_all_of_it_fits(facts, lang):
    assert [text for _, _, text in said(facts, lang) if len(text) > LETTERS] == []


@pytest.mark.parametrize("lang", complete())
def test_nothing_is_left_to_be_filled_in_and_nothing_doubled(facts, lang):
    assert [text for _, _, text in said(facts, lang) if re.search(r"[{}]|  |\.\.|(?<!\w)None", text)] == []


@pytest.mark.parametrize("lang", complete()[1:])
def test_everything_is_translated(facts, lang):
    english = {(idea.id, str(it)): text for idea, it, text in said(facts, "en")}
    assert [text for idea, it, text in said(facts, lang) if text == english[idea.id, str(it)]] == []


@pytest.mark.parametrize(
    ("idea", "it", "text"),
    [
        ("built", {"stage": 1, "points": 4}, "Stage 1 stands: +4. What you paid is gone."),
        ("shields", {"seat": 1, "shields": 1, "other": 2, "others": 0}, "Ada has 1 shield, Ben has 0."),
        ("blue-taken", {"seat": 3, "points": 1, "card": "blue-3"}, "+1 point for Cleo."),
        ("turned", {"flipped": 1, "tokens": 4}, "1 of 4 conflict tokens turned."),
        ("landed", {"card": "wood", "seat": 2}, "Wood now lies before Ben."),
        (
            "need",
            {"stages": (1, 2), "costs": (2, 2), "kinds": ("different", "same"), "helps": 0},
            "Stage 1: 2 different resources. Stage 2: 2 equal. No resource in sight: take what you like.",
        ),
        (
            "conflict",
            {"seats": (1, 2), "won": (2, 1), "points": 3, "many": 4},
            "More shields than a neighbour win a token of 3 points: Ada 2 and Ben 1.",
        ),
        (
            "conflict",
            {"seats": (1,), "won": (2,), "points": 3, "many": 2},
            "More shields win a token of 3 points: Ada 2. Twice as many bring two.",
        ),
    ],
)
def test_numbers_and_names_stand_in_it(facts, idea, it, text):
    says = next(each.says for each in IDEAS if each.id == idea)
    assert says(words("en"), it, Speech(PEOPLE, Architects(facts).data())) == text
