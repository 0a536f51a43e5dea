"""The hooks by which a feature takes part in messages, clock ticks, animations and frames of the screen.

The screen calls each hook of all features in the order of `registry.FEATURES` and knows none of them by name.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property

from app.protocol.base_messages import Accepted, Message, Refusal
from app.protocol.log_messages import Line
from app.protocol.table_messages import TableView
from app.screen.control.controller import Controller
from app.screen.paint.element import Elements
from app.screen.paint.pen import Pen
from app.screen.state.flight import Moving
from app.screen.state.model import Model
from app.screen.state.ring_layout import Ring
from app.screen.state.scene import Scene
from app.screen.state.ui_state import PendingIntent


@dataclass(frozen=True)
class SnapshotChange:
    """The difference that a snapshot has made. `before`: the scene until then; `model`: the model since."""

    before: Scene
    model: Model

    @property
    def table_before(self) -> TableView | None:
        """The table until then; None: the screen has just met it."""
        return self.before.model.table

    @property
    def table(self) -> TableView:
        assert self.model.table is not None
        return self.model.table

    @property
    def is_first(self) -> bool:
        """True for the first snapshot since the connection was opened."""
        return self.before.model.rev < 0

    @property
    def is_other_game(self) -> bool:
        return self.table_before is not None and self.table_before.game_id != self.table.game_id

    @cached_property
    def new_lines(self) -> tuple[Line, ...]:
        """New log lines that are not undone."""
        known = {} if self.is_other_game else self.before.model.lines
        return tuple(line for line in self.model.brought if line.number not in known and not line.undone)


@dataclass
class ScreenFrame:
    """A frame that is being composed: the scene, the size in pixels, and the elements so far, from the lowest up.

    `compose`: lists the elements of another scene at this size.
    """

    scene: Scene
    width: int
    height: int
    is_filled: Callable[[], bool]
    compose: Callable[[Scene], Elements]
    elements: Elements = field(default_factory=list)

    @cached_property
    def ring(self) -> Ring:
        """The layout of the table, which the screen has received."""
        return self.scene.ring(self.width, self.height)

    @cached_property
    def interrupted(self) -> bool:
        """True if a feature fills the table with something that nothing may cover."""
        return self.is_filled()

    @property
    def replays(self) -> bool:
        """True if a finished game is shown in the place of the table."""
        return self.scene.ui.history.shown is not None and not self.interrupted


class ScreenFeature:
    """One feature of the screen. Every hook does nothing here; a feature overrides those that it needs.

    A feature is stateless: what it remembers is a field of the UI state. Pages are imported when first needed, except
    those of every start.
    """

    def on_message(self, control: Controller, message: Message) -> None:
        """Follow a message; the model contains it already."""

    def on_answer(self, control: Controller, answer: Accepted | Refusal, wait: PendingIntent | None) -> bool:
        """Handle the answer to an intent of this feature. Return True if no other feature is to see it."""
        return False

    def on_snapshot(self, control: Controller, change: SnapshotChange) -> None:
        """Follow a snapshot; the model contains it already."""

    def on_disconnect(self, control: Controller) -> None:
        """Drop what must not be shown while the table is away."""

    def on_tick(self, control: Controller, now: float) -> float | None:
        """Advance to `now` (seconds of the screen's clock). Return when to call again, or None."""
        return None

    def page(self, frame: ScreenFrame) -> Elements | None:
        """Return all elements of a screen without a table, or None. The first feature with such a page is shown."""
        return None

    def table_elements(self, frame: ScreenFrame) -> Elements | None:
        """Return the table as this feature shows it, or None. The first feature that shows it does so alone."""
        return None

    def fills_table(self, scene: Scene) -> bool:
        """Check whether this feature fills the table, for a moment, with something that nothing may cover."""
        return False

    def elements(self, frame: ScreenFrame) -> Elements:
        """Return elements above `frame.elements`."""
        return []

    def animations(self, control: Controller, pen: Pen, ring: Ring, event: object) -> Iterable[Moving] | None:
        """Return the animations of an event that are shown alone; None if it is not this feature's event."""
        return None
