"""What a first game says: short, in every language, with the right plural forms."""

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


def said(course, lang):
    """All that may be said, with its idea and what it speaks of."""
    at, w = Speech(PEOPLE, course.box), words(lang)
    return [(idea, it, idea.explain(w, it, at)) for idea in course.ideas for it in course.examples[idea.id]]


def test_each_idea_has_examples_and_a_name_of_its_own(course):
    assert [idea.id for idea in course.ideas] == [*dict.fromkeys(idea.id for idea in course.ideas)]
    assert {*course.examples} == {idea.id for idea in course.ideas}
    assert all(course.examples.values())
    assert all(idea.after in course.examples for idea in course.ideas if idea.after)


def test_what_confirms_a_secret_is_one(course):
    secret = {idea.id for idea in course.ideas if idea.secret}
    assert [idea.id for idea in course.ideas if idea.after in secret and not idea.secret] == []


def test_an_english_sentence_is_short(course):
    sentences = [each for _, _, text in said(course, "en") for each in re.split(r"(?<=[.?!]) ", text)]
    assert [each for each in sentences if len(each.split()) > WORDS] == []


def test_no_question_is_about_one_card_that_nobody_has_touched(course):
    asking = {idea.id for idea in course.ideas if idea.asks}
    named = {"duel": duel.card, "seven-wonders": seven_wonders.card}.get(course.game)  # others have no names
    called = [named(words("en"), slug) for slug in course.box.cards] if named else []
    found = [text for idea, _, text in said(course, "en") if idea.id in asking and any(it in text for it in called)]
    assert found == []


@pytest.mark.parametrize("lang", complete())
def test_all_of_it_fits(course, lang):
    assert [text for _, _, text in said(course, lang) if len(text) > LETTERS] == []


@pytest.mark.parametrize("lang", complete())
def test_nothing_is_left_to_be_filled_in_and_nothing_doubled(course, lang):
    assert [text for _, _, text in said(course, lang) if re.search(r"[{}]|  |\.\.|(?<!\w)None", text)] == []


@pytest.mark.parametrize("lang", complete()[1:])
def test_everything_is_translated(course, lang):
    english = {(idea.id, str(it)): text for idea, it, text in said(course, "en")}
    assert [text for idea, it, text in said(course, lang) if text == english[idea.id, str(it)]] == []


@pytest.mark.parametrize(
    ("course", "idea", "it", "text"),
    [(course, *row) for course in COURSES for row in course.written],
    ids=lambda at: getattr(at, "game", None),
)
def test_numbers_and_names_stand_in_it(course, idea, it, text):
    says = next(each.says for each in course.ideas if each.id == idea)
    assert says(words("en"), it, Speech(PEOPLE, course.box)) == text
