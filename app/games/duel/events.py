"""Events of Duel as sentences for the log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.duel.printed_names import ROMAN, back, card, house_count, house_wonder, name_of, symbol, token, wonder
from app.text import agreements
from app.text.languages import Words, both
from engine.agreements import AgreementMade, CountCorrected, WonderCorrected
from engine.duel import actions
from engine.game import Event

_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)


def hear(raw: bytes) -> actions.Events:
    """Decode an event from JSON. Raise msgspec.ValidationError if it is no event of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str]) -> str:
    """Return one sentence for the log; `people` are the display names, by seat."""
    if isinstance(event, CountCorrected | AgreementMade | WonderCorrected):
        return agreements.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def _start_chosen(w: Words, it: actions.StartChosen, people: Sequence[str]) -> str:
    if it.seat == it.begins:
        return w("{name} chooses to begin.", name=people[it.seat - 1])
    return w("{name} lets {other} begin.", name=people[it.seat - 1], other=people[it.begins - 1])


def _turn_began(w: Words, it: actions.TurnBegan, people: Sequence[str]) -> str:
    facts = {"turn": it.turn, "name": people[it.seat - 1]}
    return w("Turn {turn}: {name} has another turn.", **facts) if it.again else w("Turn {turn}: {name}.", **facts)


def _card_built(w: Words, it: actions.CardBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    if not it.paid:
        return w("{name} builds {card} for nothing.", **facts)
    return w.ngettext("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", it.paid, **facts)


def _wonder_built(w: Words, it: actions.WonderBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "wonder": wonder(w, it.wonder), "card": card(w, it.card)}
    if not it.paid:
        return w("{name} builds {wonder} with {card} for nothing.", **facts)
    return w.ngettext(
        "{name} builds {wonder} with {card} for {n} coin.",
        "{name} builds {wonder} with {card} for {n} coins.",
        it.paid,
        **facts,
    )


def _trade_income(w: Words, it: actions.TradePaid, people: Sequence[str]) -> str:
    name = people[it.seat - 1]
    return w.ngettext("{name} gets {n} coin of that.", "{name} gets {n} coins of that.", it.coins, name=name)


def _wonder_left(w: Words, it: actions.WonderLeft, people: Sequence[str]) -> str:
    return w(
        "{wonder} ({name}) goes back to the box: no more wonders can be built.",
        wonder=wonder(w, it.wonder),
        name=people[it.seat - 1],
    )


def _card_discarded(w: Words, it: actions.CardDiscarded, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    return w.ngettext(
        "{name} discards {card} for {n} coin.", "{name} discards {card} for {n} coins.", it.coins, **facts
    )


def _coins_gained(w: Words, it: actions.CoinsGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "by": name_of(w, it.by)}
    return w.ngettext("{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", it.coins, **facts)


def _coins_lost(w: Words, it: actions.CoinsLost, people: Sequence[str]) -> str:
    by = w("conflict") if it.by == "military" else name_of(w, it.by)
    facts = {"name": people[it.seat - 1], "by": by}
    return w.ngettext("{name} loses {n} coin ({by}).", "{name} loses {n} coins ({by}).", it.coins, **facts)


def _pawn_moved(w: Words, it: actions.PawnMoved, people: Sequence[str]) -> str:
    name = people[it.seat - 1]
    return w.ngettext("{name} pushes the pawn {n} space.", "{name} pushes the pawn {n} spaces.", it.spaces, name=name)


def _military_token(w: Words, it: actions.MilitaryToken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    return w.ngettext(
        "The pawn reaches a military token: {name} owes {n} coin.",
        "The pawn reaches a military token: {name} owes {n} coins.",
        it.coins,
        **facts,
    )


def _symbol_gained(w: Words, it: actions.SymbolGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "symbol": symbol(w, it.symbol)}
    if it.pair:
        return w("{name} has a pair: {symbol}.", **facts)
    return w.ngettext(
        "{name} has a new symbol: {symbol}; {n} different one now.",
        "{name} has a new symbol: {symbol}; {n} different ones now.",
        it.different,
        **facts,
    )


def _token_taken(w: Words, it: actions.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "token": token(w, it.token)}
    return w("{name} keeps {token}, from the box.", **facts) if it.box else w("{name} takes {token}.", **facts)


def _card_destroyed(w: Words, it: actions.CardDestroyed, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "other": people[it.of - 1], "card": card(w, it.card)}
    return w("{name} destroys {card} ({other}).", **facts)


def _game_ended(w: Words, it: actions.GameEnded, people: Sequence[str]) -> str:
    names = both(w, [people[number - 1] for number in it.winners])
    match it.victory:
        case "military":
            return w("{name} wins by military supremacy!", name=names)
        case "science":
            return w("{name} wins by scientific supremacy!", name=names)
    over = w("The last card is gone: the game is over.")
    return over + " " + w.ngettext("{names} wins!", "{names} share the victory.", len(it.winners), names=names)


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    actions.TokenRevealed: lambda w, it, people: w("New progress token: {token}.", token=token(w, it.token)),
    actions.WonderOffered: lambda w, it, people: w("On offer: {wonder}.", wonder=wonder(w, it.wonder)),
    actions.WonderDrafted: lambda w, it, people: w(
        "{name} takes {wonder}.", name=people[it.seat - 1], wonder=wonder(w, it.wonder)
    ),
    actions.AgeBegan: lambda w, it, people: w("Age {age} begins.", age=ROMAN[it.age]),
    actions.CardRevealed: lambda w, it, people: (
        w("{card} turns up.", card=card(w, it.card)) if it.turned else w("{card} lies open.", card=card(w, it.card))
    ),
    actions.BackRevealed: lambda w, it, people: w("Place {slot}: {card}", slot=it.slot + 1, card=back(w, it.guild)),
    actions.StartChosen: _start_chosen,
    actions.TurnBegan: _turn_began,
    actions.CardBuilt: _card_built,
    actions.WonderBuilt: _wonder_built,
    actions.TradePaid: _trade_income,
    actions.WonderLeft: _wonder_left,
    actions.CardDiscarded: _card_discarded,
    actions.CoinsGained: _coins_gained,
    actions.CoinsLost: _coins_lost,
    actions.PawnMoved: _pawn_moved,
    actions.MilitaryToken: _military_token,
    actions.SymbolGained: _symbol_gained,
    actions.TokenTaken: _token_taken,
    actions.TokenDrawn: lambda w, it, people: w("{name} draws a token from the box.", name=people[it.seat - 1]),
    actions.TokenSeen: lambda w, it, people: w("Only you see: {card}.", card=token(w, it.token)),
    actions.CardDestroyed: _card_destroyed,
    actions.CardRevived: lambda w, it, people: w(
        "{name} builds {card} from the discard pile.", name=people[it.seat - 1], card=card(w, it.card)
    ),
    actions.EffectLost: lambda w, it, people: w(
        "{name}: the effect finds nothing to do and is lost.", name=people[it.seat - 1]
    ),
    actions.GameEnded: _game_ended,
}
