"""7 Wonders Duel on the shelf."""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Final

from engine.duel import actions, mid_game_start
from engine.duel.data_schema import Data
from engine.duel.data_validation import game_data
from engine.duel.game_state_machine import DuelState
from engine.duel.lookup_tables import Lookup
from engine.duel.record_header import SEATS, VARIANTS, DuelSetup, read_header
from engine.game import Event

STATISTICS: Final = ("wonders-built", "shields", "symbols", "chains", "extra-turns", "discards")


class Duel:
    """The game with its data, the text of data/duel.toml; BadGameData if that does not hold up."""

    name = "duel"
    seats = range(SEATS, SEATS + 1)
    first_seat = True

    def __init__(self, data: bytes) -> None:
        self._data = game_data(data)
        self._box = cache(lambda version: Lookup(self.data(version)))
        self.data_version = self._data.version
        self.lookup = self._box(self.data_version)

    def data(self, version: int | None = None, overrides: str = "") -> Data:
        return self._data.get_version(version, overrides)

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def setup(self, header: Mapping[str, str]) -> DuelSetup:
        return read_header(header, self._data, self._format_entered)

    def _format_entered(self, setup: DuelSetup) -> str:
        return mid_game_start.format_entered(self._box(setup.data), setup)

    def start(self, setup: DuelSetup) -> DuelState:
        return DuelState(self._box(setup.data), setup)

    def statistics(self, setup: DuelSetup, events: Iterable[Event]) -> tuple[str, tuple[dict[str, int], ...]]:
        """Return the statistics of a game. Shields count as far as the pawn could go."""
        how, seats = "", tuple(dict.fromkeys(STATISTICS, 0) for _ in range(SEATS))
        for event in events:
            match event:
                case actions.WonderBuilt(seat=seat):
                    seats[seat - 1]["wonders-built"] += 1
                case actions.PawnMoved(seat=seat, spaces=spaces):
                    seats[seat - 1]["shields"] += spaces
                case actions.SymbolGained(seat=seat):
                    seats[seat - 1]["symbols"] += 1
                case actions.CardBuilt(seat=seat, chain=True):
                    seats[seat - 1]["chains"] += 1
                case actions.TurnBegan(seat=seat, again=True):
                    seats[seat - 1]["extra-turns"] += 1
                case actions.CardDiscarded(seat=seat):
                    seats[seat - 1]["discards"] += 1
                case actions.GameEnded(victory=victory):
                    how = victory
        return how, seats

    def events(self) -> object:
        return actions.Events
