"""The Jinja2 environment of all pages: autoescaping, a bytecode cache, and globals for every template."""

import os
import sys
from contextlib import suppress
from functools import cache, partial
from importlib.util import cache_from_source
from pathlib import Path
from types import FunctionType
from typing import Final
from zlib import crc32

from jinja2 import BaseLoader, Environment, FileSystemLoader, StrictUndefined, nodes
from jinja2.bccache import Bucket, BytecodeCache
from jinja2.compiler import CodeGenerator, Frame, MacroRef
from jinja2.utils import missing
from markupsafe import Markup, escape

from app.looks import qr_codes
from app.looks.theme import colours
from app.text import translation
from app.web.appearance_cookies import LOOK
from app.web.intent_encoding import encode_intent, intent_attribute, literal
from app.web.svg_sprites import icon, sign, sprite
from engine.memoize import memoize

# named by this module, whose code generator the cached templates are made by: an older or newer checkout has its own
COMPILED: Final = Path(cache_from_source(__file__)).parent / f"templates-{crc32(Path(__file__).read_bytes()):08x}"
ROOT: Final = Path(__file__).parents[2]
SHARED: Final = FileSystemLoader(Path(__file__).parent / "pages")  # shared templates
_escape_text = memoize(1 << 12)(escape)


def environment(loader: BaseLoader) -> Environment:
    """Build an environment for these templates, which may include the shared ones if the loader finds them."""
    env = Environment(
        loader=loader,
        bytecode_cache=_Compiled(),
        autoescape=True,
        auto_reload=False,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=StrictUndefined,
    )
    env.code_generator_class = _Straight
    # called by the code of _Straight
    env.__dict__.update(cached=cache, escape=_escape, take_defaults=_take_defaults, markup=partial(str.__new__, Markup))
    env.globals.update(
        icon=icon,
        sign=sign,
        sprite=sprite(),
        files={},
        qr=qr_codes.svg,
        ground=colours()["zone"],
        look=LOOK.get,
        languages=translation.languages(),
        said=encode_intent,
        does=intent_attribute,
        literal=literal,
    )
    env.filters["capital"] = translation.capital
    return env


def _escape(value: object) -> str:
    """Escape a value for the output, without a copy of what needs no escaping."""
    kind = type(value)
    if kind is Markup:
        return value  # type: ignore[return-value]  # checked above
    return _escape_text(value) if kind is str else str(value) if kind is int else escape(value)


def _take_defaults(macro: FunctionType) -> FunctionType:
    """Make all parameters of a macro's function optional; it replaces missing ones by the defaults of the template."""
    macro.__defaults__ = (missing,) * macro.__code__.co_argcount
    return macro


class _Straight(CodeGenerator):
    """A code generator that reads attributes, and calls functions and macros, directly.

    No template function needs its context, and no macro is called with keywords. Output is escaped by `_escape`.
    """

    def write_commons(self) -> None:
        super().write_commons()
        self.writeline("resolve = environment.cached(resolve)")  # of globals

    def visit_Getattr(self, node: nodes.Getattr, frame: Frame) -> None:
        self.visit(node.node, frame)
        self.write(f".{node.attr}")

    def macro_def(self, macro_ref: MacroRef, frame: Frame) -> None:
        if macro_ref.accesses_caller:
            super().macro_def(macro_ref, frame)
        else:
            self.write("environment.take_defaults(macro)")

    def return_buffer_contents(self, frame: Frame, force_unescaped: bool = False) -> None:
        self.writeline(f"return environment.markup(concat({frame.buffer}))")

    def _output_child_pre(self, node: nodes.Expr, frame: Frame, finalize: CodeGenerator._FinalizeInfo) -> None:
        assert frame.eval_ctx.autoescape, "all templates of ours are escaped"
        assert finalize.src is None, "no environment of ours has a finalize function"
        self.write("environment.escape(")

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
    """A bytecode cache next to Python's own, so that only the first start compiles templates."""

    def get_cache_key(self, name: str, filename: str | None = None) -> str:
        """Return a key that stays when the program moves, as a new version does once its templates are compiled."""
        return super().get_cache_key(name, filename and os.path.relpath(filename, ROOT))

    def load_bytecode(self, bucket: Bucket) -> None:
        with suppress(OSError), (COMPILED / bucket.key).open("rb") as file:
            bucket.load_bytecode(file)  # checks version and template itself

    def dump_bytecode(self, bucket: Bucket) -> None:
        if sys.dont_write_bytecode:
            return
        fresh = COMPILED / f"{bucket.key}.{os.getpid()}"  # unique, since another process may write the same one
        with suppress(OSError):  # read-only folder: every start compiles
            COMPILED.mkdir(parents=True, exist_ok=True)
            fresh.write_bytes(bucket.bytecode_to_string())
            fresh.replace(COMPILED / bucket.key)
