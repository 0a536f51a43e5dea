"""Translation into the reader's language. English is the source text; data/locale has gettext catalogues of the others.

Strings are marked by three call shapes only, so that Babel finds them by the section `tool.babel` of pyproject.toml:
`w("Take {card}", card=…)`, `w.ngettext("{n} card", "{n} cards", n)` and, where one English word needs two
translations, `w.pgettext("a place", "left")`. Templates call the latter two `ngettext` and `pgettext`.
"""

import gettext
import io
import logging
import re
import string
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from itertools import takewhile
from pathlib import Path
from typing import Final

SOURCE: Final = "en"
LOCALE: Final = Path(__file__).parents[2] / "data" / "locale"
MAX_PLURALS: Final = 1000  # cached, by message and number


def w_(sentence: str) -> str:
    """Mark a sentence of a table for the catalogues; `Words.translate` translates it later."""
    return sentence


LABELLED: Final = w_("{cell}: {value}")


class Words:
    """Sentences in one language. A message without translation stays English."""

    __slots__ = ("_format", "_gettext", "_ngettext", "_pgettext", "colon", "direction", "lang")

    def __init__(self, lang: str, translations: gettext.NullTranslations, direction: str = "ltr") -> None:
        self.lang, self.direction = lang, direction  # as in HTML: `ltr` or `rtl`
        self._format = str.format if direction == "ltr" else _Isolated().format
        self._gettext, self._pgettext = cache(translations.gettext), cache(translations.pgettext)
        self.colon = translations.gettext(LABELLED).format(cell="", value="")  # between a label and its value
        self._ngettext = lru_cache(MAX_PLURALS)(translations.ngettext)

    def __call__(self, text: str, /, **params: object) -> str:
        """Translate a message and fill in `{params}`."""
        found = self._gettext(text)
        return self._format(found, **params) if params else found

    def translate(self, marked: str, facts: Mapping[str, object]) -> str:
        """Translate a sentence of a table, marked with `w_`, and fill in its facts."""
        return self(marked, **facts)

    def ngettext(self, one: str, more: str, n: int, /, **params: object) -> str:
        """Translate the plural form for `n`, which is also a parameter."""
        return self._format(self._ngettext(one, more, n), n=n, **params)

    def pgettext(self, context: str, text: str, /, **params: object) -> str:
        """Translate an ambiguous English text; `context` says which meaning."""
        found = self._pgettext(context, text)
        return self._format(found, **params) if params else found

    def number(self, n: float) -> str:
        """Write a number with one decimal, behind the decimal point of the language."""
        return self.pgettext("decimal point", ".").join(f"{n:.1f}".split("."))

    def isolate(self, name: str) -> str:
        """Return a name so that it keeps its direction among words from right to left; else unchanged."""
        return name if self.direction == "ltr" else f"\u2068{name}\u2069"


class _Isolated(string.Formatter):
    """A formatter that keeps each name and number in its own direction within a sentence from right to left."""

    def format_field(self, value: object, format_spec: str) -> str:
        return f"\u2068{format(value, format_spec)}\u2069"


@cache
def languages() -> Mapping[str, str]:
    """List the languages to choose from with their own names: English, and those with a catalogue in data/locale."""
    found = {lang: fields.get("X-Language-Name", lang) for lang, fields in _headers().items()}
    return {SOURCE: "English"} | dict(sorted(found.items(), key=lambda item: item[1].casefold()))


def complete() -> tuple[str, ...]:
    """List the languages whose catalogue is marked complete, which tests verify; others may be partial."""
    whole = [lang for lang, fields in _headers().items() if fields.get("X-Translation") == "complete"]
    return (SOURCE, *sorted(whole))


def _headers() -> dict[str, dict[str, str]]:
    """Return the header fields of each catalogue, by language."""
    return {path.name: fields for path in LOCALE.glob("*") if (fields := header(catalogue_file(path.name)))}


def header(path: Path) -> dict[str, str]:
    """Parse the header fields of a catalogue; empty if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = [line.strip(' "\n').removesuffix("\\n") for line in takewhile(str.strip, file)]
    except OSError:
        return {}
    return {name: value for name, _, value in (line.partition(": ") for line in lines) if value}


@cache
def words(lang: str) -> Words:
    """Load the words of a language (`en`, `de`, …), cached. Falls back to English, with a warning in the log."""
    return read_words(lang, LOCALE)


def read_words(lang: str, folder: Path) -> Words:
    """Load the words of a language from the catalogues in a folder, with the same fallback."""
    if lang == SOURCE:
        return Words(SOURCE, gettext.NullTranslations())
    try:
        return Words(lang, *_compile_catalogue(catalogue_file(lang, folder)))
    except (OSError, ValueError) as fault:
        logging.getLogger(__name__).warning("No words for the language %r, so English is used: %s", lang, fault)
        return Words(SOURCE, gettext.NullTranslations())


def catalogue_file(lang: str, folder: Path | None = None) -> Path:
    """Return the path of a language's catalogue."""
    return (folder or LOCALE) / lang / "LC_MESSAGES" / "wondertable.po"


def _compile_catalogue(path: Path) -> tuple[gettext.GNUTranslations, str]:
    """Compile a catalogue. Return it with the direction of its language, as Babel knows it.

    ValueError if it is malformed. Imports Babel lazily, so that English starts without it.
    """
    from babel.messages.mofile import write_mo
    from babel.messages.pofile import PoFileError, read_po

    with path.open("rb") as source:
        try:
            catalogue = read_po(source, abort_invalid=True)
        except PoFileError as fault:
            raise ValueError(str(fault)) from None
    binary = io.BytesIO()
    write_mo(binary, catalogue)
    binary.seek(0)
    return gettext.GNUTranslations(binary), catalogue.locale.text_direction if catalogue.locale else "ltr"


def accepted_language(accepted: str) -> str:
    """Choose the supported language that a browser's Accept-Language header prefers; English if none."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, tag.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((lang for weight, _, lang in sorted(wishes) if weight and lang in languages()), SOURCE)


def machine_language(environ: Mapping[str, str]) -> str:
    """Choose the supported language of the machine's locale; English if none."""
    said = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environ.get(name))), "")
    lang = re.split("[_.@]", said)[0]  # de_AT.UTF-8, fr_BE@euro, nl
    return lang if lang in languages() else SOURCE


def both(w: Words, items: Iterable[str]) -> str:
    """Join items with *and*: `a`, `a and b`, `a, b and c`."""
    *first, last = list(items) or [""]
    return w("{items} and {last}", items=", ".join(first), last=last) if first else last


def either(w: Words, items: Iterable[str]) -> str:
    """Join items with *or*: `a`, `a or b`, `a, b or c`."""
    *first, last = list(items) or [""]
    return w("{items} or {last}", items=", ".join(first), last=last) if first else last


def join_phrases(w: Words, items: Iterable[str]) -> str:
    """Join items that may contain commas."""
    return w("{first}; {second}", first="", second="").join(items)


def capital(text: str) -> str:
    """Capitalise the first letter of a text, for a label."""
    return text[:1].upper() + text[1:]
