"""7 Wonders with Leaders on the shelf."""

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Final

from engine.seven_wonders import actions
from engine.seven_wonders.box import Box
from engine.seven_wonders.cards import BoardFacts, CardFacts, Facts, LeaderFacts
from engine.seven_wonders.printing import expansion, printing
from engine.seven_wonders.setup import EXPERTS, LEADERS, RULES, VARIANTS, SevenWondersSetup, read, wonder
from engine.seven_wonders.state import SevenWondersState

REMEMBERED: Final = 16  # boxes with corrections


class SevenWonders:
    """The game with its facts: the texts of data/seven_wonders.toml and data/leaders.toml; ValueError if unfit."""

    name = "seven-wonders"
    first_seat = False  # everybody acts at once

    def __init__(self, cards: bytes, leaders: bytes) -> None:
        self._printing = printing(cards, leaders)
        self._box = lru_cache(REMEMBERED)(lambda corrections: Box(self.printed(corrections)))
        self.box = self._box("")
        self._expansion = expansion(leaders)
        table = self.printed().table
        self.seats = range(table.min_seats, table.max_seats + 1)

    def printed(self, corrections: str = "") -> Facts:
        return self._printing.printed(corrections)

    def corrections(self, data: bytes, file: str) -> str:
        return self._printing.corrections(data, file)

    def doubts(self, setup: SevenWondersSetup) -> tuple[str, ...]:
        """Boards, and of the cards and leaders those that may come to light in this set-up."""
        facts = self.printed(setup.facts)
        entries: dict[str, BoardFacts | CardFacts | LeaderFacts] = {name: facts.boards[name] for name in setup.boards}
        entries |= {name: card for name, card in facts.cards.items() if _is_played(card, setup.seats)}
        groups = ("standard", *(["expert"] if EXPERTS in setup.variant else []))
        if LEADERS in setup.variant:
            entries |= {name: leader for name, leader in facts.leaders.items() if leader.group in groups}
        return tuple([name for name, entry in entries.items() if entry.certainty not in ("confirmed", "yours")])

    def identities(self) -> tuple[str, ...]:
        return tuple(self.box.boards)

    def thing(self, identity: str) -> str:
        return wonder(identity)

    def lot(self, variant: Collection[str]) -> tuple[str, ...]:
        return tuple([name for name in self.box.boards if LEADERS in variant or name not in self._expansion])

    def variants(self) -> Mapping[str, tuple[str, ...]]:
        return VARIANTS

    def brings(self) -> Mapping[str, tuple[str, ...]]:
        return {}

    def rules(self) -> Mapping[str, bool]:
        return RULES

    def setup(self, header: Mapping[str, str]) -> SevenWondersSetup:
        return read(header, self.identities(), self._expansion, self.seats, self._printing.checked)

    def start(self, setup: SevenWondersSetup) -> SevenWondersState:
        return SevenWondersState(self._box(setup.facts), setup)

    def events(self) -> object:
        return actions.Events


def _is_played(card: CardFacts, seats: int) -> bool:
    """Whether a card is dealt to so many seats; any guild may be."""
    return not card.copies_at or min(card.copies_at) <= seats
