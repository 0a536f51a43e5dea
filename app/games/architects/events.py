"""Events of Architects as sentences for the log."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from app.games.architects.effect_text import joined, medal
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
from app.text import agreements
from app.text.languages import Words, both
from app.text.names import names
from engine.agreements import AgreementMade, CountCorrected, WonderCorrected
from engine.architects import actions
from engine.architects.cards import Data
from engine.game import Event

_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)


def brief(w: Words, happened: Sequence[object], people: Sequence[str]) -> str:
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


def hear(raw: bytes) -> actions.Events:
    """Decode an event from JSON. Raise msgspec.ValidationError if it is no event of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str], box: Data | None = None) -> str:
    """Return one sentence for the log; `people` are the display names, by seat, and `box` names the medals."""
    match event:
        case actions.MedalRevealed():
            return _medal_revealed(w, event, people, box)
        case actions.MedalTaken():
            return _medal_taken(w, event, people, box)
        case CountCorrected() | AgreementMade() | WonderCorrected():
            return agreements.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def _turn_began(w: Words, it: actions.TurnBegan, people: Sequence[str]) -> str:
    return w("Turn {turn}: {name}.", turn=it.turn, name=people[it.seat - 1])


def _card_revealed(w: Words, it: actions.CardRevealed, people: Sequence[str]) -> str:
    return w("{where}: {card} turns up.", where=stack_name(w, it.stack, people), card=card(w, it.card))


def _card_seen(w: Words, it: actions.CardSeen, people: Sequence[str]) -> str:
    return w("Only you see: {card}.", card=card(w, it.card))


def _peeked(w: Words, it: actions.StackPeeked, people: Sequence[str]) -> str:
    return w("{name} looks at the top card of the central deck.", name=people[it.seat - 1])


def _card_taken(w: Words, it: actions.CardTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": a_card(w, it.card), "place": _from(w, it.stack, it.seat, people)}
    if it.by == "take":
        return w("{name} takes {card} {place}.", **facts)
    by = names(w, GAME, "tokens").get(it.by) or wonder(w, it.by)
    return w("{name} takes {card} {place} ({by}).", by=by, **facts)


def _from(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
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


def _at(w: Words, stack: str, seat: int, people: Sequence[str]) -> str:
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


def _cat_moved(w: Words, it: actions.CatMoved, people: Sequence[str]) -> str:
    if it.before is None:
        return w("The cat comes to {name}.", name=people[it.seat - 1])
    return w("The cat leaves {before} and comes to {name}.", before=people[it.before - 1], name=people[it.seat - 1])


def _extra_opened(w: Words, it: actions.ExtraOpened, people: Sequence[str]) -> str:
    return w("{token}: {name} may take an extra card.", token=token(w, it.token), name=people[it.seat - 1])


def _markers_turned(w: Words, it: actions.MarkersTurned, people: Sequence[str]) -> str:
    turned = w.ngettext(
        "{name} turns {n} conflict token; {flipped} of {tokens} show battle.",
        "{name} turns {n} conflict tokens; {flipped} of {tokens} show battle.",
        it.count,
        name=people[it.seat - 1],
        flipped=it.flipped,
        tokens=it.tokens,
    )
    return joined(turned, w("The turn ends with a conflict!")) if it.flipped == it.tokens else turned


def _stage_built(w: Words, it: actions.StageBuilt, people: Sequence[str]) -> str:
    return w.ngettext(
        "{name} builds stage {stage} for {n} point ({cards}).",
        "{name} builds stage {stage} for {n} points ({cards}).",
        it.points,
        name=people[it.seat - 1],
        stage=it.stage,
        cards=cards(w, it.paid),
    )


def _wonder_completed(w: Words, it: actions.WonderCompleted, people: Sequence[str]) -> str:
    return w("{name} completes {wonder}!", name=people[it.seat - 1], wonder=wonder(w, it.wonder))


def _stack_searched(w: Words, it: actions.StackSearched, people: Sequence[str]) -> str:
    return w.ngettext(
        "{name} looks at the top card {place}.",
        "{name} looks at the top {n} cards {place}.",
        it.cards,
        name=people[it.seat - 1],
        place=_at(w, it.stack, it.seat, people),
    )


def _stack_shuffled(w: Words, it: actions.StackShuffled, people: Sequence[str]) -> str:
    return w("{stack}: shuffled.", stack=stack_name(w, it.stack, people))


def _effect_lost(w: Words, it: actions.EffectLost, people: Sequence[str]) -> str:
    return w("{name}: the effect finds nothing to do and is lost.", name=people[it.seat - 1])


def _token_taken(w: Words, it: actions.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "token": token(w, it.token)}
    if not it.spent:
        took = w("{name} takes the hidden token: {token}.") if it.hidden else w("{name} takes {token}.")
        return took.format(**facts)
    facts["cards"] = cards(w, it.spent)
    if it.hidden:
        return w("{name} takes the hidden token for {cards}: {token}.", **facts)
    return w("{name} takes {token} for {cards}.", **facts)


def _token_revealed(w: Words, it: actions.TokenRevealed, people: Sequence[str]) -> str:
    return w("New progress token: {token}.", token=token(w, it.token))


def _medal_revealed(w: Words, it: actions.MedalRevealed, people: Sequence[str], box: Data | None) -> str:
    where = gap(w, it.gap, people)
    if box is None:
        return w("{where}: a medal.", where=where)
    return w("{where}: a medal for {medal}.", where=where, medal=medal(w, it.medal, box))


def _medal_taken(w: Words, it: actions.MedalTaken, people: Sequence[str], box: Data | None) -> str:
    name = people[it.seat - 1]
    if box is None:
        return w("{name} wins a medal!", name=name)
    if it.gap == "box":
        return w("{name} wins a medal from the box: {medal}!", name=name, medal=medal(w, it.medal, box))
    return w("{name} wins a medal: {medal}!", name=name, medal=medal(w, it.medal, box))


def _card_stolen(w: Words, it: actions.CardStolen, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "other": people[it.of - 1], "card": a_card(w, it.card)}
    return w("{name} takes {card} away from {other}.", **facts)


def _gift_given(w: Words, it: actions.GiftGiven, people: Sequence[str]) -> str:
    return w("{name} gets the top card of the central deck, face down.", name=people[it.seat - 1])


def _gift_turned_up(w: Words, it: actions.GiftTurnedUp, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.at_end:
        return w("{name} turns a card up for the score: {card}.", **facts)
    return w("{name} turns the face-down card up: {card}.", **facts)


def _military_won(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> str:
    won = [f"{people[seat]} {n}" for seat, n in enumerate(it.won) if n]
    if won:
        return w("Conflict! Military tokens: {won}.", won=", ".join(won))
    return w("Conflict! All shields are equal, and nobody wins a token.")


def _conflict_fought(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> str:
    told = _military_won(w, it, people)
    gone = [f"{name} {cards(w, lost)}" for name, lost in zip(people, it.discarded, strict=False) if lost]
    return joined(told, w("Cards with horns are discarded: {cards}.", cards="; ".join(gone))) if gone else told


def _game_ended(w: Words, it: actions.GameEnded, people: Sequence[str]) -> str:
    why = all_empty(w) if it.reason == "stacks" else w("The game is over.")
    names = both(w, [people[number - 1] for number in it.winners])
    return joined(why, w.ngettext("{names} wins!", "{names} share the victory.", len(it.winners), names=names))


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    actions.TurnBegan: _turn_began,
    actions.CardRevealed: _card_revealed,
    actions.CardSeen: _card_seen,
    actions.StackPeeked: _peeked,
    actions.CardTaken: _card_taken,
    actions.CatMoved: _cat_moved,
    actions.ExtraOpened: _extra_opened,
    actions.MarkersTurned: _markers_turned,
    actions.StageBuilt: _stage_built,
    actions.WonderCompleted: _wonder_completed,
    actions.StackSearched: _stack_searched,
    actions.StackShuffled: _stack_shuffled,
    actions.EffectLost: _effect_lost,
    actions.TokenTaken: _token_taken,
    actions.TokenRevealed: _token_revealed,
    actions.CardStolen: _card_stolen,
    actions.GiftGiven: _gift_given,
    actions.GiftTurnedUp: _gift_turned_up,
    actions.ConflictFought: _conflict_fought,
    actions.GameEnded: _game_ended,
}


def comparisons(w: Words, it: actions.ConflictFought, people: Sequence[str]) -> tuple[str, ...]:
    """Return a sentence for each pair of neighbours in a conflict, clockwise."""
    seats = len(people)
    pairs = ((0, 1),) if seats == 2 else tuple((seat, (seat + 1) % seats) for seat in range(seats))
    return tuple(comparison(w, people[one], it.shields[one], people[other], it.shields[other]) for one, other in pairs)


def comparison(w: Words, one: str, mine: int, other: str, theirs: int) -> str:
    """Compare the shields of two neighbours."""
    if mine == theirs:
        return w("{one} and {other} are equal: {n} each.", one=one, other=other, n=mine)
    if mine < theirs:
        one, mine, other, theirs = other, theirs, one, mine
    return w("{one} beats {other}, {more} to {fewer}.", one=one, other=other, more=mine, fewer=theirs)


def won(w: Words, tokens: int) -> str:
    """Return the number of military tokens that a seat won."""
    return w.ngettext("{n} military token", "{n} military tokens", tokens) if tokens else w("nothing won")


def all_empty(w: Words) -> str:
    """Announce that all stacks are empty."""
    return w("All stacks are empty: the game is over.")
