"""Overrides of game data by an owner: read from a file, formatted on one line, and merged over our data. For every
game.

An override is a path and a value. A path names a value as the data file does; items of a list (stages, effects) count
from 1: `wonders.rome.stages.3.points`. The grammar of the line is in docs/notation.md, the file in docs/facts.md.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, TypeAlias

from engine.header_values import split_words

Path: TypeAlias = tuple[str, ...]
Value: TypeAlias = int | str | tuple[int | str, ...]  # bool is an int
Overrides: TypeAlias = dict[Path, Value]
Plain: TypeAlias = Mapping[str, Any]  # Any: tables, lists and values, as TOML has them

MAX_NUMBER: Final = 999  # of an override
_NAME: Final = re.compile(r"[a-z0-9_-]+\Z")
_WORD: Final = re.compile(r"[a-z][a-z0-9-]*\Z")
_NUMBER: Final = re.compile(r"(0|[1-9][0-9]*)\Z")
_BOOL_WORDS: Final = {True: "yes", False: "no"}


def parse_file(data: bytes) -> Overrides:
    """Parse an owner's file. Raise ValueError naming what cannot be read."""
    try:
        table = tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        raise ValueError("is not UTF-8 text") from None
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        raise ValueError(f"is not TOML: {error}") from None
    return {path: _check_value(path, value) for path, value in _walk(table, (), numbered=False)}


def leaves(table: Plain) -> dict[Path, Any]:  # Any: a value as TOML has it
    """Map the path of every value of a table to the value."""
    return dict(_walk(table, (), numbered=True))


def format_line(overrides: Overrides) -> str:
    """Format overrides as the one line of a header; empty if there are none."""
    return " ".join(sorted(f"{format_path(path)}={_text(value)}" for path, value in overrides.items()))


def parse_line(line: str) -> Overrides:
    """Parse the line of a header, its items in any order. Raise ValueError naming the first bad item."""
    found: Overrides = {}
    for item in split_words(line):
        name, equals, text = item.partition("=")
        path = tuple(name.split("."))
        if not equals or not all(map(_NAME.match, path)):
            raise ValueError(f"{item!r} is not PATH=VALUE")
        if path in found:
            raise ValueError(f"{name} stands twice")
        found[path] = _value(path, text)
    return found


def apply_overrides(ours: Plain, overrides: Overrides) -> dict[str, Any]:
    """Return our table with these values instead. Raise ValueError for an unknown path or a value of the wrong kind.

    The last name of a path may be new to a table: the game checks whether it is allowed there.
    """
    table: dict[str, Any] = dict(ours)
    for path, value in overrides.items():
        _set_value(table, path, value)
    return table


def format_path(path: Path) -> str:
    """Format a path as it is written in files and headers."""
    return ".".join(path)


def _set_value(table: dict[str, Any], path: Path, value: Value) -> None:
    """Put one value into a table. Tables on the way are copied, so that ours stay unchanged."""
    at: Any = table
    for depth in range(len(path) - 1):
        key, inner = _find_key(at, path, depth)
        if not isinstance(inner, Mapping) and not is_list_of_tables(inner):
            raise ValueError(f"{format_path(path)}: there is no such value")
        at[key] = inner = dict(inner) if isinstance(inner, Mapping) else list(inner)
        at = inner
    before = _find_key(at, path, len(path) - 1)[1] if isinstance(at, list) else at.get(path[-1])
    if isinstance(before, Mapping) or is_list_of_tables(before):
        raise ValueError(f"{format_path(path)}: a table was expected")
    if before is not None and kind_of(before) != kind_of(value):
        raise ValueError(f"{format_path(path)}: {kind_of(before)} was expected")
    at[path[-1]] = value


def _find_key(table: Any, path: Path, depth: int) -> tuple[str | int, Any]:
    """Return the key and the value that a table, or a list of tables, has for one name of the path."""
    name = path[depth]
    if isinstance(table, list):
        if _NUMBER.match(name) and 1 <= int(name) <= len(table):
            return int(name) - 1, table[int(name) - 1]
    elif name in table:
        return name, table[name]
    raise ValueError(f"{format_path(path)}: there is no {format_path(path[: depth + 1])}")


def _walk(table: Plain, above: Path, *, numbered: bool) -> Iterator[tuple[Path, Any]]:
    for name, value in table.items():
        path = (*above, name)
        if not _NAME.match(name):
            raise ValueError(f"{'.'.join(above)}: there is no {name!r}" if above else f"there is no {name!r}")
        if is_list_of_tables(value):
            if not numbered:
                raise ValueError(f"{format_path(path)}: say by number what differs, as in [{format_path(path)}.1]")
            value = {str(number): each for number, each in enumerate(value, 1)}
        if isinstance(value, Mapping):
            yield from _walk(value, path, numbered=numbered)
        else:
            yield path, value


def is_list_of_tables(value: object) -> bool:
    return isinstance(value, list | tuple) and any(isinstance(each, Mapping) for each in value)


def kind_of(value: object) -> str:
    if isinstance(value, bool):
        return "true or false"
    if isinstance(value, int):
        return "a number"
    return "a word" if isinstance(value, str) else "a list"


def _check_value(path: Path, value: object) -> Value:
    if isinstance(value, list):
        items = tuple(_check_value(path, each) for each in value)
        if not any(isinstance(each, bool | tuple) for each in items):
            return tuple(each for each in items if not isinstance(each, tuple))
    elif (
        isinstance(value, bool)
        or (isinstance(value, int) and 0 <= value <= MAX_NUMBER)
        or (isinstance(value, str) and _is_word(value))
    ):
        return value
    raise ValueError(
        f"{format_path(path)}: expected a whole number from 0 to {MAX_NUMBER}, true, false, a word in lower case,"
        " or a list of numbers or words"
    )


def _is_word(text: str) -> bool:
    return bool(_WORD.match(text)) and text not in _BOOL_WORDS.values()


def _text(value: Value) -> str:
    if isinstance(value, tuple):
        return f"[{','.join(map(str, value))}]"
    return _BOOL_WORDS[value] if isinstance(value, bool) else str(value)


def _value(path: Path, text: str) -> Value:
    """Parse a value of the line."""
    if text.startswith("[") and text.endswith("]"):
        items: Sequence[str] = text[1:-1].split(",") if text != "[]" else ()
        return tuple(_single(path, item) for item in items)
    if text in _BOOL_WORDS.values():
        return text == "yes"
    return _single(path, text)


def _single(path: Path, text: str) -> int | str:
    if _NUMBER.match(text) and len(text) <= len(str(MAX_NUMBER)):
        return int(text)
    if _is_word(text):
        return text
    raise ValueError(
        f"{format_path(path)}: {text!r} is not a number up to {MAX_NUMBER}, yes, no, a word, or a list in [ ]"
    )


_HEADING: Final = re.compile(r"\s*\[\s*([a-z0-9_.-]+)\s*\]\s*(?:#.*)?\Z")
_FIELD: Final = re.compile(r"(\s*)([a-z0-9_-]+)(\s*=\s*)([^#]*?)(\s*(?:#.*)?)\Z")


def format_file(overrides: Overrides) -> str:
    """Format overrides as an owner's file."""
    return rewrite_file("", overrides)


def rewrite_file(text: str, changes: Mapping[Path, Value | None]) -> str:
    """Return an owner's file with values replaced (None: removed); the rest, comments included, keeps its wording.

    Raise ValueError if the file is not TOML, or if a value is written in a way that only a person would find.
    """
    wanted = {path: value for path, value in (parse_file(text.encode()) | dict(changes)).items() if value is not None}
    lines = text.splitlines()
    for path, value in changes.items():
        _rewrite(lines, path, value)
    fresh = "".join(f"{line}\n" for line in lines).lstrip("\n")
    try:
        kept = parse_file(fresh.encode()) == wanted
    except ValueError:
        kept = False
    if not kept:
        raise ValueError("values stand in it as only a person finds them")
    return fresh


def _rewrite(lines: list[str], path: Path, value: Value | None) -> None:
    """Replace the line of one value, or insert one where it belongs."""
    table, name, at = (), path[-1], 0
    for nth, line in enumerate(lines):
        if heading := _HEADING.match(line):
            table = tuple(heading[1].split("."))
        elif table == path[:-1] and (field := _FIELD.match(line)) and field[2] == name:
            if value is None:
                del lines[nth]
            else:
                lines[nth] = f"{field[1]}{name}{field[3]}{_toml(value)}{field[5]}"
            return
        if table == path[:-1] and table and line.strip() and not line.lstrip().startswith("#"):
            at = nth + 1
    if value is None:
        return
    if not at:
        lines += ["", f"[{format_path(path[:-1])}]"]
        at = len(lines)
    lines.insert(at, f"{name} = {_toml(value)}")


def _toml(value: Value) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        return f"[{', '.join(map(_toml, value))}]"
    return str(value) if isinstance(value, int) else f'"{value}"'
