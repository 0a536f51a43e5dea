"""The language of the code: docstrings begin with a verb or a noun, names stand alone, and no room gets worse."""

import re

import pytest
from jinja2 import DictLoader, nodes

from app.web.jinja_templates import environment
from tests import language
from tests.language import CHECKS, counts, kind, lower, measure, read_allowed, write_allowed

RENEW = "run `python -m tests.language --lower` and commit tests/language_allowed.txt"


@pytest.fixture(scope="module")
def rooms():
    return language.measure_rooms()


def test_no_room_exceeds_its_allowed_offences(rooms):
    allowed = read_allowed(language.ALLOWED.read_text())
    now = {place: counts(each.offences) for place, each in rooms.items()}
    worse = [
        f"{place}: {numbers[check]} {check}, allowed {limit}; python -m tests.language {place}"
        for place, numbers in now.items()
        for check in CHECKS
        if numbers[check] > (limit := allowed.get(place, {}).get(check, 0))
    ]
    assert not worse
    assert language.ALLOWED.read_text() == write_allowed(lower(allowed, rooms)), RENEW


def test_word_lists_are_disjoint():
    verbs, clauses, pronouns = (language.WORDS[each] for each in ("verb", "clause", "pronoun"))
    assert not (verbs & clauses | verbs & pronouns | clauses & pronouns)


@pytest.mark.parametrize(
    ("docstring", "expected"),
    [
        ("Return the seat to act.", "verb"),
        ("Count of cards.", "other"),
        ("Track: a stack was shuffled.", "other"),
        ("The seat to act.", "other"),
        ("`wondertable doctor`", "other"),
        ("What is shown.", "clause"),
        ("*How* it is paid.", "clause"),
        ("Nobody’s turn.", "pronoun"),
        ("Its seats.", "pronoun"),
    ],
)
def test_first_word_is_classified(docstring, expected):
    assert kind(docstring) == expected


SOURCE = '''"""What is told."""
GIVEN = 1

class Told:
    """One thing."""

    def said(self):
        """Whether it was said."""

    def send(self, it):
        """Send it."""

    @property
    def seat(self):
        """The seat."""

    def number(self):
        """The number."""
'''


def test_every_offence_of_a_file_is_reported():
    functions, offences = measure("app/table/told/core.py", SOURCE)
    assert functions == {"clause": 1, "verb": 1, "other": 1}
    assert [(each.line, each.check, each.text) for each in offences] == [
        (1, "name", "module told"),
        (1, "opening", "What is told."),
        (2, "name", "constant GIVEN"),
        (4, "name", "class Told"),
        (7, "name", "function said"),
        (8, "clause", "Whether it was said."),
        (10, "name", "value it"),
        (18, "verb", "The number."),
    ]


def test_allowed_numbers_only_decrease():
    allowed = read_allowed(
        "<<<<<<< ours\n"
        "app/table verb=2 clause=9 opening=0 name=3\n"
        "=======\n"
        "app/table verb=4 clause=1 opening=0 name=3\n"
        "app/gone verb=4 clause=1 opening=0 name=3\n"
    )
    rooms = {"app/table": measure("app/table/told/core.py", SOURCE)}
    assert write_allowed(lower(allowed, rooms)) == f"{'app/table':25} verb=1 clause=1 opening=0 name=3\n"


def bad_variables(templates: dict[str, str]) -> list[str]:
    """List the variables that templates set, loop over or take, and whose names are forbidden in code, too."""
    parse = environment(DictLoader({})).parse
    return [
        f"{path}:{node.lineno} {node.name}"
        for path, source in templates.items()
        for node in parse(source).find_all(nodes.Name)
        if node.ctx in ("store", "param") and node.name in language.WORDS["value"]
    ]


def test_template_variables_have_allowed_names():
    assert bad_variables({str(path): path.read_text("utf-8") for path in language.ROOT.glob("app/**/*.html")}) == []


def test_forbidden_template_variable_is_found():
    source = "{% macro cell(it) %}{{ it.name }}{% endmacro %}\n{% for it in rows %}{{ w('It is it') }}{% endfor %}"
    assert bad_variables({"a.html": source}) == ["a.html:1 it", "a.html:2 it"]


COMMENT = re.compile(r"(?:^|[ \t])//[ \t]+(?:-+ )?(.*)")


def bad_comments(scripts: dict[str, str]) -> list[str]:
    """List the comments of scripts that begin with a clause or a pronoun; several lines are one comment."""
    found, goes_on = [], False
    for path, source in scripts.items():
        for number, line in enumerate(source.split("\n"), 1):
            comment, is_whole = COMMENT.search(line), line.strip().startswith("//")
            if comment and not (goes_on and is_whole) and kind(comment[1]) in ("clause", "pronoun"):
                found.append(f"{path}:{number} {comment[1]}")
            goes_on = is_whole
    return found


def test_script_comments_begin_with_a_noun_or_a_verb():
    assert bad_comments({str(path): path.read_text("utf-8") for path in language.ROOT.glob("app/**/*.js")}) == []


def test_forbidden_script_comment_is_found():
    source = "// A cache\n// which is small.\nlet a = 1; // what it is\n  // ---- where it lies ----\n"
    assert bad_comments({"a.js": source}) == ["a.js:3 what it is", "a.js:4 where it lies ----"]
