"""Comments in a guided game, as every game makes them on the screen: what is said to a seat."""

from collections.abc import Collection, Iterable

from app.screen.scene import Scene
from app.text.guide import Comment, Lesson, Now, comments


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
