"""The catalogues in data/locale, kept in step with the sources: `python -m app.text.catalogue`.

Finds every message in Python and Jinja files by the three call shapes of `app.text.languages`, writes it into each
language's .po file, sorted and without line numbers so that two people's changes merge, and says what is not translated
yet. Not needed while the table runs; docs/adding-a-language.md tells the story.
"""

import argparse
import ast
import io
import string
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final

import jinja2
import msgspec
from babel import UnknownLocaleError
from babel.core import Locale
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from jinja2 import nodes

from app.text.languages import LANGUAGES, LOCALE, SOURCE, catalogue_file

ROOT: Final = Path(__file__).parent.parent.parent
TEMPLATES: Final = frozenset({".html", ".jinja", ".svg", ".txt"})
CALLED: Final = frozenset({"w", "w_", "words_"})  # what Words is called wherever it says a message
SHAPES: Final = {"": 1, "many": 2, "pick": 2}  # literals at the start of each call shape


class Found(msgspec.Struct, frozen=True, order=True):
    """One message as it stands in the sources."""

    text: str
    more: str = ""  # of w.many
    context: str = ""  # of w.pick


class NotLiteral(ValueError):
    """A message that is put together while the program runs, so that nobody could translate it."""


# ---- finding -------------------------------------------------------------------------------------------


def found(root: Path = ROOT) -> frozenset[Found]:
    """Every message of the program. NotLiteral names file and line of one that cannot be read off."""
    return frozenset(message for path in sources(root) for message in _in_file(path))


def sources(root: Path = ROOT) -> list[Path]:
    """The files that may hold messages, in order."""
    inside = (path for path in (root / "app").rglob("*") if path.suffix == ".py" or path.suffix in TEMPLATES)
    return sorted([*inside, *root.glob("main.py")])


def _in_file(path: Path) -> Iterator[Found]:
    text = path.read_text("utf-8")
    try:
        yield from (in_python if path.suffix == ".py" else in_template)(text)
    except NotLiteral as fault:
        raise NotLiteral(f"{path}:{fault}") from None


def in_python(text: str) -> Iterator[Found]:
    """The messages in Python source, told by `w(…)`, `x.w(…)`, `w.many(…)`, `x.words(…).pick(…)` and the like."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and (shape := _python_shape(node.func)) is not None:
            constants = [arg.value if isinstance(arg, ast.Constant) else None for arg in node.args]
            yield _message(shape, constants, node.lineno)


def _python_shape(called: ast.expr) -> str | None:
    if _is_words(called):
        return ""
    if isinstance(called, ast.Attribute) and called.attr in SHAPES and _is_words(called.value):
        return called.attr
    return None


def _is_words(node: ast.expr) -> bool:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in CALLED
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return name == "words"
    return False


def in_template(text: str) -> Iterator[Found]:
    """The messages in a Jinja template."""
    for node in jinja2.Environment(autoescape=True).parse(text).find_all(nodes.Call):
        if (shape := _template_shape(node.node)) is not None:
            constants = [arg.value if isinstance(arg, nodes.Const) else None for arg in node.args]
            yield _message(shape, constants, node.lineno)


def _template_shape(called: nodes.Node) -> str | None:
    match called:
        case nodes.Name(name=name) if name in CALLED:
            return ""
        case nodes.Getattr(node=nodes.Name(name=name), attr=attr) if name in CALLED and attr in SHAPES:
            return attr
    return None


def _message(shape: str, constants: Sequence[object], line: int) -> Found:
    literals = [text for text in constants[: SHAPES[shape]] if isinstance(text, str)]
    if len(literals) < SHAPES[shape]:
        raise NotLiteral(f"{line}: w{shape and '.' + shape}(…) wants its words as they are, not put together")
    match shape:
        case "many":
            return Found(literals[0], more=literals[1])
        case "pick":
            return Found(literals[1], context=literals[0])
    return Found(literals[0])


# ---- catalogues ------------------------------------------------------------------------------------------


def load(lang: str, folder: Path = LOCALE) -> Catalog:
    """The catalogue of a language; an empty one if there is none yet."""
    path = catalogue_file(lang, folder)
    return read_po(io.BytesIO(path.read_bytes()), abort_invalid=True) if path.exists() else Catalog()


def merged(lang: str, messages: Iterable[Found], old: Catalog) -> str:
    """The text of a catalogue that holds just these messages, with the translations that the old one has."""
    catalogue = Catalog(locale=lang)
    for message in sorted(messages):
        before = old.get(message.text, message.context or None)
        same = before is not None and before.pluralizable == bool(message.more)
        catalogue.add(
            (message.text, message.more) if message.more else message.text,
            before.string if before is not None and same else None,
            context=message.context or None,
            flags=before.flags if before is not None and same else (),
            user_comments=before.user_comments if before is not None else (),
        )
    text = io.BytesIO()
    write_po(text, catalogue, width=0, no_location=True, omit_header=True, sort_output=True)
    return _header(lang) + text.getvalue().decode("utf-8")


def _header(lang: str) -> str:
    """As little as gettext needs; no dates, no names of programs."""
    lines = (
        f"Language: {lang}",
        "Content-Type: text/plain; charset=utf-8",
        "Content-Transfer-Encoding: 8bit",
        f"Plural-Forms: {get_plural(lang)};".replace(";;", ";"),
    )
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{line}\\n"\n' for line in lines) + "\n"


def update(lang: str, messages: Iterable[Found], folder: Path = LOCALE) -> None:
    """Bring a language's file in step: new messages come in untranslated, those no longer said go."""
    path = catalogue_file(lang, folder)
    text = merged(lang, messages, load(lang, folder))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


# ---- faults ----------------------------------------------------------------------------------------------


def faults(lang: str, messages: Iterable[Found], folder: Path = LOCALE) -> list[str]:
    """What is wrong with a language's catalogue: missing, obsolete, fuzzy, other placeholders; one line each."""
    catalogue = load(lang, folder)
    known = {_key(message.id, message.context): message for message in catalogue if message.id}
    wanted = {(message.text, message.context): message for message in messages}
    told = [f"missing: {text!r}" for (text, context), message in wanted.items() if (text, context) not in known]
    told += [f"obsolete: {text!r}" for text, context in known if (text, context) not in wanted]
    for key in wanted.keys() & known.keys():
        told += _faults_of(known[key], wanted[key])
    return sorted(told)


def _key(id: str | Sequence[str], context: str | None) -> tuple[str, str]:
    return (id if isinstance(id, str) else id[0], context or "")


def _faults_of(message: Message, wanted: Found) -> Iterator[str]:
    if message.pluralizable != bool(wanted.more):
        yield f"missing: {wanted.text!r} as {'a message with' if wanted.more else 'one without'} a plural"
        return
    forms = [message.string] if isinstance(message.string, str) else list(message.string or ("",))
    if not all(forms):
        yield f"missing: {wanted.text!r}"
        return
    if message.fuzzy:
        yield f"fuzzy: {wanted.text!r}"
    allowed = [placeholders(wanted.text), placeholders(wanted.more or wanted.text)]
    if any(placeholders(form) not in allowed for form in forms):
        yield f"placeholders: {wanted.text!r} is translated as {forms!r}"


def placeholders(text: str) -> frozenset[str]:
    """The names in braces; ValueError if a brace is alone."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def clashes(messages: Iterable[Found]) -> list[str]:
    """Texts said both with and without a plural, or with two plurals: gettext can hold only one of them."""
    seen: dict[tuple[str, str], Found] = {}
    return [
        f"{message.text!r} has two plural forms or one beside a plain use"
        for message in messages
        if seen.setdefault((message.text, message.context), message) != message
    ]


# ---- the command -----------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Update catalogues and print what they lack; 1 when something does."""
    parser = argparse.ArgumentParser(prog="python -m app.text.catalogue", description=__doc__.partition("\n")[0])
    parser.add_argument("languages", nargs="*", metavar="LANG", help="codes such as es; all we have when none is named")
    parser.add_argument("--check", action="store_true", help="only say what is wrong, change nothing")
    options = parser.parse_args(arguments)
    try:
        messages = found()
        for lang in options.languages:
            Locale.parse(lang)
    except (NotLiteral, UnknownLocaleError, ValueError) as fault:
        print(fault, file=sys.stderr)
        return 2
    told = clashes(messages)
    for lang in options.languages or [lang for lang in LANGUAGES if lang != SOURCE]:
        if not options.check:
            update(lang, messages)
        told += [f"{lang}: {fault}" for fault in faults(lang, messages)]
    print("\n".join(told) or f"{len(messages)} messages, nothing missing.")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
