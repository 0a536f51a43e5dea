"""Players for tables of tests: quick ones, given by name, and none that searches."""

from collections.abc import Mapping
from typing import Any


class Given:
    """A level for each given player, with its name; the first is the usual one."""

    def __init__(self, players: Mapping[str, Any]) -> None:
        self._players = players
        self.levels = tuple(players)
        self.usual = self.daily = self.levels[0]

    def characters(self, game):
        return ()

    def current_name(self, name):
        return name if name in self._players else None

    def level_character(self, level):
        return ""

    def draw_character(self, name, game, rng):
        return name

    def iterations(self, name, game, seats):
        return 0

    def has_weights(self, game, seats, variant):
        return False

    def quick_player(self, name, game, seats, variant):
        return self._players[name.partition(":")[0]]


def wrap_players(players):
    """Wrap a mapping of players in `Given`; return anything else unchanged."""
    return Given(players) if isinstance(players, Mapping) else players
