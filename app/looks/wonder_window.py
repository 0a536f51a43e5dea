"""A wonder with its built stages in front of its sky, as a face for the screen and phones."""

from dataclasses import dataclass
from typing import Self

from app.looks.plain_wonder_shapes import drawing_of, parts_of


@dataclass(frozen=True, slots=True)
class World:
    """A wonder and its built stages. `states`: of its parts, as for `Building`; `name`: a label, or ""."""

    wonder: str
    states: tuple[str, ...]
    name: str = ""

    @classmethod
    def partial(cls, wonder: str, stand: int, name: str = "") -> Self:
        """Return a wonder whose lowest `stand` parts are built."""
        return cls(wonder, ("built",) * stand + ("later",) * (parts_of(wonder) - stand), name)

    @classmethod
    def complete(cls, wonder: str, name: str = "") -> Self:
        """Return a complete wonder."""
        return cls.partial(wonder, parts_of(wonder), name)

    @property
    def sky(self) -> str:
        """The drawing whose sky lies behind it; "" where it has none."""
        return drawing_of(self.wonder)
