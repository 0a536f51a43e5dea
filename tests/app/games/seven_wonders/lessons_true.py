"""Sentences of a first game of 7 Wonders, each checked against a reader's view by a second implementation."""

from collections import Counter

from engine.seven_wonders.data_schema import PerThing, Production, ResourceLess, Science, Trade

RESOURCES = ("wood", "stone", "clay", "ore", "glass", "papyrus", "cloth")
RAW = RESOURCES[:4]


def board(box, seat):
    return box.boards[f"{seat['wonder']}-{seat['side']}"]


def effects(box, seat):
    """List all effects in a city."""
    there = [effect for slug in seat["cards"] for effect in box.cards[slug].effects]
    there += [effect for stage in board(box, seat).stages[: seat["stages"]] for effect in stage.effects]
    return there + [effect for slug in seat["leaders"] for effect in box.leaders[slug].effects]


def colours(box, seat):
    return Counter(box.cards[slug].colour for slug in seat["cards"])


def goods_made(box, seat):
    """Count the goods that a city certainly produces."""
    made = Counter([board(box, seat).start] if board(box, seat).start else [])
    for effect in effects(box, seat):
        if isinstance(effect, Production) and len(effect.of) == 1:
            made[effect.of[0]] += effect.amount
    return made


def sells(box, seat):
    """Return the goods that neighbours may buy of a city."""
    cards = [effect for slug in seat["cards"] for effect in box.cards[slug].effects]
    sold = {good for effect in cards if isinstance(effect, Production) and effect.sold for good in effect.of}
    return sold | {board(box, seat).start}


def price(box, seat, side, good):
    """Return the price of a unit of a neighbour."""
    goods = "raw" if good in RAW else "manufactured"
    less = [
        effect
        for effect in effects(box, seat)
        if isinstance(effect, Trade) and effect.goods == goods and side in effect.neighbours
    ]
    return min([box.table.trade, *(effect.price for effect in less)])


def symbols(box, seat):
    return Counter(effect.symbol for effect in effects(box, seat) if isinstance(effect, Science))


def science(box, seat):
    counts = [symbols(box, seat)[each] for each in ("compass", "gear", "tablet")]
    return sum(n * n for n in counts) + box.table.set_of_symbols * min(counts)


def guilds(box, view, number):
    """Return the points of a city's guilds, assuming that all of them count things in cities."""
    seats = view["seats"]
    where = {"self": number - 1, "left": number % len(seats), "right": number - 2}
    points = 0
    for slug in seats[number - 1]["cards"]:
        for effect in box.cards[slug].effects if box.cards[slug].colour == "purple" else ():
            for city in effect.cities:
                there = seats[where[city]]
                counts = colours(box, there) + Counter(
                    {"stage": there["stages"], "victory-token": sum(n > 0 for n in there["tokens"])}
                )
                counts["coin"] = there["coins"]
                points += effect.points * sum(counts[what] for what in effect.of)
    return points


def conflict(box, event, number):
    """List a seat's victory and defeat tokens of a conflict with the neighbour of each."""
    shields, count = event["shields"], len(event["shields"])
    found = []
    for other in {number % count + 1, (number - 2) % count + 1}:
        mine, theirs = shields[number - 1], shields[other - 1]
        if mine != theirs:
            found.append((box.table.victory[event["age"] - 1] if mine > theirs else -box.table.defeat, other))
    return sorted(found)


def builds(legal):
    """Return the cards that can be built, each with its ways to pay."""
    found = {}
    for text in legal:
        said = text.split()
        if said[:2] == ["choose", "build"]:
            found.setdefault(said[2], []).append(dict(zip(said[3::2], map(int, said[4::2]), strict=True)))
    return found


def is_true(idea, seat, facts, view, legal, box, log):  # one case for each sentence
    """Check whether a sentence is true of the view.

    `log`: public events in order, without the undone ones.
    """
    mine = view["seats"][seat - 1] if seat else None
    at = view["seats"][facts["seat"] - 1] if "seat" in facts else None
    asked, age, turn = view["asked"], view["age"], view["turn"]
    words, table, own = legal.get(seat, ()) if seat else (), box.table, view.get("mine") or {}
    asks = bool(view["to_act"]) and (not seat or seat in view["to_act"])
    match idea:
        case "goal":
            return not any(seat["cards"] or seat["chosen"] or seat["leaders_left"] for seat in view["seats"])
        case "draft":
            return asked == "draft" and (facts["leaders"], facts["to"]) == (box.draft.dealt, view["hints"]["passing"])
        case "coins":
            return {seat["coins"] for seat in view["seats"]} == {facts["coins"]} and asked == "draft"
        case "recruit":
            return asked == "recruit"
        case "boxed":
            boards = {f"{seat['wonder']}-{seat['side']}" for seat in view["seats"]}
            return (
                asked == "recruit"
                and age == 3
                and {s["leaders_left"] for s in view["seats"]} == {2}
                and ("roma-night" not in boards)
            )
        case "fits":
            less = [each for each in box.leaders[facts["leader"]].effects if isinstance(each, ResourceLess)]
            return (
                facts["leader"] in own["leaders"]
                and [each.on for each in less] == [facts["colour"]]
                and colours(box, mine)[facts["colour"]] == facts["have"] > 0
            )
        case "choose" | "passed" | "uses":
            told = facts["coins"] == table.sale if idea == "uses" else facts["to"] == table.passing[0]
            assert len({*table.passing[:2]}) == 2
            return asks and told and (asked, age, turn) == ("play", 1, 2 if idea == "passed" else 1)
        case "seventh" | "rebuild" | "extra" | "bury" | "lose":
            return asked == idea and view["to_act"] == [seat]
        case "conflict":
            [event] = log["conflict-settled"]
            said = facts["win"], facts["next"], facts["then"], facts["lost"]
            return event["age"] == 1 and said == (*table.victory, table.defeat)
        case "near" | "last":
            more = box.table.hand - 1 - turn + 1
            counted = idea == "near" or (facts["coins"], facts["win"]) == (table.coins_per_point, table.victory[2])
            return asks and asked == "play" and age == (1 if idea == "near" else 3) and more == 2 and counted
        case "guild":
            purple = [card.effects for card in box.cards.values() if card.colour == "purple"]
            per = [each for each in purple if all(isinstance(effect, PerThing) for effect in each)]
            return age == 3 and 2 * len(per) > len(purple)
        case "won":
            said = sorted(zip(facts["values"], facts["against"], strict=True))
            held = Counter(mine["tokens"])
            return said == conflict(box, log["conflict-settled"][-1], seat) and not Counter(facts["values"]) - held
        case "goods":
            cost = board(box, mine).stages[0].cost
            return (
                asks and not mine["stages"] and box.boards[facts["board"]].stages[0].cost == cost and any(cost.units())
            )
        case "red" | "green" | "blue":
            shown = ("blue", "yellow") if idea == "blue" else (idea,)
            return (age, turn) >= (1, 4) or any(colours(box, seat)[each] for seat in view["seats"] for each in shown)
        case "stage":
            pays = any(text.startswith("choose stage") for text in words)
            nth = mine["stages"] + 1 == facts["stage"] and board(box, mine) == box.boards[facts["board"]]
            return asks and nth and (not words or pays == bool(facts["pays"]))
        case "science":
            return sum(symbols(box, mine).values()) >= 2 and facts["set"] == table.set_of_symbols
        case "sell":
            return asks and asked == "play" and turn >= 4 and facts["coins"] == table.sale
        case "chained":
            free = [event["card"] for event in log["card-built"] if event["seat"] == facts["seat"] and event["chain"]]
            both = {facts["card"], facts["bearer"]} <= {*at["cards"]}
            return facts["card"] in free and facts["bearer"] in box.cards[facts["card"]].chain and both
        case "trade":
            count = len(view["seats"])
            side = "left" if facts["seat"] == seat % count + 1 else "right"
            return (
                asks
                and not goods_made(box, mine)[facts["good"]]
                and facts["good"] in sells(box, at)
                and facts["coins"] == price(box, mine, side, facts["good"]) <= mine["coins"]
                and facts["seat"] in (seat % count + 1, (seat - 2) % count + 1)
            )
        case "chain":
            there = facts["card"] in own["hand"] and facts["bearer"] in mine["cards"]
            return there and facts["bearer"] in box.cards[facts["card"]].chain and builds(words)[facts["card"]] == [{}]
        case "which":
            return asks
    raise AssertionError(f"nobody has said when {idea} is true")
