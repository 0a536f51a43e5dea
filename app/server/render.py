"""Pages and their parts from Jinja2 templates: escaped, in the reader's language, each part made once for everybody.

A part is a frozen Struct of what it shows, words apart; what it looks like is a pure function of that and a language.
"""

from collections import OrderedDict
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Final

import msgspec
from jinja2 import Environment, FileSystemLoader, StrictUndefined, Template

from app import i18n
from app.words import architects, table

TEMPLATES: Final = Path(__file__).parent / "pages"
KEPT: Final = 4000  # rendered parts; a game of seven in four languages needs far fewer at a time


class Part(msgspec.Struct, frozen=True):
    """What one part of a page shows. Hashable all through: tuples, not lists or dicts."""

    template: ClassVar[str] = ""


class Rendered(msgspec.Struct, frozen=True, gc=False):
    """A part as HTML; `mark` is short and differs when the HTML does."""

    html: str
    mark: str


class Pages:
    """The templates, and the parts rendered lately."""

    def __init__(self, symbols: str) -> None:
        self._kept: OrderedDict[tuple[str, Part], Rendered] = OrderedDict()
        self._env = Environment(
            loader=FileSystemLoader(TEMPLATES),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._env.globals.update(say=architects, tell=table, symbols=symbols, languages=i18n.LANGUAGES)
        self._env.filters["capital"] = i18n.capital
        self._template = cache(self._env.get_template)

    # Any: a template may use whatever it is given.
    def globals(self, **facts: Any) -> None:
        """Give all templates more to use."""
        self._env.globals.update(facts)

    def part(self, lang: str, part: Part) -> Rendered:
        """One part as HTML; from memory where it was shown before."""
        key = (lang, part)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        html = self.template(part.template).render(w=i18n.words(lang), p=part).strip()
        found = self._kept[key] = Rendered(html, blake2b(html.encode(), digest_size=6).hexdigest() if html else "")
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def template(self, name: str) -> Template:
        return self._template(name)

    # Any: a page takes whatever its template asks for.
    def page(self, name: str, lang: str, /, **facts: Any) -> str:
        """A whole page."""
        return self.template(name).render(w=i18n.words(lang), **facts)
