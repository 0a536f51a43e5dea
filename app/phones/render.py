"""Pages and their parts from Jinja2 templates: escaped, in the reader's language, each part made once for everybody.

A part is a frozen Struct of what it shows, words apart; what it looks like is a pure function of that and a language.
"""

import os
import re
import sys
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from hashlib import blake2b
from importlib.util import cache_from_source
from pathlib import Path
from typing import Any, ClassVar, Final, Protocol, runtime_checkable

import msgspec
from jinja2 import ChoiceLoader, Environment, FileSystemLoader, FunctionLoader, PrefixLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame
from markupsafe import Markup

from app.looks import qr
from app.looks.theme import colours
from app.phones.faces import badge, marker, titled
from app.phones.form import does, literal, said
from app.phones.look import LOOK, PageLook
from app.phones.sprite import bundle, icon, sign, sprite
from app.phones.wonders import world
from app.shown import ended, mending
from app.shown.doubts import left_out
from app.shown.host import number, pin
from app.text import badges, bots, languages, reference
from app.text.game import seat_name
from app.text.languages import Words
from app.text.table import deals

TEMPLATES: Final = Path(__file__).parent / "pages"
COMPILED: Final = Path(cache_from_source(__file__)).parent / "straight"
LATER: Final = re.compile("(<!--/?later-->)")  # round what is closed until somebody opens it; one may lie in another
KEPT: Final = 4000  # rendered parts; a game of seven in four languages needs far fewer at a time


class Part(msgspec.Struct, frozen=True):
    """What one part of a page shows. Hashable all through: tuples, not lists or dicts."""

    template: ClassVar[str] = ""
    later: ClassVar[bool] = False  # what is folded away, or not yet read: a page has it once it is linked to the table


@runtime_checkable
class Labels(Protocol):
    """What a game says in the templates that all games share, with the data it is played with; hashable."""

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

    def at_once(self) -> "Rendered":
        """Without what is closed yet; and without a mark, so that the page is told all of it."""
        if "<!--later-->" not in self.html:
            return self
        kept, depth = [], 0
        for piece in LATER.split(self.html):
            if piece == "<!--later-->":
                depth += 1
            elif piece == "<!--/later-->":
                depth -= 1
            elif not depth:
                kept.append(piece)
        return Rendered("".join(kept), "")


class _Straight(CodeGenerator):
    """Lets a template call what it calls, without a stop on the way: nothing asks what its context is."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:
        assert node.dyn_kwargs is None, "no template of ours needs that"
        self.visit(node.node, frame)
        self.write("(")
        for arg in node.args:
            self.visit(arg, frame)
            self.write(", ")
        if node.dyn_args is not None:
            self.write("*")
            self.visit(node.dyn_args, frame)
            self.write(", ")
        for kwarg in node.kwargs:
            self.visit(kwarg, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")


class _Compiled(BytecodeCache):
    """Templates as Python code, kept where Python keeps its own, so that only a first start compiles them."""

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), (COMPILED / bucket.key).open("rb") as file:
            bucket.load_bytecode(file)  # nothing of another version, nor of another template

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        fresh = COMPILED / f"{bucket.key}.{os.getpid()}"  # another process may write the same one
        with suppress(OSError):  # a folder that cannot be written to: every start compiles
            COMPILED.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(COMPILED / bucket.key)


class Pages:
    """The templates, and the parts rendered lately.

    `of_games`: folders of games' templates, by the first folder of their names. `symbols`: the drawings of each.
    """

    def __init__(self, of_games: Mapping[str, Path], symbols: Mapping[str, Iterable[Markup]] | None = None) -> None:
        self._kept: OrderedDict[tuple[str, bool, Labels, Part], Rendered] = OrderedDict()
        self._games = of_games.keys()
        games = PrefixLoader({name: FileSystemLoader(folder) for name, folder in of_games.items()})
        self._loader = ChoiceLoader([FileSystemLoader(TEMPLATES), games])
        self._env = Environment(
            loader=ChoiceLoader([self._loader, PrefixLoader({"part": FunctionLoader(self._as_macro)}, ":")]),
            bytecode_cache=_Compiled(),
            autoescape=True,
            auto_reload=False,
            trim_blocks=True,
            lstrip_blocks=True,
            undefined=StrictUndefined,
        )
        self._env.code_generator_class = _Straight
        self._env.globals.update(
            seat_name=seat_name,
            icon=icon,
            badge=badge,
            world=world,
            marker=marker,
            titled=titled,
            emblems=badges.emblems,
            colours=badges.colours,
            bot_plays=bots.plays,
            sign=sign,
            sprite=sprite(),
            drawings={name: bundle(all_of) for name, all_of in (symbols or {}).items() if all_of},
            files={},
            qr=qr.svg,
            ground=colours()["zone"],
            look=partial(LOOK.get, PageLook()),
            languages=languages.languages(),
            counted=reference.counted,
            left=reference.left,
            left_out=left_out,
            deals=deals,
            pin=pin,
            number=number,
            said=said,
            does=does,
            mending=mending,
            ended=ended,
            literal=literal,
        )
        self._env.filters["capital"] = languages.capital
        self._template = cache(self._env.get_template)
        self._call = cache(self._callable)

    # Any: a template may use whatever it is given.
    def globals(self, **facts: Any) -> None:
        """Give all templates more to use; before the first of them is rendered."""
        self._env.globals.update(facts)

    def part(self, lang: str, labels: Labels, part: Part) -> Rendered:
        """One part as HTML, with a game's labels; from memory where it was shown before."""
        key = (lang, LOOK.get(PageLook()).plain, labels, part)
        found = self._kept.get(key)
        if found is not None:
            self._kept.move_to_end(key)
            return found
        w = languages.words(lang)
        html = str(self._call(part.template)(w, w.ngettext, w.pgettext, part, labels)).strip()
        found = self._kept[key] = Rendered(html, blake2b(html.encode(), digest_size=6).hexdigest() if html else "")
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found

    def page(self, name: str, lang: str, /, **facts: Any) -> str:
        """A whole page."""
        w = languages.words(lang)
        return self._template(name).render(w=w, ngettext=w.ngettext, pgettext=w.pgettext, **facts)

    def read_all(self) -> None:
        """Read every template of a part now rather than when it is first shown."""
        for kind in _kinds(Part):
            folder = kind.template.rpartition("/")[0]
            if not folder or folder in self._games or (TEMPLATES / folder).is_dir():  # else of a game that is not here
                self._call(kind.template)

    def _callable(self, name: str) -> Callable[..., str]:
        """A part's template as a function: a macro round all of it, which spares every call a context."""
        whole = self._env.get_template(f"part:{name}")
        called: Callable[..., str] = whole.module.part  # type: ignore[attr-defined]  # made by `_as_macro`
        return called

    def _as_macro(self, name: str) -> tuple[str, str | None, Callable[[], bool] | None]:
        source, file, unchanged = self._loader.get_source(self._env, name)
        return "{% macro part(w, ngettext, pgettext, p, labels) %}" + source + "{% endmacro %}", file, unchanged


def _kinds(base: type[Part]) -> Iterator[type[Part]]:
    """All parts that have a template."""
    for kind in base.__subclasses__():
        if kind.template:
            yield kind
        yield from _kinds(kind)
