"""Comments in a guided game, as every game makes them on the screen: what is said to a seat, and where that may lie."""

from collections.abc import Collection, Iterable
from typing import Final

from app.screen.ring import Rect, Ring
from app.screen.scene import Scene
from app.text.guide import Comment, Lesson, Now, comments

PART: Final = 0.65  # of a zone's width, at its right
PLATE: Final = 0.25  # of its depth, for the name; on a small screen …
SMALL_PLATE: Final = 0.34
SIDE: Final = 400.0  # u: in less a comment needs some of the middle, too


def commented(
    scene: Scene, seat: int, lessons: Iterable[Lesson], decided: Collection[str], step: str = ""
) -> Comment | None:
    """What lessons say to a seat now. `decided`: kinds of event that tell what a seat did; `step`: as `Now` has it."""
    model, table = scene.model, scene.model.table
    assert table is not None
    w = model.words(seat)
    now = Now.of(
        seat,
        table,
        model.questions.get(seat),
        model.people(w),
        model.past[seat - 1],
        decided,
        model.view,
        model.data,
        phone=False,
        step=step,
    )
    return next((it for it in comments(lessons, w, now) if (seat, it.moment) not in scene.opened.heard), None)


def beside_wonder(ring: Ring, seat: int) -> Rect:
    """Over what a seat has at the right of its wonder, so that its name, its question and its wonder stay free; u."""
    zone, u = ring.zones[seat - 1], ring.u
    w, h = zone.w / u * PART, zone.d / u * (1 - (SMALL_PLATE if ring.small else PLATE))
    more = 0.0 if w >= SIDE else ring.touch * 0.7
    return Rect(zone.w / u - w, -more, w, h + more)
