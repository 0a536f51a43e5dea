"""Texts of a first game: short, in every language, with the right plural forms."""

import re

import pytest

from app.games.duel import printed_names as duel
from app.games.seven_wonders import printed_names as seven_wonders
from app.text.lesson_tips import LETTERS, Speech
from app.text.translation import complete, words
from tests.app.games.courses import COURSES

WORDS = 18  # of an English sentence, at most
PEOPLE = ("Ada", "Ben", "Cleo", "Dora")


@pytest.fixture(params=COURSES, ids=lambda course: course.game)
def course(request):
    return request.param


def all_tips(course, lang):
    """List all possible tips with their ideas and facts."""
    at, w = Speech(PEOPLE, course.box), words(lang)
    return [(idea, facts, idea.explain(w, facts, at)) for idea in course.ideas for facts in course.examples[idea.id]]


def test_each_idea_has_examples_and_a_unique_id(course):
    assert [idea.id for idea in course.ideas] == [*dict.fromkeys(idea.id for idea in course.ideas)]
    assert {*course.examples} == {idea.id for idea in course.ideas}
    assert all(course.examples.values())
    assert all(idea.after in course.examples for idea in course.ideas if idea.after)


def test_idea_that_follows_a_secret_idea_is_secret(course):
    secret = {idea.id for idea in course.ideas if idea.secret}
    assert [idea.id for idea in course.ideas if idea.after in secret and not idea.secret] == []


def test_english_tip_sentences_are_short(course):
    sentences = [each for _, _, text in all_tips(course, "en") for each in re.split(r"(?<=[.?!]) ", text)]
    assert [each for each in sentences if len(each.split()) > WORDS] == []


def test_asking_tip_names_no_card(course):
    asking = {idea.id for idea in course.ideas if idea.asks}
    named = {"duel": duel.card, "seven-wonders": seven_wonders.card}.get(course.game)  # others have no names
    called = [named(words("en"), slug) for slug in course.box.cards] if named else []
    found = [
        text for idea, _, text in all_tips(course, "en") if idea.id in asking and any(name in text for name in called)
    ]
    assert found == []


@pytest.mark.parametrize("lang", complete())
def test_every_tip_fits(course, lang):
    assert [text for _, _, text in all_tips(course, lang) if len(text) > LETTERS] == []


@pytest.mark.parametrize("lang", complete())
def test_tips_have_no_unfilled_placeholders(course, lang):
    assert [text for _, _, text in all_tips(course, lang) if re.search(r"[{}]|  |\.\.|(?<!\w)None", text)] == []


@pytest.mark.parametrize("lang", complete()[1:])
def test_every_tip_is_translated(course, lang):
    english = {(idea.id, str(facts)): text for idea, facts, text in all_tips(course, "en")}
    assert [text for idea, facts, text in all_tips(course, lang) if text == english[idea.id, str(facts)]] == []


@pytest.mark.parametrize(
    ("course", "idea", "facts", "text"),
    [(course, *row) for course in COURSES for row in course.written],
    ids=lambda at: getattr(at, "game", None),
)
def test_tip_text_contains_numbers_and_names(course, idea, facts, text):
    says = next(each.says for each in course.ideas if each.id == idea)
    assert says(words("en"), facts, Speech(PEOPLE, course.box)) == text
