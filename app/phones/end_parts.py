"""The end of a game on a page: who has won, and how everybody stands."""

from collections.abc import Iterable, Sequence
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
    place: int  # of this seat, from 1; 0: it only watches
    points: int
    won: bool
    shared: bool
    result: str
    ties: str  # how other equal points were decided
    lines: tuple[tuple[str, int], ...]  # of this seat
    order: tuple[FinalPlace, ...]
    moment: bool  # a screen shows the decisive moment before the points
    counts: bool  # points have decided, so a screen counts them
    lasts: float  # seconds until a screen shows the crown
    waits: float = 0.0  # the first of these seconds, in which the screen shows something else
    badges: tuple[Badge, ...] = ()  # by seat
    worlds: tuple[World, ...] = ()  # of who has won
    why: str = ""  # this seat came out so


def verdict(
    early: bool,
    reached: Sequence[RankKey],
    winners: Sequence[int],
    people: tuple[str, ...],
    *,
    seat: int | None,
    lines: Iterable[tuple[str, int]],
    result: str,
    ties: str = "",
    moment: bool = True,
    counts: bool = True,
    waits: float = 0.0,
    worlds: tuple[World, ...] = (),
    why: Sequence[str] = (),
) -> Verdict:
    """Build the end of the game for one reader. `reached`: by seat; the rest as in a `Verdict`.

    `lines`: points of this seat by category, not shown to onlookers. `why`: by seat, a sentence that explains the
    result.
    """
    told = tuple(lines)
    order = sorted(
        (
            FinalPlace(people[at - 1], place, points, at in winners, at == seat, at, why[at - 1] if why else "")
            for at, (place, (points, _)) in enumerate(zip(rank_seats(reached, winners), reached, strict=True), 1)
        ),
        key=lambda each: each.place,
    )
    mine = next((each for each in order if each.me), None)
    return Verdict(
        early=early, place=mine.place if mine else 0, points=mine.points if mine else 0,
        won=mine is not None and mine.won, shared=len(winners) > 1, result=result,
        ties=ties, lines=told if mine else (), order=tuple(order), moment=moment, counts=counts,
        lasts=waits + sum(
            step.lasts for step in steps(len(told), moment=moment, counts=counts) if step.part != "crown"
        ),
        waits=waits,
        worlds=worlds,
        why=mine.why if mine else "",
    )  # fmt: skip
