"""A base class for phone pages of a game that draws itself."""

from collections.abc import Collection, Iterable, Sequence
from typing import Any

from app.games.shown.drawn_game import DrawnGame
from app.phones.game_pages import PageContext
from app.protocol.teaching_messages import LessonTip
from app.shown.cardboard.position_entry import PositionSchema
from app.shown.play import highlights
from app.shown.play.goal import Plans
from app.text import lessons
from app.text.box_contents import BoxList
from app.text.guide import GuidePage, ManualPart
from app.text.languages import Words


# Any: each game has its own data, views and events.
class DrawnPage:
    """The page's abilities besides its parts, taken from `shared`. `facts`: the game's data."""

    shared: DrawnGame
    facts: Any

    @property
    def box(self) -> BoxList:
        return self.shared.box

    @property
    def entered(self) -> PositionSchema:
        return self.shared.entered

    @property
    def plans(self) -> Plans:
        return self.shared.plans

    def how_to_play(self, w: Words, variant: Collection[str]) -> tuple[GuidePage, ...]:
        return self.shared.how_to_play(w, self.facts, variant)

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        return self.shared.manual(w)

    def lesson(self, page: PageContext, taught: LessonTip) -> str:
        return lessons.said(self.shared.ideas, page.w, taught, page.people, self.facts)

    def spoken_of(self, page: PageContext, view: Any, taught: LessonTip) -> frozenset[str]:
        assert page.seat is not None
        return highlights.spoken_of(self.shared.ideas, (taught,), view, page.seat)

    def demands(self, w: Words, event: object, people: Sequence[str], told: bool) -> Iterable[tuple[int, str]]:
        return self.shared.demands(w, event, people, told)

    def unfought(self, view: Any, before: object, events: Sequence[object]) -> Any:
        return self.shared.unfought(view, before, events, self.facts)
