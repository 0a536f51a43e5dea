"""Architects in the reader's words, as the house asks for them; each is said in a module of its own.

Every function takes the words of a language first. Names of people are never inflected, and a card stands in a
sentence as it stands alone, so that each language can put both where it likes.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from app.games.architects.action_text import action, asked, did
from app.games.architects.effect_text import assumed
from app.games.architects.events import event, hear
from app.games.architects.lessons import IDEAS
from app.games.architects.outcome import DEEDS, deciding, last_sheet, made_of
from app.games.architects.printed_names import (
    category,
    house_count,
    house_thing,
    house_wonder,
    identity,
    title,
    token,
    wonder,
)
from app.games.architects.quiz import questions
from app.games.architects.reasons import says as reason
from app.games.architects.refusals import refusal
from app.games.architects.uncertain_values import unverified
from app.games.tally import words as sheet
from app.text.game import named, seat_name
from app.text.languages import Words, both
from engine.architects.cards import Data
from engine.architects.view import View

__all__ = [
    "DECIDED",
    "DEEDS",
    "DULL",
    "IDEAS",
    "UNSAID",
    "action",
    "advice",
    "asked",
    "assumed",
    "category",
    "completes",
    "deciding",
    "did",
    "event",
    "hear",
    "house_count",
    "house_rule",
    "house_thing",
    "house_wonder",
    "identity",
    "last_sheet",
    "made_of",
    "questions",
    "reason",
    "refusal",
    "result",
    "scored",
    "tie_rule",
    "title",
    "unverified",
    "variant",
    "variant_says",
    "variants",
]

DULL: Final = frozenset(
    {"turn-began", "card-revealed", "token-revealed", "medal-revealed", "stack-shuffled", "extra-opened"}
)
DECIDED: Final = frozenset({"card-taken", "stage-built", "token-taken", "peeked"})
UNSAID: Final = frozenset({"card-seen"})  # seen under a holding finger


def advice(w: Words, variant: Collection[str]) -> str:
    """What is said to people who have not played yet of what is added; empty for nothing."""
    return w("Medals are one thing more to look at. Better in your second game.") if "medals" in variant else ""


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    match slug:
        case "medals":
            return w.pgettext("variant", "Medals")
        case "expert":
            return w.pgettext("variant", "Expert variant")
        case "medal-tokens":
            return w.pgettext("variant", "More progress tokens")
    return named({}, slug)


def variants(w: Words, slugs: Iterable[str]) -> str:
    """Several of them in a sentence."""
    return both(w, [variant(w, slug) for slug in slugs])


def variant_says(w: Words, slug: str, box: Data) -> str:
    """What it changes, in one sentence; nothing for one that was invented later."""
    match slug:
        case "medals":
            return w("Between any two neighbours lies a medal; the first of them who has what it asks for takes it.")
        case "expert":
            return w.ngettext(
                "{n} more medal lies in the middle, open to all.",
                "{n} more medals lie in the middle, open to all.",
                box.table.center_medals,
            )
        case "medal-tokens":
            more = [token(w, slug) for slug, facts in box.tokens.items() if facts.more]
            return w("Shuffled in: {tokens}.", tokens=both(w, more))
    return ""


def house_rule(w: Words, slug: str) -> str:
    """What holds while a house rule is on."""
    match slug:
        case "coin-may-replace-a-resource-you-have":
            return w("A coin may replace a resource that you have")
        case "economy-forces-a-build":
            return w("A stage that only Economy can pay must be built")
    return named({}, slug)


def result(w: Words, view: View, names: Sequence[str] = ()) -> str:
    """Who won, and why where points are equal; empty until the game is over. `names`: what the seats are called."""
    if not view.winners:
        return ""
    names = names or [seat_name(w, chair.seat, chair.name) for chair in view.seats]
    first = view.winners[0] - 1
    points = view.seats[first].score.total
    if len(view.winners) > 1:
        shared = both(w, [names[number - 1] for number in view.winners])
        return w("{names} share the victory: equal points ({n}), equally many stages.", names=shared, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more stages.", name=names[first], n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names[first])


def scored(view: View) -> tuple[str, ...]:
    """The categories of the score sheet, in its order."""
    return ("wonder", "cat", "blue", "military", "progress", *(("medals",) if view.medals else ()))


def completes(w: Words, name: str, slug: str) -> str:
    """A wonder is whole."""
    return w("{name} completes {wonder}!", name=name, wonder=wonder(w, slug))


def tie_rule(w: Words, how: str) -> str:
    """What decides among equal points."""
    return sheet.tie_rule(w, "architects")
