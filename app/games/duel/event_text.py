"""Events of Duel as sentences for the log."""

from collections.abc import Mapping
from typing import Final

from app.games.duel.printed_names import (
    ROMAN,
    card,
    house_count,
    house_wonder,
    name_back,
    name_of,
    symbol,
    token,
    wonder,
)
from app.text.event_sentences import SEATS, EventLog, Facts, Sentence
from app.text.translation import Words, w_
from engine.duel import actions
from engine.game import Event


def _start_chosen(w: Words, event: actions.StartChosen, facts: Facts) -> str:
    own = event.seat == event.begins
    return w("{name} chooses to begin.", **facts) if own else w("{name} lets {other} begin.", **facts)


def _turn_began(w: Words, event: actions.TurnBegan, facts: Facts) -> str:
    return w("Turn {turn}: {name} has another turn.", **facts) if event.again else w("Turn {turn}: {name}.", **facts)


def _card_built(w: Words, event: actions.CardBuilt, facts: Facts) -> str:
    if event.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    if not event.paid:
        return w("{name} builds {card} for nothing.", **facts)
    return w.ngettext("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", event.paid, **facts)


def _wonder_built(w: Words, event: actions.WonderBuilt, facts: Facts) -> str:
    if not event.paid:
        return w("{name} builds {wonder} with {card} for nothing.", **facts)
    return w.ngettext(
        "{name} builds {wonder} with {card} for {n} coin.",
        "{name} builds {wonder} with {card} for {n} coins.",
        event.paid,
        **facts,
    )


def _symbol_gained(w: Words, event: actions.SymbolGained, facts: Facts) -> str:
    if event.pair:
        return w("{name} has a pair: {symbol}.", **facts)
    return w.ngettext(
        "{name} has a new symbol: {symbol}; {n} different one now.",
        "{name} has a new symbol: {symbol}; {n} different ones now.",
        event.different,
        **facts,
    )


def _game_ended(w: Words, event: actions.GameEnded, facts: Facts) -> str:
    match event.victory:
        case "military":
            return w("{name} wins by military supremacy!", name=facts["names"])
        case "science":
            return w("{name} wins by scientific supremacy!", name=facts["names"])
    over = w("The last card is gone: the game is over.")
    return over + " " + w.ngettext("{names} wins!", "{names} share the victory.", len(event.winners), **facts)


_SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    actions.TokenRevealed: w_("New progress token: {token}."),
    actions.WonderOffered: w_("On offer: {wonder}."),
    actions.WonderDrafted: w_("{name} takes {wonder}."),
    actions.AgeBegan: w_("Age {age} begins."),
    actions.CardRevealed: lambda w, event, facts: (
        w("{card} turns up.", **facts) if event.turned else w("{card} lies open.", **facts)
    ),
    actions.BackRevealed: lambda w, event, facts: w(
        "Place {slot}: {card}", slot=event.slot + 1, card=name_back(w, event.guild)
    ),
    actions.StartChosen: _start_chosen,
    actions.TurnBegan: _turn_began,
    actions.CardBuilt: _card_built,
    actions.WonderBuilt: _wonder_built,
    actions.TradePaid: lambda w, event, facts: w.ngettext(
        "{name} gets {n} coin of that.", "{name} gets {n} coins of that.", event.coins, **facts
    ),
    actions.WonderLeft: w_("{wonder} ({name}) goes back to the box: no more wonders can be built."),
    actions.CardDiscarded: lambda w, event, facts: w.ngettext(
        "{name} discards {card} for {n} coin.", "{name} discards {card} for {n} coins.", event.coins, **facts
    ),
    actions.CoinsGained: lambda w, event, facts: w.ngettext(
        "{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", event.coins, **facts
    ),
    actions.CoinsLost: lambda w, event, facts: w.ngettext(
        "{name} loses {n} coin ({by}).", "{name} loses {n} coins ({by}).", event.coins, **facts
    ),
    actions.PawnMoved: lambda w, event, facts: w.ngettext(
        "{name} pushes the pawn {n} space.", "{name} pushes the pawn {n} spaces.", event.spaces, **facts
    ),
    actions.MilitaryToken: lambda w, event, facts: w.ngettext(
        "The pawn reaches a military token: {name} owes {n} coin.",
        "The pawn reaches a military token: {name} owes {n} coins.",
        event.coins,
        **facts,
    ),
    actions.SymbolGained: _symbol_gained,
    actions.TokenTaken: lambda w, event, facts: (
        w("{name} keeps {token}, from the box.", **facts) if event.box else w("{name} takes {token}.", **facts)
    ),
    actions.TokenDrawn: w_("{name} draws a token from the box."),
    actions.TokenSeen: lambda w, event, facts: w("Only you see: {card}.", card=facts["token"]),
    actions.CardDestroyed: w_("{name} destroys {card} ({other})."),
    actions.CardRevived: w_("{name} builds {card} from the discard pile."),
    actions.EffectLost: w_("{name}: the effect finds nothing to do and is lost."),
    actions.GameEnded: _game_ended,
}


_LOG: Final = EventLog[actions.Events](
    actions.Events,
    _SENTENCES,
    {
        "card": card,
        "wonder": wonder,
        "token": token,
        "symbol": symbol,
        "by": lambda w, by: w("conflict") if by == "military" else name_of(w, by),
        "age": lambda w, age: ROMAN[age],
    },
    house_count,
    house_wonder,
    {**SEATS, "begins": "other"},
)
parse_event = _LOG.parse_event
event = _LOG.event
