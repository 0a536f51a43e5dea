"""The typed scene of Architects: its view, its data, its UI state, and values derived from them."""

from dataclasses import dataclass
from functools import cached_property
from typing import Final

from app.games.architects.action_previews import ArchitectsAhead, foreseen
from app.games.architects.lessons import LESSONS
from app.games.architects.screen.ui_state import ArchitectsUi, Fight, ui_of
from app.screen.control.controller import Controller
from app.screen.state.model import Model
from app.screen.state.ring_layout import Rounds
from app.screen.state.scene import ringed_keys
from app.screen.state.typed_scene import ReportStep, TypedScene, is_conflict_delayed
from engine.architects.data_schema import Data
from engine.architects.view_json import View

STACK_WORDS: Final = ("take", "peek", "draw")
MEDALS: Final = Rounds(46, 70, 46)
LARGE_MEDALS: Final = Rounds(64, 110, 46, 20)  # on a small screen, to keep signs readable


@dataclass(frozen=True, slots=True)
class ArchitectsScene(TypedScene[Data, View]):
    """A scene in which Architects is the game on the table, or the next one."""

    @property
    def game_ui(self) -> ArchitectsUi:
        return ui_of(self.ui.game)

    @cached_property
    def fight(self) -> Fight | None:
        """The conflict that is being shown."""
        fight = self.game_ui.fight
        return None if fight is None or is_conflict_delayed(self, fight.number) else fight

    @cached_property
    def ringed_stacks(self) -> frozenset[str]:
        """The stacks that the lesson of the seat to act, or a review, mentions: they have a ring."""
        seat = self.moment[0].seat if self.moment else self.acting
        return ringed_keys(self, LESSONS, seat, self.view)

    @cached_property
    def ahead(self) -> ArchitectsAhead | None:
        """The preview of the touched use, if everybody may see it."""
        return None if self.question_kind == "keep" else self.ahead_alone

    @cached_property
    def ahead_alone(self) -> ArchitectsAhead | None:
        """The preview of the touched use, shown only under the finger that holds it if it is secret."""
        seen = next(iter(self.foreseen.values()), None)
        if seen is None or not isinstance(seen.view, View) or self.is_pending(seen.seat):
            return None
        return foreseen(self.view, seen.view, seen.seat)

    @property
    def question_kind(self) -> str:
        """The game's question: take, draw, keep, main …; or ""."""
        return (self.view.derived.ask or "") if self.model.view else ""

    @cached_property
    def deciding(self) -> int:
        """The seat that decides on the table about anything but a stack to take from; 0: none."""
        model, seat = self.model, self.acting
        question = model.questions.get(seat)
        # True while markers wait to be turned.
        ritual = not self.tracked and model.table is not None and model.table.ritual is not None
        if not seat or not question or not model.is_played_here(seat) or self.fight or ritual:
            return 0
        if self.telling or self.repair:
            return 0
        if all(text.split()[0] in STACK_WORDS for text in question.legal) and self.question_kind != "keep":
            return 0
        return 0 if self.is_on_phone(seat) and not self.tracked else seat

    @cached_property
    def build(self) -> str:
        """The only action of `deciding`, if it builds a stage: one touch on the wonder does it. Else ""."""
        legal = self.model.legal(self.deciding)
        return legal[0] if len(legal) == 1 and legal[0].startswith("build ") else ""

    @property
    def choosing(self) -> int:
        """The seat whose choice is open on the middle; 0: none."""
        return 0 if self.build else self.deciding

    @property
    def covered(self) -> bool:
        """True if a choice or an entry form covers the middle."""
        return bool(self.choosing or self.telling or self.repair)

    def can_peek(self, seat: int) -> bool:
        """Check whether a seat may look at the top card of the central deck."""
        question = self.model.questions.get(seat)
        looked = (
            self.model.view is not None and seat in self.view.derived.looked and self.question_kind in ("take", "draw")
        )
        return self.model.info(seat).by == "touch" and question is not None and ("peek" in question.legal or looked)

    @property
    def looks_first(self) -> int:
        """The seat that was asked whether to look at the central card before taking it; 0: none."""
        if self.game_ui.offered is None or self.model.view is None or self.fight:
            return 0
        seat, turn = self.game_ui.offered
        return seat if turn == self.view.turn and seat == self.acting and self.can_peek(seat) else 0

    @cached_property
    def telling(self) -> ReportStep | None:
        """The open question to people who deal, after a conflict was shown."""
        return None if self.fight else self.report_step


def to_act(model: Model) -> tuple[int, ...]:
    """Return the seat to act, or while a bot waits for markers, as it does unless people deal, who turns them."""
    game = model.view
    if not isinstance(game, View) or game.over:
        return ()
    seat = game.to_act[0] if game.to_act else game.derived.active
    ritual = model.table.ritual if model.table and model.table.mode == "play" else None
    acting = ritual.seat if ritual and seat and model.info(seat).by == "bot" else seat
    return (acting,) if acting else ()


def present(control: Controller) -> ArchitectsScene:
    """Return the current scene, for touch handlers."""
    return ArchitectsScene.from_scene(control.scene)
