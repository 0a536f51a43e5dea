"""Instructions for people with cardboard after an event of Duel, besides what they have just entered."""

from collections.abc import Iterator, Sequence

from app.games.duel.printed_names import ROMAN, card, name_of, wonder
from app.text.translation import Words
from engine.duel import actions


def cardboard_tasks(w: Words, event: object, people: Sequence[str], entered: bool) -> Iterator[tuple[int, str]]:
    """Yield short instructions with their seat. `entered`: people entered the event themselves.

    The cost of a card was shown to its builder with the card.
    """
    match event:
        case actions.TradePaid(seat=seat, coins=n):
            yield seat, w.ngettext("Take {n} coin that was paid.", "Take {n} coins that were paid.", n)
        case actions.CoinsGained(seat=seat, coins=n, by=by) if n:
            facts = {"by": name_of(w, by)}
            yield seat, w.ngettext("Take {n} coin ({by}).", "Take {n} coins ({by}).", n, **facts)
        case actions.CoinsLost(seat=seat, coins=n) if n:
            yield seat, w.ngettext("Give {n} coin back to the bank.", "Give {n} coins back to the bank.", n)
        case actions.PawnMoved(seat=seat, spaces=n) if n:
            other = people[2 - seat]
            yield (
                seat,
                w.ngettext(
                    "Move the pawn {n} space towards {name}.", "Move the pawn {n} spaces towards {name}.", n, name=other
                ),
            )
        case actions.MilitaryToken(seat=seat):
            yield seat, w("Put the military token back into the box.")
        case actions.WonderLeft(seat=seat, wonder=slug):
            yield seat, w("Put {wonder} back into the box.", wonder=wonder(w, slug))
        case actions.CardDestroyed(of=of, card=slug):
            yield of, w("Put on the discard pile: {card}.", card=card(w, slug))
        case actions.CardRevived(seat=seat, card=slug) if not entered:
            yield seat, w("Take from the discard pile: {card}.", card=card(w, slug))
        case actions.AgeBegan(age=age):
            yield 1, w("Lay out the cards of Age {age}.", age=ROMAN[age])
