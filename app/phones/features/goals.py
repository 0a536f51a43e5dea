"""A seat's private goal on its phone: the form that marks it, and a line above the choice once it is within reach."""

from typing import ClassVar

from msgspec.structs import replace

from app.phones.common_parts import FormPart, Parts, ReferencePart
from app.phones.features.feature import PhoneFeature
from app.phones.features.regions_and_tabs import PageSlot
from app.phones.page_update import PageUpdate
from app.phones.template_rendering import Part
from app.shown.play.goal import GoalChoice, goal_notice, phone_picker


class PlanLine(Part, frozen=True):
    """The line that says the goal is within reach."""

    template: ClassVar[str] = "planned.html"

    text: str


class PlanPart(FormPart[GoalChoice], frozen=True):
    """The form that marks a goal."""

    later: ClassVar[bool] = True


class PhoneGoals(PhoneFeature):
    """The form that marks a goal, the line that it is within reach, and goal buttons in the game's reference."""

    slots = (
        PageSlot("planned", "mine", after="lesson", yields=True),
        PageSlot("plan", "aids", after="seat", for_seats=True),
    )

    def page_parts(self, page: PageUpdate) -> Parts:
        planning, seat, w, view = page.abilities.plans, page.seat, page.w, page.view
        if planning is None or seat is None or view is None or view.over:
            return {}
        parts: Parts = {}
        if page.is_open("table"):
            things = planning.plans.things(w, view, seat, planning.facts)
            parts["plan"] = PlanPart(phone_picker, GoalChoice(things, page.plan))
            keys = {key for key, _ in things}
            for name, part in page.made.items():
                if isinstance(part, ReferencePart):
                    listed = (f"{thing.kind} {thing.slug}" for thing in part.chapter.things)
                    saves = tuple(key for key in listed if key in keys)
                    parts[name] = replace(part, saves=saves, plan=page.plan if page.plan in saves else "")
        if said := goal_notice(w, planning.plans, view, seat, planning.facts, page.plan):
            parts["planned"] = PlanLine(said)
        return parts
