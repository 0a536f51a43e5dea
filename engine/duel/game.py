"""7 Wonders Duel on the shelf."""

from collections.abc import Collection, Mapping

from engine.duel import actions
from engine.duel.box import load
from engine.duel.cards import Facts
from engine.duel.setup import SEATS, VARIANTS, DuelSetup, read
from engine.duel.state import DuelState


class Duel:
    """The game with its facts. `facts` is the text of data/duel.toml; ValueError if it does not hold up."""

    name = "duel"
    seats = range(SEATS, SEATS + 1)
    first_seat = True

    def __init__(self, facts: bytes) -> None:
        self.box = load(facts)

    @property
    def facts(self) -> Facts:
        """What is printed, as it stands in the data file."""
        return self.box.facts

    def printed(self, corrections: str = "") -> Facts:
        if corrections:
            raise ValueError("Duel takes no corrections yet")
        return self.facts

    def corrections(self, data: bytes, file: str) -> str:
        raise ValueError(f"{file}: Duel takes no corrections yet")

    def doubts(self, setup: DuelSetup) -> tuple[str, ...]:
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
        return read(header)

    def start(self, setup: DuelSetup) -> DuelState:
        return DuelState(self.box, setup)

    def events(self) -> object:
        return actions.Events
