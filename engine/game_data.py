"""Game data: the contents of a game's data files, in every version with which games were played. For every game.

A file states the newest version. A section `[older.N]` lists what version N had instead of the next one: values by
their path, as in an owner's file; whole lists and entries that were removed since; and in `absent` the paths that did
not exist yet. docs/adding-a-game.md, *Correcting a value*, describes when to raise a version.
"""

import re
import tomllib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, Generic, TypeVar

import msgspec

from engine.data_overrides import (
    Overrides,
    Path,
    Plain,
    apply_overrides,
    format_line,
    format_path,
    is_list_of_tables,
    leaves,
    parse_line,
)
from engine.data_overrides import parse_file as read_overrides
from engine.header_values import FIRST, Faults

D = TypeVar("D")  # a game's data

CERTAINTY: Final = "certainty"  # of an entry; an owner can only say that it is
OWNER_CERTAINTY: Final = "yours"
CACHE_SIZE: Final = 16  # sets of data with overrides
_VERSION, _OLDER, _ABSENT = "version", "older", "absent"  # words of the file itself
RESERVED: Final = (_VERSION, _OLDER)  # of them those that are no entry of the data
_LINE: Final = re.compile(r"\(at line (\d+), column \d+\)")
_TWICE: Final = re.compile(r"Cannot (?:declare|overwrite|mutate)|Duplicate inline table key ('.*')")
_HEADING: Final = re.compile(r"\s*\[+\s*([^\]]+?)\s*\]")
_FIELD: Final = re.compile(r"\s*([A-Za-z0-9_.-]+)(?=\s|=)")
_STEP: Final = re.compile(r"\.([^.\[\]`]+)|\[(\d+|\.\.\.)\]")  # of a path as msgspec writes it
_KINDS: Final = {
    **{"int": "a whole number", "float": "a fraction", "str": "a word", "bool": "true or false"},
    **{"array": "a list", "object": "a table"},
}
_REASONS: Final = (  # of msgspec, and as we say them; a name in the first group belongs to the path
    (re.compile(r"Object missing required field `(.+)`"), "is missing"),
    (re.compile(r"Object contains unknown field `(.+)`"), "there is no such value"),
    (re.compile(r"Invalid (?:enum )?value (.+)"), "{} is not known here"),
    (re.compile(r"Expected `int` >= (.+)"), "at least {}"),
    (re.compile(r"Expected `int` <= (.+)"), "at most {}"),
    (re.compile(r"Expected `array` of length >= (.+)"), "at least {} of them"),
    (re.compile(r"Expected `array` of length <= (.+)"), "at most {} of them"),
)


class BadGameData(ValueError):
    """Data of our own that no game can be played with: a sentence (no full stop) that names file, entry and field."""


class GameData(Generic[D]):
    """The parsed data files of one game, by version, with and without an owner's overrides.

    `faults` lists errors that make the data unplayable, each as `entry.field: reason`. Fields whose name is in `fixed`
    cannot be overridden. `miscounts` compares our data with an owner's and lists what cannot be right, since nobody has
    other printed parts; records with such overrides are read all the same. An owner who overrides all values of an
    entry in `sure_of` (those its `certainty` is about) is as sure of the entry as of their own values.
    """

    def __init__(
        self,
        files: Mapping[str, bytes],
        kind: type[D],
        faults: Callable[[D], Iterator[str]],
        *,
        fixed: Collection[str] = (),
        sure_of: Collection[str] = (),
        miscounts: Callable[[D, D], Iterator[str]] = lambda ours, own: iter(()),
    ) -> None:
        """Parse the files, given by name. Raise BadGameData if any version of them is unfit."""
        self._kind = kind
        self._faults = faults
        self._fixed = fixed
        self._miscounts = miscounts
        self._versions: dict[int, _Version[D]] = {}
        source = _Source(files)
        for number, table in source.versions():
            self._versions[number] = self._load_version(source, number, table, sure_of)
        self.version: int = max(self._versions)  # the newest
        self._cached_version = lru_cache(CACHE_SIZE)(self._build_version)

    def get_version(self, version: int | None = None, overrides: str = "") -> D:
        """Return a version (None: the newest) with a header's overrides. Raise ValueError for the first that does not
        fit.
        """
        return self._cached_version(version or self.version, overrides)

    def overrides(self, data: bytes, file: str) -> str:
        """Convert an owner's file to the line of a header. Raise ValueError naming file, entry and field."""
        newest = self._versions[self.version]
        try:
            told = read_overrides(data)
            own = self._overridden(newest, told)
            for fault in self._miscounts(newest.data, own):
                raise ValueError(fault)
        except ValueError as error:
            raise ValueError(f"{file}: {error}") from None
        ours = leaves(newest.whole)
        differs = {path: value for path, value in told.items() if path not in ours or value != ours[path]}
        return format_line(differs | newest.confirmed_certainties(told))

    def read_header(self, header: Mapping[str, str], faults: Faults) -> tuple[int, str]:
        """Return the version and the normalised overrides of a header; what does not fit is added to `faults`."""
        version = header.get("data", str(FIRST))
        if version not in map(str, self._versions):
            known = f"{FIRST} to {self.version}" if self.version > FIRST else f"{FIRST}"
            faults.append(("data", f"no version of the game data here; known is {known}"))
            return self.version, ""
        try:
            return int(version), self._checked(int(version), header["facts"]) if "facts" in header else ""
        except ValueError as error:
            faults.append(("facts", str(error)))
            return int(version), ""

    def _checked(self, version: int, line: str) -> str:
        """Normalise a line of overrides. Raise ValueError for the first that does not fit."""
        told = parse_line(line)
        if not told:
            raise ValueError("corrects nothing; leave the key out")
        self.get_version(version, line)
        return format_line(told)

    def _build_version(self, version: int, overrides: str) -> D:
        held = self._versions[version]
        if not overrides:
            return held.data
        told = parse_line(overrides)
        return self._overridden(held, told | held.confirmed_certainties(told))

    def _overridden(self, held: "_Version[D]", told: Overrides) -> D:
        for path, value in told.items():
            if path[-1] in self._fixed:
                raise ValueError(f"{format_path(path)}: says what a thing is and cannot be corrected")
            if path[-1] == CERTAINTY and value != OWNER_CERTAINTY:
                raise ValueError(f'{format_path(path)}: only "{OWNER_CERTAINTY}" can be said here')
        data = convert(apply_overrides(held.whole, told), self._kind)
        for fault in self._faults(data):
            raise ValueError(fault)
        return data

    def _load_version(self, source: "_Source", number: int, table: Plain, sure_of: Collection[str]) -> "_Version[D]":
        try:
            written = leaves(table)
            data = convert(table, self._kind)
            for fault in self._faults(data):
                raise ValueError(fault)
        except ValueError as unfit:
            older = f"version {number}: " if number < source.newest else ""
            raise BadGameData(f"{source.file_of(str(unfit))}: {older}{unfit}") from None
        return _Version(data, msgspec.to_builtins(data), _entries(written, sure_of))


@dataclass(frozen=True, slots=True)
class _Version(Generic[D]):
    """One version of a game's data."""

    data: D
    whole: Plain  # as TOML has it, with what is left to its default
    entries: Mapping[Path, set[Path]]  # of each that says how sure it is, the values that this speaks of

    def confirmed_certainties(self, told: Overrides) -> Overrides:
        """Return the certainty of entries whose values the owner has all overridden, even with equal values."""
        return {(*entry, CERTAINTY): OWNER_CERTAINTY for entry, values in self.entries.items() if values <= told.keys()}


class _Source:
    """The data files, as TOML has them: one table, and what older versions said otherwise."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._file: dict[Path, str] = {(): next(iter(files))}  # in which file a table, or an entry of one, stands
        self._older: dict[int, list[Plain]] = {}
        self._table: dict[str, Any] = {}
        self.newest = FIRST
        for file, data in files.items():
            self._add(file, parse_toml(file, data))
        for number in range(FIRST, self.newest):
            if number not in self._older:
                raise BadGameData(f"{self._file[()]}: {_OLDER}.{number}: is missing")

    def versions(self) -> Iterator[tuple[int, Plain]]:
        """List every version with its table, the newest first."""
        table: Plain = self._table
        yield self.newest, table
        for number in range(self.newest - 1, FIRST - 1, -1):
            for otherwise in self._older[number]:
                try:
                    table = _restore_older(table, otherwise)
                except ValueError as unfit:
                    raise BadGameData(f"{self.file_of(str(unfit))}: {_OLDER}.{number}: {unfit}") from None
            yield number, table

    def file_of(self, sentence: str) -> str:
        """Find the file of the path with which an error message begins."""
        path = tuple(sentence.partition(":")[0].split("."))
        return self._file.get(path[:2]) or self._file.get(path[:1]) or self._file[()]

    def _add(self, file: str, table: dict[str, Any]) -> None:
        version, older = table.pop(_VERSION, None), table.pop(_OLDER, {})
        first = file == self._file[()]
        if version is not None and not (first and type(version) is int and version >= FIRST):
            raise BadGameData(
                f"{file}: {_VERSION}: {f'a number from {FIRST} up' if first else 'stands in another file'}"
            )
        self.newest = version or self.newest
        known = [str(number) for number in range(FIRST, self.newest)]
        for number, otherwise in older.items() if isinstance(older, Mapping) else [("", older)]:
            if number not in known or not isinstance(otherwise, Mapping):
                raise BadGameData(f"{file}: {_OLDER}.{number}: is no version before {self.newest}")
            self._older.setdefault(int(number), []).append(otherwise)
            self._file |= {(name,): file for name in otherwise if (name,) not in self._file}
        for name, inner in table.items():
            if name in self._table and not (isinstance(inner, Mapping) and isinstance(self._table[name], Mapping)):
                raise BadGameData(f"{file}: {name}: stands in another file too")
            entries = inner if isinstance(inner, Mapping) else {}
            for twice in entries.keys() & self._table.get(name, {}).keys():
                raise BadGameData(f"{file}: {name}.{twice}: stands in {self._file[name, twice]} too")
            self._file |= {(name,): self._file.get((name,), file)} | {(name, entry): file for entry in entries}
            self._table[name] = {**self._table.get(name, {}), **inner} if entries else inner


def parse_toml(file: str, data: bytes) -> dict[str, Any]:
    """Parse a data file as TOML. Raise BadGameData with the entry and the line of the error."""
    try:
        text = data.decode()
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadGameData(f"{file}: {_place(data.decode(errors='replace'), line)}is not UTF-8 text") from None
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BadGameData(f"{file}: is not TOML: tables in tables without end") from None
    except tomllib.TOMLDecodeError as error:
        at = _LINE.search(str(error))
        line = int(at[1]) if at else text.count("\n") + 1
        why = _LINE.sub("", str(error)).strip()
        twice = _TWICE.match(why)
        why = f"{twice[1] or ''} stands twice".strip() if twice else f"is not TOML: {why}"
        raise BadGameData(f"{file}: {_place(text, line)}{why}") from None


def decode(file: str, data: bytes, kind: type[D]) -> D:
    """Parse a file into a Struct. Raise BadGameData naming file, entry and field."""
    table = parse_toml(file, data)
    try:
        return convert(table, kind)
    except ValueError as unfit:
        raise BadGameData(f"{file}: {unfit}") from None


def _place(text: str, line: int) -> str:
    """Describe a line by its entry, its field and its number."""
    lines = text.split("\n")[:line]
    heading = next((found[1] for each in reversed(lines) if (found := _HEADING.match(each))), "")
    field = _FIELD.match(lines[-1])
    at = ".".join(filter(None, (heading, field[1] if field else "")))
    return f"{at}: line {line}: " if at else f"line {line}: "


def _restore_older(newer: Plain, otherwise: Plain) -> Plain:
    """Return a table as an older version had it. Raise ValueError naming what leads nowhere."""
    absent = otherwise.get(_ABSENT, [])
    if not isinstance(absent, list) or not all(isinstance(path, str) for path in absent):
        raise ValueError(f"{_ABSENT}: a list of paths was expected")
    table: Any = newer
    for path in absent:
        table = _remove_path(table, path, tuple(path.split(".")))
    told = {name: value for name, value in otherwise.items() if name != _ABSENT}
    before: Plain = _merge_older(table, told, ())
    return before


def _remove_path(table: Any, whole: str, path: Path) -> Any:
    """Return a table, or a list of tables, without the value at a path."""
    key = _find_key(table, path[0])
    if key is None:
        raise ValueError(f"{whole}: there is no such value")
    twin = dict(table) if isinstance(table, Mapping) else list(table)
    if len(path) == 1:
        del twin[key]  # type: ignore[arg-type]  # a name for a table, a number for a list
    else:
        twin[key] = _remove_path(table[key], whole, path[1:])  # type: ignore[index]  # as above
    return twin


def _merge_older(table: Any, told: Plain, at: Path) -> Any:
    """Merge older values into a table, or a list of tables."""
    twin = dict(table) if isinstance(table, Mapping) else list(table)
    for name, value in told.items():
        key = _find_key(table, name)
        if key is None and not isinstance(table, Mapping):
            raise ValueError(f"{format_path((*at, name))}: there is no such value")
        before = None if key is None else table[key]
        if isinstance(value, Mapping) and (isinstance(before, Mapping) or is_list_of_tables(before)):
            value = _merge_older(before, value, (*at, name))
        twin[name if key is None else key] = value  # type: ignore[index]  # as above
    return twin


def _find_key(table: Any, name: str) -> str | int | None:
    """Find the key of a name in a table, or its index in a list that counts from 1; None if it is not there."""
    if isinstance(table, Mapping):
        return name if name in table else None
    return next((at for at, each in enumerate(table) if _entry_name(at, each) == name), None)


def _entry_name(at: int, each: Any) -> str:
    """Return the name of a list entry in paths: its id, or else its number."""
    named_so = each.get("id") if isinstance(each, Mapping) else None
    return named_so if isinstance(named_so, str) else str(at + 1)


def _entries(written: Mapping[Path, Any], sure_of: Collection[str]) -> dict[Path, set[Path]]:
    """Map each entry that has a certainty to the paths of the values that the certainty is about."""
    found: dict[Path, set[Path]] = {path[:-1]: set() for path in written if path[-1] == CERTAINTY}
    for path in written:
        for depth, name in enumerate(path):
            if name in sure_of and path[:depth] in found:
                found[path[:depth]].add(path)
    return {entry: values for entry, values in found.items() if values}


# ---- what msgspec refuses, with the names of the entries -------------------------------------------------


def convert(table: Plain, kind: type[D]) -> D:
    """Convert a table to a Struct. Raise ValueError(`entry.field: reason`) for the first value that does not fit."""
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        raise ValueError(_describe_error(table, kind, str(error))) from None


def _describe_error(table: Plain, kind: type[Any], refusal: str) -> str:
    """Translate an error of msgspec into our words, with the names that it leaves out."""
    reason, _, where = refusal.partition(" - at `")
    steps = [key or place for key, place in _STEP.findall(where)]
    at: Any = table
    path: list[str] = []
    keys: list[str | int] = []
    for step in steps:
        if step == "...":  # one of the names of this table: the first that is refused in the same words by itself
            step = next((name for name in at if _refusal_text(_keep_only(table, keys, name), kind) == refusal), "")
        key = int(step) if isinstance(at, list) and step.isdecimal() else step
        keys.append(key)
        at = at.get(key, {}) if isinstance(at, Mapping) else at[key]
        path.append(_entry_name(key, at) if isinstance(key, int) else key)
    for pattern, ours in _REASONS:
        found = pattern.fullmatch(reason)
        if found and "{}" in ours:
            reason = ours.format(found[1])
        elif found:
            reason = ours
            path.append(found[1])
    reason = re.sub(r"`([a-z |]+)`", lambda kinds: " or ".join(_KINDS.get(k, k) for k in kinds[1].split(" | ")), reason)
    return ": ".join(filter(None, (".".join(path), f"{reason[:1].lower()}{reason[1:]}")))


def _refusal_text(table: Plain, kind: type[Any]) -> str:
    try:
        msgspec.convert(table, kind)
    except msgspec.ValidationError as error:
        return str(error)
    return ""


def _keep_only(table: Any, keys: Sequence[str | int], name: str) -> Any:
    """Return a copy of a table in which the table at `keys` has only one name."""
    if not keys:
        return {name: table[name]}
    twin = dict(table) if isinstance(table, Mapping) else list(table)
    twin[keys[0]] = _keep_only(table[keys[0]], keys[1:], name)  # type: ignore[index]  # a name or a number, as the path has it
    return twin
