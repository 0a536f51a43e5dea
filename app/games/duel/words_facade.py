"""The words of Duel for the house (`app.text.words_protocols.PlainWords`), collected from the modules beside this one.

Names are those on the cards where a language has its own box; the Dutch box prints the English ones. Effects are
described in few words, from the printed data.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from app.games.duel.action_reasons import describe_reason as reason
from app.games.duel.action_text import action, choices, finished_action, prompt
from app.games.duel.event_text import event, parse_event
from app.games.duel.lesson_quiz import questions
from app.games.duel.lessons import IDEAS
from app.games.duel.position_text import parse_view, position
from app.games.duel.printed_names import category, house_count, house_thing, house_wonder, identity, statistic, title
from app.games.duel.refusal_text import refusal
from app.games.duel.score_text import AT_ONCE, DEEDS, describe_tie_break, last_sheet, made_of, won_at_once
from app.games.tally import sheet_words as sheet
from app.history.progress import NextStep
from app.text.translation import Words, both
from app.text.words_protocols import translate_slug
from engine.duel.view_json import View

MINOR_EVENTS: Final = frozenset(
    {"token-revealed", "token-drawn", "wonder-offered", "age-began", "card-revealed", "turn-began"}
)
DECISION_EVENTS: Final = frozenset(
    {"wonder-drafted", "start-chosen", "card-built", "wonder-built", "card-discarded"}
    | {"token-taken", "card-destroyed", "card-revived"}
)
SILENT_EVENTS: Final = frozenset({"back-revealed", "token-seen"})  # visible on the table, so not written out
NEXT_STEPS: Final = (
    NextStep("first-game", lambda w: w("Play Duel without set wonders: draft them yourselves."), without=True),
)


def advice(w: Words, variant: Collection[str]) -> str:
    """Return a remark on a variant for people who have not played yet; empty if there is none."""
    return w("First game: each of you gets four wonders.") if "first-game" in variant else ""


def variant(w: Words, slug: str) -> str:
    """Return a variant's name, as on a switch."""
    return w.pgettext("variant", "First game") if slug == "first-game" else translate_slug({}, slug)


def variant_effect(w: Words, slug: str) -> str:
    """Describe a variant in one sentence; empty for an unknown one."""
    return w("Each side gets four set wonders instead of drafting them.") if slug == "first-game" else ""


def uncertainty_note(w: Words, slugs: Iterable[str]) -> str:
    """Return an empty text: Duel makes no assumptions."""
    return ""


SCORED: Final = ("blue", "green", "yellow", "guilds", "wonders", "progress", "coins", "military")  # the sheet's order


def say_last_age_over(w: Words) -> str:
    """Announce the end of the last age."""
    return w("The last age is over!")


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Return who won and how; empty until the game is over."""
    if not view.winners:
        return ""
    names = both(w, [people[number - 1] for number in view.winners])
    if view.victory in AT_ONCE and view.victory:
        return at_once(w, view.victory, names)
    points = view.seats[view.winners[0] - 1].score.total
    if len(view.winners) > 1:
        return w("{names} share the victory: equal points ({n}), on blue cards too.", names=names, n=points)
    if all(chair.score.total == points for chair in view.seats):
        return w("{name} wins: equal points ({n}), but more on blue cards.", name=names, n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)


def at_once(w: Words, how: str, name: str) -> str:
    """Announce a victory in mid-turn."""
    if how == "military":
        return w("{name} wins by military supremacy!", name=name)
    return w("{name} wins by scientific supremacy!", name=name)


def victory(w: Words, how: str) -> str:
    """Return the kind of victory in a few words."""
    match how:
        case "military":
            return w("by military supremacy")
        case "science":
            return w("by scientific supremacy")
    return w("by points")


def tie_rule(w: Words, how: str) -> str:
    """Return the tie-break rule; empty for a game won in mid-turn."""
    return "" if how in AT_ONCE else sheet.tie_rule(w, "duel")
