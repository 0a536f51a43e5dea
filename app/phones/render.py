"""Pages and their parts from Jinja2 templates: escaped, in the reader's language, each part made once for everybody.

A part is a frozen Struct of what it shows, words apart; what it looks like is a pure function of that and a language.
"""

from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from hashlib import blake2b
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, PrefixLoader, StrictUndefined
from jinja2.runtime import Context, Macro

from app.games.architects import words as architects
from app.games.architects.phone import drawn, wonders
from app.looks import qr
from app.phones.sprite import icon, sign, sprite
from app.text import languages as i18n
from app.text.game import seat_name
from app.text.languages import Words
from app.text.table import wonder_owed

TEMPLATES: Final = Path(__file__).parent / "pages"
GAMES: Final = Path(__file__).parents[1] / "games"
OF_GAMES: Final = {  # the first folder of a template's name
    "architects": GAMES / "architects" / "phone" / "pages",
    "plain": GAMES / "plain" / "pages",
    "tally": GAMES / "tally" / "pages",
}
KEPT: Final = 4000  # rendered parts; a game of seven in four languages needs far fewer at a time


class Part(msgspec.Struct, frozen=True):
    """What one part of a page shows. Hashable all through: tuples, not lists or dicts."""

    template: ClassVar[str] = ""


class Says(Protocol):
    """What a game says in the templates that all games share, with what is printed; hashable."""

    def identity(self, w: Words, slug: str) -> str: ...

    def action(self, w: Words, text: str, people: tuple[str, ...]) -> str: ...

    def did(self, w: Words, text: str, name: str, people: tuple[str, ...], came: str = "") -> str: ...

    def variant(self, w: Words, slug: str) -> str: ...

    def variants(self, w: Words, slugs: Iterable[str]) -> str: ...

    def variant_says(self, w: Words, slug: str) -> str: ...

    def house_rule(self, w: Words, slug: str) -> str: ...

    def assumed(self, w: Words, slugs: Iterable[str]) -> str: ...


class Rendered(msgspec.Struct, frozen=True, gc=False):
    """A part as HTML; `mark` is short and differs when the HTML does."""

    html: str
    mark: str


class _Plain(Context):
    """Calls what a template calls without asking it first what it wants to know of its context: only macros do."""

    # Any: as in the class it replaces.
    def call(self, called: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Any:
        kwargs.pop("_loop_vars", None)
        kwargs.pop("_block_vars", None)
        if isinstance(called, Macro):
            return called(self.eval_ctx, *args, **kwargs)
        return called(*args, **kwargs)


class Pages:
    """The templates, and the parts rendered lately."""

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[str, Says, Part], Rendered] = OrderedDict()
        games = PrefixLoader({name: FileSystemLoader(folder) for name, folder in OF_GAMES.items()})
        self._loader = ChoiceLoader([FileSystemLoader(TEMPLATES), games])
        self._env = Environment(
            loader=self._loader,
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._env.context_class = _Plain
        self._env.globals.update(
            say=architects,
            seat_name=seat_name,
            wonder_owed=wonder_owed,
            icon=icon,
            sign=sign,
            sprite=sprite([drawn.BACK]),
            gift=drawn.GIFT,
            draw=wonders.draw,
            qr=qr.svg,
            languages=i18n.LANGUAGES,
        )
        self._env.filters["capital"] = i18n.capital
        self._template = cache(self._env.get_template)
        self._call = cache(self._callable)

    # Any: a template may use whatever it is given.
    def globals(self, **facts: Any) -> None:
        """Give all templates more to use; before the first of them is rendered."""
        self._env.globals.update(facts)

    def part(self, lang: str, box: Says, part: Part) -> Rendered:
        """One part as HTML, with what is printed in `box`; from memory where it was shown before."""
        key = (lang, box, part)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        html = str(self._call(part.template)(i18n.words(lang), part, box)).strip()
        found = self._kept[key] = Rendered(html, blake2b(html.encode(), digest_size=6).hexdigest() if html else "")
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def page(self, name: str, lang: str, /, **facts: Any) -> str:
        """A whole page."""
        return self._template(name).render(w=i18n.words(lang), **facts)

    def read_all(self) -> None:
        """Read every template of a part now rather than when it is first shown."""
        for kind in _kinds(Part):
            self._call(kind.template)

    def _callable(self, name: str) -> Callable[[Words, Part, Says], str]:
        """A part's template as a function: a macro round all of it, which spares every call a context."""
        source, *_ = self._loader.get_source(self._env, name)
        whole = self._env.from_string("{% macro part(w, p, box) %}" + source + "{% endmacro %}")
        called: Callable[[Words, Part, Says], str] = whole.module.part  # type: ignore[attr-defined]  # made by the line above
        return called


def _kinds(base: type[Part]) -> Iterator[type[Part]]:
    """All parts that have a template."""
    for kind in base.__subclasses__():
        if kind.template:
            yield kind
        yield from _kinds(kind)
