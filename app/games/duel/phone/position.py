"""A form on phones to enter what lies on the table: to begin in the middle, or to go on after turns nobody told.

It holds no rule: what does not fit, the table says, and the form comes back as it was filled in.
"""

from dataclasses import replace
from typing import Any, Final

from app.games.duel import entered
from app.games.duel.entered import MIDDLE, SEATS, Laid
from app.phones.game import Fields, PageContext
from app.text.game import seat_name
from engine.duel.cards import COLOURS, Data
from engine.duel.view import View

DIGITS: Final = 3  # of a number in it
BUILT: Final = "b"  # behind the seat of a wonder that is built


def form(page: PageContext, view: View | None, facts: Data) -> tuple[str, Fields, dict[str, Any]]:
    """Its template, its fields filled in with what has been told so far, and what else the template is given."""
    laid = Laid.of(view, facts) if view else Laid.fresh(page.table, facts)
    held = [page.people[seat.seat - 1] for seat in page.table.seats if seat.by != "free"]
    names = [*held, *(seat_name(page.w, seat, None) for seat in SEATS[len(held) :])]
    return (
        "duel/position.html",
        _fields(laid),
        {
            "facts": facts,
            "names": names,
            "drafted": len(facts.table.draft) // len(SEATS),
            "tolls": sorted(entered.tolls(facts)),
            "ages": [(age, _cards(facts, age)) for age in range(1, len(facts.structures) + 1)],
            "most_coins": entered.MOST,
            "most_left": max(entered.slots(facts, age) for age in range(1, len(facts.structures) + 1)),
        },
    )


def _cards(facts: Data, age: int) -> list[str]:
    """The cards of an age by colour, each always in the same place."""
    return sorted(
        (slug for slug, card in facts.cards.items() if card.age == age),
        key=lambda slug: COLOURS.index(facts.cards[slug].colour),
    )


def _fields(laid: Laid) -> dict[str, str]:
    """What lies there as the form's fields."""
    found = {"turn": str(laid.turn), "age": str(laid.age), "left": str(laid.said or "")}
    found |= {f"coins-{seat}": str(laid.coins[seat - 1]) for seat in SEATS}
    found |= {"ahead": "2" if laid.pawn < 0 else "1", "spaces": str(abs(laid.pawn))}
    found |= {f"toll-{seat}-{coins}": "on" for seat, coins in laid.tolls}
    found |= {f"card-{slug}": place for slug, place in laid.cards.items() if place not in laid.wonders}
    found |= {f"under-{place}": slug for slug, place in laid.cards.items() if place in laid.wonders}
    found |= {f"token-{slug}": place for slug, place in laid.tokens.items()}
    found |= {f"wonder-{slug}": place + BUILT * (slug in laid.built) for slug, place in laid.wonders.items()}
    return found


def read(form: Fields, facts: Data) -> dict[str, Any]:
    """The form's fields as a position. Nonsense becomes 0, or nothing: the table says then what is missing."""

    def number(name: str) -> int:
        text = form.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0

    def lying(what: str, slugs: dict[str, Any]) -> dict[str, str]:
        """Where each of these lies: before a seat, or in the middle."""
        places = {*map(str, SEATS), MIDDLE}
        found = {slug: form.get(f"{what}-{slug}", "") for slug in slugs}
        return {slug: place for slug, place in found.items() if place in places}

    wonders = {slug: form.get(f"wonder-{slug}", "") for slug in facts.wonders}
    spaces = number("spaces")
    laid = Laid(
        facts,
        number("age"),
        number("left") if form.get("left") or number("age") not in range(1, len(facts.structures) + 1) else None,
        number("turn"),
        (number("coins-1"), number("coins-2")),
        -spaces if form.get("ahead") == "2" else spaces,
        frozenset((seat, coins) for seat, coins in entered.tolls(facts) if f"toll-{seat}-{coins}" in form),
        lying("card", facts.cards),
        {slug: place[:1] for slug, place in wonders.items() if place[:1] in map(str, SEATS)},
        frozenset(slug for slug, place in wonders.items() if place.endswith(BUILT)),
        lying("token", facts.tokens),
    )
    under = {card: slug for slug in laid.built if (card := form.get(f"under-{slug}", "")) in facts.cards}
    at = {
        **laid.position(),
        "left": replace(laid, cards={**laid.cards, **under}).left if laid.said is None else laid.said,
    }
    for seat in at["seats"]:
        for wonder in seat["wonders"]:
            if (card := form.get(f"under-{wonder}", "")) in facts.cards:
                seat["wonders"][wonder] = card  # where it lies in two places, the table says so
    return at
