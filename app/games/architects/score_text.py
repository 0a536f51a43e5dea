"""The final scores of Architects in words: sources of points, and the tie-break."""

from typing import Final

from app.shown.play.result_explanation import LastSheet, Made
from app.text.translation import Words
from engine.architects.data_schema import POINTS, Data
from engine.architects.view_json import SeatView, View

DEEDS: Final = ("wonder", "military", "blue", "medals", "progress", "cat")


def last_sheet(view: View, data: Data) -> LastSheet:
    """Return the final score sheet as everybody sees it."""
    rows = DEEDS if view.medals else tuple(row for row in DEEDS if row != "medals")
    return LastSheet(
        rows=rows,
        points=tuple(tuple(getattr(chair.score, row) for row in rows) for chair in view.seats),
        made=tuple(tuple(_count_made(chair, row, data) for row in rows) for chair in view.seats),
        winners=view.winners,
        deciding=tuple(len(chair.stages) for chair in view.seats),
    )


def _count_made(chair: SeatView, row: str, data: Data) -> Made:
    match row:
        case "wonder":
            return len(chair.stages), len(data.wonders[chair.wonder].stages)
        case "military":
            return (chair.military,)
        case "blue":
            return (sum(n for card, n in chair.cards.items() if data.cards[card].points),)
        case "medals":
            return (len(chair.medals),)
        case "progress":
            return (sum(any(isinstance(effect, POINTS) for effect in data.tokens[t].effects) for t in chair.progress),)
    return (1,)


def made_of(w: Words, row: str, made: Made) -> str:
    """Name the things that brought points in a sentence; empty if there is nothing to say."""
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


def describe_tie_break(w: Words, n: int) -> str:
    """Describe the tie-break: stages."""
    return w.ngettext("{n} stage", "{n} stages", n)
