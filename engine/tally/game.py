"""Tally on the shelf: the score sheets of the games, hosted as a game is."""

from collections.abc import Collection, Mapping
from typing import Any

from engine.tally import actions
from engine.tally.session import TallySession
from engine.tally.setup import TallySetup, read
from engine.tally.sheets import Sheet, game_data


class Tally:
    """All sheets, from the text of data/tally.toml; BadGameData if that does not hold up."""

    name = "tally"
    first_seat = False

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self.data_version = self._data.version
        self.sheets: dict[str, Sheet] = self.data()
        self.seats = range(
            min(sheet.seats[0] for sheet in self.sheets.values()),
            max(sheet.seats[1] for sheet in self.sheets.values()) + 1,
        )

    def data(self, version: int | None = None, overrides: str = "") -> dict[str, Sheet]:
        if overrides:
            raise ValueError("score sheets take no corrections")
        return self._data.read(version)

    def overrides(self, data: bytes, file: str) -> str:
        raise ValueError(f"{file}: score sheets take no corrections")

    def unverified(self, setup: TallySetup) -> tuple[str, ...]:
        return ()

    def identities(self) -> tuple[str, ...]:
        return ()

    def thing(self, identity: str) -> str:
        return identity

    def lot(self, variant: Collection[str]) -> tuple[str, ...]:
        return ()

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def brings(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def rules(self) -> Mapping[str, bool]:
        return {}

    def setup(self, header: Mapping[str, str]) -> TallySetup:
        return read(header, self._data)

    # Any: a table hosts a Session like a game, and asks of it no more than a State with nobody to act answers.
    def start(self, setup: TallySetup) -> Any:
        return TallySession(self.data(setup.data)[setup.sheet], setup)

    def events(self) -> object:
        return actions.Events
