"""A first game that teaches: tips, their end with questions, and the things on a page that a refusal mentions."""

from collections.abc import Callable, Iterable, Mapping
from typing import ClassVar, TypeAlias

from app.phones.common_parts import Parts
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.open_page_state import PageState
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.protocol.client_rights import SCREEN
from app.protocol.teaching_messages import Fact, LessonTip
from app.shown.form import Button
from app.shown.lobby import seat_form
from app.shown.play import hint, lesson_end
from app.text.translation import Words

Tips: TypeAlias = tuple[LessonTip, ...]


class LessonPart(Part, frozen=True):
    """A lesson tip above a seat's choices; its space is reserved while there is none."""

    template: ClassVar[str] = "lesson.html"

    seat: int
    text: str  # "": nothing
    again: bool = False  # it has expired: shown on request
    own: bool = False  # it follows from this seat's secrets
    lit: tuple[str, ...] = ()  # keys of the things it mentions

    def row(self, w: Words) -> Button:
        return seat_form.end_lessons_button(w, self.seat)


class LearnedPart(Part, frozen=True):
    """The end of a lesson: what somebody knows now, and questions with two answers each."""

    template: ClassVar[str] = "learned.html"
    later: ClassVar[bool] = True

    summary: lesson_end.LessonSummary


class PhoneLessons(PhoneFeature):
    """The lesson tip of a seat."""

    slots = (PageSlot("lesson", "mine", after="chair"),)

    def page_parts(self, page: PageUpdate) -> Parts:
        lessons, own = page.abilities.lessons, page.snapshot.lessons
        if lessons is None or page.snapshot.game is None:
            return {}
        public = self._sources.table.snapshot(SCREEN, self._sources.table.log_end).lessons if own else ()
        return tip(page, own, public, lambda told: lessons.lesson(page, told))

    def highlighted(self, reader: PageState, facts: Mapping[str, Fact]) -> tuple[str, ...]:
        page = self._sources.open_update(reader)
        if page.seat is None or reader.view is None:
            return ()
        return find_mentioned_keys(page, hint.refusal_as_tips(page.seat, facts))


class PhoneLessonEnd(PhoneFeature):
    """The end of a lesson for a seat that was taught."""

    slots = (PageSlot("learned", "mine", after="ended", yields=True),)

    def page_parts(self, page: PageUpdate) -> Parts:
        table, seat = page.table, page.seat
        if seat is None or page.snapshot.game is None or not lesson_end.is_asked(table, seat):
            return {}
        ideas = table.met[seat - 1] if table.met else ()
        printed = self._sources.table.games.shelf[table.game].data(*table.game_data)
        summary = lesson_end.summarise_lesson(page.w, page.kind.words, ideas, page.view, printed, page.people)
        return {"learned": LearnedPart(summary)}


def tip(page: PageUpdate, own: Tips, public: Tips, says: Callable[[LessonTip], str]) -> Parts:
    """Build the lesson tip of a seat: its own before the table's. `public`: tips that everyone may see."""
    if page.seat is None or not page.is_taught:
        return {}
    mine = next((each for each in own if each.seat == page.seat), None)
    shown = page.table.taught(page.seat, mine)
    if shown is None:
        return {"lesson": LessonPart(page.seat, "")}
    own_alone = shown.seat != 0 and shown not in public
    return {"lesson": LessonPart(page.seat, says(shown), shown.again, own_alone, find_mentioned_keys(page, (shown,)))}


def find_mentioned_keys(page: PageUpdate, tips: Iterable[LessonTip]) -> tuple[str, ...]:
    """Return the sorted keys of things that tips mention on the page last shown; none in a game without lessons."""
    lessons, view = page.abilities.lessons, page.reader.view
    return tuple(sorted({key for each in tips for key in lessons.mentioned_keys(page, view, each)})) if lessons else ()
