"""The catalogues: messages are found where they are said, and every language has all of them."""

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

OTHERS = [lang for lang in complete() if lang != SOURCE]
TEMPLATES = sorted((catalogue_update.ROOT / "app").rglob("*.html"))


@pytest.fixture(scope="module")
def messages() -> Catalog:
    return catalogue_update.extract_messages()


def a_template(*messages, **contexts) -> Catalog:
    """A template of just these messages; a keyword is the text of one that has a context."""
    template = Catalog()
    for message in messages:
        template.add(message)
    for text, context in contexts.items():
        template.add(text, context=context)
    return template


def found_in(tmp_path, name, source):
    """The messages of a program of one file: text, plural, context."""
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


def test_messages_in_python():
    keywords = {"w": None, "words_": None, "ngettext": (1, 2), "pgettext": ((1, "c"), 2)}
    for source, told in PYTHON:
        found = extract(catalogue_update.python, io.BytesIO(source.encode()), keywords)
        assert [(text, context) for _, text, _, context in found] == told


def test_messages_in_templates(tmp_path):
    source = """<p title="{{ pgettext("side", "left") }}">{{ w("Take {card}", card=x) }}{{ name }}
        {% if a %}{{ ngettext("{n} card", "{n} cards", n) }}{% endif %}"""
    told = [("left", "side"), ("Take {card}", None), (("{n} card", "{n} cards"), None)]
    assert sorted(found_in(tmp_path, "page.html", source), key=str) == sorted(told, key=str)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("source", ["w(name)", 'w(f"Take {card}")', 'w("a" + b)', 'w.ngettext("one", more, 2)', "w()"])
def test_a_message_put_together_is_an_error_with_file_and_line(tmp_path, source):
    with pytest.raises(ValueError, match=r"bad\.py:2"):
        found_in(tmp_path, "bad.py", f"x = 1\n{source}\n")


def test_a_message_that_would_not_be_found_is_an_error_with_file_and_line(tmp_path):
    with pytest.raises(ValueError, match=r"bad\.py:2: words"):
        found_in(tmp_path, "bad.py", 'words = model.words()\nwords("The cat")')


@pytest.mark.sampled(2)
@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.stem)
def test_no_message_of_a_template_is_put_together(path):
    tree = jinja2.Environment(autoescape=True).parse(path.read_text("utf-8"))
    least = {"w": 1, "ngettext": 2, "pgettext": 2}
    calls = [call for call in tree.find_all(nodes.Call) if isinstance(call.node, nodes.Name)]
    for call in calls:
        literals = call.args[: least.get(call.node.name, 0)]
        assert all(isinstance(it, nodes.Const) and isinstance(it.value, str) for it in literals), call.lineno
    assert not [it for it in tree.find_all(nodes.Getattr) if it.attr in ("many", "pick") and it.node.name == "w"]


# ---- keeping files in step -------------------------------------------------------------------------------


def test_an_update_keeps_translations_adds_what_is_new_and_drops_what_is_gone(tmp_path):
    catalogue_update.update("de", a_template("wood", "gone"), tmp_path)
    path = catalogue_update.catalogue_file("de", tmp_path)
    path.write_text(path.read_text("utf-8").replace('msgid "wood"\nmsgstr ""', 'msgid "wood"\nmsgstr "Holz"'), "utf-8")
    now = a_template("wood", ("{n} card", "{n} cards"))

    catalogue_update.update("de", now, tmp_path)

    assert catalogue_update.load("de", tmp_path).get("wood").string == "Holz"
    assert catalogue_update.list_missing("de", now, tmp_path) == ["'{n} card'"]
    assert catalogue_update.faults("de", now, tmp_path) == []


def test_a_new_language_has_its_name_and_what_babel_knows(tmp_path):
    template = a_template("{items} and {last}", "{items} or {last}", "wood", **{".": "decimal point"})
    catalogue_update.update("es", template, tmp_path)
    fields = catalogue_update.header(catalogue_update.catalogue_file("es", tmp_path))
    assert (fields["X-Language-Name"], fields["X-Translation"]) == ("Español", "partial")
    begun = catalogue_update.load("es", tmp_path)
    assert begun.get("{items} and {last}").string == "{items} y {last}"
    assert begun.get("{items} or {last}").string == "{items} o {last}"
    assert begun.get(".", "decimal point").string == ","
    assert begun.get("wood").string == ""


def test_an_update_changes_nothing_the_second_time(tmp_path):
    now = a_template("b", ("{n} c", "{n} cs"), a="x")
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
def test_faults_of_a_catalogue_are_told(tmp_path, po, fault):
    a_file("de", tmp_path, po)
    template = a_template("Take {card}", ("{n} c", "{n} cs"))
    assert any(line.startswith(fault) for line in catalogue_update.faults("de", template, tmp_path))


@pytest.mark.parametrize(
    "po",
    ["", 'msgid "{n} c"\nmsgstr ""', 'msgid "{n} c"\nmsgid_plural "{n} cs"\nmsgstr[0] "{n} k"\nmsgstr[1] ""\n'],
    ids=["not there", "empty", "half a plural"],
)
def test_what_is_missing_is_told(tmp_path, po):
    a_file("de", tmp_path, po)
    assert catalogue_update.list_missing("de", a_template(("{n} c", "{n} cs")), tmp_path) == ["'{n} c'"]


def a_file(lang, folder, po):
    path = catalogue_update.catalogue_file(lang, folder)
    path.parent.mkdir(parents=True)
    plurals = '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"'
    path.write_text(f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n{plurals}\n\n{po}\n', "utf-8")


def test_the_command_checks_without_writing(capsys, messages, monkeypatch):
    monkeypatch.setattr(catalogue_update, "extract_messages", lambda: messages)
    before = [catalogue_update.catalogue_file(lang).read_bytes() for lang in OTHERS]
    assert catalogue_update.main(["--check"]) == 0
    assert [catalogue_update.catalogue_file(lang).read_bytes() for lang in OTHERS] == before
    assert capsys.readouterr().out


def test_the_command_refuses_a_language_that_does_not_exist(capsys):
    assert catalogue_update.main(["--check", "xyzzy"]) == 2
    assert "xyzzy" in capsys.readouterr().err


# ---- our own catalogues ----------------------------------------------------------------------------------


def test_the_languages_that_are_complete_stay_so():
    assert set(complete()) >= {"en", "de", "nl", "fr"}


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_missing(lang, messages):
    assert catalogue_update.list_missing(lang, messages) == []


@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_nothing_is_obsolete_uncertain_or_wrong(lang, messages):
    assert catalogue_update.faults(lang, messages) == []


def test_english_plurals_have_the_same_facts(messages):
    plurals = [message.id for message in messages if message.pluralizable]
    assert [it for it in plurals if not placeholders(it[0]) <= placeholders(it[1])] == []


@pytest.mark.sampled(2)
@pytest.mark.parametrize("lang", [lang for lang in languages() if lang != SOURCE])
def test_files_are_as_the_command_writes_them(lang):
    text = catalogue_update.catalogue_file(lang).read_text("utf-8")
    assert catalogue_update.merge_template(lang, catalogue_update.load(lang)) == text
    assert not re.search(r"^#:|-Date:|Generated", text, re.MULTILINE)


@pytest.mark.parametrize("lang", complete())
def test_lists_and_numbers_are_as_babel_writes_them(lang):
    w, locale = words(lang), "en_GB" if lang == "en" else lang
    for n in range(4):
        assert both(w, "abc"[:n]) == format_list([*"abc"[:n]], "standard", locale)
        assert either(w, "abc"[:n]) == format_list([*"abc"[:n]], "or", locale)
    assert w.pgettext("decimal point", ".") == get_decimal_symbol(locale)


def english(messages) -> list[str]:
    """Every text as it stands in the sources."""
    return [text for it in messages if it.id for text in ([it.id] if isinstance(it.id, str) else it.id)]


def test_english_signs_are_set_as_a_printer_would(messages):
    assert [text for text in english(messages) if re.search(r"""'|"|\.\.\.|  """, text)] == []


def forms(lang: str) -> list[str]:
    """Every translation of a language."""
    strings = [message.string for message in catalogue_update.load(lang) if message.id]
    return [form for entry in strings for form in ([entry] if isinstance(entry, str) else entry)]


@pytest.mark.parametrize("lang", OTHERS)
def test_signs_are_set_as_a_printer_would(lang):
    assert [form for form in forms(lang) if re.search(r"""'|"|\.\.\.|  | $|^ """, form)] == []


def test_french_keeps_its_signs_on_the_line():
    assert [form for form in forms("fr") if re.search(r"(?<![\u00a0])[:;!?»]|«(?!\u00a0)", form)] == []


def test_french_names_what_is_counted_before_a_share_that_may_be_one():
    # *Étapes : 1 sur 3*, not *1 étapes sur 3*; of points that decide a game there are at least three
    share = r"\{\w+\} \w+s\b[^{.:;]* sur \{(?!total)|\} sur \{\w+\} \w+ées\b"
    strings = [message.string for message in catalogue_update.load("fr") if message.id]
    found = [text for text in strings if isinstance(text, str) and re.search(share, text)]
    assert found == []


def test_french_never_puts_a_name_behind_a_word_that_would_lose_its_vowel():
    names = r"\b(?:de|que|le|la|je|te|se|ne)\s\{(?:name|one|other|names|before|seat)\b"
    assert [form for form in forms("fr") if re.search(names, form, re.IGNORECASE)] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_the_screens_font_has_every_letter(lang):
    assert [form for form in forms(lang) if any(ord(sign) > 0x17F and sign not in "–—‘’‚“”„…•≠" for sign in form)] == []


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
def test_tokens_have_the_names_on_the_box(slug, context, names):
    assert tuple(words(lang).pgettext(context, slug) for lang in ("de", "nl", "fr")) == names


def test_resources_have_the_names_of_the_notation():
    said = {lang: [words(lang)(slug) for slug in ("wood", "stone", "brick", "glass", "papyrus")] for lang in OTHERS}
    assert said == {
        "de": ["Holz", "Stein", "Ziegel", "Glas", "Papyrus"],
        "nl": ["hout", "steen", "baksteen", "glas", "papyrus"],
        "fr": ["bois", "pierre", "brique", "verre", "papyrus"],
    }
