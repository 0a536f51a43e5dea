"""Translation into the reader's language: look-up, plurals, contexts, preferred languages, lists."""

import pytest

from app.text.translation import (
    Words,
    accepted_language,
    both,
    capital,
    catalogue_file,
    complete,
    either,
    join_phrases,
    machine_language,
    read_words,
    words,
)

POLISH = """
msgid ""
msgstr ""
"Language: pl\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);\\n"

msgid "Take {card}"
msgstr "Weź {card}"

msgid "{n} card"
msgid_plural "{n} cards"
msgstr[0] "{n} karta"
msgstr[1] "{n} karty"
msgstr[2] "{n} kart"

msgctxt "a side"
msgid "left"
msgstr "lewo"

msgctxt "what remains"
msgid "left"
msgstr "zostało"

#, fuzzy
msgid "stone"
msgstr "drewno"

msgid "glass"
msgstr ""
"""


@pytest.fixture
def polish(tmp_path) -> Words:
    path = catalogue_file("pl", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(POLISH, "utf-8")
    return read_words("pl", tmp_path)


def test_a_message_is_translated_and_filled_in(polish):
    assert polish("Take {card}", card="x") == "Weź x"


@pytest.mark.parametrize(
    ("n", "text"), [(1, "1 karta"), (3, "3 karty"), (5, "5 kart"), (22, "22 karty"), (0, "0 kart")]
)
def test_plurals_follow_the_language(polish, n, text):
    assert polish.ngettext("{n} card", "{n} cards", n) == text


def test_context_separates_messages_with_equal_text(polish):
    assert polish.pgettext("a side", "left") == "lewo"
    assert polish.pgettext("what remains", "left") == "zostało"


@pytest.mark.parametrize("text", ["stone", "glass", "never heard of"], ids=["fuzzy", "empty", "unknown"])
def test_fuzzy_empty_or_unknown_messages_stay_english(polish, text):
    assert polish(text) == text


def test_placeholders_may_have_any_name(polish):
    assert polish("{text} {context}", text=1, context=2) == "1 2"
    assert polish.pgettext("side", "{text} {one}", text=1, one=2) == "1 2"


def test_right_to_left_language_isolates_each_placeholder(polish, tmp_path):
    path = catalogue_file("he", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(POLISH.replace('"Language: pl', '"Language: he'), "utf-8")
    hebrew = read_words("he", tmp_path)
    assert (hebrew.direction, polish.direction, words("en").direction) == ("rtl", "ltr", "ltr")
    assert hebrew("Take {card}", card="x") == "Weź \u2068x\u2069"
    assert hebrew.ngettext("{n} card", "{n} cards", -1) == "\u2068-1\u2069 kart"
    assert hebrew("Take {card}") == "Weź {card}"


def test_braces_in_a_placeholder_value_are_kept(polish):
    assert polish("Take {card}", card="{card}") == "Weź {card}"


def test_language_without_catalogue_falls_back_to_english_with_a_warning(tmp_path, caplog):
    w = read_words("tlh", tmp_path)
    assert (w.lang, w("Take {card}", card="wood")) == ("en", "Take wood")
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "tlh" in caplog.text


def test_damaged_catalogue_falls_back_to_english(tmp_path, caplog):
    path = catalogue_file("xx", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_bytes(b'msgid "half"\nmsgstr "a \xff\xfe')
    assert read_words("xx", tmp_path).lang == "en"
    assert "xx" in caplog.text


@pytest.mark.parametrize("lang", complete())
def test_complete_languages_load_and_are_cached(lang):
    assert words(lang).lang == lang
    assert words(lang) is words(lang)


@pytest.mark.parametrize(
    ("lang", "none", "one", "two"),
    [
        ("en", "0 points", "1 point", "2 points"),
        ("de", "0 Punkte", "1 Punkt", "2 Punkte"),
        ("nl", "0 punten", "1 punt", "2 punten"),
        ("fr", "0 point", "1 point", "2 points"),
    ],
)
def test_points_have_the_right_plural(lang, none, one, two):
    assert [words(lang).ngettext("{n} point", "{n} points", n) for n in (0, 1, 2)] == [none, one, two]


@pytest.mark.parametrize(
    ("accepted", "lang"),
    [
        ("de-AT,de;q=0.9,en;q=0.8", "de"),
        ("en;q=0.5, fr-CH;q=0.9", "fr"),
        ("pt-BR, nl;q=0.3", "nl"),
        ("nl, de", "nl"),
        ("de;q=0, nl;q=0.1", "nl"),
        ("ja", "en"),
        ("", "en"),
        ("de;q=much, nl", "nl"),
    ],
)
def test_accept_language_header_selects_the_language(accepted, lang):
    assert accepted_language(accepted) == lang


@pytest.mark.parametrize(
    ("items", "joined"),
    [([], ""), (["a"], "a"), (["a", "b"], "a und b"), (["a", "b", "c"], "a, b und c")],
    ids=["none", "one", "two", "three"],
)
def test_lists_are_joined(items, joined):
    assert both(words("de"), items) == joined


def test_choices_are_joined():
    assert either(words("fr"), ["a", "b", "c"]) == "a, b ou c"
    assert join_phrases(words("fr"), ["a, b", "c"]) == "a, b\u00a0; c"


def test_colon_has_the_spaces_of_the_language():
    assert [words(lang).colon for lang in ("en", "de", "fr")] == [": ", ": ", "\u00a0: "]


def test_a_label_begins_with_a_capital():
    assert (capital("étape 2"), capital("")) == ("Étape 2", "")


@pytest.mark.parametrize(
    ("environ", "lang"),
    [
        pytest.param({"LANG": "de_AT.UTF-8"}, "de", id="a country"),
        pytest.param({"LANG": "fr_BE@euro", "LC_ALL": ""}, "fr", id="what is empty says nothing"),
        pytest.param({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL.UTF-8"}, "nl", id="messages in another"),
        pytest.param({"LANG": "de_DE.UTF-8", "LC_ALL": "C.UTF-8"}, "en", id="none"),
        pytest.param({"LANG": "tlh_QO.UTF-8"}, "en", id="one that has no catalogue"),
        pytest.param({"LANG": "../../x"}, "en", id="no language"),
        pytest.param({}, "en", id="nothing said"),
    ],
)
def test_machine_language_follows_the_environment(environ, lang):
    assert machine_language(environ) == lang
