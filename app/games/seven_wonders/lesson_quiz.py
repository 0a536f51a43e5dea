"""Questions after a first game of 7 Wonders: trade, science, conflicts."""

from collections.abc import Iterator, Sequence

from app.games.seven_wonders.printed_names import resource, symbol
from app.shown.play.lesson_end import LessonQuestion
from app.text.amount_text import n_points
from app.text.translation import Words
from engine.seven_wonders.data_schema import Data
from engine.seven_wonders.view_json import View

FEWEST, ANY = 2, "any"  # symbols that are asked about; the one that becomes another


def questions(w: Words, view: View, data: Data, people: Sequence[str]) -> tuple[LessonQuestion, ...]:
    """Return the questions about this final position."""
    return (
        *_trade(w, view, people),
        *_symbols(w, view, people),
        *_conflicts(w, data),
        *_treasury(w, view, data, people),
    )


def _trade(w: Words, view: View, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask who is paid for a resource that a neighbour makes and the buyer does not."""
    for buyer in view.derived.standing:
        seller = view.derived.standing[buyer.seat % len(people)]
        what = next((what for what, n in seller.sells.items() if n and not buyer.makes.get(what)), None)
        if what is not None:
            names = {"name": people[buyer.seat - 1], "other": people[seller.seat - 1], "resource": resource(w, what)}
            yield LessonQuestion(
                id="trade",
                text=w("{other} makes {resource}, {name} does not and pays for one. Who gets the coins?", **names),
                right=people[seller.seat - 1],
                wrong=w("The bank"),
                why=w("You pay the neighbour who makes it. That neighbour can still use it.", **names),
            )
            return


def _symbols(w: Words, view: View, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask for the points of the largest set of equal symbols."""
    most = max(
        ((n, what, each.seat) for each in view.derived.standing for what, n in each.symbols.items() if what != ANY),
        key=lambda each: (each[0], -each[2]),
        default=(0, "", 0),
    )
    n, what, seat = most
    if n >= FEWEST:
        yield LessonQuestion(
            id="symbols",
            text=w("{name} has {n} times {symbol}. What are they worth together, without sets?", name=people[seat - 1],
              n=n, symbol=symbol(w, what)),
            right=n_points(w, n * n),
            wrong=n_points(w, n * 2 if n > 2 else n),
            why=w("Equal symbols count their number times itself: {n} × {n}.", n=n),
        )  # fmt: skip


def _conflicts(w: Words, data: Data) -> Iterator[LessonQuestion]:
    """Ask for the tokens of the last age."""
    victory = data.table.victory
    yield LessonQuestion(
        id="conflict",
        text=w("What did a conflict that was won after Age III bring?"),
        right=n_points(w, victory[-1]),
        wrong=n_points(w, victory[0]),
        why=w("{first}, {second}, {third} points: more with each age. One that is lost takes {n}.", first=victory[0],
          second=victory[1], third=victory[2], n=data.table.defeat),
    )  # fmt: skip


def _treasury(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask for the points of the most coins."""
    each = data.table.coins_per_point
    chair = max(view.seats, key=lambda each: (each.coins, -each.seat))
    if chair.coins >= each:
        yield LessonQuestion(
            id="treasury",
            text=w.ngettext(
                "What was {n} coin of {name} worth at the end?", "What were {n} coins of {name} worth at the end?",
                chair.coins, name=people[chair.seat - 1],
            ),
            right=n_points(w, chair.coins // each),
            wrong=n_points(w, chair.coins),
            why=w("{n} coins are a point.", n=each),
        )  # fmt: skip
