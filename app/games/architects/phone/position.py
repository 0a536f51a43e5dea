"""A form on phones to enter what lies on the table: to begin in the middle, or to go on after turns nobody told.

It holds no rule: what does not fit, the table says, and the form comes back as it was filled in. A position is the
object of docs/notation.md, *Beginning in the middle*; what follows from the rest is left out.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.games.architects import entered
from app.games.architects.phone.drawn import Labels
from app.phones.game import Fields, PageContext
from app.protocol import messages
from engine.architects.cards import FACES, Data
from engine.architects.view import View

DIGITS: Final = 3  # of a number in it
MOST: Final = 99  # of what nobody knows how many there were


def form(page: PageContext, view: View | None, facts: Data, labels: Labels) -> tuple[str, Fields, dict[str, Any]]:
    """Its template, its fields filled in with what has been told so far, and what else the template is given."""
    at = entered.told(view) if view else entered.fresh(page.table, facts)
    known = _fields(at)
    held = sum(seat.by != "free" for seat in page.table.seats)
    wonders = [known[f"wonder-{seat}"] for seat in range(1, held + 1)]
    stacks = (*map(str, range(1, held + 1)), "center")
    return (
        "architects/position.html",
        known,
        {
            "facts": facts,
            "medals": "medals" in page.table.variant,
            "middle": entered.in_the_middle(facts, page.table.variant),
            "copies": {slug: entered.copies(facts, slug, page.table.variant) for slug in facts.tokens},
            "cards": FACES,
            "medals_by_name": [(slug, labels.medal_name(page.w, slug)) for slug in facts.medals],
            "wonders": wonders,
            "wonders_by_name": [(slug, labels.called.wonder(page.w, slug)) for slug in facts.wonders],
            "numbered": [(str(seat), name) for seat, name in enumerate(_held(page), 1)],
            "stages": [range(1, len(_stages(facts, wonder)) + 1) for wonder in wonders],
            "began": {stack: entered.began(at, facts, stack) or MOST for stack in stacks},
            "gives": view is None or entered.gives(facts, wonders),
        },
    )


def _held(page: PageContext) -> list[str]:
    """Who sits there."""
    return [page.people[seat.seat - 1] for seat in page.table.seats if seat.by != "free"]


def _stages(facts: Data, wonder: str) -> Sequence[object]:
    """Of a wonder; of one that nobody has told, as many as every wonder has at least."""
    of = facts.wonders
    return of[wonder].stages if wonder in of else min((each.stages for each in of.values()), key=len)


def _fields(at: dict[str, Any]) -> dict[str, str]:
    """A position as the form's fields; what nobody has told is empty."""
    flipped = at["conflict"]["flipped"]
    found = {
        "turn": str(at["turn"]),
        "active": str(at["to_act"][0]) if at["to_act"] else "",
        "flipped": "" if flipped is None else str(flipped),
    }
    for stack, pile in at["stacks"].items():
        found[f"left-{stack}"] = "" if pile["left"] is None or pile.get("uncounted") else str(pile["left"])
    found |= {f"lies-{slug}": str(at["tokens"].count(slug)) for slug in at["tokens"]}
    for gap, there in at["medals"].items():
        lying = enumerate(there, 1) if gap == "center" else [(gap, there)]
        found |= {f"{'middle' if gap == 'center' else 'gap'}-{nth}": medal or "" for nth, medal in lying}
    found["cat"] = next((str(seat["seat"]) for seat in at["seats"] if seat["cat"]), "0")
    for seat in at["seats"]:
        n = seat["seat"]
        found |= {
            f"wonder-{n}": seat["wonder"] or "",
            f"military-{n}": str(seat["military"]),
            f"gifts-{n}": str(seat["gifts"]),
        }
        found |= {f"stage-{n}-{stage}": "on" for stage in seat["stages"]}
        found |= {f"card-{n}-{slug}": str(count) for slug, count in seat["cards"].items()}
        for what in ("progress", "medals"):
            found |= {f"{what}-{n}-{slug}": str(seat[what].count(slug)) for slug in seat[what]}
    return found


def read(form: Fields, table: messages.TableView, facts: Data, view: View | None) -> dict[str, Any]:
    """The form's fields as a position. Nonsense becomes 0, or nothing: the table says then what is missing.

    An empty number is one that nobody has told.
    """

    def number(name: str) -> int:
        text = form.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0

    def told(name: str) -> int | None:
        return number(name) if form.get(name) else None

    def many(name: str, slugs: Mapping[str, object]) -> list[str]:
        return [slug for slug in slugs for _ in range(number(f"{name}-{slug}"))]

    count = sum(seat.by != "free" for seat in table.seats)
    seats: list[dict[str, Any]] = []
    for n in range(1, count + 1):
        wonder = view.seats[n - 1].wonder if view else form.get(f"wonder-{n}", "")
        stages = facts.wonders[wonder].stages if wonder in facts.wonders else ()
        seats.append(
            {
                "seat": n,
                "wonder": wonder,
                "stages": [stage for stage in range(1, len(stages) + 1) if f"stage-{n}-{stage}" in form],
                "cards": {slug: held for slug in FACES if (held := number(f"card-{n}-{slug}"))},
                "cat": form.get("cat") == str(n),
                "military": number(f"military-{n}"),
                "progress": many(f"progress-{n}", facts.tokens),
                "medals": many(f"medals-{n}", facts.medals),
                "gifts": number(f"gifts-{n}"),
            }
        )
    medals: dict[str, Any] = {}
    if "medals" in table.variant:
        medals = {str(gap): form.get(f"gap-{gap}") or None for gap in range(1, count + 1)}
        middle = entered.in_the_middle(facts, table.variant)
        medals["center"] = [slug for nth in range(1, middle + 1) if (slug := form.get(f"middle-{nth}", ""))]
    at = {
        "turn": max(1, number("turn")),
        "to_act": [number("active")] if form.get("active") else None,
        "seats": seats,
        "stacks": {stack: {"left": told(f"left-{stack}")} for stack in (*map(str, range(1, count + 1)), "center")},
        "conflict": {
            "tokens": facts.table.conflict_tokens[count - facts.table.min_seats],
            "flipped": told("flipped"),
        },
        "tokens": many("lies", facts.tokens),
        "medals": medals,
        "discard": {},
    }
    return entered.complete(at, facts, table.variant)
