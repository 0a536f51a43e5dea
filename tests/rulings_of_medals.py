"""Questions to a line of a played record about the expansion: its rulings, tokens, medals and variants.

As in tests/rulings.py, everything is read from the text and the JSON alone.
"""

from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from tests.rulings import RESOURCES, TRIGGERS, Line, Witness, expected, horn_cards, scored

GREEN = ("compass", "gear", "tablet")
HORNS = {"red-1": 1, "red-2": 2}
CARDS = {  # the cards that a medal's goal counts
    "blue": ("blue-3", "blue-2-cat"),
    "green": GREEN,
    "grey": RESOURCES,
    "red": ("red-0", *HORNS),
    "yellow": ("coin",),
    "blue-with-cat": ("blue-2-cat",),
    "red-with-horn": (*HORNS,),
    "cards": (*RESOURCES, "coin", "blue-3", "blue-2-cat", *GREEN, "red-0", *HORNS),
}
POINTS = {"blue-3": 3, "blue-2-cat": 2}
GOALS = {  # what each medal asks for, at least
    "three-blue": {"blue": 3},
    "three-green": {"green": 3},
    "three-grey": {"grey": 3},
    "three-red": {"red": 3},
    "four-colors": {"green": 1, "yellow": 1, "blue": 1, "red": 1},
    "yellow-cat-horn": {"yellow": 1, "blue-with-cat": 1, "red-with-horn": 1},
    "seven-cards": {"cards": 7},
    "three-stages": {"stages": 3},
    "two-stages-cat": {"stages": 2, "cat": 1},
    "two-progress": {"progress": 2},
    "progress-military-cat": {"progress": 1, "military": 1, "cat": 1},
    "two-military-one-conflict": {"in one conflict": 2},
}


def _stock(seat: Mapping[str, Any], cards: Mapping[str, int]) -> Counter[str]:
    """Count everything of a seat that medals ask for."""
    counted = {what: sum(cards.get(card, 0) for card in kinds) for what, kinds in CARDS.items()}
    stages, progress = len(seat["stages"]), len(seat["progress"])
    return Counter(counted, stages=stages, cat=int(seat["cat"]), progress=progress, military=seat["military"])


def _had(line: Line, seat: int) -> Counter[str]:
    return _stock(line.before["seats"][seat - 1], line.before["seats"][seat - 1]["cards"])


def _has(line: Line, seat: int) -> Counter[str]:
    """Return the most a seat had during the line: horns are discarded only after the medals."""
    before, after = line.both()[seat - 1]
    cards = Counter(before["cards"]) + (line.gained() if seat == line.seat else Counter())
    return _stock(after, cards | Counter(after["cards"])) + Counter({"in one conflict": line.won()[seat - 1]})


def _meets_goal(medal: str, stock: Mapping[str, int]) -> bool:
    return all(stock.get(what, 0) >= least for what, least in GOALS[medal].items())


def _won_medals(line: Line) -> list[tuple[int, str]]:
    """List the seats that took a medal from a gap or the middle by this line, with the medal."""
    if line.words[:2] == ["reveal", "medal"]:
        return []
    both = enumerate(line.both(), 1)
    return [(seat, medal) for seat, (was, now) in both for medal in sorted({*now["medals"]} - {*was["medals"]})]


def _gaps(line: Line, seat: int) -> list[str]:
    """List the gaps on a seat's left and right."""
    return [str(seat), str(seat - 1 or line.seats)]


def _in_reach(line: Line, seat: int) -> list[str]:
    medals = line.before["medals"]
    return [medals[gap] for gap in set(_gaps(line, seat)) if medals[gap]] + medals["center"] if medals else []


def _medal(medal: str) -> Witness:
    """Return a witness of a medal in reach of a seat that meets its goal by this line and takes it."""

    def shows(line: Line) -> bool:
        seats = [seat for seat, won in _won_medals(line) if won == medal]
        if not seats or medal not in _in_reach(line, seats[0]):
            return False
        seat, mine = seats[0], line.after["seats"][seats[0] - 1]
        gone = medal not in (*line.after["medals"]["center"], *line.after["medals"].values())
        counted = mine["score"]["medals"] == 4 * len(mine["medals"])
        return gone and counted and _meets_goal(medal, _has(line, seat)) and not _meets_goal(medal, _had(line, seat))

    return shows


# ---- Rome ---------------------------------------------------------------------------------------------


def _lying(line: Line) -> set[str]:
    """Return every card that lies open in front of an opponent, as a theft of it."""
    others = [seat for seat in line.before["seats"] if seat["seat"] != line.seat]
    return {f"steal {seat['seat']} {card}" for seat in others for card in seat["cards"]}


def _any_card(line: Line) -> bool:
    """Return True if exactly the opponents' open cards are on offer, from several seats and of four colours."""
    if line.verb != "steal" or set(line.offers()) != _lying(line):
        return False
    cards, seats = {offer.split()[2] for offer in line.offers()}, {offer.split()[1] for offer in line.offers()}
    colours = [colour for colour in ("blue", "green", "grey", "red", "yellow") if cards & {*CARDS[colour]}]
    return len(colours) > 3 and len(seats) > 1


def _moves_card(line: Line) -> bool:
    """Return True if a theft moves exactly that card from one seat to the other."""
    if line.verb != "steal":
        return False
    was, now = line.both()[int(line.words[2]) - 1]
    card = Counter([line.words[3]])
    return Counter(was["cards"]) - Counter(now["cards"]) == card == line.gained()


def _stolen_cat(line: Line) -> bool:
    return _moves_card(line) and line.words[3] == "blue-2-cat" and not line.mine["cat"] and line.mine_after["cat"]


def _stolen_horns(line: Line) -> bool:
    turned = line.after["conflict"]["flipped"] - line.before["conflict"]["flipped"]
    return _moves_card(line) and turned == HORNS.get(line.words[3], 0) > 0


def _stolen_extra(line: Line) -> bool:
    """Return True if the stolen card, and none before it in this turn, brings an extra card."""
    if not _moves_card(line):
        return False
    earlier = {card for other in line.earlier() for card in other.gained()}
    tokens = [t for t in line.tokens() if line.words[3] in TRIGGERS.get(t, ()) and not TRIGGERS[t] & earlier]
    return any(later.words[1:3] == ["extra", token] for token in tokens for later in line.later())


def _stolen_medal(line: Line) -> bool:
    return _moves_card(line) and bool(_won_medals(line))


def _count_lost_gifts(line: Line) -> int:
    """Return how many face-down cards the active seat loses by this line."""
    return line.mine["gifts"] - line.mine_after["gifts"] if line.seat else 0


def _turned_up(line: Line) -> bool:
    """Return True if a face-down card is turned up at the start of its owner's turn and joins the cards."""
    own_turn = line.words[:2] == ["reveal", "gift"] and not any(other.verb != "reveal" for other in line.earlier())
    return own_turn and _count_lost_gifts(line) == 1 and line.gained() == Counter([line.words[2]])


def _turned_up_cat(line: Line) -> bool:
    return _turned_up(line) and line.words[2] == "blue-2-cat" and not line.mine["cat"] and line.mine_after["cat"]


def _turned_up_horns(line: Line) -> bool:
    turned = line.after["conflict"]["flipped"] - line.before["conflict"]["flipped"]
    return _turned_up(line) and turned == HORNS.get(line.words[2], 0) > 0


def _turned_up_extra(line: Line) -> bool:
    """Return True if the turned-up card's extra card is taken before the card of the turn."""
    later = [other for other in line.later() if other.verb != "reveal"]
    return _turned_up(line) and later[0].verb == "extra" and bool(later[0].offers("take"))


def _turned_up_medal(line: Line) -> bool:
    """Return True if the turned-up card meets a goal that was not met before."""
    return _turned_up(line) and any(not _meets_goal(medal, _had(line, line.seat)) for _, medal in _won_medals(line))


def _turned_up_in_turn(line: Line) -> bool:
    return _turned_up(line) and any(_turned_up(other) for other in line.earlier())


def _gift_of(line: Line, seat: int) -> str:
    """Return a seat's first face-down card as it is turned up later, if nobody knew it before; else ""."""
    for moment, following in pairwise(line.moments[line.at + 1 :]):
        if following.public["seats"][seat - 1]["gifts"] < moment.public["seats"][seat - 1]["gifts"]:
            return moment.text.split()[2] if moment.text.startswith("reveal gift") else ""
    return ""


def _not_in_a_conflict(line: Line) -> bool:
    """Return True if one more shield would have changed the conflict, but the red card lies face down."""
    if not line.conflict() or line.won() != expected(line.shields()):
        return False
    reds = [seat["seat"] for seat in line.before["seats"] if seat["gifts"]]
    reds = [seat for seat in reds if _gift_of(line, seat) in CARDS["red"]]
    more = [[shields + (n == seat) for n, shields in enumerate(line.shields(), 1)] for seat in reds]
    return any(expected(shields) != line.won() for shields in more)


def _not_stolen(line: Line) -> bool:
    """Return True if a second theft of the turn does not offer the card that was given for the first."""
    if line.verb != "steal" or set(line.offers()) != _lying(line):
        return False
    gifts = {_gift_of(line, seat): seat for seat, other in enumerate(line.before["seats"], 1) if other["gifts"]}
    return any(card and f"steal {seat} {card}" not in line.offers() for card, seat in gifts.items())


def _find_known_gift(line: Line) -> str:
    """Return the card that the next seat turns up without a line, because somebody had seen it; else ""."""
    nobody = line.after["turn"] != line.before["turn"] + 1 or (line.after["pending"] or "").startswith("reveal gift")
    if nobody or line.after["over"]:
        return ""
    seat = line.seat % line.seats
    was, now = line.both()[seat]
    fresh = Counter(now["cards"]) - Counter(was["cards"])
    if was["gifts"] != 1 or now["gifts"] or fresh.total() != 1:
        return ""
    (card,) = fresh
    lines = (Line(line.header, line.moments, n) for n in range(line.at - 1, 0, -1))
    given = next(other for other in lines if other.after["seats"][seat]["gifts"] > other.before["seats"][seat]["gifts"])
    return card if any(seen["stacks"]["center"]["top"] == card for seen in given.own) else ""


def _end_gift(line: Line) -> int:
    """Return the seat whose gift is turned up at the end of the game, or 0."""
    if line.words[:2] != ["reveal", "gift"] or _count_lost_gifts(line):
        return 0
    return next(seat for seat, (was, now) in enumerate(line.both(), 1) if was["gifts"] > now["gifts"])


def _end_points(line: Line) -> bool:
    """Return True if the gift counts its printed points, and nothing else."""
    seat = _end_gift(line)
    points = POINTS.get(line.words[2], 0) if seat else 0
    if not points:
        return False
    was, now = line.both()[seat - 1]
    politics = int("politics" in now["progress"] and line.words[2] == "blue-2-cat")
    total = now["score"]["total"] - was["score"]["total"]
    return now["score"]["blue"] - was["score"]["blue"] == points == total - politics


def _end_cat(line: Line) -> bool:
    """Return True if the cat stays with another seat."""
    seat = _end_gift(line)
    holders = [[each["seat"] for each in side["seats"] if each["cat"]] for side in (line.before, line.after)]
    return bool(seat) and line.words[2] == "blue-2-cat" and holders[0] == holders[1] not in ([], [seat])


def _end_horns(line: Line) -> bool:
    quiet = line.before["conflict"] == line.after["conflict"] and not line.conflict()
    return bool(_end_gift(line)) and line.words[2] in HORNS and quiet


def _end_medal(line: Line) -> bool:
    """Return True if the card meets a goal, but the medal stays where it lies."""
    seat = _end_gift(line)
    if not seat or _won_medals(line):
        return False
    near = [medal for medal in _in_reach(line, seat) if GOALS[medal].keys() <= CARDS.keys()]
    return any(_meets_goal(medal, _has(line, seat)) and not _meets_goal(medal, _had(line, seat)) for medal in near)


def _no_gift(line: Line) -> bool:
    gifts = [[seat["gifts"] for seat in side["seats"]] for side in (line.before, line.after)]
    return _moves_card(line) and not line.depth_of("center") and gifts[0] == gifts[1]


def _nothing_to_steal(line: Line) -> bool:
    others = any(seat["cards"] for seat in line.before["seats"] if seat["seat"] != line.seat)
    return line.effect() and line.mine["wonder"] == "rome" and not others and not line.next_offers("steal")


def _medal_stays(line: Line) -> bool:
    """Return True if a theft leaves its victim too few cards for a medal that still counts at the end."""
    if not _moves_card(line):
        return False
    seat = int(line.words[2])
    was, now = line.both()[seat - 1]
    last = line.moments[-1].public["seats"][seat - 1]
    kept = [medal for medal in was["medals"] if medal in now["medals"] and medal in last["medals"]]
    short = [m for m in kept if _meets_goal(m, _had(line, seat)) and not _meets_goal(m, _stock(now, now["cards"]))]
    return bool(short) and last["score"]["medals"] == 4 * len(last["medals"])


# ---- Ur -----------------------------------------------------------------------------------------------


def _ur(line: Line) -> bool:
    return line.effect() and line.mine["wonder"] == "ur"


def _cat_from_anywhere(line: Line) -> bool:
    """Return True if the cat comes at once from a seat that is no neighbour, before the look."""
    near = {line.seat - 1, line.seat % line.seats, (line.seat - 2) % line.seats}
    far = [n for n, seat in enumerate(line.before["seats"]) if seat["cat"] and n not in near]
    return _ur(line) and bool(far) and line.mine_after["cat"] and line.after["pending"] == "reveal center"


def _near(line: Line, after: Mapping[str, Any]) -> list[str]:
    stacks = after["stacks"]
    return [f"draw {side}" for side in ("center", "left", "right") if stacks[line.stack(side)]["left"]]


def _look_then_choice(line: Line) -> bool:
    """Return True if only this seat sees the card, and chooses from three stacks."""
    if line.words[:2] != ["reveal", "center"] or not line.at or not _ur(Line(line.header, line.moments, line.at - 1)):
        return False
    knows = [seen["stacks"]["center"]["top"] for seen in line.own_after]
    alone = knows.pop(line.seat - 1) == line.words[2] and not any(knows) and not line.gained()
    return alone and sorted(line.next_offers()) == _near(line, line.after) and len(line.next_offers()) == 3


def _look_known(line: Line) -> bool:
    """Return True if a card that somebody has seen is shown to Ur's seat without a line."""
    if not _ur(line):
        return False
    tops = [seen["stacks"]["center"]["top"] for seen in line.own]
    mine = line.own_after[line.seat - 1]["stacks"]["center"]["top"]
    told = mine is not None and tops[line.seat - 1] is None and mine in tops
    return told and line.after["pending"] is None and sorted(line.next_offers()) == _near(line, line.after)


def _look_at_nothing(line: Line) -> bool:
    """Return True if the shared stack is empty: the cat still comes, and a card from a side."""
    comes = _ur(line) and not line.depth_of("center") and not line.mine["cat"] and line.mine_after["cat"]
    return comes and sorted(line.next_offers()) == _near(line, line.after) != []


def _look_unwritten(line: Line) -> bool:
    return line.lazy and _ur(line) and line.mine_after["cat"] and sorted(line.next_offers()) == _near(line, line.after)


# ---- medals ---------------------------------------------------------------------------------------------


def _before_spending(verb: str) -> Witness:
    """Return a witness of a medal that is won before its cards are spent by `verb` in the same turn."""

    def shows(line: Line) -> bool:
        medals = [medal for seat, medal in _won_medals(line) if seat == line.seat]
        spent = next((later for later in line.later() if later.verb == verb and later.words[3:4] == ["with"]), None)
        if spent is None or line.verb not in ("take", "reveal") or any(o.verb == verb for o in line.earlier()):
            return False
        left = _stock(spent.mine_after, spent.mine_after["cards"])
        forced = spent.at == line.at + 1 + (line.after["pending"] is not None) and not spent.offers("done")
        return forced and any(not _meets_goal(medal, left) for medal in medals)

    return shows


def _as_the_turn_begins(line: Line) -> bool:
    """Return True if a goal met in another seat's conflict brings the medal when the seat's own turn begins."""
    begun = line.after["turn"] == line.before["turn"] + 1 and not line.conflict()
    others = [(seat, medal) for seat, medal in _won_medals(line) if seat == line.seat % line.seats + 1]
    return begun and any(_meets_goal(medal, _had(line, seat)) for seat, medal in others)


def _conflict_medals(line: Line) -> list[int]:
    return [seat for seat, medal in _won_medals(line) if medal == "two-military-one-conflict" and line.conflict()]


def _off_turn(line: Line) -> bool:
    """Return True if the medal lay between two neighbours, neither of whom has the turn."""
    lay = [gap for gap, medal in line.before["medals"].items() if medal == "two-military-one-conflict"]
    return bool(lay) and any(seat != line.seat and lay[0] in _gaps(line, seat) for seat in _conflict_medals(line))


def _qualified(line: Line) -> list[int]:
    """List seats that won two tokens in this conflict, in turn order from the active one."""
    order = [(line.seat - 1 + step) % line.seats for step in range(line.seats)]
    return [seat + 1 for seat in order if line.won()[seat] > 1]


def _shared(line: Line) -> bool:
    """Return True if the first in turn order takes the middle medal, and the others wait for one from the box."""
    if "two-military-one-conflict" not in (line.before["medals"] or {"center": ()})["center"]:
        return False
    several = len(_qualified(line)) > 1 and _conflict_medals(line) == _qualified(line)[:1]
    return several and line.after["pending"] == "reveal medal center"


def _hands_box_medal(line: Line) -> bool:
    """Return True if a medal from the box goes to the next seat that qualified, whatever its goal."""
    if line.words[:3] != ["reveal", "medal", "center"] or not line.before["turn"]:
        return False
    settled = next((n for n in range(line.at - 1, 0, -1) if not line.moments[n].text.startswith("reveal medal")), 0)
    queue = _qualified(Line(line.header, line.moments, settled))
    seat = queue[line.at - settled] if line.at - settled < len(queue) else 0
    got = seat and {*line.after["seats"][seat - 1]["medals"]} - {*line.before["seats"][seat - 1]["medals"]}
    return got == {line.words[3]} and line.after["medals"] == line.before["medals"]


def _both_gaps(line: Line) -> bool:
    """Return True if one of two seats has now won both the medal on its left and the one on its right."""
    if line.seats != 2 or not _won_medals(line) or {gap for gap in line.after["medals"]} != {"1", "2", "center"}:
        return False
    seat, _ = _won_medals(line)[0]
    empty = line.after["medals"] == {"1": None, "2": None, "center": []}
    return empty and len(line.after["seats"][seat - 1]["medals"]) == 2


def _two_medals(line: Line) -> bool:
    return 2 in Counter(seat for seat, _ in _won_medals(line)).values()


# ---- progress tokens ------------------------------------------------------------------------------------


def _horns_stay(line: Line) -> bool:
    """Return True if one seat's horn cards stay, another's go, and all conflict tokens are back at peace."""
    if not line.conflict() or line.after["conflict"]["flipped"]:
        return False
    stay = [
        horn_cards(now["cards"]) >= horn_cards(was["cards"]) > 0
        for was, now in line.both()
        if "fortification" in now["progress"]
    ]
    gone = [not horn_cards(now["cards"]) for was, now in line.both() if horn_cards(was["cards"])]
    return any(stay) and any(gone)


def _horns_count_again(line: Line) -> bool:
    """Return True if cards that stayed after one conflict are shields in the next."""
    if not line.conflict() or line.won() != expected(line.shields()):
        return False
    earlier = [other for other in (Line(line.header, line.moments, n) for n in range(line.at)) if _horns_stay(other)]
    for n, (was, _) in enumerate(line.both()):
        if earlier and "fortification" in was["progress"]:
            stayed = horn_cards(earlier[-1].after["seats"][n]["cards"])
            without = [shields - stayed * (other == n) for other, shields in enumerate(line.shields())]
            return stayed > 0 and expected(without) != line.won()
    return False


def _one_look(line: Line) -> bool:
    """Return True if a seat with the cat and Domestication gets no second look."""
    if line.verb != "peek" or not line.mine["cat"] or "domestication" not in line.tokens():
        return False
    ahead = [later.offers() for later in line.later() if later.offers()]
    return "take center" in ahead[0] and not any("peek" in offers for offers in ahead)


def _look_without_cat(line: Line) -> bool:
    return line.verb == "peek" and not line.mine["cat"] and "domestication" in line.tokens()


# ---- variants -------------------------------------------------------------------------------------------


def _laid_out(variant: str, deal: str = "eager") -> Witness:
    """Return a witness of the last line of set-up, after which the variant's parts lie on the table."""
    words = variant.split()

    def shows(line: Line) -> bool:
        told = (line.header.get("variant", "").split(), line.header.get("deal", "eager"))
        if line.before["turn"] or not line.after["turn"] or told != (words, deal):
            return False
        medals = line.after["medals"]
        gaps = [medals[str(seat)] for seat in range(1, line.seats + 1)] if medals else []
        middle = medals["center"] if medals else []
        tops = [stack["top"] for name, stack in line.after["stacks"].items() if name != "center"]
        return (
            len({*gaps, *middle} & GOALS.keys()) == line.seats * ("medals" in words) + 2 * ("expert" in words)
            and len(middle) == 2 * ("expert" in words)
            and len(line.after["tokens"]) + line.after["tokens_left"] == 15 + 4 * ("medal-tokens" in words)
            and all(tops) == (deal == "eager")
        )

    return shows


RULINGS: Mapping[str, Witness] = {
    "35": _any_card,
    "36 the cat": _stolen_cat,
    "36 horns": _stolen_horns,
    "36 an extra card": _stolen_extra,
    "36 a medal": _stolen_medal,
    "37 turned up": _turned_up,
    "37 the cat": _turned_up_cat,
    "37 horns": _turned_up_horns,
    "37 an extra card": _turned_up_extra,
    "37 a medal": _turned_up_medal,
    "37 one after the other": _turned_up_in_turn,
    "37 not in a conflict": _not_in_a_conflict,
    "37 not stolen": _not_stolen,
    "37 known": lambda line: bool(_find_known_gift(line)),
    "38 points": _end_points,
    "38 no cat": _end_cat,
    "38 no horns": _end_horns,
    "38 no medal": _end_medal,
    "39 no card to give": _no_gift,
    "39 no card to take": _nothing_to_steal,
    "40": _medal_stays,
    "41 the cat": _cat_from_anywhere,
    "41 the look": _look_then_choice,
    "41 a known card": _look_known,
    "41 no card to see": _look_at_nothing,
    "41 lazy": _look_unwritten,
    "42 before a stage": _before_spending("build"),
    "42 before a token": _before_spending("progress"),
    "42 as the turn begins": _as_the_turn_begins,
    "43 off turn": _off_turn,
    "43 the first": _shared,
    "43 the next": _hands_box_medal,
    "44": _both_gaps,
    "45": _two_medals,
    "46 they stay": _horns_stay,
    "46 they count": _horns_count_again,
    "47": _one_look,
}

TOKENS: Mapping[str, Witness] = {
    "culture three": scored("culture", 16),
    "logistics": scored("logistics"),
    "domestication": _look_without_cat,
    "fortification": _horns_stay,
}

MEDALS: Mapping[str, Witness] = {medal: _medal(medal) for medal in GOALS}

VARIANTS: Mapping[str, Witness] = {
    "medals": _laid_out("medals"),
    "medals lazy": _laid_out("medals", "lazy"),
    "medals expert": _laid_out("medals expert"),
    "medals expert medal-tokens": _laid_out("medals expert medal-tokens"),
    "medal-tokens": _laid_out("medal-tokens"),
}

WITNESSES: Mapping[str, Witness] = {
    **{f"ruling {name}": witness for name, witness in RULINGS.items()},
    **{f"token {name}": witness for name, witness in TOKENS.items()},
    **{f"medal {name}": witness for name, witness in MEDALS.items()},
    **{f"variant {name}": witness for name, witness in VARIANTS.items()},
}
