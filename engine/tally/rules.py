"""The rules of score sheets, for their records. A score sheet is no game: nobody takes turns."""

from collections.abc import Mapping

from engine.tally import actions
from engine.tally.record_header import TallySetup, read_header
from engine.tally.session import TallySession
from engine.tally.sheets import Sheet, game_data


class Tally:
    """The sheets of all games, from the text of data/tally.toml. Raise BadGameData if it does not hold up."""

    name = "tally"

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self.data_version = self._data.version
        self.sheets: dict[str, Sheet] = self.data()

    def data(self, version: int | None = None, overrides: str = "") -> dict[str, Sheet]:
        return self._data.get_version(version, overrides)

    def setup(self, header: Mapping[str, str]) -> TallySetup:
        return read_header(header, self._data)

    def start(self, setup: TallySetup) -> TallySession:
        return TallySession(self.data(setup.data)[setup.sheet], setup)

    def events(self) -> object:
        return actions.Events
