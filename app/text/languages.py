"""Words in the reader's language. English is the source text; other languages are gettext catalogues in data/locale.

Strings are marked by three call shapes only, so that one extractor (app/text/catalogue.py) finds them, in Python and
in Jinja: `w("Take {card}", card=…)`, `w.many("{n} card", "{n} cards", n)` and, where one English word needs two
translations, `w.pick("a place", "left")`.
"""

import gettext
import io
import logging
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

LANGUAGES: Final = {"en": "English", "de": "Deutsch", "nl": "Nederlands", "fr": "Français"}  # each by its own name
SOURCE: Final = "en"
LOCALE: Final = Path(__file__).parents[2] / "data" / "locale"


class Words:
    """Sentences in one language. A message without translation stays English."""

    __slots__ = ("_from", "lang")

    def __init__(self, lang: str, translations: gettext.NullTranslations) -> None:
        self.lang = lang
        self._from = translations

    def __call__(self, text: str, /, **facts: object) -> str:
        """The message in this language, `{facts}` filled in."""
        found = self._from.gettext(text)
        return found.format(**facts) if facts else found

    def many(self, one: str, more: str, n: int, /, **facts: object) -> str:
        """The form that fits the number `n`, which is also a fact."""
        return self._from.ngettext(one, more, n).format(n=n, **facts)

    def pick(self, context: str, text: str, /, **facts: object) -> str:
        """Like a plain message, for an English text that means two things; `context` says which."""
        found = self._from.pgettext(context, text)
        return found.format(**facts) if facts else found


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


def catalogue_file(lang: str, folder: Path = LOCALE) -> Path:
    """Where the catalogue of a language lies."""
    return folder / lang / "LC_MESSAGES" / "wondertable.po"


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
    return next((lang for weight, _, lang in sorted(wishes) if weight and lang in LANGUAGES), SOURCE)


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
