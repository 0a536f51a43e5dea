"""Quiz questions after a first game of Duel: symbols, a chain, the price of a resource, the pawn."""

from collections.abc import Iterator, Sequence

from app.games.duel.printed_names import card, resource
from app.shown.play.lesson_end import LessonQuestion
from app.text.amount_text import n_coins
from app.text.translation import Words
from engine.duel.data_schema import Data, ReviveCard
from engine.duel.view_json import SeatView, View


def questions(w: Words, view: View, data: Data, people: Sequence[str]) -> tuple[LessonQuestion, ...]:
    """Return the questions that apply to the final position."""
    return (
        *_symbols(w, view, data, people),
        *_chain(w, view, data, people),
        *_price(w, view, data, people),
        *_capital(w, view, data, people),
    )


def _symbols(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask how many symbols the seat with more of them lacked to win by science."""
    chair = max(view.seats, key=lambda each: (len(each.science), -each.seat))
    lacked, name = data.table.winning_symbols - len(chair.science), people[chair.seat - 1]
    if lacked > 0:
        yield LessonQuestion(
            id="symbols",
            text=w("How many different symbols did {name} still need to win by science?", name=name),
            right=str(lacked),
            wrong=str(lacked + 1 if lacked == 1 else lacked - 1),
            why=w("{n} different ones win, and {name} has {have}.", n=data.table.winning_symbols, name=name,
              have=len(chair.science)),
        )  # fmt: skip


def _chain(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask about a card that was free by its chain: the card with its sign is of an earlier age, in the same city."""
    for chair in view.seats:
        if _revives(chair, data):
            continue  # whatever was built of the discard pile was free, too
        bear = {data.cards[slug].bears: slug for slug in chair.cards if data.cards[slug].bears}
        for slug in chair.cards:
            by = bear.get(data.cards[slug].chain)
            if by is not None and data.cards[by].age < data.cards[slug].age:
                here, there = card(w, slug), card(w, by)
                yield LessonQuestion(
                    id="chain",
                    text=w("Why was {card} free for {name}?", card=here, name=people[chair.seat - 1]),
                    right=w("Because of {card}", card=there),
                    wrong=w("Because {name} had few coins", name=people[chair.seat - 1]),
                    why=w(
                        "{one} bears a white sign, and {other} shows the same one at its cost.", one=there, other=here
                    ),
                )
                return


def _revives(chair: SeatView, data: Data) -> bool:
    built = (slug for slug, under in chair.wonders.items() if under is not None)
    return any(isinstance(effect, ReviveCard) for slug in built for effect in data.wonders[slug].effects)


def _price(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask about the dearest resource."""
    plain = data.table.trade_coins
    chair, what, price = max(
        ((chair, what, price) for chair in view.seats for what, price in chair.prices.items()), key=lambda each: each[2]
    )
    more, name, other = price - plain, people[chair.seat - 1], people[2 - chair.seat]
    if more > 0 and more % data.table.trade_coins_per_symbol == 0:
        yield LessonQuestion(
            id="price",
            text=w("What would {resource} cost {name} now?", resource=resource(w, what), name=name),
            right=n_coins(w, price),
            wrong=n_coins(w, plain),
            why=w("{plain} coins, and {each} more for each that brown and grey cards of {name} make.", plain=plain,
              each=data.table.trade_coins_per_symbol, name=other),
        )  # fmt: skip


def _capital(w: Words, view: View, data: Data, people: Sequence[str]) -> Iterator[LessonQuestion]:
    """Ask for the pawn's distance to the nearer capital."""
    there = view.military.pawn
    left, seat = data.military.capital - abs(there), 2 if there > 0 else 1
    if there and left:
        yield LessonQuestion(
            id="capital",
            text=w("How many shields were missing to reach the capital of {name}?", name=people[seat - 1]),
            right=str(left),
            wrong=str(abs(there) if abs(there) != left else left + 1),
            why=w("It lies {n} spaces from the middle, and each shield is a space.", n=data.military.capital),
        )
