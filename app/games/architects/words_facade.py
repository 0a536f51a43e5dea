"""The words of Architects for the house, collected from the modules beside this one.

Every function takes the words of a language first. Names of people are never inflected, and cards have the same form in
sentences as alone, so that each language can place both freely.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

import msgspec

from app.games.architects.action_reasons import describe_reason as reason
from app.games.architects.action_text import action, finished_action, origin, prompt
from app.games.architects.effect_text import uncertainty_note
from app.games.architects.event_text import event, parse_event
from app.games.architects.lesson_quiz import questions
from app.games.architects.lessons import IDEAS
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
from app.games.architects.refusal_text import refusal
from app.games.architects.score_text import DEEDS, describe_tie_break, last_sheet, made_of
from app.games.architects.unverified_values import unverified
from app.games.tally import sheet_words as sheet
from app.history.progress import NextStep
from app.text.table_text import announce_completed
from app.text.translation import Words, both
from app.text.words_protocols import seat_name, translate_slug
from engine.architects.data_schema import Data
from engine.architects.view_json import View

parse_view: Final = msgspec.json.Decoder(View).decode  # a view, from JSON
MINOR_EVENTS: Final = frozenset(
    {"turn-began", "card-revealed", "token-revealed", "medal-revealed", "stack-shuffled", "extra-opened"}
)
DECISION_EVENTS: Final = frozenset({"card-taken", "stage-built", "token-taken", "peeked"})
SILENT_EVENTS: Final = frozenset({"card-seen"})  # shown under a holding finger only
NEXT_STEPS: Final = (
    NextStep("medals", lambda w: w("Play Architects with the Medals: try to win them before your neighbours.")),
)


def advice(w: Words, variant: Collection[str]) -> str:
    """Return a remark on a variant for people who have not played yet; empty if there is none."""
    return w("Medals are one thing more to look at. Better in your second game.") if "medals" in variant else ""


def variant(w: Words, slug: str) -> str:
    """Name a variant or house rule, as the label of a switch."""
    match slug:
        case "medals":
            return w.pgettext("variant", "Medals")
        case "expert":
            return w.pgettext("variant", "Expert variant")
        case "medal-tokens":
            return w.pgettext("variant", "More progress tokens")
        case "coin-may-replace-a-resource-you-have":
            return w("Coins may spare cards")
        case "economy-forces-a-build":
            return w("Economy must build")
    return translate_slug({}, slug)


def variant_effect(w: Words, slug: str, data: Data) -> str:
    """Describe a variant or house rule in one sentence; empty for an unknown one."""
    match slug:
        case "medals":
            return w("The first of two neighbours who has what a medal asks for takes it.")
        case "expert":
            return w.ngettext(
                "{n} more medal lies in the middle, open to all.",
                "{n} more medals lie in the middle, open to all.",
                data.table.center_medals,
            )
        case "medal-tokens":
            more = [token(w, slug) for slug, facts in data.tokens.items() if facts.more]
            return w("Shuffled in: {tokens}.", tokens=both(w, more))
        case "coin-may-replace-a-resource-you-have":
            return w("A coin may replace a resource that you have, so you keep its card.")
        case "economy-forces-a-build":
            return w("A stage that only Economy can pay must be built.")
    return ""


def result(w: Words, view: View, people: Sequence[str] = ()) -> str:
    """Return who won and, in a tie, why; empty until the game is over."""
    if not view.winners:
        return ""
    names = people or [seat_name(w, chair.seat, chair.name) for chair in view.seats]
    first = view.winners[0] - 1
    points = view.seats[first].score.total
    if len(view.winners) > 1:
        shared = both(w, [names[number - 1] for number in view.winners])
        return w("{names} share the victory: equal points ({n}), equally many stages.", names=shared, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more stages.", name=names[first], n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names[first])


def scored(medals: bool) -> tuple[str, ...]:
    """Return the categories of the score sheet, in its order. `medals`: they are part of the game."""
    return ("wonder", "cat", "blue", "military", "progress", *(("medals",) if medals else ()))


def completes(w: Words, name: str, slug: str) -> str:
    """Announce a completed wonder."""
    return announce_completed(w, name, wonder(w, slug))


def tie_rule(w: Words, how: str) -> str:
    return sheet.tie_rule(w, "architects")
