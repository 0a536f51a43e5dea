"""A mixin for presenters of a game that draws itself."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from app.games.shown.drawn_game import DrawnGame
from app.protocol.log_messages import Line
from app.protocol.teaching_messages import LessonTip
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.play.goal import Plans
from app.text import lessons
from app.text.box_contents import BoxList
from app.text.guide import GuidePage, ManualPart
from app.text.languages import Words
from app.text.lessons import Idea
from app.text.reference import Reference


# Any: each game has its own data, views and events.
class DrawnScreen:
    """The screen's abilities besides its elements, taken from `shared`: a mixin for a `BaseScreen`."""

    by_touch = True
    shared: DrawnGame
    words: Any

    @property
    def reference(self) -> Reference:
        return self.shared.reference

    @property
    def box(self) -> BoxList:
        return self.shared.box

    @property
    def entered(self) -> PositionSchema:
        return self.shared.entered

    @property
    def plans(self) -> Plans:
        return self.shared.plans

    @property
    def ideas(self) -> Mapping[str, Idea]:
        return self.shared.ideas

    def how_to_play(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        return self.shared.how_to_play(w, model.data, model.known_table.variant)

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        return self.shared.manual(w)

    def lesson(self, model: Model, w: Words, taught: LessonTip) -> str:
        return lessons.said(self.shared.ideas, w, taught, model.people(w), model.data)

    def demands(self, w: Words, event: object, people: Sequence[str], told: bool) -> Iterable[tuple[int, str]]:
        return self.shared.demands(w, event, people, told)

    def unfought(self, view: Any, before: object, lines: tuple[Line, ...], data: object) -> Any:
        events = (event for line in lines if (event := event_of(line, self.words.hear)))
        return self.shared.unfought(view, before, events, data)

    def sections(self, scene: Scene) -> None:
        return None
