"""The refusals that a function can raise, found in its source and in that of every function it calls.

mypy says what each name refers to, so that a method is followed whatever its object is called.
"""

import ast
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from mypy import build, nodes, options, refinfo, types
from mypy.modulefinder import BuildSource

LIST: Final = "app.table.intent_list"
STORE: Final = "app.storage.database"  # its messages are notices and not refusals
ON_CREATION: Final = ("__init__", "__post_init__")


class Source(NamedTuple):
    functions: Mapping[str, tuple[str, ast.AST]]  # by full name: the module of each, and its syntax
    references: Mapping[tuple[str, int, int], set[str]]  # by module, line, column: full names of the objects used there
    families: Mapping[str, set[str]]  # a class, its ancestors and its heirs


def refusals(function: str) -> set[str]:
    """Return every rule with which a function of this full name refuses; "" stands for those of the game."""
    found: set[str] = set()
    seen: set[str] = set()
    waiting = [function]
    while waiting:
        if (one := waiting.pop()) not in seen:
            seen.add(one)
            waiting += called_functions(one)
            found |= _named_rules(one)
    return found


@cache
def called_functions(function: str) -> set[str]:
    """Return the full names of the functions in `app` that a function calls or hands on."""
    module, syntax = _source().functions[function]
    names = [node for node in _not_caught(syntax) if isinstance(node, ast.Name | ast.Attribute)]
    targets = [_source().references.get((module, node.lineno, node.col_offset), ()) for node in names]
    return {each for target in set().union(*targets) for each in _implementations(target)}


@cache
def _source() -> Source:
    """Parse and type-check everything in `app` that the list of intents imports."""
    wanted = options.Options()
    wanted.incremental, wanted.export_types, wanted.preserve_asts = False, True, True
    result = build.build([BuildSource(None, LIST)], wanted)
    kinds = {each: _alternatives(types.get_proper_type(kind)) for each, kind in result.types.items()}
    choices = [{each: of[nth % len(of)] for each, of in kinds.items()} for nth in range(max(map(len, kinds.values())))]
    functions: dict[str, tuple[str, ast.AST]] = {}
    references, families = defaultdict[tuple[str, int, int], set[str]](set), defaultdict[str, set[str]](set)
    for name, tree in result.files.items():
        if not name.startswith("app.") or name.startswith(STORE):
            continue
        syntax = ast.parse(Path(tree.path).read_text("utf-8"))
        functions |= {each: (name, node) for each, node in _functions(syntax, name)}
        for choice in choices:
            for each in refinfo.get_undocumented_ref_info_json(tree, choice):
                references[name, each["line"], each["column"]].add(str(each["target"]))
        for symbol in tree.names.values():
            if isinstance(info := symbol.node, nodes.TypeInfo):
                for base in info.mro:
                    families[info.fullname].add(base.fullname)
                    families[base.fullname].add(info.fullname)
    return Source(functions, references, families)


def _alternatives(kind: types.Type) -> list[types.Type]:
    items = kind.items if isinstance(kind, types.UnionType) else [kind]
    return [each for each in items if not isinstance(types.get_proper_type(each), types.NoneType)] or [kind]


def _functions(node: ast.AST, name: str) -> Iterator[tuple[str, ast.AST]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            yield f"{name}.{child.name}", child
        elif isinstance(child, ast.ClassDef):
            yield from _functions(child, f"{name}.{child.name}")


def _named_rules(function: str) -> set[str]:
    _, syntax = _source().functions[function]
    return {
        str(rule.value) if isinstance(rule, ast.Constant) else ""
        for node in _not_caught(syntax)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Rejection"
        for rule in node.args[:1]
    }


def _implementations(target: str) -> set[str]:
    """Return the functions that run where this is called: its own, inherited ones, those of heirs."""
    owner, _, name = target.rpartition(".")
    of_class = {f"{each}.{on}" for each in _source().families.get(target, ()) for on in ON_CREATION}
    methods = {f"{each}.{name}" for each in _source().families.get(owner, ())}
    return ({target} | of_class | methods) & _source().functions.keys()


def _not_caught(node: ast.AST) -> Iterator[ast.AST]:
    """Yield all nodes but the body of a `try` that catches a Rejection."""
    yield node
    caught = isinstance(node, ast.Try) and any("Rejection" in ast.dump(each.type or node) for each in node.handlers)
    for child in ast.iter_child_nodes(node):
        if not (caught and child in node.body):
            yield from _not_caught(child)
