"""The games of a table, as packs and data files define them: an argument of `Table` that never changes."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from app.table.cardboard import score_sheet
from app.table.game.bot_definitions import BotPlayers, Bots
from app.table.lobby.first_deal import Deals
from app.table.lobby.game_agreement import Modes
from app.table.lobby.stored_deals import StoredDeals
from app.text.action_reasons import Reasons
from app.text.lesson_tips import Lists
from engine.game import Game, Rules


@dataclass(frozen=True)
class GameLibrary:
    """The games that people can play at a table, and the bots that play with them. Mappings are by a game's slug."""

    shelf: Mapping[str, Game]  # the games that can be agreed on, with their rules
    players: BotPlayers
    bots: Bots = ()  # their names
    sheets: Rules | None = None  # of the score sheets
    modes: Modes = field(default_factory=dict)
    by_touch: Collection[str] | None = None  # games whose seats can be played on the screen; None: all
    lessons: Lists = field(default_factory=dict)  # ideas that first games teach
    deals: Deals = field(default_factory=dict)  # conditions on the deal of a first game
    stored_deals: StoredDeals = field(default_factory=dict)
    reasons: Mapping[str, Reasons] = field(default_factory=dict)  # explanations of actions

    @cached_property
    def rules(self) -> Mapping[str, Rules]:
        """The rules of all records: those of the games and of their score sheets."""
        return {**self.shelf, score_sheet.NAME: self.sheets} if self.sheets else self.shelf
