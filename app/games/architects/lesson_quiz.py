"""Quiz questions after a first game of Architects: the cat's cards, shields, science, and points of wonders."""

from collections.abc import Iterator, Sequence

from app.games.architects.printed_names import card, wonder
from app.shown.play.lesson_end import LessonQuestion
from app.text.amount_text import n_points
from app.text.translation import Words, both, capital
from engine.architects.data_schema import Data, PointsEach
from engine.architects.view_json import SeatView, View

BLUE, CAT = "blue-3", "blue-2-cat"
GREEN = ("gear", "compass", "tablet")


def questions(w: Words, view: View, data: Data, people: Sequence[str]) -> tuple[LessonQuestion, ...]:
    """Return the questions that apply to the final position."""
    return (*_blue(w, view, data, people), *_conflict(w, view, people), _science(w), *_stages(w, view, people))


def _blue(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask about a plain blue card or one with a cat, for a seat whose tokens count no cats."""
    plain, with_cat, cat = data.cards[BLUE].points, data.cards[CAT].points, data.table.cat_points
    last = sorted(view.seats, key=lambda each: (each.score.total, each.seat))
    chair = next((each for each in last if not _is_cat_counted(each, data)), None)
    if chair is None:
        return
    brings = with_cat if chair.cat else with_cat + cat
    if brings == plain:
        return
    name, best, other = people[chair.seat - 1], *((BLUE, CAT) if plain > brings else (CAT, BLUE))
    if chair.cat:
        why = w("{name} has the cat already, so its card brings {n} and the other {plain}.", name=name, n=brings,
                plain=plain)  # fmt: skip
    else:
        why = w("The cat comes with it: {n} and {cat} points, instead of {plain}.", n=with_cat, cat=cat, plain=plain)
    yield LessonQuestion(
        id="blue",
        text=w("Which card would have brought {name} more points at the end?", name=name),
        right=capital(card(w, best)),
        wrong=capital(card(w, other)),
        why=why,
    )


def _is_cat_counted(chair: SeatView, data: Data) -> bool:
    effects = (effect for token in chair.progress for effect in data.tokens[token].effects)
    return any(isinstance(effect, PointsEach) and effect.of == "cat-card" for effect in effects)


def _conflict(w: Words, view: View, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask about the two neighbours whose shields differ least."""
    seats = view.seats
    pairs = [(each, seats[each.seat % len(seats)]) for each in seats]
    uneven = [pair for pair in pairs if pair[0].shields != pair[1].shields]
    if not uneven:
        return
    pair = min(uneven, key=lambda each: (abs(each[0].shields - each[1].shields), each[0].seat))
    more, less = sorted(pair, key=lambda each: -each.shields)
    one, other = (people[each.seat - 1] for each in sorted(pair, key=lambda each: each.seat))
    has = w.ngettext("{name} has {n} shield", "{name} has {n} shields", more.shields, name=people[more.seat - 1])
    yield LessonQuestion(
        id="conflict",
        text=w("Who would win a conflict now, {one} or {other}?", one=one, other=other),
        right=people[more.seat - 1],
        wrong=people[less.seat - 1],
        why=w("{one}, {other} has {n}.", one=has, other=people[less.seat - 1], n=less.shields),
    )


def _science(w: Words) -> LessonQuestion:
    return LessonQuestion(
        id="science",
        text=w("What do these green cards bring together: {cards}?", cards=both(w, [card(w, slug) for slug in GREEN])),
        right=w("A progress token"),
        wrong=n_points(w, 3),
        why=w("Three different green cards, or two alike, are swapped for one; by themselves they bring no points."),
    )


def _stages(w: Words, view: View, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask for the points of the first winner's wonder."""
    chair = next((each for each in view.seats if each.seat in view.winners), None)
    if chair is None or not chair.score.wonder:
        return
    yield LessonQuestion(
        id="wonder",
        text=w("What did {wonder} bring {name}?", wonder=wonder(w, chair.wonder), name=people[chair.seat - 1]),
        right=n_points(w, chair.score.wonder),
        wrong=n_points(w, chair.score.wonder + len(chair.stages)),
        why=w("Each stage brings the points that are printed on it."),
    )
