"""A turn of Duel, drawn: what a price comes from, what a card uncovers."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.games.duel.printed_names import back, card, resource, runs, wonder
from app.text.amounts import n_units
from app.text.game import with_says
from app.text.languages import Words, both, either
from engine.duel import cards
from engine.duel.cards import Data
from engine.duel.view import Way


def make(w: Words, way: Way, left: int) -> str:
    """The main button that builds something; `left`: coins that are kept."""
    if way.wonder:
        name = wonder(w, way.thing)
        if not way.cost:
            return w("Build {wonder} for nothing, keep {left}", wonder=name, left=left)
        return w("Build {wonder} for {n}, keep {left}", wonder=name, n=way.cost, left=left)
    if not way.cost:
        return w("Build for nothing, keep {left}", left=left)
    return w("Build for {n}, keep {left}", n=way.cost, left=left)


def short_of(w: Words, n: int) -> str:
    """Why something cannot be paid."""
    return w.ngettext("{n} coin missing", "{n} coins missing", n)


def receipt(w: Words, way: Way, other: str, facts: Data, whose: str = "") -> Iterator[str]:
    """How a price comes about, line by line. `other`: the seat one trades past; `whose`: who pays, if not "you"."""
    if way.chain:
        yield w("free by its chain")
        return
    printed_coins = way.cost - way.traded
    if printed_coins:
        yield w.ngettext("{n} coin printed on it", "{n} coins printed on it", printed_coins)
    for unit, alike in groupby(way.units):
        goods = n_units(len(list(alike)), resource(w, unit.resource))
        match unit.why:
            case "choice":
                yield w("{resource}: made by what gives one of several", resource=goods)
            case "token":
                yield w("{resource}: spared by a progress token", resource=goods)
            case "fixed":
                fixed = w("{resource}: {n} each, your fixed price", resource=goods, n=unit.price)
                yield w("{resource}: {n} each, a fixed price", resource=goods, n=unit.price) if whose else fixed
            case _ if unit.price > facts.table.trade_coins:
                yield w(
                    "{resource}: {base} + {more} each, for {name} makes it",
                    resource=goods,
                    base=facts.table.trade_coins,
                    more=unit.price - facts.table.trade_coins,
                    name=other,
                )
            case _:
                yield w("{resource}: {n} each", resource=goods, n=unit.price)
    if not printed_coins and not way.units:
        yield w("{name} makes all it needs.", name=whose) if whose else w("You make all it needs.")


def discards(w: Words, facts: Data) -> str:
    """What a discarded card brings."""
    return w(
        "{n}, and {more} for each yellow card",
        n=facts.table.discard_coins,
        more=facts.table.discard_coins_per_yellow,
    )


def follows(w: Words, way: Way) -> Iterator[str]:
    """What else building something would do now."""
    if way.pair:
        yield w("makes a pair")
    if way.again:
        yield w("another turn")


def lies(w: Words, slug: str, mine: Way | None, theirs: Way | None, other: str) -> str:
    """A card of the structure, as it is read out: what it costs both."""
    if mine is None or theirs is None:
        return card(w, slug)
    prices = w("{n} for you, {more} for {name}", n=mine.cost, more=theirs.cost, name=other)
    prices += f", {w.pgettext('card of a structure', 'covered')}" if mine.covered else ""
    return with_says(card(w, slug), prices)


def uncovers(w: Words, freed: Sequence[tuple[str | None, bool, Way | None]], other: str) -> str:
    """What lies free once a card is taken, with what it costs the other seat; face down it is only counted."""
    names = []
    for slug, guild, theirs in freed:
        name = card(w, slug) if slug else back(w, guild)
        names.append(f"{name} ({other}: {theirs.cost})" if theirs else name)
    return w("Uncovers: {cards}", cards=", ".join(runs(names))) if names else w("Uncovers nothing")


def covered_by(w: Words, lying: Sequence[tuple[str | None, bool]]) -> str:
    """What lies on a card; face down it is only counted."""
    names = [card(w, slug) if slug else back(w, guild) for slug, guild in lying]
    return w("Covered by: {cards}", cards=", ".join(runs(names)))


def chain_name(w: Words, slug: str, facts: Data) -> str:
    """A chain symbol has no name of its own: it is called by the card that it makes free."""
    return both(w, [card(w, other) for other, one in facts.cards.items() if one.chain == slug]) or slug


def free_with(w: Words, slug: str, facts: Data) -> str:
    """Which cards make this one free; empty if none does."""
    asked_for = facts.cards[slug].chain
    bearers = [card(w, other) for other, one in facts.cards.items() if asked_for and one.bears == asked_for]
    return w("free with: {cards}", cards=either(w, bearers)) if bearers else ""


def makes(w: Words, slug: str, n: int, price: int, running: bool) -> str:
    """Of a resource how many a city makes, and what one more costs it now."""
    made = f"{resource(w, slug)}: {n}"
    return w("{made}; one more costs {n}", made=made, n=price) if running else made


def one_of(w: Words, kind: str) -> str:
    """`wood, clay or stone`: what a city makes one of each time."""
    kinds = cards.RESOURCES[: cards.RAW] if kind == "raw" else cards.RESOURCES[cards.RAW :]
    return either(w, [resource(w, each) for each in kinds])
