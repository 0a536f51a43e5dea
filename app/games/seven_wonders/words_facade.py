"""The words of 7 Wonders for the house (`app.text.words_protocols.PlainWords`), collected from the modules beside this.

Names are those on the cards where a language has its own box; the Dutch words keep the English ones, as in Duel.
Effects are described in few words, from the printed data.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Final

from app.games.seven_wonders.action_reasons import describe_reason as reason
from app.games.seven_wonders.action_text import action, choices, finished_action, prompt
from app.games.seven_wonders.event_text import event, parse_event
from app.games.seven_wonders.lesson_quiz import questions
from app.games.seven_wonders.lessons import IDEAS
from app.games.seven_wonders.position_text import parse_view, position
from app.games.seven_wonders.printed_names import (
    category,
    house_count,
    house_thing,
    house_wonder,
    identity,
    statistic,
    title,
)
from app.games.seven_wonders.refusal_text import refusal
from app.games.seven_wonders.score_text import DEEDS, describe_tie_break, last_sheet, made_of
from app.games.seven_wonders.unverified_values import unverified
from app.games.tally import sheet_words as sheet
from app.history.progress import NextStep
from app.text.translation import Words, both
from app.text.words_protocols import translate_slug
from engine.seven_wonders.view_json import View

MINOR_EVENTS: Final = frozenset(
    {"turn-began", "recruitment-began", "leaders-dealt", "leaders-boxed", "leaders-passed", "hands-passed"}
    | {"leader-kept", "stage-hides", "sale-seen", "leftovers-discarded", "coins-gained"}
)
DECISION_EVENTS: Final = frozenset(
    {"card-built", "stage-built", "card-sold", "leader-recruited", "card-rebuilt", "leader-buried", "declined"}
)
# Hands are seen where they lie, choices until they are revealed: a log would keep what has been passed on.
SILENT_EVENTS: Final = frozenset({"hand-dealt", "hand-seen", "leaders-seen", "discard-seen", "has-chosen", "chose"})
NEXT_STEPS: Final = (
    NextStep("leaders", lambda w: w("Play 7 Wonders with the Leaders: you may recruit one in each age.")),
)


def victory(w: Words, how: str) -> str:
    """Return an empty text, as there is only one way to win."""
    return ""


def tie_rule(w: Words, how: str) -> str:
    """Describe the tie-breaker."""
    return sheet.tie_rule(w, "seven-wonders")


def advice(w: Words, variant: Collection[str]) -> str:
    """Advise new players on a variant; empty if there is nothing to say."""
    if "leaders" not in variant:
        return ""
    return w("Leaders are chosen before you have seen a card. Better in your second game.")


def variant(w: Words, slug: str) -> str:
    """Name a variant or house rule, as the label of a switch."""
    match slug:
        case "leaders":
            return w.pgettext("variant", "Leaders")
        case "experts":
            return w.pgettext("variant", "Expert leaders")
        case "rebuild-is-forced":
            return w("Discards must be built")
        case "burial-counts-its-own-age":
            return w("Age of burial counts")
    return translate_slug({}, slug)


def variant_effect(w: Words, slug: str) -> str:
    """Describe in one sentence what a variant or house rule changes; empty for an unknown one."""
    match slug:
        case "leaders":
            return w("Each seat drafts four leaders and may recruit one in each age.")
        case "experts":
            return w("Fifteen more leaders, for experienced players.")
        case "rebuild-is-forced":
            return w("Whoever may build a discarded card must do so.")
        case "burial-counts-its-own-age":
            return w("A buried leader that costs as much as the age’s number scores the age of its burial.")
    return ""


def uncertainty_note(w: Words, slugs: Iterable[str]) -> str:
    """Return a note on boards, cards and leaders with uncertain values; empty if there are none."""
    names = [identity(w, slug) for slug in slugs]
    if not names:
        return ""
    return w(
        "{things}: these numbers are not certain. Correct them in the settings under “{page}”.",
        things=both(w, names),
        page=w("Numbers of the box"),
    )


def scored(variant: Sequence[str]) -> tuple[str, ...]:
    """List the categories of the score sheet, in order."""
    slugs = ("military", "treasury", "wonder", "blue", "science", "yellow", "guilds")
    return (*slugs, "leaders") if "leaders" in variant else slugs


def say_last_age_over(w: Words) -> str:
    return w("The last age is over!")


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Describe who won and how; empty until the game is over."""
    if not view.winners:
        return ""
    names = both(w, [people[number - 1] for number in view.winners])
    points = view.seats[view.winners[0] - 1].score.total
    if len(view.winners) > 1:
        return w("{names} share the victory: equal points ({n}), and as many coins.", names=names, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more coins.", name=names, n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)
