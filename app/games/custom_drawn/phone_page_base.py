"""A base class for phone pages of a game that draws itself."""

from collections.abc import Collection, Sequence

from app.games.custom_drawn.shared_by_surfaces import DrawnSurface
from app.phones.game_page_interface import PageContext
from app.protocol.teaching_messages import LessonTip
from app.shown.play import mentioned_things
from app.text import lesson_tips
from app.text.rules_pages import GuidePage
from app.text.translation import Words
from engine.game import AnyData, AnyView


class DrawnPage(DrawnSurface):
    """The page's abilities besides its parts, taken from `shared`. `facts`: the game's data."""

    facts: AnyData

    def how_to_play(self, w: Words, variant: Collection[str]) -> tuple[GuidePage, ...]:
        return self.shared.how_to_play(w, self.facts, variant)

    def lesson(self, page: PageContext, taught: LessonTip) -> str:
        return lesson_tips.tip_text(self.shared.ideas, page.w, taught, page.people, self.facts)

    def mentioned_keys(self, page: PageContext, view: AnyView, taught: LessonTip) -> frozenset[str]:
        seat = taught.seat or page.seat
        assert seat is not None
        return mentioned_things.mentioned_keys(self.shared.ideas, (taught,), view, seat)

    def unfought(self, view: AnyView, before: object, events: Sequence[object]) -> AnyView:
        return self.shared.unfought(view, before, events, self.facts)
