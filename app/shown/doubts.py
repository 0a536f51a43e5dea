"""“That is not how it was”, where people tell: numbers that they count otherwise, wonders, and how they play."""

from typing import Final

import msgspec

from app.protocol import messages
from app.shown.form import Field, Form, Group, Number, Option, Others, Pick, Row, Says, Text
from app.text import house
from app.text.game import HouseWords
from app.text.languages import Words, capital
from engine.house import LETTERS

ZERO: Final = messages.CountView(0, 0, 0)  # of what is not there


class Doubted(msgspec.Struct, frozen=True):
    """What may be doubted (`TableView`).

    `counted`: what is counted, by its words in a record (`coins 2`, `card altar 2`); `things`: what else may lie before
    a seat, without that seat, and the most of it; `wonders`: by seat, those that were told.
    """

    counted: tuple[tuple[str, messages.CountView], ...]
    things: tuple[tuple[str, int], ...]
    wonders: tuple[tuple[str, ...], ...]
    every_wonder: tuple[str, ...]
    people: tuple[str, ...]


def doubted(table: messages.TableView, people: tuple[str, ...]) -> Doubted:
    """What may be doubted at a table."""
    return Doubted(tuple(table.counted.items()), tuple(table.things.items()), table.wonders, table.every_wonder, people)


def is_thing(what: str) -> bool:
    """Whether something printed is counted (`card wood 2`); else it is a number."""
    return what.count(" ") > 1


def is_before(what: str, seat: int) -> bool:
    """Whether that is counted before a seat."""
    return what.endswith(f" {seat}") and not what.startswith("stack ")


# ---- rows ----------------------------------------------------------------------------------------------------


def number(w: Words, say: HouseWords, it: Doubted, what: str, count: messages.CountView) -> Number:
    """How many there are of that; nobody has counted it, or people count on from another number."""
    return Number(
        key=f"count {what}",
        words=capital(say.house_count(w, what, it.people)),
        now=count.now if count.known else None,
        least=count.least,
        most=count.most,
        says=Says(messages.House(id="", counts={}), f"counts.{what}"),
        counts=True,
        save=w("Count from here"),
    )


def numbers(w: Words, say: HouseWords, it: Doubted) -> tuple[Number, ...]:
    """All that is counted."""
    return tuple(number(w, say, it, what, count) for what, count in it.counted)


def absent(w: Words, say: HouseWords, it: Doubted, seat: int) -> tuple[Number, ...]:
    """What is printed and does not lie before a seat, though it may."""
    there = {what for what, _ in it.counted}
    more = ((f"{thing} {seat}", most) for thing, most in it.things if most and f"{thing} {seat}" not in there)
    rows = (number(w, say, it, what, msgspec.structs.replace(ZERO, most=most)) for what, most in more)
    return tuple(sorted(rows, key=lambda row: row.words))


def other_wonders(w: Words, say: HouseWords, it: Doubted, seat: int) -> tuple[Pick, ...]:
    """Each wonder of a seat, and which it has instead."""
    name, mine = it.people[seat - 1], it.wonders[seat - 1]
    others = sorted(
        (Option(slug, say.house_wonder(w, slug)) for slug in it.every_wonder if slug not in mine), key=_words
    )
    return tuple(
        Pick(
            key=f"wonder {seat} {was}",
            words=f"{name}: {say.house_wonder(w, was)}",
            label=house.which_instead(w, name, say.house_wonder(w, was)),
            options=tuple(others),
            says=Says(messages.Correct(id="", row=0, how="wonder", whose=seat, card=was), "text"),
            save=w("Put right"),
        )
        for was in mine
    )


def _words(option: Option) -> str:
    return option.words


def agreed(w: Words) -> Field:
    """How people play it, in their words."""
    return Field(
        key="house",
        words=w("We play it differently"),
        now="",
        label=w("How do you play it?"),
        save=w("Write it down"),
        most=LETTERS,
        says=Says(messages.House(id=""), "text"),
        picture="tablet",
    )


def played_again(w: Words) -> Text:
    """What follows from another wonder."""
    text = w("The game is played again with the right one. Only what no longer fits is asked.")
    return Text(key="again", words=text)


def wrong_number(w: Words) -> str:
    """The way to all of them."""
    return w("A number is wrong")


# ---- the whole -----------------------------------------------------------------------------------------------


def doubts(w: Words, say: HouseWords, it: Doubted) -> Form:
    """All of it on one page; the screen asks what is wrong on the table itself, and shows what belongs to that."""
    turn = w("A turn is wrong, missing or there twice: touch “correct” beside it in the log below.")
    rows: list[Row] = [Text(key="turn", words=turn, only="phone")]
    if it.counted:
        rows.append(_numbers(w, say, it))
    if it.wonders:
        picks = (pick for seat in range(1, len(it.wonders) + 1) for pick in other_wonders(w, say, it, seat))
        words = w("A wonder is wrong")
        rows.append(Group(key="wonder", words=words, rows=(played_again(w), *picks), folded=True))
    if it.counted:
        rows.append(agreed(w))
    return Form(w("That is not how it was"), tuple(rows))


def _numbers(w: Words, say: HouseWords, it: Doubted) -> Group:
    about = Text(key="from here", words=w("Enter how many there really are. The table counts on from there."))
    counts = dict(it.counted)
    plain = (number(w, say, it, what, count) for what, count in counts.items() if not is_thing(what))
    seats = [seat for seat in range(1, len(it.people) + 1) if any(is_before(what, seat) for what in counts)]
    before = (_before(w, say, it, seat) for seat in seats)
    return Group(key="numbers", words=wrong_number(w), rows=(about, *plain, *before), folded=True)


def _before(w: Words, say: HouseWords, it: Doubted, seat: int) -> Group:
    name = it.people[seat - 1]
    there = (number(w, say, it, what, count) for what, count in it.counted if is_thing(what) and is_before(what, seat))
    other = Others(
        key=f"others {seat}",
        words=w("Something else is in front of {name}", name=name),
        options=tuple(Option(thing, capital(say.house_thing(w, thing))) for thing, _ in it.things),
        most=max((most for _, most in it.things), default=0),
        label=w("How many"),
        says=Says(messages.House(id="", counts={}), f"counts.{{thing}} {seat}"),
        save=w("Count from here"),
        only="phone",  # the screen lists them
    )
    words = w("In front of {name}", name=name)
    return Group(key=f"things {seat}", words=words, rows=(*there, other), folded=True)
