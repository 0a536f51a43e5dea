"""What a first game tells people while they play it: ideas, each said once, when it is first in sight.

The list of a game (`app/games/<game>/lessons.py`) is data. The table says when one is there
(app/table/features/curriculum.py); screen and phones put it into the words of their readers.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Generic, Literal, TypeAlias, TypeVar

from app.protocol.messages import Fact, Reason, Taught
from app.text.languages import Words

Facts: TypeAlias = dict[str, Fact]
Whose: TypeAlias = Literal["table", "seat"]
LETTERS: Final = 130  # of what is said at once, at most, in any language
FITS: Final = 112  # of it, where names or the words of a printed effect are a part: three lines of any phone
WORDS: Final = 18  # of one sentence, at most
SENTENCES: Final = re.compile(r"(?<=[.?!]) ")  # what lies between them

It = TypeVar("It")
View = TypeVar("View")
Box = TypeVar("Box")


@dataclass(frozen=True, slots=True)
class Moment(Generic[View, Box]):
    """A moment of a game, as the table knows it of whom something would be told. `seat` 0: everybody.

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
    """What a sentence is made with: what seats are called, in order, and the game data."""

    people: Sequence[str]
    box: Box


# Any: each game has its own view and data.
When: TypeAlias = Callable[[Moment[Any, Any]], Facts | None]


@dataclass(frozen=True, slots=True)
class Idea:
    """One idea of a game, said once to the whole table, or once to a seat.

    `when`: the numbers and slugs of its sentence where it can be told, else None. It stays while that gives the same;
    or, where it came with an event, while `holds`. `after`: an idea that it confirms, and is told only after.
    """

    id: str
    whose: Whose
    when: When
    says: Callable[[Words, Facts, Speech[Any]], str]
    holds: Callable[[Moment[Any, Any], Facts], bool] | None = None
    rings: Callable[[Any, int, Facts], tuple[str, ...]] | None = None  # by the view and who acts: keys of what is lit
    after: str = ""
    at_once: bool = False  # bound to its moment: told also while a bot is to act
    asks: bool = False  # asks something, so that nothing is suggested beside it
    suggests: bool = False  # says what a look ahead finds clearly better (app/table/bots/advice.py), while `when` holds
    secret: bool = False  # follows from what that seat alone knows: on no screen
    name: Callable[[Words], str] | None = None  # of what is known then; None: it is no knowledge by itself
    met: Callable[[Any, Any], bool] | None = None  # whether an event, with the game data, shows somebody doing it

    def still(self, now: Moment[Any, Any], facts: Facts) -> bool:
        """Whether what was told is true of this moment."""
        return self.holds(now, facts) if self.holds else self.when(now) == facts


Ideas: TypeAlias = tuple[Idea, ...]
Lists: TypeAlias = Mapping[str, Ideas]  # by game


def said(ideas: Mapping[str, Idea], w: Words, taught: Taught, people: Sequence[str], box: Any) -> str:
    """What is taught, in a reader's words; empty for an idea that is not known here. Any: a game's data."""
    idea = ideas.get(taught.id)
    return idea.says(w, taught.facts, Speech(people, box)) if idea else ""


def by_id(ideas: Iterable[Idea]) -> dict[str, Idea]:
    """The ideas of a list, each by its id."""
    return {idea.id: idea for idea in ideas}


# ---- what lists are made with -------------------------------------------------------------------------------


def came(now: Moment[Any, Any], kind: type[It]) -> Iterator[It]:
    """The events of a kind that have just come, to the seat if it is about one."""
    for event in now.events:
        if isinstance(event, kind) and now.seat in (0, getattr(event, "seat", now.seat)):
            yield event


# Any: each game has its own events and data.
def done(
    *kinds: type[object], having: Callable[[Any, Any], bool] = lambda event, box: True
) -> Callable[[Any, Any], bool]:
    """Return a test for events of these kinds `having` something, by the event and the game data."""
    return lambda event, box: isinstance(event, kinds) and having(event, box)


def fits(text: str) -> bool:
    """Whether what is said with names or a printed effect is short enough to be read at once."""
    return len(text) <= FITS and all(len(each.split()) <= WORDS for each in SENTENCES.split(text))


def number(fact: object) -> int:
    """A fact that is a number."""
    assert isinstance(fact, int)
    return fact


def numbers(fact: object) -> tuple[int, ...]:
    """A fact that is some numbers."""
    assert isinstance(fact, tuple | list)
    return tuple(map(number, fact))


def slugs(fact: object) -> tuple[str, ...]:
    """A fact that is some words."""
    assert isinstance(fact, tuple | list)
    return tuple(map(str, fact))


def suggestion(
    action: Callable[[Words, str, Sequence[str]], str], reason: Callable[[Words, Reason, Sequence[str]], str]
) -> Callable[[Words, Facts, Speech[Any]], str]:
    """Says what is suggested, and why, with a game's words for both; kindly, where that is not too long."""

    def says(w: Words, it: Facts, at: Speech[Any]) -> str:
        because = Reason(str(it["reason"]), {key: fact for key, fact in it.items() if key not in ("action", "reason")})
        what = f"{action(w, str(it['action']), at.people)}."
        text = f"{what} {reason(w, because, at.people)}"
        ways = (f"{w('Any choice is fine.')} {text}", text, what)
        return next(each for each in ways if fits(each) or each == what)

    return says


def who(at: Speech[Any], seat: object) -> str:
    """What a seat is called."""
    return at.people[number(seat) - 1]
