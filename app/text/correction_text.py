"""House lines (`engine.corrections_and_agreements`) in words: corrected counts and wonders, and agreements."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from app.text.translation import Words
from app.text.words_protocols import seat_name
from engine import corrections_and_agreements
from engine.corrections_and_agreements import (
    Agreement,
    AgreementMade,
    CountCorrected,
    CountCorrection,
    WonderCorrected,
    WonderCorrection,
)

What: TypeAlias = Callable[[Words, str, Sequence[str]], str]  # what is counted, by its words in a record
Name: TypeAlias = Callable[[Words, str], str]  # a wonder, or a board


def action(w: Words, text: str, people: Sequence[str], what: What, wonder: Name) -> str:
    """Return the label of a line about a house agreement; empty for any other line."""
    match corrections_and_agreements.parse_house_line(text):
        case CountCorrection(what=counted, n=n):
            return w("Counted at the table: {what}, {n}", what=what(w, counted, people), n=n)
        case Agreement(text=says):
            return w("How we play it: {text}", text=says)
        case WonderCorrection(seat=seat, now=now, was=was):
            return _has(w, seat, wonder(w, now), wonder(w, was), people)
    return ""


def event(
    w: Words,
    correction: CountCorrected | AgreementMade | WonderCorrected,
    people: Sequence[str],
    what: What,
    wonder: Name,
) -> str:
    """Return the sentence of a house agreement for the log."""
    match correction:
        case CountCorrected():
            facts = {"what": what(w, correction.what, people), "now": correction.now, "was": correction.was}
            return w("Counted at the table: {what}, {now} instead of {was}.", **facts)
        case AgreementMade():
            return w("How we play it: {text}", text=correction.text)
        case WonderCorrected():
            return _has(w, correction.seat, wonder(w, correction.now), wonder(w, correction.was), people)


def _has(w: Words, seat: int, now: str, was: str, people: Sequence[str]) -> str:
    name = people[seat - 1] if people else seat_name(w, seat, None)
    if name in (now, now.partition(" (")[0]):  # nobody has told a name, so it is called by what it is
        return w("Corrected: {now} plays here, not {was}.", now=now, was=was)
    return w("Corrected: the wonder of {name} is {now}, not {was}.", name=name, now=now, was=was)


def other_wonder_label(w: Words, name: str) -> str:
    """Label the choice that a person has another wonder than was entered."""
    return w("{name} has another wonder", name=name)


def number(w: Words, kind: str, name: str) -> str:
    """Name a number that several games count for a person; empty for any other kind."""
    match kind:
        case "coins":
            return w("coins of {name}", name=name)
        case "shields":
            return w("shields of {name}", name=name)
        case "stages":
            return w("stages of {name}", name=name)
    return ""


def thing(w: Words, said: str, name: str) -> str:
    """Name how many copies of a printed thing are in front of a person."""
    return w("“{thing}” in front of {name}", thing=said, name=name)


def name_built_question(w: Words, wonder: str, name: str) -> str:
    """Name the question whether a person has built a wonder."""
    return w("“{wonder}”, built by {name}", wonder=wonder, name=name)


def ask_wrong_wonder(w: Words, name: str) -> str:
    """Ask which of a person's wonders was entered wrongly."""
    return w("{name}: which wonder is wrong?", name=name)


def ask_right_wonder(w: Words, name: str, was: str) -> str:
    """Ask which wonder a person has in place of the wrong one."""
    return w("{name} does not have {wonder}. Which wonder is it?", name=name, wonder=was)
