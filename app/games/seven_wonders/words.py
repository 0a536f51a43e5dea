"""7 Wonders with Leaders in the reader's words: cards, boards, leaders, choices, events, positions, refusals, results.

Follows `app.text.game.PlainWords`. Names are those on the cards where a language has a box of its own; the Dutch words
keep the English ones, as those of Duel do. What a thing does is said in few words, from what is printed on it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, assert_never

import msgspec

from app.text.game import Choice, Choices, Section, named, seat_name
from app.text.languages import Words, both, capital, either
from engine.game import Event
from engine.seven_wonders import actions as told
from engine.seven_wonders import cards as printed
from engine.seven_wonders.cards import Facts
from engine.seven_wonders.view import Mine, SeatView, Standing, View, Way

DULL: Final = frozenset(
    {"turn-began", "recruitment-began", "leaders-dealt", "leaders-boxed", "leaders-passed", "hands-passed"}
    | {"leader-kept", "stage-hides", "sale-seen", "leftovers-discarded", "seat-renamed", "coins-gained"}
)
# Hands are seen where they lie, choices until they are revealed: a log would keep what has been passed on.
UNSAID: Final = frozenset({"hand-dealt", "hand-seen", "leaders-seen", "discard-seen", "has-chosen", "chose"})
ROMAN: Final = ("", "I", "II", "III")
RAW: Final = printed.RESOURCES[: printed.RAW]

_view: Final = msgspec.json.Decoder(View)
_events: Final = msgspec.json.Decoder[told.Events](told.Events)

# ---- names -------------------------------------------------------------------------------------------


@cache
def _cards(w: Words) -> Mapping[str, str]:
    return {
        # Age I
        "lumber-yard": w.pick("building", "Lumber Yard"),
        "stone-pit": w.pick("building of 7 Wonders", "Stone Pit"),
        "clay-pool": w.pick("building of 7 Wonders", "Clay Pool"),
        "ore-vein": w.pick("building", "Ore Vein"),
        "tree-farm": w.pick("building", "Tree Farm"),
        "excavation": w.pick("building", "Excavation"),
        "clay-pit": w.pick("building of 7 Wonders", "Clay Pit"),
        "timber-yard": w.pick("building", "Timber Yard"),
        "forest-cave": w.pick("building", "Forest Cave"),
        "mine": w.pick("building", "Mine"),
        "loom": w.pick("building", "Loom"),
        "glassworks": w.pick("building", "Glassworks"),
        "press": w.pick("building", "Press"),
        "altar": w.pick("building", "Altar"),
        "theater": w.pick("building", "Theater"),
        "well": w.pick("building", "Well"),
        "baths": w.pick("building", "Baths"),
        "tavern": w.pick("building", "Tavern"),
        "east-trading-post": w.pick("building", "East Trading Post"),
        "west-trading-post": w.pick("building", "West Trading Post"),
        "marketplace": w.pick("building", "Marketplace"),
        "stockade": w.pick("building", "Stockade"),
        "barracks": w.pick("building of 7 Wonders", "Barracks"),
        "guard-tower": w.pick("building", "Guard Tower"),
        "apothecary": w.pick("building of 7 Wonders", "Apothecary"),
        "workshop": w.pick("building", "Workshop"),
        "scriptorium": w.pick("building", "Scriptorium"),
        # Age II
        "sawmill": w.pick("building", "Sawmill"),
        "quarry": w.pick("building of 7 Wonders", "Quarry"),
        "brickyard": w.pick("building of 7 Wonders", "Brickyard"),
        "foundry": w.pick("building", "Foundry"),
        "loom-2": f"{w.pick('building', 'Loom')} (II)",
        "glassworks-2": f"{w.pick('building', 'Glassworks')} (II)",
        "press-2": f"{w.pick('building', 'Press')} (II)",
        "aqueduct": w.pick("building", "Aqueduct"),
        "temple": w.pick("building", "Temple"),
        "statue": w.pick("building", "Statue"),
        "courthouse": w.pick("building", "Courthouse"),
        "forum": w.pick("building", "Forum"),
        "caravansery": w.pick("building", "Caravansery"),
        "vineyard": w.pick("building", "Vineyard"),
        "bazaar": w.pick("building", "Bazaar"),
        "walls": w.pick("building", "Walls"),
        "training-ground": w.pick("building", "Training Ground"),
        "stables": w.pick("building", "Stables"),
        "archery-range": w.pick("building", "Archery Range"),
        "dispensary": w.pick("building", "Dispensary"),
        "laboratory": w.pick("building", "Laboratory"),
        "library": w.pick("building", "Library"),
        "school": w.pick("building", "School"),
        # Age III
        "pantheon": w.pick("building", "Pantheon"),
        "gardens": w.pick("building", "Gardens"),
        "town-hall": w.pick("building", "Town Hall"),
        "palace": w.pick("building", "Palace"),
        "senate": w.pick("building", "Senate"),
        "haven": w.pick("building", "Haven"),
        "lighthouse": w.pick("building", "Lighthouse"),
        "chamber-of-commerce": w.pick("building", "Chamber of Commerce"),
        "arena": w.pick("building", "Arena"),
        "ludus": w.pick("building", "Ludus"),
        "fortifications": w.pick("building", "Fortifications"),
        "circus": w.pick("building", "Circus"),
        "arsenal": w.pick("building", "Arsenal"),
        "siege-workshop": w.pick("building", "Siege Workshop"),
        "castrum": w.pick("building", "Castrum"),
        "lodge": w.pick("building", "Lodge"),
        "observatory": w.pick("building", "Observatory"),
        "university": w.pick("building", "University"),
        "academy": w.pick("building", "Academy"),
        "study": w.pick("building", "Study"),
        # guilds
        "workers-guild": w.pick("building", "Workers Guild"),
        "craftsmens-guild": w.pick("building", "Craftsmens Guild"),
        "traders-guild": w.pick("building", "Traders Guild"),
        "philosophers-guild": w.pick("building", "Philosophers Guild"),
        "spies-guild": w.pick("building", "Spies Guild"),
        "magistrates-guild": w.pick("building", "Magistrates Guild"),
        "shipowners-guild": w.pick("building", "Shipowners Guild"),
        "builders-guild": w.pick("building", "Builders Guild"),
        "scientists-guild": w.pick("building", "Scientists Guild"),
        "decorators-guild": w.pick("building", "Decorators Guild"),
    }


@cache
def _leaders(w: Words) -> Mapping[str, str]:
    return {
        "aganice": w.pick("leader", "Aganice"),
        "agrippina": w.pick("leader", "Agrippina"),
        "alexander": w.pick("leader", "Alexander"),
        "amytis": w.pick("leader", "Amytis"),
        "archimedes": w.pick("leader", "Archimedes"),
        "aristotle": w.pick("leader", "Aristotle"),
        "berenice": w.pick("leader", "Berenice"),
        "bilkis": w.pick("leader", "Bilkis"),
        "caesar": w.pick("leader", "Caesar"),
        "cleopatra": w.pick("leader", "Cleopatra"),
        "cornelia": w.pick("leader", "Cornelia"),
        "croesus": w.pick("leader", "Croesus"),
        "cynisca": w.pick("leader", "Cynisca"),
        "enheduanna": w.pick("leader", "Enheduanna"),
        "euclid": w.pick("leader", "Euclid"),
        "eurypyle": w.pick("leader", "Eurypyle"),
        "gorgo": w.pick("leader", "Gorgo"),
        "hammurabi": w.pick("leader", "Hammurabi"),
        "hannibal": w.pick("leader", "Hannibal"),
        "hatshepsut": w.pick("leader", "Hatshepsut"),
        "hiram": w.pick("leader", "Hiram"),
        "hypatia": w.pick("leader", "Hypatia"),
        "imhotep": w.pick("leader", "Imhotep"),
        "justinian": w.pick("leader", "Justinian"),
        "leonidas": w.pick("leader", "Leonidas"),
        "maecenas": w.pick("leader", "Maecenas"),
        "makeda": w.pick("leader", "Makeda"),
        "midas": w.pick("leader", "Midas"),
        "nebuchadnezzar": w.pick("leader", "Nebuchadnezzar"),
        "nefertiti": w.pick("leader", "Nefertiti"),
        "nero": w.pick("leader", "Nero"),
        "nitocris": w.pick("leader", "Nitocris"),
        "pericles": w.pick("leader", "Pericles"),
        "phidias": w.pick("leader", "Phidias"),
        "phryne": w.pick("leader", "Phryne"),
        "plato": w.pick("leader", "Plato"),
        "praxiteles": w.pick("leader", "Praxiteles"),
        "ptolemy": w.pick("leader", "Ptolemy"),
        "pythagoras": w.pick("leader", "Pythagoras"),
        "ramses": w.pick("leader", "Ramses"),
        "sappho": w.pick("leader", "Sappho"),
        "solomon": w.pick("leader", "Solomon"),
        "telesilla": w.pick("leader", "Telesilla"),
        "theano": w.pick("leader", "Theano"),
        "tomyris": w.pick("leader", "Tomyris"),
        "varro": w.pick("leader", "Varro"),
        "vitruvius": w.pick("leader", "Vitruvius"),
        "xenophon": w.pick("leader", "Xenophon"),
        "zenobia": w.pick("leader", "Zenobia"),
    }


@cache
def _boards(w: Words) -> Mapping[str, str]:
    return {
        "alexandria": w.pick("board", "Alexandria"),
        "babylon": w.pick("board", "Babylon"),
        "ephesos": w.pick("board", "Ephesos"),
        "gizah": w.pick("board", "Gizah"),
        "halikarnassos": w.pick("board", "Halikarnassos"),
        "olympia": w.pick("board", "Olympia"),
        "rhodos": w.pick("board", "Rhodos"),
        "roma": w.pick("board", "Roma"),
        "abu-simbel": w.pick("board", "Abu Simbel"),
    }


@cache
def _resources(w: Words) -> Mapping[str, str]:
    return {
        "wood": w("wood"),
        "stone": w("stone"),
        "clay": w("clay"),
        "ore": w("ore"),
        "glass": w("glass"),
        "papyrus": w("papyrus"),
        "cloth": w("cloth"),
    }


@cache
def _symbols(w: Words) -> Mapping[str, str]:
    return {
        "compass": w.pick("science symbol", "compass"),
        "gear": w.pick("science symbol", "gear"),
        "tablet": w.pick("science symbol", "tablet"),
        "any": w.pick("science symbol", "a science symbol of choice"),
    }


@cache
def _colours(w: Words) -> Mapping[str, str]:
    return {
        "brown": w.pick("colour of cards", "brown"),
        "grey": w.pick("colour of cards", "grey"),
        "blue": w.pick("colour of cards", "blue"),
        "yellow": w.pick("colour of cards", "yellow"),
        "red": w.pick("colour of cards", "red"),
        "green": w.pick("colour of cards", "green"),
        "purple": w.pick("colour of cards", "purple"),
    }


@cache
def _each(w: Words) -> Mapping[str, str]:
    """What is counted, as it stands after `each`."""
    return {
        "brown": w.pick("for each", "brown card"),
        "grey": w.pick("for each", "grey card"),
        "blue": w.pick("for each", "blue card"),
        "yellow": w.pick("for each", "yellow card"),
        "red": w.pick("for each", "red card"),
        "green": w.pick("for each", "green card"),
        "purple": w.pick("for each", "purple card"),
        "stage": w.pick("for each", "stage"),
        "victory-token": w.pick("for each", "victory token"),
        "coin": w.pick("for each", "coin"),
    }


@cache
def _many(w: Words) -> Mapping[str, str]:
    """The same, as it stands after `more`."""
    return {
        "brown": w.pick("more of", "brown cards"),
        "grey": w.pick("more of", "grey cards"),
        "blue": w.pick("more of", "blue cards"),
        "yellow": w.pick("more of", "yellow cards"),
        "red": w.pick("more of", "red cards"),
        "green": w.pick("more of", "green cards"),
        "purple": w.pick("more of", "purple cards"),
        "stage": w.pick("more of", "stages"),
        "victory-token": w.pick("more of", "victory tokens"),
        "coin": w.pick("more of", "coins"),
    }


@cache
def _categories(w: Words) -> Mapping[str, str]:
    return {
        "military": w.pick("score", "Military"),
        "treasury": w.pick("score", "Coins"),
        "wonder": w.pick("score", "Wonder"),
        "blue": w.pick("score", "Blue cards"),
        "science": w.pick("score", "Science"),
        "yellow": w.pick("score", "Yellow cards"),
        "guilds": w.pick("score", "Guilds"),
        "leaders": w.pick("score", "Leaders"),
        "total": w.pick("score", "Total"),
    }


def title(w: Words) -> str:
    """The game's own name."""
    return "7 Wonders"


def identity(w: Words, slug: str) -> str:
    """`Gizah (day)`: a board and its side; also a card or a leader whose values are doubted."""
    wonder, _, side = slug.rpartition("-")
    match side:
        case "day":
            return w("{board} (day)", board=board(w, wonder))
        case "night":
            return w("{board} (night)", board=board(w, wonder))
    return name_of(w, slug)


def board(w: Words, slug: str) -> str:
    """`Gizah`, whichever side."""
    return named(_boards(w), slug)


def card(w: Words, slug: str) -> str:
    """`Quarry`: a building, as it is called on its card."""
    return named(_cards(w), slug)


def leader(w: Words, slug: str) -> str:
    """`Caesar`."""
    return named(_leaders(w), slug)


def name_of(w: Words, slug: str) -> str:
    """A card or a leader, or the board that brings something: no two of them bear the same word."""
    return _cards(w).get(slug) or _leaders(w).get(slug) or board(w, slug)


def symbol(w: Words, slug: str) -> str:
    """A science symbol."""
    return named(_symbols(w), slug)


def category(w: Words, slug: str) -> str:
    """The head of a line on the score sheet."""
    return named(_categories(w), slug)


# ---- what is chosen before a game --------------------------------------------------------------------


def variant(w: Words, slug: str) -> str:
    """What may be added to the game, as the name of a switch."""
    match slug:
        case "leaders":
            return w.pick("variant", "Leaders")
        case "experts":
            return w.pick("variant", "Expert leaders")
    return named({}, slug)


def variants(w: Words, slugs: Iterable[str]) -> str:
    """Several of them in a sentence."""
    return both(w, [variant(w, slug) for slug in slugs])


def variant_says(w: Words, slug: str) -> str:
    """What it changes, in one sentence; nothing for one that was invented later."""
    match slug:
        case "leaders":
            return w("Each seat drafts four leaders and may recruit one in each age.")
        case "experts":
            return w("Fifteen more leaders, for those who know the others.")
    return ""


def house_rule(w: Words, slug: str) -> str:
    """What holds while a house rule is on."""
    match slug:
        case "rebuild-is-forced":
            return w("Whoever may build a discarded card has to")
        case "burial-counts-its-own-age":
            return w("A buried leader that costs the number of the age counts the age of its burial")
    return named({}, slug)


def assumed(w: Words, slugs: Iterable[str]) -> str:
    """A note about these boards, cards and leaders, whose printed values are not certain; empty if there are none."""
    names = [identity(w, slug) for slug in slugs]
    if not names:
        return ""
    return w(
        "{things}: these numbers are not certain; whoever set up this table can correct them.",
        things=both(w, names),
    )


# ---- what printed things cost and do -----------------------------------------------------------------


def _coins(w: Words, n: int) -> str:
    return w.many("{n} coin", "{n} coins", n)


def _points(w: Words, n: int) -> str:
    return w.many("{n} point", "{n} points", n)


def _units(w: Words, amount: int, resource: str) -> str:
    return _resources(w)[resource] if amount == 1 else f"{amount} × {_resources(w)[resource]}"


def cost(w: Words, cost: printed.Cost) -> str:
    """What is printed as a cost: `1 coin, 2 × clay`; `free`."""
    parts = [_coins(w, cost.coins)] if cost.coins else []
    units = zip(printed.RESOURCES, cost.units(), strict=True)
    parts += [_units(w, amount, resource) for resource, amount in units if amount]
    return ", ".join(parts) or w.pick("cost", "free")


def leader_cost(w: Words, facts: printed.LeaderFacts) -> str:
    """What a leader costs: `2 coins`, or the number of the age."""
    if facts.by_age:
        return w("as many coins as the age has in its number")
    return _coins(w, facts.cost) if facts.cost else w.pick("cost", "free")


def card_says(w: Words, slug: str, facts: Facts) -> str:
    """A card's colour and all it brings: `blue · 4 points · leads to: Gardens`."""
    parts = [_colours(w)[facts.cards[slug].colour], *_brings(w, facts.cards[slug].effects)]
    led = [card(w, other) for other, one in facts.cards.items() if slug in one.chain]
    if led:
        parts.append(w("leads to: {cards}", cards=both(w, led)))
    return " · ".join(parts)


def leader_says(w: Words, slug: str, facts: Facts) -> str:
    """All a leader brings."""
    return " · ".join(_brings(w, facts.leaders[slug].effects))


def stage_says(w: Words, facts: printed.StageFacts) -> str:
    """All a stage brings."""
    return " · ".join(_brings(w, facts.effects))


def ability_says(w: Words, facts: printed.Ability) -> str:
    """What a board does from the beginning; empty for most."""
    parts = []
    if facts.leaders_free:
        parts.append(w("leaders cost nothing"))
    if facts.discount:
        parts.append(w.many("its leaders cost {n} coin less", "its leaders cost {n} coins less", facts.discount))
    if facts.neighbours_discount:
        n = facts.neighbours_discount
        parts.append(w.many("the neighbours’ leaders {n} coin less", "the neighbours’ leaders {n} coins less", n))
    if facts.keeps_leaders:
        parts.append(w("in the last age leaders that were not recruited stay"))
    return " · ".join(parts)


def _brings(w: Words, effects: Iterable[printed.Effect]) -> list[str]:
    return [_EFFECT[type(effect)](w, effect) for effect in effects]


def _gain(w: Words, coins: int, points: int) -> str:
    return both(w, [*([_coins(w, coins)] if coins else []), *([_points(w, points)] if points else [])])


def _produces(w: Words, it: printed.Produces) -> str:
    if len(it.of) == 1:
        return _units(w, it.amount, it.of[0])
    return either(w, [_units(w, it.amount, resource) for resource in it.of])


def _trade(w: Words, it: printed.Trade) -> str:
    if len(it.neighbours) > 1:
        side = w.pick("trade", "on both sides")
    else:
        side = w.pick("trade", "on the left") if it.neighbours[0] == "left" else w.pick("trade", "on the right")
    goods = [_resources(w)[kind] for kind in printed.RESOURCES if (kind in RAW) == (it.goods == "raw")]
    return w.many(
        "{goods} for {n} coin each {side}",
        "{goods} for {n} coins each {side}",
        it.price,
        goods=both(w, goods),
        side=side,
    )


def _per(w: Words, it: printed.Per) -> str:
    facts = {"gain": _gain(w, it.coins, it.points), "thing": either(w, [_each(w)[what] for what in it.of])}
    if it.cities == ("self",):
        return w("{gain} for each {thing} in its own city", **facts)
    if "self" in it.cities:
        return w("{gain} for each {thing} in its own and both neighbouring cities", **facts)
    return w("{gain} for each {thing} in both neighbouring cities", **facts)


def _free_turn(w: Words, it: printed.FreeTurn) -> str:
    if it.turn == "first":
        return w("the first card of each age costs nothing")
    return w("the last card of each age costs nothing")


# Any: each function takes the effect it is listed under.
_EFFECT: Final[Mapping[type[printed.Effect], Callable[[Words, Any], str]]] = {
    printed.Produces: _produces,
    printed.Trade: _trade,
    printed.Points: lambda w, it: _points(w, it.amount),
    printed.Coins: lambda w, it: _coins(w, it.amount),
    printed.Shields: lambda w, it: w.many("{n} shield", "{n} shields", it.amount),
    printed.Science: lambda w, it: symbol(w, it.symbol),
    printed.Per: _per,
    printed.WholeWonder: lambda w, it: w("{gain} if every stage is built", gain=_points(w, it.points)),
    printed.SeventhCard: lambda w, it: w("the last card of each age is played too"),
    printed.Rebuild: lambda w, it: w("builds a discarded card for nothing"),
    printed.FreeColours: lambda w, it: w("the first card of each colour costs nothing"),
    printed.FreeTurn: _free_turn,
    printed.DrawLeaders: lambda w, it: w.many("{n} leader from the box", "{n} leaders from the box", it.amount),
    printed.ExtraLeader: lambda w, it: w("one more leader may be recruited"),
    printed.Bury: lambda w, it: w("a leader is buried: {n} × its cost in points", n=it.times),
    printed.LeadersFree: lambda w, it: w("leaders cost nothing"),
    printed.ResourceLess: lambda w, it: w(
        "{gain} for each {thing}",
        gain=w.many("{n} resource less", "{n} resources less", 1),
        thing=_each(w)[it.on],
    ),
    printed.FreeCards: lambda w, it: w("each {thing} costs nothing", thing=_each(w)[it.of]),
    printed.CoinsOnBuild: lambda w, it: w(
        "{gain} for each {thing} from now on", gain=_coins(w, it.amount), thing=_each(w)[it.of]
    ),
    printed.CoinsOnChain: lambda w, it: w.many(
        "{n} coin for each card built by its chain", "{n} coins for each card built by its chain", it.amount
    ),
    printed.CoinsOnToken: lambda w, it: w(
        "{gain} for each {thing} from now on", gain=_coins(w, it.amount), thing=_each(w)["victory-token"]
    ),
    printed.BankTrade: lambda w, it: w.many(
        "once a turn any resource from the bank for {n} coin",
        "once a turn any resource from the bank for {n} coins",
        it.price,
    ),
    printed.PerCoins: lambda w, it: w("{gain} for every {n} coins", gain=_points(w, it.points), n=it.coins),
    printed.PerSet: lambda w, it: w(
        "{gain} for each set of {colours}",
        gain=_points(w, it.points),
        colours=both(w, [_colours(w)[colour] for colour in it.of]),
    ),
    printed.PerScienceSet: lambda w, it: w("{gain} for each set of three science symbols", gain=_points(w, it.points)),
    printed.ExtraCoin: lambda w, it: w.many(
        "{n} coin more when the bank first pays in a turn",
        "{n} coins more when the bank first pays in a turn",
        it.amount,
    ),
    printed.CoinAfterPurchase: lambda w, it: w.many(
        "{n} coin back for each neighbour paid", "{n} coins back for each neighbour paid", it.amount
    ),
    printed.VictoryToken: lambda w, it: w("a victory token of this age"),
    printed.Purge: lambda w, it: w("own defeat tokens go; everybody else gives up a victory token"),
    printed.DefeatToWinner: lambda w, it: w("own defeat tokens go to the neighbour who won"),
    printed.ReplaceSymbol: lambda w, it: w("at the end one science symbol may become another"),
    printed.MoreOfMostCommon: lambda w, it: w("at the end one more of the most common science symbol"),
    printed.Most: lambda w, it: w(
        "{gain} with more {things} than each neighbour", gain=_points(w, it.points), things=_many(w)[it.of]
    ),
    printed.NoDefeat: lambda w, it: w("{gain} without a defeat token", gain=_points(w, it.points)),
    printed.TokenPairs: lambda w, it: w("of each pair of equal victory tokens one counts twice"),
    printed.OnlyLeader: lambda w, it: w("{gain} as the only leader face up", gain=_points(w, it.points)),
}


# ---- actions -----------------------------------------------------------------------------------------


def action(w: Words, text: str, people: Sequence[str] = ()) -> str:
    """The label of a button that says an action, or of a line of chance; a different one for each different action."""
    match text.removeprefix("choose ").split():
        case ["keep", slug]:
            return w("Keep {leader}", leader=leader(w, slug))
        case ["recruit", slug]:
            return w("Recruit {leader}", leader=leader(w, slug))
        case ["build", slug, *paid]:
            return _paying(w, w("Build {card}", card=card(w, slug)), paid)
        case ["stage"] | ["stage", "left" | "right" | "bank", _, *_] as said:
            return _paying(w, w("Build a stage"), said[1:])
        case ["stage", slug, *paid]:
            return _paying(w, w("Build a stage with {card}", card=name_of(w, slug)), paid)
        case ["sell", slug]:
            return w("Sell {card}", card=name_of(w, slug))
        case ["sell"]:
            return w("Sell a card")
        case ["lose", value]:
            return w("Give up a victory token of {n}", n=value)
        case ["bury", slug]:
            return w("Bury {leader}", leader=leader(w, slug))
        case ["rebuild", slug]:
            return w("Build {card} from the discard pile", card=card(w, slug))
        case ["done"]:
            return w("No, thank you")
        case ["deal" | "draw", seat, *slugs]:
            name = people[int(seat) - 1] if people else seat_name(w, int(seat), None)
            return w("{name} is dealt: {cards}", name=name, cards=", ".join(name_of(w, slug) for slug in slugs))
    raise ValueError(f"not an action of 7 Wonders: {text!r}")


def did(w: Words, text: str, name: str, people: Sequence[str] = (), came: str = "") -> str:
    """What a person has done, or chosen in secret: `Ben, Build Quarry`."""
    return w("{name}, {action}", name=name, action=action(w, text, people))


def _paying(w: Words, label: str, paid: Sequence[str]) -> str:
    """The label with what it pays to whom."""
    coins = dict(zip(paid[::2], paid[1::2], strict=True))
    told = [_to(w, whom, int(coins[whom])) for whom in ("left", "right", "bank") if whom in coins]
    return f"{label} ({', '.join(told)})" if told else label


def _to(w: Words, whom: str, n: int) -> str:
    match whom:
        case "left":
            return w("{n} to the left", n=n)
        case "right":
            return w("{n} to the right", n=n)
    return w("{n} to the bank", n=n)


def asked(w: Words, legal: Sequence[str], people: Sequence[str] = ()) -> str:
    """What these legal actions ask, as a short prompt."""
    secret, (verb, *thing) = legal[0].startswith("choose"), legal[0].removeprefix("choose ").split()
    match verb:
        case "keep":
            return w("Keep a leader")
        case "recruit" if secret:
            return w("Choose a leader")
        case "recruit":
            return w("Recruit one more leader?")
        case "lose":
            return w("Give up a victory token")
        case "bury":
            return w("Bury a leader")
        case "rebuild":
            return w("Build a discarded card")
    if secret:
        return w("Choose a leader") if thing and thing[0] in _leaders(w) else w("Choose a card")
    return w("Play your last card")


def choices(
    w: Words, view: View, legal: Sequence[str], people: Sequence[str], seat: int, facts: Facts
) -> Iterator[Choices]:
    """The uses of each card, or leader, under its name; everything else as it comes."""
    at = _Seat(w, view, people, seat, facts)
    uses: dict[str, list[Choice]] = {}
    least: dict[str, int] = {}  # coins for having it
    rest: list[Choice] = []
    for text in legal:
        match text.removeprefix("choose ").split():
            case ["build" | "recruit" | "stage" | "sell" as verb, slug, *paid] if slug not in PAID:
                uses.setdefault(slug, []).append(at.use(text, verb, slug, paid))
                if verb in ("build", "recruit"):
                    coins = sum(map(int, paid[1::2]))
                    least[slug] = min(coins, least.get(slug, coins))
            case ["stage", *paid]:
                rest.append(Choice(text, w("Build a stage"), at.stage_note(paid)))
            case ["sell"]:
                rest.append(Choice(text, w("Sell a card"), at.sale()))
            case ["keep" | "bury" as verb, slug]:
                rest.append(Choice(text, action(w, text, people), at.about_leader(slug, buried=verb == "bury")))
            case ["rebuild", slug]:
                rest.append(Choice(text, action(w, text, people), card_says(w, slug, facts)))
            case _:
                rest.append(Choice(text, action(w, text, people)))
    for slug, made in uses.items():
        yield Choices(tuple(made), name_of(w, slug), at.heading(slug, least.get(slug, 0)))
    if rest:
        yield Choices(tuple(rest))


PAID: Final = ("left", "right", "bank")


class _Seat:
    """What choices mean for the seat that is asked."""

    def __init__(self, w: Words, view: View, people: Sequence[str], seat: int, facts: Facts) -> None:
        self._w, self._people, self._facts = w, people, facts
        self._chair = view.seats[seat - 1]
        self._seats = len(view.seats)
        self._ways = {way.thing: way for way in view.hints.ways}

    def heading(self, slug: str, paid: int) -> str:
        """What having this costs here, and what it is: what one wants to know before it is opened.

        `paid`: coins for resources, the cheapest way.
        """
        says = leader_says if slug in self._facts.leaders else card_says
        said = says(self._w, slug, self._facts)
        way = self._ways.get(slug)
        return f"{self._price(way, slug, paid)} · {said}" if way else said

    def _price(self, way: Way, slug: str, paid: int) -> str:
        w, coins = self._w, way.coins + paid
        match way.why:
            case "chain":
                return w("free by its chain")
            case "free":
                return w("costs nothing this time")
            case "twice":
                return w("stands in your city already")
            case "unpaid" if slug in self._facts.leaders:
                return w.many("costs {n} coin: too much", "costs {n} coins: too much", coins)
            case "unpaid":
                return w("cannot be paid ({cost})", cost=cost(w, self._facts.cards[slug].cost))
            case "price" if slug in self._facts.leaders or not any(self._facts.cards[slug].cost.units()):
                return w.many("costs {n} coin", "costs {n} coins", coins) if coins else w("costs nothing")
            case "price":
                needs = cost(w, self._facts.cards[slug].cost)
                if coins:
                    return w.many("costs {n} coin ({cost})", "costs {n} coins ({cost})", coins, cost=needs)
                return w("costs no coins ({cost})", cost=needs)
            case _:
                assert_never(way.why)

    def use(self, text: str, verb: str, slug: str, paid: Sequence[str]) -> Choice:
        """One use of a card or a leader."""
        w, name = self._w, name_of(self._w, slug)
        match verb:
            case "build":
                return Choice(text, w("Build {card}", card=name), self._paid(self._ways.get(slug), paid))
            case "recruit":
                return Choice(text, w("Recruit {leader}", leader=name), self._paid(self._ways.get(slug), paid))
            case "stage":
                stage = self._chair.stages + 1
                return Choice(text, w("Stage {n} with {card}", n=stage, card=name), self.stage_note(paid))
        return Choice(text, w("Sell {card}", card=name), self.sale())

    def stage_note(self, paid: Sequence[str]) -> str:
        """What the next stage brings and costs."""
        board = self._facts.boards[f"{self._chair.wonder}-{self._chair.side}"]
        brings = stage_says(self._w, board.stages[self._chair.stages])
        return f"{self._paid(self._ways.get('stage'), paid)} · {brings}"

    def sale(self) -> str:
        n = self._facts.table.sale
        return self._w.many("brings {n} coin", "brings {n} coins", n)

    def about_leader(self, slug: str, *, buried: bool) -> str:
        price = self._w("printed cost: {cost}", cost=leader_cost(self._w, self._facts.leaders[slug]))
        says = leader_says(self._w, slug, self._facts)
        return f"{price} · {says}" if buried else f"{says} · {price}"

    def _paid(self, way: Way | None, paid: Sequence[str]) -> str:
        """Who gets how many coins for it."""
        w, coins = self._w, dict(zip(paid[::2], map(int, paid[1::2]), strict=True))
        parts = []
        if "left" in coins:
            parts.append(_coins_to(w, coins["left"], self._people[self._chair.seat % self._seats], "left"))
        if "right" in coins:
            parts.append(_coins_to(w, coins["right"], self._people[self._chair.seat - 2], "right"))
        bank = coins.get("bank", 0) + (way.coins if way else 0)
        if bank:
            parts.append(w.many("{n} coin to the bank", "{n} coins to the bank", bank))
        if way and way.why == "chain":
            return w("free by its chain")
        return ", ".join(parts) or w("costs no coins")


def _coins_to(w: Words, n: int, name: str, side: str) -> str:
    if side == "left":
        return w.many("{n} coin to {name} (left)", "{n} coins to {name} (left)", n, name=name)
    return w.many("{n} coin to {name} (right)", "{n} coins to {name} (right)", n, name=name)


# ---- the position ------------------------------------------------------------------------------------


def read(raw: bytes) -> View:
    """A view from JSON."""
    return _view.decode(raw)


def position(w: Words, view: View, people: Sequence[str], seat: int | None, facts: Facts) -> Iterator[Section]:
    """All that a reader may know, in words; what is one's own first, then the round, then clockwise from one's left."""
    if seat is not None and not isinstance(view.mine, msgspec.UnsetType):
        yield from _own(w, view, view.mine, people, seat, facts)
    yield _round(w, view, people, seat)
    count = len(view.seats)
    others = range(count) if seat is None else [(seat + step) % count for step in _nearest_first(count)]
    for other in others:
        chair = view.seats[other]
        yield Section(_whose(w, chair, people, seat, count), tuple(_city(w, view, chair, seat, facts)), chair.seat)


def _nearest_first(count: int) -> list[int]:
    """Steps clockwise: to the left, to the right, then on round the table."""
    return [0, count - 2, *range(1, count - 2)] if count > 2 else list(range(count - 1))


def _own(w: Words, view: View, mine: Mine, people: Sequence[str], seat: int, facts: Facts) -> Iterator[Section]:
    """What nobody else sees, and one's own city."""
    asked = seat in view.to_act
    if mine.choice:
        lines = [action(w, mine.choice, people), *_waiting(w, view, people)]
        yield Section(w("You have chosen"), tuple(lines), seat)
    if mine.hand and not (asked and view.asked in ("draft", "play", "seventh")):
        whole = [_leader_whole if slug in facts.leaders else _card_whole for slug in mine.hand]
        lines = [say(w, slug, facts) for say, slug in zip(whole, mine.hand, strict=True)]
        yield Section(w("Your hand"), tuple(lines), seat)
    if mine.leaders and not (asked and view.asked in ("recruit", "extra")):
        lines = [_leader_whole(w, slug, facts) for slug in mine.leaders]
        yield Section(w("Leaders in your hand"), tuple(lines), seat)
    if not isinstance(mine.discard, msgspec.UnsetType):
        yield Section(w("Discard pile"), (", ".join(card(w, slug) for slug in mine.discard),), seat)
    chair = view.seats[seat - 1]
    yield Section(_board_of(w, chair), tuple(_city(w, view, chair, seat, facts)), seat)


def _waiting(w: Words, view: View, people: Sequence[str]) -> Iterator[str]:
    if view.asked in ("draft", "recruit", "play") and view.to_act:
        yield w("Still choosing: {names}", names=both(w, [people[seat - 1] for seat in view.to_act]))


def _card_whole(w: Words, slug: str, facts: Facts) -> str:
    price = w("printed cost: {cost}", cost=cost(w, facts.cards[slug].cost))
    return f"{card(w, slug)}: {card_says(w, slug, facts)} ({price})"


def _leader_whole(w: Words, slug: str, facts: Facts) -> str:
    price = w("printed cost: {cost}", cost=leader_cost(w, facts.leaders[slug]))
    return f"{leader(w, slug)}: {leader_says(w, slug, facts)} ({price})"


def _round(w: Words, view: View, people: Sequence[str], seat: int | None) -> Section:
    """Where the game stands, and who is waited for."""
    lines = list(_waiting(w, view, people))
    if view.hints.passing == "left":
        whom = people[seat % len(people)] if seat else ""
        lines.append(
            w("What is left of a hand goes to the left, to {name}", name=whom) if whom else w("Hands go to the left.")
        )
    elif view.hints.passing == "right":
        whom = people[seat - 2] if seat else ""
        lines.append(
            w("What is left of a hand goes to the right, to {name}", name=whom) if whom else w("Hands go to the right.")
        )
    if view.age:
        lines.append(w.many("{n} card discarded", "{n} cards discarded", view.discard))
    if view.box:
        lines.append(w.many("{n} leader in the box", "{n} leaders in the box", view.box))
    return Section(_moment(w, view), tuple(lines))


def _moment(w: Words, view: View) -> str:
    if view.over:
        return w("The game is over.")
    if not view.age:
        return w("The leaders are drafted")
    if not view.turn:
        return w("Age {age} begins", age=ROMAN[view.age])
    return w("Age {age}, turn {turn} of {turns}", age=ROMAN[view.age], turn=view.turn, turns=printed.TURNS)


def _board_of(w: Words, chair: SeatView) -> str:
    return identity(w, f"{chair.wonder}-{chair.side}")


def _whose(w: Words, chair: SeatView, people: Sequence[str], seat: int | None, count: int) -> str:
    """`Ben (left): Gizah (day)`."""
    facts = {"name": people[chair.seat - 1], "board": _board_of(w, chair)}
    step = (chair.seat - (seat or chair.seat)) % count
    if step == 1:
        return w("{name} (left): {board}", **facts)
    if step == count - 1:
        return w("{name} (right): {board}", **facts)
    return w("{name}: {board}", **facts)


def _city(w: Words, view: View, chair: SeatView, seat: int | None, facts: Facts) -> Iterator[str]:
    """All that lies before a seat; to a neighbour also what can be bought there."""
    own, standing = chair.seat == seat, view.hints.standing[chair.seat - 1]
    board = facts.boards[f"{chair.wonder}-{chair.side}"]
    parts = [_coins(w, chair.coins), w.many("{n} shield", "{n} shields", chair.shields)]
    if chair.hand and view.asked != "draft" and not own:
        parts.append(w.many("{n} card in hand", "{n} cards in hand", chair.hand))
    if chair.chosen and not own:
        parts.append(w("has chosen"))
    yield " · ".join(parts)
    if ability := ability_says(w, board.ability):
        yield capital(ability)
    yield from _stages(w, chair, board, own=own)
    yield from _goods(w, view, chair, standing, seat)
    for colour in printed.COLOURS[: printed.PURPLE]:
        there = [_stands(w, slug, facts) for slug in chair.cards if facts.cards[slug].colour == colour]
        if there:
            yield f"{capital(_colours(w)[colour])}: {', '.join(there)}"
    for slug in chair.cards:
        if facts.cards[slug].colour == printed.COLOURS[printed.PURPLE]:
            yield _with(card(w, slug), " · ".join(_brings(w, facts.cards[slug].effects)))
    if standing.symbols:
        symbols = [symbol(w, slug) if n == 1 else f"{n} × {symbol(w, slug)}" for slug, n in standing.symbols.items()]
        yield w("Science: {symbols}", symbols=", ".join(symbols))
    if chair.tokens:
        yield w(
            "Victory and defeat tokens: {tokens}",
            tokens=", ".join(f"{value:+d}".replace("-", "−") for value in chair.tokens),
        )
    for slug in chair.leaders:
        yield _with(leader(w, slug), leader_says(w, slug, facts))
    if chair.buried:
        yield w("Buried: {leaders}", leaders=", ".join(leader(w, slug) for slug in chair.buried))
    if chair.leaders_left and not own:
        yield w.many("{n} leader in hand", "{n} leaders in hand", chair.leaders_left)


def _with(name: str, says: str) -> str:
    return f"{name}: {says}" if says else name


def _stages(w: Words, chair: SeatView, board: printed.BoardFacts, *, own: bool) -> Iterator[str]:
    """One's own one by one; of others how many, and what comes next."""
    built, count = chair.stages, len(board.stages)
    if own:
        for n, stage in enumerate(board.stages, start=1):
            facts = {"n": n, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
            yield w("Stage {n}, built: {says}", **facts) if n <= built else w("Stage {n} for {cost}: {says}", **facts)
    elif built == count:
        yield w("All {n} stages built", n=count)
    else:
        stage = board.stages[built]
        facts = {"built": built, "n": count, "says": stage_says(w, stage), "cost": cost(w, stage.cost)}
        yield w("{built} of {n} stages; the next for {cost}: {says}", **facts)


def _goods(w: Words, view: View, chair: SeatView, standing: Standing, seat: int | None) -> Iterator[str]:
    """What a city makes; for its neighbours what it sells, and for how much."""
    count = len(view.seats)
    step = (chair.seat - seat) % count if seat is not None else 0
    makes = [*_made(w, standing.makes, standing.choices)]
    if step not in (1, count - 1) or seat is None:
        if makes:
            yield w("Makes: {goods}", goods=", ".join(makes))
        return
    prices = view.hints.standing[seat - 1].prices["left" if step == 1 else "right"]
    sells = [*_made(w, standing.sells, standing.sells_choices)]
    if sells:
        yield w("Sells you: {goods}", goods=", ".join(sells))
        if not view.over:
            yield w("Costs you each: raw {raw}, manufactured {made}", raw=prices["raw"], made=prices["manufactured"])
    own = sorted(set(makes) - set(sells))
    if own:
        yield w("Makes for itself: {goods}", goods=", ".join(own))


def _made(w: Words, units: Mapping[str, int], choices: Iterable[Sequence[str]]) -> Iterator[str]:
    for resource, amount in units.items():
        yield _units(w, amount, resource)
    for kinds in choices:
        yield "/".join(_resources(w)[kind] for kind in kinds)


def _stands(w: Words, slug: str, facts: Facts) -> str:
    """A card in a city; one that scores says how much."""
    points = sum(it.amount for it in facts.cards[slug].effects if isinstance(it, printed.Points))
    return f"{card(w, slug)} ({points})" if points else card(w, slug)


# ---- events ------------------------------------------------------------------------------------------


def hear(raw: bytes) -> told.Events:
    """An event from JSON; msgspec.ValidationError if it is none of this game."""
    found: told.Events = _events.decode(raw)
    return found


def event(w: Words, event: told.Events, people: Sequence[str]) -> str:
    """One sentence for the log; `people` are the display names, by seat."""
    return _SAY[type(event)](w, event, people)


def _card_built(w: Words, it: told.CardBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "card": card(w, it.card)}
    if it.chain:
        return w("{name} builds {card}, free by its chain.", **facts)
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds {card}.", **facts)
    sentence = w.many("{name} builds {card} for {n} coin.", "{name} builds {card} for {n} coins.", n, **facts)
    return sentence + _sellers(w, it, people)


def _stage_built(w: Words, it: told.StageBuilt, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "stage": it.stage}
    n = it.coins + it.left + it.right + it.bank
    if not n:
        return w("{name} builds stage {stage}.", **facts)
    sentence = w.many(
        "{name} builds stage {stage} for {n} coin.", "{name} builds stage {stage} for {n} coins.", n, **facts
    )
    return sentence + _sellers(w, it, people)


def _sellers(w: Words, it: told.CardBuilt | told.StageBuilt, people: Sequence[str]) -> str:
    """Who got how much of what was paid."""
    left, right = people[it.seat % len(people)], people[it.seat - 2]
    paid = [f"{name} {coins}" for name, coins in ((left, it.left), (right, it.right)) if coins]
    return f" ({', '.join(paid)})" if paid else ""


def _card_sold(w: Words, it: told.CardSold, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    if it.leader:
        return w.many("{name} sells a leader for {n} coin.", "{name} sells a leader for {n} coins.", it.coins, **facts)
    return w.many("{name} sells a card for {n} coin.", "{name} sells a card for {n} coins.", it.coins, **facts)


def _leader_recruited(w: Words, it: told.LeaderRecruited, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "leader": leader(w, it.leader)}
    if not it.paid:
        return w("{name} recruits {leader} for nothing.", **facts)
    return w.many("{name} recruits {leader} for {n} coin.", "{name} recruits {leader} for {n} coins.", it.paid, **facts)


def _coins_gained(w: Words, it: told.CoinsGained, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1], "by": _source(w, it.by)}
    return w.many("{name} gets {n} coin ({by}).", "{name} gets {n} coins ({by}).", it.coins, **facts)


def _source(w: Words, by: str) -> str:
    """What brings coins."""
    return w.pick("brings coins", "sale") if by == "sale" else name_of(w, by)


def _token_taken(w: Words, it: told.TokenTaken, people: Sequence[str]) -> str:
    facts = {"name": people[it.seat - 1]}
    if it.value < 0:
        if it.against:
            return w("{name} takes a defeat token ({other}).", other=people[it.against - 1], **facts)
        return w("{name} takes a defeat token.", **facts)
    if it.against:
        return w("{name} takes a victory token of {n} ({other}).", n=it.value, other=people[it.against - 1], **facts)
    return w("{name} takes a victory token of {n}.", n=it.value, **facts)


def _conflict_settled(w: Words, it: told.ConflictSettled, people: Sequence[str]) -> str:
    shields = ", ".join(f"{name} {n}" for name, n in zip(people, it.shields, strict=True))
    return w("Conflict of Age {age}. Shields: {shields}.", age=ROMAN[it.age], shields=shields)


def _game_ended(w: Words, it: told.GameEnded, people: Sequence[str]) -> str:
    names = both(w, [people[number - 1] for number in it.winners])
    return w.many("{names} wins!", "{names} share the victory.", len(it.winners), names=names)


def _leaders_passed(w: Words, it: told.LeadersPassed, people: Sequence[str]) -> str:
    return w("Leaders go to the left.") if it.to == "left" else w("Leaders go to the right.")


def _hands_passed(w: Words, it: told.HandsPassed, people: Sequence[str]) -> str:
    return w("Hands go to the left.") if it.to == "left" else w("Hands go to the right.")


def _declined(w: Words, it: told.Declined, people: Sequence[str]) -> str:
    if it.what == "extra":
        return w("{name} recruits no further leader.", name=people[it.seat - 1])
    return w("{name} builds no discarded card.", name=people[it.seat - 1])


# Any: each function takes the event it is listed under.
_SAY: Final[Mapping[type[Event], Callable[[Words, Any, Sequence[str]], str]]] = {
    told.LeadersDealt: lambda w, it, people: w.many(
        "{name} gets {n} leader.", "{name} gets {n} leaders.", it.number, name=people[it.seat - 1]
    ),
    told.LeadersSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(leader(w, slug) for slug in it.leaders)
    ),
    told.HandDealt: lambda w, it, people: w.many(
        "{name} gets {n} card.", "{name} gets {n} cards.", it.number, name=people[it.seat - 1]
    ),
    told.HandSeen: lambda w, it, people: w("Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)),
    told.RecruitmentBegan: lambda w, it, people: w("Age {age}: leaders are recruited.", age=ROMAN[it.age]),
    told.TurnBegan: lambda w, it, people: w("Age {age}, turn {turn}.", age=ROMAN[it.age], turn=it.turn),
    told.HasChosen: lambda w, it, people: w("{name} has chosen.", name=people[it.seat - 1]),
    told.Chose: lambda w, it, people: w("You have chosen: {action}.", action=action(w, it.choice, people)),
    told.LeaderKept: lambda w, it, people: w("Only you know: you keep {leader}.", leader=leader(w, it.leader)),
    told.LeadersPassed: _leaders_passed,
    told.HandsPassed: _hands_passed,
    told.CardBuilt: _card_built,
    told.StageBuilt: _stage_built,
    told.StageHides: lambda w, it, people: w("Only you know: {card} lies under the stage.", card=name_of(w, it.card)),
    told.CardSold: _card_sold,
    told.SaleSeen: lambda w, it, people: w("Only you know: you have sold {card}.", card=name_of(w, it.card)),
    told.LeaderRecruited: _leader_recruited,
    told.LeadersBoxed: lambda w, it, people: w.many(
        "{name}: {n} leader goes back into the box.",
        "{name}: {n} leaders go back into the box.",
        it.number,
        name=people[it.seat - 1],
    ),
    told.CoinsGained: _coins_gained,
    told.TokenTaken: _token_taken,
    told.DefeatsLost: lambda w, it, people: w.many(
        "{name} discards {n} defeat token.",
        "{name} discards {n} defeat tokens.",
        it.number,
        name=people[it.seat - 1],
    ),
    told.TokenLost: lambda w, it, people: w(
        "{name} gives up a victory token of {n}.", name=people[it.seat - 1], n=it.value
    ),
    told.LeaderBuried: lambda w, it, people: w.many(
        "{name} buries {leader}: {n} point.",
        "{name} buries {leader}: {n} points.",
        it.points,
        name=people[it.seat - 1],
        leader=leader(w, it.leader),
    ),
    told.DiscardSeen: lambda w, it, people: w(
        "Only you see: {card}.", card=", ".join(card(w, slug) for slug in it.cards)
    ),
    told.CardRebuilt: lambda w, it, people: w(
        "{name} builds {card} from the discard pile.", name=people[it.seat - 1], card=card(w, it.card)
    ),
    told.Declined: _declined,
    told.LeftoversDiscarded: lambda w, it, people: w.many(
        "{n} card left over is discarded.", "{n} cards left over are discarded.", it.number
    ),
    told.ConflictSettled: _conflict_settled,
    told.GameEnded: _game_ended,
}


# ---- result and refusals -----------------------------------------------------------------------------


def result(w: Words, view: View, people: Sequence[str]) -> str:
    """Who won and how; empty until the game is over."""
    if not view.winners:
        return ""
    names = both(w, [people[number - 1] for number in view.winners])
    points = view.seats[view.winners[0] - 1].score.total
    if len(view.winners) > 1:
        return w("{names} share the victory: equal points ({n}), and as many coins.", names=names, n=points)
    if sum(chair.score.total == points for chair in view.seats) > 1:
        return w("{name} wins: equal points ({n}), but more coins.", name=names, n=points)
    return w.many("{name} wins with {n} point.", "{name} wins with {n} points.", points, name=names)


def refusal(w: Words, rule: str, facts: Mapping[str, int | str]) -> str:
    """Why the rules say no; a plain no for a rule without words."""
    say = _WHY_NOT.get(rule)
    return say(w, facts) if say else w("That is not possible now.")


def _asked_first(w: Words, it: Mapping[str, int | str]) -> str:
    match it["asked"]:
        case "draft":
            return w("First a leader is kept.")
        case "recruit":
            return w("First leaders are recruited.")
        case "lose":
            return w("First a victory token is given up.")
        case "extra":
            return w("First somebody may recruit one more leader.")
        case "bury":
            return w("First a leader is buried.")
        case "seventh":
            return w("First somebody plays the last card.")
        case "rebuild":
            return w("First somebody builds a discarded card.")
    return w("First a card is chosen.")


def _thing(w: Words, it: Mapping[str, int | str]) -> str:
    slug = str(it["thing"])
    return w("The stage") if slug == "stage" else name_of(w, slug)


_WHY_NOT: Final[Mapping[str, Callable[[Words, Mapping[str, int | str]], str]]] = {
    "over": lambda w, it: w("The game is over."),
    "chance-first": lambda w, it: w("One moment: cards are being dealt."),
    "cannot-be-dealt": lambda w, it: w("That cannot be dealt now."),
    "no-chance": lambda w, it: w("Nothing has to be dealt now."),
    "no-seat": lambda w, it: w("There are only {seats} seats.", seats=it["seats"]),
    "has-chosen": lambda w, it: w("You have chosen already. Undo it to choose again."),
    "not-asked": lambda w, it: w("You are not asked anything now."),
    "no-such-token": lambda w, it: w("You have no victory token of {n}.", n=it["value"]),
    "not-face-up": lambda w, it: w("{leader} does not lie before you.", leader=leader(w, str(it["leader"]))),
    "name-twice": lambda w, it: w("{card} stands in your city already.", card=card(w, str(it["card"]))),
    "not-discarded": lambda w, it: w("{card} is not in the discard pile.", card=card(w, str(it["card"]))),
    "must-rebuild": lambda w, it: w("A discarded card has to be built: a house rule of this game."),
    "not-in-hand": lambda w, it: w("{card} is not in your hand.", card=name_of(w, str(it["card"]))),
    "not-your-leader": lambda w, it: w("{leader} is not yours to recruit.", leader=leader(w, str(it["leader"]))),
    "price": lambda w, it: w(
        "{thing} costs {cost} coins; you have {coins}.", thing=_thing(w, it), cost=it["price"], coins=it["coins"]
    ),
    "wonder-complete": lambda w, it: w("Your wonder is complete."),
    "payment": lambda w, it: w("{thing} is paid for in another way.", thing=_thing(w, it)),
    "cannot-pay": lambda w, it: w(
        "{thing} cannot be paid: resources or coins are missing (you have {coins}).",
        thing=_thing(w, it),
        coins=it["coins"],
    ),
    "asked-first": _asked_first,
}
