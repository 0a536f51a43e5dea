"""7 Wonders Architects on the shelf."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from engine.architects import actions, mid_game_start
from engine.architects.data_schema import Data
from engine.architects.data_validation import game_data
from engine.architects.game_state_machine import ArchitectsState
from engine.architects.lookup_tables import Lookup
from engine.architects.record_header import INCLUDED_VARIANTS, RULES, VARIANTS, ArchitectsSetup, read_header

CACHE_SIZE: Final = 16  # boxes of older versions, or with overrides


class Architects:
    """The game with its data, the text of data/architects.toml; BadGameData if that does not hold up."""

    name = "architects"
    first_seat = True

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self._box = lru_cache(CACHE_SIZE)(lambda version, overrides: Lookup(self.data(version, overrides)))
        self.data_version = self._data.version
        self.lookup = self._box(self.data_version, "")
        table = self.data().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def data(self, version: int | None = None, overrides: str = "") -> Data:
        return self._data.get_version(version, overrides)

    def overrides(self, data: bytes, file: str) -> str:
        return self._data.overrides(data, file)

    def unverified(self, setup: ArchitectsSetup) -> tuple[str, ...]:
        wonders = self.data(setup.data, setup.overrides).wonders
        return tuple(name for name in setup.wonders if wonders[name].certainty == "assumption")

    def roles(self) -> tuple[str, ...]:
        return tuple(self.lookup.wonders)

    def board(self, role: str) -> str:
        return role

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        boxes = ("base", "medals") if variant else ("base",)
        return tuple(name for name, wonder in self.data().wonders.items() if wonder.box in boxes)

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def included_variants(self) -> Mapping[str, tuple[str, ...]]:
        return INCLUDED_VARIANTS

    def house_rules(self) -> Mapping[str, bool]:
        return RULES

    def setup(self, header: Mapping[str, str]) -> ArchitectsSetup:
        return read_header(header, self._data, self._format_entered)

    def _format_entered(self, setup: ArchitectsSetup) -> str:
        return mid_game_start.format_entered(self._box(setup.data, setup.overrides), setup)

    def start(self, setup: ArchitectsSetup) -> ArchitectsState:
        return ArchitectsState(self._box(setup.data, setup.overrides), setup)

    def events(self) -> object:
        return actions.Events
