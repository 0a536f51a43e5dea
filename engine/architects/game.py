"""7 Wonders Architects on the shelf."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from engine.architects import actions, entered
from engine.architects.box import Box
from engine.architects.cards import Facts
from engine.architects.printing import printing
from engine.architects.setup import BRINGS, RULES, VARIANTS, ArchitectsSetup, read
from engine.architects.state import ArchitectsState

REMEMBERED: Final = 16  # boxes with corrections


class Architects:
    """The game with its facts. `facts` is the text of data/architects.toml; ValueError if it does not hold up."""

    name = "architects"
    first_seat = True

    def __init__(self, facts: bytes) -> None:
        self._printing = printing(facts)
        self._box = lru_cache(REMEMBERED)(lambda corrections: Box(self.printed(corrections)))
        self.box = self._box("")
        table = self.printed().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def printed(self, corrections: str = "") -> Facts:
        return self._printing.printed(corrections)

    def corrections(self, data: bytes, file: str) -> str:
        return self._printing.corrections(data, file)

    def doubts(self, setup: ArchitectsSetup) -> tuple[str, ...]:
        wonders = self.printed(setup.facts).wonders
        return tuple(name for name in setup.wonders if wonders[name].certainty == "assumption")

    def identities(self) -> tuple[str, ...]:
        return tuple(self.box.wonders)

    def thing(self, identity: str) -> str:
        return identity

    def lot(self, variant: Collection[str]) -> tuple[str, ...]:
        boxes = ("base", "medals") if variant else ("base",)
        return tuple(name for name, wonder in self.printed().wonders.items() if wonder.box in boxes)

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def brings(self) -> Mapping[str, tuple[str, ...]]:
        return BRINGS

    def rules(self) -> Mapping[str, bool]:
        return RULES

    def setup(self, header: Mapping[str, str]) -> ArchitectsSetup:
        return read(header, self.identities(), self.seats, self._printing.checked, self._entered)

    def _entered(self, setup: ArchitectsSetup) -> str:
        return entered.written(self._box(setup.facts), setup)

    def start(self, setup: ArchitectsSetup) -> ArchitectsState:
        return ArchitectsState(self._box(setup.facts), setup)

    def events(self) -> object:
        return actions.Events
