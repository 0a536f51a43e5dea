"""The final scores of Duel in words: sources of points, tie-break, and victories in mid-turn."""

from collections.abc import Sequence
from typing import Final

from app.games.duel.printed_names import ROMAN
from app.shown.play.result_explanation import InstantWin, InstantWinReason, LastSheet, Made
from app.text.translation import Words
from engine.duel.data_schema import Data, PointsPerToken
from engine.duel.view_json import SeatView, View

DEEDS: Final = ("wonders", "military", "green", "blue", "guilds", "yellow", "progress", "coins")
AT_ONCE: Final = ("military", "science")  # victories that end a game in mid-turn


def last_sheet(view: View, data: Data) -> LastSheet:
    """Return the final score sheet as everybody sees it."""
    symbols = tuple(len(chair.science) for chair in view.seats)
    won = InstantWin(view.victory, view.age, symbols) if view.victory in AT_ONCE and view.victory else None
    return LastSheet(
        rows=DEEDS,
        points=tuple(tuple(getattr(chair.score, row) for row in DEEDS) for chair in view.seats),
        made=tuple(tuple(_count_scoring_things(view, chair, row, data) for row in DEEDS) for chair in view.seats),
        winners=view.winners,
        deciding=tuple(chair.score.blue for chair in view.seats),
        at_once=won,
    )


def _count_scoring_things(view: View, chair: SeatView, row: str, data: Data) -> Made:
    cards = [data.cards[slug] for slug in chair.cards]
    match row:
        case "wonders":
            built = (slug for slug, under in chair.wonders.items() if under is not None)
            return (sum(data.wonders[slug].points > 0 for slug in built),)
        case "military":
            return (abs(view.military.pawn),)
        case "guilds":
            return (sum(card.colour == "purple" for card in cards),)
        case "progress":
            tokens = [data.tokens[slug] for slug in chair.progress]
            return (
                sum(token.points > 0 or any(isinstance(e, PointsPerToken) for e in token.effects) for token in tokens),
            )
        case "coins":
            return (chair.coins,)
    return (sum(card.colour == row and card.points > 0 for card in cards),)


def made_of(w: Words, row: str, made: Made) -> str:
    """Name those things in a sentence; empty if there is nothing to say."""
    if not made:
        return ""
    [n] = made
    match row:
        case "wonders":
            return w.ngettext("{n} wonder", "{n} wonders", n)
        case "military":
            return w.ngettext("the pawn, {n} space ahead", "the pawn, {n} spaces ahead", n)
        case "green":
            return w.ngettext("{n} green card", "{n} green cards", n)
        case "blue":
            return w.ngettext("{n} blue card", "{n} blue cards", n)
        case "guilds":
            return w.ngettext("{n} guild", "{n} guilds", n)
        case "yellow":
            return w.ngettext("{n} yellow card", "{n} yellow cards", n)
        case "progress":
            return w.ngettext("{n} progress token", "{n} progress tokens", n)
        case "coins":
            return w.ngettext("{n} coin", "{n} coins", n)
    return ""


def describe_tie_break(w: Words, n: int) -> str:
    """Describe the tie-break: points on blue cards."""
    return w.ngettext("{n} point on blue cards", "{n} points on blue cards", n)


def won_at_once(w: Words, reason: InstantWinReason, people: Sequence[str], you: int) -> str:
    """Describe a victory by military or science; empty where the age is unknown (on a score sheet)."""
    if not reason.age:
        return ""
    me, other, age = people[reason.seat - 1], people[reason.other - 1], ROMAN[reason.age]
    if reason.how == "science":
        return _science(w, reason, me, other, age, you)
    if reason.won:
        if you:
            return w("You brought the pawn into the capital of {name} in Age {age}.", name=other, age=age)
        return w("{name} brought the pawn into the other capital in Age {age}.", name=me, age=age)
    facts = {"age": age, "mine": reason.mine, "theirs": reason.theirs}
    if reason.mine > reason.theirs and you:
        return w(
            "{name} brought the pawn into your capital in Age {age}; by points you led {mine} to {theirs}.",
            name=other,
            **facts,
        )
    if reason.mine > reason.theirs:
        return w(
            "The pawn reached the capital of {name} in Age {age}; by points {name} led {mine} to {theirs}.",
            name=me,
            **facts,
        )
    if you:
        return w("{name} brought the pawn into your capital in Age {age}.", name=other, age=age)
    return w("The pawn reached the capital of {name} in Age {age}.", name=me, age=age)


def _science(w: Words, reason: InstantWinReason, me: str, other: str, age: str, you: int) -> str:
    mine, theirs = reason.reached
    if reason.won and you:
        return w(
            "You had {n} different symbols in Age {age}; {name} had {less}.", n=mine, age=age, name=other, less=theirs
        )
    if you:
        return w(
            "{name} had {n} different symbols in Age {age}; you had {less}.", name=other, n=theirs, age=age, less=mine
        )
    first, second, more, less = (me, other, mine, theirs) if reason.won else (other, me, theirs, mine)
    return w(
        "{first} had {n} different symbols in Age {age}; {second} had {less}.",
        first=first,
        n=more,
        age=age,
        second=second,
        less=less,
    )
