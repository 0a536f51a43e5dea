"""Events of Architects as sentences for the log."""

from collections.abc import Mapping, Sequence
from typing import Final

from app.games.architects.effect_text import join_sentences, medal
from app.games.architects.printed_names import (
    GAME,
    a_card,
    card,
    cards,
    gap,
    house_count,
    house_wonder,
    neighbours,
    stack_name,
    token,
    wonder,
)
from app.text.event_sentences import SEATS, EventLog, Facts, Sentence
from app.text.printed_names import translated_names
from app.text.translation import Words, join_phrases, w_
from engine.architects import actions
from engine.architects.data_schema import Data
from engine.game import Event


def summarise_events(w: Words, happened: Sequence[object], people: Sequence[str]) -> str:
    """Summarise these events in two or three words; empty if that would say too little."""
    for event in happened:
        match event:
            case actions.ConflictFought():
                return _military_won(w, event, people)
            case actions.CardTaken(seat=seat, card=slug):
                return w("{name}: {action}", name=people[seat - 1], action=card(w, slug))
            case actions.StageBuilt(seat=seat, stage=stage):
                return w("{name}: {action}", name=people[seat - 1], action=w("Stage {number}", number=stage))
            case actions.TokenTaken(seat=seat, token=slug):
                return w("{name}: {action}", name=people[seat - 1], action=token(w, slug))
    return ""


def event(w: Words, event: actions.Events, people: Sequence[str], data: Data | None = None) -> str:
    """Return one sentence for the log; `people` are the display names, by seat, and `data` names the medals."""
    match event:
        case actions.MedalRevealed():
            return _medal_revealed(w, event, people, data)
        case actions.MedalTaken():
            return _medal_taken(w, event, people, data)
    return _LOG.event(w, event, people)


def _card_taken(w: Words, event: actions.CardTaken, facts: Facts) -> str:
    said = {**facts, "card": a_card(w, event.card), "place": _card_source(w, event.stack, event.seat, facts["people"])}
    if event.by == "take":
        return w("{name} takes {card} {place}.", **said)
    return w("{name} takes {card} {place} ({by}).", **said)


def _card_source(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
    """Return where a card comes from, as seen from the seat that takes it."""
    match _side(stack, seat, len(people)):
        case "center":
            return w.pgettext("where a card comes from", "from the middle")
        case "left":
            return w.pgettext("where a card comes from", "from the left")
        case "right":
            return w.pgettext("where a card comes from", "from the right")
    return w.pgettext(
        "where a card comes from", "from the stack between {one} and {other}", **neighbours(stack, people)
    )


def _stack_place(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
    """Return where a stack is placed, as seen from the seat that searches it."""
    match _side(stack, seat, len(people)):
        case "center":
            return w.pgettext("where a stack lies", "in the middle")
        case "left":
            return w.pgettext("where a stack lies", "on the left")
        case "right":
            return w.pgettext("where a stack lies", "on the right")
    return w.pgettext("where a stack lies", "between {one} and {other}", **neighbours(stack, people))


def _side(stack: str, seat: int, seats: int) -> str:
    """Return a stack's side for a seat: `left`, `right`, `center`; "" if out of reach. In a game of two the own
    one is left.
    """
    if stack == "center":
        return stack
    if int(stack) == seat:
        return "left"
    return "right" if int(stack) % seats + 1 == seat else ""


def _cat_moved(w: Words, event: actions.CatMoved, facts: Facts) -> str:
    if event.before is None:
        return w("The cat comes to {name}.", **facts)
    return w("The cat leaves {before} and comes to {name}.", **facts)


def _markers_turned(w: Words, event: actions.MarkersTurned, facts: Facts) -> str:
    turned = w.ngettext(
        "{name} turns {n} conflict token; {flipped} of {tokens} show battle.",
        "{name} turns {n} conflict tokens; {flipped} of {tokens} show battle.",
        event.count,
        **facts,
    )
    return join_sentences(turned, w("The turn ends with a conflict!")) if event.flipped == event.tokens else turned


def _stack_searched(w: Words, event: actions.StackSearched, facts: Facts) -> str:
    said = {**facts, "place": _stack_place(w, event.stack, event.seat, facts["people"])}
    return w.ngettext("{name} looks at the top card {place}.", "{name} looks at the top {n} cards {place}.",
                      event.cards, **said)  # fmt: skip


def _token_taken(w: Words, event: actions.TokenTaken, facts: Facts) -> str:
    if not event.spent:
        hidden = event.hidden
        return w("{name} takes the hidden token: {token}.", **facts) if hidden else w("{name} takes {token}.", **facts)
    said = {**facts, "cards": cards(w, event.spent)}
    if event.hidden:
        return w("{name} takes the hidden token for {cards}: {token}.", **said)
    return w("{name} takes {token} for {cards}.", **said)


def _medal_revealed(w: Words, event: actions.MedalRevealed, people: Sequence[str], data: Data | None) -> str:
    where = gap(w, event.gap, people)
    if data is None:
        return w("{where}: a medal.", where=where)
    return w("{where}: a medal for {medal}.", where=where, medal=medal(w, event.medal, data))


def _medal_taken(w: Words, event: actions.MedalTaken, people: Sequence[str], data: Data | None) -> str:
    name = people[event.seat - 1]
    if data is None:
        return w("{name} wins a medal!", name=name)
    if event.gap == "box":
        return w("{name} wins a medal from the box: {medal}!", name=name, medal=medal(w, event.medal, data))
    return w("{name} wins a medal: {medal}!", name=name, medal=medal(w, event.medal, data))


def _gift_turned_up(w: Words, event: actions.GiftTurnedUp, facts: Facts) -> str:
    if event.at_end:
        return w("{name} turns a card up for the score: {card}.", **facts)
    return w("{name} turns the face-down card up: {card}.", **facts)


def _military_won(w: Words, event: actions.ConflictFought, people: Sequence[str]) -> str:
    won = [f"{people[seat]} {n}" for seat, n in enumerate(event.won) if n]
    if won:
        return w("Conflict! Military tokens: {won}.", won=", ".join(won))
    return w("Conflict! All shields are equal, and nobody wins a token.")


def _conflict_fought(w: Words, event: actions.ConflictFought, facts: Facts) -> str:
    people = facts["people"]
    told = _military_won(w, event, people)
    gone = [f"{name} {cards(w, lost)}" for name, lost in zip(people, event.discarded, strict=False) if lost]
    if not gone:
        return told
    return join_sentences(told, w("Cards with horns are discarded: {cards}.", cards=join_phrases(w, gone)))


def _game_ended(w: Words, event: actions.GameEnded, facts: Facts) -> str:
    why = all_empty(w) if event.reason == "stacks" else w("The game is over.")
    return join_sentences(why, w.ngettext("{names} wins!", "{names} share the victory.", len(event.winners), **facts))


_SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    actions.TurnBegan: w_("Turn {turn}: {name}."),
    actions.CardRevealed: lambda w, event, facts: w(
        "{where}: {card} turns up.", where=stack_name(w, event.stack, facts["people"]), card=facts["card"]
    ),
    actions.CardSeen: w_("Only you see: {card}."),
    actions.StackPeeked: w_("{name} looks at the top card of the central deck."),
    actions.CardTaken: _card_taken,
    actions.CatMoved: _cat_moved,
    actions.ExtraOpened: w_("{token}: {name} may take an extra card."),
    actions.MarkersTurned: _markers_turned,
    actions.StageBuilt: lambda w, event, facts: w.ngettext(
        "{name} builds stage {stage} for {n} point ({cards}).",
        "{name} builds stage {stage} for {n} points ({cards}).",
        event.points,
        cards=cards(w, event.paid),
        **facts,
    ),
    actions.WonderCompleted: w_("{name} completes {wonder}!"),
    actions.StackSearched: _stack_searched,
    actions.StackShuffled: lambda w, event, facts: w(
        "{stack}: shuffled.", stack=stack_name(w, event.stack, facts["people"])
    ),
    actions.EffectLost: w_("{name}: the effect finds nothing to do and is lost."),
    actions.TokenTaken: _token_taken,
    actions.TokenRevealed: w_("New progress token: {token}."),
    actions.CardStolen: lambda w, event, facts: w(
        "{name} takes {card} away from {other}.", **{**facts, "card": a_card(w, event.card)}
    ),
    actions.GiftGiven: w_("{name} gets the top card of the central deck, face down."),
    actions.GiftTurnedUp: _gift_turned_up,
    actions.ConflictFought: _conflict_fought,
    actions.GameEnded: _game_ended,
}

_LOG: Final = EventLog[actions.Events](
    actions.Events,
    _SENTENCES,
    {
        "card": card,
        "token": token,
        "wonder": wonder,
        "by": lambda w, by: translated_names(w, GAME, "tokens").get(by) or wonder(w, by),
    },
    house_count,
    house_wonder,
    {**SEATS, "before": "before"},
)
parse_event = _LOG.parse_event


def all_empty(w: Words) -> str:
    """Announce that all stacks are empty."""
    return w("All stacks are empty: the game is over.")
