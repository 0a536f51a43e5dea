"""What a seat saves for on its phone: one line above its choice once that is within reach, and the way to mark it."""

from typing import Any, ClassVar

from app.phones.game import PageContext
from app.phones.parts import FormPart, Parts
from app.phones.render import Part
from app.shown.plan import Planned, Plans, plan, within


class PlanLine(Part, frozen=True):
    """It is within reach."""

    template: ClassVar[str] = "planned.html"

    text: str


class PlanPart(FormPart[Planned], frozen=True):
    """Where it is marked."""

    later: ClassVar[bool] = True


# Any: a game's own view and data.
def planned(page: PageContext, plans: Plans, view: Any, box: Any) -> Parts:
    """Both, for a seat in a game that is not over."""
    seat = page.seat
    if seat is None or view.over or page.back:
        return {}
    made: Parts = {"plan": PlanPart(plan, Planned(plans.things(page.w, view, seat, box), page.plan))}
    if said := within(page.w, plans, view, seat, box, page.plan):
        made["planned"] = PlanLine(said)
    return made
