"""A seat's private goal on its phone: the form that marks it, and a line above the choice once it is within reach."""

from typing import Any, ClassVar

from msgspec.structs import replace

from app.phones.game_pages import PageContext
from app.phones.page_frame import FormPart, Parts, ReferencePart
from app.phones.render import Part
from app.shown.play.goal import GoalChoice, Plans, phone_picker, within


class PlanLine(Part, frozen=True):
    """The line that says the goal is within reach."""

    template: ClassVar[str] = "planned.html"

    text: str


class PlanPart(FormPart[GoalChoice], frozen=True):
    """The form that marks a goal."""

    later: ClassVar[bool] = True


# Any: a game's own view and data.
def planned(page: PageContext, plans: Plans, view: Any, box: Any, parts: Parts) -> Parts:
    """Build both parts for a seat in a running game, and add goal buttons to the reference chapters."""
    seat = page.seat
    if seat is None or view.over or page.back:
        return {}
    things = plans.things(page.w, view, seat, box)
    made: Parts = {"plan": PlanPart(phone_picker, GoalChoice(things, page.plan))}
    keys = {key for key, _ in things}
    for name, part in parts.items():
        if isinstance(part, ReferencePart):
            listed = (f"{thing.kind} {thing.slug}" for thing in part.chapter.things)
            saves = tuple(key for key in listed if key in keys)
            made[name] = replace(part, saves=saves, plan=page.plan if page.plan in saves else "")
    if said := within(page.w, plans, view, seat, box, page.plan):
        made["planned"] = PlanLine(said)
    return made
