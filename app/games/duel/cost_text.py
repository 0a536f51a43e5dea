"""Costs of a turn of Duel in words: the parts of a price, and the cards that a turn uncovers."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from app.games.duel.printed_names import card, name_back, resource, runs
from app.text.amount_text import n_units
from app.text.translation import Words, both, either
from app.text.words_protocols import append_description
from engine.duel import data_schema
from engine.duel.data_schema import Data
from engine.duel.view_json import BuildOption


def make(w: Words, option: BuildOption, left: int) -> str:
    """Return the second line of the main button that builds something; `left`: coins the seat keeps."""
    paid = w.ngettext("{n} coin", "{n} coins", option.cost) if option.cost else w("costs no coins")
    return ", ".join((paid, w("you keep {n}", n=left), *list_consequences(w, option)))


def short_of(w: Words, n: int) -> str:
    """Return why something cannot be paid."""
    return w.ngettext("{n} coin missing", "{n} coins missing", n)


def receipt(w: Words, option: BuildOption, other: str, data: Data, whose: str = "") -> Iterator[str]:
    """Explain a price line by line. `other`: name of the seat traded past; `whose`: who pays, if not "you"."""
    if option.chain:
        yield w("free by its chain")
        return
    printed_coins = option.cost - option.traded
    if printed_coins:
        yield w.ngettext("{n} coin printed on it", "{n} coins printed on it", printed_coins)
    for unit, alike in groupby(option.units):
        goods = n_units(len(list(alike)), resource(w, unit.resource))
        match unit.why:
            case "choice":
                yield w("{resource}: made by what gives one of several", resource=goods)
            case "token":
                yield w("{resource}: spared by a progress token", resource=goods)
            case "fixed":
                fixed = w("{resource}: {n} each, your fixed price", resource=goods, n=unit.price)
                yield w("{resource}: {n} each, a fixed price", resource=goods, n=unit.price) if whose else fixed
            case _ if unit.price > data.table.trade_coins:
                yield w(
                    "{resource}: {base} + {more} each, because {name} makes it",
                    resource=goods,
                    base=data.table.trade_coins,
                    more=unit.price - data.table.trade_coins,
                    name=other,
                )
            case _:
                yield w("{resource}: {n} each", resource=goods, n=unit.price)
    if not printed_coins and not option.units:
        yield w("{name} makes all it needs.", name=whose) if whose else w("You make all it needs.")


def discards(w: Words, data: Data) -> str:
    """Return the coins gained by discarding a card."""
    return w(
        "{n}, and {more} for each yellow card", n=data.table.discard_coins, more=data.table.discard_coins_per_yellow
    )


def list_consequences(w: Words, option: BuildOption) -> Iterator[str]:
    """List further consequences of building something now: a pair, another turn."""
    if option.pair:
        yield w("makes a pair")
    if option.again:
        yield w("another turn")


def describe_slot_card(w: Words, slug: str, mine: BuildOption | None, theirs: BuildOption | None, other: str) -> str:
    """Describe a card of the structure for a screen reader, with its price for both seats."""
    if mine is None or theirs is None:
        return card(w, slug)
    prices = w("{n} for you, {more} for {name}", n=mine.cost, more=theirs.cost, name=other)
    prices += f", {w.pgettext('card of a structure', 'covered')}" if mine.covered else ""
    return append_description(w, card(w, slug), prices)


def uncovers(w: Words, freed: Sequence[tuple[str | None, bool, BuildOption | None]], other: str) -> str:
    """List the cards uncovered by taking a card, with their price for the other seat; face-down cards are counted."""
    names = []
    for slug, guild, theirs in freed:
        name = card(w, slug) if slug else name_back(w, guild)
        names.append(f"{name} ({other}{w.colon}{theirs.cost})" if theirs else name)
    return w("Uncovers: {cards}", cards=", ".join(runs(names))) if names else w("Uncovers nothing")


def covered_by(w: Words, lying: Sequence[tuple[str | None, bool]]) -> str:
    """List the cards that cover a card; face-down cards are counted."""
    names = [card(w, slug) if slug else name_back(w, guild) for slug, guild in lying]
    return w("Covered by: {cards}", cards=", ".join(runs(names)))


def chain_name(w: Words, slug: str, data: Data) -> str:
    """Return the name of a chain symbol: the cards that it makes free, since the symbol has no name."""
    return both(w, [card(w, other) for other, one in data.cards.items() if one.chain == slug]) or slug


def name_chain_cards(w: Words, slug: str, data: Data) -> str:
    """Return which cards make this one free; empty if none does."""
    asked_for = data.cards[slug].chain
    bearers = [card(w, other) for other, one in data.cards.items() if asked_for and one.bears == asked_for]
    return w("free with: {cards}", cards=either(w, bearers)) if bearers else ""


def describe_production(w: Words, slug: str, n: int, price: int, running: bool) -> str:
    """Return how many of a resource a city makes, and the price of one more."""
    made = f"{resource(w, slug)}{w.colon}{n}"
    return w("{made}; one more costs {n}", made=made, n=price) if running else made


def one_of(w: Words, kind: str) -> str:
    """Return the choices of a card that makes one resource of several: `wood, clay or stone`."""
    kinds = data_schema.RESOURCES[: data_schema.RAW] if kind == "raw" else data_schema.RESOURCES[data_schema.RAW :]
    return either(w, [resource(w, each) for each in kinds])
