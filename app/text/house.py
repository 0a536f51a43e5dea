"""How the house has it (`engine.house`), in words: what people count otherwise, and what they agreed on."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from app.text.languages import Words
from engine import house
from engine.house import HouseCount, HouseCounted, HouseSaid, HouseWay

What: TypeAlias = Callable[[Words, str, Sequence[str]], str]  # what is counted, by its words in a record


def action(w: Words, text: str, people: Sequence[str], what: What) -> str:
    """The label of such a line; empty for any other."""
    match house.read(text):
        case HouseCount(what=counted, n=n):
            return w("Counted at the table: {what}, {n}", what=what(w, counted, people), n=n)
        case HouseWay(text=says):
            return w("How we play it: {text}", text=says)
    return ""


def event(w: Words, it: HouseCounted | HouseSaid, people: Sequence[str], what: What) -> str:
    """Its sentence in the log."""
    match it:
        case HouseCounted():
            facts = {"what": what(w, it.what, people), "now": it.now, "was": it.was}
            return w("Counted at the table: {what}, {now} instead of {was}.", **facts)
        case HouseSaid():
            return w("How we play it: {text}", text=it.text)


def number(w: Words, kind: str, name: str) -> str:
    """What several games count of somebody, as a number; empty for anything else."""
    match kind:
        case "coins":
            return w("coins of {name}", name=name)
        case "shields":
            return w("shields of {name}", name=name)
        case "stages":
            return w("stages of {name}", name=name)
    return ""


def thing(w: Words, said: str, name: str) -> str:
    """How many of a printed thing lie before somebody."""
    return w("“{thing}” in front of {name}", thing=said, name=name)


def built(w: Words, wonder: str, name: str) -> str:
    """Whether somebody has built a wonder."""
    return w("“{wonder}”, built by {name}", wonder=wonder, name=name)
