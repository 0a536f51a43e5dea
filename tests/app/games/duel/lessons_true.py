"""Sentences of a first game of Duel, each checked against a reader's view by a second implementation."""

from itertools import product

from engine.duel import data_schema
from engine.duel.data_schema import RAW, RESOURCES


def free(view):
    """Return the uncovered cards of the structure that are face up."""
    lying = view["structure"]
    return {
        lying[str(place["slot"])]["card"]
        for place in view["hints"]["places"]
        if str(place["slot"]) in lying and not any(str(over) in lying for over in place["covered_by"])
    } - {None}


def in_sight(view):
    return free(view) | {slug for seat in view["seats"] for slug in seat["cards"]}


def effects(box, seat, kind):
    """List the effects of a kind in a city: of its cards, built wonders and tokens."""
    things = [box.cards[slug] for slug in seat["cards"]]
    things += [box.wonders[slug] for slug, under in seat["wonders"].items() if under]
    things += [box.tokens[slug] for slug in seat["progress"]]
    return [effect for thing in things for effect in thing.effects if isinstance(effect, kind)]


def count_made(box, seat, resource):
    return sum(effect.amount for effect in effects(box, seat, data_schema.Production) if effect.resource == resource)


def price(box, view, nth, resource):
    """Return the price of a missing unit for a seat."""
    if any(resource in effect.of for effect in effects(box, view["seats"][nth - 1], data_schema.FixedPrice)):
        return box.table.fixed_price
    more = count_made(box, view["seats"][2 - nth], resource) * box.table.trade_coins_per_symbol
    return box.table.trade_coins + more


def bill(box, view, nth, slug):
    """List the resources that a seat lacks for a card in the cheapest way, with the price of each unit."""
    seat, card = view["seats"][nth - 1], box.cards[slug]
    if chain_card(box, seat, slug):
        return []
    needs = dict(zip(RESOURCES, card.cost.units(), strict=True))
    lacks = {what: max(0, n - count_made(box, seat, what)) for what, n in needs.items()}
    either = [
        RESOURCES[:RAW] if effect.of == "raw" else RESOURCES[RAW:]
        for effect in effects(box, seat, data_schema.ProducesOneOf)
    ]
    spare = sum(effect.units for effect in effects(box, seat, data_schema.Discount) if effect.on == card.colour)
    found = []
    for chosen in product(*either):
        left = sorted(
            ((price(box, view, nth, what), what) for what, n in lacks.items() for _ in range(n - chosen.count(what))),
            reverse=True,
        )
        found.append(left[spare:])
    return min(found, key=lambda units: sum(coins for coins, _ in units))


def chain_card(box, seat, slug):
    """Return the card of a city that makes another one free by its chain, or ""."""
    chain = box.cards[slug].chain
    return next((held for held in seat["cards"] if chain and box.cards[held].bears == chain), "")


def cost(box, view, nth, slug):
    if chain_card(box, view["seats"][nth - 1], slug):
        return 0
    return box.cards[slug].cost.coins + sum(coins for coins, _ in bill(box, view, nth, slug))


def symbols(box, seat):
    """Count each science symbol of a seat."""
    found = [effect.symbol for effect in effects(box, seat, data_schema.Science)]
    return {what: found.count(what) for what in found}


def is_true(idea, seat, facts, view, legal, box, log):  # one case for each sentence
    """Check whether a sentence is true of the view.

    `log`: public events in order, without the undone ones.
    """
    mine = view["seats"][seat - 1] if seat else None
    at = view["seats"][facts["seat"] - 1] if "seat" in facts else None
    asks, acts, table = view["hints"]["ask"], view["to_act"], box.table
    words = legal.get(seat, ()) if seat else ()
    pawn, capital = view["military"]["pawn"], box.military.capital
    assert facts.get("other") in (None, 3 - facts.get("seat", seat))
    away = capital - (pawn if facts.get("seat") == 1 else -pawn)  # from the capital that the one spoken of wants
    takes = asks == "turn" and (not seat or acts == [seat])
    active = seat or (acts[0] if acts else 0)
    match idea:
        case "ways":
            acted = log["wonder-drafted"] or log["card-built"] or log["card-discarded"] or log["wonder-built"]
            return facts["symbols"] == table.winning_symbols and (not acted or (view["turn"] == 1 and asks == "turn"))
        case "draft":
            taken, first, other = [event["seat"] for event in log["wonder-drafted"]], facts["seat"], facts["other"]
            begun = taken == [first, other, other, first][: len(taken)] and len(taken) < 4
            return asks == "draft" and begun and table.draft[4] == 3 - table.draft[0]
        case "draft-again":
            again = any(
                isinstance(e, data_schema.PlayAgain) for slug in view["draft"] for e in box.wonders[slug].effects
            )
            return asks == "draft" and acts == [seat] and again
        case "take":
            return asks == "turn" and bool(free(view))
        case "start":
            took = (log["card-built"] + log["card-discarded"] + log["wonder-built"])[-1:]
            weaker = pawn > 0 if seat == 2 else pawn < 0
            return asks == "start" and acts == [seat] and bool(took) and (weaker if facts["weaker"] else pawn == 0)
        case "token":
            return (
                asks == "progress"
                and acts == [seat]
                and facts["n"] == len(view["tokens"])
                and 2 in mine["science"].values()
            )
        case "destroy":
            theirs = {box.cards[slug].colour for slug in view["seats"][2 - seat]["cards"]}
            can = {box.cards[text.split()[1]].colour for text in words}
            return asks == "destroy" and acts == [seat] and facts["colour"] in theirs and can == {facts["colour"]}
        case "revive":
            return asks == "revive" and acts == [seat] and all(text.split()[1] in view["discard"] for text in words)
        case "keep":
            drawn = [event for event in log["token-drawn"] if event["seat"] == seat]
            return (
                asks == "keep"
                and acts == [seat]
                and facts["n"] == drawn[-1]["number"]
                and len(words) in (0, facts["n"])
            )
        case "again":
            last = log["turn-began"][-1]
            came = {event["card"] for event in log["card-revealed"] if event["turned"]}
            return last["again"] and last["seat"] == seat and takes and {*facts["cards"]} <= free(view) & came
        case "military":
            return away == facts["n"] <= 3 and not view["over"]
        case "science":
            return table.winning_symbols - len(symbols(box, at)) == facts["n"] <= 2 and not view["over"]
        case "count":
            return view["age"] == 3 and view["left"] == facts["left"] <= 8 and facts["coins"] == table.coins_per_point
        case "stopped":
            return (
                log["pawn-moved"][-1]["seat"] == facts["seat"]
                and facts["n"] == capital + (pawn if facts["seat"] == 1 else -pawn) > 3
            )
        case "token-taken":
            return facts["token"] in mine["progress"] and any(event["seat"] == seat for event in log["token-taken"])
        case "wonder-built":
            every = [under for chair in view["seats"] for under in chair["wonders"].values()]
            return (
                at["wonders"][facts["wonder"]] is not None
                and len(every) == facts["of"] > facts["n"] == table.max_wonders
            )
        case "pawn":
            zones = [zone.points for zone in box.military.zones if zone.start <= facts["n"]]
            return pawn == (facts["n"] if facts["seat"] == 1 else -facts["n"]) and zones[-1] == facts["points"]
        case "goods":
            lying = [slug for slug in free(view) if box.cards[slug].colour in ("brown", "grey")]
            nothing = any(cost(box, view, active, slug) == 0 for slug in lying)
            return takes and bool(lying) and bool(facts["free"]) == nothing
        case "price":
            bills = [bill(box, view, active, slug) for slug in free(view)]
            bank = not any(effects(box, chair, data_schema.TradeIncome) for chair in view["seats"])
            return takes and bank and any(b and {coins for coins, _ in b} == {facts["coins"]} for b in bills)
        case "red":
            return any(box.cards[slug].colour == idea for slug in in_sight(view)) and facts["n"] == capital
        case "green":
            green = any(box.cards[slug].colour == idea for slug in in_sight(view))
            return green and bool(view["tokens"]) and facts["n"] == table.winning_symbols
        case "blue":
            return any(box.cards[slug].colour in ("blue", "yellow") for slug in in_sight(view))
        case "trade":
            unit = (facts["coins"], facts["resource"])
            lacks = any(unit in bill(box, view, seat, slug) for slug in free(view))
            return takes and lacks and count_made(box, view["seats"][2 - seat], facts["resource"]) > 0
        case "wonder":
            return takes and any(text.startswith(f"build {facts['wonder']} with ") for text in words)
        case "guild":
            return facts["card"] in free(view) and box.cards[facts["card"]].colour == "purple"
        case "frees":
            lying = {int(n) for n in view["structure"]}
            over = [{*place["covered_by"]} & lying for place in view["hints"]["places"] if place["slot"] in lying]
            slots = {int(n): lies["card"] for n, lies in view["structure"].items()}
            return takes and any(len(each) == 1 and slots[min(each)] in free(view) for each in over)
        case "discard":
            dear = any(cost(box, view, seat, slug) > mine["coins"] for slug in free(view))
            brings = (facts["coins"], facts["more"]) == (table.discard_coins, table.discard_coins_per_yellow)
            return takes and brings and (dear or mine["coins"] <= table.discard_coins)
        case "chain":
            return facts["card"] in free(view) and chain_card(box, at, facts["card"]) == facts["by"] != ""
        case "pair":
            [what] = [e.symbol for e in box.cards[facts["card"]].effects if isinstance(e, data_schema.Science)]
            lying = {lies["card"] for lies in view["structure"].values()}
            one = symbols(box, at).get(what) == 1
            return facts["card"] in lying and what == facts["symbol"] and one and bool(view["tokens"])
        case "which":
            return takes
    raise AssertionError(f"nobody has said when {idea} is true")
