"""The end of a game on a page: who has won, and how everybody stands."""

from collections.abc import Sequence
from typing import ClassVar

from app.looks.end_stages import steps
from app.looks.wonder_window import World
from app.phones.common_parts import Badge
from app.phones.template_rendering import Part
from app.protocol.results import RankKey, rank_seats


class CompletedPart(Part, frozen=True):
    """The complete wonders, each with its person. Before the end the page's script shows a new one over all."""

    template: ClassVar[str] = "completed.html"
    later: ClassVar[bool] = True

    worlds: tuple[tuple[str, World], ...]
    over: bool


class FinalPlace(Part, frozen=True):
    """A seat's final place."""

    name: str
    place: int  # from 1; equals share it
    points: int
    won: bool
    me: bool
    seat: int = 0  # from 1
    why: str = ""  # it came out so


class Verdict(Part, frozen=True):
    """The end: one's own place first, then who has won and how, one's points by category, and everybody in order."""

    template: ClassVar[str] = "verdict.html"

    early: bool
    order: tuple[FinalPlace, ...]  # of `list_places`
    result: str
    lines: tuple[tuple[str, int], ...]  # this seat's points by category; not shown to onlookers
    ties: str = ""  # how other equal points were decided
    moment: bool = True  # a screen shows the decisive moment before the points
    counts: bool = True  # points have decided, so a screen counts them
    waits: float = 0.0  # seconds in which the screen shows something else first
    badges: tuple[Badge, ...] = ()  # by seat
    worlds: tuple[World, ...] = ()  # of who has won

    @property
    def own_place(self) -> FinalPlace | None:
        """The reader's place; None for an onlooker."""
        return next((each for each in self.order if each.me), None)

    @property
    def shared(self) -> bool:
        """True if several have won."""
        return sum(each.won for each in self.order) > 1

    @property
    def lasts(self) -> float:
        """The seconds until a screen shows the crown."""
        shown = steps(len(self.lines), moment=self.moment, counts=self.counts)
        return self.waits + sum(step.lasts for step in shown if step.part != "crown")


def list_places(
    reached: Sequence[RankKey],
    winners: Sequence[int],
    people: Sequence[str],
    seat: int | None,
    why: Sequence[str] = (),
) -> tuple[FinalPlace, ...]:
    """List the final places, best first. `reached`, `people`, and `why` (a sentence that explains the place): by seat.
    `seat`: the reader's.
    """
    places = [
        FinalPlace(people[at - 1], place, points, at in winners, at == seat, at, why[at - 1] if why else "")
        for at, (place, (points, _)) in enumerate(zip(rank_seats(reached, winners), reached, strict=True), 1)
    ]
    return tuple(sorted(places, key=lambda each: each.place))
