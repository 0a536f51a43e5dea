"""Update of the catalogues: messages are found in the sources, and every language has all of them."""

import io
import re

import jinja2
import pytest
from babel.lists import format_list
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.numbers import get_decimal_symbol
from jinja2 import nodes

from app.text import catalogue_update
from app.text.catalogue_update import placeholders
from app.text.translation import SOURCE, both, complete, either, languages, words

TRANSLATED_LANGS = [lang for lang in complete() if lang != SOURCE]
TEMPLATES = sorted((catalogue_update.ROOT / "app").rglob("*.html"))


@pytest.fixture(scope="module")
def messages() -> Catalog:
    return catalogue_update.extract_messages()


def build_template(*messages, **contexts) -> Catalog:
    """Build a template of these messages; a keyword argument is a message with its context."""
    template = Catalog()
    for message in messages:
        template.add(message)
    for text, context in contexts.items():
        template.add(text, context=context)
    return template


def found_in(tmp_path, name, source):
    """List the messages of a program of one file, each with its plural and its context."""
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / name).write_text(source, "utf-8")
    return [(message.id, message.context) for message in catalogue_update.extract_messages(tmp_path) if message.id]


PYTHON = [
    ('w("Take {card}", card=x)', [("Take {card}", None)]),
    ('self.w("End")', [("End", None)]),
    ('words(lang)("End")', [("End", None)]),
    ('desk.words(seat)("End")', [("End", None)]),
    ('words_.pgettext("side", "left")', [("left", "side")]),
    ('desk.words("en")', []),
    ('w("one " "sentence")', [("one sentence", None)]),
    ('w.ngettext("{n} card", "{n} cards", n)', [(("{n} card", "{n} cards"), None)]),
    ('w.ngettext("{n} card", "{n} cards", n, of=both(w, some))', [(("{n} card", "{n} cards"), None)]),
    ('self.w.pgettext("side", "left")', [("left", "side")]),
    ('w("{a}!", a=w("b"))', [("{a}!", None), ("b", None)]),
    ("f\"{w('End')}\"", [("End", None)]),
    ('print("not said")', []),
    ("rng.pick(cards)", []),
    ('w = words("de")', []),
]


def test_messages_are_found_in_python():
    keywords = {"w": None, "words_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    for source, told in PYTHON:
        found = extract(catalogue_update.python, io.BytesIO(source.encode()), keywords)
        assert [(text, context) for _, text, _, context in found] == told


def test_messages_are_found_in_templates(tmp_path):
    source = """<p title="{{ pgettext("side", "left") }}">{{ w("Take {card}", card=x) }}{{ name }}
        {% if a %}{{ ngettext("{n} card", "{n} cards", n) }}{% endif %}"""
    told = [("left", "side"), ("Take {card}", None), (("{n} card", "{n} cards"), None)]
    assert sorted(found_in(tmp_path, "page.html", source), key=str) == sorted(told, key=str)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("source", ["w(name)", 'w(f"Take {card}")', 'w("a" + b)', 'w.ngettext("one", more, 2)', "w()"])
def test_non_literal_message_is_an_error_with_file_and_line(tmp_path, source):
    with pytest.raises(ValueError, match=r"bad\.py:2"):
        found_in(tmp_path, "bad.py", f"x = 1\n{source}\n")


def test_message_the_extractor_would_miss_is_an_error_with_file_and_line(tmp_path):
    with pytest.raises(ValueError, match=r"bad\.py:2: words"):
        found_in(tmp_path, "bad.py", 'words = model.words()\nwords("The cat")')


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_template_messages_are_literals(path):
    tree = jinja2.Environment(autoescape=True).parse(path.read_text("utf-8"))
    least = {"w": 1, "ngettext": 2, "pgettext": 2}
    calls = [call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    for call in calls:
        literals = call.args[: least.get(call.node.name, 0)]
        assert all(isinstance(literal, nodes.Const) and isinstance(literal.value, str) for literal in literals), (
            call.lineno
        )
    assert not [
        node for node in tree.find_all(nodes.Getattr) if node.attr in ("many", "pick") and node.node.name == "w"
    ]


# ---- keeping files in step -------------------------------------------------------------------------------


def test_update_keeps_translations_adds_new_and_drops_removed_messages(tmp_path):
    catalogue_update.update("de", build_template("wood", "gone"), tmp_path)
    path = catalogue_update.catalogue_file("de", tmp_path)
    path.write_text(path.read_text("utf-8").replace('msgid "wood"\nmsgstr ""', 'msgid "wood"\nmsgstr "Holz"'), "utf-8")
    now = build_template("wood", ("{n} card", "{n} cards"))

    catalogue_update.update("de", now, tmp_path)

    assert catalogue_update.load("de", tmp_path).get("wood").string == "Holz"
    assert catalogue_update.list_missing("de", now, tmp_path) == ["'{n} card'"]
    assert catalogue_update.faults("de", now, tmp_path) == []


def test_new_catalogue_has_its_language_name_and_babel_defaults(tmp_path):
    template = build_template("{items} and {last}", "{items} or {last}", "wood", **{".": "decimal point"})
    catalogue_update.update("es", template, tmp_path)
    fields = catalogue_update.header(catalogue_update.catalogue_file("es", tmp_path))
    assert (fields["X-Language-Name"], fields["X-Translation"]) == ("Español", "partial")
    begun = catalogue_update.load("es", tmp_path)
    assert begun.get("{items} and {last}").string == "{items} y {last}"
    assert begun.get("{items} or {last}").string == "{items} o {last}"
    assert begun.get(".", "decimal point").string == ","
    assert begun.get("wood").string == ""


def test_update_is_idempotent(tmp_path):
    now = build_template("b", ("{n} c", "{n} cs"), a="x")
    catalogue_update.update("fr", now, tmp_path)
    first = catalogue_update.catalogue_file("fr", tmp_path).read_bytes()
    catalogue_update.update("fr", now, tmp_path)
    assert catalogue_update.catalogue_file("fr", tmp_path).read_bytes() == first


@pytest.mark.parametrize(
    ("po", "fault"),
    [
        ('msgid "else"\nmsgstr "anders"', "obsolete: 'else'"),
        ('#, fuzzy\nmsgid "Take {card}"\nmsgstr "Nimm {card}"', "fuzzy: 'Take {card}'"),
        ('msgid "Take {card}"\nmsgstr "Nimm {karte}"', "placeholders: "),
        ('msgid "{n} c"\nmsgid_plural "{n} cs"\nmsgstr[0] "{n} k"\nmsgstr[1] "{m} k"\n', "placeholders: "),
    ],
    ids=["obsolete", "fuzzy", "placeholder", "placeholder of a plural"],
)
def test_catalogue_faults_are_listed(tmp_path, po, fault):
    write_catalogue("de", tmp_path, po)
    template = build_template("Take {card}", ("{n} c", "{n} cs"))
    assert any(line.startswith(fault) for line in catalogue_update.faults("de", template, tmp_path))


@pytest.mark.parametrize(
    "po",
    ["", 'msgid "{n} c"\nmsgstr ""', 'msgid "{n} c"\nmsgid_plural "{n} cs"\nmsgstr[0] "{n} k"\nmsgstr[1] ""\n'],
    ids=["not there", "empty", "half a plural"],
)
def test_missing_translations_are_listed(tmp_path, po):
    write_catalogue("de", tmp_path, po)
    assert catalogue_update.list_missing("de", build_template(("{n} c", "{n} cs")), tmp_path) == ["'{n} c'"]


def write_catalogue(lang, folder, po):
    path = catalogue_update.catalogue_file(lang, folder)
    path.parent.mkdir(parents=True)
    plurals = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    path.write_text(f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n{plurals}\n\n{po}\n', "utf-8")


@pytest.mark.rotated
def test_check_option_writes_nothing(capsys, messages, monkeypatch):
    monkeypatch.setattr(catalogue_update, "extract_messages", lambda: messages)
    before = [catalogue_update.catalogue_file(lang).read_bytes() for lang in TRANSLATED_LANGS]
    assert catalogue_update.main(["--check"]) == 0
    assert [catalogue_update.catalogue_file(lang).read_bytes() for lang in TRANSLATED_LANGS] == before
    assert capsys.readouterr().out


def test_check_refuses_an_unknown_language(capsys):
    assert catalogue_update.main(["--check", "xyzzy"]) == 2
    assert "xyzzy" in capsys.readouterr().err


# ---- our own catalogues ----------------------------------------------------------------------------------


def test_english_german_dutch_and_french_are_complete():
    assert set(complete()) >= {"en", "de", "nl", "fr"}


@pytest.mark.parametrize("lang", TRANSLATED_LANGS)
def test_complete_catalogues_miss_no_message(lang, messages):
    assert catalogue_update.list_missing(lang, messages) == []


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_catalogues_have_no_obsolete_fuzzy_or_wrong_entries(lang, messages):
    assert catalogue_update.faults(lang, messages) == []


def test_english_plurals_have_the_placeholders_of_the_singular(messages):
    plurals = [message.id for message in messages if message.pluralizable]
    assert [plural for plural in plurals if not placeholders(plural[0]) <= placeholders(plural[1])] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_catalogue_files_match_the_command_output(lang):
    text = catalogue_update.catalogue_file(lang).read_text("utf-8")
    assert catalogue_update.merge_template(lang, catalogue_update.load(lang)) == text
    assert not re.search(r"^#:|-Date:|Generated", text, re.MULTILINE)


@pytest.mark.parametrize("lang", complete())
def test_lists_and_decimal_signs_match_babel(lang):
    w, locale = words(lang), "en_GB" if lang == "en" else lang
    for n in range(4):
        assert both(w, "abc"[:n]) == format_list([*"abc"[:n]], "standard", locale)
        assert either(w, "abc"[:n]) == format_list([*"abc"[:n]], "or", locale)
    assert w.pgettext("decimal point", ".") == get_decimal_symbol(locale)


def english(messages) -> list[str]:
    """List every text of these messages as it is in the sources."""
    return [
        text
        for message in messages
        if message.id
        for text in ([message.id] if isinstance(message.id, str) else message.id)
    ]


def test_english_messages_use_typographic_punctuation(messages):
    assert [text for text in english(messages) if re.search(r"""'|"|\.\.\.|  """, text)] == []


def translations(lang: str) -> list[str]:
    """List every translation of a language."""
    strings = [message.string for message in catalogue_update.load(lang) if message.id]
    return [form for entry in strings for form in ([entry] if isinstance(entry, str) else entry)]


@pytest.mark.parametrize("lang", TRANSLATED_LANGS)
def test_translations_use_typographic_punctuation(lang):
    assert [form for form in translations(lang) if re.search(r"""'|"|\.\.\.|  | $|^ """, form)] == []


def test_french_punctuation_has_non_breaking_spaces():
    assert [form for form in translations("fr") if re.search(r"(?<![\u00a0])[:;!?»]|«(?!\u00a0)", form)] == []


def test_french_shares_put_the_noun_before_the_number():
    # *Étapes : 1 sur 3*, not *1 étapes sur 3*; of points that decide a game there are at least three
    share = r"\{\w+\} \w+s\b[^{.:;]* sur \{(?!total)|\} sur \{\w+\} \w+ées\b"
    strings = [message.string for message in catalogue_update.load("fr") if message.id]
    found = [text for text in strings if isinstance(text, str) and re.search(share, text)]
    assert found == []


def test_french_names_never_follow_a_word_that_would_be_elided():
    names = r"\b(?:de|que|le|la|je|te|se|ne)\s\{(?:name|one|other|names|before|seat)\b"
    assert [form for form in translations("fr") if re.search(names, form, re.IGNORECASE)] == []


@pytest.mark.parametrize("lang", TRANSLATED_LANGS)
def test_screen_font_has_every_letter(lang):
    assert [
        form for form in translations(lang) if any(ord(sign) > 0x17F and sign not in "–—‘’‚“”„…•≠" for sign in form)
    ] == []


@pytest.mark.parametrize(
    ("slug", "context", "names"),
    [
        ("Economy", "progress token", ("Ökonomie", "Economie", "Économie")),
        ("Engineering", "progress token", ("Ingenieurwesen", "Bouwkunde", "Ingénierie")),
        ("Decor", "progress token", ("Gestaltung", "Decor", "Décoration")),
        ("Education", "progress token", ("Bildung", "Opleiding", "Éducation")),
        ("Jewellery", "progress token", ("Juwelenkunst", "Sieraden", "Joaillerie")),
        ("Fortification", "progress token", ("Befestigung", "Versterking", "Fortification")),
    ],
)
def test_tokens_have_their_printed_names(slug, context, names):
    assert tuple(words(lang).pgettext(context, slug) for lang in ("de", "nl", "fr")) == names


def test_resources_have_the_names_of_the_notation():
    said = {
        lang: [words(lang)(slug) for slug in ("wood", "stone", "brick", "glass", "papyrus")]
        for lang in TRANSLATED_LANGS
    }
    assert said == {
        "de": ["Holz", "Stein", "Ziegel", "Glas", "Papyrus"],
        "nl": ["hout", "steen", "baksteen", "glas", "papyrus"],
        "fr": ["bois", "pierre", "brique", "verre", "papyrus"],
    }
