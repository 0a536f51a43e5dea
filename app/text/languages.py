"""Words in the reader's language. English is the source text; other languages are gettext catalogues in data/locale.

Strings are marked by three call shapes only, so that Babel finds them by the section `tool.babel` of pyproject.toml:
`w("Take {card}", card=…)`, `w.ngettext("{n} card", "{n} cards", n)` and, where one English word needs two
translations, `w.pgettext("a place", "left")`. Templates call the latter two `ngettext` and `pgettext`.
"""

import gettext
import io
import logging
import re
from collections.abc import Iterable, Mapping
from functools import cache
from itertools import takewhile
from pathlib import Path
from typing import Final

SOURCE: Final = "en"
LOCALE: Final = Path(__file__).parents[2] / "data" / "locale"


class Words:
    """Sentences in one language. A message without translation stays English."""

    __slots__ = ("_from", "lang")

    def __init__(self, lang: str, translations: gettext.NullTranslations) -> None:
        self.lang = lang
        self._from = translations

    def __call__(self, text: str, /, **params: object) -> str:
        """The message in this language, `{params}` filled in."""
        found = self._from.gettext(text)
        return found.format(**params) if params else found

    def ngettext(self, one: str, more: str, n: int, /, **params: object) -> str:
        """The form that fits the number `n`, which is also a param."""
        return self._from.ngettext(one, more, n).format(n=n, **params)

    def pgettext(self, context: str, text: str, /, **params: object) -> str:
        """Like a plain message, for an English text that means two things; `context` says which."""
        found = self._from.pgettext(context, text)
        return found.format(**params) if params else found


@cache
def languages() -> Mapping[str, str]:
    """The languages that can be chosen, each by its own name: English, and what has a catalogue in data/locale."""
    found = {lang: fields.get("X-Language-Name", lang) for lang, fields in _headers().items()}
    return {SOURCE: "English"} | dict(sorted(found.items(), key=lambda item: item[1].casefold()))


def complete() -> tuple[str, ...]:
    """The languages whose catalogue says that nothing is missing; tests hold them to it. The rest may be partial."""
    whole = [lang for lang, fields in _headers().items() if fields.get("X-Translation") == "complete"]
    return (SOURCE, *sorted(whole))


def _headers() -> dict[str, dict[str, str]]:
    """The fields at the start of each catalogue, by language."""
    return {path.name: fields for path in LOCALE.glob("*") if (fields := header(catalogue_file(path.name)))}


def header(path: Path) -> dict[str, str]:
    """The fields at the start of a catalogue; none if it cannot be read."""
    try:
        with path.open(encoding="utf-8", errors="replace") as file:
            lines = [line.strip(' "\n').removesuffix("\\n") for line in takewhile(str.strip, file)]
    except OSError:
        return {}
    return {name: value for name, _, value in (line.partition(": ") for line in lines) if value}


@cache
def words(lang: str) -> Words:
    """The words of a language (`en`, `de`, …), read once. English, and a line in the log, if it has no catalogue."""
    return read_words(lang, LOCALE)


def read_words(lang: str, folder: Path) -> Words:
    """The words of a language from the catalogues in a folder."""
    if lang == SOURCE:
        return Words(SOURCE, gettext.NullTranslations())
    try:
        return Words(lang, _compiled(catalogue_file(lang, folder)))
    except (OSError, ValueError) as fault:
        logging.getLogger(__name__).warning("No words for the language %r, so English is used: %s", lang, fault)
        return Words(SOURCE, gettext.NullTranslations())


def catalogue_file(lang: str, folder: Path | None = None) -> Path:
    """Where the catalogue of a language lies."""
    return (folder or LOCALE) / lang / "LC_MESSAGES" / "wondertable.po"


def _compiled(path: Path) -> gettext.GNUTranslations:
    """A catalogue ready for use; ValueError if it cannot be read. Babel comes only now: English starts without it."""
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
    return gettext.GNUTranslations(binary)


def closest(accepted: str) -> str:
    """The language of ours that a browser's Accept-Language header likes best; English if none."""
    wishes: list[tuple[float, int, str]] = []
    for place, part in enumerate(accepted.split(",")):
        tag, _, weight = part.strip().partition(";q=")
        try:
            wishes.append((-float(weight or 1), place, tag.partition("-")[0].lower()))
        except ValueError:
            continue
    return next((lang for weight, _, lang in sorted(wishes) if weight and lang in languages()), SOURCE)


def of_machine(environ: Mapping[str, str]) -> str:
    """The language of ours that the machine's locale asks for; English if none."""
    said = next((found for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (found := environ.get(name))), "")
    lang = re.split("[_.@]", said)[0]  # de_AT.UTF-8, fr_BE@euro, nl
    return lang if lang in languages() else SOURCE


def both(w: Words, items: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *first, last = list(items) or [""]
    return w("{items} and {last}", items=", ".join(first), last=last) if first else last


def either(w: Words, items: Iterable[str]) -> str:
    """`a`, `a or b`, `a, b or c`."""
    *first, last = list(items) or [""]
    return w("{items} or {last}", items=", ".join(first), last=last) if first else last


def capital(text: str) -> str:
    """The text with a capital at its start, for a label that is only that."""
    return text[:1].upper() + text[1:]
