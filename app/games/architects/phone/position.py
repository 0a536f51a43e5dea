"""A form on phones to enter what lies on the table: to begin in the middle, or to go on after turns nobody told.

It holds no rule: what does not fit, the table says, and the form comes back as it was filled in. A position is the
object of docs/notation.md, *Beginning in the middle*; what follows from the rest is left out.
"""

from collections.abc import Mapping
from secrets import token_hex
from typing import Any, Final

import msgspec

from app.games.architects import entered
from app.games.architects.phone.presenter import Architects
from app.phones.presenter import Show
from app.protocol import messages as m
from app.protocol.rights import Refusal, Who
from app.text import table as words
from app.text.game import people_of
from app.text.languages import Words
from engine.architects.cards import FACES, Facts
from engine.architects.view import View

QUERY: Final = "position"  # of the form's address
DIGITS: Final = 3  # of a number in it

Fields = Mapping[str, str]  # of the form, by name; an empty box that was not ticked is absent


class Positions:
    """Makes the form, and reads it."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._table = show.table

    def page(self, w: Words, who: Who, fields: Fields | None = None, error: str = "") -> str | None:
        """The form as HTML, filled in with what has been told so far; None where there is nothing to enter."""
        at = self._at(who)
        if at is None:
            return None
        table, shown, view = at
        held = [seat for seat in table.seats if seat.by != "free"]
        everybody = people_of(w, table.seats, self._show.say[table.game])
        known = _fields(entered.told(view) if view else entered.fresh(table, shown.facts))
        wonders = [known[f"wonder-{seat}"] for seat in range(1, len(held) + 1)]
        return self._show.pages.page(
            "architects/position.html",
            w.lang,
            table=self._table.id,
            box=shown.box,
            facts=shown.facts,
            people=[everybody[seat.seat - 1] for seat in held],
            running=view is not None,
            medals="medals" in table.variant,
            middle=entered.in_the_middle(shown.facts, table.variant),
            copies={slug: entered.copies(shown.facts, slug, table.variant) for slug in shown.facts.tokens},
            cards=FACES,
            medals_by_name=[(slug, shown.box.medal_name(w, slug)) for slug in shown.facts.medals],
            wonders=wonders,
            gives=view is None or entered.gives(shown.facts, wonders),
            v=known if fields is None else fields,
            error=error,
        )

    def enter(self, w: Words, who: Who, form: Fields) -> str | None:
        """Begin there. The form with a sentence where it does not fit; None if it is done, or nothing is asked."""
        at = self._at(who)
        if at is None:
            return None
        table, shown, view = at
        position = msgspec.json.encode(_read(form, table, shown.facts, view)).decode()
        try:
            if view is None:
                self._table.handle(who, m.Start(token_hex(8), position))
            else:
                self._table.handle(who, m.GoOnFrom(token_hex(8), position, sure=form.get("sure") == "yes"))
        except Refusal as no:
            return self.page(w, who, form, words.refusal(w, no.rule, no.facts))
        return None

    def _at(self, who: Who) -> tuple[m.TableView, Architects, View | None] | None:
        """The table, its game, and what has been told of it."""
        snapshot = self._table.snapshot(who, self._table.log_end)
        table = self._show.table_view(bytes(snapshot.table))
        shown = self._show.showing(table.game, table.game_data)
        if table.mode != "track" or table.phase == "over" or not isinstance(shown, Architects) or who.seat is None:
            return None
        return table, shown, None if snapshot.game is None else shown.view(bytes(snapshot.game))


def _fields(at: dict[str, Any]) -> dict[str, str]:
    """A position as the form's fields."""
    found = {"turn": str(at["turn"]), "active": str(at["to_act"][0]), "flipped": str(at["conflict"]["flipped"])}
    found |= {f"left-{stack}": str(pile["left"]) for stack, pile in at["stacks"].items()}
    found |= {f"token-{nth}": slug for nth, slug in enumerate(at["tokens"], 1)}
    for gap, there in at["medals"].items():
        lying = enumerate(there, 1) if gap == "center" else [(gap, there)]
        found |= {f"{'middle' if gap == 'center' else 'gap'}-{nth}": medal or "" for nth, medal in lying}
    found["cat"] = next((str(seat["seat"]) for seat in at["seats"] if seat["cat"]), "0")
    for seat in at["seats"]:
        n = seat["seat"]
        found |= {
            f"wonder-{n}": seat["wonder"],
            f"military-{n}": str(seat["military"]),
            f"gifts-{n}": str(seat["gifts"]),
        }
        found |= {f"stage-{n}-{stage}": "on" for stage in seat["stages"]}
        found |= {f"card-{n}-{slug}": str(count) for slug, count in seat["cards"].items()}
        for what in ("progress", "medals"):
            found |= {f"{what}-{n}-{slug}": str(seat[what].count(slug)) for slug in seat[what]}
    return found


def _read(form: Fields, table: m.TableView, facts: Facts, view: View | None) -> dict[str, Any]:
    """The form's fields as a position. Nonsense becomes 0, or nothing: the table says then what is missing."""

    def number(name: str) -> int:
        text = form.get(name, "")
        return int(text) if text.isascii() and text.isdigit() and len(text) <= DIGITS else 0

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
    tokens = [slug for nth in range(1, facts.table.face_up_tokens + 1) if (slug := form.get(f"token-{nth}", ""))]
    medals: dict[str, Any] = {}
    if "medals" in table.variant:
        medals = {str(gap): form.get(f"gap-{gap}") or None for gap in range(1, count + 1)}
        middle = entered.in_the_middle(facts, table.variant)
        medals["center"] = [slug for nth in range(1, middle + 1) if (slug := form.get(f"middle-{nth}", ""))]
    at = {
        "turn": max(1, number("turn")),
        "to_act": [number("active")],
        "seats": seats,
        "stacks": {stack: {"left": number(f"left-{stack}")} for stack in (*map(str, range(1, count + 1)), "center")},
        "conflict": {
            "tokens": facts.table.conflict_tokens[count - facts.table.min_seats],
            "flipped": number("flipped"),
        },
        "tokens": tokens,
        "medals": medals,
        "discard": {},
    }
    return {**at, "tokens_left": entered.hidden(at, facts, table.variant)}
