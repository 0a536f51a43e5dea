"""7 Wonders with Leaders on the shelf."""

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from typing import Final

from engine.game import Event
from engine.seven_wonders import actions, mid_game_start
from engine.seven_wonders.data_schema import BoardData, CardData, Data, LeaderData, Science
from engine.seven_wonders.data_validation import game_data
from engine.seven_wonders.game_state_machine import SevenWondersState
from engine.seven_wonders.lookup_tables import Effects, Lookup
from engine.seven_wonders.record_header import EXPERTS, LEADERS, RULES, VARIANTS, SevenWondersSetup, read_header, wonder

STATISTICS: Final = ("stages", "symbols", "victories", "defeats", "chains")
RECRUITED: Final = "leaders"  # counted where they are played with
CACHE_SIZE: Final = 16  # boxes of older versions, or with overrides


class SevenWonders:
    """The game with its data: the texts of data/seven_wonders.toml and data/leaders.toml; BadGameData if unfit."""

    name = "seven-wonders"
    first_seat = False  # everybody acts at once
    hides_hands = True

    def __init__(self, cards: bytes, leaders: bytes) -> None:
        self._data = game_data(cards, leaders)
        self._box = lru_cache(CACHE_SIZE)(lambda version, overrides: Lookup(self.data(version, overrides)))
        self.data_version = self._data.version
        self.lookup = self._box(self.data_version, "")
        table = self.data().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def data(self, version: int | None = None, overrides: str = "") -> Data:
        return self._data.get_version(version, overrides)

    def overrides(self, data: bytes, file: str) -> str:
        return self._data.overrides(data, file)

    def unverified(self, setup: SevenWondersSetup) -> tuple[str, ...]:
        """List the uncertain boards of the set-up, and the uncertain cards and leaders that may be dealt in it."""
        facts = self.data(setup.data, setup.overrides)
        entries: dict[str, BoardData | CardData | LeaderData] = {name: facts.boards[name] for name in setup.boards}
        entries |= {name: card for name, card in facts.cards.items() if _is_played(card, setup.seats)}
        groups = ("standard", *(["expert"] if EXPERTS in setup.variant else []))
        if LEADERS in setup.variant:
            entries |= {name: leader for name, leader in facts.leaders.items() if leader.group in groups}
        return tuple([name for name, entry in entries.items() if entry.certainty not in ("confirmed", "yours")])

    def roles(self) -> tuple[str, ...]:
        return tuple(self.lookup.boards)

    def board(self, role: str) -> str:
        return wonder(role)

    def random_pool(self, variant: Collection[str]) -> tuple[str, ...]:
        boards = self.data().boards
        return tuple([name for name, board in boards.items() if LEADERS in variant or board.box == "base"])

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def house_rules(self) -> Mapping[str, bool]:
        return RULES

    def setup(self, header: Mapping[str, str]) -> SevenWondersSetup:
        return read_header(header, self._data, self._format_entered)

    def _format_entered(self, setup: SevenWondersSetup) -> str:
        return mid_game_start.format_entered(self._box(setup.data, setup.overrides), setup)

    def start(self, setup: SevenWondersSetup) -> SevenWondersState:
        return SevenWondersState(self._box(setup.data, setup.overrides), setup)

    def statistics(self, setup: SevenWondersSetup, events: Iterable[Event]) -> tuple[str, tuple[dict[str, int], ...]]:
        """Return the statistics of a game: tokens are counted as they were taken, even if they were returned later."""
        box, kinds = self._box(setup.data, setup.overrides), (*STATISTICS, *([RECRUITED] if setup.leaders else []))
        seats = tuple(dict.fromkeys(kinds, 0) for _ in setup.boards)
        for event in events:
            match event:
                case actions.CardBuilt(seat=seat, card=card, chain=chain):
                    seats[seat - 1]["symbols"] += _symbols(box.card_effects[box.card[card]])
                    seats[seat - 1]["chains"] += chain
                case actions.CardRebuilt(seat=seat, card=card):
                    seats[seat - 1]["symbols"] += _symbols(box.card_effects[box.card[card]])
                case actions.StageBuilt(seat=seat, stage=stage):
                    seats[seat - 1]["symbols"] += _symbols(box.boards[setup.boards[seat - 1]].effects[stage - 1])
                    seats[seat - 1]["stages"] += 1
                case actions.LeaderRecruited(seat=seat, leader=leader):
                    seats[seat - 1]["symbols"] += _symbols(box.leader_effects[box.leader[leader]])
                    seats[seat - 1][RECRUITED] += 1
                case actions.TokenTaken(seat=seat, value=value):
                    seats[seat - 1]["victories" if value > 0 else "defeats"] += 1
        return "", seats

    def events(self) -> object:
        return actions.Events


def _symbols(effects: Effects) -> int:
    """Count the science symbols of a thing; a symbol of choice counts as one."""
    return sum(isinstance(effect, Science) for effect in effects.all)


def _is_played(card: CardData, seats: int) -> bool:
    """Check whether a card may be dealt with this number of seats; every guild may be."""
    return not card.copies_at or min(card.copies_at) <= seats
