"""Names of printed things in the reader's language, from data/words: one file for each game, with kinds and slugs.

A file has the English names; the catalogues translate them like any other message, with a context where a name is
ambiguous.
"""

from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec

from app.text.terminal_output import unreadable
from app.text.translation import Words
from app.text.words_protocols import translate_slug
from engine.game_data import BadGameData, convert, parse_toml

NAMES: Final = Path(__file__).parents[2] / "data" / "words"


class Name(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a printed thing. `mark` distinguishes things of the same name: `Loom (II)`."""

    name: str
    context: str | None = None  # for translators; None: that of its kind
    mark: str = ""


class NamedKind(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Things of one kind, by slug; most have only a name."""

    names: Mapping[str, str | Name]
    context: str = ""  # "": an English name means but one thing

    def entries(self) -> Iterator[tuple[str, str, str, str]]:
        """Yield slug, context, name and mark of each thing."""
        for slug, said in self.names.items():
            name = Name(said) if isinstance(said, str) else said
            yield slug, self.context if name.context is None else name.context, name.name, name.mark


def parse_names(file: str, text: bytes) -> dict[str, NamedKind]:
    """Parse the kinds of a file. BadGameData names the file, entry and field of a mistake."""
    table: Any = parse_toml(file, text)  # Any: whatever TOML has
    try:
        kinds = convert(table, dict[str, NamedKind])
    except ValueError as unfit:
        raise BadGameData(f"{file}: {unfit}") from None
    for kind, each in kinds.items():
        for slug, _, name, _ in each.entries():
            if not name.strip():
                raise BadGameData(f"{file}: {kind}.names.{slug}: has no name")
    return kinds


def check() -> None:
    """Validate all files of names. Raises BadGameData."""
    for path in sorted(NAMES.glob("*.toml")):
        _kinds(path)


@cache
def translated_names(reader: Words, game: str, kind: str) -> Mapping[str, str]:
    """Return the translated names of a game's things of a kind, by slug."""
    return {
        slug: (reader.pgettext(context, name) if context else reader(name)) + (f" ({mark})" if mark else "")
        for slug, context, name, mark in _kinds(NAMES / f"{game}.toml")[kind].entries()
    }


def printed_name(reader: Words, game: str, kind: str, slug: str) -> str:
    """Return the translated name of a game's thing."""
    return translate_slug(translated_names(reader, game, kind), slug)


class PrintedNames:
    """The translated names of a game's things of one kind: called with the reader's words and a slug."""

    def __init__(self, game: str, kind: str) -> None:
        self._game, self._kind = game, kind

    def __call__(self, reader: Words, slug: str) -> str:
        return printed_name(reader, self._game, self._kind, slug)


@cache
def _kinds(path: Path) -> Mapping[str, NamedKind]:
    file = f"data/words/{path.name}"
    try:
        return parse_names(file, path.read_bytes())
    except OSError as error:
        raise BadGameData(unreadable(file, error)) from None
