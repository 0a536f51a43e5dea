"""Examples for the lesson ideas of Architects: facts, with the numbers 0, 1, 2 and 5 where possible, and texts."""

from pathlib import Path

from engine.architects.data_validation import game_data
from tests.app.games.taught import GRADES

NUMBERS = (0, 1, 2, 5)
WONDERS = ("alexandria", "babylon", "ephesus", "giza", "halicarnassus", "olympia", "rhodes", "rome", "ur")
TOKENS = tuple(
    game_data((Path(__file__).resolve().parents[4] / "data/architects.toml").read_bytes()).get_version().tokens
)
CARDS = ("wood", "coin", "red-2", "blue-2-cat", "tablet")


def need(stages, costs, kinds, helps):
    return {"stages": stages, "costs": costs, "kinds": kinds, "helps": helps}


EXAMPLES = {
    "goal": [{"stages": n} for n in NUMBERS[1:]],
    "take": [{}],
    "build": [{"stages": (3,), "ways": 1}, {"stages": (3,), "ways": 2}, {"stages": (1, 2, 3), "ways": 2}],
    "token": [{"open": n, "hidden": hidden} for n in NUMBERS[1:] for hidden in (0, 1)],
    "extra": [{}],
    "steal": [{}],
    "keep": [{}],
    "cat-looks": [{}],
    "conflict": [
        {"seats": (), "won": (), "points": 3, "many": 4},
        {"seats": (1,), "won": (2,), "points": 3, "many": 2},
        {"seats": (1, 2, 3), "won": (2, 1, 1), "points": 3, "many": 7},
        {"seats": (1, 2, 3, 4), "won": (2, 1, 1, 1), "points": 1, "many": 7},
    ],
    "last": [{"seat": 1}],
    "near": [{}],
    "cat": [{"seat": 1, "points": n} for n in NUMBERS],
    "built": [{"stage": 5, "points": n} for n in NUMBERS],
    "token-taken": [{"token": slug} for slug in TOKENS],
    "one-of": [{"stage": 1, "have": 1, "cost": n, "kind": kind} for n in NUMBERS for kind in ("same", "different")],
    "need": [
        need((1,), (2,), ("different",), 1),
        need((1, 2), (2, 2), ("different", "same"), 1),
        need((1, 2), (1, 5), ("same", "same"), 0),
        need((1, 3), (2, 3), ("different", "different"), 0),
    ],
    "coin": [{}],
    "red": [{}],
    "green": [{}],
    "blue": [{"plain": 3, "cat": n} for n in NUMBERS],
    "horn": [{}],
    "gone": [{}],
    "equal": [{"stage": 2, "cost": n} for n in NUMBERS[1:]],
    "effect": [{"stage": 2, "wonder": slug} for slug in WONDERS],
    "which": [{}],
    "suggest": [
        grade | facts
        for grade in GRADES
        for facts in (
            {"action": "take center", "reason": "cat", "points": 2},
            {"action": "take left", "reason": "completes", "card": "papyrus", "stage": 3, "points": 5},
            *({"action": "take right", "reason": "nearer", "card": "wood", "stage": 1, "left": n} for n in NUMBERS[1:]),
            {"action": "take right", "reason": "denies", "seat": 3, "card": "brick", "stage": 2, "points": 6},
            {"action": "take left", "reason": "fights", "seat": 4, "mine": 3, "theirs": 2},
            {"action": "build 2 with papyrus papyrus coin", "reason": "stage", "stage": 2, "points": 7},
            {"action": "steal 2 glass", "reason": "set", "card": "tablet"},
        )
    ],
    "set": [{}],
    "experts": [{"n": n} for n in NUMBERS[1:]],
    "reach": [
        {"medal": "three-blue", "what": what}
        for what in ("blue", "blue-with-cat", "red-with-horn", "cards", "stages", "cat", "progress", "military")
    ],
    "medal": [{"points": n} for n in NUMBERS],
}

STONE = {"action": "take left", "takes": "stone", "reason": "completes", "card": "stone", "stage": 2, "points": 4}

WRITTEN = [
    ("reach", {"medal": "three-blue", "what": "blue"}, "Only this is missing, and a medal is yours: 1 blue card."),
    (
        "effect",
        {"stage": 2, "wonder": "rome"},
        "Stage 2 also takes a card from somebody, who gets a hidden one instead.",
    ),
    ("built", {"stage": 1, "points": 4}, "Stage 1 is built: +4. What you paid is discarded."),
    (
        "suggest",
        STONE | {"choice": "best"},
        "Good eye. Stone is all that stage 2 lacks: 4 points.",
    ),
    (
        "suggest",
        STONE | {"choice": "close"},
        "Nearly as good. The table would: “Take from the left (stone)”. Stone is all that stage 2 lacks: 4 points.",
    ),
    (
        "suggest",
        STONE | {"choice": "worse", "lead": 4},
        "“Take from the left (stone)” was better, by about 4 points. Stone is all that stage 2 lacks: 4 points.",
    ),
    (
        "need",
        {"stages": (1, 2), "costs": (2, 2), "kinds": ("different", "same"), "helps": 0},
        "Stage 1: 2 different resources. Stage 2: 2 equal. No resource in sight: take what you like.",
    ),
    (
        "conflict",
        {"seats": (1, 2), "won": (2, 1), "points": 3, "many": 4},
        "More shields than a neighbour win a token of 3 points: Ada 2 and Ben 1.",
    ),
    (
        "conflict",
        {"seats": (1,), "won": (2,), "points": 3, "many": 2},
        "More shields win a token of 3 points: Ada 2. Twice as many bring two.",
    ),
]
