"""Events of 7 Wonders as sentences for the log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.seven_wonders.action_text import action
from app.games.seven_wonders.printed_names import ROMAN, card, house_count, house_wonder, leader, name_of
from app.text import agreements
from app.text.languages import Words, both
from engine.agreements import AgreementMade, CountCorrected, WonderCorrected
from engine.game import Event
from engine.seven_wonders import actions

_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)


def hear(raw: bytes) -> actions.Events:
    """Parse an event from JSON. Raises msgspec.ValidationError if it is not an event of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str]) -> str:
    """Describe an event in one sentence for the log; `people` are the display names by seat."""
    if isinstance(event, CountCorrected | AgreementMade | WonderCorrected):
        return agreements.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def _card_built(w: Words, it: actions.CardBuilt, people: Sequence[str]) -> str:
    return _how_built(w, it, people) + _came(w, it.gains)


def _how_built(w: Words, it: actions.CardBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds {card}.", **facts)
    sentence = w.ngettext("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", n, **facts)
    return sentence + _sellers(w, it, people)


def _stage_built(w: Words, it: actions.StageBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "stage": it.stage}
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds stage {stage}.", **facts) + _came(w, it.gains)
    sentence = w.ngettext(
        "{name} builds stage {stage} for {n} coin.", "{name} builds stage {stage} for {n} coins.", n, **facts
    )
    return sentence + _sellers(w, it, people) + _came(w, it.gains)


def _sellers(w: Words, it: actions.CardBuilt | actions.StageBuilt, people: Sequence[str]) -> str:
    """Name the neighbours that were paid, and how much."""
    left, right = people[it.seat % len(people)], people[it.seat - 2]
    paid = [
        w.ngettext("{name} gets {n} coin of that.", "{name} gets {n} coins of that.", coins, name=name)
        for name, coins in ((left, it.left), (right, it.right))
        if coins
    ]
    return "".join(f" {each}" for each in paid)


def _came(w: Words, gains: actions.Gains) -> str:
    """List coins gained by an action and their sources, without the price of a sale, which its sentence names."""
    more = [(coins, by) for coins, by in gains if by != "sale"]
    if not more:
        return ""
    return f" +{sum(coins for coins, _ in more)} ({', '.join(f'{source(w, by)} {coins}' for coins, by in more)})"


def _card_sold(w: Words, it: actions.CardSold, people: Sequence[str]) -> str:
    n, facts = it.coins, {"name": people[it.seat - 1]}
    if it.leader:
        sold = w.ngettext("{name} sells a leader for {n} coin.", "{name} sells a leader for {n} coins.", n, **facts)
    else:
        sold = w.ngettext("{name} sells a card for {n} coin.", "{name} sells a card for {n} coins.", n, **facts)
    return sold + _came(w, it.gains)


def _leader_recruited(w: Words, it: actions.LeaderRecruited, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "leader": leader(w, it.leader)}
    if not it.paid:
        return w("{name} recruits {leader} for nothing.", **facts) + _came(w, it.gains)
    recruited = w.ngettext(
        "{name} recruits {leader} for {n} coin.", "{name} recruits {leader} for {n} coins.", it.paid, **facts
    )
    return recruited + _came(w, it.gains)


def _coins_gained(w: Words, it: actions.CoinsGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "by": source(w, it.by)}
    return w.ngettext("{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", it.coins, **facts)


def source(w: Words, by: str) -> str:
    """Name a source of coins, the `by` of an event or of a gain in the last turn."""
    match by:
        case "sale":
            return w.pgettext("brings coins", "sale")
        case "left" | "right":
            return w.pgettext("brings coins", "trade")
    return name_of(w, by)


def _token_taken(w: Words, it: actions.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    if it.value < 0:
        if it.against:
            return w("{name} takes a defeat token against {other}.", other=people[it.against - 1], **facts)
        return w("{name} takes a defeat token.", **facts)
    if it.against:
        return w(
            "{name} takes a victory token of {n} against {other}.",
            n=it.value,
            other=people[it.against - 1],
            **facts,
        )
    return w("{name} takes a victory token of {n}.", n=it.value, **facts)


def _conflict_settled(w: Words, it: actions.ConflictSettled, people: Sequence[str]) -> str:
    shields = ", ".join(f"{name} {n}" for name, n in zip(people, it.shields, strict=True))
    return w("Conflict of Age {age}. Shields: {shields}.", age=ROMAN[it.age], shields=shields)


def _game_ended(w: Words, it: actions.GameEnded, people: Sequence[str]) -> str:
    names = both(w, [people[number - 1] for number in it.winners])
    return w.ngettext("{names} wins!", "{names} share the victory.", len(it.winners), names=names)


def _leaders_passed(w: Words, it: actions.LeadersPassed, people: Sequence[str]) -> str:
    return w("Leaders go to the left.") if it.to == "left" else w("Leaders go to the right.")


def _hands_passed(w: Words, it: actions.HandsPassed, people: Sequence[str]) -> str:
    return w("Hands go to the left.") if it.to == "left" else w("Hands go to the right.")


def _declined(w: Words, it: actions.OfferDeclined, people: Sequence[str]) -> str:
    if it.what == "extra":
        return w("{name} recruits no further leader.", name=people[it.seat - 1])
    return w("{name} builds no discarded card.", name=people[it.seat - 1])


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    actions.LeadersDealt: lambda w, it, people: w.ngettext(
        "{name} gets {n} leader.", "{name} gets {n} leaders.", it.number, name=people[it.seat - 1]
    ),
    actions.LeadersSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(leader(w, slug) for slug in it.leaders)
    ),
    actions.HandDealt: lambda w, it, people: w.ngettext(
        "{name} gets {n} card.", "{name} gets {n} cards.", it.number, name=people[it.seat - 1]
    ),
    actions.HandSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)
    ),
    actions.RecruitmentBegan: lambda w, it, people: w("Age {age}: leaders are recruited.", age=ROMAN[it.age]),
    actions.TurnBegan: lambda w, it, people: w("Age {age}, turn {turn}.", age=ROMAN[it.age], turn=it.turn),
    actions.HasChosen: lambda w, it, people: w("{name} has chosen.", name=people[it.seat - 1]),
    actions.ChoiceMade: lambda w, it, people: w("You have chosen: {action}.", action=action(w, it.choice, people)),
    actions.LeaderKept: lambda w, it, people: w("Only you know: you keep {leader}.", leader=leader(w, it.leader)),
    actions.LeadersPassed: _leaders_passed,
    actions.HandsPassed: _hands_passed,
    actions.CardBuilt: _card_built,
    actions.StageBuilt: _stage_built,
    actions.StageHides: lambda w, it, people: w(
        "Only you know: {card} lies under the stage.", card=name_of(w, it.card)
    ),
    actions.CardSold: _card_sold,
    actions.SaleSeen: lambda w, it, people: w("Only you know: you have sold {card}.", card=name_of(w, it.card)),
    actions.LeaderRecruited: _leader_recruited,
    actions.LeadersBoxed: lambda w, it, people: w.ngettext(
        "{name}: {n} leader goes back into the box.",
        "{name}: {n} leaders go back into the box.",
        it.number,
        name=people[it.seat - 1],
    ),
    actions.CoinsGained: _coins_gained,
    actions.TokenTaken: _token_taken,
    actions.DefeatsLost: lambda w, it, people: w.ngettext(
        "{name} discards {n} defeat token.",
        "{name} discards {n} defeat tokens.",
        it.number,
        name=people[it.seat - 1],
    ),
    actions.TokenLost: lambda w, it, people: w(
        "{name} gives up a victory token of {n}.", name=people[it.seat - 1], n=it.value
    ),
    actions.LeaderBuried: lambda w, it, people: w.ngettext(
        "{name} buries {leader}: {n} point.",
        "{name} buries {leader}: {n} points.",
        it.points,
        name=people[it.seat - 1],
        leader=leader(w, it.leader),
    ),
    actions.DiscardSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)
    ),
    actions.CardRebuilt: lambda w, it, people: (
        w("{name} builds {card} from the discard pile.", name=people[it.seat - 1], card=card(w, it.card))
        + _came(w, it.gains)
    ),
    actions.OfferDeclined: _declined,
    actions.LeftoversDiscarded: lambda w, it, people: w.ngettext(
        "{n} card left over is discarded.", "{n} cards left over are discarded.", it.number
    ),
    actions.ConflictSettled: _conflict_settled,
    actions.GameEnded: _game_ended,
}
