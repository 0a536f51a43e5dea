"""7 Wonders Duel on the shelf."""

from collections.abc import Collection, Mapping
from functools import cache

from engine.duel import actions
from engine.duel.box import Box
from engine.duel.cards import Facts
from engine.duel.data import game_data
from engine.duel.setup import SEATS, VARIANTS, DuelSetup, read
from engine.duel.state import DuelState


class Duel:
    """The game with its data, the text of data/duel.toml; BadGameData if that does not hold up."""

    name = "duel"
    seats = range(SEATS, SEATS + 1)
    first_seat = True

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self._box = cache(lambda version: Box(self.data(version)))
        self.data_version = self._data.version
        self.box = self._box(self.data_version)

    def data(self, version: int | None = None, overrides: str = "") -> Facts:
        if overrides:
            raise ValueError("Duel takes no corrections yet")
        return self._data.read(version)

    def overrides(self, data: bytes, file: str) -> str:
        raise ValueError(f"{file}: Duel takes no corrections yet")

    def unverified(self, setup: DuelSetup) -> tuple[str, ...]:
        return ()

    def identities(self) -> tuple[str, ...]:
        return ()

    def thing(self, identity: str) -> str:
        return identity

    def lot(self, variant: Collection[str]) -> tuple[str, ...]:
        return ()

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def brings(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def rules(self) -> Mapping[str, bool]:
        return {}

    def setup(self, header: Mapping[str, str]) -> DuelSetup:
        return read(header, self._data)

    def start(self, setup: DuelSetup) -> DuelState:
        return DuelState(self._box(setup.data), setup)

    def events(self) -> object:
        return actions.Events
