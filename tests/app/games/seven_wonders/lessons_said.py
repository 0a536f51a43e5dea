"""Examples of what each idea of 7 Wonders speaks of: numbers at 0, 1, 2 and 5, where they can be that."""

from tests.app.games.taught import GRADES

NUMBERS = (0, 1, 2, 5)
SIDES = ({"to": "left"}, {"to": "right"})
BOARDS = [
    f"{wonder}-{side}"
    for wonder in (
        *("alexandria", "babylon", "ephesos", "gizah", "halikarnassos"),
        *("olympia", "rhodos", "roma", "abu-simbel"),
    )
    for side in ("day", "night")
]
GOODS = ("wood", "stone", "clay", "ore", "glass", "papyrus", "cloth")
CARDS = ("altar", "east-trading-post", "craftsmens-guild", "loom-2")


def stages(**more):
    """Return examples of the first two stages of every board."""
    return [{"stage": n, "board": board, **more} for board in BOARDS for n in (1, 2)]


EXAMPLES = {
    "goal": [{}],
    "draft": [{"leaders": n, **to} for n in NUMBERS[1:] for to in SIDES],
    "coins": [{"coins": n} for n in (*NUMBERS, 6)],
    "recruit": [{}],
    "boxed": [{}],
    "fits": [
        {"leader": slug, "colour": colour, "have": n}
        for slug, colour in (("hammurabi", "blue"), ("leonidas", "red"), ("archimedes", "green"))
        for n in NUMBERS[1:]
    ],
    "choose": [*SIDES],
    "uses": [{"coins": n} for n in (*NUMBERS, 3)],
    "seventh": [{}],
    "rebuild": [{}],
    "extra": [{}],
    "bury": [{}],
    "lose": [{}],
    "passed": [*SIDES],
    "conflict": [{"win": 1, "lost": 1, "next": 3, "then": 5}],
    "near": [{}],
    "guild": [{}],
    "last": [{"coins": 3, "win": n} for n in NUMBERS],
    "won": [
        {"values": (1,), "against": (2,)},
        {"values": (-1, 3), "against": (1, 2)},
        {"values": (-1, -1), "against": (3, 4)},
    ],
    "goods": [{"board": board} for board in BOARDS],
    "red": [{}],
    "green": [{}],
    "blue": [{}],
    "stage": [each for pays in (0, 1) for each in stages(pays=pays)],
    "science": [{"set": 7}],
    "sell": [{"coins": n} for n in NUMBERS],
    "chained": [{"seat": 1, "card": "aqueduct", "bearer": "baths"}],
    "trade": [{"seat": 2, "good": good, "coins": n} for good in GOODS for n in NUMBERS],
    "chain": [{"card": "aqueduct", "bearer": "baths"}, {"card": "forum", "bearer": "east-trading-post"}],
    "which": [{}],
    "suggest": [
        {"action": f"choose {what}", "reason": reason, **facts, **grade}
        for grade in GRADES
        for what in ("build east-trading-post", "build craftsmens-guild left 2 right 4", "stage loom-2 left 2 right 2")
        for reason, facts in (
            ("ahead", {"seat": 4, "mine": 3, "theirs": 2}),
            ("set", {"points": 7}),
            ("leads", {"card": "east-trading-post"}),
            *(("coins", {"n": n}) for n in NUMBERS[1:]),
        )
    ],
}

WRITTEN = [
    ("choose", {"to": "left"}, "All choose at once: one card to play. The rest goes to the left."),
    (
        "goods",
        {"board": "gizah-day"},
        "Your first stage asks for: 2 × wood. Brown and grey cards make goods, in every turn.",
    ),
    ("won", {"values": (1, -1), "against": (2, 3)}, "Your conflict: +1 against Ben, −1 against Cleo."),
    (
        "trade",
        {"seat": 2, "good": "ore", "coins": 1},
        "Ben makes ore. You buy it for 1 coin; Ben keeps making it, and cannot refuse.",
    ),
    (
        "conflict",
        {"win": 1, "lost": 1, "next": 3, "then": 5},
        "More shields than a neighbour: +1. Fewer: −1. Next time a win is 3, then 5.",
    ),
]
