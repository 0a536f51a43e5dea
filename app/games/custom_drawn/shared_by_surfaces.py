"""The reference, forms, lessons and sentences that a game with drawings of its own offers on phones and the screen."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import NamedTuple

from app.shown.cardboard.position_entry import PositionSchema
from app.shown.play.goal import Plans
from app.text.box_contents import BoxList
from app.text.lesson_tips import Idea
from app.text.reference import Reference
from app.text.rules_pages import GuidePage, ManualPart
from app.text.translation import Words
from engine.game import AnyData, AnyView


class DrawnGame(NamedTuple):
    """The modules and functions of one game, which `DrawnPage` and `DrawnScreen` ask.

    `unfought`: reverts a view to what was true before conflict events, given also the view shown before and the data.
    """

    reference: Reference
    box: BoxList
    entered: PositionSchema
    plans: Plans
    ideas: Mapping[str, Idea]
    how_to_play: Callable[[Words, AnyData, Collection[str]], tuple[GuidePage, ...]]
    manual: Callable[[Words], tuple[ManualPart, ...]]
    cardboard_tasks: Callable[[Words, object, Sequence[str], bool], Iterable[tuple[int, str]]]
    unfought: Callable[[AnyView, object, Iterable[object], AnyData], AnyView]


class DrawnSurface:
    """The abilities that phone pages and the screen of one game take alike from `shared`."""

    shared: DrawnGame

    @property
    def box(self) -> BoxList:
        return self.shared.box

    @property
    def entered(self) -> PositionSchema:
        return self.shared.entered

    @property
    def plans(self) -> Plans:
        return self.shared.plans

    def manual(self, w: Words) -> tuple[ManualPart, ...]:
        return self.shared.manual(w)

    def cardboard_tasks(
        self, w: Words, event: object, people: Sequence[str], entered: bool
    ) -> Iterable[tuple[int, str]]:
        return self.shared.cardboard_tasks(w, event, people, entered)
