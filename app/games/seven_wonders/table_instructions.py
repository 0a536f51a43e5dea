"""Instructions to move cardboard after an event of 7 Wonders, except what people have just entered."""

from collections.abc import Iterator, Sequence

from app.games.seven_wonders.event_text import source
from app.games.seven_wonders.position_text import explain_forced_sale
from app.text.translation import Words
from engine.seven_wonders import actions

BUILT = actions.CardBuilt | actions.StageBuilt | actions.CardSold | actions.LeaderRecruited | actions.CardRebuilt


def cardboard_tasks(w: Words, event: object, people: Sequence[str], entered: bool) -> Iterator[tuple[int, str]]:
    """Yield brief instructions by seat."""
    match event:
        case actions.HasChosen(seat=seat) if not entered:
            yield seat, explain_forced_sale(w)
        case actions.CardBuilt() | actions.StageBuilt():
            yield from _list_payments(w, event, people)
            yield from _list_gains(w, event)
        case actions.CardSold() | actions.LeaderRecruited() | actions.CardRebuilt():
            yield from _list_gains(w, event)
        case actions.CoinsGained(seat=seat, coins=n, by=by) if n:
            yield seat, _take(w, n, by)
        case actions.TokenTaken(seat=seat, value=value):
            taken = w("Take a defeat token.") if value < 0 else w("Take a victory token of {n}.", n=value)
            yield seat, taken
        case actions.DefeatsLost(seat=seat, number=n) if n:
            yield seat, w.ngettext("Put {n} defeat token back.", "Put {n} defeat tokens back.", n)
        case actions.TokenLost(seat=seat, value=value):
            yield seat, w("Put back your token of {n}.", n=str(value).replace("-", "–"))
        case actions.LeadersBoxed(seat=seat):
            yield seat, w("Put the leaders you have left back into the box.")
        case actions.HandsPassed(to=to):
            passed = w("Pass your cards to the left.") if to == "left" else w("Pass your cards to the right.")
            yield from ((seat, passed) for seat in range(1, len(people) + 1))
        case actions.LeftoversDiscarded():
            last = w("Discard your last card of the age, face down.")
            yield from ((seat, last) for seat in range(1, len(people) + 1))


def _take(w: Words, n: int, by: str) -> str:
    return w.ngettext("Take {n} coin ({by}).", "Take {n} coins ({by}).", n, by=source(w, by))


def _list_gains(w: Words, event: BUILT) -> Iterator[tuple[int, str]]:
    """Yield coins to take from the bank."""
    yield from ((event.seat, _take(w, n, by)) for n, by in event.gains if n and by not in ("left", "right"))


def _list_payments(
    w: Words, event: actions.CardBuilt | actions.StageBuilt, people: Sequence[str]
) -> Iterator[tuple[int, str]]:
    count = len(people)
    payer = people[event.seat - 1]
    if bank := event.coins + event.bank:
        yield event.seat, w.ngettext("Pay {n} coin to the bank.", "Pay {n} coins to the bank.", bank)
    for n, neighbour in ((event.left, event.seat % count + 1), (event.right, (event.seat - 2) % count + 1)):
        if n:
            yield (
                event.seat,
                w.ngettext("Pay {n} coin to {name}.", "Pay {n} coins to {name}.", n, name=people[neighbour - 1]),
            )
            yield neighbour, w.ngettext("Take {n} coin from {name}.", "Take {n} coins from {name}.", n, name=payer)
