"""A feature that exists only in tests: for five seconds, a seat shows how it feels."""

from app.protocol.base_messages import Intent
from app.protocol.rejection import Rejection
from app.table.core.transaction import Immediate
from app.table.features.feature import Feature
from app.table.features.intent_spec import IntentSpec

SHOWN_SECONDS = 5.0
SYMBOLS = ("cheer", "sigh")


class React(Intent, frozen=True, tag="react"):
    """Show how a seat feels."""

    id: str
    symbol: str


class Reactions(Feature):
    """Show the newest reaction of each seat."""

    def __init__(self, parts):
        super().__init__(parts)
        self.shown = {}  # by seat, from 1: the symbol, and the time at which it expires

    def intents(self):
        return (IntentSpec(React, frozenset({"seat"}), self.react, frozenset({"unreadable"})),)

    def react(self, at, intent):
        if intent.symbol not in SYMBOLS:
            raise Rejection("unreadable")
        return Immediate(lambda: self.show(at.sender_seat() + 1, intent.symbol))

    def show(self, seat, symbol):
        self.shown[seat] = symbol, self._parts.clock() + SHOWN_SECONDS
        return True

    def on_commit(self, before, commit):
        if commit.state.phase != before.phase:
            self.shown.clear()

    def table_fields(self, view):
        return {"reactions": {seat: symbol for seat, (symbol, _) in self.shown.items()}} if self.shown else {}

    def on_tick(self, now):
        before = len(self.shown)
        self.shown = {seat: reaction for seat, reaction in self.shown.items() if reaction[1] > now}
        return len(self.shown) < before

    def next_tick(self):
        return min((until for _, until in self.shown.values()), default=float("inf"))
