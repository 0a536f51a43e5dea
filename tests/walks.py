"""Walks through the code: how much a reader has to know to follow one thing from its door to its answer.

`python -m tests.walks` prints three of them, and `--list` every function in them. They are counted in the source alone:

- A walk has a *spine*: the functions that are run one after the other, written down in WALKS. Where the house hands
  something on by a queue, a listener or a table of handlers, the spine says where it arrives.
- A *stay* is a function of ours that stands on the spine or is called by one that does, each once. Calls in nested
  functions and lambdas count; a class counts where it has an `__init__`; properties and what a type hides do not.
- A *room* is a module or a folder right below `app/table`, `app/screen` and so on: `app/table/undo`,
  `app/table/handlers`.
- A *climb* is a call between stays that goes to a higher room, one that imports the caller's, directly or not; or to a
  method of a `Protocol`, which something higher carries out.

A called function is found by names, imports, and types: of annotations, of what a constructor or a function returns,
and of a callback that was handed to a constructor. A call that cannot be found this way is not counted.
"""

import argparse
import ast
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from tests.language import ROOT, files, is_property

WALKS: Mapping[str, tuple[str, ...]] = {
    "message to the screen": (
        "app.screen.control.connection:TableConnection._listen",
        "app.screen.events.on_message:on_message",
        "app.screen.events.on_snapshot:on_snapshot",
        "app.screen.features.feature:ScreenFeature.on_snapshot",
        "app.screen.features.feature:ScreenFeature.on_message",
        "app.screen.features.feature:ScreenFeature.on_answer",
        "app.screen.control.controller:Controller.refresh",
        "app.screen.process.window:Screen._repaint",
        "app.screen.composition:compose",
        "app.screen.features.feature:ScreenFeature.page",
        "app.screen.features.feature:ScreenFeature.table_elements",
        "app.screen.features.feature:ScreenFeature.elements",
    ),
    "one phone's page": (
        "app.phones.websockets:Connection.write",
        "app.phones.phone_connection:PhoneConnection.state",
        "app.phones.page_maker:PageMaker.update_page",
        "app.phones.page_sources:PageSources.open_update",
        "app.phones.features.game:GameParts.page_parts",
        "app.phones.open_page_state:PageState.update_parts",
    ),
    "commit": ("app.table.table:Table._commit", "app.table.table:Table._emit"),
}

Function = ast.FunctionDef | ast.AsyncFunctionDef


@cache
def nodes(tree: ast.AST) -> tuple[ast.AST, ...]:
    """Return all nodes of a tree."""
    return tuple(ast.walk(tree))


class Place(NamedTuple):
    """A function, or a class, by its module and its name there."""

    module: str
    name: str

    def __str__(self) -> str:
        return f"{self.module}:{self.name}"


def room(module: str) -> str:
    """Return the room of a module: at most three names of its path."""
    return ".".join(module.split(".")[:3])


class Module:
    """One module: its functions by qualified name, its classes, and what its names are imported from."""

    def __init__(self, name: str, tree: ast.Module) -> None:
        self.name = name
        self.functions: dict[str, Function] = {}
        self.classes: dict[str, ast.ClassDef] = {}
        self.imported: dict[str, tuple[str, str]] = {}  # a name here: module, and name there ("": the module itself)
        self.values: dict[str, ast.expr] = {}
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and node.module:
                for each in node.names:
                    self.imported[each.asname or each.name] = (node.module, each.name)
            elif isinstance(node, ast.Import):
                for each in node.names:
                    self.imported[each.asname or each.name] = (each.name, "")
        for node in tree.body:
            if isinstance(node, Function):
                self.functions[node.name] = node
            elif isinstance(node, ast.ClassDef):
                self.classes[node.name] = node
                self.functions |= {f"{node.name}.{each.name}": each for each in node.body if isinstance(each, Function)}
            elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
                self.values[node.targets[0].id] = node.value


class House:
    """The modules of the app and the calls in them."""

    def __init__(self, root: Path) -> None:
        self.modules: dict[str, Module] = {}
        for path in files(["app"], root):
            name = path.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            self.modules[name] = Module(name, ast.parse((root / path).read_text("utf-8")))

    # ---- names and types -------------------------------------------------------------------------------

    def find(self, module: str, name: str) -> Place | None:
        """Find a function or class of ours by the name that a module has for it."""
        head, _, rest = name.partition(".")
        here = self.modules.get(module)
        if here is None:
            return None
        if name in here.functions or name in here.classes:
            return Place(module, name)
        if head in here.imported:
            origin, original = here.imported[head]
            inner = f"{origin}.{original}" if original else origin
            if inner in self.modules:
                return self.find(inner, rest) if rest else None
            return self.find(origin, ".".join(filter(None, (original, rest))))
        return None

    def annotated(self, module: str, note: ast.expr | None) -> Place | None:
        """Return the first class of ours in an annotation."""
        if isinstance(note, ast.Constant) and isinstance(note.value, str):
            note = ast.parse(note.value, mode="eval").body
        if isinstance(note, ast.Name | ast.Attribute):
            found = self.find(module, ast.unparse(note))
            return found if found and found.name in self.modules[found.module].classes else None
        parts = (
            [note.left, note.right]
            if isinstance(note, ast.BinOp)
            else [note.slice]
            if isinstance(note, ast.Subscript) and ast.unparse(note.value) in ("Final", "type", "Iterator", "ClassVar")
            else []
        )
        return next(filter(None, (self.annotated(module, part) for part in parts)), None)

    def method(self, owner: Place, name: str) -> Place | None:
        """Find a method of a class, or of its bases."""
        module = self.modules[owner.module]
        if f"{owner.name}.{name}" in module.functions:
            return Place(owner.module, f"{owner.name}.{name}")
        bases = (self.annotated(owner.module, base) for base in module.classes[owner.name].bases)
        return next((found for base in bases if base and (found := self.method(base, name))), None)

    def attribute(self, owner: Place, name: str) -> Place | None:
        """Return the type of an attribute of a class, or the callback that it holds."""
        if (found := self.attributes.get((owner, name))) is not None:
            return found
        module = self.modules[owner.module]
        for node in module.classes[owner.name].body:
            if isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.target.id == name:
                return self.annotated(owner.module, node.annotation)
        if found := self.method(owner, name):  # a property
            return self.annotated(found.module, self.modules[found.module].functions[found.name].returns)
        bases = (self.annotated(owner.module, base) for base in module.classes[owner.name].bases)
        return next((found for base in bases if base and (found := self.attribute(base, name))), None)

    @cached_property
    def attributes(self) -> dict[tuple[Place, str], Place]:
        """The types, and the handed-in callbacks, of attributes that constructors set by `self.x = …`."""
        self.__dict__["attributes"] = found = dict[tuple[Place, str], Place]()
        handed: dict[tuple[Place, str], Place] = {}
        for _ in range(3):  # what one constructor hands on another may need
            for module in self.modules.values():
                for owner in module.classes:
                    here = Place(module.name, owner)
                    for name, function in module.functions.items():
                        if name.startswith(f"{owner}."):
                            scope = Scope(self, here, Place(module.name, name))
                            self._learn(here, function, scope, found, handed)
        return found

    def _learn(
        self,
        owner: Place,
        function: Function,
        scope: "Scope",
        found: dict[tuple[Place, str], Place],
        handed: dict[tuple[Place, str], Place],
    ) -> None:
        for node in nodes(function):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                    pairs = [(target, node.value)]
                    if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                        pairs = [*zip(target.elts, node.value.elts, strict=False)]
                    for left, right in pairs:
                        if not (isinstance(left, ast.Attribute) and isinstance(left.value, ast.Name)):
                            continue
                        holder = owner if left.value.id == "self" else scope.type_of(left.value)
                        if holder is None:
                            continue
                        value = scope.value(right)
                        if value is None and isinstance(right, ast.Name):
                            value = handed.get((owner, right.id))
                        if value is not None:
                            found.setdefault((holder, left.attr), value)
            if isinstance(node, ast.Call) and (made := scope.called(node.func)):
                function_of = self.modules[made.module].functions.get(f"{made.name}.__init__")
                if function_of is None:
                    continue
                names = [each.arg for each in function_of.args.args][1:]
                words = [
                    *zip(names, node.args, strict=False),
                    *((each.arg or "", each.value) for each in node.keywords),
                ]
                for name, value_node in words:
                    if (value := scope.value(value_node)) is not None:
                        handed.setdefault((made, name), value)

    # ---- calls -----------------------------------------------------------------------------------------

    def is_property(self, method: Place) -> bool:
        """Check whether a function is a property, which is read and not called."""
        marks = self.modules[method.module].functions[method.name].decorator_list
        return any(ast.unparse(mark) in ("property", "cached_property") for mark in marks)

    def callees(self, caller: Place) -> Iterator[Place]:
        """List the functions of ours that a function calls, each once, in order."""
        module = self.modules[caller.module]
        owner = caller.name.rpartition(".")[0]
        scope = Scope(self, Place(caller.module, owner) if owner else None, caller)
        seen: set[Place] = set()
        for node in nodes(module.functions[caller.name]):
            if not isinstance(node, ast.Call):
                continue
            for value in (node.func, *node.args):
                found = scope.called(value) if value is node.func else scope.function(value)
                if found is not None and found.name in self.modules[found.module].classes:
                    found = self.method(found, "__init__")
                if found is not None and found not in seen and not self.is_property(found):
                    seen.add(found)
                    yield found

    @cached_property
    def above(self) -> dict[str, set[str]]:
        """By room, the rooms that import it, directly or not."""
        direct: dict[str, set[str]] = {}
        for name, module in self.modules.items():
            for origin, original in module.imported.values():
                target = f"{origin}.{original}" if f"{origin}.{original}" in self.modules else origin
                if target in self.modules and room(target) != room(name):
                    direct.setdefault(room(target), set()).add(room(name))
        found: dict[str, set[str]] = {}
        for start in {room(name) for name in self.modules}:
            reached, rest = set[str](), [start]
            while rest:
                fresh = direct.get(rest.pop(), set()) - reached
                reached |= fresh
                rest += fresh
            found[start] = reached
        return found

    def is_protocol(self, method: Place) -> bool:
        """Check whether a method is declared in a Protocol."""
        owner = self.modules[method.module].classes.get(method.name.rpartition(".")[0])
        return owner is not None and any(ast.unparse(base).startswith("Protocol") for base in owner.bases)

    def walk(self, spine: tuple[str, ...]) -> tuple[list[Place], list[str], list[tuple[Place, Place]]]:
        """Return the stays, the rooms and the climbs of a walk."""
        places = [Place(*each.split(":")) for each in spine]
        stays = [*dict.fromkeys(stay for place in places for stay in (place, *self.callees(place)))]
        calls = {(stay, called) for stay in stays for called in self.callees(stay) if called in stays}
        calls |= {*pairwise(places)}
        climbs = sorted((a, b) for a, b in calls if room(b.module) in self.above[room(a.module)] or self.is_protocol(b))
        return stays, [*dict.fromkeys(room(stay.module) for stay in stays)], climbs


class Scope:
    """The types of the names in one function."""

    def __init__(self, house: House, owner: Place | None, function: Place) -> None:
        self.house, self.owner, self.module = house, owner, function.module
        self.types: dict[str, Place] = {}
        node = house.modules[function.module].functions[function.name]
        for each in nodes(node):
            if isinstance(each, ast.arg) and (found := house.annotated(self.module, each.annotation)):
                self.types[each.arg] = found
        if owner is not None:
            self.types["self"] = owner
        self.locals = [each for each in nodes(node) if isinstance(each, ast.Assign | ast.NamedExpr | ast.withitem)]
        for each in self.locals:
            target, value = (
                (each.targets[0], each.value)
                if isinstance(each, ast.Assign)
                else (each.target, each.value)
                if isinstance(each, ast.NamedExpr)
                else (each.optional_vars, each.context_expr)
            )
            pairs = [(target, value)]
            if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
                pairs = [*zip(target.elts, value.elts, strict=False)]
            for left, right in pairs:
                if isinstance(left, ast.Name) and left.id not in self.types and (found := self.type_of(right)):
                    self.types[left.id] = found

    def type_of(self, node: ast.expr) -> Place | None:
        """Return the class of ours that a value is of."""
        if isinstance(node, ast.Name):
            return self.types.get(node.id)
        if isinstance(node, ast.Attribute) and (owner := self.type_of(node.value)):
            found = self.house.attribute(owner, node.attr)
            return found if found and found.name in self.house.modules[found.module].classes else None
        if isinstance(node, ast.Call) and (made := self.called(node.func)):
            module = self.house.modules[made.module]
            return (
                made
                if made.name in module.classes
                else self.house.annotated(made.module, module.functions[made.name].returns)
            )
        if isinstance(node, ast.BoolOp):
            return next(filter(None, map(self.type_of, node.values)), None)
        if isinstance(node, ast.IfExp):
            return self.type_of(node.body) or self.type_of(node.orelse)
        return None

    def called(self, node: ast.expr) -> Place | None:
        """Return the function or class that is called by an expression."""
        if isinstance(node, ast.Attribute):
            if owner := self.type_of(node.value):
                if found := self.house.method(owner, node.attr):
                    return found
                found = self.house.attribute(owner, node.attr)
                return found if found and found.name not in self.house.modules[found.module].classes else None
            return self.house.find(self.module, ast.unparse(node)) if isinstance(node.value, ast.Name) else None
        return self.house.find(self.module, node.id) if isinstance(node, ast.Name) else None

    def function(self, node: ast.expr) -> Place | None:
        """Return the function of ours that is handed on as a value."""
        found = self.called(node) if isinstance(node, ast.Name | ast.Attribute) else None
        made = found and self.house.modules[found.module].functions.get(found.name)
        return found if made and not is_property(made) else None

    def value(self, node: ast.expr) -> Place | None:
        """Return the type of a value, or the function that it is."""
        return self.function(node) or self.type_of(node)


def main() -> None:
    parser = argparse.ArgumentParser("python -m tests.walks", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--list", action="store_true", help="list the stays, rooms and climbs of each walk")
    parser.add_argument("--root", type=Path, default=ROOT, help="walk through another copy of the project")
    asked = parser.parse_args()
    house = House(asked.root)
    for name, spine in WALKS.items():
        stays, rooms, climbs = house.walk(spine)
        print(f"{name:22} {len(stays):4} stays {len(rooms):4} rooms {len(climbs):4} climbs")
        if asked.list:
            print("\n".join([*map(str, stays), *rooms, *(f"{a} -> {b}" for a, b in climbs)]), end="\n\n")


if __name__ == "__main__":
    main()
