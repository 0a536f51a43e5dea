"""A position that people enter, to begin in the middle: what has been told so far, or a game just laid out.

Plain values, the object of docs/notation.md, *Beginning in the middle*, without what follows from the rest. No rule is
in here: the table says what does not fit.
"""

from typing import Any, Final  # Any: plain values, as JSON has them

import msgspec

from app.protocol import messages
from engine.architects.cards import Data, StealCard
from engine.architects.view import View

FOLLOWS: Final = ("name", "shields", "score")  # from the rest of a seat
LYING: Final = ("conflict", "tokens", "medals", "discard")


def told(view: View) -> dict[str, Any]:
    """What has been told so far, as if a turn began now."""
    shown = msgspec.to_builtins(view)
    return {
        "turn": max(1, view.turn),
        "to_act": [max(1, view.hints.active)],
        "seats": [{key: value for key, value in seat.items() if key not in FOLLOWS} for seat in shown["seats"]],
        "stacks": {name: {"left": stack["left"]} for name, stack in shown["stacks"].items()},
        **{key: shown[key] for key in LYING},
    }


def fresh(table: messages.TableView, facts: Data) -> dict[str, Any]:
    """A game just laid out, for the seats that are held in the lobby."""
    held = [info for info in table.seats if info.by != "free"]
    wished = [info.wonder for info in held]
    others = (slug for slug in facts.wonders if slug not in wished)
    wonders = [slug or next(others) for slug in wished]
    medals: dict[str, Any] = {}
    if "medals" in table.variant:
        lying = iter(facts.medals)
        medals = {str(gap): next(lying) for gap in range(1, len(held) + 1)}
        medals["center"] = [next(lying) for _ in range(in_the_middle(facts, table.variant))]
    stacks = {str(n): facts.wonders[slug].cards for n, slug in enumerate(wonders, 1)} | {"center": facts.center.cards}
    return {
        "turn": 1,
        "to_act": [_begins(table)],
        "seats": [
            {
                "seat": n,
                "wonder": slug,
                "stages": [],
                "cards": {},
                "cat": False,
                "military": 0,
                "progress": [],
                "medals": [],
                "gifts": 0,
            }
            for n, slug in enumerate(wonders, 1)
        ],
        "stacks": {name: {"left": sum(cards.values())} for name, cards in stacks.items()},
        "conflict": {"tokens": facts.table.conflict_tokens[len(held) - facts.table.min_seats], "flipped": 0},
        "tokens": list(facts.tokens)[: facts.table.face_up_tokens],
        "medals": medals,
        "discard": {},
    }


def _begins(table: messages.TableView) -> int:
    """Who begins, among the seats that are held: a free one leaves it to the next, clockwise."""
    held = [info.seat for info in table.seats if info.by != "free"]
    return next((n for n, seat in enumerate(held, 1) if seat >= (table.first or 1)), 1)


def in_the_middle(facts: Data, variant: tuple[str, ...]) -> int:
    """How many medals lie in the middle at first."""
    return facts.table.center_medals if "expert" in variant else 0


def copies(facts: Data, token: str, variant: tuple[str, ...]) -> int:
    """How many of a progress token are played with."""
    printed = facts.tokens[token]
    return printed.copies + (printed.more if "medal-tokens" in variant else 0)


def gives(facts: Data, wonders: list[str]) -> bool:
    """Whether cards may lie face down before seats: one of these wonders steals, and gives one for it."""
    return any(isinstance(effect, StealCard) for slug in wonders for effect in facts.wonders[slug].effects)


def hidden(at: dict[str, Any], facts: Data, variant: tuple[str, ...]) -> int:
    """How many progress tokens nobody has seen."""
    seen = len(at["tokens"]) + sum(len(seat["progress"]) for seat in at["seats"])
    return max(0, sum(copies(facts, slug, variant) for slug in facts.tokens) - seen)
