"""A form on phones to enter what lies on the table: to begin in the middle, or to go on after turns nobody told.

It holds no rule: what does not fit, the table says, and the form comes back as it was filled in. Which wonder lies
before whom is said in the lobby.
"""

from dataclasses import replace
from typing import Any, Final

from app.games.seven_wonders.entered import MOST, MOST_LEADERS, MOST_TOKENS, Chair, Laid
from app.phones.game import Fields, PageContext
from app.text.game import seat_name
from engine.seven_wonders.cards import AGES, TURNS, Bury, Data
from engine.seven_wonders.view import View

DIGITS: Final = 3  # of a number in it


def form(page: PageContext, view: View | None, facts: Data) -> tuple[str, Fields, dict[str, Any]]:
    """Its template, its fields filled in with what has been told so far, and what else the template is given."""
    laid = _known(page, view, facts)
    held = [page.people[seat.seat - 1] for seat in page.table.seats if seat.by != "free"]
    chairs = enumerate(laid.chairs, 1)
    names = [*held, *(seat_name(page.w, seat, None) for seat in range(len(held) + 1, len(laid.chairs) + 1))]
    return (
        "seven-wonders/position.html",
        _fields(laid),
        {
            "laid": laid,
            "names": names[: len(laid.chairs)],
            "boards": [chair.board for chair in laid.chairs],
            "stages": [laid.stages(seat) for seat, _ in chairs],
            "turns": [(turn, facts.table.hand + 1 - turn if turn else 0) for turn in range(not laid.led, TURNS + 1)],
            "values": [(value, str(value).replace("-", "–")) for value in laid.values],
            "burials": [_burials(laid, seat) for seat in range(1, len(laid.chairs) + 1)],
            "by_age": [slug for slug in laid.leaders() if facts.leaders[slug].by_age],
            "ages": [(age, laid.cards(age)) for age in range(1, AGES + 1)],
            "most": {"coins": MOST, "tokens": MOST_TOKENS, "leaders": MOST_LEADERS},
        },
    )


def _known(page: PageContext, view: View | None, facts: Data) -> Laid:
    """What has been told so far."""
    return Laid.of(view, facts, page.table.variant) if view else Laid.fresh(page.table, facts)


def _burials(laid: Laid, seat: int) -> int:
    """How many leaders a seat's wonder can bury."""
    board = laid.board(seat) if laid.led else None
    return sum(isinstance(it, Bury) for stage in (board.stages if board else ()) for it in stage.effects)


def _fields(laid: Laid) -> dict[str, str]:
    """What lies there as the form's fields."""
    found = {"age": str(laid.age), "turn": str(laid.turn), "under": str(laid.under)}
    for seat, chair in enumerate(laid.chairs, 1):
        found |= {
            f"coins-{seat}": str(chair.coins),
            f"stages-{seat}": str(chair.stages),
            f"left-{seat}": str(chair.left),
        }
        found |= {f"token-{seat}-{value}": str(held) for value, held in chair.tokens.items()}
        found |= {f"card-{seat}-{slug}": "on" for slug in (*chair.cards, *chair.leaders)}
        found |= {f"buried-{seat}-{nth}": slug for nth, slug in enumerate(sorted(chair.buried), 1)}
        found |= {f"age-{seat}-{slug}": str(age) for slug, age in chair.ages.items()}
    return found


def read(page: PageContext, view: View | None, form: Fields, facts: Data) -> dict[str, Any]:
    """The form's fields as a position. Nonsense becomes 0, or nothing: the table says then what is missing."""

    def number(name: str) -> int:
        text = form.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0

    known = _known(page, view, facts)
    chairs = []
    for seat, chair in enumerate(known.chairs, 1):
        buried = [form.get(f"buried-{seat}-{nth}", "") for nth in range(1, _burials(known, seat) + 1)]
        chairs.append(
            Chair(
                chair.board,
                number(f"coins-{seat}"),
                number(f"stages-{seat}"),
                frozenset(slug for slug in facts.cards if f"card-{seat}-{slug}" in form),
                frozenset(slug for slug in known.leaders() if f"card-{seat}-{slug}" in form),
                frozenset(slug for slug in buried if slug in facts.leaders),
                {value: number(f"token-{seat}-{value}") for value in known.values},
                number(f"left-{seat}"),
                {slug: age for slug in known.leaders() if (age := number(f"age-{seat}-{slug}"))},
            )
        )
    laid = replace(known, age=number("age"), turn=number("turn"), under=number("under"), chairs=tuple(chairs))
    return laid.position()
