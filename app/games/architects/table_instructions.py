"""Instructions for people with cardboard after an event of Architects, besides what they have just entered."""

from collections.abc import Iterator, Sequence

from app.games.architects.printed_names import card, cards, stack_name, token
from app.text.translation import Words
from engine.architects import actions


def cardboard_tasks(w: Words, event: object, people: Sequence[str], entered: bool) -> Iterator[tuple[int, str]]:
    """Yield short instructions with their seat. `entered`: people entered the event themselves, on a button with
    these words.
    """
    match event:
        case actions.StageBuilt() | actions.TokenTaken() | actions.CardStolen() if entered:
            return
        case actions.StageBuilt(seat=seat, stage=stage, paid=paid):
            gone = [slug for slug in paid if slug != "double-coin"] + ["coin"] * paid.count("double-coin")
            yield seat, w("Turn stage {stage} over. Discard: {cards}.", stage=stage, cards=cards(w, gone))
        case actions.TokenTaken(seat=seat, token=slug, spent=spent):
            took = w("Take the token {token}.", token=token(w, slug))
            yield seat, " ".join([took, *([w("Discard: {cards}.", cards=cards(w, spent))] if spent else [])])
        case actions.CatMoved(seat=seat, before=None):
            yield seat, w("Take the cat.")
        case actions.CatMoved(seat=seat, before=int(before)):
            yield seat, w("Take the cat from {name}.", name=people[before - 1])
        case actions.MarkersTurned(seat=seat, count=n, flipped=flipped, tokens=tokens) if flipped < tokens:
            yield seat, w.ngettext("Turn {n} conflict token to battle.", "Turn {n} conflict tokens to battle.", n)
        case actions.MedalTaken(seat=seat):
            yield seat, w("Take your medal.")
        case actions.CardStolen(seat=seat, of=of, card=slug):
            yield seat, w("Take from {name}: {card}.", name=people[of - 1], card=card(w, slug))
        case actions.GiftGiven(seat=seat):
            yield seat, w("Take the top card of the central deck, face down.")
        case actions.StackShuffled(stack=stack) if stack.isdecimal():
            yield (
                int(stack),
                w("{stack}: shuffle the other cards and put them back.", stack=stack_name(w, stack, people)),
            )
        case actions.ConflictFought():
            yield from _conflict_tasks(w, event)


def _conflict_tasks(w: Words, event: actions.ConflictFought) -> Iterator[tuple[int, str]]:
    """Yield tokens to take and horn cards to discard; the first winner, or seat 1, turns the conflict tokens back."""
    back = next((seat for seat, n in enumerate(event.won, 1) if n), 1)
    for seat, (n, gone) in enumerate(zip(event.won, event.discarded, strict=True), 1):
        parts = [w.ngettext("Take {n} military token.", "Take {n} military tokens.", n)] if n else []
        parts += [w("Discard: {cards}.", cards=cards(w, gone))] if gone else []
        parts += [w("Turn the conflict tokens back to peace.")] if seat == back else []
        if parts:
            yield seat, " ".join([w("Conflict:"), *parts])
