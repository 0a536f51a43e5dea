"""7 Wonders Architects on the shelf."""

from collections.abc import Mapping

from engine.architects import actions
from engine.architects.box import load
from engine.architects.cards import Facts
from engine.architects.setup import RULES, ArchitectsSetup, read
from engine.architects.state import ArchitectsState


class Architects:
    """The game with its facts. `facts` is the text of data/architects.toml; ValueError if it does not hold up."""

    name = "architects"

    def __init__(self, facts: bytes) -> None:
        self.box = load(facts)
        table = self.box.facts.table
        self.seats = range(table.min_seats, table.max_seats + 1)

    @property
    def facts(self) -> Facts:
        """What is printed, as it stands in the data file."""
        return self.box.facts

    def identities(self) -> tuple[str, ...]:
        return tuple(self.box.wonders)

    def rules(self) -> Mapping[str, bool]:
        return RULES

    def setup(self, header: Mapping[str, str]) -> ArchitectsSetup:
        return read(header, self.identities(), self.seats)

    def start(self, setup: ArchitectsSetup) -> ArchitectsState:
        return ArchitectsState(self.box, setup)

    def events(self) -> object:
        return actions.Events
