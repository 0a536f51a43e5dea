"""The typed scene of Duel: its view, its data, its UI state, and values derived from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from app.games.duel.action_previews import DuelAhead, compare_views
from app.games.duel.screen.ui_state import DuelUi, ui_of
from app.screen.control.controller import Controller
from app.screen.state.model import Model
from app.screen.state.typed_scene import TypedScene
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption, View

TURN: Final = "turn"  # the question to a seat that takes a card of the structure
SEAT_1_EDGES: Final = (0, 1)  # seat 1 sits at one of them


@dataclass(frozen=True, slots=True)
class DuelScene(TypedScene[Data, View]):
    """A scene in which Duel is the game on the table, or the next one."""

    @property
    def game_ui(self) -> DuelUi:
        """Duel's UI state."""
        return ui_of(self.ui.game)

    @property
    def question_kind(self) -> str:
        """The game's question: draft, turn, progress, destroy, revive, keep, start; or ""."""
        return (self.view.derived.ask or "") if self.model.view else ""

    @cached_property
    def answering_seat(self) -> int:
        """The seat that answers on this screen now; 0: none. Where people deal, anybody may answer here, too."""
        seat, model = self.acting, self.model
        question = model.questions.get(seat)
        if not seat or question is None or not model.is_played_here(seat):
            return 0
        if self.tracked:
            return 0 if self.repair else seat
        return 0 if self.is_on_phone(seat) else seat

    @property
    def seat_choosing_in_middle(self) -> int:
        """The seat whose question is shown on the middle and not answered by touched cards; 0: none."""
        return self.answering_seat if self.question_kind != TURN else 0

    @property
    def seat_taking_card(self) -> int:
        """The seat that takes a card of the structure on the screen; 0: none."""
        return self.answering_seat if self.question_kind == TURN else 0

    @cached_property
    def faced_seat(self) -> int:
        """The seat that cards and words of the middle face."""
        table = self.model.table
        if table and table.settings.faces is not None:
            return 1 if table.settings.faces in SEAT_1_EDGES else 2
        if self.game_ui.facing:
            return self.game_ui.facing
        if self.tracked and self.acting and self.model.info(self.acting).by == "bot":
            return 3 - self.acting
        if table and table.settings.turning and self.acting:
            return self.acting
        here = [info.seat for info in table.seats if info.by == "touch"] if table else []
        return here[0] if len(here) == 1 else 1

    @cached_property
    def public_preview(self) -> DuelAhead | None:
        """The preview of the touched use, if everybody may see it."""
        return None if self.question_kind == "keep" else self.ahead_alone

    @cached_property
    def ahead_alone(self) -> DuelAhead | None:
        """The preview of the touched use, shown only under the finger that holds it if it is secret."""
        seen = next(iter(self.foreseen.values()), None)
        if seen is None or not isinstance(seen.view, View) or self.is_pending(seen.seat):
            return None
        return compare_views(self.view, seen.view, seen.seat, self.data)

    def options_of_seat(self, seat: int) -> dict[str, BuildOption]:
        """Return a seat's ways to build things now, by slug."""
        return {option.thing: option for option in self.view.derived.standing[seat - 1].build_options}


def to_act(model: Model) -> tuple[int, ...]:
    """Return the seat to act; during a reveal, the seat whose turn it is."""
    game = model.view
    if not isinstance(game, View) or game.over:
        return ()
    seat = game.to_act[0] if game.to_act else game.derived.active
    return (seat,) if seat else ()


def present(control: Controller) -> DuelScene:
    """Return the current scene, for touch handlers."""
    return DuelScene.from_scene(control.scene)
