"""The typed scene of 7 Wonders: its view, its data, its UI state, and values derived from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

import msgspec

from app.games.seven_wonders.lessons import LESSONS
from app.games.seven_wonders.screen.ui_state import Fight, SevenUi, ui_of
from app.protocol.play_messages import Secret
from app.screen.control.controller import Controller
from app.screen.state.model import Model
from app.screen.state.scene import ringed_keys
from app.screen.state.typed_scene import TypedScene, is_conflict_delayed
from engine.seven_wonders.data_schema import BoardData, Data
from engine.seven_wonders.view_json import LastTurn, View

AT_ONCE: Final = ("draft", "recruit", "play")  # chosen by all, in secret


@dataclass(frozen=True, slots=True)
class SevenScene(TypedScene[Data, View]):
    """A scene in which 7 Wonders is the game on the table, or the next one."""

    @property
    def game_ui(self) -> SevenUi:
        """The game's part of the UI state."""
        return ui_of(self.ui.game)

    @cached_property
    def acting(self) -> int:
        """The one seat that is asked alone; 0: all choose at once, though but one is left, or nobody does."""
        return self.to_act[0] if len(self.to_act) == 1 and self.view.asked not in AT_ONCE else 0

    @property
    def revealed(self) -> LastTurn | None:
        """The turn that is shown before the zones now."""
        shown = self.game_ui.revealing and not self.ui.panel
        return self.view.derived.last if shown and self.model.view is not None else None

    @property
    def fight(self) -> Fight | None:
        """The conflict that is shown; after what was revealed with it, before what was revealed since."""
        fight = self.game_ui.fight if not self.game_ui.revealing and self.model.view is not None else None
        return None if fight is None or is_conflict_delayed(self, fight.number) else fight

    def is_answering(self, seat: int) -> bool:
        """Check if a seat answers on the screen now."""
        asked = seat in self.model.questions and self.model.is_played_here(seat) and not self.tracked
        return asked and not self.is_on_phone(seat)

    def tells(self, seat: int) -> bool:
        """Check if people may enter a seat's action here, or change it."""
        if not self.tracked or self.repair is not None:
            return False
        return seat in self.model.questions or self.entered_action(seat) is not None

    def entered_action(self, seat: int) -> str | None:
        entered = self.view.derived.told
        return entered[seat - 1] if seat <= len(entered) else None

    def is_entered_by_table(self, seat: int) -> bool:
        """Check if the table entered that action, because no other was possible."""
        return (
            self.entered_action(seat) is not None and self.model.table is not None and seat in self.model.table.by_table
        )

    def retractable_row(self, seat: int) -> int | None:
        """Return the line of a choice that a seat made on the screen while others still choose, or None."""
        if self.tracked or self.model.info(seat).by != "touch" or self.view.asked not in AT_ONCE:
            return None
        chosen = self.view.seats[seat - 1].chosen
        return next((offer.row for offer in self.model.retractable if offer.seat == seat and chosen), None)

    def private_view(self, seat: int) -> View | None:
        """Return a seat's private view while one of its fingers is down, or None."""
        secret = self.secrets.get(seat)
        return decode_view(secret) if secret is not None else None

    def ringed_in_hand(self, seat: int) -> frozenset[str]:
        """Return the things in a seat's hand that its tip is about; they get a ring under its finger."""
        view = self.private_view(seat)
        return frozenset() if view is None else ringed_keys(self, LESSONS, seat, view)

    def board(self, seat: int) -> BoardData:
        chair = self.view.seats[seat - 1]
        return self.data.boards[f"{chair.wonder}-{chair.side}"]


def decode_view(secret: Secret) -> View | None:
    """Decode a seat's private view from its peek."""
    return None if secret.view is None else msgspec.json.decode(bytes(secret.view), type=View)


def to_act(model: Model) -> tuple[int, ...]:
    """Return the seats that must decide."""
    game = model.view
    return game.to_act if isinstance(game, View) and not game.over else ()


def present(control: Controller) -> SevenScene:
    """Return the current scene, for touch handlers."""
    return SevenScene.from_scene(control.scene)
