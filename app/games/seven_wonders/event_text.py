"""Events of 7 Wonders as sentences for the log."""

from collections.abc import Mapping
from typing import Final

from app.games.seven_wonders.action_text import action
from app.games.seven_wonders.printed_names import ROMAN, card, house_count, house_wonder, leader, name_of
from app.text.event_sentences import SEATS, EventLog, Facts, Sentence
from app.text.translation import Words, w_
from engine.game import Event
from engine.seven_wonders import actions


def _card_built(w: Words, event: actions.CardBuilt, facts: Facts) -> str:
    return _describe_building(w, event, facts) + _list_gains(w, event.gains)


def _describe_building(w: Words, event: actions.CardBuilt, facts: Facts) -> str:
    if event.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    n = event.coins + event.left + event.right + event.bank
    if not n:
        return w("{name} builds {card}.", **facts)
    sentence = w.ngettext("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", n, **facts)
    return sentence + _sellers(w, event, facts)


def _stage_built(w: Words, event: actions.StageBuilt, facts: Facts) -> str:
    n = event.coins + event.left + event.right + event.bank
    if not n:
        return w("{name} builds stage {stage}.", **facts) + _list_gains(w, event.gains)
    sentence = w.ngettext(
        "{name} builds stage {stage} for {n} coin.", "{name} builds stage {stage} for {n} coins.", n, **facts
    )
    return sentence + _sellers(w, event, facts) + _list_gains(w, event.gains)


def _sellers(w: Words, event: actions.CardBuilt | actions.StageBuilt, facts: Facts) -> str:
    """Name the neighbours that were paid, and how much."""
    people = facts["people"]
    left, right = people[event.seat % len(people)], people[event.seat - 2]
    paid = [
        w.ngettext("{name} gets {n} coin of that.", "{name} gets {n} coins of that.", coins, name=name)
        for name, coins in ((left, event.left), (right, event.right))
        if coins
    ]
    return "".join(f" {each}" for each in paid)


def _list_gains(w: Words, gains: actions.Gains) -> str:
    """List coins gained by an action and their sources, without the price of a sale, which its sentence names."""
    more = [(coins, by) for coins, by in gains if by != "sale"]
    if not more:
        return ""
    return f" +{sum(coins for coins, _ in more)} ({', '.join(f'{source(w, by)} {coins}' for coins, by in more)})"


def _card_sold(w: Words, event: actions.CardSold, facts: Facts) -> str:
    if event.leader:
        sold = w.ngettext(
            "{name} sells a leader for {n} coin.", "{name} sells a leader for {n} coins.", event.coins, **facts
        )
    else:
        sold = w.ngettext(
            "{name} sells a card for {n} coin.", "{name} sells a card for {n} coins.", event.coins, **facts
        )
    return sold + _list_gains(w, event.gains)


def _leader_recruited(w: Words, event: actions.LeaderRecruited, facts: Facts) -> str:
    if not event.paid:
        return w("{name} recruits {leader} for nothing.", **facts) + _list_gains(w, event.gains)
    recruited = w.ngettext(
        "{name} recruits {leader} for {n} coin.", "{name} recruits {leader} for {n} coins.", event.paid, **facts
    )
    return recruited + _list_gains(w, event.gains)


def source(w: Words, by: str) -> str:
    """Name a source of coins, the `by` of an event or of a gain in the last turn."""
    match by:
        case "sale":
            return w.pgettext("brings coins", "sale")
        case "left" | "right":
            return w.pgettext("brings coins", "trade")
    return name_of(w, by)


def _token_taken(w: Words, event: actions.TokenTaken, facts: Facts) -> str:
    if event.value < 0:
        if event.against:
            return w("{name} takes a defeat token against {other}.", **facts)
        return w("{name} takes a defeat token.", **facts)
    if event.against:
        return w("{name} takes a victory token of {n} against {other}.", n=event.value, **facts)
    return w("{name} takes a victory token of {n}.", n=event.value, **facts)


def _conflict_settled(w: Words, event: actions.ConflictSettled, facts: Facts) -> str:
    shields = ", ".join(f"{name} {n}" for name, n in zip(facts["people"], event.shields, strict=True))
    return w("Conflict of Age {age}. Shields: {shields}.", age=facts["age"], shields=shields)


_SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    actions.LeadersDealt: lambda w, event, facts: w.ngettext(
        "{name} gets {n} leader.", "{name} gets {n} leaders.", event.number, **facts
    ),
    actions.LeadersSeen: lambda w, event, facts: w("Only you see: {card}.", card=facts["leaders"]),
    actions.HandDealt: lambda w, event, facts: w.ngettext(
        "{name} gets {n} card.", "{name} gets {n} cards.", event.number, **facts
    ),
    actions.HandSeen: lambda w, event, facts: w("Only you see: {card}.", card=facts["cards"]),
    actions.RecruitmentBegan: w_("Age {age}: leaders are recruited."),
    actions.TurnBegan: w_("Age {age}, turn {turn}."),
    actions.HasChosen: w_("{name} has chosen."),
    actions.ChoiceMade: lambda w, event, facts: w(
        "You have chosen: {action}.", action=action(w, event.choice, facts["people"])
    ),
    actions.LeaderKept: w_("Only you know: you keep {leader}."),
    actions.LeadersPassed: lambda w, event, facts: (
        w("Leaders go to the left.") if event.to == "left" else w("Leaders go to the right.")
    ),
    actions.HandsPassed: lambda w, event, facts: (
        w("Hands go to the left.") if event.to == "left" else w("Hands go to the right.")
    ),
    actions.CardBuilt: _card_built,
    actions.StageBuilt: _stage_built,
    actions.StageHides: w_("Only you know: {card} lies under the stage."),
    actions.CardSold: _card_sold,
    actions.SaleSeen: w_("Only you know: you have sold {card}."),
    actions.LeaderRecruited: _leader_recruited,
    actions.LeadersBoxed: lambda w, event, facts: w.ngettext(
        "{name}: {n} leader goes back into the box.", "{name}: {n} leaders go back into the box.", event.number, **facts
    ),
    actions.CoinsGained: lambda w, event, facts: w.ngettext(
        "{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", event.coins, **facts
    ),
    actions.TokenTaken: _token_taken,
    actions.DefeatsLost: lambda w, event, facts: w.ngettext(
        "{name} discards {n} defeat token.", "{name} discards {n} defeat tokens.", event.number, **facts
    ),
    actions.TokenLost: lambda w, event, facts: w("{name} gives up a victory token of {n}.", n=event.value, **facts),
    actions.LeaderBuried: lambda w, event, facts: w.ngettext(
        "{name} buries {leader}: {n} point.", "{name} buries {leader}: {n} points.", event.points, **facts
    ),
    actions.DiscardSeen: lambda w, event, facts: w("Only you see: {card}.", card=facts["cards"]),
    actions.CardRebuilt: lambda w, event, facts: (
        w("{name} builds {card} from the discard pile.", **facts) + _list_gains(w, event.gains)
    ),
    actions.OfferDeclined: lambda w, event, facts: (
        w("{name} recruits no further leader.", **facts)
        if event.what == "extra"
        else w("{name} builds no discarded card.", **facts)
    ),
    actions.LeftoversDiscarded: lambda w, event, facts: w.ngettext(
        "{n} card left over is discarded.", "{n} cards left over are discarded.", event.number
    ),
    actions.ConflictSettled: _conflict_settled,
    actions.GameEnded: lambda w, event, facts: w.ngettext(
        "{names} wins!", "{names} share the victory.", len(event.winners), **facts
    ),
}

_LOG: Final = EventLog[actions.Events](
    actions.Events,
    _SENTENCES,
    {
        "card": name_of,
        "cards": lambda w, cards: ", ".join(card(w, slug) for slug in cards),
        "leader": leader,
        "leaders": lambda w, leaders: ", ".join(leader(w, slug) for slug in leaders),
        "by": source,
        "age": lambda w, age: ROMAN[age],
    },
    house_count,
    house_wonder,
    {**SEATS, "against": "other"},
)
parse_event = _LOG.parse_event
event = _LOG.event
