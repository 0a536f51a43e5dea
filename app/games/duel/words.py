"""Duel in the reader's words: cards, wonders, tokens, actions, events, the position, refusals, results.

Follows `app.text.game.PlainWords`. Names are those on the cards where a language has a box of its own; the Dutch box
prints the English ones. What a thing does is said in few words, from what is printed on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, assert_never

import msgspec

from app.games.tally import words as sheet
from app.text import house
from app.text.entered import ALIKE, Sentences, Unfit, misfit, whose
from app.text.game import Choice, Choices, Section, named, seat_name
from app.text.languages import Words, both, capital, either
from app.text.names import names
from engine.duel import actions, cards
from engine.duel.cards import Data
from engine.duel.view import SeatView, SlotView, View, Way
from engine.game import Event
from engine.house import HouseCounted, HouseHasOther, HouseSaid

DULL: Final = frozenset({"token-revealed", "token-drawn", "wonder-offered", "age-began", "card-revealed", "turn-began"})
DECIDED: Final = frozenset(
    {"wonder-drafted", "start-chosen", "card-built", "wonder-built", "card-discarded"}
    | {"token-taken", "card-destroyed", "card-revived"}
)
token: Final = sheet.token  # score sheets and markers name tokens, too
UNSAID: Final = frozenset({"back-revealed", "token-seen"})  # seen where they lie, so not written out
ROMAN: Final = ("", "I", "II", "III")

_view: Final = msgspec.json.Decoder(View)
GAME: Final = "duel"
_events: Final = msgspec.json.Decoder[actions.Events](actions.Events)

# ---- names -------------------------------------------------------------------------------------------


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders Duel"


def identity(w: Words, slug: str) -> str:
    """Seats have no printed identity here."""
    return named({}, slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return named(names(w, GAME, "cards"), slug)


def wonder(w: Words, slug: str) -> str:
    """`The Sphinx`."""
    return named(names(w, GAME, "wonders"), slug)


def name_of(w: Words, slug: str) -> str:
    """A card, a wonder or a token: no two of them bear the same word."""
    return names(w, GAME, "cards").get(slug) or names(w, GAME, "wonders").get(slug) or token(w, slug)


def resource(w: Words, slug: str) -> str:
    """`clay`."""
    return named(names(w, GAME, "resources"), slug)


def colour(w: Words, slug: str) -> str:
    """`brown`: a colour of cards."""
    return named(names(w, GAME, "colours"), slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return named(names(w, GAME, "symbols"), slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return named(names(w, GAME, "categories"), slug)


def counted(w: Words, slug: str) -> str:
    """What the history counts besides points."""
    return named(names(w, GAME, "counted"), slug)


# ---- what is chosen before a game --------------------------------------------------------------------


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    return w.pgettext("variant", "First game") if slug == "first-game" else named({}, slug)


def variants(w: Words, slugs: Iterable[str]) -> str:
    """Several of them in a sentence."""
    return both(w, [variant(w, slug) for slug in slugs])


def variant_says(w: Words, slug: str) -> str:
    """What it changes, in one sentence; nothing for one that was invented later."""
    return w("Each side gets four set wonders instead of drafting them.") if slug == "first-game" else ""


def house_rule(w: Words, slug: str) -> str:
    """What holds while a house rule is on; there is none yet."""
    return named({}, slug)


def assumed(w: Words, slugs: Iterable[str]) -> str:
    """Nothing here is an assumption."""
    return ""


# ---- what printed things cost and do -----------------------------------------------------------------


def _coins(w: Words, n: int) -> str:
    return w.ngettext("{n} coin", "{n} coins", n)


def _units(w: Words, amount: int, slug: str) -> str:
    return resource(w, slug) if amount == 1 else f"{amount} × {resource(w, slug)}"


def cost(w: Words, cost: cards.Cost) -> str:
    """What is printed as a cost: `2 coins, clay`; `free`."""
    parts = [_coins(w, cost.coins)] if cost.coins else []
    units = zip(cards.RESOURCES, cost.units(), strict=True)
    parts += [_units(w, amount, resource) for resource, amount in units if amount]
    return ", ".join(parts) or w.pgettext("cost", "free")


def card_says(w: Words, slug: str, facts: Data) -> str:
    """A card's colour and all it brings: `blue · 4 points · leads to: Gardens`."""
    card_facts = facts.cards[slug]
    parts = [colour(w, card_facts.colour), *_brings(w, card_facts, facts)]
    led = [card(w, other) for other, one in facts.cards.items() if card_facts.bears and one.chain == card_facts.bears]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def wonder_says(w: Words, slug: str, facts: Data) -> str:
    """All a wonder brings: `3 points · 2 shields`."""
    return " · ".join(_brings(w, facts.wonders[slug], facts))


def token_says(w: Words, slug: str, facts: Data) -> str:
    """All a progress token brings."""
    token_facts = facts.tokens[slug]
    points = [_points(w, token_facts.points)] if token_facts.points else []
    return " · ".join([*(_token_effect(w, effect) for effect in token_facts.effects), *points])


def _points(w: Words, n: int) -> str:
    return w.ngettext("{n} point", "{n} points", n)


def _brings(w: Words, it: cards.CardData | cards.WonderData, facts: Data) -> list[str]:
    points = [_points(w, it.points)] if it.points else []
    return [*points, *(_effect(w, effect, facts) for effect in it.effects)]


def _effect(w: Words, effect: cards.Effect, facts: Data) -> str:
    match effect:
        case cards.Produces(resource=slug, amount=amount):
            return _units(w, amount, slug)
        case cards.ProducesOneOf(of=of):
            kinds = cards.RESOURCES[: cards.RAW] if of == "raw" else cards.RESOURCES[cards.RAW :]
            return either(w, [resource(w, kind) for kind in kinds])
        case cards.FixedPrice(of=of):
            cheap = both(w, [resource(w, kind) for kind in of])
            n = facts.table.fixed_price
            return w.ngettext("{resources} for {n} coin each", "{resources} for {n} coins each", n, resources=cheap)
        case cards.Coins(amount=amount):
            return _coins(w, amount)
        case cards.CoinsPer(of=of, amount=amount):
            return w("{gain} for each {thing}", gain=_coins(w, amount), thing=_each(w, of))
        case cards.Majority(of=of, every=every, coins=coins, points=points):
            gains = ([_coins(w, coins)] if coins else []) + ([_points(w, points)] if points else [])
            return w("{gain} for each {thing} in the city with more", gain=both(w, gains), thing=_each(w, of, every))
        case cards.OpponentLoses(amount=amount):
            return w.ngettext("the other side loses {n} coin", "the other side loses {n} coins", amount)
        case cards.Shields(amount=amount):
            return w.ngettext("{n} shield", "{n} shields", amount)
        case cards.Science(symbol=slug):
            return symbol(w, slug)
        case cards.Destroy(colour="brown"):
            return w("destroys a brown card")
        case cards.Destroy():
            return w("destroys a grey card")
        case cards.Revive():
            return w("builds a discarded card for nothing")
        case cards.DrawTokens(draw=draw):
            return w.ngettext("look at {n} token and keep it", "look at {n} tokens and keep one", draw)
        case cards.PlayAgain():
            return w("another turn")
        case _:
            assert_never(effect)


def _each(w: Words, of: Iterable[str], every: int = 1) -> str:
    """What is counted, as it stands after `each`; `every`: so many coins count as one."""
    return either(w, [_one(w, what, every) for what in of])


def _one(w: Words, what: str, every: int = 1) -> str:
    match what:
        case "brown":
            return w.pgettext("for each", "brown card")
        case "grey":
            return w.pgettext("for each", "grey card")
        case "blue":
            return w.pgettext("for each", "blue card")
        case "green":
            return w.pgettext("for each", "green card")
        case "yellow":
            return w.pgettext("for each", "yellow card")
        case "red":
            return w.pgettext("for each", "red card")
        case "purple":
            return w.pgettext("for each", "purple card")
        case "wonder":
            return w.pgettext("for each", "built wonder")
        case "coin":
            return w.pgettext("for each", "{n} coins", n=every)
    raise ValueError(f"no words for what is counted: {what}")


def _token_effect(w: Words, effect: cards.TokenEffect) -> str:
    match effect:
        case cards.Coins(amount=amount):
            return _coins(w, amount)
        case cards.Science():
            return w("one more science symbol")  # the token is called like it
        case cards.Discount(on="wonder", units=units):
            return w.ngettext("wonders cost {n} resource less", "wonders cost {n} resources less", units)
        case cards.Discount(on=colour, units=units):
            less = w.ngettext("{n} resource less", "{n} resources less", units)
            return w("{gain} for each {thing}", gain=less, thing=_one(w, colour))
        case cards.TradeIncome():
            return w("you get what the other side pays for resources")
        case cards.PointsPerToken(amount=amount):
            return w.ngettext("{n} point for each progress token", "{n} points for each progress token", amount)
        case cards.MoreShields(amount=amount):
            return w.ngettext(
                "{n} more shield on each red card to come", "{n} more shields on each red card to come", amount
            )
        case cards.WondersPlayAgain():
            return w("another turn after each wonder to come")
        case cards.ChainCoins(amount=amount):
            return w.ngettext(
                "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", amount
            )
        case _:
            assert_never(effect)


# ---- actions -----------------------------------------------------------------------------------------


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """The label of a button that says an action, or of a line of chance; a different one for each different action.

    What our counts exclude (`track`) is labelled as if they had it; no question offers both.
    """
    if agreed := house.action(w, text, people, house_count, house_wonder):
        return agreed
    match text.removesuffix(f" {actions.MARK}").split():
        case ["draft", slug]:
            return w("Take {wonder}", wonder=wonder(w, slug))
        case ["build", slug]:
            return w("Build {card}", card=card(w, slug))
        case ["build", slug, "with", under]:
            return w("Build {wonder} with {card}", wonder=wonder(w, slug), card=card(w, under))
        case ["discard", slug]:
            return w("Discard {card}", card=card(w, slug))
        case ["progress", slug]:
            return w("Take {token}", token=token(w, slug))
        case ["destroy", slug]:
            return w("Destroy {card}", card=card(w, slug))
        case ["revive", slug]:
            return w("Build {card} from the discard pile", card=card(w, slug))
        case ["keep", slug]:
            return w("Keep {token}", token=token(w, slug))
        case ["start", seat]:
            return w("{name} begins", name=people[int(seat) - 1] if people else seat_name(w, int(seat), None))
        case ["reveal", "token", slug]:
            return w("New progress token: {token}", token=token(w, slug))
        case ["reveal", "wonder", slug]:
            return w("On offer: {wonder}", wonder=wonder(w, slug))
        case ["reveal", "box", slug]:
            return w("From the box: {token}", token=token(w, slug))
        case ["reveal", slot, "age" | "guild" as back]:
            return w("Place {slot}: {card}", slot=int(slot) + 1, card=_back(w, back == "guild"))
        case ["reveal", slot, slug]:
            return w("Place {slot}: {card}", slot=int(slot) + 1, card=card(w, slug))
    raise ValueError(f"not an action of Duel: {text!r}")


def did(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """What a person has done: `Ben built Quarry`."""
    match text.removesuffix(f" {actions.MARK}").split():
        case ["build", slug]:
            return w("{name} built {card}", name=name, card=card(w, slug))
        case ["build", slug, "with", _]:
            return w("{name} built {card}", name=name, card=wonder(w, slug))
        case ["discard", slug]:
            return w("{name} discarded {card}", name=name, card=card(w, slug))
        case ["draft", slug]:
            return w("{name} took {token}", name=name, token=wonder(w, slug))
        case ["progress" | "keep", slug]:
            return w("{name} took {token}", name=name, token=token(w, slug))
        case ["destroy", slug]:
            return w("{name} destroyed {card}", name=name, card=card(w, slug))
        case ["revive", slug]:
            return w("{name} built {card}", name=name, card=card(w, slug))
    return w("{name}, {action}", name=name, action=action(w, text, people))


def _back(w: Words, guild: bool | None) -> str:
    return w("a guild, face down") if guild else w("face down")


def asked(w: Words, legal: Sequence[str], people: Sequence[str] = ()) -> str:
    """What these legal actions ask, as a short prompt."""
    match legal[0].split()[0]:
        case "draft":
            return w("Choose a wonder")
        case "progress":
            return w("Choose a token")
        case "keep":
            return w("Keep one token")
        case "destroy":
            return w("Destroy a card")
        case "revive":
            return w("Build a discarded card")
        case "start":
            return w("Who begins this age?")
    return w("Take a card")


def told(w: Words, legal: Sequence[str]) -> str:
    """What people are to tell where they deal, as a short prompt."""
    match legal[0].split()[0]:
        case "draft":
            return w("Enter the wonder")
        case "progress" | "keep" | "reveal":
            return w("Enter the token")
        case "start":
            return asked(w, legal)
    return w("Enter the card")


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, facts: Data
) -> Iterator[Choices]:
    """The uses of each card under its name; everything else as it comes."""
    standing = view.hints.standing[seat - 1]
    ways = {way.thing: way for way in standing.ways}
    uses: dict[str, list[Choice]] = {}
    rest: list[Choice] = []
    for text in legal:
        label = action(w, text, people)
        verb, thing, *_ = text.split()
        if verb == "build":
            uses.setdefault(text.split()[-1], []).append(Choice(text, label, price(w, ways[thing])))
        elif verb == "discard":
            note = w.ngettext("brings {n} coin", "brings {n} coins", standing.discard)
            uses.setdefault(thing, []).append(Choice(text, label, note))
        else:
            rest.append(Choice(text, label, _about(w, verb, thing, facts)))
    for slug, made in uses.items():
        yield Choices(tuple(made), card(w, slug), card_says(w, slug, facts))
    if rest:
        yield Choices(tuple(rest))


def _about(w: Words, verb: str, slug: str, facts: Data) -> str:
    """What it is that a choice besides a turn is about."""
    match verb:
        case "draft":
            return _wonder_whole(w, slug, facts)
        case "progress" | "keep":
            return token_says(w, slug, facts)
        case "destroy" | "revive":
            return card_says(w, slug, facts)
    return ""


def price(w: Words, way: Way) -> str:
    """What building something costs this seat now, and what is special about it."""
    if way.chain:
        parts = [w("free by its chain")]
    else:
        parts = [w.ngettext("costs {n} coin", "costs {n} coins", way.cost) if way.cost else w("costs nothing")]
    if way.traded and way.traded < way.cost:
        parts.append(w("{n} of them for resources", n=way.traded))
    if way.pair:
        parts.append(w("makes a pair"))
    if way.again:
        parts.append(w("another turn"))
    return ", ".join(parts)


# ---- a turn, drawn: what a price comes from, what a card uncovers ---------------------------------------


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
        resource = _units(w, len(list(alike)), unit.resource)
        match unit.why:
            case "choice":
                yield w("{resource}: made by what gives one of several", resource=resource)
            case "token":
                yield w("{resource}: spared by a progress token", resource=resource)
            case "fixed":
                fixed = w("{resource}: {n} each, your fixed price", resource=resource, n=unit.price)
                yield w("{resource}: {n} each, a fixed price", resource=resource, n=unit.price) if whose else fixed
            case _ if unit.price > facts.table.trade_coins:
                yield w(
                    "{resource}: {base} + {more} each, for {name} makes it",
                    resource=resource,
                    base=facts.table.trade_coins,
                    more=unit.price - facts.table.trade_coins,
                    name=other,
                )
            case _:
                yield w("{resource}: {n} each", resource=resource, n=unit.price)
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
    return _with(card(w, slug), prices)


def uncovers(w: Words, freed: Sequence[tuple[str | None, bool, Way | None]], other: str) -> str:
    """What lies free once a card is taken, with what it costs the other seat; face down it is only counted."""
    names = []
    for slug, guild, theirs in freed:
        name = card(w, slug) if slug else _back(w, guild)
        names.append(f"{name} ({other}: {theirs.cost})" if theirs else name)
    return w("Uncovers: {cards}", cards=", ".join(_runs(names))) if names else w("Uncovers nothing")


def covered_by(w: Words, lying: Sequence[tuple[str | None, bool]]) -> str:
    """What lies on a card; face down it is only counted."""
    names = [card(w, slug) if slug else _back(w, guild) for slug, guild in lying]
    return w("Covered by: {cards}", cards=", ".join(_runs(names)))


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


def now(w: Words, n: int) -> str:
    """What a wonder costs its owner."""
    return w.ngettext("not built; costs {n} coin now", "not built; costs {n} coins now", n)


def back(w: Words, guild: bool | None) -> str:
    """A card that lies face down."""
    return _back(w, guild)


def conflict(w: Words, view: View, people: Sequence[str], facts: Data) -> Iterator[str]:
    """Where the pawn stands, and which tokens lie on the track."""
    return _conflict(w, view, people, facts)


# ---- the position ------------------------------------------------------------------------------------


def read(raw: bytes) -> View:
    """A view from JSON."""
    return _view.decode(raw)


def position(w: Words, view: View, people: Sequence[str], seat: int | None, facts: Data) -> Iterator[Section]:
    """All that a reader may know, in words."""
    if not isinstance(view.draw, msgspec.UnsetType):
        drawn = tuple(_with(token(w, slug), token_says(w, slug, facts)) for slug in view.draw)
        yield Section(w("Tokens only you see"), drawn, seat or 0)
    if view.draft:
        offered = (_with(wonder(w, slug), _wonder_whole(w, slug, facts)) for slug in view.draft)
        yield Section(w("Wonders on offer"), tuple(offered))
    if view.structure:
        yield from _structure(w, view, facts)
    if view.age:
        yield Section(w("Conflict"), tuple(_conflict(w, view, people, facts)))
    tokens = [_with(token(w, slug), token_says(w, slug, facts)) for slug in view.tokens]
    if not tokens:
        tokens = [w("No token lies on the board.")]
    yield Section(w("Progress tokens"), tuple(tokens))
    for chair in view.seats:
        yield Section(people[chair.seat - 1], tuple(_city(w, view, chair, facts)), chair.seat)
    if view.discard:
        yield Section(w("Discard pile"), (", ".join(card(w, slug) for slug in view.discard),))


def _with(name: str, says: str) -> str:
    return f"{name}: {says}" if says else name


def wonder_cost(w: Words, slug: str, facts: Data) -> str:
    """What is printed on a wonder as its cost."""
    return w("printed cost: {cost}", cost=cost(w, facts.wonders[slug].cost))


def _wonder_whole(w: Words, slug: str, facts: Data) -> str:
    return f"{wonder_says(w, slug, facts)} ({wonder_cost(w, slug, facts)})"


def _card_whole(w: Words, slug: str, facts: Data) -> str:
    price = w("printed cost: {cost}", cost=cost(w, facts.cards[slug].cost))
    return f"{card(w, slug)}: {card_says(w, slug, facts)} ({price})"


def _structure(w: Words, view: View, facts: Data) -> Iterator[Section]:
    """How the cards lie, the nearest row first; and what each of them is."""
    rows: dict[int, list[str]] = {}
    for place in view.hints.places:
        rows.setdefault(place.row, []).append(_lies(w, view.structure.get(str(place.slot))))
    lying = [
        w("Row {row}: {cards}", row=row, cards=", ".join(_runs(rows[row])))
        for row in sorted(rows, reverse=True)
        if any(name != GONE for name in rows[row])
    ]
    left = w.ngettext("Age {age}: {n} card left", "Age {age}: {n} cards left", view.left, age=ROMAN[view.age])
    yield Section(left, tuple(lying))
    open_ = [slot for slot in view.structure.values() if slot.card]
    free = [_card_whole(w, slot.card, facts) for slot in open_ if slot.card and slot.accessible]
    covered = [_card_whole(w, slot.card, facts) for slot in open_ if slot.card and not slot.accessible]
    if free:
        yield Section(w("These can be taken"), tuple(free))
    if covered:
        yield Section(w("These are still covered"), tuple(covered))


GONE: Final = "–"


def _runs(names: Iterable[str]) -> Iterator[str]:
    """`3 × face down` for three of them side by side."""
    for name, alike in groupby(names):
        count = len(list(alike))
        yield name if count == 1 or name == GONE else f"{count} × {name}"


def _lies(w: Words, slot: SlotView | None) -> str:
    if slot is None:
        return GONE
    return card(w, slot.card) if slot.card else _back(w, slot.guild)


def _conflict(w: Words, view: View, people: Sequence[str], facts: Data) -> Iterator[str]:
    pawn = view.military.pawn
    if pawn:
        name, ahead = people[0 if pawn > 0 else 1], abs(pawn)
        left = facts.military.capital - ahead
        yield w.ngettext(
            "{name} is {n} space ahead; {left} more reach the capital.",
            "{name} is {n} spaces ahead; {left} more reach the capital.",
            ahead,
            name=name,
            left=left,
        )
    else:
        yield w("The pawn stands in the middle; {n} spaces lead to each capital.", n=facts.military.capital)
    for seat, coins in view.military.tokens.items():
        if coins:
            tokens = both(w, [_coins(w, n) for n in coins])
            yield w("{name} can still lose on the track: {coins}.", name=people[int(seat) - 1], coins=tokens)


def _city(w: Words, view: View, chair: SeatView, facts: Data) -> Iterator[str]:
    yield _coins(w, chair.coins)
    for slug, under in chair.wonders.items():
        says = wonder_says(w, slug, facts)
        if under is None and not view.over and slug in chair.costs:
            now = w.ngettext("not built; costs {n} coin now", "not built; costs {n} coins now", chair.costs[slug])
            yield f"{wonder(w, slug)} ({now}): {says}"
        else:
            yield f"{wonder(w, slug)} ({w('built') if under else w('not built')}): {says}"
    for hue in cards.COLOURS:
        mine = [_stands(w, slug, facts) for slug in chair.cards if facts.cards[slug].colour == hue]
        if mine:
            yield f"{capital(colour(w, hue))}: {', '.join(mine)}"
    if chair.science:
        symbols = [symbol(w, slug) if n == 1 else f"{n} × {symbol(w, slug)}" for slug, n in chair.science.items()]
        yield w(
            "Science: {symbols}; {n} of {most} different ones",
            symbols=", ".join(symbols),
            n=len(chair.science),
            most=facts.table.winning_symbols,
        )
    for slug in chair.progress:
        yield _with(token(w, slug), token_says(w, slug, facts))
    prices = ", ".join(f"{resource(w, slug)} {n}" for slug, n in chair.prices.items())
    if view.age and not view.over:
        yield w("A missing resource costs: {prices}", prices=prices)


def _stands(w: Words, slug: str, facts: Data) -> str:
    """A card in a city; one that pays says what."""
    made = [_units(w, it.amount, it.resource) for it in facts.cards[slug].effects if isinstance(it, cards.Produces)]
    return f"{card(w, slug)} ({', '.join(made)})" if made else card(w, slug)


# ---- events ------------------------------------------------------------------------------------------


def hear(raw: bytes) -> actions.Events:
    """An event from JSON; msgspec.ValidationError if it is none of this game."""
    found: actions.Events = _events.decode(raw)
    return found


def event(w: Words, event: actions.Events, people: Sequence[str]) -> str:
    """One sentence for the log; `people` are the display names, by seat."""
    if isinstance(event, HouseCounted | HouseSaid | HouseHasOther):
        return house.event(w, event, people, house_count, house_wonder)
    return _SAY[type(event)](w, event, people)


def house_count(w: Words, what: str, people: Sequence[str]) -> str:
    """What people count (`Tracked.counted`)."""
    match what.split():
        case ["pawn"]:
            name = people[1] if people else seat_name(w, 2, None)
            return w("spaces of the conflict pawn, above 0 towards {name}", name=name)
        case ["cards"]:
            return w("cards still in this age")
        case [other]:
            return other
    kind, *slug, seat = what.split()
    name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
    if kind == "wonder":
        return house.built(w, name_of(w, slug[0]), name)
    return house.thing(w, name_of(w, slug[0]), name) if slug else house.number(w, kind, name)


def house_wonder(w: Words, slug: str) -> str:
    """A wonder, or a board, that a seat may have (`HasWonders`)."""
    return wonder(w, slug)


def house_thing(w: Words, thing: str) -> str:
    """A printed thing that may lie before a seat (`Tracked.things`)."""
    return name_of(w, thing.partition(" ")[2])


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


def _trade_income(w: Words, it: actions.TradeIncome, people: Sequence[str]) -> str:
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
    actions.BackRevealed: lambda w, it, people: w("Place {slot}: {card}", slot=it.slot + 1, card=_back(w, it.guild)),
    actions.StartChosen: _start_chosen,
    actions.TurnBegan: _turn_began,
    actions.CardBuilt: _card_built,
    actions.WonderBuilt: _wonder_built,
    actions.TradeIncome: _trade_income,
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
        "{name}: the effect has nothing to act on and is lost.", name=people[it.seat - 1]
    ),
    actions.GameEnded: _game_ended,
}


# ---- result and refusals -----------------------------------------------------------------------------

AT_ONCE: Final = ("military", "science")  # victories that end a game in mid-turn
SCORED: Final = ("blue", "green", "yellow", "guilds", "wonders", "progress", "coins", "military")  # the sheet's order


def all_taken(w: Words) -> str:
    """The last age is over."""
    return w("The last age is over!")


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Who won and how; empty until the game is over."""
    if not view.winners:
        return ""
    names = both(w, [people[number - 1] for number in view.winners])
    match view.victory:
        case "military":
            return w("{name} wins by military supremacy!", name=names)
        case "science":
            return w("{name} wins by scientific supremacy!", name=names)
    points = view.seats[view.winners[0] - 1].score.total
    if len(view.winners) > 1:
        return w("{names} share the victory: equal points ({n}), on blue cards too.", names=names, n=points)
    if all(chair.score.total == points for chair in view.seats):
        return w("{name} wins: equal points ({n}), but more on blue cards.", name=names, n=points)
    return w.ngettext("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)


def victory(w: Words, how: str) -> str:
    """How a game was won, in a few words."""
    match how:
        case "military":
            return w("by military supremacy")
        case "science":
            return w("by scientific supremacy")
    return w("by points")


def tie_rule(w: Words, how: str) -> str:
    """What decides among equal points; empty in a game that was won at once."""
    return "" if how in AT_ONCE else sheet.tie_rule(w, "duel")


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the rules say no; a plain no for a rule without words."""
    say = _WHY_NOT.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _not_asked(w: Words, it: Mapping[str, int | str]) -> str:
    match it["asked"]:
        case "draft":
            return w("A wonder must be chosen first.")
        case "progress" | "keep":
            return w("A progress token must be chosen first.")
        case "destroy":
            return w("A card must be destroyed first.")
        case "revive":
            return w("A discarded card must be built first.")
        case "start":
            return w("Somebody must say first who begins this age.")
    return w("A card must be taken first.")


_WHY_NOT: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "position": lambda w, it: misfit(w, it, _MISFITS),
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: a card is being revealed."),
    "not-in-stack": lambda w, it: w("This cannot be revealed there."),
    "no-chance": lambda w, it: w("Nothing has to be revealed now."),
    "not-your-turn": lambda w, it: w("It is not your turn."),
    "not-on-the-board": lambda w, it: w("{token} does not lie on the board.", token=token(w, str(it["token"]))),
    "not-offered": lambda w, it: w("{wonder} is not on offer.", wonder=wonder(w, str(it["wonder"]))),
    "no-target": lambda w, it: w("{card} cannot be destroyed.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "not-drawn": lambda w, it: w("{token} is not among the tokens drawn.", token=token(w, str(it["token"]))),
    "asked-first": _not_asked,
    "covered": lambda w, it: w("Another card still lies on {card}.", card=card(w, str(it["card"]))),
    "not-in-the-structure": lambda w, it: w("{card} does not lie there.", card=card(w, str(it["card"]))),
    "dealt-here": lambda w, it: w("Wondertable deals this game, so no other card is possible."),
    "still-there": lambda w, it: w("This one can still be there: enter it as usual."),
    "not-your-wonder": lambda w, it: w("{wonder} is not yours to build.", wonder=wonder(w, str(it["wonder"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}.",
        thing=name_of(w, str(it["thing"])),
        cost=it["cost"],
        coins=it["coins"],
    ),
}


# ---- a position that does not fit --------------------------------------------------------------------


def _unfit_left(w: Words, it: Unfit) -> str:
    return w("In Age {age}, 1 to {most} cards can be left.", age=ROMAN[int(it["age"])], most=it["most"])


def _unfit_science(w: Words, it: Unfit) -> str:
    return w("{name} has {n} different symbols: the game would be over.", name=whose(w, it), n=it["symbols"])


def _unfit_wonders(w: Words, it: Unfit) -> str:
    facts = {"name": whose(w, it), "there": it["there"], "drafted": it["drafted"]}
    return w("{name}: wonders entered: {there}. Each seat has {drafted}, until the seventh is built.", **facts)


def _unfit_tokens(w: Words, it: Unfit) -> str:
    return w(
        "Progress tokens entered: {there}. On the board and in front of the seats there must be {laid}.",
        there=it["there"],
        laid=it["laid"],
    )


def _unfit_pawn(w: Words, it: Unfit) -> str:
    return w("The pawn can be {n} spaces from the middle at most; at a capital the game is over.", n=it["most"])


def _unfit_military(w: Words, it: Unfit) -> str:
    return w("{name}: the token –{n} cannot be on the track any more.", name=whose(w, it), n=it["coins"])


def _unfit_age(w: Words, it: Unfit) -> str:
    return w("{card} is of Age {age}, which has not begun.", card=card(w, str(it["card"])), age=ROMAN[int(it["age"])])


def _unfit_cards(w: Words, it: Unfit) -> str:
    return w(
        "Cards of Age {age} entered: {there}. Taken so far, by the cards left: {taken}.",
        age=ROMAN[int(it["age"])],
        there=it["there"],
        taken=it["taken"],
    )


def _unfit_cards_in_all(w: Words, it: Unfit) -> str:
    return w(
        "Cards entered, with those under wonders: {there}. Taken so far, by the cards left: {taken}.",
        there=it["there"],
        taken=it["taken"],
    )


_MISFITS: Final[Sentences] = {
    **ALIKE,
    "left": _unfit_left,
    "turn": lambda w, it: w("Exactly one seat must have the turn."),
    "coins": lambda w, it: w("{name} cannot have fewer than 0 coins.", name=whose(w, it)),
    "science": _unfit_science,
    "wonder-twice": lambda w, it: w("{thing} was entered twice.", thing=wonder(w, str(it["wonder"]))),
    "wonders": _unfit_wonders,
    "wonders-built": lambda w, it: w(
        "Wonders entered as built: {there}. A game has {most} at most.", there=it["there"], most=it["most"]
    ),
    "wonder-left": lambda w, it: w("With {most} wonders built, the last one goes back to the box.", most=it["most"]),
    "token-twice": lambda w, it: w("{thing} was entered twice.", thing=token(w, str(it["token"]))),
    "tokens": _unfit_tokens,
    "board": lambda w, it: w("At most {most} progress tokens are on the board.", most=it["most"]),
    "pawn": _unfit_pawn,
    "military-token": _unfit_military,
    "card-twice": lambda w, it: w("{thing} was entered twice.", thing=card(w, str(it["card"]))),
    "card-age": _unfit_age,
    "cards": _unfit_cards,
    "cards-in-all": _unfit_cards_in_all,
}
