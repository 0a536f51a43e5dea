"""Tips of a first game: ideas that are each explained once, when they first matter.

The list of a game (`app/games/<game>/lessons.py`) is data. The table decides when a tip is due
(app/table/features/lesson_tip_choice.py); screen and phones translate it for their readers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, Literal, TypeAlias, TypeVar

from app.protocol.teaching_messages import Fact, LessonTip, Reason
from app.text.translation import Words
from engine.game import AnyData, AnyEvent, AnyView

Facts: TypeAlias = dict[str, Fact]
Whose: TypeAlias = Literal["table", "seat"]
LETTERS: Final = 130  # of a tip, at most, in any language
MAX_LETTERS_WITH_NAMES: Final = 112  # of a tip with names or a printed effect: three lines of any phone
WORDS: Final = 18  # of one sentence, at most
SENTENCES: Final = re.compile(r"(?<=[.?!]) ")  # the gap between two

ANSWER: Final = "suggest"  # id of what is said of a choice

It = TypeVar("It")
View = TypeVar("View")
Box = TypeVar("Box")


@dataclass(frozen=True, slots=True)
class LessonContext(Generic[View, Box]):
    """The state of a game in which a tip may be due, as its recipient sees it. `seat` 0: everybody.

    For everybody `view` is the public one, and nothing can be said (`legal`). `events`: what everybody was told of the
    action just done; none while it is only asked whether something is still so. `told`: ideas that everybody, or that
    seat, has been told.
    """

    seat: int
    view: View
    box: Box
    legal: tuple[str, ...] = ()
    events: tuple[object, ...] = ()
    told: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Speech(Generic[Box]):
    """Context for the sentence of a tip: display names by seat, and the game data."""

    people: Sequence[str]
    box: Box


When: TypeAlias = Callable[[LessonContext[AnyView, AnyData]], Facts | None]


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea of a game, explained once to the whole table or once to a seat.

    `when`: the numbers and slugs of its sentence where it can be told, else None. It stays while that gives the same;
    or, where it came with an event, while `holds`. `after`: an idea that it confirms, and is told only after.
    """

    id: str
    whose: Whose
    when: When
    says: str | Callable[[Words, Facts, Speech[AnyData]], str]
    holds: Callable[[LessonContext[AnyView, AnyData], Facts], bool] | None = None
    # By the view and who acts: keys of what is lit.
    rings: Callable[[AnyView, int, Facts], tuple[str, ...]] | None = None
    after: str = ""
    at_once: bool = False  # bound to its moment: told also while a bot is to act
    asks: bool = False  # asks something, so that nothing is suggested beside it
    chooses: bool = False  # asks which action is clearly better, while `when` holds (app/table/bots/advice.py) …
    answers: bool = False  # … and says how the choice was, until that seat's next one
    secret: bool = False  # follows from what that seat alone knows: on no screen
    name: Callable[[Words], str] | None = None  # of what is known then; None: it is no knowledge by itself
    # Whether an event, with the game data, shows somebody doing it.
    met: Callable[[AnyEvent, AnyData], bool] | None = None

    def explain(self, w: Words, facts: Facts, at: Speech[AnyData]) -> str:
        return w.translate(self.says, facts) if isinstance(self.says, str) else self.says(w, facts, at)

    def is_current(self, now: LessonContext[AnyView, AnyData], facts: Facts) -> bool:
        """Check if the facts of a tip still hold now."""
        return self.holds(now, facts) if self.holds else self.when(now) == facts


Ideas: TypeAlias = tuple[Idea, ...]
Lists: TypeAlias = Mapping[str, Ideas]  # by game


def tip_text(ideas: Mapping[str, Idea], w: Words, taught: LessonTip, people: Sequence[str], box: AnyData) -> str:
    """Translate a tip; empty if its idea is unknown here."""
    idea = ideas.get(taught.id)
    return idea.explain(w, taught.facts, Speech(people, box)) if idea else ""


def ideas_by_id(ideas: Iterable[Idea]) -> dict[str, Idea]:
    return {idea.id: idea for idea in ideas}


def recent_events(now: LessonContext[AnyView, AnyData], kind: type[It]) -> Iterator[It]:
    """Yield the newest events of a kind, only those of the seat if they belong to a seat."""
    for event in now.events:
        if isinstance(event, kind) and now.seat in (0, getattr(event, "seat", now.seat)):
            yield event


def event_test(
    *kinds: type[object], having: Callable[[AnyEvent, AnyData], bool] = lambda _, box: True
) -> Callable[[AnyEvent, AnyData], bool]:
    """Return a test for events of these kinds `having` something, by the event and the game data."""
    return lambda event, box: isinstance(event, kinds) and having(event, box)


def is_short(text: str) -> bool:
    """Check if a text with names or a printed effect is short enough to be read at a glance."""
    return len(text) <= MAX_LETTERS_WITH_NAMES and all(len(each.split()) <= WORDS for each in SENTENCES.split(text))


def number(fact: object) -> int:
    """Narrow a fact to a number."""
    assert isinstance(fact, int)
    return fact


def numbers(fact: object) -> tuple[int, ...]:
    """Narrow a fact to a tuple of numbers."""
    assert isinstance(fact, tuple | list)
    return tuple(map(number, fact))


def slugs(fact: object) -> tuple[str, ...]:
    """Narrow a fact to a tuple of words."""
    assert isinstance(fact, tuple | list)
    return tuple(map(str, fact))


def choice_of_the_round(
    when: When,
    action: Callable[[Words, Facts, Sequence[str]], str],
    reason: Callable[[Words, Reason, Sequence[str]], str],
    rings: Callable[[AnyView, int, Facts], tuple[str, ...]],
    *,
    secret: bool = False,
) -> Ideas:
    """Return the question which of a seat's actions is a good one, and what is said of its choice.

    Facts of the answer: `choice` ("best", "close" or "worse"), the better `action`, its `lead` in points, the card that
    it `takes` from a stack, the id of its `reason` with that reason's facts, and the seat's `own-turn`. Hints and
    reviews ring things by the id of the answer, too.
    """

    def answer(w: Words, facts: Facts, at: Speech[AnyData]) -> str:
        because = reason(w, Reason(str(facts["reason"]), dict(facts)), at.people)
        what = action(w, facts, at.people)
        if facts["choice"] == "best":
            ways = (w("Good eye. {reason}", reason=because), because)
        elif facts["choice"] == "close":
            ways = (
                w("Nearly as good. The table would: “{action}”. {reason}", action=what, reason=because),
                w("Nearly as good. The table would: “{action}”.", action=what),
            )
        else:
            worth = w.ngettext(
                "“{action}” was better, by about {n} point.",
                "“{action}” was better, by about {n} points.",
                number(facts["lead"]),
                action=what,
            )
            ways = (f"{worth} {because}", worth)
        return next((each for each in ways if is_short(each)), ways[-1])

    def ask(w: Words, facts: Facts, at: Speech[AnyData]) -> str:
        return w("Not every choice here is equally good. Which one do you take?")

    def marks(view: AnyView, seat: int, facts: Facts) -> tuple[str, ...]:
        stale = "choice" in facts and (facts["choice"] == "best" or seat in view.to_act)
        return () if stale else rings(view, seat, facts)

    return (
        Idea("which", "seat", when, ask, asks=True, chooses=True, secret=secret),
        Idea(ANSWER, "seat", lambda now: None, answer, lambda now, _: True, marks, answers=True, secret=secret),
    )


def display_name(at: Speech[AnyData], seat: object) -> str:
    return at.people[number(seat) - 1]
