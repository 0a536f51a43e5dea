"""Forms for uncertain printed values, which people who own the box are asked to check on the screen or a phone."""

from collections.abc import Iterator, Mapping
from typing import Any, Protocol, TypeAlias, runtime_checkable

import msgspec

from app.text.translation import Words

Path: TypeAlias = tuple[str, ...]
Value: TypeAlias = int | str | tuple[int | str, ...]  # as in engine/data_overrides.py; a bool is an int


class ValueField(msgspec.Struct, frozen=True):
    """One value: a number from `least` to `most`, yes or no, one of `choices`, or (a tuple) any number of them."""

    path: Path
    label: str
    value: Value
    least: int = 0
    most: int = 0
    choices: tuple[tuple[int | str, str], ...] = ()  # each with what it is called

    @property
    def name(self) -> str:
        """The path of the field in one word."""
        return ".".join(self.path)

    @property
    def counts(self) -> bool:
        """True for a number."""
        return not self.choices and not isinstance(self.value, bool | tuple)


class ValueGroup(msgspec.Struct, frozen=True):
    """Values printed in one place. `part`: the highlighted part of a picture (from 1); `total`: their required sum."""

    title: str
    fields: tuple[ValueField, ...]
    part: int = 0
    total: int = 0  # 0: any sum is valid

    @property
    def current_sum(self) -> int:
        """The sum of the group's numbers."""
        return sum(field.value for field in self.fields if isinstance(field.value, int))


class UncertainThing(msgspec.Struct, frozen=True):
    """One thing with uncertain values. `sure`: an owner of the box has confirmed all of them."""

    path: Path
    name: str
    groups: tuple[ValueGroup, ...]
    sure: bool = False

    @property
    def fields(self) -> Iterator[ValueField]:
        for group in self.groups:
            yield from group.fields

    @property
    def adds_up(self) -> bool:
        """True if every group has the sum that it needs."""
        return all(group.current_sum == group.total for group in self.groups if group.total)

    def changed(self, values: Mapping[str, Value]) -> "UncertainThing":
        """Return a copy with other values, by the name of their field."""

        def replace_value(field: ValueField) -> ValueField:
            return msgspec.structs.replace(field, value=values.get(field.name, field.value))

        groups = tuple(
            msgspec.structs.replace(each, fields=tuple(map(replace_value, each.fields))) for each in self.groups
        )
        return msgspec.structs.replace(self, groups=groups)


@runtime_checkable
class ValueWords(Protocol):
    """Words of a game that has uncertain values. Any: each game has its own data."""

    def unverified(self, w: Words, ours: Any, own: Any) -> tuple[UncertainThing, ...]:
        """List the uncertain values of `ours`, with the values of `own`: the same data with an owner's overrides."""
