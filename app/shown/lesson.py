"""What a lesson speaks of: the things that bear a ring beside its sentence, on the screen and on phones alike."""

from collections.abc import Iterable, Mapping
from typing import Any

from app.protocol.messages import Taught
from app.text.lessons import Idea


# Any: each game has a view of its own.
def spoken_of(ideas: Mapping[str, Idea], told: Iterable[Taught | None], view: Any, seat: int) -> frozenset[str]:
    """Their keys, for a seat that reads what was told and may know that view. What has had its time lights nothing."""
    found = ((ideas.get(it.id), it.facts) for it in told if it and not it.again)
    return frozenset(key for idea, facts in found if idea and idea.rings for key in idea.rings(view, seat, facts))
