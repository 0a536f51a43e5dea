"""A position that people enter, to begin in the middle: what has been told so far, or a game of which nothing is known.

Plain values, the object of docs/notation.md, *Beginning in the middle*, without what follows from the rest. What nobody
has said yet is None there, or missing; `complete` makes of it what is sent. No rule is in here: the table says what
does not fit.
"""

from typing import Any, Final  # Any: plain values, as JSON has them

import msgspec

from app.protocol import messages
from engine.architects.cards import Data, StealCard
from engine.architects.view import View

HORNS: Final = {"red-1": 1, "red-2": 2}  # that are blown while such a card lies before its seat
FOLLOWS: Final = ("name", "shields", "score")  # from the rest of a seat
LYING: Final = ("conflict", "tokens", "medals", "discard")


def told(view: View) -> dict[str, Any]:
    """What has been told so far, as if a turn began now."""
    shown = msgspec.to_builtins(view)
    return {
        "turn": max(1, view.turn),
        "to_act": [max(1, view.hints.active)],
        "seats": [{key: value for key, value in seat.items() if key not in FOLLOWS} for seat in shown["seats"]],
        "stacks": {
            name: {key: value for key, value in stack.items() if key != "top"}
            for name, stack in shown["stacks"].items()
        },
        **{key: shown[key] for key in LYING},
    }


def fresh(table: messages.TableView, facts: Data) -> dict[str, Any]:
    """For the seats that are held in the lobby, what is known before anything was entered."""
    held = [info for info in table.seats if info.by != "free"]
    medals: dict[str, Any] = {}
    if "medals" in table.variant:
        medals = {**{str(gap): None for gap in range(1, len(held) + 1)}, "center": []}
    return {
        "turn": 1,
        "to_act": None,
        "seats": [
            {
                "seat": n,
                "wonder": info.wonder,
                "stages": [],
                "cards": {},
                "cat": False,
                "military": 0,
                "progress": [],
                "medals": [],
                "gifts": 0,
            }
            for n, info in enumerate(held, 1)
        ],
        "stacks": {stack: {"left": None} for stack in (*map(str, range(1, len(held) + 1)), "center")},
        "conflict": {"tokens": facts.table.conflict_tokens[len(held) - facts.table.min_seats], "flipped": None},
        "tokens": [],
        "medals": medals,
        "discard": {},
    }


def complete(at: dict[str, Any], facts: Data, variant: tuple[str, ...]) -> dict[str, Any]:
    """What is sent: with what follows from the rest, and what nobody has counted marked as that."""
    stacks = {
        stack: each if each["left"] is not None else {"left": began(at, facts, stack), "uncounted": True}
        for stack, each in at["stacks"].items()
    }
    turn = {"to_act": at["to_act"] or []}
    conflict = {**at["conflict"], "flipped": flipped(at)}
    return {**at, **turn, "stacks": stacks, "conflict": conflict, "tokens_left": hidden(at, facts, variant)}


def began(at: dict[str, Any], facts: Data, stack: str) -> int:
    """With how many cards a stack began; 0 while nobody has said which wonder it is of."""
    if stack == "center":
        return sum(facts.center.cards.values())
    wonder = at["seats"][int(stack) - 1]["wonder"]
    return sum(facts.wonders[wonder].cards.values()) if wonder in facts.wonders else 0


def flipped(at: dict[str, Any]) -> int:
    """How many conflict tokens show battle: as was said, else as many as horns lie before seats."""
    told: int | None = at["conflict"]["flipped"]
    if told is not None:
        return told
    horns = sum(n * seat["cards"].get(card, 0) for seat in at["seats"] for card, n in HORNS.items())
    most: int = at["conflict"]["tokens"] - 1
    return min(int(horns), most)


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
