"""No word that a person reads stands outside `w(…)`: pages, script, kv files and the code around them are searched."""

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from itertools import pairwise
from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from app.text.catalogue_update import WORDS

ROOT = Path(__file__).resolve().parents[3]
PAGES = sorted((ROOT / "app").rglob("*.html"))
KV = sorted((ROOT / "kv").rglob("*.kv"))
CODE = sorted([*(ROOT / "app" / "phones").rglob("*.py"), *(ROOT / "app" / "screen").rglob("*.py")])
SCRIPTS = sorted((ROOT / "app").rglob("*.js"))

NAMES = {"Wondertable"}  # not translated
LETTERS = re.compile(r"[^\W\d_]{2,}")
PROSE = re.compile(
    r"^[A-Z][a-z]+$|[A-Za-z]{2,} [A-Za-z]{2,}|[a-z]{2,}[.!?…]$"
)  # a label, words side by side, a sentence
SENTENCE = re.compile(r"^[A-Z][a-z]+ [a-z][^\n]*$|^[^\n]*[a-z]{2,}[.!?…]$")
LABEL = re.compile(rf"^[A-Z][a-z]+$|{SENTENCE.pattern}")  # in what a page prints; other words there are classes
READ_OUT = {"alt", "aria-label", "aria-description", "content", "data-choose", "data-label", "placeholder", "title"}
TEXT_PROPERTIES = {"hint_text", "label", "placeholder", "prompt", "sentence", "text", "title", "tooltip"}


def is_read(text: str) -> bool:
    """Check that a literal is text to read: it has letters that belong to no name."""
    return bool(LETTERS.search(" ".join(word for word in re.split(r"[\s·]+", text) if word not in NAMES)))


# ---- pages ---------------------------------------------------------------------------------------------------


class Reader(HTMLParser):
    """A parser that collects the texts which a page shows or reads out without a translation."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[str] = []
        self.quiet = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.quiet += tag in ("script", "style")
        meta = tag in ("meta", "link")
        self.told += [value for name, value in attrs if name in READ_OUT and value and not meta and is_read(value)]

    def handle_endtag(self, tag: str) -> None:
        self.quiet -= tag in ("script", "style")

    def handle_data(self, data: str) -> None:
        text = re.sub(r'[\w-]+="[^"]*"', "", data).strip()  # without the attributes that a macro prints
        if not self.quiet and is_read(text):
            self.told.append(text)


def untranslated_in_page(source: str) -> list[str]:
    """List literals in the HTML of a template, and prose in what it prints."""
    reader = Reader()
    html = re.sub(r"(</?)\{\{.*?\}\}", r"\1x", source)  # a tag whose name is printed
    reader.feed(re.sub(r"\{#.*?#\}|\{%.*?%\}|\{\{.*?\}\}", "", html, flags=re.DOTALL))
    tree = jinja2.Environment(autoescape=True).parse(source)
    translated = {id(text) for call in tree.find_all(nodes.Call) if _is_w(call) for text in call.find_all(nodes.Const)}
    printed = [text for output in tree.find_all(nodes.Output) for text in output.find_all(nodes.Const)]
    return reader.told + [
        text.value
        for text in printed
        if id(text) not in translated and isinstance(text.value, str) and LABEL.search(text.value)
    ]


def _is_w(call: nodes.Call) -> bool:
    return isinstance(call.node, nodes.Name) and call.node.name in ("w", "ngettext", "pgettext")


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ("<p>Hello</p>", ["Hello"]),
        ('<p title="Sit down">{{ w("Sit down") }}</p>', ["Sit down"]),
        ('{{ "Your turn" if mine else w("Their turn") }}', ["Your turn"]),
        ("{{ slot('deck', 'div', 'box gap') }}", []),
        ('{{ "act" if mine }}<b>3 / {{ n }}</b> Wondertable <!-- a comment -->', []),
        ('<script>let words = "Some text"</script>', []),
        ('<button class="big one">{% if a %}{{ w.many("{n} card", "{n} cards", n) }}{% endif %}</button>', []),
    ],
)
def test_untranslated_text_in_a_page_is_found(source, told):
    assert untranslated_in_page(source) == told


@pytest.mark.sampled(2)
@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_pages_have_no_untranslated_text(page):
    assert untranslated_in_page(page.read_text("utf-8")) == []


def untranslated_in_script(source: str) -> list[str]:
    """List literals that a script puts where people read."""
    put = r"""(?:textContent|innerText|placeholder|title|alt)\s*=\s*|setAttribute\("(?:aria-label|title)",\s*|alert\("""
    return [text for _, text in re.findall(rf"""(?:{put})(["'`])(.*?)\1""", source) if is_read(text)]


def test_untranslated_text_in_a_script_is_found():
    assert untranslated_in_script('a.textContent = "No link"; b.className = "off"; c.title="";') == ["No link"]


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_scripts_have_no_untranslated_text(script):
    assert untranslated_in_script(script.read_text("utf-8")) == []


# ---- kv and code ---------------------------------------------------------------------------------------------


def untranslated_in_kv(source: str) -> list[str]:
    """List literals in the values of a kv file that are prose, or belong to a property that is read."""
    told = []
    for line in source.splitlines():
        name, _, value = line.partition(":")
        if line.lstrip().startswith("#") or not value:
            continue
        literals = [text for _, text in re.findall(r"""(["'])(.*?)\1""", value)]
        said = name.strip().rpartition("_")[2] in TEXT_PROPERTIES
        told += [text for text in literals if PROSE.search(text) or (said and is_read(text))]
    return told


def test_untranslated_text_in_kv_is_found():
    source = """
#:import dp kivy.metrics.dp
<Zone>:
    orientation: "vertical"
    Label:
        text: "undo"
        hint: root.hint or "Not yet"
        halign: 'center'
"""
    assert untranslated_in_kv(source) == ["undo", "Not yet"]


@pytest.mark.parametrize("file", KV, ids=lambda path: path.name)
def test_kv_files_have_no_untranslated_text(file):
    assert untranslated_in_kv(file.read_text("utf-8")) == []


def untranslated_in_code(source: str) -> list[str]:
    """List literals assigned to text properties (`text=…`, a StringProperty’s first value), and sentences anywhere."""
    tree = ast.parse(source)
    told = [text for value in _read_values(tree) for text in _literals(value) if is_read(text)]
    unread = {id(part) for node in ast.walk(tree) for part in _unread(node)}
    constants = [node for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in unread]
    sentences = [
        constant.value for constant in constants if isinstance(constant.value, str) and SENTENCE.search(constant.value)
    ]
    return [*told, *(text for text in sentences if text not in told)]


def _unread(node: ast.AST) -> Iterator[ast.AST]:
    """Yield nodes that may contain sentences: translations, docstrings, errors, the log, answers to programs."""
    match node:
        case ast.Expr(value=ast.Constant()) | ast.Raise() | ast.Assert():
            yield from ast.walk(node)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=args):
            if name in WORDS or name in ("ngettext", "pgettext", "exception", "warning", "info", "debug"):
                yield from args
            elif name in ("Response", "print", "complain"):  # programs, and the terminal, are told in English
                yield from ast.walk(node)
        case ast.Call(func=ast.Call(func=ast.Name(id="words") | ast.Attribute(attr="words")), args=args):
            yield from args


def _read_values(tree: ast.Module) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="StringProperty"), args=[value, *_]):
                if isinstance(value, ast.Constant) and isinstance(value.value, str) and PROSE.search(value.value):
                    yield value
            case ast.Call(func=ast.Attribute(attr=answer)) if answer == "Response" or answer.startswith("HTTP"):
                continue  # what a program is told; people get a page
            case ast.Call(keywords=named):
                yield from (word.value for word in named if word.arg in TEXT_PROPERTIES)
            case ast.Assign(targets=[ast.Attribute(attr=name)], value=value) if name in TEXT_PROPERTIES:
                yield value


def _literals(value: ast.expr) -> Iterator[str]:
    """Yield string constants of an expression that are shown as they are, not those in calls, keys or comparisons."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=parts):
            yield from (part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
        case ast.IfExp(body=body, orelse=other):
            yield from _literals(body)
            yield from _literals(other)
        case ast.BoolOp(values=values):
            for part in values:
                yield from _literals(part)


@pytest.mark.parametrize(
    ("source", "told"),
    [
        ('Label(text="Hello")', ["Hello"]),
        ('label.text = "Yes" if a else w("No")', ["Yes"]),
        ('label.text = f"{n} left"', [" left"]),
        ('title = StringProperty("Your turn"); kind = StringProperty("red")', ["Your turn"]),
        ('panel.show(a, "Take one of three", 2)', ["Take one of three"]),
        ('panel.show(a, "Wait.", key="draw left")', ["Wait."]),
        ('def f():\n    "Says it."\n    log.warning("Once more.")\n    raise ValueError("No way.")', []),
        ('web.Response(status=400, text="bad host")', []),
        ('Label(text=w("Hello"), halign="center", title="")', []),
    ],
)
def test_untranslated_text_in_code_is_found(source, told):
    assert untranslated_in_code(source) == told


@pytest.mark.sampled(6)
@pytest.mark.parametrize("file", CODE, ids=lambda path: str(path.relative_to(ROOT)))
def test_screen_and_phone_code_has_no_untranslated_text(file):
    assert untranslated_in_code(file.read_text("utf-8")) == []


# ---- colons ----------------------------------------------------------------------------------------------------

LABELLING = [*CODE, *sorted([*(ROOT / "app" / "shown").rglob("*.py"), *(ROOT / "app" / "games").rglob("*.py")])]
UNSEEN_CALLS = {"complain", "_complain"}  # for the terminal


def joins_by_a_colon(source: str) -> list[str]:
    """List the f-strings of a module that put an English colon between a label and its value."""
    tree = ast.parse(source)
    unseen = {
        inner
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) or (isinstance(node, ast.Call) and ast.unparse(node.func) in UNSEEN_CALLS)
        for inner in ast.walk(node)
    }
    return [
        ast.unparse(node)
        for node in ast.walk(tree)
        if isinstance(node, ast.JoinedStr) and node not in unseen
        for before, part in pairwise(node.values)
        if isinstance(before, ast.FormattedValue) and isinstance(part, ast.Constant) and part.value.startswith(": ")
    ]


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ('f"{name}: {points}"', True),
        ('f"{name}{w.colon}{points}"', False),
        ('f"at: {points}"', False),
        ('complain(f"{file}: {error}")', False),
    ],
)
def test_english_colon_between_values_is_found(source, found):
    assert bool(joins_by_a_colon(source)) == found


def test_labels_and_values_are_joined_by_the_colon_of_the_language():
    found = {str(file.relative_to(ROOT)): joins_by_a_colon(file.read_text("utf-8")) for file in LABELLING}
    found |= {str(page.relative_to(ROOT)): re.findall(r".*[}%]\}: .*", page.read_text("utf-8")) for page in PAGES}
    assert {file: lines for file, lines in found.items() if lines} == {}, "w.colon"
