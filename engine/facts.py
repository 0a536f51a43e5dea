"""What is printed, and an owner's corrections of it: read from a file, laid over, said on one line. For every game.

A correction is a path and a value. A path names a value as the data file does; the things of a list (stages, effects)
count from 1: `wonders.rome.stages.3.points`. The grammar of the line is in docs/notation.md, the file in docs/facts.md.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Generic, TypeAlias, TypeVar

import msgspec

from engine.header import words

Path: TypeAlias = tuple[str, ...]
Value: TypeAlias = int | str | tuple[int | str, ...]  # bool is an int
Corrections: TypeAlias = dict[Path, Value]
Plain: TypeAlias = Mapping[str, Any]  # Any: tables, lists and values, as TOML has them
F = TypeVar("F")  # a game's facts

CERTAINTY: Final = "certainty"  # of an entry; an owner can only say that it is
YOURS: Final = "yours"
REMEMBERED: Final = 16  # facts with corrections, made once
MOST: Final = 999  # what a number may be
_NAME: Final = re.compile(r"[a-z0-9_-]+\Z")
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*\Z")
_NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)\Z")
_SAID: Final = {True: "yes", False: "no"}


class Printing(Generic[F]):
    """What a data file says is printed, with and without corrections.

    `faults` tells what no game could be played with. Fields of a name in `fixed` cannot be corrected. Who has said all
    values of an entry in `sure_of`, which is what its `certainty` speaks of, is as sure of it as of their own.
    """

    def __init__(
        self,
        data: bytes,
        file: str,
        kind: type[F],
        faults: Callable[[F], Iterator[str]],
        *,
        fixed: Collection[str] = (),
        sure_of: Collection[str] = (),
    ) -> None:
        """ValueError, naming file, entry and field, if the data does not hold up."""
        self._kind = kind
        self._faults = faults
        self._fixed = fixed
        try:
            self._facts = msgspec.toml.decode(data, type=kind)
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise ValueError(f"{file}: {error}") from None
        fault = next(faults(self._facts), None)
        if fault:
            raise ValueError(f"{file}: {fault}")
        self._plain: Plain = msgspec.to_builtins(self._facts)
        self._entries = _entries(leaves(msgspec.toml.decode(data)), sure_of)
        self.printed = lru_cache(REMEMBERED)(self._corrected)

    def corrections(self, data: bytes, file: str) -> str:
        """An owner's file as the line that a header carries; ValueError names file, entry and field."""
        try:
            told = read(data)
            self._check(told)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
        ours = leaves(self._plain)
        differs = {path: value for path, value in told.items() if path not in ours or value != ours[path]}
        return said(differs | self._all_said(told))

    def checked(self, line: str) -> str:
        """A header's line as it is written, its items in order; ValueError names the first that does not fit."""
        told = heard(line)
        if not told:
            raise ValueError("corrects nothing; leave the key out")
        self.printed(line)
        return said(told)

    def _corrected(self, line: str = "") -> F:
        """The facts with the corrections of a header's line; ValueError names the first that does not fit."""
        if not line:
            return self._facts
        told = heard(line)
        return self._check(told | self._all_said(told))

    def _check(self, told: Corrections) -> F:
        for path, value in told.items():
            if path[-1] in self._fixed:
                raise ValueError(f"{named(path)}: says what a thing is and cannot be corrected")
            if path[-1] == CERTAINTY and value != YOURS:
                raise ValueError(f'{named(path)}: only "{YOURS}" can be said here')
        try:
            facts = msgspec.convert(laid_over(self._plain, told), self._kind)
        except msgspec.ValidationError:
            raise ValueError(self._first_unfit(told)) from None
        fault = next(self._faults(facts), None)
        if fault:
            raise ValueError(fault)
        return facts

    def _first_unfit(self, told: Corrections) -> str:
        """Which correction has a value that cannot stand there, and why."""
        for path, value in told.items():
            try:
                msgspec.convert(laid_over(self._plain, {path: value}), self._kind)
            except msgspec.ValidationError as error:
                reason = str(error).partition(" - at ")[0]
                if "unknown field" in reason:
                    return f"{named(path)}: there is no such value"
                return f"{named(path)}: {reason[:1].lower()}{reason[1:]}"
        raise AssertionError("each fits by itself, and all together do not")

    def _all_said(self, told: Corrections) -> Corrections:
        """The certainty of entries whose values the owner has all said, whether they differ or not."""
        return {(*entry, CERTAINTY): YOURS for entry, values in self._entries.items() if values <= told.keys()}


def read(data: bytes) -> Corrections:
    """An owner's file; ValueError names what cannot be read."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"is not TOML: {error}") from None
    return {path: _checked(path, value) for path, value in _walk(table, (), numbered=False)}


def leaves(table: Plain) -> dict[Path, Any]:  # Any: a value as TOML has it
    """Every value of a table by its path."""
    return dict(_walk(table, (), numbered=True))


def said(corrections: Corrections) -> str:
    """The one line that says these corrections; empty for none."""
    return " ".join(sorted(f"{named(path)}={_text(value)}" for path, value in corrections.items()))


def heard(line: str) -> Corrections:
    """What a line says, its items in any order; ValueError names the first that says nothing."""
    found: Corrections = {}
    for item in words(line):
        name, equals, text = item.partition("=")
        path = tuple(name.split("."))
        if not equals or not all(map(_NAME.match, path)):
            raise ValueError(f"{item!r} is not PATH=VALUE")
        if path in found:
            raise ValueError(f"{name} stands twice")
        found[path] = _value(path, text)
    return found


def laid_over(printed: Plain, corrections: Corrections) -> dict[str, Any]:
    """The printed table with these values instead; ValueError names a path that leads nowhere, or the wrong kind.

    The last name of a path may be new to a table: whether it may stand there is for the game to check.
    """
    table: dict[str, Any] = dict(printed)
    for path, value in corrections.items():
        _put(table, path, value)
    return table


def named(path: Path) -> str:
    """A path as it is written."""
    return ".".join(path)


def _entries(written: Mapping[Path, Any], sure_of: Collection[str]) -> dict[Path, set[Path]]:
    """Of each entry that says how sure it is, the values that this speaks of."""
    found: dict[Path, set[Path]] = {path[:-1]: set() for path in written if path[-1] == CERTAINTY}
    for path in written:
        for depth, name in enumerate(path):
            if name in sure_of and path[:depth] in found:
                found[path[:depth]].add(path)
    return {entry: values for entry, values in found.items() if values}


def _put(table: dict[str, Any], path: Path, value: Value) -> None:
    """Lay one value into a table; what lies on the way is copied, the printed one stays as it is."""
    at: Any = table
    for depth in range(len(path) - 1):
        key, inner = _at(at, path, depth)
        if not isinstance(inner, Mapping) and not _is_list_of_tables(inner):
            raise ValueError(f"{named(path)}: there is no such value")
        at[key] = inner = dict(inner) if isinstance(inner, Mapping) else list(inner)
        at = inner
    before = _at(at, path, len(path) - 1)[1] if isinstance(at, list) else at.get(path[-1])
    if isinstance(before, Mapping) or _is_list_of_tables(before):
        raise ValueError(f"{named(path)}: a table was expected")
    if before is not None and _kind(before) != _kind(value):
        raise ValueError(f"{named(path)}: {_kind(before)} was expected")
    at[path[-1]] = value


def _at(table: Any, path: Path, depth: int) -> tuple[str | int, Any]:
    """What a table, or a list of them, has under a name of the path."""
    name = path[depth]
    if isinstance(table, list):
        if _NUMBER.match(name) and 1 <= int(name) <= len(table):
            return int(name) - 1, table[int(name) - 1]
    elif name in table:
        return name, table[name]
    raise ValueError(f"{named(path)}: there is no {named(path[: depth + 1])}")


def _walk(table: Plain, above: Path, *, numbered: bool) -> Iterator[tuple[Path, Any]]:
    for name, value in table.items():
        path = (*above, name)
        if not _NAME.match(name):
            raise ValueError(f"{'.'.join(above)}: there is no {name!r}" if above else f"there is no {name!r}")
        if _is_list_of_tables(value):
            if not numbered:
                raise ValueError(f"{named(path)}: say by number what differs, as in [{named(path)}.1]")
            value = {str(number): each for number, each in enumerate(value, 1)}
        if isinstance(value, Mapping):
            yield from _walk(value, path, numbered=numbered)
        else:
            yield path, value


def _is_list_of_tables(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)


def _kind(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "a number"
    return "a word" if isinstance(value, str) else "a list"


def _checked(path: Path, value: object) -> Value:
    """A value that can be said on the line."""
    if isinstance(value, list):
        items = tuple(_checked(path, each) for each in value)
        if not any(isinstance(each, bool | tuple) for each in items):
            return tuple(each for each in items if not isinstance(each, tuple))
    elif (
        isinstance(value, bool)
        or (isinstance(value, int) and 0 <= value <= MOST)
        or (isinstance(value, str) and _is_word(value))
    ):
        return value
    raise ValueError(
        f"{named(path)}: expected a whole number from 0 to {MOST}, true, false, a word in lower case,"
        " or a list of numbers or words"
    )


def _is_word(text: str) -> bool:
    return bool(_WORD.match(text)) and text not in _SAID.values()


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{','.join(map(str, value))}]"
    return _SAID[value] if isinstance(value, bool) else str(value)


def _value(path: Path, text: str) -> Value:
    """A value as it stands on the line."""
    if text.startswith("[") and text.endswith("]"):
        items: Sequence[str] = text[1:-1].split(",") if text != "[]" else ()
        return tuple(_single(path, item) for item in items)
    if text in _SAID.values():
        return text == "yes"
    return _single(path, text)


def _single(path: Path, text: str) -> int | str:
    if _NUMBER.match(text) and len(text) <= len(str(MOST)):
        return int(text)
    if _is_word(text):
        return text
    raise ValueError(f"{named(path)}: {text!r} is not a number up to {MOST}, yes, no, a word, or a list in [ ]")
