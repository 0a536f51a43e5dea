"""What speaks for an action in 7 Wonders: read off a view, so that it is true of what its reader knows; and its words.

The sentences say neither *you* nor who acts: they are the same in a hint, and about what a bot did.
"""

from collections.abc import Iterable, Iterator, Sequence

from app.games.seven_wonders.called import card, resource, symbol
from app.protocol.messages import Reason
from app.text.amounts import n_coins, n_points
from app.text.languages import Words, capital
from engine.game import Event
from engine.seven_wonders import actions
from engine.seven_wonders.cards import Coins, Data, Effect, Points, Produces, Science, Shields, Trade
from engine.seven_wonders.view import View, Way


def of_action(view: View, box: Data, seat: int, text: str) -> tuple[Reason, ...]:
    """What speaks for it, the weightiest first. `view`: what the seat knows that would do it."""
    match text.removeprefix("choose ").split():
        case ["build", slug, *_]:
            way = next((way for way in view.hints.ways if way.thing == slug), None)
            return tuple(_built(view, box, seat, slug, way, chain=way is not None and way.why == "chain"))
        case ["rebuild", slug]:
            return tuple(_built(view, box, seat, slug, None, chain=False))
        case ["stage", *_]:
            return tuple(_stage(view, box, seat, view.seats[seat - 1].stages + 1))
        case ["sell", *_]:
            return (Reason("coins", {"n": box.table.sale}),)
        case ["recruit", slug]:
            way = next((way for way in view.hints.ways if way.thing == slug), None)
            return (Reason("counts", {"points": way.points}),) if way and way.points else ()
    return ()


def of_event(view: View, box: Data, event: Event) -> tuple[Reason, ...]:
    """The same of what was done, by what everybody saw before."""
    match event:
        case actions.CardBuilt(seat=seat, card=slug, chain=chain):
            return tuple(_built(view, box, seat, slug, None, chain=chain))
        case actions.CardRebuilt(seat=seat, card=slug):
            return tuple(_built(view, box, seat, slug, None, chain=False))
        case actions.StageBuilt(seat=seat, stage=stage):
            return tuple(_stage(view, box, seat, stage))
        case actions.CardSold(coins=coins):
            return (Reason("coins", {"n": coins}),)
    return ()


def says(w: Words, it: Reason, people: Sequence[str]) -> str:
    """A sentence."""
    facts = it.facts
    name, slug = people[_n(facts.get("seat", 1)) - 1], str(facts.get("card", ""))
    points, n = n_points(w, _n(facts.get("points", 0))), _n(facts.get("n", 0))
    sign = symbol(w, str(facts["symbol"])) if "symbol" in facts else ""
    match it.id:
        case "chain":
            said = w("{card} is free by its chain.", card=card(w, slug))
        case "ahead":
            said = w("More shields than {name}, as it stands: {mine} to {theirs}.", name=name,
                     mine=facts["mine"], theirs=facts["theirs"])  # fmt: skip
        case "set":
            said = w("The third different symbol makes a set: {points} for that alone.", points=points)
        case "alike":
            said = w("{n} × {symbol}: {points} instead of {less}.", n=n, symbol=sign, points=points, less=facts["less"])
        case "symbol":
            said = w("A first {symbol}; symbols are worth more with each one.", symbol=sign)
        case "makes":
            what = resource(w, str(facts["resource"]))
            said = w("It makes {resource} in every turn from now on.", resource=what)
        case "choice":
            said = w("It makes one of {n} resources in every turn.", n=n)
        case "trade":
            said = w("Buying some resources costs less from now on.")
        case "points":
            said = w("{points}, certain.", points=points)
        case "counts":
            said = w("{points} as it stands.", points=points)
        case "coins":
            said = w("It brings {coins}.", coins=n_coins(w, n))
        case "leads":
            said = w("Should it come later, {card} is free with it.", card=card(w, slug))
        case "stage":
            said = w("Stage {stage}: {points}.", stage=facts["stage"], points=points)
        case "stage-more":
            said = w("Stage {stage} does more than bring points.", stage=facts["stage"])
        case _:
            return ""
    return capital(said)


def _built(view: View, box: Data, seat: int, slug: str, way: Way | None, *, chain: bool) -> Iterator[Reason]:
    printed = box.cards[slug]
    if chain:
        yield Reason("chain", {"card": slug})
    yield from _effects(view, box, seat, printed.effects)
    plain = any(isinstance(effect, Points | Science) for effect in printed.effects)
    if way and way.points and not plain:
        yield Reason("counts", {"points": way.points})
    if way and way.brings:
        yield Reason("coins", {"n": way.brings})
    held = view.seats[seat - 1].cards
    later = [each for each, data in box.cards.items() if slug in data.chain and data.age > view.age]
    later = [each for each in later if each not in held and (box.cards[each].same_as or each) not in held]
    if later:
        yield Reason("leads", {"card": later[0]})


def _effects(view: View, box: Data, seat: int, effects: Iterable[Effect]) -> Iterator[Reason]:
    """What everybody can see that they would do."""
    standing, mine, n = view.hints.standing[seat - 1], view.seats[seat - 1], len(view.seats)
    for effect in effects:
        match effect:
            case Shields(amount=amount):
                for other in (seat % n + 1, (seat - 2) % n + 1):
                    theirs = view.seats[other - 1].shields
                    if mine.shields <= theirs < mine.shields + amount:
                        yield Reason("ahead", {"seat": other, "mine": mine.shields + amount, "theirs": theirs})
                        break
            case Science(symbol=slug) if slug != "any":
                yield _symbol(box, standing.symbols, slug)
            case Produces(of=(slug,)) if slug not in standing.makes:
                yield Reason("makes", {"resource": slug})
            case Produces(of=(_, _, *_)):
                yield Reason("choice", {"n": len(effect.of)})
            case Trade():
                yield Reason("trade")
            case Points(amount=amount):
                yield Reason("points", {"points": amount})
            case Coins(amount=amount):
                yield Reason("coins", {"n": amount})


def _symbol(box: Data, have: dict[str, int], slug: str) -> Reason:
    plain = {each: n for each, n in have.items() if each != "any"}
    sets = min(plain.get(each, 0) for each in ("compass", "gear", "tablet"))
    count = plain.get(slug, 0)
    after = {**plain, slug: count + 1}
    if min(after.get(each, 0) for each in ("compass", "gear", "tablet")) > sets:
        return Reason("set", {"points": box.table.set_of_symbols})
    if count:
        return Reason("alike", {"symbol": slug, "n": count + 1, "points": (count + 1) ** 2, "less": count**2})
    return Reason("symbol", {"symbol": slug})


def _stage(view: View, box: Data, seat: int, stage: int) -> Iterator[Reason]:
    mine = view.seats[seat - 1]
    effects = box.boards[f"{mine.wonder}-{mine.side}"].stages[stage - 1].effects
    points = sum(effect.amount for effect in effects if isinstance(effect, Points))
    if points:
        yield Reason("stage", {"stage": stage, "points": points})
    yield from (each for each in _effects(view, box, seat, effects) if each.id != "points")
    if not points and not all(isinstance(effect, Points | Shields | Coins) for effect in effects):
        yield Reason("stage-more", {"stage": stage})


def _n(fact: object) -> int:
    assert isinstance(fact, int)
    return fact
