"""The contents of each game's reference page, counted for tests."""

from collections import Counter

import msgspec

from app.games.architects import reference as architects
from app.games.duel import reference as duel
from app.games.seven_wonders import reference as seven_wonders

REFERENCES = {"architects": architects, "duel": duel, "seven-wonders": seven_wonders}
COUNTED = ("card", "leader", "token", "medal")  # kinds of which what was seen lies somewhere in the view


def lying(view):
    """Count every name in the public view, wherever it stands; a name with a number counts that often."""
    found = Counter()

    def walk(node):
        if isinstance(node, str):
            found[node] += 1
        elif isinstance(node, dict):
            for key, value in node.items():
                if isinstance(value, int):
                    found[key] += value
                else:
                    walk(value)
                    if value is None or isinstance(value, str):
                        found[key] += 1  # a wonder of Duel, and the card under it
        elif isinstance(node, list | tuple):
            for each in node:
                walk(each)

    told = msgspec.to_builtins(view)
    for beside in ("hints", "to_act", "pending", "winners", "victory", "game"):
        told.pop(beside, None)
    for chair in told["seats"]:
        for beside in ("ages", "costs", "prices", "science", "score", "name"):
            chair.pop(beside, None)
    walk(told)
    return found


def printed(name, state):
    """Return how many copies of each counted thing are in this game, by the data."""
    facts, variant, view = state.lookup.facts, state.setup.variant, state.view(None)
    if name == "duel":
        return Counter([*facts.cards, *facts.tokens])
    if name == "seven-wonders":
        found = Counter({slug: sum(n <= len(view.seats) for n in card.copies_at) for slug, card in facts.cards.items()})
        found.update(slug for slug, card in facts.cards.items() if card.colour == "purple")
        experts = "experts" in variant
        those = [slug for slug, leader in facts.leaders.items() if experts or leader.group == "standard"]
        found.update(those if "leaders" in variant else ())
        return +found
    found = Counter(facts.center.cards)
    for chair in view.seats:
        found.update(facts.wonders[chair.wonder].cards)
    more = "medal-tokens" in variant
    found.update({slug: token.copies + more * token.more for slug, token in facts.tokens.items()})
    found.update(list(facts.medals) if "medals" in variant else ())
    return +found
