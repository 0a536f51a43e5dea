"""Highlights: the cards and other things that a help sentence mentions, ringed while the sentence is shown."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.protocol.teaching_messages import Fact, LessonTip
from app.text.lesson_tips import Idea
from engine.game import AnyView

THINGS: Final = ("card", "cards", "by", "bearer", "leader", "medal", "token", "wonder")  # facts that a sentence names


def keys_in_facts(facts: Mapping[str, Fact]) -> frozenset[str]:
    """Return the keys of the things that a sentence with these facts names."""
    return frozenset(key for fact in THINGS if isinstance(keys := facts.get(fact), str) for key in keys.split())


def mentioned_keys(
    ideas: Mapping[str, Idea], tips: Iterable[LessonTip | None], view: AnyView, seat: int
) -> frozenset[str]:
    """Return the keys of all things to ring for a seat that reads these tips and may see that view. Expired tips
    (`again`) add none."""
    found = [(ideas.get(each.id), each.facts) for each in tips if each and not each.again]
    ringed = (key for idea, facts in found if idea and idea.rings for key in idea.rings(view, seat, facts))
    return frozenset(ringed).union(*(keys_in_facts(facts) for _, facts in found))
