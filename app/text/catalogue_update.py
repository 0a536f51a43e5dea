"""Updater and checker of the gettext catalogues in data/locale: `python -m app.text.catalogue_update`.

`pybabel extract` extracts the messages, configured by `tool.babel` in pyproject.toml. They are merged into each
language's .po file, sorted and without line numbers and dates, so that branches merge; then each catalogue is checked.
A running table does not need this module; see docs/adding-a-language.md.
"""

import argparse
import ast
import io
import string
import subprocess
import sys
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Final

from babel import UnknownLocaleError
from babel.core import Locale
from babel.lists import format_list
from babel.messages.catalog import Catalog, Message
from babel.messages.plurals import get_plural
from babel.messages.pofile import read_po, write_po
from babel.numbers import get_decimal_symbol

from app.text.printed_names import parse_names as read_names
from app.text.translation import LOCALE, SOURCE, catalogue_file, header, languages

ROOT: Final = Path(__file__).parent.parent.parent
LEAST: Final = defaultdict(lambda: 1, ngettext=2, pgettext=2)  # literals at the start of a call
WORDS: Final = ("w", "w_", "_w", "words_", "_")  # what Words is called wherever it says a message
PYBABEL: Final = (sys.executable, "-m", "babel.messages.frontend", "--quiet")


def extract_messages(root: Path = ROOT) -> Catalog:
    """Extract every message of the program with `pybabel extract`. ValueError if a message is not a literal."""
    with TemporaryDirectory() as folder:
        template = Path(folder) / "wondertable.pot"
        places = (folder for folder in (root / "app", root / "data" / "words") if folder.exists())
        mapped = ("--mapping-file", "pyproject.toml", "--output-file", template)
        said = subprocess.run([*PYBABEL, "extract", *mapped, *places], cwd=ROOT, stderr=subprocess.PIPE, text=True)
        if said.returncode:
            raise ValueError(said.stderr.strip().rpartition("\n")[2])
        return read_po(io.BytesIO(template.read_bytes()))


def python(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: object
) -> Iterator[tuple[int, str, tuple[str | None, ...], tuple[str, ...]]]:
    """Extract the messages of a Python file, as a Babel extraction method.

    Babel's own method misses messages in f-strings and in arguments of other calls. ValueError names the file and line
    of a message that is put together at run time, because nobody could translate it.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and _is_missed(node):
            raise ValueError(f"{file.name}:{node.lineno}: words(…) is no call that messages are found in: words_(…) is")
        if isinstance(node, ast.Call) and (name := _translation_function(node.func)) in keywords:
            texts = tuple(
                arg.value if isinstance(arg, ast.Constant) and isinstance(arg.value, str) else None for arg in node.args
            )
            if len(texts) < LEAST[name] or None in texts[: LEAST[name]]:
                raise ValueError(f"{file.name}:{node.lineno}: {name}(…) wants its words as they are, not put together")
            yield node.lineno, name, texts, ()


def extract_names(
    file: IO[bytes], keywords: Collection[str], tags: Collection[str], options: object
) -> Iterator[tuple[int, str | None, str | tuple[str, str], tuple[str, ...]]]:
    """Extract the names of printed things from a file of app/text/printed_names.py, as a Babel extraction method."""
    for kind in read_names(file.name, file.read()).values():
        for _, context, name, _ in kind.entries():
            yield 0, "pgettext" if context else None, (context, name) if context else name, ()


def _is_missed(call: ast.Call) -> bool:
    """Check for a message passed to a function called `words`, which is the name of the function that makes Words."""
    match call:
        case ast.Call(func=ast.Name(id="words"), args=[ast.Constant(value=str(text)), *_]):
            return text not in languages()
    return False


def _translation_function(function: ast.expr) -> str:
    match function:
        case ast.Attribute(attr=("ngettext" | "pgettext") as name, value=owner):
            return name if _translation_function(owner) in WORDS else ""
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name if name in WORDS else ""
        case ast.Call(func=ast.Name(id="words") | ast.Attribute(attr="words")):  # words(lang)("…")
            return "w"
    return ""


def load(lang: str, folder: Path = LOCALE) -> Catalog:
    """Read the catalogue of a language; an empty one if it has no file."""
    path = catalogue_file(lang, folder)
    return read_po(io.BytesIO(path.read_bytes()), abort_invalid=True) if path.exists() else Catalog(locale=lang)


def merge_template(lang: str, template: Catalog, folder: Path = LOCALE) -> str:
    """Merge a template into a language's catalogue: add new messages untranslated, drop obsolete ones."""
    catalogue = load(lang, folder)
    catalogue.update(template, no_fuzzy_matching=True)
    for message, told in _babel_messages(lang):
        if (here := catalogue.get(*message)) is not None and not here.string:
            here.string = told
    text = io.BytesIO()
    write_po(text, catalogue, width=0, no_location=True, omit_header=True, sort_output=True, ignore_obsolete=True)
    return _header(lang, folder) + text.getvalue().decode("utf-8")


def _babel_messages(lang: str) -> Iterator[tuple[tuple[str, str | None], str]]:
    """List messages that need no translator, as Babel knows how each language joins lists and writes numbers."""
    yield ("{items} and {last}", None), format_list(["{items}", "{last}"], "standard", lang)
    yield ("{items} or {last}", None), format_list(["{items}", "{last}"], "or", lang)
    yield (".", "decimal point"), get_decimal_symbol(lang)


def _header(lang: str, folder: Path) -> str:
    """Write the header fields that gettext and the table read; without dates and names of programs."""
    old = header(catalogue_file(lang, folder))
    own_name = str(Locale.parse(lang).get_display_name(lang))
    fields = {
        "Language": lang,
        "X-Language-Name": old.get("X-Language-Name", own_name[:1].upper() + own_name[1:]),
        "X-Translation": old.get("X-Translation", "partial"),
        "Content-Type": "text/plain; charset=utf-8",
        "Content-Transfer-Encoding": "8bit",
        "Plural-Forms": f"{get_plural(lang)};".replace(";;", ";"),
    }
    return 'msgid ""\nmsgstr ""\n' + "".join(f'"{name}: {value}\\n"\n' for name, value in fields.items()) + "\n"


def update(lang: str, template: Catalog, folder: Path = LOCALE) -> None:
    """Update the catalogue file of a language, or create it."""
    text, path = merge_template(lang, template, folder), catalogue_file(lang, folder)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")


def list_missing(lang: str, template: Catalog, folder: Path = LOCALE) -> list[str]:
    """List the messages without a reliable translation in this language, which are shown in English."""
    catalogue = load(lang, folder)
    return sorted(
        repr(_text(each))
        for each in template
        if each.id and not _is_translated(catalogue.get(each.id, each.context), each)
    )


def _is_translated(here: Message | None, wanted: Message) -> bool:
    if here is None or here.fuzzy or here.pluralizable != wanted.pluralizable:
        return False
    return all(_forms(here))


def faults(lang: str, template: Catalog, folder: Path = LOCALE) -> list[str]:
    """List errors in a language's translations: obsolete, fuzzy, other placeholders, too few plurals."""
    catalogue = load(lang, folder)
    told = [f"{'; '.join(map(str, errors))}: {_text(message)!r}" for message, errors in catalogue.check()]
    for message in catalogue:
        if not message.id:
            continue
        if template.get(message.id, message.context) is None:
            told.append(f"obsolete: {_text(message)!r}")
        if message.fuzzy:
            told.append(f"fuzzy: {_text(message)!r}")
        allowed = [placeholders(text) for text in ([message.id] if isinstance(message.id, str) else message.id)]
        if any(form and placeholders(form) not in allowed for form in _forms(message)):
            told.append(f"placeholders: {_text(message)!r} is translated as {_forms(message)!r}")
    return sorted(told)


def placeholders(text: str) -> frozenset[str]:
    """Return the names in braces. ValueError for an unmatched brace."""
    return frozenset(name for _, name, _, _ in string.Formatter().parse(text) if name is not None)


def _text(message: Message) -> str:
    return message.id if isinstance(message.id, str) else message.id[0]


def _forms(message: Message) -> Sequence[str]:
    return [message.string] if isinstance(message.string, str) else list(message.string or ("",))


def main(arguments: Sequence[str] | None = None) -> int:
    """Update catalogues and print what they lack; 1 when something is wrong, or a complete language lacks anything."""
    parser = argparse.ArgumentParser(prog="python -m app.text.catalogue_update", description=__doc__.partition("\n")[0])
    parser.add_argument("languages", nargs="*", metavar="LANG", help="codes such as es; all we have when none is named")
    parser.add_argument("--check", action="store_true", help="only say what is wrong, change nothing")
    options = parser.parse_args(arguments)
    try:
        for lang in options.languages:
            Locale.parse(lang)
    except (UnknownLocaleError, ValueError) as fault:
        print(fault, file=sys.stderr)
        return 2
    try:
        template = extract_messages()
    except ValueError as fault:
        print(fault, file=sys.stderr)
        return 2
    told = []
    for lang in options.languages or [lang for lang in languages() if lang != SOURCE]:
        if not options.check:
            update(lang, template)
        told += [f"{lang}: {fault}" for fault in faults(lang, template)]
        lacks = list_missing(lang, template)
        if header(catalogue_file(lang)).get("X-Translation") == "complete":
            told += [f"{lang}: missing: {text}" for text in lacks]
        else:
            print(f"{lang}: {len(lacks)} of {len(template)} messages are not translated and appear in English.")
    print("\n".join(told) or f"{len(template)} messages, nothing wrong.")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
