"""The update of one live page after one change of the table, which features read and to which they add parts."""

from functools import cached_property

import msgspec

from app.phones.common_parts import Parts, TurnSummary
from app.phones.game_page_interface import Abilities, PageContext, PhoneGame
from app.phones.open_page_state import PageState
from app.protocol.table_messages import Snapshot
from engine.game import AnyView


class PageUpdate(PageContext, frozen=True, kw_only=True, dict=True):
    """A snapshot of the table for one reader, and the parts made of it so far.

    Made by `PageSources.open_update` for each change and each open page; dropped once the parts are sent. Features
    read it in order, and each adds its parts to `made`. Pages of games get it as their `PageContext`.
    """

    reader: PageState
    snapshot: Snapshot
    name: str  # of the game, or of its score sheet
    kind: PhoneGame
    abilities: Abilities
    touch: bool = False  # there is a screen, so that seats can be played by touch
    made: Parts = msgspec.field(default_factory=dict)  # by the features before

    @cached_property
    def view(self) -> AnyView:
        """The game's view, without results that wait for conflict markers to be turned and animations to end.

        None while no game is on the table.
        """
        if self.snapshot.game is None:
            return None
        shown, reader = self.abilities.pages, self.reader
        view = shown.view(bytes(self.snapshot.game))
        if reader.delayed_lines and self.abilities.withholds:
            events = [shown.event(bytes(line.event)) for line in reader.delayed_lines]
            view = self.abilities.withholds.unfought(view, reader.view, events)
        return view

    @cached_property
    def turn(self) -> TurnSummary:
        """The seats to act; empty before a game and while its opening hides them."""
        if self.snapshot.game is None or (self.looks_on and self.question is None):
            return TurnSummary()
        return self.abilities.pages.turn(self, self.view)
