"""Sources of the final points of 7 Wonders, and its tie-breaker."""

from typing import Final

from app.shown.play.result_explanation import LastSheet, Made
from app.text.translation import Words, both
from engine.seven_wonders.data_schema import Data, PerThing, Points, Science
from engine.seven_wonders.view_json import SeatView, View

DEEDS: Final = ("wonder", "military", "science", "blue", "guilds", "leaders", "yellow", "treasury")


def last_sheet(view: View, data: Data) -> LastSheet:
    """Return the final score sheet from the public view."""
    return LastSheet(
        rows=DEEDS,
        points=tuple(tuple(getattr(chair.score, row) for row in DEEDS) for chair in view.seats),
        made=tuple(tuple(_count_scoring_things(view, chair, row, data) for row in DEEDS) for chair in view.seats),
        winners=view.winners,
        deciding=tuple(chair.coins for chair in view.seats),
    )


def _count_scoring_things(view: View, chair: SeatView, row: str, data: Data) -> Made:
    cards = [data.cards[slug] for slug in chair.cards]
    match row:
        case "wonder":  # leaders that are buried score there too
            return () if chair.buried else (chair.stages,)
        case "military":
            return sum(value > 0 for value in chair.tokens), sum(value < 0 for value in chair.tokens)
        case "science":
            return (sum(view.derived.standing[chair.seat - 1].symbols.values()),)
        case "guilds":
            guilds = (card for card in cards if card.colour == "purple")
            return (sum(not any(isinstance(effect, Science) for effect in card.effects) for card in guilds),)
        case "leaders":
            return (len(chair.leaders),)
        case "yellow":
            scoring = (card for card in cards if card.colour == "yellow")
            return (
                sum(
                    any(isinstance(effect, PerThing | Points) and _points(effect) for effect in card.effects)
                    for card in scoring
                ),
            )
        case "treasury":
            return (chair.coins,)
    return (sum(card.colour == row for card in cards),)


def _points(effect: PerThing | Points) -> int:
    return effect.points if isinstance(effect, PerThing) else effect.amount


def made_of(w: Words, row: str, made: Made) -> str:
    """Describe the source of points in a sentence; empty if unknown."""
    match row, made:
        case "wonder", (n,):
            return w.ngettext("{n} stage", "{n} stages", n)
        case "military", (won, lost):
            told = w.ngettext("{n} victory token", "{n} victory tokens", won)
            return both(w, [told, w.ngettext("{n} defeat token", "{n} defeat tokens", lost)]) if lost else told
        case "science", (n,):
            return w.ngettext("{n} science symbol", "{n} science symbols", n)
        case "blue", (n,):
            return w.ngettext("{n} blue card", "{n} blue cards", n)
        case "guilds", (n,):
            return w.ngettext("{n} guild", "{n} guilds", n)
        case "leaders", (n,):
            return w.ngettext("{n} leader", "{n} leaders", n)
        case "yellow", (n,):
            return w.ngettext("{n} yellow card", "{n} yellow cards", n)
        case "treasury", (n,):
            return w.ngettext("{n} coin", "{n} coins", n)
    return ""


def describe_tie_break(w: Words, n: int) -> str:
    """Format the coins that break a tie."""
    return w.ngettext("{n} coin", "{n} coins", n)
