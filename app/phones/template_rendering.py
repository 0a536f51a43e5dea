"""Rendering of pages and their parts from Jinja2 templates: escaped, translated, each part cached for all readers.

A part is a frozen Struct of its facts without words; its HTML is a pure function of these and a language.
"""

import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache
from itertools import chain
from pathlib import Path
from secrets import token_hex
from typing import Any, ClassVar, Final, Protocol, runtime_checkable
from zlib import crc32

import msgspec
from jinja2 import ChoiceLoader, FileSystemLoader, FunctionLoader, PrefixLoader
from markupsafe import Markup

from app.phones.svg_faces import badge, frame_with_title, hyphenate, marker
from app.phones.svg_wonders import world
from app.shown.cardboard import corrections
from app.shown.cardboard.disputes import missed_turn_group
from app.shown.machine.access import number, pin
from app.shown.play import game_over
from app.text import badge_names, bot_level_descriptions, reference, translation
from app.text.table_text import deals
from app.text.translation import Words
from app.text.words_protocols import seat_name
from app.web.appearance_cookies import is_plain
from app.web.jinja_templates import SHARED, environment
from app.web.svg_sprites import bundle

TEMPLATES: Final = Path(__file__).parent / "pages"
DEFERRED: Final = re.compile("(<!--/?later-->)")  # round folded content; they nest
INCOMPLETE: Final = "?"  # ETag of a part that a page has, but not as it is now
IMPORTS: Final = re.compile(r"((?:\s*\{% from [^%]* %\}\n)*)(.*)", re.DOTALL)  # at the top of a template
CACHE_BYTES: Final = 4_000_000  # bytes of rendered parts: more than a game of seven in four languages
CACHE_KEY_BYTES: Final = 500  # of a part's key, estimated
PLACE: Final = Markup(f"\0{token_hex(8)}\0")  # of a fragment in the HTML around it
MAX_FRAGMENTS: Final = 64  # rendered parts of parts that are cached; a city of 7 Wonders has two


class Part(msgspec.Struct, frozen=True, cache_hash=True):
    """The content of one part of a page. Must be hashable: tuples instead of lists and dicts."""

    template: ClassVar[str] = ""
    later: ClassVar[bool] = False  # sent only after the page's socket connects


@runtime_checkable
class Labels(Protocol):
    """A game's texts for the shared templates, with the game data in play; hashable."""

    def identity(self, w: Words, slug: str) -> str: ...

    def action(self, w: Words, text: str, people: tuple[str, ...]) -> str: ...

    def finished_action(self, w: Words, text: str, name: str, people: tuple[str, ...], came: str = "") -> str: ...

    def variant(self, w: Words, slug: str) -> str: ...

    def variant_effect(self, w: Words, slug: str) -> str: ...

    def uncertainty_note(self, w: Words, slugs: Iterable[str]) -> str: ...


class RenderedPart(msgspec.Struct, frozen=True, gc=False):
    """A part as HTML; `etag` is its checksum and length, "" for an empty part, INCOMPLETE for one without its folds.

    The HTML is stored as the JSON that messages contain: a third of the memory of a str and its UTF-8 copy, and encoded
    once for all readers.
    """

    json: msgspec.Raw
    etag: str

    @classmethod
    def from_json(cls, json: bytes) -> "RenderedPart":
        return cls(msgspec.Raw(json), f"{crc32(json):x}-{len(json):x}" if json != b'""' else "")

    @property
    def html(self) -> str:
        return msgspec.json.decode(self.json, type=str)

    def initial(self) -> "RenderedPart":
        """Return the part without folded content, marked so that the page requests or drops it when it connects."""
        html = self.html
        if "<!--later-->" not in html:
            return self
        kept, depth = [], 0
        for piece in DEFERRED.split(html):
            if piece == "<!--later-->":
                depth += 1
            elif piece == "<!--/later-->":
                depth -= 1
            elif not depth:
                kept.append(piece)
        return RenderedPart(msgspec.Raw(msgspec.json.encode("".join(kept))), INCOMPLETE)


class Pages:
    """The templates, and a cache of rendered parts.

    `of_games`: template folders of games, by the first folder of their names. `symbols`: each game's drawings.
    """

    def __init__(self, of_games: Mapping[str, Path], symbols: Mapping[str, Iterable[Markup]] | None = None) -> None:
        self._cache: OrderedDict[tuple[str, bool, Labels, Part], RenderedPart] = OrderedDict()
        self._size = 0  # in bytes
        self._games = of_games.keys()
        games = PrefixLoader({name: FileSystemLoader(folder) for name, folder in of_games.items()})
        self._loader = ChoiceLoader([FileSystemLoader(TEMPLATES), SHARED, games])
        self._env = environment(
            ChoiceLoader([self._loader, PrefixLoader({"part": FunctionLoader(self._as_macro)}, ":")])
        )
        self._env.globals.update(
            seat_name=seat_name,
            badge=badge,
            world=world,
            marker=marker,
            titled=frame_with_title,
            hyphenate=hyphenate,
            emblems=badge_names.emblems,
            colours=badge_names.colours,
            bot_plays=bot_level_descriptions.describe_play,
            drawings={name: bundle(all_of) for name, all_of in (symbols or {}).items() if all_of},
            counted=reference.copies_left,
            left=reference.describe_remaining,
            left_out=missed_turn_group,
            deals=deals,
            pin=pin,
            number=number,
            mending=corrections,
            ended=game_over,
            fragment=self._fragment,
        )
        self._fragments = lru_cache(MAX_FRAGMENTS)(lambda *key: b"".join(self._render(*key)))
        self._inserted: list[bytes] = []  # fragments of the part that is being rendered
        self._template = cache(self._env.get_template)
        self._call = cache(self._callable)

    # Any: a template may use whatever it is given.
    def globals(self, **facts: Any) -> None:
        """Add globals to all templates; call before the first one is rendered."""
        self._env.globals.update(facts)

    def part(self, lang: str, labels: Labels, part: Part) -> RenderedPart:
        """Render a part with a game's labels, or return it from the cache."""
        key = (lang, is_plain(), labels, part)
        rendered = self._cache.get(key)
        if rendered is not None:
            self._cache.move_to_end(key)
            return rendered
        rendered = self._cache[key] = RenderedPart.from_json(b"".join((b'"', *self._render(*key), b'"')))
        self._size += len(rendered.json) + CACHE_KEY_BYTES
        while self._size > CACHE_BYTES:
            _, oldest = self._cache.popitem(last=False)
            self._size -= len(oldest.json) + CACHE_KEY_BYTES
        return rendered

    def _fragment(self, w: Words, labels: Labels, part: Part) -> Markup:
        """Insert a part into another, from a cache: what several phones show is rendered and encoded once.

        A template inserts fragments in the order of its output.
        """
        found = self._fragments(w.lang, is_plain(), labels, part)  # type: ignore[arg-type]  # all hashable
        self._inserted.append(found)
        return PLACE

    def _render(self, lang: str, plain: bool, labels: Labels, part: Part) -> Iterable[bytes]:
        """Render a part as pieces of JSON text without quotes. `plain`: the appearance of the current request, because
        results are cached.
        """
        w, (outer, self._inserted) = translation.words(lang), (self._inserted, [])
        html = str.strip(self._call(part.template)(w, w.ngettext, w.pgettext, part, labels))
        inserted, self._inserted = self._inserted, outer
        first, *others = [msgspec.json.encode(text)[1:-1] for text in (html.split(PLACE) if inserted else (html,))]
        return first, *chain.from_iterable(zip(inserted, others, strict=True))

    def clear_cache(self) -> None:
        """Clear the cache of rendered parts."""
        self._cache.clear()
        self._fragments.cache_clear()
        self._size = 0

    def page(self, name: str, lang: str, /, **facts: Any) -> str:
        """Render a whole page."""
        w = translation.words(lang)
        return self._template(name).render(w=w, ngettext=w.ngettext, pgettext=w.pgettext, **facts)

    def read_all(self) -> None:
        """Compile the templates of all parts now, so that the first page does not wait."""
        for kind in _kinds(Part):
            folder = kind.template.rpartition("/")[0]
            if not folder or folder in self._games or (TEMPLATES / folder).is_dir():  # else of a game that is not here
                self._call(kind.template)

    def compile_all(self) -> None:
        """Compile the templates of all parts and pages."""
        self.read_all()
        for name in {*self._loader.list_templates()} - {kind.template for kind in _kinds(Part)}:
            self._env.get_template(name)

    def _callable(self, name: str) -> Callable[..., str]:
        """Compile a part's template as a macro, which spares every call a template context."""
        whole = self._env.get_template(f"part:{name}")
        called: Callable[..., str] = whole.module.part  # type: ignore[attr-defined]  # made by `_as_macro`
        return called

    def _as_macro(self, name: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, unchanged = self._loader.get_source(self._env, name)
        imports, body = IMPORTS.fullmatch(source).groups()  # type: ignore[union-attr]  # matches anything
        macro = "{% macro part(w, ngettext, pgettext, p, labels) %}" + body + "{% endmacro %}"
        return imports + macro, file, unchanged  # imported once, not at every call


def _kinds(base: type[Part]) -> Iterator[type[Part]]:
    """List all subclasses of a part that have a template."""
    for kind in base.__subclasses__():
        if kind.template:
            yield kind
        yield from _kinds(kind)
