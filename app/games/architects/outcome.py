"""What the points of Architects came from at the end, and what decided among equals."""

from typing import Final

from app.shown.play.outcome import LastSheet, Made
from app.text.languages import Words
from engine.architects.cards import POINTS, Data
from engine.architects.view import SeatView, View

DEEDS: Final = ("wonder", "military", "blue", "medals", "progress", "cat")


def last_sheet(view: View, printed: Data) -> LastSheet:
    """As everybody sees it."""
    rows = DEEDS if view.medals else tuple(row for row in DEEDS if row != "medals")
    return LastSheet(
        rows,
        tuple(tuple(getattr(chair.score, row) for row in rows) for chair in view.seats),
        tuple(tuple(_made(chair, row, printed) for row in rows) for chair in view.seats),
        view.winners,
        tuple(len(chair.stages) for chair in view.seats),
    )


def _made(chair: SeatView, row: str, printed: Data) -> Made:
    match row:
        case "wonder":
            return len(chair.stages), len(printed.wonders[chair.wonder].stages)
        case "military":
            return (chair.military,)
        case "blue":
            return (sum(n for card, n in chair.cards.items() if printed.cards[card].points),)
        case "medals":
            return (len(chair.medals),)
        case "progress":
            return (sum(any(isinstance(it, POINTS) for it in printed.tokens[t].effects) for t in chair.progress),)
    return (1,)


def made_of(w: Words, row: str, made: Made) -> str:
    """As it is called in a sentence; empty if nothing tells it."""
    match row, made:
        case "wonder", (built, of) if built == of:
            return w("the whole wonder")
        case "wonder", (built, *_):
            return w.ngettext("{n} stage", "{n} stages", built)
        case "military", (n,):
            return w.ngettext("{n} military token", "{n} military tokens", n)
        case "blue", (n,):
            return w.ngettext("{n} blue card", "{n} blue cards", n)
        case "medals", (n,):
            return w.ngettext("{n} medal", "{n} medals", n)
        case "progress", (n,):
            return w.ngettext("{n} progress token", "{n} progress tokens", n)
        case "cat", _:
            return w("the cat")
    return ""


def deciding(w: Words, n: int) -> str:
    """Stages decide among equals."""
    return w.ngettext("{n} stage", "{n} stages", n)
