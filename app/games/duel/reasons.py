"""What speaks for an action in Duel: read off a view, so that it is true of what its reader knows; and its words.

The sentences say neither *you* nor who acts: they are the same in a hint, and about what a bot did.
"""

from collections.abc import Iterator, Sequence

from app.games.duel.called import card, resource, symbol
from app.protocol.messages import Reason
from app.text.amounts import n_coins, n_points
from app.text.languages import Words, capital
from engine.duel import actions
from engine.duel.cards import Data, FixedPrice, Produces, ProducesOneOf
from engine.duel.view import Standing, View, Way
from engine.game import Event


def of_action(view: View, box: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """What speaks for it, the weightiest first. `view`: what the seat knows that would do it."""
    match text.removesuffix(f" {actions.MARK}").split():
        case ["build", thing]:
            return tuple(_built(view, box, seat, thing, thing))
        case ["build", thing, "with", under]:
            return tuple(_built(view, box, seat, thing, under))
        case ["discard", slug]:
            return tuple(_discarded(view, seat, slug))
    return ()


def of_event(view: View, box: Data, event: Event) -> tuple[Reason, ...]:
    """The same of what was done, by what everybody saw before."""
    match event:
        case actions.CardBuilt(seat=seat, card=slug):
            return tuple(_built(view, box, seat, slug, slug))
        case actions.WonderBuilt(seat=seat, wonder=thing, card=under):
            return tuple(_built(view, box, seat, thing, under))
        case actions.CardDiscarded(seat=seat, card=slug):
            return tuple(_discarded(view, seat, slug))
    return ()


def says(w: Words, it: Reason, people: Sequence[str]) -> str:
    """A sentence."""
    facts = it.facts
    name, slug = people[_n(facts.get("seat", 1)) - 1], str(facts.get("card", ""))
    sign = symbol(w, str(facts["symbol"])) if "symbol" in facts else ""
    points, n = n_points(w, _n(facts.get("points", 0))), _n(facts.get("n", 0))
    match it.id:
        case "capital":
            said = w("The pawn reaches the capital of {name}: that wins at once.", name=name)
        case "sixth":
            said = w("{symbol} is the last symbol that was missing: that wins at once.", symbol=sign)
        case "denies-capital":
            said = w("Otherwise {name} could reach the capital with it.", name=name)
        case "denies-sixth":
            said = w("Otherwise {name} could have the last symbol that is missing: {symbol}.", name=name, symbol=sign)
        case "pair":
            said = w("The second {symbol}: a progress token.", symbol=sign)
        case "again":
            said = w("Another turn follows.")
        case "chain":
            said = w("{card} is free by its chain.", card=card(w, slug))
        case "denies-free":
            said = w("{card} would be free for {name}.", card=card(w, slug), name=name)
        case "denies-pair":
            said = w("It would be the second {symbol} of {name}.", symbol=sign, name=name)
        case "symbol":
            said = w("{symbol}: {n} of {most} different symbols.", symbol=sign, n=n, most=facts["most"])
        case "pawn":
            said = w("The pawn comes {n} ahead, worth {points} if it stays there.", n=n, points=points)
        case "pawn-back":
            said = w.ngettext("The pawn moves {n} space back.", "The pawn moves {n} spaces back.", n)
        case "makes":
            said = w(
                "It makes {resource}, which costs {coins} to buy.",
                resource=resource(w, str(facts["resource"])), coins=n_coins(w, n),
            )  # fmt: skip
        case "choice":
            said = w("It stands for any one of several resources in every turn.")
        case "trade":
            said = w("Buying some resources costs less from now on.")
        case "points":
            said = w("{points}, certain.", points=points)
        case "counts":
            said = w("{points} as it stands.", points=points)
        case "coins":
            said = w("It brings {coins}.", coins=n_coins(w, n))
        case _:
            return ""
    return capital(said)


def _built(view: View, box: Data, seat: int, thing: str, slug: str) -> Iterator[Reason]:
    """`slug`: the card that is used for it."""
    mine, other = view.hints.standing[seat - 1], 3 - seat
    way = _way(mine, thing)
    if way is None:
        return
    lacks = way.symbol if way.symbol in mine.symbols else None
    if way.shields >= mine.capital:
        yield Reason("capital", {"seat": other})
    if lacks and mine.symbols_left == 1:
        yield Reason("sixth", {"symbol": lacks})
    yield from _threat(view, other, slug)
    if way.pair and way.symbol and view.tokens:
        yield Reason("pair", {"symbol": way.symbol})
    if way.again:
        yield Reason("again")
    if way.chain:
        yield Reason("chain", {"card": slug})
    yield from _denied(view, other, slug)
    if lacks and mine.symbols_left > 1:
        most = box.table.winning_symbols
        yield Reason("symbol", {"symbol": lacks, "n": most - mine.symbols_left + 1, "most": most})
    if way.shields and way.shields < mine.capital:
        yield _pushed(view, box, seat, way.shields)
    if not way.wonder:
        for effect in box.cards[thing].effects:
            if isinstance(effect, Produces) and not _makes(view, box, seat, effect.resource):
                price = view.seats[seat - 1].prices[effect.resource]
                yield Reason("makes", {"resource": effect.resource, "n": price})
            elif isinstance(effect, ProducesOneOf):
                yield Reason("choice")
            elif isinstance(effect, FixedPrice):
                yield Reason("trade")
    if points := (box.wonders[thing] if way.wonder else box.cards[thing]).points:
        yield Reason("points", {"points": points})
    elif way.points:
        yield Reason("counts", {"points": way.points})


def _discarded(view: View, seat: int, slug: str) -> Iterator[Reason]:
    yield from _threat(view, 3 - seat, slug)
    yield from _denied(view, 3 - seat, slug)
    yield Reason("coins", {"n": view.hints.standing[seat - 1].discard})


def _threat(view: View, other: int, slug: str) -> Iterator[Reason]:
    """With this card the other would win at once."""
    standing = view.hints.standing[other - 1]
    way = _way(standing, slug)
    if way is None or not way.can:
        return
    if way.shields >= standing.capital:
        yield Reason("denies-capital", {"seat": other})
    if way.symbol in standing.symbols and standing.symbols_left == 1:
        yield Reason("denies-sixth", {"seat": other, "symbol": str(way.symbol)})


def _denied(view: View, other: int, slug: str) -> Iterator[Reason]:
    """What this card would be to the other."""
    way = _way(view.hints.standing[other - 1], slug)
    if way is None or not way.can:
        return
    if way.pair and way.symbol and view.tokens:
        yield Reason("denies-pair", {"seat": other, "symbol": way.symbol})
    if way.chain:
        yield Reason("denies-free", {"seat": other, "card": slug})


def _pushed(view: View, box: Data, seat: int, shields: int) -> Reason:
    ahead = view.military.pawn if seat == 1 else -view.military.pawn
    after = ahead + shields
    if after <= 0:
        return Reason("pawn-back", {"n": shields})
    points = [zone.points for zone in box.military.zones if zone.start <= after]
    return Reason("pawn", {"n": after, "points": points[-1] if points else 0})


def _makes(view: View, box: Data, seat: int, slug: str) -> bool:
    """Whether a card in the city makes it already."""
    stands = (effect for card in view.seats[seat - 1].cards for effect in box.cards[card].effects)
    return any(isinstance(effect, Produces) and effect.resource == slug for effect in stands)


def _way(standing: Standing, thing: str) -> Way | None:
    return next((way for way in standing.ways if way.thing == thing), None)


def _n(fact: object) -> int:
    assert isinstance(fact, int)
    return fact
