"""Duel in the reader's words: cards, wonders, tokens, actions, events, the position, refusals, results.

Follows `app.text.game.PlainWords`. Names are those on the cards where a language has a box of its own; the Dutch box
prints the English ones. What a thing does is said in few words, from what is printed on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import groupby
from typing import Any, Final, assert_never

import msgspec

from app.text.game import Choice, Choices, Section, named, seat_name
from app.text.languages import Words, both, capital, either
from engine.duel import actions as told
from engine.duel import cards as printed
from engine.duel.cards import Facts
from engine.duel.view import SeatView, SlotView, View, Way
from engine.game import Event

DULL: Final = frozenset(
    {"token-revealed", "wonder-offered", "age-began", "card-revealed", "turn-began", "seat-renamed"}
)
UNSAID: Final = frozenset({"back-revealed", "token-seen"})  # seen where they lie, so not written out
ROMAN: Final = ("", "I", "II", "III")

_view: Final = msgspec.json.Decoder(View)
_events: Final = msgspec.json.Decoder[told.Events](told.Events)

# ---- names -------------------------------------------------------------------------------------------


@cache
def _cards(w: Words) -> Mapping[str, str]:
    return {
        # Age I
        "lumber-yard": w.pick("building", "Lumber Yard"),
        "logging-camp": w.pick("building", "Logging Camp"),
        "clay-pool": w.pick("building", "Clay Pool"),
        "clay-pit": w.pick("building", "Clay Pit"),
        "quarry": w.pick("building", "Quarry"),
        "stone-pit": w.pick("building", "Stone Pit"),
        "glassworks": w.pick("building", "Glassworks"),
        "press": w.pick("building", "Press"),
        "guard-tower": w.pick("building", "Guard Tower"),
        "stable": w.pick("building", "Stable"),
        "garrison": w.pick("building", "Garrison"),
        "palisade": w.pick("building", "Palisade"),
        "workshop": w.pick("building", "Workshop"),
        "apothecary": w.pick("building", "Apothecary"),
        "scriptorium": w.pick("building", "Scriptorium"),
        "pharmacist": w.pick("building", "Pharmacist"),
        "theater": w.pick("building", "Theater"),
        "altar": w.pick("building", "Altar"),
        "baths": w.pick("building", "Baths"),
        "stone-reserve": w.pick("building", "Stone Reserve"),
        "clay-reserve": w.pick("building", "Clay Reserve"),
        "wood-reserve": w.pick("building", "Wood Reserve"),
        "tavern": w.pick("building", "Tavern"),
        # Age II
        "sawmill": w.pick("building", "Sawmill"),
        "brickyard": w.pick("building", "Brickyard"),
        "shelf-quarry": w.pick("building", "Shelf Quarry"),
        "glassblower": w.pick("building", "Glassblower"),
        "drying-room": w.pick("building", "Drying Room"),
        "walls": w.pick("building", "Walls"),
        "horse-breeders": w.pick("building", "Horse Breeders"),
        "barracks": w.pick("building", "Barracks"),
        "archery-range": w.pick("building", "Archery Range"),
        "parade-ground": w.pick("building", "Parade Ground"),
        "library": w.pick("building", "Library"),
        "dispensary": w.pick("building", "Dispensary"),
        "school": w.pick("building", "School"),
        "laboratory": w.pick("building", "Laboratory"),
        "courthouse": w.pick("building", "Courthouse"),
        "statue": w.pick("building", "Statue"),
        "temple": w.pick("building", "Temple"),
        "aqueduct": w.pick("building", "Aqueduct"),
        "rostrum": w.pick("building", "Rostrum"),
        "forum": w.pick("building", "Forum"),
        "caravansery": w.pick("building", "Caravansery"),
        "customs-house": w.pick("building", "Customs House"),
        "brewery": w.pick("building", "Brewery"),
        # Age III
        "arsenal": w.pick("building", "Arsenal"),
        "pretorium": w.pick("building", "Pretorium"),
        "fortifications": w.pick("building", "Fortifications"),
        "siege-workshop": w.pick("building", "Siege Workshop"),
        "circus": w.pick("building", "Circus"),
        "academy": w.pick("building", "Academy"),
        "study": w.pick("building", "Study"),
        "university": w.pick("building", "University"),
        "observatory": w.pick("building", "Observatory"),
        "palace": w.pick("building", "Palace"),
        "town-hall": w.pick("building", "Town Hall"),
        "obelisk": w.pick("building", "Obelisk"),
        "gardens": w.pick("building", "Gardens"),
        "pantheon": w.pick("building", "Pantheon"),
        "senate": w.pick("building", "Senate"),
        "chamber-of-commerce": w.pick("building", "Chamber of Commerce"),
        "port": w.pick("building", "Port"),
        "armory": w.pick("building", "Armory"),
        "lighthouse": w.pick("building", "Lighthouse"),
        "arena": w.pick("building", "Arena"),
        # guilds
        "merchants-guild": w.pick("building", "Merchants Guild"),
        "shipowners-guild": w.pick("building", "Shipowners Guild"),
        "builders-guild": w.pick("building", "Builders Guild"),
        "magistrates-guild": w.pick("building", "Magistrates Guild"),
        "scientists-guild": w.pick("building", "Scientists Guild"),
        "moneylenders-guild": w.pick("building", "Moneylenders Guild"),
        "tacticians-guild": w.pick("building", "Tacticians Guild"),
    }


@cache
def _wonders(w: Words) -> Mapping[str, str]:
    return {
        "appian-way": w.pick("wonder of Duel", "The Appian Way"),
        "circus-maximus": w.pick("wonder of Duel", "Circus Maximus"),
        "colossus": w.pick("wonder of Duel", "The Colossus"),
        "great-library": w.pick("wonder of Duel", "The Great Library"),
        "great-lighthouse": w.pick("wonder of Duel", "The Great Lighthouse"),
        "hanging-gardens": w.pick("wonder of Duel", "The Hanging Gardens"),
        "mausoleum": w.pick("wonder of Duel", "The Mausoleum"),
        "piraeus": w.pick("wonder of Duel", "Piraeus"),
        "pyramids": w.pick("wonder of Duel", "The Pyramids"),
        "sphinx": w.pick("wonder of Duel", "The Sphinx"),
        "statue-of-zeus": w.pick("wonder of Duel", "The Statue of Zeus"),
        "temple-of-artemis": w.pick("wonder of Duel", "The Temple of Artemis"),
    }


@cache
def _tokens(w: Words) -> Mapping[str, str]:
    return {
        "agriculture": w.pick("progress token of Duel", "Agriculture"),
        "architecture": w.pick("progress token of Duel", "Architecture"),
        "economy": w.pick("progress token of Duel", "Economy"),
        "law": w.pick("progress token of Duel", "Law"),
        "masonry": w.pick("progress token of Duel", "Masonry"),
        "mathematics": w.pick("progress token of Duel", "Mathematics"),
        "philosophy": w.pick("progress token of Duel", "Philosophy"),
        "strategy": w.pick("progress token of Duel", "Strategy"),
        "theology": w.pick("progress token of Duel", "Theology"),
        "urbanism": w.pick("progress token of Duel", "Urbanism"),
    }


@cache
def _symbols(w: Words) -> Mapping[str, str]:
    return {
        "wheel": w.pick("science symbol", "wheel"),
        "mortar": w.pick("science symbol", "mortar"),
        "quill": w.pick("science symbol", "quill"),
        "plumb-bob": w.pick("science symbol", "plumb bob"),
        "sundial": w.pick("science symbol", "sundial"),
        "armillary-sphere": w.pick("science symbol", "armillary sphere"),
        "law": w.pick("science symbol", "law"),
    }


@cache
def _resources(w: Words) -> Mapping[str, str]:
    return {
        "wood": w("wood"),
        "clay": w("clay"),
        "stone": w("stone"),
        "glass": w("glass"),
        "papyrus": w("papyrus"),
    }


@cache
def _colours(w: Words) -> Mapping[str, str]:
    return {
        "brown": w.pick("colour of cards", "brown"),
        "grey": w.pick("colour of cards", "grey"),
        "blue": w.pick("colour of cards", "blue"),
        "green": w.pick("colour of cards", "green"),
        "yellow": w.pick("colour of cards", "yellow"),
        "red": w.pick("colour of cards", "red"),
        "purple": w.pick("colour of cards", "purple"),
    }


@cache
def _categories(w: Words) -> Mapping[str, str]:
    return {
        "military": w.pick("score", "Military"),
        "blue": w.pick("score", "Blue cards"),
        "green": w.pick("score", "Green cards"),
        "yellow": w.pick("score", "Yellow cards"),
        "guilds": w.pick("score", "Guilds"),
        "wonders": w.pick("score", "Wonders"),
        "progress": w.pick("score", "Progress"),
        "coins": w.pick("score", "Coins"),
        "total": w.pick("score", "Total"),
    }


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders Duel"


def identity(w: Words, slug: str) -> str:
    """Seats have no printed identity here."""
    return named({}, slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return named(_cards(w), slug)


def wonder(w: Words, slug: str) -> str:
    """`The Sphinx`."""
    return named(_wonders(w), slug)


def token(w: Words, slug: str) -> str:
    """`Economy`."""
    return named(_tokens(w), slug)


def name_of(w: Words, slug: str) -> str:
    """A card, a wonder or a token: no two of them bear the same word."""
    return _cards(w).get(slug) or _wonders(w).get(slug) or token(w, slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return named(_symbols(w), slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return named(_categories(w), slug)


# ---- what is chosen before a game --------------------------------------------------------------------


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    return w.pick("variant", "First game") if slug == "first-game" else named({}, slug)


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
    return w.many("{n} coin", "{n} coins", n)


def _units(w: Words, amount: int, resource: str) -> str:
    return _resources(w)[resource] if amount == 1 else f"{amount} × {_resources(w)[resource]}"


def cost(w: Words, cost: printed.Cost) -> str:
    """What is printed as a cost: `2 coins, clay`; `free`."""
    parts = [_coins(w, cost.coins)] if cost.coins else []
    units = zip(printed.RESOURCES, cost.units(), strict=True)
    parts += [_units(w, amount, resource) for resource, amount in units if amount]
    return ", ".join(parts) or w.pick("cost", "free")


def card_says(w: Words, slug: str, facts: Facts) -> str:
    """A card's colour and all it brings: `blue · 4 points · leads to: Gardens`."""
    card_facts = facts.cards[slug]
    parts = [_colours(w)[card_facts.colour], *_brings(w, card_facts, facts)]
    led = [card(w, other) for other, one in facts.cards.items() if card_facts.bears and one.chain == card_facts.bears]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def wonder_says(w: Words, slug: str, facts: Facts) -> str:
    """All a wonder brings: `3 points · 2 shields`."""
    return " · ".join(_brings(w, facts.wonders[slug], facts))


def token_says(w: Words, slug: str, facts: Facts) -> str:
    """All a progress token brings."""
    token_facts = facts.tokens[slug]
    points = [_points(w, token_facts.points)] if token_facts.points else []
    return " · ".join([*(_token_effect(w, effect) for effect in token_facts.effects), *points])


def _points(w: Words, n: int) -> str:
    return w.many("{n} point", "{n} points", n)


def _brings(w: Words, it: printed.CardFacts | printed.WonderFacts, facts: Facts) -> list[str]:
    points = [_points(w, it.points)] if it.points else []
    return [*points, *(_effect(w, effect, facts) for effect in it.effects)]


def _effect(w: Words, effect: printed.Effect, facts: Facts) -> str:
    match effect:
        case printed.Produces(resource=resource, amount=amount):
            return _units(w, amount, resource)
        case printed.ProducesOneOf(of=of):
            kinds = printed.RESOURCES[: printed.RAW] if of == "raw" else printed.RESOURCES[printed.RAW :]
            return either(w, [_resources(w)[kind] for kind in kinds])
        case printed.FixedPrice(of=of):
            cheap = both(w, [_resources(w)[kind] for kind in of])
            n = facts.table.fixed_price
            return w.many("{resources} for {n} coin each", "{resources} for {n} coins each", n, resources=cheap)
        case printed.Coins(amount=amount):
            return _coins(w, amount)
        case printed.CoinsPer(of=of, amount=amount):
            return w("{gain} for each {thing}", gain=_coins(w, amount), thing=_counted(w, of))
        case printed.Majority(of=of, every=every, coins=coins, points=points):
            gains = ([_coins(w, coins)] if coins else []) + ([_points(w, points)] if points else [])
            return w("{gain} for each {thing} in the city with more", gain=both(w, gains), thing=_counted(w, of, every))
        case printed.OpponentLoses(amount=amount):
            return w.many("the other side loses {n} coin", "the other side loses {n} coins", amount)
        case printed.Shields(amount=amount):
            return w.many("{n} shield", "{n} shields", amount)
        case printed.Science(symbol=slug):
            return symbol(w, slug)
        case printed.Destroy(colour="brown"):
            return w("destroys a brown card")
        case printed.Destroy():
            return w("destroys a grey card")
        case printed.Revive():
            return w("builds a discarded card for nothing")
        case printed.DrawTokens(draw=draw):
            return w.many("a look at {n} token, one is kept", "a look at {n} tokens, one is kept", draw)
        case printed.PlayAgain():
            return w("another turn")
        case _:
            assert_never(effect)


def _counted(w: Words, of: Iterable[str], every: int = 1) -> str:
    """What is counted, as it stands after `each`; `every`: so many coins count as one."""
    return either(w, [_one(w, what, every) for what in of])


def _one(w: Words, what: str, every: int = 1) -> str:
    match what:
        case "brown":
            return w.pick("for each", "brown card")
        case "grey":
            return w.pick("for each", "grey card")
        case "blue":
            return w.pick("for each", "blue card")
        case "green":
            return w.pick("for each", "green card")
        case "yellow":
            return w.pick("for each", "yellow card")
        case "red":
            return w.pick("for each", "red card")
        case "purple":
            return w.pick("for each", "purple card")
        case "wonder":
            return w.pick("for each", "built wonder")
        case "coin":
            return w.pick("for each", "{n} coins", n=every)
    raise ValueError(f"no words for what is counted: {what}")


def _token_effect(w: Words, effect: printed.TokenEffect) -> str:
    match effect:
        case printed.Coins(amount=amount):
            return _coins(w, amount)
        case printed.Science(symbol=slug):
            return symbol(w, slug)
        case printed.Discount(on="wonder", units=units):
            return w.many("wonders cost {n} resource less", "wonders cost {n} resources less", units)
        case printed.Discount(on=colour, units=units):
            less = w.many("{n} resource less", "{n} resources less", units)
            return w("{gain} for each {thing}", gain=less, thing=_one(w, colour))
        case printed.TradeIncome():
            return w("you get what the other side pays for resources")
        case printed.PointsPerToken(amount=amount):
            return w.many("{n} point for each progress token", "{n} points for each progress token", amount)
        case printed.MoreShields(amount=amount):
            return w.many(
                "{n} more shield on each red card to come", "{n} more shields on each red card to come", amount
            )
        case printed.WondersPlayAgain():
            return w("another turn after each wonder to come")
        case printed.ChainCoins(amount=amount):
            return w.many(
                "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", amount
            )
        case _:
            assert_never(effect)


# ---- actions -----------------------------------------------------------------------------------------


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """The label of a button that says an action, or of a line of chance; a different one for each different action."""
    match text.split():
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
    match text.split():
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


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, facts: Facts
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
            uses.setdefault(text.split()[-1], []).append(Choice(text, label, _price(w, ways[thing])))
        elif verb == "discard":
            note = w.many("brings {n} coin", "brings {n} coins", standing.discard)
            uses.setdefault(thing, []).append(Choice(text, label, note))
        else:
            rest.append(Choice(text, label, _about(w, verb, thing, facts)))
    for slug, made in uses.items():
        yield Choices(tuple(made), card(w, slug), card_says(w, slug, facts))
    if rest:
        yield Choices(tuple(rest))


def _about(w: Words, verb: str, slug: str, facts: Facts) -> str:
    """What it is that a choice besides a turn is about."""
    match verb:
        case "draft":
            return _wonder_whole(w, slug, facts)
        case "progress" | "keep":
            return token_says(w, slug, facts)
        case "destroy" | "revive":
            return card_says(w, slug, facts)
    return ""


def _price(w: Words, way: Way) -> str:
    """What building something costs this seat now, and what is special about it."""
    if way.chain:
        parts = [w("free by its chain")]
    else:
        parts = [w.many("costs {n} coin", "costs {n} coins", way.cost) if way.cost else w("costs nothing")]
    if way.traded and way.traded < way.cost:
        parts.append(w("{n} of them for resources", n=way.traded))
    if way.pair:
        parts.append(w("makes a pair"))
    if way.again:
        parts.append(w("another turn"))
    return ", ".join(parts)


# ---- the position ------------------------------------------------------------------------------------


def read(raw: bytes) -> View:
    """A view from JSON."""
    return _view.decode(raw)


def position(w: Words, view: View, people: Sequence[str], seat: int | None, facts: Facts) -> Iterator[Section]:
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


def _wonder_whole(w: Words, slug: str, facts: Facts) -> str:
    price = w("printed cost: {cost}", cost=cost(w, facts.wonders[slug].cost))
    return f"{wonder_says(w, slug, facts)} ({price})"


def _card_whole(w: Words, slug: str, facts: Facts) -> str:
    price = w("printed cost: {cost}", cost=cost(w, facts.cards[slug].cost))
    return f"{card(w, slug)}: {card_says(w, slug, facts)} ({price})"


def _structure(w: Words, view: View, facts: Facts) -> Iterator[Section]:
    """How the cards lie, the nearest row first; and what each of them is."""
    rows: dict[int, list[str]] = {}
    for place in view.hints.places:
        rows.setdefault(place.row, []).append(_lies(w, view.structure.get(str(place.slot))))
    lying = [
        w("Row {row}: {cards}", row=row, cards=", ".join(_runs(rows[row])))
        for row in sorted(rows, reverse=True)
        if any(name != GONE for name in rows[row])
    ]
    left = w.many("Age {age}: {n} card left", "Age {age}: {n} cards left", view.left, age=ROMAN[view.age])
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


def _conflict(w: Words, view: View, people: Sequence[str], facts: Facts) -> Iterator[str]:
    pawn = view.military.pawn
    if pawn:
        name, ahead = people[0 if pawn > 0 else 1], abs(pawn)
        left = facts.military.capital - ahead
        yield w.many(
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


def _city(w: Words, view: View, chair: SeatView, facts: Facts) -> Iterator[str]:
    yield _coins(w, chair.coins)
    for slug, under in chair.wonders.items():
        says = wonder_says(w, slug, facts)
        if under is None and not view.over and slug in chair.costs:
            now = w.many("not built; costs {n} coin now", "not built; costs {n} coins now", chair.costs[slug])
            yield f"{wonder(w, slug)} ({now}): {says}"
        else:
            yield f"{wonder(w, slug)} ({w('built') if under else w('not built')}): {says}"
    for colour in printed.COLOURS:
        mine = [_stands(w, slug, facts) for slug in chair.cards if facts.cards[slug].colour == colour]
        if mine:
            yield f"{capital(_colours(w)[colour])}: {', '.join(mine)}"
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
    prices = ", ".join(f"{_resources(w)[resource]} {n}" for resource, n in chair.prices.items())
    if view.age and not view.over:
        yield w("A missing resource costs: {prices}", prices=prices)


def _stands(w: Words, slug: str, facts: Facts) -> str:
    """A card in a city; one that pays says what."""
    made = [_units(w, it.amount, it.resource) for it in facts.cards[slug].effects if isinstance(it, printed.Produces)]
    return f"{card(w, slug)} ({', '.join(made)})" if made else card(w, slug)


# ---- events ------------------------------------------------------------------------------------------


def hear(raw: bytes) -> told.Events:
    """An event from JSON; msgspec.ValidationError if it is none of this game."""
    found: told.Events = _events.decode(raw)
    return found


def event(w: Words, event: told.Events, people: Sequence[str]) -> str:
    """One sentence for the log; `people` are the display names, by seat."""
    return _SAY[type(event)](w, event, people)


def _start_chosen(w: Words, it: told.StartChosen, people: Sequence[str]) -> str:
    if it.seat == it.begins:
        return w("{name} chooses to begin.", name=people[it.seat - 1])
    return w("{name} lets {other} begin.", name=people[it.seat - 1], other=people[it.begins - 1])


def _turn_began(w: Words, it: told.TurnBegan, people: Sequence[str]) -> str:
    facts = {"turn": it.turn, "name": people[it.seat - 1]}
    return w("Turn {turn}: {name} once more.", **facts) if it.again else w("Turn {turn}: {name}.", **facts)


def _card_built(w: Words, it: told.CardBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    if not it.paid:
        return w("{name} builds {card} for nothing.", **facts)
    return w.many("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", it.paid, **facts)


def _wonder_built(w: Words, it: told.WonderBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "wonder": wonder(w, it.wonder), "card": card(w, it.card)}
    if not it.paid:
        return w("{name} builds {wonder} with {card} for nothing.", **facts)
    return w.many(
        "{name} builds {wonder} with {card} for {n} coin.",
        "{name} builds {wonder} with {card} for {n} coins.",
        it.paid,
        **facts,
    )


def _trade_income(w: Words, it: told.TradeIncome, people: Sequence[str]) -> str:
    name = people[it.seat - 1]
    return w.many("{name} gets {n} coin of that.", "{name} gets {n} coins of that.", it.coins, name=name)


def _wonder_left(w: Words, it: told.WonderLeft, people: Sequence[str]) -> str:
    return w(
        "{wonder} ({name}) goes back to the box: no more wonders can be built.",
        wonder=wonder(w, it.wonder),
        name=people[it.seat - 1],
    )


def _card_discarded(w: Words, it: told.CardDiscarded, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    return w.many("{name} discards {card} for {n} coin.", "{name} discards {card} for {n} coins.", it.coins, **facts)


def _coins_gained(w: Words, it: told.CoinsGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "by": name_of(w, it.by)}
    return w.many("{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", it.coins, **facts)


def _coins_lost(w: Words, it: told.CoinsLost, people: Sequence[str]) -> str:
    by = w("conflict") if it.by == "military" else name_of(w, it.by)
    facts = {"name": people[it.seat - 1], "by": by}
    return w.many("{name} loses {n} coin ({by}).", "{name} loses {n} coins ({by}).", it.coins, **facts)


def _pawn_moved(w: Words, it: told.PawnMoved, people: Sequence[str]) -> str:
    name = people[it.seat - 1]
    return w.many("{name} pushes the pawn {n} space.", "{name} pushes the pawn {n} spaces.", it.spaces, name=name)


def _military_token(w: Words, it: told.MilitaryToken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    return w.many(
        "The pawn reaches a military token: {name} owes {n} coin.",
        "The pawn reaches a military token: {name} owes {n} coins.",
        it.coins,
        **facts,
    )


def _symbol_gained(w: Words, it: told.SymbolGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "symbol": symbol(w, it.symbol)}
    if it.pair:
        return w("{name} has a pair: {symbol}.", **facts)
    return w.many(
        "{name} has a new symbol: {symbol}; {n} different one now.",
        "{name} has a new symbol: {symbol}; {n} different ones now.",
        it.different,
        **facts,
    )


def _token_taken(w: Words, it: told.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "token": token(w, it.token)}
    return w("{name} keeps {token}, from the box.", **facts) if it.box else w("{name} takes {token}.", **facts)


def _card_destroyed(w: Words, it: told.CardDestroyed, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "other": people[it.of - 1], "card": card(w, it.card)}
    return w("{name} destroys {card} ({other}).", **facts)


def _game_ended(w: Words, it: told.GameEnded, people: Sequence[str]) -> str:
    names = both(w, [people[number - 1] for number in it.winners])
    match it.victory:
        case "military":
            return w("{name} wins by military supremacy!", name=names)
        case "science":
            return w("{name} wins by scientific supremacy!", name=names)
    over = w("The last card is gone: the game is over.")
    return over + " " + w.many("{names} wins!", "{names} share the victory.", len(it.winners), names=names)


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    told.TokenRevealed: lambda w, it, people: w("New progress token: {token}.", token=token(w, it.token)),
    told.WonderOffered: lambda w, it, people: w("On offer: {wonder}.", wonder=wonder(w, it.wonder)),
    told.WonderDrafted: lambda w, it, people: w(
        "{name} takes {wonder}.", name=people[it.seat - 1], wonder=wonder(w, it.wonder)
    ),
    told.AgeBegan: lambda w, it, people: w("Age {age} begins.", age=ROMAN[it.age]),
    told.CardRevealed: lambda w, it, people: (
        w("{card} turns up.", card=card(w, it.card)) if it.turned else w("{card} lies open.", card=card(w, it.card))
    ),
    told.BackRevealed: lambda w, it, people: w("Place {slot}: {card}", slot=it.slot + 1, card=_back(w, it.guild)),
    told.StartChosen: _start_chosen,
    told.TurnBegan: _turn_began,
    told.CardBuilt: _card_built,
    told.WonderBuilt: _wonder_built,
    told.TradeIncome: _trade_income,
    told.WonderLeft: _wonder_left,
    told.CardDiscarded: _card_discarded,
    told.CoinsGained: _coins_gained,
    told.CoinsLost: _coins_lost,
    told.PawnMoved: _pawn_moved,
    told.MilitaryToken: _military_token,
    told.SymbolGained: _symbol_gained,
    told.TokenTaken: _token_taken,
    told.TokenDrawn: lambda w, it, people: w("{name} draws a token from the box.", name=people[it.seat - 1]),
    told.TokenSeen: lambda w, it, people: w("Only you see: {card}.", card=token(w, it.token)),
    told.CardDestroyed: _card_destroyed,
    told.CardRevived: lambda w, it, people: w(
        "{name} builds {card} from the discard pile.", name=people[it.seat - 1], card=card(w, it.card)
    ),
    told.EffectLost: lambda w, it, people: w("{name}: the effect finds nothing and is lost.", name=people[it.seat - 1]),
    told.GameEnded: _game_ended,
}


# ---- result and refusals -----------------------------------------------------------------------------


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
    return w.many("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the rules say no; a plain no for a rule without words."""
    say = _WHY_NOT.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _not_asked(w: Words, it: Mapping[str, int | str]) -> str:
    match it["asked"]:
        case "draft":
            return w("First a wonder is chosen.")
        case "progress" | "keep":
            return w("First a progress token is chosen.")
        case "destroy":
            return w("First a card is destroyed.")
        case "revive":
            return w("First a discarded card is built.")
        case "start":
            return w("First somebody says who begins this age.")
    return w("First a card is taken.")


_WHY_NOT: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: a card is coming to light first."),
    "not-in-stack": lambda w, it: w("That cannot come to light there."),
    "no-chance": lambda w, it: w("Nothing has to come to light now."),
    "not-your-turn": lambda w, it: w("It is not your turn."),
    "not-on-the-board": lambda w, it: w("{token} does not lie on the board.", token=token(w, str(it["token"]))),
    "not-offered": lambda w, it: w("{wonder} is not on offer.", wonder=wonder(w, str(it["wonder"]))),
    "no-target": lambda w, it: w("{card} cannot be destroyed.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "not-drawn": lambda w, it: w("{token} is not among the tokens drawn.", token=token(w, str(it["token"]))),
    "asked-first": _not_asked,
    "covered": lambda w, it: w("Another card still lies on {card}.", card=card(w, str(it["card"]))),
    "not-in-the-structure": lambda w, it: w("{card} does not lie there.", card=card(w, str(it["card"]))),
    "not-your-wonder": lambda w, it: w("{wonder} is not yours to build.", wonder=wonder(w, str(it["wonder"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}.",
        thing=name_of(w, str(it["thing"])),
        cost=it["cost"],
        coins=it["coins"],
    ),
}
