"""The catalogues: messages are found where they are said, and every language has all of them."""

import re

import pytest

from app.text import catalogue
from app.text.catalogue import Found, NotLiteral, in_python, in_template, placeholders
from app.text.languages import LANGUAGES, SOURCE, words

OTHERS = [lang for lang in LANGUAGES if lang != SOURCE]


@pytest.fixture(scope="module")
def messages() -> frozenset[Found]:
    return catalogue.found()


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('w("Take {card}", card=x)', Found("Take {card}")),
        ('self.w("End")', Found("End")),
        ('words(lang)("End")', Found("End")),
        ('desk.words(seat)("End")', Found("End")),
        ('words_.pick("side", "left")', Found("left", context="side")),
        ('desk.words("en")', None),
        ('w("one " "sentence")', Found("one sentence")),
        ('w.many("{n} card", "{n} cards", n)', Found("{n} card", more="{n} cards")),
        ('self.w.pick("side", "left")', Found("left", context="side")),
        ('print("not said")', None),
        ("rng.pick(cards)", None),
    ],
)
def test_messages_in_python(source, message):
    assert list(in_python(source)) == ([message] if message else [])


def test_a_message_within_a_message():
    assert set(in_python('w("{a}!", a=w("b"))')) == {Found("{a}!"), Found("b")}


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ('<p>{{ w("Take {card}", card=x) }}', Found("Take {card}")),
        ('{% if a %}{{ w.many("{n} card", "{n} cards", n) }}{% endif %}', Found("{n} card", more="{n} cards")),
        ('<p title="{{ w.pick("side", "left") }}">', Found("left", context="side")),
        ("{{ name }}", None),
    ],
)
def test_messages_in_templates(source, message):
    assert list(in_template(source)) == ([message] if message else [])


@pytest.mark.parametrize("source", ["w(name)", 'w(f"Take {card}")', 'w("a" + b)', 'w.many("one", more, 2)', "w()"])
def test_a_message_put_together_is_an_error(source):
    with pytest.raises(NotLiteral):
        list(in_python(source))


def test_a_template_with_a_message_put_together_is_an_error():
    with pytest.raises(NotLiteral):
        list(in_template("{{ w(name) }}"))


def test_the_file_and_line_of_a_bad_message_are_named(tmp_path):
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "bad.py").write_text("x = 1\nw(x)\n")
    with pytest.raises(NotLiteral, match=r"bad\.py:2"):
        catalogue.found(tmp_path)


# ---- keeping files in step -------------------------------------------------------------------------------


def test_an_update_keeps_translations_adds_what_is_new_and_drops_what_is_gone(tmp_path):
    catalogue.update("de", [Found("wood"), Found("gone")], tmp_path)
    path = catalogue.catalogue_file("de", tmp_path)
    path.write_text(path.read_text("utf-8").replace('msgid "wood"\nmsgstr ""', 'msgid "wood"\nmsgstr "Holz"'), "utf-8")
    now = [Found("wood"), Found("{n} card", more="{n} cards")]

    catalogue.update("de", now, tmp_path)

    assert catalogue.load("de", tmp_path).get("wood").string == "Holz"
    assert catalogue.faults("de", now, tmp_path) == ["missing: '{n} card'"]


def test_an_update_changes_nothing_the_second_time(tmp_path):
    now = [Found("b"), Found("a", context="x"), Found("{n} c", more="{n} cs")]
    catalogue.update("fr", now, tmp_path)
    first = catalogue.catalogue_file("fr", tmp_path).read_bytes()
    catalogue.update("fr", now, tmp_path)
    assert catalogue.catalogue_file("fr", tmp_path).read_bytes() == first


@pytest.mark.parametrize(
    ("po", "fault"),
    [
        ('msgid "Take {card}"\nmsgstr ""', "missing: 'Take {card}'"),
        ('msgid "else"\nmsgstr "anders"', "obsolete: 'else'"),
        ('#, fuzzy\nmsgid "Take {card}"\nmsgstr "Nimm {card}"', "fuzzy: 'Take {card}'"),
        ('msgid "Take {card}"\nmsgstr "Nimm {karte}"', "placeholders: "),
    ],
    ids=["missing", "obsolete", "fuzzy", "placeholder"],
)
def test_faults_of_a_catalogue_are_told(tmp_path, po, fault):
    path = catalogue.catalogue_file("de", tmp_path)
    path.parent.mkdir(parents=True)
    path.write_text(f'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n{po}\n', "utf-8")
    assert any(line.startswith(fault) for line in catalogue.faults("de", [Found("Take {card}")], tmp_path))


def test_a_text_with_two_plurals_is_told():
    assert catalogue.clashes([Found("{n} a", more="{n} b"), Found("{n} a")])
    assert not catalogue.clashes([Found("a"), Found("a", context="x")])


def test_the_command_checks_without_writing(capsys):
    before = [catalogue.catalogue_file(lang).read_bytes() for lang in OTHERS]
    catalogue.main(["--check"])
    assert [catalogue.catalogue_file(lang).read_bytes() for lang in OTHERS] == before
    assert capsys.readouterr().out


def test_the_command_refuses_a_language_that_does_not_exist(capsys):
    assert catalogue.main(["--check", "xyzzy"]) == 2
    assert "xyzzy" in capsys.readouterr().err


# ---- our own catalogues ----------------------------------------------------------------------------------


@pytest.mark.parametrize("lang", OTHERS)
def test_nothing_is_missing_obsolete_or_uncertain(lang, messages):
    assert catalogue.faults(lang, messages) == []


def test_no_text_has_two_plurals(messages):
    assert catalogue.clashes(messages) == []


def test_english_plurals_have_the_same_facts(messages):
    assert [it for it in messages if it.more and not placeholders(it.text) <= placeholders(it.more)] == []


@pytest.mark.parametrize("lang", OTHERS)
def test_files_are_as_the_command_writes_them(lang):
    text, held = catalogue.catalogue_file(lang).read_text("utf-8"), catalogue.load(lang)
    ids = [(it.id if it.pluralizable else (it.id, ""), it.context or "") for it in held if it.id]
    assert catalogue.merged(lang, [Found(one, more, context) for (one, more), context in ids], held) == text
    assert not re.search(r"^#:|-Date:|Generated", text, re.MULTILINE)


def test_english_signs_are_set_as_a_printer_would(messages):
    assert [it for it in messages if re.search(r"""'|"|\.\.\.|  """, it.text + it.more)] == []


def forms(lang: str) -> list[str]:
    """Every translation of a language."""
    strings = [message.string for message in catalogue.load(lang) if message.id]
    return [form for entry in strings for form in ([entry] if isinstance(entry, str) else entry)]


@pytest.mark.parametrize("lang", OTHERS)
def test_signs_are_set_as_a_printer_would(lang):
    assert [form for form in forms(lang) if re.search(r"""'|"|\.\.\.|  | $|^ """, form)] == []


def test_french_keeps_its_signs_on_the_line():
    assert [form for form in forms("fr") if re.search(r"(?<![\u00a0])[:;!?»]|«(?!\u00a0)", form)] == []


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
    assert tuple(words(lang).pick(context, slug) for lang in ("de", "nl", "fr")) == names


def test_resources_have_the_names_of_the_notation():
    said = {lang: [words(lang)(slug) for slug in ("wood", "stone", "brick", "glass", "papyrus")] for lang in OTHERS}
    assert said == {
        "de": ["Holz", "Stein", "Ziegel", "Glas", "Papyrus"],
        "nl": ["hout", "steen", "baksteen", "glas", "papyrus"],
        "fr": ["bois", "pierre", "brique", "verre", "papyrus"],
    }
