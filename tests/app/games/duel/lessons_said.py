"""Examples for the lesson ideas of Duel: facts, with the numbers 0, 1, 2 and 5 where possible, and texts."""

from pathlib import Path

from engine.duel.data_validation import game_data
from tests.app.games.taught import GRADES

NUMBERS = (0, 1, 2, 5)
BOX = game_data((Path(__file__).resolve().parents[4] / "data/duel.toml").read_bytes()).get_version()
CARDS = tuple(BOX.cards)
GUILDS = tuple(slug for slug, card in BOX.cards.items() if card.colour == "purple")
RESOURCES = ("wood", "clay", "stone", "glass", "papyrus")
SYMBOLS = ("wheel", "mortar", "quill", "plumb-bob", "sundial", "armillary-sphere", "law")
ONE, TWO = {"seat": 1, "other": 2}, {"seat": 2, "other": 1}

EXAMPLES = {
    "ways": [{"symbols": n} for n in (5, 6)],
    "draft": [ONE, TWO],
    "draft-again": [{}],
    "take": [{}],
    "start": [{"weaker": 0}, {"weaker": 1}],
    "token": [{"n": n} for n in NUMBERS[1:]],
    "destroy": [{"colour": colour, "other": 2} for colour in ("brown", "grey")],
    "revive": [{}],
    "keep": [{"n": n} for n in (1, 2, 3)],
    "again": [{"cards": ()}, {"cards": ("altar",)}, {"cards": ("altar", "baths")}],
    "military": [{**each, "n": n} for each in (ONE, TWO) for n in (1, 2, 3)],
    "science": [{**each, "n": n} for each in (ONE, TWO) for n in (1, 2)],
    "count": [{"left": n, "coins": coins} for n in (2, 5, 8) for coins in (1, 3)],
    "stopped": [{**ONE, "n": n} for n in (1, 4, 5)],
    "token-taken": [{"token": slug} for slug in BOX.tokens],
    "wonder-built": [{"seat": 1, "wonder": slug, "n": 7, "of": 8} for slug in BOX.wonders],
    "pawn": [{"seat": 2, "n": n, "points": points} for n in NUMBERS[1:] for points in (1, 2, 5, 10)],
    "goods": [{"free": 0}, {"free": 1}],
    "price": [{"coins": n} for n in NUMBERS],
    "red": [{"n": 9}],
    "green": [{"n": 6}],
    "trade": [{"resource": slug, "coins": n, "other": 2} for slug in RESOURCES for n in (1, 3, 5)],
    "wonder": [{"wonder": slug} for slug in BOX.wonders],
    "guild": [{"card": slug} for slug in GUILDS],
    "blue": [{}],
    "frees": [{}],
    "discard": [{"coins": n, "more": 1} for n in NUMBERS],
    "chain": [{"seat": 1, "card": "temple", "by": "altar"}, {"seat": 1, "card": "horse-breeders", "by": "stable"}],
    "pair": [{"seat": 1, "card": "dispensary", "symbol": slug} for slug in SYMBOLS],
    "which": [{}],
    "suggest": [
        grade | facts
        for grade in GRADES
        for facts in [
            {"action": f"build {thing} with {under}", "reason": reason, **facts}
            for thing, under in (("piraeus", "garrison"), ("the-great-lighthouse", "chamber-of-commerce"))
            for reason, facts in (
                ("again", {}),
                ("points", {"points": 4}),
                ("denies-sixth", {"seat": 2, "symbol": "armillary-sphere"}),
                ("pawn", {"n": 3, "points": 5}),
            )
        ]
        + [
            {"action": "discard chamber-of-commerce", "reason": "denies-capital", "seat": 2},
            *({"action": "build quarry", "reason": "makes", "resource": "stone", "n": n} for n in NUMBERS[1:]),
        ]
    ],
}

WRITTEN = [
    ("ways", {"symbols": 6}, "Bring the pawn into the other capital or have 6 different science symbols, and you win at"
     " once. Else most points win."),
    ("draft", TWO, "Ben takes one wonder, Ada two, Ben the last. Then Ada begins."),
    ("wonder-built", {"seat": 2, "wonder": "piraeus", "n": 7, "of": 8}, "Ben has built Piraeus. Together you can build"
     " 7 of the 8 wonders."),
    ("again", {"cards": ("altar",)}, "Another turn: you may take what you have just freed."),
    ("again", {"cards": ()}, "Another turn: you take one more card."),
    ("military", {**ONE, "n": 1}, "1 more space, and the pawn is in the capital of Ben: Ada wins. Can Ben stop it"
     " now?"),
    ("count", {"left": 8, "coins": 3}, "8 cards are left. 3 coins are a point, and the pawn counts, too. Who would win"
     " now?"),
    ("pawn", {"seat": 1, "n": 1, "points": 2}, "Ada is 1 space ahead: 2 points, if it stays so."),
    ("trade", {"resource": "clay", "coins": 3, "other": 2}, "Clay costs you 3 coins: Ben makes some, and that makes it"
     " dearer."),
    ("pair", {"seat": 1, "card": "library", "symbol": "quill"}, "Library would be the second quill of Ada: a progress"
     " token."),
]  # fmt: skip
