"""A mixin for presenters of a game that draws itself."""

from collections.abc import Mapping
from typing import Any

from app.games.custom_drawn.shared_by_surfaces import DrawnSurface
from app.protocol.log_messages import Line
from app.protocol.teaching_messages import LessonTip
from app.screen.state.model import Model, event_of
from app.screen.state.scene import Scene
from app.text import lesson_tips
from app.text.lesson_tips import Idea
from app.text.reference import Reference
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.game import AnyView


class DrawnScreen(DrawnSurface):
    """The screen's abilities besides its elements, taken from `shared`: a mixin for a `BaseScreen`."""

    by_touch = True
    words: Any

    @property
    def reference(self) -> Reference:
        return self.shared.reference

    @property
    def ideas(self) -> Mapping[str, Idea]:
        return self.shared.ideas

    def guide_pages(self, model: Model, w: Words) -> tuple[GuidePage, ...]:
        return self.shared.how_to_play(w, model.data, model.known_table.variant)

    def lesson(self, model: Model, w: Words, taught: LessonTip) -> str:
        return lesson_tips.tip_text(self.shared.ideas, w, taught, model.people(w), model.data)

    def hide_results(self, view: AnyView, before: object, lines: tuple[Line, ...], data: object) -> AnyView:
        events = (event for line in lines if (event := event_of(line, self.words.parse_event)))
        return self.shared.unfought(view, before, events, data)

    def sections(self, scene: Scene) -> None:
        return None
